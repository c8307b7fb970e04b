/* SPDX-License-Identifier: MIT
 *
 * Answers what spec/mesh/run.py asks about meshes, in text, numbers as printf's %a has them:
 *
 *   mesh V T, then V vertices and T triangles of three indices, and a pose: a position and a
 * matrix, row by row. Answers "closed 0" or 1, and of each triangle its position and three corners
 *   relative to that, as they are in the world.
 *   cast KIND FLAGS MAX start toward. Answers "hits N ANY" and N lines of all hits: the triangle,
 * t, t_exit, u, v, point, normal, face; then the nearest in the same form, where there is one.
 *   contains point. Answers 0 or 1.
 *   bounds. Answers the least and the greatest corner.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide.h"
#include "mesh/mesh.h"
#include "target/target.h"

static collide_mesh_data *data;
static collide_mesh mesh;

static double number(void) {
  double x;
  if (scanf("%la", &x) != 1) exit(2);
  return x;
}

static long whole(void) {
  long n;
  if (scanf("%ld", &n) != 1) exit(2);
  return n;
}

static void numbers(double *v, int count) {
  int i;
  for (i = 0; i < count; i++) v[i] = number();
}

static void print_numbers(const double *v, int count) {
  int i;
  for (i = 0; i < count; i++) printf(" %a", v[i]);
}

static void read_mesh(void) {
  size_t i, vertices = (size_t)whole(), triangles = (size_t)whole();
  double *points = (double *)malloc(3 * vertices * sizeof *points);
  uint32_t *corners = (uint32_t *)malloc(3 * triangles * sizeof *corners);
  collide_pose pose = collide_identity_pose();
  collide_triangles given;
  if (points == NULL || corners == NULL) exit(2);
  for (i = 0; i < 3 * vertices; i++) points[i] = number();
  for (i = 0; i < 3 * triangles; i++) corners[i] = (uint32_t)whole();
  numbers(pose.position, 3);
  numbers(pose.linear, 9);
  for (i = 0; i < 9; i++) pose.has_linear |= pose.linear[i] != (i % 4 == 0 ? 1 : 0);
  memset(&given, 0, sizeof given);
  given.vertices = points;
  given.vertex_count = vertices;
  given.triangles = corners;
  given.triangle_count = triangles;
  collide_mesh_data_free(data);
  if (collide_mesh_data_new(&data, &given, NULL, NULL, NULL) != COLLIDE_OK) exit(2);
  collide_make_mesh(&mesh, data);
  if (collide_mesh_set_pose(&mesh, &pose) != COLLIDE_OK) exit(2);
  printf("closed %d\n", collide_mesh_data_check_closed(data, NULL) == COLLIDE_OK);
  for (i = 0; i < triangles; i++) {
    collide_shape s;
    collide_mesh_triangle(&mesh, (int)i, &s);
    print_numbers(s.origin, 3);
    print_numbers(s.a, 3);
    print_numbers(s.b, 3);
    print_numbers(s.of.facet.c, 3);
    puts("");
  }
  free(points);
  free(corners);
}

static void print_hit(const collide_target_hit *hit) {
  const char *face = collide_face_name(hit->hit.face);
  printf("%d", hit->triangle - 1);
  print_numbers(&hit->hit.t, 1);
  print_numbers(&hit->hit.t_exit, 1);
  print_numbers(&hit->hit.u, 1);
  print_numbers(&hit->hit.v, 1);
  print_numbers(hit->hit.point, 3);
  print_numbers(hit->hit.normal, 3);
  printf(" %s\n", face != NULL ? face : "none");
}

static void answer_cast(void) {
  collide_target target = collide_target_of_mesh(&mesh);
  collide_target_hit hit;
  target_hits hits;
  collide_cast cast;
  int count = 0, pass;
  cast.kind = (collide_cast_kind)whole();
  cast.flags = (int)whole();
  cast.max = number();
  numbers(cast.start, 3);
  numbers(cast.toward, 3);
  for (pass = 0; pass < 2; pass++) {
    ci_target_hits_begin(&hits, &cast, &target);
    while (ci_target_hits_next(&hits, &hit)) {
      if (pass == 0)
        count++;
      else
        print_hit(&hit);
    }
    if (pass == 0) printf("hits %d %d\n", count, collide_cast_at(&cast, &target, NULL));
  }
  if (collide_cast_at(&cast, &target, &hit))
    print_hit(&hit);
  else
    puts("none");
}

int main(void) {
  char word[16];
  double p[3], q[3];
  while (scanf("%15s", word) == 1) {
    if (strcmp(word, "mesh") == 0) {
      read_mesh();
    } else if (strcmp(word, "cast") == 0) {
      answer_cast();
    } else if (strcmp(word, "contains") == 0) {
      numbers(p, 3);
      printf("%d\n", ci_mesh_contains(&mesh, p));
    } else {
      ci_mesh_bounds(&mesh, p, q);
      print_numbers(p, 3);
      print_numbers(q, 3);
      puts("");
    }
    fflush(stdout);
  }
  collide_mesh_data_free(data);
  return 0;
}

/* SPDX-License-Identifier: MIT
 *
 * Worlds against a loop over the members as an array: the nearest hit of a segment, what lies in a
 * box, and a frame in which all members move and many casts are asked. Then meshes: building one,
 * and rays at it. Inputs change from call to call.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collide.h"
#include "measure.h"
#include "mesh/mesh.h"
#include "target/world.h"
#include "../spec/support/cast.h"

enum { MOST = 10000, RAYS = 1024 };

static collide_shape shapes[MOST];
static collide_source sources[MOST];
static collide_target members[MOST];
static collide_cast casts[RAYS];
static double corners[RAYS][2];
static collide_world *world;
static int count;

/* Boxes of 10 to 40 pixels in a level that grows with their number. */
static void make_level(int dimensions) {
  double side = 100 * pow(count, 1.0 / dimensions);
  int i, k;
  world = collide_world_new(dimensions, NULL, NULL);
  for (i = 0; i < count; i++) {
    double half[3], at[3];
    for (k = 0; k < 3; k++) {
      half[k] = uniform(5, 20);
      at[k] = uniform(0, side);
    }
    if (dimensions == 2)
      collide_make_rect(&shapes[i], &sources[i], half);
    else
      collide_make_box(&shapes[i], &sources[i], half);
    collide_set_position(&shapes[i], &sources[i], at);
    members[i] = collide_target_of_shape(&shapes[i]);
    if (collide_world_add(world, &members[i]) == 0) exit(1);
  }
  for (i = 0; i < RAYS; i++) {
    casts[i].kind = COLLIDE_CAST_SEGMENT;
    casts[i].flags = 0;
    casts[i].max = 1;
    for (k = 0; k < 3; k++) {
      casts[i].start[k] = k < dimensions ? uniform(0, side) : 0;
      casts[i].toward[k] = k < dimensions ? casts[i].start[k] + uniform(-260, 260) : 0;
    }
    corners[i][0] = casts[i].start[0];
    corners[i][1] = casts[i].start[1];
  }
}

static double cast_world(const void *what, int n) {
  collide_target_hit hit;
  int i;
  (void)what;
  for (i = 0; i < n; i++)
    if (ci_world_cast(world, &casts[i % RAYS], NULL, &hit)) sink += hit.hit.t;
  return n;
}

static double cast_loop(const void *what, int n) {
  collide_target target = collide_target_of_array(members, count);
  collide_target_hit hit;
  int i;
  (void)what;
  for (i = 0; i < n; i++)
    if (collide_cast_at(&casts[i % RAYS], &target, &hit)) sink += hit.hit.t;
  return n;
}

static int count_member(void *user, int number, const collide_target *member) {
  (void)number;
  (void)member;
  ++*(int *)user;
  return 1;
}

static double look_in_box(const void *what, int n) {
  int i, found;
  (void)what;
  for (i = 0; i < n; i++) {
    double low[3], high[3];
    low[0] = corners[i % RAYS][0];
    low[1] = corners[i % RAYS][1];
    low[2] = -HUGE_VAL;
    high[0] = low[0] + 100;
    high[1] = low[1] + 100;
    high[2] = HUGE_VAL;
    found = 0;
    collide_world_near_box(world, low, high, count_member, &found);
    sink += found;
  }
  return n;
}

/* A frame: each member a little to the side, a thousand casts. */
static double move_all(const void *what, int n) {
  int frame, i;
  (void)what;
  for (frame = 0; frame < n; frame++) {
    for (i = 0; i < count; i++) {
      double at[3];
      at[0] = shapes[i].of.outline.center[0] + uniform(-2, 2);
      at[1] = shapes[i].of.outline.center[1] + uniform(-2, 2);
      at[2] = 0;
      collide_set_position(&shapes[i], &sources[i], at);
      collide_world_touch(world, i + 1);
    }
    cast_world(NULL, 1000);
  }
  return n;
}

static double touch_all(const void *what, int n) {
  int frame, i;
  (void)what;
  for (frame = 0; frame < n; frame++) {
    for (i = 0; i < count; i++) collide_world_touch(world, i + 1);
    cast_world(NULL, 1);
  }
  return n;
}

static void run_worlds(int dimensions) {
  static const int counts[] = {10, 30, 100, 1000, 10000};
  int i;
  for (i = 0; i < 5; i++) {
    count = counts[i];
    make_level(dimensions);
    printf("%dD, %d boxes: segment %.0f ns, loop %.0f ns", dimensions, count,
           measure(cast_world, NULL), measure(cast_loop, NULL));
    printf(", in a box of 100 %.0f ns", measure(look_in_box, NULL));
    if (dimensions == 2 && count == 10000)
      printf(", mend all %.0f us, a frame %.0f us", measure(touch_all, NULL) / 1e3,
             measure(move_all, NULL) / 1e3);
    putchar('\n');
    collide_world_free(world);
  }
}

/* ---- Meshes ----------------------------------------------------------------------------- */

static collide_target surface;
static double rays[RAYS][2][3];

static double cast_mesh(const void *what, int n) {
  collide_target_hit hit;
  int i;
  for (i = 0; i < n; i++) {
    const double(*ray)[3] = (const double(*)[3])rays[i % RAYS];
    if (cast_target(COLLIDE_CAST_RAY, &surface, ray[0], ray[1], HUGE_VAL, 0,
                    what != NULL ? &hit : NULL))
      sink += 1;
  }
  return n;
}

/* A sphere with hills of n x n squares. */
static void run_mesh(int n) {
  size_t points = (size_t)((n + 1) * (n + 1)), triangles = 2 * (size_t)(n * n), at = 0;
  double *vertices = (double *)malloc(points * 3 * sizeof *vertices), start, best = HUGE_VAL;
  uint32_t *indices = (uint32_t *)malloc(triangles * 3 * sizeof *indices);
  collide_triangles mesh;
  collide_mesh_data *data = NULL;
  collide_mesh shape;
  int i, j, k;
  if (vertices == NULL || indices == NULL) exit(1);
  for (i = 0; i <= n; i++) {
    for (j = 0; j <= n; j++) {
      double a = 3.141592653589793 * i / n, b = 6.283185307179586 * j / n;
      double r = 1 + 0.1 * sin(9 * a) * sin(7 * b) + uniform(0, 0.02), *p = vertices + at;
      p[0] = r * sin(a) * cos(b);
      p[1] = r * sin(a) * sin(b);
      p[2] = r * cos(a);
      at += 3;
    }
  }
  for (at = 0, i = 0; i < n; i++) {
    for (j = 0; j < n; j++) {
      uint32_t p = (uint32_t)(i * (n + 1) + j), q = p + 1, r = q + (uint32_t)n, s = r + 1;
      uint32_t six[6];
      six[0] = p;
      six[1] = six[3] = q;
      six[2] = six[5] = r;
      six[4] = s;
      for (k = 0; k < 6; k++) indices[at++] = six[k];
    }
  }
  mesh.vertices = vertices;
  mesh.vertex_count = points;
  mesh.triangles = indices;
  mesh.triangle_count = triangles;
  for (k = 0; k < 3; k++) {
    collide_mesh_data_free(data);
    start = now();
    if (collide_mesh_data_new(&data, &mesh, NULL, NULL, NULL) != COLLIDE_OK) exit(1);
    if (now() - start < best) best = now() - start;
  }
  collide_make_mesh(&shape, data);
  surface = collide_target_of_mesh(&shape);
  for (i = 0; i < RAYS; i++) {
    double length;
    for (k = 0; k < 3; k++) rays[i][0][k] = uniform(-1, 1);
    length = sqrt(rays[i][0][0] * rays[i][0][0] + rays[i][0][1] * rays[i][0][1] +
                  rays[i][0][2] * rays[i][0][2]);
    for (k = 0; k < 3; k++) {
      rays[i][0][k] *= 3 / length;
      rays[i][1][k] = uniform(-0.9, 0.9) - rays[i][0][k];
    }
  }
  printf("mesh of %d triangles: built in %.1f ms, %.0f bytes a triangle beside vertices",
         (int)triangles, best * 1e3,
         ((double)ci_mesh_data_bytes(data) - 24 * (double)points) / (double)triangles);
  printf(", ray %.0f ns, any %.0f ns\n", measure(cast_mesh, &surface), measure(cast_mesh, NULL));
  collide_mesh_data_free(data);
  free(vertices);
  free(indices);
}

int main(void) {
  run_worlds(2);
  run_worlds(3);
  run_mesh(70);
  run_mesh(362);
  return sink == 0.5;
}

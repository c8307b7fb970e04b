/* SPDX-License-Identifier: MIT
 *
 * Rays at a mesh of 20,000 triangles, one by one, which bench/batch.lua asks one by one and in
 * batches.
 */
#include <math.h>
#include <string.h>

#include "collide.h"
#include "measure.h"
#include "../spec/support/cast.h"

enum { RINGS = 100, SIDES = 100, RAYS = 20000 };

static double points[3 * (RINGS + 1) * SIDES];
static uint32_t corners[3 * 2 * RINGS * SIDES];
static double rays[RAYS][6];

static void make_ball(void) {
  double *p = points;
  uint32_t *c = corners;
  int i, j;
  for (i = 0; i <= RINGS; i++) {
    for (j = 0; j < SIDES; j++) {
      double a = 3.141592653589793 * i / RINGS, b = 6.283185307179586 * j / SIDES;
      double r = 1 + 0.1 * sin(9 * a) * cos(7 * b);
      *p++ = r * sin(a) * cos(b);
      *p++ = r * sin(a) * sin(b);
      *p++ = r * cos(a);
    }
  }
  for (i = 0; i < RINGS; i++) {
    for (j = 0; j < SIDES; j++) {
      uint32_t from = (uint32_t)(i * SIDES + j), to = (uint32_t)(i * SIDES + (j + 1) % SIDES);
      *c++ = from;
      *c++ = to;
      *c++ = from + SIDES;
      *c++ = to;
      *c++ = to + SIDES;
      *c++ = from + SIDES;
    }
  }
}

static void draw_rays(void) {
  int i, k;
  for (i = 0; i < RAYS; i++) {
    for (k = 0; k < 3; k++) {
      rays[i][k] = uniform(-1.5, 1.5);
      rays[i][3 + k] = uniform(-1.2, 1.2) - rays[i][k];
    }
  }
}

static double cast_all(const void *what, int n) {
  collide_target target = collide_target_of_mesh((const collide_mesh *)what);
  collide_target_hit hit;
  int i, round;
  for (round = 0; round < n; round++)
    for (i = 0; i < RAYS; i++)
      if (cast_target(COLLIDE_CAST_RAY, &target, rays[i], rays[i] + 3, HUGE_VAL, 0, &hit))
        sink += hit.hit.t;
  return (double)n * RAYS;
}

int main(void) {
  static const char *const rows[] = {"one by one, in numbers", "from a table", "from a string",
                                     "from cdata"};
  collide_triangles given;
  collide_mesh_data *data;
  collide_mesh mesh;
  int i;
  make_ball();
  draw_rays();
  memset(&given, 0, sizeof given);
  given.vertices = points;
  given.vertex_count = (size_t)(RINGS + 1) * SIDES;
  given.triangles = corners;
  given.triangle_count = (size_t)2 * RINGS * SIDES;
  if (collide_mesh_data_new(&data, &given, NULL, NULL, NULL) != COLLIDE_OK) return 1;
  collide_make_mesh(&mesh, data);
  for (i = 0; i < 4; i++) row(rows[i], cast_all, &mesh, 1);
  collide_mesh_data_free(data);
  return sink < 0;
}

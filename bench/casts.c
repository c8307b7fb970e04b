/* SPDX-License-Identifier: MIT
 *
 * ns per cast and per cell in C, over the same rays and lines as casts.lua.
 * Prints rows for bench/table.lua: query, ns. Each is the median of several rounds.
 */
#include <math.h>

#include "collide.h"
#include "measure.h"

enum { SOLIDS = 7, RAYS = 512, LINES = 64, CAPACITY = 256 };

static double rays[RAYS][6];
static double lines[LINES][2][3];

static double cast_rays(const void *what, int n) {
  collide_hit hit;
  int i, k;
  for (k = 0; k < n; k++)
    for (i = 0; i < RAYS; i++)
      if (collide_raycast((const collide_shape *)what, rays[i], rays[i] + 3, HUGE_VAL, 0, &hit))
        sink += hit.t;
  return (double)n * RAYS;
}

static double cast_at_many(const void *what, int n) {
  const collide_target *target = (const collide_target *)what;
  collide_target_hit hit;
  int k;
  for (k = 0; k < n; k++) {
    const double *ray = rays[k % RAYS];
    if (collide_target_raycast(target, ray, ray + 3, HUGE_VAL, 0, &hit)) sink += hit.hit.t;
  }
  return n;
}

static double walk_lines(const void *what, int n) {
  const collide_grid_frame *frame = (const collide_grid_frame *)what;
  double flat[CAPACITY * 5], cells = 0;
  int k;
  for (k = 0; k < n; k++) {
    collide_walk walk;
    size_t count;
    if (!collide_walk_begin(&walk, frame, lines[k % LINES][0], lines[k % LINES][1])) abort();
    while ((count = collide_walk_fill(&walk, flat, CAPACITY)) > 0) {
      cells += (double)count;
      sink += flat[2];
    }
  }
  return cells;
}

static void make_rays(void) {
  int i;
  for (i = 0; i < RAYS; i++) {
    double *r = rays[i];
    r[0] = uniform(-9, 11);
    r[1] = uniform(2.5, 12);
    r[2] = uniform(-7, 13);
    r[3] = 1 + uniform(-0.9, 0.9) - r[0];
    r[4] = 2 + uniform(-1, 0.7) - r[1];
    r[5] = 3 + uniform(-0.7, 0.7) - r[2];
  }
}

static void make_lines(int dimensions, double length) {
  int i, k;
  for (i = 0; i < LINES; i++) {
    double square = 0, *a = lines[i][0], *b = lines[i][1];
    for (k = 0; k < dimensions; k++) {
      a[k] = uniform(-50, 50);
      b[k] = uniform(-1, 1);
      square += b[k] * b[k];
    }
    for (k = 0; k < dimensions; k++) b[k] = a[k] + b[k] * length / sqrt(square);
  }
}

static void bench_casts(void) {
  static const char *const names[SOLIDS] = {"sphere",  "box",   "cylinder", "cone",
                                            "capsule", "plane", "triangle"};
  static collide_shape shapes[SOLIDS], balls[64];
  static collide_target members[64];
  collide_target target = collide_target_of_array(members, 64);
  double half[3] = {1, 0.8, 0.6}, low[3] = {0, -1, 0}, high[3] = {0, 1, 0}, up[3] = {0, 1, 0};
  double corners[3][3] = {{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}};
  collide_pose pose = collide_identity_pose();
  char name[64];
  int i, k;
  collide_make_sphere(&shapes[0], NULL, 1);
  collide_make_box(&shapes[1], NULL, half);
  collide_make_cylinder(&shapes[2], NULL, 1, 1);
  collide_make_cone(&shapes[3], NULL, 1, 2);
  collide_make_capsule(&shapes[4], NULL, low, high, 0.5);
  collide_make_plane(&shapes[5], NULL, up, 0);
  collide_make_triangle(&shapes[6], NULL, corners[0], corners[1], corners[2]);
  for (k = 0; k < 3; k++) pose.position[k] = k + 1;
  for (i = 0; i < SOLIDS; i++) {
    collide_set_position(&shapes[i], NULL, pose.position);
    snprintf(name, sizeof name, "raycast %s", names[i]);
    row(name, cast_rays, &shapes[i], 1);
  }
  for (i = 0; i < 64; i++) {
    for (k = 0; k < 3; k++) pose.position[k] = uniform(-8, 8);
    collide_make_sphere(&balls[i], NULL, 0.7);
    collide_set_position(&balls[i], NULL, pose.position);
    members[i] = collide_target_of_shape(&balls[i]);
  }
  row("nearest of 64 spheres", cast_at_many, &target, 1);
}

static void bench_cells(void) {
  int dimensions, length;
  char name[64];
  for (dimensions = 2; dimensions <= 3; dimensions++) {
    collide_grid_frame frame = collide_unit_frame(dimensions);
    for (length = 100; length <= 1000; length *= 10) {
      make_lines(dimensions, length);
      snprintf(name, sizeof name, "cells in %dD, length %d", dimensions, length);
      row(name, walk_lines, &frame, 1);
    }
  }
}

int main(void) {
  make_rays();
  bench_casts();
  bench_cells();
  return sink > 1e300; /* so that nothing is optimised away */
}

/* SPDX-License-Identifier: MIT
 *
 * Moves of a capsule on a mesh of 20,000 triangles, beside rays into it, in ns. Prints rows for
 * bench/table.lua, beside those of move.lua.
 */
#include <math.h>

#include "collide.h"
#include "measure.h"

enum { SIDE = 100, STEPS = 256 };

static collide_trimesh *trimesh;
static collide_mesh_shape land;
static double steps[STEPS][3];

static double height(double x, double y) {
  return 1.5 * sin(x / 5) * cos(y / 7);
}

static void make_land(void) {
  static double vertices[(SIDE + 1) * (SIDE + 1) * 3];
  static uint32_t triangles[SIDE * SIDE * 6];
  collide_mesh mesh;
  uint32_t i, j;
  size_t count = 0;
  for (i = 0; i <= SIDE; i++)
    for (j = 0; j <= SIDE; j++) {
      vertices[count++] = i;
      vertices[count++] = j;
      vertices[count++] = height(i, j);
    }
  mesh.vertex_count = count / 3;
  count = 0;
  for (i = 0; i < SIDE; i++)
    for (j = 0; j < SIDE; j++) {
      uint32_t a = i * (SIDE + 1) + j, b = a + SIDE + 1;
      triangles[count++] = a;
      triangles[count++] = b;
      triangles[count++] = b + 1;
      triangles[count++] = a;
      triangles[count++] = b + 1;
      triangles[count++] = a + 1;
    }
  mesh.vertices = vertices;
  mesh.triangles = triangles;
  mesh.triangle_count = count / 3;
  if (collide_trimesh_new(&trimesh, &mesh, NULL, NULL, NULL) != COLLIDE_OK) abort();
  collide_make_mesh(&land, trimesh);
}

/* Steps of a walk, each back where it came from after half of them. */
static void make_steps(void) {
  int i;
  for (i = 0; i < STEPS / 2; i++) {
    double angle = uniform(0, 6.28);
    steps[i][0] = 0.15 * cos(angle);
    steps[i][1] = 0.15 * sin(angle);
    steps[i][2] = steps[STEPS - 1 - i][2] = -0.05;
    steps[STEPS - 1 - i][0] = -steps[i][0];
    steps[STEPS - 1 - i][1] = -steps[i][1];
  }
}

static double ask_rays(const void *what, int n) {
  collide_target target = collide_target_of_mesh(&land);
  int i, k;
  (void)what;
  for (k = 0; k < n; k++)
    for (i = 0; i < STEPS; i++) {
      double from[3] = {50, 50, 9}, direction[3];
      collide_target_hit hit;
      direction[0] = 20 * steps[i][0];
      direction[1] = 20 * steps[i][1];
      direction[2] = -1;
      sink += collide_target_raycast(&target, from, direction, INFINITY, 0, &hit);
    }
  return (double)n * STEPS;
}

static double ask_moves(const void *what, int n) {
  static const double foot[3] = {0, 0, 0.3}, head[3] = {0, 0, 1.5};
  const collide_move_options *options = (const collide_move_options *)what;
  collide_target target = collide_target_of_mesh(&land);
  collide_move_result result;
  collide_shape shape;
  collide_source source;
  double start[3] = {50, 50, 3};
  int i, k;
  collide_make_capsule(&shape, &source, foot, head, 0.3);
  for (k = 0; k < n; k++) {
    collide_set_position(&shape, &source, start);
    for (i = 0; i < STEPS; i++) {
      double d[3];
      int j;
      for (j = 0; j < 3; j++) d[j] = steps[i][j];
      if (i == 0) d[2] = -9;
      if (collide_move(&shape, &source, &target, d, options, NULL, &result) != 1) abort();
      sink += result.position[2];
    }
  }
  return (double)n * STEPS;
}

int main(void) {
  collide_move_options slides = collide_default_move(), walks = slides;
  slides.skips_exit = walks.skips_exit = 1; /* as where numbers are asked */
  walks.has_up = 1;
  walks.up[1] = 0;
  walks.up[2] = 1;
  walks.snap = 0.2;
  make_land();
  make_steps();
  row("ray into a mesh", ask_rays, NULL, 1);
  row("capsule slides on a mesh", ask_moves, &slides, 1);
  row("capsule walks on a mesh", ask_moves, &walks, 1);
  collide_trimesh_free(trimesh);
  return sink == 0.5;
}

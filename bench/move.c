/* SPDX-License-Identifier: MIT
 *
 * Moves of a capsule on a mesh of 20,000 triangles, hilly or level, beside rays into it, in ns.
 * Prints rows for bench/table.lua, beside those of move.lua.
 */
#include <math.h>

#include "collide.h"
#include "measure.h"
#include "../spec/support/cast.h"

enum { SIDE = 100, STEPS = 256 };

typedef struct land {
  collide_mesh_data *data;
  collide_mesh shape;
} land;

/* Moves with these options on that land. */
typedef struct walk {
  const land *on;
  const collide_move_options *options;
} walk;

static double steps[STEPS][3];

/* What is level is touched exactly. */
static void make_land(land *to, double high) {
  static double vertices[(SIDE + 1) * (SIDE + 1) * 3];
  static uint32_t triangles[SIDE * SIDE * 6];
  collide_triangles mesh;
  uint32_t i, j;
  size_t count = 0;
  for (i = 0; i <= SIDE; i++)
    for (j = 0; j <= SIDE; j++) {
      vertices[count++] = i;
      vertices[count++] = j;
      vertices[count++] = high * sin(i / 5.0) * cos(j / 7.0);
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
  if (collide_mesh_data_new(&to->data, &mesh, NULL, NULL, NULL) != COLLIDE_OK) abort();
  collide_make_mesh(&to->shape, to->data);
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
  collide_target target = collide_target_of_mesh(&((const land *)what)->shape);
  int i, k;
  for (k = 0; k < n; k++)
    for (i = 0; i < STEPS; i++) {
      double from[3] = {50, 50, 9}, direction[3];
      collide_target_hit hit;
      direction[0] = 20 * steps[i][0];
      direction[1] = 20 * steps[i][1];
      direction[2] = -1;
      sink += cast_target(COLLIDE_CAST_RAY, &target, from, direction, INFINITY, 0, &hit);
    }
  return (double)n * STEPS;
}

static double ask_moves(const void *what, int n) {
  static const double foot[3] = {0, 0, 0.3}, head[3] = {0, 0, 1.5};
  const walk *w = (const walk *)what;
  collide_target target = collide_target_of_mesh(&w->on->shape);
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
      if (move_shape(&shape, &source, &target, d, w->options, NULL, &result) != 1) abort();
      sink += result.position[2];
    }
  }
  return (double)n * STEPS;
}

int main(void) {
  collide_move_options slides = collide_default_move(), walks = slides;
  land hills, plain;
  walk on_hills, on_plain;
  slides.skips_exit = walks.skips_exit = 1; /* as where numbers are asked */
  walks.has_up = 1;
  walks.up[1] = 0;
  walks.up[2] = 1;
  walks.snap = 0.2;
  make_land(&hills, 1.5);
  make_land(&plain, 0);
  make_steps();
  on_hills.on = &hills;
  on_plain.on = &plain;
  on_hills.options = on_plain.options = &slides;
  row("ray into a mesh", ask_rays, &hills, 1);
  row("capsule slides on a mesh", ask_moves, &on_hills, 1);
  row("capsule slides on a level mesh", ask_moves, &on_plain, 1);
  on_hills.options = on_plain.options = &walks;
  row("capsule walks on a mesh", ask_moves, &on_hills, 1);
  row("capsule walks on a level mesh", ask_moves, &on_plain, 1);
  collide_mesh_data_free(hills.data);
  collide_mesh_data_free(plain.data);
  return sink == 0.5;
}

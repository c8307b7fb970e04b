/* SPDX-License-Identifier: MIT */
#include "movers.h"

#include <math.h>
#include <stdlib.h>

#include "inputs.h"
#include "shape/shape.h"
#include "../support/cast.h"

/* Cells of two or three dimensions, single ones and a block. They are few, for a move asks about
 * each that its shape is in; one of them is far away, below many nodes. */
static const collide_grid *few_cells(int dimensions) {
  static collide_grid *grids[2];
  static const int64_t min[3] = {-4, -4, 0}, max[3] = {4, -2, 0}, cell[3] = {1 << 30, 2, 0};
  collide_grid **grid = &grids[dimensions - 2];
  if (*grid == NULL) {
    collide_grid_frame frame = collide_unit_frame(dimensions);
    *grid = collide_grid_new(&frame, NULL, NULL);
    if (*grid == NULL || !collide_grid_fill(*grid, min, max, 1) ||
        !collide_grid_set(*grid, cell, 2))
      abort();
  }
  return *grid;
}

long ask_sweeps(const collide_shape *a, const collide_shape *b) {
  int dimensions = collide_dimensions(a);
  collide_target target = collide_target_of_grid(few_cells(dimensions));
  collide_target_sweep nearest;
  collide_sweep_hit hit;
  double d[3] = {0, 0, 0};
  long answers = 0;
  draw_vector(d, dimensions);
  answers += collide_shapecast(a, d, b, 0, &hit);
  answers += collide_shapecast(a, d, b, COLLIDE_SKIP_TOUCHING, &hit);
  answers += sweep_target(a, d, &target, COLLIDE_SKIP_TOUCHING, &nearest);
  d[0] = 0;
  answers += collide_shapecast(a, d, b, 0, &hit);
  return answers;
}

/* A copy of `a` goes its way. */
static long ask_move(const collide_shape *a, const collide_source *from, const collide_shape *b) {
  static double own[512], storage[1536];
  int dimensions = collide_dimensions(a);
  collide_shape shape;
  collide_source origin;
  collide_move_options options = collide_default_move();
  collide_move_hit hits[4];
  collide_move_result result;
  collide_target members[2];
  collide_target target = collide_target_of_array(members, 2);
  double d[3] = {0, 0, 0};
  long answers = 0;
  if (ci_copy_storage(a) > sizeof own || shape_move_storage(a) > sizeof storage) return 0;
  if (ci_copy_shape(a, from, own, &shape, &origin) != COLLIDE_OK) return 0;
  members[0] = collide_target_of_shape(b);
  members[1] = collide_target_of_grid(few_cells(dimensions));
  options.hits = hits;
  options.room = 4;
  options.has_up = draw_below(2);
  options.step = options.snap = 1;
  draw_vector(d, dimensions);
  answers += move_shape(&shape, &origin, &target, d, &options, storage, &result);
  answers += push_shape_out(&shape, &origin, &target, &options, storage, &result);
  return answers;
}

long ask_moves(int kind) {
  static collide_shape a, b;
  static collide_source from;
  long posed;
  int other;
  if (draw_below(8) > 0 || !draw_shape(&a, kind)) return 0;
  posed = draw_pose(&a, kind);
  from = *draw_source();
  other = kind < COLLIDE_CIRCLE ? draw_below(COLLIDE_CIRCLE)
                                : COLLIDE_CIRCLE + draw_below(COLLIDE_KINDS - COLLIDE_CIRCLE);
  if (!draw_shape(&b, other)) return posed;
  return posed + ask_move(&a, &from, &b);
}

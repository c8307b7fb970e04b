/* SPDX-License-Identifier: MIT
 *
 * The cells of a grid that a shape overlaps.
 */
#include <string.h>

#include "../grid/grid_visit.h"
#include "meet.h"

typedef struct cells_in {
  grid_visitor base;
  const collide_grid *grid;
  const collide_shape *shape;
  int (*take)(void *user, const int64_t cell[3], unsigned value);
  void *user;
} cells_in;

/* Which axis of the block has the most cells. */
static int longest_axis(const int64_t min[3], const int64_t max[3]) {
  int axis = 0, i;
  for (i = 1; i < 3; i++)
    if (max[i] - min[i] > max[axis] - min[axis]) axis = i;
  return axis;
}

/* Fewer than 2^54 cells lie along an axis, so halving a block ends after 54 times along each. Of
 * each halving one half waits. */
enum { MOST_WAITING = 3 * 54 };

typedef struct cell_block {
  int64_t min[3], max[3];
} cell_block;

/* Leaves the lower half in *block. */
static cell_block cut_upper_half(cell_block *block) {
  int axis = longest_axis(block->min, block->max);
  cell_block upper = *block;
  block->max[axis] = block->min[axis] + (block->max[axis] - block->min[axis]) / 2;
  upper.min[axis] = block->max[axis] + 1;
  return upper;
}

static int is_one_cell(const cell_block *b) {
  return b->min[0] == b->max[0] && b->min[1] == b->max[1] && b->min[2] == b->max[2];
}

static int is_met(const cells_in *c, const cell_block *block, unsigned value) {
  int i, parts = grid_parts_of(c->grid, value);
  for (i = 0; i < parts; i++) {
    cell_shape room;
    const collide_shape *one = ci_block_shape(c->grid, block->min, block->max, value, i, &room);
    if (collide_overlap(c->shape, one) == 1) return 1;
  }
  return 0;
}

/* A block without an empty cell is one closed box: the shape overlaps a cell of it only if it
 * overlaps this box. */
static int take_block(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
                      unsigned value) {
  const cells_in *c = (const cells_in *)(const void *)visitor;
  cell_block waiting[MOST_WAITING + 1];
  int count = 1;
  memcpy(waiting[0].min, min, sizeof waiting[0].min);
  memcpy(waiting[0].max, max, sizeof waiting[0].max);
  while (count > 0) {
    cell_block block = waiting[--count];
    if (!is_met(c, &block, value)) continue;
    if (is_one_cell(&block)) {
      if (!c->take(c->user, block.min, value)) return 1;
      continue;
    }
    waiting[count++] = cut_upper_half(&block);
    waiting[count++] = block;
  }
  return 0;
}

/* Where cells are shapes, which come one by one, blocks are passed over that the shape does not
 * meet. */
static double bound_met(const grid_visitor *visitor, const int64_t min[3], const int64_t max[3]) {
  const cells_in *c = (const cells_in *)(const void *)visitor;
  collide_shape box;
  ci_cells_shape(c->grid, min, max, &box);
  return collide_overlap(c->shape, &box) == 1 ? 0 : HUGE_VAL;
}

int ci_grid_cells_in(const collide_grid *grid, const collide_shape *shape,
                     int (*take)(void *user, const int64_t cell[3], unsigned value), void *user) {
  static const double zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};
  collide_shape box;
  double low[3], high[3];
  int64_t min[3], max[3];
  cells_in c;
  ci_box_shape(grid->frame.dimensions, zero, one, &box);
  if (!ci_has_pair(shape, &box)) return COLLIDE_UNSUPPORTED;
  memset(&c, 0, sizeof c);
  c.base.take = take_block;
  if (grid->form_count != 0) c.base.bound = bound_met;
  c.grid = grid;
  c.shape = shape;
  c.take = take;
  c.user = user;
  collide_bounds(shape, low, high);
  ci_cells_range(grid, low, high, min, max);
  ci_grid_visit(grid, min, max, &c.base);
  return 1;
}

/* SPDX-License-Identifier: MIT
 *
 * The cell of a grid that is nearest to a shape.
 */
#include <string.h>

#include "../grid/grid_visit.h"
#include "meet_tile.h"

typedef struct near_visit {
  grid_visitor base;
  const meet *m;
  const collide_target *target;
  double max;
  int found, is_flat;
  collide_nearness best;
} near_visit;

/* May be told for any cell of a block, if that is as near as the block. */
static double least_better(const near_visit *v) {
  return v->best.distance * (1 - MEET_TIE);
}

static double bound_block(const grid_visitor *visitor, const int64_t min[3], const int64_t max[3]) {
  const near_visit *v = (const near_visit *)(const void *)visitor;
  double low[3], high[3], bound;
  ci_cells_corners(v->target->of.grid, min, max, low, high);
  bound = v->is_flat ? ci_meet_flat_bound(v->m, low, high) : ci_meet_bound(v->m, low, high);
  if (v->found && bound >= least_better(v) && !ci_cells_before(min, v->best.at.cell))
    return HUGE_VAL; /* it can be as near, but not before the best cell */
  return bound;
}

static double block_distance(const near_visit *v, const int64_t min[3], const int64_t max[3],
                             unsigned value) {
  const collide_grid *grid = v->target->of.grid;
  double on_shape[3], on_block[3], least = HUGE_VAL;
  int i, parts = grid_parts_of(grid, value);
  for (i = 0; i < parts; i++) {
    cell_shape room;
    const collide_shape *block = ci_block_shape(grid, min, max, value, i, &room);
    double distance = ci_meet_distance(v->m, block, on_shape, on_block);
    if (distance < least) least = distance;
  }
  return least;
}

/* The first cell of a block without an empty cell that is as near as the block. The cells up to a
 * certain z are a block that is no nearer than those up to a greater z: so the least z for which
 * they are as near is found by halving; then, for this z, the least y, and the least x. */
static void find_first(const near_visit *v, const int64_t min[3], const int64_t max[3],
                       unsigned value, double limit, int64_t cell[3]) {
  int64_t low[3], high[3];
  int axis;
  memcpy(low, min, sizeof low);
  memcpy(high, max, sizeof high);
  for (axis = 2; axis >= 0; axis--) {
    int64_t first = low[axis], last = high[axis];
    while (first < last) {
      high[axis] = first + (last - first) / 2;
      if (block_distance(v, low, high, value) <= limit)
        last = high[axis];
      else
        first = high[axis] + 1;
    }
    low[axis] = high[axis] = first;
  }
  memcpy(cell, low, sizeof low);
}

static void keep(near_visit *v, const int64_t cell[3], unsigned value) {
  collide_nearness *best = &v->best;
  double distance = HUGE_VAL;
  int i, parts = grid_parts_of(v->target->of.grid, value);
  for (i = 0; i < parts; i++) {
    cell_shape room;
    double on_shape[3], on_target[3], one;
    const collide_shape *part = ci_cell_shape(v->target->of.grid, cell, value, i, &room);
    one = ci_meet_distance(v->m, part, on_shape, on_target);
    if (!(one <= v->max) || (i > 0 && !(one < distance))) continue;
    distance = one;
    memcpy(best->on_shape, on_shape, sizeof on_shape);
    memcpy(best->on_target, on_target, sizeof on_target);
  }
  if (!(distance <= v->max)) return;
  v->found = 1;
  best->distance = distance;
  best->at.member = *v->target;
  best->at.part = v->m->part;
  best->at.has_cell = 1;
  best->at.triangle = 0;
  best->at.value = value;
  memcpy(best->at.cell, cell, sizeof best->at.cell);
  v->base.most = distance * (1 + MEET_TIE);
  if (!(v->base.most <= v->max)) v->base.most = v->max;
}

static int take_block(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
                      unsigned value) {
  near_visit *v = (near_visit *)(void *)visitor;
  double distance = block_distance(v, min, max, value);
  int64_t cell[3];
  if (!(distance <= v->base.most)) return 0;
  if (v->found && distance >= least_better(v) && !ci_cells_before(min, v->best.at.cell)) return 0;
  find_first(v, min, max, value, distance * (1 + MEET_TIE), cell);
  if (v->found && distance >= least_better(v) && !ci_cells_before(cell, v->best.at.cell)) return 0;
  keep(v, cell, value);
  return 0;
}

/* What may be rounded is far less than 2^-27 of the largest number: pair.h says how far off a
 * distance is, and no coordinate of a cell that is near enough is larger than that and the
 * distance. */
void ci_meet_near_range(const meet *m, const collide_grid *grid, double max, int64_t min[3],
                        int64_t most[3]) {
  double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, pad = max;
  int i;
  memcpy(min, grid->low, sizeof grid->low);
  memcpy(most, grid->high, sizeof grid->high);
  for (i = 0; i < m->dimensions; i++) {
    double far = fabs(m->low[i]) > fabs(m->high[i]) ? fabs(m->low[i]) : fabs(m->high[i]);
    if (m->shape != NULL && fabs(m->shape->position[i]) > far) far = fabs(m->shape->position[i]);
    pad += 7.450580596923828e-09 * (far + max);
  }
  if (!(pad < 1e300)) return;
  for (i = 0; i < m->dimensions; i++) {
    low[i] = m->low[i] - pad;
    high[i] = m->high[i] + pad;
  }
  ci_cells_range(grid, low, high, min, most);
}

int ci_meet_grid_distance(const meet *m, const collide_target *t, double max,
                          collide_nearness *nearest) {
  const collide_grid *grid = t->of.grid;
  int64_t least[3], greatest[3];
  near_visit v;
  memset(&v, 0, sizeof v);
  v.base.bound = bound_block;
  v.base.most = v.max = max;
  v.base.take = take_block;
  v.m = m;
  v.is_flat = grid->form_count == 0 && ci_meet_is_flat(m->shape);
  v.target = t;
  if (collide_grid_count(grid) == 0) return 0;
  ci_meet_near_range(m, grid, max, least, greatest);
  ci_grid_visit(grid, least, greatest, &v.base);
  if (v.found) {
    int index = nearest->at.index;
    *nearest = v.best;
    nearest->at.index = index;
  }
  return v.found;
}

/* SPDX-License-Identifier: MIT
 *
 * Two grids: overlap and distance.
 */
#include <string.h>

#include "../grid/grid_visit.h"
#include "meet_tile.h"

/* ---- Overlap -------------------------------------------------------------------------- */

typedef struct grids_visit {
  grid_visitor base;
  const collide_grid *grid, *other;
  double low[3], high[3];     /* of the block of the first that the second is searched for */
  const collide_shape *shape; /* where cells of either are shapes: that block */
} grids_visit;

static int boxes_meet(int dimensions, const double p_low[3], const double p_high[3],
                      const double q_low[3], const double q_high[3]) {
  int i;
  for (i = 0; i < dimensions; i++)
    if (p_low[i] > q_high[i] || q_low[i] > p_high[i]) return 0;
  return 1;
}

static int take_second(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
                       unsigned value) {
  const grids_visit *v = (const grids_visit *)(const void *)visitor;
  double low[3], high[3];
  int i, parts = grid_parts_of(v->grid, value);
  ci_cells_corners(v->grid, min, max, low, high);
  if (!boxes_meet(v->grid->frame.dimensions, low, high, v->low, v->high)) return 0;
  if (v->shape == NULL) return 1;
  for (i = 0; i < parts; i++) {
    cell_shape room;
    if (collide_overlap(v->shape, ci_block_shape(v->grid, min, max, value, i, &room)) == 1)
      return 1;
  }
  return 0;
}

static int take_first(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
                      unsigned value) {
  const grids_visit *v = (const grids_visit *)(const void *)visitor;
  grids_visit second;
  int64_t least[3], most[3];
  cell_shape room;
  int i, parts = grid_parts_of(v->grid, value);
  memset(&second, 0, sizeof second);
  second.base.take = take_second;
  second.grid = v->other;
  ci_cells_corners(v->grid, min, max, second.low, second.high);
  ci_cells_range(v->other, second.low, second.high, least, most);
  if (v->grid->form_count == 0 && v->other->form_count == 0)
    return ci_grid_visit(v->other, least, most, &second.base);
  for (i = 0; i < parts; i++) {
    second.shape = ci_block_shape(v->grid, min, max, value, i, &room);
    if (ci_grid_visit(v->other, least, most, &second.base)) return 1;
  }
  return 0;
}

static int take_any(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
                    unsigned value) {
  (void)visitor;
  (void)min;
  (void)max;
  (void)value;
  return 1;
}

/* Whether the other grid has a cell where the block is, or beside that: to ask that once costs less
 * than to ask it of all cells of a block where there is none. */
static int enter_first(const grid_visitor *visitor, const int64_t min[3], const int64_t max[3]) {
  const grids_visit *v = (const grids_visit *)(const void *)visitor;
  grid_visitor any;
  int64_t least[3], most[3];
  double low[3], high[3];
  memset(&any, 0, sizeof any);
  any.take = take_any;
  ci_cells_corners(v->grid, min, max, low, high);
  ci_cells_range(v->other, low, high, least, most);
  return ci_grid_visit(v->other, least, most, &any);
}

/* For each block of the grid with fewer cells the other one is searched. */
int ci_grids_overlap(const collide_grid *a, const collide_grid *b) {
  grids_visit v;
  int64_t min[3], max[3];
  double low[3], high[3];
  memset(&v, 0, sizeof v);
  v.base.take = take_first;
  v.base.enter = enter_first;
  v.grid = a->count <= b->count ? a : b;
  v.other = a->count <= b->count ? b : a;
  if (v.grid->count == 0) return 0;
  ci_cells_corners(v.other, v.other->low, v.other->high, low, high);
  ci_cells_range(v.grid, low, high, min, max);
  return ci_grid_visit(v.grid, min, max, &v.base);
}

/* ---- Which grid is the first ---------------------------------------------------------------- */

static int compare(double p, double q) {
  return p < q ? -1 : p > q;
}

/* So that the answer is the same in either order, but mirrored. */
static int compare_grids(const collide_grid *a, const collide_grid *b) {
  int i, order = a->count < b->count ? -1 : a->count > b->count;
  for (i = 0; i < a->frame.dimensions && order == 0; i++) {
    order = compare(a->frame.size[i], b->frame.size[i]);
    if (order == 0) order = compare(a->frame.origin[i], b->frame.origin[i]);
  }
  return order != 0 ? order : ci_grid_compare(a, b);
}

/* ---- Distance ---------------------------------------------------------------------------- */

typedef struct far_visit {
  grid_visitor base;
  const collide_grid *grid;
  collide_target other;
  meet all; /* the bounds of the other one */
  double max;
  int found, is_unsupported, is_flat;
  int64_t cell[3];
  collide_nearness best; /* on_shape is on the first */
} far_visit;

static double bound_of(const meet *asked, int is_flat, const double low[3], const double high[3]) {
  return is_flat ? ci_meet_flat_bound(asked, low, high) : ci_meet_bound(asked, low, high);
}

/* A cell that is as near as the best, but not before it, does not count; see meet_near.c. */
static double least_better(const far_visit *v) {
  return v->best.distance * (1 - MEET_TIE);
}

static double bound_block(const grid_visitor *visitor, const int64_t min[3], const int64_t max[3]) {
  const far_visit *v = (const far_visit *)(const void *)visitor;
  double low[3], high[3], bound;
  ci_cells_corners(v->grid, min, max, low, high);
  bound = bound_of(&v->all, v->is_flat, low, high);
  if (v->found && bound >= least_better(v) && !ci_cells_before(min, v->cell)) return HUGE_VAL;
  return bound;
}

/* Looks for a block of the other grid that may be as near to a box as is asked. */
typedef struct near_search {
  grid_visitor base;
  const collide_grid *grid;
  meet box;
  int is_flat;
} near_search;

static double bound_near_search(const grid_visitor *visitor, const int64_t min[3],
                                const int64_t max[3]) {
  const near_search *n = (const near_search *)(const void *)visitor;
  double low[3], high[3];
  ci_cells_corners(n->grid, min, max, low, high);
  return bound_of(&n->box, n->is_flat, low, high);
}

/* Whether the block, which may have empty cells, is near enough that one of its cells may count: to
 * ask that once costs less than to ask each of its cells. */
static int enter_block(const grid_visitor *visitor, const int64_t min[3], const int64_t max[3]) {
  const far_visit *v = (const far_visit *)(const void *)visitor;
  const collide_grid *other = v->other.of.grid;
  int64_t least[3], greatest[3];
  near_search n;
  memset(&n, 0, sizeof n);
  n.base.bound = bound_near_search;
  n.base.take = take_any;
  n.base.most = v->base.most;
  if (v->found && !ci_cells_before(min, v->cell)) n.base.most = least_better(v);
  n.grid = other;
  n.box.dimensions = other->frame.dimensions;
  n.is_flat = v->is_flat;
  ci_cells_corners(v->grid, min, max, n.box.low, n.box.high);
  ci_meet_near_range(&n.box, other, n.base.most, least, greatest);
  return ci_grid_visit(other, least, greatest, &n.base);
}

/* Is the block at most `limit` away from the other grid? */
static int is_near(far_visit *v, const int64_t min[3], const int64_t max[3], unsigned value,
                   double limit, collide_nearness *nearest) {
  int i, parts = grid_parts_of(v->grid, value), is_found = 0;
  for (i = 0; i < parts; i++) {
    cell_shape room;
    collide_nearness one;
    const collide_shape *part = ci_block_shape(v->grid, min, max, value, i, &room);
    meet m = ci_meet_begin(part, 0);
    int found = ci_meet_nearest(&m, &v->other, limit, 0, &one);
    if (found == COLLIDE_UNSUPPORTED) v->is_unsupported = 1;
    if (found != 1 || (is_found && !(one.distance < nearest->distance))) continue;
    is_found = 1;
    *nearest = one;
    limit = one.distance;
  }
  return is_found && !v->is_unsupported;
}

/* As in meet_near.c: the first cell of a block that is as near as the block. */
static void find_first(far_visit *v, const int64_t min[3], const int64_t max[3], unsigned value,
                       double limit, int64_t cell[3]) {
  int64_t low[3], high[3];
  collide_nearness near;
  int axis;
  memcpy(low, min, sizeof low);
  memcpy(high, max, sizeof high);
  for (axis = 2; axis >= 0; axis--) {
    int64_t first = low[axis], last = high[axis];
    while (first < last) {
      high[axis] = first + (last - first) / 2;
      if (is_near(v, low, high, value, limit, &near))
        last = high[axis];
      else
        first = high[axis] + 1;
    }
    low[axis] = high[axis] = first;
  }
  memcpy(cell, low, sizeof low);
}

static int take_block(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
                      unsigned value) {
  far_visit *v = (far_visit *)(void *)visitor;
  collide_nearness near;
  int64_t cell[3];
  if (!is_near(v, min, max, value, v->base.most, &near)) return v->is_unsupported;
  if (v->found && near.distance >= least_better(v) && !ci_cells_before(min, v->cell)) return 0;
  find_first(v, min, max, value, near.distance * (1 + MEET_TIE), cell);
  if (v->found && near.distance >= least_better(v) && !ci_cells_before(cell, v->cell)) return 0;
  if (!is_near(v, cell, cell, value, v->max, &near)) return 0;
  v->found = 1;
  v->best = near;
  memcpy(v->cell, cell, sizeof v->cell);
  v->base.most = near.distance * (1 + MEET_TIE);
  if (!(v->base.most <= v->max)) v->base.most = v->max;
  return 0;
}

int ci_grids_distance(const collide_target *first, const collide_target *second, double max,
                      collide_nearness *nearest) {
  const collide_grid *a = first->of.grid, *b = second->of.grid;
  int mirrored = compare_grids(a, b) > 0;
  const collide_grid *other = mirrored ? a : b;
  far_visit v;
  memset(&v, 0, sizeof v);
  v.base.bound = bound_block;
  v.base.enter = enter_block;
  v.base.take = take_block;
  v.base.most = v.max = max;
  v.is_flat = a->form_count == 0 && b->form_count == 0;
  v.grid = mirrored ? b : a;
  v.other = collide_target_of_grid(other);
  if (a->count == 0 || b->count == 0) return 0;
  v.all.dimensions = other->frame.dimensions;
  ci_cells_corners(other, other->low, other->high, v.all.low, v.all.high);
  ci_grid_visit(v.grid, v.grid->low, v.grid->high, &v.base);
  if (v.is_unsupported) return COLLIDE_UNSUPPORTED;
  if (!v.found) return 0;
  memset(nearest, 0, sizeof *nearest);
  nearest->distance = v.best.distance;
  memcpy(mirrored ? nearest->on_target : nearest->on_shape, v.best.on_shape,
         sizeof v.best.on_shape);
  memcpy(mirrored ? nearest->on_shape : nearest->on_target, v.best.on_target,
         sizeof v.best.on_target);
  nearest->at.member = *second;
  return 1;
}

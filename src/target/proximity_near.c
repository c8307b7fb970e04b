/* SPDX-License-Identifier: MIT
 *
 * The cell of a grid that is nearest to a shape, or to the cells of another grid.
 */
#include <string.h>

#include "proximity_cells.h"

typedef struct near_visit {
  grid_visitor base;
  const collide_grid *grid;
  const meet *m;                /* the shape, or only bounds if its shape is NULL */
  const collide_target *other;  /* NULL, or the grid whose bounds these are */
  const collide_target *target; /* `grid`, if all cells are listed */
  double max;
  int found, is_flat;
  int is_large; /* 1: the bounds of the shape meet many cells */
  unsigned value;
  int64_t cell[3];
  collide_nearness best; /* on_target lies on `grid` */
} near_visit;

/* A cell with this distance or more counts only if it comes before the best cell. */
static double least_better(const near_visit *v) {
  return v->best.distance * (1 - MEET_TIE);
}

static int is_no_better(const near_visit *v, double distance, const int64_t cell[3]) {
  return v->found && distance >= least_better(v) && !ci_cells_before(cell, v->cell);
}

/* The same for a list: the last of the wanted distances so far must come after the cell. */
static int is_unwanted(const near_visit *v, double distance, const int64_t cell[3]) {
  const near_sink *all = v->target != NULL ? v->m->all : NULL;
  const collide_nearness *last;
  if (all == NULL || first_is_closed(&all->kept)) return all != NULL;
  last = (const collide_nearness *)first_last(&all->kept);
  if (last == NULL || distance < last->distance) return 0;
  return distance > last->distance || !ci_cells_before(cell, last->at.cell);
}

static double bound_box(const meet *m, int is_flat, const collide_grid *grid, const int64_t min[3],
                        const int64_t max[3]) {
  double low[3], high[3];
  ci_cells_corners(grid, min, max, low, high);
  return is_flat ? ci_meet_flat_bound(m, low, high) : ci_meet_bound(m, low, high);
}

/* The bounds of a shape may meet many blocks that the shape does not. Its own distance to a block
 * is a better bound than that of its bounds, but takes longer. */
static double bound_shape(const near_visit *v, const int64_t min[3], const int64_t max[3]) {
  double low[3], high[3], on_shape[3], on_box[3], distance;
  collide_shape box;
  ci_cells_corners(v->grid, min, max, low, high);
  ci_box_shape(v->grid->frame.dimensions, low, high, &box);
  distance = ci_meet_axis_bound(v->m, low, high, ci_meet_distance(v->m, &box, on_shape, on_box));
  return distance > 0 ? distance : 0;
}

static double bound_block(const grid_visitor *visitor, const int64_t min[3], const int64_t max[3]) {
  const near_visit *v = (const near_visit *)(const void *)visitor;
  double bound = bound_box(v->m, v->is_flat, v->grid, min, max);
  if (bound == 0 && v->is_large && memcmp(min, max, 3 * sizeof *min) != 0)
    bound = bound_shape(v, min, max);
  return is_no_better(v, bound, min) || is_unwanted(v, bound, min) ? HUGE_VAL : bound;
}

/* Finds the distance to one shape of a block. Returns 1 if it is at most `limit`. */
static int find_distance(const near_visit *v, const collide_shape *part, double limit,
                         collide_nearness *one) {
  if (v->other != NULL) {
    meet m = ci_meet_begin(part, 0);
    collide_nearness found;
    if (ci_meet_grid_distance(&m, v->other, limit, &found) != 1) return 0;
    one->distance = found.distance;
    memcpy(one->on_shape, found.on_target, sizeof found.on_target);
    memcpy(one->on_target, found.on_shape, sizeof found.on_shape);
    return 1;
  }
  one->distance = ci_meet_distance(v->m, part, one->on_shape, one->on_target);
  return one->distance <= limit;
}

/* Returns 1 if the block is at most `limit` away. */
static int is_near(const near_visit *v, const int64_t min[3], const int64_t max[3], unsigned value,
                   double limit, collide_nearness *nearest) {
  int i, parts = grid_parts_of(v->grid, value), is_found = 0;
  for (i = 0; i < parts; i++) {
    cell_shape room;
    collide_nearness one;
    const collide_shape *part = ci_block_shape(v->grid, min, max, value, i, &room);
    if (!find_distance(v, part, limit, &one)) continue;
    if (is_found && !(one.distance < nearest->distance)) continue;
    is_found = 1;
    *nearest = one;
    limit = one.distance;
  }
  return is_found;
}

/* Finds the first cell as near as the block, in a block without empty cells. The cells up to some z
 * are a block that is no nearer than the cells up to a greater z. So a bisection finds the least z
 * for which they are as near, then for this z the least y, and the least x. */
static void find_first(const near_visit *v, const int64_t min[3], const int64_t max[3],
                       unsigned value, double limit, int64_t cell[3]) {
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
  near_visit *v = (near_visit *)(void *)visitor;
  collide_nearness near;
  int64_t cell[3];
  if (!is_near(v, min, max, value, v->base.most, &near)) return 0;
  if (is_no_better(v, near.distance, min)) return 0;
  find_first(v, min, max, value, near.distance * (1 + MEET_TIE), cell);
  if (is_no_better(v, near.distance, cell)) return 0;
  if (!is_near(v, cell, cell, value, v->max, &near)) return 0;
  v->found = 1;
  v->best = near;
  v->value = value;
  memcpy(v->cell, cell, sizeof v->cell);
  v->base.most = near.distance * (1 + MEET_TIE);
  if (!(v->base.most <= v->max)) v->base.most = v->max;
  return 0;
}

/* Lists a cell that is at most v->base.most away. */
static int list_cell(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
                     unsigned value) {
  near_visit *v = (near_visit *)(void *)visitor;
  collide_nearness near;
  if (is_unwanted(v, visitor->at, min)) return 0; /* the block's bound is older than the list */
  if (!is_near(v, min, max, value, visitor->most, &near)) return 0;
  near.at = place_of_cell(v->target, 0, min, value);
  near.at.part = v->m->part;
  ci_meet_list_near(v->m, &near);
  visitor->most = near_sink_most(v->m->all, v->max);
  return 0;
}

/* Writes a range of cells. It includes every cell at most `max` away from the shape, or from the
 * bounds if m->shape is NULL, and perhaps others. All rounding together is far below 2^-27 of the
 * largest number: pair.h bounds the error of a distance. No coordinate of a near enough cell is
 * larger than that number plus the distance. */
static void find_range(const meet *m, const collide_grid *grid, double max, int64_t min[3],
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

static near_visit begin(const collide_grid *grid, const meet *m, double max) {
  near_visit v;
  memset(&v, 0, sizeof v);
  v.base.bound = bound_block;
  v.base.most = v.max = max;
  v.base.take = take_block;
  v.grid = grid;
  v.m = m;
  return v;
}

int ci_meet_grid_distance(const meet *m, const collide_target *t, double max,
                          collide_nearness *nearest) {
  const collide_grid *grid = t->of.grid;
  int64_t least[3], greatest[3];
  near_visit v = begin(grid, m, max);
  if (m->mesh != NULL) return COLLIDE_UNSUPPORTED;
  v.is_flat = grid->form_count == 0 && ci_meet_is_flat(m->shape);
  if (collide_grid_count(grid) == 0) return 0;
  if (m->all != NULL) {
    v.base.take = list_cell;
    v.base.is_single = 1;
    v.target = t;
  }
  find_range(m, grid, max, least, greatest);
  v.is_large = cells_count(grid, m->low, m->high) > CELLS_MANY;
  ci_grid_visit(grid, least, greatest, &v.base);
  if (!v.found) return 0;
  nearest->distance = v.best.distance;
  memcpy(nearest->on_shape, v.best.on_shape, sizeof nearest->on_shape);
  memcpy(nearest->on_target, v.best.on_target, sizeof nearest->on_target);
  nearest->at = place_of_cell(t, nearest->at.index, v.cell, v.value);
  nearest->at.part = m->part;
  return 1;
}

/* ---- Two grids ------------------------------------------------------------------------------- */

static int compare(double p, double q) {
  return p < q ? -1 : p > q;
}

/* Decides which grid is searched for the nearest cell, so that both orders of the arguments give
 * the same answer, mirrored. */
static int compare_grids(const collide_grid *a, const collide_grid *b) {
  int i, order = a->count < b->count ? -1 : a->count > b->count;
  for (i = 0; i < a->frame.dimensions && order == 0; i++) {
    order = compare(a->frame.size[i], b->frame.size[i]);
    if (order == 0) order = compare(a->frame.origin[i], b->frame.origin[i]);
  }
  return order != 0 ? order : ci_grid_compare(a, b);
}

/* A search in the other grid for a block that is near enough to a box. */
typedef struct box_search {
  grid_visitor base;
  const collide_grid *grid;
  meet box;
  int is_flat;
} box_search;

static double bound_to_box(const grid_visitor *visitor, const int64_t min[3],
                           const int64_t max[3]) {
  const box_search *s = (const box_search *)(const void *)visitor;
  return bound_box(&s->box, s->is_flat, s->grid, min, max);
}

/* Returns 0 if no cell of the block is near enough. One search for the block takes less time than
 * one for each of its cells. */
static int enter_block(const grid_visitor *visitor, const int64_t min[3], const int64_t max[3]) {
  const near_visit *v = (const near_visit *)(const void *)visitor;
  const collide_grid *other = v->other->of.grid;
  int64_t least[3], greatest[3];
  box_search s;
  memset(&s, 0, sizeof s);
  s.base.bound = bound_to_box;
  s.base.take = ci_take_any;
  s.base.most = v->base.most;
  if (v->found && !ci_cells_before(min, v->cell)) s.base.most = least_better(v);
  s.grid = other;
  s.box.dimensions = other->frame.dimensions;
  s.is_flat = v->is_flat;
  ci_cells_corners(v->grid, min, max, s.box.low, s.box.high);
  find_range(&s.box, other, s.base.most, least, greatest);
  return ci_grid_visit(other, least, greatest, &s.base);
}

int ci_grids_distance(const collide_target *first, const collide_target *second, double max,
                      collide_nearness *nearest) {
  const collide_grid *a = first->of.grid, *b = second->of.grid;
  int is_mirrored = compare_grids(a, b) > 0;
  collide_target other = collide_target_of_grid(is_mirrored ? a : b);
  near_visit v;
  meet bounds;
  if (a->count == 0 || b->count == 0) return 0;
  memset(&bounds, 0, sizeof bounds);
  bounds.dimensions = a->frame.dimensions;
  ci_cells_corners(other.of.grid, other.of.grid->low, other.of.grid->high, bounds.low, bounds.high);
  v = begin(is_mirrored ? b : a, &bounds, max);
  v.base.enter = enter_block;
  v.other = &other;
  v.is_flat = a->form_count == 0 && b->form_count == 0;
  ci_grid_visit(v.grid, v.grid->low, v.grid->high, &v.base);
  if (!v.found) return 0;
  memset(nearest, 0, sizeof *nearest);
  nearest->distance = v.best.distance;
  memcpy(is_mirrored ? nearest->on_shape : nearest->on_target, v.best.on_shape,
         sizeof v.best.on_shape);
  memcpy(is_mirrored ? nearest->on_target : nearest->on_shape, v.best.on_target,
         sizeof v.best.on_target);
  nearest->at.member = *second;
  return 1;
}

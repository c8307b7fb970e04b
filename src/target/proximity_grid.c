/* SPDX-License-Identifier: MIT
 *
 * Pairs with grids: the cells near a shape, contacts with cells, and distances; pairs of two grids.
 */
#include "../cells/cells.h"
#include "../grid/grid.h"
#include "../grid/grid_visit.h"
#include "../narrow/pairs.h"
#include "../narrow/plane/plane.h"
#include "hidden.h"
#include "proximity.h"

#include <string.h>

/* A visit of the cells near a shape. */
typedef struct cells_visit {
  grid_visitor base;
  const collide_grid *grid;
  const collide_shape *shape;
} cells_visit;

int ci_cells_before(const int64_t p[3], const int64_t q[3]) {
  if (p[2] != q[2]) return p[2] < q[2];
  return p[1] != q[1] ? p[1] < q[1] : p[0] < q[0];
}

/* The position of x in cells, and the most that the boundaries near x differ from it. Let q = (x -
 * origin) / size in real numbers and u = 2^-53. Boundary k is off from origin + k size by u |k|
 * size for the product and u times itself for the sum. The computed q is off by u |x| / size, u
 * |origin| / size and 3 u |q|. A boundary near x is about as large as x. So boundary k is at most x
 * only if k is at most q plus 8 u times the three magnitudes. It is at least x only if k is at
 * least q minus as much. 2^-49 is 16 u. */
static double locate(const collide_grid_frame *f, int axis, double x, double *error) {
  double q = x / f->size[axis] - f->origin[axis] / f->size[axis];
  double most = fabs(q) + fabs(x / f->size[axis]) + fabs(f->origin[axis] / f->size[axis]);
  *error = 1.7763568394002505e-15 * most;
  return q;
}

/* Cell k reaches from boundary k to k + 1. */
void ci_cells_range(const collide_grid *grid, const double low[3], const double high[3],
                    int64_t min[3], int64_t max[3]) {
  int i;
  min[2] = max[2] = 0;
  for (i = 0; i < grid->frame.dimensions; i++) {
    double more, less, first = locate(&grid->frame, i, low[i], &less) - 1;
    double last = locate(&grid->frame, i, high[i], &more);
    first -= less;
    last += more;
    min[i] = grid->low[i];
    max[i] = grid->high[i];
    if (grid->count == 0 || first > (double)max[i] || last < (double)min[i]) {
      min[i] = 1;
      max[i] = 0;
      return;
    }
    if (first > (double)min[i]) min[i] = (int64_t)ceil(first);
    if (last < (double)max[i]) max[i] = (int64_t)floor(last);
  }
}

/* ---- Cells that a shape overlaps ---------------------------------------------------------- */

/* An `enter` of visitors: returns 1 if the shape overlaps the block as one box. */
static int enter_overlapped(const grid_visitor *visitor, const int64_t min[3],
                            const int64_t max[3]) {
  const cells_visit *v = (const cells_visit *)(const void *)visitor;
  collide_shape box;
  ci_cells_shape(v->grid, min, max, &box);
  return collide_overlap(v->shape, &box) == 1;
}

/* Visits the cells that ci_cells_range names. */
static int visit_cells(cells_visit *v, const double low[3], const double high[3]) {
  int64_t min[3], max[3];
  ci_cells_range(v->grid, low, high, min, max);
  return ci_grid_visit(v->grid, min, max, &v->base);
}

/* Tests the shape, or the point, against each shape of a block. */
typedef struct overlap_visit {
  cells_visit base;
  const double *point;                                            /* NULL: the shape */
  int (*take)(void *user, const int64_t cell[3], unsigned value); /* NULL: ends at the first */
  void *user;
} overlap_visit;

static int is_overlapped(const overlap_visit *v, const int64_t min[3], const int64_t max[3],
                         unsigned value) {
  int i, parts = grid_parts_of(v->base.grid, value);
  if (v->point != NULL) {
    double low[3], high[3];
    ci_cells_corners(v->base.grid, min, max, low, high);
    for (i = 0; i < v->base.grid->frame.dimensions; i++)
      if (!(low[i] <= v->point[i] && v->point[i] <= high[i])) return 0;
    if (grid_form_of(v->base.grid, value) == NULL) return 1;
  }
  for (i = 0; i < parts; i++) {
    cell_shape room;
    const collide_shape *one = ci_block_shape(v->base.grid, min, max, value, i, &room);
    if (v->point != NULL ? collide_contains(one, v->point)
                         : collide_overlap(v->base.shape, one) == 1)
      return 1;
  }
  return 0;
}

static int take_overlapped(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
                           unsigned value) {
  const overlap_visit *v = (const overlap_visit *)(const void *)visitor;
  if (!is_overlapped(v, min, max, value)) return 0;
  return v->take == NULL || !v->take(v->user, min, value);
}

static overlap_visit begin_overlap(const collide_grid *grid, const collide_shape *shape) {
  overlap_visit v;
  memset(&v, 0, sizeof v);
  v.base.base.take = take_overlapped;
  v.base.grid = grid;
  v.base.shape = shape;
  return v;
}

/* Returns 1 if the shape overlaps a cell. low and high are its bounds. */
static int cells_overlap(const collide_grid *grid, const collide_shape *shape, const double low[3],
                         const double high[3]) {
  overlap_visit v = begin_overlap(grid, shape);
  if (grid->form_count != 0 || cells_count(grid, low, high) > CELLS_MANY)
    v.base.base.enter = enter_overlapped;
  return visit_cells(&v.base, low, high);
}

/* Returns 1 if a cell contains the point. */
static int cells_contain(const collide_grid *grid, const double point[3]) {
  overlap_visit v = begin_overlap(grid, NULL);
  v.point = point;
  return visit_cells(&v.base, point, point);
}

int ci_grid_cells_in(const collide_grid *grid, const collide_shape *shape,
                     int (*take)(void *user, const int64_t cell[3], unsigned value), void *user) {
  static const double zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};
  overlap_visit v = begin_overlap(grid, shape);
  collide_shape box;
  double low[3], high[3];
  ci_box_shape(grid->frame.dimensions, zero, one, &box);
  if (!ci_has_pair(shape, &box)) return COLLIDE_UNSUPPORTED;
  v.base.base.enter = enter_overlapped;
  v.base.base.is_single = 1;
  v.take = take;
  v.user = user;
  collide_bounds(shape, low, high);
  visit_cells(&v.base, low, high);
  return 1;
}

/* ---- Overlap of two grids ----------------------------------------------------------------- */

typedef struct grids_visit {
  grid_visitor base;
  const collide_grid *grid, *other;
} grids_visit;

/* Searches the other grid for each part of a block. */
static int overlaps_block(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
                          unsigned value) {
  const grids_visit *v = (const grids_visit *)(const void *)visitor;
  double low[3], high[3];
  int i, parts = grid_parts_of(v->grid, value);
  ci_cells_corners(v->grid, min, max, low, high);
  for (i = 0; i < parts; i++) {
    cell_shape room;
    const collide_shape *part = ci_block_shape(v->grid, min, max, value, i, &room);
    if (cells_overlap(v->other, part, low, high)) return 1;
  }
  return 0;
}

/* Searches one grid for each block of the grid with fewer cells. */
int ci_grids_overlap(const collide_grid *a, const collide_grid *b) {
  grids_visit v;
  int64_t min[3], max[3];
  double low[3], high[3];
  memset(&v, 0, sizeof v);
  v.base.take = overlaps_block;
  v.grid = a->count <= b->count ? a : b;
  v.other = a->count <= b->count ? b : a;
  if (v.grid->count == 0) return 0;
  ci_cells_corners(v.other, v.other->low, v.other->high, low, high);
  ci_cells_range(v.grid, low, high, min, max);
  return ci_grid_visit(v.grid, min, max, &v.base);
}

/* ---- Bounds of depths ---------------------------------------------------------------------
 *
 * The normal of a proper contact leads out of its cell through a face that is not covered, or
 * through any face if all are. So its depth is at most that of the shape's bounds along that face's
 * axis. The slack, 2^-30 of the coordinates, exceeds all rounding and the tolerances in pair.h.
 */
#define DEPTH_SLACK 9.3132257461547852e-10

/* The depth of the shape's bounds in a block: the greatest along an axis, or the least if all faces
 * are covered. */
static double bound_along_axes(const meet *m, const double low[3], const double high[3],
                               int is_covered) {
  double greatest = -HUGE_VAL, least = HUGE_VAL;
  int i;
  for (i = 0; i < m->dimensions; i++) {
    double below = m->high[i] - low[i], above = high[i] - m->low[i];
    if (below > greatest) greatest = below;
    if (above > greatest) greatest = above;
    if (below < least) least = below;
    if (above < least) least = above;
  }
  return is_covered ? least : greatest;
}

/* Returns 1 if other cells cover all faces of the cells of a block. */
static int are_covered(const meet *m, const collide_grid *grid, const int64_t min[3],
                       const int64_t max[3]) {
  int64_t least[3] = {0, 0, 0}, most[3] = {0, 0, 0};
  int i;
  for (i = 0; i < m->dimensions; i++) {
    least[i] = min[i] - 1;
    most[i] = max[i] + 1;
  }
  return m->passed == NULL && ci_grid_is_full(grid, least, most);
}

/* A bound on the depth of proper contacts with the cells of a block; below 0 if there are none. */
static double bound_depth(const meet *m, const collide_grid *grid, const int64_t min[3],
                          const int64_t max[3]) {
  double low[3], high[3], most = 0, depth;
  int i;
  ci_cells_corners(grid, min, max, low, high);
  for (i = 0; i < m->dimensions; i++) most += fabs(low[i]) + fabs(high[i]);
  if (cells_are_bounded(m->dimensions, m->low, m->high)) {
    for (i = 0; i < m->dimensions; i++) most += fabs(m->low[i]) + fabs(m->high[i]);
    depth = bound_along_axes(m, low, high, are_covered(m, grid, min, max));
  } else {
    collide_shape box;
    collide_push push;
    ci_box_shape(m->dimensions, low, high, &box);
    if (ci_meet_contact(m, &box, &push) != 1) return -1;
    depth = push.depth;
  }
  return depth + DEPTH_SLACK * (most + fabs(depth));
}

/* ---- Contacts with all cells -------------------------------------------------------------- */

typedef struct contact_visit {
  cells_visit base;
  const meet *m;
  const collide_target *target;
  meet_sink *sink;
  cell_rank wanted; /* the rank of the contacts to give */
  int any;          /* 1: the visit ends at the first such contact with depth > 0 */
  int has_proper, has_seam;
} contact_visit;

/* The deepest blocks come first. */
static double bound_contacts(const grid_visitor *visitor, const int64_t min[3],
                             const int64_t max[3]) {
  const contact_visit *v = (const contact_visit *)(const void *)visitor;
  return -bound_depth(v->m, v->base.grid, min, max);
}

static int take_contact(grid_visitor *visitor, const int64_t cell[3], const int64_t max[3],
                        unsigned value) {
  contact_visit *v = (contact_visit *)(void *)visitor;
  collide_meeting found;
  cell_rank rank = ci_meet_cell(v->m, v->base.grid, cell, &found.push);
  (void)max;
  v->has_proper |= rank == CELL_PROPER;
  v->has_seam |= rank == CELL_SEAM;
  if (rank != v->wanted) return 0;
  if (found.push.depth == 0 && v->m->flags & COLLIDE_SKIP_TOUCHING) return 0;
  if (v->any) return 1;
  found.at = place_of_cell(v->target, v->sink->index, cell, value);
  found.at.part = v->m->part;
  ci_meet_give(v->sink, &found);
  if (v->wanted == CELL_PROPER) v->base.base.most = -meet_sink_least(v->sink);
  return 0;
}

/* Returns 1 if `any` ended the visit. */
static int visit_contacts(const meet *m, const collide_target *t, meet_sink *sink, int any) {
  contact_visit v;
  int has_forms = t->of.grid->form_count != 0, is_large;
  double count = cells_count(t->of.grid, m->low, m->high);
  is_large = count > CELLS_MANY;
  memset(&v, 0, sizeof v);
  v.base.base.take = take_contact;
  v.base.base.is_single = 1;
  /* If all contacts fit into the list, none can be skipped. */
  if (is_large && !has_forms && sink != NULL && count > (double)sink->kept.most)
    v.base.base.bound = bound_contacts;
  if (has_forms || (is_large && cells_are_bounded(m->dimensions, m->low, m->high)))
    v.base.base.enter = enter_overlapped;
  v.base.grid = t->of.grid;
  v.base.shape = m->shape;
  v.m = m;
  v.target = t;
  v.sink = sink;
  v.wanted = CELL_PROPER;
  v.any = any;
  if (visit_cells(&v.base, m->low, m->high)) return 1;
  if (v.has_proper || !v.has_seam) return 0;
  v.wanted = CELL_SEAM; /* whose depth is not bounded */
  v.base.base.bound = NULL;
  return visit_cells(&v.base, m->low, m->high);
}

static int grid_contacts(const meet *m, const collide_target *t, meet_sink *sink) {
  meet choosing = *m;
  passed_cells passed;
  if (m->mesh != NULL) return COLLIDE_UNSUPPORTED;
  if (sink->choice != NULL && sink->choice->passes != NULL) {
    passed.passes = sink->choice->passes;
    passed.choice = sink->choice;
    passed.grid = t;
    passed.index = sink->index;
    passed.t = 0;
    choosing.passed = &passed;
  }
  visit_contacts(&choosing, t, sink, 0);
  return 0;
}

static int grid_overlap(const meet *m, const collide_target *t) {
  if (m->mesh != NULL) return COLLIDE_UNSUPPORTED;
  if (m->flags & COLLIDE_SKIP_TOUCHING) return visit_contacts(m, t, NULL, 1);
  return cells_overlap(t->of.grid, m->shape, m->low, m->high);
}

static int grid_contains(const collide_target *t, const double point[3]) {
  return cells_contain(t->of.grid, point);
}

/* ---- Distance -----------------------------------------------------------------------------
 *
 * The cell of a grid that is nearest to a shape, or to the cells of another grid.
 */

/* Two cells are equally near if the relative difference of their distances is at most this. */
#define MEET_TIE 9.094947017729282e-13 /* 2^-40 */

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

/* The same if all cells are listed: the last of the wanted distances so far must come after the
 * cell. */
static int is_unwanted(const near_visit *v, double distance, const int64_t cell[3]) {
  const near_sink *all = v->target != NULL ? v->m->all : NULL;
  const collide_nearness *last;
  if (all == NULL || first_is_closed(&all->kept)) return all != NULL;
  last = (const collide_nearness *)first_last(&all->kept);
  if (last == NULL || distance < last->distance) return 0;
  return distance > last->distance || !ci_cells_before(cell, last->at.cell);
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
  double low[3], high[3], bound;
  ci_cells_corners(v->grid, min, max, low, high);
  bound = v->is_flat ? ci_meet_flat_bound(v->m, low, high) : ci_meet_bound(v->m, low, high);
  if (bound == 0 && v->is_large && memcmp(min, max, 3 * sizeof *min) != 0)
    bound = bound_shape(v, min, max);
  return is_no_better(v, bound, min) || is_unwanted(v, bound, min) ? HUGE_VAL : bound;
}

/* Finds the distance to one shape of a block. Returns 1 if it is at most `limit`. */
static int find_distance(const near_visit *v, const collide_shape *part, double limit,
                         collide_nearness *one) {
  if (v->other != NULL) {
    meet m = ci_meet_begin(part, 0);
    if (ci_meet_grid.distance(&m, v->other, limit, one) != 1) return 0;
    nearness_swap(one);
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

static int take_near_block(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
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
    if (m->shape != NULL && fabs(m->shape->origin[i]) > far) far = fabs(m->shape->origin[i]);
    pad += 7.450580596923828e-09 * (far + max);
  }
  if (!(pad < 1e300)) return;
  for (i = 0; i < m->dimensions; i++) {
    low[i] = m->low[i] - pad;
    high[i] = m->high[i] + pad;
  }
  ci_cells_range(grid, low, high, min, most);
}

static near_visit begin_near(const collide_grid *grid, const meet *m, double max) {
  near_visit v;
  memset(&v, 0, sizeof v);
  v.base.bound = bound_block;
  v.base.most = v.max = max;
  v.base.take = take_near_block;
  v.grid = grid;
  v.m = m;
  return v;
}

static int grid_distance(const meet *m, const collide_target *t, double max,
                         collide_nearness *nearest) {
  const collide_grid *grid = t->of.grid;
  int64_t least[3], greatest[3];
  near_visit v = begin_near(grid, m, max);
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
  *nearest = v.best;
  nearest->at = place_of_cell(t, 0, v.cell, v.value);
  nearest->at.part = m->part;
  return 1;
}

/* ---- Distance of two grids ---------------------------------------------------------------- */

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
  v = begin_near(is_mirrored ? b : a, &bounds, max);
  v.other = &other;
  v.is_flat = a->form_count == 0 && b->form_count == 0;
  ci_grid_visit(v.grid, v.grid->low, v.grid->high, &v.base);
  if (!v.found) return 0;
  *nearest = v.best;
  if (!is_mirrored) nearness_swap(nearest);
  memset(&nearest->at, 0, sizeof nearest->at);
  nearest->at.member = *second;
  return 1;
}

const meet_kind ci_meet_grid = {grid_overlap, grid_contacts, grid_distance, grid_contains};

/* SPDX-License-Identifier: MIT
 *
 * Cells of grids as closed boxes or shapes: finds those that overlap a shape, a point or the cells
 * of another grid.
 */
#include "../cells/cells.h"
#include "../grid/grid.h"
#include "../narrow/pairs.h"
#include "proximity_cells.h"

int ci_cells_before(const int64_t p[3], const int64_t q[3]) {
  if (p[2] != q[2]) return p[2] < q[2];
  return p[1] != q[1] ? p[1] < q[1] : p[0] < q[0];
}

/* The position of x in cells, and the most that the boundaries near x differ from it. Let q = (x -
 * origin) / size in real numbers and u = 2^-53. Boundary k is off from origin + k size by u |k|
 * size for the product and u times itself for the sum. The computed q is off by u |x| / size, u
 * |origin| / size and 3 u |q|. A boundary near x is about as large as x. So boundary k is at most x
 * only if k is at most q and 8 u times the three magnitudes, and at least x only if k is at least q
 * less as much; 2^-49 is 16 u. */
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

int ci_take_any(grid_visitor *visitor, const int64_t min[3], const int64_t max[3], unsigned value) {
  (void)visitor;
  (void)min;
  (void)max;
  (void)value;
  return 1;
}

/* ---- Cells that a shape overlaps ------------------------------------------------------------- */

int ci_enter_overlapped(const grid_visitor *visitor, const int64_t min[3], const int64_t max[3]) {
  const cells_visit *v = (const cells_visit *)(const void *)visitor;
  collide_shape box;
  ci_cells_shape(v->grid, min, max, &box);
  return collide_overlap(v->shape, &box) == 1;
}

int ci_cells_visit(cells_visit *v, const double low[3], const double high[3]) {
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

static overlap_visit begin(const collide_grid *grid, const collide_shape *shape) {
  overlap_visit v;
  memset(&v, 0, sizeof v);
  v.base.base.take = take_overlapped;
  v.base.grid = grid;
  v.base.shape = shape;
  return v;
}

int ci_cells_overlap(const collide_grid *grid, const collide_shape *shape, const double low[3],
                     const double high[3]) {
  overlap_visit v = begin(grid, shape);
  if (grid->form_count != 0 || cells_count(grid, low, high) > CELLS_MANY)
    v.base.base.enter = ci_enter_overlapped;
  return ci_cells_visit(&v.base, low, high);
}

int ci_cells_contain(const collide_grid *grid, const double point[3]) {
  overlap_visit v = begin(grid, NULL);
  v.point = point;
  return ci_cells_visit(&v.base, point, point);
}

int ci_grid_cells_in(const collide_grid *grid, const collide_shape *shape,
                     int (*take)(void *user, const int64_t cell[3], unsigned value), void *user) {
  static const double zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};
  overlap_visit v = begin(grid, shape);
  collide_shape box;
  double low[3], high[3];
  ci_box_shape(grid->frame.dimensions, zero, one, &box);
  if (!ci_has_pair(shape, &box)) return COLLIDE_UNSUPPORTED;
  v.base.base.enter = ci_enter_overlapped;
  v.base.base.is_single = 1;
  v.take = take;
  v.user = user;
  collide_bounds(shape, low, high);
  ci_cells_visit(&v.base, low, high);
  return 1;
}

/* ---- Two grids ------------------------------------------------------------------------------- */

typedef struct grids_visit {
  grid_visitor base;
  const collide_grid *grid, *other;
} grids_visit;

/* Searches the other grid for each part of a block. */
static int take_block(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
                      unsigned value) {
  const grids_visit *v = (const grids_visit *)(const void *)visitor;
  double low[3], high[3];
  int i, parts = grid_parts_of(v->grid, value);
  ci_cells_corners(v->grid, min, max, low, high);
  for (i = 0; i < parts; i++) {
    cell_shape room;
    const collide_shape *part = ci_block_shape(v->grid, min, max, value, i, &room);
    if (ci_cells_overlap(v->other, part, low, high)) return 1;
  }
  return 0;
}

/* Returns 0 if the other grid has no cell at the block or beside it. One search for the block takes
 * less time than one for each of its cells. */
static int enter_block(const grid_visitor *visitor, const int64_t min[3], const int64_t max[3]) {
  const grids_visit *v = (const grids_visit *)(const void *)visitor;
  cells_visit any;
  double low[3], high[3];
  memset(&any, 0, sizeof any);
  any.base.take = ci_take_any;
  any.grid = v->other;
  ci_cells_corners(v->grid, min, max, low, high);
  return ci_cells_visit(&any, low, high);
}

/* Searches one grid for each block of the grid with fewer cells. */
int ci_grids_overlap(const collide_grid *a, const collide_grid *b) {
  grids_visit v;
  int64_t min[3], max[3];
  double low[3], high[3];
  memset(&v, 0, sizeof v);
  v.base.take = take_block;
  v.base.enter = enter_block;
  v.grid = a->count <= b->count ? a : b;
  v.other = a->count <= b->count ? b : a;
  if (v.grid->count == 0) return 0;
  ci_cells_corners(v.other, v.other->low, v.other->high, low, high);
  ci_cells_range(v.grid, low, high, min, max);
  return ci_grid_visit(v.grid, min, max, &v.base);
}

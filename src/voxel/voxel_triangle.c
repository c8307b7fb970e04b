/* SPDX-License-Identifier: MIT
 *
 * The cells that a triangle touches. A triangle meets a cell when its bounds,
 * its plane and its three projections do (triangle_box.c), so the cells of a row along x
 * are the intersection of three intervals: that of the layer across y in the projection
 * along z, that of the layer across z in the projection along y, and that of the plane.
 * Where the bounds are one cell thick along an axis, the projection along it is enough.
 */
#include "../number/orient.h"
#include "../number/scalar.h"
#include "voxel.h"
#include "voxel_work.h"

/* Places are made up to as many cells from the origin: they must be below 2^51 for
 * voxel_nearest. Farther away nearly every place would be in doubt anyway. */
#define VOXEL_NEAR 281474976710656.0 /* 2^48 */

/* `offset` must not be less than |origin| / size, which is rounded twice, each time by u;
 * this adds 2^29 times as much. */
#define VOXEL_OFFSET 1.0000001

void ci_voxel_rule_begin(voxel_rule *rule, const collide_grid_frame *frame, int open) {
  int i;
  for (i = 0; i < 3; i++) {
    voxel_axis *a = &rule->axes[i];
    a->size = frame->size[i];
    a->origin = frame->origin[i];
    a->inverse = 1 / a->size;
    a->offset = fabs(a->origin) / a->size * VOXEL_OFFSET;
    a->near = a->offset < VOXEL_NEAR && a->inverse <= DBL_MAX ? VOXEL_NEAR * a->size : 0;
  }
  rule->open = open;
}

/* ---- Places ------------------------------------------------------------------------- */

static double doubt_of(const voxel_axis *a, double farthest) {
  return (farthest + a->offset) * VOXEL_PLACE;
}

/* For a place that is in doubt, or does not exist. */
static int locate_slowly(const voxel_axis *a, double x, double *place, int64_t *code) {
  int64_t k;
  if (!(fabs(x) <= DBL_MAX) || !cells_locate(a->size, a->origin, x, &k)) return 0;
  *code = 2 * k + (cells_boundary(a->size, a->origin, (double)k) != x);
  *place = x / a->size - a->origin / a->size;
  return 1;
}

static inline int locate(const voxel_axis *a, double x, double *place, int64_t *code) {
  double from = x - a->origin, near, rest;
  if (!(fabs(from) < a->near)) return locate_slowly(a, x, place, code);
  *place = from * a->inverse;
  near = voxel_nearest(*place);
  rest = *place - near;
  if (!(fabs(rest) > doubt_of(a, fabs(near)))) return locate_slowly(a, x, place, code);
  *code = 2 * (int64_t)near + (rest > 0 ? 1 : -1);
  return 1;
}

int ci_voxel_locate(const voxel_rule *rule, const double corner[3], voxel_point *point) {
  int i;
  for (i = 0; i < 3; i++)
    if (!locate(&rule->axes[i], corner[i], &point->place[i], &point->code[i])) return 0;
  return 1;
}

/* ---- Bounds ------------------------------------------------------------------------- */

/* For a triangle that lies in a boundary plane, under the open rule: takes the layer behind
 * it by its winding, or nothing when it has no area. */
static int go_behind(voxel_triangle *t, int axis) {
  int sign = ci_voxel_winding(t, axis);
  if (sign > 0) t->low[axis]--;
  t->width[axis] = t->behind = sign != 0;
  return sign != 0;
}

static CELLS_INLINE void set_bounds(voxel_triangle *t, int axis, int open,
                                    const voxel_point *const point[3]) {
  int64_t a = point[0]->code[axis], b = point[1]->code[axis], c = point[2]->code[axis];
  int64_t low = voxel_first(open, lesser_integer(lesser_integer(a, b), c));
  t->low[axis] = low;
  t->width[axis] = voxel_last(open, greater_integer(greater_integer(a, b), c)) - low + 1;
}

int ci_voxel_triangle_begin(voxel_triangle *t, const voxel_rule *rule,
                            const double *const corner[3], const voxel_point *const point[3]) {
  int i, open = rule->open;
  t->rule = rule;
  t->corner[0] = corner[0];
  t->corner[1] = corner[1];
  t->corner[2] = corner[2];
  t->behind = 0;
  set_bounds(t, 0, open, point);
  set_bounds(t, 1, open, point);
  set_bounds(t, 2, open, point);
  if ((t->width[0] > 0) & (t->width[1] > 0) & (t->width[2] > 0)) return 1;
  for (i = 0; i < 3; i++)
    if (t->width[i] <= 0 && !go_behind(t, i)) return 0;
  return 1;
}

static CELLS_INLINE void place(voxel_triangle *t, int axis, const voxel_point *const point[3]) {
  double low = (double)t->low[axis], width = (double)t->width[axis];
  t->at[axis][0] = point[0]->place[axis] - low;
  t->at[axis][1] = point[1]->place[axis] - low;
  t->at[axis][2] = point[2]->place[axis] - low;
  t->doubt[axis] = VOXEL_DOUBT * doubt_of(&t->rule->axes[axis], fabs(low) + 2 * width);
}

void ci_voxel_triangle_place(voxel_triangle *t, const voxel_point *const point[3]) {
  place(t, 0, point);
  place(t, 1, point);
  place(t, 2, point);
}

void ci_voxel_triangle_code(voxel_triangle *t, const voxel_point *const point[3]) {
  int axis;
  for (axis = 0; axis < 3; axis++) {
    t->code[axis][0] = point[0]->code[axis] - 2 * t->low[axis];
    t->code[axis][1] = point[1]->code[axis] - 2 * t->low[axis];
    t->code[axis][2] = point[2]->code[axis] - 2 * t->low[axis];
  }
}

/* ---- Cells ---------------------------------------------------------------------------- */

/* With less doubt than this the crossings with boundaries are each decided by one exact sign at
 * most (SLABS_NEAR), not by a search, as long as the slopes are not extreme. */
#define TRIANGLE_NEAR 0.00390625

enum { ROWS_WORK = 1024 };

/* The triangle's layers, and the taker of their cells. */
typedef struct rows {
  const voxel_triangle *t;
  const voxel_taker *taker;
  voxel_plane plane;
  voxel_order by_y, by_z;
  voxel_windows *windows;
  int64_t work; /* units that were not reported yet */
} rows;

/* Reports the work done up to a layer of the triangle. Returns 0 if the work is stopped. */
static int report(rows *r, int64_t units, int64_t layer, int64_t layers) {
  collide_voxelizer *v = r->taker->v;
  if (v == NULL || (v->left -= units) >= 0) return 1;
  return ci_voxel_report(v, (double)v->done + (double)layer / (double)layers);
}

/* The work of filling slabs, all of it by exact signs at worst. */
static int64_t slabs_work(const rows *r, int count) {
  const double *doubt = r->t->doubt;
  int is_near = doubt[0] < TRIANGLE_NEAR && doubt[1] < TRIANGLE_NEAR && doubt[2] < TRIANGLE_NEAR;
  return (int64_t)count * (is_near ? 4 : 2 * WORK_FAR * WORK_EXACT);
}

static int take_column(rows *r) {
  int64_t y, z;
  for (z = 0; z < r->t->width[2]; z++)
    for (y = 0; y < r->t->width[1]; y++) {
      if (!report(r, 1, z + y, r->t->width[2] + r->t->width[1])) return 0;
      if (!r->taker->run(r->taker->user, r->t->low[0], r->t->low[1] + y, r->t->low[2] + z,
                         r->t->width[0]))
        return 0;
    }
  return 1;
}

/* One cell thick along x. */
static int take_wall(rows *r) {
  voxel_slabs *s = &r->windows->y_by_z;
  int64_t first, width = r->t->width[2], y;
  int i;
  ci_voxel_order_begin(r->t, 2, &r->by_z);
  for (first = 0; first < width; first += VOXEL_WINDOW) {
    ci_voxel_slabs_fill(r->t, &r->by_z, 1, first, width - first, s);
    if (!report(r, slabs_work(r, s->count), first, width)) return 0;
    for (i = 0; i < s->count; i++)
      for (y = s->least[i]; y <= s->last[i]; y++) {
        if (!report(r, 1, first + i, width)) return 0;
        if (!r->taker->run(r->taker->user, r->t->low[0], r->t->low[1] + y, r->t->low[2] + first + i,
                           1))
          return 0;
      }
  }
  return 1;
}

/* One cell thick along y or z; `across` is the other one. */
static int take_floor(rows *r, int across) {
  voxel_slabs *s = &r->windows->x_by_y;
  int64_t first, width = r->t->width[across], at[3];
  int i;
  at[1] = r->t->low[1];
  at[2] = r->t->low[2];
  ci_voxel_order_begin(r->t, across, &r->by_y);
  for (first = 0; first < width; first += VOXEL_WINDOW) {
    ci_voxel_slabs_fill(r->t, &r->by_y, 0, first, width - first, s);
    if (!report(r, slabs_work(r, s->count), first, width)) return 0;
    for (i = 0; i < s->count; i++) {
      at[across] = r->t->low[across] + first + i;
      if (s->least[i] > s->last[i]) continue;
      if (!r->taker->run(r->taker->user, r->t->low[0] + s->least[i], at[1], at[2],
                         s->last[i] - s->least[i] + 1))
        return 0;
    }
  }
  return 1;
}

static CELLS_INLINE int64_t cross_plane(rows *r, int64_t y, int64_t z) {
  const voxel_plane *p = &r->plane;
  double x = p->start + (double)y * p->step[1] + (double)z * p->step[2], near, rest;
  /* Limited to half a cell beyond the cells, which changes no answer. */
  x = x < -0.5 ? -0.5 : x;
  x = x > p->most ? p->most : x;
  near = voxel_nearest(x);
  rest = x - near;
  if (fabs(rest) > p->doubt) return 2 * (int64_t)near + (rest > 0 ? 1 : -1);
  if ((p->sign[1] | p->sign[2]) == 0) return r->t->code[0][0]; /* x is the same everywhere */
  r->work += p->doubt < TRIANGLE_NEAR ? WORK_EXACT : WORK_FAR * WORK_EXACT;
  return ci_voxel_plane_cross(r->t, p, y, z, x);
}

/* The rows of a layer across z. */
static int take_rows(rows *r, int i) {
  const voxel_triangle *t = r->t;
  voxel_windows *w = r->windows;
  int64_t y = w->y_by_z.least[i], end = w->y_by_z.last[i], z = w->y_by_z.first + i;
  int open = t->rule->open, y_down = r->plane.down[1], z_down = r->plane.down[2];
  for (; y <= end; y++) {
    int64_t k = y - w->x_by_y.first, first, last;
    if (k < 0 || k >= w->x_by_y.count) {
      ci_voxel_slabs_fill(t, &r->by_y, 0, y, t->width[1] - y, &w->x_by_y);
      r->work += slabs_work(r, w->x_by_y.count);
      k = 0;
    }
    if (++r->work > ROWS_WORK) {
      if (!report(r, r->work, z, t->width[2])) return 0;
      r->work = 0;
    }
    first = greater_integer(w->x_by_y.least[k], w->x_by_z.least[i]);
    last = lesser_integer(w->x_by_y.last[k], w->x_by_z.last[i]);
    if (r->plane.across) {
      first = greater_integer(first, voxel_first(open, cross_plane(r, y + y_down, z + z_down)));
      last = lesser_integer(last, voxel_last(open, cross_plane(r, y + !y_down, z + !z_down)));
    }
    if (first > last) continue;
    if (!r->taker->run(r->taker->user, t->low[0] + first, t->low[1] + y, t->low[2] + z,
                       last - first + 1))
      return 0;
  }
  return 1;
}

static int take_all_rows(rows *r) {
  voxel_windows *w = r->windows;
  int64_t first, width = r->t->width[2];
  int i;
  ci_voxel_plane_begin(r->t, &r->plane);
  ci_voxel_order_begin(r->t, 1, &r->by_y);
  ci_voxel_order_begin(r->t, 2, &r->by_z);
  ci_voxel_slabs_fill(r->t, &r->by_y, 0, 0, r->t->width[1], &w->x_by_y);
  for (first = 0; first < width; first += VOXEL_WINDOW) {
    ci_voxel_slabs_fill(r->t, &r->by_z, 0, first, width - first, &w->x_by_z);
    ci_voxel_slabs_fill(r->t, &r->by_z, 1, first, width - first, &w->y_by_z);
    if (!report(r, 3 * slabs_work(r, w->y_by_z.count), first, width)) return 0;
    for (i = 0; i < w->y_by_z.count; i++)
      if (!take_rows(r, i)) return 0;
  }
  return 1;
}

int ci_voxel_take_octants(const voxel_taker *taker, const int64_t low[3], unsigned cells) {
  int i;
  for (i = 0; cells != 0; i++, cells >>= 2) {
    if ((cells & 3) == 0) continue;
    if (!taker->run(taker->user, low[0] + !(cells & 1), low[1] + (i & 1), low[2] + (i >> 1),
                    1 + ((cells & 3) == 3)))
      return 0;
  }
  return 1;
}

int ci_voxel_triangle_take(voxel_triangle *t, const voxel_point *const point[3],
                           const voxel_taker *taker) {
  rows r;
  int wide;
  ci_voxel_triangle_place(t, point);
  if ((t->width[0] <= 2) & (t->width[1] <= 2) & (t->width[2] <= 2)) {
    unsigned cells = ci_voxel_octants(t);
    if (cells != 0) return taker->octants(taker->user, t->low, cells);
  }
  r.t = t;
  r.taker = taker;
  r.windows = taker->windows;
  r.work = 0;
  wide = (t->width[0] > 1) | (t->width[1] > 1) << 1 | (t->width[2] > 1) << 2;
  if ((wide & (wide - 1)) == 0) return take_column(&r);
  ci_voxel_triangle_code(t, point);
  if (wide == 6) return take_wall(&r);
  if (wide != 7) return take_floor(&r, wide == 3 ? 1 : 2);
  return take_all_rows(&r);
}

/* Advances `cell` along its row to the first cell that is touched, or not touched, or to the row's
 * end. Returns 0 if the work is stopped. */
static int find_cell(const cell_test *test, int64_t cell[3], const int64_t end[3], int touched,
                     int open, collide_voxelizer *v) {
  for (; cell[0] < end[0]; cell[0]++) {
    if (v != NULL && !voxel_work(v, WORK_TEST, v->done)) return 0;
    if (ci_voxel_test_sat(test, cell, open) == touched) return 1;
  }
  return 1;
}

int ci_voxel_triangle_take_sat(voxel_triangle *t, const voxel_point *const point[3],
                               const voxel_taker *taker) {
  cell_test test;
  int64_t cell[3], end[3];
  int i;
  /* Of the cells behind a triangle, those that its projection meets are selected. */
  if (t->behind) return ci_voxel_triangle_take(t, point, taker);
  ci_voxel_triangle_place(t, point);
  test.frame.dimensions = 3;
  for (i = 0; i < 3; i++) {
    test.frame.size[i] = t->rule->axes[i].size;
    test.frame.origin[i] = t->rule->axes[i].origin;
    end[i] = t->low[i] + t->width[i];
  }
  ci_voxel_test_begin(t, &test);
  for (cell[2] = t->low[2]; cell[2] < end[2]; cell[2]++) {
    for (cell[1] = t->low[1]; cell[1] < end[1]; cell[1]++) {
      int64_t first;
      cell[0] = t->low[0];
      if (!find_cell(&test, cell, end, 1, t->rule->open, taker->v)) return 0;
      first = cell[0];
      if (first == end[0]) continue;
      if (!find_cell(&test, cell, end, 0, t->rule->open, taker->v)) return 0;
      if (!taker->run(taker->user, first, cell[1], cell[2], cell[0] - first)) return 0;
    }
  }
  return 1;
}

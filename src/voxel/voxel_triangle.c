/* SPDX-License-Identifier: MIT
 *
 * The cells that a triangle touches. A triangle meets a cell if its bounds, its plane and its three
 * projections do (triangle_box.c). So the cells of a row along x are the intersection of three
 * intervals: that of the layer across y in the projection along z, that of the layer across z in
 * the projection along y, and that of the plane. If the bounds are one cell thick along an axis,
 * the projection along it is enough.
 */
#include "../number/orient.h"
#include "../number/scalar.h"
#include "../narrow/space/triangle_box.h"
#include "voxel.h"
#include "voxel_work.h"

/* Only places up to this many cells from the origin are computed: voxel_nearest needs them below
 * 2^51. Farther away nearly every place would be in doubt anyway. */
#define VOXEL_NEAR 281474976710656.0 /* 2^48 */

/* `offset` must not be less than |origin| / size, which is rounded twice, each time by u. This
 * factor adds 2^29 times as much. */
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

/* For a triangle in a boundary plane, under the open rule: selects the layer behind it by its
 * winding, or nothing if it has no area. */
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

/* If the doubts are below this, one exact sign at most decides each crossing with a boundary
 * (SLABS_NEAR), without a search, unless the slopes are extreme. */
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

/* Reports the work done up to a layer across z. Returns 0 if the work is stopped. */
static int report(rows *r, int64_t layer) {
  collide_voxelizer *v = r->taker->v;
  int64_t units = r->work;
  r->work = 0;
  if (v == NULL || (v->left -= units) >= 0) return 1;
  return ci_voxel_report(v, (double)v->done + (double)layer / (double)r->t->width[2]);
}

/* The work of filling slabs, if exact signs decide everything. */
static int64_t slabs_work(const rows *r, int count) {
  const double *doubt = r->t->doubt;
  int is_near = doubt[0] < TRIANGLE_NEAR && doubt[1] < TRIANGLE_NEAR && doubt[2] < TRIANGLE_NEAR;
  return (int64_t)count * (is_near ? 4 : 2 * WORK_FAR * WORK_EXACT);
}

/* Fills slabs along axis u from a layer on. If the bounds are one cell thick along either axis, the
 * projection covers them. */
static void fill_slabs(rows *r, const voxel_order *o, int u, int64_t first, voxel_slabs *s) {
  const voxel_triangle *t = r->t;
  int64_t count = t->width[o->v] - first;
  if (t->width[u] > 1 && t->width[o->v] > 1) {
    ci_voxel_slabs_fill(t, o, u, first, count, s);
    r->work += slabs_work(r, s->count);
    return;
  }
  s->first = first;
  s->count = count < VOXEL_WINDOW ? (int)count : (int)VOXEL_WINDOW;
  for (count = 0; count < s->count; count++) {
    s->least[count] = 0;
    s->last[count] = t->width[u] - 1;
  }
}

static CELLS_INLINE int64_t cross_plane(rows *r, int64_t y, int64_t z) {
  const voxel_plane *p = &r->plane;
  double x = p->start + (double)y * p->step[1] + (double)z * p->step[2], near, rest;
  /* Clamped to half a cell beyond the cells, which changes no answer. */
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
      fill_slabs(r, &r->by_y, 0, y, &w->x_by_y);
      k = 0;
    }
    if (++r->work > ROWS_WORK && !report(r, z)) return 0;
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

/* `wide`: the bounds are more than one cell thick along all axes. */
static int take_all_rows(rows *r, int wide) {
  voxel_windows *w = r->windows;
  int64_t first, width = r->t->width[2];
  int i;
  r->plane.across = 0;
  if (wide) ci_voxel_plane_begin(r->t, &r->plane);
  ci_voxel_order_begin(r->t, 1, &r->by_y);
  ci_voxel_order_begin(r->t, 2, &r->by_z);
  fill_slabs(r, &r->by_y, 0, 0, &w->x_by_y);
  for (first = 0; first < width; first += VOXEL_WINDOW) {
    fill_slabs(r, &r->by_z, 0, first, &w->x_by_z);
    fill_slabs(r, &r->by_z, 1, first, &w->y_by_z);
    if (!report(r, first)) return 0;
    for (i = 0; i < w->y_by_z.count; i++)
      if (!take_rows(r, i)) return 0;
  }
  return 1;
}

/* All cells of the bounds. */
static int take_bounds(rows *r) {
  const voxel_triangle *t = r->t;
  int64_t y, z;
  for (z = 0; z < t->width[2]; z++)
    for (y = 0; y < t->width[1]; y++) {
      if (++r->work > ROWS_WORK && !report(r, z)) return 0;
      if (!r->taker->run(r->taker->user, t->low[0], t->low[1] + y, t->low[2] + z, t->width[0]))
        return 0;
    }
  return 1;
}

int ci_voxel_triangle_take(voxel_triangle *t, const voxel_point *const point[3],
                           const voxel_taker *taker) {
  int wide = (t->width[0] > 1) + (t->width[1] > 1) + (t->width[2] > 1), done;
  rows r;
  r.t = t;
  r.taker = taker;
  r.windows = taker->windows;
  r.work = 0;
  if (wide < 2) {
    done = take_bounds(&r);
  } else {
    ci_voxel_triangle_place(t, point);
    ci_voxel_triangle_code(t, point);
    done = take_all_rows(&r, wide == 3);
  }
  return done && report(&r, t->width[2]);
}

int ci_voxel_triangle_take_sat(voxel_triangle *t, const voxel_point *const point[3],
                               const voxel_taker *taker) {
  collide_voxelizer *v = taker->v;
  int64_t at[3];
  double low[3], high[3];
  int i;
  /* Behind a triangle, its projection selects the cells. */
  if (t->behind) return ci_voxel_triangle_take(t, point, taker);
  for (at[2] = 0; at[2] < t->width[2]; at[2]++)
    for (at[1] = 0; at[1] < t->width[1]; at[1]++)
      for (at[0] = 0; at[0] < t->width[0]; at[0]++) {
        if (v != NULL && !voxel_work(v, WORK_EXACT, v->done)) return 0;
        for (i = 0; i < 3; i++) {
          low[i] = voxel_boundary(t, i, at[i]);
          high[i] = voxel_boundary(t, i, at[i] + 1);
        }
        if (ci_triangle_cell_sat(t->corner, low, high, t->rule->open) &&
            !taker->run(taker->user, t->low[0] + at[0], t->low[1] + at[1], t->low[2] + at[2], 1))
          return 0;
      }
  return 1;
}

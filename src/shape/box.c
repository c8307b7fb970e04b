/* SPDX-License-Identifier: MIT
 *
 * Boxes.
 */
#include <string.h>

#include "kind.h"

/* ---- Making, folding, extent --------------------------------------------------- */

static collide_error make(collide_shape *shape, collide_source *source, const double min[3],
                          const double max[3]) {
  double corners[6];
  int i;
  for (i = 0; i < 3; i++) {
    if (!(min[i] <= max[i])) return COLLIDE_ERROR_SIZE;
    corners[i] = min[i];
    corners[3 + i] = max[i];
  }
  return ci_shape_make(shape, source, COLLIDE_BOX, corners, 6);
}

collide_error collide_make_box(collide_shape *shape, collide_source *source, const double half[3]) {
  double min[3];
  int i;
  for (i = 0; i < 3; i++) min[i] = -half[i];
  return make(shape, source, min, half);
}

collide_error collide_make_box_corners(collide_shape *shape, collide_source *source,
                                       const double min[3], const double max[3]) {
  collide_error error = make(shape, source, min, max);
  if (error == COLLIDE_OK) shape->fixed = 1;
  return error;
}

/* Rotated or mirrored it keeps its own frame, in which faces have their names. */
static collide_error box_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  int i, keeps_frame = pose->rotates || pose->mirrors;
  for (i = 0; i < 3; i++) {
    double scale = keeps_frame ? 1 : pose->turned.linear[4 * i];
    s->a[i] = sizes[i] * scale;
    s->b[i] = sizes[3 + i] * scale;
  }
  s->reach = ci_largest(s->b, 3, ci_largest(s->a, 3, 0));
  return keeps_frame ? ci_pose_keep(s, pose) : COLLIDE_OK;
}

static void box_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  int i;
  extent[0] = extent[1] = tf(0);
  for (i = 0; i < 3; i++) {
    int low = g[i] < 0;
    extent[low] = tf_add(extent[low], two_product(g[i], s->a[i]));
    extent[!low] = tf_add(extent[!low], two_product(g[i], s->b[i]));
  }
}

static void box_rescale(collide_shape *s, int exponent) {
  ci_rescale(s->position, 3, exponent);
  ci_rescale(s->a, 3, exponent);
  ci_rescale(s->b, 3, exponent);
}

/* ---- The short way --------------------------------------------------------------- */

/* Where the line crosses the slabs between the planes of opposite faces; each crossing
 * is off by at most `off`. */
typedef struct slabs {
  double near[3], far[3], off;
  int crosses[3];
} slabs;

/* Returns how many it crosses. */
static int cross_slabs(const quick *q, slabs *s, int axes) {
  const double *low = q->shape->a, *high = q->shape->b;
  double f = q->f_most + q->shape->reach;
  int i, count = 0;
  s->off = 0;
  for (i = 0; i < axes; i++) {
    double over, x, y, most, off;
    s->crosses[i] = quick_crosses(q, i);
    if (!s->crosses[i]) continue;
    count++;
    over = 1 / q->d[i];
    x = (low[i] - q->f[i]) * over;
    y = (high[i] - q->f[i]) * over;
    s->near[i] = x < y ? x : y;
    s->far[i] = x < y ? y : x;
    most = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
    off = (f + most * q->d_most) * fabs(over);
    if (off > s->off) s->off = off;
  }
  s->off *= QUICK_SLAB * q->eps;
  return count;
}

/* Between the ends t the line certainly stays inside of a slab that it runs along
 * (1), or outside (-1), or neither is certain (0). */
static int stays_inside(const quick *q, int axis) {
  double low = q->shape->a[axis], high = q->shape->b[axis], x[2], margin[2];
  int end;
  for (end = 0; end < 2; end++) x[end] = quick_height(q, axis, q->t[end], q->error, &margin[end]);
  if (x[0] > low + margin[0] && x[0] < high - margin[0] && x[1] > low + margin[1] &&
      x[1] < high - margin[1])
    return 1;
  return (x[0] < low - margin[0] && x[1] < low - margin[1]) ||
                 (x[0] > high + margin[0] && x[1] > high + margin[1])
             ? -1
             : 0;
}

/* The slab entered last and the one left first. Within one slab the exit is never before
 * the entry, so only crossings of different slabs are compared. */
static int compare_slabs(quick *q, const slabs *s, int axes, int *enters) {
  double second = -HUGE_VAL, off = 2 * s->off;
  int i, first = -1, last = -1;
  for (i = 0; i < axes; i++) {
    if (!s->crosses[i]) continue;
    if (first < 0 || s->near[i] > s->near[first]) {
      if (first >= 0) second = s->near[first];
      first = i;
    } else if (s->near[i] > second) {
      second = s->near[i];
    }
    if (last < 0 || s->far[i] < s->far[last]) last = i;
  }
  q->t[0] = s->near[first];
  q->t[1] = s->far[last];
  q->error = s->off;
  *enters = first;
  if (q->t[0] > q->t[1] + off) return QUICK_MISS;
  if (!(fabs(q->d[first]) > QUICK_SHALLOW * q->d_most &&
        fabs(q->d[last]) > QUICK_SHALLOW * q->d_most))
    return QUICK_UNSURE;
  if (!(second < q->t[0] - off)) return QUICK_UNSURE; /* a tie: which face? */
  if (first != last && !(q->t[0] < q->t[1] - off)) return QUICK_UNSURE;
  for (i = 0; i < axes; i++) /* a tie where it leaves: whose is t? */
    if (i != last && s->crosses[i] && !(s->far[i] > q->t[1] + off)) return QUICK_UNSURE;
  return QUICK_HIT;
}

/* sqrt(3), rounded up. */
#define DIAGONAL 1.7320508075688774

int ci_quick_box(quick *q) {
  double reach = q->shape->reach;
  slabs s;
  int i, axis, axes = q->shape->kind == COLLIDE_BOX ? 3 : 2;
  int found = quick_enter(q, NULL, reach, DIAGONAL * reach), count;
  if (found != QUICK_HIT) return found;
  count = cross_slabs(q, &s, axes);
  if (count == 0) return QUICK_UNSURE;
  found = compare_slabs(q, &s, axes, &axis);
  if (found != QUICK_HIT) return found;
  for (i = 0; count < axes && i < axes; i++) {
    int stays = s.crosses[i] ? 1 : stays_inside(q, i);
    if (stays != 1) return stays < 0 ? QUICK_MISS : QUICK_UNSURE;
  }
  q->face = (collide_face)(COLLIDE_FACE_MINUS_X + 2 * axis + (q->d[axis] < 0));
  if (q->wanted < QUICK_MEASURE) return QUICK_HIT;
  quick_point_at(q, q->t[0], q->point);
  q->point[axis] = q->d[axis] > 0 ? q->shape->a[axis] : q->shape->b[axis];
  q->normal[0] = q->normal[1] = q->normal[2] = 0;
  q->normal[axis] = q->d[axis] > 0 ? -1 : 1;
  return QUICK_HIT;
}

const shape_kind ci_box = {
    "box",              /* name */
    3,                  /* dimensions */
    1.7320508075688774, /* spread */
    box_fold,           /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    box_extent,         /* extent */
    NULL,               /* unbounded_extent */
    ci_quick_box,       /* look: the short way */
    &ci_box_exact,      /* exact: the exact way */
    box_rescale,        /* rescale */
    NULL,               /* leaves */
    NULL,               /* start_coordinates */
    0                   /* points */
};

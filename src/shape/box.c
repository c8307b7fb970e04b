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
 * is off by at most `off`. A slab that it runs along is crossed infinitely far away. */
typedef struct slabs {
  double near[3], far[3], off;
  int along; /* the axes of such slabs, as bits */
} slabs;

/* `off` is that of the slowest and the farthest crossing. */
static inline void cross_slab(const quick *q, int i, slabs *s, double *most, double *slowest) {
  double d = q->d[i], x, y;
  if (!quick_crosses(q, i)) {
    s->along |= 1 << i;
    s->near[i] = -HUGE_VAL;
    s->far[i] = HUGE_VAL;
    return;
  }
  x = (q->shape->a[i] - q->f[i]) / d;
  y = (q->shape->b[i] - q->f[i]) / d;
  s->near[i] = x < y ? x : y;
  s->far[i] = x < y ? y : x;
  x = fabs(x);
  y = fabs(y);
  x = x > y ? x : y;
  *most = x > *most ? x : *most;
  d = fabs(d);
  *slowest = d < *slowest ? d : *slowest;
}

/* 0 when it runs along all of them. */
static int cross_slabs(const quick *q, slabs *s, int axes) {
  double most = 0, slowest = HUGE_VAL;
  s->along = 0;
  cross_slab(q, 0, s, &most, &slowest);
  cross_slab(q, 1, s, &most, &slowest);
  s->near[2] = -HUGE_VAL;
  s->far[2] = HUGE_VAL;
  if (axes == 3) cross_slab(q, 2, s, &most, &slowest);
  if (!(slowest < HUGE_VAL)) return 0;
  s->off = QUICK_SLAB * q->eps * (q->f_most + q->shape->reach + most * q->d_most) / slowest;
  return 1;
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

static inline double lesser(double x, double y) {
  return x < y ? x : y;
}

static inline double greater(double x, double y) {
  return x > y ? x : y;
}

/* The slab entered last and the one left first. Within one slab the exit is never before
 * the entry, so only crossings of different slabs are compared. */
static int compare_slabs(quick *q, const slabs *s, int *enters) {
  const double *n = s->near, *f = s->far;
  double enter = greater(greater(n[0], n[1]), n[2]), leave = lesser(lesser(f[0], f[1]), f[2]);
  /* The second in both orders. */
  double before = greater(lesser(n[0], n[1]), lesser(greater(n[0], n[1]), n[2]));
  double after = lesser(greater(f[0], f[1]), greater(lesser(f[0], f[1]), f[2]));
  double off = 2 * s->off;
  int first, last;
  if (enter > leave + off) return QUICK_MISS;
  q->t[0] = enter;
  q->t[1] = leave;
  q->error = s->off;
  /* Ties: which face is it, and whose is t? */
  if (!(before < enter - off && after > leave + off)) return QUICK_UNSURE;
  first = enter == n[0] ? 0 : enter == n[1] ? 1 : 2;
  last = leave == f[0] ? 0 : leave == f[1] ? 1 : 2;
  *enters = first;
  if (first != last && !(enter < leave - off)) return QUICK_UNSURE;
  return fabs(q->d[first]) > QUICK_SHALLOW * q->d_most &&
                 fabs(q->d[last]) > QUICK_SHALLOW * q->d_most
             ? QUICK_HIT
             : QUICK_UNSURE;
}

/* sqrt(3), rounded up. */
#define DIAGONAL 1.7320508075688774

int ci_quick_box(quick *q) {
  double reach = q->shape->reach;
  slabs s;
  int i, axis, axes = q->shape->kind == COLLIDE_BOX ? 3 : 2;
  int found = quick_enter(q, NULL, reach, DIAGONAL * reach);
  if (found != QUICK_HIT) return found;
  if (!cross_slabs(q, &s, axes)) return QUICK_UNSURE;
  found = compare_slabs(q, &s, &axis);
  if (found != QUICK_HIT) return found;
  for (i = 0; s.along != 0 && i < axes; i++) {
    int stays = !(s.along >> i & 1) ? 1 : stays_inside(q, i);
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

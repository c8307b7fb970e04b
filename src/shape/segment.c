/* SPDX-License-Identifier: MIT
 *
 * Segments in three dimensions.
 */
#include "kind.h"

#include <string.h>

#include "../number/vector.h"

/* ---- Making, folding, extent ----------------------------------------------------------------- */

collide_error collide_make_segment(collide_shape *shape, collide_source *source, const double a[3],
                                   const double b[3]) {
  double sizes[6];
  memcpy(sizes, a, 3 * sizeof a[0]);
  memcpy(sizes + 3, b, 3 * sizeof b[0]);
  return ci_shape_make(shape, source, COLLIDE_SEGMENT, sizes, 6);
}

static collide_error segment_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  memcpy(s->a, sizes, sizeof s->a);
  memcpy(s->b, sizes + 3, sizeof s->b);
  if (!pose->is_identity) {
    ci_pose_carry(pose->turned.linear, s->a);
    ci_pose_carry(pose->turned.linear, s->b);
  }
  s->reach = ci_largest(s->b, 3, ci_largest(s->a, 3, 0));
  return COLLIDE_OK;
}

static void segment_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  const double *points[3];
  points[0] = s->a;
  points[1] = s->b;
  points[2] = NULL;
  ci_extent_of_points(points, 2, 0, g, extent);
}

/* ---- Quick casts ----------------------------------------------------------------------------- */

/* x . (f x d) for x = b - a: off by 30 e F D X, as in capsule.c. */
#ifndef QUICK_SKEW
#define QUICK_SKEW 30.0
#endif

/* Most lines miss a segment's line. A line that may meet it is left to the exact cast. */
static QUICK_INLINE int quick_in(const collide_shape *s, const quick_cast *c, collide_hit *hit) {
  double x[3], w[3], most;
  quick q;
  int i, found;
  for (i = 0; i < 3; i++) x[i] = s->b[i] - s->a[i];
  most = ci_largest(x, 3, 0);
  if (!quick_see(&q, COLLIDE_MOVED, s, c, hit, s->a, most, 1.7320508075688774 * most))
    return QUICK_UNSURE;
  found = quick_approach(&q, COLLIDE_MOVED, most, 1.7320508075688774 * most, most);
  if (found != QUICK_HIT) return found;
  vector_cross(q.f, q.d, w);
  return fabs(vector_dot(x, w)) > QUICK_SKEW * q.eps * q.f_most * q.d_most * most ? QUICK_MISS
                                                                                  : QUICK_UNSURE;
}

static int quick_segment(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return quick_in(s, &c, hit);
}

/* ---- Exact casts -----------------------------------------------------------------------------
 *
 * A line and a segment in space: a capsule of radius 0 decides. Few lines meet a segment, so it is
 * measured exactly. If n = d x (b - a) is not zero, a + u (b - a) = f + t d with
 * t n = (a - f) x (b - a) and u n = (a - f) x d, along any axis. */

static int segment_meets(line *l) {
  return ci_capsule_exact.meets(l);
}

static side segment_side(const line *l, double t) {
  return ci_capsule_exact.side_at(l, t);
}

static int segment_locate(const line *l, double t) {
  return ci_capsule_exact.locate(l, t);
}

/* t of an end of the segment that the line runs through. */
static double parameter_of(const line *l, const double p[3]) {
  line from_p = ci_line_offset(l, p);
  return tf_negate(tf_div(tf_dot(from_p.f, l->d), tf_dot(l->d, l->d))).hi;
}

/* Handles a line along the segment, or through a segment of length zero: it enters at one end and
 * leaves at the other. */
static void measure_along(const line *l, int end, measured *m) {
  const double *a = l->shape->a, *b = l->shape->b;
  double at_a = parameter_of(l, a), at_b = parameter_of(l, b);
  int i, forward = at_a <= at_b;
  m->t[0] = forward ? at_a : at_b;
  m->t[1] = forward ? at_b : at_a;
  for (i = 0; i < 3; i++) {
    m->point[i] = forward == (end == 0) ? a[i] : b[i];
    m->normal[i] = -l->d[i].hi;
  }
}

/* a + u x; u is from 0 to 1 except for rounding, and is clamped. */
static void place_point(const line *l, twofold u, double point[3]) {
  const double *a = l->shape->a, *b = l->shape->b;
  int i;
  if (!(u.hi > 0)) u = tf(0);
  if (u.hi > 1 || (u.hi == 1 && u.lo > 0)) u = tf(1);
  for (i = 0; i < 3; i++) point[i] = tf_add(tf(a[i]), tf_mul(u, two_diff(b[i], a[i]))).hi;
}

static int largest_of(const real n[3]) {
  int i, k = 0;
  for (i = 1; i < 3; i++)
    if (fabs(ci_exact_round(&n[i].whole)) > fabs(ci_exact_round(&n[k].whole))) k = i;
  return k;
}

static void segment_measure(const line *l, int end, measured *m) {
  line from_a = ci_line_offset(l, l->shape->a);
  real f[3], d[3], x[3], n[3], over[3];
  twofold u;
  double low;
  int k, mark = ci_exact_mark(l->pool);
  line_at(&from_a, LINE_EXACT, 0, f);
  line_direction(l, LINE_EXACT, d);
  line_difference(l, LINE_EXACT, l->shape->a, l->shape->b, x);
  real_cross(d, x, n);
  k = largest_of(n);
  if (real_sign(n[k]) == 0) {
    ci_exact_release(l->pool, mark);
    measure_along(l, end, m);
    return;
  }
  real_cross(x, f, over);
  m->t[0] = m->t[1] = ci_exact_ratio(&over[k].whole, &n[k].whole, &low);
  real_cross(d, f, over);
  u.hi = ci_exact_ratio(&over[k].whole, &n[k].whole, &u.lo);
  ci_exact_release(l->pool, mark);
  place_point(l, u, m->point);
  ci_line_face_across(l, l->shape->a, l->shape->b, m->normal);
}

static const exact_cast segment_exact = {segment_meets, segment_side, segment_locate,
                                         segment_measure};

/* ---- The row --------------------------------------------------------------------------------- */

const shape_kind ci_segment = {
    "segment",          /* name */
    3,                  /* dimensions */
    1.7320508075688774, /* spread */
    segment_fold,       /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    segment_extent,     /* extent */
    NULL,               /* unbounded_extent */
    quick_segment,      /* quick */
    &segment_exact,     /* exact */
    2                   /* points */
};

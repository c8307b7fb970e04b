/* SPDX-License-Identifier: MIT
 *
 * A line and a segment in space: a capsule of radius 0 decides. Few lines meet a segment, so it is
 * measured exactly. If n = d x (b - a) is not zero, a + u (b - a) = f + t d with
 * t n = (a - f) x (b - a) and u n = (a - f) x d, along any axis.
 */
#include "line.h"

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
static void place(const line *l, twofold u, double point[3]) {
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
  place(l, u, m->point);
  ci_line_face_across(l, l->shape->a, l->shape->b, m->normal);
}

const exact_cast ci_segment_exact = {segment_meets, segment_side, segment_locate, segment_measure};

/* SPDX-License-Identifier: MIT
 *
 * Quick casts of lines that start far away: the start is moved along the line, near to the shape.
 */
#include "quick_bounds.h"

#include "../number/scalar.h"

/* Starts farther away than this many sizes, 2^40, are left to the exact casts. Up to 2^20 sizes a
 * cheaper sum moves the start. */
#define FARTHEST 1099511627776.0
#define FAR 1048576.0

/* v + s d for an s of 24 bits: both products are exact, and so is the first sum. With
 * |v| and |s d| below 2^22 sizes, the last three sums lose 2 u 2^-26 2^22 sizes and
 * u of the result; a segment's d_low, below u |d|, loses u u 2^22 sizes. */
static inline double step(twofold v, double d, double d_low, double s) {
  double high = upper_half(d);
  twofold sum = two_sum(v.hi, s * high);
  return sum.hi + (sum.lo + (s * (d - high) + (v.lo + s * d_low)));
}

/* The same for any s: 2^-100 of terms below 2^43 sizes are lost. */
static double step_far(twofold v, double d, double d_low, double s) {
  return tf_add(v, tf_scale(tf_make(d, d_low), s)).hi;
}

/* The start less position and anchor on one axis. */
static inline twofold seen_from(const quick *q, const double *anchor, int i) {
  twofold v = two_diff(q->cast->from[i], q->shape->position[i]);
  return anchor != NULL ? tf_minus(v, anchor[i]) : v;
}

static inline double low_of(const quick_cast *c, int i) {
  return c->flags & QUICK_SEGMENT ? two_diff(c->toward[i], c->from[i]).lo : 0;
}

static double farthest(const quick *q, const double f[3], const double *anchor) {
  double v[3], far = quick_largest(f);
  int i;
  if (anchor == NULL) return far;
  for (i = 0; i < 3; i++) v[i] = q->cast->from[i] - q->shape->position[i];
  return greater(quick_largest(v), far);
}

/* Moves f, the start less position and anchor, to the point of the line nearest to the anchor, or
 * close to it. Returns 0 if the start is so far, in units of `size`, that this loses too much. */
static int move_near(quick *q, const double *anchor, double size, double f[3]) {
  const double *d = q->cast->d;
  double s = -vector_dot(f, d) / vector_dot(d, d), far = farthest(q, f, anchor), most = fabs(s);
  int i, is_cheap = far < FAR * size && most > 1e-30 && most < 1e30;
  if (is_cheap) s = (double)(float)s; /* a float has 24 bits there */
  for (i = 0; i < 3; i++) {
    twofold v = seen_from(q, anchor, i);
    double low = low_of(q->cast, i);
    f[i] = is_cheap ? step(v, d[i], low, s) : step_far(v, d[i], low, s);
  }
  q->base = s;
  return far < FARTHEST * size;
}

/* The largest component that the inverse makes of a vector whose components are at most 1. */
static double largest_row(const double m[9]) {
  double row[3];
  int i;
  for (i = 0; i < 3; i++) row[i] = fabs(m[3 * i]) + fabs(m[3 * i + 1]) + fabs(m[3 * i + 2]);
  return quick_largest(row);
}

/* Tests the ball that holds the shape, and that the start is near now. */
static int pass_ball(quick *q, double size, double radius, double near) {
  double margin;
  if (q->f_most < size) q->f_most = size;
  if (radius == 0) return QUICK_HIT;
  if (quick_ball_gap(q, q->f, q->f_most, radius, &margin) < -margin) return QUICK_MISS;
  return q->f_most <= near * size ? QUICK_HIT : QUICK_UNSURE;
}

int ci_quick_come_near(quick *q, double size, double radius) {
  double start[3];
  if (q->shape->frame != COLLIDE_LINEAR) {
    if (!move_near(q, q->anchor, size, q->f)) return QUICK_UNSURE;
    q->f_most = quick_largest(q->f);
    return pass_ball(q, size, radius, QUICK_NEAR);
  }
  (void)quick_see_start(q->shape, q->cast->from, NULL, 0, start);
  if (!move_near(q, NULL, size / largest_row(shape_turned(q->shape)->inverse), start))
    return QUICK_UNSURE;
  quick_see_turned(q, shape_turned(q->shape)->inverse, start);
  q->f_most += q->more;
  return pass_ball(q, size, radius, 2 * QUICK_NEAR);
}

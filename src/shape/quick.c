/* SPDX-License-Identifier: MIT */
#include "quick.h"

#include <string.h>

#include "kind.h"

/* ---- Into the frame ------------------------------------------------------------- */

/* Farther away than this many sizes a start is left to the exact way: 2^40. Up to 2^20
 * sizes a cheaper way brings it near. */
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
  twofold v = two_diff(q->from[i], q->shape->position[i]);
  return anchor != NULL ? tf_minus(v, anchor[i]) : v;
}

static inline double low_of(const quick *q, int i) {
  return q->is_segment ? two_diff(q->toward[i], q->from[i]).lo : 0;
}

static double farthest(const quick *q, const double *anchor) {
  double v[3], far = quick_largest(q->f), most;
  int i;
  if (anchor == NULL) return far;
  for (i = 0; i < 3; i++) v[i] = q->from[i] - q->shape->position[i];
  most = quick_largest(v);
  return most > far ? most : far;
}

/* Moves f to the point of the line nearest to the anchor, or close to it. 0 when the start
 * is too far away, in units of `size`, for what that loses. */
static int move_near(quick *q, const double *anchor, double size) {
  double s = -vector_dot(q->f, q->d) / q->dd, far = farthest(q, anchor), most = fabs(s);
  int i;
  if (far < FAR * size && most > 1e-30 && most < 1e30) { /* a float has 24 bits there */
    s = (double)(float)s;
    q->f[0] = step(seen_from(q, anchor, 0), q->d[0], low_of(q, 0), s);
    q->f[1] = step(seen_from(q, anchor, 1), q->d[1], low_of(q, 1), s);
    q->f[2] = step(seen_from(q, anchor, 2), q->d[2], low_of(q, 2), s);
  } else {
    for (i = 0; i < 3; i++) q->f[i] = step_far(seen_from(q, anchor, i), q->d[i], low_of(q, i), s);
  }
  q->base = s;
  return far < FARTHEST * size;
}

/* The ball that holds the shape, and whether the start is near now. */
static int pass_ball(quick *q, double size, double radius, double near) {
  double margin;
  if (q->f_most < size) q->f_most = size;
  if (radius == 0) return QUICK_HIT;
  if (quick_ball_gap(q, q->f, q->f_most, radius, &margin) < -margin) return QUICK_MISS;
  return q->f_most <= near * size ? QUICK_HIT : QUICK_UNSURE;
}

int ci_quick_come_near(quick *q, const double *anchor, double size, double radius) {
  if (!move_near(q, anchor, size)) return QUICK_UNSURE;
  q->f_most = quick_largest(q->f);
  return pass_ball(q, size, radius, QUICK_NEAR);
}

/* The most that the inverse makes of a vector whose components are at most 1. */
static double largest_row(const double m[9]) {
  double row[3];
  int i;
  for (i = 0; i < 3; i++) row[i] = fabs(m[3 * i]) + fabs(m[3 * i + 1]) + fabs(m[3 * i + 2]);
  return quick_largest(row);
}

/* In the frame f is off by 5.2 u of its F; less the anchor, by u (F + A) more, and its
 * coordinates are below F + A. A start that is near already is seen as it is first; where that
 * leaves a doubt ci_quick_look sets comes_near. */
int ci_quick_enter_turned(quick *q, const double *anchor, double size, double radius) {
  const double *inverse = q->shape->of.turned.inverse;
  double seen[3];
  int i;
  q->anchor = anchor;
  (void)quick_see(q, NULL, 0);
  quick_aim(q);
  if (!quick_is_in_range(q, size, radius)) return QUICK_UNSURE;
  q->f_most = quick_through(inverse, q->f, seen);
  if (q->comes_near || !(q->f_most <= QUICK_NEAR * size)) {
    q->comes_near = 1;
    if (!move_near(q, NULL, size / largest_row(inverse))) return QUICK_UNSURE;
    q->f_most = quick_through(inverse, q->f, seen);
  }
  memcpy(q->f, seen, sizeof seen);
  for (i = 0; i < 3 && anchor != NULL; i++) q->f[i] -= anchor[i];
  if (anchor != NULL) q->f_most += quick_largest(anchor);
  q->d_most = quick_through(inverse, q->d, seen);
  memcpy(q->d, seen, sizeof seen);
  q->dd = vector_dot(q->d, q->d);
  q->eps = QUICK_TURNED;
  if (!(quick_is_in_range(q, size, radius) && 16 * q->dd >= q->d_most * q->d_most))
    return QUICK_UNSURE;
  return pass_ball(q, size, radius, 2 * QUICK_NEAR);
}

/* ---- What casts ask ----------------------------------------------------------------- */

int ci_quick_look(quick *q, const collide_shape *shape, const double from[3],
                  const double toward[3], int is_segment, quick_wanted wanted) {
  int found, end;
  q->shape = shape;
  q->from = from;
  q->toward = toward;
  q->is_segment = is_segment;
  q->wanted = wanted;
  q->base = 0;
  q->comes_near = shape->frame != COLLIDE_LINEAR;
  q->face = COLLIDE_FACE_NONE;
  q->edge = 0;
  q->is_unit = 1;
  q->uv[0] = q->uv[1] = 0;
  found = ci_kind_of(shape)->look(q);
  if (found == QUICK_UNSURE && !q->comes_near) {
    q->comes_near = 1;
    found = ci_kind_of(shape)->look(q);
  }
  if (found != QUICK_HIT || q->base == 0) return found;
  for (end = 0; end < 2; end++) {
    q->t[end] += q->base;
    if (fabs(q->t[end]) <= DBL_MAX) q->error += QUICK_UNIT * fabs(q->t[end]);
  }
  return QUICK_HIT;
}

static void normalise(const double n[3], int is_unit, double unit[3]) {
  double k = is_unit ? 1 : 1 / sqrt(vector_dot(n, n));
  unit[0] = n[0] * k + 0.0;
  unit[1] = n[1] * k + 0.0;
  unit[2] = n[2] * k + 0.0;
}

void ci_quick_write(const quick *q, collide_hit *hit) {
  const collide_shape *s = q->shape;
  double n[3], p[3];
  int i;
  for (i = 0; i < 3; i++) p[i] = q->anchor != NULL ? q->anchor[i] + q->point[i] : q->point[i];
  if (s->frame == COLLIDE_LINEAR) {
    const double *linear = s->of.turned.linear, *inverse = s->of.turned.inverse;
    for (i = 0; i < 3; i++) {
      hit->point[i] = s->position[i] + vector_dot(linear + 3 * i, p) + 0.0;
      n[i] =
          inverse[i] * q->normal[0] + inverse[3 + i] * q->normal[1] + inverse[6 + i] * q->normal[2];
    }
    normalise(n, 0, hit->normal);
  } else {
    for (i = 0; i < 3; i++) hit->point[i] = s->position[i] + p[i] + 0.0;
    normalise(q->normal, q->is_unit, hit->normal);
  }
  hit->t = q->t[0] + 0.0;
  hit->t_exit = q->t[1] + 0.0;
  hit->u = q->uv[0];
  hit->v = q->uv[1];
  hit->face = q->face;
  hit->edge = q->edge;
  hit->inside = 0;
  hit->has_point = 1;
}

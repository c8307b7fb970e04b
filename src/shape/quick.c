/* SPDX-License-Identifier: MIT
 *
 * What quick casts share and is not inlined: starts far away, and whether a solid contains a point.
 */
#include "../number/scalar.h"

#include "quick.h"

/* ---- Starts far away -------------------------------------------------------------------------
 *
 * Quick casts of lines that start far away: the start is moved along the line, near to the shape.
 */

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

/* The start minus origin and anchor on one axis. */
static inline twofold seen_from(const quick *q, const double *anchor, int i) {
  twofold v = two_diff(q->cast->from[i], q->shape->origin[i]);
  return anchor != NULL ? tf_minus(v, anchor[i]) : v;
}

static inline double low_of(const quick_cast *c, int i) {
  return c->flags & QUICK_SEGMENT ? two_diff(c->toward[i], c->from[i]).lo : 0;
}

static double farthest(const quick *q, const double f[3], const double *anchor) {
  double v[3], far = quick_largest(f);
  int i;
  if (anchor == NULL) return far;
  for (i = 0; i < 3; i++) v[i] = q->cast->from[i] - q->shape->origin[i];
  return greater(quick_largest(v), far);
}

/* Moves f, the start minus origin and anchor, to the point of the line nearest to the anchor, or
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

/* ---- Points in solids ------------------------------------------------------------------------
 *
 * Quick answers to whether a solid contains a point: in plain doubles, and only where the answer is
 * certain; see quick.h for u and e, and for how the margins are derived.
 *
 * M = F + R is at least the size of the point in the frame and of every length of the shape, R =
 * reach. Each f_i is off by at most e M, and u <= e / 2. */

typedef struct placed_point {
  double f[3], m, e; /* M and e */
} placed_point;

/* Returns 0 if fourth powers could overflow or underflow. */
static QUICK_INLINE int enter_frame(const collide_shape *s, const double point[3],
                                    placed_point *p) {
  double v[3], most;
  v[0] = point[0] - s->origin[0];
  v[1] = point[1] - s->origin[1];
  v[2] = point[2] - s->origin[2];
  if (s->frame == COLLIDE_LINEAR) {
    most = quick_through(shape_turned(s)->inverse, v, p->f);
    p->e = QUICK_TURNED;
  } else {
    most = quick_largest(v);
    p->f[0] = v[0];
    p->f[1] = v[1];
    p->f[2] = v[2];
    p->e = QUICK_MOVED;
  }
  p->m = most + s->reach;
  return p->m > 1e-60 && p->m < 1e60;
}

/* A difference of a coordinate and a length of the shape: e M for f_i and a rounding, u 2 M. */
#ifndef QUICK_LOCATE_SLAB
#define QUICK_LOCATE_SLAB 2.0
#endif

/* |f|^2 - r^2: 3 (2 e + u) M^2 for the squares, 2 u (3) M^2 for their sums, u M^2 for r^2, and u
 * (4) M^2 for the difference; less for two coordinates. */
#ifndef QUICK_LOCATE_BALL
#define QUICK_LOCATE_BALL 13.0
#endif

/* h^2 (x^2 + z^2) - r^2 y^2: h^2 times two squares, 5 e, and 4 u (2), less r^2 times one, 2.5 e and
 * 2 u, and a rounding of all, at most u (2): below 12 e (r^2 + h^2) M^2. */
#ifndef QUICK_LOCATE_CONE
#define QUICK_LOCATE_CONE 12.0
#endif

/* p = f - a - k x for k from 0 to 1 and x = b - a: f - a is off by e M + 2 u M and at most 2 M, k
 * x, also at most 2 M, by 4 u M, and the difference by 4 u M, so p_i, at most 4 M, by 6 e M: |p|^2
 * - r^2 is off by 3 (2 (4) 6 e + 16 u) M^2 for the squares, 2 u (48) M^2 for their sums and u (50)
 * M^2 more: below 250 e M^2. That k itself is rounded changes |p|^2 by its square times |x|^2,
 * which is of second order, for |p|^2 is least there. */
#ifndef QUICK_LOCATE_TUBE
#define QUICK_LOCATE_TUBE 256.0
#endif

/* Returns 1 for a certainly positive value, -1 for a certainly negative one, else 0. */
static QUICK_INLINE int sign_of(double value, double margin) {
  return (value > margin) - (value < -margin);
}

/* Combines two conditions, each -1 (holds), 1 (fails) or 0 (uncertain), that must both hold. */
static QUICK_INLINE int both(int a, int b) {
  if (a > 0 || b > 0) return 1;
  return a < 0 && b < 0 ? -1 : 0;
}

static QUICK_INLINE int locate_box(const collide_shape *s, const placed_point *p) {
  double outside = -HUGE_VAL;
  int i;
  for (i = 0; i < 3; i++) {
    double below = s->a[i] - p->f[i], above = p->f[i] - s->b[i];
    outside = below > outside ? below : outside;
    outside = above > outside ? above : outside;
  }
  return sign_of(outside, QUICK_LOCATE_SLAB * p->e * p->m);
}

static QUICK_INLINE int locate_cylinder(const collide_shape *s, const placed_point *p) {
  double x = p->f[0], z = p->f[2], r = s->radius;
  int disc = sign_of(x * x + z * z - r * r, QUICK_LOCATE_BALL * p->e * (p->m * p->m));
  return both(disc, sign_of(fabs(p->f[1]) - s->height, QUICK_LOCATE_SLAB * p->e * p->m));
}

static QUICK_INLINE int locate_cone(const collide_shape *s, const placed_point *p) {
  double x = p->f[0], y = p->f[1], z = p->f[2], h = s->height, hh = h * h;
  double rr = s->radius * s->radius, outside = y > -h - y ? y : -h - y;
  double margin = QUICK_LOCATE_CONE * p->e * (rr + hh) * (p->m * p->m);
  int side = sign_of(hh * (x * x + z * z) - rr * (y * y), margin);
  return both(side, sign_of(outside, QUICK_LOCATE_SLAB * p->e * p->m));
}

static QUICK_INLINE int locate_capsule(const collide_shape *s, const placed_point *p) {
  double x[3], g[3], xx, k, r = s->radius;
  int i;
  for (i = 0; i < 3; i++) {
    x[i] = s->b[i] - s->a[i];
    g[i] = p->f[i] - s->a[i];
  }
  xx = vector_dot(x, x);
  k = xx > 0 ? vector_dot(g, x) / xx : 0;
  k = k > 0 ? k : 0;
  k = k < 1 ? k : 1;
  for (i = 0; i < 3; i++) g[i] -= k * x[i];
  return sign_of(vector_dot(g, g) - r * r, QUICK_LOCATE_TUBE * p->e * (p->m * p->m));
}

static QUICK_INLINE int locate_sphere(const collide_shape *s, const placed_point *p) {
  return sign_of(vector_dot(p->f, p->f) - s->radius * s->radius,
                 QUICK_LOCATE_BALL * p->e * (p->m * p->m));
}

#define LOCATE(kind)                                                    \
  int ci_locate_##kind(const collide_shape *s, const double point[3]) { \
    placed_point p;                                                     \
    return enter_frame(s, point, &p) ? locate_##kind(s, &p) : 0;        \
  }
LOCATE(sphere)
LOCATE(box)
LOCATE(cylinder)
LOCATE(cone)
LOCATE(capsule)

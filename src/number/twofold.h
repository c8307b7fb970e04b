/* SPDX-License-Identifier: MIT
 *
 * Error-free transformations, and numbers of two doubles built from them. These have
 * about 106 bits, enough that a measured value keeps its digits when a line starts
 * far away. Dekker, "A floating-point technique for extending the available
 * precision" (1971); Shewchuk, "Adaptive precision floating-point arithmetic"
 * (1997). fma() is not used: it is slow on machines without the instruction, and not
 * every libm implements it correctly.
 */
#ifndef COLLIDE_TWOFOLD_H
#define COLLIDE_TWOFOLD_H

#include "fp.h"

/* hi + lo, with |lo| at most half a unit in the last place of hi. */
typedef struct twofold {
  double hi, lo;
} twofold;

/* a + b exactly. */
static inline twofold two_sum(double a, double b) {
  twofold s;
  double b_part;
  s.hi = a + b;
  b_part = s.hi - a;
  s.lo = (a - (s.hi - b_part)) + (b - b_part);
  return s;
}

/* a + b exactly, when |a| >= |b| or a is 0. */
static inline twofold two_sum_ordered(double a, double b) {
  twofold s;
  s.hi = a + b;
  s.lo = b - (s.hi - a);
  return s;
}

/* a - b exactly. */
static inline twofold two_diff(double a, double b) {
  return two_sum(a, -b);
}

/* Compilers prefer to call these functions. Inlining is cheaper, because their numbers are in
 * registers. */
#if defined(__GNUC__)
#define TWOFOLD_INLINE inline __attribute__((always_inline))
#else
#define TWOFOLD_INLINE inline
#endif

/* The upper 26 bits of a. */
static inline double upper_half(double a) {
  double c = 134217729.0 * a; /* 2^27 + 1 */
  return c - (c - a);
}

/* a * b exactly, for products from 1e-290 and factors up to 1e300. */
static TWOFOLD_INLINE twofold two_product(double a, double b) {
  twofold p;
  double a_hi = upper_half(a), a_lo = a - a_hi;
  double b_hi = upper_half(b), b_lo = b - b_hi;
  p.hi = a * b;
  p.lo = a_lo * b_lo - (((p.hi - a_hi * b_hi) - a_lo * b_hi) - a_hi * b_lo);
  return p;
}

static inline twofold tf(double a) {
  twofold r;
  r.hi = a;
  r.lo = 0;
  return r;
}

static inline twofold tf_make(double hi, double lo) {
  twofold r;
  r.hi = hi;
  r.lo = lo;
  return r;
}

static inline twofold tf_negate(twofold a) {
  return tf_make(-a.hi, -a.lo);
}

/* Off by at most 3 u^2 / (1 - 4 u) of itself, u = 2^-53, even if most of the sum cancels. So it has
 * the sign of the sum (Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic
 * building blocks of double-word arithmetic", 2017, algorithm 6). */
static inline twofold tf_add(twofold a, twofold b) {
  twofold s = two_sum(a.hi, b.hi), t = two_sum(a.lo, b.lo);
  s = two_sum_ordered(s.hi, s.lo + t.hi);
  return two_sum_ordered(s.hi, s.lo + t.lo);
}

static inline twofold tf_sub(twofold a, twofold b) {
  return tf_add(a, tf_negate(b));
}

/* a - b for a plain double b. */
static inline twofold tf_minus(twofold a, double b) {
  twofold s = two_diff(a.hi, b);
  return two_sum_ordered(s.hi, s.lo + a.lo);
}

static inline twofold tf_mul(twofold a, twofold b) {
  twofold p = two_product(a.hi, b.hi);
  p.lo += a.hi * b.lo + a.lo * b.hi;
  return two_sum_ordered(p.hi, p.lo);
}

/* a * b for a plain double b. */
static inline twofold tf_scale(twofold a, double b) {
  twofold p = two_product(a.hi, b);
  p.lo += a.lo * b;
  return two_sum_ordered(p.hi, p.lo);
}

/* a / b; b not zero. A quotient beyond 1e300 is only rounded, and may be infinite. */
static inline twofold tf_div(twofold a, twofold b) {
  double q = a.hi / b.hi;
  twofold rest;
  if (!(fabs(q) <= 1e300)) return tf(q);
  rest = tf_sub(a, tf_scale(b, q));
  return two_sum_ordered(q, rest.hi / b.hi);
}

/* 2^-53 + 2^-105. Let the unit of x be that in its last place. x times this is more than half a
 * unit and at most one, or half a unit and 2^-53 of a unit for a power of two. So x minus it rounds
 * to the double before x (Rump, Zimmermann, Boldo and Melquiond, "Computing predecessor and
 * successor in rounding to nearest", 2009). It needs a product that does not underflow. */
#ifndef TF_BEFORE
#define TF_BEFORE 1.1102230246251568e-16
#endif

/* The greatest double that is not above v. nextafter of libm takes much longer. The direction of
 * the rounding is unpredictable, so no branch depends on it: compilers branch for `?:`. */
static inline double tf_round_down(twofold v) {
  double x = v.hi + 0.0;
  if (!(fabs(x) >= 1e-280 && fabs(x) <= DBL_MAX)) return v.lo < 0 ? nextafter(x, -HUGE_VAL) : x;
  return x - fabs(x) * TF_BEFORE * (v.lo < 0);
}

/* The least double that is not below v. */
static inline double tf_round_up(twofold v) {
  return 0.0 - tf_round_down(tf_negate(v));
}

/* The square root of a number that is not negative. */
static inline twofold tf_sqrt(twofold a) {
  double root = sqrt(a.hi);
  if (!(root > 0)) return tf(0);
  return two_sum_ordered(root, tf_sub(a, two_product(root, root)).hi / (2 * root));
}

static inline twofold tf_dot(const twofold a[3], const twofold b[3]) {
  return tf_add(tf_add(tf_mul(a[0], b[0]), tf_mul(a[1], b[1])), tf_mul(a[2], b[2]));
}

/* a . b for plain doubles b. */
static inline twofold tf_dot_doubles(const twofold a[3], const double b[3]) {
  return tf_add(tf_add(tf_scale(a[0], b[0]), tf_scale(a[1], b[1])), tf_scale(a[2], b[2]));
}

/* r = a x b; r is neither a nor b. */
static inline void tf_cross(const twofold a[3], const twofold b[3], twofold r[3]) {
  r[0] = tf_sub(tf_mul(a[1], b[2]), tf_mul(a[2], b[1]));
  r[1] = tf_sub(tf_mul(a[2], b[0]), tf_mul(a[0], b[2]));
  r[2] = tf_sub(tf_mul(a[0], b[1]), tf_mul(a[1], b[0]));
}

/* The square of the length of a vector of plain doubles. */
static inline twofold two_square(const double v[3]) {
  twofold x = two_product(v[0], v[0]), y = two_product(v[1], v[1]);
  return tf_add(tf_add(x, y), two_product(v[2], v[2]));
}

/* The cross product of two vectors of plain doubles. */
static inline void two_cross(const double a[3], const double b[3], twofold r[3]) {
  r[0] = tf_sub(two_product(a[1], b[2]), two_product(a[2], b[1]));
  r[1] = tf_sub(two_product(a[2], b[0]), two_product(a[0], b[2]));
  r[2] = tf_sub(two_product(a[0], b[1]), two_product(a[1], b[0]));
}

#endif

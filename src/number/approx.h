/* SPDX-License-Identifier: MIT
 *
 * Doubles that carry a bound on their error, for filters: evaluate a polynomial
 * with these, and `approx_sign` returns the sign of the true value, or says that it is
 * unsure. Each operation is counted at twice its error; this and the margin in
 * `approx_sign` cover the roundings of the bound itself.
 *
 * Underflow. A sum or difference of doubles is exact where it is subnormal. A
 * product is off by at most 2^-1075 more than its rounding, and so is each of the
 * three products in the bound of a product: APPROX_FLOOR, which every product adds to
 * its bound, is far above the four of them. Later factors multiply it with the rest
 * of the bound. So a sign that `approx_sign` returns is right for all doubles, however
 * small, and for numbers far above the floor the bound hardly grows.
 */
#ifndef COLLIDE_APPROX_H
#define COLLIDE_APPROX_H

#include "exact.h"

typedef struct approx {
  double value;
  double error; /* |value - truth| is at most this */
} approx;

#define APPROX_ROUNDING 2.220446049250313e-16 /* 2^-52 */
#define APPROX_FLOOR 1e-290 /* above 2^-1073; products with it are rarely subnormal, hence slow */

static inline approx approx_make(double value, double error) {
  approx r;
  r.value = value;
  r.error = error;
  return r;
}

static inline approx approx_exact(double value) {
  return approx_make(value, 0);
}

static inline approx approx_add(approx a, approx b) {
  double v = a.value + b.value;
  return approx_make(v, a.error + b.error + APPROX_ROUNDING * fabs(v));
}

static inline approx approx_sub(approx a, approx b) {
  double v = a.value - b.value;
  return approx_make(v, a.error + b.error + APPROX_ROUNDING * fabs(v));
}

static inline approx approx_mul(approx a, approx b) {
  double v = a.value * b.value;
  return approx_make(v, fabs(a.value) * b.error + (fabs(b.value) + b.error) * a.error +
                            APPROX_ROUNDING * fabs(v) + APPROX_FLOOR);
}

static inline approx approx_square(approx a) {
  return approx_mul(a, a);
}

static inline approx approx_dot(const approx a[3], const approx b[3]) {
  return approx_add(approx_add(approx_mul(a[0], b[0]), approx_mul(a[1], b[1])),
                    approx_mul(a[2], b[2]));
}

/* -1, 1 or FILTER_UNSURE. */
static inline int approx_sign(approx a) {
  return filter_sign(a.value, a.error * 1.0000001);
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * Numbers for which one expression serves two arithmetics: a double with a bound on its error
 * (approx.h), or an exact number (exact.h). All operands of an operation are of the same
 * arithmetic. So a polynomial is written once: evaluated in doubles it is the filter, evaluated
 * exactly it decides what the filter cannot.
 *
 * Every result in exact numbers lies on top of the pool until the caller releases it. A sum of
 * products takes the place of one number.
 */
#ifndef COLLIDE_REAL_H
#define COLLIDE_REAL_H

#include <stddef.h>

#include "approx.h"

/* If the compiler knows the arithmetic of an operand, it removes every test of it. Without
 * optimisation every inlined copy would take stack of its own. */
#if defined(__OPTIMIZE__)
#define REAL_INLINE TWOFOLD_INLINE
#else
#define REAL_INLINE inline
#endif

typedef struct real {
  approx bounded;
  exact whole; /* its pool is NULL if the number is `bounded` */
} real;

static REAL_INLINE real real_bounded(approx a) {
  real r;
  r.bounded = a;
  r.whole.pool = NULL;
  return r;
}

static REAL_INLINE real real_whole(exact e) {
  real r;
  r.whole = e;
  return r;
}

static REAL_INLINE int real_is_exact(const real *a) {
  return a->whole.pool != NULL;
}

static REAL_INLINE real real_sub(real a, real b) {
  exact e;
  if (!real_is_exact(&a)) return real_bounded(approx_sub(a.bounded, b.bounded));
  ci_exact_sub(&e, &a.whole, &b.whole);
  return real_whole(e);
}

static REAL_INLINE real real_add(real a, real b) {
  exact e;
  if (!real_is_exact(&a)) return real_bounded(approx_add(a.bounded, b.bounded));
  ci_exact_add(&e, &a.whole, &b.whole);
  return real_whole(e);
}

static REAL_INLINE real real_mul(real a, real b) {
  exact e;
  if (!real_is_exact(&a)) return real_bounded(approx_mul(a.bounded, b.bounded));
  ci_exact_mul(&e, &a.whole, &b.whole);
  return real_whole(e);
}

static REAL_INLINE real real_square(real a) {
  return real_mul(a, a);
}

/* a b + c d, and a b - c d. */
static REAL_INLINE real real_sum_of_products(real a, real b, real c, real d) {
  exact e;
  if (!real_is_exact(&a))
    return real_bounded(
        approx_add(approx_mul(a.bounded, b.bounded), approx_mul(c.bounded, d.bounded)));
  ci_exact_mul(&e, &a.whole, &b.whole);
  ci_exact_add_product(&e, &c.whole, &d.whole);
  return real_whole(e);
}

static REAL_INLINE real real_minor(real a, real b, real c, real d) {
  exact e;
  if (!real_is_exact(&a))
    return real_bounded(
        approx_sub(approx_mul(a.bounded, b.bounded), approx_mul(c.bounded, d.bounded)));
  ci_exact_mul(&e, &a.whole, &b.whole);
  ci_exact_sub_product(&e, &c.whole, &d.whole);
  return real_whole(e);
}

static REAL_INLINE real real_dot(const real a[3], const real b[3]) {
  real r = real_sum_of_products(a[0], b[0], a[1], b[1]);
  if (real_is_exact(&r))
    ci_exact_add_product(&r.whole, &a[2].whole, &b[2].whole);
  else
    r.bounded = approx_add(r.bounded, approx_mul(a[2].bounded, b[2].bounded));
  return r;
}

static REAL_INLINE void real_cross(const real a[3], const real b[3], real r[3]) {
  r[0] = real_minor(a[1], b[2], a[2], b[1]);
  r[1] = real_minor(a[2], b[0], a[0], b[2]);
  r[2] = real_minor(a[0], b[1], a[1], b[0]);
}

/* -1, 0 or 1; for a bounded number -1, 1 or FILTER_UNSURE. */
static REAL_INLINE int real_sign(real a) {
  return real_is_exact(&a) ? exact_sign(&a.whole) : approx_sign(a.bounded);
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * Exact arithmetic on doubles: sums, differences and products of any finite
 * doubles, with no rounding, no underflow and no overflow, for the rare case
 * that a filter in plain doubles cannot decide. Numbers are integers of 32-bit
 * limbs times a power of 2^32, so unlike floating-point expansions they do not
 * depend on the scale of the input nor on how a compiler rounds.
 *
 * Use: evaluate the polynomial in plain doubles; when `filter_sign` cannot tell
 * its sign, evaluate it again with these and ask `exact_sign`.
 */
#ifndef COLLIDE_EXACT_H
#define COLLIDE_EXACT_H

#include <stdint.h>

#include "twofold.h"

/* A double spans 2,098 bits, the products here have at most ten factors. */
#define EXACT_LIMBS 704

typedef struct exact {
  int sign;     /* -1, 0 or 1 */
  int exponent; /* value = sign * limbs * 2^(32 * exponent) */
  int count;    /* limbs used; the first and the last are not zero */
  uint32_t limbs[EXACT_LIMBS];
} exact;

/* r = a, a + b, a - b, for doubles. */
void ci_exact_set(exact *r, double a);
void ci_exact_set_sum(exact *r, double a, double b);
void ci_exact_set_diff(exact *r, double a, double b);

/* r = a op b; r may be a or b. */
void ci_exact_add(exact *r, const exact *a, const exact *b);
void ci_exact_sub(exact *r, const exact *a, const exact *b);
void ci_exact_mul(exact *r, const exact *a, const exact *b);
void ci_exact_mul_double(exact *r, const exact *a, double b);
void ci_exact_negate(exact *r);

/* r += a * b, r -= a * b; r is neither a nor b. */
void ci_exact_add_product(exact *r, const exact *a, const exact *b);
void ci_exact_sub_product(exact *r, const exact *a, const exact *b);

/* -1, 0 or 1. */
static inline int exact_sign(const exact *a) {
  return a->sign;
}

/* The nearest double, ties to even; infinite when it is too large. */
double ci_exact_round(const exact *a);

/* The same, and what that leaves, rounded too. */
twofold ci_exact_twofold(const exact *a);

/* over / under, not far from correctly rounded, and in *low what is left, for
 * about twice the digits; under is not zero. */
double ci_exact_ratio(const exact *over, const exact *under, double *low);

/* The sign of `value`, known to be within `bound` of the truth: -1 or 1, or
 * FILTER_UNSURE. Infinities and NaN are unsure. */
enum { FILTER_UNSURE = 2 };
static inline int filter_sign(double value, double bound) {
  if (value > bound) return 1;
  if (value < -bound) return -1;
  return FILTER_UNSURE;
}

/* A bound for polynomials of degree up to 8 in inputs that are themselves off
 * by at most 8 units of rounding: this times the polynomial with every term
 * made positive (2^-46 = 128 units of rounding), plus FILTER_TINY for underflow. */
#define FILTER_RELATIVE 1.4210854715202004e-14
#define FILTER_TINY 1e-160

#endif

/* SPDX-License-Identifier: MIT
 *
 * The inverse of a matrix, the adjugate over the determinant, in few doubles.
 *
 * It is computed in numbers of two doubles if no sum cancels, as for rotations and scales, which
 * most poses are. Other matrices are inverted by exact numbers.
 */
#include "inverse.h"

#include "../number/twofold.h"

#if defined(__GNUC__)
#define INVERSE_INLINE inline __attribute__((always_inline))
#else
#define INVERSE_INLINE inline
#endif

/* Entries are 0 or between these: then products of four, and the remainders of two_product, stay in
 * the range. */
#define LEAST_ENTRY 1e-30
#define MOST_ENTRY 1e30

static int are_ordinary(const double m[9]) {
  int i;
  for (i = 0; i < 9; i++)
    if (m[i] != 0 && !(fabs(m[i]) > LEAST_ENTRY && fabs(m[i]) < MOST_ENTRY)) return 0;
  return 1;
}

/* a d - b c. The products, s, t, v and the sum of s.hi and v.hi are exact; the parts of w are below
 * 4 u^2 of the products. If a quarter of the larger product is left, w is off by 32 u^3 of the
 * value, and the last addend to s.hi by u of itself, u^2 of the value. If less is left, the
 * products are nearly equal. Then both are multiples of some G above 2^-107 of the larger, as each
 * has 106 digits at most, and so are all parts. w is at most 2^-103 of it, and the last addend
 * 2^-55, so these have fewer than 53 digits, and nothing is rounded. */
static INVERSE_INLINE twofold minor_of(double a, double b, double c, double d) {
  twofold p = two_product(a, d), q = two_product(b, c), s = two_diff(p.hi, q.hi);
  twofold t = two_diff(p.lo, q.lo), v = two_sum(s.lo, t.hi);
  double w = v.lo + t.lo;
  s = two_sum(s.hi, v.hi);
  return two_sum(s.hi, s.lo + w);
}

/* With u = 2^-53, to terms of second order, in units of the number itself:
 * - An entry of the adjugate is off by u^2.
 * - A product with an entry of the matrix (tf_scale) rounds two products and their sum: 3 u^2, 4
 *   with the error of the entry. Each of the two sums (tf_add) adds 3 u^2 of the terms, and these
 *   are at most INVERSE_SPREAD of the determinant, which is off by 10 INVERSE_SPREAD = 12.5 u^2.
 * - Its inverse: the product with the first quotient is off by 3 u^2, and the difference from 1 by
 *   2 u^2. That difference is at most 2 u, so that rounding it to a double, taking the divisor for
 *   a double and rounding the quotient are 2 u^2 each: 11 u^2, 23.5 with the determinant's.
 * - Their product (tf_mul) adds 8 u^2 (see LINE_FRAME_ROUNDING in line.h): 32.5 u^2. So an entry is
 *   off by less than 34 u^2, also with all terms of third order. */
int ci_quick_inverse(const double m[9], double inverse[9], double inverse_low[9]) {
  twofold adjugate[9], term[3], determinant, over;
  int i;
  if (!are_ordinary(m)) return 0;
  adjugate[0] = minor_of(m[4], m[5], m[7], m[8]);
  adjugate[1] = minor_of(m[7], m[8], m[1], m[2]);
  adjugate[2] = minor_of(m[1], m[2], m[4], m[5]);
  adjugate[3] = minor_of(m[5], m[3], m[8], m[6]);
  adjugate[4] = minor_of(m[8], m[6], m[2], m[0]);
  adjugate[5] = minor_of(m[2], m[0], m[5], m[3]);
  adjugate[6] = minor_of(m[3], m[4], m[6], m[7]);
  adjugate[7] = minor_of(m[6], m[7], m[0], m[1]);
  adjugate[8] = minor_of(m[0], m[1], m[3], m[4]);
  for (i = 0; i < 3; i++) term[i] = tf_scale(adjugate[3 * i], m[i]);
  determinant = tf_add(tf_add(term[0], term[1]), term[2]);
  if (!(fabs(term[0].hi) + fabs(term[1].hi) + fabs(term[2].hi) <
        INVERSE_SPREAD * fabs(determinant.hi)))
    return 0;
  over = tf_div(tf(1), determinant);
  for (i = 0; i < 9; i++) {
    twofold entry = tf_mul(adjugate[i], over);
    inverse[i] = entry.hi;
    inverse_low[i] = entry.lo;
  }
  return 1;
}

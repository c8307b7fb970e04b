/* SPDX-License-Identifier: MIT
 *
 * Compares two fractions p / q and r / s, whose parts are exact twofolds. The sign of p s - r q is
 * computed in twofolds with an error bound, and exactly if the bound leaves it undecided. (u =
 * 2^-53.)
 */
#include "crossing.h"

#include "../number/exact.h"
#include "../number/twofold.h"

/* The products p s and r q are computed only for numbers within this range.
 *
 * two_product(a, b) is exact under two conditions. a and b must be below 2^996, because 2^27 + 1 is
 * a factor of their upper halves. The last bit of the product, which is at least 2^-106 |a b|, must
 * not be below 2^-1074: |a b| >= 2^-968 = 4e-292. Both hold for CROSSING_LEAST^2 = 1e-240 and
 * CROSSING_MOST^2 = 1e240. Products with low parts in tf_mul may underflow, by at most 3 * 2^-1075
 * in all. That is 1e-83 of 1e-240; CROSSING_CERTAIN allows for 3e-31. The limits are narrower than
 * necessary because coordinates beyond them are rare. */
#ifndef CROSSING_LEAST
#define CROSSING_LEAST 1e-120
#endif
#ifndef CROSSING_MOST
#define CROSSING_MOST 1e120
#endif

/* Two products of twofolds, left and right, are in their true order if their difference is larger
 * than this times |left| + |right|. tf_mul adds 4 errors to a b: u^2 for the omitted product of the
 * low parts; 2 u^2 for rounding the two products of a low and a high part, by u each; 2 u^2 for
 * their sum, which is at most 2 u; 3 u^2 for the sum of that and the low part of the product, at
 * most 3 u. The total is 8 u^2 (1 + 8 u) |a b|. (tf_scale: 3 u^2.) tf_sub is within 4 u^2 of the
 * difference itself (Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic
 * building blocks of double-word arithmetic", 2017, algorithm 6). Its high part is within 2 u. This
 * cannot hide a difference of more than 8.01 u^2 (|left| + |right|). 9 u^2 is the bound, 16 u^2 are
 * used. */
#ifndef CROSSING_CERTAIN
#define CROSSING_CERTAIN 1.9721522630525295e-31 /* 2^-102 */
#endif

/* The t of a crossing as a fraction, top / bottom. */
typedef struct fraction {
  twofold top, bottom;
} fraction;

static fraction fraction_of(const crossing *c) {
  fraction f;
  f.top = two_diff(c->boundary, c->from);
  f.bottom = two_diff(c->to, c->base);
  return f;
}

/* Do products of two such numbers neither overflow nor underflow? */
static int is_moderate(twofold a) {
  double size = fabs(a.hi);
  return size == 0 || (size > CROSSING_LEAST && size < CROSSING_MOST);
}

static int is_same(twofold a, twofold b) {
  return a.hi == b.hi && a.lo == b.lo;
}

static int sign_of(double x) {
  return (x > 0) - (x < 0);
}

/* The sign of left - right, for rounded products. */
static int compare_twofold(twofold left, twofold right) {
  twofold rest = tf_sub(left, right);
  return filter_sign(rest.hi, CROSSING_CERTAIN * (fabs(left.hi) + fabs(right.hi)));
}

/* The same for exact products. Their high parts are the numbers rounded to nearest. So if the high
 * parts differ, their order is the order of the numbers. */
static int compare_exact(twofold left, twofold right) {
  return sign_of(left.hi != right.hi ? left.hi - right.hi : left.lo - right.lo);
}

/* The sign of a.top / a.bottom - b.top / b.bottom, or FILTER_UNSURE. */
static int compare_fractions(const fraction *a, const fraction *b) {
  if (!is_moderate(a->top) || !is_moderate(a->bottom) || !is_moderate(b->top) ||
      !is_moderate(b->bottom))
    return FILTER_UNSURE;
  if (is_same(a->top, b->top) && is_same(a->bottom, b->bottom)) return 0;
  if (a->top.lo == 0 && a->bottom.lo == 0 && b->top.lo == 0 && b->bottom.lo == 0)
    return compare_exact(two_product(a->top.hi, b->bottom.hi),
                         two_product(b->top.hi, a->bottom.hi));
  return compare_twofold(tf_mul(a->top, b->bottom), tf_mul(b->top, a->bottom));
}

/* The same sign for all doubles. */
static int compare_exactly(const crossing *a, const crossing *b) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact top, bottom, left;
  ci_exact_set_diff(pool, &top, a->boundary, a->from);
  ci_exact_set_diff(pool, &bottom, b->to, b->base);
  ci_exact_mul(&left, &top, &bottom);
  ci_exact_set_diff(pool, &top, b->boundary, b->from);
  ci_exact_set_diff(pool, &bottom, a->to, a->base);
  ci_exact_sub_product(&left, &top, &bottom);
  return exact_sign(&left);
}

int ci_crossing_compare(const crossing *a, const crossing *b) {
  fraction p = fraction_of(a), q = fraction_of(b);
  int sign = compare_fractions(&p, &q);
  return sign != FILTER_UNSURE ? sign : compare_exactly(a, b);
}

static int compare_exactly_to(const crossing *a, double t) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact left, bottom;
  ci_exact_set_diff(pool, &left, a->boundary, a->from);
  ci_exact_set_diff(pool, &bottom, a->to, a->base);
  ci_exact_mul_double(&bottom, &bottom, t);
  ci_exact_sub(&left, &left, &bottom);
  return exact_sign(&left);
}

int ci_crossing_compare_to(const crossing *a, double t) {
  fraction f = fraction_of(a);
  if (is_moderate(f.top) && is_moderate(f.bottom) && is_moderate(tf(t))) {
    int sign = f.top.lo == 0 && f.bottom.lo == 0 ? compare_exact(f.top, two_product(f.bottom.hi, t))
                                                 : compare_twofold(f.top, tf_scale(f.bottom, t));
    if (sign != FILTER_UNSURE) return sign;
  }
  return compare_exactly_to(a, t);
}

/* SPDX-License-Identifier: MIT */
#include "crossing.h"

#include "../number/exact.h"
#include "../number/twofold.h"

/* t of a crossing as a fraction, top / bottom. */
typedef struct fraction {
  twofold top, bottom;
} fraction;

static fraction fraction_of(const crossing *c) {
  fraction f;
  f.top = two_diff(c->boundary, c->from);
  f.bottom = two_diff(c->to, c->base);
  return f;
}

/* Whether products of two such numbers neither overflow nor lose bits. */
static int is_moderate(twofold a) {
  double size = fabs(a.hi);
  return size == 0 || (size > 1e-120 && size < 1e120);
}

static int is_same(twofold a, twofold b) {
  return a.hi == b.hi && a.lo == b.lo;
}

static int sign_of(double x) {
  return (x > 0) - (x < 0);
}

/* The sign of left - right, each within 2^-100 or so of itself. */
static int compare_twofold(twofold left, twofold right) {
  twofold rest = tf_sub(left, right);
  return filter_sign(rest.hi, 2.5e-29 * (fabs(left.hi) + fabs(right.hi))); /* 2^-95 */
}

static int compare_exact(twofold left, twofold right) {
  return sign_of(left.hi != right.hi ? left.hi - right.hi : left.lo - right.lo);
}

/* Sign of a.top / a.bottom - b.top / b.bottom, when doubles can tell. */
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

/* The same for all doubles. */
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

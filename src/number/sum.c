/* SPDX-License-Identifier: MIT */
#include "sum.h"

/* Shewchuk's theorem 10 (grow expansion), with its corollary for rounding to even, adds from the
 * smallest term on. The remainder of each sum does not even touch the digits of the next one. */
void ci_sum_add(exact_sum *sum, double x) {
  int i, kept = 0;
  for (i = 0; i < sum->count; i++) {
    twofold s = two_sum(x, sum->terms[i]);
    if (s.lo != 0) sum->terms[kept++] = s.lo;
    x = s.hi;
  }
  if (x != 0) sum->terms[kept++] = x;
  sum->count = kept;
}

static void add_product(exact_sum *sum, double x, double y) {
  twofold p = two_product(x, y);
  if (p.hi == 0) return;
  if (p.lo != 0) ci_sum_add(sum, p.lo);
  ci_sum_add(sum, p.hi);
}

/* Products of two numbers that are 0 or far from the ends of the range are exact. */
#ifndef SUM_LEAST
#define SUM_LEAST 1e-140
#endif

static int is_ordinary(double x) {
  return x == 0 || (fabs(x) > SUM_LEAST && fabs(x) < 1e140);
}

int ci_sum_add_square(exact_sum *sum, double k, twofold x) {
  if (!is_ordinary(x.hi) || !is_ordinary(x.lo)) return 0;
  add_product(sum, k * x.lo, x.lo);
  add_product(sum, 2 * k * x.hi, x.lo);
  add_product(sum, k * x.hi, x.hi);
  return 1;
}

int ci_sum_add_product(exact_sum *sum, double k, twofold x, twofold y) {
  if (!is_ordinary(x.hi) || !is_ordinary(x.lo) || !is_ordinary(y.hi) || !is_ordinary(y.lo))
    return 0;
  add_product(sum, k * x.lo, y.lo);
  add_product(sum, k * x.hi, y.lo);
  add_product(sum, k * x.lo, y.hi);
  add_product(sum, k * x.hi, y.hi);
  return 1;
}

/* Adds from the largest term on, until a remainder is left. All terms after it are less than half
 * of its last digit. */
double ci_sum_value(const exact_sum *sum) {
  int i = sum->count - 1;
  double value = i >= 0 ? sum->terms[i] : 0;
  while (--i >= 0) {
    twofold s = two_sum_ordered(value, sum->terms[i]);
    value = s.hi;
    if (s.lo != 0) break;
  }
  return value;
}

/* SPDX-License-Identifier: MIT
 *
 * Sums of a few doubles without rounding: Shewchuk, "Adaptive precision floating-point arithmetic
 * and fast robust geometric predicates" (1997). They serve terms that nearly cancel, for which
 * twofolds keep too few digits, at a tenth of the cost of exact.h.
 */
#ifndef COLLIDE_SUM_H
#define COLLIDE_SUM_H

#include "twofold.h"

enum { SUM_TERMS = 32 };

/* Doubles in ascending order of size. Each is less than half of the last digit's value of the next
 * one. None is 0. */
typedef struct exact_sum {
  double terms[SUM_TERMS];
  int count;
} exact_sum;

/* At most SUM_TERMS are added, each below 1e300. */
void ci_sum_add(exact_sum *sum, double x);

/* Adds k (hi + lo)^2: at most 6 terms. k is a power of two. Returns 0 if a product may not be
 * exact.
 */
int ci_sum_add_square(exact_sum *sum, double k, twofold x);
/* Adds k x y: at most 8 terms. */
int ci_sum_add_product(exact_sum *sum, double k, twofold x, twofold y);

/* The double nearest to the sum, or one off by less than 2 u of itself, u = 2^-53: so its sign is
 * that of the sum. */
double ci_sum_value(const exact_sum *sum);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Sums of two twofolds that cancel, against exact numbers:
 *
 *   cancel CASES
 *
 * Exits with 1 unless each has the right sign and is within 2^-104 of itself, as twofold.h says.
 */
#include "number/fp.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "number/exact.h"

/* A sum that is right where nothing cancels; it has to be noticed. */
#ifdef SLOPPY
static twofold add(twofold a, twofold b) {
  twofold s = two_sum(a.hi, b.hi);
  return two_sum_ordered(s.hi, s.lo + (a.lo + b.lo));
}
#else
#define add tf_add
#endif

static uint64_t state = 88172645463325252u;

static uint64_t draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static int below(int n) {
  return (int)(draw() >> 33) % n;
}

/* Of few bits or all. */
static double number(void) {
  double x = (double)(draw() >> (below(2) ? 11 : 11 + below(52))) - 0.0;
  return ldexp(below(2) ? x : -x, -53 + (below(3) ? 0 : below(120) - 60));
}

/* A difference that is -x, or next to it: of the numbers that x is a difference of, some bits of
 * which are changed, both moved as far. */
static twofold against(double p, double q) {
  double moved = below(2) ? 0 : number();
  double r = p + moved, s = q + moved;
  if (below(2)) r += ldexp(r, -52 - below(3)) * (below(9) - 4);
  if (below(2)) s += ldexp(number(), -40 - below(80));
  return two_diff(s, r);
}

/* Any twofold that is near -x. */
static twofold near(twofold x) {
  twofold part = two_sum(-x.lo, ldexp(x.hi, -50 - below(60)) * (below(5) - 2));
  twofold sum = two_sum(-x.hi, part.hi);
  return two_sum(sum.hi, sum.lo + ldexp(number(), -100 - below(20)) * (below(2) * x.hi));
}

static int is_right(twofold x, twofold y) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  twofold found = add(x, y);
  exact sum, other, told, off;
  ci_exact_set_sum(pool, &sum, x.hi, x.lo);
  ci_exact_set_sum(pool, &other, y.hi, y.lo);
  ci_exact_add(&sum, &sum, &other);
  ci_exact_set_sum(pool, &told, found.hi, found.lo);
  ci_exact_sub(&off, &sum, &told);
  if (exact_sign(&sum) != (found.hi > 0) - (found.hi < 0)) return 0;
  if (exact_sign(&off) < 0) ci_exact_negate(&off);
  if (exact_sign(&sum) < 0) ci_exact_negate(&sum);
  ci_exact_mul_double(&off, &off, 20282409603651670423947251286016.0); /* 2^104 */
  ci_exact_sub(&off, &off, &sum);
  return exact_sign(&off) <= 0;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 100000, i, wrong = 0, tiny = 0;
  for (i = 0; i < count; i++) {
    double p = number(), q = number();
    twofold x = two_diff(p, q), y = below(2) ? against(p, q) : near(x);
    tiny += fabs(x.hi + y.hi) < 1e-10 * fabs(x.hi);
    if (is_right(x, y)) continue;
    if (wrong++ < 5) printf("wrong: %a %a + %a %a\n", x.hi, x.lo, y.hi, y.lo);
  }
  printf("cancel: %d sums, of %d nearly nothing is left, %d wrong\n", count, tiny, wrong);
  return wrong > 0 || tiny < count / 4;
}

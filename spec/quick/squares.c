/* SPDX-License-Identifier: MIT
 *
 * What is left of squares that nearly cancel, by number/sum.h, against exact numbers:
 *
 *   squares CASES
 *
 * Exits with 1 unless each has the right sign and is within 2 u of itself, u = 2^-53, or says that
 * it is not certain.
 */
#include "number/sum.h"

#include <stdio.h>
#include <stdlib.h>

#include "number/exact.h"
#define RANDOM_SEED 88172645463325252u
#include "../support/random.h"

/* A value that is right where the largest term is nearly all; it has to be noticed. */
#ifdef SLOPPY
static double value(const exact_sum *sum) {
  return sum->count > 0 ? sum->terms[sum->count - 1] * (1 + 2 * DBL_EPSILON) : 0;
}
#else
#define value ci_sum_value
#endif

/* Of few bits or all. */
static double number(void) {
  double x = (double)(next() >> (below(2) ? 11 : 11 + below(52)));
  return ldexp(below(2) ? x : -x, -53 + (below(3) ? 0 : below(60) - 30));
}

/* The difference of two coordinates. */
static twofold way(double scale) {
  double x = number() * scale;
  return below(2) ? two_diff(x, number() * scale) : two_diff(x, below(2) ? 0 : ldexp(x, -60));
}

typedef struct squares {
  twofold x[4]; /* of the last one the square is taken away */
  int count;
} squares;

/* Two or three ways, and a radius that is about as long: but for some roundings, or exactly. */
static squares draw_squares(void) {
  static const double whole[3][4] = {{3, 4, 0, 5}, {2, 3, 6, 7}, {8, 15, 0, 17}};
  double scale = below(8) ? 1 : ldexp(1, below(2) ? 400 : -400 - below(140)), length, r;
  squares s;
  int i, k = below(3);
  s.count = 3 + below(2);
  if (below(4) == 0) {
    double unit = number() * scale;
    s.count = 4;
    if (below(2)) unit = ldexp(floor(ldexp(unit / scale, 20)), -20) * scale;
    for (i = 0; i < 4; i++) s.x[i] = two_product(whole[k][i], unit);
    return s;
  }
  for (i = 0, length = 0; i + 1 < s.count; i++) {
    s.x[i] = way(scale);
    length += s.x[i].hi / scale * (s.x[i].hi / scale);
  }
  r = sqrt(length) * scale;
  s.x[i] = two_sum(r * 0.5, below(2) ? r * 0.5 : r * 0.5 + ldexp(r, -40 - below(20)));
  if (below(2)) s.x[i].lo = ldexp(s.x[i].hi, -54 - below(50));
  return s;
}

static int is_right(const squares *s, int *certain) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact_sum sum;
  exact all, x, told;
  double found;
  int i;
  sum.count = 0;
  for (i = 0, *certain = 1; i < s->count; i++)
    *certain = *certain && ci_sum_add_square(&sum, i + 1 < s->count ? 1 : -1, s->x[i]);
  if (!*certain) return 1;
  found = value(&sum);
  ci_exact_set(pool, &all, 0);
  for (i = 0; i < s->count; i++) {
    int mark = ci_exact_mark(pool);
    ci_exact_set_sum(pool, &x, s->x[i].hi, s->x[i].lo);
    if (i + 1 < s->count)
      ci_exact_add_product(&all, &x, &x);
    else
      ci_exact_sub_product(&all, &x, &x);
    ci_exact_keep(pool, mark, &all, 1);
  }
  if (exact_sign(&all) != (found > 0) - (found < 0)) return 0;
  ci_exact_set(pool, &told, found);
  ci_exact_sub(&told, &all, &told);
  if (exact_sign(&told) < 0) ci_exact_negate(&told);
  if (exact_sign(&all) < 0) ci_exact_negate(&all);
  ci_exact_mul_double(&told, &told, 4503599627370496.0); /* 2^52 */
  ci_exact_sub(&told, &told, &all);
  return exact_sign(&told) <= 0;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 100000, i, wrong = 0, sure = 0, certain;
  for (i = 0; i < count; i++) {
    squares s = draw_squares();
    if (!is_right(&s, &certain) && wrong++ < 5)
      printf("wrong: %a %a %a %a\n", s.x[0].hi, s.x[1].hi, s.x[2].hi, s.x[s.count - 1].hi);
    sure += certain;
  }
  printf("squares: %d sums, %d certain, %d wrong\n", count, sure, wrong);
  return wrong > 0 || sure < count / 2;
}

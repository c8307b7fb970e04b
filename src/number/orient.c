/* SPDX-License-Identifier: MIT */
#include "orient.h"

#include "twofold.h"

/* A bound on the error of a sum of two products of differences, in units of the sum of the
 * products' sizes as computed. u = 2^-53. The differences and the product of each term are rounded,
 * 3 u; the sum is rounded, u; second-order terms, and rounding the bound itself, add less than 20
 * u^2. That is 4 u + 20 u^2 < 4.442e-16. Underflow takes less than FILTER_TINY from a product. */
#ifndef TWO_TERMS
#define TWO_TERMS 4.5e-16
#endif

/* The two differences, rounded. */
typedef struct ways {
  double e[2], f[2];
} ways;

/* Returns 1 if the difference is not rounded, and far enough from the ends of the range for
 * two_product. The product of two is between 1e-280 and 1e280. */
static int is_exact(double x, double y, double difference) {
  double size = fabs(difference);
  return (size == 0 || (size > 1e-140 && size < 1e140)) && two_diff(x, y).lo == 0;
}

static int are_exact(const double a[2], const double b[2], const double c[2], const double d[2],
                     const ways *w) {
  return is_exact(b[0], a[0], w->e[0]) && is_exact(b[1], a[1], w->e[1]) &&
         is_exact(d[0], c[0], w->f[0]) && is_exact(d[1], c[1], w->f[1]);
}

/* The sign of p q - r s. */
static int compare_products(double p, double q, double r, double s) {
  twofold left = two_product(p, q), right = two_product(r, s);
  return left.hi != right.hi ? compare_doubles(left.hi, right.hi)
                             : compare_doubles(left.lo, right.lo);
}

/* e . f, or e x f. The degrees add up to 4 for the differences, 2 for the first product, 2 for the
 * second and 2 for their sum. */
static int exactly(const double a[2], const double b[2], const double c[2], const double d[2],
                   int is_cross) {
  exact_tiny numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact e[2], f[2], r;
  int i;
  for (i = 0; i < 2; i++) {
    ci_exact_set_diff(pool, &e[i], b[i], a[i]);
    ci_exact_set_diff(pool, &f[i], d[i], c[i]);
  }
  ci_exact_mul(&r, &e[0], &f[is_cross]);
  if (is_cross)
    ci_exact_sub_product(&r, &e[1], &f[0]);
  else
    ci_exact_add_product(&r, &e[1], &f[1]);
  return exact_sign(&r);
}

static ways take_differences(const double a[2], const double b[2], const double c[2],
                             const double d[2]) {
  ways w;
  w.e[0] = b[0] - a[0];
  w.e[1] = b[1] - a[1];
  w.f[0] = d[0] - c[0];
  w.f[1] = d[1] - c[1];
  return w;
}

int ci_cross2d(const double a[2], const double b[2], const double c[2], const double d[2]) {
  ways w = take_differences(a, b, c, d);
  double left = w.e[0] * w.f[1], right = w.e[1] * w.f[0];
  int sign = filter_sign(left - right, TWO_TERMS * (fabs(left) + fabs(right)) + FILTER_TINY);
  if (sign != FILTER_UNSURE) return sign;
  /* Differences of coordinates that are whole numbers, for example, are not rounded. */
  if (are_exact(a, b, c, d, &w)) return compare_products(w.e[0], w.f[1], w.e[1], w.f[0]);
  return exactly(a, b, c, d, 1);
}

int ci_dot2d(const double a[2], const double b[2], const double c[2], const double d[2]) {
  ways w = take_differences(a, b, c, d);
  double left = w.e[0] * w.f[0], right = w.e[1] * w.f[1];
  int sign = filter_sign(left + right, TWO_TERMS * (fabs(left) + fabs(right)) + FILTER_TINY);
  if (sign != FILTER_UNSURE) return sign;
  if (are_exact(a, b, c, d, &w)) return compare_products(w.e[0], w.f[0], -w.e[1], w.f[1]);
  return exactly(a, b, c, d, 0);
}

void ci_exact_square_between(exact_pool *pool, const double p[2], const double q[2], exact *r) {
  exact x;
  int mark = ci_exact_mark(pool);
  ci_exact_set_diff(pool, &x, q[0], p[0]);
  ci_exact_mul(r, &x, &x);
  ci_exact_set_diff(pool, &x, q[1], p[1]);
  ci_exact_add_product(r, &x, &x);
  ci_exact_keep(pool, mark, r, 1);
}

/* ---- In space ----------------------------------------------------------------------- */

/* The same for a sum of three products of three differences each: each difference, 2 x 2
 * determinant and product is rounded, and so are two sums: 3 u + 2 u + u + 2 u = 8 u
 * < 8.89e-16, in units of the sum of the products' sizes as computed. */
#ifndef SIX_TERMS
#define SIX_TERMS 1.0e-15
#endif

/* Computes the determinant of three rows in doubles. Returns 1 if no operation was rounded, so that
 * the value is exact, as for whole numbers. */
static int determine_plainly(const double e[3][3], double *value) {
  twofold sum = tf(0);
  double lost = 0;
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    twofold left = two_product(e[0][j], e[1][k]), right = two_product(e[0][k], e[1][j]);
    twofold minor_of = two_diff(left.hi, right.hi), term = two_product(minor_of.hi, e[2][i]);
    lost += fabs(left.lo) + fabs(right.lo) + fabs(minor_of.lo) + fabs(term.lo);
    sum = two_sum(sum.hi, term.hi);
    lost += fabs(sum.lo);
  }
  *value = sum.hi;
  return lost == 0;
}

static int determine_exactly(const double a[3], const double *const ends[3]) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact e[3][3], minor_of, sum;
  int i, j, mark;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++) ci_exact_set_diff(pool, &e[i][j], ends[i][j], a[j]);
  ci_exact_set(pool, &sum, 0);
  for (i = 0; i < 3; i++) {
    int k = (i + 2) % 3;
    j = (i + 1) % 3;
    mark = ci_exact_mark(pool);
    ci_exact_mul(&minor_of, &e[0][j], &e[1][k]);
    ci_exact_sub_product(&minor_of, &e[0][k], &e[1][j]);
    ci_exact_mul(&minor_of, &minor_of, &e[2][i]);
    ci_exact_add(&sum, &sum, &minor_of);
    ci_exact_keep(pool, mark, &sum, 1);
  }
  return exact_sign(&sum);
}

int ci_orient3d(const double a[3], const double b[3], const double c[3], const double d[3]) {
  const double *ends[3];
  double e[3][3], value = 0, size = 0;
  int i, j, sign, is_plain = 1;
  ends[0] = b;
  ends[1] = c;
  ends[2] = d;
  for (i = 0; i < 3; i++) {
    for (j = 0; j < 3; j++) {
      double most;
      e[i][j] = ends[i][j] - a[j];
      most = fabs(e[i][j]);
      /* Products of three are between 1e-270 and 1e270. */
      if (!(most == 0 || (most > 1e-90 && most < 1e90))) is_plain = 0;
      if (two_diff(ends[i][j], a[j]).lo != 0) is_plain = 0;
    }
  }
  for (i = 0; i < 3; i++) {
    double left, right;
    int k = (i + 2) % 3;
    j = (i + 1) % 3;
    left = e[0][j] * e[1][k];
    right = e[0][k] * e[1][j];
    value += (left - right) * e[2][i];
    size += (fabs(left) + fabs(right)) * fabs(e[2][i]);
  }
  sign = filter_sign(value, SIX_TERMS * size + FILTER_TINY);
  if (sign != FILTER_UNSURE) return sign;
  if (is_plain && determine_plainly((const double(*)[3])e, &value))
    return compare_doubles(value, 0);
  return determine_exactly(a, ends);
}

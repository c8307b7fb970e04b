/* SPDX-License-Identifier: MIT
 *
 * The inverse of a matrix in numbers of three doubles, which give the same bits as exact numbers
 * do, or tell that they do not suffice: the exact way rounds the adjugate's entry, the determinant
 * and what their quotient leaves, each once, and it is known here when that rounding is certain.
 */
#include "inverse.h"

#include "../number/twofold.h"

/* Entries between these, or 0: then neither products of four, nor what two_product leaves of them,
 * leave the range. */
#define LEAST_ENTRY 1e-30
#define MOST_ENTRY 1e30

/* A sum: of its parts, but for `error`. */
typedef struct threefold {
  double part[3];
  double error;
} threefold;

static threefold threefold_zero(void) {
  threefold t;
  t.part[0] = t.part[1] = t.part[2] = t.error = 0;
  return t;
}

/* Each part takes what rounding the one before left; what the last one leaves is the error. */
static void add(threefold *t, double x) {
  int i;
  for (i = 0; i < 3; i++) {
    twofold sum = two_sum(t->part[i], x);
    t->part[i] = sum.hi;
    x = sum.lo;
  }
  t->error += fabs(x);
}

static void add_twofold(threefold *t, twofold x) {
  add(t, x.hi);
  add(t, x.lo);
}

/* t += x k. The last product is rounded. */
static void add_scaled(threefold *t, const threefold *x, double k) {
  double last = x->part[2] * k;
  add_twofold(t, two_product(x->part[0], k));
  add_twofold(t, two_product(x->part[1], k));
  add(t, last);
  t->error += fabs(last) * DBL_EPSILON + x->error * fabs(k);
}

/* The sum rounded once; 0 if the error leaves that open. Rounding is monotonic, so all sums between
 * two that are rounded to the same double are. Twice the error, and a part of the rest, cover what
 * was rounded in adding up the errors and the rest. */
static int rounds_to(const threefold *t, double *value) {
  twofold low = two_sum(t->part[1], t->part[2]), high = two_sum(t->part[0], low.hi);
  double rest, bound;
  low = two_sum(high.lo, low.lo); /* again, as the first part may be smaller than the second */
  high = two_sum(high.hi, low.hi);
  rest = high.lo + low.lo;
  bound = INVERSE_ERROR * t->error + INVERSE_ROUNDING * fabs(rest);
  *value = high.hi;
  return high.hi + (rest - bound) == high.hi && high.hi + (rest + bound) == high.hi;
}

static int are_ordinary(const double m[9]) {
  int i;
  for (i = 0; i < 9; i++)
    if (m[i] != 0 && !(fabs(m[i]) > LEAST_ENTRY && fabs(m[i]) < MOST_ENTRY)) return 0;
  return 1;
}

/* Entry (i, j) of the adjugate: two products, of which nothing is rounded. */
static threefold adjugate_of(const double m[9], int i, int j) {
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  threefold t = threefold_zero();
  add_twofold(&t, two_product(m[3 * j1 + i1], m[3 * j2 + i2]));
  add_twofold(&t, tf_negate(two_product(m[3 * j1 + i2], m[3 * j2 + i1])));
  return t;
}

/* m[j][i] if it is the one number of its row or column that is not 0, else 0: then the determinant
 * is it times entry (i, j) of the adjugate. So it is with rotations about an axis. */
static double lone_entry(const double m[9], int i, int j) {
  const double *row = m + 3 * j, *column = m + i;
  int is_lone = (row[(i + 1) % 3] == 0 && row[(i + 2) % 3] == 0) ||
                (column[3 * ((j + 1) % 3)] == 0 && column[3 * ((j + 2) % 3)] == 0);
  return is_lone ? row[i] : 0;
}

static int is_inverse(double x, double y) {
  twofold product = two_product(x, y);
  return product.hi == 1 && product.lo == 0;
}

/* The quotient of the rounded numbers, and what it leaves: nothing, if it is exactly the inverse of
 * a lone entry. */
static int divide(const threefold *over, const threefold *under, double divisor, double lone,
                  double *high, double *low) {
  threefold rest = *over;
  twofold entry;
  double left;
  if (!rounds_to(over, &left)) return 0;
  entry.hi = left / divisor;
  entry.lo = 0;
  if (is_inverse(lone, entry.hi)) {
    entry.lo = 0 / divisor;
  } else if (left != 0) {
    add_scaled(&rest, under, -entry.hi);
    if (!rounds_to(&rest, &left)) return 0;
    entry.lo = left / divisor;
  }
  entry = two_sum_ordered(entry.hi, entry.lo);
  *high = entry.hi;
  *low = entry.lo;
  return 1;
}

int ci_quick_inverse(const double m[9], double inverse[9], double inverse_low[9]) {
  threefold adjugate[9], determinant = threefold_zero();
  double divisor;
  int i, j;
  if (!are_ordinary(m)) return 0;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++) adjugate[3 * i + j] = adjugate_of(m, i, j);
  for (i = 0; i < 3; i++) add_scaled(&determinant, &adjugate[3 * i], m[i]);
  if (!rounds_to(&determinant, &divisor) || divisor == 0) return 0;
  for (i = 0; i < 9; i++)
    if (!divide(&adjugate[i], &determinant, divisor, lone_entry(m, i / 3, i % 3), &inverse[i],
                &inverse_low[i]))
      return 0;
  return 1;
}

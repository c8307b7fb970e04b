/* SPDX-License-Identifier: MIT
 *
 * How far two features are apart, less the radii, with an error of less than 6 u of that, where
 * u = 2^-53: what the public header promises is 3 * 2^-52.
 */
#include "pair_quick.h"

/* Lengths and radii between these have squares and products that neither overflow nor lose digits
 * to underflow, not even of what two_product leaves. */
#define LEAST_LENGTH 1e-120
#define MOST_LENGTH 1e120

/* The difference of a length D and a radius R in plain doubles. If D is off by k u of itself, R,
 * a sum, is by u, and the difference is rounded: k u D + u R + u |D - R| in all. That is less
 * than 6 u |D - R| if k D + R < 5 |D - R|; what the 5 is lowered by is above all terms of u^2. */
#ifndef PLAIN_DIFFERENCE
#define PLAIN_DIFFERENCE 4.999
#endif

/* Between corners. The differences are off by u, their squares by 3 u, the sum by 4 u; the root
 * by 2 u, and it is rounded: 3 u. */
#define BETWEEN_ERROR 3

/* Beyond an edge. The cross product is a twofold that is rounded to a double: u; the length of
 * the edge is off by 3 u, as that between corners; the quotient is rounded: 5 u in all. */
#define BEYOND_ERROR 5

static int is_ordinary(double x) {
  return x > LEAST_LENGTH && x < MOST_LENGTH;
}

static int is_plain(double error, double length, double radius) {
  return error * length + radius < PLAIN_DIFFERENCE * fabs(length - radius);
}

/* Squares of a rounded sum: 2 hi lo is all of the rest that counts, as lo^2 is below u^2 hi^2. */
static PAIR_INLINE twofold square_of(twofold x) {
  twofold s = two_product(x.hi, x.hi);
  s.lo += 2 * (x.hi * x.lo);
  return s;
}

/* x + y for terms that need not be in order of size. */
static PAIR_INLINE twofold sum_of(twofold x, twofold y) {
  twofold s = two_sum(x.hi, y.hi);
  return two_sum_ordered(s.hi, s.lo + (x.lo + y.lo));
}

/* D - R = (D^2 - R^2) / (D + R). The difference of squares is a twofold, off by less than 2^-100
 * of its terms, and PAIR_CANCEL of them is left at least: the double that is taken of it is
 * off by u. D^2 is rounded to a double, u, so D is off by 1.5 u; R by u; their sum by 2.5 u; the
 * quotient is rounded: 4.5 u in all. */
static int difference_by_squares(const double p[2], const double q[2], double r1, double r2,
                                 double *apart) {
  twofold square = sum_of(square_of(two_diff(p[0], q[0])), square_of(two_diff(p[1], q[1])));
  twofold radius = two_sum(r1, r2), round = square_of(radius);
  double rest = sum_of(square, tf_negate(round)).hi;
  if (!(fabs(rest) > PAIR_CANCEL * round.hi && is_ordinary(radius.hi))) return 0;
  *apart = rest / (sqrt(square.hi) + radius.hi);
  return 1;
}

static inline int take_between(const double p[2], const double q[2], double r1, double r2,
                               double *apart, double normal[2]) {
  double x = p[0] - q[0], y = p[1] - q[1], length = sqrt(x * x + y * y), radius = r1 + r2;
  if (!(is_ordinary(length) && radius < MOST_LENGTH)) return 0;
  normal[0] = x / length;
  normal[1] = y / length;
  *apart = length - radius;
  return is_plain(BETWEEN_ERROR, length, radius) || difference_by_squares(p, q, r1, r2, apart);
}

int ci_quick_between(const double p[2], const double q[2], double r1, double r2, double *apart,
                     double normal[2]) {
  return take_between(p, q, r1, r2, apart, normal);
}

/* ---- Two circles --------------------------------------------------------------------------- */

/* Halfway between the deepest points, p - n ra and q + n rb. If that is beyond the smaller circle,
 * the point of its border on that side. */
static void take_common_of_circles(const collide_shape *a, const collide_shape *b, pair_gap *gap) {
  const double *p = a->position, *q = b->position, *n = gap->normal;
  double depth = -gap->apart, middle = (b->radius - a->radius) * 0.5;
  int i;
  for (i = 0; i < 2; i++) {
    gap->common[i] = (p[i] + q[i]) * 0.5 + n[i] * middle;
    if (depth > 4 * a->radius) gap->common[i] = p[i] + n[i] * a->radius;
    if (depth > 4 * b->radius) gap->common[i] = q[i] - n[i] * b->radius;
  }
}

int ci_quick_circles(const collide_shape *a, const collide_shape *b, int wanted, pair_gap *gap) {
  const double *p = a->position, *q = b->position;
  int i;
  if (wanted == QUICK_PUSH && !pair_bounds_meet(a, b)) return 0;
  if (!take_between(p, q, a->radius, b->radius, &gap->apart, gap->normal)) return PAIR_UNSURE;
  if (gap->apart <= 0) {
    take_common_of_circles(a, b, gap);
    return 1;
  }
  for (i = 0; i < 2; i++) {
    gap->on_a[i] = p[i] - gap->normal[i] * a->radius;
    gap->on_b[i] = q[i] + gap->normal[i] * b->radius;
  }
  return 0;
}

/* ---- Beyond an edge ------------------------------------------------------------------------ */

/* Along an axis, the difference of two coordinates is what is wanted. It is a twofold, and so is
 * the radius. */
static int beyond_level(double sign, double from, double to, double r1, double r2, double *apart) {
  twofold off = two_diff(sign * to, sign * from), radius, rest;
  *apart = off.hi;
  if (!(is_ordinary(fabs(off.hi)) && r1 < MOST_LENGTH && r2 < MOST_LENGTH)) return 0;
  if (r1 + r2 == 0) return 1;
  radius = two_sum(r1, r2);
  rest = tf_sub(off, radius);
  *apart = rest.hi;
  return fabs(rest.hi) > PAIR_CANCEL * radius.hi;
}

/* D = across / |e|, where |e| = length + part but for u^2, so D - R is (across - R |e|) / |e|.
 * What is above the line is a twofold, off by less than 2^-98 of its terms, of which
 * PAIR_CANCEL is left at least: u for the double that is taken of it. D^2 is rounded, so the
 * length below the line is off by 1.5 u; the quotient is rounded: 3.5 u in all. */
static int difference_by_length(twofold across, twofold e_x, twofold e_y, double r1, double r2,
                                double *apart) {
  twofold square = sum_of(square_of(e_x), square_of(e_y)), radius = two_sum(r1, r2);
  double length = sqrt(square.hi);
  twofold again = two_product(length, length), round = two_product(radius.hi, length);
  double part = ((square.hi - again.hi) - again.lo + square.lo) / (2 * length), rest;
  round.lo += radius.hi * part + radius.lo * length;
  rest = sum_of(across, tf_negate(round)).hi;
  if (!(fabs(rest) > PAIR_CANCEL * round.hi && is_ordinary(radius.hi))) return 0;
  *apart = rest / length;
  return 1;
}

/* x.hi y.hi as it is, and what is left of it and of the other terms. */
static PAIR_INLINE twofold product_of(twofold x, twofold y) {
  twofold s = two_product(x.hi, y.hi);
  s.lo += x.hi * y.lo + x.lo * y.hi;
  return s;
}

int ci_quick_beyond(const double p[2], const double next[2], const double q[2], double r1,
                    double r2, double *apart) {
  double ex = next[0] - p[0], ey = next[1] - p[1], length, radius = r1 + r2;
  twofold e_x, e_y, left, right, across;
  if (ey == 0) return beyond_level(ex > 0 ? -1 : 1, p[1], q[1], r1, r2, apart);
  if (ex == 0) return beyond_level(ey > 0 ? 1 : -1, p[0], q[0], r1, r2, apart);
  e_x = two_diff(next[0], p[0]);
  e_y = two_diff(next[1], p[1]);
  left = product_of(e_y, two_diff(q[0], p[0]));
  right = product_of(e_x, two_diff(q[1], p[1]));
  across = sum_of(left, tf_negate(right));
  length = sqrt(ex * ex + ey * ey);
  if (!(is_ordinary(length) && radius < MOST_LENGTH)) return 0;
  if (!(fabs(across.hi) > PAIR_CANCEL * (fabs(left.hi) + fabs(right.hi)))) return 0;
  if (!(fabs(across.hi) > LEAST_LENGTH * length && fabs(across.hi) < MOST_LENGTH * length))
    return 0;
  *apart = across.hi / length - radius;
  /* Without a radius nothing is taken off; inside of the edge the two have one sign. */
  if (radius == 0 || across.hi < 0) return 1;
  if (is_plain(BEYOND_ERROR, across.hi / length, radius)) return 1;
  return difference_by_length(across, e_x, e_y, r1, r2, apart);
}

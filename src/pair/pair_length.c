/* SPDX-License-Identifier: MIT
 *
 * How far two features are apart, less the radii: see pair_length.h.
 */
#include "pair_length.h"

#include "../number/sum.h"

int ci_rest_of_squares(lanes_twofold way, twofold radius, double *rest) {
  exact_sum squares;
  squares.count = 0;
  if (!(ci_sum_add_square(&squares, 1, lanes_first_twofold(way)) &&
        ci_sum_add_square(&squares, 1, lanes_second_twofold(way)) &&
        ci_sum_add_square(&squares, -1, radius)))
    return 0;
  *rest = ci_sum_value(&squares);
  return 1;
}

int ci_quick_between(const double p[2], const double q[2], double r1, double r2, double *apart,
                     double normal[2]) {
  pair_stretch s;
  if (!stretch_between(lanes_load(p), lanes_load(q), r1, r2, &s)) return 0;
  *apart = s.apart;
  lanes_store(normal, stretch_normal(&s));
  return 1;
}

/* ---- Beyond an edge ------------------------------------------------------------------------ */

/* Along an axis, the difference of two coordinates is what is wanted. It is a twofold without
 * rounding, and so is the radius: what is left of it is off by u and a little of itself. */
static int beyond_level(double sign, double from, double to, double r1, double r2, double *apart) {
  twofold off = two_diff(sign * to, sign * from), radius, rest;
  *apart = off.hi;
  if (!(is_ordinary_length(fabs(off.hi)) && r1 < MOST_LENGTH && r2 < MOST_LENGTH)) return 0;
  if (r1 + r2 == 0) return 1;
  radius = two_sum(r1, r2);
  rest = tf_sub(off, radius);
  *apart = rest.hi;
  return 1;
}

/* D = across / |e|, where |e| = length + part but for u^2, so D - R is (across - R |e|) / |e|.
 * What is above the line is a twofold, off by less than 2^-98 of its terms, of which
 * PAIR_CANCEL is left at least: u for the double that is taken of it. D^2 is rounded, so the
 * length below the line is off by 1.5 u; the quotient is rounded: 3.5 u in all. */
static PAIR_INLINE int difference_by_length(twofold across, lanes_twofold e, double r1, double r2,
                                            double *apart) {
  lanes_twofold squares = lanes_product_of(e, e);
  twofold square = sum_of(lanes_first_twofold(squares), lanes_second_twofold(squares));
  twofold radius = two_sum(r1, r2);
  double length = sqrt(square.hi);
  twofold again = two_product(length, length), round = two_product(radius.hi, length);
  double part = ((square.hi - again.hi) - again.lo + square.lo) / (2 * length), rest;
  round.lo += radius.hi * part + radius.lo * length;
  rest = sum_of(across, tf_negate(round)).hi;
  if (!(fabs(rest) > PAIR_CANCEL * round.hi && is_ordinary_length(radius.hi))) return 0;
  *apart = rest / length;
  return 1;
}

int ci_quick_beyond(const double p[2], const double next[2], const double q[2], double r1,
                    double r2, double *apart) {
  lanes_twofold e = lanes_two_diff(lanes_load(next), lanes_load(p)), f, terms;
  double ex = lanes_first(e.hi), ey = lanes_second(e.hi), length, radius = r1 + r2;
  twofold left, right, across;
  if (ey == 0) return beyond_level(ex > 0 ? -1 : 1, p[1], q[1], r1, r2, apart);
  if (ex == 0) return beyond_level(ey > 0 ? 1 : -1, p[0], q[0], r1, r2, apart);
  f = lanes_two_diff(lanes_load(q), lanes_load(p));
  f.hi = lanes_swapped(f.hi);
  f.lo = lanes_swapped(f.lo);
  terms = lanes_product_of(e, f);
  left = lanes_second_twofold(terms);
  right = lanes_first_twofold(terms);
  across = sum_of(left, tf_negate(right));
  length = sqrt(ex * ex + ey * ey);
  if (!(is_ordinary_length(length) && radius < MOST_LENGTH)) return 0;
  if (!(fabs(across.hi) > PAIR_CANCEL * (fabs(left.hi) + fabs(right.hi)))) return 0;
  if (!(fabs(across.hi) > LEAST_LENGTH * length && fabs(across.hi) < MOST_LENGTH * length))
    return 0;
  *apart = across.hi / length - radius;
  /* Without a radius nothing is taken off; inside of the edge the two have one sign. */
  if (radius == 0 || across.hi < 0) return 1;
  if (is_plain(BEYOND_ERROR, across.hi / length, radius)) return 1;
  return difference_by_length(across, e, r1, r2, apart);
}

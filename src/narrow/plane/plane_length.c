/* SPDX-License-Identifier: MIT
 *
 * The distance of two features, less the radii: see plane_length.h.
 */
#include "plane_length.h"

#include "../../number/sum.h"

int ci_remainder_of_squares(lanes_twofold offset, twofold radius, double *rest) {
  exact_sum squares;
  squares.count = 0;
  if (!(ci_sum_add_square(&squares, 1, lanes_first_twofold(offset)) &&
        ci_sum_add_square(&squares, 1, lanes_second_twofold(offset)) &&
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

/* Along an axis the distance is the difference of two coordinates. It is a twofold without
 * rounding, and so is the radius. Their difference is off by little more than u of itself. */
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

int ci_quick_beyond(const double p[2], const double next[2], const double q[2], double r1,
                    double r2, double *apart) {
  double ex = next[0] - p[0], ey = next[1] - p[1];
  pair_across x;
  if (ey == 0) return beyond_level(ex > 0 ? -1 : 1, p[1], q[1], r1, r2, apart);
  if (ex == 0) return beyond_level(ey > 0 ? 1 : -1, p[0], q[0], r1, r2, apart);
  return cross_edge(lanes_load(p), lanes_load(next), lanes_load(q), &x) &&
         beyond_edge(&x, r1, r2, apart);
}

/* SPDX-License-Identifier: MIT
 *
 * From the vector between the nearest points of two cores to what is shown of the two shapes: how
 * far apart or how deep, along which normal, and where. Inlined: it is the end of every closed
 * form.
 */
#ifndef COLLIDE_SOLID_WITNESS_H
#define COLLIDE_SOLID_WITNESS_H

#include "../number/lanes_twofold.h"
#include "quick_pairs.h"

/* What is known of the vector between the nearest points of two cores, out of b towards a. */
typedef struct witness_pair {
  twofold r[3];
  double from_a[3], from_b[3]; /* the nearest points, in the world */
  double radius_a, radius_b;
  double size;   /* what the vector is a difference of is not larger */
  double spread; /* see WITNESS_SPREAD; 0 when the points are exactly those that are nearest */
} witness_pair;

/* What is left of the twofolds has the right sign: they are off by less than 2^-96 of the size. */
#define WITNESS_LEFT 8.077935669463161e-28 /* 2^-90 */

/* Shorter vectors have squares that lose digits to underflow. */
#define WITNESS_LEAST 1e-140

/* Points that were checked are off by at most x = 2^-44 of the size across the
 * distance d, which makes that longer by x^2 / 2 d. This is below 2^-55 of what is left of d, less
 * the radii, when d times that is at least (2^27 x)^2. */
#define WITNESS_SPREAD 7.62939453125e-06 /* 2^-17: 2^27 times 2^-44 */

/* What two that meet, or do not, show of it. */
static inline int witness_put_gap(const witness_pair *s, double d, double apart, int overlap,
                                  pair_gap *gap) {
  double low, high, middle;
  int k;
  gap->apart = apart;
  if (overlap != PAIR_UNSURE && overlap != (apart <= 0)) return 0;
  if (apart > 0) {
    for (k = 0; k < 3; k++) {
      gap->on_a[k] = s->from_a[k] - gap->normal[k] * s->radius_a;
      gap->on_b[k] = s->from_b[k] + gap->normal[k] * s->radius_b;
    }
    return 1;
  }
  /* Halfway between the deepest points, as far as both shapes reach. */
  low = d - s->radius_a > -s->radius_b ? d - s->radius_a : -s->radius_b;
  high = d + s->radius_a < s->radius_b ? d + s->radius_a : s->radius_b;
  middle = (d - s->radius_a + s->radius_b) * 0.5;
  middle = middle < low ? low : middle > high ? high : middle;
  for (k = 0; k < 3; k++) gap->common[k] = s->from_b[k] + gap->normal[k] * middle;
  return 1;
}

/* The squares of two sums of two doubles, but for the square of the second, below u^2 of all. */
static inline void witness_square_two(twofold x, twofold y, twofold *xx, twofold *yy) {
  double two[2];
  lanes hi = lanes_firsts(lanes_one(x.hi), lanes_one(y.hi));
  lanes lo = lanes_firsts(lanes_one(x.lo), lanes_one(y.lo)), twice = lanes_mul(hi, lo);
  lanes_twofold square = lanes_two_product(hi, lanes_split(hi));
  lanes_store(two, square.hi);
  xx->hi = two[0];
  yy->hi = two[1];
  lanes_store(two, lanes_add(square.lo, lanes_add(twice, twice)));
  xx->lo = two[0];
  yy->lo = two[1];
}

/* Takes the radii off. Whether the two overlap need not be known (PAIR_UNSURE). Returns 0 when too
 * few digits are left.
 *
 * D - R = (D^2 - R^2) / (D + R) for the length D of r and the radii R. The difference of squares is
 * a sum of doubles of which the roundings are summed in doubles: off by 2^-100 of the squares, so
 * that D - R is off by as much of D + R, and by 4.5 u of itself: u for the double that is taken of
 * the difference of squares; the root's 1.5 u, as D^2 is rounded, R's u, and u for their sum; u
 * for the quotient. */
static inline int witness_measure(const witness_pair *s, int overlap, pair_gap *gap) {
  twofold radius = two_sum(s->radius_a, s->radius_b), x, y, z, round, sum, rest;
  double low, length, inverse, apart;
  int k;
  witness_square_two(s->r[0], s->r[1], &x, &y);
  witness_square_two(s->r[2], radius, &z, &round);
  sum = two_sum(x.hi, y.hi);
  low = sum.lo + (x.lo + y.lo);
  sum = two_sum(sum.hi, z.hi);
  low += sum.lo + z.lo;
  length = sqrt(sum.hi + low);
  if (!(length > WITNESS_LEAST)) return 0; /* no direction, or squares that underflow */
  rest = two_diff(sum.hi, round.hi);
  apart = (rest.hi + (rest.lo + (low - round.lo))) / (length + radius.hi);
  if (!quick_in_range(s->size) || !(fabs(apart) >= WITNESS_LEFT * s->size) ||
      !(s->spread * s->spread <= length * fabs(apart)))
    return 0;
  inverse = 1 / length;
  for (k = 0; k < 3; k++) gap->normal[k] = s->r[k].hi * inverse;
  return witness_put_gap(s, length, apart, overlap, gap);
}

#endif

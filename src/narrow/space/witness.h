/* SPDX-License-Identifier: MIT
 *
 * Computes the gap of two shapes from the vector between the nearest points of their cores:
 * distance or depth, normal and witness points. Inlined, because every closed form ends with it.
 */
#ifndef COLLIDE_SOLID_WITNESS_H
#define COLLIDE_SOLID_WITNESS_H

#include "../../number/lanes_twofold.h"
#include "quick_pairs.h"

/* The vector between the nearest points of two cores, from b to a. */
typedef struct witness_pair {
  twofold r[3];
  double from_a[3], from_b[3]; /* the nearest points, in the world */
  double radius_a, radius_b;
  double size;   /* bounds the terms of the vector */
  double spread; /* see WITNESS_SPREAD; 0 if the points are exactly nearest */
} witness_pair;

/* A difference of twofolds above this has the right sign: they are off by less than 2^-96 of the
 * size. */
#define WITNESS_LEFT 8.077935669463161e-28 /* 2^-90 */

/* The squares of shorter vectors lose digits to underflow. */
#define WITNESS_LEAST 1e-140

/* Points that passed NEAREST_CHECK are off by at most x = 2^-44 of the size across the distance d.
 * That lengthens d by x^2 / 2 d. This is below 2^-55 of d less the radii if d times that difference
 * is at least (2^27 x)^2. */
#define WITNESS_SPREAD 7.62939453125e-06 /* 2^-17: 2^27 times 2^-44 */

/* Writes the gap from the length d of the vector and `apart`, d less the radii. Returns 0 if
 * `overlap` is known and disagrees. */
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
  /* Halfway between the deepest points, within both shapes. */
  low = d - s->radius_a > -s->radius_b ? d - s->radius_a : -s->radius_b;
  high = d + s->radius_a < s->radius_b ? d + s->radius_a : s->radius_b;
  middle = (d - s->radius_a + s->radius_b) * 0.5;
  middle = middle < low ? low : middle > high ? high : middle;
  for (k = 0; k < 3; k++) gap->common[k] = s->from_b[k] + gap->normal[k] * middle;
  return 1;
}

/* The squares of two twofolds, without the squares of the low parts, which are below u^2 of all. */
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

/* Subtracts the radii and writes the gap. `overlap` is PAIR_UNSURE if it is not known. Returns 0 if
 * too few digits are left.
 *
 * D - R = (D^2 - R^2) / (D + R) for the length D of r and the radii R. The difference of squares
 * is a sum of doubles whose roundings are summed in doubles. It is off by 2^-100 of the squares, so
 * D - R is off by as much of D + R, and by 4.5 u of itself: u for the difference as a double, 1.5 u
 * for the root of the rounded D^2, u for R, u for the sum D + R, and u for the quotient. */
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

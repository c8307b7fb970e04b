/* SPDX-License-Identifier: MIT
 *
 * Two features beside one another: signs of two sums at once, and what is shown of two points. It
 * is inlined into the routines that are asked most.
 */
#ifndef COLLIDE_PAIR_BESIDE_H
#define COLLIDE_PAIR_BESIDE_H

#include "pair_length.h"

/* ---- Signs ---------------------------------------------------------------------------------- */

/* The sums of two products, one in each lane, and what they may be off by: see LINE_CROSS. Bit 0 is
 * of the first sum, bit 1 of the second one. */
typedef struct two_sums {
  lanes sum, error;
  unsigned above, below; /* 0, surely */
} two_sums;

static PAIR_INLINE two_sums sums_of(lanes sum, lanes x, lanes y) {
  lanes terms = lanes_add(lanes_abs(x), lanes_abs(y));
  two_sums s;
  s.sum = sum;
  s.error = lanes_add(lanes_mul(terms, lanes_same(LINE_CROSS)), lanes_same(FILTER_TINY));
  s.above = lanes_below_0(lanes_sub(s.error, sum));
  s.below = lanes_below_0(lanes_add(s.error, sum));
  return s;
}

/* Of the products with the way from p to next: how far q is behind p, and before next. */
static PAIR_INLINE two_sums sums_along(lanes p, lanes next, lanes q) {
  lanes e = lanes_sub(next, p), f = lanes_sub(q, p), g = lanes_sub(next, q);
  lanes u = lanes_mul(lanes_firsts(e, e), lanes_firsts(f, g));
  lanes v = lanes_mul(lanes_seconds(e, e), lanes_seconds(f, g));
  return sums_of(lanes_add(u, v), u, v);
}

/* ---- What is shown -------------------------------------------------------------------------- */

/* Two shapes that are beside one another but for their radii. */
typedef struct pair_beside {
  lanes normal; /* unit, from the second to the first */
  double apart;
  lanes on_a, on_b;
} pair_beside;

/* 0 if unsure. */
static PAIR_INLINE int measure_points(lanes p, lanes q, double r1, double r2, pair_beside *at) {
  pair_stretch s;
  if (!stretch_between(p, q, r1, r2, &s)) return 0;
  at->apart = s.apart;
  at->normal = stretch_normal(&s);
  at->on_a = lanes_sub(p, lanes_mul(at->normal, lanes_same(r1)));
  at->on_b = lanes_add(q, lanes_mul(at->normal, lanes_same(r2)));
  return 1;
}

#endif

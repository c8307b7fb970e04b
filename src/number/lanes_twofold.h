/* SPDX-License-Identifier: MIT
 *
 * Two twofolds that are processed together, see lanes.h and twofold.h: the same bits as one after
 * the other. A vector takes two of these; the second holds only the third coordinate.
 */
#ifndef COLLIDE_LANES_TWOFOLD_H
#define COLLIDE_LANES_TWOFOLD_H

#include "lanes.h"
#include "twofold.h"

typedef struct lanes_twofold {
  lanes hi, lo;
} lanes_twofold;

static inline lanes_twofold lanes_two_sum(lanes a, lanes b) {
  lanes_twofold s;
  lanes b_part;
  s.hi = lanes_add(a, b);
  b_part = lanes_sub(s.hi, a);
  s.lo = lanes_add(lanes_sub(a, lanes_sub(s.hi, b_part)), lanes_sub(b, b_part));
  return s;
}

/* Written out, which saves the negation. */
static inline lanes_twofold lanes_two_diff(lanes a, lanes b) {
  lanes_twofold s;
  lanes b_part;
  s.hi = lanes_sub(a, b);
  b_part = lanes_sub(s.hi, a);
  s.lo = lanes_sub(lanes_sub(a, lanes_sub(s.hi, b_part)), lanes_add(b, b_part));
  return s;
}

static inline lanes_twofold lanes_two_sum_ordered(lanes a, lanes b) {
  lanes_twofold s;
  s.hi = lanes_add(a, b);
  s.lo = lanes_sub(b, lanes_sub(s.hi, a));
  return s;
}

static inline lanes lanes_upper_half(lanes a) {
  lanes c = lanes_mul(lanes_same(134217729.0), a);
  return lanes_sub(c, lanes_sub(c, a));
}

/* A factor of several products, split once: see two_product. */
typedef struct lanes_factor {
  lanes whole, high, low;
} lanes_factor;

static inline lanes_factor lanes_split(lanes a) {
  lanes_factor f;
  f.whole = a;
  f.high = lanes_upper_half(a);
  f.low = lanes_sub(a, f.high);
  return f;
}

static TWOFOLD_INLINE lanes_twofold lanes_two_product(lanes a, lanes_factor b) {
  lanes_twofold p;
  lanes high = lanes_upper_half(a), low = lanes_sub(a, high), rest;
  p.hi = lanes_mul(a, b.whole);
  rest = lanes_sub(p.hi, lanes_mul(high, b.high));
  rest = lanes_sub(lanes_sub(rest, lanes_mul(low, b.high)), lanes_mul(high, b.low));
  p.lo = lanes_sub(lanes_mul(low, b.low), rest);
  return p;
}

/* The first two coordinates of a vector, or the third one, and 0. */
static inline lanes lanes_of(const double v[3], int half) {
  return half == 0 ? lanes_load(v) : lanes_one(v[2]);
}

/* The same for a column of a matrix of three rows. */
static inline lanes lanes_column(const double m[9], int half, int column) {
  return half == 0 ? lanes_firsts(lanes_one(m[column]), lanes_one(m[3 + column]))
                   : lanes_one(m[6 + column]);
}

static inline void lanes_put(lanes_twofold x, int half, twofold v[3]) {
  double two[2];
  lanes_store(two, lanes_firsts(x.hi, x.lo));
  v[2 * half].hi = two[0];
  v[2 * half].lo = two[1];
  if (half != 0) return;
  lanes_store(two, lanes_seconds(x.hi, x.lo));
  v[1].hi = two[0];
  v[1].lo = two[1];
}

#endif

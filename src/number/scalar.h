/* SPDX-License-Identifier: MIT
 *
 * The greater and the lesser of two numbers. Each compiles to one instruction without a branch. If
 * one operand is NaN, or the two are equal, the result is y.
 */
#ifndef COLLIDE_SCALAR_H
#define COLLIDE_SCALAR_H

#include <stdint.h>

#include "fp.h"

static inline double greater(double x, double y) {
  return x > y ? x : y;
}

static inline double lesser(double x, double y) {
  return x < y ? x : y;
}

static inline int64_t greater_integer(int64_t x, int64_t y) {
  return x > y ? x : y;
}

static inline int64_t lesser_integer(int64_t x, int64_t y) {
  return x < y ? x : y;
}

/* The greater of |x| and |y|. */
static inline double greater_size(double x, double y) {
  return greater(fabs(x), fabs(y));
}

/* The number from `low` to `high` that is nearest to x; NaN stays NaN. */
static inline double clamp(double x, double low, double high) {
  x = x > high ? high : x;
  return x < low ? low : x;
}

/* A power of two that brings a size near 1, if it is far from 1. */
static inline double scale_near_one(double size) {
  int exponent = 0;
  if (size > 0 && (size < 1e-20 || size > 1e20)) (void)frexp(size, &exponent);
  return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

/* The number from 0 to 1 that is nearest to x; 0 for NaN and -0. */
static inline double clamp_unit(double x) {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}

#endif

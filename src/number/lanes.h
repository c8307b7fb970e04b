/* SPDX-License-Identifier: MIT
 *
 * Two doubles that are processed together: by one instruction with SSE2, one after the other
 * without. Each operation is that of the doubles, so the bits are the same.
 */
#ifndef COLLIDE_LANES_H
#define COLLIDE_LANES_H

#include "fp.h"

#if (defined(__SSE2__) || defined(_M_X64)) && !defined(NO_SSE2)
#include <emmintrin.h>

typedef __m128d lanes;

static inline lanes lanes_load(const double *two) {
  return _mm_loadu_pd(two);
}

static inline void lanes_store(double *two, lanes x) {
  _mm_storeu_pd(two, x);
}

static inline lanes lanes_same(double x) {
  return _mm_set1_pd(x);
}

static inline lanes lanes_make(double x, double y) {
  return _mm_set_pd(y, x);
}

/* x, and 0. */
static inline lanes lanes_one(double x) {
  return _mm_set_sd(x);
}

/* The first numbers of two; the second ones. */
static inline lanes lanes_firsts(lanes x, lanes y) {
  return _mm_unpacklo_pd(x, y);
}

static inline lanes lanes_seconds(lanes x, lanes y) {
  return _mm_unpackhi_pd(x, y);
}

static inline lanes lanes_add(lanes x, lanes y) {
  return _mm_add_pd(x, y);
}

static inline lanes lanes_sub(lanes x, lanes y) {
  return _mm_sub_pd(x, y);
}

static inline lanes lanes_mul(lanes x, lanes y) {
  return _mm_mul_pd(x, y);
}

static inline lanes lanes_div(lanes x, lanes y) {
  return _mm_div_pd(x, y);
}

static inline lanes lanes_abs(lanes x) {
  return _mm_andnot_pd(_mm_set1_pd(-0.0), x);
}

static inline double lanes_first(lanes x) {
  return _mm_cvtsd_f64(x);
}

static inline double lanes_second(lanes x) {
  return _mm_cvtsd_f64(_mm_unpackhi_pd(x, x));
}

static inline lanes lanes_swapped(lanes x) {
  return _mm_shuffle_pd(x, x, 1);
}

/* Not for NaN. For 0 and -0 the result is either. */
static inline lanes lanes_min(lanes x, lanes y) {
  return _mm_min_pd(x, y);
}

static inline lanes lanes_max(lanes x, lanes y) {
  return _mm_max_pd(x, y);
}

/* x where a is below b, and y elsewhere. */
static inline lanes lanes_choose(lanes a, lanes b, lanes x, lanes y) {
  lanes is_below = _mm_cmplt_pd(a, b);
  return _mm_or_pd(_mm_and_pd(is_below, x), _mm_andnot_pd(is_below, y));
}

/* x where a is below b, and 0 elsewhere. */
static inline lanes lanes_keep_below(lanes a, lanes b, lanes x) {
  return _mm_and_pd(_mm_cmplt_pd(a, b), x);
}

/* The greater and the lesser of the two numbers. */
static inline double lanes_greatest(lanes x) {
  return _mm_cvtsd_f64(_mm_max_sd(x, _mm_unpackhi_pd(x, x)));
}

static inline double lanes_least(lanes x) {
  return _mm_cvtsd_f64(_mm_min_sd(x, _mm_unpackhi_pd(x, x)));
}

/* Bit 0 is set for a first number below 0, bit 1 for a second one; for a zero it is unspecified. */
static inline unsigned lanes_below_0(lanes x) {
  return (unsigned)_mm_movemask_pd(x);
}

/* Bit 0 is set if the first interval of two, from `low` to `high`, meets that from `min` to `max`;
 * bit 1 if the second one does. */
static inline unsigned lanes_meet(lanes low, lanes high, lanes min, lanes max) {
  return (unsigned)_mm_movemask_pd(_mm_and_pd(_mm_cmple_pd(low, max), _mm_cmple_pd(min, high)));
}

#else

typedef struct lanes {
  double x, y;
} lanes;

static inline lanes lanes_make(double x, double y) {
  lanes r;
  r.x = x;
  r.y = y;
  return r;
}

static inline lanes lanes_load(const double *two) {
  return lanes_make(two[0], two[1]);
}

static inline void lanes_store(double *two, lanes x) {
  two[0] = x.x;
  two[1] = x.y;
}

static inline lanes lanes_same(double x) {
  return lanes_make(x, x);
}

static inline lanes lanes_one(double x) {
  return lanes_make(x, 0);
}

static inline lanes lanes_firsts(lanes x, lanes y) {
  return lanes_make(x.x, y.x);
}

static inline lanes lanes_seconds(lanes x, lanes y) {
  return lanes_make(x.y, y.y);
}

static inline lanes lanes_add(lanes x, lanes y) {
  return lanes_make(x.x + y.x, x.y + y.y);
}

static inline lanes lanes_sub(lanes x, lanes y) {
  return lanes_make(x.x - y.x, x.y - y.y);
}

static inline lanes lanes_mul(lanes x, lanes y) {
  return lanes_make(x.x * y.x, x.y * y.y);
}

static inline lanes lanes_div(lanes x, lanes y) {
  return lanes_make(x.x / y.x, x.y / y.y);
}

static inline lanes lanes_abs(lanes x) {
  return lanes_make(fabs(x.x), fabs(x.y));
}

static inline double lanes_first(lanes x) {
  return x.x;
}

static inline double lanes_second(lanes x) {
  return x.y;
}

static inline lanes lanes_swapped(lanes x) {
  return lanes_make(x.y, x.x);
}

static inline lanes lanes_min(lanes x, lanes y) {
  return lanes_make(x.x < y.x ? x.x : y.x, x.y < y.y ? x.y : y.y);
}

static inline lanes lanes_max(lanes x, lanes y) {
  return lanes_make(x.x > y.x ? x.x : y.x, x.y > y.y ? x.y : y.y);
}

static inline lanes lanes_choose(lanes a, lanes b, lanes x, lanes y) {
  return lanes_make(a.x < b.x ? x.x : y.x, a.y < b.y ? x.y : y.y);
}

static inline lanes lanes_keep_below(lanes a, lanes b, lanes x) {
  return lanes_make(a.x < b.x ? x.x : 0, a.y < b.y ? x.y : 0);
}

static inline double lanes_greatest(lanes x) {
  return x.x > x.y ? x.x : x.y;
}

static inline double lanes_least(lanes x) {
  return x.x < x.y ? x.x : x.y;
}

static inline unsigned lanes_below_0(lanes x) {
  return (unsigned)(x.x < 0) | (unsigned)(x.y < 0) << 1;
}

static inline unsigned lanes_meet(lanes low, lanes high, lanes min, lanes max) {
  return ((unsigned)(low.x <= max.x) & (unsigned)(min.x <= high.x)) |
         ((unsigned)(low.y <= max.y) & (unsigned)(min.y <= high.y)) << 1;
}

#endif

#endif

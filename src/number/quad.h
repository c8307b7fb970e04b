/* SPDX-License-Identifier: MIT
 *
 * Four floats at a time: by SSE where it is available, else one by one, with the same results.
 */
#ifndef COLLIDE_QUAD_H
#define COLLIDE_QUAD_H

#include "fp.h"

#if (defined(__SSE2__) || defined(_M_X64)) && !defined(NO_SSE2)
#include <emmintrin.h>

typedef __m128 quad;

static inline quad quad_load(const float *v) {
  return _mm_loadu_ps(v);
}

static inline void quad_store(float *v, quad a) {
  _mm_storeu_ps(v, a);
}

static inline quad quad_of(float x) {
  return _mm_set1_ps(x);
}

static inline quad quad_add(quad a, quad b) {
  return _mm_add_ps(a, b);
}

static inline quad quad_sub(quad a, quad b) {
  return _mm_sub_ps(a, b);
}

static inline quad quad_mul(quad a, quad b) {
  return _mm_mul_ps(a, b);
}

static inline quad quad_min(quad a, quad b) {
  return _mm_min_ps(a, b);
}

static inline quad quad_max(quad a, quad b) {
  return _mm_max_ps(a, b);
}

static inline quad quad_abs(quad a) {
  return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}

/* Bit k is set where a is at most b. */
static inline int quad_at_most(quad a, quad b) {
  return _mm_movemask_ps(_mm_cmple_ps(a, b));
}

#else

typedef struct quad {
  float v[4];
} quad;

static inline quad quad_load(const float *v) {
  quad r;
  int i;
  for (i = 0; i < 4; i++) r.v[i] = v[i];
  return r;
}

static inline void quad_store(float *v, quad a) {
  int i;
  for (i = 0; i < 4; i++) v[i] = a.v[i];
}

static inline quad quad_of(float x) {
  quad r;
  int i;
  for (i = 0; i < 4; i++) r.v[i] = x;
  return r;
}

static inline quad quad_add(quad a, quad b) {
  int i;
  for (i = 0; i < 4; i++) a.v[i] += b.v[i];
  return a;
}

static inline quad quad_sub(quad a, quad b) {
  int i;
  for (i = 0; i < 4; i++) a.v[i] -= b.v[i];
  return a;
}

static inline quad quad_mul(quad a, quad b) {
  int i;
  for (i = 0; i < 4; i++) a.v[i] *= b.v[i];
  return a;
}

static inline quad quad_min(quad a, quad b) {
  int i;
  for (i = 0; i < 4; i++) a.v[i] = a.v[i] < b.v[i] ? a.v[i] : b.v[i];
  return a;
}

static inline quad quad_max(quad a, quad b) {
  int i;
  for (i = 0; i < 4; i++) a.v[i] = a.v[i] > b.v[i] ? a.v[i] : b.v[i];
  return a;
}

static inline quad quad_abs(quad a) {
  int i;
  for (i = 0; i < 4; i++) a.v[i] = (float)fabs((double)a.v[i]);
  return a;
}

static inline int quad_at_most(quad a, quad b) {
  int i, bits = 0;
  for (i = 0; i < 4; i++) bits |= (a.v[i] <= b.v[i]) << i;
  return bits;
}

#endif

#endif

/* SPDX-License-Identifier: MIT
 *
 * Random numbers for the cast comparison: a seeded generator, and the
 * distributions that its cases are drawn from. Only exact or correctly rounded
 * functions, so that a case is the same on every machine.
 */
#ifndef CAST_DRAW_H
#define CAST_DRAW_H

#include <math.h>
#include <stdint.h>

typedef struct rng {
  uint64_t state;
} rng;

/* Case `index` of `kind` under `seed`, independent of the cases before it. */
static inline rng rng_of(uint64_t seed, uint64_t kind, uint64_t index) {
  uint64_t z = seed * 0x9E3779B97F4A7C15u + kind * 0xD1B54A32D192ED03u + index;
  rng r;
  int i;
  for (i = 0; i < 2; i++) {
    z += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
  }
  r.state = z != 0 ? z : 1;
  return r;
}

/* xorshift64* of Marsaglia and Vigna. */
static inline uint64_t rng_bits(rng *r) {
  uint64_t x = r->state;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  r->state = x;
  return x * 0x2545F4914F6CDD1Du;
}

/* From 0 up to but excluding 1. */
static inline double draw_unit(rng *r) {
  return (double)(rng_bits(r) >> 11) * (1.0 / 9007199254740992.0);
}

static inline double draw_between(rng *r, double low, double high) {
  return low + draw_unit(r) * (high - low);
}

/* From 0 up to but excluding count. */
static inline int draw_index(rng *r, int count) {
  return (int)((rng_bits(r) >> 33) % (uint64_t)count);
}

static inline int draw_chance(rng *r, double share) {
  return draw_unit(r) < share;
}

static inline double draw_sign(rng *r) {
  return (rng_bits(r) >> 40) & 1 ? 1 : -1;
}

/* Log-uniform from 2^low up to 2^high, positive. */
static inline double draw_log2(rng *r, int low, int high) {
  return ldexp(1 + draw_unit(r), low + draw_index(r, high - low));
}

/* Zero in one of eight cases, else of any sign and log-uniform from 2^low to 2^high. */
static inline double draw_offset(rng *r, int low, int high) {
  if (draw_index(r, 8) == 0) return 0;
  return draw_sign(r) * draw_log2(r, low, high);
}

/* A direction of unit length; of two dimensions with z = 0. */
static inline void draw_direction(rng *r, int dimensions, double v[3]) {
  double size;
  do {
    v[0] = draw_between(r, -1, 1);
    v[1] = draw_between(r, -1, 1);
    v[2] = dimensions == 3 ? draw_between(r, -1, 1) : 0;
    size = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  } while (size > 1 || size < 1e-6);
  size = 1 / sqrt(size);
  v[0] *= size;
  v[1] *= size;
  v[2] *= size;
}

/* ---- Vectors ------------------------------------------------------------------- */

static inline double length_of(const double v[3]) {
  double most = fabs(v[0]), x, y, z;
  if (fabs(v[1]) > most) most = fabs(v[1]);
  if (fabs(v[2]) > most) most = fabs(v[2]);
  if (!(most > 0 && most < HUGE_VAL)) return most;
  x = v[0] / most;
  y = v[1] / most;
  z = v[2] / most;
  return most * sqrt(x * x + y * y + z * z);
}

static inline double dot_of(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross_of(const double a[3], const double b[3], double r[3]) {
  r[0] = a[1] * b[2] - a[2] * b[1];
  r[1] = a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
}

/* 0 when v has no direction. */
static inline int make_unit(double v[3]) {
  double size = length_of(v);
  int i;
  if (!(size > 0 && size < HUGE_VAL)) return 0;
  for (i = 0; i < 3; i++) v[i] /= size;
  return 1;
}

/* A random direction across n; n itself has unit length, or is zero. */
static inline void draw_across(rng *r, int dimensions, const double n[3], double v[3]) {
  double along;
  int i;
  if (dimensions == 2 && (n[0] != 0 || n[1] != 0)) {
    double sign = draw_sign(r);
    v[0] = -sign * n[1];
    v[1] = sign * n[0];
    v[2] = 0;
    return;
  }
  do {
    draw_direction(r, dimensions, v);
    along = dot_of(v, n);
    for (i = 0; i < 3; i++) v[i] -= along * n[i];
  } while (!(length_of(v) > 0.1 && make_unit(v)));
}

#endif

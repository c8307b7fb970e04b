/* SPDX-License-Identifier: MIT
 *
 * Vectors of three doubles, for measuring.
 */
#ifndef COLLIDE_VECTOR_H
#define COLLIDE_VECTOR_H

#include "fp.h"

static inline double vector_dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* r is neither a nor b. */
static inline void vector_cross(const double a[3], const double b[3], double r[3]) {
  r[0] = a[1] * b[2] - a[2] * b[1];
  r[1] = a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
}

/* r = a - b. */
static inline void vector_minus(const double a[3], const double b[3], double r[3]) {
  r[0] = a[0] - b[0];
  r[1] = a[1] - b[1];
  r[2] = a[2] - b[2];
}

/* r = k a. */
static inline void vector_scale(double k, const double a[3], double r[3]) {
  r[0] = k * a[0];
  r[1] = k * a[1];
  r[2] = k * a[2];
}

/* r = -a. */
static inline void vector_negate(const double a[3], double r[3]) {
  r[0] = -a[0];
  r[1] = -a[1];
  r[2] = -a[2];
}

/* r += k a. */
static inline void vector_add(double r[3], double k, const double a[3]) {
  r[0] += k * a[0];
  r[1] += k * a[1];
  r[2] += k * a[2];
}

static inline double vector_length(const double v[3]) {
  return sqrt(vector_dot(v, v));
}

/* r = m v for the rows of m; r is not v. */
static inline void vector_turn(const double m[9], const double v[3], double r[3]) {
  int i;
  for (i = 0; i < 3; i++) r[i] = m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2];
}

/* r = m^T v, likewise. */
static inline void vector_turn_back(const double m[9], const double v[3], double r[3]) {
  int i;
  for (i = 0; i < 3; i++) r[i] = m[i] * v[0] + m[3 + i] * v[1] + m[6 + i] * v[2];
}

/* Moves p, which lies on the plane unit . p = distance except for rounding, onto it. */
static inline void vector_onto_plane(double p[3], const double unit[3], double distance) {
  double off = vector_dot(unit, p) - distance;
  int i;
  for (i = 0; i < 3; i++) p[i] -= off * unit[i];
}

/* Scales p, which has this length except for rounding, to the length. */
static inline void vector_to_length(double p[3], double length) {
  double square = vector_dot(p, p), k;
  int i;
  if (!(square > 0)) return;
  k = length / sqrt(square);
  for (i = 0; i < 3; i++) p[i] *= k;
}

/* The largest absolute value of some numbers, but not less than `least`; infinite if one is nan. */
double ci_largest(const double *v, int count, double least);
/* Returns 1 if no absolute value exceeds `most`, and no number is nan. */
int ci_are_within(double most, const double *v, int count);

/* |v|, at any magnitude. */
double ci_vector_length(const double v[3]);
/* unit = v / |v|, at any magnitude; returns 0 if v is zero or not finite. */
int ci_vector_unit(const double v[3], double unit[3]);

/* The distance of p from the segment from a to b in two dimensions, rounded. Infinite, or not a
 * number, if it is too large. */
double ci_segment_distance_2d(const double p[2], const double a[2], const double b[2]);

#endif

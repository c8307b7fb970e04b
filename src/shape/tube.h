/* SPDX-License-Identifier: MIT
 *
 * A line and the tube of a capsule: the infinite cylinder about the axis x = b - a. The lines here
 * are relative to a.
 */
#ifndef COLLIDE_TUBE_H
#define COLLIDE_TUBE_H

#include "quadric.h"

static REAL_INLINE void tube_axis(const line *l, line_precision precision, real x[3]) {
  line_difference(l, precision, l->shape->a, l->shape->b, x);
}

/* n = d x x, or m = p x x at t. In exact numbers x does not have the factor |det(linear)|, because
 * it is in both terms of each sum. */
static REAL_INLINE void tube_cross(const line *l, line_precision precision, const double *t,
                                   real r[3]) {
  real v[3], x[3];
  if (t != NULL)
    line_at(l, precision, *t, v);
  else
    line_direction(l, precision, v);
  tube_axis(l, precision, x);
  real_cross(v, x, r);
}

/* r^2 times k. */
static REAL_INLINE real tube_times_square(const line *l, line_precision precision, real k) {
  real r = line_size(l, precision, l->shape->radius);
  return real_mul(real_square(r), k);
}

static REAL_INLINE real tube_direction(const line *l, line_precision precision,
                                       const double *with) {
  real n[3];
  (void)with;
  tube_cross(l, precision, NULL, n);
  return real_dot(n, n);
}

static REAL_INLINE real tube_slope(const line *l, line_precision precision, const double *t) {
  real m[3], n[3];
  tube_cross(l, precision, t, m);
  tube_cross(l, precision, NULL, n);
  return real_dot(m, n);
}

static REAL_INLINE real tube_value(const line *l, line_precision precision, const double *t) {
  real m[3], x[3];
  tube_cross(l, precision, t, m);
  tube_axis(l, precision, x);
  return real_sub(real_dot(m, m), tube_times_square(l, precision, real_dot(x, x)));
}

/* |x|^2 (r^2 |n|^2 - (x . (f x d))^2) */
static REAL_INLINE real tube_discriminant(const line *l, line_precision precision,
                                          const double *with) {
  real w[3], x[3], round = tube_times_square(l, precision, tube_direction(l, precision, with));
  line_moment(l, precision, w);
  tube_axis(l, precision, x);
  return real_mul(real_sub(round, real_square(real_dot(x, w))), real_dot(x, x));
}

extern const quadric_polynomials ci_tube;
/* For a line that meets the tube: it enters at s + u[0] and leaves at s + u[1]; g is the point at
 * s. */
void ci_tube_cut(const line *from_a, const twofold x[3], double s, const twofold g[3], double u[2]);

#endif

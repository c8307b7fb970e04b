/* SPDX-License-Identifier: MIT
 *
 * The polynomials of a line and a sphere, cylinder (about the axis y, without caps) or cone (of
 * both halves, without base).
 *
 * In coordinates that are stretched, a sphere, cylinder or cone is x^2 + sign y^2 + z^2 <= R^2. By
 * Lagrange's identity its discriminant is, with D and the moment W stretched likewise,
 *     R^2 (Dx^2 + sign Dy^2 + Dz^2) - (sign (Wx^2 + Wz^2) + Wy^2),
 * free of where on the line the ray starts. Stretching is by lengths of the shape as they are, and
 * not times |det(linear)|.
 */
#ifndef COLLIDE_ROUND_H
#define COLLIDE_ROUND_H

#include "quadric.h"

typedef struct stretched {
  double by[3]; /* the factor along each axis; 0: the coordinate does not count */
  int sign;
  double radius;
} stretched;

static REAL_INLINE stretched stretch_of(const collide_shape *s) {
  stretched r = {{1, 1, 1}, 1, 0};
  r.radius = s->radius;
  if (s->kind == COLLIDE_CYLINDER) r.by[1] = r.sign = 0;
  if (s->kind != COLLIDE_CONE) return r;
  r.by[0] = r.by[2] = s->height;
  r.by[1] = s->radius;
  r.sign = -1;
  r.radius = 0;
  return r;
}

static REAL_INLINE real stretch(const line *l, line_precision precision, real x, double by) {
  return by == 1 ? x : real_mul(x, line_number(l, precision, by));
}

/* x x' + sign y y' + z z' of the stretched vectors. */
static REAL_INLINE real round_form(const line *l, line_precision precision, const real v[3],
                                   const real w[3]) {
  stretched s = stretch_of(l->shape);
  real x[2][3], r, y;
  int i;
  for (i = 0; i < 3; i++) {
    x[0][i] = s.by[i] == 0 ? v[i] : stretch(l, precision, v[i], s.by[i]);
    x[1][i] = s.by[i] == 0 ? w[i] : stretch(l, precision, w[i], s.by[i]);
  }
  r = real_sum_of_products(x[0][0], x[1][0], x[0][2], x[1][2]);
  if (s.sign == 0) return r;
  y = real_mul(x[0][1], x[1][1]);
  return s.sign > 0 ? real_add(r, y) : real_sub(r, y);
}

static REAL_INLINE real round_radius_squared(const line *l, line_precision precision) {
  return real_square(line_size(l, precision, l->shape->radius));
}

static REAL_INLINE real round_direction(const line *l, line_precision precision,
                                        const double *with) {
  real d[3];
  (void)with;
  line_direction(l, precision, d);
  return round_form(l, precision, d, d);
}

static REAL_INLINE real round_slope(const line *l, line_precision precision, const double *t) {
  real p[3], d[3];
  line_at(l, precision, *t, p);
  line_direction(l, precision, d);
  return round_form(l, precision, p, d);
}

static REAL_INLINE real round_value(const line *l, line_precision precision, const double *t) {
  real p[3], r;
  line_at(l, precision, *t, p);
  r = round_form(l, precision, p, p);
  return l->shape->kind == COLLIDE_CONE ? r : real_sub(r, round_radius_squared(l, precision));
}

static REAL_INLINE real round_discriminant(const line *l, line_precision precision,
                                           const double *with) {
  stretched s = stretch_of(l->shape);
  real w[3], round, across;
  (void)with;
  line_moment(l, precision, w);
  across = real_square(stretch(l, precision, stretch(l, precision, w[1], s.by[0]), s.by[2]));
  if (s.sign != 0) {
    real x = stretch(l, precision, stretch(l, precision, w[0], s.by[1]), s.by[2]);
    real z = stretch(l, precision, stretch(l, precision, w[2], s.by[1]), s.by[0]);
    round = real_sum_of_products(x, x, z, z);
    if (s.sign < 0) return real_sub(round, across);
    across = real_add(round, across);
  }
  return real_sub(real_mul(round_radius_squared(l, precision), round_direction(l, precision, NULL)),
                  across);
}

/* Where a line crosses y = level: (x, z) dy = (wz + level dx, -wx + level dz) with the moment w. */
static REAL_INLINE void round_in_level(const line *l, line_precision precision, double level,
                                       real d[3], real p[3]) {
  real w[3], h = line_size(l, precision, level);
  line_direction(l, precision, d);
  line_moment(l, precision, w);
  p[0] = real_add(w[2], real_mul(h, d[0]));
  p[1] = h;
  p[2] = real_sub(real_mul(h, d[2]), w[0]);
}

static REAL_INLINE real round_value_in_level(const line *l, line_precision precision,
                                             const double *level) {
  real d[3], p[3], r;
  round_in_level(l, precision, *level, d, p);
  r = real_sum_of_products(p[0], p[0], p[2], p[2]);
  return real_sub(r, real_square(real_mul(line_size(l, precision, l->shape->radius), d[1])));
}

/* For a cone, at the level -h, it is (h (x dx + z dz) dy + r^2 dy^2) / dy. */
static REAL_INLINE real round_slope_in_level(const line *l, line_precision precision,
                                             const double *level) {
  real d[3], p[3], r;
  round_in_level(l, precision, *level, d, p);
  r = real_sum_of_products(p[0], d[0], p[2], d[2]);
  if (l->shape->kind != COLLIDE_CONE) return r;
  r = real_mul(r, p[1]);
  return real_sub(real_square(real_mul(line_size(l, precision, l->shape->radius), d[1])), r);
}

#endif

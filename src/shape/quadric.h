/* SPDX-License-Identifier: MIT
 *
 * Where a line enters and leaves { p : q0 x^2 + q1 y^2 + q2 z^2 <= level }: balls, round cylinders
 * and cones in their own frame; and the tube about a capsule's axis.
 */
#ifndef COLLIDE_QUADRIC_H
#define COLLIDE_QUADRIC_H

#include "line.h"

/* At the point p of the line at t = *with a quadric has the value a u^2 + 2 b u + c for the point
 * at t + u. All are homogeneous. */
typedef struct quadric_polynomials {
  line_polynomial direction;    /* a, with the factor |det(linear)|^2 */
  line_polynomial slope, value; /* b and c, likewise */
  line_polynomial discriminant; /* b^2 - a c, with the factor to the power 4 */
} quadric_polynomials;

typedef struct quadric {
  twofold q[3], level;
  double size; /* the least length that matters: starts far beyond it are measured twofold */
} quadric;

/* The quadric of a sphere, cylinder or cone. */
quadric ci_quadric_of(const collide_shape *s);

/* One of a, b and c; the sum of the absolute values of its terms; and a bound on the error that
 * rounding into a linear frame causes, 0 if that is negligible. */
typedef struct quadric_form {
  twofold value;
  double terms, noise;
} quadric_form;

/* For a line that meets the surface: it enters at s + u[0] and leaves at s + u[1]; an end at
 * infinity is not finite. s is a parameter near the surface, g becomes the point at s. */
void ci_quadric_cut(const line *l, const quadric *q, double s, twofold g[3], double u[2]);

/* The same in plain doubles. Returns 0 if they do not suffice: the start is far, or the line grazes
 * or perhaps misses the surface. */
int ci_quadric_cut_near(const line *l, const quadric *q, double s, twofold g[3], double u[2]);

/* The roots of a u^2 + 2 b u + c, without cancellation, from its discriminant. */
void ci_quadric_plain_roots(double a, double b, double c, double discriminant, double u[2]);

/* The point at g + u d. */
void ci_quadric_point(const line *l, const twofold g[3], double u, double point[3]);

/* For a line that crosses the plane y = level: the signs of the value and of the slope there. The
 * slope is 0 if the value is negative. */
typedef struct level_signs {
  int value, slope;
} level_signs;

level_signs ci_round_signs_in_level(const line *l, double level);
/* Locates the point at t relative to the part between two planes: inside (-1), on the surface (0)
 * or outside (1). */
int ci_round_locate(const line *l, double t, double low, double high);

/* For cylinders and cones, whose flat faces are the caps or the base: returns 1 if the line crosses
 * the plane of a flat face at that end; the direction of its normal, 1 or -1. */
int ci_round_crosses_flat(const line *l, int end);
/* Measures a line that meets such a solid; `measure_side` writes the ends that cross no flat face,
 * and the point and normal of `end` if that is one of them. */
void ci_round_measure(const line *l, int end, measured *m,
                      void (*measure_side)(const line *l, int end, measured *m));

/* For a line that meets the tube about the axis x of a capsule: it enters at s + u[0] and leaves at
 * s + u[1]; g is the point at s. */
void ci_tube_cut(const line *from_a, const twofold x[3], double s, const twofold g[3], double u[2]);

/* ---- Polynomials of spheres, cylinders and cones ---------------------------------------------
 *
 * The polynomials of a line and a sphere, cylinder (about the axis y, without caps) or cone (of
 * both halves, without base).
 *
 * In coordinates that are stretched, a sphere, cylinder or cone is x^2 + sign y^2 + z^2 <= R^2. By
 * Lagrange's identity its discriminant is, with D and the moment W stretched likewise,
 *     R^2 (Dx^2 + sign Dy^2 + Dz^2) - (sign (Wx^2 + Wz^2) + Wy^2),
 * free of where on the line the ray starts. Stretching is by lengths of the shape as they are, and
 * not times |det(linear)|. */

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

/* ---- Polynomials of tubes --------------------------------------------------------------------
 *
 * A line and the tube of a capsule: the infinite cylinder about the axis x = b - a. The lines here
 * are relative to a. */

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

#endif

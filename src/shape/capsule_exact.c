/* SPDX-License-Identifier: MIT
 *
 * A line and a capsule with the ends a and b and the axis x = b - a, in any direction. The capsule
 * is the union of two balls and the cylinder between them, and it is convex. Along the line the
 * distance to the segment a-b is a convex function. So its value relative to the radius and the
 * sign of its slope locate a point of the line.
 */
#include "quadric.h"
#include "tube.h"
#include "../number/vector.h"

static int has_length(const line *l) {
  const double *a = l->shape->a, *b = l->shape->b;
  return a[0] != b[0] || a[1] != b[1] || a[2] != b[2];
}

/* ---- Meeting the capsule ---------------------------------------------------------------- */

/* How far the line's point nearest to the axis lies beyond the plane through a, times |x|^2 |n|^2.
 * That point is at t = -(m . n) / |n|^2, with m = f x x and n = d x x. */
static REAL_INLINE real nearest_beyond_a(const line *from_a, line_precision precision,
                                         const double *with) {
  static const double start = 0;
  real f[3], d[3], x[3];
  (void)with;
  line_at(from_a, precision, 0, f);
  line_direction(from_a, precision, d);
  tube_axis(from_a, precision, x);
  return real_minor(real_dot(f, x), tube_direction(from_a, precision, NULL), real_dot(d, x),
                    tube_slope(from_a, precision, &start));
}

static REAL_INLINE real nearest_beyond_b(const line *from_a, line_precision precision,
                                         const double *with) {
  real x[3], length;
  tube_axis(from_a, precision, x);
  length = real_mul(real_dot(x, x), tube_direction(from_a, precision, NULL));
  return real_sub(nearest_beyond_a(from_a, precision, with),
                  line_scaled(from_a, precision, length));
}

static int runs_along_axis(const line *l) {
  return line_sign(l, tube_direction, NULL) == 0;
}

/* Decides for a line that misses both balls. The discs that close the cylinder are inside the
 * balls, so the line cannot cross them: between the two planes it is within r of the axis
 * everywhere or nowhere. */
static int meets_between(const line *from_a) {
  if (runs_along_axis(from_a)) return 0; /* it would have met the balls */
  return line_sign_of_moment(from_a, tube_discriminant, NULL) >= 0 &&
         line_sign(from_a, nearest_beyond_a, NULL) >= 0 &&
         line_sign(from_a, nearest_beyond_b, NULL) <= 0;
}

static int capsule_meets(line *l) {
  line from_a = ci_line_offset(l, l->shape->a), from_b;
  if (ci_sphere_exact.meets(&from_a)) return 1;
  if (!has_length(l)) return 0;
  from_b = ci_line_offset(l, l->shape->b);
  return ci_sphere_exact.meets(&from_b) || meets_between(&from_a);
}

/* ---- A point of the line ----------------------------------------------------------- */

/* (p - a) . x */
static REAL_INLINE real beyond_a(const line *from_a, line_precision precision, const double *t) {
  real p[3], x[3];
  line_at(from_a, precision, *t, p);
  tube_axis(from_a, precision, x);
  return real_dot(p, x);
}

/* (p - a) . x - |x|^2 */
static REAL_INLINE real beyond_b(const line *from_a, line_precision precision, const double *t) {
  real x[3];
  tube_axis(from_a, precision, x);
  return real_sub(beyond_a(from_a, precision, t), line_scaled(from_a, precision, real_dot(x, x)));
}

/* -1 before a, 0 between a and b, 1 beyond b. In the planes through a and b the distance is the
 * same by both formulas, so either may be used. */
static int zone_of(const line *from_a, double t, int *at_a, int *at_b) {
  *at_a = *at_b = 0;
  if (!has_length(from_a)) return -1;
  *at_a = line_sign(from_a, beyond_a, &t);
  *at_b = line_sign(from_a, beyond_b, &t);
  return *at_a <= 0 ? -1 : *at_b >= 0 ? 1 : 0;
}

static int capsule_locate(const line *l, double t) {
  line from_a = ci_line_offset(l, l->shape->a), from_b;
  int at_a, at_b, zone = zone_of(&from_a, t, &at_a, &at_b);
  if (zone < 0) return ci_sphere_exact.locate(&from_a, t);
  if (zone == 0) return line_sign(&from_a, tube_value, &t);
  from_b = ci_line_offset(l, l->shape->b);
  return ci_sphere_exact.locate(&from_b, t);
}

/* A tangent along the side: between the two planes the line is in the surface. */
static side side_along(const line *l, int at_a, int at_b) {
  double x[3], d[3];
  int i;
  for (i = 0; i < 3; i++) {
    x[i] = l->shape->b[i] - l->shape->a[i];
    d[i] = l->d[i].hi;
  }
  /* Line and axis are parallel, so the dot product is far from 0. */
  return vector_dot(d, x) > 0 ? side_make(at_a, at_b) : side_make(-at_b, -at_a);
}

static side capsule_side(const line *l, double t) {
  line from_a = ci_line_offset(l, l->shape->a), from_b = ci_line_offset(l, l->shape->b);
  int at_a, at_b, value, slope, zone = zone_of(&from_a, t, &at_a, &at_b);
  if (zone == 0)
    value = line_sign(&from_a, tube_value, &t);
  else
    value = ci_sphere_exact.locate(zone < 0 ? &from_a : &from_b, t);
  if (value < 0) return SIDE_EVERYWHERE;
  if (zone == 0)
    slope = line_sign(&from_a, tube_slope, &t);
  else
    slope = ci_line_slope_sign(zone < 0 ? &from_a : &from_b, t);
  if (value == 0 && slope == 0 && has_length(l) && runs_along_axis(l))
    return side_along(l, at_a, at_b);
  return side_of_convex(value, slope);
}

/* ---- Measuring ------------------------------------------------------------------------ */

/* The vector to p from the point of the segment that is nearest to it; p is relative to a. */
static void from_axis(const twofold p[3], const twofold x[3], double normal[3]) {
  twofold k = tf_div(tf_dot(p, x), tf_dot(x, x));
  int i;
  if (k.hi < 0) k = tf(0);
  if (k.hi > 1) k = tf(1);
  for (i = 0; i < 3; i++) normal[i] = tf_sub(p[i], tf_mul(k, x[i])).hi;
}

/* A parameter near the axis between the planes through a and b. */
static double reference(const line *from_a, const double x[3]) {
  double xx = 0, fx = 0, dx = 0, fd = 0, dd = 0, across, s, low, high;
  int i;
  for (i = 0; i < 3; i++) {
    double f = from_a->f[i].hi, d = from_a->d[i].hi;
    xx += x[i] * x[i];
    fx += f * x[i];
    dx += d * x[i];
    fd += f * d;
    dd += d * d;
  }
  across = dd * xx - dx * dx;
  s = across > 0 ? -(fd * xx - fx * dx) / across : 0;
  if (dx == 0) return s;
  low = -fx / dx;
  high = (xx - fx) / dx;
  if (low > high) {
    double swap = low;
    low = high;
    high = swap;
  }
  low = s > high ? high : s >= low ? s : low;
  return fabs(low) <= DBL_MAX ? low : s; /* parallel to the planes within rounding */
}

/* Computes in plain doubles, under the conditions of ci_quadric_cut_near. */
static int cut_between_near(const line *from_a, const double x[3], double s, twofold g[3],
                            double u[2]) {
  double r = from_a->shape->radius, near = 16 * r, p[3], d[3], m[3], n[3], a, b, c, discriminant;
  int i;
  if (!ci_line_starts_near(from_a, r)) return 0;
  for (i = 0; i < 3; i++) {
    d[i] = from_a->d[i].hi;
    p[i] = from_a->f[i].hi + s * d[i];
    if (!(fabs(p[i]) <= near && fabs(x[i]) <= near)) return 0;
    g[i] = tf(p[i]);
  }
  vector_cross(p, x, m);
  vector_cross(d, x, n);
  a = vector_dot(n, n);
  b = vector_dot(m, n);
  c = vector_dot(m, m) - r * r * vector_dot(x, x);
  discriminant = b * b - a * c;
  /* For a line nearly parallel to the axis plain doubles do not suffice, either. */
  if (!(8 * discriminant >= b * b + a * (vector_dot(m, m) + r * r * vector_dot(x, x)))) return 0;
  if (!(64 * a >= vector_dot(d, d) * vector_dot(x, x))) return 0;
  ci_quadric_plain_roots(a, b, c, discriminant, u);
  return 1;
}

/* Finds where the line enters and leaves the infinite cylinder; returns 0 if they are parallel. In
 * both cases g becomes the point at *s. */
static int cut_side(const line *from_a, const twofold x[3], const double plain[3], double *s,
                    twofold g[3], double u[2]) {
  *s = reference(from_a, plain);
  if (cut_between_near(from_a, plain, *s, g, u)) return 1;
  ci_line_point(from_a, tf(*s), g);
  if (runs_along_axis(from_a)) return 0;
  ci_tube_cut(from_a, x, *s, g, u);
  /* The squares of tiny numbers underflow to 0: then the line counts as parallel. */
  return fabs(u[0]) <= DBL_MAX && fabs(u[1]) <= DBL_MAX;
}

/* A line that enters the infinite cylinder before the plane through a can enter the capsule only
 * through the ball at a. The same holds at b and for the exit. So the part that is met follows from
 * where the line meets the side. Values of t are not compared: near the seam they differ by less
 * than their rounding errors. */
enum { SIDE_PART, BALL_A, BALL_B };

static void measure_side(const line *from_a, const twofold x[3], double s, const twofold g[3],
                         double u, int at, int end, measured *m) {
  twofold p[3];
  int k;
  m->t[at] = s + u;
  if (at != end) return;
  for (k = 0; k < 3; k++) {
    p[k] = tf_add(g[k], tf_scale(from_a->d[k], u));
    m->point[k] = p[k].hi + from_a->shape->a[k];
  }
  from_axis(p, x, m->normal);
}

static int measure_ball(const line *l, const double center[3], int at, int end, measured *m) {
  line from_center = ci_line_offset(l, center);
  measured ball;
  int k;
  if (!ci_sphere_measure_if_met(&from_center, at, &ball)) return 0;
  m->t[at] = ball.t[at];
  if (at != end) return 1;
  for (k = 0; k < 3; k++) {
    m->point[k] = ball.point[k] + center[k];
    m->normal[k] = ball.normal[k];
  }
  return 1;
}

static void measure_end(const line *l, int at, int end, measured *m) {
  const double *a = l->shape->a, *b = l->shape->b;
  line from_a = ci_line_offset(l, a);
  twofold x[3], g[3], p[3], along;
  double plain[3], d[3], s, u[2];
  int k, part, cut;
  for (k = 0; k < 3; k++) {
    x[k] = two_diff(b[k], a[k]);
    plain[k] = x[k].hi;
    d[k] = l->d[k].hi;
  }
  cut = cut_side(&from_a, x, plain, &s, g, u);
  if (cut) {
    for (k = 0; k < 3; k++) p[k] = tf_add(g[k], tf_scale(l->d[k], u[at]));
    along = tf_dot(p, x);
    part = along.hi < 0 ? BALL_A : tf_sub(along, tf_dot(x, x)).hi > 0 ? BALL_B : SIDE_PART;
  } else {
    part = (vector_dot(d, plain) > 0) == (at == 0) ? BALL_A : BALL_B;
  }
  /* If this ball is missed, that is due to rounding at the seam. */
  if (part != SIDE_PART && measure_ball(l, part == BALL_A ? a : b, at, end, m)) return;
  measure_side(&from_a, x, s, g, cut ? u[at] : 0, at, end, m);
}

static void capsule_measure(const line *l, int end, measured *m) {
  int at, k;
  for (at = 0; at < 2; at++) {
    if (has_length(l))
      measure_end(l, at, end, m);
    else
      measure_ball(l, l->shape->a, at, end, m);
  }
  if (l->shape->radius == 0) /* the normal of a segment is against the line */
    for (k = 0; k < 3; k++) m->normal[k] = end == 0 ? -l->d[k].hi : l->d[k].hi;
}

const exact_cast ci_capsule_exact = {capsule_meets, capsule_side, capsule_locate, capsule_measure};

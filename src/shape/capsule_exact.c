/* SPDX-License-Identifier: MIT
 *
 * A line and a capsule with the ends a and b and the axis x = b - a, in any direction. The capsule
 * is the union of two balls and the cylinder between them, and it is convex. Along the line the
 * distance to the segment a-b is a convex function. So its value compared with the radius, and the
 * sign of its slope, say where a point of the line is.
 */
#include "quadric.h"
#include "tube.h"
#include "../number/vector.h"

/* The capsule relative to one line, in doubles with error bounds. */
typedef struct axis_view {
  approx x[3], xx; /* b - a and its square */
} axis_view;

static axis_view view_axis(const line *l) {
  axis_view v;
  int i;
  for (i = 0; i < 3; i++)
    v.x[i] = approx_sub(approx_exact(l->shape->b[i]), approx_exact(l->shape->a[i]));
  v.xx = approx_dot(v.x, v.x);
  return v;
}

static int has_length(const line *l) {
  const double *a = l->shape->a, *b = l->shape->b;
  return a[0] != b[0] || a[1] != b[1] || a[2] != b[2];
}

/* ---- Does the line meet the capsule? ---------------------------------------------------- */

static int discriminant_sign(const line *from_a, const axis_view *v) {
  approx d[3], w[3], n[3], det, nn;
  exact e;
  int precision, sign, mark;
  ci_line_approx_direction(from_a, d);
  approx_cross(d, v->x, n);
  nn = approx_mul(approx_dot(n, n), approx_square(approx_exact(from_a->shape->radius)));
  for (precision = LINE_PLAIN; precision < LINE_PRECISIONS; precision++) {
    ci_line_approx_moment(from_a, precision, w);
    det = approx_dot(v->x, w);
    sign = approx_sign(approx_sub(nn, approx_square(det)));
    if (sign != FILTER_UNSURE) return sign;
  }
  mark = ci_exact_mark(from_a->pool);
  ci_tube_exact_core(from_a, &e);
  ci_exact_release(from_a->pool, mark);
  return exact_sign(&e);
}

/* Is the line's point nearest to the axis between the planes through a and b?
 * With m = f x x and n = d x x it is at t = -(m . n) / |n|^2. */
static int nearest_is_between_exactly(const line *from_a) {
  exact f[3], d[3], x[3], m[3], n[3], along, rate, nn, mn, k, end;
  int low, mark = ci_exact_mark(from_a->pool);
  ci_line_exact_start(from_a, f);
  ci_line_exact_direction(from_a, d);
  ci_tube_exact_axis(from_a, x);
  ci_exact_cross(m, f, x);
  ci_exact_cross(n, d, x);
  ci_exact_dot(&along, f, x);
  ci_exact_dot(&rate, d, x);
  ci_exact_dot(&nn, n, n);
  ci_exact_dot(&mn, m, n);
  ci_exact_mul(&k, &along, &nn);
  ci_exact_sub_product(&k, &rate, &mn);
  low = exact_sign(&k);
  ci_exact_dot(&end, x, x);
  ci_exact_mul(&end, &end, &nn);
  ci_line_exact_scale(from_a, &end);
  ci_exact_sub(&k, &k, &end);
  ci_exact_release(from_a->pool, mark);
  return low >= 0 && exact_sign(&k) <= 0;
}

static int nearest_is_between(const line *from_a, const axis_view *v) {
  approx f[3], d[3], m[3], n[3], nn, k, rest;
  int low, high;
  ci_line_approx_start(from_a, f);
  ci_line_approx_direction(from_a, d);
  approx_cross(f, v->x, m);
  approx_cross(d, v->x, n);
  nn = approx_dot(n, n);
  k = approx_sub(approx_mul(approx_dot(f, v->x), nn),
                 approx_mul(approx_dot(d, v->x), approx_dot(m, n)));
  rest = approx_sub(k, approx_mul(v->xx, nn));
  low = approx_sign(k);
  high = approx_sign(rest);
  if (low < 0 || high == 1) return 0;
  if (low == 1 && high < 0) return 1;
  return nearest_is_between_exactly(from_a);
}

static int runs_along_axis(const line *l, const axis_view *v) {
  approx d[3], n[3];
  exact e[3], x[3], c[3];
  int i, mark;
  ci_line_approx_direction(l, d);
  approx_cross(d, v->x, n);
  for (i = 0; i < 3; i++)
    if (approx_sign(n[i]) != FILTER_UNSURE) return 0;
  mark = ci_exact_mark(l->pool);
  ci_line_exact_direction(l, e);
  ci_tube_exact_axis(l, x);
  ci_exact_cross(c, e, x);
  ci_exact_release(l->pool, mark);
  return exact_sign(&c[0]) == 0 && exact_sign(&c[1]) == 0 && exact_sign(&c[2]) == 0;
}

/* For a line that misses both balls. The discs that close the cylinder are inside the balls, so
 * the line cannot cross them: between the two planes it is within r of the axis everywhere or
 * nowhere. */
static int meets_between(const line *from_a) {
  axis_view v = view_axis(from_a);
  if (runs_along_axis(from_a, &v)) return 0; /* it would have met the balls */
  return discriminant_sign(from_a, &v) >= 0 && nearest_is_between(from_a, &v);
}

static int capsule_meets(line *l) {
  line from_a = ci_line_offset(l, l->shape->a), from_b;
  if (ci_sphere_exact.meets(&from_a)) return 1;
  if (!has_length(l)) return 0;
  from_b = ci_line_offset(l, l->shape->b);
  return ci_sphere_exact.meets(&from_b) || meets_between(&from_a);
}

/* ---- A point of the line ----------------------------------------------------------- */

/* Compares (p - a) . x with 0 and |x|^2: -1 before a, 0 between a and b, 1 beyond b. In the planes
 * through a and b the distance is the same by both formulas, so either may be used. */
static int zone_of(const line *from_a, double t, const axis_view *v, int *at_a, int *at_b) {
  approx p[3], k;
  exact e[3], x[3], dot, xx;
  if (!has_length(from_a)) {
    *at_a = *at_b = 0;
    return -1;
  }
  ci_line_approx_at(from_a, t, p);
  k = approx_dot(p, v->x);
  *at_a = approx_sign(k);
  *at_b = approx_sign(approx_sub(k, v->xx));
  if (*at_a == FILTER_UNSURE || *at_b == FILTER_UNSURE) {
    int mark = ci_exact_mark(from_a->pool);
    ci_line_exact_at(from_a, t, e);
    ci_tube_exact_axis(from_a, x);
    ci_exact_dot(&dot, e, x);
    ci_exact_dot(&xx, x, x);
    ci_line_exact_scale(from_a, &xx);
    *at_a = exact_sign(&dot);
    ci_exact_sub(&dot, &dot, &xx);
    *at_b = exact_sign(&dot);
    ci_exact_release(from_a->pool, mark);
  }
  return *at_a <= 0 ? -1 : *at_b >= 0 ? 1 : 0;
}

/* |p x x|^2 - r^2 |x|^2 */
static int between_locate(const line *from_a, double t, const axis_view *v) {
  approx p[3], m[3], r = approx_exact(from_a->shape->radius);
  exact e[3], x[3], c[3], value, radius, xx;
  int sign, mark;
  ci_line_approx_at(from_a, t, p);
  approx_cross(p, v->x, m);
  sign = approx_sign(approx_sub(approx_dot(m, m), approx_mul(approx_square(r), v->xx)));
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(from_a->pool);
  ci_line_exact_at(from_a, t, e);
  ci_tube_exact_axis(from_a, x);
  ci_exact_cross(c, e, x);
  ci_exact_dot(&value, c, c);
  ci_line_exact_size(from_a, from_a->shape->radius, &radius);
  ci_exact_dot(&xx, x, x);
  ci_exact_mul(&xx, &xx, &radius);
  ci_exact_mul(&xx, &xx, &radius);
  ci_exact_sub(&value, &value, &xx);
  ci_exact_release(from_a->pool, mark);
  return exact_sign(&value);
}

/* (p x x) . (d x x) */
static int between_slope_sign(const line *from_a, double t, const axis_view *v) {
  approx p[3], d[3], m[3], n[3];
  exact e[3], f[3], x[3], c[3], g[3], dot;
  int sign, mark;
  ci_line_approx_at(from_a, t, p);
  ci_line_approx_direction(from_a, d);
  approx_cross(p, v->x, m);
  approx_cross(d, v->x, n);
  sign = approx_sign(approx_dot(m, n));
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(from_a->pool);
  ci_line_exact_at(from_a, t, e);
  ci_line_exact_direction(from_a, f);
  ci_tube_exact_axis(from_a, x);
  ci_exact_cross(c, e, x);
  ci_exact_cross(g, f, x);
  ci_exact_dot(&dot, c, g);
  ci_exact_release(from_a->pool, mark);
  return exact_sign(&dot);
}

static int capsule_locate(const line *l, double t) {
  line from_a = ci_line_offset(l, l->shape->a), from_b;
  axis_view v = view_axis(l);
  int at_a, at_b, zone = zone_of(&from_a, t, &v, &at_a, &at_b);
  if (zone < 0) return ci_sphere_exact.locate(&from_a, t);
  if (zone == 0) return between_locate(&from_a, t, &v);
  from_b = ci_line_offset(l, l->shape->b);
  return ci_sphere_exact.locate(&from_b, t);
}

/* A tangent along the side: between the two planes the line is in the surface. */
static side side_along(const line *l, int at_a, int at_b) {
  approx d[3];
  axis_view v = view_axis(l);
  ci_line_approx_direction(l, d);
  /* Parallel, so the dot product is far from 0. */
  return approx_dot(d, v.x).value > 0 ? side_make(at_a, at_b) : side_make(-at_b, -at_a);
}

static side capsule_side(const line *l, double t) {
  line from_a = ci_line_offset(l, l->shape->a), from_b = ci_line_offset(l, l->shape->b);
  axis_view v = view_axis(l);
  int at_a, at_b, value, slope, zone = zone_of(&from_a, t, &v, &at_a, &at_b);
  if (zone == 0)
    value = between_locate(&from_a, t, &v);
  else
    value = ci_sphere_exact.locate(zone < 0 ? &from_a : &from_b, t);
  if (value < 0) return SIDE_EVERYWHERE;
  if (zone == 0)
    slope = between_slope_sign(&from_a, t, &v);
  else
    slope = ci_line_slope_sign(zone < 0 ? &from_a : &from_b, t);
  if (value == 0 && slope == 0 && has_length(l) && runs_along_axis(l, &v))
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

/* In plain doubles; the conditions are those of ci_quadric_cut_near. */
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
  /* A line nearly parallel to the axis is not for plain doubles, either. */
  if (!(8 * discriminant >= b * b + a * (vector_dot(m, m) + r * r * vector_dot(x, x)))) return 0;
  if (!(64 * a >= vector_dot(d, d) * vector_dot(x, x))) return 0;
  ci_quadric_plain_roots(a, b, c, discriminant, u);
  return 1;
}

/* Where the line enters and leaves the infinite cylinder; returns 0 when it is parallel to it. In
 * both cases g becomes the point at *s. */
static int cut_side(const line *from_a, const twofold x[3], const double plain[3], double *s,
                    twofold g[3], double u[2]) {
  axis_view v;
  *s = reference(from_a, plain);
  if (cut_between_near(from_a, plain, *s, g, u)) return 1;
  v = view_axis(from_a);
  ci_line_point(from_a, tf(*s), g);
  if (runs_along_axis(from_a, &v)) return 0;
  ci_tube_cut(from_a, x, *s, g, u);
  /* The squares of tiny numbers underflow to 0: then the line counts as parallel. */
  return fabs(u[0]) <= DBL_MAX && fabs(u[1]) <= DBL_MAX;
}

/* A line that enters the infinite cylinder before the plane through a can enter the capsule only
 * through the ball at a, and likewise at b and for the exit. So the part that is met follows from
 * where the line meets the side. Comparing values of t would not do: near the seam they differ by
 * less than their rounding errors. */
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
  if (l->shape->radius == 0) /* the normal of a segment points to where the line came from */
    for (k = 0; k < 3; k++) m->normal[k] = end == 0 ? -l->d[k].hi : l->d[k].hi;
}

const exact_cast ci_capsule_exact = {capsule_meets, capsule_side, capsule_locate, capsule_measure};

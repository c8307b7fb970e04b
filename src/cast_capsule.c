/* SPDX-License-Identifier: MIT
 *
 * Ray and capsule, with ends a and b and any axis x = b - a: the union of two
 * balls and the cylinder between them, which is convex. The distance to the
 * segment a-b is convex along the line, so its sign against the radius and its
 * slope tell where a point lies.
 */
#include "quadric.h"

/* How the capsule looks from one line, for filters. */
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

static void exact_axis(const line *l, exact x[3]) {
  int i;
  for (i = 0; i < 3; i++) exact_set_diff(&x[i], l->shape->b[i], l->shape->a[i]);
}

static int has_length(const line *l) {
  const double *a = l->shape->a, *b = l->shape->b;
  return a[0] != b[0] || a[1] != b[1] || a[2] != b[2];
}

/* ---- Does the line meet it? ---------------------------------------------------- */

/* With n = d x x: r^2 |n|^2 - (x . (f x d))^2, where f starts from a. */
static void exact_core(const line *from_a, exact *r) {
  exact d[3], w[3], x[3], n[3], det;
  line_exact_direction(from_a, d);
  line_exact_moment(from_a, w);
  exact_axis(from_a, x);
  exact_cross(n, d, x);
  exact_dot(r, n, n);
  exact_mul_double(r, r, from_a->shape->radius);
  exact_mul_double(r, r, from_a->shape->radius);
  exact_dot(&det, x, w);
  exact_sub_product(r, &det, &det);
}

/* The discriminant of |(f + t d) x x|^2 - r^2 |x|^2. */
static void exact_discriminant(const line *from_a, exact *r) {
  exact x[3], xx;
  exact_core(from_a, r);
  exact_axis(from_a, x);
  exact_dot(&xx, x, x);
  exact_mul(r, r, &xx);
}

static int discriminant_sign(const line *from_a, const axis_view *v) {
  approx d[3], w[3], n[3], det, nn;
  exact e;
  int precision, sign;
  line_approx_direction(from_a, d);
  approx_cross(d, v->x, n);
  nn = approx_mul(approx_dot(n, n), approx_square(approx_exact(from_a->shape->radius)));
  for (precision = LINE_PLAIN; precision < LINE_PRECISIONS; precision++) {
    line_approx_moment(from_a, precision, w);
    det = approx_dot(v->x, w);
    sign = approx_sign(approx_sub(nn, approx_square(det)));
    if (sign != FILTER_UNSURE) return sign;
  }
  exact_core(from_a, &e);
  return exact_sign(&e);
}

/* Is the line's point nearest to the axis between the planes through a and b?
 * With m = f x x and n = d x x it is at t = -(m . n) / |n|^2. */
static int nearest_is_between_exactly(const line *from_a) {
  exact f[3], d[3], x[3], m[3], n[3], along, rate, nn, mn, k, end;
  line_exact_start(from_a, f);
  line_exact_direction(from_a, d);
  exact_axis(from_a, x);
  exact_cross(m, f, x);
  exact_cross(n, d, x);
  exact_dot(&along, f, x);
  exact_dot(&rate, d, x);
  exact_dot(&nn, n, n);
  exact_dot(&mn, m, n);
  exact_mul(&k, &along, &nn);
  exact_sub_product(&k, &rate, &mn);
  if (exact_sign(&k) < 0) return 0;
  exact_dot(&end, x, x);
  exact_mul(&end, &end, &nn);
  exact_sub(&k, &k, &end);
  return exact_sign(&k) <= 0;
}

static int nearest_is_between(const line *from_a, const axis_view *v) {
  approx f[3], d[3], m[3], n[3], nn, k, rest;
  int low, high;
  line_approx_start(from_a, f);
  line_approx_direction(from_a, d);
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
  int i;
  line_approx_direction(l, d);
  approx_cross(d, v->x, n);
  for (i = 0; i < 3; i++)
    if (approx_sign(n[i]) != FILTER_UNSURE) return 0;
  line_exact_direction(l, e);
  exact_axis(l, x);
  exact_cross(c, e, x);
  return exact_sign(&c[0]) == 0 && exact_sign(&c[1]) == 0 && exact_sign(&c[2]) == 0;
}

/* Of a line that misses both balls: the discs that close the cylinder lie in
 * the balls, so the line is within r of the axis all between them or not at all. */
static int meets_between(const line *from_a) {
  axis_view v = view_axis(from_a);
  if (runs_along_axis(from_a, &v)) return 0; /* it would meet the balls */
  return discriminant_sign(from_a, &v) >= 0 && nearest_is_between(from_a, &v);
}

static int capsule_meets(line *l) {
  line from_a = line_offset(l, l->shape->a), from_b;
  if (cast_sphere.meets(&from_a)) return 1;
  if (!has_length(l)) return 0;
  from_b = line_offset(l, l->shape->b);
  return cast_sphere.meets(&from_b) || meets_between(&from_a);
}

/* ---- A point of the line ----------------------------------------------------------- */

/* (p - a) . x against 0 and |x|^2: -1 before a, 0 between, 1 behind b; at
 * their planes the distance is the same by either rule, so either will do. */
static int zone_of(const line *from_a, double t, const axis_view *v, int *at_a, int *at_b) {
  approx p[3], k;
  exact e[3], x[3], dot, xx;
  if (!has_length(from_a)) {
    *at_a = *at_b = 0;
    return -1;
  }
  line_approx_at(from_a, t, p);
  k = approx_dot(p, v->x);
  *at_a = approx_sign(k);
  *at_b = approx_sign(approx_sub(k, v->xx));
  if (*at_a == FILTER_UNSURE || *at_b == FILTER_UNSURE) {
    line_exact_at(from_a, t, e);
    exact_axis(from_a, x);
    exact_dot(&dot, e, x);
    exact_dot(&xx, x, x);
    *at_a = exact_sign(&dot);
    exact_sub(&dot, &dot, &xx);
    *at_b = exact_sign(&dot);
  }
  return *at_a <= 0 ? -1 : *at_b >= 0 ? 1 : 0;
}

/* |p x x|^2 - r^2 |x|^2 */
static int between_locate(const line *from_a, double t, const axis_view *v) {
  approx p[3], m[3], r = approx_exact(from_a->shape->radius);
  exact e[3], x[3], c[3], value, xx;
  int sign;
  line_approx_at(from_a, t, p);
  approx_cross(p, v->x, m);
  sign = approx_sign(approx_sub(approx_dot(m, m), approx_mul(approx_square(r), v->xx)));
  if (sign != FILTER_UNSURE) return sign;
  line_exact_at(from_a, t, e);
  exact_axis(from_a, x);
  exact_cross(c, e, x);
  exact_dot(&value, c, c);
  exact_dot(&xx, x, x);
  exact_mul_double(&xx, &xx, from_a->shape->radius);
  exact_mul_double(&xx, &xx, from_a->shape->radius);
  exact_sub(&value, &value, &xx);
  return exact_sign(&value);
}

/* (p x x) . (d x x) */
static int between_slope_sign(const line *from_a, double t, const axis_view *v) {
  approx p[3], d[3], m[3], n[3];
  exact e[3], f[3], x[3], c[3], g[3], dot;
  int sign;
  line_approx_at(from_a, t, p);
  line_approx_direction(from_a, d);
  approx_cross(p, v->x, m);
  approx_cross(d, v->x, n);
  sign = approx_sign(approx_dot(m, n));
  if (sign != FILTER_UNSURE) return sign;
  line_exact_at(from_a, t, e);
  line_exact_direction(from_a, f);
  exact_axis(from_a, x);
  exact_cross(c, e, x);
  exact_cross(g, f, x);
  exact_dot(&dot, c, g);
  return exact_sign(&dot);
}

static int capsule_locate(const line *l, double t) {
  line from_a = line_offset(l, l->shape->a), from_b;
  axis_view v = view_axis(l);
  int at_a, at_b, zone = zone_of(&from_a, t, &v, &at_a, &at_b);
  if (zone < 0) return cast_sphere.locate(&from_a, t);
  if (zone == 0) return between_locate(&from_a, t, &v);
  from_b = line_offset(l, l->shape->b);
  return cast_sphere.locate(&from_b, t);
}

/* Tangent along the side: the line is in the surface from one plane to the other. */
static side side_along(const line *l, int at_a, int at_b) {
  approx d[3];
  axis_view v = view_axis(l);
  line_approx_direction(l, d);
  /* Parallel, so the dot product is far from 0. */
  return approx_dot(d, v.x).value > 0 ? side_make(at_a, at_b) : side_make(-at_b, -at_a);
}

static side capsule_side(const line *l, double t) {
  line from_a = line_offset(l, l->shape->a), from_b = line_offset(l, l->shape->b);
  axis_view v = view_axis(l);
  int at_a, at_b, value, slope, zone = zone_of(&from_a, t, &v, &at_a, &at_b);
  if (zone == 0)
    value = between_locate(&from_a, t, &v);
  else
    value = cast_sphere.locate(zone < 0 ? &from_a : &from_b, t);
  if (value < 0) return SIDE_EVERYWHERE;
  if (zone == 0)
    slope = between_slope_sign(&from_a, t, &v);
  else
    slope = line_slope_sign(zone < 0 ? &from_a : &from_b, t);
  if (value == 0 && slope == 0 && has_length(l) && runs_along_axis(l, &v))
    return side_along(l, at_a, at_b);
  return side_of_convex(value, slope);
}

/* ---- Measuring ------------------------------------------------------------------------ */

/* How far p is from the segment's nearest point, as a vector; p from a. */
static void from_axis(const twofold p[3], const twofold x[3], double normal[3]) {
  twofold k = tf_div(tf_dot(p, x), tf_dot(x, x));
  int i;
  if (k.hi < 0) k = tf(0);
  if (k.hi > 1) k = tf(1);
  for (i = 0; i < 3; i++) normal[i] = tf_sub(p[i], tf_mul(k, x[i])).hi;
}

static void tf_cross(const twofold a[3], const twofold b[3], twofold r[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r[i] = tf_sub(tf_mul(a[j], b[k]), tf_mul(a[k], b[j]));
  }
}

/* The infinite cylinder about the axis, measured near its middle. Writes the
 * ends that lie between the planes through a and b, or both when `sure`; best
 * keeps the outermost of all parts. */
static void measure_between(const line *from_a, const twofold x[3], int sure, int end,
                            measured *best, int have[2]) {
  twofold g[3], n[3], m[3], a, b, c, xx = tf_dot(x, x), f_along, d_along, p[3];
  double r = from_a->shape->radius, s, s_low, s_high, u[2];
  quadric q;
  int i, k;
  tf_cross(from_a->f, x, m);
  tf_cross(from_a->d, x, n);
  a = tf_dot(n, n);
  s = -tf_div(tf_dot(m, n), a).hi;
  f_along = tf_dot(from_a->f, x);
  d_along = tf_dot(from_a->d, x);
  if (d_along.hi != 0) { /* keep the reference between the planes */
    s_low = -f_along.hi / d_along.hi;
    s_high = tf_sub(xx, f_along).hi / d_along.hi;
    if (s_low > s_high) {
      double swap = s_low;
      s_low = s_high;
      s_high = swap;
    }
    s = s > s_high ? s_high : s >= s_low ? s : s_low;
  }
  line_point(from_a, tf(s), g);
  tf_cross(g, x, m);
  b = tf_dot(m, n);
  c = tf_sub(tf_dot(m, m), tf_mul(two_product(r, r), xx));
  q.discriminant = exact_discriminant;
  quadric_roots(from_a, &q, a, b, c, u);
  for (i = 0; i < 2; i++) {
    double along;
    for (k = 0; k < 3; k++) p[k] = tf_add(g[k], tf_scale(from_a->d[k], u[i]));
    along = tf_dot(p, x).hi;
    if (!sure && (along < 0 || along > xx.hi)) continue;
    if (have[i] && (i == 0 ? s + u[i] >= best->t[0] : s + u[i] <= best->t[1])) continue;
    best->t[i] = s + u[i];
    have[i] = 1;
    if (i != end) continue;
    from_axis(p, x, best->normal);
    for (k = 0; k < 3; k++) best->point[k] = tf_add(p[k], tf(from_a->shape->a[k])).hi;
  }
}

static void measure_ball(const line *from_end, int end, measured *best, int have[2]) {
  measured m;
  int i, k;
  cast_sphere.measure(from_end, end, &m);
  for (i = 0; i < 2; i++) {
    if (have[i] && (i == 0 ? m.t[0] >= best->t[0] : m.t[1] <= best->t[1])) continue;
    have[i] = 1;
    best->t[i] = m.t[i];
    if (i != end) continue;
    for (k = 0; k < 3; k++) {
      best->point[k] = m.point[k] + from_end->offset[k];
      best->normal[k] = m.normal[k];
    }
  }
}

static void capsule_measure(const line *l, int end, measured *m) {
  line from_a = line_offset(l, l->shape->a), from_b = line_offset(l, l->shape->b);
  twofold x[3];
  axis_view v = view_axis(l);
  int have[2] = {0, 0}, i, balls = 0, k;
  if (cast_sphere.meets(&from_a)) {
    balls++;
    measure_ball(&from_a, end, m, have);
  }
  if (has_length(l)) {
    if (cast_sphere.meets(&from_b)) {
      balls++;
      measure_ball(&from_b, end, m, have);
    }
    for (i = 0; i < 3; i++) x[i] = two_diff(l->shape->b[i], l->shape->a[i]);
    if (!runs_along_axis(l, &v) && discriminant_sign(&from_a, &v) >= 0)
      measure_between(&from_a, x, balls == 0, end, m, have);
  }
  if (l->shape->radius == 0) /* a segment faces where the line came from */
    for (k = 0; k < 3; k++) m->normal[k] = end == 0 ? -l->d[k].hi : l->d[k].hi;
}

const cast_kind cast_capsule = {capsule_meets, capsule_side, capsule_locate, capsule_measure};

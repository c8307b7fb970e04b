/* SPDX-License-Identifier: MIT
 *
 * Where lines enter and leave quadrics: signs of polynomials are exact, roots are measured.
 */
#include "quadric.h"

#include "../number/vector.h"

static const quadric_polynomials round_polynomials = {round_direction, round_slope, round_value,
                                                      round_discriminant};

/* ---- Roots ----------------------------------------------------------------------------------- */

/* The root of a u^2 + 2 b u + c = 0, with the discriminant b^2 - a c >= 0, where the left side goes
 * from positive to negative (end 0), or from negative to positive (end 1). Without cancellation;
 * a may be near 0. */
static double root_of(double a, double b, double c, double discriminant, int end) {
  double root = sqrt(discriminant);
  if (end == 0) return b < 0 ? c / (root - b) : -(b + root) / a;
  return b > 0 ? -c / (root + b) : (root - b) / a;
}

void ci_quadric_plain_roots(double a, double b, double c, double discriminant, double u[2]) {
  u[0] = root_of(a, b, c, discriminant, 0);
  u[1] = root_of(a, b, c, discriminant, 1);
}

static double square_sum(const double q[3], const double a[3], const double b[3]) {
  return q[0] * a[0] * b[0] + q[1] * a[1] * b[1] + q[2] * a[2] * b[2];
}

static double largest_of(const double k[3]) {
  double x = k[0] > k[1] ? k[0] : k[1];
  return x > k[2] ? x : k[2];
}

/* Computes in plain doubles. They suffice if the start is near and the line is not nearly a
 * tangent: with |f| <= 16 sizes and a discriminant of at least 1/8 of its terms, the roots are off
 * by at most about 1e-13 of the size. */
int ci_quadric_cut_near(const line *l, const quadric *q, double s, twofold g[3], double u[2]) {
  double near = 16 * q->size, k[3], d[3], p[3], a, b, c, discriminant;
  int i;
  if (!ci_line_starts_near(l, q->size)) return 0;
  for (i = 0; i < 3; i++) {
    k[i] = q->q[i].hi;
    d[i] = l->d[i].hi;
    p[i] = l->f[i].hi + s * d[i];
    if (!(fabs(p[i]) <= near)) return 0;
    g[i] = tf(p[i]);
  }
  a = square_sum(k, d, d);
  b = square_sum(k, p, d);
  c = square_sum(k, p, p) - q->level.hi;
  discriminant = b * b - a * c;
  for (i = 0; i < 3; i++) k[i] = fabs(k[i]);
  if (!(1024 * fabs(a) >= square_sum(k, d, d))) return 0;
  /* Plain doubles do not suffice for a line nearly parallel to an axis that the form does not
   * contain, where c hardly depends on u. */
  if (!(1048576 * fabs(a) >= largest_of(k) * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]))) return 0;
  if (!(8 * discriminant >= b * b + fabs(a) * (square_sum(k, p, p) + q->level.hi))) return 0;
  ci_quadric_plain_roots(a, b, c, discriminant, u);
  return 1;
}

static quadric_form form_of(const twofold q[3], const twofold a[3], const twofold b[3]) {
  quadric_form r;
  int i;
  r.value = tf(0);
  r.terms = r.noise = 0;
  for (i = 0; i < 3; i++) {
    twofold term = tf_mul(q[i], tf_mul(a[i], b[i]));
    r.value = tf_add(r.value, term);
    r.terms += fabs(term.hi);
  }
  return r;
}

/* The error of a form's value when a and b each have an error of LINE_FRAME_ROUNDING of their
 * sizes: that much of each factor, for each term. */
static double noise_of(const twofold q[3], const double a_size[3], const double b_size[3]) {
  double sum = 0;
  int i;
  for (i = 0; i < 3; i++) sum += fabs(q[i].hi) * a_size[i] * b_size[i];
  return 2 * LINE_FRAME_ROUNDING * sum;
}

/* A value in twofold numbers is accurate enough if it is above this part of its terms: 2^-40, */
#define TWOFOLD_TELLS 9.094947017729282e-13
/* or if it is this many times as large as its error: 2^50. */
#define ABOVE_NOISE 1125899906842624.0

/* The discriminant, rounded once from the exact value, never negative. */
static double discriminant_exactly(const line *l, const quadric_polynomials *q) {
  double x = ci_line_value(l, q->discriminant, NULL, 4);
  return x > 0 ? x : 0;
}

/* b^2 - a c; computed exactly where the line is nearly a tangent. */
static double discriminant_of(const line *l, const quadric_polynomials *q, const quadric_form *a,
                              const quadric_form *b, const quadric_form *c) {
  twofold square = tf_mul(b->value, b->value), product = tf_mul(a->value, c->value);
  twofold d = tf_sub(square, product);
  double noise = 2 * fabs(b->value.hi) * b->noise + fabs(a->value.hi) * c->noise +
                 fabs(c->value.hi) * a->noise;
  if (d.hi > TWOFOLD_TELLS * (square.hi + fabs(product.hi)) && d.hi >= ABOVE_NOISE * noise)
    return d.hi;
  return discriminant_exactly(l, q);
}

static int is_lost(double value, const quadric_form *f) {
  return value < TWOFOLD_TELLS * f->terms || value < ABOVE_NOISE * f->noise;
}

/* The same from twofold numbers, for the point at s. */
static void quadric_roots(const line *l, const quadric_polynomials *q, double s,
                          const quadric_form *a, const quadric_form *b, const quadric_form *c,
                          double u[2]) {
  double discriminant = discriminant_of(l, q, a, b, c), v[3];
  v[0] = a->value.hi;
  v[1] = b->value.hi;
  v[2] = c->value.hi;
  /* For a cone, a vanishes along its side, and b with the discriminant. All four have to agree
   * then: a root is the quotient of two small numbers. */
  if (is_lost(fabs(v[0]), a) || is_lost(sqrt(discriminant) + fabs(v[1]), b)) {
    v[0] = ci_line_value(l, q->direction, &s, 2);
    v[1] = ci_line_value(l, q->slope, &s, 2);
    v[2] = ci_line_value(l, q->value, &s, 2);
    discriminant = discriminant_exactly(l, q);
  }
  ci_quadric_plain_roots(v[0], v[1], v[2], discriminant, u);
}

quadric ci_quadric_of(const collide_shape *s) {
  stretched r = stretch_of(s);
  quadric q;
  int i;
  for (i = 0; i < 3; i++) q.q[i] = two_product(r.by[i], r.by[i]);
  if (r.sign < 0) q.q[1] = tf_negate(q.q[1]);
  q.level = two_product(r.radius, r.radius);
  q.size = s->kind == COLLIDE_CONE && s->height < s->radius ? s->height : s->radius;
  return q;
}

void ci_quadric_cut(const line *l, const quadric *q, double s, twofold g[3], double u[2]) {
  quadric_form a, b, c;
  if (ci_quadric_cut_near(l, q, s, g, u)) return;
  ci_line_point(l, tf(s), g);
  a = form_of(q->q, l->d, l->d);
  b = form_of(q->q, g, l->d);
  c = form_of(q->q, g, g);
  c.value = tf_sub(c.value, q->level);
  if (l->shape->frame == COLLIDE_LINEAR) {
    double g_size[3];
    ci_line_point_size(l, s, g_size);
    a.noise = noise_of(q->q, l->d_size, l->d_size);
    b.noise = noise_of(q->q, g_size, l->d_size);
    c.noise = noise_of(q->q, g_size, g_size);
  }
  quadric_roots(l, &round_polynomials, s, &a, &b, &c, u);
}

void ci_quadric_point(const line *l, const twofold g[3], double u, double point[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    if (g[i].lo == 0)
      point[i] = g[i].hi + u * l->d[i].hi;
    else
      point[i] = tf_add(g[i], tf_scale(l->d[i], u)).hi;
  }
}

/* ---- Cylinders and cones --------------------------------------------------------------------- */

level_signs ci_round_signs_in_level(const line *l, double level) {
  level_signs s;
  s.value = line_sign_of_moment(l, round_value_in_level, &level);
  s.slope = s.value < 0 ? 0
                        : line_sign_of_moment(l, round_slope_in_level, &level) *
                              ci_line_direction_sign(l, 1);
  return s;
}

int ci_round_locate(const line *l, double t, double low, double high) {
  int below = ci_line_level_sign(l, t, 1, low), above = ci_line_level_sign(l, t, 1, high), value;
  if (below < 0 || above > 0) return 1;
  value = line_sign(l, round_value, &t);
  return value > 0 ? 1 : value == 0 || below == 0 || above == 0 ? 0 : -1;
}

int ci_round_crosses_flat(const line *l, int end) {
  return l->faces[end] != COLLIDE_FACE_SIDE && ci_line_direction_sign(l, 1) != 0;
}

static int round_flat_normal(const line *l, int end) {
  return l->faces[end] == COLLIDE_FACE_TOP ? 1 : -1;
}

static void put_flat_normal(const line *l, int end, measured *m) {
  m->normal[0] = m->normal[2] = 0;
  m->normal[1] = round_flat_normal(l, end);
}

static void measure_flat(const line *l, int at, int end, measured *m) {
  double level = round_flat_normal(l, at) * l->shape->height;
  twofold t = tf_div(tf_sub(tf(level), l->f[1]), l->d[1]), p[3];
  m->t[at] = t.hi;
  if (at != end) return;
  ci_line_point(l, t, p);
  m->point[0] = p[0].hi;
  m->point[1] = level;
  m->point[2] = p[2].hi;
}

void ci_round_measure(const line *l, int end, measured *m,
                      void (*measure_side)(const line *l, int end, measured *m)) {
  int i, is_flat[2];
  for (i = 0; i < 2; i++) is_flat[i] = ci_round_crosses_flat(l, i);
  if (!is_flat[0] || !is_flat[1]) measure_side(l, end, m);
  for (i = 0; i < 2; i++)
    if (is_flat[i]) measure_flat(l, i, end, m);
  if (l->faces[end] != COLLIDE_FACE_SIDE) put_flat_normal(l, end, m);
}

/* ---- Tubes -----------------------------------------------------------------------------------
 *
 * A line and the infinite cylinder of radius r about the axis x = b - a of a capsule, |p x x|^2 =
 * r^2 |x|^2, with p relative to a. */

static const quadric_polynomials tube_polynomials = {tube_direction, tube_slope, tube_value,
                                                     tube_discriminant};

static void cross_sizes(const double a[3], const twofold x[3], double size[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    size[i] = a[j] * fabs(x[k].hi) + a[k] * fabs(x[j].hi);
  }
}

/* In a turned frame each component of m and n is off by LINE_FRAME_ROUNDING of its size. */
static void note_noise(const line *from_a, const twofold x[3], double s, quadric_form *a,
                       quadric_form *b, quadric_form *c) {
  double g_size[3], n[3], m[3];
  if (from_a->shape->frame != COLLIDE_LINEAR) return;
  ci_line_point_size(from_a, s, g_size);
  cross_sizes(from_a->d_size, x, n);
  cross_sizes(g_size, x, m);
  a->noise = 2 * LINE_FRAME_ROUNDING * vector_dot(n, n);
  b->noise = 2 * LINE_FRAME_ROUNDING * vector_dot(m, n);
  c->noise = 2 * LINE_FRAME_ROUNDING * vector_dot(m, m);
}

/* The infinite cylinder about the axis, |p x x|^2 = r^2 |x|^2, cut by the line. */
void ci_tube_cut(const line *from_a, const twofold x[3], double s, const twofold g[3],
                 double u[2]) {
  twofold n[3], m[3], rr = two_product(from_a->shape->radius, from_a->shape->radius);
  quadric_form a, b, c;
  tf_cross(g, x, m);
  tf_cross(from_a->d, x, n);
  a.value = tf_dot(n, n);
  b.value = tf_dot(m, n);
  c.value = tf_sub(tf_dot(m, m), tf_mul(rr, tf_dot(x, x)));
  a.terms = b.terms = c.terms = a.noise = b.noise = c.noise = 0;
  note_noise(from_a, x, s, &a, &b, &c);
  quadric_roots(from_a, &tube_polynomials, s, &a, &b, &c, u);
}

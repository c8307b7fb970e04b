/* SPDX-License-Identifier: MIT */
#include "quadric.h"

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

/* In plain doubles. They suffice where the start is near and the line is not nearly a tangent: with
 * |f| <= 16 sizes and a discriminant of at least 1/8 of its terms, the roots are off by at most
 * about 1e-13 of the size. */
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
  /* They do not suffice for a line nearly parallel to an axis that the form does not contain, where
   * c says little about u. */
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

static void exact_form(const quadric *q, const exact a[3], const exact b[3], exact *r) {
  exact_pool *pool = a[0].pool;
  exact term, factor;
  int i, mark = ci_exact_mark(pool);
  ci_exact_set(pool, r, 0);
  for (i = 0; i < 3; i++) {
    ci_exact_set_sum(pool, &factor, q->q[i].hi, q->q[i].lo);
    ci_exact_mul(&term, &a[i], &b[i]);
    ci_exact_add_product(r, &term, &factor);
    ci_exact_keep(pool, mark, r, 1);
  }
}

/* d.Qd, p.Qd and p.Qp - level, for the point p at parameter s. */
static void exact_coefficients(const line *l, const quadric *q, double s, exact abc[3]) {
  exact p[3], d[3], level;
  int mark = ci_exact_mark(l->pool);
  ci_line_exact_at(l, s, p);
  ci_line_exact_direction(l, d);
  exact_form(q, d, d, &abc[0]);
  exact_form(q, p, d, &abc[1]);
  exact_form(q, p, p, &abc[2]);
  ci_exact_set_sum(l->pool, &level, q->level.hi, q->level.lo);
  ci_line_exact_scale(l, &level);
  ci_line_exact_scale(l, &level);
  ci_exact_sub(&abc[2], &abc[2], &level);
  ci_exact_keep(l->pool, mark, abc, 3);
}

/* A value in twofold numbers is accurate enough if it is above this part of its terms: 2^-40, */
#define TWOFOLD_TELLS 9.094947017729282e-13
/* or if it is this many times as large as its error: 2^50. */
#define ABOVE_NOISE 1125899906842624.0

/* The discriminant, rounded once from the exact value, never negative. */
static double discriminant_exactly(const line *l, const quadric *q) {
  exact e;
  double value;
  int mark = ci_exact_mark(l->pool);
  q->discriminant(l, &e);
  value = exact_sign(&e) > 0 ? ci_line_exact_value(l, &e, 4) : 0;
  ci_exact_release(l->pool, mark);
  return value;
}

/* b^2 - a c; computed exactly where the line is nearly a tangent. */
static double discriminant_of(const line *l, const quadric *q, const quadric_form *a,
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

void ci_quadric_roots(const line *l, const quadric *q, double s, const quadric_form *a,
                      const quadric_form *b, const quadric_form *c, double u[2]) {
  double discriminant = discriminant_of(l, q, a, b, c), v[3];
  v[0] = a->value.hi;
  v[1] = b->value.hi;
  v[2] = c->value.hi;
  /* Of a cone a vanishes along its side, and b with the discriminant. All four have to
   * agree then: a root is the quotient of two small numbers. */
  if (is_lost(fabs(v[0]), a) || is_lost(sqrt(discriminant) + fabs(v[1]), b)) {
    exact abc[3];
    int i, mark = ci_exact_mark(l->pool);
    q->coefficients(l, q, s, abc);
    for (i = 0; i < 3; i++) v[i] = ci_line_exact_value(l, &abc[i], 2);
    ci_exact_release(l->pool, mark);
    discriminant = discriminant_exactly(l, q);
  }
  ci_quadric_plain_roots(v[0], v[1], v[2], discriminant, u);
}

void ci_quadric_cut(const line *l, const quadric *q, double s, twofold g[3], double u[2]) {
  quadric_form a, b, c;
  quadric whole = *q;
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
  whole.coefficients = exact_coefficients;
  ci_quadric_roots(l, &whole, s, &a, &b, &c, u);
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

void ci_quadric_measure_level(const line *l, double level, double up, int at, int end,
                              measured *m) {
  twofold t = tf_div(tf_sub(tf(level), l->f[1]), l->d[1]), p[3];
  m->t[at] = t.hi;
  if (at != end) return;
  ci_line_point(l, t, p);
  m->point[0] = p[0].hi;
  m->point[1] = level;
  m->point[2] = p[2].hi;
  m->normal[0] = m->normal[2] = 0;
  m->normal[1] = up;
}

void ci_quadric_exact_level(const line *l, double level, level_point *p) {
  exact w[3], r;
  ci_line_exact_direction(l, p->d);
  ci_line_exact_moment(l, w);
  ci_line_exact_size(l, level, &p->level);
  ci_line_exact_size(l, l->shape->radius, &r);
  ci_exact_mul(&p->x, &p->d[0], &p->level);
  ci_exact_add(&p->x, &p->x, &w[2]);
  ci_exact_mul(&p->z, &p->d[2], &p->level);
  ci_exact_sub(&p->z, &p->z, &w[0]);
  ci_exact_mul(&p->value, &p->x, &p->x);
  ci_exact_add_product(&p->value, &p->z, &p->z);
  ci_exact_mul(&p->radius, &p->d[1], &r);
  ci_exact_sub_product(&p->value, &p->radius, &p->radius);
}

/* SPDX-License-Identifier: MIT */
#include "quadric.h"

/* a u^2 + 2 b u + c = 0 with discriminant b^2 - a c >= 0: where the left side
 * goes from positive to negative (end 0), or back (end 1). Neither cancels, and
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

/* In plain doubles, which do where the start is near and the line no graze:
 * with |f| <= 16 sizes and a discriminant of at least 1/8 of its terms the
 * roots are off by at most some 1e-13 of the size. */
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
  if (!(8 * discriminant >= b * b + fabs(a) * (square_sum(k, p, p) + q->level.hi))) return 0;
  ci_quadric_plain_roots(a, b, c, discriminant, u);
  return 1;
}

/* A bilinear form, and what its terms add up to, made positive. */
typedef struct form {
  twofold value;
  double terms;
} form;

static form form_of(const twofold q[3], const twofold a[3], const twofold b[3]) {
  form r;
  int i;
  r.value = tf(0);
  r.terms = 0;
  for (i = 0; i < 3; i++) {
    twofold term = tf_mul(q[i], tf_mul(a[i], b[i]));
    r.value = tf_add(r.value, term);
    r.terms += fabs(term.hi);
  }
  return r;
}

static double exact_form(const line *l, const quadric *q, const exact a[3], const exact b[3]) {
  exact_pool *pool = l->pool;
  exact sum, term, factor;
  double value;
  int i, mark = ci_exact_mark(pool);
  ci_exact_set(pool, &sum, 0);
  for (i = 0; i < 3; i++) {
    ci_exact_set_sum(pool, &factor, q->q[i].hi, q->q[i].lo);
    ci_exact_mul(&term, &a[i], &b[i]);
    ci_exact_add_product(&sum, &term, &factor);
    ci_exact_keep(pool, mark, &sum, 1);
  }
  value = ci_line_exact_value(l, &sum, 2);
  ci_exact_release(pool, mark);
  return value;
}

/* Twofold numbers tell a value well that is above this share of its terms: 2^-40. */
#define TWOFOLD_TELLS 9.094947017729282e-13

/* b^2 - a c, never negative; near grazes it is rounded once from the exact value. */
static double discriminant_of(const line *l, const quadric *q, twofold a, twofold b, twofold c) {
  twofold square = tf_mul(b, b), product = tf_mul(a, c), d = tf_sub(square, product);
  exact e;
  double value;
  int mark;
  if (d.hi > TWOFOLD_TELLS * (square.hi + fabs(product.hi))) return d.hi;
  mark = ci_exact_mark(l->pool);
  q->discriminant(l, &e);
  value = exact_sign(&e) > 0 ? ci_line_exact_value(l, &e, 4) : 0;
  ci_exact_release(l->pool, mark);
  return value;
}

void ci_quadric_roots(const line *l, const quadric *q, twofold a, twofold b, twofold c,
                      double u[2]) {
  ci_quadric_plain_roots(a.hi, b.hi, c.hi, discriminant_of(l, q, a, b, c), u);
}

void ci_quadric_cut(const line *l, const quadric *q, double s, twofold g[3], double u[2]) {
  form a, b, c;
  double discriminant;
  if (ci_quadric_cut_near(l, q, s, g, u)) return;
  ci_line_point(l, tf(s), g);
  a = form_of(q->q, l->d, l->d);
  b = form_of(q->q, g, l->d);
  c = form_of(q->q, g, g);
  c.value = tf_sub(c.value, q->level);
  discriminant = discriminant_of(l, q, a.value, b.value, c.value);
  /* Of a cone a vanishes along its side, and b with the discriminant. */
  if (fabs(a.value.hi) < TWOFOLD_TELLS * a.terms ||
      sqrt(discriminant) + fabs(b.value.hi) < TWOFOLD_TELLS * b.terms) {
    exact p[3], d[3];
    int mark = ci_exact_mark(l->pool);
    ci_line_exact_at(l, s, p);
    ci_line_exact_direction(l, d);
    a.value = tf(exact_form(l, q, d, d));
    b.value = tf(exact_form(l, q, p, d));
    ci_exact_release(l->pool, mark);
  }
  ci_quadric_plain_roots(a.value.hi, b.value.hi, c.value.hi, discriminant, u);
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

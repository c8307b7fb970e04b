/* SPDX-License-Identifier: MIT
 *
 * A line and the infinite cylinder of radius r about the axis x = b - a of a capsule,
 * |p x x|^2 = r^2 |x|^2, with p seen from a.
 */
#include "tube.h"

#include "../number/vector.h"

void ci_tube_exact_axis(const line *l, exact x[3]) {
  int i;
  for (i = 0; i < 3; i++) ci_exact_set_diff(l->pool, &x[i], l->shape->b[i], l->shape->a[i]);
}

/* With n = d x x: r^2 |n|^2 - (x . (f x d))^2, where f starts from a. Exact numbers
 * take x as it is, and not times |det(linear)|: it is in both terms. */
void ci_tube_exact_core(const line *from_a, exact *r) {
  exact d[3], w[3], x[3], n[3], radius, det;
  int mark = ci_exact_mark(from_a->pool);
  ci_line_exact_direction(from_a, d);
  ci_line_exact_moment(from_a, w);
  ci_tube_exact_axis(from_a, x);
  ci_exact_cross(n, d, x);
  ci_line_exact_size(from_a, from_a->shape->radius, &radius);
  ci_exact_dot(r, n, n);
  ci_exact_mul(r, r, &radius);
  ci_exact_mul(r, r, &radius);
  ci_exact_dot(&det, x, w);
  ci_exact_sub_product(r, &det, &det);
  ci_exact_keep(from_a->pool, mark, r, 1);
}

/* The discriminant of |(f + t d) x x|^2 - r^2 |x|^2. */
static void exact_discriminant(const line *from_a, exact *r) {
  exact x[3], xx;
  int mark = ci_exact_mark(from_a->pool);
  ci_tube_exact_core(from_a, r);
  ci_tube_exact_axis(from_a, x);
  ci_exact_dot(&xx, x, x);
  ci_exact_mul(r, r, &xx);
  ci_exact_keep(from_a->pool, mark, r, 1);
}

/* With n = d x x and m = p x x at s: |n|^2, m . n and |m|^2 - r^2 |x|^2. */
static void exact_coefficients(const line *from_a, const quadric *q, double s, exact abc[3]) {
  exact p[3], d[3], x[3], n[3], m[3], radius, xx;
  int mark = ci_exact_mark(from_a->pool);
  (void)q;
  ci_line_exact_at(from_a, s, p);
  ci_line_exact_direction(from_a, d);
  ci_tube_exact_axis(from_a, x);
  ci_exact_cross(n, d, x);
  ci_exact_cross(m, p, x);
  ci_exact_dot(&abc[0], n, n);
  ci_exact_dot(&abc[1], m, n);
  ci_exact_dot(&abc[2], m, m);
  ci_line_exact_size(from_a, from_a->shape->radius, &radius);
  ci_exact_dot(&xx, x, x);
  ci_exact_mul(&xx, &xx, &radius);
  ci_exact_mul(&xx, &xx, &radius);
  ci_exact_sub(&abc[2], &abc[2], &xx);
  ci_exact_keep(from_a->pool, mark, abc, 3);
}

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
  quadric q;
  tf_cross(g, x, m);
  tf_cross(from_a->d, x, n);
  a.value = tf_dot(n, n);
  b.value = tf_dot(m, n);
  c.value = tf_sub(tf_dot(m, m), tf_mul(rr, tf_dot(x, x)));
  a.terms = b.terms = c.terms = a.noise = b.noise = c.noise = 0;
  note_noise(from_a, x, s, &a, &b, &c);
  q.discriminant = exact_discriminant;
  q.coefficients = exact_coefficients;
  ci_quadric_roots(from_a, &q, s, &a, &b, &c, u);
}

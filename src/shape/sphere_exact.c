/* SPDX-License-Identifier: MIT
 *
 * Ray and sphere. Instead of the textbook's b^2 - a c, which cancels, the
 * discriminant is r^2 |d|^2 - |f x d|^2: the moment f x d does not depend on
 * where along the line the ray starts. Measured about the point of closest
 * approach, so that a start far away costs no digits.
 */
#include "quadric.h"
#include "../number/vector.h"

/* r^2 |d|^2 - |f x d|^2 */
static void exact_discriminant(const line *l, exact *r) {
  exact d[3], w[3], radius, square;
  int mark = ci_exact_mark(l->pool);
  ci_line_exact_direction(l, d);
  ci_line_exact_moment(l, w);
  ci_line_exact_size(l, l->shape->radius, &radius);
  ci_exact_dot(r, d, d);
  ci_exact_mul(r, r, &radius);
  ci_exact_mul(r, r, &radius);
  ci_exact_dot(&square, w, w);
  ci_exact_sub(r, r, &square);
  ci_exact_keep(l->pool, mark, r, 1);
}

static int sphere_meets(line *l) {
  approx d[3], w[3], r = approx_exact(l->shape->radius);
  exact e;
  int precision, sign, mark;
  ci_line_approx_direction(l, d);
  for (precision = LINE_PLAIN; precision < LINE_PRECISIONS; precision++) {
    ci_line_approx_moment(l, precision, w);
    sign =
        approx_sign(approx_sub(approx_mul(approx_square(r), approx_dot(d, d)), approx_dot(w, w)));
    if (sign != FILTER_UNSURE) return sign > 0;
  }
  mark = ci_exact_mark(l->pool);
  exact_discriminant(l, &e);
  ci_exact_release(l->pool, mark);
  return exact_sign(&e) >= 0;
}

/* |p|^2 - r^2 */
static int sphere_locate(const line *l, double t) {
  approx p[3];
  exact e[3], square, r;
  int sign, mark;
  ci_line_approx_at(l, t, p);
  sign = approx_sign(approx_sub(approx_dot(p, p), approx_square(approx_exact(l->shape->radius))));
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(l->pool);
  ci_line_exact_at(l, t, e);
  ci_exact_dot(&square, e, e);
  ci_line_exact_size(l, l->shape->radius, &r);
  ci_exact_sub_product(&square, &r, &r);
  ci_exact_release(l->pool, mark);
  return exact_sign(&square);
}

static side sphere_side(const line *l, double t) {
  int value = sphere_locate(l, t);
  return value < 0 ? SIDE_EVERYWHERE : side_of_convex(value, ci_line_slope_sign(l, t));
}

static quadric ball_quadric(double r) {
  quadric q;
  q.q[0] = q.q[1] = q.q[2] = tf(1);
  q.level = two_product(r, r);
  q.size = r;
  q.discriminant = exact_discriminant;
  return q;
}

static void write_ends(const line *l, double s, const twofold g[3], const double u[2], int end,
                       measured *m) {
  int i;
  for (i = 0; i < 2; i++) m->t[i] = s + u[i];
  ci_quadric_point(l, g, u[end], m->point);
  for (i = 0; i < 3; i++) m->normal[i] = m->point[i];
  vector_to_length(m->point, l->shape->radius);
  if (l->shape->radius == 0) /* a point faces where the line came from */
    for (i = 0; i < 3; i++) m->normal[i] = end == 0 ? -l->d[i].hi : l->d[i].hi;
}

static void sphere_measure(const line *l, int end, measured *m) {
  quadric q = ball_quadric(l->shape->radius);
  double s = ci_line_nearest(l), u[2];
  twofold g[3];
  ci_quadric_cut(l, &q, s, g, u);
  write_ends(l, s, g, u, end, m);
}

int ci_sphere_measure_if_met(line *l, int end, measured *m) {
  quadric q = ball_quadric(l->shape->radius);
  double s = ci_line_nearest(l), u[2];
  twofold g[3];
  if (!ci_quadric_cut_near(l, &q, s, g, u)) {
    if (!sphere_meets(l)) return 0;
    ci_quadric_cut(l, &q, s, g, u);
  }
  write_ends(l, s, g, u, end, m);
  return 1;
}

const exact_cast ci_sphere_exact = {sphere_meets, sphere_side, sphere_locate, sphere_measure};

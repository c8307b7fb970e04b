/* SPDX-License-Identifier: MIT
 *
 * A line and the infinite cylinder of radius r about the axis x = b - a of a capsule, |p x x|^2 =
 * r^2 |x|^2, with p relative to a.
 */
#include "tube.h"

#include "../number/vector.h"

const quadric_polynomials ci_tube = {tube_direction, tube_slope, tube_value, tube_discriminant};

/* ---- Measuring ---------------------------------------------------------------------- */

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
  ci_quadric_roots(from_a, &ci_tube, s, &a, &b, &c, u);
}

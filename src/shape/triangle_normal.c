/* SPDX-License-Identifier: MIT
 *
 * Normals of triangles in three dimensions: (b - a) x (c - a), each component rounded once.
 */
#include <string.h>

#include "shape.h"

void ci_triangle_set_normal(collide_shape *s) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact e[2][3], x;
  twofold normal;
  int i, mark;
  for (i = 0; i < 3; i++) {
    ci_exact_set_diff(pool, &e[0][i], s->b[i], s->a[i]);
    ci_exact_set_diff(pool, &e[1][i], s->of.facet.c[i], s->a[i]);
  }
  mark = ci_exact_mark(pool);
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    ci_exact_mul(&x, &e[0][j], &e[1][k]);
    ci_exact_sub_product(&x, &e[0][k], &e[1][j]);
    normal = ci_exact_twofold(&x);
    s->of.facet.normal[i] = normal.hi;
    s->of.facet.normal_low[i] = normal.lo;
    ci_exact_release(pool, mark);
  }
  if (!ci_vector_unit(s->of.facet.normal, s->of.facet.unit))
    memset(s->of.facet.unit, 0, sizeof s->of.facet.unit);
}

/* Sets *result to p q - r s, rounded once; returns 0 if uncertain. Let u = 2^-53. Both products are
 * those of twofold numbers without error: tf_mul leaves out the product of the low parts, u^2, and
 * rounds twice what is below 2 u, so it is off by at most 6 u^2 of the product; tf_sub adds 3 u^2
 * of the two. So the sum of hi and lo is off by less than 16 u^2 = 2^-102 of the products' sizes.
 * Rounding is monotonic: if both ends of that range round to hi, all numbers in it do. */
static int round_minor(twofold p, twofold q, twofold r, twofold s, double *result) {
  twofold left = tf_mul(p, q), right = tf_mul(r, s), x = tf_sub(left, right);
  double size = fabs(left.hi) + fabs(right.hi), doubt = size * 3.944304526105059e-31; /* 2^-101 */
  *result = x.hi + 0.0;
  if (left.hi == right.hi && p.lo == 0 && q.lo == 0 && r.lo == 0 && s.lo == 0) {
    *result = left.lo - right.lo + 0.0; /* both products are exact */
    return 1;
  }
  return x.hi + (x.lo + doubt) == x.hi && x.hi + (x.lo - doubt) == x.hi;
}

/* Zero or far from the ends of the range, so that products of two are exact. */
static int is_ordinary(twofold x) {
  return x.hi == 0 ||
         (fabs(x.hi) > 1e-100 && fabs(x.hi) < 1e100 && (x.lo == 0 || fabs(x.lo) > 1e-140));
}

void ci_triangle_unit(const double a[3], const double b[3], const double c[3], double unit[3]) {
  twofold e[3], f[3];
  double normal[3];
  int i, certain = 1;
  for (i = 0; i < 3; i++) {
    e[i] = two_diff(b[i], a[i]);
    f[i] = two_diff(c[i], a[i]);
    certain &= is_ordinary(e[i]) && is_ordinary(f[i]);
  }
  for (i = 0; i < 3 && certain; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    certain = round_minor(e[j], f[k], e[k], f[j], &normal[i]);
  }
  if (!certain) {
    collide_shape s;
    memcpy(s.a, a, sizeof s.a);
    memcpy(s.b, b, sizeof s.b);
    memcpy(s.of.facet.c, c, sizeof s.of.facet.c);
    ci_triangle_set_normal(&s);
    memcpy(unit, s.of.facet.unit, sizeof s.of.facet.unit);
    return;
  }
  if (!ci_vector_unit(normal, unit)) memset(unit, 0, 3 * sizeof unit[0]);
}

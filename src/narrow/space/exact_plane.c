/* SPDX-License-Identifier: MIT
 *
 * Half-spaces and any other shape. The half-space of normal n, position q and height h holds the
 * points p with n . (p - q) <= h. A convex set meets it when the least of n . (p - q) over the set
 * is at most h, and is in it when that is less. A rounded shape is a few corners, each with a ball
 * or a disc around it. Then the least is that of the corner less a root. */
#include "core.h"
#include "exact_points.h"

#include <string.h>

/* ---- Two half-spaces --------------------------------------------------------------------- */

/* Do the normals point in opposite directions, exactly? */
static int are_opposite(exact_pool *pool, const collide_shape *a, const collide_shape *b) {
  exact n[2][3], cross[3];
  int i, opposite, mark = ci_exact_mark(pool);
  for (i = 0; i < 3; i++) ci_exact_set(pool, &n[0][i], a->a[i]);
  for (i = 0; i < 3; i++) ci_exact_set(pool, &n[1][i], b->a[i]);
  ci_solid_cross(cross, n[0], n[1]);
  opposite = ci_solid_is_zero(cross) && ci_solid_dot_sign(n[0], n[1]) < 0;
  ci_exact_release(pool, mark);
  return opposite;
}

int ci_solid_are_opposite(const collide_shape *a, const collide_shape *b) {
  exact_solid numbers;
  return are_opposite(exact_solid_open(&numbers), a, b);
}

/* r += factor * (n . (q + t d) + h) for a half-space. */
static void add_level(exact_pool *pool, const collide_shape *s, const solid_shift *shift, double t,
                      double factor, exact *r) {
  exact n[3], level, rise;
  int i, mark = ci_exact_mark(pool);
  for (i = 0; i < 3; i++) ci_exact_set(pool, &n[i], s->a[i]);
  ci_solid_dot_doubles(&level, n, s->position);
  if (shift != NULL) {
    ci_solid_dot_doubles(&rise, n, shift->d);
    ci_exact_mul_double(&rise, &rise, t);
    ci_exact_add(&level, &level, &rise);
  }
  ci_exact_set(pool, &n[0], s->height);
  ci_exact_add(&level, &level, &n[0]);
  ci_exact_mul_double(&level, &level, factor);
  ci_exact_add(&level, r, &level);
  *r = level;
  ci_exact_keep(pool, mark, r, 1);
}

static int level_of(int sign) {
  return sign < 0 ? SOLID_APART : sign == 0 ? SOLID_TOUCH : SOLID_IN;
}

/* Opposite half-spaces n . p <= c and -f n . p <= d meet when f c + d >= 0. */
static int decide_planes(exact_pool *pool, const collide_shape *a, const collide_shape *b,
                         const solid_shift *shift) {
  exact sum;
  int i, k = 0, best = -1, mark = ci_exact_mark(pool);
  if (!are_opposite(pool, a, b)) return SOLID_IN;
  for (i = 1; i < 3; i++)
    if (fabs(a->a[i]) > fabs(a->a[k])) k = i;
  for (i = 0; i < (shift != NULL ? 2 : 1); i++) {
    ci_exact_set(pool, &sum, 0);
    add_level(pool, a, shift,
              shift == NULL ? 0
              : i == 0      ? shift->from
                            : shift->to,
              fabs(b->a[k]), &sum);
    add_level(pool, b, NULL, 0, fabs(a->a[k]), &sum);
    if (exact_sign(&sum) > best) best = exact_sign(&sum);
    ci_exact_release(pool, mark);
  }
  return level_of(best);
}

/* ---- A half-space and something with corners ---------------------------------------------------
 */

/* x = n . (corner - q) - h, for a corner in the world and the vector g, which is n in the shape's
 * own coordinates. Degree 3. */
static void height_of(const solid_corners *c, int corner, const collide_shape *plane,
                      const exact n[3], const exact g[3], exact *x) {
  exact_pool *pool = n[0].pool;
  exact d[3], own, level;
  double t = solid_corner_shift(c, corner);
  int i, mark = ci_exact_mark(pool);
  for (i = 0; i < 3; i++) ci_exact_set_diff(pool, &d[i], c->shape->position[i], plane->position[i]);
  ci_solid_dot(x, n, d);
  ci_solid_dot_doubles(&own, g, solid_corner(c, corner));
  ci_exact_set(pool, &level, plane->height);
  ci_exact_sub(&own, &own, &level);
  ci_exact_add(&own, x, &own);
  if (t != 0) {
    exact rise;
    ci_solid_dot_doubles(&rise, n, c->shift->d);
    ci_exact_mul_double(&rise, &rise, t);
    ci_exact_add(&own, &own, &rise);
  }
  *x = own;
  ci_exact_keep(pool, mark, x, 1);
}

/* The square of the length of n for an even radius, of g, or of its part across the axis y. */
static void square_of(const collide_shape *s, const exact n[3], const exact g[3], exact *square) {
  exact_pool *pool = g[0].pool;
  int mark = ci_exact_mark(pool);
  exact none, across[3];
  ci_exact_set(pool, &none, 0);
  memcpy(across, shape_is_rounded(s) ? n : g, sizeof across);
  if (s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE) across[1] = none;
  ci_solid_dot(square, across, across);
  ci_exact_keep(pool, mark, square, 1);
}

static int least_sign(const solid_corners *c, int corner, int is_round, const collide_shape *plane,
                      const exact n[3], const exact g[3]) {
  const collide_shape *s = c->shape;
  exact_pool *pool = n[0].pool;
  exact x, radius, square;
  int sign, mark = ci_exact_mark(pool);
  height_of(c, corner, plane, n, g, &x);
  ci_exact_set(pool, &radius, is_round ? s->radius : 0);
  square_of(s, n, g, &square);
  sign = ci_solid_root_sign(&x, &radius, &square);
  ci_exact_release(pool, mark);
  return sign;
}

/* The ball around a capsule's ends and the disc around a cylinder's are the same at both, so only
 * the lower end counts. A cone has a point at one end and a disc at the other. */
static int decide_corners(exact_pool *pool, const collide_shape *s, const collide_shape *plane,
                          const solid_shift *shift) {
  solid_corners c = ci_solid_corners(s, shift);
  exact n[3], g[3];
  int i, sign = 1;
  for (i = 0; i < 3; i++) ci_exact_set(pool, &n[i], plane->a[i]);
  ci_solid_pull_back(s, n, g);
  if (s->kind == COLLIDE_CONE) {
    for (i = 0; i < c.count; i++) {
      int end = least_sign(&c, i, i % 2, plane, n, g);
      if (end < sign) sign = end;
    }
  } else {
    int is_round = core_has_radius(s) || s->kind == COLLIDE_CYLINDER;
    sign = least_sign(&c, ci_solid_least_corner(&c, n), is_round, plane, n, g);
  }
  return level_of(-sign);
}

int ci_solid_decide_plane(const collide_shape *other, const collide_shape *plane,
                          const solid_shift *shift) {
  exact_solid numbers;
  exact_pool *pool = exact_solid_open(&numbers);
  return other->kind == COLLIDE_PLANE ? decide_planes(pool, other, plane, shift)
                                      : decide_corners(pool, other, plane, shift);
}

/* SPDX-License-Identifier: MIT
 *
 * A half-space N . (p - origin) <= height, always b, and any other shape. N is the caller's
 * normal, of any length. In the other shape's own frame N becomes G = linear^T N. The least of G .
 * p over the shape's own points has a closed form for every kind.
 */
#include "../../shape/shape.h"
#include "core.h"
#include "exact_points.h"
#include "quick_pairs.h"
#include "solid.h"

#include <string.h>

/* ---- Exact: two half-spaces ----------------------------------------------------------------- */

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

/* Are the normals of two half-spaces exactly opposite? */
static int are_exactly_opposite(const collide_shape *a, const collide_shape *b) {
  exact_solid numbers;
  return are_opposite(exact_solid_open(&numbers), a, b);
}

/* r += factor * (n . (q + t d) + h) for a half-space. */
static void add_height(exact_pool *pool, const collide_shape *s, const solid_shift *shift, double t,
                       double factor, exact *r) {
  exact n[3], height, rise;
  int i, mark = ci_exact_mark(pool);
  for (i = 0; i < 3; i++) ci_exact_set(pool, &n[i], s->a[i]);
  ci_solid_dot_doubles(&height, n, s->origin);
  if (shift != NULL) {
    ci_solid_dot_doubles(&rise, n, shift->d);
    ci_exact_mul_double(&rise, &rise, t);
    ci_exact_add(&height, &height, &rise);
  }
  ci_exact_set(pool, &n[0], s->height);
  ci_exact_add(&height, &height, &n[0]);
  ci_exact_mul_double(&height, &height, factor);
  ci_exact_add(&height, r, &height);
  *r = height;
  ci_exact_keep(pool, mark, r, 1);
}

static int relation_of(int sign) {
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
    add_height(pool, a, shift,
               shift == NULL ? 0
               : i == 0      ? shift->from
                             : shift->to,
               fabs(b->a[k]), &sum);
    add_height(pool, b, NULL, 0, fabs(a->a[k]), &sum);
    if (exact_sign(&sum) > best) best = exact_sign(&sum);
    ci_exact_release(pool, mark);
  }
  return relation_of(best);
}

/* ---- Exact: a half-space and another shape ------------------------------------------------------
 *
 * The half-space of normal n, position q and height h holds the points p with n . (p - q) <= h. A
 * convex set meets it when the least of n . (p - q) over the set is at most h, and is in it when
 * that is less. A rounded shape is a few corners, each with a ball or a disc around it. Then the
 * least is that of the corner less a root. */

/* The sign of x - y sqrt(z) for y >= 0, z >= 0. For x > 0 and y > 0 the sign is that of x^2 - y^2
 * z. */
static int root_sign(const exact *x, const exact *y, const exact *z) {
  exact_pool *pool = x->pool;
  exact square, other;
  int mark = ci_exact_mark(pool);
  if (exact_sign(y) == 0 || exact_sign(z) == 0 || exact_sign(x) < 0)
    return exact_sign(x) != 0 ? exact_sign(x) : exact_sign(y) != 0 && exact_sign(z) != 0 ? -1 : 0;
  if (exact_sign(x) == 0) return -1;
  ci_exact_mul(&square, x, x);
  ci_exact_mul(&other, y, y);
  ci_exact_mul(&other, &other, z);
  ci_exact_sub(&square, &square, &other);
  ci_exact_release(pool, mark);
  return exact_sign(&square);
}

/* x = n . (corner - q) - h, for a corner in the world and the vector g, which is n in the shape's
 * own coordinates. Degree 3. */
static void height_of(const solid_corners *c, int corner, const collide_shape *plane,
                      const exact n[3], const exact g[3], exact *x) {
  exact_pool *pool = n[0].pool;
  exact d[3], own, height;
  double t = solid_corner_shift(c, corner);
  int i, mark = ci_exact_mark(pool);
  for (i = 0; i < 3; i++) ci_exact_set_diff(pool, &d[i], c->shape->origin[i], plane->origin[i]);
  ci_solid_dot(x, n, d);
  ci_solid_dot_doubles(&own, g, solid_corner(c, corner));
  ci_exact_set(pool, &height, plane->height);
  ci_exact_sub(&own, &own, &height);
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

static int sign_at_corner(const solid_corners *c, int corner, int is_round,
                          const collide_shape *plane, const exact n[3], const exact g[3]) {
  const collide_shape *s = c->shape;
  exact_pool *pool = n[0].pool;
  exact x, radius, square;
  int sign, mark = ci_exact_mark(pool);
  height_of(c, corner, plane, n, g, &x);
  ci_exact_set(pool, &radius, is_round ? s->radius : 0);
  square_of(s, n, g, &square);
  sign = root_sign(&x, &radius, &square);
  ci_exact_release(pool, mark);
  return sign;
}

/* The ball around a capsule's ends and the disc around a cylinder's are the same at both, so only
 * the lower end counts. A cone has a point at one end and a disc at the other. */
static int decide_plane(exact_pool *pool, const collide_shape *s, const collide_shape *plane,
                        const solid_shift *shift) {
  solid_corners c = ci_solid_corners(s, shift);
  exact n[3], g[3];
  int i, sign = 1;
  for (i = 0; i < 3; i++) ci_exact_set(pool, &n[i], plane->a[i]);
  ci_solid_pull_back(s, n, g);
  if (s->kind == COLLIDE_CONE) {
    for (i = 0; i < c.count; i++) {
      int end = sign_at_corner(&c, i, i % 2, plane, n, g);
      if (end < sign) sign = end;
    }
  } else {
    int is_round = core_has_radius(s) || s->kind == COLLIDE_CYLINDER;
    sign = sign_at_corner(&c, ci_solid_least_corner(&c, n), is_round, plane, n, g);
  }
  return relation_of(-sign);
}

int ci_solid_decide_plane(const collide_shape *other, const collide_shape *plane,
                          const solid_shift *shift) {
  exact_solid numbers;
  exact_pool *pool = exact_solid_open(&numbers);
  return other->kind == COLLIDE_PLANE ? decide_planes(pool, other, plane, shift)
                                      : decide_plane(pool, other, plane, shift);
}

static int is_turned(const collide_shape *s) {
  return s->frame == COLLIDE_LINEAR;
}

/* ---- Quick: a half-space and another shape -------------------------------------------------- */

/* The least of g . p over the own points of the shape's core. */
static double least_of_core(const collide_shape *s, const double g[3]) {
  const double *points[3];
  double least = 0, x;
  int i, count;
  switch (shape_core(s)) {
  case COLLIDE_BOX:
    for (i = 0; i < 3; i++) least += g[i] * (g[i] > 0 ? s->a[i] : s->b[i]);
    return least;
  case COLLIDE_CYLINDER:
    return -(fabs(g[1]) * s->height + s->radius * sqrt(g[0] * g[0] + g[2] * g[2]));
  case COLLIDE_CONE:
    x = -(g[1] * s->height + s->radius * sqrt(g[0] * g[0] + g[2] * g[2]));
    return x < 0 ? x : 0;
  case COLLIDE_HULL: {
    double down[3];
    for (i = 0; i < 3; i++) down[i] = -g[i];
    return vector_dot(g, hull_position(hull_of(s), ci_hull_support(hull_of(s), down)));
  }
  default:
    count = core_corners(s, points);
    least = vector_dot(g, points[0]);
    for (i = 1; i < count; i++) {
      x = vector_dot(g, points[i]);
      if (x < least) least = x;
    }
    return least;
  }
}

/* The same over the shape. g has unit length unless a matrix makes the ball uneven. */
static double least_along(const collide_shape *s, const double g[3]) {
  double radius = core_has_radius(s) ? s->radius : 0;
  return least_of_core(s, g) - (core_is_uneven(s) ? radius * sqrt(vector_dot(g, g)) : radius);
}

/* The error of the lowest point's height above the plane, in units of the size M: the largest
 * coordinate of the difference of the positions, plus the shape's largest own number times the sum
 * of the absolute values of its matrix, plus the plane's distance.
 * - The unit normal n is off by 4 u (see plane.h), the difference d of the positions by u of each
 *   coordinate, their product by 3 u more: 8 u |d|, 14 u M.
 * - g = linear^T n is off by 4 u + 3 u, a product g . p by 4 u more, and a root by no more than the
 *   sum that it replaces: 11 u |p| in the world, 19 u M.
 * - The plane's distance along n is off by 5 u of itself, and the three sums by 2 u M each. The
 *   three parts of M do not exceed it together, so 19 u + 6 u are enough for them. */
#ifndef SPACE_MARGIN
#define SPACE_MARGIN (32 * PAIR_UNIT)
#endif

static int plane_overlap(const collide_shape *s, const collide_shape *plane) {
  const double *n = plane->b;
  double d[3], g[3], spread = 1, height, size;
  int i;
  for (i = 0; i < 3; i++) d[i] = s->origin[i] - plane->origin[i];
  memcpy(g, n, sizeof g);
  if (is_turned(s)) {
    const double *m = shape_turned(s)->linear;
    for (i = 0; i < 3; i++) g[i] = n[0] * m[i] + n[1] * m[3 + i] + n[2] * m[6 + i];
    for (spread = 0, i = 0; i < 9; i++) spread += fabs(m[i]);
  }
  size = greater(greater(fabs(d[0]), fabs(d[1])), fabs(d[2])) + spread * s->reach +
         fabs(plane->radius);
  height = vector_dot(n, d) + least_along(s, g) - plane->radius;
  if (quick_in_range(size)) {
    if (height > SPACE_MARGIN * size) return 0;
    if (height < -SPACE_MARGIN * size) return 1;
  }
  return ci_solid_decide(s, plane, NULL) > SOLID_APART;
}

/* A factor for differences of two positions, so that products with numbers near 1 do not overflow:
 * 1, or 2^-64 for positions beyond 1e290. */
static inline double plane_scale(const double p[3], const double q[3]) {
  return ci_largest(p, 3, ci_largest(q, 3, 0)) > 1e290 ? 5.421010862427522e-20 : 1;
}

/* The terms of the height, multiplied by |N|, where N is scaled near 1, and by `scale`, the
 * plane_scale of the positions. */
typedef struct drop {
  twofold g[3];   /* G */
  twofold length; /* |N| */
  twofold height; /* of the shape's position */
  double scale;
} drop;

/* |v|, at any magnitude. */
static twofold length_of(const twofold v[3]) {
  double most = greater(greater(fabs(v[0].hi), fabs(v[1].hi)), fabs(v[2].hi));
  double k = scale_near_one(most);
  twofold near[3], length;
  int i;
  for (i = 0; i < 3; i++) near[i] = tf_make(v[i].hi * k, v[i].lo * k);
  length = tf_sqrt(tf_dot(near, near));
  return tf_make(length.hi / k, length.lo / k);
}

static void drop_make(const collide_shape *s, const collide_shape *plane, drop *v) {
  const double *m = shape_turned(s)->linear;
  double k = scale_near_one(ci_largest(plane->a, 3, 0)), n[3];
  int i;
  v->scale = plane_scale(plane->origin, s->origin);
  for (i = 0; i < 3; i++) n[i] = plane->a[i] * k;
  v->length = tf_sqrt(two_square(n));
  for (i = 0; i < 3; i++) {
    v->g[i] = tf(n[i] * v->scale);
    if (is_turned(s))
      v->g[i] =
          tf_add(tf_add(two_product(n[0] * v->scale, m[i]), two_product(n[1] * v->scale, m[3 + i])),
                 two_product(n[2] * v->scale, m[6 + i]));
  }
  v->height = tf(-(plane->height * k * v->scale));
  for (i = 0; i < 3; i++) {
    twofold d = two_diff(s->origin[i] * v->scale, plane->origin[i] * v->scale);
    v->height = tf_add(v->height, tf_scale(d, n[i]));
  }
}

static int is_below(twofold a, twofold b) {
  return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

/* The sum and the number of the lowest corners. */
typedef struct lowest {
  twofold height;
  double sum[3];
  int count;
} lowest;

static void offer_corner(const drop *v, const double p[3], lowest *l) {
  twofold height = tf_dot_doubles(v->g, p);
  int i;
  if (l->count > 0 && is_below(l->height, height)) return;
  if (l->count == 0 || is_below(height, l->height)) {
    l->count = 0;
    l->sum[0] = l->sum[1] = l->sum[2] = 0;
    l->height = height;
  }
  for (i = 0; i < 3; i++) l->sum[i] += p[i];
  l->count++;
}

/* Searches as ci_hull_support does, from its corner for the rounded direction. */
static void offer_hull(const drop *v, const solid_hull *p, lowest *l) {
  double down[3];
  int i, k, at, from = -1;
  for (i = 0; i < 3; i++) down[i] = -v->g[i].hi;
  at = ci_hull_support(p, down);
  l->height = tf_dot_doubles(v->g, hull_position(p, at));
  while (from != at) {
    from = at;
    for (k = p->first_edge[from]; k < p->first_edge[from + 1]; k++) {
      int c = p->corner[hull_next(p, p->edges[k])];
      twofold height = tf_dot_doubles(v->g, hull_position(p, c));
      if (!is_below(height, l->height)) continue;
      l->height = height;
      at = c;
    }
  }
  offer_corner(v, hull_position(p, at), l);
  for (k = p->first_edge[at]; k < p->first_edge[at + 1]; k++)
    offer_corner(v, hull_at(p, hull_next(p, p->edges[k])), l);
}

/* The lowest corner of a polytope, or the middle of the lowest corners. */
static twofold lowest_corner(const collide_shape *s, const drop *v, double point[3]) {
  const double *points[3];
  lowest l;
  int i, count;
  memset(&l, 0, sizeof l);
  if (shape_core(s) == COLLIDE_HULL) {
    offer_hull(v, hull_of(s), &l);
  } else {
    count = core_corners(s, points);
    for (i = 0; i < count; i++) offer_corner(v, points[i], &l);
  }
  for (i = 0; i < 3; i++) point[i] = l.sum[i] / l.count;
  return l.height;
}

static twofold lowest_of_box(const collide_shape *s, const drop *v, double point[3]) {
  twofold height = tf(0);
  int i;
  for (i = 0; i < 3; i++) {
    double low = s->a[i], high = s->b[i], g = v->g[i].hi;
    point[i] = g > 0 ? low : g < 0 ? high : low * 0.5 + high * 0.5;
    height = tf_add(height, tf_scale(v->g[i], point[i]));
  }
  return height;
}

/* The lowest point of a disc about the axis y, and its height relative to the centre. */
static twofold rim(const collide_shape *s, const drop *v, double point[3]) {
  twofold across[3], length;
  across[0] = v->g[0];
  across[1] = tf(0);
  across[2] = v->g[2];
  length = length_of(across);
  point[0] = length.hi > 0 ? -s->radius * (v->g[0].hi / length.hi) : 0;
  point[2] = length.hi > 0 ? -s->radius * (v->g[2].hi / length.hi) : 0;
  return tf_scale(length, -s->radius);
}

static twofold lowest_of_cylinder(const collide_shape *s, const drop *v, double point[3]) {
  twofold height = rim(s, v, point);
  double g = v->g[1].hi;
  point[1] = g > 0 ? -s->height : g < 0 ? s->height : 0;
  return tf_add(height, tf_scale(v->g[1], point[1]));
}

static twofold lowest_of_cone(const collide_shape *s, const drop *v, double point[3]) {
  twofold height = rim(s, v, point);
  point[1] = -s->height;
  height = tf_add(height, tf_scale(v->g[1], point[1]));
  if (height.hi < 0) return height;
  if (height.hi > 0) memset(point, 0, 3 * sizeof point[0]);
  if (height.hi == 0) { /* the side touches along a line: its middle */
    int i;
    for (i = 0; i < 3; i++) point[i] *= 0.5;
  }
  return tf(0);
}

/* The height of the lowest point above the plane, and the point in the own frame. For a core with
 * an even radius the point is in the core, and `round` is the radius, else 0. */
static twofold lowest_of(const collide_shape *s, const drop *v, double point[3], double *round) {
  twofold height;
  *round = 0;
  switch (shape_core(s)) {
  case COLLIDE_BOX:
    height = lowest_of_box(s, v, point);
    break;
  case COLLIDE_CYLINDER:
    height = lowest_of_cylinder(s, v, point);
    break;
  case COLLIDE_CONE:
    height = lowest_of_cone(s, v, point);
    break;
  default:
    height = lowest_corner(s, v, point);
  }
  if (core_has_radius(s) && s->radius > 0) {
    if (core_is_uneven(s)) {
      twofold g = length_of(v->g);
      int i;
      height = tf_sub(height, tf_scale(g, s->radius));
      for (i = 0; i < 3 && g.hi > 0; i++) point[i] -= s->radius * (v->g[i].hi / g.hi);
    } else {
      *round = s->radius;
    }
  }
  height = tf_div(tf_add(v->height, height), v->length);
  height = tf_minus(height, *round * v->scale);
  return tf_make(height.hi / v->scale, height.lo / v->scale);
}

/* A point well inside of the shape, in the own frame. */
static void middle_of(const collide_shape *s, double point[3]) {
  const double *points[3];
  int i, k, count;
  memset(point, 0, 3 * sizeof point[0]);
  if (s->kind == COLLIDE_CYLINDER) return;
  if (s->kind == COLLIDE_CONE) {
    point[1] = -0.75 * s->height;
  } else if (shape_core(s) == COLLIDE_BOX) {
    for (i = 0; i < 3; i++) point[i] = s->a[i] * 0.5 + s->b[i] * 0.5;
  } else if (shape_core(s) == COLLIDE_HULL) {
    const solid_hull *p = hull_of(s);
    for (k = 0; k < 6; k++)
      for (i = 0; i < 3; i++) point[i] += hull_position(p, p->extreme[k])[i] / 6;
  } else {
    count = core_corners(s, points);
    for (k = 0; k < count; k++)
      for (i = 0; i < 3; i++) point[i] += points[k][i] / count;
  }
}

static void carry(const collide_shape *s, const double own[3], double point[3]) {
  int i;
  for (i = 0; i < 3; i++)
    point[i] = is_turned(s) ? vector_dot(shape_turned(s)->linear + 3 * i, own) : own[i];
}

/* Moves from the lowest point towards the middle of the shape, up to half of the depth. Both are
 * relative to the position. The point is in both shapes, because both are convex. */
static void take_common(const collide_shape *s, const collide_shape *plane, const double low[3],
                        double depth, pair_gap *gap) {
  double own[3], middle[3], rise, part;
  int i;
  middle_of(s, own);
  carry(s, own, middle);
  for (i = 0; i < 3; i++) middle[i] -= low[i];
  rise = vector_dot(plane->b, middle);
  part = depth > 0 ? 0.5 * depth / rise : 0;
  if (!(part >= 0 && part < 1)) part = depth > 0;
  for (i = 0; i < 3; i++) gap->common[i] = s->origin[i] + (low[i] + part * middle[i]);
}

/* Makes the sign of the measured gap agree with the decision. */
static double agree(const collide_shape *s, const collide_shape *plane, double apart, double size,
                    int overlap) {
  if (!overlap) return apart > 0 ? apart : nextafter(0, 1);
  if (fabs(apart) > 8.077935669463161e-28 * size) return apart < 0 ? apart : 0; /* 2^-90 */
  if (ci_solid_decide(s, plane, NULL) != SOLID_IN) return 0;
  return apart < 0 ? apart : -nextafter(0, 1);
}

static void measure_plane(const collide_shape *s, const collide_shape *plane, int overlap,
                          pair_gap *gap) {
  double own[3], low[3], round, size, height;
  twofold apart;
  drop v;
  int i;
  drop_make(s, plane, &v);
  apart = lowest_of(s, &v, own, &round);
  carry(s, own, low);
  size = ci_largest(low, 3, ci_largest(s->origin, 3, 0)) + s->reach;
  gap->apart = agree(s, plane, apart.hi, size, overlap);
  height = gap->apart;
  for (i = 0; i < 3; i++) {
    gap->normal[i] = plane->b[i];
    low[i] -= plane->b[i] * round;
    gap->on_a[i] = s->origin[i] + low[i];
    gap->on_b[i] = gap->on_a[i] - plane->b[i] * height;
  }
  take_common(s, plane, low, -height, gap);
}

/* ---- Two half-spaces ----------------------------------------------------------------------------
 *
 * They are apart only if their normals are exactly opposite. */

/* Is a component of Na x Nb certainly not zero, or do the normals not point against each other? Two
 * products that are equal round to the same double, so products that differ when rounded differ. */
static int surely_not_opposite(const double a[3], const double b[3]) {
  int i, same = 0;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    if (a[j] * b[k] != a[k] * b[j]) return 1;
    if (a[i] * b[i] > 0) same = 1;
  }
  return same;
}

static int planes_overlap(const collide_shape *a, const collide_shape *b) {
  return surely_not_opposite(a->a, b->a) || ci_solid_decide(a, b, NULL) > SOLID_APART;
}

/* Measures two half-spaces that face each other, along their common normal. */
static void measure_opposite(const collide_shape *a, const collide_shape *b, int overlap,
                             pair_gap *gap) {
  double near_a = scale_near_one(ci_largest(a->a, 3, 0)), own[3];
  double near_b = scale_near_one(ci_largest(b->a, 3, 0)), other[3], x, size;
  double scale = plane_scale(a->origin, b->origin);
  twofold sum = tf(0), apart;
  int i;
  for (i = 0; i < 3; i++) {
    twofold d = two_diff(a->origin[i] * scale, b->origin[i] * scale);
    own[i] = a->a[i] * near_a;
    other[i] = b->a[i] * near_b;
    sum = tf_add(sum, tf_scale(d, other[i]));
  }
  apart = tf_sub(tf_div(tf_minus(sum, b->height * near_b * scale), tf_sqrt(two_square(other))),
                 tf_div(tf(a->height * near_a * scale), tf_sqrt(two_square(own))));
  x = apart.hi / scale;
  size = ci_largest(a->origin, 3, ci_largest(b->origin, 3, fabs(a->radius) + fabs(b->radius)));
  x = agree(a, b, x, size, overlap);
  gap->apart = x;
  for (i = 0; i < 3; i++) {
    gap->on_b[i] = b->origin[i] + b->b[i] * b->radius;
    gap->on_a[i] = gap->on_b[i] + b->b[i] * x;
    gap->common[i] = gap->on_a[i] * 0.5 + gap->on_b[i] * 0.5;
    gap->common[i] = lesser(greater(gap->common[i], -COLLIDE_LARGEST), COLLIDE_LARGEST);
  }
}

/* The distance of p from the half-space; 0 if p is in it. */
static double out_of(const collide_shape *plane, const double p[3]) {
  double d[3], x;
  int i;
  for (i = 0; i < 3; i++) d[i] = p[i] - plane->origin[i];
  x = vector_dot(plane->b, d) - plane->radius;
  return x > 0 ? x : 0;
}

/* A point of both: moves the middle of the two positions into both. Returns 0 if the point is not
 * in range, as for planes that are nearly opposite. */
static int meeting_point(const collide_shape *a, const collide_shape *b, double point[3]) {
  double middle[3], x, y, cosine = vector_dot(a->b, b->b), cross[3], square, s, t;
  int i, is_in_range = 1;
  for (i = 0; i < 3; i++) middle[i] = a->origin[i] * 0.5 + b->origin[i] * 0.5;
  x = out_of(a, middle);
  y = out_of(b, middle);
  if (cosine >= 0) {
    s = t = (x > y ? x : y) / (1 + cosine);
  } else { /* onto both borders */
    vector_cross(a->b, b->b, cross);
    square = vector_dot(cross, cross);
    s = (x - cosine * y) / square;
    t = (y - cosine * x) / square;
  }
  for (i = 0; i < 3; i++) {
    point[i] = middle[i] - s * a->b[i] - t * b->b[i];
    is_in_range = is_in_range && fabs(point[i]) <= COLLIDE_LARGEST;
  }
  return is_in_range;
}

static void measure_planes(const collide_shape *a, const collide_shape *b, int overlap,
                           pair_gap *gap) {
  memcpy(gap->normal, b->b, sizeof gap->normal);
  if (!surely_not_opposite(a->a, b->a) && are_exactly_opposite(a, b)) {
    measure_opposite(a, b, overlap, gap);
    return;
  }
  gap->apart = -HUGE_VAL; /* no push parts them */
  if (!meeting_point(a, b, gap->common)) memcpy(gap->common, b->origin, sizeof gap->common);
  memcpy(gap->on_a, gap->common, sizeof gap->on_a);
  memcpy(gap->on_b, gap->common, sizeof gap->on_b);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

const pair_row ci_plane_row = {plane_overlap, measure_plane, NULL, NULL, NULL, NULL};
const pair_row ci_planes_row = {planes_overlap, measure_planes, ci_solids_compare,
                                NULL,           NULL,           NULL};

/* SPDX-License-Identifier: MIT
 *
 * A half-space N . (p - position) <= height, always b, and any other shape. N is the caller's
 * normal, of any length. In the other shape's own frame N becomes G = linear^T N. The least of G .
 * p over the shape's own points has a closed form for every kind. half_spaces.c handles two
 * half-spaces.
 */
#include <string.h>

#include "../../shape/hull.h"
#include "core.h"
#include "decide.h"
#include "quick_pairs.h"
#include "half_space.h"
#include "../../number/scalar.h"
#include "../../shape/shape.h"

static int is_turned(const collide_shape *s) {
  return s->frame == COLLIDE_LINEAR;
}

/* ---- Yes or no --------------------------------------------------------------------------- */

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

int ci_solid_overlaps_plane(const collide_shape *s, const collide_shape *plane) {
  const double *n = plane->b;
  double d[3], g[3], spread = 1, height, size;
  int i;
  for (i = 0; i < 3; i++) d[i] = s->position[i] - plane->position[i];
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
  return ci_solid_decide(s, plane) > SOLID_APART;
}

/* ---- Distance and depth ------------------------------------------------------------------------
 */

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
  v->scale = plane_scale(plane->position, s->position);
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
    twofold d = two_diff(s->position[i] * v->scale, plane->position[i] * v->scale);
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

static void offer(const drop *v, const double p[3], lowest *l) {
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
  offer(v, hull_position(p, at), l);
  for (k = p->first_edge[at]; k < p->first_edge[at + 1]; k++)
    offer(v, hull_at(p, hull_next(p, p->edges[k])), l);
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
    for (i = 0; i < count; i++) offer(v, points[i], &l);
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
  for (i = 0; i < 3; i++) gap->common[i] = s->position[i] + (low[i] + part * middle[i]);
}

/* Makes the sign of the measured gap agree with the decision. */
static double agree(const collide_shape *s, const collide_shape *plane, double apart, double size,
                    int overlap) {
  if (!overlap) return apart > 0 ? apart : nextafter(0, 1);
  if (fabs(apart) > 8.077935669463161e-28 * size) return apart < 0 ? apart : 0; /* 2^-90 */
  if (ci_solid_decide(s, plane) != SOLID_IN) return 0;
  return apart < 0 ? apart : -nextafter(0, 1);
}

void ci_solid_measure_plane(const collide_shape *s, const collide_shape *plane, int overlap,
                            pair_gap *gap) {
  double own[3], low[3], round, size, height;
  twofold apart;
  drop v;
  int i;
  drop_make(s, plane, &v);
  apart = lowest_of(s, &v, own, &round);
  carry(s, own, low);
  size = ci_largest(low, 3, ci_largest(s->position, 3, 0)) + s->reach;
  gap->apart = agree(s, plane, apart.hi, size, overlap);
  height = gap->apart;
  for (i = 0; i < 3; i++) {
    gap->normal[i] = plane->b[i];
    low[i] -= plane->b[i] * round;
    gap->on_a[i] = s->position[i] + low[i];
    gap->on_b[i] = gap->on_a[i] - plane->b[i] * height;
  }
  take_common(s, plane, low, -height, gap);
}

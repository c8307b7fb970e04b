/* SPDX-License-Identifier: MIT
 *
 * Shapes beside one another along an axis. How far one that is not turned is beside a plane across
 * the axis, or beside another one, is a sum of a few doubles, whose sign is known exactly: the
 * numbers of a shape are those of its corners, ends or radius, and its position. What is beside
 * something is not in it, and what rests on level ground mostly is so exactly.
 */
#include "near_floor.h"

#include <string.h>

#include "../number/scalar.h"
#include "../number/sum.h"
#include "../shape/polytope.h"

static void set_ends(floor_body *s, const double p[3], const double q[3]) {
  int k;
  for (k = 0; k < 3; k++) {
    s->low[k] = lesser(p[k], q[k]);
    s->high[k] = greater(p[k], q[k]);
  }
}

static void set_sizes(floor_body *s, double around, double low, double high) {
  s->low[0] = s->low[2] = -around;
  s->high[0] = s->high[2] = around;
  s->low[1] = low;
  s->high[1] = high;
}

static void set_hull(floor_body *s, const polytope *hull) {
  memcpy(s->low, hull->low, sizeof s->low);
  memcpy(s->high, hull->high, sizeof s->high);
}

static void set_triangle(floor_body *s, const collide_shape *triangle) {
  const double *c = triangle->of.facet.c;
  int k;
  set_ends(s, triangle->a, triangle->b);
  for (k = 0; k < 3; k++) {
    s->low[k] = lesser(s->low[k], c[k]);
    s->high[k] = greater(s->high[k], c[k]);
  }
}

/* How far the shape reaches along each axis, less the radius of round ones; 0 for others. */
static int find_extent(const collide_shape *shape, floor_body *s) {
  static const double origin[3] = {0, 0, 0};
  int is_ball = shape->kind == COLLIDE_SPHERE;
  s->radius = is_ball || shape->kind == COLLIDE_CAPSULE ? shape->radius : 0;
  switch (shape->kind) {
  case COLLIDE_SPHERE:
    set_ends(s, origin, origin);
    return 1;
  case COLLIDE_CAPSULE:
  case COLLIDE_SEGMENT:
  case COLLIDE_BOX:
    set_ends(s, shape->a, shape->b);
    return 1;
  case COLLIDE_HULL:
    set_hull(s, polytope_of(shape));
    return 1;
  case COLLIDE_TRIANGLE:
    set_triangle(s, shape);
    return 1;
  case COLLIDE_CYLINDER:
    set_sizes(s, shape->radius, -shape->height, shape->height);
    return 1;
  case COLLIDE_CONE:
    set_sizes(s, shape->radius, -shape->height, 0);
    return 1;
  default:
    return 0;
  }
}

/* No sum or product of a few of them over- or underflows. */
static int is_ordinary(double x) {
  return x == 0 || (fabs(x) > 1e-70 && fabs(x) < 1e70);
}

int ci_floor_body(floor_body *s, const collide_shape *shape, const double position[3],
                  const double *d) {
  int k;
  if (shape->frame != COLLIDE_MOVED || !find_extent(shape, s)) return 0;
  for (k = 0; k < 3; k++) {
    s->away[k] = two_diff(shape->position[k], position[k]);
    s->d[k] = d == NULL ? 0 : d[k];
    if (!(is_ordinary(s->away[k].hi) && is_ordinary(s->d[k]))) return 0;
  }
  return is_ordinary(shape->reach) && is_ordinary(s->radius);
}

double ci_floor_lowest(const floor_body *s, int axis, double toward) {
  return toward > 0 ? s->low[axis] : s->high[axis];
}

/* The gap as a sum of five doubles rounds five times, by u = 2^-53 of the sum of their sizes each,
 * and leaves out what `away` has below its first double, u of that: 6 u, and terms of u^2. */
#ifndef BESIDE_ERROR
#define BESIDE_ERROR 8.881784197001252e-16 /* 8 u */
#endif

/* Mostly no step of a sum rounds, as of numbers that people write. */
static int sign_of_sum(const double *terms, int count) {
  double plain = terms[0];
  exact_sum sum;
  int i, is_exact = 1;
  for (i = 1; i < count && is_exact; i++) {
    twofold next = two_sum(plain, terms[i]);
    is_exact = next.lo == 0;
    plain = next.hi;
  }
  if (!is_exact) {
    sum.count = 0;
    for (i = 0; i < count; i++) ci_sum_add(&sum, terms[i]);
    plain = ci_sum_value(&sum);
  }
  return (plain > 0) - (plain < 0);
}

int ci_floor_gap(const floor_body *s, int axis, double level, double around, double toward) {
  double low = ci_floor_lowest(s, axis, toward), away = s->away[axis].hi, terms[6], gap, size;
  gap = toward * (away - level + low) - s->radius - around;
  size = fabs(away) + fabs(level) + fabs(low) + s->radius + around;
  if (fabs(gap) > BESIDE_ERROR * size) return gap > 0 ? 1 : -1;
  terms[0] = toward * s->away[axis].lo;
  terms[1] = toward * away;
  terms[2] = -toward * level;
  terms[3] = toward * low;
  terms[4] = -s->radius;
  terms[5] = -around;
  return sign_of_sum(terms, 6);
}

/* What reaches through the plane by more than this part of its own and the radius: not what is
 * asked for here. */
#define FLOOR_DEEP 1e-6

double ci_floor_deep(const floor_body *s, int axis) {
  return FLOOR_DEEP * (s->radius + (s->high[axis] - s->low[axis]));
}

/* The corner that is farthest out. */
static double highest(const double *const corner[3], int axis, double toward) {
  double a = corner[0][axis], b = corner[1][axis], c = corner[2][axis];
  return toward > 0 ? greater(greater(a, b), c) : lesser(lesser(a, b), c);
}

int ci_floor_keeps_out(const floor_body *s, const double *const corner[3], double normal[3]) {
  int axis, k;
  double toward;
  for (axis = 0; axis < 3; axis++)
    for (toward = -1; toward <= 1; toward += 2) {
      double level = highest(corner, axis, toward);
      double height =
          toward * (s->away[axis].hi - level + ci_floor_lowest(s, axis, toward)) - s->radius;
      if (toward * s->d[axis] < 0 || height < -ci_floor_deep(s, axis)) continue;
      if (ci_floor_gap(s, axis, level, 0, toward) < 0) continue;
      for (k = 0; k < 3; k++) normal[k] = k == axis ? toward : 0;
      return 1;
    }
  return 0;
}

near_beside ci_near_beside(const collide_shape *a, const collide_shape *b, const double *d) {
  near_beside found = BESIDE_NOT;
  floor_body s, o;
  int axis;
  double toward;
  if (b->frame != COLLIDE_MOVED || !ci_floor_body(&s, a, b->position, d) || !find_extent(b, &o))
    return BESIDE_NOT;
  if (!(is_ordinary(b->reach) && is_ordinary(o.radius))) return BESIDE_NOT;
  for (axis = 0; axis < 3; axis++)
    for (toward = -1; toward <= 1; toward += 2) {
      double level = toward > 0 ? o.high[axis] : o.low[axis];
      double height = toward * (s.away[axis].hi - level + ci_floor_lowest(&s, axis, toward));
      height -= s.radius + o.radius;
      if (height < -ci_floor_deep(&s, axis) - ci_floor_deep(&o, axis)) continue;
      if (ci_floor_gap(&s, axis, level, o.radius, toward) < 0) continue;
      if (toward * s.d[axis] >= 0) return BESIDE_STAYS;
      found = BESIDE_CLOSES;
    }
  return found;
}

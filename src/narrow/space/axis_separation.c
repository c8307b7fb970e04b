/* SPDX-License-Identifier: MIT
 *
 * The coordinate axes as separating axes, by exact signs.
 */
#include "axis_separation.h"

#include "../../number/scalar.h"
#include "../../number/sum.h"

/* Sums and products of a few such numbers neither over- nor underflow. */
static int is_ordinary(double x) {
  return x == 0 || (fabs(x) > 1e-70 && fabs(x) < 1e70);
}

int ci_axis_body(axis_body *s, const collide_shape *shape, const double position[3],
                 const double *d) {
  int k;
  if (!ci_axis_core(shape, &s->core)) return 0;
  for (k = 0; k < 3; k++) {
    s->away[k] = two_diff(shape->position[k], position[k]);
    s->d[k] = d == NULL ? 0 : d[k];
    if (!(is_ordinary(s->away[k].hi) && is_ordinary(s->d[k]))) return 0;
  }
  return is_ordinary(shape->reach) && is_ordinary(s->core.radius);
}

/* The face of the core next to a plane that it is above (toward 1) or below (-1). */
static double end_of(const axis_core *core, int axis, double toward) {
  return toward > 0 ? core->low[axis] : core->high[axis];
}

/* The gap is a sum of five doubles. It rounds five times, each by u = 2^-53 of the sum of their
 * sizes, and omits the low part of `away`: 6 u, and terms of u^2. */
#ifndef BESIDE_ERROR
#define BESIDE_ERROR 8.881784197001252e-16 /* 8 u */
#endif

/* For round numbers such as 0.25, mostly no step of the sum rounds. */
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

/* The sign of the gap between the shape and a plane, less the shape's radius and one around the
 * plane. */
static int sign_of_gap(const axis_body *s, int axis, double level, double around, double toward) {
  double low = end_of(&s->core, axis, toward), away = s->away[axis].hi, terms[6], gap, size;
  gap = toward * (away - level + low) - s->core.radius - around;
  size = fabs(away) + fabs(level) + fabs(low) + s->core.radius + around;
  if (fabs(gap) > BESIDE_ERROR * size) return gap > 0 ? 1 : -1;
  terms[0] = toward * s->away[axis].lo;
  terms[1] = toward * away;
  terms[2] = -toward * level;
  terms[3] = toward * low;
  terms[4] = -s->core.radius;
  terms[5] = -around;
  return sign_of_sum(terms, 6);
}

/* A shape that reaches through a plane by more than this part of its size does not touch it. */
#define BESIDE_DEEP 1e-6

static double deep_of(const axis_core *core, int axis) {
  return BESIDE_DEEP * (core->radius + (core->high[axis] - core->low[axis]));
}

/* Finds an axis that separates the two and writes its direction, on the shape's side. */
static axis_separation find_beside(const axis_body *s, const axis_core *other, double normal[3]) {
  axis_separation found = AXIS_UNSURE;
  int axis;
  double toward;
  for (axis = 0; axis < 3; axis++)
    for (toward = -1; toward <= 1; toward += 2) {
      double level = toward > 0 ? other->high[axis] : other->low[axis];
      double height = toward * (s->away[axis].hi - level + end_of(&s->core, axis, toward));
      height -= s->core.radius + other->radius;
      if (height < -deep_of(&s->core, axis) - deep_of(other, axis)) continue;
      if (toward * s->d[axis] < 0 && found != AXIS_UNSURE) continue;
      if (sign_of_gap(s, axis, level, other->radius, toward) < 0) continue;
      found = AXIS_CLOSING;
      if (toward * s->d[axis] < 0) continue;
      normal[0] = normal[1] = normal[2] = 0;
      normal[axis] = toward;
      return AXIS_STAYS;
    }
  return found;
}

int ci_axis_keeps_out(const axis_body *s, const double *const corner[3], double normal[3]) {
  axis_core triangle;
  int k;
  triangle.radius = 0;
  for (k = 0; k < 3; k++) {
    double a = corner[0][k], b = corner[1][k], c = corner[2][k];
    triangle.low[k] = lesser(lesser(a, b), c);
    triangle.high[k] = greater(greater(a, b), c);
  }
  return find_beside(s, &triangle, normal) == AXIS_STAYS;
}

axis_separation ci_axis_separate(const collide_shape *a, const collide_shape *b, const double *d) {
  axis_body s;
  axis_core other;
  double normal[3];
  if (!ci_axis_core(b, &other) || !ci_axis_body(&s, a, b->position, d)) return AXIS_UNSURE;
  if (!(is_ordinary(b->reach) && is_ordinary(other.radius))) return AXIS_UNSURE;
  return find_beside(&s, &other, normal);
}

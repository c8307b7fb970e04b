/* SPDX-License-Identifier: MIT
 *
 * Planes that separate two shapes: the coordinate axes, by exact signs, and planes between a moving
 * sphere or capsule and a triangle.
 */
#include "separation.h"

#include "../../number/sum.h"
#include "../../shape/hull.h"

#include <string.h>

/* ---- The coordinate axes -------------------------------------------------------------------- */

static void set_sizes(axis_core *s, double around, double low, double high) {
  s->low[0] = s->low[2] = -around;
  s->high[0] = s->high[2] = around;
  s->low[1] = low;
  s->high[1] = high;
}

static void set_hull(axis_core *s, const solid_hull *hull) {
  memcpy(s->low, hull->low, sizeof s->low);
  memcpy(s->high, hull->high, sizeof s->high);
}

static int set_core(axis_core *s, const collide_shape *shape) {
  const double *corner[3];
  int i, k, count = core_corners(shape, corner);
  for (k = 0; k < 3; k++) s->low[k] = s->high[k] = corner[0][k];
  for (i = 1; i < count; i++)
    for (k = 0; k < 3; k++) {
      s->low[k] = lesser(s->low[k], corner[i][k]);
      s->high[k] = greater(s->high[k], corner[i][k]);
    }
  return count > 0;
}

int ci_axis_core(const collide_shape *shape, axis_core *s) {
  if (shape->frame != COLLIDE_MOVED) return 0;
  s->radius = core_has_radius(shape) ? shape->radius : 0;
  switch (shape_core(shape)) {
  case COLLIDE_BOX:
    memcpy(s->low, shape->a, sizeof s->low);
    memcpy(s->high, shape->b, sizeof s->high);
    return 1;
  case COLLIDE_HULL:
    set_hull(s, hull_of(shape));
    return 1;
  case COLLIDE_CYLINDER:
    set_sizes(s, shape->radius, -shape->height, shape->height);
    return 1;
  case COLLIDE_CONE:
    set_sizes(s, shape->radius, -shape->height, 0);
    return 1;
  default:
    return set_core(s, shape);
  }
}

/* Sums and products of a few such numbers neither over- nor underflow. */
static int is_ordinary(double x) {
  return x == 0 || (fabs(x) > 1e-70 && fabs(x) < 1e70);
}

int ci_axis_body(axis_body *s, const collide_shape *shape, const double position[3],
                 const double *d) {
  int k;
  if (!ci_axis_core(shape, &s->core)) return 0;
  for (k = 0; k < 3; k++) {
    s->away[k] = two_diff(shape->origin[k], position[k]);
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
  if (!ci_axis_core(b, &other) || !ci_axis_body(&s, a, b->origin, d)) return AXIS_UNSURE;
  if (!(is_ordinary(b->reach) && is_ordinary(other.radius))) return AXIS_UNSURE;
  return find_beside(&s, &other, normal);
}

/* ---- A moving sphere or capsule and a triangle -------------------------------------------------
 *
 * Finds the time until which a plane separates the two. The plane is farther from the core than the
 * radius, and the triangle lies beyond it. Any vector may be its normal: the face's normal and the
 * vectors between nearest points are tried. */

/* The margin. u = 2^-53. M bounds the coordinates of the ends of the core and of the corners,
 * relative to the first corner, and of t d, the shape's own numbers and the radius. |r| is the
 * length of the normal; its components add up to at most sqrt(3) |r|.
 * - An end is ((away.hi - corner) + away.lo) + own: the first two numbers are at most 2 M, so it is
 *   off by 5 u M; with t d by 2 u M more. Along r: 12.2 u M |r|.
 * - A side is off by u M: 1.8 u M |r|.
 * - The products are off by 3 u of at most sqrt(3) M |r| each: 10.4 u M |r|; their difference by
 *   3.5 u M |r|.
 * - |r| and the quotient are off by 2 u each: 4 u M for a plane at the distance of the radius. The
 *   part beyond the radius is off by 4 u of itself; see find_until. That is 32 u M in all.
 * - The speed along the normal is off by 7 u of the length of d. While the two can touch, each end
 *   is within 2 M. So the end has moved at most 3 M along each axis since the plane was found, 5.2
 * M in all: 37 u M. */
#ifndef APART_MARGIN
#define APART_MARGIN (80 * PAIR_UNIT)
#endif

/* The squares of shorter vectors might underflow. */
#define LEAST_SQUARE 1e-280

enum { MOST_PLANES = 2 };

int ci_round_body_make(round_body *s, const collide_shape *shape, const double position[3],
                       const double *d) {
  double size = shape->reach + shape->radius;
  int k;
  if (!core_has_radius(shape) || !core_make(shape, &s->core)) return 0;
  for (k = 0; k < 3; k++) {
    s->away[k] = two_diff(shape->origin[k], position[k]);
    s->d[k] = d[k];
    size += fabs(s->away[k].hi);
  }
  s->most = ci_largest(s->d, 3, 0);
  return quick_in_range(size) && s->most < 1e70 && (s->most == 0 || s->most > 1e-70);
}

/* The pair at a time, relative to the first corner. */
typedef struct apart_scene {
  const round_body *body;
  round_core triangle;
  core_scene scene;
  double start[2][3], side[3][3]; /* the first side is 0 */
  double size;                    /* M at the start */
  separating_plane plane;         /* the plane that was tried last and separates the two */
} apart_scene;

static void make_scene(apart_scene *v, const round_body *s, const double *const corner[3]) {
  int i, k;
  v->body = s;
  v->triangle.count = 3;
  v->scene.a = &s->core;
  v->scene.b = &v->triangle;
  v->size = s->core.radius;
  for (k = 0; k < 3; k++) {
    double away = (s->away[k].hi - corner[0][k]) + s->away[k].lo;
    for (i = 0; i < 3; i++) {
      v->side[i][k] = corner[i][k] - corner[0][k];
      v->size = greater(v->size, fabs(v->side[i][k]));
    }
    for (i = 0; i < s->core.count; i++) {
      v->start[i][k] = v->scene.p[i][k] = away + s->core.corner[i][k];
      v->size = greater(v->size, greater(fabs(v->start[i][k]), fabs(s->core.corner[i][k])));
    }
  }
  for (i = 0; i < 3; i++) v->triangle.corner[i] = v->side[i];
}

static void place_at(apart_scene *v, double t) {
  int i, k;
  for (i = 0; i < v->body->core.count; i++)
    for (k = 0; k < 3; k++) v->scene.p[i][k] = v->start[i][k] + t * v->body->d[k];
}

/* The time until which the plane separates the two if its gap at t is `gap`. The quotient is off by
 * 2 u, the gap and the speed by 4 u of themselves. The plane also counts before t. */
static double find_until(apart_scene *v, double gap, double along, double t) {
  double closing = 0 - along;
  v->plane.gap = gap + t * closing;
  v->plane.closing = closing;
  return closing > 0 ? t + gap / closing * (1 - 16 * PAIR_UNIT) : HUGE_VAL;
}

/* The time until which the plane across r, at t, separates the two, or -1. Squares mostly show
 * without a root that the plane is nearer than the radius. */
static double try_plane(apart_scene *v, const double r[3], double t) {
  const round_body *s = v->body;
  double square = vector_dot(r, r), extent = core_separation(&v->scene, r), radius = s->core.radius,
         over, gap;
  if (!(square > LEAST_SQUARE)) return -1;
  if (extent <= 0 || extent * extent < radius * radius * square) return -1;
  over = 1 / sqrt(square);
  gap = extent * over - radius - APART_MARGIN * (v->size + t * s->most);
  return gap > 0 ? find_until(v, gap, vector_dot(r, s->d) * over, t) : -1;
}

/* The normal of the face, on the side of the first end. */
static void face_normal(const apart_scene *v, const double unit[3], double r[3]) {
  double sign = vector_dot(unit, v->start[0]) < 0 ? -1 : 1;
  int k;
  for (k = 0; k < 3; k++) r[k] = sign * unit[k];
}

/* Finds the nearest points at t and the vector r between them. Returns 0 and does not write r if
 * one of them lies in the face. */
static int nearest_normal(apart_scene *v, double t, nearest_pair *f, double r[3]) {
  if (t > 0) place_at(v, t);
  ci_find_nearest_features(&v->scene, f);
  if (f->b.count == 3) return 0;
  core_vector(&v->scene, f, r);
  return 1;
}

/* Does the last plane separate the two for longer than those before? Then keeps it. */
static int is_later(const apart_scene *v, double next, double *until, separating_plane *parting) {
  if (!(next > *until)) return 0;
  *until = next;
  *parting = v->plane;
  return 1;
}

/* Conservative advancement, as in space_search.c. */
static double find_parting(apart_scene *v, const double unit[3], double latest,
                           separating_plane *parting) {
  double r[3], until = -1, next;
  nearest_pair f;
  int step;
  face_normal(v, unit, r);
  if (v->body->most > 0) (void)is_later(v, try_plane(v, r, 0), &until, parting);
  for (step = 0; step < MOST_PLANES && until <= latest; step++) {
    if (!nearest_normal(v, until, &f, r)) return until;
    next = try_plane(v, r, until > 0 ? until : 0);
    if (!is_later(v, next, &until, parting)) break;
  }
  return until;
}

double ci_separate_until(const round_body *s, const double *const corner[3], const double unit[3],
                         double latest, separating_plane *parting) {
  apart_scene v;
  make_scene(&v, s, corner);
  return quick_in_range(v.size) ? find_parting(&v, unit, latest, parting) : -1;
}

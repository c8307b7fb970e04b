/* SPDX-License-Identifier: MIT
 *
 * Up to which time is a ball or capsule surely apart from a triangle? What is said follows from
 * planes alone: all of the triangle lies beyond one that is farther away than the radius. Any
 * vector may be the normal of such a plane; that of the face is tried, and those between nearest
 * points.
 */
#include "near_apart.h"

#include <string.h>

#include "../shape/shape.h"
#include "twofold_decide.h"
#include "../number/scalar.h"

/* ---- Margins -----------------------------------------------------------------------------------
 *
 * u = 2^-53. M is what no coordinate of an end of the core, of a corner, both relative to the first
 * corner, of the shape's own numbers, of the radius and of t d is larger than. |r| is the length of
 * the normal, with components that add up to sqrt(3) |r| at most.
 * - An end is ((away.hi - corner) + away.lo) + own: the first two numbers are at most 2 M, so it is
 *   off by 5 u M; with t d by 2 u M more. Along r: 12.2 u M |r|.
 * - A side is off by u M: 1.8 u M |r|.
 * - The products are off by 3 u of at most sqrt(3) M |r| each: 10.4 u M |r|; their difference by
 *   3.5 u M |r|.
 * - |r| is off by 2 u of itself, what is over it by 2 u: of a plane that is as far away as the
 *   radius 4 u M. What of it is beyond the radius is off by 4 u of itself; see find_until.
 * That is 32 u M in all. */
#ifndef APART_MARGIN
#define APART_MARGIN (40 * PAIR_UNIT)
#endif

/* Squares of what is shorter might underflow. */
#define LEAST_SQUARE 1e-280

enum { MOST_PLANES = 2 };

int ci_near_body(near_body *s, const collide_shape *shape, const double position[3],
                 const double *d) {
  static const double nowhere[3] = {0, 0, 0};
  int k, is_ball = shape->kind == COLLIDE_SPHERE;
  double size = shape->reach + shape->radius;
  if ((!is_ball && shape->kind != COLLIDE_CAPSULE) || shape->frame != COLLIDE_MOVED) return 0;
  if (d == NULL) d = nowhere;
  for (k = 0; k < 3; k++) {
    s->away[k] = two_diff(shape->position[k], position[k]);
    s->end[0][k] = is_ball ? 0 : shape->a[k];
    s->end[1][k] = is_ball ? 0 : shape->b[k];
    s->d[k] = d[k];
    size += fabs(s->away[k].hi);
  }
  s->core.position = shape->position;
  s->core.corner[0] = s->end[0];
  s->core.corner[1] = s->end[1];
  s->core.count = memcmp(s->end[0], s->end[1], sizeof s->end[0]) == 0 ? 1 : 2;
  s->core.radius = shape->radius;
  s->core.reach = shape->reach;
  s->most = ci_largest(d, 3, 0);
  s->length = sqrt(vector_dot(d, d));
  return near_in_range(size) && s->most < 1e70 && (s->most == 0 || s->most > 1e-70);
}

/* The two at a time, relative to the first corner. */
typedef struct apart_scene {
  const near_body *body;
  near_core triangle;
  near_scene scene;
  double start[2][3], side[3][3]; /* the first side is 0 */
  double size;                    /* M at the start, */
  double side_size;               /* and of the sides alone */
  near_parting plane;             /* that was tried last, and parts the two */
} apart_scene;

static void begin(apart_scene *v, const near_body *s, const double *const corner[3]) {
  int i, k;
  v->body = s;
  v->side_size = 0;
  v->size = s->core.radius;
  for (k = 0; k < 3; k++) {
    double away = (s->away[k].hi - corner[0][k]) + s->away[k].lo;
    v->side[0][k] = 0;
    for (i = 1; i < 3; i++) {
      v->side[i][k] = corner[i][k] - corner[0][k];
      v->side_size = greater(v->side_size, fabs(v->side[i][k]));
    }
    for (i = 0; i < s->core.count; i++) {
      v->start[i][k] = v->scene.p[i][k] = away + s->end[i][k];
      v->size = greater(v->size, greater(fabs(v->start[i][k]), fabs(s->end[i][k])));
    }
  }
  v->size = greater(v->size, v->side_size);
}

/* For the nearest points. */
static void begin_scene(apart_scene *v) {
  int i;
  v->triangle.count = 3;
  for (i = 0; i < 3; i++) v->triangle.corner[i] = v->side[i];
  v->scene.a = &v->body->core;
  v->scene.b = &v->triangle;
}

static void place_at(apart_scene *v, double t) {
  int i, k;
  for (i = 0; i < v->body->core.count; i++)
    for (k = 0; k < 3; k++) v->scene.p[i][k] = v->start[i][k] + t * v->body->d[k];
}

/* How far the ends lie beyond the corners along r, times |r|. */
static double extent_along(const apart_scene *v, const double r[3]) {
  double low = vector_dot(r, v->scene.p[0]), b = vector_dot(r, v->side[1]);
  double c = vector_dot(r, v->side[2]), high = greater(b, c);
  if (v->body->core.count > 1) low = lesser(low, vector_dot(r, v->scene.p[1]));
  return low - greater(high, 0);
}

/* The speed along a plane's normal is off by 7 u of the length of d. */
#ifndef APART_SPEED
#define APART_SPEED (8 * PAIR_UNIT)
#endif

/* From t on, when a plane is surely `gap` away there. The quotient is off by 2 u, the gap and
 * the speed by 4 u of themselves. What is kept of the plane is for times before t, too, where it
 * may not close in as fast as that: by 16 u of the length of d; and the two are rounded by 4 u of
 * it and the gap. */
static double find_until(apart_scene *v, const double r[3], double gap, double along, double t) {
  double closing = APART_SPEED * v->body->length - along;
  memcpy(v->plane.normal, r, sizeof v->plane.normal);
  v->plane.gap = gap + t * closing;
  v->plane.closing = closing;
  return closing > 0 ? t + gap / closing * (1 - 16 * PAIR_UNIT) : HUGE_VAL;
}

/* By the plane across r, at t: until when, or -1. Mostly squares show that a plane is nearer than
 * the radius, without a root. */
static double try_plane(apart_scene *v, const double r[3], double t) {
  const near_body *s = v->body;
  double square = vector_dot(r, r), extent = extent_along(v, r), radius = s->core.radius, over, gap;
  if (!(square > LEAST_SQUARE)) return -1;
  if (extent <= 0 || extent * extent < radius * radius * square) return -1;
  over = 1 / sqrt(square);
  gap = extent * over - radius - APART_MARGIN * (v->size + t * s->most);
  return gap > 0 ? find_until(v, r, gap, vector_dot(r, s->d) * over, t) : -1;
}

/* ---- At rest -------------------------------------------------------------------------------- */

static twofold height_of_end(const apart_scene *v, const double r[3], const double corner[3],
                             int end) {
  const near_body *s = v->body;
  twofold p[3];
  int k;
  for (k = 0; k < 3; k++) p[k] = tf_add(s->away[k], two_diff(s->end[end][k], corner[k]));
  return tf_dot_doubles(p, r);
}

static twofold height_of_corner(const double r[3], const double from[3], const double to[3]) {
  twofold p[3];
  int k;
  for (k = 0; k < 3; k++) p[k] = two_diff(to[k], from[k]);
  return tf_dot_doubles(p, r);
}

/* How far the ends lie beyond the corners along r, times |r|. */
static twofold precise_extent(const apart_scene *v, const double *const corner[3],
                              const double r[3]) {
  twofold low = height_of_end(v, r, corner[0], 0), high = tf(0), h;
  int i;
  if (v->body->core.count > 1) {
    h = height_of_end(v, r, corner[0], 1);
    if (tf_sub(h, low).hi < 0) low = h;
  }
  for (i = 1; i < 3; i++) {
    h = height_of_corner(r, corner[0], corner[i]);
    if (tf_sub(h, high).hi > 0) high = h;
  }
  return tf_sub(low, high);
}

/* As try_plane at the start, in twofolds, where the plane is too near for doubles. */
static double try_plane_precisely(apart_scene *v, const double *const corner[3],
                                  const double r[3]) {
  const near_body *s = v->body;
  double square = vector_dot(r, r), over, gap;
  twofold beyond;
  if (!(square > LEAST_SQUARE)) return -1;
  over = 1 / sqrt(square);
  beyond = tf_sub(precise_extent(v, corner, r), tf_scale(tf_sqrt(two_square(r)), s->core.radius));
  gap = beyond.hi * over - TWOFOLD_MARGIN * v->size;
  return gap > 0 ? find_until(v, r, gap, vector_dot(r, s->d) * over, 0) : -1;
}

/* ---- All ------------------------------------------------------------------------------------ */

/* Across the face, on the side of the first end. */
static void face_normal(const apart_scene *v, const double unit[3], double r[3]) {
  double sign = vector_dot(unit, v->start[0]) < 0 ? -1 : 1;
  int k;
  for (k = 0; k < 3; k++) r[k] = sign * unit[k];
}

/* The nearest points at t, and the vector r between them; returns 0, and leaves r alone, where one
 * of them lies in the face. */
static int nearest_normal(apart_scene *v, double t, near_found *f, double r[3]) {
  if (t > 0) place_at(v, t);
  ci_near_find(&v->scene, f);
  if (f->b.count == 3) return 0;
  ci_near_vector(&v->scene, f, r);
  return 1;
}

/* Does the plane that was tried last part the two for longer than those before? */
static int is_later(const apart_scene *v, double next, double *until, near_parting *parting) {
  if (!(next > *until)) return 0;
  *until = next;
  *parting = v->plane;
  return 1;
}

/* Newton's method, as in space_near.c of the room of sweeps. */
static double find_parting(apart_scene *v, const double *const corner[3], const double unit[3],
                           double latest, near_parting *parting) {
  double r[3], until = -1, next;
  near_found f;
  int step;
  face_normal(v, unit, r);
  if (v->body->most > 0) (void)is_later(v, try_plane(v, r, 0), &until, parting);
  begin_scene(v);
  for (step = 0; step < MOST_PLANES && until <= latest; step++) {
    if (!nearest_normal(v, until, &f, r)) {
      if (until < 0) (void)is_later(v, try_plane_precisely(v, corner, r), &until, parting);
      return until;
    }
    next = try_plane(v, r, until > 0 ? until : 0);
    if (next < 0 && until < 0) next = try_plane_precisely(v, corner, r);
    if (!is_later(v, next, &until, parting)) break;
  }
  return until;
}

double ci_near_apart(const near_body *s, const double *const corner[3], const double unit[3],
                     double latest, near_parting *parting) {
  near_parting unwanted;
  apart_scene v;
  begin(&v, s, corner);
  if (!near_in_range(v.size)) return -1;
  return find_parting(&v, corner, unit, latest, parting == NULL ? &unwanted : parting);
}

int ci_near_is_parted(const near_body *s, const double *const corner[3], const double normal[3]) {
  apart_scene v;
  begin(&v, s, corner);
  if (!near_in_range(v.size)) return 0;
  return try_plane(&v, normal, 0) >= 0 || try_plane_precisely(&v, corner, normal) >= 0;
}

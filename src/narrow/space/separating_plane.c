/* SPDX-License-Identifier: MIT
 *
 * Finds the time until which a plane separates a moving sphere or capsule from a triangle. The
 * plane is farther from the core than the radius, and the triangle lies beyond it. Any vector may
 * be its normal: the face's normal and the vectors between nearest points are tried.
 */
#include "separating_plane.h"

#include "../../shape/shape.h"
#include "../../number/scalar.h"

/* ---- Margins -----------------------------------------------------------------------------------
 *
 * u = 2^-53. M bounds the coordinates of the ends of the core and of the corners, relative to the
 * first corner, and of t d, the shape's own numbers and the radius. |r| is the length of the
 * normal; its components add up to at most sqrt(3) |r|.
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
    s->away[k] = two_diff(shape->position[k], position[k]);
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

static void begin(apart_scene *v, const round_body *s, const double *const corner[3]) {
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

/* ---- All ------------------------------------------------------------------------------------ */

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

/* Conservative advancement, as in narrow/space/space_near.c. */
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
  begin(&v, s, corner);
  return quick_in_range(v.size) ? find_parting(&v, unit, latest, parting) : -1;
}

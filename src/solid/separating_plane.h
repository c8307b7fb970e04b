/* SPDX-License-Identifier: MIT
 *
 * A ball or capsule that moves among many triangles: up to which time is it surely apart from one?
 * This excludes most triangles that a tree finds, at a small part of the cost of a cast or a
 * contact. All numbers are relative to a corner of the triangle: so what is rounded is small where
 * the two are near each other, however far from the origin they are.
 */
#ifndef COLLIDE_SOLID_SEPARATING_PLANE_H
#define COLLIDE_SOLID_SEPARATING_PLANE_H

#include "quick_pairs.h"

typedef struct round_body {
  twofold away[3]; /* from the position of the triangles to that of the shape, exactly */
  round_core core;
  double d[3], most, length; /* the displacement, its largest component, and its length */
} round_body;

/* NULL for d: it stays. Returns 0 for other shapes than balls and even capsules, and for numbers
 * that are too large or too small. */
int ci_round_body_make(round_body *s, const collide_shape *shape, const double position[3],
                       const double *d);

/* The plane that parts the two last: at a time t in [0, 1] they are gap - t * closing apart at
 * least, but for rounding, which is less than 2^-47 of the largest of all numbers. */
typedef struct separating_plane {
  double gap, closing, normal[3]; /* out of the triangle, of any length but 0; 0: there is none */
} separating_plane;

/* Returns a time t, INFINITY for all, so that the shape is apart from the triangle from 0 to t, or
 * -1 when that is not certain at the start. It tries no later times than `latest`. The corners are
 * relative to `position`, and `unit` is near the normal; 0 of a triangle without area. Where t is
 * not -1, *parting is written, unless it is NULL. */
double ci_separate_until(const round_body *s, const double *const corner[3], const double unit[3],
                         double latest, separating_plane *parting);

/* Does a plane with this normal surely part the shape at its start from the triangle? */
int ci_is_separated_by(const round_body *s, const double *const corner[3], const double normal[3]);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Planes that separate a moving sphere or capsule from a triangle of a mesh. They exclude most
 * triangles that the tree finds, at a small part of the cost of a cast. All numbers
 * are relative to a corner of the triangle, so the rounding is small where the two are near each
 * other.
 */
#ifndef COLLIDE_SOLID_SEPARATING_PLANE_H
#define COLLIDE_SOLID_SEPARATING_PLANE_H

#include "quick_pairs.h"

typedef struct round_body {
  twofold away[3]; /* from the position of the triangles to that of the shape, exactly */
  round_core core;
  double d[3], most; /* the displacement, and its largest component */
} round_body;

/* Returns 0 for shapes that are not spheres or evenly scaled
 * capsules, and for numbers that are too large or too small. */
int ci_round_body_make(round_body *s, const collide_shape *shape, const double position[3],
                       const double *d);

/* The plane that separates the two for longest. At a time t in [0, 1] the gap is at least gap - t *
 * closing, except for rounding below 2^-47 of the largest number. */
typedef struct separating_plane {
  double gap, closing;
} separating_plane;

/* Returns a time t such that the shape is apart from the triangle from 0 to t, or -1 if that is not
 * certain at the start. INFINITY stands for all times. No times later than `latest` are tried. The
 * corners are relative to `position`; `unit` is near the normal, or 0. Writes *parting, unless t is
 * -1. */
double ci_separate_until(const round_body *s, const double *const corner[3], const double unit[3],
                         double latest, separating_plane *parting);

#endif

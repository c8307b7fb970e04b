/* SPDX-License-Identifier: MIT
 *
 * Planes that separate a shape from another one, or from the triangles of a mesh, also while the
 * shape moves.
 */
#ifndef COLLIDE_SEPARATION_H
#define COLLIDE_SEPARATION_H

#include "quick_pairs.h"

/* ---- The coordinate axes -----------------------------------------------------------------------
 *
 * The separation of two shapes along an axis is a sum of a few doubles, so its sign is exact.
 * Shapes on floors, at walls and under ceilings mostly touch them exactly. */

/* The bounds of a core that is not turned, relative to its position, and the radius around it. */
typedef struct axis_core {
  double low[3], high[3], radius;
} axis_core;

/* Returns 0 for half-spaces and turned shapes. */
int ci_axis_core(const collide_shape *shape, axis_core *core);

/* A moving shape, relative to triangles. */
typedef struct axis_body {
  axis_core core;
  twofold away[3]; /* from the position of the triangles to that of the shape, exactly */
  double d[3];     /* the displacement */
} axis_body;

/* d is NULL if the shape does not move. Returns 0 as above, and for too large or too small
 * numbers. */
int ci_axis_body(axis_body *s, const collide_shape *shape, const double position[3],
                 const double *d);

/* Does an axis separate the shape from the triangle during the whole motion? They may touch. A yes
 * is exact and writes the axis, on the shape's side. The corners are relative to `position`. */
int ci_axis_keeps_out(const axis_body *s, const double *const corner[3], double normal[3]);

/* The same for two shapes that are not turned. a moves along d, unless d is NULL. AXIS_CLOSING: an
 * axis separates them at the start, but a comes nearer along it. */
typedef enum axis_separation { AXIS_UNSURE, AXIS_CLOSING, AXIS_STAYS } axis_separation;
axis_separation ci_axis_separate(const collide_shape *a, const collide_shape *b, const double *d);

/* ---- A moving sphere or capsule and a triangle -------------------------------------------------
 *
 * These planes exclude most triangles that the tree finds, at a small part of the cost of a cast.
 * All numbers are relative to a corner of the triangle, so the rounding is small where the two are
 * near each other. */

typedef struct round_body {
  twofold away[3]; /* from the position of the triangles to that of the shape, exactly */
  round_core core;
  double d[3], most; /* the displacement, and its largest component */
} round_body;

/* Returns 0 for shapes that are not spheres or evenly scaled capsules, and for numbers that are too
 * large or too small. */
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

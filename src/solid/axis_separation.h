/* SPDX-License-Identifier: MIT
 *
 * Shapes along the axes: how far one lies beside another along an axis is a sum of a few doubles,
 * whose sign is known exactly. What stands on a floor, leans at a wall or hangs beneath a ceiling
 * mostly touches it exactly.
 */
#ifndef COLLIDE_SOLID_AXIS_SEPARATION_H
#define COLLIDE_SOLID_AXIS_SEPARATION_H

#include "../collide.h"
#include "../number/twofold.h"

/* How far a shape that is not turned reaches along the axes from its position: its core, and the
 * radius around that. */
typedef struct axis_core {
  double low[3], high[3], radius;
} axis_core;

/* Returns 0 for half-spaces and shapes that are turned. */
int ci_axis_core(const collide_shape *shape, axis_core *core);

/* A shape that moves, seen from triangles. */
typedef struct axis_body {
  axis_core core;
  twofold away[3]; /* from the position of the triangles to that of the shape, exactly */
  double d[3];     /* the displacement */
} axis_body;

/* NULL for d: it stays. Returns 0 as above, and for numbers that are too large or too small. */
int ci_axis_body(axis_body *s, const collide_shape *shape, const double position[3],
                 const double *d);

/* Does the shape stay beside all of the triangle along an axis, so that it is never in it, but may
 * touch it? Exact where the answer is yes; then writes the normal, on the shape's side. The corners
 * are relative to `position`. */
int ci_axis_keeps_out(const axis_body *s, const double *const corner[3], double normal[3]);

/* The same of two shapes that are not turned, of which a moves along d; or NULL. AXIS_CLOSING:
 * they are not in one another, but a comes nearer. AXIS_UNSURE is not certain. */
typedef enum axis_separation { AXIS_UNSURE, AXIS_CLOSING, AXIS_STAYS } axis_separation;
axis_separation ci_axis_separate(const collide_shape *a, const collide_shape *b, const double *d);

#endif

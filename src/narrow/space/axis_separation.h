/* SPDX-License-Identifier: MIT
 *
 * The coordinate axes as separating axes. The separation of two shapes along an axis is a sum of
 * a few doubles, so its sign is exact. Shapes on floors, at walls and under ceilings mostly touch
 * them exactly.
 */
#ifndef COLLIDE_SOLID_AXIS_SEPARATION_H
#define COLLIDE_SOLID_AXIS_SEPARATION_H

#include "../../collide.h"
#include "../../number/twofold.h"

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

#endif

/* SPDX-License-Identifier: MIT
 *
 * A shape beside a triangle along an axis: on a floor, at a wall or beneath a ceiling. See decide.h
 * for what is said of two shapes.
 */
#ifndef COLLIDE_NEAR_FLOOR_H
#define COLLIDE_NEAR_FLOOR_H

#include "../collide.h"
#include "../number/twofold.h"

/* How far a shape reaches along the axes. */
typedef struct floor_body {
  twofold away[3]; /* from the position of the triangles to that of the shape, exactly */
  double low[3], high[3], radius; /* relative to that; of round shapes what holds the core */
  double d[3];                    /* the displacement */
} floor_body;

/* NULL for d: it stays. Returns 0 for triangles, hulls, half-spaces and shapes that are turned, and
 * for numbers that are too large or too small. */
int ci_floor_body(floor_body *s, const collide_shape *shape, const double position[3],
                  const double *d);

/* Does the shape stay beside all of the triangle along an axis, so that it is never in it, but may
 * touch it? Exact where the answer is yes; then writes the normal, on the shape's side. The corners
 * are relative to `position`. */
int ci_floor_keeps_out(const floor_body *s, const double *const corner[3], double normal[3]);

#endif

/* SPDX-License-Identifier: MIT
 *
 * A shape beside a triangle whose corners have one coordinate in common: a floor, a wall or a
 * ceiling. See decide.h for what is said of two shapes.
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

/* The axis along which the corners of a triangle are level, or -1. */
static inline int floor_axis(const double *const corner[3]) {
  int k;
  for (k = 0; k < 3; k++)
    if (corner[0][k] == corner[1][k] && corner[1][k] == corner[2][k]) return k;
  return -1;
}

/* Of a triangle whose corners are level: does the shape stay on its side of that plane all along,
 * so that it is never in the triangle, but may touch it? Exact where the answer is yes; then writes
 * the normal, on that side. The corners are relative to `position`. */
int ci_floor_keeps_out(const floor_body *s, const double *const corner[3], double normal[3]);

#endif

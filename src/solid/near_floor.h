/* SPDX-License-Identifier: MIT
 *
 * A shape beside a triangle or another shape along an axis: on a floor, at a wall or beneath a
 * ceiling. See decide.h for what else is said of two shapes.
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

/* NULL for d: it stays. Returns 0 for half-spaces and shapes that are turned, and for numbers that
 * are too large or too small. */
int ci_floor_body(floor_body *s, const collide_shape *shape, const double position[3],
                  const double *d);

/* Where the shape ends that is on this side of a plane: 1 or -1 for above it or below. */
double ci_floor_lowest(const floor_body *s, int axis, double side);
/* The sign of how far that is beside the plane, less the radius, and one around what is there. */
int ci_floor_gap(const floor_body *s, int axis, double level, double around, double side);
/* What reaches through a plane by more is not asked for here. */
double ci_floor_deep(const floor_body *s, int axis);

/* Does the shape stay beside all of the triangle along an axis, so that it is never in it, but may
 * touch it? Exact where the answer is yes; then writes the normal, on the shape's side. The corners
 * are relative to `position`. */
int ci_floor_keeps_out(const floor_body *s, const double *const corner[3], double normal[3]);

/* The same of two shapes that are not turned, of which a moves along d; or NULL. BESIDE_CLOSES:
 * they are not in one another, but a comes nearer. BESIDE_NOT is not certain. */
typedef enum near_beside { BESIDE_NOT, BESIDE_CLOSES, BESIDE_STAYS } near_beside;
near_beside ci_near_beside(const collide_shape *a, const collide_shape *b, const double *d);

#endif

/* SPDX-License-Identifier: MIT
 *
 * The core of a shape that is the hull of one to three corners, with or without a radius: sphere,
 * capsule, segment and triangle. And the radius around the core of any shape.
 */
#ifndef COLLIDE_SOLID_CORE_H
#define COLLIDE_SOLID_CORE_H

#include "../../collide.h"
#include "../../shape/shape.h"

/* Writes the corners in the shape's own frame and returns their number; 0 for other kinds. */
static inline int core_corners(const collide_shape *s, const double *corner[3]) {
  static const double origin[3] = {0, 0, 0};
  corner[0] = s->kind == COLLIDE_SPHERE ? origin : s->a;
  corner[1] = s->b;
  corner[2] = s->of.facet.c;
  switch (s->kind) {
  case COLLIDE_SPHERE:
    return 1;
  case COLLIDE_CAPSULE:
  case COLLIDE_SEGMENT:
    return 2;
  case COLLIDE_TRIANGLE:
    return 3;
  default:
    return 0;
  }
}

static inline int core_has_radius(const collide_shape *s) {
  return s->kind == COLLIDE_SPHERE || s->kind == COLLIDE_CAPSULE || shape_is_rounded(s);
}

/* Returns 1 if the radius is one in the own frame, and a matrix makes the ball uneven. */
static inline int core_is_uneven(const collide_shape *s) {
  return s->frame == COLLIDE_LINEAR && s->radius > 0 &&
         (s->kind == COLLIDE_SPHERE || s->kind == COLLIDE_CAPSULE);
}

#endif

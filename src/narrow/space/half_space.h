/* SPDX-License-Identifier: MIT
 *
 * Half-spaces beside other solids, and beside each other. The plane is b.
 */
#ifndef COLLIDE_SOLID_PLANE_H
#define COLLIDE_SOLID_PLANE_H

#include "../plane/plane.h"
#include "../../shape/shape.h"

/* A factor for differences of two positions, so that products with numbers near 1 do not overflow:
 * 1, or 2^-64 for positions beyond 1e290. */
static inline double plane_scale(const double p[3], const double q[3]) {
  return ci_largest(p, 3, ci_largest(q, 3, 0)) > 1e290 ? 5.421010862427522e-20 : 1;
}

int ci_solid_overlaps_plane(const collide_shape *a, const collide_shape *plane);
void ci_solid_measure_plane(const collide_shape *a, const collide_shape *plane, int overlap,
                            pair_gap *gap);
int ci_solid_planes_overlap(const collide_shape *a, const collide_shape *b);
void ci_solid_measure_planes(const collide_shape *a, const collide_shape *b, int overlap,
                             pair_gap *gap);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Half-spaces beside other solids, and beside each other. The plane is b.
 */
#ifndef COLLIDE_SOLID_PLANE_H
#define COLLIDE_SOLID_PLANE_H

#include "../pair/pair.h"

int ci_solid_overlaps_plane(const collide_shape *a, const collide_shape *plane);
void ci_solid_measure_plane(const collide_shape *a, const collide_shape *plane, int overlap,
                            pair_gap *gap);
int ci_solid_planes_overlap(const collide_shape *a, const collide_shape *b);
void ci_solid_measure_planes(const collide_shape *a, const collide_shape *b, int overlap,
                             pair_gap *gap);

#endif

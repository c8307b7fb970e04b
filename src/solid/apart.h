/* SPDX-License-Identifier: MIT
 *
 * Planes that keep two solids apart.
 */
#ifndef COLLIDE_SOLID_APART_H
#define COLLIDE_SOLID_APART_H

#include "../collide.h"
#include "solid.h"

/* Writes the unit normal, out of b, of a plane between a and b, and returns a distance that
 * certainly separates the two along it. A result of 0 or less says nothing. Neither shape is a
 * half-space. */
double ci_solid_find_plane(const collide_shape *a, const collide_shape *b, double normal[3]);
/* Returns such a distance for a given unit normal. A negative result says nothing. */
double ci_solid_plane_gap(const collide_shape *a, const collide_shape *b, const double normal[3]);
/* The same for a pair. */
double ci_solid_pair_gap(const solid_pair *p, const double normal[3]);

#endif

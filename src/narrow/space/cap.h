/* SPDX-License-Identifier: MIT
 *
 * A polytope that rests on the flat end of an upright cylinder or cone, or hangs below it.
 */
#ifndef COLLIDE_SOLID_CAP_H
#define COLLIDE_SOLID_CAP_H

#include "facet.h"

/* Decides a polytope, with or without a radius, and a cylinder or cone whose axis is exactly along
 * y, by the heights of the ends of the axis: SOLID_APART, SOLID_TOUCH or SOLID_UNDECIDED. The pair
 * has not been moved. */
int ci_cap_decide(const solid_pair *p);

#endif

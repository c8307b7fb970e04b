/* SPDX-License-Identifier: MIT
 *
 * A ball around each of two solids and one inside each.
 */
#ifndef COLLIDE_SOLID_BALLS_H
#define COLLIDE_SOLID_BALLS_H

#include "decide.h"

/* SOLID_APART or SOLID_IN where these make it certain; else SOLID_UNDECIDED. */
int ci_solid_balls(const collide_shape *a, const collide_shape *b);

#endif

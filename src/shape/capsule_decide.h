/* SPDX-License-Identifier: MIT
 *
 * Whether a line meets a capsule within its range: a kind's `shoot` without room for a hit. */
#ifndef COLLIDE_CAPSULE_DECIDE_H
#define COLLIDE_CAPSULE_DECIDE_H

#include "shoot.h"

int ci_capsule_is_hit(const collide_shape *s, const double from[3], const double d[3], double max,
                      int flags, shoot_otherwise otherwise);
/* In the plane: the shape has no position, as folded capsules of two dimensions. */
int ci_capsule_is_hit_2d(const collide_shape *s, const double from[3], const double d[3],
                         double max, int flags, shoot_otherwise otherwise);

#endif

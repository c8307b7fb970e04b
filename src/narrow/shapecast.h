/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of two shapes, for callers that know their bounds or need no t_exit yet.
 */
#ifndef COLLIDE_SHAPECAST_H
#define COLLIDE_SHAPECAST_H

#include "../collide.h"

/* As collide_shapecast. In space the flags of space.h are allowed, except for boxes. `is_near`: the
 * bounds of the two are known to meet on the path. */
int ci_sweep_from(const collide_shape *shape, const double displacement[3],
                  const collide_shape *target, int flags, int is_near, collide_sweep_hit *hit);

/* The t_exit of a hit at t that was found with COLLIDE_SKIP_EXIT. The displacement is not 0. The
 * flags are 0, or in space SPACE_EARLY. */
double ci_sweep_exit(const collide_shape *shape, const double displacement[3],
                     const collide_shape *target, int flags, double t);

#endif

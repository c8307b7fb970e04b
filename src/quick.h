/* SPDX-License-Identifier: MIT
 *
 * Casts that plain doubles can answer: the start is near the shape and every
 * comparison is clear by a margin that no rounding reaches. That is most of a
 * game's casts, at a fraction of the cost of deciding exactly; whatever is not
 * clear is left to cast.c. The margins are a hundred times what the roundings
 * add up to, so a wide safety factor and not a tolerance: they change who
 * answers, never the answer.
 */
#ifndef COLLIDE_QUICK_H
#define COLLIDE_QUICK_H

#include "collide.h"
#include "fp.h"

enum { QUICK_MISS = 0, QUICK_HIT = 1, QUICK_UNSURE = 2 };

/* As collide_raycast, or as collide_segmentcast with max = 1; hit may be NULL. */
int quick_cast(const collide_shape *shape, const double from[3], const double toward[3],
               int is_segment, double max, int flags, collide_hit *hit);

#endif

/* SPDX-License-Identifier: MIT
 *
 * The door of this room: casts at one shape. collide/cast.h has what is public.
 */
#ifndef COLLIDE_CAST_H
#define COLLIDE_CAST_H

#include "../collide.h"

/* As collide_raycast, or as collide_segmentcast with max = 1, but never by the
 * short way. */
int ci_cast_exactly(const collide_shape *shape, const double from[3], const double toward[3],
                    int is_segment, double max, int flags, collide_hit *hit);
/* The same by the short way alone: QUICK_HIT, QUICK_MISS or QUICK_UNSURE. */
int ci_cast_quickly(const collide_shape *shape, const double from[3], const double toward[3],
                    int is_segment, double max, int flags, collide_hit *hit);

#endif

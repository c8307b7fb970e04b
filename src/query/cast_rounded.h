/* SPDX-License-Identifier: MIT
 *
 * The exact casts at rounded boxes and hulls, for cast.c.
 */
#ifndef COLLIDE_CAST_ROUNDED_H
#define COLLIDE_CAST_ROUNDED_H

#include "cast_numbers.h"
#include "measure.h"

/* Decides a ray or segment. */
cast_decision ci_rounded_decide(const collide_shape *shape, const shape_cast *cast);
/* Decides the whole line. */
int ci_rounded_meets(const collide_shape *shape, const shape_cast *cast);
/* Measures the end of a line that meets the shape. With INSIDE, only t_exit counts. */
void ci_rounded_measure(const collide_shape *shape, const shape_cast *cast, int end,
                        collide_hit *hit);

#endif

/* SPDX-License-Identifier: MIT
 *
 * A triangle and a box whose sides lie along the axes.
 */
#ifndef COLLIDE_TRIANGLE_BOX_H
#define COLLIDE_TRIANGLE_BOX_H

#include "../collide.h"
#include "pair.h"

/* Does the closed triangle meet the closed box, or with `open` the interior of the box? `open`
 * requires low[i] < high[i]. Exact. */
int ci_triangle_meets_box(const double *const corner[3], const double low[3], const double high[3],
                          int open);

/* Does a triangle meet a box without rotation (its frame is COLLIDE_MOVED)? 1 or 0. FILTER_UNSURE
 * for a pair near a touch if rounding changes the box's bounds relative to the triangle. */
int ci_triangle_overlaps_box(const collide_shape *triangle, const collide_shape *box);
/* The same in plain doubles: FILTER_UNSURE for every pair near a touch. */
int ci_triangle_box_quick(const collide_shape *triangle, const collide_shape *box);

/* Two boxes without rotation. Exact. */
int ci_box_overlaps_box(const collide_shape *a, const collide_shape *b);

#endif

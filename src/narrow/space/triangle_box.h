/* SPDX-License-Identifier: MIT
 *
 * A triangle and a box whose sides lie along the axes.
 */
#ifndef COLLIDE_TRIANGLE_BOX_H
#define COLLIDE_TRIANGLE_BOX_H

#include "../../collide.h"
#include "../plane/plane.h"

/* Does the closed triangle meet the closed box? By edge functions. Exact. */
int ci_triangle_meets_box(const double *const corner[3], const double low[3], const double high[3]);

/* By separating axes, exact: a triangle and a box without rotation, a triangle and a rect without
 * rotation in the plane, a triangle and a closed cell. With `open`, the interior of the cell, which
 * requires low[i] < high[i]. */
int ci_triangle_box_sat(const collide_shape *triangle, const collide_shape *box);
int ci_triangle_rect_sat(const collide_shape *triangle, const collide_shape *rect);
int ci_triangle_cell_sat(const double *const corner[3], const double low[3], const double high[3],
                         int open);

/* Two boxes without rotation. Exact. */
int ci_box_overlaps_box(const collide_shape *a, const collide_shape *b);

#endif

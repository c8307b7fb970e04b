/* SPDX-License-Identifier: MIT
 *
 * What triangle_box.c shares with the voxels: the same tests on plain corners
 * and bounds, of the open box too.
 */
#ifndef COLLIDE_TRIANGLE_BOX_H
#define COLLIDE_TRIANGLE_BOX_H

#include "../collide.h"
#include "pair.h"

/* Does the closed triangle meet the closed box, or its open inside? Exact.
 * Of the open one low[i] < high[i]. */
int ci_triangle_meets_box(const double *const corner[3], const double low[3], const double high[3],
                          int open);

/* The shapes that ci_triangle_box_sat takes, in plain doubles: 1 where they meet, 0 where they
 * are apart, FILTER_UNSURE where rounding leaves it in doubt. */
int ci_triangle_box_quick(const collide_shape *triangle, const collide_shape *box);

/* The sign of ((b - a) x (c - a)) . (point - a). Exact. */
int ci_triangle_plane_side(const double *const corner[3], const double point[3]);

/* The same or FILTER_UNSURE, for when plain doubles leave it in doubt. `sum` is their result, of
 * products of the three components n_i of the cross product, which are each the difference of two
 * products. `unit` is the same sum with the absolute value of each product and without minus. */
int ci_triangle_plane_doubted(const double *const corner[3], const double point[3], double sum,
                              double unit);

/* Two boxes without rotation. Exact. */
int ci_box_overlaps_box(const collide_shape *a, const collide_shape *b);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Shapes of two dimensions: points given, posed, and the hull of what rounding
 * makes of them.
 */
#ifndef COLLIDE_HULL_H
#define COLLIDE_HULL_H

#include "shape.h"

/* What ci_shape_fold does for shapes of two dimensions. */
collide_pose_error ci_hull_fold(collide_shape *shape);

/* How many points were given: 1 for a circle, its centre; 4 for a rect, from its
 * least corner counterclockwise; 0 for a plane. */
int ci_hull_given(const collide_shape *shape);
/* Point `index` of those, from 0, where the pose has put it. */
void ci_hull_point(const collide_shape *shape, int index, double point[2]);

/* Edge k, from 1, runs from given point k to the next. An edge of the hull, from
 * corner i to the next, may stand for several of those, all in one line but
 * for rounding: from edge `corners[i].edge` on, one by one, upwards or downwards as
 * `winding` says and cyclically, up to and without `corners[i + 1].edge`; edges
 * without length among them. */

#endif

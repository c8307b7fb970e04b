/* SPDX-License-Identifier: MIT
 *
 * Shapes of two dimensions: points given, posed, and the hull of what rounding
 * makes of them.
 */
#ifndef COLLIDE_HULL_H
#define COLLIDE_HULL_H

#include "kind.h"

/* What ci_shape_fold does for shapes of two dimensions. */
collide_error ci_hull_fold(collide_shape *shape, collide_source *source);

/* ---- For the rows of kinds -------------------------------------------------- */

/* Folds the points that the kind's outline tells, and its radius. */
collide_error ci_outline_fold(collide_shape *shape, collide_source *source,
                              const turned_pose *pose);
void ci_outline_extent(const collide_shape *shape, const double axis[3], twofold extent[2]);
/* Point `index` where the sizes are the points one after the other. */
void ci_outline_sizes(const collide_source *source, int index, double p[2]);
/* c x + s y + offset, rounded once but for some 2^-100 of the terms. */
double ci_turned(double c, twofold x, double s, twofold y, double offset);

/* ---- The points as given ------------------------------------------------------ */

/* How many points were given: 1 for a circle, its centre; 4 for a rect, from its
 * least corner counterclockwise. */
int ci_hull_given(const collide_shape *shape);
/* Point `index` of those, from 0, where the pose has put it. */
const double *ci_hull_point(const collide_shape *shape, int index);

/* Edge k, from 1, runs from given point k to the next. An edge of the hull, from
 * corner i to the next, may stand for several of those, all in one line but
 * for rounding: from edge `corners[i].edge` on, one by one, upwards or downwards as
 * `winding` says and cyclically, up to but excluding `corners[i + 1].edge`; edges
 * without length among them. */

#endif

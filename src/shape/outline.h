/* SPDX-License-Identifier: MIT
 *
 * Shapes of two dimensions: the given points are posed and rounded, and the shape is
 * the convex hull of the rounded points.
 */
#ifndef COLLIDE_OUTLINE_H
#define COLLIDE_OUTLINE_H

#include "kind.h"

/* Does the work of ci_shape_fold for shapes of two dimensions. */
collide_error ci_outline_find_corners(collide_shape *shape, collide_source *source);

/* ---- For the rows of kinds -------------------------------------------------- */

/* Computes the hull of the outline's given points, which are in `corners`. Leaves it there, and
 * sets `count` and `winding` in the outline. */
void ci_outline_take(collide_outline *outline, collide_corner *corners);
/* Folds the points that the kind's outline gives, and its radius. */
collide_error ci_outline_fold(collide_shape *shape, collide_source *source,
                              const turned_pose *pose);
/* Do what a fold of a circle, or of a rect whose pose only moves, does if only the position
 * changes. They return 0 and do nothing if a fold is needed. */
int ci_outline_move_circle(collide_shape *shape, const double position[2]);
int ci_outline_move_rect(collide_shape *shape, const double sizes[4], const double position[2]);
void ci_outline_extent(const collide_shape *shape, const double axis[3], twofold extent[2]);
/* Point `index`, for kinds whose sizes are the points one after the other. */
void ci_outline_sizes(const collide_source *source, int index, double p[2]);
/* c x + s y + offset, within one rounding plus some 2^-100 of the terms. */
static inline double turned_sum(double c, twofold x, double s, twofold y, double offset) {
  twofold sum = tf_add(tf_scale(x, c), tf_scale(y, s));
  return tf_add(sum, tf(offset)).hi + 0.0;
}

/* ---- The points as given ------------------------------------------------------ */

/* How many points were given: 1 for a circle, its centre; 4 for a rect, from its
 * least corner counterclockwise. */
int ci_outline_given(const collide_shape *shape);
/* Writes point `index` of those, counted from 0, as posed. */
void ci_outline_point(const collide_shape *shape, int index, double point[2]);

/* The given edges are numbered from 1; edge k runs from given point k to the next. An
 * edge of the hull, from corner i to the next, may stand for several given edges that
 * lie on one line except for rounding. Their numbers start at `corners[i].edge` and go
 * up when `winding` is 1, down when it is -1, cyclically, up to but excluding
 * `corners[i + 1].edge`. Edges of length zero may be among them. */

#endif

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

/* ---- For the rows of kinds ------------------------------------------------------------------- */

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

/* ---- The points as given --------------------------------------------------------------------- */

/* How many points were given: 1 for a circle, its centre; 4 for a rect, from its
 * least corner counterclockwise. */
int ci_outline_given(const collide_shape *shape);
/* Writes point `index` of those, counted from 0, as posed. */
void ci_outline_point(const collide_shape *shape, int index, double point[2]);

/* ---- Numbers of edges ------------------------------------------------------------------------ */

/* The given edges are numbered from 1; edge k runs from given point k to the next. Edges 1 to 4 of
 * a rect are -y, +x, +y, -x. An edge of the hull, from corner i to the next, may stand for several
 * given edges that lie on one line except for rounding. Their numbers start at `corners[i].edge`
 * and go up when `winding` is 1, down when it is -1, cyclically, up to but excluding
 * `corners[i + 1].edge`. Edges of length zero may be among them. */

/* The number of the next edge counterclockwise. */
static inline int outline_following(const collide_shape *s, int number) {
  int given = s->of.outline.given;
  if (s->of.outline.winding > 0) return number < given ? number + 1 : 1;
  return number > 1 ? number - 1 : given;
}
/* Returns 1 if edge x is reported, not y, for a line through the corner between them. */
int ci_outline_prefers(const collide_shape *s, int x, int y);
/* The face of a rect whose edge has this number. */
collide_face ci_outline_face(int number);
/* The number of the given edge that a line crosses where it enters (end 0) or leaves (end 1)
 * through edge i of a hull with area. Reads only shape, from, toward and is_segment of the line.
 * Exact. */
int ci_outline_edge_number(const line *l, int end, int i);

#endif

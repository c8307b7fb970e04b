/* SPDX-License-Identifier: MIT
 *
 * A line against a hull of two dimensions: on which side of the line a corner lies, and
 * the number or name of each edge that the line crosses.
 */
#ifndef COLLIDE_FLAT_H
#define COLLIDE_FLAT_H

#include "kind.h"

/* The sign of d x (p - f): 1 when p is to the left of the line, 0 when it is on the
 * line. This and all functions below are exact. */
int ci_flat_side(const line *l, const double p[2]);
/* The sign of d . (b - a). */
int ci_flat_advance(const line *l, const double a[2], const double b[2]);

/* Edges are numbered as in outline.h; edges 1 to 4 of a rect are -y, +x, +y, -x.
 * `end` is 0 where the line enters and 1 where it leaves. */

/* The number of the next edge counterclockwise. */
static inline int ci_flat_following(const collide_shape *s, int number) {
  int given = s->of.outline.given;
  if (s->of.outline.winding > 0) return number < given ? number + 1 : 1;
  return number > 1 ? number - 1 : given;
}
/* Edge i of a hull with area may stand for several given edges: returns the number of
 * the one that the line crosses. Reads only shape, from, toward and is_segment of the
 * line. */
int ci_flat_edge_number(const line *l, int end, int i);
/* For a hull without area: sets the number of an end whose other fields are set. Where
 * the line hits the cap of a rect and not a long side, also sets the end's edge to -1. */
void ci_flat_name_thin(line *l, int end);
/* The outward normal of the cap of a rect, where ci_flat_name_thin chose the cap. */
void ci_flat_cap_normal(const line *l, int end, double normal[3]);
/* Returns 1 if edge x is reported, not y, for a line through the corner between them. */
int ci_flat_prefers(const collide_shape *s, int x, int y);
collide_face ci_flat_face(int number);
/* Called when a rect is folded: stores what the functions above need when it has no area. */
void ci_rect_keep_axes(collide_shape *rect, const collide_source *source, const turned_pose *pose);

#endif

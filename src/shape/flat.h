/* SPDX-License-Identifier: MIT
 *
 * A line against a hull of two dimensions: where its corners lie, and what the
 * edges are called that it crosses.
 */
#ifndef COLLIDE_FLAT_H
#define COLLIDE_FLAT_H

#include "kind.h"

/* The sign of d x (p - f): 1 when p is to the left of the line, 0 on it. Exact,
 * like all that follows. */
int ci_flat_side(const line *l, const double p[2]);
/* The sign of d . (b - a). */
int ci_flat_advance(const line *l, const double a[2], const double b[2]);

/* Edges are numbered as in hull.h, and 1 to 4 of a rect are -y, +x, +y, -x.
 * Each `end` is 0 where the line enters and 1 where it leaves. */

/* Of those that edge i of a hull with area stands for, the one that the line
 * crosses. Of the line only shape, from, toward and is_segment are looked at. */
int ci_flat_edge_number(const line *l, int end, int i);
/* Of a hull without area: sets the number of an end that is set else. Where the
 * cap of a rect is hit, no long side is: then its edge is -1. */
void ci_flat_name_thin(line *l, int end);
/* Outward, of the cap of a rect that was named so. */
void ci_flat_cap_normal(const line *l, int end, double normal[3]);
/* At the corner between two: is it x rather than y? */
int ci_flat_prefers(const collide_shape *s, int x, int y);
collide_face ci_flat_face(int number);
/* Of a rect, when it is folded: keeps what the above wants to know of one without area. */
void ci_rect_keep_axes(collide_shape *rect, const collide_source *source, const turned_pose *pose);

#endif

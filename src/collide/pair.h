/* SPDX-License-Identifier: MIT
 *
 * Pairs: do two shapes meet, how deep, how far apart are they? Part of collide.h, which says what
 * holds for all of it.
 */
#ifndef COLLIDE_PAIR_API_H
#define COLLIDE_PAIR_API_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* even where the including file hides its names */
#endif

/* Do two shapes meet, and how deep? Closed sets, so touching is meeting, and
 * `hollow` does not matter. Every pair of two dimensions is there; of three
 * there are collide_contains, and collide_overlap of a box without rotation and a
 * triangle or another such box. In either order the answer is the same,
 * mirrored: to the last bit, unless the two shapes are the same in kind and every
 * double, for then nothing tells one from the other. contact and distance take time
 * in proportion to the product of the numbers of corners, overlap mostly to the sum. */

/* Is there a test for these two? If not, the functions of two shapes below must not be called. */
int collide_has_pair(const collide_shape *a, const collide_shape *b);
/* Is there one for collide_overlap, at least? */
int collide_has_overlap(const collide_shape *a, const collide_shape *b);

/* Exact: 1 or 0. */
int collide_overlap(const collide_shape *a, const collide_shape *b);

typedef struct collide_push {
  double normal[3]; /* unit length, out of b towards a */
  double depth;     /* moving a by normal * depth parts the two, so that they touch, and nothing
                       shorter does; 0 when they touch; INFINITY for half-planes that no push
                       parts */
  double point[3];  /* in both, in the middle of what they share: the mean of the corners of
                       that, or of rounded shapes halfway between the deepest points */
} collide_push;

/* Returns 1 exactly when they overlap; *push is written then alone. */
int collide_contact(const collide_shape *a, const collide_shape *b, collide_push *push);
/* The distance, 0 exactly when they overlap, and the nearest point of each: of
 * a stretch of them the middle, and when they overlap a point of both. */
double collide_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                        double on_b[3]);
/* The same from a point to a shape of two dimensions; when the shape holds it, 0
 * and the point itself. */
double collide_closest(const collide_shape *shape, const double point[3], double nearest[3]);
/* Exact: 1 or 0. Of shapes of three dimensions too. */
int collide_contains(const collide_shape *shape, const double point[3]);

/* Which of the seven regions into which its sides' lines cut the plane around
 * a triangle of two dimensions holds the point: 4, 2 and 1, added up, for being
 * on the inner side of ab, bc and ca, or on the line itself. 7 exactly when the
 * triangle holds the point. In line with a triangle that is collapsed to a segment or a
 * point, but not on it: 1, 2 or 4, as beyond b, a or c. */
int collide_triangle_region(const collide_shape *triangle, const double point[3]);
/* Triangle and rect of two dimensions, the rect without rotation, by the
 * triangle's edge functions at the rect's foremost corners, and by separating
 * axes. Both exact, so equal, and equal to collide_overlap. */
int collide_triangle_rect_pef(const collide_shape *triangle, const collide_shape *rect);
int collide_triangle_rect_sat(const collide_shape *triangle, const collide_shape *rect);

/* ---- Triangle and box ---------------------------------------------------- */

/* Does a triangle of three dimensions, degenerate ones too, meet a box without
 * rotation (its frame is COLLIDE_MOVED)? By the 13 separating axes, and by the
 * triangle's plane and its edge functions in the three projections; both exact,
 * so equal. The second is the faster one. */
int collide_triangle_box_sat(const collide_shape *triangle, const collide_shape *box);
int collide_triangle_box_pef(const collide_shape *triangle, const collide_shape *box);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT
 *
 * Pairs: do two shapes meet, how deep, how far apart are they? Part of collide.h,
 * which says what holds for all of it.
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

/* Do two shapes meet, and how deep? Shapes are closed sets, so shapes that touch
 * meet, and `hollow` does not matter. There is a test for every two shapes of the
 * same number of dimensions. In either order the answer is the same, mirrored: to
 * the last bit, unless the two shapes are the same in kind and every double, for
 * then nothing tells one from the other. Where polytopes touch at a corner or edge, so that
 * several normals part them, that of a contact is the one of b's first face, else of a's: in
 * the other order it may be another one. In two dimensions the time is in proportion
 * to the sum of the numbers of corners; of collide_contact, and of collide_distance
 * of shapes that overlap, to that times the logarithm.
 *
 * In three dimensions yes and no are exact but of one sort of pair: two curved
 * shapes of which one is a cylinder, a cone, or a sphere or capsule in a linear
 * frame. (Curved are cones, and spheres, capsules and cylinders with a radius above
 * 0.) Of these, shapes whose distance or depth is below 1e-10 of their size may be
 * taken to meet or not to; which of the two is the same on every platform. The size
 * is the largest coordinate of either shape, seen from the other's position.
 *
 * Every function here may be called with any shapes. Where one is of two dimensions
 * and the other of three, it says so and writes nothing. */

enum {
  COLLIDE_UNSUPPORTED = -1 /* one shape is of two dimensions, the other of three */
};

/* Exact, but for what is said above: 1 or 0, or COLLIDE_UNSUPPORTED. */
int collide_overlap(const collide_shape *a, const collide_shape *b);

typedef struct collide_push {
  double normal[3]; /* unit length, out of b towards a */
  double depth;     /* moving a by normal * depth parts the two, so that they touch, and nothing
                       shorter does; 0 when they touch; INFINITY for half-planes that no push
                       parts */
  double point[3];  /* in both, but for rounding. In two dimensions in the middle of what they
                       share: the mean of the corners of that, or of rounded shapes halfway
                       between the deepest points; edges that are parallel but for rounding
                       count as parallel */
} collide_push;

/* Returns 1 exactly when they overlap, and then writes *push; else 0, or
 * COLLIDE_UNSUPPORTED. In two dimensions the depth is within 3 * 2^-52 of itself, and
 * 2^-96 of the shapes' largest coordinate; so is the distance below.
 *
 * In three dimensions depth and distance of shapes with flat faces, and of these and
 * evenly scaled spheres and capsules, are within 2^-48 of the size, which is as above;
 * distances within 4 * 2^-52 of themselves, too, where they are above 2^-20 of it. With
 * cylinders, cones, and spheres and capsules in a linear frame, distances are within
 * 1e-12 of the size, and depths within 1e-8: the push then parts the two to within
 * 2^-48 of it, but one may be shorter by as much. The depth is above 0 exactly when
 * their insides meet, 0 when they only touch. Hulls of hundreds of corners that are deep
 * in one another may get a push that parts them but is not the least. */
int collide_contact(const collide_shape *a, const collide_shape *b, collide_push *push);
/* Returns the distance, 0 exactly when they overlap, and writes the nearest point
 * of each. In two dimensions, where edges that are exactly parallel face each other,
 * these are the middles of the parts that do; if they are parallel only but for
 * rounding, the points are the one pair that is nearest. In three dimensions, where
 * many pairs of points are nearest, they are one of those. When the shapes overlap,
 * both are a point of both. Returns -1 where the two have different dimensions.
 *
 * The points are rounded: let m be the largest of their absolute coordinates and
 * of the shapes' radii, in three dimensions also of the shapes' positions. Then
 * |on_a - on_b| is the distance but for 8 * 2^-52 * m, and 2^-96 of the shapes' largest
 * coordinate. */
double collide_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                        double on_b[3]);
/* The same from a point to a shape; when the shape holds the point, 0 and the
 * point itself. */
double collide_closest(const collide_shape *shape, const double point[3], double nearest[3]);
/* Exact: 1 or 0. For every kind of shape. */
int collide_contains(const collide_shape *shape, const double point[3]);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif

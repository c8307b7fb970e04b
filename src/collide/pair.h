/* SPDX-License-Identifier: MIT
 *
 * Pairs: overlap, contact and distance of two shapes. Part of collide.h, whose opening comment
 * applies here too.
 */
#ifndef COLLIDE_PAIR_API_H
#define COLLIDE_PAIR_API_H

#include "answer.h"
#include "shape.h"
#include "begin.h"

/* Shapes are closed sets, so shapes that touch overlap, and `hollow` does not matter. There is a
 * test for every two shapes of the same number of dimensions.
 *
 * Order. The answer for (b, a) is the mirrored answer for (a, b), to the last bit. There are two
 * exceptions. Two shapes of the same kind with the same doubles cannot be distinguished. Where
 * polytopes touch at a corner or edge, several normals separate them. The contact has the normal of
 * the first such face of b, else of a.
 *
 * Time. In two dimensions the time is O(n), where n is the number of corners of both shapes. It is
 * O(n log n) for collide_contact, and for collide_distance of shapes that overlap.
 *
 * Exactness. Yes and no are exact, except for one sort of pair in three dimensions: two curved
 * shapes, if one is a cylinder, a cone, or a sphere or capsule in a linear frame. (Cones are
 * curved, and spheres, capsules and cylinders with a radius above 0.) If the distance or depth of
 * such a pair is below 1e-10 of its size, either answer is possible. Every platform gives the same
 * answer. The size is the largest coordinate of either shape, relative to the other's position.
 *
 * Every function of two shapes accepts any kinds. If one shape is of two dimensions and the other
 * of three, it returns COLLIDE_UNSUPPORTED and writes nothing. */

/* Do the shapes overlap? Exact, except for the pairs above. */
collide_answer collide_overlap(const collide_shape *a, const collide_shape *b);

typedef struct collide_push {
  double normal[3]; /* unit length, out of b towards a */
  /* Moving a by normal * depth is the shortest displacement after which the two only touch. 0 if
   * they touch already; INFINITY for half-planes that no displacement separates. */
  double depth;
  /* A point in both shapes, except for rounding. In two dimensions it is in the middle of the
   * intersection: the mean of its corners, or for round shapes halfway between the deepest points.
   * Edges that are parallel except for rounding count as parallel. */
  double point[3];
} collide_push;

/* Writes *push if the shapes overlap.
 *
 * In two dimensions the depth has a relative error of at most 3 * 2^-52, plus 2^-96 of the shapes'
 * largest coordinate. This bound also holds for collide_distance.
 *
 * In three dimensions let the size be as defined above. For shapes with flat faces, also against
 * evenly scaled spheres and capsules, depth and distance are within 2^-48 of the size. Distances
 * above 2^-20 of the size also have a relative error of at most 4 * 2^-52. With cylinders, cones,
 * and spheres and capsules in a linear frame, distances are within 1e-12 of the size, and depths
 * within 1e-8. The push then separates the two to within 2^-48 of the size, but a push that is
 * shorter by the error of the depth may exist. The depth is above 0 if the interiors intersect, and
 * 0 if the shapes only touch. This is exact. For hulls of hundreds of corners that penetrate
 * deeply, the push separates them but may not be the shortest. */
collide_answer collide_contact(const collide_shape *a, const collide_shape *b, collide_push *push);
/* Writes the distance and the witness points: the nearest point of each shape. The distance is 0 if
 * and only if the shapes overlap. Then both witness points are one point of the intersection.
 * Several pairs of points may be nearest. In two dimensions, where edges that are exactly parallel
 * face each other, the witness points are the middles of the facing parts. Where edges are parallel
 * except for rounding, there is one nearest pair. In three dimensions they are any nearest pair.
 * The answer is COLLIDE_YES for any two shapes of the same dimensions.
 *
 * The points are rounded. Let m be the largest of their absolute coordinates and of the shapes'
 * radii, in three dimensions also of the shapes' positions. Then |on_a - on_b| differs from
 * the distance by at most 8 * 2^-52 * m, plus 2^-96 of the shapes' largest coordinate. */
collide_answer collide_distance(const collide_shape *a, const collide_shape *b, double *distance,
                                double on_a[3], double on_b[3]);
/* The distance from a point to a shape, and the nearest point of the shape. If the shape contains
 * the point, these are 0 and the point itself. */
double collide_closest(const collide_shape *shape, const double point[3], double nearest[3]);
/* Returns 1 if the shape contains the point, else 0. Exact, for every kind of shape. */
int collide_contains(const collide_shape *shape, const double point[3]);

#include "end.h"

#endif

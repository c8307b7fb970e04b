/* SPDX-License-Identifier: MIT
 *
 * Pairs: overlap, contact and distance of two shapes. Part of collide.h, whose opening comment
 * applies here too.
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

/* Shapes are closed sets, so shapes that touch overlap, and `hollow` does not matter. There is a
 * test for every two shapes of the same number of dimensions.
 *
 * Order. The answer for (b, a) is the mirrored answer for (a, b), to the last bit. There are two
 * exceptions. Two shapes of the same kind with the same doubles cannot be distinguished. If
 * polytopes touch at a corner or edge, several normals separate them, and the contact has the
 * normal of b's first face, else of a's.
 *
 * Time. In two dimensions it is in proportion to the sum of the numbers of corners. For
 * collide_contact, and for collide_distance of shapes that overlap, it is in proportion to that
 * times the logarithm.
 *
 * Exactness. Yes and no are exact, except for one sort of pair in three dimensions: two curved
 * shapes of which one is a cylinder, a cone, or a sphere or capsule in a linear frame. (Curved are
 * cones, and spheres, capsules and cylinders with a radius above 0.) If their distance or depth is
 * below 1e-10 of their size, they may be taken to overlap or not; the answer is the same on every
 * platform. The size is the largest coordinate of either shape, relative to the other's position.
 *
 * Every function here accepts any shapes. If one is of two dimensions and the other of three, it
 * returns COLLIDE_UNSUPPORTED and writes nothing. */

enum {
  COLLIDE_UNSUPPORTED = -1 /* one shape is of two dimensions, the other of three */
};

/* Exact, except as stated above: 1 or 0, or COLLIDE_UNSUPPORTED. */
int collide_overlap(const collide_shape *a, const collide_shape *b);

typedef struct collide_push {
  double normal[3]; /* unit length, out of b towards a */
  /* Moving a by normal * depth separates the two so that they touch, and nothing shorter does. 0 if
   * they touch; INFINITY for half-planes that nothing separates. */
  double depth;
  /* In both, except for rounding. In two dimensions it is in the middle of the intersection: the
   * mean of its corners, or for rounded shapes halfway between the deepest points. Edges that are
   * parallel except for rounding count as parallel. */
  double point[3];
} collide_push;

/* Returns 1 exactly if they overlap, and then writes *push; else 0, or COLLIDE_UNSUPPORTED.
 *
 * In two dimensions the depth is within 3 * 2^-52 of itself, and 2^-96 of the shapes' largest
 * coordinate; so is the distance below.
 *
 * In three dimensions depth and distance of shapes with flat faces, and of these and evenly scaled
 * spheres and capsules, are within 2^-48 of the size, as defined above. Distances above 2^-20 of
 * the size are also within 4 * 2^-52 of themselves. With cylinders, cones, and spheres and capsules
 * in a linear frame, distances are within 1e-12 of the size, and depths within 1e-8. The push then
 * separates the two to within 2^-48 of the size, but a push that is shorter by as much may exist.
 * The depth is above 0 exactly if the insides intersect, and 0 if the shapes only touch. Hulls of
 * hundreds of corners that penetrate deeply may get a push that separates them but is not the
 * shortest. */
int collide_contact(const collide_shape *a, const collide_shape *b, collide_push *push);
/* Returns the distance, 0 exactly if they overlap, and writes the witness points: the nearest point
 * of each. In two dimensions, if edges that are exactly parallel face each other, these are the
 * middles of the parts that do. If they are parallel except for rounding, the points are the one
 * nearest pair. In three dimensions, if many pairs of points are nearest, they are one of those. If
 * the shapes overlap, both are one point of both. Returns -1 if the two have different dimensions.
 *
 * The points are rounded. Let m be the largest of their absolute coordinates and of the shapes'
 * radii, in three dimensions also of the shapes' positions. Then |on_a - on_b| is the distance to
 * within 8 * 2^-52 * m, and 2^-96 of the shapes' largest coordinate. */
double collide_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                        double on_b[3]);
/* The same from a point to a shape; if the shape contains the point, 0 and the point itself. */
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

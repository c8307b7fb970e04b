/* SPDX-License-Identifier: MIT
 *
 * Exact decisions: do two solids meet, and do their interiors overlap?
 */
#ifndef COLLIDE_SOLID_DECIDE_H
#define COLLIDE_SOLID_DECIDE_H

#include "../../collide.h"

/* The relation of two shapes. Let A - B be the set of all differences a - b of their points. The
 * shapes meet exactly if A - B holds the origin. They penetrate if and only if the interior of A -
 * B holds the origin. Then no move shorter than some positive length parts them, and the depth of
 * their contact is above 0. */
enum {
  SOLID_UNDECIDED = -1, /* there is no exact decision for these two */
  SOLID_APART = 0,
  SOLID_TOUCH = 1, /* they meet, but do not penetrate */
  SOLID_IN = 2
};

/* The first shape moves without turning along d. It takes all places from `from` times d to `to`
 * times d, in real arithmetic. The numbers are 0 or between 1e-70 and 1e70. */
typedef struct solid_shift {
  double d[3], from, to;
} solid_shift;

/* The relation of the two. Both orders give the same answer. It is about origin + linear * own in
 * real arithmetic, for the doubles that the shapes hold. It is exact if these are 0 or between
 * 1e-70 and 1e70.
 *
 * Undecided are exactly the pairs of two curved shapes one of which is a cylinder, a cone, or a
 * sphere or capsule in a linear frame. Curved shapes are cones, and spheres, capsules and cylinders
 * with a radius above 0. The time is linear in the number of corners, and a few times that of
 * doubles: call the functions in doubles first.
 *
 * With `shift`, which may be NULL, the first shape is the set of all its places. The two are in one
 * another exactly if they are at some place between the ends, or if the shape passes through the
 * other and A - B has no interior. */
int ci_solid_decide(const collide_shape *a, const collide_shape *b, const solid_shift *shift);

/* The same in twofolds (twofold_decide.c), for polytopes with or without an even radius.
 * SOLID_UNDECIDED if twofolds are not certain, for example if the two only touch. */
int ci_decide_in_twofolds(const collide_shape *a, const collide_shape *b, const solid_shift *shift);
/* Decides by the functions above in the order of their cost. */
int ci_solid_relation(const collide_shape *a, const collide_shape *b, const solid_shift *shift);

/* Does A - B have an interior? For two curved shapes the answer is always 1. Exact. */
int ci_solid_has_inside(const collide_shape *a, const collide_shape *b);

/* Is there an exact decision for the two? */
int ci_solid_decides(const collide_shape *a, const collide_shape *b);

#endif

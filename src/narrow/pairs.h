/* SPDX-License-Identifier: MIT
 *
 * Queries of two shapes besides those of collide/pair.h.
 */
#ifndef COLLIDE_PAIRS_H
#define COLLIDE_PAIRS_H

#include "plane/plane.h"

/* The answer of a function that returns 1, 0 or COLLIDE_UNSUPPORTED as an int. */
static inline collide_answer answer_of(int found) {
  return (collide_answer)found;
}

/* Returns 1 if the two have the same number of dimensions. Then every query supports them. */
int ci_has_pair(const collide_shape *a, const collide_shape *b);
/* Decides whether two shapes are apart, touch or overlap, without measuring: PAIR_PARTED, PAIR_MEET
 * (either of the next two), PAIR_TOUCH, PAIR_DEEP or COLLIDE_UNSUPPORTED. */
int ci_pair_meet(const collide_shape *a, const collide_shape *b);
/* As collide_distance, for two shapes of the same dimensions. Returns the distance. */
double ci_pair_distance(const collide_shape *a, const collide_shape *b, double on_a[3],
                        double on_b[3]);
/* As collide_contact, but returns 0 if the depth is 0. Shapes that touch then take less time. */
int ci_pair_open_contact(const collide_shape *a, const collide_shape *b, collide_push *push);

#endif

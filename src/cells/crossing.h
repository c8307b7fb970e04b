/* SPDX-License-Identifier: MIT
 *
 * Decides exactly which of two crossings of a line with boundaries comes first.
 */
#ifndef COLLIDE_CROSSING_H
#define COLLIDE_CROSSING_H

#include "../number/fp.h"

/* A crossing at t = (boundary - from) / (to - base), where to > base. For a segment
 * from-to the base is `from`; for a ray the base is 0 and `to` is the direction. t is
 * the exact quotient of the exact differences. */
typedef struct crossing {
  double boundary, from, to, base;
} crossing;

/* -1, 0 or 1 if a comes before, with or after b. */
int ci_crossing_compare(const crossing *a, const crossing *b);
/* -1, 0 or 1 if the crossing comes before, at or after t, which is finite. */
int ci_crossing_compare_to(const crossing *a, double t);

#endif

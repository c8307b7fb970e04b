/* SPDX-License-Identifier: MIT
 *
 * Which of two crossings of a line with boundaries comes first, exactly.
 */
#ifndef COLLIDE_CROSSING_H
#define COLLIDE_CROSSING_H

#include "../number/fp.h"

/* At t = (boundary - from) / (to - base), where to > base. Of a segment from-to
 * the base is `from`; of a ray it is 0, and `to` the direction. The differences
 * are meant as they are, not rounded. */
typedef struct crossing {
  double boundary, from, to, base;
} crossing;

/* -1, 0 or 1 as a comes before, with or after b. */
int ci_crossing_compare(const crossing *a, const crossing *b);
/* -1, 0 or 1 as it comes before, at or after that t, which is finite. */
int ci_crossing_compare_to(const crossing *a, double t);

#endif

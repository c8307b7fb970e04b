/* SPDX-License-Identifier: MIT
 *
 * Measurements of a hit by the exact cast. The line's pool holds the exact numbers.
 */
#ifndef COLLIDE_CAST_MEASURE_H
#define COLLIDE_CAST_MEASURE_H

#include "../shape/kind.h"

/* The exact cast at rounded boxes and hulls (cast.c). It uses no room of the line. */
extern const exact_cast ci_rounded_exact;

static inline const exact_cast *cast_exact_of(const collide_shape *s) {
  return shape_is_rounded(s) ? &ci_rounded_exact : ci_exact_of(s);
}

/* The parts of a line to measure after a decision. */
enum { MISS = -1, ENTER_END = 0, EXIT_END = 1, INSIDE = 2 };

#endif

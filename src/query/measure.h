/* SPDX-License-Identifier: MIT
 *
 * What the exact cast measures of a line that hits. Its pool holds the exact numbers.
 */
#ifndef COLLIDE_CAST_MEASURE_H
#define COLLIDE_CAST_MEASURE_H

#include "../shape/line.h"

/* What a decision says to measure. */
enum { MISS = -1, ENTER_END = 0, EXIT_END = 1, INSIDE = 2 };

/* The line where it enters or leaves: ENTER_END or EXIT_END. */
void ci_cast_measure(const line *l, int end, collide_hit *hit);
/* Of a start in the solid: where the line leaves it, and u and v of the start. */
void ci_cast_measure_inside(const line *l, collide_hit *hit);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Measurements of a hit by the exact cast. The line's pool holds the exact numbers.
 */
#ifndef COLLIDE_CAST_MEASURE_H
#define COLLIDE_CAST_MEASURE_H

#include "../shape/line.h"

/* The parts of a line to measure after a decision. */
enum { MISS = -1, ENTER_END = 0, EXIT_END = 1, INSIDE = 2 };

/* The decisions about a hit. The measured values are adjusted to agree with them. */
typedef struct cast_decision {
  int end;           /* MISS, or what to measure */
  int starts_inside; /* t_enter < 0 <= t_exit */
  int at_start;      /* t is 0, exactly */
  int at_max;        /* t is max, exactly */
} cast_decision;

/* Measures where the line enters or leaves: ENTER_END or EXIT_END. */
void ci_cast_measure(const line *l, int end, collide_hit *hit);
/* For a start in the solid, measures where the line leaves it, and u and v of the start. */
void ci_cast_measure_inside(const line *l, collide_hit *hit);

#endif

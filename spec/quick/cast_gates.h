/* SPDX-License-Identifier: MIT
 *
 * Moving a case to where the quick cast's answer changes.
 */
#ifndef CAST_GATES_H
#define CAST_GATES_H

#include "cast_case.h"

typedef struct ends {
  double from[3], toward[3], at[3], max;
} ends;

/* What the quick cast says of the case, as a number that differs between answers; 0 is unsure. */
int answer_of(const cast_case *c);
void get_ends(const cast_case *c, ends *e);
void put_ends(cast_case *c, const ends *e);
/* Moves the line towards another one until the quick cast's answer changes: the last line with the
 * old answer stays in *c, the first with the new one is written to *beyond. Returns 0 when the
 * other line is answered the same way; then that is the case's. */
int push_line(cast_case *c, const ends *other, int steps, cast_case *beyond);
/* The same with one of the shape's sizes, but roughly, for making a shape costs more. */
int push_shape(rng *r, cast_case *c);

/* Goes from the line towards a random one until the answer changes; 0 when it does not. */
int approach_gate(rng *r, cast_case *c, cast_case *beyond);
/* cast_corners.c: draws a line of its own that grazes the shape at the distance `off`, and moves it
 * and the shape to a corner between several gates; 0 when the quick cast does not answer it. */
int approach_corner(rng *r, cast_case *c, double *off);
/* From such a corner, or close to it, to the shape's surface until the answer changes; 0 when it
 * does not. */
int approach_surface(rng *r, cast_case *c, double off, cast_case *beyond);
/* cast_known.c: a case that was wrong once, varied, at the distance `off` from what it was; 0 when
 * there is none of this kind, or the quick cast does not answer it. */
int draw_known(rng *r, cast_case *c, double *off);

#endif

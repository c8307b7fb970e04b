/* SPDX-License-Identifier: MIT
 *
 * Shapecasts of two solids in space. Let M be the set of all differences b - a of their points: a
 * moved by t d meets b exactly when t d is in M, which is convex.
 *
 *   space.c       what is decided in which order
 *   space_near.c  where the line enters and leaves M, and what touches there, in plain doubles
 *   space_time.c  the double that an exact decision finds next to such a place
 */
#ifndef COLLIDE_SPACE_H
#define COLLIDE_SPACE_H

#include "../collide.h"

typedef struct space_sweep {
  const collide_shape *a, *b; /* a moves */
  double d[3];                /* not zero */
  int flags;
  int decides; /* there is an exact decision for these two */
} space_sweep;

/* collide_shapecast for two shapes of three dimensions. *hit is 0 before. */
int ci_space_shapecast(const space_sweep *w, collide_sweep_hit *hit);

/* ---- space_near.c ------------------------------------------------------------------------- */

typedef enum space_found {
  SPACE_NEVER, /* the line does not come in, or out, but for rounding */
  SPACE_FOUND
} space_found;

/* The value of t at which the line comes into M, looked for from t = 0, where the two are apart;
 * and the value at which it leaves M, looked for from *later, where they are apart for good:
 * INFINITY when it never does. */
space_found ci_space_enter(const space_sweep *w, double *t);
space_found ci_space_leave(const space_sweep *w, double *t, double *later);
/* The normal and the point at which they touch at t, where the line comes in. */
void ci_space_touch(const space_sweep *w, double t, double normal[3], double point[3]);
/* Are the two in one another at t, by more than doubles are off? */
int ci_space_is_in(const space_sweep *w, double t);
/* Where they lie at the start: as ci_solid_decide, SOLID_UNDECIDED where doubles are unsure. */
int ci_space_quick_level(const space_sweep *w);

/* ---- space_time.c ------------------------------------------------------------------------- */

/* As ci_solid_decide, of the set of places between from d and to d. */
int ci_space_level(const space_sweep *w, double from, double to);
/* The least double t up to which the two have met; they have not at 0, and have up to 1. `guess` is
 * near it. */
double ci_space_enter_exactly(const space_sweep *w, double guess);
/* The greatest double at which they meet, or 0. From `later` on they do not. */
double ci_space_leave_exactly(const space_sweep *w, double guess, double later);

#endif

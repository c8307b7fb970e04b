/* SPDX-License-Identifier: MIT
 *
 * Casts of scripts at one shape, with numbers by value. LuaJIT calls them as fast as C does, and
 * for the simplest kinds the call is much of what a cast costs.
 */
#ifndef COLLIDE_CAST_NUMBERS_H
#define COLLIDE_CAST_NUMBERS_H

#include "../shape/kind.h"

/* What a quick function takes; see quick.h. */
typedef struct shape_cast {
  const double *from, *toward;
  double max;
  int flags;
} shape_cast;

/* Whether a quick function's result is the cast's. A half-space that the line never enters has no
 * point: left to the exact cast. */
static inline int cast_is_certain(int found, int flags, const collide_hit *hit) {
  return found < QUICK_UNSURE &&
         !(found == QUICK_HIT && flags & QUICK_LINE && hit != NULL && hit->t < -DBL_MAX);
}

/* The cast that a quick function is not certain of. */
int ci_cast_in_doubt(const collide_shape *shape, const shape_cast *c, int found, collide_hit *hit);
int ci_cast_numbers_in_doubt(const collide_shape *s, double ax, double ay, double az, double bx,
                             double by, double bz, double max, int flags, int found,
                             collide_hit *hit);

/* Results of cast_numbers beside 0 and 1: it does not answer; or it is a hit of a triangle in
 * space, of which u and v are written, too. */
enum { CAST_OTHER = -1, CAST_TRIANGLE = 2 };

/* A cast at one shape, without flags. Answers only numbers that are finite, a direction that is not
 * zero, a max that is not negative, and hits that have a point. Only rays read `max`. `kind` is a
 * constant. One test of the sum checks that all numbers are finite: else the sum is not. */
static QUICK_INLINE int cast_numbers(const collide_shape *shape, collide_cast_kind kind, double ax,
                                     double ay, double az, double bx, double by, double bz,
                                     double max, collide_hit *hit) {
  int flags = kind == COLLIDE_CAST_SEGMENT ? QUICK_SEGMENT
              : kind == COLLIDE_CAST_LINE  ? QUICK_LINE
                                           : 0;
  int found;
  if (!(fabs((ax + ay + az) + (bx + by + bz)) <= DBL_MAX)) return CAST_OTHER;
  if (kind == COLLIDE_CAST_RAY && !(max >= 0)) return CAST_OTHER;
  if (kind != COLLIDE_CAST_RAY) max = kind == COLLIDE_CAST_LINE ? HUGE_VAL : 1;
  found = ci_kind_of(shape)->quick(shape, ax, ay, az, bx, by, bz, max, flags, hit);
  if (!cast_is_certain(found, flags, hit)) {
    if (kind != COLLIDE_CAST_SEGMENT && bx == 0 && by == 0 && bz == 0) return CAST_OTHER;
    found = ci_cast_numbers_in_doubt(shape, ax, ay, az, bx, by, bz, max, flags, found, hit);
    if (found && hit != NULL && !hit->has_point) return CAST_OTHER;
  }
  return found && hit != NULL && shape->kind == COLLIDE_TRIANGLE ? (int)CAST_TRIANGLE : found;
}

#endif

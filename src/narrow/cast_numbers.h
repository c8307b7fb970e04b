/* SPDX-License-Identifier: MIT
 *
 * Casts of scripts at one shape, with numbers by value. LuaJIT calls them as fast as C does. For
 * the simplest kinds, the call is a large part of a cast's cost.
 */
#ifndef COLLIDE_CAST_NUMBERS_H
#define COLLIDE_CAST_NUMBERS_H

#include "../shape/kind.h"
#include "limit.h"

/* The arguments of a quick function; see quick.h. */
typedef struct shape_cast {
  const double *from, *toward;
  double max;
  int flags;
} shape_cast;

/* Returns 1 if the cast can use a quick function's result. It cannot use a hit with a half-space
 * that the line never enters: that has no point and is left to the exact cast. */
static inline int cast_is_certain(int found, int flags, const collide_hit *hit) {
  return QUICK_LIKELY(found < QUICK_UNSURE) &&
         !(found == QUICK_HIT && flags & QUICK_LINE && hit != NULL && hit->t < -DBL_MAX);
}

/* Casts again after a quick function was unsure. */
int ci_cast_numbers_in_doubt(const collide_shape *s, double ax, double ay, double az, double bx,
                             double by, double bz, double max, int flags, int found,
                             collide_hit *hit);

/* Results of cast_numbers besides 0 and 1. CAST_OTHER: no answer. CAST_TRIANGLE: a hit of a
 * triangle in space, with u and v. */
enum { CAST_OTHER = -1, CAST_TRIANGLE = 2 };

/* Casts at one shape, without flags. Answers only if limit_holds_cast, the direction is not zero,
 * max is not negative, and a hit has a point. Only rays read `max`. `kind` is a constant.
 */
static QUICK_INLINE int cast_numbers(const collide_shape *shape, collide_cast_kind kind, double ax,
                                     double ay, double az, double bx, double by, double bz,
                                     double max, collide_hit *hit) {
  int flags = kind == COLLIDE_CAST_SEGMENT ? QUICK_SEGMENT
              : kind == COLLIDE_CAST_LINE  ? QUICK_LINE
                                           : 0;
  int found;
  if (!limit_holds_cast(ax, ay, az, bx, by, bz)) return CAST_OTHER;
  if (kind == COLLIDE_CAST_RAY && !(max >= 0)) return CAST_OTHER;
  if (kind != COLLIDE_CAST_RAY) max = kind == COLLIDE_CAST_LINE ? HUGE_VAL : 1;
  found = ci_kind_of(shape)->quick(shape, ax, ay, az, bx, by, bz, max, flags, hit);
  if (!cast_is_certain(found, flags, hit)) {
    if (kind != COLLIDE_CAST_SEGMENT && bx == 0 && by == 0 && bz == 0) return CAST_OTHER;
    found = ci_cast_numbers_in_doubt(shape, ax, ay, az, bx, by, bz, max, flags, found, hit);
    if (found && hit != NULL && !(hit->has_point && limit_clamp_hit(hit))) return CAST_OTHER;
  }
  return found && hit != NULL && shape->kind == COLLIDE_TRIANGLE ? (int)CAST_TRIANGLE : found;
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * The range of answers. Arguments and bounded shapes are in range, and so are the points of most
 * answers. But a half-space has points at any distance, and a short direction makes t large.
 */
#ifndef COLLIDE_LIMIT_H
#define COLLIDE_LIMIT_H

#include "../shape/shape.h"

/* Returns 1 only if each number of a cast is in range. One test of a sum takes less time than six;
 * the sum of large numbers in range may exceed COLLIDE_LARGEST. */
static inline int limit_holds_cast(double ax, double ay, double az, double bx, double by,
                                   double bz) {
  return (fabs(ax) + fabs(ay) + fabs(az)) + (fabs(bx) + fabs(by) + fabs(bz)) <= COLLIDE_LARGEST;
}

/* Clamps coordinates that exceed COLLIDE_LARGEST by rounding. Returns 0 if one exceeds it by more,
 * or is nan. */
static inline int limit_clamp_point(double *p, int dimensions) {
  int i;
  for (i = 0; i < dimensions; i++) {
    if (fabs(p[i]) <= COLLIDE_LARGEST) continue;
    if (!(fabs(p[i]) <= COLLIDE_LARGEST * (1 + 1e-12))) return 0;
    p[i] = p[i] > 0 ? COLLIDE_LARGEST : -COLLIDE_LARGEST;
  }
  return 1;
}

/* The same for the point of a hit, if it has one. Its t must be finite. */
static inline int limit_clamp_hit(collide_hit *hit) {
  const double *p = hit->point;
  if (!hit->has_point) return 1;
  if (!(fabs(hit->t) <= DBL_MAX)) return 0;
  return fabs(p[0]) + fabs(p[1]) + fabs(p[2]) <= COLLIDE_LARGEST ||
         limit_clamp_point(hit->point, 3);
}

#endif

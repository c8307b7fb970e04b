/* SPDX-License-Identifier: MIT
 *
 * The range of answers. Arguments and bounded shapes are in range, and so are the points of most
 * answers. But a half-space has points at any distance, and a short direction makes t large.
 */
#ifndef COLLIDE_LIMIT_H
#define COLLIDE_LIMIT_H

#include "../number/fp.h"

#include "../collide.h"

/* Returns 1 if no number of a line exceeds COLLIDE_LARGEST. */
static inline int limit_takes_line(const double start[3], const double toward[3]) {
  int i;
  for (i = 0; i < 3; i++)
    if (!(fabs(start[i]) <= COLLIDE_LARGEST && fabs(toward[i]) <= COLLIDE_LARGEST)) return 0;
  return 1;
}

/* A point in range, moved by less than this, is in range: the sum is less than half a unit in the
 * last place of COLLIDE_LARGEST off. So the points of a distance up to this are in range. */
#define LIMIT_SHORT 7e283

/* Takes back what rounding adds to coordinates of COLLIDE_LARGEST. Returns 0 if the point lies
 * farther away, or is not a number. */
static inline int limit_point(double *p, int dimensions) {
  int i;
  for (i = 0; i < dimensions; i++) {
    if (fabs(p[i]) <= COLLIDE_LARGEST) continue;
    if (!(fabs(p[i]) <= COLLIDE_LARGEST * (1 + 1e-12))) return 0;
    p[i] = p[i] > 0 ? COLLIDE_LARGEST : -COLLIDE_LARGEST;
  }
  return 1;
}

/* The same for the point of a hit, if it has one. Its t must be finite. */
static inline int limit_hit(collide_hit *hit) {
  const double *p = hit->point;
  if (!hit->has_point) return 1;
  if (!(fabs(hit->t) <= DBL_MAX)) return 0;
  return fabs(p[0]) + fabs(p[1]) + fabs(p[2]) <= COLLIDE_LARGEST || limit_point(hit->point, 3);
}

#endif

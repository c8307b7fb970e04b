/* SPDX-License-Identifier: MIT
 *
 * Signs in the plane, exactly: most answers there come down to one of these.
 * Shewchuk, "Adaptive precision floating-point arithmetic and fast robust
 * geometric predicates" (1997).
 */
#ifndef COLLIDE_ORIENT_H
#define COLLIDE_ORIENT_H

#include "exact.h"

/* The sign of (b - a) x (d - c): does the second way go left of the first? */
int cross2d(const double a[2], const double b[2], const double c[2], const double d[2]);
/* The sign of (b - a) . (d - c). */
int dot2d(const double a[2], const double b[2], const double c[2], const double d[2]);

/* 1 when c is to the left of the line from a to b, -1 to the right, 0 on it or
 * when a is b. */
static inline int orient2d(const double a[2], const double b[2], const double c[2]) {
  return cross2d(a, b, a, c);
}

#endif

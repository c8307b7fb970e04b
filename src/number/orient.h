/* SPDX-License-Identifier: MIT
 *
 * Exact signs, to which most answers in the plane reduce. Shewchuk, "Adaptive precision
 * floating-point arithmetic and fast robust geometric predicates" (1997).
 */
#ifndef COLLIDE_ORIENT_H
#define COLLIDE_ORIENT_H

#include "exact.h"

/* The sign of (b - a) x (d - c): 1 when the second direction is to the left of the first. */
int ci_cross2d(const double a[2], const double b[2], const double c[2], const double d[2]);
/* The sign of (b - a) . (d - c). */
int ci_dot2d(const double a[2], const double b[2], const double c[2], const double d[2]);

/* Sets r to |q - p|^2, exactly; its degree is 2. */
void ci_exact_square_between(exact_pool *pool, const double p[2], const double q[2], exact *r);

/* The sign of (b - a) x (c - a) . (d - a): 1 when d is on the side of the plane through a, b and c
 * from which these three are seen counterclockwise. */
int ci_orient3d(const double a[3], const double b[3], const double c[3], const double d[3]);

/* 1 when c is to the left of the line from a to b, -1 to the right, 0 on it or
 * when a is b. */
static inline int orient2d(const double a[2], const double b[2], const double c[2]) {
  return ci_cross2d(a, b, a, c);
}

static inline int is_same_point(const double p[2], const double q[2]) {
  return p[0] == q[0] && p[1] == q[1];
}

/* Returns 1 if p comes before q in the order by x, then by y. */
static inline int comes_before(const double p[2], const double q[2]) {
  return p[0] < q[0] || (p[0] == q[0] && p[1] < q[1]);
}

static inline int compare_doubles(double x, double y) {
  return (x > y) - (x < y);
}

#endif

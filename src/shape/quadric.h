/* SPDX-License-Identifier: MIT
 *
 * Where a line enters and leaves { p : q0 x^2 + q1 y^2 + q2 z^2 <= level }: balls,
 * round cylinders and cones in their own frame.
 */
#ifndef COLLIDE_QUADRIC_H
#define COLLIDE_QUADRIC_H

#include "line.h"

typedef struct quadric {
  twofold q[3], level;
  double size; /* the least length that matters: starts far beyond it are measured twofold */
  /* (f.Qd)^2 - (d.Qd)(f.Qf - level), exactly, times |det(linear)|^4, on top of l->pool. */
  void (*discriminant)(const line *l, exact *r);
  /* d.Qd, g.Qd, g.Qg - level, exactly, times |det(linear)|^2, where g is the point at s;
   * ci_quadric_roots alone needs it. */
  void (*coefficients)(const line *l, const struct quadric *q, double s, exact abc[3]);
} quadric;

/* One of those three, what its terms add up to, made positive, and what the rounding
 * into a turned frame has left unknown of it. 0: as good as none. */
typedef struct quadric_form {
  twofold value;
  double terms, noise;
} quadric_form;

/* About the parameter s, near the surface: the points at s + u[0] and s + u[1]
 * are where the line enters and leaves; g is the point at s. Of a line that
 * meets the surface; an end at infinity is not finite. */
void ci_quadric_cut(const line *l, const quadric *q, double s, twofold g[3], double u[2]);

/* The same, or 0 when the start is far, the line grazes, or perhaps misses:
 * then it takes more than plain doubles. */
int ci_quadric_cut_near(const line *l, const quadric *q, double s, twofold g[3], double u[2]);

/* The roots of a u^2 + 2 b u + c, without cancellation, from its discriminant. */
void ci_quadric_plain_roots(double a, double b, double c, double discriminant, double u[2]);

/* And from twofold numbers, about the point at s; of q only the functions are asked. */
void ci_quadric_roots(const line *l, const quadric *q, double s, const quadric_form *a,
                      const quadric_form *b, const quadric_form *c, double u[2]);

/* For solids about the axis y: measures the end `at` of a line that crosses the plane y = level
 * there. Writes the point, with the normal (0, up, 0), only where that is the end asked for. */
void ci_quadric_measure_level(const line *l, double level, double up, int at, int end, measured *m);
/* Where the line crosses that plane, (x, z) dy = (wz + level dx, -wx + level dz) with the moment w:
 * exactly. The numbers are added to the pool. */
typedef struct level_point {
  exact d[3], level, x, z;
  exact value, radius; /* value = x^2 + z^2 - radius^2, radius = r dy */
} level_point;
void ci_quadric_exact_level(const line *l, double level, level_point *p);

/* The point at g + u d. */
void ci_quadric_point(const line *l, const twofold g[3], double u, double point[3]);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Where a line enters and leaves { p : q0 x^2 + q1 y^2 + q2 z^2 <= level }: balls, round cylinders
 * and cones in their own frame; and the tube about a capsule's axis.
 */
#ifndef COLLIDE_QUADRIC_H
#define COLLIDE_QUADRIC_H

#include "line.h"

/* At the point p of the line at t = *with a quadric has the value a u^2 + 2 b u + c for the point
 * at t + u. All are homogeneous. */
typedef struct quadric_polynomials {
  line_polynomial direction;    /* a, with the factor |det(linear)|^2 */
  line_polynomial slope, value; /* b and c, likewise */
  line_polynomial discriminant; /* b^2 - a c, with the factor to the power 4 */
} quadric_polynomials;

/* Those of round.h. */
extern const quadric_polynomials ci_round;

typedef struct quadric {
  twofold q[3], level;
  double size; /* the least length that matters: starts far beyond it are measured twofold */
} quadric;

/* The quadric of a sphere, cylinder or cone. */
quadric ci_quadric_of(const collide_shape *s);

/* One of a, b and c; the sum of the absolute values of its terms; and a bound on the error that
 * rounding into a linear frame causes, 0 if that is negligible. */
typedef struct quadric_form {
  twofold value;
  double terms, noise;
} quadric_form;

/* For a line that meets the surface: it enters at s + u[0] and leaves at s + u[1]; an end at
 * infinity is not finite. s is a parameter near the surface, g becomes the point at s. */
void ci_quadric_cut(const line *l, const quadric *q, double s, twofold g[3], double u[2]);

/* The same in plain doubles. Returns 0 if they do not suffice: the start is far, or the line grazes
 * or perhaps misses the surface. */
int ci_quadric_cut_near(const line *l, const quadric *q, double s, twofold g[3], double u[2]);

/* The roots of a u^2 + 2 b u + c, without cancellation, from its discriminant. */
void ci_quadric_plain_roots(double a, double b, double c, double discriminant, double u[2]);

/* The same from twofold numbers, for the point at s. */
void ci_quadric_roots(const line *l, const quadric_polynomials *q, double s, const quadric_form *a,
                      const quadric_form *b, const quadric_form *c, double u[2]);

/* The point at g + u d. */
void ci_quadric_point(const line *l, const twofold g[3], double u, double point[3]);

/* For a line that crosses the plane y = level: the signs of the value and of the slope there. The
 * slope is 0 if the value is negative. */
typedef struct level_signs {
  int value, slope;
} level_signs;

level_signs ci_round_signs_in_level(const line *l, double level);
/* Locates the point at t relative to the part between two planes: inside (-1), on the surface (0)
 * or outside (1). */
int ci_round_locate(const line *l, double t, double low, double high);

/* For cylinders and cones, whose flat faces are the caps or the base: returns 1 if the line crosses
 * the plane of a flat face at that end; the direction of its normal, 1 or -1. */
int ci_round_crosses_flat(const line *l, int end);
int ci_round_flat_normal(const line *l, int end);
/* Measures a line that meets such a solid; `measure_side` writes the ends that cross no flat face,
 * and the point and normal of `end` if that is one of them. */
void ci_round_measure(const line *l, int end, measured *m,
                      void (*measure_side)(const line *l, int end, measured *m));

#endif

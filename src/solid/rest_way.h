/* SPDX-License-Identifier: MIT
 *
 * Do two solids that rest on each other, but for rounding, meet on a way of one of them? rest.c
 * looks at a single time by a search, near_rest.c by a closed form; what follows from several looks
 * is here.
 */
#ifndef COLLIDE_REST_WAY_H
#define COLLIDE_REST_WAY_H

#include "../number/twofold.h"
#include "../number/vector.h"
#include "decide.h"

/* The two while a is at t d, and a plane that was found there: all of the difference of the cores
 * lies beyond it. */
typedef struct rest_way rest_way;
struct rest_way {
  /* How they lie at t: SOLID_IN; SOLID_APART, on all of the way; or SOLID_UNDECIDED. Sets has_plane
   * and what follows it. */
  int (*look)(rest_way *w, double t);
  double from, to;
  double d[3];
  double size;   /* M: no coordinate of the difference, of the way and of the radius is larger */
  double radius; /* of both, but for rounding */
  int has_plane;
  twofold r[3];   /* across it, out of b, */
  double length;  /* of r */
  twofold height; /* how far the plane is beyond the radius, times the length of r, */
  twofold slope;  /* and by how much that grows with t */
  double across;  /* the square of what of d is across the edges that the nearest points lie on, or
                     0: unknown, or a face */
};

/* u = 2^-53. What is said is certain when a height is above this, in units of M times the sum of
 * the components of r, or a length is this far from the radius, in units of M. Each file derives
 * what it is off by. */
#ifndef REST_MARGIN
#define REST_MARGIN 3.2311742677852644e-27 /* 2^-88 */
#endif

/* Lengths between these: no product of two that counts underflows or overflows. */
#define REST_LEAST 1e-30
#define REST_MOST 1e30

/* Above this part of the size, the way to the nearest point is as good a normal in doubles as any:
 * what its rounding takes off the height is of second order. */
#define REST_FAR 9.5367431640625e-07 /* 2^-20 */

/* From `shift`, or NULL, and the size without the way. Returns 0 when it is out of the range. */
int ci_rest_begin(rest_way *w, const solid_shift *shift, double size, double radius);
/* Is the plane that was found farther away than the radius? */
int ci_rest_is_beyond(const rest_way *w);
/* Is the plane that was found at t farther away than the radius, all along the way? */
int ci_rest_stays_beyond(const rest_way *w, double t);
/* SOLID_APART, SOLID_IN or SOLID_UNDECIDED, by as many looks as it takes. */
int ci_rest_follow(rest_way *w);

#endif

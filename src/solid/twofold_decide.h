/* SPDX-License-Identifier: MIT
 *
 * The separating plane in twofolds, which twofold_decide.c and twofold_cores.c share.
 */
#ifndef COLLIDE_TWOFOLD_DECIDE_H
#define COLLIDE_TWOFOLD_DECIDE_H

#include "../number/twofold.h"
#include "../number/vector.h"
#include "decide.h"

/* A plane with a at t d: the whole difference of the cores lies beyond it. */
typedef struct parting_plane {
  double from, to, d[3]; /* the displacement of a: all places from `from` d to `to` d */
  double
      size; /* M bounds the coordinates of the difference and of the displacement, and the radius */
  int is_found;   /* 0: the fields below are not set */
  twofold r[3];   /* its normal, out of b, of any length */
  double length;  /* of r */
  twofold height; /* the distance of the plane from the radius, times the length of r, */
  twofold slope;  /* and its derivative by t */
} parting_plane;

/* u = 2^-53. The least height of a certain answer, in units of M times the sum of the components
 * of r, and the least difference of a length from the radius, in units of M. Each file derives its
 * errors. */
#ifndef TWOFOLD_MARGIN
#define TWOFOLD_MARGIN 3.2311742677852644e-27 /* 2^-88 */
#endif

/* Between these no product of two lengths under- or overflows. */
#define TWOFOLD_LEAST 1e-30
#define TWOFOLD_MOST 1e30

/* Above this part of the size, the vector between the nearest points is a good normal in doubles:
 * its rounding lowers the height by a term of second order. */
#define TWOFOLD_FAR 9.5367431640625e-07 /* 2^-20 */

/* `shift` may be NULL; `size` is M without the displacement. Returns 0 if M is out of range.
 */
int ci_plane_begin(parting_plane *plane, const solid_shift *shift, double size);
/* Is the plane farther away than the radius? */
int ci_plane_parts(const parting_plane *plane);
/* The same for a plane that was found at t, for all places of a. */
int ci_plane_parts_all(const parting_plane *plane, double t);

#endif

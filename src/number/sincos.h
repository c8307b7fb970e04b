/* SPDX-License-Identifier: MIT
 *
 * Cosine and sine for rotations in the plane. Those of libm differ from one
 * platform to the next in the last bit; these are the same everywhere.
 */
#ifndef COLLIDE_TURN_H
#define COLLIDE_TURN_H

#include "fp.h"
#include "twofold.h"

/* For any finite angle in radians; the relative error of each is below 2^-100.
 * Exactly 1 and 0 for 0; -angle gives the same cosine and the negated sine. */
void ci_sincos_precisely(double angle, twofold *cosine, twofold *sine);

/* The same rounded, so within 0.5 + 2^-47 units in the last place: the nearest
 * double, except for about one angle in 10^13. Never -0, never above 1. */
void ci_sincos(double angle, double *cosine, double *sine);

/* For the angle of a pose: the same, but exactly 0, 1 and -1 for quarter turns. A quarter turn is
 * the double nearest to a multiple of pi / 2, up to QUARTERS_MOST of them. */
enum { QUARTERS_MOST = 65536 };
void ci_turn(double angle, double *cosine, double *sine);
void ci_turn_precisely(double angle, twofold *cosine, twofold *sine);

/* The double nearest to degrees * pi / 180, for any finite number. */
double ci_radians(double degrees);

#endif

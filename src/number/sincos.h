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

#endif

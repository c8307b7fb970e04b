/* SPDX-License-Identifier: MIT */
#ifndef COLLIDE_INVERSE_H
#define COLLIDE_INVERSE_H

#include "../number/fp.h"

/* The inverse of a matrix as twofold numbers, row by row. Returns 0 if there is none. By exact
 * numbers, each entry off by 9 u^2 of itself, where u = 2^-53: */
int ci_exact_inverse(const double m[9], double inverse[9], double inverse_low[9]);
/* By two doubles, off by 34 u^2; returns 0 if the error may be larger, or if there is none. */
int ci_quick_inverse(const double m[9], double inverse[9], double inverse_low[9]);

/* The sizes of the determinant's terms, in units of the determinant. */
#ifndef INVERSE_SPREAD
#define INVERSE_SPREAD 1.25
#endif

#endif

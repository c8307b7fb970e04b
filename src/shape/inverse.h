/* SPDX-License-Identifier: MIT */
#ifndef COLLIDE_INVERSE_H
#define COLLIDE_INVERSE_H

#include "../number/fp.h"

/* The inverse of a matrix as twofold numbers, row by row: each entry is off by 9 u^2 of itself,
 * where u = 2^-53. 0 when there is none. By exact numbers: */
int ci_exact_inverse(const double m[9], double inverse[9], double inverse_low[9]);
/* By three doubles, to the same bits; 0 where that is not certain, or where there is none. */
int ci_quick_inverse(const double m[9], double inverse[9], double inverse_low[9]);
/* By two doubles, off by 34 u^2; 0 where it might be off by more, or where there is none. */
int ci_twofold_inverse(const double m[9], double inverse[9], double inverse_low[9]);

/* The sizes of the determinant's terms, in units of the determinant. */
#ifndef INVERSE_SPREAD
#define INVERSE_SPREAD 1.25
#endif

/* In units of the error that is added up of what rounding left: see rounds_to. */
#ifndef INVERSE_ERROR
#define INVERSE_ERROR 2
#endif

/* In units of the rest: what adding it up rounds. Adding a bound to it and taking the rest from
 * two sums round three times. */
#ifndef INVERSE_ROUNDING
#define INVERSE_ROUNDING (4 * DBL_EPSILON)
#endif

#endif

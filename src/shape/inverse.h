/* SPDX-License-Identifier: MIT */
#ifndef COLLIDE_INVERSE_H
#define COLLIDE_INVERSE_H

#include "../number/fp.h"

/* The inverse of a matrix as twofold numbers, row by row: `inverse` is the nearest double, but for
 * 2^-50 of half a unit in its last place. 0 when there is none. By exact numbers: */
int ci_exact_inverse(const double m[9], double inverse[9], double inverse_low[9]);
/* By few doubles, to the same bits; 0 where that is not certain, or where there is none. */
int ci_quick_inverse(const double m[9], double inverse[9], double inverse_low[9]);

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

/* SPDX-License-Identifier: MIT
 *
 * The pushes that separate two members of a crowd.
 */
#ifndef COLLIDE_MOVE_APART_H
#define COLLIDE_MOVE_APART_H

#include "../number/fp.h"

#include "../collide.h"

/* Writes the unit vector along which the first member moves out of the second, and the distance
 * after which they are a small gap apart. Returns 0 if they do not penetrate. */
int ci_move_apart(const collide_target *first, const collide_target *second, int dimensions,
                  double along[3], double *distance);

#endif

/* SPDX-License-Identifier: MIT
 *
 * The pushes that separate two members of a crowd.
 */
#ifndef COLLIDE_MOVE_APART_H
#define COLLIDE_MOVE_APART_H

#include "../number/fp.h"

#include "../collide.h"

/* Writes the displacement that pushes a member this part of the distance out of another one. With
 * part 1 they are then a small gap apart. Returns 0 if they do not penetrate. */
int ci_move_apart(const collide_target *member, const collide_target *other, int dimensions,
                  double part, double displacement[3]);

#endif

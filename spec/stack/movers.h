/* SPDX-License-Identifier: MIT
 *
 * The queries of driver.c about shapes that move, in the plane and in space.
 */
#ifndef SPEC_STACK_MOVERS_H
#define SPEC_STACK_MOVERS_H

#include "collide.h"

/* Shapecasts of one shape at another, and of one at cells. Returns how many answers there were. */
long ask_sweeps(const collide_shape *a, const collide_shape *b);

/* A shape of that kind, which goes its way past another and past cells. */
long ask_moves(int kind);

#endif

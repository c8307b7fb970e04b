/* SPDX-License-Identifier: MIT
 *
 * Whether a line meets a box, or a rect whose sides lie along the axes, within its range; `max` and
 * `flags` are those of a kind's `shoot`. Both return QUICK_MISS, QUICK_HIT or QUICK_UNSURE. */
#ifndef COLLIDE_BOX_DECIDE_H
#define COLLIDE_BOX_DECIDE_H

#include "shoot.h"

int ci_box_decide(const collide_shape *s, const double from[3], const double d[3], double max,
                  int flags);
/* The latter of other rects. */
int ci_rect_decide_turned(const collide_shape *s, const double from[3], const double d[3],
                          double max, int flags);
int ci_rect_decide(const collide_shape *s, const double from[3], const double d[3], double max,
                   int flags);

#endif

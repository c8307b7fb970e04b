/* SPDX-License-Identifier: MIT
 *
 * The direct path of capsules. */
#ifndef COLLIDE_CAPSULE_MEASURE_H
#define COLLIDE_CAPSULE_MEASURE_H

#include "shoot.h"

/* Of a kind's row. */
int ci_shoot_capsule(const collide_shape *s, const double from[3], const double d[3], double max,
                     int flags, collide_hit *hit, shoot_otherwise otherwise);
int ci_shoot_capsule_2d(const collide_shape *s, const double from[3], const double d[3], double max,
                        int flags, collide_hit *hit, shoot_otherwise otherwise);

/* What these hand on to: lines along the axis, lines that graze, capsules that are long and thin.
 */
int ci_shoot_capsule_aside(const collide_shape *s, const double from[3], const double d[3],
                           double max, int flags, collide_hit *hit, shoot_otherwise otherwise);
int ci_shoot_capsule_2d_aside(const collide_shape *s, const double from[3], const double d[3],
                              double max, int flags, collide_hit *hit, shoot_otherwise otherwise);

/* Yes or no by the same: QUICK_UNSURE when the direct path cannot tell. */
int ci_capsule_is_timed(const collide_shape *s, const double from[3], const double d[3], double max,
                        int flags);

/* For `look`, of lines that are measured: the same bits. QUICK_UNSURE of what the above hand on. */
int ci_capsule_cut(quick *q);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Do two answers to one cast agree?
 */
#ifndef CAST_JUDGE_H
#define CAST_JUDGE_H

#include "cast_case.h"

enum { OFF_T, OFF_EXIT, OFF_POINT, OFF_NORMAL, OFF_UV, MEASURES };

/* How far measured values were apart at most, in units of what they may be: above 1 is wrong. */
typedef struct apart {
  double worst[MEASURES];
} apart;

extern const char *const measure_names[MEASURES];

/* The name of what was decided otherwise about a hit, or NULL. */
const char *is_decided_otherwise(const collide_hit *shortly, const collide_hit *exactly);
/* The name of a measured value that is too far from the other, or NULL. */
const char *compare_measures(const cast_case *c, const collide_hit *shortly,
                             const collide_hit *exactly, apart *most);

#endif

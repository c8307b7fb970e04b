/* SPDX-License-Identifier: MIT
 *
 * Moves among the nearby members of a large target.
 */
#ifndef COLLIDE_MOVE_REACH_H
#define COLLIDE_MOVE_REACH_H

#include "../number/fp.h"

#include "../collide.h"

/* A box in which a target is complete. A smaller target without the members outside of it gives the
 * same answers, as long as all queries stay within the box. */
typedef struct move_reach {
  double low[3], high[3];
  int widened; /* how often */
} move_reach;

/* The first reach of a shape or group that has no overlaps. displacement may be NULL. */
move_reach ci_move_first_reach(const collide_shape *shape, const collide_shape_group *group,
                               const double *displacement, const collide_move_options *options);

/* Like collide_move, or collide_push_out if displacement is NULL. The target holds all members that
 * overlap *reach, in their order. If these are not enough, widens *reach and returns MOVE_BEYOND.
 * Then nothing has changed, and no response was requested. */
enum { MOVE_BEYOND = 2 };
int ci_move_within(const collide_mover *mover, const collide_target *target,
                   const double *displacement, const collide_move_options *options, void *storage,
                   move_reach *reach, collide_move_result *result);

#endif

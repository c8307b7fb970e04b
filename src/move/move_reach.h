/* SPDX-License-Identifier: MIT
 *
 * Moves among those of many members that are near.
 */
#ifndef COLLIDE_MOVE_REACH_H
#define COLLIDE_MOVE_REACH_H

#include "../number/fp.h"

#include "../collide.h"

/* A box in which a target is known whole. A target that leaves out what does not reach into it is
 * as good, as long as all that is asked lies within. */
typedef struct move_reach {
  double low[3], high[3];
  int widened; /* how often */
} move_reach;

/* Of a shape, or of a group, that is in nothing. A displacement of NULL is none. */
move_reach ci_move_first_reach(const collide_shape *shape, const collide_shape_group *group,
                               const double *displacement, const collide_move_options *options);

/* As collide_move and collide_group_move, or with a displacement of NULL as collide_push_out and
 * collide_group_push_out, of a target that holds all that reaches into *reach, in the order of the
 * whole. Returns MOVE_BEYOND, with *reach widened, when that is not enough; then all is as it was,
 * and no response was asked for. */
enum { MOVE_BEYOND = 2 };
int ci_move_within(collide_shape *shape, collide_source *source, const collide_target *target,
                   const double *displacement, const collide_move_options *options, void *storage,
                   move_reach *reach, collide_move_result *result);
int ci_move_group_within(collide_shape_group *group, const collide_target *target,
                         const double *displacement, const collide_move_options *options,
                         void *storage, move_reach *reach, collide_move_result *result);

#endif

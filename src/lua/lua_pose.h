/* SPDX-License-Identifier: MIT
 *
 * Poses: position, rotation, scale, or in three dimensions a matrix instead of
 * them.
 */
#ifndef COLLIDE_LUA_POSE_H
#define COLLIDE_LUA_POSE_H

#include "../collide.h"
#include "lua_args.h"

typedef enum pose_part {
  POSE_POSITION,
  POSE_ROTATION,
  POSE_SCALE,
  POSE_TRANSFORM,
  POSE_PARTS
} pose_part;

/* A pose, and how it was told. */
typedef struct told_pose {
  collide_pose pose;
  unsigned given; /* as bits, which parts were given, and how */
  int dimensions; /* of the shape that it is for */
} told_pose;

/* "position", ... */
const char *ci_pose_part_name(pose_part part);
/* How many numbers it has, and what a wrong count is told. */
args_size ci_pose_part_size(pose_part part, int dimensions);

/* Changes a part to the value at the index. */
void ci_pose_read(lua_State *L, const args_place *at, int index, told_pose *pose, pose_part part);
/* Changes a part to as many numbers; a scale may be one. A transform takes the
 * place of all others, and a position after it the place of its last column. */
void ci_pose_change(told_pose *pose, pose_part part, const double *values, int count);
/* Writes what was given of a part; returns how many numbers, 0 for nothing. */
int ci_pose_tell(const told_pose *pose, pose_part part, double values[16]);

/* Gives the shape the pose; raises where the core refuses it, and leaves the
 * shape alone. */
void ci_pose_fold(lua_State *L, const args_place *at, collide_shape *shape, collide_source *source,
                  const collide_pose *pose);

#endif

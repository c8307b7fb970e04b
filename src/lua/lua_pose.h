/* SPDX-License-Identifier: MIT
 *
 * Poses: position, rotation and scale, or one matrix in their place.
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

/* The bit of a part in `given`. */
#define POSE_GIVEN(part) (1U << (part))

/* A pose, and the form in which it was given. */
typedef struct given_pose {
  collide_pose pose;
  unsigned given; /* bits: the parts that were given, and their forms */
  int dimensions; /* the dimensions of its shape */
} given_pose;

/* "position", ... */
const char *ci_pose_part_name(pose_part part);
/* The number of numbers of a part, and the text of the error for a wrong count. */
args_size ci_pose_part_size(pose_part part, int dimensions);

/* Changes a part to the value at the index. */
void ci_pose_read(lua_State *L, const args_place *at, int index, given_pose *pose, pose_part part);
/* Changes a part to `count` numbers; a scale may be one number. A transform replaces all
 * other parts, and a position given after it replaces its last column. */
void ci_pose_change(given_pose *pose, pose_part part, const double *values, int count);
/* Writes the numbers of a part as they were given. Returns their count; 0 for a part that was not
 * given. */
int ci_pose_read_part(const given_pose *pose, pose_part part, double values[16]);

#endif

/* SPDX-License-Identifier: MIT */
#include "fp.h"
#include "lua_pose.h"

#define GIVEN(part) (1U << (part))
#define GIVEN_UNIFORM_SCALE GIVEN(POSE_PARTS)

static const struct {
  const char *name;
  args_size size;
} parts[POSE_PARTS] = {{"position", {3, "a 3D shape wants 3"}},
                       {"rotation", {4, "a quaternion wants 4"}},
                       {"scale", {3, "a 3D shape wants 1 or 3"}},
                       {"transform", {16, "a matrix wants 16"}}};

const char *pose_part_name(pose_part part) {
  return parts[part].name;
}

args_size pose_part_size(pose_part part) {
  return parts[part].size;
}

static double *part_values(collide_pose *pose, pose_part part) {
  switch (part) {
  case POSE_POSITION: /* a matrix holds one too */
    return pose->has_transform ? pose->transform + 12 : pose->position;
  case POSE_ROTATION:
    return pose->rotation;
  case POSE_SCALE:
    return pose->scale;
  default:
    return pose->transform;
  }
}

void pose_change(collide_pose *pose, unsigned *given, pose_part part, const double *values,
                 int count) {
  double *to;
  int i;
  if (part == POSE_TRANSFORM) {
    *pose = collide_identity_pose();
    pose->has_transform = 1;
    *given = GIVEN(part);
  }
  to = part_values(pose, part);
  for (i = 0; i < parts[part].size.count; i++) to[i] = values[count == 1 ? 0 : i];
  if (pose->has_transform) return;
  *given |= GIVEN(part);
  if (part == POSE_SCALE && count == 1) *given |= GIVEN_UNIFORM_SCALE;
  if (part == POSE_SCALE && count == 3) *given &= ~GIVEN_UNIFORM_SCALE;
}

int pose_tell(const collide_pose *pose, unsigned given, pose_part part, double values[16]) {
  collide_pose copy = *pose;
  int i, count = parts[part].size.count;
  if (!(given & GIVEN(part))) return 0;
  for (i = 0; i < count; i++) values[i] = part_values(&copy, part)[i];
  return part == POSE_SCALE && (given & GIVEN_UNIFORM_SCALE) ? 1 : count;
}

/* An array of exactly 16 numbers, as a plain table. */
static void read_matrix(lua_State *L, const args_place *at, int index, double *m) {
  args_size size = parts[POSE_TRANSFORM].size;
  int count;
  if (!lua_istable(L, index)) {
    args_fail(L, at, ": array of 16 numbers expected, got %s", args_type(L, index));
  }
  for (count = 0; count <= size.count; count++) {
    args_place item = *at;
    item.item = count + 1;
    lua_rawgeti(L, index, count + 1);
    if (lua_isnil(L, -1)) break;
    if (count < size.count) m[count] = args_number(L, &item, lua_gettop(L));
    lua_pop(L, 1);
  }
  if (count != size.count) {
    args_fail(L, at, ": got %d number%s, %s", count, count == 1 ? "" : "s", size.wants);
  }
  lua_pop(L, 1);
}

void pose_read(lua_State *L, const args_place *at, int index, collide_pose *pose, unsigned *given,
               pose_part part) {
  double values[16];
  int count = parts[part].size.count;
  if (part == POSE_TRANSFORM) {
    read_matrix(L, at, index, values);
  } else if (part == POSE_SCALE && lua_type(L, index) == LUA_TNUMBER) {
    values[0] = args_number(L, at, index);
    count = 1;
  } else {
    args_vector_value(L, at, index, parts[part].size, values);
  }
  pose_change(pose, given, part, values, count);
}

void pose_fold(lua_State *L, const args_place *at, collide_shape *shape) {
  args_place where = *at;
  collide_pose pose = shape->pose;
  switch (collide_set_pose(shape, &pose)) {
  case COLLIDE_POSE_OK:
    return;
  case COLLIDE_POSE_FIXED: /* asked before */
    break;
  case COLLIDE_POSE_ZERO_ROTATION:
    where.name = "rotation";
    args_fail(L, &where, " must not be zero");
    break;
  case COLLIDE_POSE_ZERO_SCALE:
    where.name = "scale";
    args_fail(L, &where, " must not be zero");
    break;
  case COLLIDE_POSE_NOT_AFFINE:
    where.name = "transform";
    args_fail(L, &where, ": the last row, at 4, 8, 12 and 16, must be 0 0 0 1");
    break;
  case COLLIDE_POSE_SINGULAR:
    where.name = "transform";
    args_fail(L, &where, " must have an inverse");
    break;
  case COLLIDE_POSE_OVERFLOW:
    break;
  }
  where.name = NULL;
  args_fail(L, &where, "the pose is too large or too small to work with");
}

/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_pose.h"

#include "lua_description.h"

#define GIVEN_UNIFORM_SCALE POSE_GIVEN(POSE_PARTS)

static const struct {
  const char *name;
  args_size sizes[2]; /* in two and three dimensions */
} parts[POSE_PARTS] = {
    {"position", {{2, "a 2D shape takes 2"}, {3, "a 3D shape takes 3"}}},
    {"rotation",
     {{1, "a 2D shape takes 1, in radians"},
      {4, "a quaternion takes 4; a turn by a about z is {0, 0, sin(a / 2), cos(a / 2)}"}}},
    {"scale", {{2, "a 2D shape takes 1 or 2"}, {3, "a 3D shape takes 1 or 3"}}},
    {"transform", {{16, "a matrix takes 16"}, {16, "a matrix takes 16"}}}};

const char *ci_pose_part_name(pose_part part) {
  return parts[part].name;
}

args_size ci_pose_part_size(pose_part part, int dimensions) {
  return parts[part].sizes[dimensions - 2];
}

static double *part_values(given_pose *given, pose_part part) {
  collide_pose *pose = &given->pose;
  switch (part) {
  case POSE_POSITION:
    return pose->position;
  case POSE_ROTATION:
    return given->dimensions == 2 ? &pose->angle : pose->rotation;
  case POSE_SCALE:
    return pose->scale;
  default:
    return pose->linear;
  }
}

/* Sets the linear part and the position from a matrix of 16 numbers, column by column. */
static void take_matrix(collide_pose *pose, const double m[16], int dimensions) {
  int row, column;
  *pose = collide_identity_pose();
  pose->has_linear = 1;
  for (row = 0; row < dimensions; row++) {
    pose->position[row] = m[12 + row];
    for (column = 0; column < dimensions; column++)
      pose->linear[3 * row + column] = m[4 * column + row];
  }
}

static void write_matrix(const collide_pose *pose, double m[16]) {
  int row, column;
  for (column = 0; column < 4; column++) {
    for (row = 0; row < 3; row++)
      m[4 * column + row] = column < 3 ? pose->linear[3 * row + column] : pose->position[row];
    m[4 * column + 3] = column == 3;
  }
}

void ci_pose_change(given_pose *pose, pose_part part, const double *values, int count) {
  int i, full = ci_pose_part_size(part, pose->dimensions).count;
  double *to;
  if (part == POSE_TRANSFORM) {
    take_matrix(&pose->pose, values, pose->dimensions);
    pose->given = POSE_GIVEN(part);
    return;
  }
  to = part_values(pose, part);
  for (i = 0; i < full; i++) to[i] = values[count == 1 ? 0 : i];
  if (pose->pose.has_linear) return;
  pose->given |= POSE_GIVEN(part);
  if (part != POSE_SCALE) return;
  if (count == 1) pose->given |= GIVEN_UNIFORM_SCALE;
  if (count != 1) pose->given &= ~GIVEN_UNIFORM_SCALE;
}

int ci_pose_read_part(const given_pose *pose, pose_part part, double values[16]) {
  given_pose copy = *pose;
  int i, count = ci_pose_part_size(part, pose->dimensions).count;
  if (!(pose->given & POSE_GIVEN(part))) return 0;
  if (part == POSE_TRANSFORM) {
    write_matrix(&pose->pose, values);
    return count;
  }
  for (i = 0; i < count; i++) values[i] = part_values(&copy, part)[i];
  return part == POSE_SCALE && (pose->given & GIVEN_UNIFORM_SCALE) ? 1 : count;
}

/* Reads an array of exactly 16 numbers, column by column. */
static void read_matrix(lua_State *L, const args_place *at, int index, double *m) {
  args_size size = ci_pose_part_size(POSE_TRANSFORM, 3);
  int count;
  for (count = 0; count <= size.count; count++) {
    args_place item = *at;
    item.item = count + 1;
    lua_rawgeti(L, index, count + 1);
    if (lua_isnil(L, -1)) break;
    if (count == 0 && lua_istable(L, -1))
      ci_args_fail(L, at, ": 16 numbers in one array expected, column by column, got tables in it");
    if (count < size.count) m[count] = ci_args_number(L, &item, lua_gettop(L));
    lua_pop(L, 1);
  }
  if (count != size.count) ci_args_fail_count(L, at, count, size);
  lua_pop(L, 1);
}

/* Calls the method getMatrix on top of the stack. It returns 16 numbers row by row, as the method
 * of LÖVE's Transform does. */
static void call_get_matrix(lua_State *L, const args_place *at, int index, double *m) {
  args_place place = *at;
  int i, first = lua_gettop(L);
  place.name = lua_pushfstring(L, "%s:getMatrix()", at->name);
  lua_insert(L, first++);
  luaL_checkstack(L, 24, NULL);
  lua_pushvalue(L, index);
  lua_call(L, 1, 16);
  for (i = 0; i < 16; i++) {
    place.item = i + 1;
    m[i % 4 * 4 + i / 4] = ci_args_number(L, &place, first + i);
  }
  lua_settop(L, first - 2);
}

static void read_transform(lua_State *L, const args_place *at, int index, int dimensions,
                           double *m) {
  int i;
  if (!ci_args_may_hold(lua_type(L, index)) || description_at(L, index) != NULL) {
    ci_args_fail(L, at, ": array of 16 numbers expected, got %s%s", ci_args_type(L, index),
                 lua_type(L, index) == LUA_TNUMBER ? "; pass the Transform itself" : "");
  }
  ci_args_push_member(L, index, "getMatrix");
  if (!lua_isnil(L, -1)) {
    call_get_matrix(L, at, index, m);
  } else {
    lua_pop(L, 1);
    if (!lua_istable(L, index))
      ci_args_fail(L, at, ": array of 16 numbers expected, got %s", ci_args_type(L, index));
    read_matrix(L, at, index, m);
  }
  for (i = 0; i < 16 && dimensions == 2; i++) {
    if ((i % 4 == 2 || i / 4 == 2) && m[i] != (i == 10))
      ci_args_fail(L, at,
                   ": in 2D z stays as it is, with 0 at 3, 7, 9, 10, 12 and 15, and 1 at 11");
  }
  if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
    ci_args_fail(
        L, at,
        ": the last row, at 4, 8, 12 and 16, must be 0 0 0 1; the translation is at 13, 14 "
        "and 15");
  }
}

static void read_angle(lua_State *L, const args_place *at, int index, double *angle) {
  int type = lua_type(L, index);
  if (type != LUA_TNUMBER) {
    ci_args_fail(L, at, ": number (radians) expected, got %s%s", ci_args_type(L, index),
                 ci_args_may_hold(type) ? "; quaternions are for 3D" : "");
  }
  *angle = ci_args_number(L, at, index);
}

void ci_pose_read(lua_State *L, const args_place *at, int index, given_pose *pose, pose_part part) {
  double values[16];
  args_size size = ci_pose_part_size(part, pose->dimensions);
  if (part == POSE_TRANSFORM) {
    read_transform(L, at, index, pose->dimensions, values);
  } else if (part == POSE_ROTATION && pose->dimensions == 2) {
    read_angle(L, at, index, values);
  } else if (part == POSE_SCALE && lua_type(L, index) == LUA_TNUMBER) {
    values[0] = ci_args_number(L, at, index);
    size.count = 1;
  } else if (part == POSE_SCALE && !ci_args_may_hold(lua_type(L, index))) {
    ci_args_fail(L, at, ": number or vector expected, got %s", ci_args_type(L, index));
  } else {
    ci_args_vector_value(L, at, index, size, values);
  }
  ci_pose_change(pose, part, values, size.count);
}

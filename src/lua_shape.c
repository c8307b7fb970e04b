/* SPDX-License-Identifier: MIT
 *
 * Constructors, setters, and what a shape tells of itself.
 */
#include "fp.h"
#include "lua_shape.h"

#include "lua_description.h"
#include "lua_pose.h"
#include "lua_result.h"

/* The constructor of the shape that the function is named after. */
static int l_make(lua_State *L) {
  args_place at = args_at(1, NULL);
  described made;
  void *shape;
  description_read(L, &at, 1, lua_tostring(L, lua_upvalueindex(UP_NAME)), &made);
  args_end(L, 2);
  shape = lua_newuserdata(L, sizeof made);
  *(described *)shape = made;
  lua_pushvalue(L, lua_upvalueindex(UP_SHAPE));
  lua_setmetatable(L, -2);
  return 1;
}

/* ---- Setters ------------------------------------------------------------- */

static described *check_shape(lua_State *L) {
  described *shape = (described *)args_userdata(L, 1, UP_SHAPE);
  args_place at = args_at(1, NULL);
  if (shape == NULL) args_fail(L, &at, "shape expected, got %s", args_type(L, 1));
  return shape;
}

/* Reads numbers in place from argument 2 on; a scale may be one of them. */
static void read_in_place(lua_State *L, pose_part part, described *shape) {
  args_size size = pose_part_size(part);
  double values[4];
  int arg = 2;
  if (part == POSE_SCALE && args_count_numbers(L, arg) == 1) size.count = 1;
  args_vector(L, &arg, pose_part_name(part), size, values);
  args_end(L, arg);
  pose_change(&shape->shape.pose, &shape->given, part, values, size.count);
}

static int set_pose(lua_State *L, pose_part part) {
  described *shape = check_shape(L), next = *shape;
  args_place at = args_at(2, pose_part_name(part));
  if (next.shape.fixed) args_fail(L, &at, ": a box made by min and max takes no pose");
  if (next.shape.pose.has_transform && (part == POSE_ROTATION || part == POSE_SCALE)) {
    args_fail(L, &at, ": the shape has a transform, set_transform replaces it");
  }
  if (part != POSE_TRANSFORM && lua_type(L, 2) == LUA_TNUMBER) {
    read_in_place(L, part, &next);
  } else {
    pose_read(L, &at, 2, &next.shape.pose, &next.given, part);
    args_end(L, 3);
  }
  pose_fold(L, &at, &next.shape);
  *shape = next;
  return 0;
}

static int l_set_position(lua_State *L) {
  return set_pose(L, POSE_POSITION);
}

static int l_set_rotation(lua_State *L) {
  return set_pose(L, POSE_ROTATION);
}

static int l_set_scale(lua_State *L) {
  return set_pose(L, POSE_SCALE);
}

static int l_set_transform(lua_State *L) {
  return set_pose(L, POSE_TRANSFORM);
}

/* ---- Queries ------------------------------------------------------------- */

static const described *get_shape(lua_State *L, described *room) {
  args_place at = args_at(1, NULL);
  return description_get(L, &at, 1, room);
}

static int l_bounds(lua_State *L) {
  described room;
  const described *shape = get_shape(L, &room);
  double min[3], max[3];
  args_end(L, 2);
  collide_bounds(&shape->shape, min, max);
  result_push_vector(L, min);
  result_push_vector(L, max);
  return 2;
}

static int l_project(lua_State *L) {
  static const args_size axis_size = {3, "a 3D shape wants 3"};
  described room;
  const described *shape = get_shape(L, &room);
  args_place at = args_at(2, "axis");
  double axis[3], lowest, highest;
  int arg = 2;
  args_vector(L, &arg, at.name, axis_size, axis);
  args_end(L, arg);
  if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0) args_fail(L, &at, " must not be zero");
  collide_project(&shape->shape, axis, &lowest, &highest);
  result_push_number(L, lowest);
  result_push_number(L, highest);
  return 2;
}

static int l_describe(lua_State *L) {
  described room;
  const described *shape = get_shape(L, &room);
  args_end(L, 2);
  description_push(L, shape);
  return 1;
}

static const collide_shape *get_triangle(lua_State *L, described *room) {
  const described *shape = get_shape(L, room);
  args_place at = args_at(1, NULL);
  if (shape->shape.kind != COLLIDE_TRIANGLE) {
    args_fail(L, &at, "triangle expected, got %s", description_name(shape));
  }
  args_end(L, 2);
  return &shape->shape;
}

static int l_normal(lua_State *L) {
  described room;
  double normal[3];
  if (collide_triangle_normal(get_triangle(L, &room), normal)) {
    result_push_vector(L, normal);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

static void push_edge(lua_State *L, const double from[3], const double to[3]) {
  double edge[3];
  int i;
  for (i = 0; i < 3; i++) edge[i] = to[i] - from[i];
  result_push_vector(L, edge);
}

static int l_edges(lua_State *L) {
  described room;
  const collide_shape *triangle = get_triangle(L, &room);
  push_edge(L, triangle->a, triangle->b);
  push_edge(L, triangle->b, triangle->c);
  push_edge(L, triangle->c, triangle->a);
  return 3;
}

int l_shape_text(lua_State *L) {
  described room;
  description_push_text(L, get_shape(L, &room));
  return 1;
}

const binding shape_bindings[] = {{"sphere", l_make, IN_MODULE},
                                  {"box", l_make, IN_MODULE},
                                  {"cylinder", l_make, IN_MODULE},
                                  {"cone", l_make, IN_MODULE},
                                  {"capsule", l_make, IN_MODULE},
                                  {"plane", l_make, IN_MODULE},
                                  {"triangle", l_make, IN_MODULE},
                                  {"set_position", l_set_position, IN_SHAPE},
                                  {"set_rotation", l_set_rotation, IN_SHAPE},
                                  {"set_scale", l_set_scale, IN_SHAPE},
                                  {"set_transform", l_set_transform, IN_SHAPE},
                                  {"bounds", l_bounds, IN_MODULE | IN_SHAPE},
                                  {"project", l_project, IN_MODULE | IN_SHAPE},
                                  {"describe", l_describe, IN_MODULE | IN_SHAPE},
                                  {"normal", l_normal, IN_MODULE | IN_SHAPE},
                                  {"edges", l_edges, IN_MODULE | IN_SHAPE},
                                  {NULL, NULL, 0}};

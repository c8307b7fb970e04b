/* SPDX-License-Identifier: MIT
 *
 * Constructors and setters of shapes, and queries about one shape.
 */
#include "../number/fp.h"
#include "lua_shape.h"

#include "lua_description.h"
#include "lua_group.h"
#include "lua_pose.h"
#include "lua_result.h"

/* The constructor of the shape that the function is named after. */
static int l_make(lua_State *L) {
  args_place at = ci_args_at(1, NULL);
  described made;
  void *shape;
  ci_description_read(L, &at, 1, lua_tostring(L, lua_upvalueindex(UP_NAME)), &made);
  ci_args_end(L, 2);
  if (made.form->make == NULL) { /* argument 1 has become its storage */
    lua_pushvalue(L, 1);
    shape = lua_touserdata(L, 1);
  } else {
    shape = lua_newuserdata(L, sizeof made);
  }
  *(described *)shape = made;
  ci_description_seal(L, lua_gettop(L));
  lua_pushvalue(L, lua_upvalueindex(UP_SHAPE));
  lua_setmetatable(L, -2);
  return 1;
}

/* ---- Setters, which return the shape --------------------------------------- */

/* What has a pose: a shape or a group; the other is NULL. */
typedef struct posed {
  described *shape;
  held_group *group;
} posed;

static posed check_posed(lua_State *L) {
  posed which;
  args_place at = ci_args_at(1, NULL);
  which.shape = description_at(L, 1);
  which.group = which.shape == NULL ? group_at(L, 1) : NULL;
  if (which.shape == NULL && which.group == NULL)
    ci_args_fail(L, &at, "shape expected, got %s", ci_args_type(L, 1));
  return which;
}

/* Reads numbers in place from argument 2 on; a scale may be a single number. */
static void read_in_place(lua_State *L, pose_part part, told_pose *pose) {
  args_size size = ci_pose_part_size(part, pose->dimensions);
  double values[4];
  int arg = 2, count = ci_args_count_numbers(L, arg);
  if (part == POSE_SCALE && count == 1) size.count = 1;
  if (part == POSE_ROTATION && size.count == 1 && count > 1) { /* a quaternion, most likely */
    args_place at = ci_args_at(arg, ci_pose_part_name(part));
    ci_args_fail_count(L, &at, count, size);
  }
  ci_args_vector(L, &arg, ci_pose_part_name(part), size, values);
  ci_args_end(L, arg);
  ci_pose_change(pose, part, values, size.count);
}

/* To set a position alone costs less than to set a pose. */
static void fold(lua_State *L, const args_place *at, pose_part part, described *shape,
                 const told_pose *pose) {
  if (part != POSE_POSITION) {
    ci_pose_fold(L, at, &shape->shape, &shape->source, &pose->pose);
  } else if (collide_set_position(&shape->shape, &shape->source, pose->pose.position) !=
             COLLIDE_OK) {
    args_place where = *at;
    where.name = NULL;
    ci_args_fail(L, &where, "the pose is too large or too small to work with");
  }
}

static int set_pose(lua_State *L, pose_part part) {
  posed which = check_posed(L);
  described *shape = which.shape;
  told_pose pose = shape != NULL ? ci_description_pose(shape) : ci_group_told_pose(which.group);
  args_place at = ci_args_at(2, ci_pose_part_name(part));
  if (pose.pose.has_linear && (part == POSE_ROTATION || part == POSE_SCALE)) {
    ci_args_fail(L, &at, ": the %s has a transform, set_transform replaces it",
                 shape != NULL ? "shape" : "group");
  }
  if (part != POSE_TRANSFORM && lua_type(L, 2) == LUA_TNUMBER) {
    read_in_place(L, part, &pose);
  } else {
    ci_pose_read(L, &at, 2, &pose, part);
    ci_args_end(L, 3);
  }
  if (shape != NULL) {
    fold(L, &at, part, shape, &pose);
    shape->given = pose.given;
    shape->sealed.home->changes++;
  } else {
    ci_group_fold(L, &at, which.group, part, &pose);
  }
  lua_settop(L, 1);
  return 1;
}

/* Sets the position to numbers, the form that hot loops use. Returns 0, and has changed nothing,
 * where the general way has to read something else or to say what is wrong. */
static int set_position_hot(lua_State *L) {
  described *shape = description_at(L, 1);
  double position[3];
  int dimensions;
  if (shape == NULL) return 0;
  dimensions = collide_dimensions(&shape->shape);
  if (lua_gettop(L) != 1 + dimensions || !args_read_numbers(L, 2, dimensions, position)) return 0;
  return ci_description_set_pose(shape, POSE_POSITION, position, dimensions) == COLLIDE_OK;
}

static int l_set_position(lua_State *L) {
  if (!set_position_hot(L)) return set_pose(L, POSE_POSITION);
  lua_settop(L, 1);
  return 1;
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
  args_place at = ci_args_at(1, NULL);
  return ci_description_get(L, &at, 1, room);
}

/* The group of argument 1, or NULL when it is anything else. */
static const held_group *get_group(lua_State *L) {
  args_place at = ci_args_at(1, NULL);
  return description_at(L, 1) != NULL ? NULL : ci_group_get(L, &at, 1);
}

/* The pose of argument 1; *numbers is 1 after the word "numbers". */
static told_pose get_pose(lua_State *L, int *numbers) {
  described room;
  const held_group *group = get_group(L);
  told_pose pose =
      group != NULL ? ci_group_told_pose(group) : ci_description_pose(get_shape(L, &room));
  *numbers = ci_args_wants_numbers(L, 2, 0);
  return pose;
}

static int l_get_position(lua_State *L) {
  int numbers;
  told_pose pose = get_pose(L, &numbers);
  return ci_result_push_answer(L, pose.pose.position, pose.dimensions, numbers);
}

/* A shape with a transform has neither rotation nor scale. */
static int push_nil(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

static int l_get_rotation(lua_State *L) {
  int numbers;
  told_pose pose = get_pose(L, &numbers);
  if (pose.pose.has_linear) return push_nil(L);
  if (pose.dimensions == 3) return ci_result_push_quaternion(L, pose.pose.rotation, numbers);
  result_push_number(L, pose.pose.angle);
  return 1;
}

static int l_get_scale(lua_State *L) {
  int numbers;
  told_pose pose = get_pose(L, &numbers);
  if (pose.pose.has_linear) return push_nil(L);
  return ci_result_push_answer(L, pose.pose.scale, pose.dimensions, numbers);
}

/* Of the one that is not NULL. */
static int dimensions_of(const described *shape, const held_group *group) {
  return group != NULL ? collide_group_dimensions(group->group) : collide_dimensions(&shape->shape);
}

static int l_bounds(lua_State *L) {
  described room;
  const held_group *group = get_group(L);
  const described *shape = group != NULL ? NULL : get_shape(L, &room);
  double min[3], max[3];
  int dimensions = dimensions_of(shape, group), numbers = ci_args_wants_numbers(L, 2, 0);
  if (group != NULL)
    collide_group_bounds(group->group, min, max);
  else
    collide_bounds(&shape->shape, min, max);
  ci_result_push_answer(L, min, dimensions, numbers);
  ci_result_push_answer(L, max, dimensions, numbers);
  return numbers ? 2 * dimensions : 2;
}

static int l_project(lua_State *L) {
  described room;
  const held_group *group = get_group(L);
  const described *shape = group != NULL ? NULL : get_shape(L, &room);
  args_place at = ci_args_at(2, "axis");
  double axis[3] = {0, 0, 0}, lowest, highest;
  int arg = 2;
  ci_args_vector(L, &arg, at.name, ci_description_size(dimensions_of(shape, group)), axis);
  ci_args_end(L, arg);
  if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0) ci_args_fail(L, &at, " must not be zero");
  if (group != NULL)
    collide_group_project(group->group, axis, &lowest, &highest);
  else
    collide_project(&shape->shape, axis, &lowest, &highest);
  result_push_number(L, lowest);
  result_push_number(L, highest);
  return 2;
}

static int l_describe(lua_State *L) {
  described room;
  const held_group *group = get_group(L);
  const described *shape = group != NULL ? NULL : get_shape(L, &room);
  ci_args_end(L, 2);
  if (group != NULL)
    ci_group_push_description(L, group);
  else
    ci_description_push(L, shape);
  return 1;
}

/* ---- Triangles ------------------------------------------------------------- */

/* `dimensions` is 0 if both are allowed; `instead` names the function for the other dimensions.
 * After the triangle there may be the word "numbers". */
static const collide_shape *get_triangle(lua_State *L, described *room, int dimensions,
                                         const char *instead, int *numbers) {
  const described *shape = get_shape(L, room);
  args_place at = ci_args_at(1, NULL);
  int count = collide_dimensions(&shape->shape);
  if (shape->shape.kind != COLLIDE_TRIANGLE && shape->shape.kind != COLLIDE_TRIANGLE_2D) {
    ci_args_fail(L, &at, "triangle expected, got %s", ci_description_name(shape));
  }
  if (dimensions != 0 && count != dimensions) {
    ci_args_fail(L, &at, "a %dD triangle expected, got a %dD one; that has %s", dimensions, count,
                 instead);
  }
  *numbers = ci_args_wants_numbers(L, 2, 0);
  return &shape->shape;
}

static int l_normal(lua_State *L) {
  described room;
  double normal[3];
  int numbers;
  if (!collide_triangle_normal(get_triangle(L, &room, 3, "edge_normals", &numbers), normal)) {
    lua_pushnil(L);
    return 1;
  }
  return ci_result_push_answer(L, normal, 3, numbers);
}

/* The vector from corner k to the next. Of a 3D triangle it is the difference of its own doubles,
 * which are not rounded by the position. */
static int push_edge(lua_State *L, const collide_shape *triangle, int k, int dimensions,
                     int numbers) {
  double edge[3], flat[2][3];
  const double *corner[3];
  int i, next = (k + 1) % 3;
  corner[0] = triangle->a;
  corner[1] = triangle->b;
  corner[2] = triangle->of.facet.c;
  if (dimensions == 2) {
    collide_point(triangle, k, flat[0]);
    collide_point(triangle, next, flat[1]);
    corner[k] = flat[0];
    corner[next] = flat[1];
  }
  for (i = 0; i < dimensions; i++) edge[i] = corner[next][i] - corner[k][i];
  return ci_result_push_answer(L, edge, dimensions, numbers);
}

static int l_edges(lua_State *L) {
  described room;
  int numbers;
  const collide_shape *triangle = get_triangle(L, &room, 0, NULL, &numbers);
  int dimensions = collide_dimensions(triangle);
  int k, count = 0;
  for (k = 0; k < 3; k++) count += push_edge(L, triangle, k, dimensions, numbers);
  return count;
}

/* A triangle without area has no outside, and its hull has fewer corners. */
static int l_edge_normals(lua_State *L) {
  described room;
  int numbers;
  const collide_shape *triangle = get_triangle(L, &room, 2, "normal", &numbers);
  const collide_corner *hull = collide_hull(triangle);
  int edge, i, count = 0;
  if (triangle->of.outline.count < 3) {
    lua_pushnil(L);
    return 1;
  }
  for (edge = 1; edge <= 3; edge++) {
    for (i = 0; i < 3; i++) {
      if (hull[i].edge == edge) count += ci_result_push_answer(L, hull[i].normal, 2, numbers);
    }
  }
  return count;
}

/* ---- Hulls ------------------------------------------------------------------- */

/* An array of the numbers of the points at the corners of a face, written into `corners`. */
static void push_face(lua_State *L, const collide_shape *hull, int number, int *corners) {
  int k, count = collide_hull_face(hull, number, corners, collide_hull_given(hull));
  lua_createtable(L, count, 0);
  for (k = 0; k < count; k++) {
    compat_pushwhole(L, corners[k] + 1);
    lua_rawseti(L, -2, k + 1);
  }
}

static int l_faces(lua_State *L) {
  described room;
  const described *shape = get_shape(L, &room);
  const collide_shape *hull = &shape->shape;
  args_place at = ci_args_at(1, NULL);
  int *corners, number, count = collide_hull_faces(hull);
  if (count == 0) ci_args_fail(L, &at, "3D hull expected, got %s", ci_description_name(shape));
  ci_args_end(L, 2);
  corners = (int *)lua_newuserdata(L, (size_t)collide_hull_given(hull) * sizeof(int));
  seal_break(corners);
  lua_createtable(L, count, 0);
  for (number = 1; number <= count; number++) {
    push_face(L, hull, number, corners);
    lua_rawseti(L, -2, number);
  }
  return 1;
}

int ci_l_shape_text(lua_State *L) {
  described room;
  const held_group *group = get_group(L);
  if (group != NULL)
    ci_group_push_text(L, group);
  else
    ci_description_push_text(L, get_shape(L, &room));
  return 1;
}

const binding ci_shape_bindings[] = {{"sphere", l_make, IN_MODULE},
                                     {"box", l_make, IN_MODULE},
                                     {"cylinder", l_make, IN_MODULE},
                                     {"cone", l_make, IN_MODULE},
                                     {"capsule", l_make, IN_MODULE},
                                     {"plane", l_make, IN_MODULE},
                                     {"triangle", l_make, IN_MODULE},
                                     {"segment", l_make, IN_MODULE},
                                     {"circle", l_make, IN_MODULE},
                                     {"rect", l_make, IN_MODULE},
                                     {"polygon", l_make, IN_MODULE},
                                     {"hull", l_make, IN_MODULE},
                                     {"set_position", l_set_position, IN_SHAPE | IN_GROUP},
                                     {"set_rotation", l_set_rotation, IN_SHAPE | IN_GROUP},
                                     {"set_scale", l_set_scale, IN_SHAPE | IN_GROUP},
                                     {"set_transform", l_set_transform, IN_SHAPE | IN_GROUP},
                                     {"get_position", l_get_position, IN_SHAPE | IN_GROUP},
                                     {"get_rotation", l_get_rotation, IN_SHAPE | IN_GROUP},
                                     {"get_scale", l_get_scale, IN_SHAPE | IN_GROUP},
                                     {"bounds", l_bounds, IN_MODULE | IN_SHAPE | IN_GROUP},
                                     {"project", l_project, IN_MODULE | IN_SHAPE | IN_GROUP},
                                     {"describe", l_describe, IN_MODULE | IN_SHAPE | IN_GROUP},
                                     {"normal", l_normal, IN_MODULE | IN_SHAPE},
                                     {"edges", l_edges, IN_MODULE | IN_SHAPE},
                                     {"edge_normals", l_edge_normals, IN_MODULE | IN_SHAPE},
                                     {"faces", l_faces, IN_MODULE | IN_SHAPE},
                                     {NULL, NULL, 0}};

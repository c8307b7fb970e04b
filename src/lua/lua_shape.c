/* SPDX-License-Identifier: MIT
 *
 * Constructors, setters and properties of shapes, meshes and groups.
 */
#include "../number/fp.h"

#include <string.h>

#include "../mesh/mesh.h"
#include "../target/group.h"
#include "lua_advice.h"
#include "lua_object.h"
#include "lua_posed.h"
#include "lua_result.h"

/* Pushes the shape that the table at the index describes. */
static void push_shape(lua_State *L, const args_place *at, int index, const char *name) {
  described made;
  ci_description_read(L, at, index, name, &made);
  if (description_has_storage(&made))
    lua_pushvalue(L, index); /* the table was replaced by its storage */
  else
    (void)lua_newuserdata(L, sizeof made);
  *(described *)lua_touserdata(L, -1) = made;
  seal_object(L, SEAL_SHAPE, UP_SHAPE);
}

void ci_posed_push(lua_State *L, const args_place *at, int index, const char *name) {
  if (name != NULL ? strcmp(name, "mesh") == 0 || strcmp(name, "heights") == 0
                   : ci_mesh_is(L, index))
    ci_mesh_push(L, at, index, name);
  else if (name != NULL ? strcmp(name, "group") == 0 : ci_group_is(L, index))
    ci_group_push(L, at, index);
  else
    push_shape(L, at, index, name);
}

/* The constructor of the kind that the function is named after. The table at 1 may be replaced, so
 * `data` is read first. */
static int l_make(lua_State *L) {
  enum { GIVEN = 2, MADE };
  args_place at = ci_args_at(1, NULL);
  const char *name = lua_tostring(L, lua_upvalueindex(UP_NAME));
  if (strcmp(name, "group") == 0) ci_decompose_drop_neighbours(L);
  if (lua_istable(L, 1) || lua_isuserdata(L, 1)) {
    at.arg = 2;
    if (!lua_isnoneornil(L, 2))
      ci_args_fail(L, &at, "unexpected argument, got %s; %s takes one table, %s{%s}",
                   ci_args_type(L, 2), name, name, ci_advice_example(name));
    at.arg = 1;
    ci_args_end(L, 3);
  }
  if (lua_istable(L, 1)) { /* other values are refused below */
    lua_settop(L, 1);
    lua_getfield(L, 1, "data");
  }
  ci_posed_push(L, &at, 1, name);
  lua_pushvalue(L, GIVEN);
  if (!lua_isnil(L, -1)) ci_object_set_data(L, MADE);
  lua_settop(L, MADE);
  return 1;
}

static int has_pose(object_kind kind) {
  return kind == OBJECT_SHAPE || kind == OBJECT_MESH || kind == OBJECT_GROUP;
}

static posed check_posed(lua_State *L) {
  object_kind kind = ci_object_kind(L, 1);
  if (!has_pose(kind)) ci_args_fail_self(L, "shape");
  return posed_of(kind, (object_head *)lua_touserdata(L, 1));
}

/* Makes an equal shape, mesh or group with the same data. */
static int l_copy(lua_State *L) {
  enum { ORIGINAL = 1, DESCRIPTION, COPY };
  args_place at = ci_args_at(ORIGINAL, NULL);
  posed original = check_posed(L);
  ci_args_end(L, 2);
  lua_settop(L, 1);
  if (original.kind == OBJECT_MESH) {
    lua_pushnil(L);
    ci_mesh_push_copy(L, posed_mesh(&original));
  } else {
    ci_posed_push_description(L, &original, 1);
    ci_posed_push(L, &at, DESCRIPTION, NULL);
  }
  ci_object_push_data(L, ORIGINAL);
  if (!lua_isnil(L, -1)) ci_object_set_data(L, COPY);
  lua_settop(L, COPY);
  return 1;
}

/* ---- Setters, which return the shape --------------------------------------- */

/* Reads numbers in place from argument 2 on; a scale may be a single number. */
static void read_in_place(lua_State *L, pose_part part, given_pose *pose) {
  args_size size = ci_pose_size(pose, part);
  double values[4];
  int arg = 2, count = ci_args_count_numbers(L, arg);
  if (part == POSE_SCALE && count == 1) size.count = 1;
  /* Probably a quaternion, or a position or scale in space, for a shape of the plane. */
  if ((part == POSE_ROTATION && size.count == 1 && count > 1) || (size.count == 2 && count == 3)) {
    args_place at = ci_args_at(arg, ci_pose_part_name(part));
    ci_args_fail_count(L, &at, count, size);
  }
  ci_args_vector(L, &arg, ci_pose_part_name(part), size, values);
  ci_args_end(L, arg);
  ci_pose_change(pose, part, values, size.count);
}

/* Raises an error for a rotation or scale of an object with a transform. */
static void check_parts(lua_State *L, const args_place *at, const posed *p,
                        const given_pose *pose) {
  if (pose->pose.has_linear)
    ci_args_fail(L, at, ": the %s has a transform, set_transform replaces it",
                 ci_object_name(p->kind));
}

static int set_pose(lua_State *L, pose_part part) {
  posed p = check_posed(L);
  given_pose pose = ci_posed_get(&p);
  args_place at = ci_args_at(2, ci_pose_part_name(part));
  if (part == POSE_ROTATION || part == POSE_SCALE) check_parts(L, &at, &p, &pose);
  if (part != POSE_TRANSFORM && lua_type(L, 2) == LUA_TNUMBER) {
    read_in_place(L, part, &pose);
  } else {
    ci_pose_read(L, &at, 2, &pose, part);
    ci_args_end(L, 3);
  }
  ci_posed_set(L, &at, &p, part, &pose);
  lua_settop(L, 1);
  return 1;
}

/* Moves a shape to or by numbers or a plain table of them, the forms that hot loops use. For other
 * forms and on errors, returns 0 and changes nothing. */
static int move_by_numbers(lua_State *L, int is_relative) {
  described *shape = description_at(L, 1);
  double to[3] = {0, 0, 0};
  int dimensions, i;
  if (shape == NULL) return 0;
  dimensions = description_dimensions(shape);
  if (lua_gettop(L) == 2
          ? !ci_args_read_plain(L, 2, dimensions, to)
          : lua_gettop(L) != 1 + dimensions || !args_read_numbers(L, 2, dimensions, to))
    return 0;
  for (i = 0; i < dimensions && is_relative; i++) to[i] += shape->source.pose.position[i];
  if (!posed_move_shape(shape, to)) return 0;
  lua_settop(L, 1);
  return 1;
}

static int l_set_position(lua_State *L) {
  return move_by_numbers(L, 0) ? 1 : set_pose(L, POSE_POSITION);
}

static int l_set_rotation(lua_State *L) {
  return set_pose(L, POSE_ROTATION);
}

static int l_set_rotation_degrees(lua_State *L) {
  posed p = check_posed(L);
  given_pose pose = ci_posed_get(&p);
  args_place at = ci_args_at(2, "degrees");
  check_parts(L, &at, &p, &pose);
  ci_pose_read_degrees(L, &at, 2, &pose);
  ci_args_end(L, 3);
  ci_posed_set(L, &at, &p, POSE_ROTATION, &pose);
  lua_settop(L, 1);
  return 1;
}

static int l_set_scale(lua_State *L) {
  return set_pose(L, POSE_SCALE);
}

static int l_set_transform(lua_State *L) {
  return set_pose(L, POSE_TRANSFORM);
}

/* As ci_args_end, after a vector. The error for a further number says that there is one number too
 * many. */
static void check_end(lua_State *L, int arg, const char *name, args_size size) {
  int first = arg - size.count, count = size.count;
  if (lua_type(L, arg) == LUA_TNUMBER && first > 1 && lua_type(L, first) == LUA_TNUMBER) {
    args_place at = ci_args_at(first, name);
    while (lua_type(L, first + count) == LUA_TNUMBER) count++;
    ci_args_fail_count(L, &at, count, size);
  }
  ci_args_end(L, arg);
}

static int l_translate(lua_State *L) {
  args_place at = ci_args_at(2, "displacement");
  given_pose pose;
  double by[3], to[3];
  int i, arg = 2;
  args_size size;
  posed p;
  if (move_by_numbers(L, 1)) return 1;
  p = check_posed(L);
  pose = ci_posed_get(&p);
  size = ci_pose_size(&pose, POSE_POSITION);
  ci_args_vector(L, &arg, at.name, size, by);
  check_end(L, arg, at.name, size);
  for (i = 0; i < pose.dimensions; i++) to[i] = by[i] + pose.pose.position[i];
  if (!ci_posed_set_numbers(&p, POSE_POSITION, to, pose.dimensions))
    ci_args_fail(L, &at, ": a coordinate of the shape would exceed 1e300, got %s",
                 ci_args_vector_text(L, by, pose.dimensions));
  lua_settop(L, 1);
  return 1;
}

/* ---- Queries ------------------------------------------------------------- */

/* Raises an error for an argument 1 that can be neither a shape nor a description of one. */
static void check_self(lua_State *L) {
  int type = lua_type(L, 1);
  if (type != LUA_TTABLE && type != LUA_TUSERDATA) ci_args_fail_self(L, "shape");
}

const described *ci_shape_get(lua_State *L) {
  args_place at = ci_args_at(1, NULL);
  check_self(L);
  if (lua_istable(L, 1)) {
    push_shape(L, &at, 1, NULL);
    lua_replace(L, 1);
  }
  return ci_description_get(L, &at, 1, NULL);
}

/* Reads argument 1, an object or a description. The described object replaces the description. */
static posed read_posed(lua_State *L) {
  args_place at = ci_args_at(1, NULL);
  check_self(L);
  if (lua_istable(L, 1)) {
    ci_posed_push(L, &at, 1, NULL);
    lua_replace(L, 1);
  }
  if (!has_pose(ci_object_kind(L, 1))) (void)ci_description_get(L, &at, 1, NULL); /* raises */
  return check_posed(L);
}

/* Pushes a quaternion: four numbers, or {x=, y=, z=, w=}. Returns the number of values. */
static int push_quaternion(lua_State *L, const double q[4], int numbers) {
  if (!numbers) ci_result_push_vector(L, q, 3);
  if (numbers) ci_result_push_components(L, q, 3);
  result_push_number(L, q[3]);
  if (numbers) return 4;
  lua_setfield(L, -2, "w");
  return 1;
}

/* Returns a part of the pose. A shape with a transform has no rotation and no scale. */
static int get_pose(lua_State *L, pose_part part) {
  posed p = read_posed(L);
  int numbers = ci_args_wants_numbers(L, 2, 0);
  given_pose given = ci_posed_get(&p);
  const collide_pose *pose = &given.pose;
  if (part == POSE_POSITION)
    return ci_result_push_answer(L, pose->position, given.dimensions, numbers);
  if (pose->has_linear) {
    lua_pushnil(L);
    return 1;
  }
  if (part == POSE_SCALE) return ci_result_push_answer(L, pose->scale, given.dimensions, numbers);
  if (given.dimensions == 3) return push_quaternion(L, pose->rotation, numbers);
  result_push_number(L, pose->angle);
  return 1;
}

static int l_get_position(lua_State *L) {
  return get_pose(L, POSE_POSITION);
}

static int l_get_rotation(lua_State *L) {
  return get_pose(L, POSE_ROTATION);
}

static int l_get_scale(lua_State *L) {
  return get_pose(L, POSE_SCALE);
}

static int l_bounds(lua_State *L) {
  object found;
  double min[3], max[3];
  int numbers;
  (void)read_posed(L);
  ci_object_at(L, 1, &found);
  numbers = ci_args_wants_numbers(L, 2, 0);
  collide_target_bounds(&found.target, min, max);
  return ci_result_push_bounds(L, min, max, found.dimensions, numbers);
}

static void project(const posed *p, const double axis[3], double ends[2]) {
  if (p->kind == OBJECT_MESH)
    ci_mesh_project(&posed_mesh(p)->mesh, axis, &ends[0], &ends[1]);
  else if (p->kind == OBJECT_GROUP)
    ci_group_project(posed_group(p)->group, axis, &ends[0], &ends[1]);
  else
    collide_project(&posed_shape(p)->shape, axis, &ends[0], &ends[1]);
}

/* Raises an error for ends that are out of range. Ends that are infinite along a short axis, too,
 * are those of a half-space. */
static void check_projection(lua_State *L, const args_place *at, const posed *p,
                             const double axis[3], const double ends[2], int dimensions) {
  double near[3], finite[2];
  int i, exponent;
  if (args_in_range(ends[0]) && args_in_range(ends[1])) return;
  (void)frexp(ci_largest(axis, 3, 0), &exponent);
  memcpy(near, axis, sizeof near);
  ci_rescale(near, 3, -exponent);
  project(p, near, finite);
  for (i = 0; i < 2; i++)
    if (!args_in_range(ends[i]) && args_finite(finite[i]))
      ci_args_fail(L, at, ": the projection would exceed 1e300, got %s",
                   ci_args_vector_text(L, axis, dimensions));
}

static int l_project(lua_State *L) {
  posed p = read_posed(L);
  args_place at = ci_args_at(2, "axis");
  double axis[3] = {0, 0, 0}, ends[2];
  int arg = 2, dimensions = ci_posed_get(&p).dimensions;
  ci_args_vector(L, &arg, at.name, ci_description_size(dimensions), axis);
  ci_args_end(L, arg);
  if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0) ci_args_fail(L, &at, " must not be zero");
  project(&p, axis, ends);
  check_projection(L, &at, &p, axis, ends, dimensions);
  result_push_number(L, ends[0]);
  result_push_number(L, ends[1]);
  return 2;
}

static int l_describe(lua_State *L) {
  posed p = read_posed(L);
  ci_args_end(L, 2);
  ci_posed_push_description(L, &p, 0);
  return 1;
}

int ci_l_shape_text(lua_State *L) {
  posed p = read_posed(L);
  ci_posed_push_text(L, &p);
  return 1;
}

const binding ci_shape_bindings[] = {
    {"sphere box cylinder cone capsule plane triangle segment circle rect polygon ellipse hull "
     "mesh "
     "heights group",
     l_make, IN_MODULE},
    {"set_position", l_set_position, IN_SHAPE | IN_MESH | IN_GROUP},
    {"set_rotation", l_set_rotation, IN_SHAPE | IN_MESH | IN_GROUP},
    {"set_rotation_degrees", l_set_rotation_degrees, IN_SHAPE | IN_GROUP},
    {"set_scale", l_set_scale, IN_SHAPE | IN_MESH | IN_GROUP},
    {"set_transform", l_set_transform, IN_SHAPE | IN_MESH | IN_GROUP},
    {"translate", l_translate, IN_SHAPE | IN_MESH | IN_GROUP},
    {"copy", l_copy, IN_SHAPE | IN_MESH | IN_GROUP},
    {"get_position", l_get_position, IN_SHAPE | IN_MESH | IN_GROUP},
    {"get_rotation", l_get_rotation, IN_SHAPE | IN_MESH | IN_GROUP},
    {"get_scale", l_get_scale, IN_SHAPE | IN_MESH | IN_GROUP},
    {"bounds", l_bounds, IN_MODULE | IN_SHAPE | IN_MESH | IN_GROUP},
    {"project", l_project, IN_MODULE | IN_SHAPE | IN_MESH | IN_GROUP},
    {"describe", l_describe, IN_MODULE | IN_SHAPE | IN_MESH | IN_GROUP},
    {NULL, NULL, 0}};

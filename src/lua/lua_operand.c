/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_operand.h"

#include <string.h>

#include "lua_grid.h"
#include "lua_group.h"
#include "lua_members.h"
#include "lua_object.h"
#include "lua_mesh.h"
#include "lua_world.h"
#include "../target/group.h"
#include "../narrow/limit.h"

/* A table with [1] or x, and without the field shape, is a point. */
int ci_operand_is_point(lua_State *L, int index) {
  int type = lua_type(L, index), has;
  if (type == LUA_TNUMBER || type == COMPAT_TCDATA) return 1;
  if (type == LUA_TUSERDATA) return ci_object_kind(L, index) == OBJECT_NONE;
  if (type != LUA_TTABLE) return 0;
  lua_rawgeti(L, index, 1);
  has = lua_type(L, -1) == LUA_TNUMBER;
  lua_pop(L, 1);
  if (!has && !ci_args_has_field(L, index, "x")) return 0;
  lua_pushliteral(L, "shape"); /* raw: an object may raise an error for a missing field */
  lua_rawget(L, index);
  has = lua_isnil(L, -1);
  lua_pop(L, 1);
  return has;
}

/* All sizes are 0, so a pose, or in space a position, completes the shape. */
static collide_error make_point(collide_shape *shape, collide_source *source, const double v[3],
                                int dimensions) {
  collide_pose pose;
  memset(shape, 0, sizeof *shape);
  memset(source, 0, sizeof *source);
  if (dimensions == 3) {
    shape->kind = COLLIDE_SPHERE;
    shape->frame = COLLIDE_MOVED;
    return collide_set_position(shape, NULL, v);
  }
  shape->kind = COLLIDE_CIRCLE;
  pose = collide_identity_pose();
  memcpy(pose.position, v, 2 * sizeof *v);
  return collide_set_pose(shape, source, &pose);
}

static void set_shape(operand *out, const collide_shape *shape, const char *name) {
  out->target = collide_target_of_shape(shape);
  out->shape = shape;
  out->name = name;
}

void ci_operand_set_target(operand *out, const collide_target *target, const char *name) {
  out->target = *target;
  out->shape = NULL;
  out->name = name;
  out->is_turned = 0;
}

void ci_operand_set_group(operand *out, const collide_shape_group *group) {
  collide_target target = collide_target_of_group(group);
  ci_operand_set_target(out, &target, "group");
}

void ci_operand_make_point(lua_State *L, const args_place *at, const double v[3], int dimensions,
                           operand *out) {
  if (make_point(&out->room.shape, &out->room.source, v, dimensions) != COLLIDE_OK) {
    ci_args_fail(L, at, " is too large to work with");
  }
  set_shape(out, &out->room.shape, "point");
}

void ci_operand_check_end(lua_State *L, const args_place *at, const collide_target *moving,
                          const double displacement[3]) {
  const double *d = displacement;
  double ends[6];
  int i;
  if (fabs(d[0]) <= RANGE_SHORT && fabs(d[1]) <= RANGE_SHORT && fabs(d[2]) <= RANGE_SHORT) return;
  (void)collide_target_bounds(moving, ends, ends + 3);
  for (i = 0; i < 6; i++)
    if (fabs(ends[i]) <= DBL_MAX && !args_in_range(ends[i] + d[i % 3]))
      ci_args_fail(L, at, ": a coordinate of the shape would exceed 1e300, got %s",
                   ci_args_vector_text(L, d, collide_target_dimensions(moving)));
}

int ci_operand_dimensions(const operand *one) {
  return collide_target_dimensions(&one->target);
}

void ci_operand_read(lua_State *L, int *arg, int dimensions, pair *p, operand *out) {
  const described *shape = description_at(L, *arg);
  args_place at = ci_args_at(*arg, NULL);
  if (shape == NULL && ci_operand_is_point(L, *arg)) {
    double v[3];
    int numbers;
    at.name = "point";
    numbers = ci_args_vector(L, arg, at.name, ci_description_size(dimensions), v);
    if (p->vectors++ == 0) p->numbers = numbers;
    ci_operand_make_point(L, &at, v, dimensions, out);
    return;
  }
  if (shape == NULL) {
    const held_group *group = ci_group_get(L, &at, *arg);
    if (group != NULL) {
      ci_operand_set_group(out, group->group);
      ++*arg;
      return;
    }
    if (ci_mesh_is(L, *arg)) {
      const held_mesh *mesh = ci_mesh_get(L, &at, *arg);
      collide_target target;
      if (mesh == NULL) ci_args_fail(L, &at, "mesh expected");
      target = collide_target_of_mesh(&mesh->mesh);
      ci_operand_set_target(out, &target, "mesh");
      ++*arg;
      return;
    }
    if (!lua_istable(L, *arg))
      ci_args_fail(L, &at, "shape or point expected, got %s", ci_args_type(L, *arg));
    shape = ci_description_get(L, &at, *arg, &out->room);
  }
  set_shape(out, &shape->shape, ci_description_name(shape));
  ++*arg;
}

void ci_operand_fail_far(lua_State *L, int arg, const pair *p) {
  args_place at = ci_args_at(arg, NULL);
  ci_args_fail(L, &at, "a coordinate of the answer would exceed 1e300, got %s and %s", p->a.name,
               p->b.name);
}

void ci_operand_fail_no_test(lua_State *L, int arg, const pair *p) {
  args_place at = ci_args_at(arg, NULL);
  ci_args_fail(L, &at, "there is no test for %s and %s", p->a.name, p->b.name);
}

int ci_operand_is_turned_box(const collide_shape *s) {
  return s->kind == COLLIDE_BOX && s->frame == COLLIDE_LINEAR;
}

static const char *capsule_hint(const pair *p) {
  int is = p->a.shape->kind == COLLIDE_CAPSULE || p->b.shape->kind == COLLIDE_CAPSULE;
  return is ? "; a capsule whose position has 2 numbers is 2D" : "";
}

/* Raises the error: there is no test for the two. `arg` is the argument of the second one. */
static void fail_pair(lua_State *L, int arg, const pair *p) {
  int a = collide_dimensions(p->a.shape), b = collide_dimensions(p->b.shape);
  args_place at = ci_args_at(arg, NULL);
  ci_args_fail(L, &at, "a %dD shape expected beside a %dD %s, got a %dD %s%s", a, a, p->a.name, b,
               p->b.name, capsule_hint(p));
}

static int is_point_of_three(lua_State *L, int index) {
  int has;
  if (!lua_istable(L, index)) return 0;
  lua_rawgeti(L, index, 3);
  has = lua_type(L, -1) == LUA_TNUMBER;
  lua_pop(L, 1);
  return has || ci_args_has_field(L, index, "z");
}

/* The dimensions of a point in argument 1: those of the shape after it. For two points, the number
 * of numbers decides. */
static int first_point_dimensions(lua_State *L) {
  int numbers = ci_args_count_numbers(L, 1), second = numbers > 0 ? 1 + numbers : 2;
  args_place at = ci_args_at(second, NULL);
  if (description_at(L, second) != NULL || (lua_istable(L, second) && ci_description_is(L, second)))
    return ci_description_dimensions(L, &at, second);
  return numbers == 6 || (numbers == 0 && is_point_of_three(L, 1)) ? 3 : 2;
}

/* A metamethod may turn a description into that of a group between two reads. */
static void check_one_shape(lua_State *L, int arg, const operand *one) {
  args_place at = ci_args_at(arg, NULL);
  if (one->shape == NULL) ci_args_fail(L, &at, "one shape expected, got a %s", one->name);
}

int ci_operand_read_pair(lua_State *L, pair *p, has_test has) {
  int arg = 1, second;
  p->vectors = p->numbers = 0;
  ci_operand_read(L, &arg, ci_operand_is_point(L, 1) ? first_point_dimensions(L) : 2, p, &p->a);
  check_one_shape(L, 1, &p->a);
  second = arg;
  ci_operand_read(L, &arg, collide_dimensions(p->a.shape), p, &p->b);
  check_one_shape(L, second, &p->b);
  if (!has(p->a.shape, p->b.shape)) fail_pair(L, second, p);
  return arg;
}

void ci_operand_read_shape(lua_State *L, int arg, operand *out) {
  args_place at = ci_args_at(arg, NULL);
  const described *given;
  if (lua_istable(L, arg) && ci_operand_is_point(L, arg))
    ci_args_fail(L, &at, "shape expected, got a point");
  if (group_at(L, arg) != NULL)
    ci_args_fail(L, &at, "one shape expected, got a group; query its parts one by one");
  if (mesh_at(L, arg) != NULL) ci_args_fail(L, &at, "shape expected, got a mesh");
  if (world_at(L, arg) != NULL) ci_args_fail(L, &at, "shape expected, got a world");
  if (grid_at(L, arg) == NULL && ci_members_is_array(L, arg))
    ci_args_fail(L, &at, "one shape expected, got an array");
  given = ci_description_get(L, &at, arg, &out->room);
  set_shape(out, &given->shape, ci_description_name(given));
  out->is_turned = ci_description_is_turned(given);
}

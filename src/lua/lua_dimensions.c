/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_description.h"

#include "lua_points.h"

int ci_dimensions_upright(const shape_form *form) {
  const size_field *field = form->fields;
  if (form->dimensions != 0) return 0;
  while (field->name != NULL && ci_form_is_number(field)) field++;
  return field->name == NULL;
}

int ci_dimensions_push_size(lua_State *L, const args_place *at, int index,
                            const size_field *field) {
  lua_getfield(L, index, field->name);
  if (field->type != FIELD_POINTS) return 0;
  lua_rawgeti(L, index, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return 0;
  }
  if (!lua_isnil(L, -2)) ci_args_fail(L, at, " and points in place exclude each other");
  lua_pop(L, 2);
  lua_pushvalue(L, index);
  return 1;
}

/* The number of components of the vector at the index, 3 if it has .z. Returns 0 for a value that
 * is not a vector. Reading that value later raises the error. */
static int count_components(lua_State *L, const args_place *at, int index) {
  static const args_size as_it_comes = {0, "a shape takes 2 or 3"};
  double v[3];
  if (!ci_args_may_hold(lua_type(L, index))) return 0;
  return ci_args_vector_value(L, at, index, as_it_comes, v);
}

/* Flat points have two dimensions, but those of a hull have three. */
static int count_first_point(lua_State *L, const args_place *at, int index,
                             const shape_form *form) {
  args_place item = *at;
  int count = 0;
  item.item = 1;
  if (!lua_istable(L, index)) return 0;
  if (ci_points_are_flat(L, index)) return form->points > 0 ? 2 : 3;
  lua_rawgeti(L, index, 1);
  count = count_components(L, &item, lua_gettop(L));
  lua_pop(L, 1);
  return count;
}

/* The dimensions that the first given part of the pose determines, or 0. A scale that is one number
 * fits both dimensions. */
static int count_in_pose(lua_State *L, const args_place *at, int index) {
  static const pose_part parts[] = {POSE_POSITION, POSE_ROTATION, POSE_SCALE};
  int i, count = 0;
  for (i = 0; i < 3 && count == 0; i++) {
    args_place field = *at;
    field.name = ci_pose_part_name(parts[i]);
    lua_getfield(L, index, field.name);
    if (parts[i] != POSE_ROTATION) {
      count = count_components(L, &field, lua_gettop(L));
    } else if (!lua_isnil(L, -1)) {
      count = lua_type(L, -1) == LUA_TNUMBER ? 2 : 3;
    }
    lua_pop(L, 1);
  }
  return count;
}

/* The field `dimensions`, or 0. */
static int read_dimensions(lua_State *L, const args_place *at, int index) {
  args_place field = *at;
  double given;
  field.name = "dimensions";
  lua_getfield(L, index, field.name);
  given = lua_isnil(L, -1) ? 0 : ci_args_number(L, &field, lua_gettop(L));
  if (!lua_isnil(L, -1) && given != 2 && given != 3)
    ci_args_fail(L, &field, " must be 2 or 3, got %s", ci_args_number_text(L, given));
  lua_pop(L, 1);
  return (int)given;
}

int ci_dimensions_find(lua_State *L, const args_place *at, int index, const shape_form *form) {
  args_place place = *at;
  const size_field *first = &form->fields[0];
  int count, given;
  if (form->dimensions != 0) return form->dimensions;
  given = read_dimensions(L, at, index);
  if (ci_dimensions_upright(form)) {
    count = given > 0 ? given : count_in_pose(L, at, index);
  } else {
    place.name = first->name;
    ci_dimensions_push_size(L, &place, index, first);
    count = first->type == FIELD_POINTS ? count_first_point(L, &place, lua_gettop(L), form)
                                        : count_components(L, &place, lua_gettop(L));
    lua_pop(L, 1);
  }
  place.name = "dimensions";
  if (given > 0 && count > 0 && given != count)
    ci_args_fail(L, &place, ": got %d, but the %s's vectors have %d components", given, form->name,
                 count);
  return count == 0 ? 3 : count;
}

/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_result.h"

#include "../narrow/limit.h"
#include "lua_args.h"
#include "lua_world.h"

/* ---- Numbers ------------------------------------------------------------- */

int ci_result_push_components(lua_State *L, const double *v, int dimensions) {
  result_push_number(L, v[0]);
  result_push_number(L, v[1]);
  if (dimensions == 3) result_push_number(L, v[2]);
  return dimensions;
}

int ci_result_push_answer(lua_State *L, const double *v, int dimensions, int numbers) {
  if (numbers) return ci_result_push_components(L, v, dimensions);
  ci_result_push_vector(L, v, dimensions);
  return 1;
}

int ci_result_push_bounds(lua_State *L, double min[3], double max[3], int dimensions, int numbers) {
  int i;
  for (i = 0; i < dimensions; i++) {
    (void)limit_clamp_point(min + i, 1);
    (void)limit_clamp_point(max + i, 1);
  }
  ci_result_push_answer(L, min, dimensions, numbers);
  ci_result_push_answer(L, max, dimensions, numbers);
  return numbers ? 2 * dimensions : 2;
}

int ci_result_push_place(lua_State *L, const collide_hit *hit, int triangle) {
  compat_pushwhole(L, triangle);
  result_push_number(L, hit->u);
  result_push_number(L, hit->v);
  return 3;
}

static void push_whole_or_nil(lua_State *L, int64_t x) {
  if (x != 0)
    compat_pushwhole(L, x);
  else
    lua_pushnil(L);
}

int ci_result_push_where(lua_State *L, const result_hit *found) {
  int first = lua_gettop(L) + 1, i;
  push_whole_or_nil(L, found->index);
  if (found->of.count > 0) {
    lua_pushinteger(L, (lua_Integer)found->of.value);
    for (i = 0; i < found->dimensions; i++) compat_pushwhole(L, found->of.cell[i]);
  } else if (result_has_uv(found)) {
    ci_result_push_place(L, &found->of.hit, found->of.triangle);
  } else if (found->of.triangle != 0) {
    compat_pushwhole(L, found->of.triangle);
  }
  if (found->of.part > 0 || found->number > 0) {
    lua_settop(L, first + 1 + found->dimensions);
    push_whole_or_nil(L, found->of.part);
    if (found->number > 0) compat_pushwhole(L, found->number);
  }
  return lua_gettop(L) - first + 1;
}

int ci_result_push_numbers(lua_State *L, const result_hit *found) {
  const collide_hit *hit = &found->of.hit;
  int count;
  if (result_has_time(found)) {
    count = result_push_hit(L, hit, found->dimensions);
    return count + ci_result_push_where(L, found);
  }
  count = 1 + ci_result_push_components(L, hit->normal, found->dimensions);
  result_push_number(L, found->depth);
  count += ci_result_push_components(L, hit->point, found->dimensions);
  return result_is_lone(found) ? count : count + ci_result_push_where(L, found);
}

/* Pushes the place on the target, with zeros for values that do not apply. */
static void push_place(lua_State *L, const result_hit *found) {
  int i, has_cell = found->of.count > 0;
  compat_pushwhole(L, found->of.part);
  if (found->dimensions == 3) {
    compat_pushwhole(L, found->of.triangle);
    if (result_has_time(found)) {
      result_push_number(L, result_has_uv(found) ? found->of.hit.u : 0);
      result_push_number(L, result_has_uv(found) ? found->of.hit.v : 0);
    }
  }
  compat_pushwhole(L, has_cell ? found->of.value : 0);
  for (i = 0; i < found->dimensions; i++) compat_pushwhole(L, has_cell ? found->of.cell[i] : 0);
}

void ci_result_append_numbers(lua_State *L, int flat, int at, const result_hit *found) {
  const collide_hit *hit = &found->of.hit;
  int top = lua_gettop(L), has_time = result_has_time(found), i;
  luaL_checkstack(L, 20, NULL);
  if (found->kind != RESULT_CONTACT) result_push_number(L, has_time ? hit->t : found->depth);
  ci_result_push_components(L, hit->normal, found->dimensions);
  if (found->kind != RESULT_DISTANCE) result_push_number(L, has_time ? hit->t_exit : found->depth);
  if (hit->has_point) ci_result_push_components(L, hit->point, found->dimensions);
  for (i = 0; i < found->dimensions && !hit->has_point; i++) lua_pushboolean(L, 0);
  compat_pushwhole(L, found->index > 0 ? found->index : 1);
  push_place(L, found);
  for (i = lua_gettop(L) - top; i > 0; i--) lua_rawseti(L, flat, at + i);
}

/* ---- Tables -------------------------------------------------------------- */

static void set_metatable(lua_State *L, int upvalue) {
  lua_pushvalue(L, lua_upvalueindex(upvalue));
  lua_setmetatable(L, -2);
}

/* Sets the metatable last, because fields are set faster in a table without one. */
static void write_vector(lua_State *L, int table, const double *v, int dimensions) {
  field_set_number(L, table, FIELD_X, v[0]);
  field_set_number(L, table, FIELD_Y, v[1]);
  if (dimensions == 3) field_set_number(L, table, FIELD_Z, v[2]);
  set_metatable(L, UP_VECTOR);
}

void ci_result_push_vector(lua_State *L, const double *v, int dimensions) {
  lua_createtable(L, 0, dimensions);
  write_vector(L, lua_gettop(L), v, dimensions);
}

void ci_result_set_vector(lua_State *L, int table, field name, const double *v, int dimensions) {
  field_push(L, (int)name);
  ci_result_push_vector(L, v, dimensions);
  lua_rawset(L, table);
}

int ci_result_push_quaternion(lua_State *L, const double q[4], int numbers) {
  if (!numbers) ci_result_push_vector(L, q, 3);
  if (numbers) ci_result_push_components(L, q, 3);
  result_push_number(L, q[3]);
  if (numbers) return 4;
  lua_setfield(L, -2, "w");
  return 1;
}

void ci_result_push_cell(lua_State *L, const int64_t cell[3], int dimensions) {
  int table;
  lua_createtable(L, 0, dimensions);
  table = lua_gettop(L);
  field_set_whole(L, table, FIELD_X, cell[0]);
  field_set_whole(L, table, FIELD_Y, cell[1]);
  if (dimensions == 3) field_set_whole(L, table, FIELD_Z, cell[2]);
  set_metatable(L, UP_VECTOR);
}

void ci_result_push_cells(lua_State *L, const result_hit *found) {
  int i;
  lua_createtable(L, found->of.count, 0);
  for (i = 0; i < found->of.count; i++) {
    ci_result_push_cell(L, found->of.cells[i], found->dimensions);
    lua_rawseti(L, -2, i + 1);
  }
  set_metatable(L, UP_LIST);
}

void ci_result_push_member(lua_State *L, int targets, int index, int number) {
  lua_rawgeti(L, targets, index);
  if (number == 0) return;
  if (world_at(L, lua_gettop(L)) == NULL) { /* a finalizer has changed the array */
    lua_pop(L, 1);
    lua_pushnil(L);
    return;
  }
  ci_world_push_members(L, lua_gettop(L));
  lua_rawgeti(L, -1, number);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

void ci_result_mark_list(lua_State *L) {
  set_metatable(L, UP_LIST);
}

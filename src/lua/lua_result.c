/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_result.h"

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

static void push_index(lua_State *L, int index) {
  if (index > 0) {
    compat_pushwhole(L, index);
  } else {
    lua_pushnil(L);
  }
}

static int push_value_and_cell(lua_State *L, const result_hit *found) {
  int i;
  lua_pushinteger(L, (lua_Integer)found->of.value);
  for (i = 0; i < found->dimensions; i++) compat_pushwhole(L, found->of.cell[i]);
  return 1 + found->dimensions;
}

int ci_result_push_place(lua_State *L, const collide_hit *hit, int triangle) {
  compat_pushwhole(L, triangle);
  result_push_number(L, hit->u);
  result_push_number(L, hit->v);
  return 3;
}

/* A contact in numbers. Of a lone shape there is nothing behind its point. */
static int push_contact_numbers(lua_State *L, const result_hit *found) {
  const collide_hit *hit = &found->of.hit;
  int count = ci_result_push_components(L, hit->normal, found->dimensions);
  result_push_number(L, 0 - hit->t);
  count += 1 + ci_result_push_components(L, hit->point, found->dimensions);
  if (found->index == 0 && found->of.part == 0 && found->of.triangle == 0 && found->of.count == 0)
    return count;
  push_index(L, found->index);
  if (found->number > 0) {
    compat_pushwhole(L, found->number);
    count++;
  }
  if (found->of.part > 0) {
    compat_pushwhole(L, found->of.part);
    count++;
  }
  if (found->of.triangle) {
    compat_pushwhole(L, found->of.triangle);
    count++;
  }
  return count + 1 + (found->of.count > 0 ? push_value_and_cell(L, found) : 0);
}

int ci_result_push_numbers(lua_State *L, const result_hit *found) {
  const collide_hit *hit = &found->of.hit;
  int count;
  if (found->is_contact) return push_contact_numbers(L, found);
  count = result_push_hit(L, hit, found->dimensions);
  push_index(L, found->index);
  count += 1;
  if (found->number > 0) {
    compat_pushwhole(L, found->number);
    count += 1;
  }
  if (found->of.part > 0) {
    compat_pushwhole(L, found->of.part);
    count += 1;
  }
  if (found->of.count > 0) return count + push_value_and_cell(L, found);
  if (!found->of.triangle) return count;
  if (result_has_uv(found)) return count + ci_result_push_place(L, hit, found->of.triangle);
  compat_pushwhole(L, found->of.triangle);
  return count + 1;
}

static int append(lua_State *L, int flat, int at, double x) {
  result_push_number(L, x);
  lua_rawseti(L, flat, at + 1);
  return at + 1;
}

/* Appends false for each component when `v` is NULL. Returns the new number of values. */
static int append_components(lua_State *L, int flat, int at, const double *v, int dimensions) {
  int i;
  for (i = 0; i < dimensions; i++) {
    if (v != NULL) {
      at = append(L, flat, at, v[i]);
      continue;
    }
    lua_pushboolean(L, 0);
    lua_rawseti(L, flat, ++at);
  }
  return at;
}

static int append_whole(lua_State *L, int flat, int at, int64_t x) {
  compat_pushwhole(L, x);
  lua_rawseti(L, flat, at + 1);
  return at + 1;
}

/* Where on the target: zeros where that does not apply. */
static void append_place(lua_State *L, int flat, int at, const result_hit *found) {
  int i, has_cell = found->of.count > 0;
  at = append_whole(L, flat, at, found->of.part);
  if (found->dimensions == 3) {
    at = append_whole(L, flat, at, found->of.triangle);
    if (!found->is_contact) {
      at = append(L, flat, at, result_has_uv(found) ? found->of.hit.u : 0);
      at = append(L, flat, at, result_has_uv(found) ? found->of.hit.v : 0);
    }
  }
  at = append_whole(L, flat, at, has_cell ? (int64_t)found->of.value : 0);
  for (i = 0; i < found->dimensions; i++)
    at = append_whole(L, flat, at, has_cell ? found->of.cell[i] : 0);
}

void ci_result_append_numbers(lua_State *L, int flat, int at, const result_hit *found) {
  const collide_hit *hit = &found->of.hit;
  if (!found->is_contact) at = append(L, flat, at, hit->t);
  at = append_components(L, flat, at, hit->normal, found->dimensions);
  at = append(L, flat, at, found->is_contact ? 0 - hit->t : hit->t_exit);
  at = append_components(L, flat, at, hit->has_point ? hit->point : NULL, found->dimensions);
  at = append_whole(L, flat, at, found->index > 0 ? found->index : 1);
  append_place(L, flat, at, found);
}

/* ---- Tables -------------------------------------------------------------- */

static void set_metatable(lua_State *L, int upvalue) {
  lua_pushvalue(L, lua_upvalueindex(upvalue));
  lua_setmetatable(L, -2);
}

/* The metatable comes last: a field is set faster in a table that has none. */
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
}

static void set_cells(lua_State *L, int table, const result_hit *found) {
  field_push(L, FIELD_CELL);
  ci_result_push_cell(L, found->of.cell, found->dimensions);
  lua_rawset(L, table);
  if (result_has_cells(found)) {
    field_push(L, FIELD_CELLS);
    ci_result_push_cells(L, found);
    lua_rawset(L, table);
  }
  field_set_whole(L, table, FIELD_VALUE, (int64_t)found->of.value);
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

static void set_sometimes(lua_State *L, int table, const result_hit *found, int targets) {
  collide_face face = found->of.hit.face;
  if (found->of.hit.edge > 0) {
    field_set_whole(L, table, FIELD_FACE, found->of.hit.edge);
  } else if (face != COLLIDE_FACE_NONE) {
    field_push(L, FIELD_FACE);
    field_push(L, FIELD_COUNT + (int)face);
    lua_rawset(L, table);
  }
  if (found->of.count > 0) set_cells(L, table, found);
  if (found->of.triangle) {
    field_set_whole(L, table, FIELD_TRIANGLE, found->of.triangle);
  }
  if (result_has_uv(found)) {
    field_set_number(L, table, FIELD_U, found->of.hit.u);
    field_set_number(L, table, FIELD_V, found->of.hit.v);
  }
  if (found->of.part > 0) field_set_whole(L, table, FIELD_PART, found->of.part);
  if (found->index > 0) {
    field_set_whole(L, table, FIELD_INDEX, found->index);
    field_push(L, FIELD_SHAPE);
    ci_result_push_member(L, targets, found->index, found->number);
    lua_rawset(L, table);
    if (found->number > 0) field_set_whole(L, table, FIELD_MEMBER, found->number);
  }
}

/* How many fields set_sometimes sets. */
static int count_sometimes(const result_hit *found) {
  return (found->of.hit.edge > 0 || found->of.hit.face != COLLIDE_FACE_NONE) +
         3 * (found->of.count > 0) + 3 * (found->of.triangle != 0) + (found->of.part > 0) +
         2 * (found->index > 0) + (found->number > 0);
}

static void push_contact(lua_State *L, const result_hit *found, int targets) {
  int table;
  lua_createtable(L, 0, 3 + count_sometimes(found));
  table = lua_gettop(L);
  ci_result_set_vector(L, table, FIELD_NORMAL, found->of.hit.normal, found->dimensions);
  field_set_number(L, table, FIELD_DEPTH, 0 - found->of.hit.t);
  ci_result_set_vector(L, table, FIELD_POINT, found->of.hit.point, found->dimensions);
  set_sometimes(L, table, found, targets);
  set_metatable(L, UP_CONTACT);
}

void ci_result_push_hit(lua_State *L, const result_hit *found, int targets) {
  const collide_hit *hit = &found->of.hit;
  int table;
  if (found->is_contact) {
    push_contact(L, found, targets);
    return;
  }
  lua_createtable(L, 0, 4 + hit->has_point + result_has_depth(found) + count_sometimes(found));
  table = lua_gettop(L);
  ci_result_set_vector(L, table, FIELD_NORMAL, hit->normal, found->dimensions);
  if (hit->has_point) ci_result_set_vector(L, table, FIELD_POINT, hit->point, found->dimensions);
  field_set_number(L, table, FIELD_T, hit->t);
  field_set_number(L, table, FIELD_T_EXIT, hit->t_exit);
  field_push(L, FIELD_INSIDE);
  lua_pushboolean(L, hit->inside);
  lua_rawset(L, table);
  if (result_has_depth(found)) field_set_number(L, table, FIELD_DEPTH, hit->u);
  set_sometimes(L, table, found, targets);
  set_metatable(L, UP_HIT);
}

/* ---- Text ---------------------------------------------------------------- */

void ci_result_add_number(luaL_Buffer *text, double x) {
  char digits[ARGS_NUMBER_TEXT];
  luaL_addstring(text, ci_args_number_text(digits, x));
}

void ci_result_add_vector(luaL_Buffer *text, const double *v, int count) {
  int i;
  for (i = 0; i < count; i++) {
    luaL_addstring(text, i == 0 ? "(" : ", ");
    ci_result_add_number(text, v[i]);
  }
  luaL_addstring(text, ")");
}

/* Reads a vector or quaternion of a result, which a script may have changed since. Returns how many
 * components it has, 0 if it is not a vector. */
static int read_vector(lua_State *L, int index, double v[4]) {
  static const char *const names[] = {"x", "y", "z", "w"};
  int i, number = lua_istable(L, index);
  for (i = 0; i < 4 && number; i++) {
    lua_pushstring(L, names[i]);
    lua_rawget(L, index);
    number = lua_type(L, -1) == LUA_TNUMBER;
    if (number) v[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (!number) break;
  }
  return i < 2 ? 0 : i;
}

int ci_l_vector_text(lua_State *L) {
  luaL_Buffer text;
  double v[4];
  int count;
  luaL_checktype(L, 1, LUA_TTABLE);
  count = read_vector(L, 1, v);
  luaL_buffinit(L, &text);
  if (count > 0) ci_result_add_vector(&text, v, count);
  if (count == 0) luaL_addstring(&text, "(no vector)");
  luaL_pushresult(&text);
  return 1;
}

static void add_field(luaL_Buffer *text, const char *name) {
  luaL_addstring(text, " ");
  luaL_addstring(text, name);
  luaL_addstring(text, "=");
}

void ci_result_add_number_field(lua_State *L, luaL_Buffer *text, const char *name) {
  double x;
  lua_pushstring(L, name);
  lua_rawget(L, 1);
  x = lua_tonumber(L, -1);
  if (lua_type(L, -1) != LUA_TNUMBER) name = NULL;
  lua_pop(L, 1);
  if (name == NULL) return;
  add_field(text, name);
  ci_result_add_number(text, x);
}

void ci_result_add_vector_field(lua_State *L, luaL_Buffer *text, const char *name) {
  double v[4];
  int count;
  lua_pushstring(L, name);
  lua_rawget(L, 1);
  count = read_vector(L, lua_gettop(L), v);
  lua_pop(L, 1);
  if (count == 0) return;
  add_field(text, name);
  ci_result_add_vector(text, v, count);
}

static void add_inside_and_face(lua_State *L, luaL_Buffer *text) {
  int inside;
  lua_pushstring(L, "inside");
  lua_rawget(L, 1);
  inside = lua_toboolean(L, -1);
  lua_pop(L, 1);
  if (inside) luaL_addstring(text, " inside");
  lua_pushstring(L, "face");
  lua_rawget(L, 1);
  if (lua_type(L, -1) != LUA_TSTRING) {
    lua_pop(L, 1);
    ci_result_add_number_field(L, text, "face"); /* the number of an edge */
    return;
  }
  lua_pushfstring(L, " face=%s", lua_tostring(L, -1));
  lua_remove(L, -2);
  luaL_addvalue(text);
}

/* A luaL_Buffer may keep values on the stack, so each field is read into C variables and popped
 * before anything is added to the buffer. */
int ci_l_hit_text(lua_State *L) {
  luaL_Buffer text;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  luaL_buffinit(L, &text);
  luaL_addstring(&text, "hit");
  ci_result_add_number_field(L, &text, "t");
  ci_result_add_vector_field(L, &text, "point");
  ci_result_add_vector_field(L, &text, "normal");
  add_inside_and_face(L, &text);
  ci_result_add_vector_field(L, &text, "cell");
  ci_result_add_number_field(L, &text, "value");
  ci_result_add_number_field(L, &text, "part");
  ci_result_add_number_field(L, &text, "triangle");
  ci_result_add_number_field(L, &text, "index");
  ci_result_add_number_field(L, &text, "number");
  luaL_pushresult(&text);
  return 1;
}

int ci_l_group_text(lua_State *L) {
  luaL_Buffer text;
  size_t i, count;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  count = (size_t)lua_rawlen(L, 1);
  luaL_buffinit(L, &text);
  luaL_addstring(&text, "group");
  ci_result_add_number_field(L, &text, "t");
  luaL_addstring(&text, ":");
  for (i = 1; i <= count; i++) {
    double v[4];
    int size;
    lua_rawgeti(L, 1, (int)i);
    size = read_vector(L, lua_gettop(L), v);
    lua_pop(L, 1);
    if (size == 0) continue;
    luaL_addstring(&text, " ");
    ci_result_add_vector(&text, v, size);
  }
  luaL_pushresult(&text);
  return 1;
}

void ci_result_mark_list(lua_State *L) {
  set_metatable(L, UP_LIST);
}

static void push_element_text(lua_State *L, int i) {
  lua_rawgeti(L, 1, i);
  if (luaL_callmeta(L, -1, "__tostring")) lua_remove(L, -2);
  if (lua_isstring(L, -1)) return;
  lua_pushstring(L, luaL_typename(L, -1));
  lua_remove(L, -2);
}

int ci_l_list_text(lua_State *L) {
  enum { MOST_LISTED = 20 };
  int i, count;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  luaL_checkstack(L, 2 * MOST_LISTED + 4, NULL);
  count = (int)lua_rawlen(L, 1);
  if (count == 0) lua_pushliteral(L, "nothing");
  for (i = 1; i <= count && i <= MOST_LISTED; i++) {
    if (i > 1) lua_pushliteral(L, "\n");
    push_element_text(L, i);
  }
  if (count > MOST_LISTED) lua_pushfstring(L, "\n... and %d more", count - MOST_LISTED);
  lua_concat(L, lua_gettop(L) - 1);
  return 1;
}

/* SPDX-License-Identifier: MIT
 *
 * Results as text, for `print`.
 */
#include "../number/fp.h"
#include "lua_result.h"

#include "lua_args.h"

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

/* The name alone, where the field is neither nil nor false. */
static void add_flag(lua_State *L, luaL_Buffer *text, const char *name) {
  int is;
  lua_pushstring(L, name);
  lua_rawget(L, 1);
  is = lua_toboolean(L, -1);
  lua_pop(L, 1);
  if (!is) return;
  luaL_addstring(text, " ");
  luaL_addstring(text, name);
}

static void add_inside_and_face(lua_State *L, luaL_Buffer *text) {
  add_flag(L, text, "inside");
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
  ci_result_add_number_field(L, &text, "mover_part");
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

int ci_l_moved_text(lua_State *L) {
  luaL_Buffer text;
  size_t hits = 0;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_pushliteral(L, "hits");
  lua_rawget(L, 1);
  if (lua_istable(L, -1)) hits = lua_rawlen(L, -1);
  lua_settop(L, 1);
  luaL_buffinit(L, &text);
  luaL_addstring(&text, "moved");
  ci_result_add_vector_field(L, &text, "position");
  add_field(&text, "hits");
  ci_result_add_number(&text, (double)hits);
  add_flag(L, &text, "ground");
  add_flag(L, &text, "inside");
  luaL_pushresult(&text);
  return 1;
}

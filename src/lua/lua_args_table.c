/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_args.h"

#include <limits.h>
#include <string.h>

/* ---- Tables -------------------------------------------------------------- */

static int is_item(lua_State *L, int index, int items) {
  double x = lua_tonumber(L, index);
  return x >= 1 && x <= items && x == floor(x);
}

/* Pushes the text of the key at the index. */
static const char *push_key(lua_State *L, int index) {
  switch (lua_type(L, index)) {
  case LUA_TSTRING:
    return lua_pushfstring(L, "'%s'", lua_tostring(L, index));
  case LUA_TNUMBER:
    return lua_pushfstring(L, "[%s]", ci_args_number_text(L, lua_tonumber(L, index)));
  default:
    return lua_pushfstring(L, "[%s]", luaL_typename(L, index));
  }
}

/* Returns 1 if an error names the key at `index` before the one at `than`. Strings come first, in
 * their own order, so the order of the table does not matter. */
static int comes_before(lua_State *L, int index, int than) {
  int type = lua_type(L, index), other = lua_type(L, than);
  if (other == LUA_TNIL) return 1;
  if (type != other) return type == LUA_TSTRING || (other != LUA_TSTRING && type < other);
  if (type == LUA_TSTRING) {
    return strcmp(lua_tostring(L, index), lua_tostring(L, than)) < 0;
  }
  return type == LUA_TNUMBER && lua_tonumber(L, index) < lua_tonumber(L, than);
}

int ci_args_is_word(lua_State *L, int index) {
  return strlen(lua_tostring(L, index)) == lua_rawlen(L, index);
}

const char *ci_args_push_unknown(lua_State *L, int index, args_known known, const void *context,
                                 int items) {
  int worst, key;
  luaL_checkstack(L, 8, NULL);
  lua_pushnil(L);
  worst = lua_gettop(L);
  key = worst + 1;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    int type;
    lua_pop(L, 1);
    type = lua_type(L, key);
    if (type == LUA_TSTRING && ci_args_is_word(L, key) && known(context, lua_tostring(L, key)))
      continue;
    if (type == LUA_TNUMBER && is_item(L, key, items)) continue;
    if (!comes_before(L, key, worst)) continue;
    lua_pushvalue(L, key);
    lua_replace(L, worst);
  }
  if (!lua_isnil(L, worst)) return push_key(L, worst);
  lua_pop(L, 1);
  return NULL;
}

static int is_listed(const void *context, const char *key) {
  const char *const *names = (const char *const *)context;
  for (; *names != NULL; names++)
    if (strcmp(*names, key) == 0) return 1;
  return 0;
}

void ci_args_only(lua_State *L, const args_place *at, int index, const char *what,
                  const char *const *names, int items, const char *takes) {
  const char *key = ci_args_push_unknown(L, index, is_listed, names, items);
  if (key != NULL) ci_args_fail(L, at, ": unknown %s %s; %s", what, key, takes);
}

args_array ci_args_array_begin(lua_State *L, int index) {
  args_array array;
  array.index = index;
  array.named = 0;
  array.element = 0;
  array.count = 0;
  array.greatest = 0;
  lua_pushnil(L);
  return array;
}

static int fail_hole(lua_State *L, const args_place *at, const args_array *array) {
  int i = 1;
  for (; i < INT_MAX; i++) {
    lua_rawgeti(L, array->index, i);
    if (lua_isnil(L, -1)) break;
    lua_pop(L, 1);
  }
  return ci_args_fail(L, at, ": array without holes expected, nothing at [%d]", i);
}

static int is_index(lua_State *L, int index) {
  double key = lua_type(L, index) == LUA_TNUMBER ? lua_tonumber(L, index) : 0;
  return key >= 1 && key == floor(key);
}

static int is_any_name(const void *context, const char *key) {
  (void)key;
  return ((const args_array *)context)->named;
}

static int fail_key(lua_State *L, const args_place *at, const args_array *array) {
  const char *key = ci_args_push_unknown(L, array->index, is_any_name, array, INT_MAX);
  return ci_args_fail(L, at, ": array expected, got a table with key %s", key);
}

int ci_args_array_other(lua_State *L, const args_place *at, args_array *array, int has) {
  double key;
  while (has && array->named && lua_type(L, -2) == LUA_TSTRING) {
    lua_pop(L, 1);
    has = lua_next(L, array->index);
  }
  if (!has) {
    if (array->count != array->greatest) fail_hole(L, at, array);
    return 0;
  }
  if (!is_index(L, lua_gettop(L) - 1)) fail_key(L, at, array);
  key = lua_tonumber(L, -2);
  if (key > INT_MAX) fail_hole(L, at, array);
  array->count++;
  if (key > array->greatest) array->greatest = key;
  array->element = (int)key;
  return 1;
}

/* SPDX-License-Identifier: MIT
 *
 * Results as text, for `print`.
 */
#include "../number/fp.h"
#include "lua_result.h"

#include <string.h>

void ci_result_add_number(luaL_Buffer *text, double x) {
  char digits[ARGS_NUMBER_TEXT];
  luaL_addstring(text, ci_args_write_number(digits, x));
}

/* Pushes the text of the vector or quaternion at the index. Returns NULL and pushes nothing for any
 * other value, because a script may have changed it. */
static const char *push_vector(lua_State *L, int index) {
  static const char *const names[] = {"x", "y", "z", "w"};
  double v[4];
  int count = 0, is_number = lua_istable(L, index);
  while (count < 4 && is_number) {
    lua_pushstring(L, names[count]);
    lua_rawget(L, index);
    is_number = lua_type(L, -1) == LUA_TNUMBER;
    if (is_number) v[count++] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  return count < 2 ? NULL : ci_args_vector_text(L, v, count);
}

static int l_vector_text(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (push_vector(L, 1) == NULL) lua_pushliteral(L, "(no vector)");
  return 1;
}

/* The kinds of values that are printed. TEXT_COUNT is an array, whose length is printed. */
enum { TEXT_NUMBER = 1, TEXT_VECTOR = 2, TEXT_STRING = 4, TEXT_FLAG = 8, TEXT_COUNT = 16 };

typedef struct text_field {
  const char *name;
  int kinds;
} text_field;

/* The kinds of a field. Those that are not listed are numbers. */
static int find_kinds(const char *name) {
  static const text_field fields[] = {
      {"point", TEXT_VECTOR}, {"normal", TEXT_VECTOR},   {"cell", TEXT_VECTOR},
      {"from", TEXT_VECTOR},  {"position", TEXT_VECTOR}, {"face", TEXT_STRING | TEXT_NUMBER},
      {"inside", TEXT_FLAG},  {"ground", TEXT_FLAG},     {"exhausted", TEXT_FLAG},
      {"hits", TEXT_COUNT}};
  size_t i;
  for (i = 0; i < sizeof fields / sizeof fields[0]; i++)
    if (strcmp(fields[i].name, name) == 0) return fields[i].kinds;
  return TEXT_NUMBER;
}

/* Pushes the text of a field of the table at index 1: " name=1.5", " name=(1, 2)", " name=text", or
 * only the name for a flag that is neither nil nor false. Pushes "" for other values, because a
 * script may have changed them. */
static void push_own_field(lua_State *L, const char *name) {
  int kinds = find_kinds(name), index = lua_gettop(L) + 1, type, is_set;
  const char *text = NULL;
  lua_pushstring(L, name);
  lua_rawget(L, 1);
  type = lua_type(L, index);
  if (kinds & TEXT_VECTOR) text = push_vector(L, index);
  if (kinds & TEXT_COUNT)
    text = ci_args_number_text(L, type == LUA_TTABLE ? (double)lua_rawlen(L, index) : 0);
  if (type == LUA_TSTRING && kinds & TEXT_STRING) text = lua_tostring(L, index);
  if (type == LUA_TNUMBER && kinds & TEXT_NUMBER)
    text = ci_args_number_text(L, lua_tonumber(L, index));
  is_set = kinds & TEXT_FLAG && lua_toboolean(L, index);
  lua_pushfstring(L, text != NULL ? " %s=%s" : is_set ? " %s" : "", name, text);
  lua_replace(L, index);
  lua_settop(L, index);
}

/* Pushes the title and the fields of the table at index 1. */
static int push_text(lua_State *L, const char *title, const char *const *fields) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  luaL_checkstack(L, LUA_MINSTACK + 8, NULL);
  lua_pushstring(L, title);
  for (; *fields != NULL; fields++) push_own_field(L, *fields);
  lua_concat(L, lua_gettop(L) - 1);
  return 1;
}

static int l_hit_text(lua_State *L) {
  static const char *const fields[] = {"t",     "point",  "normal", "inside",     "face",
                                       "cell",  "value",  "part",   "mover_part", "triangle",
                                       "index", "number", NULL};
  return push_text(L, "hit", fields);
}

static int l_contact_text(lua_State *L) {
  static const char *const fields[] = {"distance", "from", "depth", "normal", "point", "cell",
                                       "value",    "part", "index", "number", NULL};
  int is_near = lua_istable(L, 1) && ci_args_has_field(L, 1, "distance");
  return push_text(L, is_near ? "near" : "contact", fields);
}

static int l_moved_text(lua_State *L) {
  static const char *const fields[] = {"position", "hits", "ground", "inside", "exhausted", NULL};
  return push_text(L, "moved", fields);
}

static int l_group_text(lua_State *L) {
  static const char *const fields[] = {"t", NULL};
  luaL_Buffer text;
  const char *vector;
  int i, count, item;
  push_text(L, "group", fields);
  count = (int)lua_rawlen(L, 1);
  luaL_buffinit(L, &text);
  luaL_addstring(&text, lua_tostring(L, 2));
  luaL_addstring(&text, ":");
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, 1, i);
    item = lua_gettop(L);
    vector = push_vector(L, item);
    lua_pushfstring(L, vector != NULL ? " %s" : "", vector);
    lua_replace(L, item);
    lua_settop(L, item);
    luaL_addvalue(&text);
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

static int l_list_text(lua_State *L) {
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

const binding ci_result_texts[] = {{"tostring", l_hit_text, UP_HIT},
                                   {"tostring", l_vector_text, UP_VECTOR},
                                   {"tostring", l_group_text, UP_GROUP},
                                   {"tostring", l_list_text, UP_LIST},
                                   {"tostring", l_contact_text, UP_CONTACT},
                                   {"tostring", l_moved_text, UP_MOVED},
                                   {NULL, NULL, 0}};

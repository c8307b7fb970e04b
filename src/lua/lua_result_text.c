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

/* Reads a vector or quaternion of a result, which a script may have changed. Returns the number of
 * its components; 0 if it is not a vector. */
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
  if (count > 0) ci_args_add_vector(&text, v, count);
  if (count == 0) luaL_addstring(&text, "(no vector)");
  luaL_pushresult(&text);
  return 1;
}

/* The kinds of values that are printed. */
enum { TEXT_NUMBER = 1, TEXT_VECTOR = 2, TEXT_STRING = 4, TEXT_FLAG = 8 };

typedef struct text_field {
  const char *name;
  int kinds;
} text_field;

/* The kinds of a field. Those that are not listed are numbers. */
static int find_kinds(const char *name) {
  static const text_field fields[] = {
      {"point", TEXT_VECTOR}, {"normal", TEXT_VECTOR},   {"cell", TEXT_VECTOR},
      {"from", TEXT_VECTOR},  {"position", TEXT_VECTOR}, {"face", TEXT_STRING | TEXT_NUMBER},
      {"inside", TEXT_FLAG},  {"ground", TEXT_FLAG},     {"exhausted", TEXT_FLAG}};
  size_t i;
  for (i = 0; i < sizeof fields / sizeof fields[0]; i++)
    if (strcmp(fields[i].name, name) == 0) return fields[i].kinds;
  return TEXT_NUMBER;
}

/* Adds a field of the table at index 1: " name=1.5", " name=(1, 2)", " name=text", or only the name
 * for a flag that is neither nil nor false. Adds nothing for other values, because a script may
 * have changed them. A luaL_Buffer may keep values on the stack, so the field is popped before it
 * is added. */
static void add_own_field(lua_State *L, luaL_Buffer *text, const char *name) {
  int kinds = find_kinds(name), type, count = 0, is_set;
  double v[4];
  lua_pushstring(L, name);
  lua_rawget(L, 1);
  type = lua_type(L, -1);
  is_set = lua_toboolean(L, -1) && (kinds & TEXT_FLAG);
  if (type == LUA_TSTRING && (kinds & TEXT_STRING)) {
    lua_pushfstring(L, " %s=%s", name, lua_tostring(L, -1));
    lua_remove(L, -2);
    luaL_addvalue(text);
    return;
  }
  if (kinds & TEXT_VECTOR) count = read_vector(L, lua_gettop(L), v);
  if (type == LUA_TNUMBER && (kinds & TEXT_NUMBER)) {
    v[0] = lua_tonumber(L, -1);
    count = 1;
  }
  lua_pop(L, 1);
  if (count == 0 && !is_set) return;
  luaL_addstring(text, " ");
  luaL_addstring(text, name);
  if (count > 0) luaL_addstring(text, "=");
  if (count == 1) ci_result_add_number(text, v[0]);
  if (count > 1) ci_args_add_vector(text, v, count);
}

static int push_text(lua_State *L, const char *title, const char *const *fields) {
  luaL_Buffer text;
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_buffinit(L, &text);
  luaL_addstring(&text, title);
  for (; *fields != NULL; fields++) add_own_field(L, &text, *fields);
  luaL_pushresult(&text);
  return 1;
}

int ci_l_hit_text(lua_State *L) {
  static const char *const fields[] = {"t",     "point",  "normal", "inside",     "face",
                                       "cell",  "value",  "part",   "mover_part", "triangle",
                                       "index", "number", NULL};
  return push_text(L, "hit", fields);
}

int ci_l_contact_text(lua_State *L) {
  static const char *const fields[] = {"distance", "from", "depth", "normal", "point", "cell",
                                       "value",    "part", "index", "number", NULL};
  int is_near = lua_istable(L, 1) && ci_args_has_field(L, 1, "distance");
  return push_text(L, is_near ? "near" : "contact", fields);
}

int ci_l_group_text(lua_State *L) {
  luaL_Buffer text;
  size_t i, count;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  count = (size_t)lua_rawlen(L, 1);
  luaL_buffinit(L, &text);
  luaL_addstring(&text, "group");
  add_own_field(L, &text, "t");
  luaL_addstring(&text, ":");
  for (i = 1; i <= count; i++) {
    double v[4];
    int size;
    lua_rawgeti(L, 1, (int)i);
    size = read_vector(L, lua_gettop(L), v);
    lua_pop(L, 1);
    if (size == 0) continue;
    luaL_addstring(&text, " ");
    ci_args_add_vector(&text, v, size);
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
  static const char *const first[] = {"position", NULL};
  static const char *const fields[] = {"ground", "inside", "exhausted", NULL};
  int hits = 0;
  lua_settop(L, 1);
  push_text(L, "moved", first);
  lua_pushliteral(L, "hits");
  lua_rawget(L, 1);
  if (lua_istable(L, -1)) hits = (int)lua_rawlen(L, -1);
  lua_settop(L, 2);
  lua_pushfstring(L, "%s hits=%d", lua_tostring(L, 2), hits);
  return push_text(L, lua_tostring(L, 3), fields);
}

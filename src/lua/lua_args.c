/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_args.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lua_object.h"

/* ---- Errors -------------------------------------------------------------- */

/* Pushes "name", or "name[index]". */
static const char *push_item(lua_State *L, const char *name, int index) {
  if (index > 0) return lua_pushfstring(L, "%s[%d]", name, index);
  lua_pushstring(L, name);
  return name;
}

/* Returns 1 if the function was called with a colon. */
static int is_method_call(lua_State *L) {
  lua_Debug debug;
  return lua_getstack(L, 0, &debug) && lua_getinfo(L, "n", &debug) &&
         strcmp(debug.namewhat, "method") == 0;
}

/* Returns 1 if the first argument is the module itself, which a colon in place of a dot passes. */
static int is_module(lua_State *L) {
  int is;
  if (!lua_istable(L, 1)) return 0;
  lua_pushliteral(L, "_WAY");
  lua_rawget(L, 1);
  is = lua_type(L, -1) == LUA_TSTRING;
  lua_pop(L, 1);
  return is;
}

/* Raises a table with the message as item 1. The key `home`, which no script has, holds the number
 * of the argument. */
static int raise_failure(lua_State *L, int arg, const char *message) {
  lua_createtable(L, 1, 1);
  lua_pushstring(L, message);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, lua_upvalueindex(UP_HOME));
  lua_pushinteger(L, arg);
  lua_rawset(L, -3);
  return lua_error(L);
}

int ci_args_push_failure(lua_State *L) {
  int arg;
  if (!lua_istable(L, -1)) return 0;
  lua_pushvalue(L, lua_upvalueindex(UP_HOME));
  lua_rawget(L, -2);
  arg = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  if (arg != 0) lua_rawgeti(L, -1, 1);
  return arg;
}

/* Like luaL_argerror, but the function's name does not depend on the form of the call. */
static int argument_error(lua_State *L, int arg, const char *message) {
  const char *name = lua_tostring(L, lua_upvalueindex(UP_NAME));
  if (lua_toboolean(L, lua_upvalueindex(UP_CALLER))) return raise_failure(L, arg, message);
  if (is_module(L))
    return luaL_error(L, "bad argument #1 to '%s' (got the module; call collide.%s with a dot)",
                      name, name);
  if (is_method_call(L)) {
    arg--;
    if (arg == 0) return luaL_error(L, "'%s' cannot be called on this (%s)", name, message);
  }
  return luaL_error(L, "bad argument #%d to '%s' (%s)", arg, name, message);
}

/* Pushes the message. */
static const char *push_message(lua_State *L, const args_place *at, const char *format,
                                va_list list) {
  const char *within = "", *name = "", *text;
  luaL_checkstack(L, 8, NULL);
  if (at->within != NULL)
    within = lua_pushfstring(L, "%s: ", push_item(L, at->within, at->element));
  if (at->name != NULL) name = push_item(L, at->name, at->item);
  text = lua_pushvfstring(L, format, list);
  if (at->name == NULL) text += strspn(text, ": ");
  return lua_pushfstring(L, "%s%s%s", within, name, text);
}

int ci_args_fail(lua_State *L, const args_place *at, const char *format, ...) {
  const char *message;
  va_list list;
  va_start(list, format);
  message = push_message(L, at, format, list);
  va_end(list);
  return argument_error(L, at->arg, message);
}

int ci_args_fail_at(lua_State *L, int arg, const char *name, const char *format, ...) {
  args_place at = ci_args_at(arg, name);
  const char *message;
  va_list list;
  va_start(list, format);
  message = push_message(L, &at, format, list);
  va_end(list);
  return argument_error(L, arg, message);
}

const char *ci_args_colon_hint(lua_State *L, int arg) {
  int type = lua_type(L, arg);
  int is_other = type != LUA_TNIL && type != LUA_TTABLE && type != LUA_TUSERDATA;
  return arg == 1 && is_other && !is_method_call(L) ? "; a method is called with a colon" : "";
}

int ci_args_fail_self(lua_State *L, const char *what) {
  const char *name = lua_tostring(L, lua_upvalueindex(UP_NAME));
  args_place at = ci_args_at(1, NULL);
  if (is_method_call(L) || ci_closed_name(L, 1) != NULL)
    ci_args_fail(L, &at, "%s expected, got %s", what, ci_args_type(L, 1));
  return ci_args_fail(L, &at, "%s expected, got %s; a method is called with a colon, %s:%s(...)",
                      what, ci_args_type(L, 1), what, name);
}

void ci_args_end(lua_State *L, int arg) {
  int top = lua_gettop(L);
  for (; arg <= top; arg++) {
    if (!lua_isnil(L, arg)) {
      args_place at = ci_args_at(arg, NULL);
      ci_args_fail(L, &at, "unexpected argument, got %s", ci_args_type(L, arg));
    }
  }
}

int ci_args_is_numbers(lua_State *L, int index) {
  const char *word;
  size_t length;
  if (lua_type(L, index) != LUA_TSTRING) return 0;
  word = lua_tolstring(L, index, &length);
  return length == sizeof "numbers" - 1 && memcmp(word, "numbers", length) == 0;
}

int ci_args_wants_numbers(lua_State *L, int arg, int has_vector) {
  args_place at = ci_args_at(arg, NULL);
  if (lua_gettop(L) < arg) return 0;
  if (lua_type(L, arg) != LUA_TSTRING) {
    if (!has_vector && !lua_isnil(L, arg))
      ci_args_fail(L, &at, "unexpected argument, got %s; only the word 'numbers' is allowed there",
                   ci_args_type(L, arg));
    ci_args_end(L, arg);
    return 0;
  }
  if (lua_istable(L, arg + 1) && ci_args_is_numbers(L, arg)) {
    at = ci_args_at(arg + 1, NULL);
    ci_args_fail(L, &at, "unexpected argument, got table; options come before the word 'numbers'");
  }
  ci_args_end(L, arg + 1);
  if (!ci_args_is_numbers(L, arg))
    ci_args_fail(L, &at, "unknown word '%s', only 'numbers' is allowed", lua_tostring(L, arg));
  if (has_vector)
    ci_args_fail(L, &at,
                 "'numbers' is for calls without a vector, here the form of the vector "
                 "decides");
  return 1;
}

int ci_args_has_field(lua_State *L, int index, const char *name) {
  int has;
  lua_getfield(L, index, name);
  has = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return has;
}

const char *ci_args_type(lua_State *L, int index) {
  const char *closed;
  object_kind kind = ci_object_kind(L, index);
  if (kind != OBJECT_NONE) return ci_object_name(kind);
  closed = ci_closed_name(L, index);
  return closed != NULL ? closed : luaL_typename(L, index);
}

const char *ci_args_write_number(char text[ARGS_NUMBER_TEXT], double x) {
  if (x != x) return strcpy(text, "nan");
  if (!args_finite(x)) return strcpy(text, x > 0 ? "inf" : "-inf");
  /* Whole numbers, such as those of cells, get all their digits. */
  snprintf(text, ARGS_NUMBER_TEXT,
           x == floor(x) && fabs(x) <= 9007199254740992.0 ? "%.0f" : "%.14g", x);
  return text;
}

const char *ci_args_number_text(lua_State *L, double x) {
  char text[ARGS_NUMBER_TEXT];
  luaL_checkstack(L, 4, NULL);
  lua_pushstring(L, ci_args_write_number(text, x));
  return lua_tostring(L, -1);
}

void ci_args_add_vector(luaL_Buffer *text, const double *v, int count) {
  char digits[ARGS_NUMBER_TEXT];
  int i;
  for (i = 0; i < count; i++) {
    luaL_addstring(text, i == 0 ? "(" : ", ");
    luaL_addstring(text, ci_args_write_number(digits, v[i]));
  }
  luaL_addstring(text, ")");
}

const char *ci_args_vector_text(lua_State *L, const double *v, int count) {
  luaL_Buffer text;
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  luaL_buffinit(L, &text);
  ci_args_add_vector(&text, v, count);
  luaL_pushresult(&text);
  return lua_tostring(L, -1);
}

/* ---- Values -------------------------------------------------------------- */

int ci_args_may_hold(int type) {
  return type == LUA_TTABLE || type == LUA_TUSERDATA || type == COMPAT_TCDATA;
}

int ci_args_fail_range(lua_State *L, const args_place *at, double x) {
  const char *text = " must be from -1e300 to 1e300, got %s";
  if (!args_finite(x)) text = " must be finite, got %s";
  return ci_args_fail(L, at, text, ci_args_number_text(L, x));
}

void ci_args_check(lua_State *L, const args_place *at, int index, int type, const char *what) {
  if (lua_type(L, index) == type) return;
  ci_args_fail(L, at, ": %s expected, got %s", what, ci_args_type(L, index));
}

void ci_args_check_positive(lua_State *L, const args_place *at, const double *v, int count) {
  int i;
  for (i = 0; i < count; i++)
    if (!(v[i] > 0)) ci_args_fail(L, at, " must be above 0, got %s", ci_args_number_text(L, v[i]));
}

void ci_args_check_not_negative(lua_State *L, const args_place *at, const double *v, int count) {
  int i;
  for (i = 0; i < count; i++)
    if (v[i] < 0)
      ci_args_fail(L, at, " must not be negative, got %s", ci_args_number_text(L, v[i]));
}

double ci_args_number(lua_State *L, const args_place *at, int index) {
  double x;
  ci_args_check(L, at, index, LUA_TNUMBER, "number");
  x = lua_tonumber(L, index);
  args_check_range(L, at, x);
  return x + 0.0;
}

int ci_args_whole(lua_State *L, const args_place *at, int index, int least, int most) {
  double x = ci_args_number(L, at, index);
  if (!(x >= least && x <= most && x == floor(x)))
    ci_args_fail(L, at, " must be a whole number from %d to %d, got %s", least, most,
                 ci_args_number_text(L, x));
  return (int)x;
}

int ci_args_dimensions(lua_State *L, const args_place *at, int index) {
  args_place place = ci_args_field(at, "dimensions");
  double x = 0;
  lua_getfield(L, index, place.name);
  if (!lua_isnil(L, -1)) {
    x = ci_args_number(L, &place, lua_gettop(L));
    if (x != 2 && x != 3)
      ci_args_fail(L, &place, " must be 2 or 3, got %s", ci_args_number_text(L, x));
  }
  lua_pop(L, 1);
  return (int)x;
}

/* ---- Vectors ------------------------------------------------------------- */

/* The most numbers that are counted in a table that has too many. */
enum { ARGS_MOST_TOLD = 16 };

static const char *const component_names[] = {"x", "y", "z", "w"};

int ci_args_fail_count(lua_State *L, const args_place *at, int count, args_size size) {
  return ci_args_fail(L, at, ": got %d number%s, %s", count, count == 1 ? "" : "s", size.wants);
}

static int l_index(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

void ci_args_push_member(lua_State *L, int index, const char *name) {
  int status;
  lua_pushcfunction(L, l_index);
  lua_pushvalue(L, index);
  lua_pushstring(L, name);
  status = lua_pcall(L, 2, 1, 0);
  if (status == 0) return;
  if (status != LUA_ERRRUN) lua_error(L); /* do not hide that memory ran out */
  lua_pop(L, 1);
  lua_pushnil(L);
}

typedef enum access { BY_NUMBER, BY_NAME, BY_NAME_OR_NIL } access;

static void push_component(lua_State *L, int index, access by, int i) {
  if (by == BY_NUMBER)
    lua_rawgeti(L, index, i + 1);
  else if (by == BY_NAME)
    lua_getfield(L, index, component_names[i]);
  else
    ci_args_push_member(L, index, component_names[i]);
}

/* Returns 1 if the value has a metatable of this module, so that reading x would raise an error. */
static int is_own(lua_State *L, int index) {
  static const int kinds[] = {UP_SHAPE,    UP_SHAPE_DATA,    UP_GRID,  UP_MESH,      UP_MESH_DATA,
                              UP_COMPOUND, UP_COMPOUND_DATA, UP_WORLD, UP_WORLD_DATA};
  size_t i;
  int is = 0;
  if (!lua_getmetatable(L, index)) return 0;
  for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    is |= lua_rawequal(L, -1, lua_upvalueindex(kinds[i]));
  lua_pop(L, 1);
  return is;
}

/* Returns 1 for an empty table without a metatable. */
static int is_empty(lua_State *L, int index) {
  if (!lua_istable(L, index)) return 0;
  if (lua_getmetatable(L, index)) {
    lua_pop(L, 1);
    return 0;
  }
  lua_pushnil(L);
  if (!lua_next(L, index)) return 1;
  lua_pop(L, 2);
  return 0;
}

int ci_args_fail_vector(lua_State *L, const args_place *at, int index) {
  const char *wanted = lua_type(L, index) == LUA_TSTRING ? "number" : "vector", *hint = "";
  int is_point = at->name != NULL && strcmp(at->name, "point") == 0;
  if (is_empty(L, index)) return ci_args_fail(L, at, ": vector expected, got an empty table");
  if (is_point && ci_object_kind(L, index) == OBJECT_SHAPE)
    hint = "; overlap, contact and distance take two shapes";
  if (lua_type(L, index) == LUA_TUSERDATA && !is_own(L, index)) {
    ci_args_push_member(L, index, "getMatrix");
    if (lua_isfunction(L, -1))
      hint = "; pass a Transform as transform";
    else if (is_point)
      hint = "; make a new shape in place of one of another library, as circle{radius=...}";
  }
  return ci_args_fail(L, at, ": %s expected, got %s%s", wanted, ci_args_type(L, index), hint);
}

/* Finds how to read the value. *plain is 1 for a table without a metatable: then a further
 * component is a mistake. */
static access find_access(lua_State *L, const args_place *at, int index, int *plain) {
  int type = lua_type(L, index), named;
  *plain = 0;
  if (type == COMPAT_TCDATA) return BY_NAME_OR_NIL;
  if (type == LUA_TUSERDATA) {
    if (is_own(L, index) || !luaL_getmetafield(L, index, "__index"))
      ci_args_fail_vector(L, at, index);
    lua_pop(L, 1);
    return BY_NAME;
  }
  if (type != LUA_TTABLE) ci_args_fail_vector(L, at, index);
  if (!lua_getmetatable(L, index)) {
    *plain = 1;
    lua_rawgeti(L, index, 1);
    named = lua_isnil(L, -1);
  } else {
    lua_pop(L, 1);
    lua_getfield(L, index, "x");
    named = !lua_isnil(L, -1);
  }
  lua_pop(L, 1);
  return named ? BY_NAME : BY_NUMBER;
}

/* Raises an error for component i of the value. The component lies on top of the stack. */
static int fail_component(lua_State *L, const args_place *at, int index, access by, int i) {
  const char *type = ci_args_type(L, lua_gettop(L)), *name;
  args_place part = *at;
  if (i == 0 && lua_isnil(L, -1)) return ci_args_fail_vector(L, at, index);
  name = push_item(L, at->name, at->item);
  part.item = 0;
  part.name = by == BY_NUMBER ? lua_pushfstring(L, "%s[%d]", name, i + 1)
                              : lua_pushfstring(L, "%s.%s", name, component_names[i]);
  return ci_args_fail(L, &part, ": number expected, got %s", type);
}

/* Raises an error if a plain table has a component i. Other values may have further fields. */
static void check_no_more(lua_State *L, const args_place *at, int index, access by, int i,
                          args_size size) {
  if (by != BY_NUMBER && i > 2) return;
  push_component(L, index, by, i);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return;
  }
  while (by == BY_NUMBER && i < ARGS_MOST_TOLD && !lua_isnil(L, -1)) {
    lua_pop(L, 1);
    push_component(L, index, by, ++i);
  }
  ci_args_fail_count(L, at, by == BY_NUMBER ? i : i + 1, size);
}

int ci_args_read_plain(lua_State *L, int index, int count, double *out) {
  double sum = 0;
  int i, top = lua_gettop(L);
  if (!lua_istable(L, index) || lua_getmetatable(L, index)) {
    lua_settop(L, top);
    return 0;
  }
  for (i = 0; i < count; i++) {
    lua_rawgeti(L, index, i + 1);
    if (lua_type(L, top + i + 1) != LUA_TNUMBER) break;
    out[i] = lua_tonumber(L, top + i + 1) + 0.0;
    sum += fabs(out[i]);
  }
  lua_rawgeti(L, index, count + 1);
  if (!lua_isnil(L, -1)) i = 0;
  lua_settop(L, top);
  return i == count && args_in_range(sum);
}

int ci_args_vector_value(lua_State *L, const args_place *at, int index, args_size size,
                         double *out) {
  int plain, i, most = size.count == 0 ? 3 : size.count;
  access by;
  if (size.count > 0 && ci_args_read_plain(L, index, size.count, out)) return size.count;
  if (size.count == 4 && !ci_args_may_hold(lua_type(L, index))) { /* probably an angle */
    ci_args_fail(L, at,
                 ": quaternion {x, y, z, w} expected, got %s; a turn by a about z is "
                 "{0, 0, sin(a / 2), cos(a / 2)}",
                 ci_args_type(L, index));
  }
  by = find_access(L, at, index, &plain);
  for (i = 0; i < most; i++) {
    int open = size.count == 0 && i == 2;
    push_component(L, index, open && by == BY_NAME && !plain ? BY_NAME_OR_NIL : by, i);
    if (lua_type(L, -1) != LUA_TNUMBER) {
      if (open && lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return 2;
      }
      if (i > 0 && lua_isnil(L, -1)) ci_args_fail_count(L, at, i, size);
      fail_component(L, at, index, by, i);
    }
    out[i] = lua_tonumber(L, -1) + 0.0;
    args_check_range(L, at, out[i]);
    lua_pop(L, 1);
  }
  if (plain) check_no_more(L, at, index, by, most, size);
  return most;
}

/* Reads numbers in place. An error is about the first wrong argument. */
static void read_in_place(lua_State *L, int first, const char *name, args_size size, double *out) {
  int i;
  for (i = 0; i < size.count; i++) {
    args_place at = ci_args_at(first, name);
    int type = lua_type(L, first + i);
    if (type == LUA_TNONE || ci_args_may_hold(type)) ci_args_fail_count(L, &at, i, size);
    at.arg = first + i;
    out[i] = ci_args_number(L, &at, first + i);
  }
}

int ci_args_vector(lua_State *L, int *arg, const char *name, args_size size, double *out) {
  int first = *arg;
  if (lua_type(L, first) != LUA_TNUMBER) {
    args_place at = ci_args_at(first, name);
    ci_args_vector_value(L, &at, first, size, out);
    *arg = first + 1;
    return 0;
  }
  if (!args_read_numbers(L, first, size.count, out)) read_in_place(L, first, name, size, out);
  *arg = first + size.count;
  return 1;
}

int ci_args_count_numbers(lua_State *L, int arg) {
  int count = 0;
  while (lua_type(L, arg + count) == LUA_TNUMBER) count++;
  return count;
}

/* ---- Tables -------------------------------------------------------------- */

static int is_item(lua_State *L, int index, int items) {
  double x = lua_tonumber(L, index);
  return x >= 1 && x <= items && x == floor(x);
}

/* Pushes the text of the key at the index. */
static const char *push_key(lua_State *L, int index) {
  int type = lua_type(L, index);
  if (type == LUA_TSTRING) return lua_pushfstring(L, "'%s'", lua_tostring(L, index));
  return lua_pushfstring(L, "[%s]",
                         type == LUA_TNUMBER ? ci_args_number_text(L, lua_tonumber(L, index))
                                             : luaL_typename(L, index));
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
  args_array array = {index, 0, 0, 0, 0};
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

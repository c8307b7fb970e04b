/* SPDX-License-Identifier: MIT
 *
 * The field `data` of shapes, meshes, groups and worlds.
 */
#include "lua_shape.h"

#include <string.h>

#include "lua_advice.h"
#include "lua_object.h"
#include "lua_world.h"

/* ---- Data ---------------------------------------------------------------------- */

/* The data of an object is its user value. In Lua 5.1, LuaJIT and 5.2 that value is a table, and
 * the data is its item 1. */
enum { DATA = 1 };
#if LUA_VERSION_NUM < 503
enum { IN_TABLE = 1 };
#if LUA_VERSION_NUM < 502
#define get_own(L, index) lua_getfenv(L, index)
#define set_own(L, index) ((void)lua_setfenv(L, index))
#else
#define get_own(L, index) lua_getuservalue(L, index)
#define set_own(L, index) lua_setuservalue(L, index)
#endif
#else
enum { IN_TABLE = 0 };
#define get_own(L, index) ((void)lua_getuservalue(L, index))
#define set_own(L, index) ((void)lua_setuservalue(L, index))
#endif

/* The upvalues of each kind's metatables, without and with data, in the order of seals. */
typedef struct data_kind {
  const char *name;
  int plain, data;
} data_kind;

static const data_kind kinds[] = {{"shape", UP_SHAPE, UP_SHAPE_DATA},
                                  {"grid", UP_GRID, 0},
                                  {"mesh", UP_MESH, UP_MESH_DATA},
                                  {"group", UP_COMPOUND, UP_COMPOUND_DATA},
                                  {"world", UP_WORLD, UP_WORLD_DATA}};

/* The upvalue of the metatable with data; 0 for values that have none. */
static int data_upvalue(lua_State *L, int index) {
  object_kind kind = ci_object_kind(L, index);
  return kind != OBJECT_NONE ? kinds[kind - OBJECT_SHAPE].data : 0;
}

/* Returns 1 if the object was ever given data: then it has the metatable with data. */
static int has_data(lua_State *L, int index) {
  int upvalue = data_upvalue(L, index), has;
  if (upvalue == 0 || !lua_getmetatable(L, index)) return 0;
  has = lua_rawequal(L, -1, lua_upvalueindex(upvalue));
  lua_pop(L, 1);
  return has;
}

void ci_shape_push_data(lua_State *L, int index) {
  if (!has_data(L, index)) {
    lua_pushnil(L);
    return;
  }
  get_own(L, index);
  if (world_at(L, index) != NULL) {
    lua_pushliteral(L, "data");
    lua_rawget(L, -2);
    lua_remove(L, -2);
    return;
  }
  if (!IN_TABLE) return;
  lua_rawgeti(L, -1, DATA);
  lua_remove(L, -2);
}

void ci_shape_set_data(lua_State *L, int index) {
  int value = lua_gettop(L);
  int upvalue = data_upvalue(L, index);
  if (upvalue == UP_WORLD_DATA) { /* its user value is the table of its members */
    get_own(L, index);
    lua_pushliteral(L, "data");
    lua_pushvalue(L, value);
    lua_rawset(L, -3);
    lua_settop(L, value - 1);
  } else if (IN_TABLE) {
    lua_createtable(L, 1, 0);
    lua_pushvalue(L, value);
    lua_rawseti(L, -2, DATA);
    lua_replace(L, value);
    set_own(L, index);
  } else {
    set_own(L, index);
  }
  if (has_data(L, index)) return;
  lua_pushvalue(L, lua_upvalueindex(upvalue));
  lua_setmetatable(L, index);
}

/* ---- Methods and fields ------------------------------------------------------------ */

/* __index of the tables of methods of shapes, meshes, groups, worlds and grids. The function has
 * the name of the kind. */
static int l_no_method(lua_State *L) {
  const char *of = lua_tostring(L, lua_upvalueindex(UP_NAME));
  if (lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), "data") == 0) {
    lua_pushnil(L);
    return 1;
  }
  return ci_advice_fail(L, 2, of, 1);
}

static int l_grid_newindex(lua_State *L) {
  return ci_advice_fail(L, 2, "grid", 0);
}

/* The name for error messages of the value at the index, which may be of any type. */
static const char *kind_at(lua_State *L, int index) {
  object_kind kind = ci_object_kind(L, index);
  return kind == OBJECT_NONE || kind == OBJECT_GRID ? "shape" : ci_object_name(kind);
}

/* Pushes the field of the object with data at index 1. Returns 0 if it has none of that name. */
static int push_field(lua_State *L, const char *name) {
  const described *shape;
  if (strcmp(name, "data") == 0) {
    ci_shape_push_data(L, 1);
    return 1;
  }
  shape = strcmp(name, "radius") == 0 ? description_at(L, 1) : NULL;
  return shape != NULL && ci_shape_push_radius(L, shape);
}

/* __index of objects with data. The function has the name of the kind. */
static int l_index(lua_State *L) {
  const char *of = lua_tostring(L, lua_upvalueindex(UP_NAME));
  const data_kind *kind = kinds;
  if (lua_type(L, 2) == LUA_TSTRING && push_field(L, lua_tostring(L, 2))) return 1;
  while (strcmp(kind->name, of) != 0) kind++;
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(kind->data));
  lua_pushliteral(L, "methods");
  lua_rawget(L, 3);
  lua_pushvalue(L, 2);
  lua_rawget(L, 4);
  return lua_isnil(L, -1) ? ci_advice_fail(L, 2, of, 1) : 1;
}

static int l_newindex(lua_State *L) {
  int is_data = lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), "data") == 0;
  if (data_upvalue(L, 1) == 0 || !is_data) return ci_advice_fail(L, 2, kind_at(L, 1), 0);
  lua_settop(L, 3);
  ci_shape_set_data(L, 1);
  return 0;
}

/* ---- Setting up ------------------------------------------------------------------- */

static void set_fallback(lua_State *L, int first, int methods, const char *name,
                         shape_push_function push) {
  lua_newtable(L);
  push(L, first, l_no_method, name);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, methods);
}

/* Sets the fields of the metatables without data and with data. */
static void set_data(lua_State *L, int first, const data_kind *kind, int methods,
                     shape_push_function push) {
  static const char *const shared[] = {"__tostring", "__name", "__gc"};
  int plain = first + kind->plain - UP_SHAPE, data = first + kind->data - UP_SHAPE, i;
  push(L, first, l_newindex, "newindex");
  lua_pushvalue(L, -1);
  lua_setfield(L, plain, "__newindex");
  lua_setfield(L, data, "__newindex");
  push(L, first, l_index, kind->name);
  lua_setfield(L, data, "__index");
  lua_pushvalue(L, methods);
  lua_setfield(L, data, "methods");
  for (i = 0; i < 3; i++) {
    lua_getfield(L, plain, shared[i]);
    lua_setfield(L, data, shared[i]);
  }
}

void ci_shape_set_fields(lua_State *L, int first, const int methods[5], shape_push_function push) {
  int i;
  for (i = 0; i < 5; i++) set_fallback(L, first, methods[i], kinds[i].name, push);
  for (i = 0; i < 5; i++)
    if (kinds[i].data != 0) set_data(L, first, &kinds[i], methods[i], push);
  push(L, first, l_grid_newindex, "newindex");
  lua_setfield(L, first + UP_GRID - UP_SHAPE, "__newindex");
}

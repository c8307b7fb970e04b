/* SPDX-License-Identifier: MIT
 *
 * Lua 5.1 to 5.4 and LuaJIT under one set of names.
 */
#ifndef COLLIDE_LUA_COMPAT_H
#define COLLIDE_LUA_COMPAT_H

#ifdef __cplusplus
extern "C" {
#endif
#include <lua.h>
#include <lauxlib.h>
#ifdef __cplusplus
}
#endif

#if LUA_VERSION_NUM < 502 && !defined(lua_rawlen)
#define lua_rawlen(L, index) lua_objlen(L, index)
#endif

/* LuaJIT's own type for FFI values, which its lua.h does not name. */
#define COMPAT_TCDATA 10

/* Whole numbers are integers where Lua has them. */
#if LUA_VERSION_NUM >= 503
#define compat_pushwhole(L, n) lua_pushinteger(L, (lua_Integer)(n))
#else
#define compat_pushwhole(L, n) lua_pushnumber(L, (lua_Number)(n))
#endif

#ifdef __cplusplus
#define COMPAT_C extern "C"
#else
#define COMPAT_C extern
#endif

#if defined(_WIN32)
#define COMPAT_EXPORT COMPAT_C __declspec(dllexport)
#elif defined(__GNUC__)
#define COMPAT_EXPORT COMPAT_C __attribute__((visibility("default")))
#else
#define COMPAT_EXPORT COMPAT_C
#endif

/* The upvalues of every function of the module. */
enum {
  UP_SHAPE = 1, /* metatables, */
  UP_HIT,
  UP_VECTOR,
  UP_GROUP,
  UP_LIST,
  UP_CONTACT,
  UP_GRID,
  UP_WALK,
  UP_HOME,   /* the seal_home of this module, see lua_seal.h, */
  UP_FIELDS, /* the names of fields, see lua_field.h; up to here also of the iterators, */
  UP_ASSIGN, /* what lua_into_plan.c needs, */
  UP_DONE,
  UP_GROUPS, /* the iterators of `cells`: in tables, */
  UP_STEP2,  /* in numbers, 2D */
  UP_STEP3,  /* and 3D, */
  UP_OWNED,  /* what holds memory; see lua_owned.h, */
  UP_NAME,   /* and the function's name, for errors */
  UP_COUNT = UP_NAME
};

/* One entry of a registration table. */
typedef struct binding {
  const char *name;
  lua_CFunction function;
  unsigned where;
} binding;

enum { IN_MODULE = 1, IN_SHAPE = 2, IN_GRID = 4, IN_GRIDS = 8 /* in collide.grid */ };

#endif

/* SPDX-License-Identifier: MIT
 *
 * Lua 5.1 to 5.4 and LuaJIT under one set of names.
 */
#ifndef COLLIDE_LUA_COMPAT_H
#define COLLIDE_LUA_COMPAT_H

#include "lua_version.h"

#ifdef __cplusplus
extern "C" {
#endif
/* Each version of Lua lacks some functions of others. So all are weak: lua_version.h says why. */
#if defined(COMPAT_WEAK)
#include <luaconf.h>
#undef LUA_API
#undef LUALIB_API
#define LUA_API extern __attribute__((weak))
#define LUALIB_API LUA_API
#endif
#include <lua.h>
#include <lauxlib.h>
#ifdef __cplusplus
}
#endif

#if LUA_VERSION_NUM < 502 && !defined(lua_rawlen)
#define lua_rawlen(L, index) lua_objlen(L, index)
#endif

/* Pushes item n of a table, by raw access, and returns its type. */
#if LUA_VERSION_NUM >= 503
#define compat_rawgeti(L, index, n) lua_rawgeti(L, index, n)
#else
#define compat_rawgeti(L, index, n) (lua_rawgeti(L, index, n), lua_type(L, -1))
#endif

/* LuaJIT's own type for FFI values, which its lua.h does not name. */
#define COMPAT_TCDATA 10

/* Whole numbers are integers where Lua has them. */
#if LUA_VERSION_NUM >= 503
#define compat_pushwhole(L, n) lua_pushinteger(L, (lua_Integer)(n))
#else
#define compat_pushwhole(L, n) lua_pushnumber(L, (lua_Number)(n))
#endif

#if defined(__GNUC__)
#define COMPAT_INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define COMPAT_INLINE static __forceinline
#else
#define COMPAT_INLINE static inline
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
  UP_MOVED,
  UP_GRID,
  UP_COMPOUND, /* groups of shapes; UP_GROUP is for groups of cells, */
  UP_WALK,
  UP_SHAPE_DATA, /* shapes with data; see lua_object.h, */
  UP_MESH,
  UP_MESH_DATA,     /* meshes with data, */
  UP_COMPOUND_DATA, /* groups of shapes with data, */
  UP_WORLD,
  UP_WORLD_DATA,
  UP_HOME,   /* the seal_home of this module, see lua_seal.h, */
  UP_FIELDS, /* the names of fields, see lua_result.h; iterators have the upvalues up to here, */
  UP_GROUPS, /* the iterator of `cells` in tables, */
  UP_LOOP,   /* the iterator of loops over worlds, */
  UP_OWNED,  /* the owners of memory; see lua_owned.h, */
  UP_LAYERS, /* the names of layers; see lua_select.h, */
  UP_ROSTER, /* the members of all worlds; see lua_roster.h, */
  UP_TILED,  /* the functions in Lua for maps of Tiled, and gids; see lua_tiled.c, */
  UP_STORE,  /* further memory of resized shapes; see lua_resize.c, */
  UP_NAME,   /* and the function's name, for errors */
  UP_COUNT = UP_NAME,
  UP_CALLER /* true for a function that Lua code of the module calls; see ci_args_push_failure */
};

/* One entry of a registration table. */
typedef struct binding {
  const char *name; /* or several names, with spaces between */
  lua_CFunction function;
  unsigned where;
} binding;

extern const binding ci_cast_bindings[], ci_cells_bindings[], ci_corner_bindings[],
    ci_drawing_bindings[], ci_decompose_bindings[], ci_grid_bindings[], ci_grid_make_bindings[],
    ci_group_bindings[], ci_layer_bindings[], ci_move_bindings[], ci_separate_bindings[],
    ci_one_way_bindings[], ci_proximity_bindings[], ci_resize_bindings[], ci_shape_bindings[],
    ci_tiled_bindings[], ci_mesh_bindings[], ci_vox_bindings[], ci_voxel_bindings[],
    ci_world_bindings[];

/* The tables that have the function: the module, then methods in the order of seals. */
enum {
  IN_MODULE = 1,
  IN_SHAPE = 2,
  IN_GRID = 4,
  IN_MESH = 8,
  IN_GROUP = 16,
  IN_WORLD = 32,
  IN_GRIDS = 64, /* in collide.grid */
  IN_TARGETS = IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP | IN_WORLD
};

#endif

/* SPDX-License-Identifier: MIT
 *
 * Opens the module: makes its functions, metatables and upvalues.
 */
#include "../collide.h"
#include "lua_advice.h"
#include "lua_cells.h"
#include "lua_ffi.h"
#include "lua_grid.h"
#include "lua_grid_shapes.h"
#include "lua_group.h"
#include "lua_object.h"
#include "lua_select.h"
#include "lua_one_way.h"
#include "lua_members.h"
#include "lua_result.h"
#include "lua_shape.h"
#include "lua_stay.h"
#include "lua_mesh.h"
#include "lua_world.h"

/* Pushes the function with its upvalues: those from `first` on, and its name. */
static void push_function(lua_State *L, int first, lua_CFunction function, const char *name) {
  int i;
  for (i = UP_SHAPE; i < UP_NAME; i++) lua_pushvalue(L, first + i - UP_SHAPE);
  lua_pushstring(L, name);
  lua_pushcclosure(L, function, UP_COUNT);
}

/* Pushes the metatables, the iterators and the other upvalues, in their order. */
static void push_upvalues(lua_State *L) {
  int i, first = lua_gettop(L) + 1;
  for (i = UP_SHAPE; i < UP_HOME; i++) lua_newtable(L);
  seal_push_home(L);
  ci_result_push_fields(L);
  ci_cells_push_iterator(L, first);
  ci_world_push_iterator(L, first);
  ci_owned_push_handles(L);
  lua_newtable(L); /* of layers */
  ci_roster_push(L, (seal_home *)lua_touserdata(L, first + UP_HOME - UP_SHAPE));
  lua_newtable(L); /* of functions for Tiled */
}

static void set_text(lua_State *L, int first, int upvalue, lua_CFunction text) {
  push_function(L, first, text, "tostring");
  lua_setfield(L, first + upvalue - UP_SHAPE, "__tostring");
}

static void set_close(lua_State *L, int first) {
  static const int closed[] = {UP_GRID, UP_MESH, UP_COMPOUND, UP_WORLD};
  size_t i;
  push_function(L, first, ci_l_close, "close");
  for (i = 0; i < sizeof closed / sizeof closed[0]; i++) {
    lua_pushvalue(L, -1);
    lua_setfield(L, first + closed[i] - UP_SHAPE, "__gc");
  }
  lua_pop(L, 1);
}

enum { TABLES = 7 }; /* of functions, one for each IN_... */

/* The tables of functions lie on the stack from `tables` on, in the order of their bits. */
static void add(lua_State *L, int first, const binding *list, int tables) {
  int i;
  for (; list->name != NULL; list++) {
    push_function(L, first, list->function, list->name);
    for (i = 0; i < TABLES; i++) {
      if (!(list->where & 1U << i)) continue;
      lua_pushvalue(L, -1);
      lua_setfield(L, tables + i, list->name);
    }
    lua_pop(L, 1);
  }
}

/* Gives a metatable its name, and its methods, which are in the table at that index. */
static void set_methods(lua_State *L, int meta, int methods, const char *name) {
  lua_pushvalue(L, methods);
  lua_setfield(L, meta, "__index");
  lua_pushstring(L, name);
  lua_setfield(L, meta, "__name");
}

/* Makes the table collide.grid callable. */
static void set_call(lua_State *L, int first, int grids) {
  lua_newtable(L);
  push_function(L, first, ci_l_grid, "grid");
  lua_setfield(L, -2, "__call");
  lua_setmetatable(L, grids);
}

COMPAT_EXPORT int luaopen_collide(lua_State *L);

int luaopen_collide(lua_State *L) {
  static const binding *const lists[] = {
      ci_shape_bindings,       ci_size_bindings,     ci_corner_bindings,    ci_cast_bindings,
      ci_proximity_bindings,   ci_triangle_bindings, ci_layer_bindings,     ci_one_way_bindings,
      ci_grid_shapes_bindings, ci_cells_bindings,    ci_grid_bindings,      ci_grid_make_bindings,
      ci_vox_bindings,         ci_voxel_bindings,    ci_decompose_bindings, ci_tiled_bindings,
      ci_mesh_bindings,        ci_group_bindings,    ci_world_bindings,     ci_separate_bindings,
      ci_sweep_bindings,       ci_move_bindings};
  int module, methods[5], grids, first; /* the methods in the order of seals */
  ffi_places at;
  size_t i;
  ci_version_check(L, LUA_VERSION_NUM);
  ci_stay();
  luaL_checkstack(L, 2 * UP_COUNT + 4 + TABLES, NULL);
  module = lua_gettop(L) + 1;
  methods[SEAL_SHAPE] = module + 1;
  methods[SEAL_GRID] = module + 2;
  grids = module + 3;
  methods[SEAL_MESH] = module + 4;
  methods[SEAL_GROUP] = module + 5;
  methods[SEAL_WORLD] = module + 6;
  first = module + TABLES;
  for (i = 0; i < TABLES; i++) lua_newtable(L);
  push_upvalues(L);
  for (i = 0; i < sizeof lists / sizeof lists[0]; i++) add(L, first, lists[i], module);
  set_text(L, first, UP_SHAPE, ci_l_shape_text);
  set_text(L, first, UP_HIT, ci_l_hit_text);
  set_text(L, first, UP_VECTOR, ci_l_vector_text);
  set_text(L, first, UP_GROUP, ci_l_group_text);
  set_text(L, first, UP_LIST, ci_l_list_text);
  set_text(L, first, UP_CONTACT, ci_l_contact_text);
  set_text(L, first, UP_MOVED, ci_l_moved_text);
  set_text(L, first, UP_GRID, ci_l_grid_text);
  set_text(L, first, UP_COMPOUND, ci_l_shape_text);
  set_text(L, first, UP_MESH, ci_l_shape_text);
  set_text(L, first, UP_WORLD, ci_l_world_text);
  set_close(L, first);
  set_methods(L, first, methods[SEAL_SHAPE], "collide.shape");
  set_methods(L, first + UP_GRID - UP_SHAPE, methods[SEAL_GRID], "collide.grid");
  set_methods(L, first + UP_MESH - UP_SHAPE, methods[SEAL_MESH], "collide.mesh");
  set_methods(L, first + UP_COMPOUND - UP_SHAPE, methods[SEAL_GROUP], "collide.group");
  set_methods(L, first + UP_WORLD - UP_SHAPE, methods[SEAL_WORLD], "collide.world");
  set_call(L, first, grids);
  ci_shape_set_fields(L, first, methods, push_function);
  at.module = module;
  at.shape = methods[SEAL_SHAPE];
  at.grid = methods[SEAL_GRID];
  at.mesh = methods[SEAL_MESH];
  at.world = methods[SEAL_WORLD];
  at.upvalues = first;
  ci_ffi_install(L, &at);
  lua_pushvalue(L, grids);
  lua_setfield(L, module, "grid");
  lua_pushliteral(L, COLLIDE_VERSION);
  lua_setfield(L, module, "_VERSION");
  lua_newtable(L);
  lua_pushcfunction(L, ci_l_module_index);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, module);
  lua_settop(L, module);
  return 1;
}

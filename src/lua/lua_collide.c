/* SPDX-License-Identifier: MIT
 *
 * Opens the module: makes its functions, metatables and upvalues.
 */
#include "../collide.h"

#include <string.h>

#include "lua_advice.h"
#include "lua_cells.h"
#include "lua_ffi.h"
#include "lua_grid.h"
#include "lua_object.h"
#include "lua_one_way.h"
#include "lua_members.h"
#include "lua_result.h"
#include "lua_posed.h"
#include "lua_stay.h"
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
  for (i = UP_TILED; i <= UP_STORE; i++) { /* tables with weak keys */
    lua_newtable(L);
    lua_newtable(L);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
  }
}

/* The tables of functions, one for each IN_..., which lie on the stack in the order of their bits.
 */
enum { TABLES = 7 };

/* Adds each function, under each of its names, to the tables of its bits. A function gets its name
 * as an upvalue, for errors. */
static void add(lua_State *L, int first, const binding *list, int tables) {
  int i;
  for (; list->name != NULL; list++) {
    const char *names = list->name, *end;
    for (; names[0] != '\0'; names = end + strspn(end, " ")) {
      end = names + strcspn(names, " ");
      lua_pushlstring(L, names, (size_t)(end - names));
      push_function(L, first, list->function, lua_tostring(L, -1));
      for (i = 0; i < TABLES; i++) {
        if (!(list->where & 1U << i)) continue;
        lua_pushvalue(L, -2);
        lua_pushvalue(L, -2);
        lua_rawset(L, tables + i);
      }
      lua_pop(L, 2);
    }
  }
}

/* Sets __tostring in the metatables at the upvalues `where`. */
static void add_texts(lua_State *L, int first, const binding *list) {
  for (; list->name != NULL; list++) {
    push_function(L, first, list->function, list->name);
    lua_setfield(L, first + (int)list->where - UP_SHAPE, "__tostring");
  }
}

static int l_module_text(lua_State *L) {
  lua_pushliteral(L, "collide " COLLIDE_VERSION);
  return 1;
}

COMPAT_EXPORT int luaopen_collide(lua_State *L);

int luaopen_collide(lua_State *L) {
  static const binding *const lists[] = {
      ci_shape_bindings,     ci_drawing_bindings,   ci_corner_bindings,  ci_cast_bindings,
      ci_proximity_bindings, ci_layer_bindings,     ci_one_way_bindings, ci_cells_bindings,
      ci_grid_bindings,      ci_grid_make_bindings, ci_vox_bindings,     ci_voxel_bindings,
      ci_decompose_bindings, ci_tiled_bindings,     ci_mesh_bindings,    ci_group_bindings,
      ci_world_bindings,     ci_separate_bindings,  ci_move_bindings,    ci_resize_bindings};
  static const binding texts[] = {
      {"tostring", ci_l_shape_text, UP_SHAPE},    {"tostring", ci_l_grid_text, UP_GRID},
      {"tostring", ci_l_shape_text, UP_COMPOUND}, {"tostring", ci_l_shape_text, UP_MESH},
      {"tostring", ci_l_world_text, UP_WORLD},    {NULL, NULL, 0}};
  int module = lua_gettop(L) + 1, grids = module + TABLES - 1, first = module + TABLES;
  size_t i;
  ci_version_check(L, LUA_VERSION_NUM);
  ci_stay();
  luaL_checkstack(L, 2 * UP_COUNT + 4 + TABLES, NULL);
  for (i = 0; i < TABLES; i++) lua_newtable(L);
  push_upvalues(L);
  for (i = 0; i < sizeof lists / sizeof lists[0]; i++) add(L, first, lists[i], module);
  add_texts(L, first, texts);
  add_texts(L, first, ci_result_texts);
  ci_object_set_metatables(L, first, module + 1, push_function);
  lua_newtable(L);
  push_function(L, first, ci_l_grid, "grid");
  lua_setfield(L, -2, "__call");
  ci_advice_push_index(L, "collide.grid");
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, grids);
  ci_ffi_install(L, module, first);
  lua_pushvalue(L, grids);
  lua_setfield(L, module, "grid");
  lua_pushliteral(L, COLLIDE_VERSION);
  lua_setfield(L, module, "_VERSION");
  lua_newtable(L);
  ci_advice_push_index(L, "collide");
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, l_module_text);
  lua_setfield(L, -2, "__tostring");
  lua_setmetatable(L, module);
  lua_settop(L, module);
  return 1;
}

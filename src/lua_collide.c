/* SPDX-License-Identifier: MIT
 *
 * The module: what is in it, put together.
 */
#include "collide.h"
#include "lua_cast.h"
#include "lua_cells.h"
#include "lua_pair.h"
#include "lua_result.h"
#include "lua_shape.h"

/* Pushes the function with its upvalues: those from `first` on, and its name. */
static void push_function(lua_State *L, int first, lua_CFunction function, const char *name) {
  int i;
  for (i = UP_SHAPE; i < UP_NAME; i++) lua_pushvalue(L, first + i - UP_SHAPE);
  lua_pushstring(L, name);
  lua_pushcclosure(L, function, UP_COUNT);
}

/* Pushes the metatables and the iterators, in the order of the upvalues. */
static void push_upvalues(lua_State *L) {
  int i, first = lua_gettop(L) + 1;
  for (i = UP_SHAPE; i <= UP_WALK; i++) lua_newtable(L);
  cells_push_iterators(L, first);
}

static void set_text(lua_State *L, int first, int upvalue, lua_CFunction text) {
  push_function(L, first, text, "tostring");
  lua_setfield(L, first + upvalue - UP_SHAPE, "__tostring");
}

static void add(lua_State *L, int first, const binding *list, int module, int methods) {
  for (; list->name != NULL; list++) {
    push_function(L, first, list->function, list->name);
    if (list->where & IN_SHAPE) {
      lua_pushvalue(L, -1);
      lua_setfield(L, methods, list->name);
    }
    if (list->where & IN_MODULE) {
      lua_setfield(L, module, list->name);
    } else {
      lua_pop(L, 1);
    }
  }
}

COMPAT_EXPORT int luaopen_collide(lua_State *L);

int luaopen_collide(lua_State *L) {
  static const binding *const lists[] = {shape_bindings, cast_bindings, pair_bindings,
                                         cells_bindings};
  int module, methods, first;
  size_t i;
  luaL_checkstack(L, 2 * UP_COUNT + 4, NULL);
  lua_newtable(L);
  module = lua_gettop(L);
  lua_newtable(L);
  methods = module + 1;
  first = methods + 1;
  push_upvalues(L);
  for (i = 0; i < sizeof lists / sizeof lists[0]; i++) add(L, first, lists[i], module, methods);
  set_text(L, first, UP_SHAPE, l_shape_text);
  set_text(L, first, UP_HIT, l_hit_text);
  set_text(L, first, UP_VECTOR, l_vector_text);
  set_text(L, first, UP_GROUP, l_group_text);
  set_text(L, first, UP_LIST, l_list_text);
  set_text(L, first, UP_CONTACT, l_contact_text);
  lua_pushvalue(L, methods);
  lua_setfield(L, first, "__index");
  lua_pushliteral(L, "collide.shape");
  lua_setfield(L, first, "__name");
  lua_pushliteral(L, COLLIDE_VERSION);
  lua_setfield(L, module, "_VERSION");
  lua_settop(L, module);
  return 1;
}

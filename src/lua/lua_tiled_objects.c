/* SPDX-License-Identifier: MIT
 *
 * Shapes from the object layers of maps that Tiled exported to Lua.
 */
#include "../number/fp.h"
#include "lua_tiled.h"

enum { MAP = 1, LAYER };

/* The position of a tile is its lower left corner. */
static void add_tile(lua_State *L, tiled_object *o) {
  o->placing.at[1] -= ci_tiled_read(L, &o->at, o->index, "height");
  ci_tiled_add_shapes(L, o);
}

/* Reads the object on top of the stack. Text is left out. */
static void read_object(lua_State *L, tiled_object *o, const double offset[2]) {
  static const tiled_placing own = {{1, 0, 0, 1}, {0, 0}, 32};
  o->index = o->data = lua_gettop(L);
  if (!lua_istable(L, o->index))
    ci_args_fail(L, &o->at, "table expected, got %s", ci_args_type(L, o->index));
  o->placing = own;
  o->is_posed = 1;
  o->position[0] = offset[0] + ci_tiled_read(L, &o->at, o->index, "x");
  o->position[1] = offset[1] + ci_tiled_read(L, &o->at, o->index, "y");
  o->angle = ci_tiled_read(L, &o->at, o->index, "rotation") / 180 * 3.141592653589793;
  if (ci_tiled_has(L, o->index, "gid"))
    add_tile(L, o);
  else
    ci_tiled_add_shapes(L, o);
}

static int l_from_tiled_objects(lua_State *L) {
  args_place at = ci_args_at(LAYER, "layer");
  tiled_object o;
  double offset[2];
  int objects, i, count;
  ci_tiled_find(L, "objectgroup", offset);
  luaL_checkstack(L, 16, NULL);
  lua_getfield(L, -1, "objects");
  objects = lua_gettop(L);
  if (!lua_istable(L, objects))
    ci_args_fail(L, &at, ": objects (table) expected, got %s", ci_args_type(L, objects));
  lua_newtable(L);
  o.shapes = objects + 1;
  o.count = 0;
  o.at = ci_args_at(LAYER, NULL);
  o.at.within = "layer: objects";
  count = (int)lua_rawlen(L, objects);
  for (i = 1; i <= count; i++) {
    o.at.element = i;
    lua_rawgeti(L, objects, i);
    read_object(L, &o, offset);
    lua_settop(L, o.shapes);
  }
  return 1;
}

const binding ci_tiled_object_bindings[] = {{"from_tiled_objects", l_from_tiled_objects, IN_MODULE},
                                            {NULL, NULL, 0}};

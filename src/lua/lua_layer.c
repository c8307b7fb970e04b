/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_layer.h"

#include "lua_object.h"
#include "lua_roster.h"

int ci_layer_find(lua_State *L, int index) {
  int layer;
  lua_pushvalue(L, index);
  lua_rawget(L, lua_upvalueindex(UP_LAYERS));
  layer = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return layer;
}

int ci_layer_read(lua_State *L, const args_place *at, int index) {
  int layer;
  if (lua_isnil(L, index)) return 0;
  if (lua_type(L, index) != LUA_TSTRING)
    ci_args_fail(L, at, ": string expected, got %s", ci_args_type(L, index));
  layer = ci_layer_find(L, index);
  if (layer != 0) return layer;
  layer = 1 + (int)lua_rawlen(L, lua_upvalueindex(UP_LAYERS));
  if (layer > LAYERS_MOST)
    ci_args_fail(L, at, ": there are %d layers already, '%s' would be one too many",
                 (int)LAYERS_MOST, lua_tostring(L, index));
  lua_pushvalue(L, index);
  lua_rawseti(L, lua_upvalueindex(UP_LAYERS), layer);
  lua_pushvalue(L, index);
  lua_pushinteger(L, layer);
  lua_rawset(L, lua_upvalueindex(UP_LAYERS));
  return layer;
}

void ci_layer_push(lua_State *L, int layer) {
  if (layer == 0)
    lua_pushnil(L);
  else
    lua_rawgeti(L, lua_upvalueindex(UP_LAYERS), layer);
}

/* ---- Methods of shapes, grids, meshes and groups ------------------------------------------- */

/* Reads argument 1. Raises an error if such objects have no layer. */
static object check_layered(lua_State *L) {
  object found;
  if (!ci_object_member(L, 1, &found)) ci_args_fail_self(L, "shape");
  return found;
}

static int l_set_layer(lua_State *L) {
  object found = check_layered(L);
  args_place at = ci_args_at(2, "layer");
  if (lua_gettop(L) < 2) ci_args_fail(L, &at, ": string or nil expected, got no value");
  ci_args_end(L, 3);
  found.head->layer = (uint8_t)ci_layer_read(L, &at, 2);
  ci_roster_set_layer(seal_here(L)->roster, &found.head->worlds, found.head->layer);
  lua_settop(L, 1);
  return 1;
}

static int l_get_layer(lua_State *L) {
  object found = check_layered(L);
  ci_args_end(L, 2);
  ci_layer_push(L, found.head->layer);
  return 1;
}

const binding ci_layer_bindings[] = {
    {"set_layer", l_set_layer, IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP},
    {"get_layer", l_get_layer, IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP},
    {NULL, NULL, 0}};

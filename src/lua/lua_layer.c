/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_layer.h"

#include "lua_object.h"
#include "lua_roster.h"

static int count_layers(lua_State *L) {
  return (int)lua_rawlen(L, lua_upvalueindex(UP_LAYERS));
}

/* The number of the name at the index, or 0 if it is unknown. */
static int find_layer(lua_State *L, int index) {
  int layer;
  lua_pushvalue(L, index);
  lua_rawget(L, lua_upvalueindex(UP_LAYERS));
  layer = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return layer;
}

static void fail_unknown(lua_State *L, const args_place *at, const char *name) {
  int i, count = count_layers(L);
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  luaL_addstring(&text, count > 0 ? "known layers: '" : "no object has had a layer yet");
  for (i = 1; i <= count; i++) {
    ci_layer_push(L, i);
    luaL_addvalue(&text);
    luaL_addstring(&text, i < count ? "', '" : "'");
  }
  luaL_pushresult(&text);
  ci_args_fail(L, at,
               ": unknown layer '%s'; %s; collide.layers{'%s'} declares a name before an object "
               "has it",
               name, lua_tostring(L, -1), name);
}

int ci_layer_get(lua_State *L, const args_place *at, int index) {
  int layer = find_layer(L, index);
  if (layer == 0) fail_unknown(L, at, lua_tostring(L, index));
  return layer;
}

int ci_layer_read(lua_State *L, const args_place *at, int index) {
  int layer;
  if (lua_isnil(L, index)) return 0;
  if (lua_type(L, index) != LUA_TSTRING)
    ci_args_fail(L, at, ": string expected, got %s", ci_args_type(L, index));
  layer = find_layer(L, index);
  if (layer != 0) return layer;
  layer = 1 + count_layers(L);
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

/* ---- Names --------------------------------------------------------------------------------- */

/* Checks the array of names at 1. A name that it has twice counts twice. */
static void check_names(lua_State *L) {
  args_place at = ci_args_at(1, "names"), item = ci_args_at(1, NULL);
  int known = count_layers(L), fresh = 0;
  args_array array = ci_args_array_begin(L, 1);
  item.within = at.name;
  while (ci_args_array_next(L, &at, &array)) {
    item.element = array.element;
    if (lua_type(L, -1) != LUA_TSTRING)
      ci_args_fail(L, &item, ": string expected, got %s", ci_args_type(L, lua_gettop(L)));
    fresh += find_layer(L, lua_gettop(L)) == 0;
    lua_pop(L, 1);
  }
  if (known + fresh > LAYERS_MOST)
    ci_args_fail(L, &at, ": there are %d layers already, and at most %d may be; got %d more", known,
                 (int)LAYERS_MOST, fresh);
}

static int l_layers(lua_State *L) {
  args_place at = ci_args_at(1, "names");
  args_array array;
  if (!lua_istable(L, 1))
    ci_args_fail(L, &at, ": array of strings expected, got %s", ci_args_type(L, 1));
  ci_args_end(L, 2);
  check_names(L);
  array = ci_args_array_begin(L, 1);
  while (ci_args_array_next(L, &at, &array)) {
    ci_layer_read(L, &at, lua_gettop(L));
    lua_pop(L, 1);
  }
  return 1; /* the array */
}

const binding ci_layer_bindings[] = {
    {"layers", l_layers, IN_MODULE},
    {"set_layer", l_set_layer, IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP},
    {"get_layer", l_get_layer, IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP},
    {NULL, NULL, 0}};

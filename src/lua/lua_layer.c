/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_layer.h"

#include "lua_description.h"
#include "lua_grid.h"
#include "lua_group.h"
#include "lua_roster.h"
#include "lua_trimesh.h"

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

/* Where argument 1 keeps its layer, and which worlds it is in. */
typedef struct layered {
  int *layer;
  const membership *worlds;
} layered;

/* Raises when argument 1 is none of them. */
static layered find_layer(lua_State *L) {
  described *shape = description_at(L, 1);
  held_grid *grid;
  held_mesh *mesh = mesh_at(L, 1);
  held_group *group;
  layered found;
  if (shape != NULL) {
    found.layer = &shape->layer;
    found.worlds = &shape->worlds;
    return found;
  }
  if (mesh != NULL) {
    found.layer = &mesh->layer;
    found.worlds = &mesh->worlds;
    return found;
  }
  grid = grid_at(L, 1);
  if (grid != NULL) {
    found.layer = &grid->layer;
    found.worlds = &grid->worlds;
    return found;
  }
  group = group_at(L, 1);
  if (group == NULL) ci_args_fail_self(L, "shape");
  found.layer = &group->layer;
  found.worlds = &group->worlds;
  return found;
}

static int l_set_layer(lua_State *L) {
  layered found = find_layer(L);
  args_place at = ci_args_at(2, "layer");
  if (lua_gettop(L) < 2) ci_args_fail(L, &at, ": string or nil expected, got no value");
  ci_args_end(L, 3);
  *found.layer = ci_layer_read(L, &at, 2);
  ci_roster_set_layer(seal_here(L)->roster, found.worlds, *found.layer);
  lua_settop(L, 1);
  return 1;
}

static int l_get_layer(lua_State *L) {
  layered found = find_layer(L);
  ci_args_end(L, 2);
  ci_layer_push(L, *found.layer);
  return 1;
}

const binding ci_layer_bindings[] = {
    {"set_layer", l_set_layer, IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP},
    {"get_layer", l_get_layer, IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP},
    {NULL, NULL, 0}};

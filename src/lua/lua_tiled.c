/* SPDX-License-Identifier: MIT
 *
 * Maps of Tiled: their layers.
 */
#include "../number/fp.h"
#include "lua_tiled.h"

#include <string.h>

const args_place ci_tiled_layer = {2, NULL, 0, "layer", 0};
const args_place ci_tiled_layer_field = {2, "layer", 0, NULL, 0};

enum { MAP = 1, LAYER, OPTIONS, SEARCHED, DEEPEST_GROUP = 100 };
#define MOST_LAYERS 1048576.0 /* 2^20 */

/* ---- Fields --------------------------------------------------------------------------------- */

void ci_tiled_push_field(lua_State *L, int index, const char *name) {
  int type;
  lua_getfield(L, index, name);
  type = lua_type(L, -1);
  if (type == LUA_TNIL || type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TTABLE ||
      type == LUA_TBOOLEAN)
    return;
  lua_pop(L, 1);
  lua_pushnil(L);
}

int ci_tiled_has(lua_State *L, int index, const char *name) {
  int has;
  ci_tiled_push_field(L, index, name);
  has = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return has;
}

int ci_tiled_has_word(lua_State *L, int index, const char *name, const char *word) {
  int has;
  ci_tiled_push_field(L, index, name);
  has = lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), word) == 0;
  lua_pop(L, 1);
  return has;
}

double ci_tiled_read(lua_State *L, const args_place *at, int index, const char *name,
                     double otherwise) {
  double x = otherwise;
  ci_tiled_push_field(L, index, name);
  if (!lua_isnil(L, -1)) {
    args_place place = *at;
    place.name = name;
    x = ci_args_number(L, &place, lua_gettop(L));
  }
  lua_pop(L, 1);
  return x;
}

double ci_tiled_read_map_size(lua_State *L, const char *name, double otherwise) {
  args_place at = ci_args_at(MAP, NULL);
  double size;
  at.within = "map";
  size = ci_tiled_read(L, &at, MAP, name, otherwise);
  if (!(size > 0))
    ci_args_fail(L, &at, "%s must be above 0, got %s", name, ci_args_number_text(L, size));
  return size;
}

void ci_tiled_check_table(lua_State *L, const args_place *at) {
  if (!lua_istable(L, -1))
    ci_args_fail(L, at, ": table expected, got %s", ci_args_type(L, lua_gettop(L)));
}

/* ---- The layer ------------------------------------------------------------------------------ */

/* Returns 1 if argument 2 names the layer on top of the stack. */
static int is_wanted(lua_State *L) {
  static const char *const names[] = {"name", "id"};
  int type = lua_type(L, LAYER), is;
  if (type == LUA_TTABLE) return lua_rawequal(L, -1, LAYER);
  lua_getfield(L, -1, names[type == LUA_TNUMBER]);
  is = lua_rawequal(L, -1, LAYER);
  lua_pop(L, 1);
  return is;
}

typedef struct layer_search {
  const char *type; /* of the requested layer */
  double offset[2]; /* of the layer that was found */
  int other;        /* 1: the requested layer has another type */
  double layers;    /* the number of layers searched so far */
} layer_search;

/* Returns 1 if the layers on top of the stack were not searched yet. The table at SEARCHED has
 * searched arrays of layers as keys: with the value true, or false during the search. Groups may
 * share their layers, so the number of paths to one layer can grow exponentially. */
static int is_new(lua_State *L) {
  int is_known;
  lua_pushvalue(L, -1);
  lua_rawget(L, SEARCHED);
  is_known = !lua_isnil(L, -1);
  if (is_known && !lua_toboolean(L, -1))
    ci_args_fail(L, &ci_tiled_layer, ": a group contains itself");
  lua_pop(L, 1);
  return !is_known;
}

static void mark_searched(lua_State *L, int layers, int is_done) {
  lua_pushvalue(L, layers);
  lua_pushboolean(L, is_done);
  lua_rawset(L, SEARCHED);
}

static int search_layers(lua_State *L, layer_search *s, int depth, const double offset[2]);

/* Searches the layer on top of the stack, and those in it. Leaves the found layer on top. */
static int search_layer(lua_State *L, layer_search *s, int depth, const double offset[2]) {
  int layer = lua_gettop(L), fits;
  double own[2];
  if (++s->layers > MOST_LAYERS)
    ci_args_fail(L, &ci_tiled_layer, ": the map has more than 2^20 layers");
  if (!lua_istable(L, layer)) return 0;
  own[0] = offset[0] + ci_tiled_read(L, &ci_tiled_layer_field, layer, "offsetx", 0);
  own[1] = offset[1] + ci_tiled_read(L, &ci_tiled_layer_field, layer, "offsety", 0);
  fits = ci_tiled_has_word(L, layer, "type", s->type);
  if (is_wanted(L)) {
    if (fits) {
      memcpy(s->offset, own, sizeof own);
      return 1;
    }
    s->other = 1;
  }
  return ci_tiled_has_word(L, layer, "type", "group") && search_layers(L, s, depth + 1, own);
}

/* Searches `layers` of the table on top of the stack for the first requested layer of the type.
 * Leaves it on top. Writes its offset, plus those of the groups around it, to s->offset. */
static int search_layers(lua_State *L, layer_search *s, int depth, const double offset[2]) {
  int owner = lua_gettop(L), i, count;
  luaL_checkstack(L, 8, NULL);
  if (depth > DEEPEST_GROUP)
    ci_args_fail(L, &ci_tiled_layer, ": groups are nested more than %d deep", (int)DEEPEST_GROUP);
  lua_getfield(L, owner, "layers");
  if (lua_istable(L, -1) && is_new(L)) {
    mark_searched(L, owner + 1, 0);
    count = (int)lua_rawlen(L, owner + 1);
    for (i = 1; i <= count; i++) {
      lua_rawgeti(L, owner + 1, i);
      if (search_layer(L, s, depth, offset)) return 1;
      lua_settop(L, owner + 1);
    }
    mark_searched(L, owner + 1, 1);
  }
  lua_settop(L, owner);
  return 0;
}

/* Pushes the names of the map's layers: "; it has 'ground', 'walls'". Layers in groups are not
 * named. A metamethod of the map may return something else than in check_map. */
static const char *push_layer_names(lua_State *L) {
  enum { MOST = 8 };
  int i, layers, text;
  luaL_checkstack(L, 8, NULL);
  lua_pushliteral(L, "");
  text = lua_gettop(L);
  lua_getfield(L, MAP, "layers");
  layers = lua_gettop(L);
  for (i = 1; i <= MOST && lua_istable(L, layers); i++) {
    lua_rawgeti(L, layers, i);
    if (!lua_istable(L, -1)) break;
    lua_getfield(L, -1, "name");
    if (lua_type(L, -1) == LUA_TSTRING) {
      lua_pushfstring(L, "%s%s'%s'", lua_tostring(L, text), i == 1 ? "; it has " : ", ",
                      lua_tostring(L, -1));
      lua_replace(L, text);
    }
    lua_settop(L, layers);
  }
  lua_settop(L, text);
  return lua_tostring(L, text);
}

static int fail_layer(lua_State *L, const layer_search *search) {
  const char *what = "like that";
  int is_tiles;
  if (lua_type(L, LAYER) == LUA_TSTRING)
    what = lua_pushfstring(L, "named '%s'", lua_tostring(L, LAYER));
  if (lua_type(L, LAYER) == LUA_TNUMBER)
    what = lua_pushfstring(L, "with id %s", ci_args_number_text(L, lua_tonumber(L, LAYER)));
  is_tiles = strcmp(search->type, "tilelayer") == 0;
  if (!search->other)
    return ci_args_fail(L, &ci_tiled_layer, ": the map has no layer %s%s", what,
                        push_layer_names(L));
  return ci_args_fail(
      L, &ci_tiled_layer, ": the one %s is no %s layer; collide.%s takes layers of %s", what,
      is_tiles ? "tile" : "object", is_tiles ? "from_tiled_objects" : "grid.from_tiled",
      is_tiles ? "objects" : "tiles");
}

/* Tiled draws the objects of staggered maps where they are, and those of isometric maps in a plane
 * of their own. */
static void check_orientation(lua_State *L, int is_tiles) {
  args_place at = ci_args_at(MAP, "map");
  const char *name;
  lua_getfield(L, MAP, "orientation");
  name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "orthogonal";
  if (strcmp(name, "orthogonal") == 0) return;
  if (is_tiles)
    ci_args_fail(L, &at,
                 ": an orthogonal one expected, got one that is %s; its cells are no rectangles "
                 "on the screen; for a grid in tile coordinates set the map's orientation to nil, "
                 "and its tilewidth and tileheight to 1",
                 name);
  if (strcmp(name, "isometric") != 0 && strcmp(name, "staggered") != 0)
    ci_args_fail(L, &at,
                 ": an orthogonal, isometric or staggered one expected, got one that is %s; if "
                 "its objects shall keep their coordinates, set the map's orientation to nil",
                 name);
}

static void check_map(lua_State *L, int is_tiles) {
  args_place at = ci_args_at(MAP, "map"), options = ci_args_at(OPTIONS, "options");
  int type = lua_type(L, LAYER);
  if (!lua_istable(L, MAP))
    ci_args_fail(L, &at,
                 ": table expected, got %s; require or dofile the file that Tiled exported to "
                 "Lua, or decode its JSON",
                 ci_args_type(L, MAP));
  if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TTABLE)
    ci_args_fail(L, &ci_tiled_layer, ": name, id or layer expected, got %s",
                 ci_args_type(L, LAYER));
  if (!lua_isnoneornil(L, OPTIONS) && !lua_istable(L, OPTIONS))
    ci_args_fail(L, &options, ": table expected, got %s", ci_args_type(L, OPTIONS));
  ci_args_end(L, OPTIONS + 1);
  lua_settop(L, OPTIONS);
  lua_getfield(L, MAP, "layers");
  if (!lua_istable(L, -1))
    ci_args_fail(L, &at, ": a map that Tiled exported to Lua or JSON expected, this has no layers");
  check_orientation(L, is_tiles);
  lua_settop(L, OPTIONS);
}

void ci_tiled_find(lua_State *L, const char *type, double offset[2]) {
  static const double none[2] = {0, 0};
  layer_search search;
  memset(&search, 0, sizeof search);
  search.type = type;
  check_map(L, strcmp(type, "tilelayer") == 0);
  lua_newtable(L); /* SEARCHED */
  lua_pushvalue(L, MAP);
  if (!search_layers(L, &search, 0, none)) fail_layer(L, &search);
  memcpy(offset, search.offset, sizeof search.offset);
}

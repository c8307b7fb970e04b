/* SPDX-License-Identifier: MIT
 *
 * The tilesets of a map of Tiled.
 */
#include "../number/fp.h"
#include "lua_tiled.h"

#include <string.h>

#include "../number/scalar.h"

enum { MOST_SETS = 4096 };

/* The index of the tilesets is a table: [gid] is the table of a tile, if it has one. The key SETS
 * holds the array of tilesets, or nil. */
#define SETS "tilesets"

static args_place place_of_set(int set, const char *name) {
  args_place at = ci_args_at(1, name);
  at.within = "map: tilesets";
  at.element = set;
  return at;
}

static int read_whole(lua_State *L, int set, int index, const char *name, int least) {
  args_place at = place_of_set(set, name);
  int x;
  ci_tiled_push_field(L, index, name);
  x = ci_args_whole(L, &at, lua_gettop(L), least, (int)TILED_GID);
  lua_pop(L, 1);
  return x;
}

/* ---- The index ------------------------------------------------------------------------------ */

/* Adds the tiles of tileset `set`, the table on top of the stack, to the index. Returns the
 * greatest gid so far. */
static double add_tiles(lua_State *L, make_again *again, int set, int index, double last) {
  args_place at = place_of_set(set, "tiles");
  int table = lua_gettop(L), first = read_whole(L, set, table, "firstgid", 1), count, id;
  last = greater(last, first + ci_tiled_read(L, &at, table, "tilecount", 0) - 1);
  ci_tiled_push_field(L, table, at.name);
  if (!lua_isnil(L, -1)) {
    ci_tiled_check_table(L, &at);
    count = (int)lua_rawlen(L, -1);
    ci_make_read_again(L, &at, again, table + 1, count, "");
    while (at.item < count) {
      lua_rawgeti(L, table + 1, ++at.item);
      ci_tiled_check_table(L, &at);
      id = read_whole(L, set, table + 2, "id", 0);
      last = greater(last, (double)first + id);
      lua_rawseti(L, index, first + id);
    }
  }
  lua_pop(L, 1);
  return last;
}

int ci_tiled_push_sets(lua_State *L, int map, double *last) {
  args_place at = ci_args_at(1, SETS);
  int index = lua_gettop(L) + 1, list = index + 1, count = 0;
  make_again again;
  *last = 0;
  at.within = "map";
  luaL_checkstack(L, 16, NULL);
  lua_newtable(L);
  ci_tiled_push_field(L, map, SETS);
  if (!lua_isnil(L, list)) {
    ci_tiled_check_table(L, &at);
    count = (int)lua_rawlen(L, list);
  }
  if (count > MOST_SETS)
    ci_args_fail(L, &at, ": at most %d expected, got %d", (int)MOST_SETS, count);
  again = ci_make_begin_again(L);
  while (at.item < count) {
    lua_rawgeti(L, list, ++at.item);
    ci_tiled_check_table(L, &at);
    *last = add_tiles(L, &again, at.item, index, *last);
    lua_pop(L, 1);
  }
  lua_pushvalue(L, list);
  lua_setfield(L, index, SETS);
  lua_settop(L, index);
  return index;
}

/* ---- A tile --------------------------------------------------------------------------------- */

/* Pushes the tileset with the greatest firstgid up to the gid, the last of them if there are
 * several, and writes its firstgid. Returns its number; 0 if there is none, then pushes nil. */
static int push_set(lua_State *L, int sets, uint32_t gid, double *most) {
  int i, list = lua_gettop(L) + 1, count, best = 0;
  double first;
  *most = 1;
  lua_getfield(L, sets, SETS);
  count = lua_istable(L, list) ? (int)lua_rawlen(L, list) : 0;
  lua_pushnil(L);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, list, i);
    lua_getfield(L, -1, "firstgid");
    first = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (first <= (double)gid && first >= *most) {
      lua_replace(L, list + 1);
      *most = first;
      best = i;
    }
    lua_settop(L, list + 1);
  }
  lua_replace(L, list);
  return best;
}

/* Raises an error if the tileset at the index is in a file of its own. */
static void check_embedded(lua_State *L, const args_place *at, int set, const tiled_tile *tile) {
  static const char *const names[] = {"source", "filename"};
  int i;
  if (ci_args_has_field(L, set, "tilewidth")) return;
  for (i = 0; i < 2; i++) {
    lua_getfield(L, set, names[i]);
    if (lua_type(L, -1) == LUA_TSTRING)
      ci_args_fail(L, at,
                   ": gid %d is in the tileset of the file '%s'; embed it: in Tiled choose Embed "
                   "Tileset below the Tilesets view, or Embed tilesets in the Preferences, or pass "
                   "--embed-tilesets on the command line, and export the map again",
                   (int)tile->gid, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
}

static void read_alignment(lua_State *L, const args_place *set_at, int set, tiled_tile *tile) {
  static const char *const names[] = {"unspecified", "topleft",    "top",   "topright",
                                      "left",        "center",     "right", "bottomleft",
                                      "bottom",      "bottomright"};
  args_place at = *set_at;
  int i;
  at.name = "objectalignment";
  for (i = TILED_UNSPECIFIED; i <= TILED_BOTTOM_RIGHT; i++) {
    if (!ci_tiled_has_word(L, set, at.name, names[i])) continue;
    tile->alignment = i;
    return;
  }
  ci_tiled_push_field(L, set, at.name);
  if (!lua_isnil(L, -1))
    ci_args_fail(
        L, &at, ": 'unspecified', 'topleft' to 'bottomright' expected, got %s",
        lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : ci_args_type(L, lua_gettop(L)));
  lua_pop(L, 1);
}

/* Reads the fields of the tileset at the index. */
static void read_set(lua_State *L, const args_place *at, int set, tiled_tile *tile) {
  tile->size[0] = ci_tiled_read(L, at, set, "tilewidth", 0);
  tile->size[1] = ci_tiled_read(L, at, set, "tileheight", 0);
  ci_tiled_push_field(L, set, "tileoffset");
  if (lua_istable(L, -1)) {
    tile->offset[0] = ci_tiled_read(L, at, lua_gettop(L), "x", 0);
    tile->offset[1] = ci_tiled_read(L, at, lua_gettop(L), "y", 0);
  }
  lua_pop(L, 1);
  read_alignment(L, at, set, tile);
  tile->is_stretched = ci_tiled_has_word(L, set, "tilerendersize", "grid");
  tile->keeps_aspect = ci_tiled_has_word(L, set, "fillmode", "preserve-aspect-fit");
}

/* A tile of a collection of images, the table at the index, has the size of its image, or of the
 * part that it uses: `width` and `height`. In JSON before Tiled 1.9 only the image has a size. */
static void read_image(lua_State *L, const args_place *at, int index, tiled_tile *tile) {
  if (!ci_args_has_field(L, index, "image")) return;
  tile->size[0] = ci_tiled_read(L, at, index, "imagewidth", tile->size[0]);
  tile->size[1] = ci_tiled_read(L, at, index, "imageheight", tile->size[1]);
  tile->size[0] = ci_tiled_read(L, at, index, "width", tile->size[0]);
  tile->size[1] = ci_tiled_read(L, at, index, "height", tile->size[1]);
}

/* Reads the plane of the collision editor: `grid` of the tileset at the index. An isometric cell
 * lies at the bottom left of the tile. */
static void read_plane(lua_State *L, const args_place *at, int set, tiled_tile *tile) {
  int grid = lua_gettop(L) + 1;
  double width = tile->size[0], height = tile->size[1];
  ci_tiled_push_field(L, set, "grid");
  if (lua_istable(L, grid) && ci_tiled_has_word(L, grid, "orientation", "isometric")) {
    width = ci_tiled_read(L, at, grid, "width", width);
    height = ci_tiled_read(L, at, grid, "height", height);
    tile->slant = height > 0 ? width / 2 / height : 0;
    tile->origin[0] = floor(width / 2);
    tile->origin[1] = tile->size[1] - height;
  }
  lua_pop(L, 1);
}

/* Pushes the tile's table, or nil. Old JSON has an object of tiles, by their ids. */
static void push_table(lua_State *L, int sets, int set, const tiled_tile *tile) {
  lua_rawgeti(L, sets, (int)tile->gid);
  if (lua_istable(L, -1)) return;
  ci_tiled_push_field(L, set, "tiles");
  if (lua_istable(L, -1)) {
    lua_pushfstring(L, "%d", tile->id);
    lua_rawget(L, -2);
  }
  if (!lua_istable(L, -1)) lua_pushnil(L);
}

void ci_tiled_push_tile(lua_State *L, int sets, double gid, const args_place *at,
                        tiled_tile *tile) {
  int number, top = lua_gettop(L);
  double first;
  uint32_t bits;
  if (!(gid >= 0 && gid <= 4294967295.0 && gid == floor(gid)))
    ci_args_fail(L, at, ": %s is not a gid", ci_args_number_text(L, gid));
  luaL_checkstack(L, 16, NULL);
  bits = (uint32_t)gid;
  memset(tile, 0, sizeof *tile);
  tile->gid = bits & TILED_GID;
  tile->id = -1;
  tile->flip_x = (bits & TILED_FLIP_X) != 0;
  tile->flip_y = (bits & TILED_FLIP_Y) != 0;
  tile->flip_diagonal = (bits & TILED_FLIP_DIAGONAL) != 0;
  number = push_set(L, sets, tile->gid, &first);
  if (number != 0) {
    args_place set_at = place_of_set(number, NULL);
    int set = lua_gettop(L);
    check_embedded(L, at, set, tile);
    tile->id = (int)(tile->gid - (uint32_t)first);
    read_set(L, &set_at, set, tile);
    push_table(L, sets, set, tile);
    if (!lua_isnil(L, -1)) read_image(L, &set_at, lua_gettop(L), tile);
    read_plane(L, &set_at, set, tile);
    lua_replace(L, top + 1);
  }
  lua_settop(L, top + 1);
}

void ci_tiled_push_objects(lua_State *L, int tile) {
  int top = lua_gettop(L);
  lua_pushnil(L);
  if (!lua_istable(L, tile)) return;
  ci_tiled_push_field(L, tile, "objectGroup");
  if (!lua_istable(L, -1)) ci_tiled_push_field(L, tile, "objectgroup"); /* JSON */
  if (lua_istable(L, -1)) ci_tiled_push_field(L, lua_gettop(L), "objects");
  if (lua_istable(L, -1)) lua_replace(L, top + 1);
  lua_settop(L, top + 1);
}

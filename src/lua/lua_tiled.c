/* SPDX-License-Identifier: MIT
 *
 * Grids from maps that Tiled exported to Lua.
 */
#include "lua_grid_make.h"

#include <string.h>

/* ---- Base64 ---------------------------------------------------------------- */

static int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Decodes into `out`, which has room for three bytes for every four characters. Returns the number
 * of bytes, or -1. RFC 4648, with white space between. */
static long base64_decode(const char *text, size_t length, unsigned char *out) {
  unsigned bits = 0;
  int digits = 0, padding = 0;
  long count = 0;
  size_t i;
  for (i = 0; i < length; i++) {
    int digit = base64_digit(text[i]);
    if (text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n') continue;
    if (text[i] == '=') {
      padding++;
      continue;
    }
    if (digit < 0 || padding > 0) return -1;
    bits = (bits << 6 | (unsigned)digit) & 0xffffff;
    if (++digits % 4 != 1) out[count++] = (unsigned char)(bits >> (6 - 2 * ((digits - 1) % 4)));
  }
  return digits % 4 == 1 || padding > 2 ? -1 : count;
}

/* ---- Tiled: what a layer's data says ------------------------------------------ */

typedef struct tile_reader {
  held_grid *held;
  make_again again;
  const char *compression; /* "" for none */
} tile_reader;

/* A layer, or a chunk of one. */
typedef struct tile_block {
  int index; /* of its table */
  double x, y, width, height;
} tile_block;

#define GID UINT32_C(0x0fffffff)

static const args_place layer_place = {2, NULL, 0, "layer", 0};

double ci_tiled_number(lua_State *L, int arg, int index, const char *name, double otherwise) {
  double x = otherwise;
  lua_getfield(L, index, name);
  if (!lua_isnil(L, -1)) {
    args_place at = ci_args_at(arg, name);
    at.within = arg == 1 ? "map" : "layer";
    x = ci_args_number(L, &at, lua_gettop(L));
  }
  lua_pop(L, 1);
  return x;
}

static double tiled_whole(lua_State *L, int index, const char *name) {
  double x = ci_tiled_number(L, 2, index, name, 0);
  if (x != floor(x) || fabs(x) > 2147483647.0)
    ci_args_fail(L, &layer_place, ": %s must be a whole number, got %s", name,
                 ci_args_number_text(L, x));
  return x;
}

static tile_block read_block(lua_State *L, int index) {
  tile_block block;
  block.index = index;
  block.x = tiled_whole(L, index, "x");
  block.y = tiled_whole(L, index, "y");
  block.width = tiled_whole(L, index, "width");
  block.height = tiled_whole(L, index, "height");
  if (block.width < 0 || block.height < 0)
    ci_args_fail(L, &layer_place, ": width and height must not be negative");
  return block;
}

static void fail_tile(lua_State *L, double x, double y, double gid) {
  const char *a = ci_args_number_text(L, x), *b = ci_args_number_text(L, y);
  if (!(gid >= 0 && gid <= 4294967295.0 && gid == floor(gid)))
    ci_args_fail(L, &layer_place, ": tile %s, %s is %s, which is not a tile", a, b,
                 ci_args_number_text(L, gid));
  ci_args_fail(L, &layer_place, ": tile %s, %s is of gid %s, a cell holds up to 65535", a, b,
               ci_args_number_text(L, (double)((uint32_t)gid & GID)));
}

/* Sets the cell of tile number i of a block, as the map stores it. The four highest bits of the
 * number say how the tile is turned. */
static void set_tile(lua_State *L, const tile_reader *r, const tile_block *block, double i,
                     double gid) {
  double row = floor(i / block->width), x = block->x + (i - row * block->width), y = block->y + row;
  uint32_t tile;
  if (!(gid >= 0 && gid <= 4294967295.0 && gid == floor(gid))) fail_tile(L, x, y, gid);
  tile = (uint32_t)gid & GID;
  if (tile > 65535) fail_tile(L, x, y, gid);
  if (tile != 0) ci_make_set(L, r->held, (int64_t)x, (int64_t)y, (unsigned)tile);
}

static void check_count(lua_State *L, const tile_block *block, double count) {
  if (count != block->width * block->height)
    ci_args_fail(L, &layer_place, ": data of %s tiles expected, got %s",
                 ci_args_number_text(L, block->width * block->height),
                 ci_args_number_text(L, count));
}

static void read_again(lua_State *L, tile_reader *r, double tiles) {
  ci_make_read_again(L, &layer_place, &r->again, lua_gettop(L), tiles, ": data");
}

static void read_array(lua_State *L, tile_reader *r, const tile_block *block) {
  int index = lua_gettop(L), i, count = (int)lua_rawlen(L, index);
  check_count(L, block, count);
  read_again(L, r, count);
  for (i = 0; i < count; i++) {
    lua_rawgeti(L, index, i + 1);
    if (lua_type(L, -1) != LUA_TNUMBER)
      ci_args_fail(L, &layer_place, ": data[%d]: number expected, got %s", i + 1,
                   ci_args_type(L, lua_gettop(L)));
    set_tile(L, r, block, i, lua_tonumber(L, -1));
    lua_pop(L, 1);
  }
}

/* Decompresses the bytes on top of the stack with a function of LÖVE. */
static void decompress(lua_State *L, const char *format) {
  int bytes = lua_gettop(L);
  lua_getglobal(L, "love");
  if (lua_istable(L, -1)) lua_getfield(L, -1, "data");
  if (lua_istable(L, -1)) lua_getfield(L, -1, "decompress");
  if (!lua_isfunction(L, -1) || (strcmp(format, "zlib") != 0 && strcmp(format, "gzip") != 0))
    ci_args_fail(
        L, &layer_place,
        ": its data is compressed (%s), which cannot be decoded here; in Tiled set the map's "
        "Tile Layer Format to CSV and export it again",
        format);
  lua_pushliteral(L, "string");
  lua_pushstring(L, format);
  lua_pushvalue(L, bytes);
  if (lua_pcall(L, 3, 1, 0) != 0 || lua_type(L, -1) != LUA_TSTRING)
    ci_args_fail(L, &layer_place, ": its data cannot be decompressed (%s)",
                 lua_isstring(L, -1) ? lua_tostring(L, -1) : "no string");
  lua_replace(L, bytes);
  lua_settop(L, bytes);
}

/* The work of decoding a text, which may be white space: the number of tiles that it should hold,
 * or the number of its units of four characters, whichever is greater. */
static double tiles_of(const tile_block *block, size_t length) {
  double tiles = block->width * block->height, units = (double)length / 4;
  return tiles > units ? tiles : units;
}

/* Reads Base64 on top of the stack; four bytes for each tile, lowest first. */
static void read_string(lua_State *L, tile_reader *r, const tile_block *block) {
  size_t length, size, i;
  const char *text = lua_tolstring(L, -1, &length);
  unsigned char *room;
  const unsigned char *bytes;
  long count;
  read_again(L, r, tiles_of(block, length));
  room = (unsigned char *)lua_newuserdata(L, length / 4 * 3 + 3);
  count = base64_decode(text, length, room);
  if (count < 0) ci_args_fail(L, &layer_place, ": its data is not base64");
  lua_pushlstring(L, (const char *)room, (size_t)count);
  if (r->compression[0] != '\0') decompress(L, r->compression);
  bytes = (const unsigned char *)lua_tolstring(L, -1, &size);
  check_count(L, block, (double)size / 4);
  for (i = 0; i + 3 < size; i += 4) {
    uint32_t gid = (uint32_t)bytes[i] | (uint32_t)bytes[i + 1] << 8 | (uint32_t)bytes[i + 2] << 16 |
                   (uint32_t)bytes[i + 3] << 24;
    set_tile(L, r, block, (double)(i / 4), gid);
  }
  lua_pop(L, 2);
}

static void read_data(lua_State *L, tile_reader *r, int index) {
  tile_block block = read_block(L, index);
  if (block.width == 0 || block.height == 0) return;
  ci_make_check_cell(L, &layer_place, r->held->grid, (int64_t)block.x, (int64_t)block.y);
  ci_make_check_cell(L, &layer_place, r->held->grid, (int64_t)(block.x + block.width),
                     (int64_t)(block.y + block.height));
  lua_getfield(L, index, "data");
  if (lua_istable(L, -1))
    read_array(L, r, &block);
  else if (lua_type(L, -1) == LUA_TSTRING)
    read_string(L, r, &block);
  else
    ci_args_fail(L, &layer_place, ": data (table or string) expected, got %s",
                 ci_args_type(L, lua_gettop(L)));
  lua_pop(L, 1);
  ci_make_check_memory(L, &layer_place, &r->again, r->held, ": data");
}

static void read_layer(lua_State *L, tile_reader *r, int index) {
  int i, count;
  lua_getfield(L, index, "compression");
  r->compression = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  lua_getfield(L, index, "chunks");
  if (!lua_istable(L, -1)) {
    read_data(L, r, index);
    lua_pop(L, 2);
    return;
  }
  count = (int)lua_rawlen(L, -1);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, i);
    if (!lua_istable(L, -1))
      ci_args_fail(L, &layer_place, ": chunks[%d]: table expected, got %s", i,
                   ci_args_type(L, lua_gettop(L)));
    read_data(L, r, lua_gettop(L));
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
}

/* ---- Tiled: the layer ---------------------------------------------------------- */

enum { MAP = 1, LAYER, SEARCHED, DEEPEST_GROUP = 100 };
#define MOST_LAYERS 1048576.0 /* 2^20 */

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

static int has_type(lua_State *L, int index, const char *type) {
  int has;
  lua_getfield(L, index, "type");
  has = lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), type) == 0;
  lua_pop(L, 1);
  return has;
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
  if (is_known && !lua_toboolean(L, -1)) ci_args_fail(L, &layer_place, ": a group contains itself");
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
    ci_args_fail(L, &layer_place, ": the map has more than 2^20 layers");
  if (!lua_istable(L, layer)) return 0;
  own[0] = offset[0] + ci_tiled_number(L, 2, layer, "offsetx", 0);
  own[1] = offset[1] + ci_tiled_number(L, 2, layer, "offsety", 0);
  fits = has_type(L, layer, s->type);
  if (is_wanted(L)) {
    if (fits) {
      memcpy(s->offset, own, sizeof own);
      return 1;
    }
    s->other = 1;
  }
  return has_type(L, layer, "group") && search_layers(L, s, depth + 1, own);
}

/* Searches `layers` of the table on top of the stack for the first requested layer of the type.
 * Leaves it on top. Writes its offset, plus those of the groups around it, to s->offset. */
static int search_layers(lua_State *L, layer_search *s, int depth, const double offset[2]) {
  int owner = lua_gettop(L), i, count;
  luaL_checkstack(L, 8, NULL);
  if (depth > DEEPEST_GROUP)
    ci_args_fail(L, &layer_place, ": groups are nested more than %d deep", (int)DEEPEST_GROUP);
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

/* Pushes the names of the map's layers: "; it has 'ground', 'walls'". For groups only their names.
 */
static const char *push_layer_names(lua_State *L) {
  enum { MOST = 8 };
  int i, layers, text;
  luaL_checkstack(L, 8, NULL);
  lua_pushliteral(L, "");
  text = lua_gettop(L);
  lua_getfield(L, MAP, "layers");
  layers = lua_gettop(L);
  for (i = 1; i <= MOST; i++) {
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
    return ci_args_fail(L, &layer_place, ": the map has no layer %s%s", what, push_layer_names(L));
  return ci_args_fail(L, &layer_place, ": the one %s is no %s layer; collide.%s takes layers of %s",
                      what, is_tiles ? "tile" : "object",
                      is_tiles ? "from_tiled_objects" : "grid.from_tiled",
                      is_tiles ? "objects" : "tiles");
}

static void check_map(lua_State *L) {
  args_place at = ci_args_at(MAP, "map"), layer = ci_args_at(LAYER, "layer");
  int type = lua_type(L, LAYER);
  if (!lua_istable(L, MAP))
    ci_args_fail(L, &at, ": table expected, got %s; require or dofile the file that Tiled exported",
                 ci_args_type(L, MAP));
  if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TTABLE)
    ci_args_fail(L, &layer, ": name, id or layer expected, got %s", ci_args_type(L, LAYER));
  ci_args_end(L, LAYER + 1);
  lua_getfield(L, MAP, "layers");
  if (!lua_istable(L, -1))
    ci_args_fail(L, &at, ": a map that Tiled exported to Lua expected, this has no layers");
  lua_getfield(L, MAP, "orientation");
  if (lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), "orthogonal") != 0)
    ci_args_fail(L, &at, ": an orthogonal one expected, got one that is %s", lua_tostring(L, -1));
  lua_settop(L, LAYER);
}

static double read_tile_size(lua_State *L, const char *name) {
  double size = ci_tiled_number(L, MAP, MAP, name, 1);
  args_place at = ci_args_at(MAP, name);
  at.within = "map";
  if (!(size > 0)) ci_args_fail(L, &at, " must be above 0, got %s", ci_args_number_text(L, size));
  return size;
}

void ci_tiled_find(lua_State *L, const char *type, double offset[2]) {
  static const double none[2] = {0, 0};
  layer_search search;
  memset(&search, 0, sizeof search);
  search.type = type;
  check_map(L);
  lua_newtable(L); /* SEARCHED */
  lua_pushvalue(L, MAP);
  if (!search_layers(L, &search, 0, none)) fail_layer(L, &search);
  memcpy(offset, search.offset, sizeof search.offset);
}

int ci_l_from_tiled(lua_State *L) {
  collide_grid_frame frame = collide_unit_frame(2);
  tile_reader r;
  int layer;
  ci_tiled_find(L, "tilelayer", frame.origin);
  layer = lua_gettop(L);
  frame.size[0] = read_tile_size(L, "tilewidth");
  frame.size[1] = read_tile_size(L, "tileheight");
  r.again = ci_make_begin_again(L);
  r.held = ci_grid_push(L, &frame);
  read_layer(L, &r, layer);
  lua_settop(L, layer + 2);
  ci_grid_report_memory(L, r.held);
  return 1;
}

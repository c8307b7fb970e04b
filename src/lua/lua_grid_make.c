/* SPDX-License-Identifier: MIT
 *
 * Grids from tables: rows of numbers, and maps that Tiled exported to Lua.
 */
#include "lua_grid.h"

#include <limits.h>
#include <string.h>

#include "lua_cells.h"

/* ---- Cells ----------------------------------------------------------------- */

static void set_cell(lua_State *L, held_grid *held, int64_t x, int64_t y, unsigned value) {
  int64_t cell[3];
  int tries = 0;
  cell[0] = x;
  cell[1] = y;
  cell[2] = 0;
  while (!collide_grid_set(&held->grid, cell, value)) {
    if (!ci_grid_retry(L, &tries)) ci_grid_fail_memory(L);
  }
}

/* Raises unless a cell can be told from its neighbours. */
static void check_cell(lua_State *L, const args_place *at, const collide_grid *grid, int64_t x,
                       int64_t y) {
  const collide_grid_frame *frame = &grid->frame;
  if (!ci_cells_distinct(frame->size[0], frame->origin[0], x) ||
      !ci_cells_distinct(frame->size[1], frame->origin[1], y))
    ci_args_fail(L, at, ": cells of this size and origin are no longer distinct");
}

/* ---- Rows ------------------------------------------------------------------ */

enum { MOST_ROWS = 1 << 24 };

/* The greatest of the keys 1, 2, ... of the table at the index. */
static int last_key(lua_State *L, int index) {
  double last = 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    double key = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    if (key > last) last = key;
    lua_pop(L, 1);
  }
  if (last > (double)MOST_ROWS) {
    args_place at = ci_args_at(1, NULL);
    ci_args_fail(L, &at, "rows and columns up to 2^24 expected, got one beyond");
  }
  return (int)last;
}

static int no_key(const void *context, const char *key) {
  (void)context;
  (void)key;
  return 0;
}

/* The value on the stack's top; 0 for nil and false. */
static unsigned read_value(lua_State *L, int row, int column) {
  args_place at = ci_args_at(1, NULL);
  char text[ARGS_NUMBER_TEXT];
  double value;
  if (!lua_toboolean(L, -1)) return 0;
  if (lua_type(L, -1) != LUA_TNUMBER)
    ci_args_fail(L, &at, "row %d, column %d: number expected, got %s", row, column,
                 ci_args_type(L, lua_gettop(L)));
  value = lua_tonumber(L, -1);
  if (!(value >= 0 && value <= 65535 && value == floor(value)))
    ci_args_fail(L, &at, "row %d, column %d: a whole number from 0 to 65535 expected, got %s", row,
                 column, ci_args_number_text(text, value));
  return (unsigned)value;
}

/* The row on the stack's top; nil and false are empty. */
static void read_row(lua_State *L, held_grid *held, int row) {
  args_place at = ci_args_at(1, NULL);
  int index = lua_gettop(L), column, columns;
  if (!lua_toboolean(L, index)) return;
  if (!lua_istable(L, index))
    ci_args_fail(L, &at, "row %d: table expected, got %s", row, ci_args_type(L, index));
  ci_args_only(L, &at, index, "column", no_key, NULL, INT_MAX);
  columns = last_key(L, index);
  if (columns > 0) check_cell(L, &at, &held->grid, columns - 1, row - 1);
  for (column = 1; column <= columns; column++) {
    unsigned value;
    lua_rawgeti(L, index, column);
    value = read_value(L, row, column);
    lua_pop(L, 1);
    if (value != 0) set_cell(L, held, column - 1, row - 1, value);
  }
}

static int l_from_rows(lua_State *L) {
  args_place at = ci_args_at(1, "dimensions");
  collide_grid_frame frame;
  held_grid *held;
  int row, rows;
  if (!lua_istable(L, 1)) {
    at.name = NULL;
    ci_args_fail(L, &at, "table expected, got %s", ci_args_type(L, 1));
  }
  frame = ci_cells_read_grid_frame(L, 1, INT_MAX, 2);
  if (frame.dimensions != 2) ci_args_fail(L, &at, " must be 2, rows are of 2D");
  rows = last_key(L, 1);
  held = ci_grid_push(L, &frame);
  for (row = 1; row <= rows; row++) {
    lua_rawgeti(L, 1, row);
    read_row(L, held, row);
    lua_pop(L, 1);
    ci_grid_settle(L, held);
  }
  return 1;
}

/* ---- Base64 ---------------------------------------------------------------- */

static int base64_digit(char c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *found = c == '\0' ? NULL : strchr(digits, c);
  return found == NULL ? -1 : (int)(found - digits);
}

/* Decodes into `out`, which has room for three bytes of four characters; returns
 * how many it wrote, or -1. RFC 4648, with white space between. */
static long base64_decode(const char *text, size_t length, unsigned char *out) {
  unsigned bits = 0;
  int digits = 0, padding = 0;
  long count = 0;
  size_t i;
  for (i = 0; i < length; i++) {
    int digit = base64_digit(text[i]);
    if (strchr(" \t\r\n", text[i]) != NULL && text[i] != '\0') continue;
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

/* A layer, or a chunk of one. */
typedef struct tile_block {
  int index; /* of its table */
  double x, y, width, height;
} tile_block;

static const args_place layer_place = {2, NULL, 0, "layer", 0};

/* A number of a table of Tiled's; `otherwise` where there is none. */
static double tiled_number(lua_State *L, int arg, int index, const char *name, double otherwise) {
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
  double x = tiled_number(L, 2, index, name, 0);
  char text[ARGS_NUMBER_TEXT];
  if (x != floor(x) || fabs(x) > 2147483647.0)
    ci_args_fail(L, &layer_place, ": %s must be a whole number, got %s", name,
                 ci_args_number_text(text, x));
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

/* Tile number i of a block, as it stands in the map. The four highest of its
 * bits tell how it is turned. */
static void set_tile(lua_State *L, held_grid *held, const tile_block *block, double i, double gid) {
  double row = floor(i / block->width), x = block->x + (i - row * block->width), y = block->y + row;
  char a[ARGS_NUMBER_TEXT], b[ARGS_NUMBER_TEXT], c[ARGS_NUMBER_TEXT];
  uint32_t tile;
  ci_args_number_text(a, x);
  ci_args_number_text(b, y);
  if (!(gid >= 0 && gid <= 4294967295.0 && gid == floor(gid)))
    ci_args_fail(L, &layer_place, ": tile %s, %s is %s, which is no tile", a, b,
                 ci_args_number_text(c, gid));
  tile = (uint32_t)gid & 0x0fffffff;
  if (tile > 65535)
    ci_args_fail(L, &layer_place, ": tile %s, %s is of gid %s, a cell holds up to 65535", a, b,
                 ci_args_number_text(c, (double)tile));
  if (tile != 0) set_cell(L, held, (int64_t)x, (int64_t)y, (unsigned)tile);
}

static void check_count(lua_State *L, const tile_block *block, double count) {
  char a[ARGS_NUMBER_TEXT], b[ARGS_NUMBER_TEXT];
  if (count != block->width * block->height)
    ci_args_fail(L, &layer_place, ": data of %s tiles expected, got %s",
                 ci_args_number_text(a, block->width * block->height),
                 ci_args_number_text(b, count));
}

static void read_array(lua_State *L, held_grid *held, const tile_block *block) {
  int index = lua_gettop(L), i, count = (int)lua_rawlen(L, index);
  check_count(L, block, count);
  for (i = 0; i < count; i++) {
    lua_rawgeti(L, index, i + 1);
    if (lua_type(L, -1) != LUA_TNUMBER)
      ci_args_fail(L, &layer_place, ": data[%d]: number expected, got %s", i + 1,
                   ci_args_type(L, lua_gettop(L)));
    set_tile(L, held, block, i, lua_tonumber(L, -1));
    lua_pop(L, 1);
  }
}

/* Replaces compressed bytes on the stack's top by what they were. LÖVE can. */
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

/* Base64 on the stack's top; four bytes a tile, lowest first. */
static void read_string(lua_State *L, held_grid *held, const tile_block *block,
                        const char *compression) {
  size_t length, size, i;
  const char *text = lua_tolstring(L, -1, &length);
  unsigned char *room = (unsigned char *)lua_newuserdata(L, length / 4 * 3 + 3);
  const unsigned char *bytes;
  long count = base64_decode(text, length, room);
  if (count < 0) ci_args_fail(L, &layer_place, ": its data is no base64");
  lua_pushlstring(L, (const char *)room, (size_t)count);
  if (compression[0] != '\0') decompress(L, compression);
  bytes = (const unsigned char *)lua_tolstring(L, -1, &size);
  check_count(L, block, (double)size / 4);
  for (i = 0; i + 3 < size; i += 4) {
    uint32_t gid = (uint32_t)bytes[i] | (uint32_t)bytes[i + 1] << 8 | (uint32_t)bytes[i + 2] << 16 |
                   (uint32_t)bytes[i + 3] << 24;
    set_tile(L, held, block, (double)(i / 4), gid);
  }
  lua_pop(L, 2);
}

static void read_data(lua_State *L, held_grid *held, int index, const char *compression) {
  tile_block block = read_block(L, index);
  if (block.width == 0 || block.height == 0) return;
  check_cell(L, &layer_place, &held->grid, (int64_t)block.x, (int64_t)block.y);
  check_cell(L, &layer_place, &held->grid, (int64_t)(block.x + block.width),
             (int64_t)(block.y + block.height));
  lua_getfield(L, index, "data");
  if (lua_istable(L, -1))
    read_array(L, held, &block);
  else if (lua_type(L, -1) == LUA_TSTRING)
    read_string(L, held, &block, compression);
  else
    ci_args_fail(L, &layer_place, ": data (table or string) expected, got %s",
                 ci_args_type(L, lua_gettop(L)));
  lua_pop(L, 1);
}

static void read_layer(lua_State *L, held_grid *held, int index) {
  const char *compression;
  int i, count;
  lua_getfield(L, index, "compression");
  compression = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  lua_getfield(L, index, "chunks");
  if (!lua_istable(L, -1)) {
    read_data(L, held, index, compression);
    lua_pop(L, 2);
    return;
  }
  count = (int)lua_rawlen(L, -1);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, i);
    if (!lua_istable(L, -1))
      ci_args_fail(L, &layer_place, ": chunks[%d]: table expected, got %s", i,
                   ci_args_type(L, lua_gettop(L)));
    read_data(L, held, lua_gettop(L), compression);
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
}

/* ---- Tiled: which layer -------------------------------------------------------- */

enum { MAP = 1, LAYER = 2, DEEPEST_GROUP = 100 };

/* Whether the layer on the stack's top is what argument 2 asks for. */
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

/* Looks for the first tile layer that is wanted among the `layers` of the table on the
 * stack's top; leaves it there, with the offset that the groups about it give
 * it. *other is set when something else than a tile layer was wanted. */
static int find_layer(lua_State *L, int depth, double offset[2], int *other) {
  int owner = lua_gettop(L), i, count;
  luaL_checkstack(L, 8, NULL);
  if (depth > DEEPEST_GROUP) ci_args_fail(L, &layer_place, ": groups lie too deep in one another");
  lua_getfield(L, owner, "layers");
  count = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
  for (i = 1; i <= count; i++) {
    int layer = owner + 2, is_tiles;
    double own[2];
    lua_rawgeti(L, owner + 1, i);
    if (!lua_istable(L, layer)) {
      lua_pop(L, 1);
      continue;
    }
    own[0] = offset[0] + tiled_number(L, 2, layer, "offsetx", 0);
    own[1] = offset[1] + tiled_number(L, 2, layer, "offsety", 0);
    is_tiles = has_type(L, layer, "tilelayer");
    if (is_wanted(L) && !is_tiles) *other = 1;
    if ((is_wanted(L) && is_tiles) ||
        (has_type(L, layer, "group") && find_layer(L, depth + 1, own, other))) {
      offset[0] = own[0];
      offset[1] = own[1];
      return 1;
    }
    lua_settop(L, owner + 1);
  }
  lua_settop(L, owner);
  return 0;
}

static int fail_layer(lua_State *L, int other) {
  char text[ARGS_NUMBER_TEXT];
  const char *what = "like that";
  if (lua_type(L, LAYER) == LUA_TSTRING)
    what = lua_pushfstring(L, "named '%s'", lua_tostring(L, LAYER));
  if (lua_type(L, LAYER) == LUA_TNUMBER)
    what = lua_pushfstring(L, "with id %s", ci_args_number_text(text, lua_tonumber(L, LAYER)));
  return ci_args_fail(L, &layer_place,
                      other ? ": the one %s is no tile layer" : ": the map has no layer %s", what);
}

static void check_map(lua_State *L) {
  args_place at = ci_args_at(MAP, "map"), layer = ci_args_at(LAYER, "layer");
  int type = lua_type(L, LAYER);
  if (!lua_istable(L, MAP)) ci_args_fail(L, &at, ": table expected, got %s", ci_args_type(L, MAP));
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
  double size = tiled_number(L, MAP, MAP, name, 1);
  args_place at = ci_args_at(MAP, name);
  char text[ARGS_NUMBER_TEXT];
  at.within = "map";
  if (!(size > 0))
    ci_args_fail(L, &at, " must be above 0, got %s", ci_args_number_text(text, size));
  return size;
}

static int l_from_tiled(lua_State *L) {
  collide_grid_frame frame = collide_unit_frame(2);
  held_grid *held;
  double offset[2] = {0, 0};
  int other = 0, layer;
  check_map(L);
  frame.size[0] = read_tile_size(L, "tilewidth");
  frame.size[1] = read_tile_size(L, "tileheight");
  lua_pushvalue(L, MAP);
  if (!find_layer(L, 0, offset, &other)) return fail_layer(L, other);
  layer = lua_gettop(L);
  frame.origin[0] = offset[0];
  frame.origin[1] = offset[1];
  held = ci_grid_push(L, &frame);
  read_layer(L, held, layer);
  lua_settop(L, layer + 1);
  ci_grid_settle(L, held);
  return 1;
}

const binding ci_grid_make_bindings[] = {
    {"from_rows", l_from_rows, IN_GRIDS}, {"from_tiled", l_from_tiled, IN_GRIDS}, {NULL, NULL, 0}};

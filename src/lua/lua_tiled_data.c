/* SPDX-License-Identifier: MIT
 *
 * The tiles of a layer of Tiled: arrays, Base64 and compressed Base64; whole, or in chunks.
 */
#include "../number/fp.h"
#include "lua_tiled.h"

#include <string.h>

#include "../number/scalar.h"

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

/* ---- Blocks --------------------------------------------------------------------------------- */

static double read_whole(lua_State *L, int index, const char *name) {
  double x = ci_tiled_read(L, &ci_tiled_layer_field, index, name, 0);
  if (x != floor(x) || fabs(x) > 2147483647.0)
    ci_args_fail(L, &ci_tiled_layer, ": %s must be a whole number, got %s", name,
                 ci_args_number_text(L, x));
  return x;
}

static tiled_block read_frame(lua_State *L, int index) {
  tiled_block block;
  block.x = read_whole(L, index, "x");
  block.y = read_whole(L, index, "y");
  block.width = read_whole(L, index, "width");
  block.height = read_whole(L, index, "height");
  if (block.width < 0 || block.height < 0)
    ci_args_fail(L, &ci_tiled_layer, ": width and height must not be negative");
  return block;
}

/* Pushes a block for as many tiles as the data has. */
static tiled_block *push_block(lua_State *L, const tiled_block *frame, double count) {
  tiled_block *block;
  if (count != frame->width * frame->height)
    ci_args_fail(L, &ci_tiled_layer, ": data of %s tiles expected, got %s",
                 ci_args_number_text(L, frame->width * frame->height),
                 ci_args_number_text(L, count));
  block = (tiled_block *)lua_newuserdata(L, sizeof *block + (size_t)count * sizeof block->gids[0]);
  *block = *frame;
  return block;
}

static void fail_tile(lua_State *L, const tiled_block *block, size_t i, double gid) {
  double row = floor((double)i / block->width);
  const char *x = ci_args_number_text(L, block->x + ((double)i - row * block->width));
  const char *y = ci_args_number_text(L, block->y + row);
  if (!(gid >= 0 && gid <= 4294967295.0 && gid == floor(gid)))
    ci_args_fail(L, &ci_tiled_layer, ": tile %s, %s is %s, which is not a tile", x, y,
                 ci_args_number_text(L, gid));
  ci_args_fail(L, &ci_tiled_layer, ": tile %s, %s is of gid %s, a cell holds up to 65535", x, y,
               ci_args_number_text(L, (double)((uint32_t)gid & TILED_GID)));
}

/* Stores a tile, as the map has it, and checks that it fits a cell. */
static void store_tile(lua_State *L, tiled_data *data, tiled_block *block, size_t i, double gid) {
  uint32_t bits = gid >= 0 && gid <= 4294967295.0 ? (uint32_t)gid : 0;
  if (bits != gid || (bits & TILED_GID) > 65535) fail_tile(L, block, i, gid);
  if ((bits & TILED_GID) > data->greatest) data->greatest = bits & TILED_GID;
  block->gids[i] = bits;
}

static void read_again(lua_State *L, tiled_data *data, double tiles) {
  ci_make_read_again(L, &ci_tiled_layer, &data->again, lua_gettop(L), tiles, ": data");
}

/* Pushes a block of the tiles in the array on top of the stack. */
static void push_array(lua_State *L, tiled_data *data, const tiled_block *frame) {
  int index = lua_gettop(L), i, count = (int)lua_rawlen(L, index);
  tiled_block *block;
  read_again(L, data, count);
  block = push_block(L, frame, count);
  for (i = 0; i < count; i++) {
    lua_rawgeti(L, index, i + 1);
    if (lua_type(L, -1) != LUA_TNUMBER)
      ci_args_fail(L, &ci_tiled_layer, ": data[%d]: number expected, got %s", i + 1,
                   ci_args_type(L, lua_gettop(L)));
    store_tile(L, data, block, (size_t)i, lua_tonumber(L, -1));
    lua_pop(L, 1);
  }
}

/* ---- Compressed data ------------------------------------------------------------------------ */

/* Pushes a function of a global table, or of a table in it. Returns 0 if there is none. */
static int push_function(lua_State *L, const char *global, const char *inner, const char *name) {
  lua_getglobal(L, global);
  if (inner != NULL && lua_istable(L, -1)) lua_getfield(L, -1, inner);
  if (lua_istable(L, -1)) lua_getfield(L, -1, name);
  return lua_isfunction(L, -1);
}

/* Replaces the bytes on top of the stack by the decompressed bytes. */
static void decompress(lua_State *L, const tiled_data *data, const char *format) {
  int bytes = lua_gettop(L), is_deflated = !strcmp(format, "zlib") || !strcmp(format, "gzip");
  int args, status;
  if (data->inflate != 0) {
    lua_pushvalue(L, data->inflate);
    lua_pushvalue(L, bytes);
    lua_pushstring(L, format);
    args = 2;
  } else if (is_deflated && push_function(L, "love", "data", "decompress")) {
    lua_pushliteral(L, "string");
    lua_pushstring(L, format);
    lua_pushvalue(L, bytes);
    args = 3;
  } else if (is_deflated && push_function(L, "zlib", NULL, "inflate")) { /* Defold */
    lua_pushvalue(L, bytes);
    args = 1;
  } else {
    args = ci_args_fail(
        L, &ci_tiled_layer,
        ": its data is compressed (%s), which cannot be decoded here; in Tiled set the map's Tile "
        "Layer Format to CSV and export it again, or pass inflate=function(bytes, format) that "
        "returns the decompressed bytes; LÖVE and Defold decompress zlib and gzip",
        format);
  }
  status = lua_pcall(L, args, 1, 0);
  if (status == LUA_ERRMEM) lua_error(L);
  if (status != 0)
    ci_args_fail(L, &ci_tiled_layer, ": its data cannot be decompressed (%s)",
                 lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, -1));
  if (lua_type(L, -1) != LUA_TSTRING)
    ci_args_fail(L, &ci_tiled_layer,
                 ": its data cannot be decompressed (a string expected from the function, got %s)",
                 ci_args_type(L, lua_gettop(L)));
  lua_replace(L, bytes);
  lua_settop(L, bytes);
}

/* Pushes a block of the tiles in the Base64 on top of the stack: four bytes for each tile, lowest
 * first. */
static void push_string(lua_State *L, tiled_data *data, const tiled_block *frame,
                        const char *compression) {
  size_t length, size, i;
  const char *text = lua_tolstring(L, -1, &length);
  unsigned char *room;
  const unsigned char *bytes;
  tiled_block *block;
  long count;
  /* The text may be white space: its units of four characters are work, too. */
  read_again(L, data, greater(frame->width * frame->height, (double)length / 4));
  room = (unsigned char *)lua_newuserdata(L, length / 4 * 3 + 3);
  count = base64_decode(text, length, room);
  if (count < 0) ci_args_fail(L, &ci_tiled_layer, ": its data is not base64");
  lua_pushlstring(L, (const char *)room, (size_t)count);
  if (compression[0] != '\0') decompress(L, data, compression);
  bytes = (const unsigned char *)lua_tolstring(L, -1, &size);
  block = push_block(L, frame, (double)size / 4);
  for (i = 0; i + 3 < size; i += 4) {
    uint32_t gid = (uint32_t)bytes[i] | (uint32_t)bytes[i + 1] << 8 | (uint32_t)bytes[i + 2] << 16 |
                   (uint32_t)bytes[i + 3] << 24;
    store_tile(L, data, block, i / 4, gid);
  }
}

/* ---- Layers --------------------------------------------------------------------------------- */

/* Adds the tiles of the layer or chunk at the index. */
static void add_block(lua_State *L, tiled_data *data, int index, const char *compression) {
  tiled_block frame = read_frame(L, index);
  int top = lua_gettop(L);
  if (frame.width == 0 || frame.height == 0) return;
  ci_make_check_cell(L, &ci_tiled_layer, data->grid, (int64_t)frame.x, (int64_t)frame.y);
  ci_make_check_cell(L, &ci_tiled_layer, data->grid, (int64_t)(frame.x + frame.width),
                     (int64_t)(frame.y + frame.height));
  lua_getfield(L, index, "data");
  if (lua_istable(L, -1))
    push_array(L, data, &frame);
  else if (lua_type(L, -1) == LUA_TSTRING)
    push_string(L, data, &frame, compression);
  else
    ci_args_fail(L, &ci_tiled_layer, ": data (table or string) expected, got %s",
                 ci_args_type(L, lua_gettop(L)));
  lua_rawseti(L, data->blocks, ++data->count);
  lua_settop(L, top);
}

void ci_tiled_read_data(lua_State *L, int layer, tiled_data *data) {
  int i, count, top = lua_gettop(L);
  const char *compression;
  ci_tiled_push_field(L, layer, "compression");
  compression = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  lua_getfield(L, layer, "chunks");
  if (!lua_istable(L, -1)) {
    add_block(L, data, layer, compression);
    lua_settop(L, top);
    return;
  }
  count = (int)lua_rawlen(L, -1);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, top + 2, i);
    if (!lua_istable(L, -1))
      ci_args_fail(L, &ci_tiled_layer, ": chunks[%d]: table expected, got %s", i,
                   ci_args_type(L, lua_gettop(L)));
    add_block(L, data, top + 3, compression);
    lua_pop(L, 1);
  }
  lua_settop(L, top);
}

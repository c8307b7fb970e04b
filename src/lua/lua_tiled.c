/* SPDX-License-Identifier: MIT
 *
 * Runs the Lua code of src/lua/tiled, which reads maps of Tiled, and the functions in C that it
 * calls. Loops over the bytes and cells of a layer are in C, because they take most of the time.
 *
 * A script can find these functions by the debug library. So each checks its arguments.
 */
#include "../number/fp.h"

#include <limits.h>
#include <string.h>

#include "../grid/grid_shape.h"
#include "../number/scalar.h"
#include "../number/sincos.h"
#include "../shape/kind.h"
#include "lua_grid_make.h"
#include "lua_grid.h"
#include "lua_select.h"
#include "lua_one_way.h"
#include "lua_options.h"
#include "lua_description.h"
#include "lua_object.h"
#include "lua_posed.h"

enum { MAP = 1, LAYER, OPTIONS, NOTHING };

/* The four highest bits of a gid are flags; 65535 is the greatest gid that a cell can hold. */
#define GID UINT32_C(0x0fffffff)
#define FLIP_X UINT32_C(0x80000000)
#define FLIP_Y UINT32_C(0x40000000)
#define FLIP_DIAGONAL UINT32_C(0x20000000)
enum { MOST_VALUE = 65535 };

/* The place of an error, argument 1 of a function that Lua calls. It begins with the name of the
 * argument of the script: "map" or "layer". */
static args_place read_place(lua_State *L) {
  args_place at = ci_args_at(MAP, NULL);
  at.within = luaL_checkstring(L, 1);
  if (at.within[0] == 'l') at.arg = LAYER;
  return at;
}

/* ---- Values and errors ---------------------------------------------------------------------- */

/* field(table, name): the field, and the name of its type. A value that stands for null after
 * decoding JSON gives nil. */
static int l_field(lua_State *L) {
  int type;
  lua_settop(L, 2);
  lua_gettable(L, 1);
  type = lua_type(L, 2);
  lua_pushstring(L, ci_args_type(L, 2));
  if (type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TTABLE || type == LUA_TBOOLEAN)
    return 2;
  lua_pushnil(L);
  lua_replace(L, 2);
  return 2;
}

/* next_item(array, i): the next index, its item, and the name of its type; nothing at the end. */
static int l_next_item(lua_State *L) {
  lua_Integer i = luaL_checkinteger(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  if (i < 0 || i >= (lua_Integer)lua_rawlen(L, 1)) return 0;
  lua_pushinteger(L, i + 1);
  lua_rawgeti(L, 1, (int)i + 1);
  lua_pushstring(L, ci_args_type(L, lua_gettop(L)));
  return 3;
}

static int l_length(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
  return 1;
}

static int l_text(lua_State *L) {
  ci_args_number_text(L, luaL_checknumber(L, 1));
  return 1;
}

/* number(place, name, value, least, most): the value, which must be a number. With the last two it
 * must be a whole number in that range. */
static int l_number(lua_State *L) {
  args_place at = read_place(L);
  at.name = luaL_checkstring(L, 2);
  if (lua_isnoneornil(L, 4))
    lua_pushnumber(L, ci_args_number(L, &at, 3));
  else
    lua_pushnumber(
        L, ci_args_whole(L, &at, 3, (int)luaL_checkinteger(L, 4), (int)luaL_checkinteger(L, 5)));
  return 1;
}

/* whole(x): a whole number as Lua's integer, where Lua has them. */
static int l_whole(lua_State *L) {
  double x = luaL_checknumber(L, 1);
#if LUA_VERSION_NUM >= 503
  if (x == floor(x) && fabs(x) < 9007199254740992.0) {
    lua_pushinteger(L, (lua_Integer)x);
    return 1;
  }
#endif
  lua_pushnumber(L, x);
  return 1;
}

static int l_sqrt(lua_State *L) {
  lua_pushnumber(L, sqrt(luaL_checknumber(L, 1)));
  return 1;
}

static int l_sincos(lua_State *L) {
  args_place at = ci_args_at(1, "angle");
  double cosine, sine;
  ci_sincos(ci_args_number(L, &at, 1), &cosine, &sine);
  lua_pushnumber(L, cosine);
  lua_pushnumber(L, sine);
  return 2;
}

/* fail(place, text): raises an error of the function that the script called. */
static int l_fail(lua_State *L) {
  args_place at = read_place(L);
  return ci_args_fail(L, &at, "%s", luaL_checkstring(L, 2));
}

static int l_raise(lua_State *L) {
  lua_settop(L, 1);
  return lua_error(L);
}

/* try(f, ...): true and the result; or false, the error and, if it is one of `fail`, its text
 * without "layer: ". */
static int l_try(lua_State *L) {
  int status;
  luaL_checkany(L, 1);
  status = lua_pcall(L, lua_gettop(L) - 1, 1, 0);
  if (status == LUA_ERRMEM) lua_error(L);
  lua_pushboolean(L, status == 0);
  lua_insert(L, 1);
  if (status != 0 && ci_args_push_failure(L)) {
    const char *text = lua_tostring(L, -1);
    lua_pushstring(L, strncmp(text, "layer: ", 7) == 0 ? text + 7 : text);
    lua_replace(L, 3);
  }
  return lua_gettop(L);
}

/* find_global("love", "data", "decompress"): the function of that name, or nil. Scripts may forbid
 * Lua code, but not C, to read a global that does not exist. */
static int l_find_global(lua_State *L) {
  int i, count = lua_gettop(L);
  lua_getglobal(L, luaL_checkstring(L, 1));
  for (i = 2; i <= count && lua_istable(L, -1); i++) lua_getfield(L, -1, luaL_checkstring(L, i));
  if (!lua_isfunction(L, -1)) lua_pushnil(L);
  return 1;
}

/* The name of a file in a path: without directories and the ending. */
static const char *file_name(lua_State *L, int arg, size_t *length) {
  const char *path = luaL_checkstring(L, arg), *name = path, *end = NULL;
  for (; *path != '\0'; path++) {
    if (*path == '/' || *path == '\\') {
      name = path + 1;
      end = NULL;
    }
    if (*path == '.') end = path;
  }
  *length = (size_t)((end != NULL && end > name ? end : path) - name);
  return name;
}

/* is_same_file(path, other): whether the files have one name. */
static int l_is_same_file(lua_State *L) {
  size_t length, other_length;
  const char *name = file_name(L, 1, &length), *other = file_name(L, 2, &other_length);
  lua_pushboolean(L, length > 0 && length == other_length && memcmp(name, other, length) == 0);
  return 1;
}

/* ---- Options -------------------------------------------------------------------------------- */

/* The functions that take an option. */
enum { OF_GRID = 1, OF_TILES = 2, OF_OBJECTS = 4, OF_LAYERS = OF_GRID | OF_TILES };
enum { ELLIPSE_LEAST = 3, ELLIPSE_MOST = 1024, ELLIPSE_DEFAULT = 32 };

typedef struct tiled_options {
  int is_sparse; /* 1: tiles without a shape are air */
  int clips, skips, ellipse;
  int one_way, layer, inflate, templates; /* stack indices; NOTHING: not given */
} tiled_options;

/* Writes the index of a value that must have the type row->flag. */
static void read_index(lua_State *L, const args_place *at, int index, const option_row *row,
                       void *field) {
  ci_args_check(L, at, index, row->flag, row->word);
  *(int *)field = index;
}

static void read_ellipse(lua_State *L, const args_place *at, int index, const option_row *row,
                         void *field) {
  (void)row;
  *(int *)field = ci_args_whole(L, at, index, ELLIPSE_LEAST, ELLIPSE_MOST);
}

#define INDEX_ROW(name, of, field, word, type) \
  { name, of, read_index, offsetof(tiled_options, field), word, NULL, type }

static const option_row option_rows[] = {
    OPTION_WORD("empty", OF_LAYERS, tiled_options, is_sparse, "without shape", NULL, 1),
    INDEX_ROW("one_way", OF_LAYERS, one_way, "name of a property of tiles (string)", LUA_TSTRING),
    INDEX_ROW("layer", OF_LAYERS, layer, "name of a property of tiles (string)", LUA_TSTRING),
    OPTION_ROW("clip", OF_GRID, ci_option_boolean, tiled_options, clips),
    INDEX_ROW("inflate", OF_LAYERS, inflate, "function", LUA_TFUNCTION),
    OPTION_ROW("ellipse", OF_TILES | OF_OBJECTS, read_ellipse, tiled_options, ellipse),
    OPTION_ROW("skip", OF_OBJECTS, ci_option_boolean, tiled_options, skips),
    INDEX_ROW("templates", OF_LAYERS | OF_OBJECTS, templates, "table", LUA_TTABLE),
    OPTION_END};

/* Reads argument 3, a table of options or nil. */
static tiled_options read_options(lua_State *L, unsigned allowed) {
  tiled_options options;
  lua_settop(L, OPTIONS);
  lua_pushnil(L); /* at NOTHING */
  luaL_checkstack(L, 16, NULL);
  memset(&options, 0, sizeof options);
  options.one_way = options.layer = options.inflate = options.templates = NOTHING;
  options.ellipse = ELLIPSE_DEFAULT;
  if (lua_istable(L, OPTIONS)) ci_options_read(L, OPTIONS, option_rows, allowed, &options);
  return options;
}

/* Returns the options of both functions for tile layers, then one of this function. */
static int push_options_of_layer(lua_State *L, const tiled_options *options) {
  lua_pushboolean(L, options->is_sparse);
  lua_pushvalue(L, options->one_way);
  lua_pushvalue(L, options->layer);
  lua_pushvalue(L, options->inflate);
  lua_pushvalue(L, options->templates);
  return 5;
}

static int l_options_of_grid(lua_State *L) {
  tiled_options options = read_options(L, OF_GRID);
  int count = push_options_of_layer(L, &options);
  lua_pushboolean(L, options.clips);
  return count + 1;
}

static int l_options_of_tiles(lua_State *L) {
  tiled_options options = read_options(L, OF_TILES);
  int count = push_options_of_layer(L, &options);
  lua_pushinteger(L, options.ellipse);
  return count + 1;
}

static int l_options_of_objects(lua_State *L) {
  tiled_options options = read_options(L, OF_OBJECTS);
  lua_pushinteger(L, options.ellipse);
  lua_pushboolean(L, options.skips);
  lua_pushvalue(L, options.templates);
  return 3;
}

/* ---- Shapes --------------------------------------------------------------------------------- */

static void set_data(lua_State *L, int shape, int data) {
  if (lua_isnil(L, data)) return;
  lua_pushvalue(L, data);
  ci_object_set_data(L, shape);
}

/* shape(place, kind, description, data) */
static int l_shape(lua_State *L) {
  static const char *const kinds[] = {"rect", "circle", "capsule", "segment", "polygon", NULL};
  enum { KIND = 2, DESCRIPTION, DATA, SHAPE };
  args_place at = read_place(L);
  int kind = luaL_checkoption(L, KIND, NULL, kinds);
  lua_settop(L, DATA);
  luaL_checkstack(L, 16, NULL);
  ci_posed_push(L, &at, DESCRIPTION, kinds[kind]);
  set_data(L, SHAPE, DATA);
  return 1;
}

/* pieces(place, name, points, data, x, y, angle): the convex pieces of an outline, polygons. With
 * data they get this position and rotation. */
static int l_pieces(lua_State *L) {
  enum { NAME = 2, POINTS, DATA, X, Y, ANGLE, PIECES, PIECE };
  args_place at = read_place(L), outline = ci_args_field(&at, luaL_checkstring(L, NAME));
  double position[2], angle;
  int i, count;
  posed piece;
  lua_settop(L, ANGLE);
  luaL_checkstack(L, 16, NULL);
  position[0] = lua_tonumber(L, X);
  position[1] = lua_tonumber(L, Y);
  angle = lua_tonumber(L, ANGLE);
  ci_decompose_push(L, &outline, POINTS);
  count = lua_isnil(L, DATA) ? 0 : (int)lua_rawlen(L, PIECES);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, PIECES, i);
    piece = posed_of(OBJECT_SHAPE, (object_head *)lua_touserdata(L, PIECE));
    if (!ci_posed_set_numbers(&piece, POSE_POSITION, position, 2) ||
        (angle != 0 && !ci_posed_set_numbers(&piece, POSE_ROTATION, &angle, 1)))
      ci_args_fail(L, &at, "a coordinate of the shape would exceed 1e300");
    set_data(L, PIECE, DATA);
    lua_settop(L, PIECES);
  }
  return 1;
}

/* points(place, name, list): the points of the list, a flat array. */
static int l_points(lua_State *L) {
  args_place place = read_place(L), at = ci_args_field(&place, luaL_checkstring(L, 2));
  double *points;
  int count;
  if (!lua_istable(L, 3))
    ci_args_fail(L, &at, ": array of points expected, got %s", ci_args_type(L, 3));
  count = (int)lesser_integer((int64_t)lua_rawlen(L, 3), COLLIDE_DECOMPOSE_MOST + 1);
  points = (double *)lua_newuserdata(L, 2 * ((size_t)count + 1) * sizeof *points);
  seal_break(points);
  ci_points_read_array(L, &at, 3, 0, count, 2, 1, points);
  if (count > COLLIDE_DECOMPOSE_MOST)
    ci_args_fail(L, &at, ": the limit is %d points", (int)COLLIDE_DECOMPOSE_MOST);
  ci_posed_push_array(L, points, 2 * count);
  return 1;
}

/* corners(shape): the corners of a rect, polygon or segment, a flat array. */
static int l_corners(lua_State *L) {
  const described *shape = description_at(L, 1);
  const collide_corner *corners;
  collide_corner room[4];
  int i;
  luaL_argcheck(L, shape != NULL && ci_kind_of(&shape->shape)->outline != NULL, 1, "no outline");
  corners = outline_corners(&shape->shape, room);
  lua_newtable(L);
  for (i = 0; i < 2 * shape->shape.of.outline.count; i++) {
    lua_pushnumber(L, corners[i / 2].point[i % 2]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* hull(points): the corners of the convex hull of the points; both are flat arrays. */
static int l_hull(lua_State *L) {
  args_place at = ci_args_at(1, "points");
  int i, found, count = (int)lua_rawlen(L, 1) / 2, *corners;
  double *points;
  luaL_checktype(L, 1, LUA_TTABLE);
  points = (double *)lua_newuserdata(L, (2 * (size_t)count + 1) * sizeof *points);
  corners = (int *)lua_newuserdata(L, (2 * (size_t)count + 2) * sizeof *corners);
  ci_points_read_array(L, &at, 1, 1, count, 2, 1, points);
  found = ci_hull_corners_2d(points, count, corners);
  lua_createtable(L, 2 * found, 0);
  for (i = 0; i < 2 * found; i++) {
    lua_pushnumber(L, points[2 * corners[i / 2] + i % 2]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* ---- The tiles of a layer ------------------------------------------------------------------- */

static int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Decodes into `out`, which has room for three bytes for every four characters. Returns the number
 * of bytes, or -1. RFC 4648, with white space between. */
static long decode_base64(const char *text, size_t length, unsigned char *out) {
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

/* decode_base64(text): the bytes, or nil. */
static int l_decode_base64(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  unsigned char *bytes = (unsigned char *)lua_newuserdata(L, length / 4 * 3 + 3);
  long count = decode_base64(text, length, bytes);
  if (count >= 0)
    lua_pushlstring(L, (const char *)bytes, (size_t)count);
  else
    lua_pushnil(L);
  return 1;
}

static int read_int(lua_State *L, int index, int least) {
  args_place at = ci_args_at(index, NULL);
  return ci_args_whole(L, &at, index, least, INT_MAX);
}

/* check_cell(grid, x, y): raises an error unless the cell is distinct from its neighbours. */
static int l_check_cell(lua_State *L) {
  args_place at = ci_args_at(LAYER, "layer");
  const held_grid *held = ci_grid_check(L);
  double x = luaL_checknumber(L, 2), y = luaL_checknumber(L, 3), most = 4294967296.0;
  luaL_argcheck(L, fabs(x) < most && fabs(y) < most, 2, "no cell");
  ci_make_check_cell(L, &at, held->grid, (int64_t)x, (int64_t)y);
  return 0;
}

/* Returns 1 if the number fits into the 32 bits of a gid with its flags. */
static int is_gid(double x) {
  return x >= 0 && x <= 4294967295.0 && x == floor(x);
}

static uint32_t read_bytes(const char *bytes, size_t tile) {
  const unsigned char *b = (const unsigned char *)bytes + 4 * tile;
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void write_bytes(char *bytes, size_t tile, uint32_t gid) {
  int i;
  for (i = 0; i < 4; i++) bytes[4 * tile + (size_t)i] = (char)(unsigned char)(gid >> 8 * i);
}

/* Pushes item i of the array at the index, from 0, and returns it as a number. */
static double push_gid(lua_State *L, int index, size_t i) {
  args_place at = ci_args_at(LAYER, "data");
  at.within = "layer";
  at.item = (int)i + 1;
  lua_rawgeti(L, index, (int)i + 1);
  if (lua_type(L, -1) != LUA_TNUMBER)
    ci_args_fail(L, &at, ": number expected, got %s", ci_args_type(L, lua_gettop(L)));
  return lua_tonumber(L, -1);
}

/* tiles(data, most): checks the gids in an array, or in a string with four bytes for each; without
 * their flags they are at most `most`. Returns them as such a string, and the greatest gid without
 * flags. If a gid is wrong, returns nil, its number from 0, and the gid. */
static int l_tiles(lua_State *L) {
  const char *bytes = lua_type(L, 1) == LUA_TSTRING ? lua_tostring(L, 1) : NULL;
  size_t i, count = lua_rawlen(L, 1) / (bytes != NULL ? 4 : 1);
  uint32_t greatest = 0, most = (uint32_t)luaL_checknumber(L, 2);
  char *out;
  if (bytes == NULL) luaL_checktype(L, 1, LUA_TTABLE);
  out = (char *)lua_newuserdata(L, 4 * count + 1);
  for (i = 0; i < count; i++) {
    double gid = bytes != NULL ? read_bytes(bytes, i) : push_gid(L, 1, i);
    uint32_t bits = is_gid(gid) ? (uint32_t)gid : 0;
    if ((bits & GID) > most || !is_gid(gid)) {
      lua_pushnil(L);
      lua_pushnumber(L, (double)i);
      lua_pushnumber(L, gid);
      return 3;
    }
    if ((bits & GID) > greatest) greatest = bits & GID;
    write_bytes(out, i, bits);
    if (bytes == NULL) lua_pop(L, 1);
  }
  lua_pushlstring(L, out, 4 * count);
  lua_pushnumber(L, greatest);
  return 2;
}

/* next_tile(tiles, i): the next tile behind tile i that is not empty, and its gid with flags;
 * nothing at the end. Tiles count from 0. */
static int l_next_tile(lua_State *L) {
  size_t size, i;
  const char *tiles = luaL_checklstring(L, 1, &size);
  for (i = (size_t)(read_int(L, 2, -1) + 1); i < size / 4; i++) {
    uint32_t gid = read_bytes(tiles, i);
    if ((gid & GID) == 0) continue;
    lua_pushinteger(L, (lua_Integer)i);
    lua_pushnumber(L, gid);
    return 2;
  }
  return 0;
}

/* Reads the grids at the keys 0 to LAYERS_MOST of the table at the index. Leaves them on the stack.
 */
static void push_grids(lua_State *L, int index, held_grid *grids[LAYERS_MOST + 1]) {
  int layer;
  luaL_checktype(L, index, LUA_TTABLE);
  luaL_checkstack(L, LAYERS_MOST + 16, NULL);
  for (layer = 0; layer <= LAYERS_MOST; layer++) {
    lua_rawgeti(L, index, layer);
    grids[layer] = grid_at(L, lua_gettop(L));
    if (grids[layer] != NULL) ci_grid_check_alive(L, grids[layer]);
  }
}

/* set_cells(grids, values, tiles, x, y, width, i, again): sets the cells of a block from tile i on,
 * which counts from 0. `grids` has the grids by the numbers of their layers. `values` has the value
 * of each tile, plus 2^16 times the layer, by a key. Stops at a tile without a value. Returns its
 * i, its key and its gid with flags; nothing at the end. `again` is the number of values that were
 * read again, see lua_grid_make.h. */
static int l_set_cells(lua_State *L) {
  enum { GRIDS = 1, VALUES, TILES, X, Y, WIDTH, FROM, AGAIN };
  args_place at = ci_args_at(LAYER, "layer");
  held_grid *grids[LAYERS_MOST + 1];
  make_again again;
  size_t size, i;
  const char *tiles = luaL_checklstring(L, TILES, &size);
  int x = read_int(L, X, -INT_MAX), y = read_int(L, Y, -INT_MAX), width = read_int(L, WIDTH, 1);
  int64_t column, row;
  luaL_checktype(L, VALUES, LUA_TTABLE);
  push_grids(L, GRIDS, grids);
  i = (size_t)read_int(L, FROM, 0);
  row = (int64_t)i / width;
  column = (int64_t)i % width;
  for (; i < size / 4; i++, column++) {
    uint32_t gid = read_bytes(tiles, i);
    int key = (int)((gid & MOST_VALUE) | gid >> 29 << 16);
    unsigned value;
    held_grid *held;
    if (column == width) {
      column = 0;
      row++;
    }
    if ((gid & GID) == 0) continue;
    lua_rawgeti(L, VALUES, key);
    if (lua_isnil(L, -1)) {
      lua_pushinteger(L, (lua_Integer)i);
      lua_pushinteger(L, key);
      lua_pushnumber(L, gid);
      return 3;
    }
    value = (unsigned)lua_tointeger(L, -1);
    lua_pop(L, 1);
    held = grids[(value >> 16) % (LAYERS_MOST + 1)];
    value &= MOST_VALUE;
    if (value == 0 || held == NULL) continue;
    if (!grid_set_at(held->grid, x + column, y + row, 0, value))
      ci_make_set(L, held, x + column, y + row, value);
  }
  memset(&again, 0, sizeof again);
  again.values = luaL_checknumber(L, AGAIN);
  for (i = 0; i <= LAYERS_MOST; i++)
    if (grids[i] != NULL) ci_make_check_memory(L, &at, &again, grids[i], ": data");
  return 0;
}

/* get_cell(grid, x, y): the value of a cell that check_cell accepts. */
static int l_get_cell(lua_State *L) {
  const held_grid *held = ci_grid_check(L);
  int x = read_int(L, 2, -INT_MAX), y = read_int(L, 3, -INT_MAX);
  lua_pushinteger(L, (lua_Integer)grid_get_at(held->grid, x, y, 0));
  return 1;
}

/* set_cell(grid, x, y, value) */
static int l_set_cell(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  int x = read_int(L, 2, -INT_MAX), y = read_int(L, 3, -INT_MAX);
  args_place at = ci_args_at(4, "value");
  int value = ci_args_whole(L, &at, 4, 0, MOST_VALUE);
  ci_make_set(L, held, x, y, (unsigned)value);
  return 0;
}

/* ---- Grids ---------------------------------------------------------------------------------- */

/* grid(width, height, x, y, layer): a grid with that size of cells, origin and name of a layer, and
 * the number of the layer. */
static int l_grid(lua_State *L) {
  args_place at = ci_args_at(LAYER, "layer");
  collide_grid_frame frame = collide_unit_frame(2);
  int i, layer;
  held_grid *held;
  lua_settop(L, 5);
  for (i = 0; i < 2; i++) {
    frame.size[i] = luaL_checknumber(L, i + 1);
    frame.origin[i] = luaL_checknumber(L, i + 3);
    luaL_argcheck(L, frame.size[i] > 0 && args_finite(frame.origin[i]), i + 1, "no grid");
  }
  layer = ci_layers_read(L, &at, 5); /* a name, or nil */
  held = ci_grid_push(L, &frame);
  held->head.layers = (uint8_t)layer;
  lua_pushinteger(L, layer);
  return 2;
}

/* Gives the cells of the value the shapes in the array at the index. */
static void set_shapes(lua_State *L, held_grid *held, unsigned value, int index) {
  const collide_shape *parts[GRID_FORM_PARTS];
  int i, count = (int)lesser_integer((int64_t)lua_rawlen(L, index), GRID_FORM_PARTS), tries = 0;
  collide_error error;
  luaL_checkstack(L, GRID_FORM_PARTS + 8, NULL);
  for (i = 0; i < count; i++) {
    const described *part;
    lua_rawgeti(L, index, i + 1);
    part = description_at(L, lua_gettop(L));
    luaL_argcheck(L, part != NULL, index, "shapes expected");
    parts[i] = &part->shape;
  }
  do {
    ci_grid_check_alive(L, held);
    error = collide_grid_set_shapes(held->grid, value, parts, count);
  } while (error == COLLIDE_ERROR_MEMORY && ci_grid_retry(L, &tries));
  if (error != COLLIDE_OK) luaL_error(L, "%s", collide_error_text(error));
}

/* set_value(grid, value, parts, x, y): sets the shapes of the value, and the side from which it
 * blocks. Both may be nil. */
static int l_set_value(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  unsigned value = ci_grid_read_value(L);
  double n[3] = {0, 0, 0};
  if (lua_istable(L, 3)) set_shapes(L, held, value, 3);
  n[0] = luaL_optnumber(L, 4, 0);
  n[1] = luaL_optnumber(L, 5, 0);
  if (one_way_is_set(n)) ci_one_way_set_value(L, held, value, n);
  return 0;
}

/* ---- Gids -----------------------------------------------------------------------------------
 *
 * In the table at the upvalue UP_TILED, whose keys are weak, a grid has a table: by value the gids,
 * with flags, of the values that from_tiled made for flipped tiles.
 */

/* set_gids(grid, gids): the gids by value. It is the last call for a grid, whose memory it reports.
 */
static int l_set_gids(lua_State *L) {
  held_grid *held = ci_grid_check(L);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_rawset(L, lua_upvalueindex(UP_TILED));
  ci_grid_report_memory(L, held);
  return 0;
}

void ci_tiled_copy_gids(lua_State *L, int to, int from) {
  lua_pushvalue(L, to);
  lua_pushvalue(L, from);
  lua_rawget(L, lua_upvalueindex(UP_TILED));
  lua_rawset(L, lua_upvalueindex(UP_TILED));
}

static int l_gid(lua_State *L) {
  args_place at = ci_args_at(2, "value");
  int value;
  uint32_t bits;
  (void)ci_grid_check(L);
  value = ci_args_whole(L, &at, 2, 0, MOST_VALUE);
  bits = (uint32_t)value;
  ci_args_end(L, 3);
  lua_pushvalue(L, 1);
  lua_rawget(L, lua_upvalueindex(UP_TILED));
  if (lua_istable(L, -1)) {
    lua_rawgeti(L, -1, value);
    if (!lua_isnil(L, -1) && is_gid(lua_tonumber(L, -1))) bits = (uint32_t)lua_tonumber(L, -1);
  }
  lua_pushinteger(L, (lua_Integer)(bits & GID));
  lua_pushboolean(L, (bits & FLIP_X) != 0);
  lua_pushboolean(L, (bits & FLIP_Y) != 0);
  lua_pushboolean(L, (bits & FLIP_DIAGONAL) != 0);
  return 4;
}

/* ---- Running the Lua code ------------------------------------------------------------------- */

static const char *const lines[] = {
#include "tiled/maps.h"
#include "tiled/templates.h"
#include "tiled/shapes.h"
#include "tiled/objects.h"
#include "tiled/layers.h"
#include "tiled/grid.h"
#include "tiled/tiles.h"
    NULL};

/* The readers of options have the names of functions of the module, because errors mention these.
 */
static const binding functions[] = {{"field", l_field, 0},
                                    {"next_item", l_next_item, 0},
                                    {"length", l_length, 0},
                                    {"text", l_text, 0},
                                    {"number", l_number, 0},
                                    {"whole", l_whole, 0},
                                    {"sqrt", l_sqrt, 0},
                                    {"sincos", l_sincos, 0},
                                    {"fail", l_fail, 0},
                                    {"raise", l_raise, 0},
                                    {"try", l_try, 0},
                                    {"find_global", l_find_global, 0},
                                    {"is_same_file", l_is_same_file, 0},
                                    {"from_tiled", l_options_of_grid, 0},
                                    {"from_tiled_objects", l_options_of_objects, 0},
                                    {"from_tiled_tiles", l_options_of_tiles, 0},
                                    {"shape", l_shape, 0},
                                    {"pieces", l_pieces, 0},
                                    {"points", l_points, 0},
                                    {"corners", l_corners, 0},
                                    {"hull", l_hull, 0},
                                    {"decode_base64", l_decode_base64, 0},
                                    {"check_cell", l_check_cell, 0},
                                    {"tiles", l_tiles, 0},
                                    {"next_tile", l_next_tile, 0},
                                    {"set_cells", l_set_cells, 0},
                                    {"get_cell", l_get_cell, 0},
                                    {"set_cell", l_set_cell, 0},
                                    {"grid", l_grid, 0},
                                    {"set_value", l_set_value, 0},
                                    {"set_gids", l_set_gids, 0},
                                    {NULL, NULL, 0}};

/* Pushes the table of the functions above. Their upvalues are those of the running function, their
 * own name, and true at UP_CALLER. */
static void push_functions(lua_State *L) {
  const binding *row;
  int i;
  lua_newtable(L);
  for (row = functions; row->name != NULL; row++) {
    for (i = 1; i < UP_NAME; i++) lua_pushvalue(L, lua_upvalueindex(i));
    lua_pushstring(L, row->name);
    lua_pushboolean(L, 1);
    lua_pushcclosure(L, row->function, UP_CALLER);
    lua_setfield(L, -2, row->name);
  }
}

/* Pushes the table of functions that the Lua code returns. Compiles it at the first call. */
static void push_lua(lua_State *L) {
  const char *const *next;
  luaL_Buffer buffer;
  const char *text;
  size_t length;
  lua_rawgeti(L, lua_upvalueindex(UP_TILED), 1);
  if (!lua_isnil(L, -1)) return;
  luaL_buffinit(L, &buffer);
  for (next = lines; *next != NULL; next++) {
    luaL_addstring(&buffer, *next);
    luaL_addstring(&buffer, "\n");
  }
  luaL_pushresult(&buffer);
  text = lua_tolstring(L, -1, &length);
  if (luaL_loadbuffer(L, text, length, "=collide/tiled") != 0) lua_error(L);
  push_functions(L);
  lua_call(L, 1, 1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, lua_upvalueindex(UP_TILED), 1);
}

static void check_arguments(lua_State *L) {
  args_place options = ci_args_at(OPTIONS, "options");
  int type = lua_type(L, LAYER);
  if (!lua_istable(L, MAP))
    ci_args_fail_at(L, MAP, "map",
                    ": table expected, got %s; require or dofile the file that Tiled exported to "
                    "Lua, or decode its JSON",
                    ci_args_type(L, MAP));
  if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TTABLE)
    ci_args_fail_at(L, LAYER, "layer", ": name, id or layer expected, got %s",
                    ci_args_type(L, LAYER));
  if (!lua_isnoneornil(L, OPTIONS)) ci_args_check(L, &options, OPTIONS, LUA_TTABLE, "table");
  ci_args_end(L, OPTIONS + 1);
  lua_settop(L, OPTIONS);
}

/* Calls the Lua function that has the name of the running function, with the arguments. */
static int l_run(lua_State *L) {
  args_place at = ci_args_at(0, NULL);
  int status, i;
  check_arguments(L);
  luaL_checkstack(L, UP_CALLER + 16, NULL);
  push_lua(L);
  lua_pushvalue(L, lua_upvalueindex(UP_NAME));
  lua_rawget(L, -2);
  lua_replace(L, OPTIONS + 1);
  lua_settop(L, OPTIONS + 1);
  for (i = MAP; i <= OPTIONS; i++) lua_pushvalue(L, i);
  status = lua_pcall(L, OPTIONS, LUA_MULTRET, 0);
  if (status == 0) return lua_gettop(L) - OPTIONS;
  if (status == LUA_ERRRUN) at.arg = ci_args_push_failure(L);
  if (at.arg == 0) return lua_error(L);
  return ci_args_fail(L, &at, "%s", lua_tostring(L, -1));
}

const binding ci_tiled_bindings[] = {{"from_tiled", l_run, IN_GRIDS},
                                     {"from_tiled_objects", l_run, IN_MODULE},
                                     {"from_tiled_tiles", l_run, IN_MODULE},
                                     {"gid", l_gid, IN_GRID},
                                     {NULL, NULL, 0}};

/* SPDX-License-Identifier: MIT
 *
 * Shapes from the object layers of maps of Tiled.
 */
#include "../number/fp.h"
#include "lua_options.h"
#include "lua_tiled.h"

#include <limits.h>
#include <string.h>

enum { MAP = 1, LAYER, OPTIONS };

/* ---- Options --------------------------------------------------------------------------------- */

enum { ELLIPSE_LEAST = 3, ELLIPSE_MOST = 1024, ELLIPSE_DEFAULT = 32 };

typedef struct objects_options {
  int ellipse, skip;
} objects_options;

static void read_ellipse(lua_State *L, const args_place *at, int index, const option_row *row,
                         void *field) {
  (void)row;
  *(int *)field = ci_args_whole(L, at, index, ELLIPSE_LEAST, ELLIPSE_MOST);
}

static const option_row option_rows[] = {
    OPTION_ROW("ellipse", 1, read_ellipse, objects_options, ellipse),
    OPTION_ROW("skip", 2, ci_option_boolean, objects_options, skip), OPTION_END};

/* ---- The map --------------------------------------------------------------------------------- */

/* How the objects of a layer are read: indices of tables, and the plane of the objects. */
typedef struct object_reader {
  int sets, object, shapes; /* the tilesets, the object, the array of shapes */
  int seen;                 /* for ci_make_read_again; [0] is the number of values */
  int number;               /* of the object in its layer */
  int ellipse;
  double slant;     /* see ci_tiled_project */
  double offset[2]; /* of the layer, and the origin of an isometric map */
} object_reader;

static void read_orientation(lua_State *L, object_reader *r) {
  double width;
  if (!ci_tiled_has_word(L, MAP, "orientation", "isometric")) return;
  width = ci_tiled_read_map_size(L, "tilewidth", 0);
  r->slant = width / 2 / ci_tiled_read_map_size(L, "tileheight", 0);
  r->offset[0] += floor(ci_tiled_read_map_size(L, "height", 0) * width / 2);
}

/* ---- One object ------------------------------------------------------------------------------ */

/* Limits the work on an object, on top of the stack, that is in several places. */
static void count_again(lua_State *L, const object_reader *r, const args_place *at, int least) {
  int index = lua_gettop(L);
  double values = ci_tiled_count_values(L, r->ellipse);
  make_again again;
  if (values < least) return;
  lua_rawgeti(L, r->seen, 0);
  again.seen = r->seen;
  again.most = 19;
  again.values = lua_tonumber(L, -1);
  lua_pop(L, 1);
  ci_make_read_again(L, at, &again, index, values, "objects");
  lua_pushnumber(L, again.values);
  lua_rawseti(L, r->seen, 0);
}

/* Adds the shapes of the collision editor, the array on top of the stack. */
static void add_tile_shapes(lua_State *L, const object_reader *r, tiled_object *o,
                            const tiled_tile *tile) {
  int objects = lua_gettop(L), i, count = (int)lua_rawlen(L, objects);
  tiled_object part;
  for (i = 1; i <= count; i++) {
    part = *o;
    part.at.within = lua_pushfstring(L, "%s: objects[%d] of tile %d", o->at.within, i, tile->id);
    lua_rawgeti(L, objects, i);
    part.index = objects + 2;
    ci_tiled_place(L, &part);
    count_again(L, r, &part.at, 0);
    ci_tiled_add_shapes(L, &part);
    o->count = part.count;
    lua_settop(L, objects);
  }
}

static void add_tile(lua_State *L, const object_reader *r, tiled_object *o) {
  tiled_tile tile;
  double size[2];
  int is_whole, anchor;
  ci_tiled_push_tile(L, r->sets, ci_tiled_read(L, &o->at, o->index, "gid", 0), &o->at, &tile);
  ci_tiled_push_objects(L, lua_gettop(L));
  is_whole = !lua_istable(L, -1) || lua_rawlen(L, -1) == 0;
  anchor = tile.alignment;
  if (anchor == TILED_UNSPECIFIED)
    anchor = r->slant != 0 ? (int)TILED_BOTTOM : (int)TILED_BOTTOM_LEFT;
  size[0] = o->width;
  size[1] = o->height;
  ci_tiled_place_tile(&o->placing, &tile, size, anchor, is_whole);
  if (is_whole)
    ci_tiled_add_shapes(L, o);
  else
    add_tile_shapes(L, r, o, &tile);
}

/* Pushes the place of the object for errors: "layer: objects[3] ('crate', id 12)". */
static const char *push_place(lua_State *L, const object_reader *r) {
  const char *name = "";
  double id;
  lua_getfield(L, r->object, "name");
  if (lua_type(L, -1) == LUA_TSTRING) name = lua_tostring(L, -1);
  lua_getfield(L, r->object, "id");
  id = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
  if (!(id >= 1 && id <= INT_MAX)) /* Tiled counts from 1 */
    return lua_pushfstring(L, "layer: objects[%d]%s%s%s", r->number, name[0] != '\0' ? " ('" : "",
                           name, name[0] != '\0' ? "')" : "");
  if (name[0] == '\0') return lua_pushfstring(L, "layer: objects[%d] (id %d)", r->number, (int)id);
  return lua_pushfstring(L, "layer: objects[%d] ('%s', id %d)", r->number, name, (int)id);
}

/* Adds the shapes of the object on top of the stack to the array. */
static void read_object(lua_State *L, const object_reader *r) {
  tiled_object o;
  double x, y;
  memset(&o, 0, sizeof o);
  o.at = ci_args_at(LAYER, NULL);
  o.at.within = "layer: objects";
  o.at.element = r->number;
  o.index = o.data = r->object;
  o.shapes = r->shapes;
  o.count = (int)lua_rawlen(L, r->shapes);
  if (!lua_istable(L, o.index))
    ci_args_fail(L, &o.at, "table expected, got %s", ci_args_type(L, o.index));
  count_again(L, r, &o.at, 2); /* one value takes as much work as its place in the layer */
  o.at.element = 0;
  o.at.within = push_place(L, r);
  o.is_posed = 1;
  x = ci_tiled_read(L, &o.at, o.index, "x", 0);
  y = ci_tiled_read(L, &o.at, o.index, "y", 0);
  o.angle = ci_tiled_read(L, &o.at, o.index, "rotation", 0) / 180 * 3.141592653589793;
  ci_tiled_project(r->slant, o.placing.linear);
  o.position[0] = r->offset[0] + (o.placing.linear[0] * x + o.placing.linear[1] * y);
  o.position[1] = r->offset[1] + (o.placing.linear[2] * x + o.placing.linear[3] * y);
  o.ellipse = r->ellipse;
  ci_tiled_read_size(L, &o);
  if (ci_tiled_has(L, o.index, "gid"))
    add_tile(L, r, &o);
  else
    ci_tiled_add_shapes(L, &o);
}

/* ---- Skipping objects ------------------------------------------------------------------------ */

enum { SETS = 1, SHAPES, SEEN, NUMBER, ELLIPSE, SLANT, OFFSET_X, OFFSET_Y, OBJECT };

/* Reads an object in a protected call. A metamethod of the map can find this function by the debug
 * library, and call it. So all its arguments are checked. */
static int l_read_object(lua_State *L) {
  object_reader r;
  if (!lua_istable(L, SETS) || !lua_istable(L, SHAPES) || !lua_istable(L, SEEN)) return 0;
  lua_settop(L, OBJECT);
  luaL_checkstack(L, 32, NULL);
  r.sets = SETS;
  r.object = OBJECT;
  r.shapes = SHAPES;
  r.seen = SEEN;
  r.number = (int)lua_tointeger(L, NUMBER);
  r.ellipse = (int)lua_tointeger(L, ELLIPSE);
  if (r.ellipse < (int)ELLIPSE_LEAST || r.ellipse > (int)ELLIPSE_MOST) return 0;
  r.slant = lua_tonumber(L, SLANT);
  r.offset[0] = lua_tonumber(L, OFFSET_X);
  r.offset[1] = lua_tonumber(L, OFFSET_Y);
  read_object(L, &r);
  return 0;
}

/* Pushes the function above, with the upvalues of the running one. */
static void push_protected(lua_State *L) {
  int i;
  luaL_checkstack(L, UP_COUNT + 32, NULL);
  for (i = 1; i <= UP_COUNT; i++) lua_pushvalue(L, lua_upvalueindex(i));
  lua_pushcclosure(L, l_read_object, UP_COUNT);
}

/* Returns 1 if the value on top of the stack is the message of ci_args_fail, "bad argument #2 to
 * 'f' (layer: objects[3]: ...)". Then replaces it by the text in the parentheses, without "layer".
 */
static int extract_reason(lua_State *L) {
  static const char start[] = "bad argument #", layer[] = "layer: ";
  const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "", *end;
  if (strncmp(text, start, sizeof start - 1) != 0) return 0;
  text = strstr(text, "' (");
  if (text == NULL) return 0;
  text += strlen("' (");
  if (strncmp(text, layer, sizeof layer - 1) == 0) text += sizeof layer - 1;
  end = strrchr(text, ')');
  if (end == NULL) return 0;
  lua_pushlstring(L, text, (size_t)(end - text));
  lua_replace(L, -2);
  return 1;
}

/* Reads the object on top of the stack with the function at index `protect`. If the object is
 * wrong, appends it and the reason to the array at `skipped`. Other errors are raised again: of a
 * metamethod, or because there is no memory. */
static void read_or_skip(lua_State *L, const object_reader *r, int protect, int skipped) {
  int kept = (int)lua_rawlen(L, r->shapes), i, status;
  lua_pushvalue(L, protect);
  lua_pushvalue(L, r->sets);
  lua_pushvalue(L, r->shapes);
  lua_pushvalue(L, r->seen);
  lua_pushinteger(L, r->number);
  lua_pushinteger(L, r->ellipse);
  lua_pushnumber(L, r->slant);
  lua_pushnumber(L, r->offset[0]);
  lua_pushnumber(L, r->offset[1]);
  lua_pushvalue(L, r->object);
  status = lua_pcall(L, OBJECT, 0, 0);
  if (status == 0) return;
  if (status != LUA_ERRRUN || !extract_reason(L)) lua_error(L);
  for (i = (int)lua_rawlen(L, r->shapes); i > kept; i--) {
    lua_pushnil(L);
    lua_rawseti(L, r->shapes, i);
  }
  lua_createtable(L, 0, 3);
  lua_insert(L, -2);
  lua_setfield(L, -2, "reason");
  lua_pushvalue(L, r->object);
  lua_setfield(L, -2, "object");
  lua_pushinteger(L, r->number);
  lua_setfield(L, -2, "index");
  lua_rawseti(L, skipped, (int)lua_rawlen(L, skipped) + 1);
}

/* ---- The layer ------------------------------------------------------------------------------- */

static int l_from_tiled_objects(lua_State *L) {
  args_place at = ci_args_at(LAYER, "layer");
  objects_options options;
  object_reader r;
  double last;
  int objects, i, count, skipped = 0;
  memset(&r, 0, sizeof r);
  options.skip = 0;
  options.ellipse = ELLIPSE_DEFAULT;
  ci_tiled_find(L, "objectgroup", r.offset);
  luaL_checkstack(L, 32, NULL);
  lua_getfield(L, -1, "objects");
  objects = lua_gettop(L);
  if (!lua_istable(L, objects))
    ci_args_fail(L, &at, ": objects (table) expected, got %s", ci_args_type(L, objects));
  if (lua_istable(L, OPTIONS)) ci_options_read(L, OPTIONS, option_rows, ~0U, &options);
  lua_settop(L, objects);
  r.ellipse = options.ellipse;
  read_orientation(L, &r);
  r.sets = ci_tiled_push_sets(L, MAP, &last);
  r.seen = ci_make_begin_again(L).seen;
  lua_newtable(L);
  r.shapes = lua_gettop(L);
  if (options.skip) {
    push_protected(L);
    lua_newtable(L);
    skipped = lua_gettop(L);
  }
  r.object = lua_gettop(L) + 1;
  count = (int)lua_rawlen(L, objects);
  for (i = 1; i <= count; i++) {
    r.number = i;
    lua_rawgeti(L, objects, i);
    if (skipped != 0)
      read_or_skip(L, &r, skipped - 1, skipped);
    else
      read_object(L, &r);
    lua_settop(L, r.object - 1);
  }
  lua_pushvalue(L, r.shapes);
  if (skipped == 0) return 1;
  lua_pushvalue(L, skipped);
  return 2;
}

const binding ci_tiled_object_bindings[] = {{"from_tiled_objects", l_from_tiled_objects, IN_MODULE},
                                            {NULL, NULL, 0}};

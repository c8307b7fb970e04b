/* SPDX-License-Identifier: MIT
 *
 * Shapes from the object layers of maps that Tiled exported to Lua.
 */
#include "../number/fp.h"
#include "lua_grid_make.h"
#include "lua_points.h"
#include "lua_posed.h"
#include "lua_shape.h"

#include <string.h>

#include "../number/sincos.h"

enum { MAP = 1, LAYER };

/* An object, and the array for its shapes. */
typedef struct tiled_object {
  int index, shapes, count;
  args_place at;
  double position[2], width, height;
  double angle; /* in radians; objects turn about their position */
} tiled_object;

static double object_number(lua_State *L, const tiled_object *o, const char *name) {
  return ci_tiled_number(L, LAYER, o->index, name, 0);
}

static void set_pair(lua_State *L, const char *name, double x, double y) {
  lua_createtable(L, 2, 0);
  lua_pushnumber(L, x);
  lua_rawseti(L, -2, 1);
  lua_pushnumber(L, y);
  lua_rawseti(L, -2, 2);
  lua_setfield(L, -2, name);
}

static void set_number(lua_State *L, const char *name, double x) {
  lua_pushnumber(L, x);
  lua_setfield(L, -2, name);
}

/* Pops the shape on top of the stack and adds it, with the object as its data. */
static void add_shape(lua_State *L, tiled_object *o) {
  int shape = lua_gettop(L);
  lua_pushvalue(L, o->index);
  ci_shape_set_data(L, shape);
  lua_settop(L, shape);
  lua_rawseti(L, o->shapes, ++o->count);
}

/* Pops the description on top of the stack and adds the shape that it describes. */
static void add_described(lua_State *L, tiled_object *o, const char *name) {
  int description = lua_gettop(L);
  set_pair(L, "position", o->position[0], o->position[1]);
  if (o->angle != 0) set_number(L, "rotation", o->angle);
  ci_posed_push(L, &o->at, description, name);
  add_shape(L, o);
  lua_settop(L, description - 1);
}

static void add_rect(lua_State *L, tiled_object *o) {
  lua_newtable(L);
  set_number(L, "width", o->width);
  set_number(L, "height", o->height);
  add_described(L, o, "rect");
}

/* The position of a tile is its lower left corner. */
static void add_tile(lua_State *L, tiled_object *o) {
  lua_newtable(L);
  set_pair(L, "min", 0, 0 - o->height);
  set_pair(L, "max", o->width, 0);
  add_described(L, o, "rect");
}

/* The square around the circle turns about its corner, the position. This moves the centre. */
static void add_circle(lua_State *L, tiled_object *o) {
  double radius = o->width / 2, cosine, sine;
  if (o->width != o->height)
    ci_args_fail(L, &o->at,
                 "an ellipse of %s by %s; only circles are supported, with equal width and height",
                 ci_args_number_text(L, o->width), ci_args_number_text(L, o->height));
  ci_sincos(o->angle, &cosine, &sine);
  o->position[0] += cosine * radius - sine * radius;
  o->position[1] += sine * radius + cosine * radius;
  o->angle = 0;
  lua_newtable(L);
  set_number(L, "radius", radius);
  add_described(L, o, "circle");
}

/* A capsule that fills its rectangle, with round ends at the farther sides. */
static void add_capsule(lua_State *L, tiled_object *o) {
  double radius = (o->width < o->height ? o->width : o->height) / 2;
  lua_newtable(L);
  set_pair(L, "a", radius, radius);
  set_pair(L, "b", o->width - radius, o->height - radius);
  set_number(L, "radius", radius);
  add_described(L, o, "capsule");
}

/* Pushes the array `polygon` or `polyline` of the object. */
static int push_points(lua_State *L, tiled_object *o, const char *name) {
  lua_getfield(L, o->index, name);
  if (!lua_istable(L, -1))
    ci_args_fail(L, &o->at, "%s: array of points expected, got %s", name,
                 ci_args_type(L, lua_gettop(L)));
  return lua_gettop(L);
}

static void add_polygons(lua_State *L, tiled_object *o) {
  int points = push_points(L, o, "polygon"), i, count;
  args_place at = o->at;
  posed piece;
  at.name = "polygon";
  ci_decompose_push(L, &at, points);
  count = (int)lua_rawlen(L, points + 1);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, points + 1, i);
    piece = posed_of(OBJECT_SHAPE, (object_head *)lua_touserdata(L, points + 2));
    if (!ci_posed_set_numbers(&piece, POSE_POSITION, o->position, 2) ||
        (o->angle != 0 && !ci_posed_set_numbers(&piece, POSE_ROTATION, &o->angle, 1)))
      ci_args_fail(L, &o->at, "too far away to work with");
    add_shape(L, o);
  }
  lua_settop(L, points - 1);
}

/* Adds a segment from each point to the next. */
static void add_segments(lua_State *L, tiled_object *o) {
  int points = push_points(L, o, "polyline"), i, count = (int)lua_rawlen(L, points);
  for (i = 1; i < count; i++) {
    lua_newtable(L);
    lua_createtable(L, 2, 0);
    lua_rawgeti(L, points, i);
    lua_rawseti(L, -2, 1);
    lua_rawgeti(L, points, i + 1);
    lua_rawseti(L, -2, 2);
    lua_setfield(L, -2, "points");
    add_described(L, o, "segment");
  }
  lua_settop(L, points - 1);
}

static const struct tiled_kind {
  const char *name;
  void (*add)(lua_State *L, tiled_object *o);
} kinds[] = {{"rectangle", add_rect}, {"ellipse", add_circle},   {"capsule", add_capsule},
             {"point", add_circle},   {"polygon", add_polygons}, {"polyline", add_segments},
             {"text", NULL}};

static void read_size(lua_State *L, tiled_object *o) {
  o->width = object_number(L, o, "width");
  o->height = object_number(L, o, "height");
  if (o->width < 0 || o->height < 0)
    ci_args_fail(L, &o->at, "width and height must not be negative");
}

/* Reads the object on top of the stack. Text is left out. */
static void read_object(lua_State *L, tiled_object *o, const double offset[2]) {
  const char *name;
  size_t i;
  o->index = lua_gettop(L);
  if (!lua_istable(L, o->index))
    ci_args_fail(L, &o->at, "table expected, got %s", ci_args_type(L, o->index));
  o->position[0] = offset[0] + object_number(L, o, "x");
  o->position[1] = offset[1] + object_number(L, o, "y");
  o->angle = object_number(L, o, "rotation") / 180 * 3.141592653589793;
  read_size(L, o);
  if (ci_args_has_field(L, o->index, "gid")) {
    add_tile(L, o);
    return;
  }
  lua_getfield(L, o->index, "shape");
  name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  for (i = 0; i < sizeof kinds / sizeof kinds[0] && strcmp(kinds[i].name, name) != 0; i++) continue;
  if (i == sizeof kinds / sizeof kinds[0])
    ci_args_fail(L, &o->at,
                 "unknown shape '%s' of an object; there are rectangle, ellipse, capsule, polygon, "
                 "polyline, point and text",
                 name);
  if (kinds[i].add != NULL) kinds[i].add(L, o);
}

static int l_from_tiled_objects(lua_State *L) {
  args_place at = ci_args_at(LAYER, "layer");
  tiled_object o;
  double offset[2];
  int objects, i, count;
  ci_tiled_find(L, "objectgroup", offset);
  luaL_checkstack(L, 16, NULL);
  lua_getfield(L, -1, "objects");
  objects = lua_gettop(L);
  if (!lua_istable(L, objects))
    ci_args_fail(L, &at, ": objects (table) expected, got %s", ci_args_type(L, objects));
  lua_newtable(L);
  o.shapes = objects + 1;
  o.count = 0;
  o.at = ci_args_at(LAYER, NULL);
  o.at.within = "layer: objects";
  count = (int)lua_rawlen(L, objects);
  for (i = 1; i <= count; i++) {
    o.at.element = i;
    lua_rawgeti(L, objects, i);
    read_object(L, &o, offset);
    lua_settop(L, o.shapes);
  }
  return 1;
}

const binding ci_tiled_bindings[] = {{"from_tiled_objects", l_from_tiled_objects, IN_MODULE},
                                     {NULL, NULL, 0}};

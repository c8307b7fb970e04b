/* SPDX-License-Identifier: MIT
 *
 * The shapes of one object of Tiled.
 */
#include "../number/fp.h"
#include "lua_tiled.h"

#include <string.h>

#include "../number/scalar.h"
#include "../number/sincos.h"
#include "lua_description.h"
#include "lua_points.h"
#include "lua_posed.h"
#include "lua_object.h"

/* ---- Adding ---------------------------------------------------------------------------------- */

/* Pushes a flat array of `count` points. */
static void push_points(lua_State *L, const double *points, int count) {
  int i;
  lua_createtable(L, 2 * count, 0);
  for (i = 0; i < 2 * count; i++) {
    lua_pushnumber(L, points[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void set_pair(lua_State *L, const char *name, const double v[2]) {
  push_points(L, v, 1);
  lua_setfield(L, -2, name);
}

static void set_number(lua_State *L, const char *name, double x) {
  lua_pushnumber(L, x);
  lua_setfield(L, -2, name);
}

/* Pops the shape on top of the stack and adds it. */
static void add_shape(lua_State *L, tiled_object *o) {
  int shape = lua_gettop(L);
  if (o->data != 0) {
    lua_pushvalue(L, o->data);
    ci_object_set_data(L, shape);
    lua_settop(L, shape);
  }
  lua_rawseti(L, o->shapes, ++o->count);
}

/* Pops the description on top of the stack and adds the shape that it describes. */
static void add_described(lua_State *L, tiled_object *o, const char *name) {
  int description = lua_gettop(L);
  if (o->is_posed) {
    set_pair(L, "position", o->position);
    if (o->angle != 0) set_number(L, "rotation", o->angle);
  }
  ci_posed_push(L, &o->at, description, name);
  add_shape(L, o);
  lua_settop(L, description - 1);
}

/* Raises an error for a point that is out of range: its own numbers are in range, but not their
 * sums and products. */
static void check_points(lua_State *L, const tiled_object *o, const double *points, int count) {
  if (!ci_are_within(COLLIDE_LARGEST, points, 2 * count))
    ci_args_fail(L, &o->at, "a coordinate of the shape would exceed 1e300");
}

/* Adds the segment from a point to the next one in the array. */
static void add_segment(lua_State *L, tiled_object *o, const double *ends) {
  check_points(L, o, ends, 2);
  lua_newtable(L);
  push_points(L, ends, 2);
  lua_setfield(L, -2, "points");
  add_described(L, o, "segment");
}

/* Adds the convex pieces of an outline, whose points are placed. */
static void add_outline(lua_State *L, tiled_object *o, const char *name, const double *points,
                        int count) {
  int pieces = lua_gettop(L) + 2, i, pieces_count;
  args_place at = o->at;
  posed piece;
  at.name = name;
  check_points(L, o, points, count);
  push_points(L, points, count);
  ci_decompose_push(L, &at, pieces - 1);
  pieces_count = (int)lua_rawlen(L, pieces);
  for (i = 1; i <= pieces_count; i++) {
    lua_rawgeti(L, pieces, i);
    piece = posed_of(OBJECT_SHAPE, (object_head *)lua_touserdata(L, pieces + 1));
    if (o->is_posed &&
        (!ci_posed_set_numbers(&piece, POSE_POSITION, o->position, 2) ||
         (o->angle != 0 && !ci_posed_set_numbers(&piece, POSE_ROTATION, &o->angle, 1))))
      ci_args_fail(L, &o->at, "a coordinate of the shape would exceed 1e300");
    add_shape(L, o);
  }
}

/* ---- Kinds of objects ------------------------------------------------------------------------ */

/* Adds an object without area as a segment. Without length it has no shape, unless it is posed. */
static void add_flat(lua_State *L, tiled_object *o) {
  double ends[4];
  ci_tiled_place_point(&o->placing, 0, 0, ends);
  ci_tiled_place_point(&o->placing, o->width, o->height, ends + 2);
  if (o->is_posed || o->width > 0 || o->height > 0) add_segment(L, o, ends);
}

static int is_flat(const tiled_object *o) {
  return o->width == 0 || o->height == 0;
}

static void add_rect(lua_State *L, tiled_object *o) {
  double corners[8], low[2], high[2];
  int i;
  ci_tiled_place_point(&o->placing, 0, 0, corners);
  ci_tiled_place_point(&o->placing, o->width, 0, corners + 2);
  ci_tiled_place_point(&o->placing, o->width, o->height, corners + 4);
  ci_tiled_place_point(&o->placing, 0, o->height, corners + 6);
  if (ci_tiled_keeps_rects(&o->placing) && (o->is_posed || !is_flat(o))) {
    for (i = 0; i < 2; i++) {
      low[i] = lesser(corners[i], corners[4 + i]);
      high[i] = greater(corners[i], corners[4 + i]);
    }
    lua_newtable(L);
    if (low[0] == 0 && low[1] == 0) {
      set_number(L, "width", high[0]);
      set_number(L, "height", high[1]);
    } else {
      set_pair(L, "min", low);
      set_pair(L, "max", high);
    }
    add_described(L, o, "rect");
  } else if (is_flat(o)) {
    add_flat(L, o);
  } else {
    add_outline(L, o, "rectangle", corners, 4);
  }
}

/* Moves the position of the shapes to the centre, which becomes the origin of the placing. */
static void move_origin(tiled_object *o, double center[2]) {
  double by[2], cosine, sine;
  ci_tiled_place_point(&o->placing, center[0], center[1], by);
  ci_sincos(o->angle, &cosine, &sine);
  o->position[0] += cosine * by[0] - sine * by[1];
  o->position[1] += sine * by[0] + cosine * by[1];
  center[0] = center[1] = o->placing.at[0] = o->placing.at[1] = 0;
}

static void add_ellipse(lua_State *L, tiled_object *o) {
  double radii[2], center[2], *corners;
  int count = o->ellipse;
  int is_point = o->is_posed && o->width == 0 && o->height == 0;
  radii[0] = center[0] = o->width / 2;
  radii[1] = center[1] = o->height / 2;
  if (is_flat(o) && !is_point) {
    add_flat(L, o);
    return;
  }
  if (o->is_posed) move_origin(o, center);
  if (is_point || (o->is_posed && o->width == o->height && ci_tiled_keeps_circles(&o->placing))) {
    o->angle = 0;
    lua_newtable(L);
    set_number(L, "radius", is_point ? 0 : radii[0] * ci_tiled_scale(&o->placing));
    add_described(L, o, "circle");
    return;
  }
  corners = (double *)lua_newuserdata(L, 2 * (size_t)count * sizeof *corners);
  ci_tiled_write_arc(&o->placing, center, radii, 0, 360.0 / count, count, corners);
  add_outline(L, o, "ellipse", corners, count);
}

/* A point among the shapes of a tile marks a place. */
static void add_point(lua_State *L, tiled_object *o) {
  o->width = o->height = 0;
  if (o->data == o->index) add_ellipse(L, o);
}

/* A capsule fills its rectangle, with round ends at the farther sides. As a polygon, each end has
 * the corners of half an ellipse. */
static void add_capsule(lua_State *L, tiled_object *o) {
  double radius = lesser(o->width, o->height) / 2, ends[4], radii[2], *corners;
  int half = o->ellipse / 2 + 1, first = o->width < o->height ? 180 : 90;
  ends[0] = ends[1] = radii[0] = radii[1] = radius;
  ends[2] = o->width - radius;
  ends[3] = o->height - radius;
  if (o->width == o->height) {
    add_ellipse(L, o);
  } else if (radius == 0) {
    add_flat(L, o);
  } else if (o->is_posed && ci_tiled_keeps_circles(&o->placing)) {
    ci_tiled_place_point(&o->placing, ends[0], ends[1], ends);
    ci_tiled_place_point(&o->placing, ends[2], ends[3], ends + 2);
    lua_newtable(L);
    set_pair(L, "a", ends);
    set_pair(L, "b", ends + 2);
    set_number(L, "radius", radius * ci_tiled_scale(&o->placing));
    add_described(L, o, "capsule");
  } else {
    corners = (double *)lua_newuserdata(L, 4 * (size_t)half * sizeof *corners);
    ci_tiled_write_arc(&o->placing, ends, radii, first, 180.0 / (half - 1), half, corners);
    ci_tiled_write_arc(&o->placing, ends + 2, radii, first + 180, 180.0 / (half - 1), half,
                       corners + 2 * half);
    add_outline(L, o, "capsule", corners, 2 * half);
  }
}

/* Pushes a userdata with the placed points of the array `name` of the object. Reads at most one
 * point more than an outline accepts. */
static double *push_placed(lua_State *L, const tiled_object *o, const char *name, int *count) {
  args_place at = o->at;
  int list, i;
  double *points;
  at.name = name;
  ci_tiled_push_field(L, o->index, name);
  list = lua_gettop(L);
  if (!lua_istable(L, list))
    ci_args_fail(L, &at, ": array of points expected, got %s", ci_args_type(L, list));
  *count = (int)lua_rawlen(L, list);
  if (*count > COLLIDE_DECOMPOSE_MOST) *count = COLLIDE_DECOMPOSE_MOST + 1;
  points = (double *)lua_newuserdata(L, 2 * ((size_t)*count + 1) * sizeof *points);
  seal_break(points);
  ci_points_read_array(L, &at, list, 0, *count, 2, 1, points);
  for (i = 0; i < *count; i++)
    ci_tiled_place_point(&o->placing, points[2 * i], points[2 * i + 1], points + 2 * i);
  return points;
}

static void add_polygon(lua_State *L, tiled_object *o) {
  int count;
  const double *points = push_placed(L, o, "polygon", &count);
  add_outline(L, o, "polygon", points, count);
}

/* Adds a segment from each point to the next. */
static void add_polyline(lua_State *L, tiled_object *o) {
  int count, i;
  const double *points = push_placed(L, o, "polyline", &count);
  if (count > COLLIDE_DECOMPOSE_MOST)
    ci_args_fail(L, &o->at, "polyline: the limit is %d points", (int)COLLIDE_DECOMPOSE_MOST);
  for (i = 0; i + 1 < count; i++) add_segment(L, o, points + 2 * i);
}

static void add_nothing(lua_State *L, tiled_object *o) {
  (void)L;
  (void)o;
}

/* ---- The kind of an object ------------------------------------------------------------------- */

static const struct tiled_kind {
  const char *name;
  void (*add)(lua_State *L, tiled_object *o);
} kinds[] = {{"rectangle", add_rect},  {"ellipse", add_ellipse},   {"capsule", add_capsule},
             {"polygon", add_polygon}, {"polyline", add_polyline}, {"point", add_point},
             {"text", add_nothing}};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Exports to Lua have the name of the kind in the field `shape`. In JSON the name is a key, with
 * the value true or a table; a rectangle has no such key. */
static const struct tiled_kind *read_kind(lua_State *L, const tiled_object *o) {
  const char *name;
  int i, is;
  ci_tiled_push_field(L, o->index, "shape");
  if (lua_isnil(L, -1)) {
    for (i = 1; i < KINDS; i++) {
      ci_tiled_push_field(L, o->index, kinds[i].name);
      is = lua_toboolean(L, -1);
      lua_pop(L, 1);
      if (is) return &kinds[i];
    }
    return &kinds[0];
  }
  name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  for (i = 0; i < KINDS; i++)
    if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
  ci_args_fail(L, &o->at,
               "unknown shape '%s' of an object; there are rectangle, ellipse, capsule, polygon, "
               "polyline, point and text",
               name);
  return NULL;
}

void ci_tiled_read_size(lua_State *L, tiled_object *o) {
  o->width = ci_tiled_read(L, &o->at, o->index, "width", 0);
  o->height = ci_tiled_read(L, &o->at, o->index, "height", 0);
  if (o->width < 0 || o->height < 0)
    ci_args_fail(L, &o->at, "width and height must not be negative");
}

void ci_tiled_place(lua_State *L, tiled_object *o) {
  double x, y;
  if (!lua_istable(L, o->index))
    ci_args_fail(L, &o->at, ": table expected, got %s", ci_args_type(L, o->index));
  if (ci_tiled_has(L, o->index, "gid"))
    ci_args_fail(L, &o->at, ": a tile's shapes cannot be tiles");
  x = ci_tiled_read(L, &o->at, o->index, "x", 0);
  y = ci_tiled_read(L, &o->at, o->index, "y", 0);
  ci_tiled_place_object(&o->placing, x, y, ci_tiled_read(L, &o->at, o->index, "rotation", 0));
  ci_tiled_read_size(L, o);
}

void ci_tiled_add_shapes(lua_State *L, tiled_object *o) {
  int top = lua_gettop(L);
  luaL_checkstack(L, 16, NULL);
  read_kind(L, o)->add(L, o);
  lua_settop(L, top);
}

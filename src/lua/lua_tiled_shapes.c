/* SPDX-License-Identifier: MIT
 *
 * The shapes of one object of Tiled.
 */
#include "../number/fp.h"
#include "lua_tiled.h"

#include <math.h>
#include <string.h>

#include "../number/sincos.h"
#include "lua_description.h"
#include "lua_points.h"
#include "lua_posed.h"
#include "lua_shape.h"

/* ---- Fields ------------------------------------------------------------------------------------
 */

int ci_tiled_has(lua_State *L, int index, const char *name) {
  int has;
  ci_tiled_push_field(L, index, name);
  has = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return has;
}

double ci_tiled_read(lua_State *L, const args_place *at, int index, const char *name) {
  double x = 0;
  ci_tiled_push_field(L, index, name);
  if (!lua_isnil(L, -1)) {
    args_place field = *at;
    field.name = name;
    x = ci_args_number(L, &field, lua_gettop(L));
  }
  lua_pop(L, 1);
  return x;
}

/* ---- Placing -----------------------------------------------------------------------------------
 */

/* Exact for multiples of 90 degrees. */
static void sincos_of_degrees(double degrees, double *cosine, double *sine) {
  static const double quarters[] = {1, 0, -1, 0, 1};
  double turns = degrees / 360, quarter = (turns - floor(turns)) * 4;
  int i = (int)quarter;
  if (quarter == i && i < 4) {
    *cosine = quarters[i];
    *sine = quarters[(i + 3) % 4];
    return;
  }
  ci_sincos(degrees / 180 * 3.141592653589793, cosine, sine);
}

static void place_point(const tiled_placing *m, double x, double y, double out[2]) {
  out[0] = m->linear[0] * x + m->linear[1] * y + m->at[0];
  out[1] = m->linear[2] * x + m->linear[3] * y + m->at[1];
}

void ci_tiled_place(lua_State *L, tiled_object *o) {
  tiled_placing *m = &o->placing;
  double x, y, at[2], c, s;
  int row;
  if (!lua_istable(L, o->index))
    ci_args_fail(L, &o->at, ": table expected, got %s", ci_args_type(L, o->index));
  if (ci_tiled_has(L, o->index, "gid"))
    ci_args_fail(L, &o->at, ": a tile's shapes cannot be tiles");
  x = ci_tiled_read(L, &o->at, o->index, "x");
  y = ci_tiled_read(L, &o->at, o->index, "y");
  place_point(m, x, y, at);
  memcpy(m->at, at, sizeof at);
  sincos_of_degrees(ci_tiled_read(L, &o->at, o->index, "rotation"), &c, &s);
  for (row = 0; row < 4; row += 2) {
    double a = m->linear[row], b = m->linear[row + 1];
    m->linear[row] = a * c + b * s;
    m->linear[row + 1] = b * c - a * s;
  }
}

/* Returns 1 if the placing maps circles to circles. */
static int keeps_circles(const tiled_placing *m) {
  double a = m->linear[0], b = m->linear[1], c = m->linear[2], d = m->linear[3];
  return a * b + c * d == 0 && a * a + c * c == b * b + d * d;
}

/* Returns 1 if the placing maps rects to rects. */
static int keeps_rects(const tiled_placing *m) {
  return (m->linear[1] == 0 && m->linear[2] == 0) || (m->linear[0] == 0 && m->linear[3] == 0);
}

static int is_identity(const tiled_placing *m) {
  return m->linear[0] == 1 && m->linear[3] == 1 && m->linear[1] == 0 && m->linear[2] == 0 &&
         m->at[0] == 0 && m->at[1] == 0;
}

/* ---- Adding ------------------------------------------------------------------------------------
 */

static void set_pair(lua_State *L, const char *name, const double v[2]) {
  lua_createtable(L, 2, 0);
  lua_pushnumber(L, v[0]);
  lua_rawseti(L, -2, 1);
  lua_pushnumber(L, v[1]);
  lua_rawseti(L, -2, 2);
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
    ci_shape_set_data(L, shape);
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

/* Pushes a flat array of `count` points. */
static void push_points(lua_State *L, const double *points, int count) {
  int i;
  lua_createtable(L, 2 * count, 0);
  for (i = 0; i < 2 * count; i++) {
    lua_pushnumber(L, points[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Adds the segment from a point to the next one in the array. */
static void add_segment(lua_State *L, tiled_object *o, const double *ends) {
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
  push_points(L, points, count);
  ci_decompose_push(L, &at, pieces - 1);
  pieces_count = (int)lua_rawlen(L, pieces);
  for (i = 1; i <= pieces_count; i++) {
    lua_rawgeti(L, pieces, i);
    piece = posed_of(OBJECT_SHAPE, (object_head *)lua_touserdata(L, pieces + 1));
    if (o->is_posed &&
        (!ci_posed_set_numbers(&piece, POSE_POSITION, o->position, 2) ||
         (o->angle != 0 && !ci_posed_set_numbers(&piece, POSE_ROTATION, &o->angle, 1))))
      ci_args_fail(L, &o->at, "too far away to work with");
    add_shape(L, o);
  }
  lua_settop(L, pieces - 2);
}

/* ---- Kinds of objects --------------------------------------------------------------------------
 */

/* Adds an object without area as a segment. Without length it has no shape, unless it is posed. */
static void add_flat(lua_State *L, tiled_object *o, double width, double height) {
  double ends[4];
  place_point(&o->placing, 0, 0, ends);
  place_point(&o->placing, width, height, ends + 2);
  if (o->is_posed || width > 0 || height > 0) add_segment(L, o, ends);
}

static void add_rect(lua_State *L, tiled_object *o, double width, double height) {
  double corners[8], low[2], high[2];
  int i;
  place_point(&o->placing, 0, 0, corners);
  place_point(&o->placing, width, 0, corners + 2);
  place_point(&o->placing, width, height, corners + 4);
  place_point(&o->placing, 0, height, corners + 6);
  if (o->is_posed && is_identity(&o->placing)) {
    lua_newtable(L);
    set_number(L, "width", width);
    set_number(L, "height", height);
    add_described(L, o, "rect");
  } else if (keeps_rects(&o->placing) && (o->is_posed || (width > 0 && height > 0))) {
    for (i = 0; i < 2; i++) {
      low[i] = corners[i] < corners[4 + i] ? corners[i] : corners[4 + i];
      high[i] = corners[i] < corners[4 + i] ? corners[4 + i] : corners[i];
    }
    lua_newtable(L);
    set_pair(L, "min", low);
    set_pair(L, "max", high);
    add_described(L, o, "rect");
  } else if (width == 0 || height == 0) {
    add_flat(L, o, width, height);
  } else {
    add_outline(L, o, "rectangle", corners, 4);
  }
}

/* Writes `count` corners of an arc of an ellipse, at equal steps from the angle `first`. */
static void write_arc(const tiled_object *o, const double center[2], const double radii[2],
                      double first, double step, int count, double *corners) {
  double cosine, sine;
  int i;
  for (i = 0; i < count; i++) {
    sincos_of_degrees(first + i * step, &cosine, &sine);
    place_point(&o->placing, center[0] + radii[0] * cosine, center[1] + radii[1] * sine,
                corners + 2 * i);
  }
}

/* Moves the position of the shapes to the centre, which becomes the origin of the placing. */
static void move_origin(tiled_object *o, double center[2]) {
  double by[2], cosine, sine;
  place_point(&o->placing, center[0], center[1], by);
  ci_sincos(o->angle, &cosine, &sine);
  o->position[0] += cosine * by[0] - sine * by[1];
  o->position[1] += sine * by[0] + cosine * by[1];
  center[0] = center[1] = o->placing.at[0] = o->placing.at[1] = 0;
}

/* How much the placing scales circles. */
static double scale_of(const tiled_placing *m) {
  double a = m->linear[0], c = m->linear[2];
  return c == 0 ? fabs(a) : a == 0 ? fabs(c) : sqrt(a * a + c * c);
}

static void add_ellipse(lua_State *L, tiled_object *o, double width, double height) {
  double radii[2], center[2], *corners;
  int count = o->placing.ellipse, top = lua_gettop(L);
  radii[0] = center[0] = width / 2;
  radii[1] = center[1] = height / 2;
  if (!(width == 0 && height == 0 && o->is_posed) && (width == 0 || height == 0)) {
    add_flat(L, o, width, height);
    return;
  }
  if (o->is_posed) move_origin(o, center);
  if (o->is_posed && width == height && (width == 0 || keeps_circles(&o->placing))) {
    o->angle = 0;
    lua_newtable(L);
    set_number(L, "radius", radii[0] * scale_of(&o->placing));
    add_described(L, o, "circle");
    return;
  }
  corners = (double *)lua_newuserdata(L, 2 * (size_t)count * sizeof *corners);
  write_arc(o, center, radii, 0, 360.0 / count, count, corners);
  add_outline(L, o, "ellipse", corners, count);
  lua_settop(L, top);
}

/* A capsule fills its rectangle, with round ends at the farther sides. As a polygon, each end has
 * the corners of half an ellipse. */
static void add_capsule(lua_State *L, tiled_object *o, double width, double height) {
  double radius = (width < height ? width : height) / 2, ends[4], radii[2], placed[4], *corners;
  int half = o->placing.ellipse / 2 + 1, first = width < height ? 180 : 90, top = lua_gettop(L);
  ends[0] = ends[1] = radii[0] = radii[1] = radius;
  ends[2] = width - radius;
  ends[3] = height - radius;
  if (width == height) {
    add_ellipse(L, o, width, height);
  } else if (radius == 0) {
    add_flat(L, o, width, height);
  } else if (o->is_posed && keeps_circles(&o->placing)) {
    place_point(&o->placing, ends[0], ends[1], placed);
    place_point(&o->placing, ends[2], ends[3], placed + 2);
    lua_newtable(L);
    set_pair(L, "a", placed);
    set_pair(L, "b", placed + 2);
    set_number(L, "radius", radius * scale_of(&o->placing));
    add_described(L, o, "capsule");
  } else {
    corners = (double *)lua_newuserdata(L, 4 * (size_t)half * sizeof *corners);
    write_arc(o, ends, radii, first, 180.0 / (half - 1), half, corners);
    write_arc(o, ends + 2, radii, first + 180, 180.0 / (half - 1), half, corners + 2 * half);
    add_outline(L, o, "capsule", corners, 2 * half);
  }
  lua_settop(L, top);
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
    place_point(&o->placing, points[2 * i], points[2 * i + 1], points + 2 * i);
  return points;
}

static void add_polygon(lua_State *L, tiled_object *o) {
  int count, top = lua_gettop(L);
  const double *points = push_placed(L, o, "polygon", &count);
  add_outline(L, o, "polygon", points, count);
  lua_settop(L, top);
}

/* Adds a segment from each point to the next. */
static void add_polyline(lua_State *L, tiled_object *o) {
  int count, i, top = lua_gettop(L);
  const double *points = push_placed(L, o, "polyline", &count);
  if (count > COLLIDE_DECOMPOSE_MOST)
    ci_args_fail(L, &o->at, "polyline: the limit is %d points", (int)COLLIDE_DECOMPOSE_MOST);
  for (i = 0; i + 1 < count; i++) add_segment(L, o, points + 2 * i);
  lua_settop(L, top);
}

/* ---- The kind of an object ---------------------------------------------------------------------
 */

/* In JSON, an object has the name of its kind as a key, with the value true or a table. Exports to
 * Lua have the name in the field `shape`. */
typedef enum kind { RECTANGLE, ELLIPSE, CAPSULE, POINT, POLYGON, POLYLINE, TEXT, KINDS } kind;

static const char *const kind_names[KINDS] = {"rectangle", "ellipse",  "capsule", "point",
                                              "polygon",   "polyline", "text"};

static int read_kind(lua_State *L, const tiled_object *o) {
  int i, is;
  ci_tiled_push_field(L, o->index, "shape");
  if (!lua_isnil(L, -1)) {
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    for (i = RECTANGLE; i < KINDS && strcmp(kind_names[i], name) != 0; i++) continue;
    if (i == KINDS)
      ci_args_fail(L, &o->at,
                   "unknown shape '%s' of an object; there are rectangle, ellipse, capsule, "
                   "polygon, polyline, point and text",
                   name);
    lua_pop(L, 1);
    return i;
  }
  lua_pop(L, 1);
  for (i = ELLIPSE; i < KINDS; i++) {
    ci_tiled_push_field(L, o->index, kind_names[i]);
    is = lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (is) return i;
  }
  return RECTANGLE;
}

void ci_tiled_add_shapes(lua_State *L, tiled_object *o) {
  double width = ci_tiled_read(L, &o->at, o->index, "width");
  double height = ci_tiled_read(L, &o->at, o->index, "height");
  if (width < 0 || height < 0) ci_args_fail(L, &o->at, "width and height must not be negative");
  switch (read_kind(L, o)) {
  case RECTANGLE:
    add_rect(L, o, width, height);
    break;
  case ELLIPSE:
    add_ellipse(L, o, width, height);
    break;
  case CAPSULE:
    add_capsule(L, o, width, height);
    break;
  case POINT: /* among the shapes of a tile it marks a place */
    if (o->data == o->index) add_ellipse(L, o, 0, 0);
    break;
  case POLYGON:
    add_polygon(L, o);
    break;
  case POLYLINE:
    add_polyline(L, o);
    break;
  default: /* text */
    break;
  }
}

int ci_tiled_add_pieces(lua_State *L, const args_place *at, int index, const tiled_placing *placing,
                        int shapes, int count) {
  tiled_object o;
  memset(&o, 0, sizeof o);
  o.at = *at;
  o.index = index;
  o.placing = *placing;
  o.shapes = shapes;
  o.count = count;
  luaL_checkstack(L, 16, NULL);
  ci_tiled_place(L, &o);
  ci_tiled_add_shapes(L, &o);
  return o.count;
}

/* SPDX-License-Identifier: MIT */
#include "lua_advice.h"

#include <string.h>

#include "lua_shape.h"

typedef struct advice {
  const char *key, *read, *set;
} advice;

static const char size_read[] = "call describe(), whose table has the sizes";
static const char size_set[] = "a shape keeps its size; make another, or call set_scale";

/* What to call instead, by the name of the field. */
static const advice *find_advice(const char *key) {
  static const advice list[] = {
      {"position", "call get_position()", "call set_position"},
      {"pos", "call get_position()", "call set_position"},
      {"x", "call get_position()", "call set_position"},
      {"y", "call get_position()", "call set_position"},
      {"z", "call get_position()", "call set_position"},
      {"rotation", "call get_rotation()", "call set_rotation"},
      {"angle", "call get_rotation()", "call set_rotation"},
      {"scale", "call get_scale(), or set_scale", "call set_scale"},
      {"transform", "call describe(), whose table has it", "call set_transform"},
      {"hollow", "call describe(), whose table has it", "it is said when the shape is made"},
      {"shape",
       "call describe(), whose table has the name; overlap_all gives the shapes themselves",
       "make another shape"},
      {"kind", "call describe(), whose table has the name under shape", "make another shape"},
      {"type", "call describe(), whose table has the name under shape", "make another shape"},
      {"layer", "call get_layer()", "call set_layer"},
      {"one_way", "call get_one_way()", "call set_one_way"},
      {"min", "call bounds()", size_set},
      {"max", "call bounds()", size_set},
      {"vertices", "call points()", size_set},
      {"corners", "call points()", size_set},
      {"center", "call bounds() or get_position()", "call set_position"},
      {"move", "call translate", "call translate"},
      {"radius", size_read, size_set},
      {"half_height", size_read, size_set},
      {"height", size_read, size_set},
      {"width", size_read, size_set},
      {"half", size_read, size_set},
      {"size", size_read, size_set},
      {"get_size", size_read, size_set},
      {"getSize", size_read, size_set},
      {"get_radius", size_read, size_set},
      {"getRadius", size_read, size_set},
      {"set_size", size_set, size_set},
      {"set_radius", size_set, size_set},
      {"setRadius", size_set, size_set},
      {"get_data", "its field data has it", "set its field data"},
      {"set_data", "set its field data", "set its field data"},
      {"draw", "points(\"numbers\") are what love.graphics.polygon takes", "draw it yourself"},
      {"destroy", "remove it from its world; the rest is the garbage collector's", size_set},
      {"a", size_read, size_set},
      {"b", size_read, size_set}};
  size_t i;
  for (i = 0; i < sizeof list / sizeof list[0]; i++)
    if (strcmp(list[i].key, key) == 0) return &list[i];
  return NULL;
}

/* What shapes have not, by what it is asked of. */
static const char *find_other_advice(const char *key, const char *of) {
  static const char *const list[][3] = {
      {"grid", "size", "call cell_bounds(cell)"},
      {"grid", "origin", "call cell_bounds(cell)"},
      {"grid", "width", "call bounds()"},
      {"grid", "height", "call bounds()"},
      {"grid", "cells", "call each(), or cells_in(shape)"},
      {"grid", "query", "call cells_in(shape), overlap or raycast"},
      {"grid", "overlapping", "call cells_in(shape)"},
      {"grid", "overlapping_cells", "call cells_in(shape)"},
      {"grid", "find", "call each() and compare its values"},
      {"grid", "find_all", "call each() and compare its values"},
      {"grid", "get_cell", "call get"},
      {"grid", "getCell", "call get"},
      {"grid", "getTile", "call get"},
      {"grid", "get_tile", "call get"},
      {"grid", "is_solid", "call get, which gives 0 where nothing is"},
      {"grid", "isSolid", "call get, which gives 0 where nothing is"},
      {"grid", "is_empty", "call get, or count"},
      {"grid", "set_cell", "call set"},
      {"grid", "setCell", "call set"},
      {"grid", "setTile", "call set"},
      {"grid", "set_tile", "call set"},
      {"grid", "tile_at", "call cell_at, and get"},
      {"grid", "translate", "a grid keeps its origin; make another"},
      {"grid", "tiles", "call each()"},
      {"grid", "remove", "set the value 0"},
      {"grid", "position", "a grid keeps its origin; make another"},
      {"grid", "set_position", "a grid keeps its origin; make another"},
      {"grid", "data", "a table of yours with the grid as key has it"},
      {"group", "parts", "call part(number) and count()"},
      {"group", "shapes", "call part(number) and count()"},
      {"group", "add", "a group keeps its parts; make another"},
      {"group", "remove", "a group keeps its parts; make another"},
      {"group", "points", "ask its parts: part(number):points()"},
      {"group", "find", "call part(number) and count()"},
      {"mesh", "triangles", "call triangle(number) and count()"},
      {"mesh", "faces", "call triangle(number) and count()"},
      {"mesh", "add", "a mesh keeps its triangles; make another"},
      {"mesh", "remove", "a mesh keeps its triangles; make another"},
      {"mesh", "indices", "call triangle(number) and count()"},
      {"mesh", "load", "collide.import reads the files of models"},
      {"mesh", "voxelize", "call collide.voxelize(mesh, options)"},
      {"mesh", "set_vertices", "a mesh keeps its triangles; make another"},
      {"mesh", "update", "a mesh keeps its triangles; make another"},
      {"mesh", "normal", "triangle(number) gives its corners"},
      {"world", "insert", "call add"},
      {"world", "register", "call add"},
      {"world", "add_shape", "call add"},
      {"world", "addShape", "call add"},
      {"world", "delete", "call remove"},
      {"world", "unregister", "call remove"},
      {"world", "removeShape", "call remove"},
      {"world", "query", "call overlap_all or raycast"},
      {"world", "queryRect", "call overlap_all with a rect"},
      {"world", "queryPoint", "call overlap_all with a point"},
      {"world", "querySegment", "call segmentcast_all"},
      {"world", "queryBoundingBox", "call overlap_all with a rect"},
      {"world", "query_rect", "call overlap_all with a rect"},
      {"world", "query_point", "call overlap_all with a point"},
      {"world", "query_segment", "call segmentcast_all"},
      {"world", "project", "call shapecast"},
      {"world", "check", "call shapecast, or move with a copy of the shape"},
      {"world", "collisions", "call pairs() or contact_all(shape)"},
      {"world", "nearest", "call closest with a point, distance with a shape"},
      {"world", "size", "call count()"},
      {"world", "len", "call count()"},
      {"world", "length", "call count()"},
      {"world", "items", "call each() and count()"},
      {"world", "get_items", "call each() and count()"},
      {"world", "getItems", "call each() and count()"},
      {"world", "forEach", "call each() and count()"},
      {"world", "foreach", "call each() and count()"},
      {"world", "find", "call has(member), member(number) or overlap_all(shape)"},
      {"world", "get", "call member(number)"},
      {"world", "copy", "make another: collide.world(), to which each member is added"},
      {"world", "describe", "call describe() of each member"},
      {"world", "points", "call points() of each member"},
      {"world", "layer", "its members have layers"},
      {"world", "set_layer", "its members have layers"},
      {"world", "get_layer", "its members have layers"},
      {"world", "rebuild", "who moves a member has moved it in its worlds"},
      {"world", "refresh", "who moves a member has moved it in its worlds"},
      {"world", "sync", "who moves a member has moved it in its worlds"},
      {"world", "setPosition", "who moves a member has moved it in its worlds"},
      {"world", "translate", "who moves a member has moved it in its worlds"},
      {"world", "members", "call each() and count()"},
      {"world", "shapes", "call each() and count()"},
      {"world", "update", "who moves a member has moved it in its worlds"},
      {"world", "move", "who moves a member has moved it in its worlds"},
      {"world", "set_position", "who moves a member has moved it in its worlds"},
      {"world", "step", "a world tells what meets; what moves is yours"}};
  size_t i;
  for (i = 0; i < sizeof list / sizeof list[0]; i++)
    if (strcmp(list[i][0], of) == 0 && strcmp(list[i][1], key) == 0) return list[i][2];
  return NULL;
}

/* What other libraries call it. */
static const char *find_synonym(const char *key) {
  static const char *const list[][2] = {{"rotate", "set_rotation"},
                                        {"collides", "overlap"},
                                        {"collidesWith", "overlap"},
                                        {"collide", "overlap"},
                                        {"sweep", "shapecast"},
                                        {"cast", "shapecast"},
                                        {"sweep_test", "shapecast"},
                                        {"slide", "move"},
                                        {"walk", "move"},
                                        {"move_and_slide", "move"},
                                        {"push", "push_out"},
                                        {"resolve", "push_out"},
                                        {"separate", "push_out"},
                                        {"overlaps", "overlap"},
                                        {"touches", "overlap"},
                                        {"line_cast", "linecast"},
                                        {"intersects", "overlap"},
                                        {"intersect", "overlap"},
                                        {"hits", "overlap"},
                                        {"test", "overlap"},
                                        {"inside", "contains"},
                                        {"is_inside", "contains"},
                                        {"testPoint", "contains"},
                                        {"rayCast", "raycast"},
                                        {"ray", "raycast"},
                                        {"intersectsRay", "raycast"},
                                        {"penetration", "contact"},
                                        {"bbox", "bounds"},
                                        {"aabb", "bounds"},
                                        {"moveTo", "set_position"},
                                        {"move_to", "set_position"},
                                        {"getX", "get_position"},
                                        {"getY", "get_position"},
                                        {"get_x", "get_position"},
                                        {"get_y", "get_position"},
                                        {"get_center", "get_position"},
                                        {"getCenter", "get_position"},
                                        {"get_bounds", "bounds"},
                                        {"getBoundingBox", "bounds"},
                                        {"get_points", "points"},
                                        {"getPoints", "points"},
                                        {"get_vertices", "points"},
                                        {"clone", "copy"}};
  size_t i;
  for (i = 0; i < sizeof list / sizeof list[0]; i++)
    if (strcmp(list[i][0], key) == 0) return list[i][1];
  return NULL;
}

/* Pushes the name in words with underscores: "set_position" of "setPosition". No method is longer
 * than the buffer. (luaL_Buffer is another thing in each Lua: a module of the wrong one must load
 * far enough to say so.) */
static void push_with_underscores(lua_State *L, const char *key) {
  char text[32];
  size_t length = 0;
  for (; *key != '\0' && length + 2 <= sizeof text; key++) {
    int is_upper = *key >= 'A' && *key <= 'Z';
    if (is_upper) text[length++] = '_';
    text[length++] = (char)(is_upper ? *key - 'A' + 'a' : *key);
  }
  lua_pushlstring(L, text, length);
}

/* The method that is likely to be meant, or NULL; `methods` is their table. */
static const char *find_method(lua_State *L, const char *key, int methods) {
  const char *synonym = find_synonym(key);
  if (synonym != NULL)
    lua_pushstring(L, synonym);
  else
    push_with_underscores(L, key);
  lua_pushvalue(L, -1);
  lua_rawget(L, methods);
  return lua_isnil(L, -1) ? NULL : lua_tostring(L, -2);
}

/* Do grids have a method of that name, or where it is about grids, shapes? */
static int is_method_of_other(lua_State *L, int key, const char *of) {
  int is, other = strcmp(of, "grid") != 0 ? UP_GRID : UP_SHAPE;
  lua_getfield(L, lua_upvalueindex(other), "__index");
  lua_pushvalue(L, key);
  lua_rawget(L, -2);
  is = !lua_isnil(L, -1);
  lua_pop(L, 2);
  return is;
}

/* Raises; says which method may be meant, if there is one. */
static int fail_unknown(lua_State *L, const char *of, const char *key, int reads) {
  int own = strcmp(of, "grid") == 0    ? UP_GRID
            : strcmp(of, "group") == 0 ? UP_COMPOUND
            : strcmp(of, "mesh") == 0  ? UP_MESH
            : strcmp(of, "world") == 0 ? UP_WORLD
                                       : UP_SHAPE;
  const char *method;
  lua_getfield(L, lua_upvalueindex(own), "__index");
  method = reads ? find_method(L, key, lua_gettop(L)) : NULL;
  if (method != NULL) return luaL_error(L, "a %s has no method '%s'; call %s", of, key, method);
  return luaL_error(L, "a %s has no field or method '%s'%s", of, key,
                    strcmp(of, "grid") == 0 ? "" : "; its field data may hold any value of yours");
}

/* What to call instead of value[1]. */
static const char *advise_index(const char *of) {
  return strcmp(of, "grid") == 0    ? "call get(cell), set(cell, value) or each()"
         : strcmp(of, "group") == 0 ? "call part(number)"
         : strcmp(of, "world") == 0 ? "call member(number), add(member) or each()"
                                    : "call describe(), whose table can be indexed";
}

int ci_advice_fail(lua_State *L, int key, const char *of, int reads) {
  const char *text = "", *other;
  const advice *found = NULL;
  if (lua_type(L, key) != LUA_TSTRING)
    return luaL_error(L, "a %s has no field of type %s; %s", of, luaL_typename(L, key),
                      advise_index(of));
  text = lua_tostring(L, key);
  if (reads && strcmp(of, "grid") == 0 && strcmp(text, "data") == 0) {
    lua_pushnil(L); /* for who reads that of whatever was hit */
    return 1;
  }
  other = find_other_advice(text, of);
  if (other != NULL) return luaL_error(L, "a %s has no field or method '%s'; %s", of, text, other);
  if (strcmp(of, "grid") != 0 && strcmp(of, "world") != 0) found = find_advice(text);
  if (found != NULL)
    return luaL_error(L, reads ? "a %s has no field '%s'; %s" : "a %s's '%s' cannot be set; %s", of,
                      text, reads ? found->read : found->set);
  if (reads && is_method_of_other(L, key, of))
    return luaL_error(L, "a %s has no method '%s', %s have it", of, text,
                      strcmp(of, "grid") != 0 ? "grids" : "shapes");
  return fail_unknown(L, of, text, reads);
}

const char *ci_advice_option(const char *key, int which) {
  static const char *const list[][2] = {
      {"layer", "only"},       {"layers", "between"},   {"layers", "only"},
      {"mask", "only"},        {"group", "only"},       {"groups", "only"},
      {"tag", "only"},         {"tags", "only"},        {"exclude", "ignore"},
      {"except", "ignore"},    {"skip", "ignore"},      {"distance", "max"},
      {"length", "max"},       {"range", "max"},        {"max_distance", "max"},
      {"far", "max"},          {"response", "respond"}, {"slide", "respond"},
      {"bounce", "respond"},   {"stop", "respond"},     {"cull", "faces"},
      {"culling", "faces"},    {"backfaces", "faces"},  {"slope", "max_slope"},
      {"step_height", "step"}, {"stairs", "step"},      {"snap_length", "snap"},
      {"up_direction", "up"},  {"kinds", "between"},    {"touch", "touching"},
      {"out", "into"},         {"results", "into"},     {"count", "limit"},
      {"max_hits", "limit"},   {"predicate", "filter"}, {"where", "filter"}};
  size_t i;
  for (i = 0; i < sizeof list / sizeof list[0]; i++)
    if (strcmp(list[i][0], key) == 0 && which-- == 0) return list[i][1];
  return NULL;
}

int ci_l_module_index(lua_State *L) {
  static const char *const list[][2] = {
      {"rectangle", "call rect"},
      {"Rectangle", "call rect"},
      {"Rect", "call rect"},
      {"square", "call rect"},
      {"aabb", "call rect, or box in space"},
      {"AABB", "call rect, or box in space"},
      {"Box", "call box"},
      {"cube", "call box"},
      {"cuboid", "call box"},
      {"obb", "call box, which takes a rotation"},
      {"Circle", "call circle"},
      {"disk", "call circle"},
      {"disc", "call circle"},
      {"ellipse", "call circle, or polygon with its points"},
      {"Sphere", "call sphere"},
      {"ball", "call sphere"},
      {"poly", "call polygon"},
      {"Polygon", "call polygon"},
      {"Triangle", "call triangle"},
      {"line", "call segment; linecast casts a line"},
      {"edge", "call segment"},
      {"point", "a point is a vector, {x, y}, and stands for a shape"},
      {"ray", "call raycast(target, origin, direction)"},
      {"rayCast", "call raycast"},
      {"ray_cast", "call raycast"},
      {"intersects", "call overlap"},
      {"intersect", "call overlap"},
      {"collides", "call overlap"},
      {"collide", "call overlap"},
      {"check", "call overlap"},
      {"test", "call overlap"},
      {"overlaps", "call overlap"},
      {"sweep", "call shapecast"},
      {"newWorld", "call world"},
      {"new_world", "call world"},
      {"World", "call world"},
      {"newRectangle", "call rect"},
      {"newRectangleShape", "call rect"},
      {"newCircle", "call circle"},
      {"newCircleShape", "call circle"},
      {"newPolygonShape", "call polygon"},
      {"newEdgeShape", "call segment"},
      {"from_rows", "call grid.from_rows"},
      {"from_tiled", "call grid.from_tiled, or from_tiled_objects"},
      {"tilemap", "call grid"},
      {"convex_hull", "call hull, or polygon in the plane"},
      {"triangulate", "call decompose"}};
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  size_t i;
  for (i = 0; i < sizeof list / sizeof list[0]; i++)
    if (strcmp(list[i][0], key) == 0)
      return luaL_error(L, "collide has no function '%s'; %s", key, list[i][1]);
  return 0;
}

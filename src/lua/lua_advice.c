/* SPDX-License-Identifier: MIT */
#include "lua_advice.h"

#include <string.h>

#include "lua_posed.h"

/* The name here for a name that other libraries use. `of` says where the name occurs. "shape",
 * "grid", "group", "mesh" or "world" for a field or method that is read; "set" for a field of a
 * shape, group or mesh that is set; "method" for a method that has another name here; "option";
 * "module"; the kind of a shape or "pose" for a field of its table; "example" for what has no form
 * in lua_description.c. Case and underscores make no difference. */
static const struct {
  const char *of, *names, *text;
} rows[] = {
    {"shape", "position pos x y z", "call get_position()"},
    {"shape", "rotation angle", "call get_rotation()"},
    {"shape", "scale", "call get_scale(), or set_scale"},
    {"shape", "transform hollow", "call describe(), whose table has it"},
    {"shape", "shape",
     "call describe(), whose table has the name; overlap_all returns the shapes themselves"},
    {"shape", "kind type", "call describe(), whose table has the name under shape"},
    {"shape", "layer", "call get_layer()"},
    {"shape", "layers", "call get_layers()"},
    {"shape", "one_way", "call get_one_way()"},
    {"shape", "min max", "call bounds()"},
    {"shape", "vertices corners", "call points()"},
    {"shape", "center", "call bounds() or get_position()"},
    {"shape", "move", "call translate"},
    {"shape", "radius", "call get_radius()"},
    {"shape", "half width half_width half_size half_extents get_extents", "call get_half()"},
    {"shape", "half_height", "call get_half_height()"},
    {"shape", "a b", "call get_ends()"},
    {"shape", "height size get_size", "call describe(), whose table has the sizes"},
    {"shape", "set_size set_radius set_half set_half_height grow shrink", "call resize"},
    {"shape", "get_data", "its field data has it"},
    {"shape", "set_data", "set its field data"},
    {"shape", "draw", "outline() is what love.graphics.polygon takes; a 3D shape has triangles()"},
    {"shape", "destroy", "remove it from its world; the garbage collector does the rest"},
    {"set", "position pos x y z center", "call set_position"},
    {"set", "rotation angle", "call set_rotation"},
    {"set", "scale", "call set_scale"},
    {"set", "transform", "call set_transform"},
    {"set", "hollow", "pass it when you make the shape"},
    {"set", "shape kind type", "make another shape"},
    {"set", "layer layers set_layers", "call set_layer"},
    {"set", "one_way", "call set_one_way"},
    {"set",
     "min max vertices corners radius half_height height width half size get_size a b "
     "set_size set_radius destroy",
     "call resize; a mesh or group is made anew"},
    {"set", "move", "call translate"},
    {"set", "get_data set_data", "set its field data"},
    {"set", "draw", "draw it yourself"},
    {"grid", "outline shape", "call get_shape(value), or cell_bounds(cell)"},
    {"grid", "size origin", "call cell_bounds(cell)"},
    {"grid", "width height", "call bounds()"},
    {"grid", "cells", "call each(), or cells_in(shape)"},
    {"grid", "query", "call cells_in(shape), overlap or raycast"},
    {"grid", "overlapping overlapping_cells", "call cells_in(shape)"},
    {"grid", "find find_all", "call each() and compare its values"},
    {"grid", "get_cell get_tile", "call get"},
    {"grid", "is_solid", "call get, which returns 0 for an empty cell"},
    {"grid", "is_empty", "call get, or count"},
    {"grid", "set_cell set_tile", "call set"},
    {"grid", "tile_at", "call cell_at, and get"},
    {"grid", "translate position set_position", "a grid keeps its origin; make another"},
    {"grid", "tiles", "call each()"},
    {"grid", "remove", "set the value 0"},
    {"grid", "data", "a table of yours with the grid as key has it"},
    {"group", "parts shapes find", "call part(number) and count()"},
    {"group", "resize", "a group keeps its parts; make another, or call set_scale"},
    {"group", "add remove", "a group keeps its parts; make another"},
    {"group", "points", "ask its parts: part(number):points()"},
    {"mesh", "faces indices", "call triangles()"},
    {"mesh", "outline", "call triangles()"},
    {"mesh", "add remove set_vertices update", "a mesh keeps its triangles; make another"},
    {"mesh", "resize", "a mesh keeps its triangles; make another, or call set_scale"},
    {"mesh", "set_rotation_degrees", "call set_rotation, which takes a quaternion"},
    {"mesh", "load", "collide.import reads the files of models"},
    {"mesh", "voxelize", "call collide.voxelize(mesh, options)"},
    {"mesh", "normal", "triangle(number) gives its corners"},
    {"world", "insert register add_shape", "call add"},
    {"world", "delete unregister remove_shape", "call remove"},
    {"world", "query", "call overlap_all or raycast"},
    {"world", "query_rect query_bounding_box query_aabb", "call overlap_all with a rect"},
    {"world", "query_point intersect_point", "call overlap_all with a point"},
    {"world", "query_segment", "call segmentcast_all"},
    {"world", "intersect_ray", "call segmentcast with two points"},
    {"world", "intersect_shape", "call overlap_all"},
    {"world", "project", "call shapecast"},
    {"world", "check", "call shapecast, or move with a copy of the shape"},
    {"world", "collisions", "call pairs() or contact_all(shape)"},
    {"world", "nearest", "call closest with a point, distance with a shape"},
    {"world", "size len length", "call count()"},
    {"world", "items get_items for_each members shapes get_bodies", "call each() and count()"},
    {"world", "find", "call has(member), member(number) or overlap_all(shape)"},
    {"world", "get", "call member(number)"},
    {"world", "copy", "make another: collide.world(), to which each member is added"},
    {"world", "describe", "call describe() of each member"},
    {"world", "points", "call points() of each member"},
    {"world", "outline", "call outline() of each member"},
    {"world", "triangles", "call triangles() of each member"},
    {"world", "layer layers set_layer get_layer get_layers", "its members have layers"},
    {"world", "rebuild refresh sync translate update set_position",
     "moving a member updates its worlds"},
    {"world", "step set_gravity set_callbacks",
     "a world only answers queries; move its members yourself"},
    {"method", "rotate", "set_rotation"},
    {"method", "set_layers", "set_layer"},
    {"method", "collides collides_with collide overlaps touches intersects intersect hits test",
     "overlap"},
    {"method", "sweep cast sweep_test sphere_cast circle_cast box_cast capsule_cast cast_motion",
     "shapecast"},
    {"method", "slide walk move_and_slide", "move"},
    {"method", "push resolve separate", "push_out"},
    {"method", "has_room is_free can_place", "fits"},
    {"method", "inside is_inside test_point", "contains"},
    {"method", "ray intersects_ray", "raycast"},
    {"method", "has_item", "has"},
    {"method", "count_items", "count"},
    {"method", "penetration", "contact"},
    {"method", "bbox aabb get_bounds get_bounding_box get_rect get_aabb", "bounds"},
    {"method", "move_to", "set_position"},
    {"method", "get_x get_y get_center", "get_position"},
    {"method", "get_points get_vertices", "points"},
    {"method", "clone", "copy"},
    {"plane", "point d offset constant", "; distance is normal . point, for a point of it"},
    {"capsule", "height length", "; half_height is half the length of its axis"},
    {"cylinder", "height length", "; half_height is half of it"},
    {"rect", "left right top bottom", "; min={left, top} and max={right, bottom} do"},
    {"box", "width height depth", "; size={width, height, depth} does"},
    {"pose", "pos center centre location x y z", ", and position says where it is"},
    {"pose", "degree deg angle_degrees", ", and degrees turns it"},
    {"pose", "layers", ", and layer takes a name or an array of names"},
    {"pose", "angle rot orientation quaternion euler", ", and rotation turns it"},
    {"example", "group", "a, b"},
    {"example", "mesh", "vertices=..., triangles=..."},
    {"example", "heights", "rows=..., size=..., origin=..."},
    {"option", "layers kinds", "between"},
    {"option", "layer layers mask group groups tag tags", "only"},
    {"option", "exclude except skip", "ignore"},
    {"option", "distance length range max_distance far", "max"},
    {"option", "response slide bounce stop", "respond"},
    {"option", "cull culling backfaces", "faces"},
    {"option", "slope_limit max_angle floor_max_angle", "max_slope"},
    {"option", "step_height stairs", "step"},
    {"option", "snap_length", "snap"},
    {"option", "up_direction", "up"},
    {"option", "touch", "touching"},
    {"option", "out results", "into"},
    {"option", "count max_hits", "limit"},
    {"option", "predicate where", "filter"},
    {"module", "rectangle square new_rectangle new_rectangle_shape", "call rect"},
    {"module", "aabb", "call rect, or box in space; bounds(shape) gives those of a shape"},
    {"module", "cube cuboid", "call box"},
    {"module", "obb", "call box, which takes a rotation"},
    {"module", "disk disc new_circle new_circle_shape", "call circle"},
    {"module", "ball", "call sphere"},
    {"module", "poly new_polygon_shape", "call polygon"},
    {"module", "line", "call segment; linecast casts a line"},
    {"module", "edge new_edge_shape", "call segment"},
    {"module", "point", "a point is a vector, {x, y}, and stands for a shape"},
    {"module", "vec2 vec3 vector", "a vector is {x, y}, {x, y, z} or two or three numbers"},
    {"module", "half_space half_plane", "call plane"},
    {"module", "trimesh triangle_mesh", "call mesh"},
    {"module", "compound", "call group"},
    {"module", "heightfield height_field heightmap terrain", "call heights{rows=...}"},
    {"module", "ray", "call raycast(target, origin, direction)"},
    {"module", "sphere_cast", "call shapecast(target, collide.sphere{radius=...}, displacement)"},
    {"module", "circle_cast", "call shapecast(target, collide.circle{radius=...}, displacement)"},
    {"module", "box_cast",
     "call shapecast(target, collide.box{half=...}, displacement), or with rect in the plane"},
    {"module", "capsule_cast", "call shapecast(target, collide.capsule{...}, displacement)"},
    {"module", "sweep sweep_test swept", "call shapecast(target, shape, displacement)"},
    {"module", "intersects intersect collides collide check test overlaps", "call overlap"},
    {"module", "query overlap_sphere overlap_circle overlap_box overlap_point",
     "call overlap_all(target, shape)"},
    {"module", "mtv penetration resolve sat gjk epa", "call contact(shape, other)"},
    {"module", "inside is_inside point_inside contains_point", "call contains(shape, point)"},
    {"module", "nearest closest_point", "call closest(shape, point)"},
    {"module", "move_and_slide move_and_collide slide", "call move(target, shape, displacement)"},
    {"module", "new_world space quadtree octree bvh spatial_hash", "call world"},
    {"module", "update step", "moving a shape updates its worlds, which only answer queries"},
    {"module", "body new_body rigidbody", "there are only shapes, which have positions"},
    {"module", "from_rows", "call grid.from_rows"},
    {"module", "from_tiled", "call grid.from_tiled, from_tiled_tiles or from_tiled_objects"},
    {"module", "tilemap", "call grid"},
    {"module", "convex_hull", "call hull, or polygon in the plane"},
    {"module", "triangulate", "call decompose"}};

/* ---- Names ----------------------------------------------------------------------------------- */

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Compares two names without case and underscores. A space or the end ends the word. */
static int is_same_name(const char *word, const char *name) {
  for (;; word++, name++) {
    while (*word == '_') word++;
    while (*name == '_') name++;
    if (*word == '\0' || *word == ' ') return *name == '\0';
    if (lower(*word) != lower(*name)) return 0;
  }
}

/* Returns 1 if the name is one of the words, which spaces separate. */
static int has_word(const char *words, const char *name) {
  while (!is_same_name(words, name)) {
    words = strchr(words, ' ');
    if (words++ == NULL) return 0;
  }
  return 1;
}

static const char *skip_underscores(const char *name) {
  return name + strspn(name, "_");
}

/* Returns 1 if one letter is missing, added or wrong, or two neighbours are swapped, in a name of
 * at least 5 letters. The first letter of a word must be right. A last s does not count. So no
 * function of the module is a misspelt name of another one: a script may test for a function that
 * some versions do not have. */
static int is_misspelt(const char *name, const char *given) {
  enum { LEAST = 5 };
  const char *a = name, *b = given, *next_a, *next_b;
  size_t length = strlen(name) > strlen(given) ? strlen(name) : strlen(given);
  for (;; a++, b++) {
    a = skip_underscores(a);
    b = skip_underscores(b);
    if (lower(*a) != lower(*b) || *a == '\0') break;
  }
  if (length < LEAST || a == name || (a[-1] == '_' && b[-1] == '_')) return 0;
  if (*a == '\0' || *b == '\0') {
    const char *rest = *a == '\0' ? b : a;
    return rest[0] != '\0' && rest[1] == '\0' && lower(rest[0]) != 's';
  }
  next_a = skip_underscores(a + 1);
  next_b = skip_underscores(b + 1);
  return is_same_name(next_a, b) || is_same_name(a, next_b) || is_same_name(next_a, next_b) ||
         (lower(*a) == lower(*next_b) && lower(*b) == lower(*next_a) &&
          is_same_name(next_a + 1, next_b + 1));
}

/* Pushes the name of a function in the table, by raw access, for which `is_meant` returns 1, and
 * returns it; or NULL. If there are several, it is the first in the order of strcmp. */
static const char *find_name(lua_State *L, int table, const char *given,
                             int (*is_meant)(const char *name, const char *given)) {
  const char *best = NULL;
  int slot;
  lua_pushnil(L);
  slot = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    int is_callable = lua_type(L, -1) == LUA_TFUNCTION || lua_type(L, -1) == LUA_TTABLE;
    const char *name;
    lua_pop(L, 1);
    if (!is_callable || lua_type(L, -1) != LUA_TSTRING) continue;
    name = lua_tostring(L, -1);
    if (!is_meant(name, given) || (best != NULL && strcmp(best, name) < 0)) continue;
    best = name;
    lua_pushvalue(L, -1);
    lua_replace(L, slot);
  }
  return best;
}

/* The same for a name with other case or underscores, else for a misspelt one. */
static const char *find_spelled(lua_State *L, int table, const char *given) {
  const char *name = find_name(L, table, given, is_same_name);
  return name != NULL ? name : find_name(L, table, given, is_misspelt);
}

/* The text of row number `which`, from 0, among the rows that have the name; or NULL. */
static const char *find_row(const char *of, const char *name, int which) {
  size_t i;
  for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(rows[i].of, of) == 0 && has_word(rows[i].names, name) && which-- == 0)
      return rows[i].text;
  return NULL;
}

/* The method that the key probably means, or NULL. `methods` is the index of their table. */
static const char *find_method(lua_State *L, const char *key, int methods) {
  const char *synonym = find_row("method", key, 0);
  return find_spelled(L, methods, synonym != NULL ? synonym : key);
}

/* Returns 1 if grids have a method of that name; if `of` is "grid", if shapes have one. */
static int is_method_of_other(lua_State *L, int key, const char *of) {
  int is, other = strcmp(of, "grid") != 0 ? UP_GRID : UP_SHAPE;
  lua_getfield(L, lua_upvalueindex(other), "__index");
  lua_pushvalue(L, key);
  lua_rawget(L, -2);
  is = !lua_isnil(L, -1);
  lua_pop(L, 2);
  return is;
}

/* Raises the error, which suggests a method if one is likely. */
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

/* The calls that replace value[1]. */
static const char *advise_index(const char *of) {
  return strcmp(of, "grid") == 0    ? "call get(cell), set(cell, value) or each()"
         : strcmp(of, "group") == 0 ? "call part(number)"
         : strcmp(of, "world") == 0 ? "call member(number), add(member) or each()"
                                    : "call describe(), whose table can be indexed";
}

int ci_advice_fail(lua_State *L, int key, const char *of, int reads) {
  const char *text, *found;
  int is_shape;
  if (lua_type(L, key) != LUA_TSTRING)
    return luaL_error(L, "a %s has no field of type %s; %s", of, luaL_typename(L, key),
                      advise_index(of));
  text = lua_tostring(L, key);
  if (reads && strcmp(of, "grid") == 0 && strcmp(text, "data") == 0) {
    lua_pushnil(L); /* a script may read `data` of any object that it hits */
    return 1;
  }
  is_shape = strcmp(of, "grid") != 0 && strcmp(of, "world") != 0;
  found = strcmp(of, "shape") != 0 ? find_row(of, text, 0) : NULL;
  if (found != NULL) return luaL_error(L, "a %s has no field or method '%s'; %s", of, text, found);
  found = is_shape ? find_row(reads ? "shape" : "set", text, 0) : NULL;
  if (found != NULL)
    return luaL_error(L, reads ? "a %s has no field '%s'; %s" : "a %s's '%s' cannot be set; %s", of,
                      text, found);
  if (reads && is_method_of_other(L, key, of))
    return luaL_error(L, "a %s has no method '%s', %s have it", of, text,
                      strcmp(of, "grid") != 0 ? "grids" : "shapes");
  return fail_unknown(L, of, text, reads);
}

int ci_advice_fail_pairs(lua_State *L, const char *of) {
  const char *text = strcmp(of, "grid") == 0    ? "grid:each() for its cells"
                     : strcmp(of, "mesh") == 0  ? "mesh:triangle(number), up to mesh:count()"
                     : strcmp(of, "group") == 0 ? "group:part(number), up to group:count()"
                     : strcmp(of, "world") == 0 ? "world:each() for its members"
                                                : "shape:describe() for a table of its fields";
  luaL_where(L, 2); /* the script, which called pairs */
  lua_pushfstring(L, "pairs: table expected, got a %s; call %s", of, text);
  lua_concat(L, 2);
  return lua_error(L);
}

const char *ci_advice_option(const char *key, int which) {
  return find_row("option", key, which);
}

const char *ci_advice_field(const char *kind, const char *key) {
  const char *text = find_row(kind, key, 0);
  if (text == NULL) text = find_row("pose", key, 0);
  return text != NULL ? text : "";
}

const char *ci_advice_example(const char *kind) {
  const shape_form *form = ci_form_first(kind);
  return form != NULL ? form->example : find_row("example", kind, 0);
}

static int l_index(lua_State *L) {
  const char *of = lua_tostring(L, lua_upvalueindex(1));
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  const char *text = strcmp(of, "collide") == 0 ? find_row("module", key, 0) : NULL;
  if (text != NULL) return luaL_error(L, "%s has no function '%s'; %s", of, key, text);
  text = lua_istable(L, 1) ? find_spelled(L, 1, key) : NULL;
  if (text != NULL) return luaL_error(L, "%s has no function '%s'; call %s", of, key, text);
  return 0;
}

void ci_advice_push_index(lua_State *L, const char *of) {
  lua_pushstring(L, of);
  lua_pushcclosure(L, l_index, 1);
}

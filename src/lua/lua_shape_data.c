/* SPDX-License-Identifier: MIT
 *
 * The field `data` of shapes, meshes and groups, and what is said of fields that are not there.
 */
#include "lua_shape.h"

#include <string.h>

#include "lua_grid.h"
#include "lua_group.h"
#include "lua_trimesh.h"
#include "lua_world.h"

/* ---- Data ---------------------------------------------------------------------- */

/* Lua 5.1 and LuaJIT let a userdata have a table, its environment, and Lua 5.2 has a table or nil:
 * there the value lies in a table. The others take any value. */
#if LUA_VERSION_NUM < 503
enum { IN_TABLE = 1 };
#if LUA_VERSION_NUM < 502
#define get_own(L, index) lua_getfenv(L, index)
#define set_own(L, index) ((void)lua_setfenv(L, index))
#else
#define get_own(L, index) lua_getuservalue(L, index)
#define set_own(L, index) lua_setuservalue(L, index)
#endif
#else
enum { IN_TABLE = 0 };
#define get_own(L, index) ((void)lua_getuservalue(L, index))
#define set_own(L, index) ((void)lua_setuservalue(L, index))
#endif

/* The upvalue of the metatable that the shape, mesh or group has once it was given data; 0 for
 * others. */
static int data_upvalue(lua_State *L, int index) {
  if (description_at(L, index) != NULL) return UP_SHAPE_DATA;
  if (mesh_at(L, index) != NULL) return UP_MESH_DATA;
  if (world_at(L, index) != NULL) return UP_WORLD_DATA;
  return group_at(L, index) != NULL ? UP_COMPOUND_DATA : 0;
}

/* Has it ever been given data? Its metatable says so. */
static int has_data(lua_State *L, int index) {
  int upvalue = data_upvalue(L, index), has;
  if (upvalue == 0 || !lua_getmetatable(L, index)) return 0;
  has = lua_rawequal(L, -1, lua_upvalueindex(upvalue));
  lua_pop(L, 1);
  return has;
}

void ci_shape_push_data(lua_State *L, int index) {
  if (!has_data(L, index)) {
    lua_pushnil(L);
    return;
  }
  get_own(L, index);
  if (world_at(L, index) != NULL) {
    lua_pushliteral(L, "data");
    lua_rawget(L, -2);
    lua_remove(L, -2);
    return;
  }
  if (!IN_TABLE) return;
  lua_rawgeti(L, -1, 1);
  lua_remove(L, -2);
}

void ci_shape_set_data(lua_State *L, int index) {
  int value = lua_gettop(L);
  int upvalue = data_upvalue(L, index);
  if (upvalue == UP_WORLD_DATA) { /* its own value is the table of its members */
    get_own(L, index);
    lua_pushliteral(L, "data");
    lua_pushvalue(L, value);
    lua_rawset(L, -3);
    lua_settop(L, value - 1);
  } else if (IN_TABLE) {
    lua_createtable(L, 1, 0);
    lua_pushvalue(L, value);
    lua_rawseti(L, -2, 1);
    lua_replace(L, value);
    set_own(L, index);
  } else {
    set_own(L, index);
  }
  if (has_data(L, index)) return;
  lua_pushvalue(L, lua_upvalueindex(upvalue));
  lua_setmetatable(L, index);
}

/* ---- Fields that are not there --------------------------------------------------- */

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
      {"scale", "call get_scale()", "call set_scale"},
      {"transform", "call describe(), whose table has it", "call set_transform"},
      {"hollow", "call describe(), whose table has it", "it is said when the shape is made"},
      {"shape", "call describe(), whose table has the name", "make another shape"},
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
      {"grid", "cells", "call each()"},
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
      {"mesh", "triangles", "call triangle(number) and count()"},
      {"mesh", "faces", "call triangle(number) and count()"},
      {"mesh", "add", "a mesh keeps its triangles; make another"},
      {"mesh", "remove", "a mesh keeps its triangles; make another"},
      {"mesh", "normal", "triangle(number) gives its corners"},
      {"world", "insert", "call add"},
      {"world", "query", "call overlap_all or raycast"},
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
  static const char *const list[][2] = {
      {"rotate", "set_rotation"},   {"collides", "overlap"},    {"collidesWith", "overlap"},
      {"intersects", "overlap"},    {"intersect", "overlap"},   {"hits", "overlap"},
      {"test", "overlap"},          {"inside", "contains"},     {"is_inside", "contains"},
      {"testPoint", "contains"},    {"rayCast", "raycast"},     {"ray", "raycast"},
      {"intersectsRay", "raycast"}, {"penetration", "contact"}, {"bbox", "bounds"},
      {"aabb", "bounds"},           {"moveTo", "set_position"}, {"clone", "copy"}};
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

static int fail_field(lua_State *L, int key, const char *of, int reads) {
  const char *text = "", *other;
  const advice *found = NULL;
  if (lua_type(L, key) != LUA_TSTRING)
    return luaL_error(L, "a %s has no field of type %s", of, luaL_typename(L, key));
  text = lua_tostring(L, key);
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

/* Of the table of methods: it does not know whose method was looked for. */
static int find_no_method(lua_State *L, const char *of) {
  if (lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), "data") == 0) {
    lua_pushnil(L);
    return 1;
  }
  return fail_field(L, 2, of, 1);
}

static int l_no_method(lua_State *L) {
  return find_no_method(L, "shape");
}

static int l_no_mesh_method(lua_State *L) {
  return find_no_method(L, "mesh");
}

static int l_no_group_method(lua_State *L) {
  return find_no_method(L, "group");
}

static int l_no_world_method(lua_State *L) {
  return find_no_method(L, "world");
}

static int l_no_grid_method(lua_State *L) {
  return fail_field(L, 2, "grid", 1);
}

/* What the value at the index is to be called, also when it is something else. */
static const char *kind_at(lua_State *L, int index) {
  if (mesh_at(L, index) != NULL) return "mesh";
  if (world_at(L, index) != NULL) return "world";
  return group_at(L, index) != NULL ? "group" : "shape";
}

static int index_of(lua_State *L, int upvalue, const char *of) {
  if (lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), "data") == 0) {
    ci_shape_push_data(L, 1);
    return 1;
  }
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(upvalue));
  lua_pushliteral(L, "methods");
  lua_rawget(L, 3);
  lua_pushvalue(L, 2);
  lua_rawget(L, 4);
  return lua_isnil(L, -1) ? fail_field(L, 2, of, 1) : 1;
}

static int l_index(lua_State *L) {
  return index_of(L, UP_SHAPE_DATA, "shape");
}

static int l_mesh_index(lua_State *L) {
  return index_of(L, UP_MESH_DATA, "mesh");
}

static int l_group_index(lua_State *L) {
  return index_of(L, UP_COMPOUND_DATA, "group");
}

static int l_world_index(lua_State *L) {
  return index_of(L, UP_WORLD_DATA, "world");
}

static int l_newindex(lua_State *L) {
  int is_data = lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), "data") == 0;
  if (data_upvalue(L, 1) == 0 || !is_data) return fail_field(L, 2, kind_at(L, 1), 0);
  lua_settop(L, 3);
  ci_shape_set_data(L, 1);
  return 0;
}

/* ---- Setting up ------------------------------------------------------------------- */

static void set_fallback(lua_State *L, int first, int methods, lua_CFunction fallback,
                         shape_push_function push) {
  lua_newtable(L);
  push(L, first, fallback, "index");
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, methods);
}

/* The fields of the metatables of things without data and of those with. */
static void set_data(lua_State *L, int first, int plain, int data, int methods, lua_CFunction index,
                     shape_push_function push) {
  push(L, first, l_newindex, "newindex");
  lua_pushvalue(L, -1);
  lua_setfield(L, plain, "__newindex");
  lua_setfield(L, data, "__newindex");
  push(L, first, index, "index");
  lua_setfield(L, data, "__index");
  lua_pushvalue(L, methods);
  lua_setfield(L, data, "methods");
  lua_getfield(L, plain, "__tostring");
  lua_setfield(L, data, "__tostring");
  lua_getfield(L, plain, "__name");
  lua_setfield(L, data, "__name");
  lua_getfield(L, plain, "__gc");
  lua_setfield(L, data, "__gc");
}

void ci_shape_set_fields(lua_State *L, int first, int methods, int grid_methods, int mesh_methods,
                         int group_methods, int world_methods, shape_push_function push) {
  set_fallback(L, first, methods, l_no_method, push);
  set_fallback(L, first, grid_methods, l_no_grid_method, push);
  set_fallback(L, first, mesh_methods, l_no_mesh_method, push);
  set_fallback(L, first, group_methods, l_no_group_method, push);
  set_fallback(L, first, world_methods, l_no_world_method, push);
  set_data(L, first, first, first + UP_SHAPE_DATA - UP_SHAPE, methods, l_index, push);
  set_data(L, first, first + UP_MESH - UP_SHAPE, first + UP_MESH_DATA - UP_SHAPE, mesh_methods,
           l_mesh_index, push);
  set_data(L, first, first + UP_COMPOUND - UP_SHAPE, first + UP_COMPOUND_DATA - UP_SHAPE,
           group_methods, l_group_index, push);
  set_data(L, first, first + UP_WORLD - UP_SHAPE, first + UP_WORLD_DATA - UP_SHAPE, world_methods,
           l_world_index, push);
}

/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_triangles.h"

#include <string.h>

const args_size ci_triangles_size = {3, "a mesh takes 3"};

/* ---- Arrays ---------------------------------------------------------------- */

void ci_triangles_watch(lua_State *L, const triangles_watch *watch, int element) {
  enum { OFTEN = 512 };
  if (watch != NULL && element % OFTEN == 0) watch->report(L, watch->user);
}

int ci_triangles_count(lua_State *L, const args_place *at, int index,
                       const triangles_watch *watch) {
  args_array array = ci_args_array_begin(L, index);
  int i;
  for (i = 0; ci_args_array_next(L, at, &array); i++) {
    lua_pop(L, 1);
    ci_triangles_watch(L, watch, i);
  }
  return (int)array.count;
}

static int first_type(lua_State *L, int index) {
  int type;
  lua_rawgeti(L, index, 1);
  type = lua_type(L, -1);
  lua_pop(L, 1);
  return type;
}

/* Pushes a field of the mesh, which must be an array, and returns its index. */
static int push_array(lua_State *L, const args_place *at, int index) {
  lua_getfield(L, index, at->name);
  if (!lua_istable(L, -1))
    ci_args_fail(L, at, ": array expected, got %s", ci_args_type(L, lua_gettop(L)));
  return lua_gettop(L);
}

static void *push_memory(lua_State *L, const args_place *at, int count, size_t size) {
  /* Numbers of corners must be ints. */
  if (count > 0x7fffffff / 9 || (size_t)count + 1 > (size_t)-1 / size)
    ci_args_fail(L, at, ": too many");
  return lua_newuserdata(L, ((size_t)count + 1) * size);
}

/* Raises unless the count is a multiple of three. */
static void check_threes(lua_State *L, const args_place *at, int count, const char *what) {
  if (count % 3 != 0)
    ci_args_fail(L, at, ": three numbers for each %s expected, got %d in all", what, count);
}

/* ---- Vertices and triangles -------------------------------------------------- */

static void read_flat_vertices(lua_State *L, const args_place *at, int index, int count, double *to,
                               const triangles_watch *watch) {
  int i;
  check_threes(L, at, count, "vertex");
  for (i = 0; i < count; i++) {
    lua_rawgeti(L, index, i + 1);
    if (lua_type(L, -1) != LUA_TNUMBER)
      ci_args_fail(L, at, ": vertex %d: number expected, got %s", i / 3 + 1,
                   ci_args_type(L, lua_gettop(L)));
    to[i] = lua_tonumber(L, -1) + 0.0;
    if (!args_in_range(to[i])) {
      args_place vertex = *at;
      vertex.name = lua_pushfstring(L, "%s: vertex %d", at->name, i / 3 + 1);
      ci_args_fail_range(L, &vertex, to[i]);
    }
    lua_pop(L, 1);
    ci_triangles_watch(L, watch, i);
  }
}

static void read_vertices(lua_State *L, const args_place *mesh_at, int table,
                          collide_triangles *mesh, const triangles_watch *watch) {
  args_place at = ci_args_field(mesh_at, "vertices");
  int index = push_array(L, &at, table), count = ci_triangles_count(L, &at, index, watch);
  int flat = first_type(L, index) == LUA_TNUMBER, i;
  double *to = (double *)push_memory(L, &at, count, flat ? sizeof *to : 3 * sizeof *to);
  if (flat) read_flat_vertices(L, &at, index, count, to, watch);
  for (i = 0; !flat && i < count; i++) {
    args_place item = at;
    item.item = i + 1;
    lua_rawgeti(L, index, i + 1);
    ci_args_vector_value(L, &item, lua_gettop(L), ci_triangles_size, to + 3 * i);
    lua_pop(L, 1);
    ci_triangles_watch(L, watch, i);
  }
  mesh->vertices = to;
  mesh->vertex_count = (size_t)(flat ? count / 3 : count);
}

/* Reads the number of a vertex, which is on top of the stack. */
static uint32_t read_number(lua_State *L, const args_place *at, int triangle, size_t vertices) {
  double number;
  if (lua_type(L, -1) != LUA_TNUMBER)
    ci_args_fail(L, at, ": triangle %d: number expected, got %s", triangle,
                 ci_args_type(L, lua_gettop(L)));
  number = lua_tonumber(L, -1);
  if (!(number >= 1 && number <= (double)vertices && number == floor(number)))
    ci_args_fail(L, at, ": triangle %d: vertices from 1 to %d expected, got %s", triangle,
                 (int)vertices, ci_args_number_text(L, number));
  return (uint32_t)number - 1;
}

static void read_three_numbers(lua_State *L, const args_place *at, int triangle, size_t vertices,
                               uint32_t *to) {
  int index = lua_gettop(L), k;
  if (!lua_istable(L, index))
    ci_args_fail(L, at, ": triangle %d: {a, b, c} expected, got %s", triangle,
                 ci_args_type(L, index));
  for (k = 0; k < 4; k++) {
    lua_rawgeti(L, index, k + 1);
    if (lua_isnil(L, -1) != (k == 3))
      ci_args_fail(L, at, ": triangle %d: three vertices expected, got %s", triangle,
                   k == 3 ? "more" : "fewer");
    if (k < 3) to[k] = read_number(L, at, triangle, vertices);
    lua_pop(L, 1);
  }
}

static void read_triangles(lua_State *L, const args_place *mesh_at, int table,
                           collide_triangles *mesh, const triangles_watch *watch) {
  args_place at = ci_args_field(mesh_at, "triangles");
  int index = push_array(L, &at, table), count = ci_triangles_count(L, &at, index, watch);
  int flat = first_type(L, index) == LUA_TNUMBER, i;
  uint32_t *to = (uint32_t *)push_memory(L, &at, count, flat ? sizeof *to : 3 * sizeof *to);
  if (flat) check_threes(L, &at, count, "triangle");
  for (i = 0; i < count; i++) {
    lua_rawgeti(L, index, i + 1);
    if (flat)
      to[i] = read_number(L, &at, i / 3 + 1, mesh->vertex_count);
    else
      read_three_numbers(L, &at, i + 1, mesh->vertex_count, to + 3 * i);
    lua_pop(L, 1);
    ci_triangles_watch(L, watch, i);
  }
  mesh->triangles = to;
  mesh->triangle_count = (size_t)(flat ? count / 3 : count);
}

/* ---- Both ------------------------------------------------------------------------ */

void ci_triangles_read_fields(lua_State *L, const args_place *at, int index,
                              collide_triangles *mesh, const triangles_watch *watch) {
  luaL_checkstack(L, 24, NULL);
  read_vertices(L, at, index, mesh, watch);
  read_triangles(L, at, index, mesh, watch);
}

void ci_triangles_read(lua_State *L, int arg, counted_triangles *read,
                       const triangles_watch *watch) {
  static const char *const fields[] = {"vertices", "triangles", "triangle_materials", "materials",
                                       NULL};
  args_place at = ci_args_at(arg, NULL);
  luaL_checkstack(L, 24, NULL);
  if (ci_triangles_is_shapes(L, arg)) {
    ci_triangles_read_shapes(L, arg, read, watch);
    return;
  }
  ci_args_only(L, &at, arg, "field", fields, 0, "a mesh takes vertices and triangles");
  memset(read, 0, sizeof *read);
  ci_triangles_read_fields(L, &at, arg, &read->mesh, watch);
  read->elements = read->mesh.triangle_count;
  read->element = "triangle";
}

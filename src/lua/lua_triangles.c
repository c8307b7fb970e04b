/* SPDX-License-Identifier: MIT
 *
 * Reads shapes with flat faces, and arrays of them and of triangles.
 */
#include "../number/fp.h"
#include "lua_triangles.h"

#include <string.h>

#include "../mesh/mesh.h"
#include "../shape/shape.h"
#include "../target/group.h"
#include "lua_description.h"
#include "lua_group.h"
#include "lua_mesh.h"

/* The number of components of the vectors of a mesh. */
static const args_size vector_size = {3, "a mesh takes 3"};

/* ---- Arrays ---------------------------------------------------------------- */

/* Call it for each element that is read. */
static void ci_triangles_watch(lua_State *L, const triangles_watch *watch, int element) {
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
  ci_args_check(L, at, lua_gettop(L), LUA_TTABLE, "array");
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

/* ---- Memory ------------------------------------------------------------------ */

/* The triangles read so far, in a userdata on the stack. A larger one replaces it when it is full,
 * because the number of a shape's triangles is known only after the shape is read. */
typedef struct soup {
  int slot; /* the stack index of the userdata */
  double *corners;
  int *element_of; /* after the corners */
  int count, room;
} soup;

/* Indices of corners are ints. */
enum { MOST_TRIANGLES = 0x7fffffff / 9 };

static void reserve(lua_State *L, const args_place *at, soup *s, int more) {
  enum { TRIANGLE = 9 * sizeof(double) + sizeof(int) };
  soup larger = *s;
  if (more <= s->room - s->count) return;
  if (more > MOST_TRIANGLES - s->count) ci_args_fail(L, at, ": too many triangles");
  larger.room = s->room < MOST_TRIANGLES / 2 ? 2 * s->room : MOST_TRIANGLES;
  if (larger.room < s->count + more) larger.room = s->count + more;
  larger.corners = (double *)seal_memory(L, s->slot, (uint64_t)larger.room, TRIANGLE);
  larger.element_of = (int *)(void *)(larger.corners + 9 * (size_t)larger.room);
  if (s->count > 0) {
    memcpy(larger.corners, s->corners, (size_t)s->count * 9 * sizeof(double));
    memcpy(larger.element_of, s->element_of, (size_t)s->count * sizeof(int));
  }
  *s = larger;
}

static void begin_soup(lua_State *L, const args_place *at, soup *s, int room) {
  lua_pushnil(L);
  memset(s, 0, sizeof *s);
  s->slot = lua_gettop(L);
  reserve(L, at, s, room > 0 ? room : 1);
}

/* ---- Shapes and triangles ------------------------------------------------------ */

static int has_flat_faces(const collide_shape *shape) {
  return shape->kind == COLLIDE_BOX || shape_is_hull(shape) || shape->kind == COLLIDE_TRIANGLE;
}

/* Counts triangles that were written. */
static void add_corners(soup *s, int count) {
  double *to = s->corners + 9 * (size_t)s->count;
  int i;
  for (i = 0; i < 9 * count; i++) to[i] += 0.0;
  s->count += count;
}

/* Adds the faces of a shape as one element. If `element` is negative, each face is an element. */
static void add_shape(lua_State *L, const args_place *at, soup *s, const collide_shape *shape,
                      int element) {
  int count = ci_shape_triangles(shape, NULL, NULL), i;
  int *element_of;
  reserve(L, at, s, count);
  element_of = s->element_of + s->count;
  /* A finalizer may have rounded a box, which then has none. */
  count = ci_shape_triangles(shape, s->corners + 9 * (size_t)s->count, element_of);
  for (i = 0; i < count; i++) element_of[i] = element >= 0 ? element : element_of[i] - 1;
  add_corners(s, count);
}

/* The same for a mesh. */
static void add_mesh(lua_State *L, const args_place *at, soup *s, const collide_mesh *mesh,
                     int element) {
  int count = ci_mesh_data_count(mesh->data), i;
  reserve(L, at, s, count);
  ci_mesh_corners(mesh, s->corners + 9 * (size_t)s->count);
  for (i = 0; i < count; i++) s->element_of[s->count + i] = element >= 0 ? element : i;
  add_corners(s, count);
}

static void check_shape(lua_State *L, const args_place *at, const collide_shape *shape) {
  if (!has_flat_faces(shape))
    ci_args_fail(L, at, "3D triangle, box or hull expected, got %s%s",
                 collide_dimensions(shape) == 2 ? "a 2D " : "", collide_kind_name(shape->kind));
}

static void add_group(lua_State *L, const args_place *at, soup *s, const held_group *held,
                      int element) {
  int part, parts = collide_group_count(held->group);
  for (part = 0; part < parts; part++) {
    const collide_shape *shape = ci_group_part(held->group, part);
    if (shape == NULL) {
      add_mesh(L, at, s, ci_group_mesh(held->group, part), element >= 0 ? element : part);
      continue;
    }
    if (!has_flat_faces(shape))
      ci_args_fail(
          L, at, "3D triangles, boxes, hulls and meshes expected, part %d of the group is a %s%s",
          part + 1, collide_dimensions(shape) == 2 ? "2D " : "", collide_kind_name(shape->kind));
    add_shape(L, at, s, shape, element >= 0 ? element : part);
  }
}

/* Adds the triangle {a, b, c} on top of the stack. */
static void add_points(lua_State *L, const args_place *given, soup *s, int element) {
  args_place at = *given;
  int index = lua_gettop(L), k;
  double *to;
  reserve(L, given, s, 1);
  to = s->corners + 9 * (size_t)s->count;
  at.name = "point";
  for (k = 0; k < 3; k++) {
    at.item = k + 1;
    lua_rawgeti(L, index, k + 1);
    ci_args_vector_value(L, &at, lua_gettop(L), vector_size, to + 3 * k);
    lua_pop(L, 1);
  }
  s->element_of[s->count++] = element;
  lua_rawgeti(L, index, 4);
  if (lua_isnil(L, -1)) return;
  ci_args_fail(L, given, "three points expected, got more");
}

/* ---- The argument ---------------------------------------------------------------- */

/* Returns 1 for a shape, mesh or group, or a description of one. */
static int is_single(lua_State *L, int index) {
  return description_at(L, index) != NULL || group_at(L, index) != NULL ||
         mesh_at(L, index) != NULL || (lua_istable(L, index) && ci_description_is(L, index));
}

/* Returns 1 if the argument is a shape, a group or an array of them. Raises for any other value but
 * {vertices=, triangles=}. */
static int triangles_is_shapes(lua_State *L, int arg) {
  if (is_single(L, arg)) return 1;
  if (!lua_istable(L, arg))
    ci_args_fail_at(
        L, arg, NULL, "mesh, shape or array of triangles and shapes expected, got %s%s",
        ci_args_type(L, arg),
        lua_type(L, arg) == LUA_TSTRING ? "; collide.import reads the files of models" : "");
  return !ci_args_has_field(L, arg, "vertices") && !ci_args_has_field(L, arg, "triangles");
}

/* Adds the shape, mesh or group at the index. */
static void add_single(lua_State *L, const args_place *at, soup *s, int index, int element) {
  const held_group *group = ci_group_get(L, at, index);
  const held_mesh *mesh = group == NULL ? ci_mesh_get(L, at, index) : NULL;
  if (group != NULL) {
    add_group(L, at, s, group, element);
  } else if (mesh != NULL) {
    add_mesh(L, at, s, &mesh->mesh, element);
  } else {
    described room;
    const described *given = ci_description_get(L, at, index, &room);
    check_shape(L, at, &given->shape);
    add_shape(L, at, s, &given->shape, element);
  }
}

static void read_array(lua_State *L, int arg, soup *s, int count, const triangles_watch *watch) {
  args_place at = ci_args_at(arg, NULL);
  int i, index = lua_gettop(L) + 1;
  at.within = "triangle";
  for (i = 0; i < count; i++) {
    at.element = i + 1;
    lua_rawgeti(L, arg, i + 1);
    if (is_single(L, index))
      add_single(L, &at, s, index, i);
    else if (lua_istable(L, index))
      add_points(L, &at, s, i);
    else
      ci_args_fail(L, &at, "triangle, {a, b, c} or shape expected, got %s", ci_args_type(L, index));
    lua_settop(L, index - 1);
    ci_triangles_watch(L, watch, i);
  }
}

static void triangles_read_shapes(lua_State *L, int arg, counted_triangles *read,
                                  const triangles_watch *watch) {
  args_place at = ci_args_at(arg, NULL);
  int single = is_single(L, arg), count = single ? 1 : ci_triangles_count(L, &at, arg, watch);
  soup s;
  memset(read, 0, sizeof *read);
  begin_soup(L, &at, &s, count);
  if (single) {
    read->element = ci_group_is(L, arg) ? "part" : ci_mesh_is(L, arg) ? "triangle" : "face";
    lua_pushvalue(L, arg); /* an object replaces its description */
    add_single(L, &at, &s, lua_gettop(L), -1);
    lua_settop(L, s.slot);
    read->elements = s.count > 0 ? (size_t)s.element_of[s.count - 1] + 1 : 0;
  } else {
    read_array(L, arg, &s, count, watch);
    read->element = s.count == count ? "triangle" : "shape";
    read->elements = (size_t)count;
  }
  if (single || s.count != count) read->element_of = s.element_of;
  read->mesh.vertices = s.corners;
  read->mesh.vertex_count = 3 * (size_t)s.count;
  read->mesh.triangle_count = (size_t)s.count;
}

/* ---- Elements ----------------------------------------------------------------------- */

/* The index of a triangle is never below that of its element. So this works backward, in place. */
void ci_triangles_spread(const counted_triangles *read, uint16_t *values) {
  size_t i;
  if (read->element_of == NULL) return;
  for (i = read->mesh.triangle_count; i-- > 0;) values[i] = values[read->element_of[i]];
}

/* Elements ascend with their triangles. */
size_t ci_triangles_elements(const counted_triangles *read, uint32_t *triangles, size_t count) {
  size_t i, found = 0;
  if (read->element_of == NULL) return count;
  for (i = 0; i < count; i++) {
    uint32_t element = (uint32_t)read->element_of[triangles[i]];
    if (found == 0 || triangles[found - 1] != element) triangles[found++] = element;
  }
  return found;
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
    args_place item = ci_args_item(&at, i + 1);
    lua_rawgeti(L, index, i + 1);
    ci_args_vector_value(L, &item, lua_gettop(L), vector_size, to + 3 * i);
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
  if (triangles_is_shapes(L, arg)) {
    triangles_read_shapes(L, arg, read, watch);
    return;
  }
  ci_args_only(L, &at, arg, "field", fields, 0, "a mesh takes vertices and triangles");
  memset(read, 0, sizeof *read);
  ci_triangles_read_fields(L, &at, arg, &read->mesh, watch);
  read->elements = read->mesh.triangle_count;
  read->element = "triangle";
}

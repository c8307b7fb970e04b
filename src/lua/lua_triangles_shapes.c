/* SPDX-License-Identifier: MIT
 *
 * Reads shapes with flat faces, and arrays of them and of triangles.
 */
#include "../number/fp.h"
#include "lua_triangles.h"

#include <string.h>

#include "lua_description.h"
#include "lua_group.h"
#include "lua_mesh.h"
#include "../target/group.h"
#include "../mesh/mesh.h"
#include "../shape/shape.h"

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
  return shape->kind == COLLIDE_BOX || shape->kind == COLLIDE_HULL ||
         shape->kind == COLLIDE_TRIANGLE;
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
  ci_shape_triangles(shape, s->corners + 9 * (size_t)s->count, element_of);
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
    ci_args_vector_value(L, &at, lua_gettop(L), ci_triangles_size, to + 3 * k);
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

int ci_triangles_is_shapes(lua_State *L, int arg) {
  args_place at = ci_args_at(arg, NULL);
  if (is_single(L, arg)) return 1;
  if (!lua_istable(L, arg))
    ci_args_fail(
        L, &at, "mesh, shape or array of triangles and shapes expected, got %s%s",
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

void ci_triangles_read_shapes(lua_State *L, int arg, counted_triangles *read,
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

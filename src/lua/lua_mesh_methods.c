/* SPDX-License-Identifier: MIT
 *
 * The methods of meshes. Any allocation may run a finalizer, which may release a mesh. Then the
 * mesh has no triangles.
 */
#include "../number/fp.h"
#include "lua_mesh.h"

#include <stdlib.h>

#include "../mesh/mesh.h"
#include "lua_grid.h"
#include "lua_object.h"
#include "lua_operand.h"
#include "lua_options.h"
#include "lua_result.h"
#include "../shape/shape.h"

static held_mesh *check_mesh(lua_State *L) {
  held_mesh *held = mesh_at(L, 1);
  if (held == NULL) ci_args_fail_self(L, "mesh");
  return held;
}

static int l_count(lua_State *L) {
  const held_mesh *held = check_mesh(L);
  ci_args_end(L, 2);
  compat_pushwhole(L, ci_mesh_data_count(held->mesh.data));
  return 1;
}

/* ---- One triangle ------------------------------------------------------------------------ */

static int l_triangle(lua_State *L) {
  const held_mesh *held = check_mesh(L);
  args_place at = ci_args_at(2, "number");
  int number = ci_args_whole(L, &at, 2, 1, ci_mesh_data_count(held->mesh.data));
  int numbers = ci_args_wants_numbers(L, 3, 0), i, pushed = 0;
  double corners[3][3];
  collide_shape triangle;
  collide_mesh_triangle(&held->mesh, number - 1, &triangle);
  for (i = 0; i < 3; i++) ci_shape_corner(&triangle, i, corners[i]);
  for (i = 0; i < 3; i++) pushed += ci_result_push_answer(L, corners[i], 3, numbers);
  return pushed;
}

/* ---- Triangles in a shape ---------------------------------------------------------------- */

typedef struct number_list {
  int *numbers;
  int room, count;
} number_list;

static int take_number(void *user, int number) {
  number_list *list = (number_list *)user;
  if (list->count < list->room) list->numbers[list->count] = number;
  list->count++;
  return 1;
}

static int compare_numbers(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

/* Leaves a userdata with the numbers on the stack. Making it may run finalizers, which may move the
 * mesh. So the query is repeated until there is room for all numbers. */
static void find_triangles(lua_State *L, const held_mesh *held, const operand *shape,
                           number_list *list) {
  args_place at = ci_args_at(2, NULL);
  enum { AT_FIRST = 64 };
  list->count = AT_FIRST;
  list->room = 0;
  lua_pushnil(L);
  while (list->count > list->room) {
    list->room = list->count + list->count / 4;
    list->numbers =
        (int *)seal_memory(L, lua_gettop(L), (uint64_t)list->room, sizeof *list->numbers);
    list->count = 0;
    if (ci_mesh_data_count(held->mesh.data) > 0 &&
        ci_mesh_triangles_in(&held->mesh, shape->shape, take_number, list) == COLLIDE_UNSUPPORTED)
      ci_args_fail(L, &at, "there is no test for mesh and %s yet", shape->name);
  }
  qsort(list->numbers, (size_t)list->count, sizeof *list->numbers, compare_numbers);
}

static int l_triangles_in(lua_State *L) {
  const held_mesh *held = check_mesh(L);
  args_place at = ci_args_at(2, NULL);
  operand shape;
  number_list list;
  int i;
  ci_args_end(L, 3);
  lua_settop(L, 2);
  ci_operand_read_shape(L, 2, &shape);
  if (collide_dimensions(shape.shape) != 3)
    ci_args_fail(L, &at, "a 3D shape expected beside a mesh, got a 2D %s", shape.name);
  find_triangles(L, held, &shape, &list);
  lua_createtable(L, list.count, 0);
  for (i = 0; i < list.count; i++) {
    compat_pushwhole(L, list.numbers[i] + 1);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* ---- Closed or not ----------------------------------------------------------------------- */

/* Returns 1 if the mesh is closed, for vertices within `weld` of one another as one. Otherwise
 * returns 0 and writes the ends of an open edge. */
static int is_closed(lua_State *L, collide_mesh_data *data, const collide_pose *pose, double weld,
                     double ends[2][3]) {
  collide_shape posed;
  collide_source source;
  const double *from, *to;
  uint32_t edge[2];
  collide_error error = weld > 0 ? ci_mesh_check_welded(data, weld, edge)
                                 : collide_mesh_data_check_closed(data, edge);
  if (error == COLLIDE_OK) return 1;
  if (error != COLLIDE_ERROR_MESH_NOT_CLOSED) ci_grid_fail_memory(L);
  from = ci_mesh_data_vertex(data, edge[0]);
  to = ci_mesh_data_vertex(data, edge[1]);
  collide_make_triangle(&posed, &source, from, to, to);
  collide_set_pose(&posed, &source, pose);
  ci_shape_corner(&posed, 0, ends[0]);
  ci_shape_corner(&posed, 1, ends[1]);
  return 0;
}

static int l_is_closed(lua_State *L) {
  static const option_row rows[] = {{"weld", 1, ci_option_weld, 0, NULL, NULL, 0}, OPTION_END};
  held_mesh *held = check_mesh(L);
  int has_options = lua_istable(L, 2) || (lua_isnil(L, 2) && lua_gettop(L) > 2);
  int numbers = ci_args_wants_numbers(L, has_options ? 3 : 2, 0), count = 1, closed;
  double ends[2][3], weld = 0;
  if (lua_istable(L, 2)) ci_options_read(L, 2, rows, ~0U, &weld);
  closed = is_closed(L, held->owner->share.data, &held->pose, weld, ends);
  lua_pushboolean(L, closed);
  if (closed) return 1;
  count += ci_result_push_answer(L, ends[0], 3, numbers);
  return count + ci_result_push_answer(L, ends[1], 3, numbers);
}

static const char *push_point(lua_State *L, const double p[3]) {
  const char *x = ci_args_number_text(L, p[0] + 0.0), *y = ci_args_number_text(L, p[1] + 0.0);
  return lua_pushfstring(L, "(%s, %s, %s)", x, y, ci_args_number_text(L, p[2] + 0.0));
}

void ci_mesh_check_closed(lua_State *L, const args_place *at, collide_mesh_data *data,
                          const collide_pose *pose) {
  double ends[2][3];
  if (is_closed(L, data, pose, 0, ends)) return;
  ci_args_fail(L, at,
               "the mesh is not closed, so it contains nothing: an odd number of triangles meets "
               "at the edge from %s to %s",
               push_point(L, ends[0]), push_point(L, ends[1]));
}

/* ---- Descriptions
 * --------------------------------------------------------------------------------- */

static void push_vertices(lua_State *L, const held_mesh *held) {
  size_t i;
  lua_createtable(L, (int)held->mesh.data->vertices, 0);
  for (i = 0; i < held->mesh.data->vertices; i++) {
    double p[3];
    int k;
    for (k = 0; k < 3; k++) p[k] = held->mesh.data->points[3 * i + (size_t)k];
    lua_createtable(L, 3, 0);
    for (k = 0; k < 3; k++) {
      result_push_number(L, p[k]);
      lua_rawseti(L, -2, k + 1);
    }
    lua_rawseti(L, -2, (int)i + 1);
  }
}

static void push_triangles(lua_State *L, const held_mesh *held) {
  int i, k;
  lua_createtable(L, ci_mesh_data_count(held->mesh.data), 0);
  for (i = 0; i < ci_mesh_data_count(held->mesh.data); i++) {
    uint32_t corners[3];
    ci_mesh_data_corners(held->mesh.data, i, corners);
    lua_createtable(L, 3, 0);
    for (k = 0; k < 3; k++) {
      compat_pushwhole(L, corners[k] + 1);
      lua_rawseti(L, -2, k + 1);
    }
    lua_rawseti(L, -2, i + 1);
  }
}

void ci_mesh_set_arrays(lua_State *L, const held_mesh *held) {
  push_vertices(L, held);
  lua_setfield(L, -2, "vertices");
  push_triangles(L, held);
  lua_setfield(L, -2, "triangles");
}

const binding ci_mesh_bindings[] = {{"count", l_count, IN_MESH},
                                    {"triangle", l_triangle, IN_MESH},
                                    {"triangles_in", l_triangles_in, IN_MESH},
                                    {"is_closed", l_is_closed, IN_MESH},
                                    {NULL, NULL, 0}};

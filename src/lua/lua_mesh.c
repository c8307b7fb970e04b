/* SPDX-License-Identifier: MIT
 *
 * Meshes and terrain: how they are made, and their methods. Any allocation may run a finalizer,
 * which may release a mesh. Then the mesh has no triangles.
 */
#include "../number/fp.h"
#include "lua_mesh.h"

#include <stdlib.h>
#include <string.h>

#include "../mesh/mesh.h"
#include "../shape/shape.h"
#include "../tree/tree.h"
#include "lua_grid.h"
#include "lua_object.h"
#include "lua_operand.h"
#include "lua_options.h"
#include "lua_posed.h"
#include "lua_result.h"
#include "lua_triangles.h"

/* ---- Rows ---------------------------------------------------------------------------------- */

static void read_row(lua_State *L, const args_place *at, int row, int columns, double *to) {
  int index = lua_gettop(L), x;
  if (!lua_istable(L, index))
    ci_args_fail(L, at, "[%d]: array of heights expected, got %s", row, ci_args_type(L, index));
  for (x = 1; x <= columns + 1; x++) {
    lua_rawgeti(L, index, x);
    if (lua_isnil(L, -1) != (x > columns))
      ci_args_fail(L, at, "[%d]: %d heights expected, as in the first row, got %s", row, columns,
                   x > columns ? "more" : "fewer");
    if (x <= columns) {
      if (lua_type(L, -1) != LUA_TNUMBER)
        ci_args_fail(L, at, "[%d][%d]: number expected, got %s", row, x,
                     ci_args_type(L, lua_gettop(L)));
      to[x - 1] = lua_tonumber(L, -1);
      if (!args_in_range(to[x - 1])) {
        args_place height = *at;
        height.name = lua_pushfstring(L, "%s[%d][%d]", at->name, row, x);
        ci_args_fail_range(L, &height, to[x - 1]);
      }
    }
    lua_pop(L, 1);
  }
}

/* Leaves the heights on the stack. */
static void read_rows(lua_State *L, const args_place *heights_at, int table, collide_heights *h) {
  args_place at = ci_args_field(heights_at, "rows");
  int index, rows, columns, z;
  double *to;
  lua_getfield(L, table, at.name);
  index = lua_gettop(L);
  ci_args_check(L, &at, index, LUA_TTABLE, "array of rows");
  rows = ci_triangles_count(L, &at, index, NULL);
  lua_rawgeti(L, index, 1);
  columns = lua_istable(L, -1) ? ci_triangles_count(L, &at, lua_gettop(L), NULL) : 2;
  lua_pop(L, 1);
  if (rows < 2 || columns < 2)
    ci_args_fail(L, &at, ": at least 2 rows of 2 heights expected, got %d of %d", rows, columns);
  if (rows - 1 > TREE_MOST / 2 / (columns - 1))
    ci_args_fail(L, &at, ": at most 2^26 cells expected, got %d rows of %d heights", rows, columns);
  to = (double *)lua_newuserdata(L, (size_t)rows * (size_t)columns * sizeof *to);
  for (z = 0; z < rows; z++) {
    lua_rawgeti(L, index, z + 1);
    read_row(L, &at, z + 1, columns, to + (size_t)z * (size_t)columns);
    lua_pop(L, 1);
  }
  h->heights = to;
  h->rows = (size_t)rows;
  h->columns = (size_t)columns;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* The distance between corners: a number, {x, z}, or {x, y, z} with a factor for heights. */
static void read_size(lua_State *L, const args_place *heights_at, int table, double size[3]) {
  static const args_size two = {2, "{x, z} takes 2"}, three = {3, "{x, y, z} takes 3"};
  args_place at = ci_args_field(heights_at, "size");
  int index;
  lua_getfield(L, table, at.name);
  index = lua_gettop(L);
  size[0] = size[1] = size[2] = 1;
  if (lua_type(L, index) == LUA_TNUMBER) {
    size[0] = size[2] = ci_args_number(L, &at, index);
  } else if (lua_istable(L, index) && lua_rawlen(L, index) == 2) {
    ci_args_vector_value(L, &at, index, two, size);
    size[2] = size[1];
    size[1] = 1;
  } else if (!lua_isnil(L, index)) {
    ci_args_vector_value(L, &at, index, three, size);
  }
  ci_args_check_positive(L, &at, size, 3);
}

/* Reads the terrain that the table at the index describes. Leaves the heights on
 * the stack. Returns 0 if there is no origin. */
static int heights_read(lua_State *L, const args_place *heights_at, int index, collide_heights *h,
                        double origin[3]) {
  static const args_size size = {3, "a terrain takes 3"};
  args_place at = ci_args_field(heights_at, "origin");
  int has_origin;
  read_size(L, heights_at, index, h->size);
  lua_getfield(L, index, at.name);
  has_origin = !lua_isnil(L, -1);
  if (has_origin) ci_args_vector_value(L, &at, lua_gettop(L), size, origin);
  read_rows(L, heights_at, index, h);
  return has_origin;
}

/* ---- Shares in the data ------------------------------------------------------------------ */

void ci_mesh_join(mesh_share *share, mesh_share *ring) {
  share->data = ring->data;
  share->after = ring->after;
  share->before = ring;
  share->after->before = share->before->after = share;
}

void ci_mesh_leave(mesh_share *share) {
  if (share->after == NULL) return; /* an error ended the construction before it joined */
  if (share->after == share) collide_mesh_data_free(share->data);
  share->after->before = share->before;
  share->before->after = share->after;
  share->after = share->before = NULL;
}

static void release(owned *self) {
  ci_mesh_leave(&((owned_mesh *)self)->share);
}

/* Pushes a mesh without triangles, which is not sealed yet. */
static held_mesh *push_held(lua_State *L) {
  held_mesh *held = (held_mesh *)lua_newuserdata(L, sizeof *held);
  memset(held, 0, sizeof *held);
  held->owner = (owned_mesh *)ci_owned_new(L, lua_gettop(L), sizeof(owned_mesh), release);
  held->owner->share.before = held->owner->share.after = &held->owner->share;
  held->pose = collide_identity_pose();
  return held;
}

/* ---- Making --------------------------------------------------------------------------------- */

int ci_mesh_is(lua_State *L, int index) {
  return mesh_at(L, index) != NULL || ci_description_has_name(L, index, "mesh") ||
         ci_description_has_name(L, index, "heights");
}

static void check_heights(lua_State *L, const args_place *at, int index) {
  static const char *const fields[] = {"shape", "rows",    "size", "origin",
                                       "layer", "one_way", "data", NULL};
  if (!lua_istable(L, index))
    ci_args_fail(L, at, ": table expected, got %s; for example heights{rows=...}",
                 ci_args_type(L, index));
  ci_args_only(L, at, index, "field", fields, 0, "heights take rows, size and origin");
  ci_description_check_name(L, at, index, "heights");
}

static void check_table(lua_State *L, const args_place *at, int index) {
  static const char *const fields[] = {"shape",     "vertices", "triangles", "triangle_materials",
                                       "materials", "position", "rotation",  "scale",
                                       "transform", "degrees",  "layer",     "one_way",
                                       "data",      "weld",     NULL};
  if (!lua_istable(L, index))
    ci_args_fail(L, at, ": table expected, got %s; %s", ci_args_type(L, index),
                 lua_type(L, index) == LUA_TSTRING
                     ? "collide.import reads the files of models"
                     : "for example mesh{vertices=..., triangles=...}");
  ci_args_only(L, at, index, "field", fields, 0, "a mesh takes vertices and triangles");
  ci_description_check_name(L, at, index, "mesh");
}

static void fail_triangles(lua_State *L, const args_place *at, collide_error error, size_t place,
                           size_t count) {
  args_place named = ci_args_field(at, "vertices");
  if (error == COLLIDE_ERROR_SIZE)
    ci_args_fail(L, &named,
                 ": vertex %d is too large to work with, a mesh has coordinates up to 1e150",
                 (int)place + 1);
  named.name = "triangles";
  if (count == 0) ci_args_fail(L, &named, ": at least one triangle expected");
  ci_args_fail(L, &named, ": %s", collide_error_text(error));
}

/* Makes the data from the heights, or from the triangles if `heights` is NULL. */
static void make_data(lua_State *L, const args_place *at, const collide_triangles *read,
                      const collide_heights *heights, owned_mesh *owner) {
  void *user;
  lua_Alloc alloc = lua_getallocf(L, &user);
  size_t place = 0;
  int tries = 0;
  collide_error error;
  args_place named = ci_args_field(at, "rows");
  do {
    error = heights != NULL
                ? collide_mesh_data_new_heights(&owner->share.data, heights, alloc, user, &place)
                : collide_mesh_data_new(&owner->share.data, read, alloc, user, &place);
  } while (error == COLLIDE_ERROR_MEMORY && ci_grid_retry(L, &tries));
  if (error == COLLIDE_OK) return;
  if (heights == NULL) fail_triangles(L, at, error, place, read->triangle_count);
  ci_args_fail(L, &named,
               "[%d][%d]: the corner is too far away, a mesh has coordinates up to 1e150",
               (int)(place / heights->columns) + 1, (int)(place % heights->columns) + 1);
}

static const option_row weld_rows[] = {{"weld", 1, ci_option_weld, 0, NULL, NULL, 0}, OPTION_END};

/* Moves the vertices within the field `weld` of one another to the same place. */
static void weld_vertices(lua_State *L, const args_place *at, int index, collide_triangles *read) {
  void *user;
  lua_Alloc alloc = lua_getallocf(L, &user);
  double distance = 0, *vertices = (double *)(uintptr_t)read->vertices; /* our own copy */
  int tries = 0;
  collide_error error;
  ci_options_read_fields(L, at, index, weld_rows, &distance);
  if (!(distance > 0)) return;
  do {
    error = collide_weld(vertices, read->vertex_count, distance, alloc, user);
  } while (error == COLLIDE_ERROR_MEMORY && ci_grid_retry(L, &tries));
}

/* Reads the triangles, and the pose. */
static void read_mesh(lua_State *L, const args_place *at, int index, held_mesh *held) {
  posed own = posed_of(OBJECT_MESH, &held->head);
  collide_triangles read;
  int top = lua_gettop(L);
  ci_triangles_read_fields(L, at, index, &read, NULL);
  weld_vertices(L, at, index, &read);
  make_data(L, at, &read, NULL, held->owner);
  lua_settop(L, top);
  collide_make_mesh(&held->mesh, held->owner->share.data);
  ci_posed_read(L, at, index, &own);
}

static void read_heights(lua_State *L, const args_place *at, int index, held_mesh *held) {
  posed own = posed_of(OBJECT_MESH, &held->head);
  collide_heights read;
  double origin[3];
  int top = lua_gettop(L), has_origin = heights_read(L, at, index, &read, origin);
  make_data(L, at, NULL, &read, held->owner);
  lua_settop(L, top);
  collide_make_mesh(&held->mesh, held->owner->share.data);
  if (has_origin) ci_posed_set_numbers(&own, POSE_POSITION, origin, 3);
}

held_mesh *ci_mesh_push(lua_State *L, const args_place *at, int index, const char *name) {
  int is_heights =
      name != NULL ? strcmp(name, "heights") == 0 : ci_description_has_name(L, index, "heights");
  held_mesh *held;
  int top = lua_gettop(L);
  luaL_checkstack(L, 24, NULL);
  if (is_heights)
    check_heights(L, at, index);
  else
    check_table(L, at, index);
  held = push_held(L);
  if (is_heights)
    read_heights(L, at, index, held);
  else
    read_mesh(L, at, index, held);
  ci_object_read_head(L, at, index, 3, &held->head);
  lua_settop(L, top + 1);
  seal_object(L, SEAL_MESH, UP_MESH);
  ci_grid_report_bytes(L, ci_mesh_data_bytes(held->owner->share.data));
  return held;
}

held_mesh *ci_mesh_get(lua_State *L, const args_place *at, int index) {
  held_mesh *held = mesh_at(L, index);
  if (held != NULL || !ci_mesh_is(L, index)) return held;
  held = ci_mesh_push(L, at, index, NULL);
  lua_replace(L, index);
  return held;
}

held_mesh *ci_mesh_get_argument(lua_State *L) {
  args_place at = ci_args_at(1, NULL);
  return ci_mesh_get(L, &at, 1);
}

const char *ci_mesh_hint(void) {
  return "; a mesh is a surface without an inside, so move collide.hull(mesh:points()), or a group "
         "of hulls if it is concave";
}

held_mesh *ci_mesh_kept(lua_State *L, int index) {
  return (held_mesh *)seal_kept(L, index, sizeof(held_mesh), SEAL_MESH, seal_here(L));
}

held_mesh *ci_mesh_push_shared(lua_State *L, const owned *owner, mesh_share *share,
                               const collide_pose *pose, unsigned given) {
  held_mesh *copy = push_held(L); /* may run finalizers */
  mesh_share *own = &copy->owner->share;
  if (owner->is_released) luaL_error(L, "the mesh was collected");
  own->after = own->before = NULL;
  ci_mesh_join(own, share);
  collide_make_mesh(&copy->mesh, own->data);
  collide_mesh_set_pose(&copy->mesh, pose); /* cannot fail: the mesh had this pose before */
  copy->pose = *pose;
  copy->head.given = (uint8_t)given;
  seal_object(L, SEAL_MESH, UP_MESH);
  return copy;
}

void ci_mesh_push_copy(lua_State *L, const held_mesh *held) {
  held_mesh *copy = ci_mesh_push_shared(L, &held->owner->base, &held->owner->share, &held->pose,
                                        held->head.given);
  copy->head.layers = held->head.layers;
  memcpy(copy->head.one_way, held->head.one_way, sizeof copy->head.one_way);
}

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
      ci_args_fail_at(L, 2, NULL, "there is no test for mesh and %s yet", shape->name);
  }
  qsort(list->numbers, (size_t)list->count, sizeof *list->numbers, compare_numbers);
}

static int l_triangles_in(lua_State *L) {
  const held_mesh *held = check_mesh(L);
  operand shape;
  number_list list;
  int i;
  ci_args_end(L, 3);
  lua_settop(L, 2);
  ci_operand_read_shape(L, 2, &shape);
  if (collide_dimensions(shape.shape) != 3)
    ci_args_fail_at(L, 2, NULL, "a 3D shape expected beside a mesh, got a 2D %s", shape.name);
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
  collide_shape line;
  collide_source source;
  const double *from, *to;
  uint32_t edge[2];
  collide_error error = weld > 0 ? ci_mesh_check_welded(data, weld, edge)
                                 : collide_mesh_data_check_closed(data, edge);
  if (error == COLLIDE_OK) return 1;
  if (error != COLLIDE_ERROR_MESH_NOT_CLOSED) ci_grid_fail_memory(L);
  from = ci_mesh_data_vertex(data, edge[0]);
  to = ci_mesh_data_vertex(data, edge[1]);
  collide_make_triangle(&line, &source, from, to, to);
  collide_set_pose(&line, &source, pose);
  ci_shape_corner(&line, 0, ends[0]);
  ci_shape_corner(&line, 1, ends[1]);
  return 0;
}

static int l_is_closed(lua_State *L) {
  held_mesh *held = check_mesh(L);
  int has_options = lua_istable(L, 2) || (lua_isnil(L, 2) && lua_gettop(L) > 2);
  int numbers = ci_args_wants_numbers(L, has_options ? 3 : 2, 0), count = 1, closed;
  double ends[2][3], weld = 0;
  if (lua_istable(L, 2)) ci_options_read(L, 2, weld_rows, ~0U, &weld);
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

/* ---- Descriptions ---------------------------------------------------------------------------- */

void ci_mesh_set_arrays(lua_State *L, const held_mesh *held) {
  const collide_mesh *mesh = &held->mesh;
  int i, k;
  lua_createtable(L, (int)mesh->data->vertices, 0);
  for (i = 0; (size_t)i < mesh->data->vertices; i++) {
    double point[3];
    memcpy(point, mesh->data->points + 3 * (size_t)i, sizeof point);
    ci_posed_push_array(L, point, 3);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "vertices");
  lua_createtable(L, ci_mesh_data_count(mesh->data), 0);
  for (i = 0; i < ci_mesh_data_count(mesh->data); i++) {
    uint32_t corners[3];
    ci_mesh_data_corners(mesh->data, i, corners);
    lua_createtable(L, 3, 0);
    for (k = 0; k < 3; k++) {
      compat_pushwhole(L, corners[k] + 1);
      lua_rawseti(L, -2, k + 1);
    }
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "triangles");
}

const binding ci_mesh_bindings[] = {{"count", l_count, IN_MESH},
                                    {"triangle", l_triangle, IN_MESH},
                                    {"triangles_in", l_triangles_in, IN_MESH},
                                    {"is_closed", l_is_closed, IN_MESH},
                                    {NULL, NULL, 0}};

/* SPDX-License-Identifier: MIT
 *
 * Making meshes, and sharing their data.
 */
#include "../number/fp.h"
#include "lua_mesh.h"

#include <string.h>

#include "../mesh/mesh.h"
#include "lua_grid.h"
#include "lua_options.h"
#include "lua_posed.h"
#include "lua_triangles.h"
#include "lua_shape.h"

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
                                       "transform", "layer",    "one_way",   "data",
                                       "weld",      NULL};
  if (!lua_istable(L, index))
    ci_args_fail(L, at, ": table expected, got %s; %s", ci_args_type(L, index),
                 lua_type(L, index) == LUA_TSTRING
                     ? "collide.import reads the files of models"
                     : "for example mesh{vertices=..., triangles=...}");
  ci_args_only(L, at, index, "field", fields, 0, "a mesh takes vertices and triangles");
  ci_description_check_name(L, at, index, "mesh");
}

/* Reports the memory to the collector, as if Lua had allocated it. */
static void report_memory(lua_State *L, const collide_mesh_data *data) {
  size_t kilobytes = ci_mesh_data_bytes(data) >> 10;
  enum { MOST = 1 << 30 };
  if (kilobytes > 0) lua_gc(L, LUA_GCSTEP, kilobytes < (size_t)MOST ? (int)kilobytes : (int)MOST);
}

static void fail_triangles(lua_State *L, const args_place *at, collide_error error, size_t place,
                           size_t count) {
  args_place field = ci_args_field(at, "vertices");
  if (error == COLLIDE_ERROR_SIZE)
    ci_args_fail(L, &field,
                 ": vertex %d is too large to work with, a mesh has coordinates up to 1e150",
                 (int)place + 1);
  field.name = "triangles";
  if (count == 0) ci_args_fail(L, &field, ": at least one triangle expected");
  ci_args_fail(L, &field, ": %s", collide_error_text(error));
}

/* Makes the data from the heights, or from the triangles if `heights` is NULL. */
static void make_data(lua_State *L, const args_place *at, const collide_triangles *read,
                      const collide_heights *heights, owned_mesh *owner) {
  void *user;
  lua_Alloc alloc = lua_getallocf(L, &user);
  size_t place = 0;
  int tries = 0;
  collide_error error;
  args_place field = ci_args_field(at, "rows");
  do {
    error = heights != NULL
                ? collide_mesh_data_new_heights(&owner->share.data, heights, alloc, user, &place)
                : collide_mesh_data_new(&owner->share.data, read, alloc, user, &place);
    if (error != COLLIDE_ERROR_MEMORY) break;
  } while (ci_grid_retry(L, &tries));
  if (error == COLLIDE_OK) return;
  if (error == COLLIDE_ERROR_MEMORY) ci_grid_fail_memory(L);
  if (heights == NULL) fail_triangles(L, at, error, place, read->triangle_count);
  ci_args_fail(L, &field,
               "[%d][%d]: the corner is too far away, a mesh has coordinates up to 1e150",
               (int)(place / heights->columns) + 1, (int)(place % heights->columns) + 1);
}

/* Moves the vertices within the field `weld` of one another to the same place. */
static void weld_vertices(lua_State *L, const args_place *at, int index, collide_triangles *read) {
  args_place field = ci_args_field(at, "weld");
  void *user;
  lua_Alloc alloc = lua_getallocf(L, &user);
  double distance = 0, *vertices = (double *)(uintptr_t)read->vertices; /* our own copy */
  int tries = 0;
  collide_error error;
  lua_getfield(L, index, field.name);
  if (!lua_isnil(L, -1)) ci_option_weld(L, &field, lua_gettop(L), NULL, &distance);
  if (!(distance > 0)) return;
  do {
    error = collide_weld(vertices, read->vertex_count, distance, alloc, user);
  } while (error == COLLIDE_ERROR_MEMORY && ci_grid_retry(L, &tries));
  if (error != COLLIDE_OK) ci_grid_fail_memory(L);
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
  int top = lua_gettop(L), has_origin = ci_heights_read(L, at, index, &read, origin);
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
  ci_object_read_head(L, at, index, 3, &held->head, held->one_way);
  lua_settop(L, top + 1);
  seal_object(L, SEAL_MESH, UP_MESH);
  report_memory(L, held->owner->share.data);
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
  copy->head.layer = held->head.layer;
  memcpy(copy->one_way, held->one_way, sizeof copy->one_way);
}

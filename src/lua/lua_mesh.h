/* SPDX-License-Identifier: MIT
 *
 * Meshes: their userdata, and how they are made. lua_triangles.h reads the triangles.
 */
#ifndef COLLIDE_LUA_MESH_H
#define COLLIDE_LUA_MESH_H

#include "../collide.h"
#include "lua_args.h"
#include "lua_owned.h"
#include "lua_seal.h"

/* A share in the data of a mesh. Copies of the mesh, and groups with it, share the data: their
 * shares form a ring, and the last one to leave frees the data. Its memory comes from the allocator
 * of the Lua state. */
typedef struct mesh_share {
  collide_mesh_data *data;
  struct mesh_share *before, *after; /* NULL outside of any ring */
} mesh_share;

/* Adds a share that is in no ring to the ring of another share. */
void ci_mesh_join(mesh_share *share, mesh_share *ring);
void ci_mesh_leave(mesh_share *share);

/* The owner of the data. */
typedef struct owned_mesh {
  owned base;
  mesh_share share;
} owned_mesh;

/* The userdata of a mesh, the handle of its owner. */
typedef struct held_mesh {
  object_head head;
  collide_mesh mesh; /* has no triangles after the owner's release */
  owned_mesh *owner;
  collide_pose pose;
} held_mesh;

/* The mesh at the index, or NULL; also NULL if its triangles were freed. */
static inline held_mesh *mesh_at(lua_State *L, int index) {
  held_mesh *held = (held_mesh *)seal_check(L, index, sizeof(held_mesh), SEAL_MESH, seal_here(L));
  return held != NULL && !held->owner->base.is_released ? held : NULL;
}

/* Returns 1 for a mesh, or a table that describes one: {shape="mesh", ...} or {shape="heights",
 * ...}. */
int ci_mesh_is(lua_State *L, int index);
/* The mesh at the index, or NULL. It may be NULL after ci_mesh_is returned 1, because a metamethod
 * may answer differently each time. The mesh replaces a description of it, so the index must not be
 * that of a key. */
held_mesh *ci_mesh_get(lua_State *L, const args_place *at, int index);
/* The same for argument 1. */
held_mesh *ci_mesh_get_argument(lua_State *L);
/* The same for a userdata only, also a closed one. */
held_mesh *ci_mesh_kept(lua_State *L, int index);
/* Pushes a mesh that shares the data of `share`, which `owner` owns. Raises if the owner was
 * released. */
held_mesh *ci_mesh_push_shared(lua_State *L, const owned *owner, mesh_share *share,
                               const collide_pose *pose, unsigned given);
/* Raises unless the mesh is closed. */
void ci_mesh_check_closed(lua_State *L, const args_place *at, collide_mesh_data *data,
                          const collide_pose *pose);

/* The end of a message about a mesh in the place of a moving shape. Parallel triangles
 * never penetrate each other, so the bottom of a mesh would pass through a floor that is one. */
const char *ci_mesh_hint(void);

/* Pushes the mesh that the table at the index describes, without its data. `name` is "mesh",
 * "heights", or NULL: then the table has the name. */
held_mesh *ci_mesh_push(lua_State *L, const args_place *at, int index, const char *name);
/* Pushes a copy without data. */
void ci_mesh_push_copy(lua_State *L, const held_mesh *held);
/* Sets the fields `vertices` and `triangles` of the table on top of the stack. */
void ci_mesh_set_arrays(lua_State *L, const held_mesh *held);

#endif

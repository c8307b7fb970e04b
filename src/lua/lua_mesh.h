/* SPDX-License-Identifier: MIT
 *
 * Meshes as shapes: collide.mesh and the methods of what it makes. How the table of a mesh is read
 * is in lua_triangles.h.
 */
#ifndef COLLIDE_LUA_MESH_H
#define COLLIDE_LUA_MESH_H

#include "../collide.h"
#include "lua_args.h"
#include "lua_owned.h"
#include "lua_pose.h"
#include "lua_seal.h"

/* Copies of a mesh, and groups that it is a part of, share the triangles: their shares form a ring,
 * and the last one that leaves it frees them. Their memory comes from the allocator of the Lua
 * state. */
typedef struct mesh_share {
  collide_mesh_data *data;
  struct mesh_share *before, *after; /* NULL outside of any ring */
} mesh_share;

/* Makes it one of the ring. It must not be in one. */
void ci_mesh_join(mesh_share *share, mesh_share *ring);
void ci_mesh_leave(mesh_share *share);

/* What owns the triangles. */
typedef struct owned_mesh {
  owned base;
  mesh_share share;
} owned_mesh;

/* The userdata of a mesh, its handle. */
typedef struct held_mesh {
  object_head head;
  collide_mesh mesh; /* without triangles once it was released */
  owned_mesh *owner;
  collide_pose pose;
} held_mesh;

/* The mesh at the index, or NULL. One whose triangles were freed is none any more. */
static inline held_mesh *mesh_at(lua_State *L, int index) {
  held_mesh *held = (held_mesh *)seal_check(L, index, sizeof(held_mesh), SEAL_MESH, seal_here(L));
  return held != NULL && !held->owner->base.is_released ? held : NULL;
}

/* Is it a mesh, or a table that describes one, {shape="mesh", ...}? */
int ci_mesh_is(lua_State *L, int index);
/* The mesh at the index, or NULL where there is none, which may be so though ci_mesh_is said
 * yes: an object may tell its fields as it likes. A description is replaced by the mesh that it
 * describes, so the index must not be that of a key. */
held_mesh *ci_mesh_get(lua_State *L, const args_place *at, int index);
/* The same of argument 1. */
held_mesh *ci_mesh_get_argument(lua_State *L);
/* The userdata of a mesh at the index, also of a closed one. */
held_mesh *ci_mesh_kept(lua_State *L, int index);
/* Pushes a mesh that shares the triangles of what `owner` owns, which must be alive; raises where
 * it was released. */
held_mesh *ci_mesh_push_shared(lua_State *L, const owned *owner, mesh_share *share,
                               const collide_pose *pose, unsigned given);
/* Raises unless a point can be said to be in the mesh, which is the argument or in it. */
void ci_mesh_check_closed(lua_State *L, const args_place *at, collide_mesh_data *data,
                          const collide_pose *pose);

/* Pushes the mesh that the table at the index describes, without its data. */
held_mesh *ci_mesh_push(lua_State *L, const args_place *at, int index);
/* Pushes a copy without data. */
void ci_mesh_push_copy(lua_State *L, const held_mesh *held);
/* Sets the fields `vertices` and `triangles` of the table on top of the stack. */
void ci_mesh_set_arrays(lua_State *L, const held_mesh *held);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Groups: collide.group, and what shapes and groups have in common as arguments. Cells that are
 * entered at once are called a group as well; those are in lua_cells.h.
 */
#ifndef COLLIDE_LUA_GROUP_H
#define COLLIDE_LUA_GROUP_H

#include "../collide.h"
#include "lua_args.h"
#include "lua_form.h"
#include "lua_pose.h"
#include "lua_seal.h"
#include "lua_mesh.h"

/* What a group owns of its parts that are meshes: a share in the triangles of each, in order. */
typedef struct owned_shares {
  owned base;
  int count;
  mesh_share shares[1];
} owned_shares;

/* How a part was described: in which form, and which parts of its pose were given. */
typedef struct told_part {
  const shape_form *form; /* NULL for a mesh */
  unsigned given;
} told_part;

/* The userdata of a group. Behind it lie `parts` and the group's storage. */
typedef struct held_group {
  object_head head;
  collide_shape_group *group;
  told_part *parts;
  owned_shares *owner; /* NULL where no part is a mesh */
} held_group;

/* Takes the triangles from its meshes, which were freed or will be, and returns it. */
held_group *ci_group_forget_meshes(held_group *held);

/* The group at the index, or NULL. */
static inline held_group *group_at(lua_State *L, int index) {
  held_group *held =
      (held_group *)seal_check(L, index, sizeof(held_group), SEAL_GROUP, seal_here(L));
  if (held == NULL || held->owner == NULL || !held->owner->base.is_released) return held;
  return ci_group_forget_meshes(held);
}

/* Is it a group, or a table that describes one: {shape="group", ...}? */
int ci_group_is(lua_State *L, int index);
/* The group at the index, or NULL where there is none. A description is replaced by the group that
 * it describes, so the index must not be that of a key. */
held_group *ci_group_get(lua_State *L, const args_place *at, int index);
/* Pushes the group that the table at the index describes, without its data. */
held_group *ci_group_push(lua_State *L, const args_place *at, int index);
/* Raises an error for a group with a mesh, which no query moves. */
void ci_group_check_moves(lua_State *L, const args_place *at, const held_group *held);
/* The dimensions of the group or description at the index, 0 where there is none. Reads only as
 * much of a description as determines them. */
int ci_group_read_dimensions(lua_State *L, const args_place *at, int index);

/* Raises unless a point can be said to be in each of its meshes. */
void ci_group_check_closed(lua_State *L, const args_place *at, const held_group *held);

/* Sets the field `parts` of the table on top of the stack; see ci_posed_push_description. */
void ci_group_set_parts(lua_State *L, const held_group *held, int shares);

#endif

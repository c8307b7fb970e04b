/* SPDX-License-Identifier: MIT
 *
 * Groups of shapes: their userdata, and how they are read. For groups of cells see lua_cells.h.
 */
#ifndef COLLIDE_LUA_GROUP_H
#define COLLIDE_LUA_GROUP_H

#include "../collide.h"
#include "lua_args.h"
#include "lua_description.h"
#include "lua_seal.h"
#include "lua_mesh.h"

/* The shares of a group in the data of its meshes, in the order of its parts. */
typedef struct owned_shares {
  owned base;
  int count;
  mesh_share shares[1];
} owned_shares;

/* The form in which a part was described, and the parts of its pose that were given. */
typedef struct given_part {
  const shape_form *form; /* NULL for a mesh */
  unsigned given;
} given_part;

/* The userdata of a group. `parts` and the group's storage follow it. */
typedef struct held_group {
  object_head head;
  collide_shape_group *group;
  given_part *parts;
  owned_shares *owner; /* NULL if no part is a mesh */
} held_group;

/* Removes the data from the group's meshes before it is freed. Returns the group. */
held_group *ci_group_forget_meshes(held_group *held);

/* The group at the index, or NULL. */
static inline held_group *group_at(lua_State *L, int index) {
  held_group *held =
      (held_group *)seal_check(L, index, sizeof(held_group), SEAL_GROUP, seal_here(L));
  if (held == NULL || held->owner == NULL || !held->owner->base.is_released) return held;
  return ci_group_forget_meshes(held);
}

/* Returns 1 for a group, or a table that describes one: {shape="group", ...}. */
int ci_group_is(lua_State *L, int index);
/* The group at the index, or NULL. The group replaces a description of it, so the index must not be
 * that of a key. */
held_group *ci_group_get(lua_State *L, const args_place *at, int index);
/* Pushes the group that the table at the index describes, without its data. */
held_group *ci_group_push(lua_State *L, const args_place *at, int index);
/* Raises if the group has a mesh, because no query moves one. */
void ci_group_check_moves(lua_State *L, const args_place *at, const held_group *held);
/* The dimensions of the group or description at the index; 0 for another value. Reads only the part
 * of a description that determines them. */
int ci_group_read_dimensions(lua_State *L, const args_place *at, int index);

/* Raises unless each mesh of the group is closed. */
void ci_group_check_closed(lua_State *L, const args_place *at, const held_group *held);

/* Sets the field `parts` of the table on top of the stack; see ci_posed_push_description. */
void ci_group_set_parts(lua_State *L, const held_group *held, int shares);

#endif

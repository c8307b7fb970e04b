/* SPDX-License-Identifier: MIT
 *
 * Adding members to worlds: what lua_world.c asks lua_world_add.c for.
 */
#ifndef COLLIDE_LUA_WORLD_ADD_H
#define COLLIDE_LUA_WORLD_ADD_H

#include "lua_object.h"
#include "lua_world.h"

/* Reads the member at the index, which a description is replaced at. *dimensions are those of the
 * world, or 0 before its first member. */
void ci_world_read_item(lua_State *L, const args_place *at, int index, int *dimensions);

/* Counts a member that was added or, with `change` -1, removed. */
void ci_world_count_kind(owned_world *o, const object *one, int change);

/* What lies at argument `first` and behind it, or with `list`, in the table there. */
typedef struct items {
  int list, first, count;
} items;

/* Adds all, of which none is wrong, to the world at `handle`; returns the number of the first. */
int ci_world_add_items(lua_State *L, held_world *held, int handle, const items *all,
                       int dimensions);

#endif

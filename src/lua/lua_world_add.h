/* SPDX-License-Identifier: MIT
 *
 * Adds members to worlds. lua_world.c calls the functions of lua_world_add.c.
 */
#ifndef COLLIDE_LUA_WORLD_ADD_H
#define COLLIDE_LUA_WORLD_ADD_H

#include "lua_object.h"
#include "lua_world.h"

/* Reads the member at the index. The object replaces its description there. *dimensions are those
 * of the world, or 0 before its first member. */
void ci_world_read_item(lua_State *L, const args_place *at, int index, int *dimensions);

/* Counts a member that was added or, with `change` -1, removed. */
void ci_world_count_kind(owned_world *o, const object *one, int change);

/* The values from argument `first` on, or with `list`, those in the table at that index. */
typedef struct items {
  int list, first, count;
} items;

/* Adds all items, which must be valid, to the world at `handle`. Returns the first number. */
int ci_world_add_items(lua_State *L, held_world *held, int handle, const items *all,
                       int dimensions);

#endif

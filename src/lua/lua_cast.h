/* SPDX-License-Identifier: MIT
 *
 * raycast, segmentcast, linecast, each with _any and _all.
 */
#ifndef COLLIDE_LUA_CAST_H
#define COLLIDE_LUA_CAST_H

#include "lua_cast_args.h"
#include "lua_hits.h"

extern const binding ci_cast_bindings[];

/* Casts in every form. What hot loops ask, lua_cast_hot.c answers before it comes here. */
int ci_cast_nearest(lua_State *L, const cast_family *family);
int ci_cast_any(lua_State *L, const cast_family *family);

/* Pushes the answer of ..._all: the hits as an array, or with `numbers` a flat one of `size` values
 * for each, in the table at `into` if that is not 0. `targets` is the array of targets. */
void ci_cast_push_all(lua_State *L, hit_list *list, int targets, int size, int into, int numbers);

#endif

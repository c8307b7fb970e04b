/* SPDX-License-Identifier: MIT */
#ifndef COLLIDE_LUA_DECOMPOSE_H
#define COLLIDE_LUA_DECOMPOSE_H

#include "lua_args.h"

extern const binding ci_decompose_bindings[];

/* Pushes an array of the polygons that the outline in the array at the index is made of. */
void ci_decompose_push(lua_State *L, const args_place *at, int index);

#endif

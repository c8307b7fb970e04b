/* SPDX-License-Identifier: MIT
 *
 * raycast, segmentcast, linecast, each with _any and _all.
 */
#ifndef COLLIDE_LUA_CAST_H
#define COLLIDE_LUA_CAST_H

#include "lua_cast_args.h"

extern const binding ci_cast_bindings[];

/* Casts in every form. What hot loops ask, lua_cast_hot.c answers before it comes here. */
int ci_cast_nearest(lua_State *L, const cast_family *family);
int ci_cast_any(lua_State *L, const cast_family *family);

#endif

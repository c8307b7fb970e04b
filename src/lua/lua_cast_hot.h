/* SPDX-License-Identifier: MIT
 *
 * What Lua calls for a nearest or any hit.
 */
#ifndef COLLIDE_LUA_CAST_HOT_H
#define COLLIDE_LUA_CAST_HOT_H

#include "lua_compat.h"

int ci_l_raycast(lua_State *L);
int ci_l_raycast_any(lua_State *L);
int ci_l_segmentcast(lua_State *L);
int ci_l_segmentcast_any(lua_State *L);
int ci_l_linecast(lua_State *L);
int ci_l_linecast_any(lua_State *L);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Maps of Tiled: its export to Lua, or its JSON after decoding. The code that reads them is Lua, in
 * src/lua/tiled.
 */
#ifndef COLLIDE_LUA_TILED_H
#define COLLIDE_LUA_TILED_H

#include "lua_compat.h"

/* Copies the gids of the values of the grid at an index to another one. */
void ci_tiled_copy_gids(lua_State *L, int to, int from);

#endif

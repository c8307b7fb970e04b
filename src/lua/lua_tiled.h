/* SPDX-License-Identifier: MIT
 *
 * Maps of Tiled: its export to Lua, or its JSON after decoding. The code that reads them is Lua, in
 * src/lua/tiled.
 */
#ifndef COLLIDE_LUA_TILED_H
#define COLLIDE_LUA_TILED_H

#include "lua_grid.h"

/* Copies the gids of values to a grid that has none. */
void ci_tiled_copy_gids(lua_State *L, held_grid *to, const held_grid *from);
void ci_tiled_free_gids(owned_grid *owner);

#endif

/* SPDX-License-Identifier: MIT
 *
 * cells, trace, cell_at.
 */
#ifndef COLLIDE_LUA_CELLS_H
#define COLLIDE_LUA_CELLS_H

#include "../collide.h"
#include "lua_compat.h"
#include "lua_frame.h"

extern const binding ci_cells_bindings[];

/* Pushes the iterator for the upvalue UP_GROUPS. Its own upvalues are the metatables on the stack
 * from `first` on. */
void ci_cells_push_iterator(lua_State *L, int first);

#endif

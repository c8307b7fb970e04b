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

/* Pushes the iterators for the upvalues UP_GROUPS, UP_STEP2 and UP_STEP3. Their own upvalues
 * are the metatables on the stack from `first` on. */
void ci_cells_push_iterators(lua_State *L, int first);

#endif

/* SPDX-License-Identifier: MIT
 *
 * cells, trace, cell_at.
 */
#ifndef COLLIDE_LUA_CELLS_H
#define COLLIDE_LUA_CELLS_H

#include "lua_compat.h"

extern const binding cells_bindings[];

/* Pushes the iterators that UP_GROUPS, UP_STEP2 and UP_STEP3 are to hold. Each
 * takes the upvalues of the metatables from `first` on. */
void cells_push_iterators(lua_State *L, int first);

#endif

/* SPDX-License-Identifier: MIT
 *
 * cells, trace, cell_at.
 */
#ifndef COLLIDE_LUA_CELLS_H
#define COLLIDE_LUA_CELLS_H

#include "../collide.h"
#include "lua_compat.h"

extern const binding ci_cells_bindings[];

/* Pushes the iterators that UP_GROUPS, UP_STEP2 and UP_STEP3 are to hold. Each
 * takes the upvalues of the metatables from `first` on. */
void ci_cells_push_iterators(lua_State *L, int first);

/* The frame of a new grid from the table at argument `arg`, or nothing; it may
 * also have the integers 1 to `items` as keys. Its dimensions are what it says they are,
 * or as many as its vectors have, or `dimensions`. */
collide_grid_frame ci_cells_read_grid_frame(lua_State *L, int arg, int items, int dimensions);

/* The fields `size` and `origin` of the table there, whatever else it has; nothing will do. */
collide_grid_frame ci_cells_read_frame(lua_State *L, int arg, int dimensions);

#endif

/* SPDX-License-Identifier: MIT
 *
 * cells, trace, cell_at.
 */
#ifndef COLLIDE_LUA_CELLS_H
#define COLLIDE_LUA_CELLS_H

#include "../collide.h"
#include "lua_compat.h"

extern const binding ci_cells_bindings[];

/* Pushes the iterators for the upvalues UP_GROUPS, UP_STEP2 and UP_STEP3. Their own upvalues
 * are the metatables on the stack from `first` on. */
void ci_cells_push_iterators(lua_State *L, int first);

/* Reads the frame of a new grid from the table at argument `arg`, which may be nil. The table
 * may also have the integers 1 to `items` as keys. The number of dimensions is the field
 * `dimensions`, or the number of components of its vectors, or the parameter `dimensions`. */
collide_grid_frame ci_cells_read_grid_frame(lua_State *L, int arg, int items, int dimensions);

/* Reads a frame from the fields `size` and `origin` of the table at argument `arg`, and ignores
 * its other fields. The argument may be nil. */
collide_grid_frame ci_cells_read_frame(lua_State *L, int arg, int dimensions);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Values of a grid whose cells are shapes: the option `shapes` and the method set_shape.
 */
#ifndef COLLIDE_LUA_GRID_SHAPES_H
#define COLLIDE_LUA_GRID_SHAPES_H

#include "lua_grid.h"

extern const binding ci_grid_shapes_bindings[];

/* The field `shapes` of the options at the index. The grid lies on the stack. */
void ci_grid_read_shapes(lua_State *L, int index, held_grid *held);
/* Gives the one grid, which has none, the shapes of the other. */
void ci_grid_copy_shapes(lua_State *L, held_grid *to, const held_grid *from);
/* Adds " shapes={2, 3}", if there is something to tell. */
void ci_grid_add_shapes(luaL_Buffer *text, const held_grid *held);

#endif

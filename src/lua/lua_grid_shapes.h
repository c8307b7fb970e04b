/* SPDX-License-Identifier: MIT
 *
 * Values of a grid whose cells are shapes: the option `shapes` and the method set_shape.
 */
#ifndef COLLIDE_LUA_GRID_SHAPES_H
#define COLLIDE_LUA_GRID_SHAPES_H

#include "lua_grid.h"

/* The value of cells that is argument 2 of a method, from 1 to 65535. */
unsigned ci_grid_read_value(lua_State *L);
/* Reads an option of a grid, a table by values of cells. `what` is its name, such as "shapes".
 * Calls the function for each entry; the entry lies at `index`. The grid lies on the stack. */
typedef void (*grid_set_value)(lua_State *L, const args_place *at, held_grid *held, unsigned value,
                               int index);
void ci_grid_read_by_value(lua_State *L, int index, held_grid *held, const char *name,
                           const char *what, grid_set_value set);
/* The field `shapes` of the options at the index. The grid lies on the stack. */
void ci_grid_read_shapes(lua_State *L, int index, held_grid *held);
/* Copies the shapes of one grid to another, which has none. */
void ci_grid_copy_shapes(lua_State *L, held_grid *to, const held_grid *from);
/* Adds " shapes={2, 3}" if the grid has shapes. */
void ci_grid_add_shapes(luaL_Buffer *text, const held_grid *held);

#endif

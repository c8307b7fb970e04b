/* SPDX-License-Identifier: MIT
 *
 * `one_way`: the only side from which a shape, or the cells of a grid with some value, block in
 * move and push_out. A shape has a vector, which is zero if it blocks from every side. A grid has a
 * list of vectors by value.
 */
#ifndef COLLIDE_LUA_ONE_WAY_H
#define COLLIDE_LUA_ONE_WAY_H

#include "lua_args.h"
#include "lua_grid.h"

static inline int one_way_is_set(const double n[3]) {
  return n[0] != 0 || n[1] != 0 || n[2] != 0;
}

/* Reads the field `one_way` of the table at the index. `at` names the table in errors. */
void ci_one_way_read(lua_State *L, const args_place *at, int index, int dimensions, double n[3]);
/* Sets the field `one_way` of the table on top of the stack, unless n is zero. */
void ci_one_way_set_field(lua_State *L, const double n[3], int dimensions);
/* Adds " one_way=(0, -1)", unless n is zero. */
void ci_one_way_add(luaL_Buffer *text, const double n[3], int dimensions);

/* The same for a grid: the field `one_way` of the options at the index, a table of vectors by
 * value. The grid lies on the stack. */
void ci_one_way_read_grid(lua_State *L, int index, held_grid *held);
void ci_one_way_add_grid(luaL_Buffer *text, const held_grid *held);
int ci_one_way_has_any(const held_grid *held);
/* The vector of a value, or NULL. */
const double *ci_one_way_of_value(const held_grid *held, unsigned value);
/* Sets the vector of a value; zero removes it. */
void ci_one_way_set_value(lua_State *L, held_grid *held, unsigned value, const double n[3]);
/* Copies the list. */
void ci_one_way_copy(lua_State *L, held_grid *to, const held_grid *from);
/* Frees the list. */
void ci_one_way_free(owned_grid *owner);

#endif

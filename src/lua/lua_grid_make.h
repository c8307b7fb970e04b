/* SPDX-License-Identifier: MIT
 *
 * What functions share that make grids from tables.
 */
#ifndef COLLIDE_LUA_GRID_MAKE_H
#define COLLIDE_LUA_GRID_MAKE_H

#include "lua_grid.h"

/* Sets a cell of a grid of two dimensions; raises if there is no memory. */
void ci_make_set(lua_State *L, held_grid *held, int64_t x, int64_t y, unsigned value);
/* Raises unless a cell is distinct from its neighbours. */
void ci_make_check_cell(lua_State *L, const args_place *at, const collide_grid *grid, int64_t x,
                        int64_t y);

/* A table of a million numbers may stand in a million places, so a few tables can be any amount of
 * work. What is read for the first time is not limited: a script had to make it. What is read again
 * is: to so many values, in a grid of so many bytes. */
enum { MAKE_AGAIN = 1 << 23 };
#define MAKE_AGAIN_BYTES ((size_t)1 << 27)

typedef struct make_again {
  int seen;      /* index of a table that has what was read as keys */
  double values; /* read again so far */
} make_again;

/* Pushes the table `seen`. */
make_again ci_make_begin_again(lua_State *L);
/* To be called before `values` values are read from the table or string at the index. Raises an
 * error if too many are read again. `what` names these in the plural. */
void ci_make_read_again(lua_State *L, const args_place *at, make_again *again, int index,
                        double values, const char *what);
/* To be called after that; raises if the grid has grown too large. */
void ci_make_check_memory(lua_State *L, const args_place *at, const make_again *again,
                          const held_grid *held, const char *what);

/* In lua_grid_text.c. */

enum { MAKE_TEXT_MOST = 1 << 24, MAKE_TEXT_SHORT = 1024 };

/* Raises unless the value at the index is nil, or a table of characters and their values. */
void ci_make_check_characters(lua_State *L, int index);
/* Sets the cells of a row that is a string on the stack's top. `values` is the index of that table,
 * or 0. A space and a dot are empty where they have no value. A short row may be repeated as often
 * as one likes: it is no more work than the table of rows is large. */
void ci_make_text_row(lua_State *L, held_grid *held, int row, int values, make_again *again);

/* In lua_tiled.c. */

/* Checks arguments 1 and 2, a map and which of its layers; pushes that layer, of that type, and
 * writes its offset with those of the groups about it. Leaves more below it on the stack. */
void ci_tiled_find(lua_State *L, const char *type, double offset[2]);
/* A number of a table of Tiled's, which is part of argument `arg`; `otherwise` where there is none.
 */
double ci_tiled_number(lua_State *L, int arg, int index, const char *name, double otherwise);
int ci_l_from_tiled(lua_State *L);

#endif

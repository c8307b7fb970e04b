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

/* A table of a million numbers may stand in a million places, so that a few tables are as much
 * work as one likes. What is read for the first time is not limited: it is no more than there
 * is. What is read again is: so many values, into a grid of so many bytes. */
enum { MAKE_AGAIN = 1 << 23 };
#define MAKE_AGAIN_BYTES ((size_t)1 << 27)

typedef struct make_again {
  int seen;      /* index of a table that has what is read as keys */
  double values; /* read again so far, or certain to be */
} make_again;

/* Pushes the table `seen`. */
make_again ci_make_begin_again(lua_State *L);
/* To be called before anything is read, for each time that the value at the index will be read.
 * Then it is refused before it is read again, and not after 2^24 values. */
void ci_make_expect(lua_State *L, const make_again *again, int index);
/* To be called before `values` values are read from the value at the index; raises if too many
 * are read again. `what` these are, in the plural. */
void ci_make_read_again(lua_State *L, const args_place *at, make_again *again, int index,
                        double values, const char *what);
/* To be called after that; raises if the grid has grown too large. */
void ci_make_check_memory(lua_State *L, const args_place *at, const make_again *again,
                          const held_grid *held, const char *what);

/* In lua_tiled.c. */
int ci_l_from_tiled(lua_State *L);

#endif

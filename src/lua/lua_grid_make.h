/* SPDX-License-Identifier: MIT
 *
 * Functions that the makers of grids from tables share.
 */
#ifndef COLLIDE_LUA_GRID_MAKE_H
#define COLLIDE_LUA_GRID_MAKE_H

#include "lua_grid.h"

/* Sets a cell of a grid of two dimensions; raises if there is no memory. */
void ci_make_set(lua_State *L, held_grid *held, int64_t x, int64_t y, unsigned value);
/* Raises unless a cell is distinct from its neighbours. */
void ci_make_check_cell(lua_State *L, const args_place *at, const collide_grid *grid, int64_t x,
                        int64_t y);

/* One table of a million numbers may occur in a million places, so a few tables can cause any
 * amount of work. The first reading of a table is not limited, because a script had to make the
 * table. Later readings are limited: to 2^most values, in a grid of at most MAKE_AGAIN_BYTES. */
#define MAKE_AGAIN_BYTES ((size_t)1 << 27)

typedef struct make_again {
  int seen;      /* index of a table whose keys are the values read so far */
  int most;      /* 2^most values may be read again */
  double values; /* read again so far */
} make_again;

/* Call this after reading. Raises if the grid has grown too large. */
void ci_make_check_memory(lua_State *L, const args_place *at, const make_again *again,
                          const held_grid *held, const char *what);

#endif

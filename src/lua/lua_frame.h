/* SPDX-License-Identifier: MIT
 *
 * Frames: tables with the fields `size`, `origin` and `dimensions`.
 */
#ifndef COLLIDE_LUA_FRAME_H
#define COLLIDE_LUA_FRAME_H

#include "../collide.h"
#include "lua_args.h"

/* How many components a point has, by the dimensions of its frame; of 0, 2 or 3. */
extern const args_size ci_frame_sizes[];

/* Checks that argument `arg` is a frame or nil. It may also have the integers 1 to `items` as keys.
 * Its fields `limit` and `into` are not read: they are for `trace`, and one frame serves all
 * functions. Returns the dimensions that it names, or 0. */
int ci_frame_dimensions(lua_State *L, int arg, int items, int is_grid);

/* Reads the frame of a new grid from the table at argument `arg`, which may be nil. The table
 * may also have the integers 1 to `items` as keys. The number of dimensions is the field
 * `dimensions`, or the number of components of its vectors, or the parameter `dimensions`. */
collide_grid_frame ci_cells_read_grid_frame(lua_State *L, int arg, int items, int dimensions);

/* Reads a frame from the fields `size` and `origin` of the table at argument `arg`, and ignores
 * its other fields. The argument may be nil. */
collide_grid_frame ci_cells_read_frame(lua_State *L, int arg, int dimensions);

#endif

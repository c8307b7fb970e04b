/* SPDX-License-Identifier: MIT
 *
 * cells, trace and cell_at.
 */
#ifndef COLLIDE_LUA_CELLS_H
#define COLLIDE_LUA_CELLS_H

#include "../collide.h"
#include "lua_args.h"

/* Pushes the iterator for the upvalue UP_GROUPS. Its own upvalues are the metatables on the stack,
 * from index `first` on. */
void ci_cells_push_iterator(lua_State *L, int first);

/* Pushes the coordinates of a cell, or a table of them. Returns the number of values. */
int ci_cells_push(lua_State *L, const int64_t cell[3], int dimensions, int numbers);

/* ---- Frames: tables with the fields `size`, `origin` and `dimensions` ------------------------ */

/* Reads the frame of a new grid from the table at argument `arg`, which may be nil. The table may
 * also have the integers 1 to `items` as keys. The field `dimensions` gives the number of
 * dimensions; else the vectors of the table do; else the parameter `dimensions`. */
collide_grid_frame ci_cells_read_grid_frame(lua_State *L, int arg, int items, int dimensions);

/* Reads a frame from the fields `size` and `origin` of the table at argument `arg`, and ignores
 * its other fields. The argument may be nil. */
collide_grid_frame ci_cells_read_frame(lua_State *L, int arg, int dimensions);

/* ---- Arguments of cells, trace and cell_at --------------------------------------------------- */

typedef struct walk_question {
  double from[3], to[3];
  collide_grid_frame frame;
  int numbers; /* the first vector was given as numbers */
  int to_arg, frame_arg;
  int closed; /* the frame has rule="closed" */
  int limit;  /* the number of groups, 0 if it is not given */
  int into;   /* the stack index of the table to fill, or 0 */
} walk_question;

#endif

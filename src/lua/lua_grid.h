/* SPDX-License-Identifier: MIT
 *
 * Grids: collide.grid, what hangs on it, and the methods of grids but casts.
 */
#ifndef COLLIDE_LUA_GRID_H
#define COLLIDE_LUA_GRID_H

#include "../grid/grid.h"
#include "lua_args.h"

extern const binding ci_grid_bindings[];      /* in lua_grid.c */
extern const binding ci_grid_make_bindings[]; /* in lua_grid_make.c */

/* The userdata. Its memory comes from the state's own allocator, so that limits
 * on that hold; the collector is told of it by ci_grid_settle. The grid in it is
 * always fit for use, even after __gc. */
typedef struct held_grid {
  collide_grid grid;
  size_t told; /* how many bytes the collector has been told of */
} held_grid;

/* The grid at the index, or NULL. */
held_grid *ci_grid_at(lua_State *L, int index);
/* Argument 1 of a method. */
held_grid *ci_grid_check(lua_State *L);
/* Pushes a new grid, empty. */
held_grid *ci_grid_push(lua_State *L, const collide_grid_frame *frame);
/* To be called after what may have made a grid grow, when it is on the stack and
 * whole: moves the collector on as if it had allocated that memory. It may run
 * finalizers. */
void ci_grid_settle(lua_State *L, held_grid *held);
/* Raises "not enough memory". Before, a caller collects all garbage and tries
 * once more; that is what `ci_grid_retry` is for: 1 the first time. */
int ci_grid_retry(lua_State *L, int *tries);
int ci_grid_fail_memory(lua_State *L);

/* A whole number, |n| < 2^53; raises what `wants` says: ": ... expected". */
args_size ci_grid_size(int dimensions);
/* A cell from argument *arg on, in numbers in place or as one value; moves *arg
 * past it. Returns 1 when it came in numbers. Raises unless it is one that the
 * grid can hold. */
int ci_grid_read_cell(lua_State *L, int *arg, const char *name, const collide_grid *grid,
                      int64_t cell[3]);

/* __tostring and __gc. */
int ci_l_grid_text(lua_State *L);
int ci_l_grid_free(lua_State *L);
/* __call of collide.grid. */
int ci_l_grid(lua_State *L);

#endif

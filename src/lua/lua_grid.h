/* SPDX-License-Identifier: MIT
 *
 * Grids: collide.grid and its functions, and the methods of grids except casts.
 */
#ifndef COLLIDE_LUA_GRID_H
#define COLLIDE_LUA_GRID_H

#include "../grid/grid_near.h"
#include "lua_args.h"
#include "lua_owned.h"
#include "lua_seal.h"

/* The side from which cells of that value block moves; see lua_one_way.h. */
typedef struct one_way_value {
  unsigned value;
  double n[3];
} one_way_value;

/* The owner of a grid's cells. Their memory comes from the allocator of the Lua state, so limits on
 * that allocator apply. ci_grid_report_memory reports it to the garbage collector. */
typedef struct owned_grid {
  owned base;
  collide_grid grid;
  one_way_value *one_way; /* sorted by value, or NULL; from the same allocator */
  int one_way_count, one_way_room;
  uint32_t *gids;     /* with flags, of the values from gid_first on, or NULL; likewise allocated */
  unsigned gid_first; /* the least value that from_tiled made for a flipped tile */
  int gid_count;
} owned_grid;

/* The userdata of a grid, the handle of its owner. The grid stays valid after its release. Then it
 * is empty and takes no cells, because nothing would free them. */
typedef struct held_grid {
  object_head head;
  collide_grid *grid;
  owned *owner; /* the owner of the cells; the grid lies in it */
  size_t told;  /* the bytes that were reported to the collector */
} held_grid;

/* The grid at the index, or NULL. A function that calls it several times passes the home. */
static inline held_grid *grid_by_home(lua_State *L, int index, seal_home *home) {
  return (held_grid *)seal_check(L, index, sizeof(held_grid), SEAL_GRID, home);
}
static inline held_grid *grid_at(lua_State *L, int index) {
  return grid_by_home(L, index, seal_here(L));
}
/* The grid that is argument 1 of a method; raises if there is none. */
held_grid *ci_grid_check(lua_State *L);
/* Raises if the grid was released, because nothing would free new cells. A finalizer can hold such
 * a grid: one that is garbage too, and was finalized earlier. */
void ci_grid_check_alive(lua_State *L, const held_grid *held);
/* Pushes a new grid, empty. */
held_grid *ci_grid_push(lua_State *L, const collide_grid_frame *frame);
/* Returns 1 if the grid has grown so much that the garbage collector must know. */
static inline int grid_has_grown(held_grid *held) {
  enum { NOTICED = 1 << 18 };
  if (held->grid->bytes < held->told) held->told = held->grid->bytes;
  return held->grid->bytes - held->told >= NOTICED;
}
/* Call this after an operation that may make a grid grow, with the grid complete and on the stack.
 * Advances the collector as if it had allocated that memory itself. This may run finalizers. */
void ci_grid_report_memory(lua_State *L, held_grid *held);
/* A caller that runs out of memory first collects all garbage and tries once more. ci_grid_retry
 * collects and returns 1 the first time, then returns 0. Then ci_grid_fail_memory raises "not
 * enough memory". */
int ci_grid_retry(lua_State *L, int *tries);
int ci_grid_fail_memory(lua_State *L);

/* The number of components of a cell, and the text of the error for a wrong number. */
args_size ci_grid_size(int dimensions);
/* Reads a cell from argument *arg on, given as separate numbers or as one value, and moves *arg
 * past it. Returns 1 if it was given as numbers. Raises if the grid cannot hold the cell. */
int ci_grid_read_cell(lua_State *L, int *arg, const char *name, const collide_grid *grid,
                      int64_t cell[3]);

/* Reads the layer from argument 1, a table of options that also has the fields of a frame. */
int ci_grid_read_layer(lua_State *L);

/* __tostring. */
int ci_l_grid_text(lua_State *L);
/* The method cells_in, in lua_grid_cells_in.c. */
int ci_l_grid_cells_in(lua_State *L);
/* __call of collide.grid. */
int ci_l_grid(lua_State *L);

#endif

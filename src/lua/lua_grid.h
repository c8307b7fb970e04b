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
  int one_way_count;
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
/* Reads a cell of the grid that is given in numbers; in two dimensions z is 0. Returns 0 for
 * numbers that are not a cell, or a cell so far away that it may not be distinct. */
static inline int grid_read_numbers(const collide_grid *grid, double x, double y, double z,
                                    int64_t cell[3]) {
  double below = grid->distinct_below;
  if (!(fabs(x) < below && fabs(y) < below && fabs(z) < below)) return 0;
  cell[0] = (int64_t)x;
  cell[1] = (int64_t)y;
  cell[2] = (int64_t)z;
  return (double)cell[0] == x && (double)cell[1] == y && (double)cell[2] == z;
}
/* Returns 1 if cells may have that value. */
static inline int grid_is_value(double x) {
  return x >= 0 && x <= 65535 && x == (double)(int)x;
}
/* Reports memory to the collector, as if Lua had allocated it. */
void ci_grid_report_bytes(lua_State *L, size_t bytes);
/* Call this after an operation that may make a grid grow, with the grid complete and on the stack.
 * Advances the collector as if it had allocated that memory itself. This may run finalizers. */
void ci_grid_report_memory(lua_State *L, held_grid *held);
/* A caller that runs out of memory collects all garbage by ci_grid_retry, which returns 1, and
 * tries once more. The second time ci_grid_retry raises "not enough memory", as ci_grid_fail_memory
 * does. The garbage may be the grid itself. */
int ci_grid_retry(lua_State *L, int *tries);
int ci_grid_fail_memory(lua_State *L);

/* The number of components of a cell, and the text of the error for a wrong number. */
args_size ci_grid_size(int dimensions);
/* Pushes a new grid with the fields of the table at argument 1, which may be nil: layer, shapes,
 * one_way. */
held_grid *ci_grid_push_options(lua_State *L, const collide_grid_frame *frame);

/* __tostring. */
int ci_l_grid_text(lua_State *L);
/* __call of collide.grid. */
int ci_l_grid(lua_State *L);

/* The value of cells that is argument 2 of a method, from 1 to 65535. */
unsigned ci_grid_read_value(lua_State *L);
/* Reads an option of a grid, a table by values of cells. `what` is its name, such as "shapes".
 * Calls the function for each entry; the entry lies at `index`. The grid lies on the stack. */
typedef void (*grid_set_value)(lua_State *L, const args_place *at, held_grid *held, unsigned value,
                               int index);
void ci_grid_read_by_value(lua_State *L, int index, held_grid *held, const char *name,
                           const char *what, grid_set_value set);
/* Copies the shapes of one grid to another, which has none. */
void ci_grid_copy_shapes(lua_State *L, held_grid *to, const held_grid *from);

/* In lua_tiled.c: gives the grid at index `to` the gids of the values of the grid at `from`. */
void ci_tiled_copy_gids(lua_State *L, int to, int from);

#endif

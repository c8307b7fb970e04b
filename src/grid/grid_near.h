/* SPDX-License-Identifier: MIT
 *
 * Quick access to one cell of a grid. A grid remembers the parent of the last brick; most cells
 * that follow are under the same parent. These functions take coordinates by value, because
 * compilers read an array in pairs, which is slow for numbers that were just written. They have no
 * branches on whether a cell is empty, because those would be mispredicted.
 */
#ifndef COLLIDE_GRID_NEAR_H
#define COLLIDE_GRID_NEAR_H

#include "grid.h"

#if defined(__GNUC__)
#define GRID_INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define GRID_INLINE __forceinline
#else
#define GRID_INLINE inline
#endif

/* The slow paths, in grid.c: collide_grid_get and collide_grid_set, and the bounds after a cell at
 * their border was set or emptied. */
unsigned ci_grid_get_far(collide_grid *grid, int64_t x, int64_t y, int64_t z);
int ci_grid_set_far(collide_grid *grid, int64_t x, int64_t y, int64_t z, unsigned value);
void ci_grid_change_bounds(collide_grid *grid, int64_t x, int64_t y, int64_t z, int is_set);
void ci_grid_prune_at(collide_grid *grid, int64_t x, int64_t y, int64_t z);

/* A cell's brick, and the cell's number in it. */
typedef struct grid_near {
  grid_brick *brick; /* NULL if this path does not find it */
  unsigned word, slot;
} grid_near;

/* `dimensions` must be a constant, so that all shifts are constants. */
static GRID_INLINE grid_near grid_find_near(const collide_grid *g, int dimensions, int64_t x,
                                            int64_t y, int64_t z) {
  const grid_node *node = g->near_node;
  int shift = grid_brick_shift(dimensions) + grid_node_bits(dimensions);
  uint64_t place[3], apart;
  unsigned child;
  grid_near near;
  place[0] = (uint64_t)x + grid_bias(dimensions);
  place[1] = (uint64_t)y + grid_bias(dimensions);
  place[2] = dimensions == 3 ? (uint64_t)z + grid_bias(dimensions) : 0;
  apart = (place[0] >> shift ^ g->near_at[0]) | (place[1] >> shift ^ g->near_at[1]);
  if (dimensions == 3) apart |= place[2] >> shift ^ g->near_at[2];
  child = grid_slot_of(dimensions, place, grid_brick_shift(dimensions));
  near.word = grid_word_of(dimensions, place);
  near.slot = grid_slot_of(dimensions, place, 0);
  near.brick = NULL;
  if (node != NULL && apart == 0 && (node->children >> child & 1))
    near.brick = node->slots[child].brick;
  return near;
}

static GRID_INLINE unsigned grid_near_get(const grid_near *near) {
  const grid_brick *brick = near->brick;
  if (brick->values != NULL) return brick->values[64 * near->word + near->slot];
  return (0u - (unsigned)(brick->words[near->word] >> near->slot & 1)) & brick->value;
}

/* Is the cell on the border of the bounds, or outside? */
static GRID_INLINE int grid_on_border(const collide_grid *g, int64_t x, int64_t y, int64_t z) {
  return (x <= g->low[0]) | (x >= g->high[0]) | (y <= g->low[1]) | (y >= g->high[1]) |
         ((z <= g->low[2] || z >= g->high[2]) && g->frame.dimensions == 3);
}

/* Sets a cell of a brick that admits the value. Returns the number of cells that the brick then
 * has. If it is 0, the caller must remove the brick. */
static GRID_INLINE int grid_near_set(collide_grid *g, const grid_near *near, int64_t x, int64_t y,
                                     int64_t z, unsigned value) {
  grid_brick *brick = near->brick;
  int more = (value != 0) - (int)(brick->words[near->word] >> near->slot & 1);
  if (brick->values != NULL) brick->values[64 * near->word + near->slot] = (uint16_t)value;
  brick->words[near->word] ^= (uint64_t)(more & 1) << near->slot;
  brick->count += more;
  g->count += more;
  if (grid_on_border(g, x, y, z) && more != 0) ci_grid_change_bounds(g, x, y, z, more > 0);
  return brick->count;
}

/* Can the brick hold this value without more memory? */
static GRID_INLINE int grid_near_admits(grid_brick *brick, unsigned value) {
  if (value == 0 || brick->values != NULL || brick->value == value) return 1;
  if (brick->count > 0) return 0;
  brick->value = value;
  return 1;
}

/* Inline forms of collide_grid_get and collide_grid_set; most need no call. In two dimensions z is
 * 0. Even a get changes the cached node. So they are only for a grid that no other thread reads,
 * for example one that belongs to a Lua state. */
static GRID_INLINE unsigned grid_get_in(collide_grid *g, int dimensions, int64_t x, int64_t y,
                                        int64_t z) {
  grid_near near = grid_find_near(g, dimensions, x, y, z);
  return near.brick != NULL ? grid_near_get(&near) : ci_grid_get_far(g, x, y, z);
}

static GRID_INLINE unsigned grid_get_at(collide_grid *g, int64_t x, int64_t y, int64_t z) {
  return g->frame.dimensions == 2 ? grid_get_in(g, 2, x, y, z) : grid_get_in(g, 3, x, y, z);
}

static GRID_INLINE int grid_set_at(collide_grid *g, int64_t x, int64_t y, int64_t z,
                                   unsigned value) {
  grid_near near =
      g->frame.dimensions == 2 ? grid_find_near(g, 2, x, y, z) : grid_find_near(g, 3, x, y, z);
  if (near.brick == NULL || !grid_near_admits(near.brick, value))
    return ci_grid_set_far(g, x, y, z, value);
  if (grid_near_set(g, &near, x, y, z, value) == 0) ci_grid_prune_at(g, x, y, z);
  return 1;
}

#endif

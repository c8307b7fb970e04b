/* SPDX-License-Identifier: MIT
 *
 * The cells of a grid, one by one and in rows along x.
 */
#include "grid_near.h"
#include "grid.h"

/* ---- Bricks -------------------------------------------------------------- */

static inline int is_at(const uint64_t place[3], int shift, const uint64_t at[3]) {
  return place[0] >> shift == at[0] && place[1] >> shift == at[1] && place[2] >> shift == at[2];
}

/* The side of a node of the lowest level, as an exponent of 2. */
static inline int node_shift(int dimensions) {
  return grid_brick_shift(dimensions) + grid_node_bits(dimensions);
}

/* The lowest node on the path to a place, and its level; NULL if the place is not below the
 * root. */
static grid_node *find_node(const collide_grid *g, const uint64_t place[3], int *level) {
  int dimensions = g->frame.dimensions;
  grid_node *node = g->root;
  *level = 1;
  if (g->near_node != NULL && is_at(place, node_shift(dimensions), g->near_at)) return g->near_node;
  if (node == NULL || !ci_grid_is_under_root(g, place)) return NULL;
  for (*level = g->level; *level > 1; --*level) {
    unsigned slot = grid_slot_of(dimensions, place, grid_child_shift(dimensions, *level));
    if (!(node->children >> slot & 1)) return node;
    node = node->slots[slot].node;
  }
  return node;
}

/* The brick at a place, and its parent. If there is none, returns NULL and sets *value to the value
 * of all cells of its block. */
static grid_brick *find_brick(const collide_grid *g, const uint64_t place[3], unsigned *value,
                              grid_node **parent) {
  int dimensions = g->frame.dimensions, level;
  grid_node *node;
  unsigned slot;
  *parent = NULL;
  *value = 0;
  node = find_node(g, place, &level);
  if (node == NULL) return NULL;
  slot = grid_slot_of(dimensions, place, grid_child_shift(dimensions, level));
  if (node->full >> slot & 1) *value = node->slots[slot].value;
  if (!(node->children >> slot & 1)) return NULL;
  *parent = node; /* of level 1: it is the lowest on the path and has a child */
  return node->slots[slot].brick;
}

const grid_brick *ci_grid_brick_at(const collide_grid *grid, const uint64_t place[3],
                                   unsigned *value) {
  grid_node *parent;
  return find_brick(grid, place, value, &parent);
}

/* Caches the parent of the brick at a place. */
static void remember(collide_grid *g, const uint64_t place[3], grid_node *parent) {
  int axis, shift = node_shift(g->frame.dimensions);
  g->near_node = parent;
  for (axis = 0; axis < 3; axis++) g->near_at[axis] = place[axis] >> shift;
}

/* Makes the missing brick at a place, with an array of values if `array` is nonzero. If there is no
 * memory, returns NULL and changes nothing. */
static grid_brick *add_brick(collide_grid *g, const uint64_t place[3], int array) {
  int dimensions = g->frame.dimensions, lowest, level;
  grid_node *node = find_node(g, place, &lowest);
  grid_need need;
  grid_stock stock;
  level = node != NULL ? lowest : ci_grid_level_for(g, place, place);
  need.nodes = level - 1;
  if (node == NULL) need.nodes += g->root != NULL ? level - g->level : 1;
  need.bricks = 1;
  need.arrays = array != 0;
  if (!ci_grid_stock_take(g, &need, &stock)) return NULL;
  if (node == NULL) {
    ci_grid_grow(g, place, place, &stock);
    node = g->root;
  }
  for (;; level--) {
    unsigned slot = grid_slot_of(dimensions, place, grid_child_shift(dimensions, level));
    if (!(node->children >> slot & 1)) ci_grid_make_child(g, node, level, slot, &stock);
    if (level == 1) {
      grid_brick *brick = node->slots[slot].brick;
      if (array) ci_grid_brick_spread(g, brick, &stock);
      remember(g, place, node);
      return brick;
    }
    node = node->slots[slot].node;
  }
}

grid_brick *ci_grid_reach(collide_grid *grid, const int64_t cell[3], unsigned value,
                          unsigned *held) {
  uint64_t place[3];
  grid_brick *brick;
  grid_node *parent;
  int fine;
  grid_place(grid->frame.dimensions, cell, place);
  brick = find_brick(grid, place, held, &parent);
  if (brick == NULL && *held != 0) return NULL;
  *held = 0;
  if (brick == NULL) brick = add_brick(grid, place, value == 0);
  if (brick == NULL) return NULL;
  fine = value != 0              ? ci_grid_brick_admit(grid, brick, value)
         : brick->values == NULL ? ci_grid_brick_spread(grid, brick, NULL)
                                 : 1;
  return fine ? brick : NULL;
}

/* ---- Cells --------------------------------------------------------------- */

const collide_grid_frame *collide_grid_get_frame(const collide_grid *grid) {
  return &grid->frame;
}

int64_t collide_grid_count(const collide_grid *grid) {
  return grid->count;
}

static unsigned get_in_brick(const collide_grid *g, const grid_brick *brick,
                             const uint64_t place[3]) {
  int dimensions = g->frame.dimensions;
  return grid_brick_get(brick, grid_word_of(dimensions, place), grid_slot_of(dimensions, place, 0));
}

unsigned collide_grid_get(const collide_grid *grid, const int64_t cell[3]) {
  uint64_t place[3];
  unsigned value;
  const grid_brick *brick;
  grid_node *parent;
  grid_place(grid->frame.dimensions, cell, place);
  brick = find_brick(grid, place, &value, &parent);
  return brick != NULL ? get_in_brick(grid, brick, place) : value;
}

int collide_grid_set(collide_grid *grid, const int64_t cell[3], unsigned value) {
  int dimensions = grid->frame.dimensions;
  uint64_t place[3];
  unsigned old;
  grid_near near;
  grid_node *parent;
  grid_place(dimensions, cell, place);
  near.brick = find_brick(grid, place, &old, &parent);
  if (near.brick == NULL) {
    if (old == value) return 1;
    near.brick = add_brick(grid, place, old != 0 && value != 0);
    if (near.brick == NULL) return 0;
  }
  if (!ci_grid_brick_admit(grid, near.brick, value)) return 0;
  if (parent != NULL) remember(grid, place, parent);
  near.word = grid_word_of(dimensions, place);
  near.slot = grid_slot_of(dimensions, place, 0);
  if (grid_near_set(grid, &near, cell[0], cell[1], cell[2], value) == 0) ci_grid_prune(grid, place);
  return 1;
}

/* ---- Cells, by their coordinates ------------------------------------------ */

static void put(int64_t cell[3], int64_t x, int64_t y, int64_t z) {
  cell[0] = x;
  cell[1] = y;
  cell[2] = z;
}

unsigned ci_grid_get_far(collide_grid *grid, int64_t x, int64_t y, int64_t z) {
  int64_t cell[3];
  uint64_t place[3];
  unsigned value;
  grid_brick *brick;
  grid_node *parent;
  put(cell, x, y, z);
  grid_place(grid->frame.dimensions, cell, place);
  brick = find_brick(grid, place, &value, &parent);
  if (brick == NULL) return value;
  remember(grid, place, parent);
  return get_in_brick(grid, brick, place);
}

int ci_grid_set_far(collide_grid *grid, int64_t x, int64_t y, int64_t z, unsigned value) {
  int64_t cell[3];
  put(cell, x, y, z);
  return collide_grid_set(grid, cell, value);
}

void ci_grid_change_bounds(collide_grid *grid, int64_t x, int64_t y, int64_t z, int is_set) {
  int64_t cell[3];
  put(cell, x, y, z);
  if (is_set)
    grid_widen(grid, cell, cell);
  else
    grid_loosen(grid, cell, cell);
}

void ci_grid_prune_at(collide_grid *grid, int64_t x, int64_t y, int64_t z) {
  int64_t cell[3];
  uint64_t place[3];
  put(cell, x, y, z);
  grid_place(grid->frame.dimensions, cell, place);
  ci_grid_prune(grid, place);
}

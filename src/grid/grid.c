/* SPDX-License-Identifier: MIT
 *
 * A grid: its memory, its tree, and its cells, one by one and in rows along x.
 */
#include "grid.h"
#include "grid_box.h"
#include "grid_shape.h"
#include "grid_near.h"

#include <stdlib.h>
#include <string.h>

/* ---- Making a grid --------------------------------------------------------------------------- */

/* Its nodes, its bricks, their arrays of values, and lists of these that are allocated before a
 * change begins. */

static void *default_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

static unsigned count_cells(int dimensions) {
  return 64 * (unsigned)grid_words(dimensions);
}

static size_t array_size(const collide_grid *g) {
  return count_cells(g->frame.dimensions) * sizeof(uint16_t);
}

/* Memory of all zeros, or NULL. */
static void *take(collide_grid *g, size_t size) {
  void *block = g->alloc(g->user, NULL, 0, size);
  if (block == NULL) return NULL;
  memset(block, 0, size);
  g->bytes += size;
  g->changes++;
  return block;
}

static void give_back(collide_grid *g, void *block, size_t size) {
  g->alloc(g->user, block, size, 0);
  g->bytes -= size;
  g->changes++;
}

/* ---- Grids ----------------------------------------------------------------------------------- */

void ci_grid_begin(collide_grid *grid, const collide_grid_frame *frame, collide_alloc alloc,
                   void *user) {
  memset(grid, 0, sizeof *grid);
  grid->frame = *frame;
  grid->distinct_below = ci_cells_distinct_below(frame);
  grid->alloc = alloc != NULL ? alloc : default_alloc;
  grid->user = user;
  ci_grid_clear(grid);
}

collide_grid *collide_grid_new(const collide_grid_frame *frame, collide_alloc alloc, void *user) {
  collide_alloc function = alloc != NULL ? alloc : default_alloc;
  collide_grid *grid = (collide_grid *)function(user, NULL, 0, sizeof *grid);
  if (grid != NULL) ci_grid_begin(grid, frame, alloc, user);
  return grid;
}

void collide_grid_free(collide_grid *grid) {
  if (grid == NULL) return;
  ci_grid_clear(grid);
  ci_grid_free_forms(grid);
  grid->alloc(grid->user, grid, sizeof *grid, 0);
}

/* ---- Stocks ---------------------------------------------------------------------------------- */

/* A list links its blocks through their first bytes. */
static void *pop(void **list) {
  void *block = *list;
  memcpy(list, block, sizeof *list);
  memset(block, 0, sizeof *list);
  return block;
}

static int push_new(collide_grid *g, void **list, double count, size_t size) {
  for (; count >= 1; count--) {
    void *block = take(g, size);
    if (block == NULL) return 0;
    memcpy(block, list, sizeof *list);
    *list = block;
  }
  return 1;
}

static void give_back_list(collide_grid *g, void **list, size_t size) {
  while (*list != NULL) give_back(g, pop(list), size);
}

int ci_grid_stock_take(collide_grid *grid, const grid_need *need, grid_stock *stock) {
  stock->nodes = stock->bricks = stock->arrays = NULL;
  if (push_new(grid, &stock->nodes, need->nodes, sizeof(grid_node)) &&
      push_new(grid, &stock->bricks, need->bricks, sizeof(grid_brick)) &&
      push_new(grid, &stock->arrays, need->arrays, array_size(grid)))
    return 1;
  give_back_list(grid, &stock->nodes, sizeof(grid_node));
  give_back_list(grid, &stock->bricks, sizeof(grid_brick));
  give_back_list(grid, &stock->arrays, array_size(grid));
  return 0;
}

/* ---- Nodes and bricks ------------------------------------------------------------------------ */

/* A node that is filled with `value`, or empty if that is 0. Takes the memory from the stock, or
 * allocates it if `stock` is NULL; returns NULL if there is none. */
static grid_node *grid_make_node(collide_grid *grid, unsigned value, grid_stock *stock) {
  int i;
  grid_node *node =
      (grid_node *)(stock != NULL ? pop(&stock->nodes) : take(grid, sizeof(grid_node)));
  if (node == NULL || value == 0) return node;
  node->full = ~UINT64_C(0);
  for (i = 0; i < 64; i++) node->slots[i].value = value;
  return node;
}

/* The same for a brick. */
static grid_brick *grid_make_brick(collide_grid *grid, unsigned value, grid_stock *stock) {
  unsigned i, cells = count_cells(grid->frame.dimensions);
  grid_brick *brick =
      (grid_brick *)(stock != NULL ? pop(&stock->bricks) : take(grid, sizeof(grid_brick)));
  if (brick == NULL || value == 0) return brick;
  brick->count = (int)cells;
  brick->value = value;
  for (i = 0; i < cells / 64; i++) brick->words[i] = ~UINT64_C(0);
  return brick;
}

int ci_grid_brick_spread(collide_grid *grid, grid_brick *brick, grid_stock *stock) {
  unsigned i, cells = count_cells(grid->frame.dimensions);
  uint16_t *values =
      (uint16_t *)(stock != NULL ? pop(&stock->arrays) : take(grid, array_size(grid)));
  if (values == NULL) return 0;
  for (i = 0; i < cells; i++) values[i] = (uint16_t)grid_brick_get(brick, i / 64, i % 64);
  brick->values = values;
  return 1;
}

static void grid_free_node(collide_grid *grid, grid_node *node) {
  if (grid->near_node == node) grid->near_node = NULL;
  give_back(grid, node, sizeof *node);
}

static void grid_free_brick(collide_grid *grid, grid_brick *brick) {
  if (brick->values != NULL) give_back(grid, brick->values, array_size(grid));
  give_back(grid, brick, sizeof *brick);
}

/* Makes sure that a brick can store this value beside its others. If there is no memory, returns 0
 * and changes nothing. */
static int grid_brick_admit(collide_grid *grid, grid_brick *brick, unsigned value) {
  if (value == 0 || brick->values != NULL) return 1;
  if (brick->count > 0 && brick->value != value) return ci_grid_brick_spread(grid, brick, NULL);
  brick->value = value;
  return 1;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

uint64_t ci_grid_box_mask(int dimensions, const uint64_t corner[3], int shift,
                          const uint64_t low[3], const uint64_t high[3]) {
  int bits = grid_node_bits(dimensions), axis;
  for (axis = 0; axis < dimensions; axis++)
    if (high[axis] < corner[axis] ||
        (low[axis] > corner[axis] && (low[axis] - corner[axis]) >> shift >> bits != 0))
      return 0;
  return grid_box_children(dimensions, bits, corner, shift, low, high);
}

/* The side of a root of that level, as an exponent of 2. */
static int root_shift(int dimensions, int level) {
  return grid_child_shift(dimensions, level + 1);
}

void ci_grid_root_corner(const collide_grid *grid, uint64_t corner[3]) {
  int shift = root_shift(grid->frame.dimensions, grid->level), axis;
  for (axis = 0; axis < 3; axis++) corner[axis] = grid->base[axis] << shift;
}

static int is_block_of(const uint64_t base[3], int shift, const uint64_t place[3]) {
  return place[0] >> shift == base[0] && place[1] >> shift == base[1] &&
         place[2] >> shift == base[2];
}

static int grid_is_under_root(const collide_grid *grid, const uint64_t place[3]) {
  return is_block_of(grid->base, root_shift(grid->frame.dimensions, grid->level), place);
}

/* ---- The root -------------------------------------------------------------------------------- */

static void set_root(collide_grid *g, const uint64_t place[3], int level) {
  int shift = root_shift(g->frame.dimensions, level), axis;
  g->level = level;
  for (axis = 0; axis < 3; axis++) g->base[axis] = place[axis] >> shift;
}

int ci_grid_make_root(collide_grid *grid, const uint64_t place[3], int level, grid_stock *stock) {
  grid->root = grid_make_node(grid, 0, stock);
  if (grid->root == NULL) return 0;
  set_root(grid, place, level);
  return 1;
}

int ci_grid_level_for(const collide_grid *grid, const uint64_t low[3], const uint64_t high[3]) {
  int dimensions = grid->frame.dimensions, level = grid->root != NULL ? grid->level : 1, axis;
  uint64_t base[3];
  for (axis = 0; axis < 3; axis++)
    base[axis] = grid->root != NULL ? grid->base[axis] : low[axis] >> root_shift(dimensions, level);
  while (!is_block_of(base, root_shift(dimensions, level), low) ||
         !is_block_of(base, root_shift(dimensions, level), high)) {
    for (axis = 0; axis < 3; axis++) base[axis] >>= grid_node_bits(dimensions);
    level++;
  }
  return level;
}

void ci_grid_grow(collide_grid *grid, const uint64_t low[3], const uint64_t high[3],
                  grid_stock *stock) {
  int level = ci_grid_level_for(grid, low, high);
  if (grid->root == NULL) ci_grid_make_root(grid, low, level, stock);
  while (grid->level < level) {
    uint64_t corner[3];
    unsigned slot;
    grid_node *above = grid_make_node(grid, 0, stock);
    ci_grid_root_corner(grid, corner);
    slot = grid_slot_of(grid->frame.dimensions, corner,
                        root_shift(grid->frame.dimensions, grid->level));
    above->children = UINT64_C(1) << slot;
    above->slots[slot].node = grid->root;
    grid->root = above;
    set_root(grid, corner, grid->level + 1);
  }
}

void ci_grid_clear(collide_grid *grid) {
  int axis;
  while (grid->root != NULL && grid->root->children != 0) {
    ci_grid_free_slot(grid, grid->root, grid->level, grid_lowest_bit(grid->root->children));
  }
  if (grid->root != NULL) grid_free_node(grid, grid->root);
  grid->root = NULL;
  grid->count = 0;
  grid->loose = 0;
  for (axis = 0; axis < 3; axis++) {
    grid->low[axis] = INT64_MAX;
    grid->high[axis] = INT64_MIN;
  }
}

void ci_grid_trim(collide_grid *grid) {
  grid_node *root = grid->root;
  while (root != NULL && root->full == 0 && (root->children & (root->children - 1)) == 0) {
    unsigned slot;
    uint64_t corner[3];
    if (root->children == 0) {
      ci_grid_clear(grid);
      return;
    }
    if (grid->level == 1) return;
    slot = grid_lowest_bit(root->children);
    ci_grid_root_corner(grid, corner);
    grid_slot_corner(grid->frame.dimensions, corner,
                     grid_child_shift(grid->frame.dimensions, grid->level), slot, corner);
    grid->root = root->slots[slot].node;
    set_root(grid, corner, grid->level - 1);
    grid_free_node(grid, root);
    root = grid->root;
  }
}

/* ---- Slots ----------------------------------------------------------------------------------- */

int ci_grid_make_child(collide_grid *grid, grid_node *node, int level, unsigned slot,
                       grid_stock *stock) {
  uint64_t bit = UINT64_C(1) << slot;
  grid_slot child;
  unsigned value = node->full & bit ? node->slots[slot].value : 0;
  if (level == 1) {
    child.brick = grid_make_brick(grid, value, stock);
    if (child.brick == NULL) return 0;
  } else {
    child.node = grid_make_node(grid, value, stock);
    if (child.node == NULL) return 0;
  }
  node->slots[slot] = child;
  node->children |= bit;
  node->full &= ~bit;
  return 1;
}

int64_t ci_grid_free_slot(collide_grid *grid, grid_node *node, int level, unsigned slot) {
  int dimensions = grid->frame.dimensions;
  uint64_t bit = UINT64_C(1) << slot;
  int64_t count = 0;
  if (node->full & bit) {
    count = (int64_t)1 << dimensions * grid_child_shift(dimensions, level);
  } else if (node->children & bit && level == 1) {
    grid_brick *brick = node->slots[slot].brick;
    count = brick->count;
    grid_free_brick(grid, brick);
  } else if (node->children & bit) {
    grid_node *child = node->slots[slot].node;
    uint64_t taken;
    while ((taken = child->children | child->full) != 0)
      count += ci_grid_free_slot(grid, child, level - 1, grid_lowest_bit(taken));
    grid_free_node(grid, child);
  }
  node->children &= ~bit;
  node->full &= ~bit;
  return count;
}

/* Frees the brick at a place if it is empty, and then each node above it that is now empty. */
static void prune(collide_grid *grid, const uint64_t place[3]) {
  grid_node *path[GRID_LEVELS];
  unsigned slots[GRID_LEVELS];
  int dimensions = grid->frame.dimensions, level = grid->level, empty;
  grid_node *node = grid->root;
  if (node == NULL || !grid_is_under_root(grid, place)) return;
  for (;; level--) {
    path[level] = node;
    slots[level] = grid_slot_of(dimensions, place, grid_child_shift(dimensions, level));
    if (level == 1 || !(node->children >> slots[level] & 1)) break;
    node = node->slots[slots[level]].node;
  }
  empty = node->children >> slots[level] & 1 && node->slots[slots[level]].brick->count == 0;
  for (;;) {
    if (empty) ci_grid_free_slot(grid, path[level], level, slots[level]);
    empty = (path[level]->children | path[level]->full) == 0;
    if (!empty || level == grid->level) break;
    level++;
  }
  ci_grid_trim(grid);
}

/* ---- Bricks ---------------------------------------------------------------------------------- */

/* The lowest node on the path to a place, and its level; NULL if the place is not below the
 * root. */
static grid_node *find_node(const collide_grid *g, const uint64_t place[3], int *level) {
  int dimensions = g->frame.dimensions;
  grid_node *node = g->root;
  *level = 1;
  if (g->near_node != NULL && is_block_of(g->near_at, grid_child_shift(dimensions, 2), place))
    return g->near_node;
  if (node == NULL || !grid_is_under_root(g, place)) return NULL;
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
  int axis, shift = grid_child_shift(g->frame.dimensions, 2);
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
  fine = value != 0              ? grid_brick_admit(grid, brick, value)
         : brick->values == NULL ? ci_grid_brick_spread(grid, brick, NULL)
                                 : 1;
  return fine ? brick : NULL;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

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
  if (!grid_brick_admit(grid, near.brick, value)) return 0;
  if (parent != NULL) remember(grid, place, parent);
  near.word = grid_word_of(dimensions, place);
  near.slot = grid_slot_of(dimensions, place, 0);
  if (grid_near_set(grid, &near, cell[0], cell[1], cell[2], value) == 0) prune(grid, place);
  return 1;
}

/* ---- Cells, by their coordinates ------------------------------------------------------------- */

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
  prune(grid, place);
}

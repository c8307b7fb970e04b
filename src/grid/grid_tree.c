/* SPDX-License-Identifier: MIT
 *
 * The tree of a grid: its memory, and the nodes and bricks in it.
 */
#include "grid.h"

#include <stdlib.h>
#include <string.h>

/* ---- Memory -------------------------------------------------------------- */

static void *default_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

static unsigned count_cells(int dimensions) {
  return dimensions == 3 ? GRID_CELLS : GRID_CELLS / 2;
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

static grid_node *take_node(collide_grid *g) {
  return (grid_node *)take(g, sizeof(grid_node));
}

void ci_grid_begin(collide_grid *grid, const collide_grid_frame *frame, collide_alloc alloc,
                   void *user) {
  memset(grid, 0, sizeof *grid);
  grid->frame = *frame;
  grid->alloc = alloc != NULL ? alloc : default_alloc;
  grid->user = user;
  ci_grid_clear(grid);
}

void ci_grid_clear(collide_grid *grid) {
  int axis;
  while (grid->root != NULL && grid->root->children != 0) {
    ci_grid_free_slot(grid, grid->root, grid->level, grid_lowest_bit(grid->root->children));
  }
  if (grid->root != NULL) give_back(grid, grid->root, sizeof(grid_node));
  grid->root = NULL;
  grid->last = NULL;
  grid->count = 0;
  grid->loose = 0;
  for (axis = 0; axis < 3; axis++) {
    grid->low[axis] = INT64_MAX;
    grid->high[axis] = INT64_MIN;
  }
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
  grid->alloc(grid->user, grid, sizeof *grid, 0);
}

/* ---- Blocks -------------------------------------------------------------- */

uint64_t ci_grid_box_mask(int dimensions, const uint64_t corner[3], int shift,
                          const uint64_t low[3], const uint64_t high[3]) {
  uint64_t mask = ~UINT64_C(0);
  unsigned most = (1U << grid_node_bits(dimensions)) - 1;
  int axis;
  for (axis = 0; axis < dimensions; axis++) {
    uint64_t first = low[axis] <= corner[axis] ? 0 : (low[axis] - corner[axis]) >> shift;
    uint64_t last = high[axis] < corner[axis] ? 0 : (high[axis] - corner[axis]) >> shift;
    uint64_t layers = 0;
    if (high[axis] < corner[axis] || first > most) return 0;
    if (last > most) last = most;
    for (; first <= last; first++) layers |= grid_layer(dimensions, axis, (unsigned)first);
    mask &= layers;
  }
  return mask;
}

void ci_grid_corner_of(int dimensions, const uint64_t corner[3], int shift, unsigned slot,
                       uint64_t child[3]) {
  int bits = grid_node_bits(dimensions), axis;
  for (axis = 0; axis < 3; axis++) {
    child[axis] = corner[axis] + ((uint64_t)(slot & ((1U << bits) - 1)) << shift);
    slot >>= bits;
  }
}

static int root_shift(const collide_grid *g) {
  return grid_child_shift(g->frame.dimensions, g->level + 1);
}

void ci_grid_root_corner(const collide_grid *grid, uint64_t corner[3]) {
  int axis;
  for (axis = 0; axis < 3; axis++) corner[axis] = grid->base[axis] << root_shift(grid);
}

int ci_grid_is_under_root(const collide_grid *grid, const uint64_t place[3]) {
  int shift = root_shift(grid);
  return place[0] >> shift == grid->base[0] && place[1] >> shift == grid->base[1] &&
         place[2] >> shift == grid->base[2];
}

/* ---- The tree ------------------------------------------------------------ */

static void set_root(collide_grid *g, const uint64_t place[3], int level) {
  int axis;
  g->level = level;
  for (axis = 0; axis < 3; axis++) g->base[axis] = place[axis] >> root_shift(g);
}

int ci_grid_make_root(collide_grid *grid, const uint64_t place[3], int level) {
  grid->root = take_node(grid);
  if (grid->root == NULL) return 0;
  set_root(grid, place, level);
  return 1;
}

int ci_grid_grow(collide_grid *grid, const uint64_t place[3]) {
  if (grid->root == NULL && !ci_grid_make_root(grid, place, 1)) return 0;
  while (!ci_grid_is_under_root(grid, place)) {
    uint64_t corner[3];
    unsigned slot;
    grid_node *above = take_node(grid);
    if (above == NULL) return 0;
    ci_grid_root_corner(grid, corner);
    slot = grid_slot_of(grid->frame.dimensions, corner, root_shift(grid));
    above->children = UINT64_C(1) << slot;
    above->slots[slot].node = grid->root;
    grid->root = above;
    set_root(grid, corner, grid->level + 1);
  }
  return 1;
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
    ci_grid_corner_of(grid->frame.dimensions, corner,
                      grid_child_shift(grid->frame.dimensions, grid->level), slot, corner);
    grid->root = root->slots[slot].node;
    set_root(grid, corner, grid->level - 1);
    give_back(grid, root, sizeof *root);
    root = grid->root;
  }
}

static grid_brick *make_brick(collide_grid *g, unsigned value) {
  unsigned i, cells = count_cells(g->frame.dimensions);
  grid_brick *brick = (grid_brick *)take(g, sizeof *brick);
  if (brick == NULL || value == 0) return brick;
  brick->count = (int)cells;
  brick->value = value;
  for (i = 0; i < cells / 64; i++) brick->words[i] = ~UINT64_C(0);
  return brick;
}

int ci_grid_brick_spread(collide_grid *grid, grid_brick *brick) {
  unsigned i, cells = count_cells(grid->frame.dimensions);
  uint16_t *values = (uint16_t *)take(grid, cells * sizeof *values);
  if (values == NULL) return 0;
  for (i = 0; i < cells; i++) values[i] = (uint16_t)grid_brick_get(brick, i / 64, i % 64);
  brick->values = values;
  return 1;
}

int ci_grid_brick_admit(collide_grid *grid, grid_brick *brick, unsigned value) {
  if (value == 0 || brick->values != NULL) return 1;
  if (brick->count > 0 && brick->value != value) return ci_grid_brick_spread(grid, brick);
  brick->value = value;
  return 1;
}

static void free_brick(collide_grid *g, grid_brick *brick) {
  size_t cells = count_cells(g->frame.dimensions);
  if (brick->values != NULL) give_back(g, brick->values, cells * sizeof brick->values[0]);
  if (g->last == brick) g->last = NULL;
  give_back(g, brick, sizeof *brick);
}

static grid_node *make_node(collide_grid *g, unsigned value) {
  int i;
  grid_node *node = take_node(g);
  if (node == NULL || value == 0) return node;
  node->full = ~UINT64_C(0);
  for (i = 0; i < 64; i++) node->slots[i].value = value;
  return node;
}

int ci_grid_make_child(collide_grid *grid, grid_node *node, int level, unsigned slot) {
  uint64_t bit = UINT64_C(1) << slot;
  grid_slot child;
  unsigned value = node->full & bit ? node->slots[slot].value : 0;
  if (level == 1) {
    child.brick = make_brick(grid, value);
    if (child.brick == NULL) return 0;
  } else {
    child.node = make_node(grid, value);
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
    free_brick(grid, brick);
  } else if (node->children & bit) {
    grid_node *child = node->slots[slot].node;
    uint64_t taken;
    while ((taken = child->children | child->full) != 0)
      count += ci_grid_free_slot(grid, child, level - 1, grid_lowest_bit(taken));
    give_back(grid, child, sizeof *child);
  }
  node->children &= ~bit;
  node->full &= ~bit;
  return count;
}

void ci_grid_prune(collide_grid *grid, const uint64_t place[3]) {
  grid_node *path[GRID_LEVELS];
  unsigned slots[GRID_LEVELS];
  int dimensions = grid->frame.dimensions, level = grid->level, empty;
  grid_node *node = grid->root;
  if (node == NULL || !ci_grid_is_under_root(grid, place)) return;
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

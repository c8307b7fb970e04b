/* SPDX-License-Identifier: MIT
 *
 * The tree of a grid: its root, and changes of the slots of nodes.
 */
#include "grid_box.h"

/* ---- Blocks -------------------------------------------------------------- */

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

int ci_grid_is_under_root(const collide_grid *grid, const uint64_t place[3]) {
  return is_block_of(grid->base, root_shift(grid->frame.dimensions, grid->level), place);
}

/* ---- The root ------------------------------------------------------------ */

static void set_root(collide_grid *g, const uint64_t place[3], int level) {
  int shift = root_shift(g->frame.dimensions, level), axis;
  g->level = level;
  for (axis = 0; axis < 3; axis++) g->base[axis] = place[axis] >> shift;
}

int ci_grid_make_root(collide_grid *grid, const uint64_t place[3], int level, grid_stock *stock) {
  grid->root = ci_grid_make_node(grid, 0, stock);
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
    grid_node *above = ci_grid_make_node(grid, 0, stock);
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
  if (grid->root != NULL) ci_grid_free_node(grid, grid->root);
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
    ci_grid_free_node(grid, root);
    root = grid->root;
  }
}

/* ---- Slots --------------------------------------------------------------- */

int ci_grid_make_child(collide_grid *grid, grid_node *node, int level, unsigned slot,
                       grid_stock *stock) {
  uint64_t bit = UINT64_C(1) << slot;
  grid_slot child;
  unsigned value = node->full & bit ? node->slots[slot].value : 0;
  if (level == 1) {
    child.brick = ci_grid_make_brick(grid, value, stock);
    if (child.brick == NULL) return 0;
  } else {
    child.node = ci_grid_make_node(grid, value, stock);
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
    ci_grid_free_brick(grid, brick);
  } else if (node->children & bit) {
    grid_node *child = node->slots[slot].node;
    uint64_t taken;
    while ((taken = child->children | child->full) != 0)
      count += ci_grid_free_slot(grid, child, level - 1, grid_lowest_bit(taken));
    ci_grid_free_node(grid, child);
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

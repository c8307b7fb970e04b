/* SPDX-License-Identifier: MIT
 *
 * Visits the cells of a grid block by block.
 */
#include "blocks.h"

enum { DIMENSIONS = 3 };

typedef struct blocks {
  uint64_t low[3], high[3];
  int64_t most;
  file_visit visit;
  void *user;
} blocks;

static int visit_block(const blocks *b, const uint64_t corner[3], int shift, unsigned value,
                       const grid_brick *brick) {
  file_block block;
  int axis;
  for (axis = 0; axis < 3; axis++) block.corner[axis] = grid_coordinate(DIMENSIONS, corner[axis]);
  block.side = (int64_t)1 << shift;
  block.value = value;
  block.brick = brick;
  return b->visit(b->user, &block);
}

/* Visits a block of one value, in parts if it is too large. */
static int visit_full(const blocks *b, const uint64_t corner[3], int shift, unsigned value) {
  int below = shift - grid_node_bits(DIMENSIONS);
  uint64_t rest;
  if ((int64_t)1 << shift <= b->most) return visit_block(b, corner, shift, value, NULL);
  rest = ci_grid_box_mask(DIMENSIONS, corner, below, b->low, b->high);
  for (; rest != 0; rest &= rest - 1) {
    uint64_t at[3];
    grid_slot_corner(DIMENSIONS, corner, below, grid_lowest_bit(rest), at);
    if (!visit_full(b, at, below, value)) return 0;
  }
  return 1;
}

static int visit_node(const blocks *b, const grid_node *node, int level, const uint64_t corner[3]) {
  int shift = grid_child_shift(DIMENSIONS, level);
  uint64_t rest = node->children | node->full;
  rest &= ci_grid_box_mask(DIMENSIONS, corner, shift, b->low, b->high);
  for (; rest != 0; rest &= rest - 1) {
    unsigned slot = grid_lowest_bit(rest);
    uint64_t at[3];
    int more;
    grid_slot_corner(DIMENSIONS, corner, shift, slot, at);
    if (node->full >> slot & 1) {
      more = visit_full(b, at, shift, node->slots[slot].value);
    } else if (level == 1) {
      more = visit_block(b, at, shift, 0, node->slots[slot].brick);
    } else {
      more = visit_node(b, node->slots[slot].node, level - 1, at);
    }
    if (!more) return 0;
  }
  return 1;
}

int ci_file_blocks(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                   int64_t most, file_visit visit, void *user) {
  uint64_t corner[3];
  blocks b;
  if (grid->root == NULL) return 1;
  grid_place(DIMENSIONS, min, b.low);
  grid_place(DIMENSIONS, max, b.high);
  b.most = most;
  b.visit = visit;
  b.user = user;
  ci_grid_root_corner(grid, corner);
  return visit_node(&b, grid->root, grid->level, corner);
}

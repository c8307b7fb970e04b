/* SPDX-License-Identifier: MIT
 *
 * The cells of a grid block by block.
 */
#include "blocks.h"

#include <string.h>

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

/* A block of one value, in parts if it is too large. */
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

/* ---- Memory ----------------------------------------------------------------- */

/* Bricks, arrays of values and nodes. */
typedef struct block_count {
  uint64_t bricks, arrays, nodes[GRID_LEVELS]; /* nodes by level, from 1 */
  uint64_t last[3];                            /* the position of the previous brick */
} block_count;

static int has_several(const grid_brick *brick) {
  unsigned i, value = 0;
  if (brick == NULL || brick->values == NULL) return 0;
  for (i = 0; i < GRID_CELLS; i++) {
    if (brick->values[i] == 0 || brick->values[i] == value) continue;
    if (value != 0) return 1;
    value = brick->values[i];
  }
  return 0;
}

/* The blocks come in the order of the tree: those below a node come one after the other. */
static int count_block(void *user, const file_block *block) {
  block_count *need = (block_count *)user;
  uint64_t place[3];
  int level, axis;
  grid_place(3, block->corner, place);
  for (level = 1; level < GRID_LEVELS; level++) {
    int shift = grid_child_shift(3, level + 1), same = need->bricks > 0;
    for (axis = 0; axis < 3; axis++) same &= place[axis] >> shift == need->last[axis] >> shift;
    if (same) break;
    need->nodes[level]++;
  }
  need->bricks++;
  need->arrays += (uint64_t)has_several(block->brick);
  memcpy(need->last, place, sizeof place);
  return 1;
}

uint64_t ci_file_bytes(const collide_grid *grid, const int64_t min[3], const int64_t max[3]) {
  block_count need;
  uint64_t bytes;
  int level;
  memset(&need, 0, sizeof need);
  ci_file_blocks(grid, min, max, 8, count_block, &need);
  bytes = need.bricks * sizeof(grid_brick) + need.arrays * GRID_CELLS * sizeof(uint16_t);
  for (level = 1; level < GRID_LEVELS; level++) {
    bytes += need.nodes[level] * sizeof(grid_node);
    if (need.nodes[level] == 1) break; /* the root */
  }
  return bytes;
}

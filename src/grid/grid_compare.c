/* SPDX-License-Identifier: MIT
 *
 * Finds the first cell that is empty in exactly one of two grids. Blocks that are full in both or
 * empty in both are skipped, however large.
 */
#include <string.h>

#include "grid.h"

/* The contents of a block: nothing, cells everywhere, a node or a brick. BLOCK_ABOVE: the block
 * contains the root. */
typedef enum block_kind {
  BLOCK_EMPTY,
  BLOCK_FULL,
  BLOCK_NODE,
  BLOCK_BRICK,
  BLOCK_ABOVE
} block_kind;

typedef struct block {
  block_kind kind;
  const collide_grid *grid;
  const grid_node *node;
  const grid_brick *brick;
} block;

typedef struct comparison {
  int dimensions, found;
  uint64_t best[3]; /* the first place so far where they differ */
} comparison;

static int is_before(const uint64_t p[3], const uint64_t q[3]) {
  if (p[2] != q[2]) return p[2] < q[2];
  return p[1] != q[1] ? p[1] < q[1] : p[0] < q[0];
}

/* The block of side 2^shift at a corner; the root must not be larger. */
static block block_above(const collide_grid *grid, int shift, const uint64_t corner[3]) {
  int own = grid_child_shift(grid->frame.dimensions, grid->level + 1), axis;
  uint64_t root[3];
  block b;
  memset(&b, 0, sizeof b);
  b.grid = grid;
  ci_grid_root_corner(grid, root);
  for (axis = 0; axis < 3; axis++)
    if (root[axis] >> shift != corner[axis] >> shift) return b;
  b.kind = own < shift ? BLOCK_ABOVE : BLOCK_NODE;
  b.node = grid->root;
  return b;
}

/* The child in a slot of a block. The child has side 2^shift and this corner. */
static block child_of(const block *of, unsigned slot, int shift, const uint64_t corner[3]) {
  block child = *of;
  const grid_node *node = of->node;
  if (of->kind == BLOCK_ABOVE) return block_above(of->grid, shift, corner);
  if (of->kind != BLOCK_NODE) return child;
  child.kind = BLOCK_EMPTY;
  if (node->full >> slot & 1) {
    child.kind = BLOCK_FULL;
  } else if (node->children >> slot & 1) {
    child.kind = shift == grid_brick_shift(of->grid->frame.dimensions) ? BLOCK_BRICK : BLOCK_NODE;
    if (child.kind == BLOCK_BRICK)
      child.brick = node->slots[slot].brick;
    else
      child.node = node->slots[slot].node;
  }
  return child;
}

static uint64_t word_of(const block *b, unsigned i) {
  if (b->kind == BLOCK_BRICK) return b->brick->words[i];
  return b->kind == BLOCK_FULL ? ~UINT64_C(0) : 0;
}

static void compare_bricks(comparison *c, const block *a, const block *b,
                           const uint64_t corner[3]) {
  int bits = grid_node_bits(c->dimensions);
  unsigned i, words = c->dimensions == 3 ? 8 : 4;
  for (i = 0; i < words; i++) {
    uint64_t differ = word_of(a, i) ^ word_of(b, i), at[3];
    if (differ == 0) continue;
    grid_child_corner(1, corner, bits, i, at);
    grid_slot_corner(c->dimensions, at, 0, grid_lowest_bit(differ), at);
    if (c->found && !is_before(at, c->best)) continue;
    memcpy(c->best, at, sizeof at);
    c->found = 1;
  }
}

/* Compares blocks of side 2^shift. Slots are in the order of z, then y, then x. */
static void compare_blocks(comparison *c, const block *a, const block *b, int shift,
                           const uint64_t corner[3]) {
  int bits = grid_node_bits(c->dimensions);
  unsigned slot;
  if (a->kind == b->kind && (a->kind == BLOCK_EMPTY || a->kind == BLOCK_FULL)) return;
  if (c->found && !is_before(corner, c->best)) return;
  if (shift == grid_brick_shift(c->dimensions)) {
    compare_bricks(c, a, b, corner);
    return;
  }
  for (slot = 0; slot < 64; slot++) {
    uint64_t at[3];
    block p, q;
    grid_slot_corner(c->dimensions, corner, shift - bits, slot, at);
    p = child_of(a, slot, shift - bits, at);
    q = child_of(b, slot, shift - bits, at);
    compare_blocks(c, &p, &q, shift - bits, at);
  }
}

static int compare_first(const collide_grid *a, const collide_grid *b) {
  collide_grid_cells p, q;
  int axis = 2;
  collide_grid_cells_begin(&p, NULL, NULL);
  collide_grid_cells_begin(&q, NULL, NULL);
  collide_grid_cells_next(&p, a);
  collide_grid_cells_next(&q, b);
  while (axis > 0 && p.at[axis] == q.at[axis]) axis--;
  return p.at[axis] < q.at[axis] ? -1 : 1;
}

int ci_grid_compare(const collide_grid *a, const collide_grid *b) {
  const collide_grid *large = a->level >= b->level ? a : b;
  comparison c;
  uint64_t corner[3];
  int64_t cell[3];
  block p, q;
  int shift, axis;
  if (a == b || a->root == NULL || b->root == NULL) return (b->root != NULL) - (a->root != NULL);
  memset(&c, 0, sizeof c);
  c.dimensions = a->frame.dimensions;
  shift = grid_child_shift(c.dimensions, large->level + 1);
  ci_grid_root_corner(large, corner);
  p = block_above(a, shift, corner);
  q = block_above(b, shift, corner);
  if (p.kind == BLOCK_EMPTY || q.kind == BLOCK_EMPTY) return compare_first(a, b);
  compare_blocks(&c, &p, &q, shift, corner);
  if (!c.found) return 0;
  for (axis = 0; axis < 3; axis++) cell[axis] = grid_coordinate(c.dimensions, c.best[axis]);
  if (c.dimensions == 2) cell[2] = 0;
  return collide_grid_get(a, cell) != 0 ? -1 : 1;
}

/* SPDX-License-Identifier: MIT
 *
 * Fills a box of cells. A block that the box covers completely becomes one slot of a
 * node, so most time and memory go to the border of the box. First all memory that the
 * border needs is allocated; after that nothing can fail.
 */
#include "grid.h"

#define MOST_BRICKS 4194304.0       /* 2^22 */
#define MOST_CELLS 9007199254740992 /* 2^53 */

typedef struct filling {
  collide_grid *grid;
  int dimensions;
  uint64_t low[3], high[3];
  unsigned value;
} filling;

/* One of the 64 children of a node. */
typedef struct child {
  uint64_t bit, corner[3];
  unsigned slot;
  int shift;
} child;

static child child_of(const filling *f, const uint64_t corner[3], int level, unsigned slot) {
  child c;
  c.slot = slot;
  c.bit = UINT64_C(1) << slot;
  c.shift = grid_child_shift(f->dimensions, level);
  ci_grid_corner_of(f->dimensions, corner, c.shift, slot, c.corner);
  return c;
}

static int is_covered(const filling *f, const child *c) {
  return grid_is_covered(f->dimensions, c->corner, c->shift, f->low, f->high);
}

static uint64_t children_in_box(const filling *f, const uint64_t corner[3], int level) {
  return ci_grid_box_mask(f->dimensions, corner, grid_child_shift(f->dimensions, level), f->low,
                          f->high);
}

static uint64_t taken(const grid_node *node) {
  return node->children | node->full;
}

/* ---- First: memory for the border ------------------------------------------ */

/* Makes every brick that the box covers in part. Returns 0 when there is no memory. */
static int reserve(const filling *f, grid_node *node, int level, const uint64_t corner[3]) {
  uint64_t rest = children_in_box(f, corner, level);
  if (f->value == 0) rest &= taken(node); /* clearing needs no new bricks */
  for (; rest != 0; rest &= rest - 1) {
    child c = child_of(f, corner, level, grid_lowest_bit(rest));
    if (is_covered(f, &c)) continue;
    if (node->full & c.bit && node->slots[c.slot].value == f->value) continue;
    if (!(node->children & c.bit) && !ci_grid_make_child(f->grid, node, level, c.slot)) return 0;
    if (level > 1 ? !reserve(f, node->slots[c.slot].node, level - 1, c.corner)
                  : !ci_grid_brick_admit(f->grid, node->slots[c.slot].brick, f->value))
      return 0;
  }
  return 1;
}

/* Removes empty bricks and nodes. */
static void sweep(const filling *f, grid_node *node, int level, const uint64_t corner[3]) {
  uint64_t rest = children_in_box(f, corner, level) & node->children;
  for (; rest != 0; rest &= rest - 1) {
    child c = child_of(f, corner, level, grid_lowest_bit(rest));
    int empty;
    if (level == 1) {
      empty = node->slots[c.slot].brick->count == 0;
    } else {
      sweep(f, node->slots[c.slot].node, level - 1, c.corner);
      empty = taken(node->slots[c.slot].node) == 0;
    }
    if (empty) ci_grid_free_slot(f->grid, node, level, c.slot);
  }
}

/* ---- Then: writing --------------------------------------------------------- */

static void write_brick(const filling *f, grid_brick *brick, const uint64_t corner[3]) {
  int dimensions = f->dimensions, axis;
  int word_shift = grid_node_bits(dimensions), words = dimensions == 3 ? 8 : 4, i;
  for (i = 0; i < words; i++) {
    uint64_t at[3], inside, old = brick->words[i], rest;
    for (axis = 0; axis < 3; axis++)
      at[axis] = corner[axis] + ((uint64_t)(i >> axis & 1) << word_shift);
    inside = rest = ci_grid_box_mask(dimensions, at, 0, f->low, f->high);
    for (; brick->values != NULL && rest != 0; rest &= rest - 1)
      brick->values[64 * i + (int)grid_lowest_bit(rest)] = (uint16_t)f->value;
    brick->words[i] = f->value != 0 ? old | inside : old & ~inside;
    brick->count += (int)grid_count_bits(brick->words[i]) - (int)grid_count_bits(old);
  }
}

static void apply(const filling *f, grid_node *node, int level, const uint64_t corner[3]);

/* Writes a child that the box covers in part. If the child does not exist, there is nothing
 * to do. */
static void apply_part(const filling *f, grid_node *node, int level, const child *c) {
  int empty;
  if (!(node->children & c->bit)) return;
  if (level == 1) {
    grid_brick *brick = node->slots[c->slot].brick;
    f->grid->count -= brick->count;
    write_brick(f, brick, c->corner);
    f->grid->count += brick->count;
    empty = brick->count == 0;
  } else {
    apply(f, node->slots[c->slot].node, level - 1, c->corner);
    empty = taken(node->slots[c->slot].node) == 0;
  }
  if (empty) ci_grid_free_slot(f->grid, node, level, c->slot);
}

static void apply(const filling *f, grid_node *node, int level, const uint64_t corner[3]) {
  uint64_t rest = children_in_box(f, corner, level);
  if (f->value == 0) rest &= taken(node);
  for (; rest != 0; rest &= rest - 1) {
    child c = child_of(f, corner, level, grid_lowest_bit(rest));
    if (!is_covered(f, &c)) {
      apply_part(f, node, level, &c);
      continue;
    }
    f->grid->count -= ci_grid_free_slot(f->grid, node, level, c.slot);
    if (f->value == 0) continue;
    node->full |= c.bit;
    node->slots[c.slot].value = f->value;
    f->grid->count += (int64_t)1 << f->dimensions * c.shift;
  }
}

/* ---- Public functions -------------------------------------------------------- */

int collide_grid_may_fill(const collide_grid *grid, const int64_t min[3], const int64_t max[3]) {
  int dimensions = grid->frame.dimensions, shift = grid_brick_shift(dimensions), axis;
  double cells = 1, bricks = 1, covered = 1;
  uint64_t low[3], high[3];
  grid_place(dimensions, min, low);
  grid_place(dimensions, max, high);
  for (axis = 0; axis < dimensions; axis++) {
    uint64_t first = low[axis] >> shift, last = high[axis] >> shift; /* bricks that the box meets */
    uint64_t from = (low[axis] + (UINT64_C(1) << shift) - 1) >> shift;
    uint64_t to = (high[axis] + 1) >> shift; /* from..to - 1 are covered along this axis */
    cells *= (double)(high[axis] - low[axis]) + 1;
    bricks *= (double)(last - first) + 1;
    covered *= to > from ? (double)(to - from) : 0;
  }
  return cells + (double)grid->count < (double)MOST_CELLS && bricks - covered <= MOST_BRICKS;
}

static int is_apart(const uint64_t corner[3], int shift, const filling *f) {
  int axis;
  for (axis = 0; axis < f->dimensions; axis++) {
    if (f->high[axis] < corner[axis]) return 1;
    if (f->low[axis] > corner[axis] + ((UINT64_C(1) << shift) - 1)) return 1;
  }
  return 0;
}

int collide_grid_fill(collide_grid *grid, const int64_t min[3], const int64_t max[3],
                      unsigned value) {
  filling f;
  uint64_t corner[3];
  int done;
  f.grid = grid;
  f.dimensions = grid->frame.dimensions;
  f.value = value;
  grid_place(f.dimensions, min, f.low);
  grid_place(f.dimensions, max, f.high);
  if (value != 0 && !collide_grid_may_fill(grid, min, max)) return 0;
  if (value == 0 && grid->root == NULL) return 1;
  done = value == 0 || (ci_grid_grow(grid, f.low) && ci_grid_grow(grid, f.high));
  if (grid->root == NULL) return 0;
  ci_grid_root_corner(grid, corner);
  if (is_apart(corner, grid_child_shift(f.dimensions, grid->level + 1), &f)) return 1;
  done = done && reserve(&f, grid->root, grid->level, corner);
  if (!done) {
    sweep(&f, grid->root, grid->level, corner);
  } else {
    apply(&f, grid->root, grid->level, corner);
    if (value != 0) ci_grid_widen(grid, min, max);
    if (value == 0) ci_grid_loosen(grid, min, max);
  }
  ci_grid_trim(grid);
  return done;
}

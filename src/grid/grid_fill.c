/* SPDX-License-Identifier: MIT
 *
 * Fills a box of cells. A block that the box covers completely becomes one slot of a node. So time
 * and memory depend on the border of the box: on the blocks that it covers in part. The fill first
 * counts these without making them, then allocates all memory for them. After that nothing can
 * fail.
 */
#include "grid.h"

#include <string.h>

#define MOST_CELLS 9007199254740992.0 /* 2^53 */

/* The bytes that the cost of a fill counts for each piece of memory: its size with pointers of 8
 * bytes, and 16 bytes that an allocator may add. The numbers are the same on every machine, so the
 * same fills are allowed. */
#define BLOCK_BYTES 16.0
#define NODE_BYTES (BLOCK_BYTES + 16 + 64 * 8)
#define BRICK_BYTES (BLOCK_BYTES + 16 + 8 * 8)

typedef struct filling {
  collide_grid *grid;
  int dimensions;
  uint64_t low[3], high[3];
  unsigned value;
  grid_stock stock;
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
  grid_slot_corner(f->dimensions, corner, c.shift, slot, c.corner);
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

static int word_count(const filling *f) {
  return f->dimensions == 3 ? GRID_WORDS : GRID_WORDS / 2;
}

/* The cells of a brick that are in the box, word by word. Along each axis a brick has two words. */
static void find_inside(const filling *f, const uint64_t corner[3], uint64_t inside[GRID_WORDS]) {
  int side = 1 << grid_node_bits(f->dimensions), axis, i;
  uint64_t halves[3][2];
  for (axis = 0; axis < f->dimensions; axis++) {
    uint64_t end = corner[axis] + 2 * (uint64_t)side - 1;
    int at = f->low[axis] > corner[axis] ? (int)(f->low[axis] - corner[axis]) : 0;
    int last = (int)((f->high[axis] < end ? f->high[axis] : end) - corner[axis]);
    halves[axis][0] = halves[axis][1] = 0;
    for (; at <= last; at++)
      halves[axis][at >= side] |=
          grid_layer(f->dimensions, axis, (unsigned)(at >= side ? at - side : at));
  }
  for (i = 0; i < word_count(f); i++) {
    inside[i] = halves[0][i & 1] & halves[1][i >> 1 & 1];
    if (f->dimensions == 3) inside[i] &= halves[2][i >> 2];
  }
}

/* Will the brick hold two values, but has no array for them? */
static int wants_array(const filling *f, const grid_brick *brick, const uint64_t *inside) {
  uint64_t rest = 0;
  int i;
  if (f->value == 0 || brick->values != NULL || brick->count == 0 || brick->value == f->value)
    return 0;
  for (i = 0; i < word_count(f); i++) rest |= brick->words[i] & ~inside[i];
  return rest != 0;
}

/* ---- First: the needs of the border ----------------------------------------- */

/* Counts the blocks of side 2^shift that the box from `low` to `high` covers in part. Along each
 * axis it meets m blocks and covers c of them. The count is m0 m1 m2 - c0 c1 c2, computed without a
 * difference of large numbers. */
static double count_parts(int dimensions, const uint64_t low[3], const uint64_t high[3],
                          int shift) {
  double parts = 0, covered = 1;
  int axis;
  for (axis = 0; axis < dimensions; axis++) {
    uint64_t first = low[axis] >> shift, last = high[axis] >> shift;
    uint64_t from = (low[axis] + (UINT64_C(1) << shift) - 1) >> shift;
    uint64_t to = (high[axis] + 1) >> shift; /* from..to - 1 are covered along this axis */
    double met = (double)(last - first) + 1, inner = to > from ? (double)(to - from) : 0;
    parts = parts * met + covered * (met - inner);
    covered *= inner;
  }
  return parts;
}

/* Adds the needs of the part of a block of side 2^shift that the box meets, if all cells of the
 * block hold `held`. Each smaller block that the box covers in part, and the block itself, needs a
 * node, or at the lowest level a brick. No new block is covered completely, and the parent of a
 * block covered in part is covered in part, too. */
static void add_block(const filling *f, const uint64_t corner[3], int shift, unsigned held,
                      grid_need *need) {
  int axis, least = grid_brick_shift(f->dimensions), bits = grid_node_bits(f->dimensions);
  uint64_t low[3], high[3];
  double bricks;
  for (axis = 0; axis < 3; axis++) {
    uint64_t end = corner[axis] + ((UINT64_C(1) << shift) - 1);
    low[axis] = f->low[axis] > corner[axis] ? f->low[axis] : corner[axis];
    high[axis] = f->high[axis] < end ? f->high[axis] : end;
  }
  for (; shift > least; shift -= bits) need->nodes += count_parts(f->dimensions, low, high, shift);
  bricks = count_parts(f->dimensions, low, high, least);
  need->bricks += bricks;
  if (held != 0 && f->value != 0) need->arrays += bricks;
}

static void add_node(const filling *f, const grid_node *node, int level, const uint64_t corner[3],
                     grid_need *need) {
  uint64_t rest = children_in_box(f, corner, level);
  if (f->value == 0) rest &= taken(node); /* empty slots stay empty */
  for (; rest != 0; rest &= rest - 1) {
    child c = child_of(f, corner, level, grid_lowest_bit(rest));
    unsigned held = node->full & c.bit ? node->slots[c.slot].value : 0;
    if (is_covered(f, &c) || (held != 0 && held == f->value)) continue;
    if (!(node->children & c.bit)) {
      add_block(f, c.corner, c.shift, held, need);
    } else if (level > 1) {
      add_node(f, node->slots[c.slot].node, level - 1, c.corner, need);
    } else {
      uint64_t inside[GRID_WORDS];
      find_inside(f, c.corner, inside);
      need->arrays += wants_array(f, node->slots[c.slot].brick, inside);
    }
  }
}

/* The corner of the block of that level that contains the place. */
static void corner_above(int dimensions, int level, const uint64_t place[3], uint64_t corner[3]) {
  int shift = grid_child_shift(dimensions, level + 1), axis;
  for (axis = 0; axis < 3; axis++) corner[axis] = place[axis] >> shift << shift;
}

/* Adds the needs of the children of an empty node, except those in `except`. */
static void add_children(const filling *f, const uint64_t corner[3], int level, uint64_t except,
                         grid_need *need) {
  uint64_t rest = children_in_box(f, corner, level) & ~except;
  for (; rest != 0; rest &= rest - 1) {
    child c = child_of(f, corner, level, grid_lowest_bit(rest));
    if (!is_covered(f, &c)) add_block(f, c.corner, c.shift, 0, need);
  }
}

/* Counts exactly the stock that `apply`, and the growth of the tree before it, take. */
static grid_need find_need(const filling *f) {
  const collide_grid *g = f->grid;
  grid_need need = {0, 0, 0};
  uint64_t inner[3], corner[3];
  int level;
  if (g->root == NULL && f->value == 0) return need;
  level = f->value != 0 ? ci_grid_level_for(g, f->low, f->high) : g->level;
  if (g->root == NULL) {
    need.nodes = 1;
    corner_above(f->dimensions, level, f->low, corner);
    add_children(f, corner, level, 0, &need);
    return need;
  }
  ci_grid_root_corner(g, inner);
  for (; level > g->level; level--) {
    unsigned slot = grid_slot_of(f->dimensions, inner, grid_child_shift(f->dimensions, level));
    need.nodes++;
    corner_above(f->dimensions, level, inner, corner);
    add_children(f, corner, level, UINT64_C(1) << slot, &need);
  }
  add_node(f, g->root, g->level, inner, &need);
  return need;
}

/* ---- Then: writing --------------------------------------------------------- */

static void write_brick(const filling *f, grid_brick *brick, const uint64_t *inside) {
  int i;
  for (i = 0; i < word_count(f); i++) {
    uint64_t old = brick->words[i], rest = inside[i];
    uint64_t changed = f->value != 0 ? rest & ~old : rest & old;
    for (; brick->values != NULL && rest != 0; rest &= rest - 1)
      brick->values[64 * i + (int)grid_lowest_bit(rest)] = (uint16_t)f->value;
    if (changed == 0) continue;
    brick->words[i] = old ^ changed;
    brick->count += (f->value != 0 ? 1 : -1) * (int)grid_count_bits(changed);
  }
}

/* A brick that has no array and needs none holds only `value` afterwards. */
static void apply_brick(filling *f, grid_brick *brick, const uint64_t corner[3]) {
  int count = brick->count;
  uint64_t inside[GRID_WORDS];
  find_inside(f, corner, inside);
  if (wants_array(f, brick, inside)) ci_grid_brick_spread(f->grid, brick, &f->stock);
  if (f->value != 0 && brick->values == NULL) brick->value = f->value;
  write_brick(f, brick, inside);
  f->grid->count += brick->count - count;
}

/* The value that all cells hold, or 0. Also 0 for bricks with an array, and for nodes with children
 * that are not full slots: they are not searched. */
static unsigned common_value(const filling *f, const grid_node *node, int level, unsigned slot) {
  unsigned i;
  if (level == 1) {
    const grid_brick *brick = node->slots[slot].brick;
    return brick->values == NULL && brick->count == 64 * word_count(f) ? brick->value : 0;
  }
  node = node->slots[slot].node;
  if (node->full != ~UINT64_C(0)) return 0;
  for (i = 1; i < 64; i++) {
    if (node->slots[i].value != node->slots[0].value) return 0;
  }
  return node->slots[0].value;
}

static void apply(filling *f, grid_node *node, int level, const uint64_t corner[3]);

/* Writes a child that the box covers in part. */
static void apply_part(filling *f, grid_node *node, int level, const child *c) {
  unsigned held = node->full & c->bit ? node->slots[c->slot].value : 0;
  int empty;
  if (held != 0 && held == f->value) return;
  if (!(node->children & c->bit)) ci_grid_make_child(f->grid, node, level, c->slot, &f->stock);
  if (level == 1) {
    apply_brick(f, node->slots[c->slot].brick, c->corner);
    empty = node->slots[c->slot].brick->count == 0;
  } else {
    apply(f, node->slots[c->slot].node, level - 1, c->corner);
    empty = taken(node->slots[c->slot].node) == 0;
  }
  held = empty ? 0 : common_value(f, node, level, c->slot);
  if (!empty && held == 0) return;
  ci_grid_free_slot(f->grid, node, level, c->slot);
  if (held == 0) return;
  node->full |= c->bit; /* a block filled in parts takes no more memory than one filled at once */
  node->slots[c->slot].value = held;
}

static void apply(filling *f, grid_node *node, int level, const uint64_t corner[3]) {
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

/* The caller sets `value`. */
static filling begin(collide_grid *grid, const int64_t min[3], const int64_t max[3]) {
  filling f;
  memset(&f, 0, sizeof f);
  f.grid = grid;
  f.dimensions = grid->frame.dimensions;
  grid_place(f.dimensions, min, f.low);
  grid_place(f.dimensions, max, f.high);
  return f;
}

static double cost_of(const filling *f, const grid_need *need) {
  double cells = 1, array = BLOCK_BYTES + 2 * 64 * word_count(f);
  int axis;
  for (axis = 0; axis < f->dimensions; axis++) cells *= (double)(f->high[axis] - f->low[axis]) + 1;
  if (f->value != 0 && cells + (double)f->grid->count >= MOST_CELLS) return HUGE_VAL;
  return need->nodes * NODE_BYTES + need->bricks * BRICK_BYTES + need->arrays * array;
}

double ci_grid_fill_cost(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                         unsigned value) {
  filling f = begin((collide_grid *)grid, min, max); /* the grid is only read */
  grid_need need;
  f.value = value;
  need = find_need(&f);
  return cost_of(&f, &need);
}

int collide_grid_fill(collide_grid *grid, const int64_t min[3], const int64_t max[3],
                      unsigned value) {
  filling f = begin(grid, min, max);
  grid_need need;
  uint64_t corner[3];
  f.value = value;
  need = find_need(&f);
  if (cost_of(&f, &need) > COLLIDE_GRID_FILL_LIMIT) return 0;
  if (!ci_grid_stock_take(grid, &need, &f.stock)) return 0;
  if (value != 0) ci_grid_grow(grid, f.low, f.high, &f.stock);
  if (grid->root == NULL) return 1;
  ci_grid_root_corner(grid, corner);
  apply(&f, grid->root, grid->level, corner);
  grid->changes++; /* also when slots alone were written */
  if (value != 0) grid_widen(grid, min, max);
  if (value == 0) grid_loosen(grid, min, max);
  ci_grid_trim(grid);
  return 1;
}

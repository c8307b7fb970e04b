/* SPDX-License-Identifier: MIT
 *
 * The cells of a grid, one by one and in rows along x.
 */
#include "grid.h"

/* ---- Bricks -------------------------------------------------------------- */

static int is_last(const collide_grid *g, const uint64_t place[3], int shift) {
  return g->last != NULL && place[0] >> shift == g->last_at[0] &&
         place[1] >> shift == g->last_at[1] && place[2] >> shift == g->last_at[2];
}

/* The brick at a place, or NULL; then *value is what all cells of its block hold. */
static grid_brick *find_brick(const collide_grid *g, const uint64_t place[3], unsigned *value) {
  int dimensions = g->frame.dimensions, level = g->level;
  const grid_node *node = g->root;
  if (is_last(g, place, grid_brick_shift(dimensions))) return g->last;
  *value = 0;
  if (node == NULL || !ci_grid_is_under_root(g, place)) return NULL;
  for (;; level--) {
    unsigned slot = grid_slot_of(dimensions, place, grid_child_shift(dimensions, level));
    if (node->full >> slot & 1) *value = node->slots[slot].value;
    if (!(node->children >> slot & 1)) return NULL;
    if (level == 1) return node->slots[slot].brick;
    node = node->slots[slot].node;
  }
}

static grid_brick *remember(collide_grid *g, const uint64_t place[3], grid_brick *brick) {
  int shift = grid_brick_shift(g->frame.dimensions), axis;
  for (axis = 0; axis < 3; axis++) g->last_at[axis] = place[axis] >> shift;
  return g->last = brick;
}

/* The level of the lowest node on the way to a place; `top` is that of the root that will contain
 * the place. */
static int lowest_level(const collide_grid *g, const uint64_t place[3], int top) {
  int dimensions = g->frame.dimensions, level = g->level;
  const grid_node *node = g->root;
  if (node == NULL || level < top) return top;
  for (;; level--) {
    unsigned slot = grid_slot_of(dimensions, place, grid_child_shift(dimensions, level));
    if (level == 1 || !(node->children >> slot & 1)) return level;
    node = node->slots[slot].node;
  }
}

/* Makes the brick at a place that has none, with an array of values if `array` is nonzero.
 * Returns NULL when there is no memory; nothing is changed then. */
static grid_brick *add_brick(collide_grid *g, const uint64_t place[3], int array) {
  int dimensions = g->frame.dimensions, level = ci_grid_level_for(g, place, place);
  grid_need need;
  grid_stock stock;
  grid_node *node;
  need.nodes = lowest_level(g, place, level) - 1 + (g->root != NULL ? level - g->level : 1);
  need.bricks = 1;
  need.arrays = array != 0;
  if (!ci_grid_stock_take(g, &need, &stock)) return NULL;
  ci_grid_grow(g, place, place, &stock);
  node = g->root;
  for (level = g->level;; level--) {
    unsigned slot = grid_slot_of(dimensions, place, grid_child_shift(dimensions, level));
    if (!(node->children >> slot & 1)) ci_grid_make_child(g, node, level, slot, &stock);
    if (level == 1) {
      grid_brick *brick = node->slots[slot].brick;
      if (array) ci_grid_brick_spread(g, brick, &stock);
      return remember(g, place, brick);
    }
    node = node->slots[slot].node;
  }
}

grid_brick *ci_grid_reach(collide_grid *grid, const int64_t cell[3], unsigned value,
                          unsigned *held) {
  uint64_t place[3];
  grid_brick *brick;
  int fine;
  grid_place(grid->frame.dimensions, cell, place);
  brick = find_brick(grid, place, held);
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

unsigned collide_grid_get(const collide_grid *grid, const int64_t cell[3]) {
  int dimensions = grid->frame.dimensions;
  uint64_t place[3];
  unsigned value;
  const grid_brick *brick;
  grid_place(dimensions, cell, place);
  brick = find_brick(grid, place, &value);
  if (brick == NULL) return value;
  return grid_brick_get(brick, grid_word_of(dimensions, place), grid_slot_of(dimensions, place, 0));
}

int collide_grid_set(collide_grid *grid, const int64_t cell[3], unsigned value) {
  int dimensions = grid->frame.dimensions;
  uint64_t place[3], bit;
  unsigned old, word, slot;
  grid_brick *brick;
  grid_place(dimensions, cell, place);
  brick = find_brick(grid, place, &old);
  if (brick == NULL) {
    if (old == value) return 1;
    brick = add_brick(grid, place, old != 0 && value != 0);
    if (brick == NULL) return 0;
  }
  if (!ci_grid_brick_admit(grid, brick, value)) return 0;
  remember(grid, place, brick);
  word = grid_word_of(dimensions, place);
  slot = grid_slot_of(dimensions, place, 0);
  bit = UINT64_C(1) << slot;
  old = grid_brick_get(brick, word, slot);
  if (brick->values != NULL) brick->values[64 * word + slot] = (uint16_t)value;
  if ((old == 0) == (value == 0)) return 1;
  brick->words[word] ^= bit;
  if (value != 0) {
    brick->count++;
    grid->count++;
    ci_grid_widen(grid, cell, cell);
    return 1;
  }
  brick->count--;
  grid->count--;
  ci_grid_loosen(grid, cell, cell);
  if (brick->count == 0) ci_grid_prune(grid, place);
  return 1;
}

/* ---- Rows ---------------------------------------------------------------- */

/* Writes `count` cells of a brick, which admits the value, along x; they stay in its row. */
static void write_row(collide_grid *g, grid_brick *brick, const uint64_t first[3], unsigned count,
                      unsigned value, int keep) {
  int dimensions = g->frame.dimensions, side = dimensions == 3 ? 4 : 8;
  uint64_t at[3];
  at[0] = first[0];
  at[1] = first[1];
  at[2] = first[2];
  while (count > 0) {
    unsigned word = grid_word_of(dimensions, at), slot = grid_slot_of(dimensions, at, 0);
    unsigned part = (unsigned)side - (unsigned)(at[0] & (uint64_t)(side - 1)), fresh, i;
    uint64_t old = brick->words[word], bits;
    if (part > count) part = count;
    bits = ((UINT64_C(1) << part) - 1) << slot;
    for (i = 0; brick->values != NULL && i < part; i++) {
      uint16_t *held = &brick->values[64 * word + slot + i];
      if (!keep || *held == 0) *held = (uint16_t)value;
    }
    brick->words[word] = old | bits;
    fresh = grid_count_bits(bits & ~old);
    brick->count += (int)fresh;
    g->count += fresh;
    at[0] += part;
    count -= part;
  }
}

/* A row that lies in one brick. */
static int run_in_brick(collide_grid *g, const uint64_t at[3], unsigned count, unsigned value,
                        int keep) {
  unsigned held = 0;
  grid_brick *brick = find_brick(g, at, &held);
  if (brick == NULL) {
    if (held != 0 && (keep || held == value)) return 1;
    brick = add_brick(g, at, held != 0);
    if (brick == NULL) return 0;
  }
  if (!ci_grid_brick_admit(g, brick, value)) return 0;
  write_row(g, remember(g, at, brick), at, count, value, keep);
  return 1;
}

int collide_grid_run(collide_grid *grid, const int64_t first[3], int64_t count, unsigned value,
                     int keep) {
  int dimensions = grid->frame.dimensions, shift = grid_brick_shift(dimensions);
  uint64_t at[3];
  int64_t last[3];
  if (count <= 0 || (value == 0 && keep)) return 1;
  last[0] = first[0] + count - 1;
  last[1] = first[1];
  last[2] = first[2];
  grid_place(dimensions, first, at);
  if (value == 0 || at[0] >> shift != (at[0] + (uint64_t)count - 1) >> shift)
    return ci_grid_fill(grid, first, last, value, keep);
  if (!run_in_brick(grid, at, (unsigned)count, value, keep)) return 0;
  ci_grid_widen(grid, first, last);
  return 1;
}

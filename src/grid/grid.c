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

/* The brick at a place, made if there is none; NULL: no memory. */
static grid_brick *reach_brick(collide_grid *g, const uint64_t place[3]) {
  int dimensions = g->frame.dimensions, shift = grid_brick_shift(dimensions), level;
  grid_node *node;
  if (is_last(g, place, shift)) return g->last;
  if (!ci_grid_grow(g, place)) return NULL;
  node = g->root;
  for (level = g->level;; level--) {
    unsigned slot = grid_slot_of(dimensions, place, grid_child_shift(dimensions, level));
    if (!(node->children >> slot & 1) && !ci_grid_make_child(g, node, level, slot)) return NULL;
    if (level == 1) return remember(g, place, node->slots[slot].brick);
    node = node->slots[slot].node;
  }
}

grid_brick *ci_grid_reach(collide_grid *grid, const int64_t cell[3], unsigned value,
                          unsigned *held) {
  uint64_t place[3];
  grid_brick *brick;
  grid_place(grid->frame.dimensions, cell, place);
  brick = find_brick(grid, place, held);
  if (brick == NULL && *held != 0) return NULL;
  *held = 0;
  if (brick == NULL) brick = reach_brick(grid, place);
  if (brick != NULL) {
    int fine = value == 0 ? brick->values != NULL || ci_grid_brick_spread(grid, brick)
                          : ci_grid_brick_admit(grid, brick, value);
    if (fine) return brick;
  }
  ci_grid_prune(grid, place);
  return NULL;
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
    brick = reach_brick(grid, place);
    if (brick == NULL) {
      ci_grid_prune(grid, place);
      return 0;
    }
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

/* The cells from `at` on that lie in one brick's row, but no more than are left. */
static unsigned row_part(int dimensions, const uint64_t at[3], int64_t left) {
  uint64_t side = UINT64_C(1) << grid_brick_shift(dimensions);
  uint64_t part = side - (at[0] & (side - 1));
  return (unsigned)((uint64_t)left < part ? (uint64_t)left : part);
}

/* With `keep` or the same value there is nothing to do in a block that holds one. */
static int is_done(const collide_grid *g, const uint64_t at[3], unsigned value, int keep) {
  unsigned held = 0;
  return find_brick(g, at, &held) == NULL && held != 0 && (keep || held == value);
}

/* Makes the bricks that a row needs, and room in them, or none. */
static int reserve_row(collide_grid *g, const uint64_t first[3], int64_t count, unsigned value,
                       int keep) {
  uint64_t at[3], side = UINT64_C(1) << grid_brick_shift(g->frame.dimensions);
  int64_t left = count;
  at[0] = first[0];
  at[1] = first[1];
  at[2] = first[2];
  while (left > 0) {
    unsigned part = row_part(g->frame.dimensions, at, left);
    if (!is_done(g, at, value, keep)) {
      grid_brick *brick = reach_brick(g, at);
      if (brick == NULL || !ci_grid_brick_admit(g, brick, value)) break;
    }
    at[0] += part;
    left -= part;
  }
  if (left == 0) return 1;
  for (;;) { /* from where it failed, back to the first */
    ci_grid_prune(g, at);
    if (at[0] <= first[0]) return 0;
    at[0] -= at[0] - first[0] < side ? at[0] - first[0] : side;
  }
}

int collide_grid_run(collide_grid *grid, const int64_t first[3], int64_t count, unsigned value,
                     int keep) {
  int dimensions = grid->frame.dimensions;
  uint64_t at[3];
  int64_t last[3];
  grid_brick *brick;
  if (count <= 0 || (value == 0 && keep)) return 1;
  last[0] = first[0] + count - 1;
  last[1] = first[1];
  last[2] = first[2];
  if (value == 0) return collide_grid_fill(grid, first, last, 0);
  if (!collide_grid_may_fill(grid, first, last)) return 0;
  grid_place(dimensions, first, at);
  if (!reserve_row(grid, at, count, value, keep)) return 0;
  ci_grid_widen(grid, first, last);
  while (count > 0) {
    unsigned part = row_part(dimensions, at, count);
    if (!is_done(grid, at, value, keep)) {
      brick = reach_brick(grid, at); /* which is there */
      write_row(grid, brick, at, part, value, keep);
    }
    at[0] += part;
    count -= part;
  }
  return 1;
}

/* SPDX-License-Identifier: MIT
 *
 * Writes a grid as bytes, in time linear in the nodes and bricks: each is written once. If all
 * cells of a block hold one value, the writer goes back to the start of the block.
 */
#include "grid_code.h"

#include <string.h>

/* ---- Writing --------------------------------------------------------------- */

typedef struct writer {
  unsigned char *bytes;
  size_t room, count;
  int dimensions;
} writer;

static void put_byte(writer *w, unsigned byte) {
  if (w->count < w->room) w->bytes[w->count] = (unsigned char)byte;
  w->count++;
}

static void put_word(writer *w, uint64_t word) {
  int i;
  for (i = 0; i < 64; i += 8) put_byte(w, (unsigned)(word >> i & 0xff));
}

/* Overwrites a word that was written before. */
static void put_word_at(writer *w, size_t at, uint64_t word) {
  size_t end = w->count;
  w->count = at;
  put_word(w, word);
  w->count = end;
}

static void put_double(writer *w, double x) {
  uint64_t word;
  memcpy(&word, &x, sizeof word);
  put_word(w, word);
}

static void put_number(writer *w, uint64_t n) {
  for (; n > 127; n >>= 7) put_byte(w, (unsigned)(n & 127) | 128);
  put_byte(w, (unsigned)n);
}

static void put_coordinate(writer *w, int64_t n) {
  put_number(w, (uint64_t)n << 1 ^ (n < 0 ? ~UINT64_C(0) : 0));
}

/* Does a cell hold another value than the first one? */
static int is_mixed(const grid_brick *brick, int words) {
  unsigned first = 0;
  int i;
  for (i = 0; brick->values != NULL && i < words; i++) {
    uint64_t rest = brick->words[i];
    for (; rest != 0; rest &= rest - 1) {
      unsigned value = brick->values[64 * i + (int)grid_lowest_bit(rest)];
      if (first == 0) first = value;
      if (value != first) return 1;
    }
  }
  return 0;
}

static void put_run(writer *w, int mixed, uint64_t length, unsigned value) {
  if (length == 0) return;
  if (mixed) put_number(w, length);
  put_number(w, value);
}

static void put_values(writer *w, const grid_brick *brick, int words, int mixed) {
  unsigned last = 0;
  uint64_t length = 0;
  int i;
  for (i = 0; i < words; i++) {
    uint64_t rest = brick->words[i];
    for (; rest != 0; rest &= rest - 1) {
      unsigned value = grid_brick_get(brick, (unsigned)i, grid_lowest_bit(rest));
      if (value != last) {
        put_run(w, mixed, length, last);
        length = 0;
      }
      last = value;
      length++;
    }
  }
  put_run(w, mixed, length, last);
}

static unsigned word_state(uint64_t word) {
  return word == 0 ? WORD_EMPTY : word == ~UINT64_C(0) ? WORD_FULL : WORD_MIXED;
}

/* The next two write a brick or node, and return the common value of all its cells, or 0 if there
 * is none. */

static unsigned put_brick(writer *w, const grid_brick *brick) {
  int i, words = grid_code_words(w->dimensions), mixed = is_mixed(brick, words);
  unsigned states = 0;
  if (!mixed && brick->count == 64 * words) return grid_brick_get(brick, 0, 0);
  put_byte(w, !mixed);
  for (i = 0; i < words; i++) states |= word_state(brick->words[i]) << 2 * i;
  for (i = 0; i < 2 * words; i += 8) put_byte(w, states >> i & 0xff);
  for (i = 0; i < words; i++) {
    if (word_state(brick->words[i]) == WORD_MIXED) put_word(w, brick->words[i]);
  }
  put_values(w, brick, words, mixed);
  return 0;
}

static unsigned put_node(writer *w, const grid_node *node, int level) {
  uint64_t taken = node->children | node->full, full = node->full, rest;
  size_t masks = w->count;
  unsigned first = 0;
  int same = taken == ~UINT64_C(0);
  put_word(w, 0);
  put_word(w, 0);
  for (rest = taken; rest != 0; rest &= rest - 1) {
    unsigned slot = grid_lowest_bit(rest), value;
    size_t begin = w->count;
    if (full >> slot & 1)
      value = node->slots[slot].value;
    else if (level == 1)
      value = put_brick(w, node->slots[slot].brick);
    else
      value = put_node(w, node->slots[slot].node, level - 1);
    if (value != 0) {
      w->count = begin;
      put_number(w, value);
      full |= UINT64_C(1) << slot;
    }
    if (slot == 0) first = value;
    if (value != first) same = 0;
  }
  put_word_at(w, masks, taken & ~full);
  put_word_at(w, masks + 8, full);
  return same ? first : 0;
}

static void put_head(writer *w, const collide_grid_frame *frame) {
  size_t i;
  int axis;
  for (i = 0; i < GRID_CODE_MAGIC_SIZE; i++) put_byte(w, (unsigned char)GRID_CODE_MAGIC[i]);
  put_byte(w, GRID_CODE_VERSION);
  put_byte(w, (unsigned)frame->dimensions);
  for (axis = 0; axis < frame->dimensions; axis++) put_double(w, frame->size[axis]);
  for (axis = 0; axis < frame->dimensions; axis++) put_double(w, frame->origin[axis]);
}

static void put_corner(writer *w, int level, const uint64_t corner[3]) {
  int axis;
  put_byte(w, (unsigned)level);
  for (axis = 0; axis < w->dimensions; axis++)
    put_coordinate(w, grid_coordinate(w->dimensions, corner[axis]));
}

/* Writes a grid that is one full block: a root with only full slots. */
static void put_block(writer *w, int level, const uint64_t corner[3], unsigned value) {
  int i;
  put_corner(w, level, corner);
  put_word(w, 0);
  put_word(w, ~UINT64_C(0));
  for (i = 0; i < 64; i++) put_number(w, value);
}

size_t collide_grid_encode(const collide_grid *grid, void *bytes, size_t room) {
  const grid_node *root = grid->root;
  uint64_t corner[3];
  writer w;
  w.bytes = (unsigned char *)bytes;
  w.room = room;
  w.count = 0;
  w.dimensions = grid->frame.dimensions;
  put_head(&w, &grid->frame);
  if (root == NULL) {
    put_byte(&w, 0);
    return w.count;
  }
  ci_grid_root_corner(grid, corner);
  if (grid->level > 1 && root->children == 0 && (root->full & (root->full - 1)) == 0) {
    unsigned slot = grid_lowest_bit(root->full);
    grid_slot_corner(w.dimensions, corner, grid_child_shift(w.dimensions, grid->level), slot,
                     corner);
    put_block(&w, grid->level - 1, corner, root->slots[slot].value);
  } else {
    put_corner(&w, grid->level, corner);
    put_node(&w, root, grid->level);
  }
  return w.count;
}

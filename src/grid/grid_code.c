/* SPDX-License-Identifier: MIT
 *
 * Grids as strings of bytes: see grid_code.h.
 */
#include "grid_code.h"

#include <string.h>

/* ---- Writing --------------------------------------------------------------------------------- */

/* Writes a grid as bytes, in time linear in the nodes and bricks: each is written once. If all
 * cells of a block hold one value, the writer goes back to the start of the block.
 */

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
  int i, words = grid_words(w->dimensions), mixed = is_mixed(brick, words);
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

/* Reads a grid from any bytes. It accepts only the output of encode, so encoding the grid again
 * gives the same bytes. grid_code.h derives the memory that a byte can cost. */

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct reader {
  const unsigned char *bytes;
  size_t size, at;
  collide_grid *grid;
  collide_error error; /* the first error; after it all bytes read as 0 */
} reader;

static void fail(reader *r, collide_error error) {
  if (r->error == COLLIDE_OK) r->error = error;
}

/* Must be called before memory is allocated for contents of at least `count` bytes. */
static int has_bytes(reader *r, size_t count) {
  if (r->error == COLLIDE_OK && r->size - r->at < count) fail(r, COLLIDE_ERROR_CODE_TRUNCATED);
  return r->error == COLLIDE_OK;
}

static unsigned get_byte(reader *r) {
  if (r->at < r->size && r->error == COLLIDE_OK) return r->bytes[r->at++];
  fail(r, COLLIDE_ERROR_CODE_TRUNCATED);
  return 0;
}

static uint64_t get_word(reader *r) {
  uint64_t word = 0;
  int i;
  for (i = 0; i < 64; i += 8) word |= (uint64_t)get_byte(r) << i;
  return word;
}

static double get_double(reader *r) {
  uint64_t word = get_word(r);
  double x;
  memcpy(&x, &word, sizeof x);
  return x;
}

static uint64_t get_number(reader *r) {
  uint64_t n = 0;
  unsigned byte = 128;
  int i;
  for (i = 0; i < 63 && byte > 127; i += 7) {
    byte = get_byte(r);
    n |= (uint64_t)(byte & 127) << i;
  }
  /* The last byte is 0 only in the number 0. */
  if (byte > 127 || (byte == 0 && i > 7)) fail(r, COLLIDE_ERROR_CODE_DAMAGED);
  return n;
}

static int64_t get_coordinate(reader *r) {
  uint64_t n = get_number(r);
  return (int64_t)(n >> 1) ^ -(int64_t)(n & 1);
}

static unsigned get_value(reader *r) {
  uint64_t value = get_number(r);
  if (value < 1 || value > 65535) fail(r, COLLIDE_ERROR_CODE_DAMAGED);
  return r->error == COLLIDE_OK ? (unsigned)value : 0;
}

static void get_words(reader *r, grid_brick *brick, int words) {
  unsigned states = 0;
  int i;
  for (i = 0; i < 2 * words; i += 8) states |= get_byte(r) << i;
  for (i = 0; i < words; i++) {
    switch (states >> 2 * i & 3) {
    case WORD_EMPTY:
      break;
    case WORD_FULL:
      brick->words[i] = ~UINT64_C(0);
      break;
    case WORD_MIXED:
      brick->words[i] = get_word(r);
      if (brick->words[i] + 1 < 2) fail(r, COLLIDE_ERROR_CODE_DAMAGED); /* empty or full */
      break;
    default:
      fail(r, COLLIDE_ERROR_CODE_DAMAGED);
    }
    brick->count += (int)grid_count_bits(brick->words[i]);
  }
}

static void get_values(reader *r, grid_brick *brick, int words) {
  unsigned value = 0, last;
  uint64_t left = 0;
  int i;
  if (!has_bytes(r, GRID_CODE_VALUES_LEAST)) return;
  if (!ci_grid_brick_spread(r->grid, brick, NULL)) {
    fail(r, COLLIDE_ERROR_MEMORY);
    return;
  }
  for (i = 0; i < words; i++) {
    uint64_t rest = brick->words[i];
    for (; rest != 0; rest &= rest - 1) {
      if (left == 0) {
        last = value;
        left = get_number(r);
        value = get_value(r);
        /* An empty run, a run of all cells, or a run with the value of the run before it. */
        if (left == 0 || left >= (uint64_t)brick->count || value == last)
          fail(r, COLLIDE_ERROR_CODE_DAMAGED);
      }
      if (r->error != COLLIDE_OK) return;
      brick->values[64 * i + (int)grid_lowest_bit(rest)] = (uint16_t)value;
      left--;
    }
  }
  if (left != 0) fail(r, COLLIDE_ERROR_CODE_DAMAGED); /* a run that is too long */
}

static void get_brick(reader *r, grid_brick *brick) {
  int words = grid_words(r->grid->frame.dimensions);
  unsigned same = get_byte(r);
  if (same > 1) fail(r, COLLIDE_ERROR_CODE_DAMAGED);
  get_words(r, brick, words);
  if (brick->count == 0) fail(r, COLLIDE_ERROR_CODE_DAMAGED);
  if (same && brick->count == 64 * words) fail(r, COLLIDE_ERROR_CODE_DAMAGED); /* a full slot */
  if (r->error == COLLIDE_OK && same) brick->value = get_value(r);
  if (r->error == COLLIDE_OK && !same) get_values(r, brick, words);
  r->grid->count += brick->count;
}

static void get_full(reader *r, grid_node *node, int level, unsigned slot) {
  int dimensions = r->grid->frame.dimensions, shift = grid_child_shift(dimensions, level);
  unsigned value = get_value(r);
  if (dimensions * shift > 53) fail(r, COLLIDE_ERROR_CODE_DAMAGED);
  if (r->error != COLLIDE_OK) return;
  node->full |= UINT64_C(1) << slot;
  node->slots[slot].value = value;
  r->grid->count += (int64_t)1 << dimensions * shift;
}

static void get_node(reader *r, grid_node *node, int level);

static void get_child(reader *r, grid_node *node, int level, unsigned slot) {
  size_t least = level > 1 ? GRID_CODE_NODE_LEAST : GRID_CODE_BRICK_LEAST;
  if (!has_bytes(r, least)) return;
  if (!ci_grid_make_child(r->grid, node, level, slot, NULL))
    fail(r, COLLIDE_ERROR_MEMORY);
  else if (level == 1)
    get_brick(r, node->slots[slot].brick);
  else
    get_node(r, node->slots[slot].node, level - 1);
}

/* Would encode write this node in a smaller form? */
static int is_wasteful(const reader *r, const grid_node *node, int level) {
  uint64_t taken = node->children | node->full;
  if (node == r->grid->root) return level > 1 && (taken & (taken - 1)) == 0;
  return grid_node_value(node) != 0;
}

/* Reads into an empty node. After an error the caller clears the grid. */
static void get_node(reader *r, grid_node *node, int level) {
  uint64_t children = get_word(r), full = get_word(r), rest;
  if ((children | full) == 0 || (children & full) != 0) fail(r, COLLIDE_ERROR_CODE_DAMAGED);
  for (rest = children | full; rest != 0 && r->error == COLLIDE_OK; rest &= rest - 1) {
    unsigned slot = grid_lowest_bit(rest);
    if (full >> slot & 1)
      get_full(r, node, level, slot);
    else
      get_child(r, node, level, slot);
    if (r->grid->count >= (int64_t)1 << 53) fail(r, COLLIDE_ERROR_CODE_DAMAGED);
  }
  if (r->error == COLLIDE_OK && is_wasteful(r, node, level)) fail(r, COLLIDE_ERROR_CODE_DAMAGED);
}

static int is_finite(double x) {
  return x - x == 0;
}

static void get_head(reader *r, collide_grid_frame *frame) {
  size_t i;
  int axis;
  for (i = 0; i < GRID_CODE_MAGIC_SIZE; i++) {
    if (r->at >= r->size || get_byte(r) != (unsigned char)GRID_CODE_MAGIC[i])
      fail(r, COLLIDE_ERROR_CODE_NO_GRID);
  }
  if (get_byte(r) != GRID_CODE_VERSION) fail(r, COLLIDE_ERROR_CODE_VERSION);
  *frame = collide_unit_frame((int)get_byte(r));
  if (frame->dimensions != 2 && frame->dimensions != 3) {
    fail(r, COLLIDE_ERROR_CODE_DAMAGED);
    return;
  }
  for (axis = 0; axis < frame->dimensions; axis++) frame->size[axis] = get_double(r);
  for (axis = 0; axis < frame->dimensions; axis++) frame->origin[axis] = get_double(r);
  for (axis = 0; axis < frame->dimensions; axis++) {
    if (!is_finite(frame->size[axis]) || !(frame->size[axis] > 0) ||
        !is_finite(frame->origin[axis]))
      fail(r, COLLIDE_ERROR_CODE_DAMAGED);
  }
}

/* Sets the bounds of the tree that was read, and checks that all its coordinates are valid. */
static void check_bounds(reader *r) {
  collide_grid *g = r->grid;
  const int64_t limit = (int64_t)1 << 53;
  uint64_t corner[3];
  int axis, dimensions = g->frame.dimensions;
  ci_grid_root_corner(g, corner);
  for (axis = 0; axis < 3; axis++) {
    g->low[axis] = axis < dimensions ? grid_coordinate(dimensions, corner[axis]) : 0;
    g->high[axis] = g->low[axis];
    if (axis < dimensions)
      g->high[axis] += ((int64_t)1 << grid_child_shift(dimensions, g->level + 1)) - 1;
  }
  g->loose = 1;
  ci_grid_tighten(g);
  for (axis = 0; axis < dimensions; axis++) {
    if (g->low[axis] <= -limit || g->high[axis] >= limit ||
        !ci_cells_distinct(g->frame.size[axis], g->frame.origin[axis], g->low[axis]) ||
        !ci_cells_distinct(g->frame.size[axis], g->frame.origin[axis], g->high[axis]))
      fail(r, COLLIDE_ERROR_CODE_DAMAGED);
  }
}

static void get_tree(reader *r) {
  collide_grid *g = r->grid;
  int dimensions = g->frame.dimensions, axis, shift, level = (int)get_byte(r);
  uint64_t place[3] = {0, 0, 0};
  if (r->error != COLLIDE_OK || level == 0) return;
  if (level >= GRID_LEVELS || grid_child_shift(dimensions, level + 1) > 58) {
    fail(r, COLLIDE_ERROR_CODE_DAMAGED);
    return;
  }
  shift = grid_child_shift(dimensions, level + 1);
  for (axis = 0; axis < dimensions; axis++) {
    place[axis] = (uint64_t)get_coordinate(r) + grid_bias(dimensions);
    if ((place[axis] & ((UINT64_C(1) << shift) - 1)) != 0 || place[axis] >> 59 != 0)
      fail(r, COLLIDE_ERROR_CODE_DAMAGED);
  }
  if (!has_bytes(r, GRID_CODE_NODE_LEAST)) return;
  if (!ci_grid_make_root(g, place, level, NULL)) {
    fail(r, COLLIDE_ERROR_MEMORY);
    return;
  }
  get_node(r, g->root, level);
  if (r->error == COLLIDE_OK) check_bounds(r);
}

collide_error ci_grid_decode(collide_grid *grid, const void *bytes, size_t size) {
  reader r;
  r.bytes = (const unsigned char *)bytes;
  r.size = size;
  r.at = 0;
  r.grid = grid;
  r.error = COLLIDE_OK;
  get_head(&r, &grid->frame);
  grid->distinct_below = r.error == COLLIDE_OK ? ci_cells_distinct_below(&grid->frame) : 0;
  if (r.error == COLLIDE_OK) get_tree(&r);
  if (r.error == COLLIDE_OK && r.at != size) fail(&r, COLLIDE_ERROR_CODE_DAMAGED);
  if (r.error != COLLIDE_OK) ci_grid_clear(grid);
  return r.error;
}

collide_grid *collide_grid_decode(const void *bytes, size_t size, collide_alloc alloc, void *user,
                                  collide_error *error) {
  collide_grid_frame unit = collide_unit_frame(3);
  collide_grid *grid = collide_grid_new(&unit, alloc, user);
  *error = grid == NULL ? COLLIDE_ERROR_MEMORY : ci_grid_decode(grid, bytes, size);
  if (*error == COLLIDE_OK) return grid;
  collide_grid_free(grid);
  return NULL;
}

/* SPDX-License-Identifier: MIT
 *
 * Output of bytes, and other functions that writers and readers share.
 */
#include "../number/scalar.h"
#include "file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <inttypes.h>

/* ---- The cells of a grid, block by block ----------------------------------------------------- */

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
void ci_file_begin(file_out *out, file_sink sink, void *user) {
  out->sink = sink;
  out->user = user;
  out->count = 0;
  out->failed = 0;
  out->used = 0;
}

static void flush(file_out *out) {
  if (out->used > 0 && !out->failed && !out->sink(out->user, out->buffer, out->used))
    out->failed = 1;
  out->used = 0;
}

void ci_file_put(file_out *out, const void *bytes, size_t count) {
  out->count += count;
  if (out->sink == NULL) return;
  if (count > sizeof out->buffer - out->used) flush(out);
  memcpy(out->buffer + out->used, bytes, count);
  out->used += count;
}

void ci_file_put_number(file_out *out, uint32_t number) {
  unsigned char bytes[4];
  int i;
  for (i = 0; i < 4; i++) bytes[i] = (unsigned char)(number >> 8 * i);
  ci_file_put(out, bytes, 4);
}

int ci_file_end(file_out *out) {
  flush(out);
  return !out->failed;
}

int ci_file_fail(char text[FILE_TEXT], const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, FILE_TEXT, format, arguments);
  va_end(arguments);
  return 0;
}

file_limits ci_file_limits(double limit) {
  file_limits limits;
  double most = limit < FILE_LIMIT ? FILE_LIMIT : limit;
  if (most > 9007199254740992.0) most = 9007199254740992.0;
  limits.limit = limit < most ? limit : most;
  limits.cells = (uint64_t)limits.limit;
  limits.nodes = (uint64_t)most / 16;
  limits.bytes = (uint64_t)most * 16;
  return limits;
}

/* Never 0: that size would free the memory. */
static size_t whole_size(size_t count, size_t size) {
  return count > 0 ? count * size : 1;
}

void *ci_file_take(const file_memory *memory, size_t count, size_t size) {
  size_t whole = whole_size(count, size);
  void *block;
  if (count > SIZE_MAX / size) return NULL;
  block = memory->alloc != NULL ? memory->alloc(memory->user, NULL, 0, whole) : malloc(whole);
  if (block != NULL) memset(block, 0, whole);
  return block;
}

void ci_file_give_back(const file_memory *memory, void *block, size_t count, size_t size) {
  if (block == NULL) return;
  if (memory->alloc != NULL) {
    memory->alloc(memory->user, block, whole_size(count, size), 0);
  } else {
    free(block);
  }
}

/* ---- .binvox, version 1 ---------------------------------------------------------------------- */

/* A cube of cells, full or empty, as lengths of runs.
 * https://www.patrickmin.com/binvox/binvox.html. */

/* Cells in the order of the file, x slowest, then z, then y, as runs of up to 255. */
typedef struct runs {
  file_out out;
  int64_t next; /* the number of the next cell */
  int full;     /* 1 if the current run is full */
  int length;   /* the length of the current run */
} runs;

static void end_run(runs *r) {
  unsigned char pair[2];
  if (r->length == 0) return;
  pair[0] = (unsigned char)r->full;
  pair[1] = (unsigned char)r->length;
  ci_file_put(&r->out, pair, 2);
  r->length = 0;
}

static void add_cells(runs *r, int full, int64_t count) {
  if (count == 0) return;
  r->next += count;
  if (full != r->full) end_run(r);
  r->full = full;
  while (count > 0 && !r->out.failed) {
    int part = count < 255 - r->length ? (int)count : 255 - r->length;
    r->length += part;
    count -= part;
    if (r->length == 255) end_run(r);
  }
}

/* ---- Planes ---------------------------------------------------------------------------------- */

/* The cells of one x as bits, in the file's order. */
typedef struct plane {
  uint64_t *words;
  size_t count;       /* the number of words */
  size_t first, last; /* the words that may hold bits; first > last if there are none */
  int64_t x, side;
  const int64_t *min, *max; /* the bounds of the grid */
} plane;

static void set_bits(plane *p, int64_t at, int64_t count) {
  size_t first = (size_t)(at >> 6), last = (size_t)((at + count - 1) >> 6), i;
  uint64_t low = ~UINT64_C(0) << (at & 63), high = ~UINT64_C(0) >> (63 - ((at + count - 1) & 63));
  if (first < p->first) p->first = first;
  if (last > p->last) p->last = last;
  if (first == last) {
    p->words[first] |= low & high;
    return;
  }
  p->words[first] |= low;
  for (i = first + 1; i < last; i++) p->words[i] = ~UINT64_C(0);
  p->words[last] |= high;
}

static void add_block(plane *p, const file_block *block) {
  int64_t y = greater_integer(block->corner[1], p->min[1]);
  int64_t count = lesser_integer(block->corner[1] + block->side - 1, p->max[1]) - y + 1;
  int64_t z = greater_integer(block->corner[2], p->min[2]);
  int64_t last = lesser_integer(block->corner[2] + block->side - 1, p->max[2]);
  for (; z <= last; z++) set_bits(p, (z - p->min[2]) * p->side + y - p->min[1], count);
}

static void add_brick(plane *p, const file_block *block) {
  int x = (int)(p->x - block->corner[0]), y, z;
  for (z = 0; z < 8; z++) {
    for (y = 0; y < 8; y++) {
      uint64_t word = block->brick->words[x >> 2 | y >> 2 << 1 | z >> 2 << 2];
      if (word >> ((x & 3) | (y & 3) << 2 | (z & 3) << 4) & 1)
        set_bits(p, (block->corner[2] + z - p->min[2]) * p->side + block->corner[1] + y - p->min[1],
                 1);
    }
  }
}

static int add_to_plane(void *user, const file_block *block) {
  plane *p = (plane *)user;
  if (block->brick == NULL) {
    add_block(p, block);
  } else {
    add_brick(p, block);
  }
  return 1;
}

/* Writes the bits of a word as runs; `from` is the number of its first cell. */
static void write_word(runs *r, uint64_t rest, int64_t from) {
  while (rest != 0) {
    unsigned skip = grid_lowest_bit(rest);
    uint64_t after = ~(rest >> skip);
    unsigned count = after == 0 ? 64 : grid_lowest_bit(after);
    if (count > 64 - skip) count = 64 - skip;
    add_cells(r, 0, from + skip - r->next);
    add_cells(r, 1, count);
    rest = skip + count == 64 ? 0 : rest & ~UINT64_C(0) << (skip + count);
  }
}

/* Writes the bits as runs, and empties the plane. `from` is the number of its first cell. */
static void write_plane(runs *r, plane *p, int64_t from) {
  size_t i;
  for (i = p->first; i <= p->last; i++) write_word(r, p->words[i], from + 64 * (int64_t)i);
  if (p->first <= p->last)
    memset(p->words + p->first, 0, (p->last - p->first + 1) * sizeof *p->words);
  p->first = p->count;
  p->last = 0;
}

/* ---- The file -------------------------------------------------------------------------------- */

/* The middle of cell (i, j, k) of n is at translate + scale * (i + 0.5, ...) / n. */
static void put_header(file_out *out, const collide_grid_frame *frame, const int64_t min[3],
                       int64_t side) {
  char header[256];
  double corner[3];
  int axis;
  for (axis = 0; axis < 3; axis++)
    corner[axis] = frame->origin[axis] + (double)min[axis] * frame->size[axis];
  snprintf(header, sizeof header,
           "#binvox 1\ndim %" PRId64 " %" PRId64 " %" PRId64
           "\ntranslate %.17g %.17g %.17g\nscale %.17g\ndata\n",
           side, side, side, corner[0], corner[1], corner[2], (double)side * frame->size[0]);
  ci_file_put(out, header, strlen(header));
}

static int64_t side_of(const int64_t min[3], const int64_t max[3]) {
  int64_t side = 1;
  int axis;
  for (axis = 0; axis < 3; axis++) side = greater_integer(side, max[axis] - min[axis] + 1);
  return side;
}

static int fail_limit(const file_limits *limits, int64_t side, uint64_t least,
                      char text[FILE_TEXT]) {
  return ci_file_fail(text,
                      "a cube of %" PRId64 " cells a side takes at least %" PRIu64
                      " bytes, more than the %" PRIu64 " that limit=%.0f allows",
                      side, least, limits->bytes, limits->limit);
}

static int write_cells(runs *r, const collide_grid *grid, plane *p, const file_limits *limits,
                       char text[FILE_TEXT]) {
  int64_t cells = p->side * p->side, low[3], high[3];
  memcpy(low, p->min, sizeof low);
  memcpy(high, p->max, sizeof high);
  for (p->x = p->min[0]; p->x <= p->max[0] && !r->out.failed; p->x++) {
    low[0] = high[0] = p->x;
    ci_file_blocks(grid, low, high, INT64_MAX, add_to_plane, p);
    write_plane(r, p, (p->x - p->min[0]) * cells);
    if (r->out.count > limits->bytes) return fail_limit(limits, p->side, r->out.count, text);
  }
  add_cells(r, 0, p->side * cells - r->next);
  end_run(r);
  text[0] = '\0';
  return ci_file_end(&r->out);
}

int ci_binvox_write(const collide_grid *grid, const file_limits *limits, const file_memory *memory,
                    file_sink sink, void *user, char text[FILE_TEXT]) {
  const collide_grid_frame *frame = collide_grid_get_frame(grid);
  int64_t min[3] = {0, 0, 0}, max[3] = {0, 0, 0};
  uint64_t least;
  plane p;
  runs r;
  int done;
  if (frame->size[0] != frame->size[1] || frame->size[0] != frame->size[2]) {
    return ci_file_fail(text, "the cells are %.6g x %.6g x %.6g, and in .binvox they are cubes",
                        frame->size[0], frame->size[1], frame->size[2]);
  }
  collide_grid_bounds(grid, min, max);
  memset(&p, 0, sizeof p);
  p.side = side_of(min, max);
  p.min = min;
  p.max = max;
  if (p.side > BINVOX_SIDE) {
    return ci_file_fail(text, "the grid is %" PRId64 " cells long, and a .binvox may be %d", p.side,
                        (int)BINVOX_SIDE);
  }
  least = (uint64_t)(p.side * p.side * p.side / 255 * 2);
  if (least > limits->bytes) return fail_limit(limits, p.side, least, text);
  p.count = p.first = (size_t)(p.side * p.side / 64 + 1);
  p.words = (uint64_t *)ci_file_take(memory, p.count, sizeof *p.words);
  if (p.words == NULL) return ci_file_fail(text, "not enough memory");
  ci_file_begin(&r.out, sink, user);
  r.next = 0;
  r.full = r.length = 0;
  put_header(&r.out, frame, min, p.side);
  done = write_cells(&r, grid, &p, limits, text);
  ci_file_give_back(memory, p.words, p.count, sizeof *p.words);
  return done;
}

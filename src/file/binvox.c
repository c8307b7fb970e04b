/* SPDX-License-Identifier: MIT
 *
 * .binvox, version 1: a cube of cells, full or empty, as lengths of runs.
 * https://www.patrickmin.com/binvox/binvox.html
 */
#include "blocks.h"
#include "../number/scalar.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

/* ---- Planes ---------------------------------------------------------------- */

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

/* ---- The file -------------------------------------------------------------- */

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

/* SPDX-License-Identifier: MIT */
#include "voxel_pen.h"

#include <string.h>

#include "voxel.h"
#include "voxel_work.h"

/* The bias of grid_place is a multiple of 8, so bricks begin at multiples of 8. */
enum { SHIFT = 3, SIDE = 1 << SHIFT };

void ci_voxel_pen_begin(voxel_pen *pen, collide_voxelizer *v) {
  int i;
  pen->v = v;
  pen->grid = v->grid;
  pen->value = v->options.value;
  pen->bits_only = v->options.values == NULL;
  pen->here = NULL;
  memset(pen->bricks, 0, sizeof pen->bricks); /* the positions too: find() compares them first */
  for (i = 0; i < 3; i++) {
    pen->low[i] = INT64_MAX;
    pen->high[i] = INT64_MIN;
  }
}

/* ---- Cached bricks --------------------------------------------------------------- */

/* Removes a brick from the cache: stores the value of the cells whose bits were set, and
 * updates the counts. */
static void put_away(voxel_pen *pen, pen_brick *p) {
  grid_brick *brick = p->brick;
  int fresh = 0, word;
  p->brick = NULL;
  if (brick == NULL || !pen->bits_only) return;
  for (word = 0; brick->values == NULL && word < GRID_WORDS; word++)
    fresh += (int)grid_count_bits(brick->words[word]);
  if (brick->values == NULL) fresh -= brick->count;
  for (word = 0; brick->values != NULL && word < GRID_WORDS; word++) {
    uint64_t rest = brick->words[word];
    for (; rest != 0; rest &= rest - 1) {
      uint16_t *value = &brick->values[64 * word + (int)grid_lowest_bit(rest)];
      fresh += *value == 0;
      *value = *value != 0 ? *value : (uint16_t)pen->value;
    }
  }
  brick->count += fresh;
  pen->grid->count += fresh;
}

void ci_voxel_pen_end(voxel_pen *pen, int ok) {
  int i;
  for (i = 0; i < PEN_BRICKS; i++) put_away(pen, &pen->bricks[i]);
  if (pen->grid->count > 0 && pen->low[0] <= pen->high[0])
    grid_widen(pen->grid, pen->low, pen->high);
  if (!ok) pen->grid->loose = 1; /* cells at the border may be missing */
}

/* The cache slot. Neighbouring bricks, and many bricks in a line, get different slots. */
static inline pen_brick *slot_of(voxel_pen *pen, const int64_t at[3]) {
  return &pen->bricks[(at[0] + 11 * at[1] + 101 * at[2]) & (PEN_BRICKS - 1)];
}

static inline grid_brick *find(voxel_pen *pen, const int64_t at[3]) {
  const pen_brick *p = slot_of(pen, at);
  return ((p->at[0] ^ at[0]) | (p->at[1] ^ at[1]) | (p->at[2] ^ at[2])) == 0 ? p->brick : NULL;
}

/* ---- Runs -------------------------------------------------------------------------- */

/* Sets the cells of a brick's row that `bits` selects, bit 0 for x. */
static inline void set_row(grid_brick *brick, int64_t x, int64_t y, int64_t z, unsigned bits) {
  unsigned word = (unsigned)((z >> 2 & 1) << 2 | (y >> 2 & 1) << 1);
  unsigned shift = (unsigned)((z & 3) << 4 | (y & 3) << 2);
  bits <<= x & 7;
  brick->words[word] |= (uint64_t)(bits & 15) << shift;
  brick->words[word + 1] |= (uint64_t)(bits >> 4 & 15) << shift;
}

static inline void set_bits(grid_brick *brick, int64_t x, int64_t y, int64_t z, int64_t count) {
  set_row(brick, x, y, z, (1U << count) - 1);
}

static void set_values(voxel_pen *pen, grid_brick *brick, int64_t x, int64_t y, int64_t z,
                       int64_t count) {
  unsigned word = (unsigned)((z >> 2 & 1) << 2 | (y >> 2 & 1) << 1);
  unsigned row = (unsigned)((z & 3) << 4 | (y & 3) << 2);
  int fresh = 0;
  for (; count > 0; count--, x++) {
    uint16_t *value = &brick->values[64 * (word | (unsigned)(x >> 2 & 1)) + (row | (x & 3))];
    if (*value != 0) continue;
    *value = (uint16_t)pen->value;
    fresh++;
  }
  brick->count += fresh;
  pen->grid->count += fresh;
}

static inline void write(voxel_pen *pen, grid_brick *brick, int64_t x, int64_t y, int64_t z,
                         int64_t count) {
  set_bits(brick, x, y, z, count);
  if (!pen->bits_only) set_values(pen, brick, x, y, z, count);
}

/* Writes the part of a row that lies in one brick, and puts the brick into the cache. A cached
 * brick can store the pen's value without further checks. */
static int run_slowly(voxel_pen *pen, const int64_t cell[3], const int64_t at[3], int64_t count) {
  pen_brick *p = slot_of(pen, at);
  unsigned held = 0;
  grid_brick *brick;
  if (!voxel_work(pen->v, WORK_BRICK, pen->v->done)) return 0;
  put_away(pen, p);
  if (pen->grid->bytes > pen->v->most_bytes) return voxel_fail(pen->v, COLLIDE_ERROR_LIMIT);
  brick = ci_grid_reach(pen->grid, cell, pen->bits_only ? pen->value : 0, &held);
  if (held != 0) return 1;
  if (brick == NULL) return voxel_fail(pen->v, COLLIDE_ERROR_MEMORY);
  memcpy(p->at, at, sizeof p->at);
  p->brick = brick;
  write(pen, brick, cell[0], cell[1], cell[2], count);
  return 1;
}

static int run_anywhere(voxel_pen *pen, int64_t x, int64_t y, int64_t z, int64_t count) {
  int64_t cell[3], at[3];
  cell[1] = y;
  cell[2] = z;
  at[1] = y >> SHIFT;
  at[2] = z >> SHIFT;
  while (count > 0) {
    int64_t part = SIDE - (x & (SIDE - 1));
    grid_brick *brick;
    if (part > count) part = count;
    cell[0] = x;
    at[0] = x >> SHIFT;
    brick = find(pen, at);
    if (brick != NULL)
      write(pen, brick, x, y, z, part);
    else if (!run_slowly(pen, cell, at, part))
      return 0;
    x += part;
    count -= part;
  }
  return 1;
}

int ci_voxel_pen_run(void *user, int64_t x, int64_t y, int64_t z, int64_t count) {
  voxel_pen *pen = (voxel_pen *)user;
  grid_brick *brick = pen->here;
  if (brick == NULL && (x & (SIDE - 1)) + count <= SIDE) {
    int64_t at[3];
    at[0] = x >> SHIFT;
    at[1] = y >> SHIFT;
    at[2] = z >> SHIFT;
    brick = find(pen, at);
  }
  if (brick == NULL) return run_anywhere(pen, x, y, z, count);
  write(pen, brick, x, y, z, count);
  return 1;
}

/* ---- Boxes -------------------------------------------------------------------------- */

static inline int widen(voxel_pen *pen, int axis, int64_t low, int64_t width) {
  int64_t high = low + width - 1;
  pen->low[axis] = low < pen->low[axis] ? low : pen->low[axis];
  pen->high[axis] = high > pen->high[axis] ? high : pen->high[axis];
  return (low ^ high) >> SHIFT == 0;
}

void ci_voxel_pen_box(voxel_pen *pen, const int64_t low[3], const int64_t width[3]) {
  int64_t at[3];
  int inside = widen(pen, 0, low[0], width[0]);
  inside &= widen(pen, 1, low[1], width[1]);
  inside &= widen(pen, 2, low[2], width[2]);
  at[0] = low[0] >> SHIFT;
  at[1] = low[1] >> SHIFT;
  at[2] = low[2] >> SHIFT;
  pen->here = inside ? find(pen, at) : NULL;
}

/* SPDX-License-Identifier: MIT
 *
 * Gathers voxels, sorts them and sets them in a grid.
 */
#include "vox_gather.h"

#include <string.h>

#include "../grid/grid.h"

enum {
  CHUNK = 1 << 21,
  BLOCK_SHIFT = 5, /* a node of the lowest level holds 32 x 32 x 32 cells */
  AHEAD = 8,
  DIGIT_BITS = 11,
  DIGITS = 1 << DIGIT_BITS,
  COORDINATE_BITS = 40
};

/* Added to each coordinate, so that it is not negative: GATHER_FARTHEST <= BIAS, and
 * BIAS + GATHER_FARTHEST < 2^40. Its ones and zeros alternate, so that around the origin, where
 * most scenes are, only low digits differ; and it is a multiple of the side of a block. */
#define BIAS INT64_C(0x5555555400)
#define MASK ((UINT64_C(1) << COORDINATE_BITS) - 1)

/* The bits of `high`, from the greatest: 40 of z and 24 of y; of `low`: 16 of y, 40 of x and 8 of
 * the value. */
static gather_voxel pack(const int64_t cell[3], unsigned value) {
  uint64_t x = (uint64_t)(cell[0] + BIAS), y = (uint64_t)(cell[1] + BIAS);
  uint64_t z = (uint64_t)(cell[2] + BIAS);
  gather_voxel v;
  v.low = y << 48 | x << 8 | value;
  v.high = z << 24 | y >> 16;
  return v;
}

static uint64_t x_of(const gather_voxel *v) {
  return v->low >> 8 & MASK;
}
static uint64_t y_of(const gather_voxel *v) {
  return (v->high << 16 | v->low >> 48) & MASK;
}
static uint64_t z_of(const gather_voxel *v) {
  return v->high >> 24;
}

/* The sort key: the blocks' coordinates from `least` on, `at` so many bits each. */
typedef struct gather_key {
  uint64_t least[3], mask[3];
  int at[3]; /* of x 0 */
} gather_key;

static uint64_t key_of(const gather_voxel *v, const gather_key *key) {
  uint64_t x = (x_of(v) >> BLOCK_SHIFT) - key->least[0];
  uint64_t y = (y_of(v) >> BLOCK_SHIFT) - key->least[1];
  uint64_t z = (z_of(v) >> BLOCK_SHIFT) - key->least[2];
  return (x & key->mask[0]) | (y & key->mask[1]) << key->at[1] | (z & key->mask[2]) << key->at[2];
}

/* By a key of so many bits, digit by digit from the lowest; voxels with the same key stay in their
 * order. */
static void sort_by_key(vox_gather *g, const gather_key *key, int bits) {
  uint32_t next[DIGITS];
  int shift;
  for (shift = 0; shift < bits; shift += DIGIT_BITS) {
    gather_voxel *voxels = g->voxels, *others = g->others;
    uint32_t sum = 0;
    size_t i;
    memset(next, 0, sizeof next);
    for (i = 0; i < g->count; i++) next[key_of(&voxels[i], key) >> shift & (DIGITS - 1)]++;
    for (i = 0; i < DIGITS; i++) {
      uint32_t count = next[i];
      next[i] = sum;
      sum += count;
    }
    for (i = 0; i < g->count; i++)
      others[next[key_of(&voxels[i], key) >> shift & (DIGITS - 1)]++] = voxels[i];
    g->voxels = others;
    g->others = voxels;
  }
}

static int bits_between(uint64_t least, uint64_t most) {
  int bits = 0;
  while ((most - least) >> bits != 0) bits++;
  return bits;
}

static void widen(uint64_t block, uint64_t *least, uint64_t *most) {
  if (block < *least) *least = block;
  if (block > *most) *most = block;
}

/* Finds the least block, and the bits of the differences from it along each axis. Returns 0 if most
 * voxels lie in the block of the previous one: then sorting does not pay. */
static int measure(const vox_gather *g, uint64_t least[3], int bits[3]) {
  uint64_t most[3] = {0, 0, 0}, before[3] = {0, 0, 0};
  size_t i, changes = 0;
  int axis;
  least[0] = least[1] = least[2] = MASK;
  for (i = 0; i < g->count; i++) {
    uint64_t x = x_of(&g->voxels[i]) >> BLOCK_SHIFT;
    uint64_t y = y_of(&g->voxels[i]) >> BLOCK_SHIFT;
    uint64_t z = z_of(&g->voxels[i]) >> BLOCK_SHIFT;
    if (((x ^ before[0]) | (y ^ before[1]) | (z ^ before[2])) == 0) continue;
    changes++;
    widen(before[0] = x, &least[0], &most[0]);
    widen(before[1] = y, &least[1], &most[1]);
    widen(before[2] = z, &least[2], &most[2]);
  }
  for (axis = 0; axis < 3; axis++) bits[axis] = bits_between(least[axis], most[axis]);
  return changes > g->count / 8;
}

/* Sorts block by block. The voxels of a block stay in their order. */
static void sort(vox_gather *g) {
  gather_key key;
  int bits[3], axis;
  if (g->count < DIGITS || !measure(g, key.least, bits)) return;
  memset(key.mask, 0, sizeof key.mask);
  memset(key.at, 0, sizeof key.at);
  if (bits[0] + bits[1] + bits[2] > 64) { /* axis by axis */
    for (axis = 0; axis < 3; axis++) {
      key.mask[axis] = MASK;
      sort_by_key(g, &key, bits[axis]);
      key.mask[axis] = 0;
    }
    return;
  }
  for (axis = 0; axis < 3; axis++) key.mask[axis] = MASK;
  key.at[1] = bits[0];
  key.at[2] = bits[0] + bits[1];
  sort_by_key(g, &key, bits[0] + bits[1] + bits[2]);
}

static void unpack(const gather_voxel *v, int64_t cell[3]) {
  cell[0] = (int64_t)x_of(v) - BIAS;
  cell[1] = (int64_t)y_of(v) - BIAS;
  cell[2] = (int64_t)z_of(v) - BIAS;
}

int ci_vox_gather_set(vox_gather *gather, const int64_t cell[3], unsigned value) {
  const file_limits *limits = gather->limits;
  if (gather->keep && collide_grid_get(gather->grid, cell) != 0) return 1;
  if (!collide_grid_set(gather->grid, cell, value))
    return ci_file_fail(gather->text, "not enough memory for its models");
  if (gather->grid->bytes <= limits->bytes) return 1;
  return ci_file_fail(gather->text,
                      "its models take more than the %.0f bytes of memory that limit=%.0f allows",
                      (double)limits->bytes, limits->limit);
}

int ci_vox_gather_end(vox_gather *gather) {
  size_t i;
  sort(gather);
  for (i = 0; i < gather->count; i++) {
    const gather_voxel *v = &gather->voxels[i];
    int64_t cell[3];
    if (i + AHEAD < gather->count) {
      unpack(v + AHEAD, cell);
      ci_grid_prepare(gather->grid, cell);
    }
    unpack(v, cell);
    if (!ci_vox_gather_set(gather, cell, (unsigned)(v->low & 255))) return 0;
  }
  gather->count = 0;
  return 1;
}

void ci_vox_gather_begin(vox_gather *gather, collide_grid *grid, uint64_t total, int keep,
                         const file_limits *limits, const file_memory *memory,
                         char text[FILE_TEXT]) {
  memset(gather, 0, sizeof *gather);
  gather->grid = grid;
  gather->limits = limits;
  gather->memory = memory;
  gather->keep = keep;
  gather->text = text;
  gather->most = total < CHUNK ? (size_t)total : (size_t)CHUNK;
}

static int make_room(vox_gather *g) {
  g->voxels = (gather_voxel *)ci_file_take(g->memory, g->most, sizeof(gather_voxel));
  g->others = (gather_voxel *)ci_file_take(g->memory, g->most, sizeof(gather_voxel));
  return (g->voxels != NULL && g->others != NULL) || ci_file_fail(g->text, "not enough memory");
}

int ci_vox_gather_add(vox_gather *gather, const int64_t cell[3], unsigned value) {
  if (gather->voxels == NULL && !make_room(gather)) return 0;
  if (gather->count == gather->most && !ci_vox_gather_end(gather)) return 0;
  gather->voxels[gather->count++] = pack(cell, value);
  return 1;
}

void ci_vox_gather_free(vox_gather *gather) {
  ci_file_give_back(gather->memory, gather->voxels, gather->most, sizeof(gather_voxel));
  ci_file_give_back(gather->memory, gather->others, gather->most, sizeof(gather_voxel));
}

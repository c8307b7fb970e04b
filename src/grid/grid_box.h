/* SPDX-License-Identifier: MIT
 *
 * Boxes of cells in a grid, by masks: the children of a block that they meet, and whether a brick
 * has a cell in them.
 */
#ifndef COLLIDE_GRID_BOX_H
#define COLLIDE_GRID_BOX_H

#include "grid.h"

/* A block has 2^bits children along each axis; child x + (y << bits) + (z << 2 bits). They lie in
 * layers along each axis, at most GRID_LAYERS. */
enum { GRID_LAYERS = 8 };

/* By the bits of a block and the axis: the children in the layers below a number. */
static const uint64_t grid_layers_below[4][3][GRID_LAYERS + 1] = {
    {{0}},
    {{0, UINT64_C(0x5555555555555555), ~UINT64_C(0)},
     {0, UINT64_C(0x3333333333333333), ~UINT64_C(0)},
     {0, UINT64_C(0x0f0f0f0f0f0f0f0f), ~UINT64_C(0)}},
    {{0, UINT64_C(0x1111111111111111), UINT64_C(0x3333333333333333), UINT64_C(0x7777777777777777),
      ~UINT64_C(0)},
     {0, UINT64_C(0x000f000f000f000f), UINT64_C(0x00ff00ff00ff00ff), UINT64_C(0x0fff0fff0fff0fff),
      ~UINT64_C(0)},
     {0, UINT64_C(0xffff), UINT64_C(0xffffffff), UINT64_C(0xffffffffffff), ~UINT64_C(0)}},
    {{0, UINT64_C(0x0101010101010101), UINT64_C(0x0303030303030303), UINT64_C(0x0707070707070707),
      UINT64_C(0x0f0f0f0f0f0f0f0f), UINT64_C(0x1f1f1f1f1f1f1f1f), UINT64_C(0x3f3f3f3f3f3f3f3f),
      UINT64_C(0x7f7f7f7f7f7f7f7f), ~UINT64_C(0)},
     {0, UINT64_C(0xff), UINT64_C(0xffff), UINT64_C(0xffffff), UINT64_C(0xffffffff),
      UINT64_C(0xffffffffff), UINT64_C(0xffffffffffff), UINT64_C(0xffffffffffffff), ~UINT64_C(0)},
     {0}},
};

/* A mask of the children of side 2^shift, in the block from `corner` on, that the box of cells from
 * `low` to `high` meets. The box must meet the block. */
static CELLS_INLINE uint64_t grid_box_children(int dimensions, int bits, const uint64_t corner[3],
                                               int shift, const uint64_t low[3],
                                               const uint64_t high[3]) {
  uint64_t mask = ~UINT64_C(0), most = (UINT64_C(1) << bits) - 1;
  int axis;
  for (axis = 0; axis < dimensions; axis++) {
    uint64_t first = low[axis] <= corner[axis] ? 0 : (low[axis] - corner[axis]) >> shift;
    uint64_t last = (high[axis] - corner[axis]) >> shift;
    if (last > most) last = most;
    mask &= grid_layers_below[bits][axis][last + 1] & ~grid_layers_below[bits][axis][first];
  }
  return mask;
}

/* For a number whose bits select layers along y or z: the bits of a word in these layers. The
 * layers of y are those in one layer along z; a multiplication repeats them. */
static const uint64_t grid_rows3d[16] = {0x0000, 0x000f, 0x00f0, 0x00ff, 0x0f00, 0x0f0f,
                                         0x0ff0, 0x0fff, 0xf000, 0xf00f, 0xf0f0, 0xf0ff,
                                         0xff00, 0xff0f, 0xfff0, 0xffff};
static const uint64_t grid_planes3d[16] = {
    UINT64_C(0x0000000000000000), UINT64_C(0x000000000000ffff), UINT64_C(0x00000000ffff0000),
    UINT64_C(0x00000000ffffffff), UINT64_C(0x0000ffff00000000), UINT64_C(0x0000ffff0000ffff),
    UINT64_C(0x0000ffffffff0000), UINT64_C(0x0000ffffffffffff), UINT64_C(0xffff000000000000),
    UINT64_C(0xffff00000000ffff), UINT64_C(0xffff0000ffff0000), UINT64_C(0xffff0000ffffffff),
    UINT64_C(0xffffffff00000000), UINT64_C(0xffffffff0000ffff), UINT64_C(0xffffffffffff0000),
    UINT64_C(0xffffffffffffffff)};

static CELLS_INLINE unsigned grid_bits_range(int low, int high) {
  return (2U << high) - (1U << low);
}

/* Repeats each of the lowest 8 bits 8 times. */
static CELLS_INLINE uint64_t grid_rows2d(unsigned bits) {
  uint64_t apart = (bits & 255) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
  uint64_t high = (apart + UINT64_C(0x7f7f7f7f7f7f7f7f)) | apart; /* of each byte that is not 0 */
  return (high >> 7 & UINT64_C(0x0101010101010101)) * 255;
}

/* Is a cell of the brick that lies in the box not empty? */
static CELLS_INLINE int grid_is_taken(int dimensions, const grid_brick *brick, const int low[3],
                                      const int high[3]) {
  const uint64_t *words = brick->words;
  unsigned x = grid_bits_range(low[0], high[0]), y = grid_bits_range(low[1], high[1]), z;
  uint64_t x0, x1, y0, y1, z0, z1;
  if (dimensions == 2) {
    x0 = (x & 255) * UINT64_C(0x0101010101010101);
    x1 = (x >> 8) * UINT64_C(0x0101010101010101);
    return ((((words[0] & x0) | (words[1] & x1)) & grid_rows2d(y)) |
            (((words[2] & x0) | (words[3] & x1)) & grid_rows2d(y >> 8))) != 0;
  }
  z = grid_bits_range(low[2], high[2]);
  x0 = (x & 15) * UINT64_C(0x1111111111111111);
  x1 = (x >> 4) * UINT64_C(0x1111111111111111);
  y0 = grid_rows3d[y & 15] * UINT64_C(0x0001000100010001);
  y1 = grid_rows3d[y >> 4] * UINT64_C(0x0001000100010001);
  z0 = grid_planes3d[z & 15];
  z1 = grid_planes3d[z >> 4];
  return (((((words[0] & x0) | (words[1] & x1)) & y0) |
           (((words[2] & x0) | (words[3] & x1)) & y1)) &
          z0) != 0 ||
         (((((words[4] & x0) | (words[5] & x1)) & y0) |
           (((words[6] & x0) | (words[7] & x1)) & y1)) &
          z1) != 0;
}

#endif

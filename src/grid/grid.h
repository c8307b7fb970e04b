/* SPDX-License-Identifier: MIT
 *
 * What the sources of grids share: a tree of 64 branches. Its leaves are bricks,
 * which hold a bit for each cell that is not empty, and their value, or values
 * once there are two: most bricks of most worlds have one; 64 bits are a
 * block of 4 x 4 x 4 cells, or 8 x 8 in two dimensions, and 64 children of a
 * node are such a block of blocks. So one way of numbering serves for cells in
 * a word and for children in a node, and the same masks cut out a box of either.
 */
#ifndef COLLIDE_GRID_H
#define COLLIDE_GRID_H

#include "../number/fp.h"

#include "../cells/cells.h"
#include "../collide.h"

/* Side of a block, as a power of two: of one bit's 64, of a brick, and how much
 * that grows from level to level. */
static inline int grid_node_bits(int dimensions) {
  return dimensions == 3 ? 2 : 3;
}
static inline int grid_brick_shift(int dimensions) {
  return dimensions == 3 ? 3 : 4;
}
/* Of the children of a node; those of level 1 are bricks. */
static inline int grid_child_shift(int dimensions, int level) {
  return grid_brick_shift(dimensions) + grid_node_bits(dimensions) * (level - 1);
}

enum {
  GRID_LEVELS = 28, /* more than there can be, in three dimensions */
  GRID_WORDS = 8,   /* of a brick; in two dimensions it has half as many */
  GRID_CELLS = 64 * GRID_WORDS
};

typedef struct grid_brick {
  int count;        /* of the cells that are not empty */
  unsigned value;   /* that all of these hold, or */
  uint16_t *values; /* 64 for each word, 0 where the bit is 0; else NULL */
  uint64_t words[GRID_WORDS];
} grid_brick;

static inline unsigned grid_brick_get(const grid_brick *brick, unsigned word, unsigned slot) {
  if (brick->values != NULL) return brick->values[64 * word + slot];
  return brick->words[word] >> slot & 1 ? brick->value : 0;
}

typedef struct grid_node grid_node;

typedef union grid_slot {
  grid_node *node;
  grid_brick *brick;
  unsigned value;
} grid_slot;

/* At any time but in the midst of a change some slot is taken. */
struct grid_node {
  uint64_t children; /* slots that hold a node or brick */
  uint64_t full;     /* slots that hold a value, for all cells there; none of them has a child */
  grid_slot slots[64];
};

struct collide_grid {
  collide_grid_frame frame;
  collide_alloc alloc;
  void *user;
  grid_node *root; /* NULL when the grid is empty */
  int level;       /* of the root, from 1 */
  uint64_t base[3];
  int64_t count;
  int64_t low[3], high[3]; /* all cells are within; nothing, low > high, when it is empty */
  int loose;               /* these may be wider than need be */
  size_t bytes;            /* what nodes and bricks take */
  uint64_t changes;        /* how often nodes or bricks came or went */
  grid_brick *last;        /* the brick that was written last, */
  uint64_t last_at[3];     /* and its place, in bricks */
};

/* A cell's place in the tree: its coordinates, moved so that they are positive
 * and that the origin is never near a corner of the blocks of any level: what is
 * built around it stays under a low root. (Of 4^k cells 0.4 lie below it, or
 * 0.6, by turns; in two dimensions of 8^k some 0.44 or 0.56.) */
static inline uint64_t grid_bias(int dimensions) {
  return dimensions == 3 ? UINT64_C(0x6666666666666) << 3 : UINT64_C(0x1c71c71c71c71c) << 4;
}

static inline void grid_place(int dimensions, const int64_t cell[3], uint64_t place[3]) {
  uint64_t bias = grid_bias(dimensions);
  place[0] = (uint64_t)cell[0] + bias;
  place[1] = (uint64_t)cell[1] + bias;
  place[2] = dimensions == 3 ? (uint64_t)cell[2] + bias : 0;
}

static inline int64_t grid_coordinate(int dimensions, uint64_t place) {
  return (int64_t)(place - grid_bias(dimensions));
}

/* Which of the 64: of the children whose side is 2^shift, or of the bits when
 * shift is 0. */
static inline unsigned grid_slot_of(int dimensions, const uint64_t place[3], int shift) {
  unsigned x = (unsigned)(place[0] >> shift), y = (unsigned)(place[1] >> shift), z;
  if (dimensions == 2) return (y & 7) << 3 | (x & 7);
  z = (unsigned)(place[2] >> shift);
  return (z & 3) << 4 | (y & 3) << 2 | (x & 3);
}

/* Which word of a brick. */
static inline unsigned grid_word_of(int dimensions, const uint64_t place[3]) {
  if (dimensions == 2) return (unsigned)((place[1] >> 3 & 1) << 1 | (place[0] >> 3 & 1));
  return (unsigned)((place[2] >> 2 & 1) << 2 | (place[1] >> 2 & 1) << 1 | (place[0] >> 2 & 1));
}

/* Those of the 64 whose coordinate along the axis, 0 to 3 or 0 to 7, is `layer`. */
static inline uint64_t grid_layer(int dimensions, int axis, unsigned layer) {
  if (dimensions == 2) {
    if (axis == 0) return UINT64_C(0x0101010101010101) << layer;
    return axis == 1 ? UINT64_C(0xff) << 8 * layer : ~UINT64_C(0);
  }
  if (axis == 0) return UINT64_C(0x1111111111111111) << layer;
  return axis == 1 ? UINT64_C(0x000f000f000f000f) << 4 * layer : UINT64_C(0xffff) << 16 * layer;
}

/* Blocks whose corner and size are given, against a box of places. */
static inline int grid_is_covered(int dimensions, const uint64_t corner[3], int shift,
                                  const uint64_t low[3], const uint64_t high[3]) {
  int axis;
  for (axis = 0; axis < dimensions; axis++) {
    if (low[axis] > corner[axis] || high[axis] - corner[axis] < (UINT64_C(1) << shift) - 1)
      return 0;
  }
  return 1;
}

/* Those of the 64, of side 2^shift from `corner` on, that the box meets. */
uint64_t ci_grid_box_mask(int dimensions, const uint64_t corner[3], int shift,
                          const uint64_t low[3], const uint64_t high[3]);
/* The corner of one of the 64. */
void ci_grid_corner_of(int dimensions, const uint64_t corner[3], int shift, unsigned slot,
                       uint64_t child[3]);

static inline unsigned grid_count_bits(uint64_t bits) {
#if defined(__GNUC__)
  return (unsigned)__builtin_popcountll(bits);
#else
  unsigned count = 0;
  for (; bits != 0; bits &= bits - 1) count++;
  return count;
#endif
}

/* The lowest of the bits, not 0. */
static inline unsigned grid_lowest_bit(uint64_t bits) {
#if defined(__GNUC__)
  return (unsigned)__builtin_ctzll(bits);
#else
  return grid_count_bits((bits & (0 - bits)) - 1);
#endif
}

/* An empty grid in memory of the caller's; and one that is emptied, ready for use. */
void ci_grid_begin(collide_grid *grid, const collide_grid_frame *frame, collide_alloc alloc,
                   void *user);
void ci_grid_clear(collide_grid *grid);

/* The root's corner. */
void ci_grid_root_corner(const collide_grid *grid, uint64_t corner[3]);
/* Puts nodes above the root until it holds the place; 0: no memory. */
int ci_grid_grow(collide_grid *grid, const uint64_t place[3]);
int ci_grid_is_under_root(const collide_grid *grid, const uint64_t place[3]);
/* A root at that level, empty, for a grid that has none; 0: no memory. */
int ci_grid_make_root(collide_grid *grid, const uint64_t place[3], int level);
/* Takes away nodes above the root that have but one child, and the root when
 * it has none. */
void ci_grid_trim(collide_grid *grid);
/* Frees the brick at a place if it is empty, and the nodes above it that then are. */
void ci_grid_prune(collide_grid *grid, const uint64_t place[3]);
/* Puts a child into the slot of a node of that level: an empty one, or one that
 * holds the value that the slot held. 0: no memory, nothing changed. */
int ci_grid_make_child(collide_grid *grid, grid_node *node, int level, unsigned slot);
/* The brick at a cell, made if need be, that admits the value, or, for 0, any. NULL: no memory,
 * nothing changed; or, when *held is not 0, there is none, as all cells of its block hold that. */
grid_brick *ci_grid_reach(collide_grid *grid, const int64_t cell[3], unsigned value,
                          unsigned *held);

/* Gives a brick its array of values; and makes sure that it can hold this one beside what it
 * holds. 0: no memory, nothing changed. */
int ci_grid_brick_spread(collide_grid *grid, grid_brick *brick);
int ci_grid_brick_admit(collide_grid *grid, grid_brick *brick, unsigned value);
/* Frees what the slot of a node of that level holds, and returns how many cells
 * that were; the slot is then empty. */
int64_t ci_grid_free_slot(collide_grid *grid, grid_node *node, int level, unsigned slot);

/* Reads an encoded grid into an empty one; on an error that is empty again. */
collide_error ci_grid_decode(collide_grid *grid, const void *bytes, size_t size);

/* Makes the bounds as narrow as can be. */
void ci_grid_tighten(collide_grid *grid);
/* Widens the bounds by a box. */
void ci_grid_widen(collide_grid *grid, const int64_t min[3], const int64_t max[3]);
/* To be called when cells in a box may have been emptied. */
void ci_grid_loosen(collide_grid *grid, const int64_t min[3], const int64_t max[3]);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Declarations that the sources of grids share. A grid is a tree whose nodes have 64
 * children. Its leaves are bricks. A brick holds one bit for each cell, set if the cell
 * is not empty, and the value of these cells. Most bricks of most worlds hold one value;
 * a brick with several has an array of values. 64 bits are a block of 4 x 4 x 4 cells,
 * or 8 x 8 in two dimensions, and the 64 children of a node are such a block of blocks.
 * So cells in a word and children in a node are numbered in the same way, and the same
 * masks select a box of either.
 */
#ifndef COLLIDE_GRID_H
#define COLLIDE_GRID_H

#include "../number/fp.h"

#include "../cells/cells.h"
#include "../collide.h"

/* Sides of blocks as exponents of 2. grid_node_bits is the exponent for a block of 64 bits, and the
 * step from level to level; grid_brick_shift is the exponent for a brick. */
static inline int grid_node_bits(int dimensions) {
  return dimensions == 3 ? 2 : 3;
}
static inline int grid_brick_shift(int dimensions) {
  return dimensions == 3 ? 3 : 4;
}
/* The side of the children of a node of that level. The children of level 1 are bricks. */
static inline int grid_child_shift(int dimensions, int level) {
  return grid_brick_shift(dimensions) + grid_node_bits(dimensions) * (level - 1);
}

enum {
  GRID_LEVELS = 28, /* more than a grid can have, even in three dimensions */
  GRID_WORDS = 8,   /* in a brick; in two dimensions it uses half as many */
  GRID_CELLS = 64 * GRID_WORDS
};

typedef struct grid_brick {
  int count;        /* how many cells are not empty */
  unsigned value;   /* their common value, used when `values` is NULL */
  uint16_t *values; /* 64 for each word, 0 where the bit is 0; or NULL */
  uint64_t words[GRID_WORDS];
} grid_brick;

/* The number of words of a brick, of 64 cells each. */
static inline int grid_words(int dimensions) {
  return dimensions == 3 ? GRID_WORDS : GRID_WORDS / 2;
}

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

/* At least one slot is taken, except during a change. */
struct grid_node {
  uint64_t children; /* slots that hold a node or brick */
  uint64_t full;     /* slots that hold one value for all cells there, and no child */
  grid_slot slots[64];
};

/* The value of all cells of a node whose slots are all full, or 0. */
static inline unsigned grid_node_value(const grid_node *node) {
  int i;
  if (node->full != ~UINT64_C(0)) return 0;
  for (i = 1; i < 64; i++)
    if (node->slots[i].value != node->slots[0].value) return 0;
  return node->slots[0].value;
}

/* The nodes, bricks and arrays of values that a change needs. The numbers are doubles, because a
 * box may need more than 2^64; below 2^53 they are exact. */
typedef struct grid_need {
  double nodes, bricks, arrays;
} grid_need;

/* Memory for a change: lists of nodes, bricks and arrays. A change that can fail first counts its
 * needs, then allocates all memory, and only then begins. So it either completes or leaves the grid
 * unchanged, node for node. */
typedef struct grid_stock {
  void *nodes, *bricks, *arrays;
} grid_stock;

/* A value whose cells are shapes: see grid_shape.h. */
typedef struct grid_form grid_form;

struct collide_grid {
  collide_grid_frame frame;
  double distinct_below; /* see ci_cells_distinct_below */
  collide_alloc alloc;
  void *user;
  grid_node *root; /* NULL when the grid is empty */
  int level;       /* of the root, from 1 */
  uint64_t base[3];
  int64_t count;
  int64_t low[3], high[3]; /* bounds of all cells; low > high when the grid is empty */
  int loose;               /* 1 when these bounds may be wider than necessary */
  size_t bytes;            /* memory of all nodes and bricks */
  uint64_t changes;        /* how often nodes or bricks were added or removed */
  grid_node *near_node;    /* of the lowest level: the parent of the last brick used, */
  uint64_t near_at[3];     /* and its place, in nodes of that level */
  grid_form *forms;        /* sorted by value; NULL when all cells are boxes */
  int form_count, form_room;
};

/* Blocks with sides up to 2^9 cells in three dimensions, and 2^10 in two, begin at multiples of
 * their side. So a box between multiples of this side has no border in smaller blocks. */
static inline int grid_aligned_shift(int dimensions) {
  return dimensions == 3 ? 9 : 10;
}

/* A cell's place in the tree: its coordinates plus a bias. The bias makes them positive. It also
 * keeps the origin away from the borders of blocks larger than the aligned ones, so a world built
 * around the origin needs only a root of low level. (In turn 0.4 or 0.6 of a block with side 4^k
 * lies below the origin; in two dimensions, about 0.44 or 0.56 of a block with side 8^k.) One cell
 * in each octant around the origin takes 24 nodes below the root, or one in each quadrant 8. */
static inline uint64_t grid_bias(int dimensions) {
  uint64_t bias =
      dimensions == 3 ? UINT64_C(0x6666666666666) << 3 : UINT64_C(0x1c71c71c71c71c) << 4;
  return bias >> grid_aligned_shift(dimensions) << grid_aligned_shift(dimensions);
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

/* The number, below 64, of the child that holds the place, for children of side 2^shift. With shift
 * 0 it is the number of a bit. */
static inline unsigned grid_slot_of(int dimensions, const uint64_t place[3], int shift) {
  unsigned x = (unsigned)(place[0] >> shift), y = (unsigned)(place[1] >> shift), z;
  if (dimensions == 2) return (y & 7) << 3 | (x & 7);
  z = (unsigned)(place[2] >> shift);
  return (z & 3) << 4 | (y & 3) << 2 | (x & 3);
}

/* The number of the word in a brick that holds the place. */
static inline unsigned grid_word_of(int dimensions, const uint64_t place[3]) {
  if (dimensions == 2) return (unsigned)((place[1] >> 3 & 1) << 1 | (place[0] >> 3 & 1));
  return (unsigned)((place[2] >> 2 & 1) << 2 | (place[1] >> 2 & 1) << 1 | (place[0] >> 2 & 1));
}

/* Does the box from `low` to `high` cover the whole block of side 2^shift from `corner` on? */
static inline int grid_is_covered(int dimensions, const uint64_t corner[3], int shift,
                                  const uint64_t low[3], const uint64_t high[3]) {
  int axis;
  for (axis = 0; axis < dimensions; axis++) {
    if (low[axis] > corner[axis] || high[axis] - corner[axis] < (UINT64_C(1) << shift) - 1)
      return 0;
  }
  return 1;
}

/* A mask of the 64 children, of side 2^shift, that the box meets in the block from `corner` on. */
uint64_t ci_grid_box_mask(int dimensions, const uint64_t corner[3], int shift,
                          const uint64_t low[3], const uint64_t high[3]);
/* The corner of a child of side 2^shift, in a block with 2^bits children along each axis. */
static inline void grid_child_corner(int bits, const uint64_t corner[3], int shift, unsigned child,
                                     uint64_t at[3]) {
  unsigned most = (1U << bits) - 1;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    at[axis] = corner[axis] + ((uint64_t)(child & most) << shift);
    child >>= bits;
  }
}
/* The same for a slot of a node, or for a bit of a word. */
static inline void grid_slot_corner(int dimensions, const uint64_t corner[3], int shift,
                                    unsigned slot, uint64_t at[3]) {
  grid_child_corner(grid_node_bits(dimensions), corner, shift, slot, at);
}

static inline unsigned grid_count_bits(uint64_t bits) {
#if defined(__GNUC__)
  return (unsigned)__builtin_popcountll(bits);
#else
  unsigned count = 0;
  for (; bits != 0; bits &= bits - 1) count++;
  return count;
#endif
}

/* The number of the lowest bit that is set; `bits` must not be 0. */
static inline unsigned grid_lowest_bit(uint64_t bits) {
#if defined(__GNUC__)
  return (unsigned)__builtin_ctzll(bits);
#else
  return grid_count_bits((bits & (0 - bits)) - 1);
#endif
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Makes an empty grid in the caller's memory. */
void ci_grid_begin(collide_grid *grid, const collide_grid_frame *frame, collide_alloc alloc,
                   void *user);
/* Allocates all that the change needs and returns 1, or returns 0 and allocates nothing. */
int ci_grid_stock_take(collide_grid *grid, const grid_need *need, grid_stock *stock);

/* Gives a brick an array of values. Takes the memory from the stock, which must have it, or
 * allocates it if `stock` is NULL. Returns 0 if there is no memory. */
int ci_grid_brick_spread(collide_grid *grid, grid_brick *brick, grid_stock *stock);

/* ---- The tree -------------------------------------------------------------------------------- */

/* Empties a grid, which stays usable. */
void ci_grid_clear(collide_grid *grid);
/* The root's corner. */
void ci_grid_root_corner(const collide_grid *grid, uint64_t corner[3]);
/* The lowest level of a root that contains both corners of a box and all cells of the grid. */
int ci_grid_level_for(const collide_grid *grid, const uint64_t low[3], const uint64_t high[3]);
/* Adds nodes above the root, or one as the root, up to that level. The stock must have them. */
void ci_grid_grow(collide_grid *grid, const uint64_t low[3], const uint64_t high[3],
                  grid_stock *stock);
/* Makes an empty root of that level for a grid without one; returns 0 if there is no memory. */
int ci_grid_make_root(collide_grid *grid, const uint64_t place[3], int level, grid_stock *stock);
/* Removes roots that have only one child, and the last root when it has none. */
void ci_grid_trim(collide_grid *grid);
/* Puts a child into the slot of a node of that level: empty, or filled with the value that the slot
 * held. If there is no memory, returns 0 and changes nothing. `stock` is as above. */
int ci_grid_make_child(collide_grid *grid, grid_node *node, int level, unsigned slot,
                       grid_stock *stock);
/* Frees the contents of a slot of a node of that level, and returns how many cells they
 * held; the slot is then empty. */
int64_t ci_grid_free_slot(collide_grid *grid, grid_node *node, int level, unsigned slot);

/* ---- Cells ----------------------------------------------------------------------------------- */

/* The brick that holds a place, or NULL. With NULL *value is the value of all cells of its block;
 * otherwise *value is undefined. */
const grid_brick *ci_grid_brick_at(const collide_grid *grid, const uint64_t place[3],
                                   unsigned *value);
/* Returns the brick at a cell, and makes it if necessary. The brick can store `value`, or any value
 * if `value` is 0. If there is no memory, returns NULL and changes nothing. If all cells of its
 * block hold one value, there is no brick: returns NULL and sets *held to the value. */
grid_brick *ci_grid_reach(collide_grid *grid, const int64_t cell[3], unsigned value,
                          unsigned *held);

/* Compares grids with one frame by the first cell that is empty in exactly one of them: -1 if a has
 * the cell, 1 if b has it, 0 if there is none. z counts first, then y, then x. */
int ci_grid_compare(const collide_grid *a, const collide_grid *b);

/* Decodes bytes into an empty grid; after an error it is empty again. */
collide_error ci_grid_decode(collide_grid *grid, const void *bytes, size_t size);

/* Makes the bounds as narrow as possible. */
void ci_grid_tighten(collide_grid *grid);
/* Widens the bounds so that they contain the box. */
static inline void grid_widen(collide_grid *grid, const int64_t min[3], const int64_t max[3]) {
  int axis;
  for (axis = 0; axis < 3; axis++) {
    if (min[axis] < grid->low[axis]) grid->low[axis] = min[axis];
    if (max[axis] > grid->high[axis]) grid->high[axis] = max[axis];
  }
}
/* Must be called if cells in a box may have been emptied. */
static inline void grid_loosen(collide_grid *grid, const int64_t min[3], const int64_t max[3]) {
  int axis;
  for (axis = 0; axis < grid->frame.dimensions; axis++)
    if (min[axis] <= grid->low[axis] || max[axis] >= grid->high[axis]) grid->loose = 1;
}

/* The bytes of memory that a fill would take before it frees any. A brick that the box covers in
 * part takes 96 bytes, and 1040 more in three dimensions (528 in two) if it will hold several
 * values. Each larger block that is covered in part takes 544. Blocks that are covered completely
 * take none, whatever their size. Blocks of 8 x 8 x 8 or 16 x 16 cells are bricks; each larger size
 * has 4 or 8 times the side. Up to a side of GRID_ALIGNED_3D or _2D, blocks begin at multiples of
 * their side. The value 0 takes memory if it empties a part of a block with one value. HUGE_VAL if
 * the grid could hold 2^53 cells or more afterwards.
 *
 * The time is linear in the grid's blocks at the border of the box, whatever the size of the
 * box. */
double ci_grid_fill_cost(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                         unsigned value);
enum { GRID_ALIGNED_2D = 1024, GRID_ALIGNED_3D = 512 };

#endif

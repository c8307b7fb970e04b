/* SPDX-License-Identifier: MIT
 *
 * A box moves through a grid. Each node of the tree computes when the box meets the layers of its
 * children along each axis (grid_pass_block.h). The box meets a child while it meets all three of
 * the child's layers. A block that is full of one value is divided like a node, down to single
 * cells.
 *
 * A long way is divided into parts. Each part is passed in the smallest node around it.
 */
#include "grid_pass.h"

#include "grid_pass_block.h"

/* ---- The walk ------------------------------------------------------------------------------ */

/* The part before has given the cells that are met by its end. */
static int take_cell(grid_pass *p, const uint64_t corner[3], double t, unsigned value) {
  int64_t cell[3];
  int axis, dimensions = p->grid->frame.dimensions;
  if (t <= p->since) return 0;
  cell[2] = 0;
  for (axis = 0; axis < dimensions; axis++) cell[axis] = grid_coordinate(dimensions, corner[axis]);
  p->now = t;
  return p->take(p, cell, value);
}

/* All cells of the block of side 2^shift hold the value. */
static PASS_APART int pass_full(grid_pass *p, const uint64_t corner[3], int shift, double t,
                                unsigned value) {
  int dimensions = p->grid->frame.dimensions, child;
  int bits = shift < grid_node_bits(dimensions) ? shift : grid_node_bits(dimensions);
  uint64_t at[3], all = ~UINT64_C(0) >> (64 - (1U << bits * dimensions));
  pass_block b;
  if (shift == 0) return take_cell(p, corner, t, value);
  begin_block(p, corner, shift - bits, bits, t, all, &b);
  while ((child = next_child(p, &b)) >= 0) {
    child_corner(&b, (unsigned)child, at);
    if (pass_full(p, at, b.shift, b.t, value)) return 1;
  }
  return 0;
}

static PASS_APART int pass_word(grid_pass *p, const grid_brick *brick, unsigned number,
                                const uint64_t corner[3], double t) {
  int bits = grid_node_bits(p->grid->frame.dimensions), child;
  uint64_t at[3];
  pass_block b;
  begin_block(p, corner, 0, bits, t, brick->words[number], &b);
  while ((child = next_child(p, &b)) >= 0) {
    child_corner(&b, (unsigned)child, at);
    if (take_cell(p, at, b.t, grid_brick_get(brick, number, (unsigned)child))) return 1;
  }
  return 0;
}

static PASS_APART int pass_brick(grid_pass *p, const grid_brick *brick, const uint64_t corner[3],
                                 double t) {
  int dimensions = p->grid->frame.dimensions, shift = grid_node_bits(dimensions), child;
  uint64_t rest = 0, at[3];
  pass_block b;
  for (child = 0; child < (dimensions == 3 ? 8 : 4); child++)
    rest |= (uint64_t)(brick->words[child] != 0) << child;
  begin_block(p, corner, shift, 1, t, rest, &b);
  while ((child = next_child(p, &b)) >= 0) {
    child_corner(&b, (unsigned)child, at);
    if (pass_word(p, brick, (unsigned)child, at, b.t)) return 1;
  }
  return 0;
}

static int pass_node(grid_pass *p, const grid_node *node, int level, const uint64_t corner[3],
                     double t);

static int pass_child(grid_pass *p, const grid_node *node, int level, unsigned slot,
                      const uint64_t corner[3], double t) {
  if (node->full >> slot & 1)
    return pass_full(p, corner, grid_child_shift(p->grid->frame.dimensions, level), t,
                     node->slots[slot].value);
  if (level == 1) return pass_brick(p, node->slots[slot].brick, corner, t);
  return pass_node(p, node->slots[slot].node, level - 1, corner, t);
}

static int pass_node(grid_pass *p, const grid_node *node, int level, const uint64_t corner[3],
                     double t) {
  int dimensions = p->grid->frame.dimensions, shift = grid_child_shift(dimensions, level), child;
  int bits = grid_node_bits(dimensions);
  uint64_t at[3];
  pass_block b;
  begin_block(p, corner, shift, bits, t, node->children | node->full, &b);
  while ((child = next_child(p, &b)) >= 0) {
    child_corner(&b, (unsigned)child, at);
    if (pass_child(p, node, level, (unsigned)child, at, b.t)) return 1;
  }
  return 0;
}

/* ---- The smallest node --------------------------------------------------------------------- */

/* The smallest block around the cells of a part: an empty or full block, a brick or a node. */
typedef struct pass_place {
  const grid_node *node; /* above it, or itself where its children are apart */
  int level;             /* of `node` */
  int slot;              /* of `node`, or -1 for itself */
} pass_place;

static pass_place find_place(const grid_pass *p) {
  const collide_grid *g = p->grid;
  int dimensions = g->frame.dimensions;
  uint64_t apart = 0;
  pass_place at;
  int axis;
  for (axis = 0; axis < dimensions; axis++) apart |= p->low_place[axis] ^ p->high_place[axis];
  at.node = g->root;
  at.level = g->level;
  for (;; at.level--) {
    int shift = grid_child_shift(dimensions, at.level);
    unsigned slot = grid_slot_of(dimensions, p->low_place, shift);
    at.slot = -1;
    if (apart >> shift != 0) return at;
    at.slot = (int)slot;
    if (at.level == 1 || !(at.node->children >> slot & 1)) return at;
    at.node = at.node->slots[slot].node;
  }
}

/* From now on the part of the way is that which meets the cells from min to max at most. */
static pass_place set_part(grid_pass *p, const int64_t min[3], const int64_t max[3]) {
  grid_place(p->grid->frame.dimensions, min, p->low_place);
  grid_place(p->grid->frame.dimensions, max, p->high_place);
  return find_place(p);
}

/* The part of the way that lies there. */
static int pass_part(grid_pass *p, const pass_place *at) {
  int dimensions = p->grid->frame.dimensions, shift = grid_child_shift(dimensions, at->level), axis;
  double t = p->since > 0 ? p->since : 0;
  uint64_t corner[3], side = UINT64_C(1) << shift;
  if (at->slot < 0) side <<= grid_node_bits(dimensions);
  for (axis = 0; axis < 3; axis++) corner[axis] = p->low_place[axis] & ~(side - 1);
  if (at->slot < 0) return pass_node(p, at->node, at->level, corner, t);
  if (!((at->node->children | at->node->full) >> at->slot & 1)) return 0;
  return pass_child(p, at->node, at->level, (unsigned)at->slot, corner, t);
}

/* ---- Parts of the way --------------------------------------------------------------------------
 *
 * A cell is of the part in which its time lies as grid_pass_block.h computes it, which is the same
 * in all parts. That time may be less than the true one by p->slack, and by 2^-50 and 5 u of
 * itself: so a part reaches that much beyond its end. There t is at most 2, and 2^-50 and 5 u of t
 * |d| are less than 26 u of |d|.
 *
 * Where a bound of the box is, in cells: low + t d, and less the origin, rounds three times, by 6 u
 * of |low| + |d| + |origin|; times 1 / size by 4 u; the boundary of a cell is itself rounded, by 6
 * u of that; and the doubt is subtracted, by 2 u. With those 26 u all is less than 48 u of
 * (|low| + |high| + |d| + |origin|) / size, and PART_DOUBT is 64 u. Where nothing is rounded, cells
 * that touch count, and PART_TOUCH is added for them.
 */
#ifndef PART_DOUBT
#define PART_DOUBT 7.1054273576010019e-15 /* 2^-47 */
#endif
#ifndef PART_TOUCH
#define PART_TOUCH 9.3132257461547852e-10 /* 2^-30 */
#endif

static double find_doubt(const grid_pass *p, int axis) {
  double sizes = fabs(p->low[axis]) + fabs(p->high[axis]) + fabs(p->d[axis]);
  sizes += fabs(p->grid->frame.origin[axis]);
  return PART_DOUBT * sizes * p->pace[axis] + PART_TOUCH;
}

/* The whole number below x, from least to most. */
static int64_t find_floor(double x, int64_t least, int64_t most) {
  int64_t k;
  if (!(x > (double)least)) return least;
  if (!(x < (double)most)) return most;
  k = (int64_t)x;
  return k - (x < (double)k);
}

/* Of the grid's cells, those that this part of the way may meet. Returns 0 for none. */
static int find_part(const grid_pass *p, int64_t least[3], int64_t most[3]) {
  const int64_t *min = p->grid->low, *max = p->grid->high;
  double begin = p->since > 0 ? p->since : 0, end = p->until + p->slack;
  int axis;
  least[2] = most[2] = 0;
  for (axis = 0; axis < p->grid->frame.dimensions; axis++) {
    double d = p->d[axis], origin = p->grid->frame.origin[axis], low, high;
    low = p->low[axis] + (d > 0 ? begin : end) * d - origin;
    high = p->high[axis] + (d > 0 ? end : begin) * d - origin;
    low = low * p->pace[axis] - p->doubt[axis];
    high = high * p->pace[axis] + p->doubt[axis];
    if (low >= (double)max[axis] + 1 || high < (double)min[axis]) return 0;
    least[axis] = find_floor(low, min[axis], max[axis]);
    most[axis] = find_floor(high, min[axis], max[axis]);
  }
  return 1;
}

/* In cells: how far the box moves and how long it is, each along the axis on which it is greatest.
 */
typedef struct pass_size {
  double moves, length;
} pass_size;

/* In cells: parts of the way are at least as long as this and as the box. */
enum { LEAST_PART = 2 };

/* Returns 0 where the place of the box is not certain within half a cell. */
static int find_size(grid_pass *p, pass_size *size) {
  int axis;
  size->moves = 0;
  size->length = LEAST_PART;
  for (axis = 0; axis < p->grid->frame.dimensions; axis++) {
    double pace = 1 / p->grid->frame.size[axis], moves = fabs(p->d[axis]) * pace;
    double length = (p->high[axis] - p->low[axis]) * pace;
    p->pace[axis] = pace;
    p->doubt[axis] = find_doubt(p, axis);
    if (!(p->doubt[axis] < 0.5)) return 0;
    if (moves > size->moves) size->moves = moves;
    if (length > size->length) size->length = length;
  }
  return 1;
}

/* A box that moves far, part by part. After an empty part the next one is twice as long, so that a
 * long way takes few parts. */
static int pass_parts(grid_pass *p, double least) {
  int64_t low[3], high[3];
  double step;
  for (step = least; p->since < 1 && p->since <= p->most;) {
    double begin = p->since > 0 ? p->since : 0;
    p->until = begin + step > begin ? begin + step : begin + DBL_EPSILON;
    if (p->until > 1) p->until = 1;
    p->now = -1;
    if (find_part(p, low, high)) {
      pass_place at = set_part(p, low, high);
      if (pass_part(p, &at)) return 1;
    }
    p->since = p->until;
    step = p->now < 0 ? 2 * step : 0.5 * step > least ? 0.5 * step : least;
  }
  return 0;
}

int ci_grid_pass(const collide_grid *grid, grid_pass *pass) {
  int64_t low[3], high[3];
  pass_size size;
  pass_place at;
  pass->grid = grid;
  pass->since = -1;
  pass->until = 1;
  if (grid->root == NULL) return 0;
  pass_begin(pass);
  if (!find_size(pass, &size)) {
    at = set_part(pass, grid->low, grid->high);
    return pass_part(pass, &at);
  }
  if (size.moves > 2 * size.length) return pass_parts(pass, size.length / size.moves);
  if (!find_part(pass, low, high)) return 0;
  at = set_part(pass, low, high);
  return pass_part(pass, &at);
}

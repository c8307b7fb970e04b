/* SPDX-License-Identifier: MIT
 *
 * A moving box in a grid. At each node of the tree the times at which the box meets the layers of
 * its children are computed along each axis; a child is met while all of its three layers are. So
 * the tree is walked as by a thick ray. A block that is full of one value is divided as if it were
 * a node, until single cells are left.
 */
#include "grid_pass.h"

/* ---- Times -------------------------------------------------------------------------------------
 *
 * When does the box, moved by t d, meet a block? Along an axis from t = gap / d on, until t =
 * rest / d, for differences of bounds, whose signs are exact. A difference, the inverse of |d|
 * and two products round by u = 2^-53 each, which makes 4 u. 2^-50 is 8 u: a bound that is too low
 * by 4 u of itself is still not above a t that is rounded by 2 u. A t of 0 is exact.
 */
#define TIME_SLACK 8.8817841970012523e-16 /* 2^-50 */

enum { PASS_LAYERS = 8 };

/* For each layer of children along one axis; first > last where it is never met. */
typedef struct pass_times {
  double first[PASS_LAYERS], last[PASS_LAYERS];
} pass_times;

/* Along an axis on which the box hardly moves, if at all: any t, or none. */
static void find_still(const grid_pass *p, int axis, double min, double max, double *first,
                       double *last) {
  double d = p->d[axis], gap = d > 0 ? min - p->high[axis] : p->low[axis] - max;
  double rest = d > 0 ? max - p->low[axis] : p->high[axis] - min;
  int never = rest < 0 || gap > fabs(d) * (1 + TIME_SLACK);
  if (p->open && (rest == 0 || (d == 0 && gap == 0))) never = 1;
  *first = 0;
  *last = never ? -1 : 1;
}

/* Boundaries beyond the bounds of the grid's cells are put there: nothing lies between, and those
 * are distinct. */
static double boundary_at(const collide_grid *g, int axis, uint64_t place) {
  int64_t k = grid_coordinate(g->frame.dimensions, place);
  if (k < g->low[axis]) k = g->low[axis];
  if (k > g->high[axis]) k = g->high[axis] + 1;
  return cells_boundary(g->frame.size[axis], g->frame.origin[axis], (double)k);
}

/* ---- Children of a block ------------------------------------------------------------------- */

/* 2^bits children along each axis, of side 2^shift each. Child x + (y << bits) + (z << 2 bits). */
typedef struct pass_block {
  uint64_t corner[3];
  int shift, bits;
} pass_block;

static void find_layers(const grid_pass *p, const pass_block *b, pass_times times[3]) {
  int axis, count = 1 << b->bits, j;
  for (axis = 0; axis < p->grid->frame.dimensions; axis++) {
    pass_times *t = &times[axis];
    double edges[PASS_LAYERS + 1], inverse = p->inverse[axis];
    int backward = inverse < 0;
    double front = backward ? p->low[axis] : p->high[axis];
    double back = backward ? p->high[axis] : p->low[axis];
    for (j = 0; j <= count; j++)
      edges[j] = boundary_at(p->grid, axis, b->corner[axis] + ((uint64_t)j << b->shift));
    for (j = 0; j < count; j++) {
      double gap = (edges[j + backward] - front) * inverse;
      double rest = (edges[j + !backward] - back) * inverse;
      if (inverse == 0) {
        find_still(p, axis, edges[j], edges[j + 1], &t->first[j], &t->last[j]);
        continue;
      }
      t->first[j] = gap * (1 - TIME_SLACK) - p->slack;
      t->last[j] = p->open && rest <= 0 ? -1 : rest * (1 + TIME_SLACK) + p->slack;
    }
  }
}

static void child_corner(const pass_block *b, unsigned child, uint64_t corner[3]) {
  unsigned most = (1U << b->bits) - 1;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    corner[axis] = b->corner[axis] + ((uint64_t)(child & most) << b->shift);
    child >>= b->bits;
  }
}

static int is_wanted(const grid_pass *p, const pass_block *b, unsigned child, double first) {
  uint64_t corner[3];
  int64_t min[3];
  int axis;
  if (p->wants == NULL || first < p->most) return 1;
  child_corner(b, child, corner);
  min[2] = 0;
  for (axis = 0; axis < p->grid->frame.dimensions; axis++)
    min[axis] = grid_coordinate(p->grid->frame.dimensions, corner[axis]);
  return p->wants(p, min);
}

/* The nearest of the children that are left, in their order: of equally near ones the first. */
enum { PASS_QUEUE = 8 };

typedef struct pass_queue {
  int count, next, is_full; /* is_full: there may be more */
  double first[PASS_QUEUE];
  unsigned char child[PASS_QUEUE];
} pass_queue;

static void put(pass_queue *q, unsigned child, double first) {
  int i;
  if (q->count == PASS_QUEUE) {
    q->is_full = 1;
    if (!(first < q->first[PASS_QUEUE - 1])) return;
    q->count--;
  }
  for (i = q->count++; i > 0 && q->first[i - 1] > first; i--) {
    q->first[i] = q->first[i - 1];
    q->child[i] = q->child[i - 1];
  }
  q->first[i] = first;
  q->child[i] = (unsigned char)child;
}

/* Cuts the times to those of layer j as well. Returns 0 where none up to p->most is left. */
static inline int cut_times(const grid_pass *p, const pass_times *t, unsigned j, double *first,
                            double *last) {
  if (t->first[j] > *first) *first = t->first[j];
  if (t->last[j] < *last) *last = t->last[j];
  return *first <= *last && *first <= p->most;
}

/* Takes the children that are not met out of *rest, and queues the nearest. */
static void fill_queue(const grid_pass *p, const pass_block *b, uint64_t *rest, pass_queue *q) {
  pass_times times[3];
  unsigned many = 1U << b->bits, x, y, z;
  uint64_t met = 0, row = (UINT64_C(1) << many) - 1, left = *rest;
  int flat = p->grid->frame.dimensions == 2;
  q->count = q->next = q->is_full = 0;
  find_layers(p, b, times);
  for (z = 0; z < (flat ? 1 : many); z++) {
    double first_z = 0, last_z = 1;
    if (left >> (z << 2 * b->bits) == 0) break;
    if (!flat && !cut_times(p, &times[2], z, &first_z, &last_z)) continue;
    for (y = 0; y < many; y++) {
      unsigned at = y << b->bits | z << 2 * b->bits;
      double first_y = first_z, last_y = last_z;
      if ((left >> at & row) == 0 || !cut_times(p, &times[1], y, &first_y, &last_y)) continue;
      for (x = 0; x < many; x++) {
        double first = first_y, last = last_y;
        if (!(left >> (at | x) & 1) || !cut_times(p, &times[0], x, &first, &last)) continue;
        met |= UINT64_C(1) << (at | x);
        put(q, at | x, first);
      }
    }
  }
  *rest = met;
}

/* Takes the next child to be visited out of *rest, or returns -1 when none is left. `queue` is
 * empty at first. */
static int next_child(const grid_pass *p, const pass_block *b, uint64_t *rest, pass_queue *q) {
  while (*rest != 0) {
    if (q->next == q->count) {
      fill_queue(p, b, rest, q);
      if (q->count == 0) return -1;
    }
    while (q->next < q->count) {
      double first = q->first[q->next];
      unsigned child = q->child[q->next++];
      *rest &= ~(UINT64_C(1) << child);
      if (first > p->most) return -1; /* so do all that come later */
      if (is_wanted(p, b, child, first)) return (int)child;
    }
    if (!q->is_full) return -1;
  }
  return -1;
}

static pass_block block_at(const uint64_t corner[3], int shift, int bits) {
  pass_block b;
  int axis;
  for (axis = 0; axis < 3; axis++) b.corner[axis] = corner[axis];
  b.shift = shift;
  b.bits = bits;
  return b;
}

/* ---- The walk ------------------------------------------------------------------------------ */

/* Nodes lie up to 26 deep: the room that bricks and full blocks take has to be taken once. */
#if defined(__GNUC__)
#define PASS_APART __attribute__((noinline))
#else
#define PASS_APART
#endif

static int take_cell(grid_pass *p, const uint64_t corner[3], unsigned value) {
  int64_t cell[3];
  int axis, dimensions = p->grid->frame.dimensions;
  cell[2] = 0;
  for (axis = 0; axis < dimensions; axis++) cell[axis] = grid_coordinate(dimensions, corner[axis]);
  return p->take(p, cell, value);
}

/* All cells of the block of side 2^shift hold the value. */
static PASS_APART int pass_full(grid_pass *p, const uint64_t corner[3], int shift, unsigned value) {
  int dimensions = p->grid->frame.dimensions, child;
  int bits = shift < grid_node_bits(dimensions) ? shift : grid_node_bits(dimensions);
  unsigned count = 1U << bits * dimensions;
  uint64_t rest = ~UINT64_C(0) >> (64 - count), at[3];
  pass_queue queue;
  pass_block b;
  if (shift == 0) return take_cell(p, corner, value);
  queue.count = queue.next = queue.is_full = 0;
  b = block_at(corner, shift - bits, bits);
  while ((child = next_child(p, &b, &rest, &queue)) >= 0) {
    child_corner(&b, (unsigned)child, at);
    if (pass_full(p, at, b.shift, value)) return 1;
  }
  return 0;
}

static int pass_word(grid_pass *p, const grid_brick *brick, unsigned number,
                     const uint64_t corner[3]) {
  pass_block b = block_at(corner, 0, grid_node_bits(p->grid->frame.dimensions));
  uint64_t rest = brick->words[number], at[3];
  int child;
  pass_queue queue;
  queue.count = queue.next = queue.is_full = 0;
  while ((child = next_child(p, &b, &rest, &queue)) >= 0) {
    child_corner(&b, (unsigned)child, at);
    if (take_cell(p, at, grid_brick_get(brick, number, (unsigned)child))) return 1;
  }
  return 0;
}

static PASS_APART int pass_brick(grid_pass *p, const grid_brick *brick, const uint64_t corner[3]) {
  pass_block b = block_at(corner, grid_node_bits(p->grid->frame.dimensions), 1);
  uint64_t rest = 0, at[3];
  int child, words = p->grid->frame.dimensions == 3 ? 8 : 4;
  pass_queue queue;
  queue.count = queue.next = queue.is_full = 0;
  for (child = 0; child < words; child++)
    if (brick->words[child] != 0) rest |= UINT64_C(1) << child;
  while ((child = next_child(p, &b, &rest, &queue)) >= 0) {
    child_corner(&b, (unsigned)child, at);
    if (pass_word(p, brick, (unsigned)child, at)) return 1;
  }
  return 0;
}

static int pass_node(grid_pass *p, const grid_node *node, int level, const uint64_t corner[3]) {
  int dimensions = p->grid->frame.dimensions, shift = grid_child_shift(dimensions, level), child;
  pass_block b = block_at(corner, shift, grid_node_bits(dimensions));
  uint64_t rest = node->children | node->full, at[3];
  pass_queue queue;
  queue.count = queue.next = queue.is_full = 0;
  while ((child = next_child(p, &b, &rest, &queue)) >= 0) {
    int ended;
    child_corner(&b, (unsigned)child, at);
    if (node->full >> child & 1)
      ended = pass_full(p, at, shift, node->slots[child].value);
    else if (level == 1)
      ended = pass_brick(p, node->slots[child].brick, at);
    else
      ended = pass_node(p, node->slots[child].node, level - 1, at);
    if (ended) return 1;
  }
  return 0;
}

/* Below the root, down to where the way from cell min to cell max is in more than one child: a
 * short way takes few steps. */
static int pass_range(grid_pass *p, const int64_t min[3], const int64_t max[3]) {
  int dimensions = p->grid->frame.dimensions, level = p->grid->level;
  const grid_node *node = p->grid->root;
  uint64_t low[3], high[3], corner[3];
  grid_place(dimensions, min, low);
  grid_place(dimensions, max, high);
  ci_grid_root_corner(p->grid, corner);
  for (; level > 1; level--) {
    int shift = grid_child_shift(dimensions, level);
    unsigned slot = grid_slot_of(dimensions, low, shift);
    if (low[0] >> shift != high[0] >> shift || low[1] >> shift != high[1] >> shift ||
        low[2] >> shift != high[2] >> shift || !(node->children >> slot & 1))
      break;
    ci_grid_corner_of(dimensions, corner, shift, slot, corner);
    node = node->slots[slot].node;
  }
  return pass_node(p, node, level, corner);
}

int ci_grid_pass(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                 grid_pass *pass) {
  int axis;
  pass->grid = grid;
  if (grid->root == NULL) return 0;
  for (axis = 0; axis < grid->frame.dimensions; axis++) {
    if (min[axis] > max[axis]) return 0;
    pass->inverse[axis] = fabs(pass->d[axis]) > 1e-290 ? 1 / pass->d[axis] : 0;
  }
  return pass_range(pass, min, max);
}

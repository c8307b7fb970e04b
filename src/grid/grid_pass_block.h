/* SPDX-License-Identifier: MIT
 *
 * A box moves through a block of a grid: which children it meets, in which order. Included by
 * grid_pass.c alone.
 */
#ifndef COLLIDE_GRID_PASS_BLOCK_H
#define COLLIDE_GRID_PASS_BLOCK_H

#include "grid_box.h"
#include "grid_pass.h"

/* Nodes lie up to 26 deep. These functions are not inlined, because their stack frames would be
 * part of each level's frame. */
#if defined(__GNUC__)
#define PASS_APART __attribute__((noinline))
#else
#define PASS_APART
#endif

/* The box, moved by t d, meets a block along an axis from t = gap / d to t = rest / d, for
 * differences of bounds, whose signs are exact. A difference, the inverse of |d| and two products
 * round by u = 2^-53 each, which makes 4 u. 2^-50 is 8 u: a bound that is too low by 4 u of itself
 * is still not above a t that is rounded by 2 u. A t of 0 is exact. */
#define TIME_SLACK 8.8817841970012523e-16 /* 2^-50 */

/* ---- Layers ---------------------------------------------------------------------------------- */

/* Along an axis on which the box hardly moves: does it meet a layer from min to max at any t? */
static int meets_layer(const grid_pass *p, int axis, double min, double max) {
  double d = p->d[axis], gap = d > 0 ? min - p->high[axis] : p->low[axis] - max;
  double rest = d > 0 ? max - p->low[axis] : p->high[axis] - min;
  if (rest < 0 || gap > fabs(d) * (1 + TIME_SLACK)) return 0;
  return !(p->open && (rest == 0 || (d == 0 && gap == 0)));
}

/* Comparisons of so many layers take less time than a loop that ends at the right one. */
enum { LAYERS_AT_ONCE = 4 };

/* Of 8 layers along two axes, or of at most 4 along three. */
enum { PASS_TIMES = 36 };

/* Nodes lie up to 26 deep, so a block is small. */
typedef struct pass_block {
  uint64_t corner[3];
  int shift, bits;
  double t;      /* up to when children have been looked for */
  uint64_t rest; /* children that hold something and are not met by then */
  uint64_t now;  /* those that are met at t, and still to be visited */
  double times[PASS_TIMES];
} pass_block;

/* When the box meets each layer: layer i is number i + 1, and before the first one and after the
 * last is an end at infinity. */
static CELLS_INLINE double *first_of(pass_block *b, int axis, int bits) {
  int room = bits < 2 ? LAYERS_AT_ONCE : 1 << bits;
  return b->times + axis * (2 * room + 2);
}

/* When it has left each layer: layer i is number i. */
static CELLS_INLINE double *last_of(pass_block *b, int axis, int bits) {
  int room = bits < 2 ? LAYERS_AT_ONCE : 1 << bits;
  return first_of(b, axis, bits) + room + 2;
}

/* Such layers are met all the time, or their children never. */
static void begin_still(const grid_pass *p, int axis, int bits, const double edges[],
                        pass_block *b) {
  double *first = first_of(b, axis, bits) + 1, *last = last_of(b, axis, bits);
  int j;
  for (j = 0; j < 1 << bits; j++) {
    first[j] = -1;
    last[j] = HUGE_VAL;
    if (!meets_layer(p, axis, edges[j], edges[j + 1]))
      b->rest &= ~(grid_layers_below[bits][axis][j + 1] & ~grid_layers_below[bits][axis][j]);
  }
}

static CELLS_INLINE void begin_axis(const grid_pass *p, int axis, int bits, pass_block *b) {
  const int count = 1 << bits, backward = p->d[axis] < 0;
  const double size = p->grid->frame.size[axis], origin = p->grid->frame.origin[axis];
  const double front = backward ? p->low[axis] : p->high[axis];
  const double back = backward ? p->high[axis] : p->low[axis];
  const double enter_rate = p->enter_rate[axis], leave_rate = p->leave_rate[axis];
  const double least = p->least[axis], greatest = p->greatest[axis];
  const double side = (double)(int64_t)(UINT64_C(1) << b->shift);
  double edges[GRID_LAYERS + 1], k;
  double *first = first_of(b, axis, bits) + 1, *last = last_of(b, axis, bits);
  int j;
  k = (double)grid_coordinate(p->grid->frame.dimensions, b->corner[axis]);
  for (j = 0; j <= count; j++) {
    /* Boundaries beyond the bounds of the grid's cells are put there: nothing lies between, and
     * those are distinct. */
    double place = k < least ? least : k;
    place = place > greatest ? greatest : place;
    edges[j] = cells_boundary(size, origin, place);
    k += side;
  }
  first[-1] = first[count] = HUGE_VAL;
  for (j = count; j < LAYERS_AT_ONCE; j++) first[j] = last[j] = HUGE_VAL;
  if (enter_rate == 0) {
    begin_still(p, axis, bits, edges, b);
    return;
  }
  for (j = 0; j < count; j++) {
    first[j] = (edges[j + backward] - front) * enter_rate - p->slack;
    last[j] = (edges[j + !backward] - back) * leave_rate + p->slack;
  }
  if (!p->open || b->t > p->slack) return;
  for (j = 0; j < count; j++) {
    double rest = edges[j + !backward] - back;
    if (backward ? rest >= 0 : rest <= 0) last[j] = -1;
  }
}

static CELLS_INLINE void begin_axes(const grid_pass *p, int bits, pass_block *b) {
  begin_axis(p, 0, bits, b);
  begin_axis(p, 1, bits, b);
  if (bits < 3 && p->grid->frame.dimensions == 3) begin_axis(p, 2, bits, b);
}

/* A block that is met at t, of whose children those in `rest` count. Of a single one that is no
 * cell it need not be known when it is met. The compiler takes apart the loops over each number of
 * layers. */
static PASS_APART void begin_block(const grid_pass *p, const uint64_t corner[3], int shift,
                                   int bits, double t, uint64_t rest, pass_block *b) {
  int axis, is_single;
  rest &= grid_box_children(p->grid->frame.dimensions, bits, corner, shift, p->low_place,
                            p->high_place);
  is_single = shift > 0 && (rest & (rest - 1)) == 0;
  for (axis = 0; axis < 3; axis++) b->corner[axis] = corner[axis];
  b->shift = shift;
  b->bits = bits;
  b->t = t;
  b->rest = is_single ? 0 : rest;
  b->now = is_single ? rest : 0;
  if (b->rest == 0) return;
  if (bits == 1)
    begin_axes(p, 1, b);
  else if (bits == 2)
    begin_axes(p, 2, b);
  else
    begin_axes(p, 3, b);
}

static CELLS_INLINE int count_begun(const double first[LAYERS_AT_ONCE], double t) {
  return (first[0] <= t) + (first[1] <= t) + (first[2] <= t) + (first[3] <= t);
}

static CELLS_INLINE int count_ended(const double last[LAYERS_AT_ONCE], double t) {
  return (last[0] < t) + (last[1] < t) + (last[2] < t) + (last[3] < t);
}

/* The children of the layers that are met at b->t. Lowers *next to when the next layer is. */
static CELLS_INLINE uint64_t look(const grid_pass *p, pass_block *b, int axis, int bits,
                                  double *next) {
  const int count = 1 << bits;
  const double t = b->t, *first = first_of(b, axis, bits) + 1, *last = last_of(b, axis, bits);
  int begun = 0, ended = 0, low, high, j;
  double head;
  for (j = 0; j < count; j += LAYERS_AT_ONCE) {
    begun += count_begun(first + j, t);
    ended += count_ended(last + j, t);
  }
  if (p->d[axis] < 0) {
    low = count - begun;
    high = count - ended;
    head = first[low - 1];
  } else {
    low = ended;
    high = begun;
    head = first[high];
  }
  if (head < *next) *next = head;
  return grid_layers_below[bits][axis][high] & ~grid_layers_below[bits][axis][low];
}

static CELLS_INLINE int find_next_by(const grid_pass *p, pass_block *b, int bits) {
  const double most = p->most < p->until ? p->most : p->until;
  while (b->rest != 0) {
    double next = HUGE_VAL;
    uint64_t met = b->rest & look(p, b, 0, bits, &next);
    met &= look(p, b, 1, bits, &next);
    if (bits < 3 && p->grid->frame.dimensions == 3) met &= look(p, b, 2, bits, &next);
    b->now = met;
    b->rest &= ~met;
    if (met != 0) return 1;
    if (!(next <= most)) return 0;
    b->t = next;
  }
  return 0;
}

/* Goes on to the time at which the next children are met: of each child it is the last of the times
 * at which its layers begin. Returns 0 where none up to p->most are. */
static PASS_APART int find_next(const grid_pass *p, pass_block *b) {
  if (b->bits == 1) return find_next_by(p, b, 1);
  return b->bits == 2 ? find_next_by(p, b, 2) : find_next_by(p, b, 3);
}

/* ---- Children -------------------------------------------------------------------------------- */

static void child_corner(const pass_block *b, unsigned child, uint64_t corner[3]) {
  unsigned most = (1U << b->bits) - 1;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    corner[axis] = b->corner[axis] + ((uint64_t)(child & most) << b->shift);
    child >>= b->bits;
  }
}

static int is_wanted(const grid_pass *p, const pass_block *b, unsigned child) {
  uint64_t corner[3];
  int64_t min[3];
  int axis;
  if (p->wants == NULL || b->t < p->most) return 1;
  child_corner(b, child, corner);
  min[2] = 0;
  for (axis = 0; axis < p->grid->frame.dimensions; axis++)
    min[axis] = grid_coordinate(p->grid->frame.dimensions, corner[axis]);
  return p->wants(p, min);
}

/* The child to be visited next, of equally near ones the first, or -1 when none is left. */
static int next_child(const grid_pass *p, pass_block *b) {
  while (b->now != 0 || find_next(p, b)) {
    while (b->now != 0 && b->t <= p->most) {
      unsigned child = grid_lowest_bit(b->now);
      b->now &= b->now - 1;
      if (is_wanted(p, b, child)) return (int)child;
    }
    if (b->now != 0) return -1;
  }
  return -1;
}

/* ---- All blocks ------------------------------------------------------------------------------ */

/* What is the same for all blocks. */
static void pass_begin(grid_pass *pass) {
  const collide_grid *grid = pass->grid;
  int axis;
  for (axis = 0; axis < grid->frame.dimensions; axis++) {
    double d = pass->d[axis], inverse = fabs(d) > 1e-290 ? 1 / d : 0;
    pass->enter_rate[axis] = inverse * (1 - TIME_SLACK);
    pass->leave_rate[axis] = inverse * (1 + TIME_SLACK);
    pass->least[axis] = (double)grid->low[axis];
    pass->greatest[axis] = (double)grid->high[axis] + 1;
  }
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * A moving box of a few cells in a grid, walked layer by layer. Along each axis the front of the
 * box comes into one layer of cells after the other, and its back leaves them. Whenever the front
 * comes into a layer, the cells of this layer between back and front of the other axes are met; so
 * each cell comes once, when the last of its three layers is met. This is the walk of a ray
 * (Amanatides and Woo, "A fast voxel traversal algorithm for ray tracing", 1987), for a box.
 *
 * Within a block of the tree that is empty no cell is looked up; and after a while without cells
 * the walk looks whether the way ahead is empty, farther and farther.
 *
 * Axes along which the box moves down are mirrored, as in cells.h: there a place is turned into its
 * complement, the number of a boundary and all coordinates into their negatives. So every axis goes
 * up, and blocks stay blocks.
 */
#include "grid_pass.h"

#include <string.h>

#include "grid_box.h"

/* After so many layers without a cell the way ahead is looked at, at first so many cells far. */
enum { WALK_PATIENCE = 48, WALK_AHEAD = 32 };

/* Empty blocks of a side up to 2^4 are left layer by layer, larger ones at once. */
enum { WALK_BLOCK = 4 };

typedef struct walk_axis {
  uint64_t front, back;            /* places of the last layer that is met, and of the first that
                                      is not known to be left */
  uint64_t first, last;            /* layers along the way, */
  double first_layer, last_layer;  /* and the numbers of the boundaries where they begin */
  uint64_t flip;                   /* all bits where the axis is mirrored */
  double next_front, next_back;    /* numbers of the boundaries that front and back come to next, */
  double meets, leaves;            /* and when they do */
  double size, origin, lead, tail; /* where front and back are at t = 0 */
  double enter_rate, leave_rate;   /* see grid_pass.h */
} walk_axis;

typedef struct pass_walk {
  grid_pass *pass;
  double slack;
  walk_axis axes[3];
  /* The block that was looked up last, of side 2^shift, around a place that is not mirrored: a
   * brick, or NULL and what all its cells hold. */
  uint64_t at[3];
  int shift;
  const grid_brick *brick;
  unsigned value;
  const grid_node *parent; /* of the last brick, or NULL, */
  uint64_t parent_at[3];
} pass_walk;

/* ---- Layers ------------------------------------------------------------------------------------
 *
 * Times as grid_pass.h says. The layer between boundaries k and k + 1 is met when the front comes
 * to k, and left when the back comes to k + 1.
 */

static CELLS_INLINE double time_of_meeting(const pass_walk *w, const walk_axis *a, double k) {
  return (cells_boundary(a->size, a->origin, k) - a->lead) * a->enter_rate - w->slack;
}

static CELLS_INLINE double time_of_leaving(const pass_walk *w, const walk_axis *a, double k) {
  return (cells_boundary(a->size, a->origin, k) - a->tail) * a->leave_rate + w->slack;
}

/* Has the box left the layer before boundary k by t? */
static CELLS_INLINE int has_left(const pass_walk *w, const walk_axis *a, double k, double t) {
  if (w->pass->open && !(cells_boundary(a->size, a->origin, k) > a->tail)) return 1;
  return time_of_leaving(w, a, k) < t;
}

/* The whole number below x, from least to most. */
static CELLS_INLINE double find_layer(double x, double least, double most) {
  double k;
  if (!(x > least)) return least;
  if (!(x < most)) return most;
  k = (double)(int64_t)x;
  return k - (k > x);
}

/* Does the box meet the layer from boundary k on, along an axis on which it hardly moves, if at
 * all? */
static int is_beside(const pass_walk *w, int axis, double k) {
  const walk_axis *a = &w->axes[axis];
  return grid_pass_is_beside(w->pass, axis, cells_boundary(a->size, a->origin, k),
                             cells_boundary(a->size, a->origin, k + 1));
}

/* The front is in the layer from boundary `front` on, and the back in that from `back` on, which
 * may be one beyond the last. */
static CELLS_INLINE void set_ends(walk_axis *a, double first, double front, double back) {
  a->front = a->first + (uint64_t)(int64_t)(front - first);
  a->back = a->first + (uint64_t)(int64_t)(back - first);
  a->next_front = front + 1;
  a->next_back = back + 1;
}

/* Such an axis is not mirrored. Returns 0 when no layer is met. */
static PASS_APART int set_still(pass_walk *w, int axis, double first, double last) {
  const grid_pass *p = w->pass;
  walk_axis *a = &w->axes[axis];
  double low = find_layer((a->tail - a->origin) * p->pace[axis] - 1, first, last);
  double high = find_layer((a->lead - a->origin) * p->pace[axis] + 1, first, last);
  while (low <= high && !is_beside(w, axis, low)) low++;
  while (low <= high && !is_beside(w, axis, high)) high--;
  if (!(low <= high)) return 0;
  set_ends(a, first, high, low);
  a->meets = a->leaves = HUGE_VAL;
  return 1;
}

/* Where front and back are at t. Returns 0 when all layers are left. The places are certain within
 * half a cell, so that the loops are short. */
static CELLS_INLINE int set_axis(pass_walk *w, int axis, double t) {
  const grid_pass *p = w->pass;
  walk_axis *a = &w->axes[axis];
  double pace = p->pace[axis], speed = fabs(p->d[axis]), front, back;
  double first = a->first_layer, last = a->last_layer;
  if (a->enter_rate == 0) return set_still(w, axis, first, last);
  front = (a->lead + (t + w->slack) * speed - a->origin) * pace;
  back = (a->tail + (t - w->slack) * speed - a->origin) * pace;
  front = find_layer(front, first - 1, last);
  back = find_layer(back, first, last);
  while (front < last && time_of_meeting(w, a, front + 1) <= t) front++;
  while (front >= first && time_of_meeting(w, a, front) > t) front--;
  while (back <= last && has_left(w, a, back + 1, t)) back++;
  while (back > first && !has_left(w, a, back, t)) back--;
  set_ends(a, first, front, back);
  a->meets = front < last ? time_of_meeting(w, a, front + 1) : HUGE_VAL;
  a->leaves = time_of_leaving(w, a, back + 1);
  return back <= last;
}

static PASS_APART int set_axes(pass_walk *w, double t) {
  return set_axis(w, 0, t) && set_axis(w, 1, t) &&
         (w->pass->grid->frame.dimensions == 2 || set_axis(w, 2, t));
}

static CELLS_INLINE void begin_axis(pass_walk *w, int axis) {
  const grid_pass *p = w->pass;
  const collide_grid_frame *f = &p->grid->frame;
  int64_t min = p->grid->low[axis], max = p->grid->high[axis];
  walk_axis *a = &w->axes[axis];
  int is_down = p->enter_rate[axis] < 0;
  uint64_t low = (uint64_t)min + grid_bias(f->dimensions);
  uint64_t high = (uint64_t)max + grid_bias(f->dimensions);
  a->flip = is_down ? ~UINT64_C(0) : 0;
  a->first = is_down ? ~high : low;
  a->last = is_down ? ~low : high;
  a->first_layer = (double)(is_down ? ~max : min);
  a->last_layer = (double)(is_down ? ~min : max);
  a->size = f->size[axis];
  a->origin = is_down ? -f->origin[axis] : f->origin[axis];
  a->lead = is_down ? -p->low[axis] : p->high[axis];
  a->tail = is_down ? -p->high[axis] : p->low[axis];
  a->enter_rate = fabs(p->enter_rate[axis]);
  a->leave_rate = fabs(p->leave_rate[axis]);
}

static void begin_axes(pass_walk *w) {
  begin_axis(w, 0);
  begin_axis(w, 1);
  if (w->pass->grid->frame.dimensions == 3) {
    begin_axis(w, 2);
  } else {
    memset(&w->axes[2], 0, sizeof w->axes[2]);
    w->axes[2].meets = w->axes[2].leaves = HUGE_VAL;
  }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static CELLS_INLINE int is_in_block(const uint64_t x[3], const uint64_t y[3], int shift) {
  return ((x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2])) >> shift == 0;
}

/* The block around a place is a child of the node. */
static CELLS_INLINE void set_block(pass_walk *w, const grid_node *node, unsigned slot,
                                   const uint64_t place[3], int shift) {
  int is_full = node->full >> slot & 1;
  w->at[0] = place[0];
  w->at[1] = place[1];
  w->at[2] = place[2];
  w->shift = shift;
  w->brick = NULL;
  w->value = is_full ? node->slots[slot].value : 0;
}

/* Looks up the block around a place, which is below the root. */
static PASS_APART void find_far(pass_walk *w, int dimensions, const uint64_t place[3]) {
  const collide_grid *g = w->pass->grid;
  const grid_node *node = g->root;
  int level;
  for (level = g->level; level > 1; level--) {
    int shift = grid_child_shift(dimensions, level);
    unsigned slot = grid_slot_of(dimensions, place, shift);
    if (!(node->children >> slot & 1)) {
      set_block(w, node, slot, place, shift);
      return;
    }
    node = node->slots[slot].node;
  }
  w->parent = node;
  memcpy(w->parent_at, place, sizeof w->parent_at);
}

static CELLS_INLINE void find_block(pass_walk *w, int dimensions, const uint64_t place[3]) {
  int shift = grid_brick_shift(dimensions);
  const grid_node *node;
  unsigned slot;
  if (w->parent == NULL || !is_in_block(place, w->parent_at, shift + grid_node_bits(dimensions))) {
    w->parent = NULL;
    find_far(w, dimensions, place);
    if (w->parent == NULL) return;
  }
  node = w->parent;
  slot = grid_slot_of(dimensions, place, shift);
  set_block(w, node, slot, place, shift);
  if (node->children >> slot & 1) w->brick = node->slots[slot].brick;
}

/* Gives the cells of the word around a place of which the bits are set. */
static PASS_APART int take_bits(pass_walk *w, int dimensions, const uint64_t place[3],
                                uint64_t bits, double t) {
  grid_pass *p = w->pass;
  unsigned word = grid_word_of(dimensions, place), layers = (1U << grid_node_bits(dimensions)) - 1;
  for (; bits != 0 && t <= p->most; bits &= bits - 1) {
    unsigned slot = grid_lowest_bit(bits), rest = slot;
    unsigned value = w->brick == NULL ? w->value : grid_brick_get(w->brick, word, slot);
    int64_t cell[3] = {0, 0, 0};
    int axis;
    for (axis = 0; axis < dimensions; axis++) {
      cell[axis] = grid_coordinate(dimensions, (place[axis] & ~(uint64_t)layers) + (rest & layers));
      rest >>= grid_node_bits(dimensions);
    }
    if (t >= p->most && p->wants != NULL && !p->wants(p, cell)) continue;
    p->now = t;
    if (p->take(p, cell, value)) return 1;
  }
  return 0;
}

/* Of the bits of a word, those of the cells between two corners in it. */
static CELLS_INLINE uint64_t cut_bits(int dimensions, uint64_t bits, const uint64_t low[3],
                                      const uint64_t high[3]) {
  const int n = grid_node_bits(dimensions);
  const uint64_t inside = (UINT64_C(1) << n) - 1;
  bits &=
      grid_layers_below[n][0][(high[0] & inside) + 1] & ~grid_layers_below[n][0][low[0] & inside];
  bits &=
      grid_layers_below[n][1][(high[1] & inside) + 1] & ~grid_layers_below[n][1][low[1] & inside];
  if (dimensions == 3)
    bits &=
        grid_layers_below[n][2][(high[2] & inside) + 1] & ~grid_layers_below[n][2][low[2] & inside];
  return bits;
}

/* The bits of the word around a place. */
static CELLS_INLINE uint64_t find_bits(pass_walk *w, int dimensions, const uint64_t place[3]) {
  if (!is_in_block(place, w->at, w->shift)) find_block(w, dimensions, place);
  if (w->brick != NULL) return w->brick->words[grid_word_of(dimensions, place)];
  return w->value != 0 ? ~UINT64_C(0) : 0;
}

/* The same of cells in several words. */
static PASS_APART int visit_words(pass_walk *w, int dimensions, const uint64_t low[3],
                                  const uint64_t high[3], double t) {
  const uint64_t inside = (UINT64_C(1) << grid_node_bits(dimensions)) - 1;
  uint64_t from[3], to[3], bits;
  for (from[2] = low[2]; from[2] <= high[2]; from[2] = to[2] + 1) {
    to[2] = (from[2] | inside) < high[2] ? from[2] | inside : high[2];
    for (from[1] = low[1]; from[1] <= high[1]; from[1] = to[1] + 1) {
      to[1] = (from[1] | inside) < high[1] ? from[1] | inside : high[1];
      for (from[0] = low[0]; from[0] <= high[0]; from[0] = to[0] + 1) {
        to[0] = (from[0] | inside) < high[0] ? from[0] | inside : high[0];
        bits = cut_bits(dimensions, find_bits(w, dimensions, from), from, to);
        if (bits != 0 && take_bits(w, dimensions, from, bits, t)) return 1;
      }
    }
  }
  return 0;
}

/* From a mirrored place to a later one: the ends of the layers, not mirrored. */
static CELLS_INLINE void put_ends(const walk_axis *a, uint64_t from, uint64_t to, uint64_t *low,
                                  uint64_t *high) {
  uint64_t swap = (from ^ to) & a->flip;
  *low = from ^ swap ^ a->flip;
  *high = to ^ swap ^ a->flip;
}

/* At t all cells between back and front are met that lie, along axis a, from `from` on; b and c are
 * the other axes. Sets *empty
 * where all lie in an empty block, to the exponent of its side, or else to -1. */
static CELLS_INLINE int visit(pass_walk *w, int dimensions, const walk_axis *a, const walk_axis *b,
                              const walk_axis *c, uint64_t from, double t, int *empty) {
  const walk_axis *axes = w->axes;
  uint64_t low[3], high[3], bits;
  *empty = -1;
  if (((from ^ a->front) | (b->back ^ b->front) | (c->back ^ c->front)) == 0) {
    low[0] = axes[0].front ^ axes[0].flip;
    low[1] = axes[1].front ^ axes[1].flip;
    low[2] = axes[2].front ^ axes[2].flip;
    bits = find_bits(w, dimensions, low);
    if (bits == 0) *empty = w->brick != NULL ? grid_node_bits(dimensions) : w->shift;
    bits &= UINT64_C(1) << grid_slot_of(dimensions, low, 0);
    return bits != 0 && take_bits(w, dimensions, low, bits, t);
  }
  put_ends(&axes[0], a == &axes[0] ? from : axes[0].back, axes[0].front, &low[0], &high[0]);
  put_ends(&axes[1], a == &axes[1] ? from : axes[1].back, axes[1].front, &low[1], &high[1]);
  put_ends(&axes[2], a == &axes[2] ? from : axes[2].back, axes[2].front, &low[2], &high[2]);
  if (!is_in_block(low, high, grid_node_bits(dimensions))) {
    if (visit_words(w, dimensions, low, high, t)) return 1;
    if (w->brick == NULL && w->value == 0 && is_in_block(low, w->at, w->shift) &&
        is_in_block(high, w->at, w->shift))
      *empty = w->shift;
    return 0;
  }
  bits = find_bits(w, dimensions, low);
  if (bits == 0) {
    *empty = w->brick != NULL ? grid_node_bits(dimensions) : w->shift;
    return 0;
  }
  bits = cut_bits(dimensions, bits, low, high);
  return bits != 0 && take_bits(w, dimensions, low, bits, t);
}

/* ---- The walk ---------------------------------------------------------------------------------*/

/* Returns 0 when the back has left all layers by t. */
static CELLS_INLINE int draw_back(const pass_walk *w, walk_axis *a, double t) {
  while (a->leaves < t) {
    if (a->back == a->last) return 0;
    a->back++;
    a->next_back++;
    a->leaves = time_of_leaving(w, a, a->next_back);
  }
  return 1;
}

/* Is the front still before the layers along the way? */
static CELLS_INLINE int is_before(const walk_axis *a) {
  return a->front - a->back > UINT64_MAX / 2;
}

/* When the front leaves its block of side 2^shift; never where it comes to no layer beyond. */
static CELLS_INLINE double time_of_end(const pass_walk *w, const walk_axis *a, int shift) {
  uint64_t rest = ~a->front & ((UINT64_C(1) << shift) - 1);
  if (a->last - a->front <= rest || a->enter_rate == 0) return HUGE_VAL;
  return time_of_meeting(w, a, a->next_front + (double)(int64_t)rest);
}

static CELLS_INLINE void draw_front(const pass_walk *w, walk_axis *a, double end) {
  while (a->meets < end) {
    a->front++;
    a->next_front++;
    a->meets = a->front == a->last ? HUGE_VAL : time_of_meeting(w, a, a->next_front);
  }
}

/* At t the box is in an empty block of side 2^shift: goes on to where the front is about to leave
 * it. Returns 0 when that is beyond the end. */
static CELLS_INLINE int leave_block(pass_walk *w, int shift, double t, double most) {
  walk_axis *axes = w->axes;
  double end = time_of_end(w, &axes[0], shift), other = time_of_end(w, &axes[1], shift), before;
  if (other < end) end = other;
  other = time_of_end(w, &axes[2], shift);
  if (other < end) end = other;
  if (!(end <= most)) return 0;
  if (shift > WALK_BLOCK) {
    /* Through a corner it leaves the block at t, but along another axis: not back from there. */
    before = nextafter(end, 0);
    return before > t ? set_axes(w, before) : 1;
  }
  draw_front(w, &axes[0], end);
  draw_front(w, &axes[1], end);
  draw_front(w, &axes[2], end);
  return 1;
}

/* From t on, goes on to where the way is not surely empty, or nearly so far. Returns 0 where it is
 * empty to the end. */
static PASS_APART int skip(pass_walk *w, double t, double step) {
  grid_pass *p = w->pass;
  double since = t;
  while (t < 1 && t <= p->most) {
    double end = t + step < 1 ? t + step : 1;
    if (!ci_grid_pass_is_empty(p, t, end)) break;
    t = end;
    step *= 2;
  }
  if (t == since) return 1;
  return t < 1 && t <= p->most && set_axes(w, t);
}

static CELLS_INLINE int walk(pass_walk *w, int dimensions, double unit) {
  grid_pass *p = w->pass;
  walk_axis *axes = w->axes;
  int patience = WALK_PATIENCE, empty;
  if (!is_before(&axes[0]) && !is_before(&axes[1]) && !is_before(&axes[2]) &&
      visit(w, dimensions, &axes[0], &axes[1], &axes[2], axes[0].back, 0, &empty))
    return 1;
  for (;;) {
    walk_axis *a = &axes[0], *b = &axes[1], *c = &axes[2], *first = a;
    double t;
    if (b->meets < first->meets) first = b;
    if (dimensions == 3 && c->meets < first->meets) first = c;
    t = first->meets;
    if (!(t <= p->most && t <= 1)) return 0;
    if (first == b) b = a;
    if (first == c) c = a;
    a = first;
    a->front++;
    a->next_front++;
    a->meets = a->front == a->last ? HUGE_VAL : time_of_meeting(w, a, a->next_front);
    if (!draw_back(w, b, t) || !draw_back(w, c, t)) return 0;
    if (!is_before(b) && !is_before(c)) {
      p->now = -1;
      if (visit(w, dimensions, a, b, c, a->front, t, &empty)) return 1;
      if (p->now == t) patience = WALK_PATIENCE;
      if (empty >= 0) {
        if (!draw_back(w, a, t)) return 0;
        if ((a->front ^ a->back) >> empty == 0 &&
            !leave_block(w, empty, t, p->most < 1 ? p->most : 1))
          return 0;
      }
    }
    if (--patience > 0) continue;
    patience = WALK_PATIENCE;
    if (!skip(w, t, (double)WALK_AHEAD * unit)) return 0;
  }
}

int ci_grid_pass_walk(grid_pass *pass, double unit) {
  pass_walk w;
  w.pass = pass;
  w.slack = pass->slack;
  w.at[0] = w.at[1] = w.at[2] = 0; /* where no cell is */
  w.shift = 0;
  w.brick = NULL;
  w.value = 0;
  w.parent = NULL;
  begin_axes(&w);
  if (!set_axes(&w, 0)) return 0;
  return pass->grid->frame.dimensions == 3 ? walk(&w, 3, unit) : walk(&w, 2, unit);
}

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
#include "grid_pass_walk.h"

#include "grid_box.h"

/* After so many layers without a cell the way ahead is looked at, at first so many cells far. */
enum { WALK_PATIENCE = 48, WALK_AHEAD = 32 };

/* A run through a node counts as so many layers. */
enum { WALK_RUN = 16 };

/* Empty blocks of a side up to 2^4 are left layer by layer, larger ones at once. */
enum { WALK_BLOCK = 4 };

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
  p->near = w->parent;
  memcpy(p->near_at, w->parent_at, sizeof p->near_at);
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

/* Of an empty block the exponent of its side; the cell at that place, which was looked up last, is
 * in it. */
static CELLS_INLINE int size_of_empty(const pass_walk *w, int dimensions) {
  return w->brick != NULL ? grid_node_bits(dimensions) : w->shift;
}

/* visit() where back and front are apart. */
static PASS_APART int visit_box(pass_walk *w, int dimensions, int axis, uint64_t from, double t,
                                int *empty) {
  const walk_axis *axes = w->axes;
  uint64_t low[3], high[3], bits;
  int i;
  *empty = -1;
  for (i = 0; i < 3; i++)
    put_ends(&axes[i], i == axis ? from : axes[i].back, axes[i].front, &low[i], &high[i]);
  if (!is_in_block(low, high, grid_node_bits(dimensions))) {
    if (visit_words(w, dimensions, low, high, t)) return 1;
    if (w->brick == NULL && w->value == 0 && is_in_block(low, w->at, w->shift) &&
        is_in_block(high, w->at, w->shift))
      *empty = w->shift;
    return 0;
  }
  bits = find_bits(w, dimensions, low);
  if (bits == 0) *empty = size_of_empty(w, dimensions);
  bits = cut_bits(dimensions, bits, low, high);
  return bits != 0 && take_bits(w, dimensions, low, bits, t);
}

/* At t all cells between back and front are met that lie, along axis a, from `from` on; b and c are
 * the other axes. Sets *empty where all lie in an empty block, to the exponent of its side, or else
 * to -1. */
static CELLS_INLINE int visit(pass_walk *w, int dimensions, const walk_axis *a, const walk_axis *b,
                              const walk_axis *c, uint64_t from, double t, int *empty) {
  const walk_axis *axes = w->axes;
  uint64_t place[3], bits;
  if (((from ^ a->front) | (b->back ^ b->front) | (c->back ^ c->front)) != 0)
    return visit_box(w, dimensions, (int)(a - axes), from, t, empty);
  *empty = -1;
  place[0] = axes[0].front ^ axes[0].flip;
  place[1] = axes[1].front ^ axes[1].flip;
  place[2] = axes[2].front ^ axes[2].flip;
  bits = find_bits(w, dimensions, place);
  if (bits == 0) *empty = size_of_empty(w, dimensions);
  bits &= UINT64_C(1) << grid_slot_of(dimensions, place, 0);
  return bits != 0 && take_bits(w, dimensions, place, bits, t);
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
    return before > t ? ci_grid_pass_set(w, before) : 1;
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
  return t < 1 && t <= p->most && ci_grid_pass_set(w, t);
}

/* The box is in the cell at that place, which has been visited: can it run on from there? */
static CELLS_INLINE int may_run(pass_walk *w, int dimensions, const uint64_t place[3]) {
  if (!is_in_block(place, w->at, w->shift)) find_block(w, dimensions, place);
  return w->shift == grid_brick_shift(dimensions) && (w->brick != NULL || w->value == 0);
}

/* From the cell at that place by runs. Sets *empty as visit does, where it has gone on. Returns 0
 * to go on layer by layer, 1 at the end, or 2 when `take` ends the visit. */
static PASS_APART int run_far(pass_walk *w, int dimensions, double *t, uint64_t place[3],
                              int *patience, int *empty) {
  uint64_t bits = 0;
  do {
    cast_way way = ci_grid_pass_run(w, t, place);
    if (way == CAST_ON) return 1;
    *empty = -1;
    if (way == CAST_UNSURE) break;
    bits = find_bits(w, dimensions, place);
    if (bits == 0) *empty = size_of_empty(w, dimensions);
    bits &= UINT64_C(1) << grid_slot_of(dimensions, place, 0);
    *patience = bits != 0 ? WALK_PATIENCE : *patience - WALK_RUN;
  } while (bits == 0 && *patience > 0 && may_run(w, dimensions, place));
  if (bits != 0 && take_bits(w, dimensions, place, bits, *t)) return 2;
  if (bits != 0 && ci_grid_pass_is_over(w)) return 1;
  ci_grid_pass_end_runs(w);
  return 0;
}

/* The same from where the last layer was met, at *t, where the box is then in one cell. */
static PASS_APART int run_on(pass_walk *w, int dimensions, double *t, int *patience, int *empty) {
  walk_axis *x = &w->axes[0], *y = &w->axes[1], *z = &w->axes[2];
  double next = x->meets < y->meets ? x->meets : y->meets;
  uint64_t place[3];
  if (dimensions == 3 && z->meets < next) next = z->meets;
  if (!(next <= w->pass->most)) return 1;
  /* Nothing is met before: is the box then in one cell? */
  if (!draw_back(w, x, next) || !draw_back(w, y, next) || !draw_back(w, z, next)) return 1;
  if (((x->front ^ x->back) | (y->front ^ y->back) | (z->front ^ z->back)) != 0) return 0;
  place[0] = x->front ^ x->flip;
  place[1] = y->front ^ y->flip;
  place[2] = z->front ^ z->flip;
  if (!may_run(w, dimensions, place)) return 0;
  ci_grid_pass_begin_runs(w);
  return run_far(w, dimensions, t, place, patience, empty);
}

/* Runs from the first cell, which ci_grid_pass_start_thin has found. Returns the same. */
static PASS_APART int run_first(pass_walk *w, int dimensions, double *t, int *patience,
                                int *empty) {
  uint64_t place[3] = {0, 0, 0}, bits;
  int axis;
  for (axis = 0; axis < dimensions; axis++) {
    const walk_axis *a = &w->axes[axis];
    double layers = (double)w->cast.axes[axis].cell - a->first_layer;
    place[axis] = (a->first + (uint64_t)(int64_t)layers) ^ a->flip;
  }
  bits = find_bits(w, dimensions, place) & UINT64_C(1) << grid_slot_of(dimensions, place, 0);
  if (bits != 0 && take_bits(w, dimensions, place, bits, *t)) return 2;
  if (bits != 0 && ci_grid_pass_is_over(w)) return 1;
  if (may_run(w, dimensions, place)) return run_far(w, dimensions, t, place, patience, empty);
  ci_grid_pass_end_runs(w);
  return 0;
}

/* In what time the box moves by a cell, along the axis on which it moves the farthest. */
static double unit_of(const grid_pass *p) {
  double most = 0;
  int axis;
  for (axis = 0; axis < p->grid->frame.dimensions; axis++)
    if (fabs(p->d[axis]) * p->pace[axis] > most) most = fabs(p->d[axis]) * p->pace[axis];
  return 1 / most;
}

static CELLS_INLINE int walk(pass_walk *w, int dimensions, double t, int is_started) {
  grid_pass *p = w->pass;
  walk_axis *axes = w->axes;
  int patience = WALK_PATIENCE, empty, end;
  if (is_started) {
    end = run_first(w, dimensions, &t, &patience, &empty);
    if (end != 0) return end == 2;
  } else if (visit(w, dimensions, &axes[0], &axes[1], &axes[2], axes[0].back, t, &empty)) {
    return 1;
  } else if (w->is_thin && (end = run_on(w, dimensions, &t, &patience, &empty)) != 0) {
    return end == 2;
  }
  for (;;) {
    walk_axis *a = &axes[0], *b = &axes[1], *c = &axes[2], *first = a;
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
    p->now = -1;
    if (visit(w, dimensions, a, b, c, a->front, t, &empty)) return 1;
    if (p->now == t) patience = WALK_PATIENCE;
    if (w->is_thin && (end = run_on(w, dimensions, &t, &patience, &empty)) != 0) return end == 2;
    if (empty >= 0) {
      if (!draw_back(w, a, t)) return 0;
      if ((a->front ^ a->back) >> empty == 0 &&
          !leave_block(w, empty, t, p->most < 1 ? p->most : 1))
        return 0;
    }
    if (--patience > 0) continue;
    patience = WALK_PATIENCE;
    if (!skip(w, t, (double)WALK_AHEAD * unit_of(p))) return 0;
  }
}

static void begin_walk(pass_walk *w, grid_pass *pass) {
  w->pass = pass;
  w->slack = pass->slack;
  w->at[0] = w->at[1] = w->at[2] = 0; /* where no cell is */
  w->shift = 0;
  w->brick = NULL;
  w->value = 0;
  w->parent = NULL;
  w->parent_at[0] = w->parent_at[1] = w->parent_at[2] = 0;
}

int ci_grid_pass_walk(grid_pass *pass) {
  pass_walk w;
  double t;
  begin_walk(&w, pass);
  ci_grid_pass_begin(&w);
  t = ci_grid_pass_start(&w);
  if (!(t <= 1 && t <= pass->most) || !ci_grid_pass_set(&w, t)) return 0;
  ci_grid_pass_thin(&w);
  return pass->grid->frame.dimensions == 3 ? walk(&w, 3, t, 0) : walk(&w, 2, t, 0);
}

int ci_grid_pass_walk_thin(grid_pass *pass, int *ended) {
  pass_walk w;
  pass_start start;
  double t;
  begin_walk(&w, pass);
  start = ci_grid_pass_start_thin(&w, &t);
  *ended = 0;
  if (start != PASS_STARTED) return start == PASS_NEVER;
  *ended = pass->grid->frame.dimensions == 3 ? walk(&w, 3, t, 1) : walk(&w, 2, t, 1);
  return 1;
}

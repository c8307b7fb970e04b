/* SPDX-License-Identifier: MIT
 *
 * The cells of a grid in order, and their bounds. Both search for the first cell along
 * an axis in a box.
 */
#include "grid.h"

typedef struct search {
  int dimensions, axis;
  int down; /* search for the greatest coordinate, not the least */
  uint64_t low[3], high[3];
  int found;
  uint64_t best;
} search;

static void offer(search *s, uint64_t coordinate) {
  if (!s->found || (s->down ? coordinate > s->best : coordinate < s->best)) s->best = coordinate;
  s->found = 1;
}

/* The best coordinate that a cell of this block within the box could have. */
static uint64_t bound_of(const search *s, const uint64_t corner[3], int shift) {
  uint64_t first = corner[s->axis], last = first + ((UINT64_C(1) << shift) - 1);
  if (s->down) return last < s->high[s->axis] ? last : s->high[s->axis];
  return first > s->low[s->axis] ? first : s->low[s->axis];
}

/* The first layer, in the direction of the search, that contains any of the 64 bits. */
static unsigned first_layer(const search *s, uint64_t bits) {
  unsigned last = (1U << grid_node_bits(s->dimensions)) - 1, layer = s->down ? last : 0;
  while (!(bits & grid_layer(s->dimensions, s->axis, layer))) layer += s->down ? ~0U : 1U;
  return layer;
}

static void search_word(search *s, uint64_t bits, const uint64_t corner[3]) {
  bits &= ci_grid_box_mask(s->dimensions, corner, 0, s->low, s->high);
  if (bits != 0) offer(s, corner[s->axis] + first_layer(s, bits));
}

static void search_brick(search *s, const grid_brick *brick, const uint64_t corner[3]) {
  int i, shift = grid_node_bits(s->dimensions), words = s->dimensions == 3 ? 8 : 4;
  for (i = 0; i < words; i++) {
    uint64_t at[3];
    if (brick->words[i] == 0) continue;
    grid_child_corner(1, corner, shift, (unsigned)i, at);
    search_word(s, brick->words[i], at);
  }
}

/* Limits the box to coordinates that are better than the one found. */
static void narrow(search *s) {
  if (!s->found) return;
  if (s->down)
    s->low[s->axis] = s->best + 1;
  else
    s->high[s->axis] = s->best - 1;
  s->found = 0;
}

/* Searches layer by layer along the axis, until a layer has a cell in the box. In a layer each
 * child is searched only for a better coordinate than its neighbours have. So no node or brick
 * behind the found cell is searched. The time is at most linear in the nodes and bricks that the
 * box meets up to that cell. */
static void search_node(search *s, const grid_node *node, int level, const uint64_t corner[3]) {
  int shift = grid_child_shift(s->dimensions, level);
  uint64_t rest = node->children | node->full;
  rest &= ci_grid_box_mask(s->dimensions, corner, shift, s->low, s->high);
  while (rest != 0 && !s->found) {
    uint64_t layer = rest & grid_layer(s->dimensions, s->axis, first_layer(s, rest));
    rest &= ~layer;
    for (; layer != 0; layer &= layer - 1) {
      unsigned slot = grid_lowest_bit(layer);
      search own = *s;
      uint64_t at[3], bound;
      grid_slot_corner(s->dimensions, corner, shift, slot, at);
      bound = bound_of(s, at, shift);
      if (s->found && s->best == bound) break; /* nothing in this layer can be better */
      narrow(&own);
      if (node->full >> slot & 1)
        offer(&own, bound);
      else if (level == 1)
        search_brick(&own, node->slots[slot].brick, at);
      else
        search_node(&own, node->slots[slot].node, level - 1, at);
      if (own.found) offer(s, own.best);
    }
  }
}

/* Sets search.best to the coordinate along `axis` of the first cell in a box. */
static int find_first(search *s, const collide_grid *grid, int axis, int down) {
  uint64_t corner[3];
  s->axis = axis;
  s->down = down;
  s->found = 0;
  if (grid->root == NULL) return 0;
  ci_grid_root_corner(grid, corner);
  search_node(s, grid->root, grid->level, corner);
  return s->found;
}

/* ---- Bounds -------------------------------------------------------------- */

static void measure(const collide_grid *grid, int64_t low[3], int64_t high[3]) {
  search s;
  int axis;
  s.dimensions = grid->frame.dimensions;
  grid_place(s.dimensions, grid->low, s.low);
  grid_place(s.dimensions, grid->high, s.high);
  for (axis = 0; axis < s.dimensions; axis++) {
    find_first(&s, grid, axis, 0);
    low[axis] = grid_coordinate(s.dimensions, s.best);
    find_first(&s, grid, axis, 1);
    high[axis] = grid_coordinate(s.dimensions, s.best);
  }
  if (s.dimensions == 2) low[2] = high[2] = 0;
}

int collide_grid_bounds(const collide_grid *grid, int64_t min[3], int64_t max[3]) {
  int axis;
  if (grid->count == 0) return 0;
  for (axis = 0; axis < 3; axis++) {
    min[axis] = grid->low[axis];
    max[axis] = grid->high[axis];
  }
  if (grid->loose) measure(grid, min, max);
  return 1;
}

void ci_grid_tighten(collide_grid *grid) {
  if (grid->count == 0 || !grid->loose) return;
  measure(grid, grid->low, grid->high);
  grid->loose = 0;
}

/* ---- Cells in order -------------------------------------------------------- */

void collide_grid_cells_begin(collide_grid_cells *cells, const int64_t min[3],
                              const int64_t max[3]) {
  static const int64_t least[3] = {-(INT64_C(1) << 53), -(INT64_C(1) << 53), -(INT64_C(1) << 53)};
  static const int64_t most[3] = {INT64_C(1) << 53, INT64_C(1) << 53, INT64_C(1) << 53};
  int axis;
  for (axis = 0; axis < 3; axis++) {
    cells->min[axis] = min != NULL ? min[axis] : least[axis];
    cells->max[axis] = max != NULL ? max[axis] : most[axis];
  }
  cells->begun = 0;
}

/* Sets the box to search next. `behind` is the axis of the search: 0 for the rest of the last
 * cell's row, 1 for the later rows of its plane, 2 for the later planes. Returns 0 if that box is
 * empty. */
static int set_box(search *s, const collide_grid_cells *cells, int behind) {
  int64_t low[3], high[3];
  int axis;
  for (axis = 0; axis < 3; axis++) {
    low[axis] = cells->min[axis];
    high[axis] = cells->max[axis];
    if (axis > behind) low[axis] = high[axis] = cells->at[axis];
    if (axis == behind) low[axis] = cells->at[axis] + 1;
  }
  grid_place(s->dimensions, low, s->low);
  grid_place(s->dimensions, high, s->high);
  return low[behind] <= high[behind];
}

/* The search has found a plane, row or cell along `axis`: finds the first cell in it. */
static void descend(search *s, const collide_grid *grid, int axis, uint64_t place[3]) {
  for (;; axis--) {
    place[axis] = s->low[axis] = s->high[axis] = s->best;
    if (axis == 0) return;
    find_first(s, grid, axis - 1, 0);
  }
}

static void take_step(collide_grid_cells *cells, const search *s, int axis,
                      const uint64_t place[3]) {
  for (; axis >= 0; axis--) cells->at[axis] = grid_coordinate(s->dimensions, place[axis]);
}

static int find_next(collide_grid_cells *cells, const collide_grid *grid) {
  int axis = 0, most = grid->frame.dimensions - 1;
  uint64_t place[3];
  search s;
  s.dimensions = grid->frame.dimensions;
  if (!cells->begun) {
    cells->at[0] = cells->at[1] = cells->at[2] = 0;
    cells->at[most] = cells->min[most] - 1;
    cells->begun = 1;
  }
  if (cells->at[most] < cells->min[most]) axis = most; /* no cell has been returned yet */
  for (; axis <= most; axis++) {
    if (!set_box(&s, cells, axis) || !find_first(&s, grid, axis, 0)) continue;
    descend(&s, grid, axis, place);
    take_step(cells, &s, axis, place);
    return 1;
  }
  return 0;
}

/* The value of a brick's first cell in a row from this place on, or 0; then the place is past
 * it. */
static unsigned scan_row(const grid_brick *brick, int dimensions, uint64_t place[3]) {
  uint64_t last = (UINT64_C(1) << grid_node_bits(dimensions)) - 1; /* of the row in a word */
  uint64_t behind = ((place[0] >> grid_brick_shift(dimensions)) + 1)
                    << grid_brick_shift(dimensions);
  while (place[0] < behind) {
    unsigned word = grid_word_of(dimensions, place), slot = grid_slot_of(dimensions, place, 0),
             step;
    uint64_t rest = (UINT64_C(2) << (last - (place[0] & last))) - 1;
    uint64_t bits = brick->words[word] >> slot & rest;
    if (bits != 0) {
      step = grid_lowest_bit(bits);
      place[0] += step;
      return grid_brick_get(brick, word, slot + step);
    }
    place[0] = (place[0] | last) + 1;
  }
  return 0;
}

/* A fast path: the next cell is mostly in the same row, with at most empty cells of bricks
 * between. */
static unsigned take_in_row(collide_grid_cells *cells, const collide_grid *grid) {
  int dimensions = grid->frame.dimensions;
  uint64_t place[3];
  unsigned value = 0;
  if (!cells->begun || cells->at[dimensions - 1] < cells->min[dimensions - 1])
    return 0; /* no cell has been returned yet */
  grid_place(dimensions, cells->at, place);
  place[0]++;
  while (value == 0 && grid_coordinate(dimensions, place[0]) <= cells->max[0]) {
    const grid_brick *brick = ci_grid_brick_at(grid, place, &value);
    if (brick == NULL) break;
    value = scan_row(brick, dimensions, place);
  }
  if (value == 0 || grid_coordinate(dimensions, place[0]) > cells->max[0]) return 0;
  cells->at[0] = grid_coordinate(dimensions, place[0]);
  return value;
}

unsigned collide_grid_cells_next(collide_grid_cells *cells, const collide_grid *grid) {
  unsigned value = take_in_row(cells, grid);
  if (value != 0) return value;
  if (!find_next(cells, grid)) return 0;
  return collide_grid_get(grid, cells->at);
}

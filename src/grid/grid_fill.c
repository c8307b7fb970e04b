/* SPDX-License-Identifier: MIT
 *
 * The cells of a grid in order, their bounds, and boxes of cells that are filled at once.
 */
#include "grid_box.h"

#include <string.h>

/* ---- Cells in order, and bounds -------------------------------------------------------------- */

/* The cells of a grid in order, and their bounds. Both search for the first cell along an axis in a
 * box. */

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

/* The 64 bits in a layer across the axis of the search. */
static uint64_t in_layer(const search *s, unsigned layer) {
  const uint64_t *below = grid_layers_below[grid_node_bits(s->dimensions)][s->axis];
  return below[layer + 1] & ~below[layer];
}

/* The first layer, in the direction of the search, that contains any of the 64 bits. */
static unsigned first_layer(const search *s, uint64_t bits) {
  unsigned last = (1U << grid_node_bits(s->dimensions)) - 1, layer = s->down ? last : 0;
  while (!(bits & in_layer(s, layer))) layer += s->down ? ~0U : 1U;
  return layer;
}

static void search_word(search *s, uint64_t bits, const uint64_t corner[3]) {
  bits &= ci_grid_box_mask(s->dimensions, corner, 0, s->low, s->high);
  if (bits != 0) offer(s, corner[s->axis] + first_layer(s, bits));
}

static void search_brick(search *s, const grid_brick *brick, const uint64_t corner[3]) {
  int i, shift = grid_node_bits(s->dimensions), words = grid_words(s->dimensions);
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
    uint64_t layer = rest & in_layer(s, first_layer(s, rest));
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

/* ---- Bounds ---------------------------------------------------------------------------------- */

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

/* ---- Cells in order -------------------------------------------------------------------------- */

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
#define MOST_CELLS 9007199254740992.0 /* 2^53 */

/* The bytes that the cost of a fill counts for each piece of memory: its size with pointers of 8
 * bytes, and 16 bytes that an allocator may add. The numbers are the same on every machine, so the
 * same fills are allowed. */
#define BLOCK_BYTES 16.0
#define NODE_BYTES (BLOCK_BYTES + 16 + 64 * 8)
#define BRICK_BYTES (BLOCK_BYTES + 16 + 8 * 8)

typedef struct filling {
  collide_grid *grid;
  int dimensions;
  uint64_t low[3], high[3];
  unsigned value;
  grid_stock stock;
} filling;

/* One of the 64 children of a node. */
typedef struct child {
  uint64_t bit, corner[3];
  unsigned slot;
  int shift;
} child;

static child child_of(const filling *f, const uint64_t corner[3], int level, unsigned slot) {
  child c;
  c.slot = slot;
  c.bit = UINT64_C(1) << slot;
  c.shift = grid_child_shift(f->dimensions, level);
  grid_slot_corner(f->dimensions, corner, c.shift, slot, c.corner);
  return c;
}

static int is_covered(const filling *f, const child *c) {
  return grid_is_covered(f->dimensions, c->corner, c->shift, f->low, f->high);
}

static uint64_t children_in_box(const filling *f, const uint64_t corner[3], int level) {
  return ci_grid_box_mask(f->dimensions, corner, grid_child_shift(f->dimensions, level), f->low,
                          f->high);
}

static uint64_t taken(const grid_node *node) {
  return node->children | node->full;
}

/* The cells of a brick that are in the box, word by word. */
static void find_inside(const filling *f, const uint64_t corner[3], uint64_t inside[GRID_WORDS]) {
  uint64_t at[3];
  int i;
  for (i = 0; i < grid_words(f->dimensions); i++) {
    grid_child_corner(1, corner, grid_node_bits(f->dimensions), (unsigned)i, at);
    inside[i] = ci_grid_box_mask(f->dimensions, at, 0, f->low, f->high);
  }
}

/* Will the brick hold two values, but has no array for them? */
static int wants_array(const filling *f, const grid_brick *brick, const uint64_t *inside) {
  uint64_t rest = 0;
  int i;
  if (f->value == 0 || brick->values != NULL || brick->count == 0 || brick->value == f->value)
    return 0;
  for (i = 0; i < grid_words(f->dimensions); i++) rest |= brick->words[i] & ~inside[i];
  return rest != 0;
}

/* ---- Filling a box --------------------------------------------------------------------------- */

/* Fills a box of cells. A block that the box covers completely becomes one slot of a node. So time
 * and memory depend on the border of the box: on the blocks that it covers in part. The fill first
 * counts these without making them, then allocates all memory for them. After that nothing can
 * fail.
 */

/* ---- First: the needs of the border ---------------------------------------------------------- */

/* Counts the blocks of side 2^shift that the box from `low` to `high` covers in part. Along each
 * axis it meets m blocks and covers c of them. The count is m0 m1 m2 - c0 c1 c2, computed without a
 * difference of large numbers. */
static double count_parts(int dimensions, const uint64_t low[3], const uint64_t high[3],
                          int shift) {
  double parts = 0, covered = 1;
  int axis;
  for (axis = 0; axis < dimensions; axis++) {
    uint64_t first = low[axis] >> shift, last = high[axis] >> shift;
    uint64_t from = (low[axis] + (UINT64_C(1) << shift) - 1) >> shift;
    uint64_t to = (high[axis] + 1) >> shift; /* from..to - 1 are covered along this axis */
    double met = (double)(last - first) + 1, inner = to > from ? (double)(to - from) : 0;
    parts = parts * met + covered * (met - inner);
    covered *= inner;
  }
  return parts;
}

/* Adds the needs of the part of a block of side 2^shift that the box meets, if all cells of the
 * block hold `held`. Each smaller block that the box covers in part, and the block itself, needs a
 * node, or at the lowest level a brick. No new block is covered completely, and the parent of a
 * block covered in part is covered in part, too. */
static void add_block(const filling *f, const uint64_t corner[3], int shift, unsigned held,
                      grid_need *need) {
  int axis, least = grid_brick_shift(f->dimensions), bits = grid_node_bits(f->dimensions);
  uint64_t low[3], high[3];
  double bricks;
  for (axis = 0; axis < 3; axis++) {
    uint64_t end = corner[axis] + ((UINT64_C(1) << shift) - 1);
    low[axis] = f->low[axis] > corner[axis] ? f->low[axis] : corner[axis];
    high[axis] = f->high[axis] < end ? f->high[axis] : end;
  }
  for (; shift > least; shift -= bits) need->nodes += count_parts(f->dimensions, low, high, shift);
  bricks = count_parts(f->dimensions, low, high, least);
  need->bricks += bricks;
  if (held != 0 && f->value != 0) need->arrays += bricks;
}

static void add_node(const filling *f, const grid_node *node, int level, const uint64_t corner[3],
                     grid_need *need) {
  uint64_t rest = children_in_box(f, corner, level);
  if (f->value == 0) rest &= taken(node); /* empty slots stay empty */
  for (; rest != 0; rest &= rest - 1) {
    child c = child_of(f, corner, level, grid_lowest_bit(rest));
    unsigned held = node->full & c.bit ? node->slots[c.slot].value : 0;
    if (is_covered(f, &c) || (held != 0 && held == f->value)) continue;
    if (!(node->children & c.bit)) {
      add_block(f, c.corner, c.shift, held, need);
    } else if (level > 1) {
      add_node(f, node->slots[c.slot].node, level - 1, c.corner, need);
    } else {
      uint64_t inside[GRID_WORDS];
      find_inside(f, c.corner, inside);
      need->arrays += wants_array(f, node->slots[c.slot].brick, inside);
    }
  }
}

/* The corner of the block of that level that contains the place. */
static void corner_above(int dimensions, int level, const uint64_t place[3], uint64_t corner[3]) {
  int shift = grid_child_shift(dimensions, level + 1), axis;
  for (axis = 0; axis < 3; axis++) corner[axis] = place[axis] >> shift << shift;
}

/* Adds the needs of the children of an empty node, except those in `except`. */
static void add_children(const filling *f, const uint64_t corner[3], int level, uint64_t except,
                         grid_need *need) {
  uint64_t rest = children_in_box(f, corner, level) & ~except;
  for (; rest != 0; rest &= rest - 1) {
    child c = child_of(f, corner, level, grid_lowest_bit(rest));
    if (!is_covered(f, &c)) add_block(f, c.corner, c.shift, 0, need);
  }
}

/* Counts exactly the stock that `apply`, and the growth of the tree before it, take. */
static grid_need find_need(const filling *f) {
  const collide_grid *g = f->grid;
  grid_need need = {0, 0, 0};
  uint64_t inner[3], corner[3];
  int level;
  if (g->root == NULL && f->value == 0) return need;
  level = f->value != 0 ? ci_grid_level_for(g, f->low, f->high) : g->level;
  if (g->root == NULL) {
    need.nodes = 1;
    corner_above(f->dimensions, level, f->low, corner);
    add_children(f, corner, level, 0, &need);
    return need;
  }
  ci_grid_root_corner(g, inner);
  for (; level > g->level; level--) {
    unsigned slot = grid_slot_of(f->dimensions, inner, grid_child_shift(f->dimensions, level));
    need.nodes++;
    corner_above(f->dimensions, level, inner, corner);
    add_children(f, corner, level, UINT64_C(1) << slot, &need);
  }
  add_node(f, g->root, g->level, inner, &need);
  return need;
}

/* ---- Then: writing --------------------------------------------------------------------------- */

static void write_brick(const filling *f, grid_brick *brick, const uint64_t *inside) {
  int i;
  for (i = 0; i < grid_words(f->dimensions); i++) {
    uint64_t old = brick->words[i], rest = inside[i];
    uint64_t changed = f->value != 0 ? rest & ~old : rest & old;
    for (; brick->values != NULL && rest != 0; rest &= rest - 1)
      brick->values[64 * i + (int)grid_lowest_bit(rest)] = (uint16_t)f->value;
    if (changed == 0) continue;
    brick->words[i] = old ^ changed;
    brick->count += (f->value != 0 ? 1 : -1) * (int)grid_count_bits(changed);
  }
}

/* A brick that has no array and needs none holds only `value` afterwards. */
static void apply_brick(filling *f, grid_brick *brick, const uint64_t corner[3]) {
  int count = brick->count;
  uint64_t inside[GRID_WORDS];
  find_inside(f, corner, inside);
  if (wants_array(f, brick, inside)) ci_grid_brick_spread(f->grid, brick, &f->stock);
  if (f->value != 0 && brick->values == NULL) brick->value = f->value;
  write_brick(f, brick, inside);
  f->grid->count += brick->count - count;
}

/* The value that all cells hold, or 0. Also 0 for bricks with an array, and for nodes with children
 * that are not full slots: they are not searched. */
static unsigned common_value(const filling *f, const grid_node *node, int level, unsigned slot) {
  if (level == 1) {
    const grid_brick *brick = node->slots[slot].brick;
    return brick->values == NULL && brick->count == 64 * grid_words(f->dimensions) ? brick->value
                                                                                   : 0;
  }
  return grid_node_value(node->slots[slot].node);
}

static void apply(filling *f, grid_node *node, int level, const uint64_t corner[3]);

/* Writes a child that the box covers in part. */
static void apply_part(filling *f, grid_node *node, int level, const child *c) {
  unsigned held = node->full & c->bit ? node->slots[c->slot].value : 0;
  int empty;
  if (held != 0 && held == f->value) return;
  if (!(node->children & c->bit)) ci_grid_make_child(f->grid, node, level, c->slot, &f->stock);
  if (level == 1) {
    apply_brick(f, node->slots[c->slot].brick, c->corner);
    empty = node->slots[c->slot].brick->count == 0;
  } else {
    apply(f, node->slots[c->slot].node, level - 1, c->corner);
    empty = taken(node->slots[c->slot].node) == 0;
  }
  held = empty ? 0 : common_value(f, node, level, c->slot);
  if (!empty && held == 0) return;
  ci_grid_free_slot(f->grid, node, level, c->slot);
  if (held == 0) return;
  node->full |= c->bit; /* a block filled in parts takes no more memory than one filled at once */
  node->slots[c->slot].value = held;
}

static void apply(filling *f, grid_node *node, int level, const uint64_t corner[3]) {
  uint64_t rest = children_in_box(f, corner, level);
  if (f->value == 0) rest &= taken(node);
  for (; rest != 0; rest &= rest - 1) {
    child c = child_of(f, corner, level, grid_lowest_bit(rest));
    if (!is_covered(f, &c)) {
      apply_part(f, node, level, &c);
      continue;
    }
    f->grid->count -= ci_grid_free_slot(f->grid, node, level, c.slot);
    if (f->value == 0) continue;
    node->full |= c.bit;
    node->slots[c.slot].value = f->value;
    f->grid->count += (int64_t)1 << f->dimensions * c.shift;
  }
}

/* ---- Public functions ------------------------------------------------------------------------ */

/* The caller sets `value`. */
static filling begin(collide_grid *grid, const int64_t min[3], const int64_t max[3]) {
  filling f;
  memset(&f, 0, sizeof f);
  f.grid = grid;
  f.dimensions = grid->frame.dimensions;
  grid_place(f.dimensions, min, f.low);
  grid_place(f.dimensions, max, f.high);
  return f;
}

static double cost_of(const filling *f, const grid_need *need) {
  double cells = 1, array = BLOCK_BYTES + 2 * 64 * grid_words(f->dimensions);
  int axis;
  for (axis = 0; axis < f->dimensions; axis++) cells *= (double)(f->high[axis] - f->low[axis]) + 1;
  if (f->value != 0 && cells + (double)f->grid->count >= MOST_CELLS) return HUGE_VAL;
  return need->nodes * NODE_BYTES + need->bricks * BRICK_BYTES + need->arrays * array;
}

double ci_grid_fill_cost(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                         unsigned value) {
  filling f = begin((collide_grid *)grid, min, max); /* the grid is only read */
  grid_need need;
  f.value = value;
  need = find_need(&f);
  return cost_of(&f, &need);
}

int collide_grid_fill(collide_grid *grid, const int64_t min[3], const int64_t max[3],
                      unsigned value) {
  filling f = begin(grid, min, max);
  grid_need need;
  uint64_t corner[3];
  f.value = value;
  need = find_need(&f);
  if (cost_of(&f, &need) > COLLIDE_GRID_FILL_LIMIT) return 0;
  if (!ci_grid_stock_take(grid, &need, &f.stock)) return 0;
  if (value != 0) ci_grid_grow(grid, f.low, f.high, &f.stock);
  if (grid->root == NULL) return 1;
  ci_grid_root_corner(grid, corner);
  apply(&f, grid->root, grid->level, corner);
  grid->changes++; /* also when slots alone were written */
  if (value != 0) grid_widen(grid, min, max);
  if (value == 0) grid_loosen(grid, min, max);
  ci_grid_trim(grid);
  return 1;
}

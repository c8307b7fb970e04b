/* SPDX-License-Identifier: MIT
 *
 * The traversal of a grid's tree. Nodes, bricks and words are blocks with children, and one
 * function visits the children of each.
 */
#include "grid.h"
#include "grid_box.h"
#include "grid_shape.h"
#include "grid_visit.h"

#include <string.h>

typedef struct visit {
  const collide_grid *grid;
  int dimensions;
  uint64_t low[3], high[3]; /* the range */
  grid_visitor *visitor;
} visit;

/* A node of that level, from 1 on; or a brick; or the word `word` of a brick. */
enum { LEVEL_BRICK = 0, LEVEL_WORD = -1 };
typedef struct visit_block {
  int level;
  const grid_node *node;
  const grid_brick *brick;
  unsigned word;
  int shift, bits; /* children have side 2^shift, and 2^bits of them lie along each axis */
} visit_block;

/* The cells of the block of side 2^shift from `corner` on, clipped to the range. */
static void cut(const visit *v, const uint64_t corner[3], int shift, int64_t min[3],
                int64_t max[3]) {
  int axis;
  min[2] = max[2] = 0;
  for (axis = 0; axis < v->dimensions; axis++) {
    uint64_t last = corner[axis] + ((UINT64_C(1) << shift) - 1);
    min[axis] =
        grid_coordinate(v->dimensions, corner[axis] > v->low[axis] ? corner[axis] : v->low[axis]);
    max[axis] = grid_coordinate(v->dimensions, last < v->high[axis] ? last : v->high[axis]);
  }
}

/* ---- Full blocks and cells ------------------------------------------------------------------- */

static double bound_of(const visit *v, const int64_t min[3], const int64_t max[3]) {
  return v->visitor->bound == NULL ? 0 : v->visitor->bound(v->visitor, min, max);
}

/* Gives the cells of a block one by one. Halves it along its longest side until single cells are
 * left, at most 2 * 53 times; the nearer half comes first. */
static int take_single(const visit *v, const int64_t min[3], const int64_t max[3], unsigned value) {
  int64_t middle[2][3];
  double bounds[2];
  int axis, longest = 0, half, i;
  for (axis = 1; axis < v->dimensions; axis++)
    if (max[axis] - min[axis] > max[longest] - min[longest]) longest = axis;
  if (max[longest] == min[longest]) return v->visitor->take(v->visitor, min, max, value);
  memcpy(middle[0], max, sizeof middle[0]);
  memcpy(middle[1], min, sizeof middle[1]);
  middle[0][longest] = min[longest] + (max[longest] - min[longest]) / 2;
  middle[1][longest] = middle[0][longest] + 1;
  bounds[0] = bound_of(v, min, middle[0]);
  bounds[1] = bound_of(v, middle[1], max);
  for (i = 0; i < 2; i++) {
    const int64_t *from, *to;
    half = bounds[1] < bounds[0] ? 1 - i : i;
    from = half == 0 ? min : middle[1];
    to = half == 0 ? middle[0] : max;
    if (v->visitor->bound != NULL && !(bounds[half] <= v->visitor->most)) continue;
    if (v->visitor->enter != NULL && !v->visitor->enter(v->visitor, from, to)) continue;
    v->visitor->at = bounds[half];
    if (take_single(v, from, to, value)) return 1;
  }
  return 0;
}

static int take_full(const visit *v, const uint64_t corner[3], int shift, unsigned value) {
  int64_t min[3], max[3];
  cut(v, corner, shift, min, max);
  if (shift > 0) v->visitor->at = bound_of(v, min, max);
  if (shift > 0 && (v->visitor->is_single || grid_form_of(v->grid, value) != NULL))
    return take_single(v, min, max, value);
  return v->visitor->take(v->visitor, min, max, value);
}

/* ---- Children -------------------------------------------------------------------------------- */

static int visit_children(const visit *v, const visit_block *b, const uint64_t corner[3]);

static visit_block block_of_node(const visit *v, const grid_node *node, int level) {
  visit_block b = {0, NULL, NULL, 0, 0, 0};
  b.level = level;
  b.node = node;
  b.shift = grid_child_shift(v->dimensions, level);
  b.bits = grid_node_bits(v->dimensions);
  return b;
}

/* A brick, or a word of it. */
static visit_block block_of_brick(const visit *v, const grid_brick *brick, int level,
                                  unsigned word) {
  visit_block b = {0, NULL, NULL, 0, 0, 0};
  b.level = level;
  b.brick = brick;
  b.word = word;
  b.shift = level == LEVEL_BRICK ? grid_node_bits(v->dimensions) : 0;
  b.bits = level == LEVEL_BRICK ? 1 : grid_node_bits(v->dimensions);
  return b;
}

static uint64_t children_of(const visit *v, const visit_block *b) {
  int i, words = grid_words(v->dimensions);
  uint64_t children = 0;
  if (b->level == LEVEL_WORD) return b->brick->words[b->word];
  if (b->level != LEVEL_BRICK) return b->node->children | b->node->full;
  for (i = 0; i < words; i++) children |= (uint64_t)(b->brick->words[i] != 0) << i;
  return children;
}

/* A child that is neither full nor a cell. */
static visit_block block_of_child(const visit *v, const visit_block *b, unsigned child) {
  if (b->level == LEVEL_BRICK) return block_of_brick(v, b->brick, LEVEL_WORD, child);
  if (b->level == 1) return block_of_brick(v, b->node->slots[child].brick, LEVEL_BRICK, 0);
  return block_of_node(v, b->node->slots[child].node, b->level - 1);
}

static int visit_child(const visit *v, const visit_block *b, unsigned child, const uint64_t at[3]) {
  visit_block next;
  if (b->level == LEVEL_WORD) return take_full(v, at, 0, grid_brick_get(b->brick, b->word, child));
  if (b->level > LEVEL_BRICK && b->node->full >> child & 1)
    return take_full(v, at, b->shift, b->node->slots[child].value);
  if (v->visitor->enter != NULL) {
    int64_t min[3], max[3];
    cut(v, at, b->shift, min, max);
    if (!v->visitor->enter(v->visitor, min, max)) return 0;
  }
  next = block_of_child(v, b, child);
  return visit_children(v, &next, at);
}

static double child_bound(const visit *v, const visit_block *b, const uint64_t at[3]) {
  int64_t min[3], max[3];
  cut(v, at, b->shift, min, max);
  return v->visitor->bound(v->visitor, min, max);
}

/* Visits the nearest children first. Not inlined: most blocks have a single child in the range and
 * need no array. */
#if defined(__GNUC__)
__attribute__((noinline))
#endif
static int
visit_nearest(const visit *v, const visit_block *b, const uint64_t corner[3], uint64_t rest) {
  double bounds[64];
  uint64_t at[3], left;
  for (left = rest; left != 0; left &= left - 1) {
    unsigned child = grid_lowest_bit(left);
    grid_child_corner(b->bits, corner, b->shift, child, at);
    bounds[child] = child_bound(v, b, at);
    if (!(bounds[child] <= v->visitor->most)) rest &= ~(UINT64_C(1) << child);
  }
  while (rest != 0) {
    unsigned nearest = grid_lowest_bit(rest);
    for (left = rest & (rest - 1); left != 0; left &= left - 1)
      if (bounds[grid_lowest_bit(left)] < bounds[nearest]) nearest = grid_lowest_bit(left);
    if (!(bounds[nearest] <= v->visitor->most)) return 0;
    rest &= ~(UINT64_C(1) << nearest);
    grid_child_corner(b->bits, corner, b->shift, nearest, at);
    v->visitor->at = bounds[nearest];
    if (visit_child(v, b, nearest, at)) return 1;
  }
  return 0;
}

static int visit_children(const visit *v, const visit_block *b, const uint64_t corner[3]) {
  uint64_t at[3], rest = children_of(v, b);
  rest &= grid_box_children(v->dimensions, b->bits, corner, b->shift, v->low, v->high);
  if (v->visitor->bound != NULL && (b->shift == 0 || (rest & (rest - 1)) != 0))
    return visit_nearest(v, b, corner, rest);
  for (; rest != 0; rest &= rest - 1) {
    unsigned child = grid_lowest_bit(rest);
    grid_child_corner(b->bits, corner, b->shift, child, at);
    if (visit_child(v, b, child, at)) return 1;
  }
  return 0;
}

static int is_full(const visit *v, const visit_block *b, const uint64_t corner[3]) {
  uint64_t at[3],
      rest = grid_box_children(v->dimensions, b->bits, corner, b->shift, v->low, v->high);
  if ((rest & ~children_of(v, b)) != 0) return 0;
  if (b->level == LEVEL_WORD) return 1;
  if (b->level > LEVEL_BRICK) rest &= ~b->node->full;
  for (; rest != 0; rest &= rest - 1) {
    unsigned child = grid_lowest_bit(rest);
    visit_block next = block_of_child(v, b, child);
    grid_child_corner(b->bits, corner, b->shift, child, at);
    if (!is_full(v, &next, at)) return 0;
  }
  return 1;
}

int ci_grid_is_full(const collide_grid *grid, const int64_t min[3], const int64_t max[3]) {
  uint64_t corner[3];
  visit_block root;
  visit v;
  int axis;
  if (grid->root == NULL) return 0;
  v.grid = grid;
  v.dimensions = grid->frame.dimensions;
  v.visitor = NULL;
  for (axis = 0; axis < v.dimensions; axis++)
    if (min[axis] < grid->low[axis] || max[axis] > grid->high[axis]) return 0;
  grid_place(v.dimensions, min, v.low);
  grid_place(v.dimensions, max, v.high);
  ci_grid_root_corner(grid, corner);
  root = block_of_node(&v, grid->root, grid->level);
  return is_full(&v, &root, corner);
}

int ci_grid_visit(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                  grid_visitor *visitor) {
  int64_t low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
  uint64_t corner[3];
  visit_block root;
  visit v;
  int axis;
  if (grid->root == NULL) return 0;
  v.grid = grid;
  v.dimensions = grid->frame.dimensions;
  v.visitor = visitor;
  for (axis = 0; axis < v.dimensions; axis++) {
    low[axis] = min[axis] > grid->low[axis] ? min[axis] : grid->low[axis];
    high[axis] = max[axis] < grid->high[axis] ? max[axis] : grid->high[axis];
    if (low[axis] > high[axis]) return 0;
  }
  grid_place(v.dimensions, low, v.low);
  grid_place(v.dimensions, high, v.high);
  ci_grid_root_corner(grid, corner);
  root = block_of_node(&v, grid->root, grid->level);
  return visit_children(&v, &root, corner);
}

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Finds the first cell that is empty in exactly one of two grids. Blocks that are full in both or
 * empty in both are skipped, however large. */

/* The contents of a block: nothing, cells everywhere, a node or a brick. BLOCK_ABOVE: the block
 * contains the root. */
typedef enum block_kind {
  BLOCK_EMPTY,
  BLOCK_FULL,
  BLOCK_NODE,
  BLOCK_BRICK,
  BLOCK_ABOVE
} block_kind;

typedef struct block {
  block_kind kind;
  const collide_grid *grid;
  const grid_node *node;
  const grid_brick *brick;
} block;

typedef struct comparison {
  int dimensions, found;
  uint64_t best[3]; /* the first place so far where they differ */
} comparison;

static int is_before(const uint64_t p[3], const uint64_t q[3]) {
  if (p[2] != q[2]) return p[2] < q[2];
  return p[1] != q[1] ? p[1] < q[1] : p[0] < q[0];
}

/* The block of side 2^shift at a corner; the root must not be larger. */
static block block_above(const collide_grid *grid, int shift, const uint64_t corner[3]) {
  int own = grid_child_shift(grid->frame.dimensions, grid->level + 1), axis;
  uint64_t root[3];
  block b;
  memset(&b, 0, sizeof b);
  b.grid = grid;
  ci_grid_root_corner(grid, root);
  for (axis = 0; axis < 3; axis++)
    if (root[axis] >> shift != corner[axis] >> shift) return b;
  b.kind = own < shift ? BLOCK_ABOVE : BLOCK_NODE;
  b.node = grid->root;
  return b;
}

/* The child in a slot of a block. The child has side 2^shift and this corner. */
static block child_of(const block *of, unsigned slot, int shift, const uint64_t corner[3]) {
  block child = *of;
  const grid_node *node = of->node;
  if (of->kind == BLOCK_ABOVE) return block_above(of->grid, shift, corner);
  if (of->kind != BLOCK_NODE) return child;
  child.kind = BLOCK_EMPTY;
  if (node->full >> slot & 1) {
    child.kind = BLOCK_FULL;
  } else if (node->children >> slot & 1) {
    child.kind = shift == grid_brick_shift(of->grid->frame.dimensions) ? BLOCK_BRICK : BLOCK_NODE;
    if (child.kind == BLOCK_BRICK)
      child.brick = node->slots[slot].brick;
    else
      child.node = node->slots[slot].node;
  }
  return child;
}

static uint64_t word_of(const block *b, unsigned i) {
  if (b->kind == BLOCK_BRICK) return b->brick->words[i];
  return b->kind == BLOCK_FULL ? ~UINT64_C(0) : 0;
}

static void compare_bricks(comparison *c, const block *a, const block *b,
                           const uint64_t corner[3]) {
  int bits = grid_node_bits(c->dimensions);
  unsigned i, words = (unsigned)grid_words(c->dimensions);
  for (i = 0; i < words; i++) {
    uint64_t differ = word_of(a, i) ^ word_of(b, i), at[3];
    if (differ == 0) continue;
    grid_child_corner(1, corner, bits, i, at);
    grid_slot_corner(c->dimensions, at, 0, grid_lowest_bit(differ), at);
    if (c->found && !is_before(at, c->best)) continue;
    memcpy(c->best, at, sizeof at);
    c->found = 1;
  }
}

/* Compares blocks of side 2^shift. Slots are in the order of z, then y, then x. */
static void compare_blocks(comparison *c, const block *a, const block *b, int shift,
                           const uint64_t corner[3]) {
  int bits = grid_node_bits(c->dimensions);
  unsigned slot;
  if (a->kind == b->kind && (a->kind == BLOCK_EMPTY || a->kind == BLOCK_FULL)) return;
  if (c->found && !is_before(corner, c->best)) return;
  if (shift == grid_brick_shift(c->dimensions)) {
    compare_bricks(c, a, b, corner);
    return;
  }
  for (slot = 0; slot < 64; slot++) {
    uint64_t at[3];
    block p, q;
    grid_slot_corner(c->dimensions, corner, shift - bits, slot, at);
    p = child_of(a, slot, shift - bits, at);
    q = child_of(b, slot, shift - bits, at);
    compare_blocks(c, &p, &q, shift - bits, at);
  }
}

static int compare_first(const collide_grid *a, const collide_grid *b) {
  collide_grid_cells p, q;
  int axis = 2;
  collide_grid_cells_begin(&p, NULL, NULL);
  collide_grid_cells_begin(&q, NULL, NULL);
  collide_grid_cells_next(&p, a);
  collide_grid_cells_next(&q, b);
  while (axis > 0 && p.at[axis] == q.at[axis]) axis--;
  return p.at[axis] < q.at[axis] ? -1 : 1;
}

int ci_grid_compare(const collide_grid *a, const collide_grid *b) {
  const collide_grid *large = a->level >= b->level ? a : b;
  comparison c;
  uint64_t corner[3];
  int64_t cell[3];
  block p, q;
  int shift, axis;
  if (a == b || a->root == NULL || b->root == NULL) return (b->root != NULL) - (a->root != NULL);
  memset(&c, 0, sizeof c);
  c.dimensions = a->frame.dimensions;
  shift = grid_child_shift(c.dimensions, large->level + 1);
  ci_grid_root_corner(large, corner);
  p = block_above(a, shift, corner);
  q = block_above(b, shift, corner);
  if (p.kind == BLOCK_EMPTY || q.kind == BLOCK_EMPTY) return compare_first(a, b);
  compare_blocks(&c, &p, &q, shift, corner);
  if (!c.found) return 0;
  for (axis = 0; axis < 3; axis++) cell[axis] = grid_coordinate(c.dimensions, c.best[axis]);
  if (c.dimensions == 2) cell[2] = 0;
  return collide_grid_get(a, cell) != 0 ? -1 : 1;
}

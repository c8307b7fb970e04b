/* SPDX-License-Identifier: MIT */
#include "grid_visit.h"

#include <string.h>

#include "grid_forms.h"

typedef struct visit {
  const collide_grid *grid;
  int dimensions;
  uint64_t low[3], high[3]; /* the range */
  grid_visitor *visitor;
} visit;

/* The block of side 2^shift from `corner` on, cut to the range, in cells. */
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

/* Of the 64 children of side 2^shift, those whose bits are set in *rest and that are to be visited:
 * takes the next one out of *rest and returns its slot, or -1 when none is left. */
static int next_slot(const visit *v, const uint64_t corner[3], int shift, uint64_t *rest) {
  const grid_visitor *visitor = v->visitor;
  double nearest = visitor->most;
  uint64_t bits = *rest;
  int found = -1;
  if (visitor->bound == NULL) {
    if (bits == 0) return -1;
    *rest &= *rest - 1;
    return (int)grid_lowest_bit(bits);
  }
  for (; bits != 0; bits &= bits - 1) {
    unsigned slot = grid_lowest_bit(bits);
    uint64_t at[3];
    int64_t min[3], max[3];
    double bound;
    ci_grid_corner_of(v->dimensions, corner, shift, slot, at);
    cut(v, at, shift, min, max);
    bound = visitor->bound(visitor, min, max);
    if (!(bound <= visitor->most))
      *rest &= ~(UINT64_C(1) << slot);
    else if (found < 0 || bound < nearest) {
      nearest = bound;
      found = (int)slot;
    }
  }
  if (found >= 0) *rest &= ~(UINT64_C(1) << found);
  return found;
}

static double bound_of(const visit *v, const int64_t min[3], const int64_t max[3]) {
  return v->visitor->bound == NULL ? 0 : v->visitor->bound(v->visitor, min, max);
}

/* Gives the cells of a block one by one. It is halved along its longest side until single cells are
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
    half = bounds[1] < bounds[0] ? 1 - i : i;
    if (v->visitor->bound != NULL && !(bounds[half] <= v->visitor->most)) continue;
    if (take_single(v, half == 0 ? min : middle[1], half == 0 ? middle[0] : max, value)) return 1;
  }
  return 0;
}

static int take(const visit *v, const uint64_t corner[3], int shift, unsigned value) {
  int64_t min[3], max[3];
  cut(v, corner, shift, min, max);
  if (shift > 0 && grid_form_of(v->grid, value) != NULL) return take_single(v, min, max, value);
  return v->visitor->take(v->visitor, min, max, value);
}

/* Whether to look into a block of side 2^shift. */
static int enters(const visit *v, const uint64_t corner[3], int shift) {
  int64_t min[3], max[3];
  if (v->visitor->enter == NULL) return 1;
  cut(v, corner, shift, min, max);
  return v->visitor->enter(v->visitor, min, max);
}

/* The block of 64 cells that is word `number` of a brick. */
static int visit_word(const visit *v, const grid_brick *brick, unsigned number,
                      const uint64_t corner[3]) {
  uint64_t rest = brick->words[number];
  int slot;
  rest &= ci_grid_box_mask(v->dimensions, corner, 0, v->low, v->high);
  if (rest == 0 || !enters(v, corner, grid_node_bits(v->dimensions))) return 0;
  while ((slot = next_slot(v, corner, 0, &rest)) >= 0) {
    uint64_t at[3];
    ci_grid_corner_of(v->dimensions, corner, 0, (unsigned)slot, at);
    if (take(v, at, 0, grid_brick_get(brick, number, (unsigned)slot))) return 1;
  }
  return 0;
}

static int visit_brick(const visit *v, const grid_brick *brick, const uint64_t corner[3]) {
  int shift = grid_node_bits(v->dimensions), words = v->dimensions == 3 ? 8 : 4, axis;
  unsigned i;
  for (i = 0; i < (unsigned)words; i++) {
    uint64_t at[3];
    if (brick->words[i] == 0) continue;
    for (axis = 0; axis < 3; axis++) at[axis] = corner[axis] + ((uint64_t)(i >> axis & 1) << shift);
    if (visit_word(v, brick, i, at)) return 1;
  }
  return 0;
}

static int visit_node(const visit *v, const grid_node *node, int level, const uint64_t corner[3]) {
  int shift = grid_child_shift(v->dimensions, level), slot;
  uint64_t rest = node->children | node->full;
  rest &= ci_grid_box_mask(v->dimensions, corner, shift, v->low, v->high);
  while ((slot = next_slot(v, corner, shift, &rest)) >= 0) {
    uint64_t at[3];
    int ended;
    ci_grid_corner_of(v->dimensions, corner, shift, (unsigned)slot, at);
    if (node->full >> slot & 1)
      ended = take(v, at, shift, node->slots[slot].value);
    else if (!enters(v, at, shift))
      continue;
    else if (level == 1)
      ended = visit_brick(v, node->slots[slot].brick, at);
    else
      ended = visit_node(v, node->slots[slot].node, level - 1, at);
    if (ended) return 1;
  }
  return 0;
}

int ci_grid_visit(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                  grid_visitor *visitor) {
  uint64_t corner[3];
  visit v;
  int axis;
  if (grid->root == NULL) return 0;
  v.grid = grid;
  v.dimensions = grid->frame.dimensions;
  v.visitor = visitor;
  for (axis = 0; axis < v.dimensions; axis++)
    if (min[axis] > max[axis]) return 0;
  grid_place(v.dimensions, min, v.low);
  grid_place(v.dimensions, max, v.high);
  ci_grid_root_corner(grid, corner);
  return visit_node(&v, grid->root, grid->level, corner);
}

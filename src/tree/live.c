/* SPDX-License-Identifier: MIT
 *
 * Live trees: memory, and changes of one item. An item is put where the tree grows least, as in
 * Box2D's dynamic tree (Catto, after Bittner et al., "Fast insertion-based optimization of bounding
 * volume hierarchies", 2013). If a branch becomes too deep, for example when members are put in a
 * row, the smallest subtree that is out of balance is built again (Galperin and Rivest, "Scapegoat
 * trees", 1993).
 */
#include "../number/lanes.h"
#include "../number/scalar.h"
#include "live.h"

#include <string.h>

static int32_t take_pair(live_tree *tree);
static void live_set(live_tree *tree, int32_t slot, int32_t child, const tree_box *box);
static void live_free_below(live_tree *t, int32_t child);

/* ---- The items that a box meets -------------------------------------------------------------- */

static int box_meets(const tree_box *b, const double low[3], const double high[3]) {
  return b->low[0] <= high[0] && b->high[0] >= low[0] && b->low[1] <= high[1] &&
         b->high[1] >= low[1] && b->low[2] <= high[2] && b->high[2] >= low[2];
}

int ci_live_scan(const live_tree *tree, const double low[3], const double high[3], live_take take,
                 void *user) {
  double latest = HUGE_VAL;
  int32_t i;
  for (i = 0; i < tree->room; i++)
    if (tree->slots[i] != LIVE_NOWHERE && box_meets(&tree->boxes[i], low, high) &&
        take(user, i, &latest))
      return 1;
  return 0;
}

/* Branches on single comparisons would be mispredicted, so one branch decides for both children and
 * all axes. Without any branch the next child would have to wait for the comparisons. Bit `lane` of
 * `met` is set if that child meets the box. All boxes of a flat tree lie in the plane z = 0. */
int ci_live_box(const live_tree *tree, const double low[3], const double high[3], live_take take,
                void *user) {
  lanes low_x = lanes_same(low[0]), low_y = lanes_same(low[1]), low_z = lanes_same(low[2]);
  lanes high_x = lanes_same(high[0]), high_y = lanes_same(high[1]), high_z = lanes_same(high[2]);
  int32_t stack[LIVE_DEPTH];
  double latest = HUGE_VAL;
  int32_t at = tree->root;
  int count = 0, is_flat = tree->is_flat;
  if (tree->count == 0) return 0;
  if (tree->is_deep) return ci_live_scan(tree, low, high, take, user);
  if (at < 0 && !box_meets(&tree->boxes[~at], low, high)) return 0;
  for (;;) {
    if (at >= 0) {
      const live_pair *p = &tree->pairs[at];
      unsigned met = lanes_meet(lanes_load(p->low[0]), lanes_load(p->high[0]), low_x, high_x) &
                     lanes_meet(lanes_load(p->low[1]), lanes_load(p->high[1]), low_y, high_y);
      if (!is_flat) met &= lanes_meet(lanes_load(p->low[2]), lanes_load(p->high[2]), low_z, high_z);
      if (met & 1) {
        if (met == 3) stack[count++] = p->child[1];
        at = p->child[0];
        continue;
      }
      if (met != 0) {
        at = p->child[1];
        continue;
      }
    } else if (take(user, ~at, &latest)) {
      return 1;
    }
    if (count == 0) return 0;
    at = stack[--count];
  }
}

static double get_extent_of(const tree_box *b, int is_flat) {
  double x = b->high[0] - b->low[0], y = b->high[1] - b->low[1], z = b->high[2] - b->low[2];
  return is_flat ? x + y : x * y + y * z + z * x;
}

/* The surface area heuristic: the expected number of pairs that a line visits. */
static double cost_of(const live_tree *t) {
  tree_box all;
  double sum = 0, whole;
  int32_t i;
  if (t->count < 2) return 0;
  all = live_pair_box(t, t->root);
  whole = get_extent_of(&all, t->is_flat);
  for (i = 0; i < t->used; i++) {
    tree_box b = live_pair_box(t, i);
    sum += get_extent_of(&b, t->is_flat);
  }
  return whole > 0 ? sum / whole : 0;
}

/* ---- By a plan ------------------------------------------------------------------------------- */

/* Gives each inner node of the plan a pair, in `count`. Then children come before their parents. */
static void emit(live_tree *t, int32_t slot, const tree_plan *plan, const int32_t *items) {
  tree_split *nodes = plan->nodes;
  tree_box box;
  int32_t n;
  for (n = 0; n < plan->count; n++)
    if (nodes[n].child > 0) nodes[n].count = take_pair(t);
  for (n = plan->count - 1; n >= 0; n--) {
    int lane;
    if (nodes[n].child == 0) continue;
    for (lane = 0; lane < 2; lane++) {
      const tree_split *below = &nodes[nodes[n].child + lane];
      int32_t item = items[plan->order[below->first]];
      box = below->child > 0 ? live_pair_box(t, below->count) : t->boxes[item];
      live_set(t, 2 * nodes[n].count + lane, below->child > 0 ? below->count : ~item, &box);
    }
    t->pairs[nodes[n].count].height = live_pair_height(t, nodes[n].count);
  }
  if (nodes[0].child > 0) {
    box = live_pair_box(t, nodes[0].count);
    live_set(t, slot, nodes[0].count, &box);
  } else {
    live_set(t, slot, ~items[0], &t->boxes[items[0]]);
  }
}

static int make_plan(live_tree *t, const int32_t *items, int32_t count, int middle_from,
                     tree_plan *plan) {
  size_t size = (size_t)count * sizeof(tree_box);
  tree_box *boxes = (tree_box *)ci_tree_resize(&t->memory, NULL, 0, size);
  tree_rule rule;
  int32_t i;
  int made;
  if (boxes == NULL) return 0;
  rule.least = rule.most = 1;
  rule.middle_from = middle_from;
  rule.is_flat = t->is_flat;
  for (i = 0; i < count; i++) boxes[i] = t->boxes[items[i]];
  made = ci_tree_plan(plan, boxes, count, &rule, &t->memory);
  ci_tree_free(&t->memory, boxes, size);
  return made;
}

/* Builds the subtree in a slot again from its items. If there is not enough memory, returns 0 and
 * does nothing. */
static int live_build_slot(live_tree *tree, int32_t slot, const int32_t *items, int32_t count,
                           int middle_from) {
  tree_plan plan;
  if (!make_plan(tree, items, count, middle_from, &plan)) return 0;
  live_free_below(tree, slot == LIVE_ROOT ? tree->root : tree->pairs[slot >> 1].child[slot & 1]);
  emit(tree, slot, &plan, items);
  ci_tree_plan_free(&plan, 0, &tree->memory);
  tree->is_sorted = 0;
  return 1;
}

int ci_live_build(live_tree *tree, const int32_t *items, int32_t count) {
  tree_plan plan;
  int32_t i;
  if (count > 0 && !make_plan(tree, items, count, TREE_MIDDLE_FROM, &plan)) return 0;
  for (i = 0; i < tree->room; i++) tree->slots[i] = LIVE_NOWHERE;
  tree->used = 0;
  tree->free = -1;
  tree->is_sorted = 1;
  tree->is_deep = 0;
  tree->count = count;
  if (count == 0) return 1;
  emit(tree, LIVE_ROOT, &plan, items);
  ci_tree_plan_free(&plan, 0, &tree->memory);
  tree->built = cost_of(tree);
  return 1;
}

/* ---- All boxes ------------------------------------------------------------------------------- */

/* A tree whose cost has grown by this factor is built again. */
#define WORSE 1.5

/* Refits the box of one lane along the first `axes`. Returns its size, or 0 for an item. */
static inline double refit_lane(live_tree *t, live_pair *p, int lane, int axes) {
  int32_t child = p->child[lane];
  double side[3] = {0, 0, 0};
  int k;
  if (child < 0) {
    const tree_box *box = &t->boxes[~child];
    for (k = 0; k < axes; k++) {
      p->low[k][lane] = box->low[k];
      p->high[k][lane] = box->high[k];
    }
    return 0;
  }
  for (k = 0; k < axes; k++) {
    const live_pair *below = &t->pairs[child];
    double low = lesser(below->low[k][0], below->low[k][1]);
    double high = greater(below->high[k][0], below->high[k][1]);
    p->low[k][lane] = low;
    p->high[k][lane] = high;
    side[k] = high - low;
  }
  if (axes == 2) return side[0] + side[1];
  return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

/* Refits all boxes, children before their parents. Returns the cost as cost_of, except for
 * rounding.
 */
static inline double refit(live_tree *t, int axes) {
  double sum = 0, whole;
  tree_box all;
  int32_t n;
  for (n = t->used - 1; n >= 0; n--) {
    live_pair *p = &t->pairs[n];
    sum += refit_lane(t, p, 0, axes) + refit_lane(t, p, 1, axes);
  }
  if (t->count < 2) return 0;
  all = live_pair_box(t, t->root);
  whole = get_extent_of(&all, t->is_flat);
  return whole > 0 ? (sum + whole) / whole : 0;
}

int ci_live_refit(live_tree *tree) {
  double cost;
  if (!tree->is_sorted) return 0;
  cost = tree->is_flat ? refit(tree, 2) : refit(tree, 3);
  return cost <= WORSE * tree->built;
}
/* ---- Memory ---------------------------------------------------------------------------------- */

void ci_live_begin(live_tree *tree, int is_flat, const tree_memory *memory) {
  memset(tree, 0, sizeof *tree);
  tree->memory = *memory;
  tree->is_flat = is_flat;
  tree->free = -1;
  tree->is_sorted = 1;
}

static void free_arrays(live_tree *t) {
  size_t room = (size_t)t->room;
  ci_tree_free(&t->memory, t->pairs, room * sizeof *t->pairs);
  ci_tree_free(&t->memory, t->boxes, room * sizeof *t->boxes);
  ci_tree_free(&t->memory, t->slots, room * sizeof *t->slots);
}

void ci_live_end(live_tree *tree) {
  free_arrays(tree);
  tree->pairs = NULL;
  tree->boxes = NULL;
  tree->slots = NULL;
  tree->room = tree->count = 0;
}

int ci_live_reserve(live_tree *tree, int32_t room) {
  live_tree more = *tree;
  int32_t i, old = tree->room;
  size_t size = (size_t)room;
  if (room <= old) return 1;
  more.room = room;
  more.pairs = (live_pair *)ci_tree_resize(&tree->memory, NULL, 0, size * sizeof *more.pairs);
  more.boxes = (tree_box *)ci_tree_resize(&tree->memory, NULL, 0, size * sizeof *more.boxes);
  more.slots = (int32_t *)ci_tree_resize(&tree->memory, NULL, 0, size * sizeof *more.slots);
  if (more.pairs == NULL || more.boxes == NULL || more.slots == NULL) {
    free_arrays(&more);
    return 0;
  }
  if (old > 0) {
    memcpy(more.pairs, tree->pairs, (size_t)old * sizeof *more.pairs);
    memcpy(more.boxes, tree->boxes, (size_t)old * sizeof *more.boxes);
    memcpy(more.slots, tree->slots, (size_t)old * sizeof *more.slots);
  }
  for (i = old; i < room; i++) more.slots[i] = LIVE_NOWHERE;
  free_arrays(tree);
  *tree = more;
  return 1;
}

static int32_t take_pair(live_tree *tree) {
  int32_t pair = tree->free;
  if (pair < 0) return tree->used++;
  tree->free = tree->pairs[pair].height;
  return pair;
}

static void live_free_pair(live_tree *tree, int32_t pair) {
  tree->pairs[pair].height = tree->free;
  tree->free = pair;
}

/* ---- Slots ----------------------------------------------------------------------------------- */

/* Puts a child into a slot; `box` is NULL for LIVE_ROOT. */
static void live_set(live_tree *tree, int32_t slot, int32_t child, const tree_box *box) {
  int k;
  if (slot == LIVE_ROOT) {
    tree->root = child;
  } else {
    live_pair *p = &tree->pairs[slot >> 1];
    p->child[slot & 1] = child;
    for (k = 0; k < 3; k++) {
      p->low[k][slot & 1] = box->low[k];
      p->high[k][slot & 1] = box->high[k];
    }
  }
  if (child < 0)
    tree->slots[~child] = slot;
  else
    tree->pairs[child].parent = slot;
}

static int32_t child_of(const live_tree *t, int32_t slot) {
  return slot == LIVE_ROOT ? t->root : t->pairs[slot >> 1].child[slot & 1];
}

static tree_box child_box(const live_tree *t, int32_t child) {
  return child < 0 ? t->boxes[~child] : live_pair_box(t, child);
}

/* Refits the height of a pair, and the boxes and heights above it, as far as they change. */
static void refit_above(live_tree *t, int32_t pair) {
  for (;;) {
    int32_t slot = t->pairs[pair].parent, height = live_pair_height(t, pair);
    int same = t->pairs[pair].height == height;
    tree_box box, before;
    t->pairs[pair].height = height;
    if (slot == LIVE_ROOT) return;
    box = live_pair_box(t, pair);
    before = live_box_of(t, slot);
    if (same && memcmp(&box, &before, sizeof box) == 0) return;
    live_set(t, slot, pair, &box);
    pair = slot >> 1;
  }
}

/* ---- Putting in ------------------------------------------------------------------------------ */

/* Good for two and three dimensions, and for boxes that are flat or points. */
static double size_of(const tree_box *b) {
  return (b->high[0] - b->low[0]) + (b->high[1] - b->low[1]) + (b->high[2] - b->low[2]);
}

static double size_with(const tree_box *a, const tree_box *b) {
  tree_box both = live_unite(a, b);
  return size_of(&both);
}

/* A new item gets a neighbour of at most this height. So a branch becomes deep only where there are
 * many items, and their number pays for building that part again. */
enum { LOW = 2 };

/* The slot whose child becomes the new box's sibling. The cost of a place is the size of the new
 * pair plus the growth of the boxes above. On a tie the search descends into the lower child. */
static int32_t find_place(const live_tree *t, const tree_box *box) {
  tree_box whole = child_box(t, t->root);
  int32_t at = LIVE_ROOT, best = LIVE_ROOT;
  double least = HUGE_VAL, grown = size_with(&whole, box) - size_of(&whole);
  if (live_height(t, t->root) <= LOW) least = size_with(&whole, box);
  while (child_of(t, at) >= 0) {
    int32_t pair = child_of(t, at), next = LIVE_ROOT;
    double bound = HUGE_VAL, more = 0;
    int lane;
    for (lane = 0; lane < 2; lane++) {
      tree_box b = live_box_of(t, 2 * pair + lane);
      int32_t child = t->pairs[pair].child[lane], height = live_height(t, child);
      double with = size_with(&b, box), growth = with - size_of(&b);
      if (height <= LOW && grown + with < least) {
        least = grown + with;
        best = 2 * pair + lane;
      }
      if (child < 0 || grown + growth > bound) continue;
      if (grown + growth == bound && height >= live_height(t, t->pairs[pair].child[0])) continue;
      bound = grown + growth;
      more = growth;
      next = 2 * pair + lane;
    }
    if (next == LIVE_ROOT || bound + size_of(box) >= least) break;
    grown += more;
    at = next;
  }
  return best;
}

static int logarithm(int32_t count) {
  int bits = 0;
  while (count > 0) {
    bits++;
    count >>= 1;
  }
  return bits;
}

/* Returns the number of items below a child, and writes them if `items` is not NULL. Frees the
 * pairs if `frees` is not 0. The walk goes back by parents, so it needs no stack. */
static int32_t walk_below(live_tree *t, int32_t child, int32_t *items, int frees) {
  int32_t count = 0, top, slot;
  if (child < 0) {
    if (items != NULL) items[0] = ~child;
    return 1;
  }
  top = t->pairs[child].parent;
  slot = 2 * child;
  for (;;) {
    int32_t c = t->pairs[slot >> 1].child[slot & 1];
    if (c >= 0) {
      slot = 2 * c;
      continue;
    }
    if (items != NULL) items[count] = ~c;
    count++;
    while (slot & 1) {
      int32_t done = slot >> 1;
      slot = t->pairs[done].parent;
      if (frees) live_free_pair(t, done);
      if (slot == top) return count;
    }
    slot |= 1;
  }
}

/* Frees a child and the pairs below it. */
static void live_free_below(live_tree *t, int32_t child) {
  walk_below(t, child, NULL, 1);
}

static int build_again(live_tree *t, int32_t slot, int32_t count) {
  size_t size = (size_t)count * sizeof(int32_t);
  int32_t *items = (int32_t *)ci_tree_resize(&t->memory, NULL, 0, size);
  int32_t child = child_of(t, slot);
  int built = 0;
  if (items != NULL) {
    walk_below(t, child, items, 0);
    built = live_build_slot(t, slot, items, count, 8 + logarithm(count) / 2);
  }
  ci_tree_free(&t->memory, items, size);
  return built;
}

/* The slot of the item at the end of a longest branch. */
static int32_t deepest(const live_tree *t) {
  int32_t at = t->root, slot = LIVE_ROOT;
  while (at >= 0) {
    const live_pair *p = &t->pairs[at];
    slot = 2 * at + (live_height(t, p->child[1]) > live_height(t, p->child[0]));
    at = p->child[slot & 1];
  }
  return slot;
}

/* In a tree deeper than LIVE_SLACK + 2 log n, there is a subtree above the deepest item that has n
 * items and is deeper than 16 + 2 log n. It is built again, with a depth of at most 8 + 1.5 log n.
 * */
static void balance(live_tree *t) {
  int32_t height = live_height(t, t->root);
  int limit = LIVE_SLACK + 2 * logarithm(t->count);
  while (height > limit) {
    int32_t count = 1, at = deepest(t);
    int levels = 0;
    while (at != LIVE_ROOT) {
      count += walk_below(t, child_of(t, at ^ 1), NULL, 0);
      at = t->pairs[at >> 1].parent;
      if (++levels > 16 + 2 * logarithm(count)) break;
    }
    if (!build_again(t, at, count)) break;
    if (at != LIVE_ROOT) refit_above(t, at >> 1);
    height = live_height(t, t->root);
  }
  if (height > LIVE_DEPTH - 2) t->is_deep = 1;
}

void ci_live_put(live_tree *tree, int32_t item, const tree_box *box) {
  int32_t slot, pair, child;
  tree_box beside;
  tree->boxes[item] = *box;
  if (tree->count++ == 0) {
    live_set(tree, LIVE_ROOT, ~item, NULL);
    return;
  }
  slot = find_place(tree, box);
  child = child_of(tree, slot);
  beside = child_box(tree, child);
  pair = take_pair(tree);
  live_set(tree, 2 * pair, child, &beside);
  live_set(tree, 2 * pair + 1, ~item, box);
  beside = live_unite(&beside, box);
  tree->pairs[pair].height = live_pair_height(tree, pair);
  live_set(tree, slot, pair, &beside);
  if (slot != LIVE_ROOT) refit_above(tree, slot >> 1);
  tree->is_sorted = 0;
  balance(tree);
}

/* ---- Taking out, moving ---------------------------------------------------------------------- */

void ci_live_remove(live_tree *tree, int32_t item) {
  int32_t slot = tree->slots[item];
  tree->slots[item] = LIVE_NOWHERE;
  tree->count--;
  if (slot != LIVE_ROOT) {
    int32_t pair = slot >> 1, above = tree->pairs[pair].parent;
    int32_t other = tree->pairs[pair].child[(slot & 1) ^ 1];
    tree_box box = live_box_of(tree, slot ^ 1);
    live_set(tree, above, other, &box);
    live_free_pair(tree, pair);
    if (above != LIVE_ROOT) refit_above(tree, above >> 1);
  }
  if (tree->count == 0) {
    tree->used = 0;
    tree->free = -1;
    tree->is_sorted = 1;
    tree->is_deep = 0;
  }
}

static int meet(const tree_box *a, const tree_box *b) {
  int k;
  for (k = 0; k < 3; k++)
    if (a->low[k] > b->high[k] || a->high[k] < b->low[k]) return 0;
  return 1;
}

/* After a small step the item keeps its place in the tree. */
void ci_live_move(live_tree *tree, int32_t item, const tree_box *box) {
  int32_t slot = tree->slots[item];
  tree_box beside;
  if (slot != LIVE_ROOT) beside = live_box_of(tree, slot ^ 1);
  if (slot != LIVE_ROOT && !meet(&tree->boxes[item], box) && !meet(&beside, box)) {
    ci_live_remove(tree, item);
    ci_live_put(tree, item, box);
    return;
  }
  tree->boxes[item] = *box;
  live_set(tree, slot, ~item, box);
  if (slot != LIVE_ROOT) refit_above(tree, slot >> 1);
}

void ci_live_rename(live_tree *tree, int32_t item, int32_t other) {
  int32_t slot = tree->slots[item];
  tree->slots[item] = LIVE_NOWHERE;
  tree->boxes[other] = tree->boxes[item];
  live_set(tree, slot, ~other, &tree->boxes[other]);
}

/* SPDX-License-Identifier: MIT
 *
 * Live trees: builds a tree or a subtree by a plan, and refits all boxes.
 */
#include "live.h"
#include "../number/scalar.h"

static double size_of(const tree_box *b, int is_flat) {
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
  whole = size_of(&all, t->is_flat);
  for (i = 0; i < t->used; i++) {
    tree_box b = live_pair_box(t, i);
    sum += size_of(&b, t->is_flat);
  }
  return whole > 0 ? sum / whole : 0;
}

/* ---- By a plan --------------------------------------------------------------------------- */

/* Gives each inner node of the plan a pair, in `count`. Then children come before their parents. */
static void emit(live_tree *t, int32_t slot, const tree_plan *plan, const int32_t *items) {
  tree_split *nodes = plan->nodes;
  tree_box box;
  int32_t n;
  for (n = 0; n < plan->count; n++)
    if (nodes[n].child > 0) nodes[n].count = ci_live_take_pair(t);
  for (n = plan->count - 1; n >= 0; n--) {
    int lane;
    if (nodes[n].child == 0) continue;
    for (lane = 0; lane < 2; lane++) {
      const tree_split *below = &nodes[nodes[n].child + lane];
      int32_t item = items[plan->order[below->first]];
      box = below->child > 0 ? live_pair_box(t, below->count) : t->boxes[item];
      ci_live_set(t, 2 * nodes[n].count + lane, below->child > 0 ? below->count : ~item, &box);
    }
    t->pairs[nodes[n].count].height = live_pair_height(t, nodes[n].count);
  }
  if (nodes[0].child > 0) {
    box = live_pair_box(t, nodes[0].count);
    ci_live_set(t, slot, nodes[0].count, &box);
  } else {
    ci_live_set(t, slot, ~items[0], &t->boxes[items[0]]);
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

int ci_live_build_slot(live_tree *tree, int32_t slot, const int32_t *items, int32_t count,
                       int middle_from) {
  tree_plan plan;
  if (!make_plan(tree, items, count, middle_from, &plan)) return 0;
  ci_live_free_below(tree, slot == LIVE_ROOT ? tree->root : tree->pairs[slot >> 1].child[slot & 1]);
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

/* ---- All boxes ----------------------------------------------------------------------- */

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
  whole = size_of(&all, t->is_flat);
  return whole > 0 ? (sum + whole) / whole : 0;
}

int ci_live_refit(live_tree *tree) {
  double cost;
  if (!tree->is_sorted) return 0;
  cost = tree->is_flat ? refit(tree, 2) : refit(tree, 3);
  return cost <= WORSE * tree->built;
}

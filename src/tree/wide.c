/* SPDX-License-Identifier: MIT
 *
 * Wide trees: made once from a plan, four children a node (Dammertz, Hanika and Keller, "Shallow
 * bounding volume hierarchies for fast SIMD ray tracing of incoherent rays", 2008).
 */
#include "tree.h"

#include <string.h>

#define NOWHERE 1e30f

/* Float boxes are relative to the tree's box. A coordinate x there is at most 1: it was rounded to
 * double with an error of at most 2 * 2^-53, and to float with 2^-24 |x|; 2^-23 |x| + 2^-50 and the
 * rounding of that sum are more. */
static void round_out(const wide_tree *t, const tree_box *b, float low[3], float high[3]) {
  int k;
  for (k = 0; k < 3; k++) {
    double x = (b->low[k] - t->center[k]) * t->scale, y = (b->high[k] - t->center[k]) * t->scale;
    low[k] = (float)(x - fabs(x) * 1.1920928955078125e-7 - 8.881784197001252e-16);
    high[k] = (float)(y + fabs(y) * 1.1920928955078125e-7 + 8.881784197001252e-16);
  }
}

typedef struct small_box {
  float low[3], high[3];
} small_box;

static void unite(small_box *to, const small_box *from) {
  int k;
  for (k = 0; k < 3; k++) {
    if (from->low[k] < to->low[k]) to->low[k] = from->low[k];
    if (from->high[k] > to->high[k]) to->high[k] = from->high[k];
  }
}

/* Children stand behind their parents. */
static void bound_nodes(const wide_tree *t, const tree_plan *plan, const tree_box *boxes,
                        small_box *bounds) {
  int32_t i, n;
  for (n = plan->count - 1; n >= 0; n--) {
    const tree_split *node = &plan->nodes[n];
    if (node->child > 0) {
      bounds[n] = bounds[node->child];
      unite(&bounds[n], &bounds[node->child + 1]);
      continue;
    }
    for (i = 0; i < node->count; i++) {
      small_box b;
      round_out(t, &boxes[plan->order[node->first + i]], b.low, b.high);
      if (i == 0)
        bounds[n] = b;
      else
        unite(&bounds[n], &b);
    }
  }
}

static void place(wide_tree *t, const tree_box *boxes, int32_t items) {
  double size = 0;
  int32_t i;
  int k, exponent;
  t->box = boxes[0];
  for (i = 1; i < items; i++) {
    for (k = 0; k < 3; k++) {
      if (boxes[i].low[k] < t->box.low[k]) t->box.low[k] = boxes[i].low[k];
      if (boxes[i].high[k] > t->box.high[k]) t->box.high[k] = boxes[i].high[k];
    }
  }
  for (k = 0; k < 3; k++) {
    double half;
    t->center[k] = 0.5 * t->box.low[k] + 0.5 * t->box.high[k];
    half = t->box.high[k] - t->center[k];
    if (half > size) size = half;
    half = t->center[k] - t->box.low[k];
    if (half > size) size = half;
  }
  (void)frexp(size, &exponent);
  if (exponent < -900) exponent = -900;
  t->scale = ldexp(1, -exponent);
}

static float area_of(const small_box *b) {
  float x = b->high[0] - b->low[0], y = b->high[1] - b->low[1], z = b->high[2] - b->low[2];
  return x * y + y * z + z * x;
}

/* Opens the largest of the children until there are four. */
static int gather(const tree_plan *plan, const small_box *bounds, int32_t at, int32_t lanes[4]) {
  int i, count = 1;
  lanes[0] = at;
  while (count < 4) {
    int best = -1;
    for (i = 0; i < count; i++) {
      if (plan->nodes[lanes[i]].child == 0) continue;
      if (best < 0 || area_of(&bounds[lanes[i]]) > area_of(&bounds[lanes[best]])) best = i;
    }
    if (best < 0) break;
    lanes[count++] = plan->nodes[lanes[best]].child + 1;
    lanes[best] = plan->nodes[lanes[best]].child;
  }
  return count;
}

/* wide.child holds the plan's node until it is its turn. */
static void fill(wide_tree *t, const tree_plan *plan, const small_box *bounds, int32_t *from) {
  int32_t n;
  t->count = 1;
  from[0] = 0;
  for (n = 0; n < t->count; n++) {
    wide_node *node = &t->nodes[n];
    int32_t lanes[4];
    int i, k, count = gather(plan, bounds, from[n], lanes);
    for (i = 0; i < 4; i++) {
      const small_box *b = i < count ? &bounds[lanes[i]] : NULL;
      for (k = 0; k < 3; k++) {
        node->low[k][i] = b != NULL ? b->low[k] : NOWHERE;
        node->high[k][i] = b != NULL ? b->high[k] : -NOWHERE;
      }
      node->child[i] = -1;
      if (b == NULL) continue;
      if (plan->nodes[lanes[i]].child == 0) {
        const tree_split *leaf = &plan->nodes[lanes[i]];
        node->child[i] = ~(leaf->first << WIDE_LEAF_BITS | (leaf->count - 1));
      } else {
        from[t->count] = lanes[i];
        node->child[i] = t->count++;
      }
    }
  }
}

int ci_wide_make(wide_tree *tree, const tree_plan *plan, const tree_box *boxes,
                 const tree_memory *memory) {
  size_t count = (size_t)plan->count, room = count / 2 + 1; /* inner nodes, and the root */
  size_t bounds_size = count * sizeof(small_box), from_size = room * sizeof(int32_t);
  small_box *bounds = (small_box *)ci_tree_resize(memory, NULL, 0, bounds_size);
  int32_t *from = (int32_t *)ci_tree_resize(memory, NULL, 0, from_size);
  int made = 0;
  memset(tree, 0, sizeof *tree);
  tree->items = plan->items;
  tree->nodes = (wide_node *)ci_tree_resize(memory, NULL, 0, room * sizeof *tree->nodes);
  if (bounds != NULL && from != NULL && tree->nodes != NULL) {
    wide_node *less;
    size_t size;
    place(tree, boxes, plan->items);
    bound_nodes(tree, plan, boxes, bounds);
    fill(tree, plan, bounds, from);
    size = (size_t)tree->count * sizeof *tree->nodes;
    less = (wide_node *)ci_tree_resize(memory, tree->nodes, room * sizeof *tree->nodes, size);
    made = less != NULL;
    if (made) tree->nodes = less;
  }
  if (!made) {
    ci_tree_free(memory, tree->nodes, room * sizeof *tree->nodes);
    tree->nodes = NULL;
  }
  ci_tree_free(memory, from, from_size);
  ci_tree_free(memory, bounds, bounds_size);
  return made;
}

void ci_wide_free(wide_tree *tree, const tree_memory *memory) {
  ci_tree_free(memory, tree->nodes, (size_t)tree->count * sizeof *tree->nodes);
  tree->nodes = NULL;
}

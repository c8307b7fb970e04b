/* SPDX-License-Identifier: MIT
 *
 * Wide trees: made once from a plan, eight children a node (Dammertz, Hanika and Keller, "Shallow
 * bounding volume hierarchies for fast SIMD ray tracing of incoherent rays", 2008).
 */
#include "tree.h"

#include <string.h>

#define NOWHERE 1e30f

/* Float boxes are relative to the tree's box. A coordinate x there is at most 1. Rounding it to
 * double errs by at most 2 * 2^-53, and to float by 2^-24 |x|. 2^-23 |x| + 2^-50 exceeds both
 * errors and the rounding of that sum. */
static void round_out(const wide_tree *t, const tree_box *b, float low[3], float high[3]) {
  int k;
  for (k = 0; k < 3; k++) {
    double x = (b->low[k] - t->center[k]) * t->scale, y = (b->high[k] - t->center[k]) * t->scale;
    low[k] = (float)(x - fabs(x) * 1.1920928955078125e-7 - 8.881784197001252e-16);
    high[k] = (float)(y + fabs(y) * 1.1920928955078125e-7 + 8.881784197001252e-16);
  }
}

/* The box of a plan's node, and the number of leaves below it; 1 for a leaf. */
typedef struct small_box {
  float low[3], high[3];
  int32_t leaves;
} small_box;

static void unite(small_box *to, const small_box *from) {
  int k;
  for (k = 0; k < 3; k++) {
    if (from->low[k] < to->low[k]) to->low[k] = from->low[k];
    if (from->high[k] > to->high[k]) to->high[k] = from->high[k];
  }
}

/* The number of boxes. A binary tree has one leaf more than inner nodes. */
static int32_t boxes_of(const tree_plan *plan) {
  return plan->order != NULL ? plan->items : (plan->count + 1) / 2;
}

/* Children come after their parents. */
static void bound_nodes(const wide_tree *t, const tree_plan *plan, const tree_box *boxes,
                        small_box *bounds) {
  int32_t i, n, leaf = boxes_of(plan);
  for (n = plan->count - 1; n >= 0; n--) {
    const tree_split *node = &plan->nodes[n];
    if (node->child > 0) {
      bounds[n] = bounds[node->child];
      unite(&bounds[n], &bounds[node->child + 1]);
      bounds[n].leaves += bounds[node->child + 1].leaves;
      continue;
    }
    if (plan->order == NULL) {
      round_out(t, &boxes[--leaf], bounds[n].low, bounds[n].high);
      bounds[n].leaves = 1;
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
    bounds[n].leaves = 1;
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

/* Returns the index of the child to open next, or -1. Children with too many leaves for one node
 * come first, the largest first. Then come those whose leaves all fit here, the smallest first,
 * because each saves a node. */
static int choose(const small_box *bounds, const int32_t lanes[], int count) {
  int32_t room = WIDE_LANES - count + 1, least = WIDE_LANES + 1;
  float most = -1;
  int i, best = -1;
  for (i = 0; i < count; i++) {
    const small_box *b = &bounds[lanes[i]];
    if (b->leaves > WIDE_LANES) {
      float area = area_of(b);
      if (!(area > most)) continue;
      most = area;
      best = i;
      least = 0; /* from now on only such children count */
    } else if (b->leaves > 1 && b->leaves <= room && b->leaves < least) {
      least = b->leaves;
      best = i;
    }
  }
  return best;
}

/* Finds the children of a node: opens nodes of the plan until all lanes are used. */
static int gather(const tree_plan *plan, const small_box *bounds, int32_t at,
                  int32_t lanes[WIDE_LANES]) {
  int count = 1;
  lanes[0] = at;
  while (count < WIDE_LANES) {
    int best = choose(bounds, lanes, count);
    int32_t child;
    if (best < 0) break;
    child = plan->nodes[lanes[best]].child;
    lanes[best] = child;
    lanes[count++] = child + 1;
  }
  return count;
}

static void set_bound(wide_node *node, int lane, const small_box *b) {
  int k;
  for (k = 0; k < 3; k++) {
    node->bound[WIDE_LOW(k)][lane] = b != NULL ? b->low[k] : NOWHERE;
    node->bound[WIDE_HIGH(k)][lane] = b != NULL ? b->high[k] : -NOWHERE;
  }
}

/* A node that waits to be filled, and its node of the plan. For every node on a path from the root
 * at most WIDE_LANES - 1 children wait, besides the child on the path. */
typedef struct pending {
  int32_t node, of;
} pending;

enum { PENDING = (WIDE_LANES - 1) * TREE_DEPTH + 1 };

/* Children of a node are adjacent, and the nodes below each child are consecutive. So the nodes
 * that a line visits lie on few pages. */
static void fill(wide_tree *t, const tree_plan *plan, const small_box *bounds) {
  pending waiting[PENDING];
  int waits = 1;
  t->count = 1;
  waiting[0].node = waiting[0].of = 0;
  while (waits > 0) {
    pending at = waiting[--waits];
    wide_node *node = &t->nodes[at.node];
    int32_t lanes[WIDE_LANES];
    int i, count = gather(plan, bounds, at.of, lanes);
    memset(node, 0, sizeof *node);
    for (i = 0; i < WIDE_LANES; i++) {
      set_bound(node, i, i < count ? &bounds[lanes[i]] : NULL);
      node->child[i] = -1;
      if (i >= count) continue;
      if (plan->nodes[lanes[i]].child == 0) {
        const tree_split *leaf = &plan->nodes[lanes[i]];
        node->child[i] = ~(leaf->first << WIDE_LEAF_BITS | (leaf->count - 1));
      } else {
        waiting[waits].of = lanes[i];
        waiting[waits++].node = node->child[i] = t->count++;
      }
    }
  }
}

static wide_node *align(void *block) {
  uintptr_t at = (uintptr_t)block, step = WIDE_ALIGNED;
  return (wide_node *)(void *)((char *)block + (step - at % step) % step);
}

/* The number of nodes that fill() takes: the same traversal, without writing. */
static int32_t count_nodes(const tree_plan *plan, const small_box *bounds) {
  int32_t waiting[PENDING], count = 0;
  int waits = 1;
  waiting[0] = 0;
  while (waits > 0) {
    int32_t lanes[WIDE_LANES];
    int i, found = gather(plan, bounds, waiting[--waits], lanes);
    count++;
    for (i = 0; i < found; i++)
      if (plan->nodes[lanes[i]].child != 0) waiting[waits++] = lanes[i];
  }
  return count;
}

int ci_wide_make(wide_tree *tree, const tree_plan *plan, const tree_box *boxes,
                 const tree_memory *memory) {
  size_t bounds_size = (size_t)plan->count * sizeof(small_box);
  small_box *bounds = (small_box *)ci_tree_resize(memory, NULL, 0, bounds_size);
  memset(tree, 0, sizeof *tree);
  tree->items = plan->items;
  if (bounds == NULL) return 0;
  place(tree, boxes, boxes_of(plan));
  bound_nodes(tree, plan, boxes, bounds);
  tree->count = count_nodes(plan, bounds);
  tree->block = ci_tree_resize(memory, NULL, 0, ci_wide_bytes(tree));
  if (tree->block != NULL) {
    tree->nodes = align(tree->block);
    fill(tree, plan, bounds);
  }
  ci_tree_free(memory, bounds, bounds_size);
  return tree->block != NULL;
}

int ci_wide_leaf(const wide_node *node, int lane, int32_t *first, int32_t *count) {
  int32_t code = ~node->child[lane];
  if (code < 0 || !(node->bound[WIDE_LOW(0)][lane] <= node->bound[WIDE_HIGH(0)][lane])) return 0;
  *first = code >> WIDE_LEAF_BITS;
  *count = (code & (WIDE_LEAF_MOST - 1)) + 1;
  return 1;
}

size_t ci_wide_bytes(const wide_tree *tree) {
  return (size_t)tree->count * sizeof *tree->nodes + WIDE_ALIGNED;
}

void ci_wide_free(wide_tree *tree, const tree_memory *memory) {
  ci_tree_free(memory, tree->block, ci_wide_bytes(tree));
  tree->nodes = NULL;
  tree->block = NULL;
}

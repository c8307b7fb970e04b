/* SPDX-License-Identifier: MIT
 *
 * Plans: a binary tree over boxes, from the top down. The surface area heuristic chooses the cut of
 * each node among the cuts between a few bins along each axis (Wald, "On fast construction of
 * SAH-based bounding volume hierarchies", 2007). These numbers affect only the quality of a tree,
 * so they are floats, relative to an anchor: the centre and size of a node. A node that has become
 * much smaller than its anchor gets its own. So distant clusters are cut as well as near ones.
 */
#include "tree.h"

#include <stdlib.h>
#include <string.h>

#include "../number/quad.h"

enum { BINS = 8, STACK = TREE_DEPTH + 2 };
#define ANCHOR_LEAST 9.765625e-4f /* 2^-10 */
#define NODE_COST 1.0f            /* of a visit, in units of the test of an item */

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *default_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

tree_memory ci_tree_memory(collide_alloc alloc, void *user) {
  tree_memory memory;
  memory.alloc = alloc != NULL ? alloc : default_alloc;
  memory.user = user;
  return memory;
}

void *ci_tree_resize(const tree_memory *memory, void *block, size_t from, size_t to) {
  return memory->alloc(memory->user, block, from, to);
}

void ci_tree_free(const tree_memory *memory, void *block, size_t size) {
  if (block != NULL) memory->alloc(memory->user, block, size, 0);
}

/* ---- Items ----------------------------------------------------------------------------------- */

/* A box relative to the anchor. The fourth float of a quad is unused. A bit in it makes it a normal
 * float, because arithmetic on subnormal floats is slow. */
typedef struct item {
  float low[3];
  int32_t mark; /* the number, and NORMAL */
  float high[3];
  int32_t unused;
} item;

#define NORMAL 0x40000000

static inline int32_t number_of(const item *i) {
  return i->mark & ~NORMAL;
}

typedef struct builder {
  const tree_box *boxes;
  item *items;
  tree_plan *plan;
  tree_rule rule;
} builder;

typedef struct extent {
  float low[4], high[4];
} extent;

/* Twice the centre. */
static inline quad center_of(const item *i) {
  return quad_add(quad_load(i->low), quad_load(i->high));
}

static void anchor_items(item *items, int32_t count, const tree_box *boxes) {
  double low[3], high[3], center[3], size = 0, scale;
  int32_t i;
  int k, exponent;
  for (k = 0; k < 3; k++) {
    low[k] = boxes[number_of(&items[0])].low[k];
    high[k] = boxes[number_of(&items[0])].high[k];
  }
  for (i = 1; i < count; i++) {
    const tree_box *b = &boxes[number_of(&items[i])];
    for (k = 0; k < 3; k++) {
      if (b->low[k] < low[k]) low[k] = b->low[k];
      if (b->high[k] > high[k]) high[k] = b->high[k];
    }
  }
  for (k = 0; k < 3; k++) {
    center[k] = 0.5 * low[k] + 0.5 * high[k];
    if (0.5 * high[k] - 0.5 * low[k] > size) size = 0.5 * high[k] - 0.5 * low[k];
  }
  (void)frexp(size, &exponent);
  if (exponent < -1000) exponent = -1000;
  scale = ldexp(1, -exponent);
  for (i = 0; i < count; i++) {
    const tree_box *b = &boxes[number_of(&items[i])];
    for (k = 0; k < 3; k++) {
      items[i].low[k] = (float)((b->low[k] - center[k]) * scale);
      items[i].high[k] = (float)((b->high[k] - center[k]) * scale);
    }
  }
}

static void measure_centers(const item *items, int32_t count, extent *e) {
  quad low = center_of(&items[0]), high = low;
  int32_t i;
  for (i = 1; i < count; i++) {
    quad c = center_of(&items[i]);
    low = quad_min(low, c);
    high = quad_max(high, c);
  }
  quad_store(e->low, low);
  quad_store(e->high, high);
}

static float widest_of(const extent *e) {
  float most = 0;
  int k;
  for (k = 0; k < 3; k++)
    if (e->high[k] - e->low[k] > most) most = e->high[k] - e->low[k];
  return most;
}

/* ---- Bins ------------------------------------------------------------------------------------ */

/* Bin of a centre c: (c - base) * scale, rounded down, at most BINS - 1. An axis along which all
 * centres are the same has scale 0. */
typedef struct binning {
  float base[4], scale[4];
} binning;

typedef struct bins {
  extent box[3][BINS];
  int32_t count[3][BINS];
} bins;

static void begin_binning(binning *b, const extent *centers) {
  int k;
  for (k = 0; k < 3; k++) {
    float width = centers->high[k] - centers->low[k];
    b->base[k] = centers->low[k];
    b->scale[k] = width > 1e-30f ? (float)BINS * 0.99999f / width : 0;
  }
  b->base[3] = b->scale[3] = 0;
}

static void fill_bins(const binning *b, const item *items, int32_t count, bins *filled) {
  quad base = quad_load(b->base), scale = quad_load(b->scale), far = quad_of(1e30f);
  quad none = quad_sub(quad_of(0), far);
  int32_t i;
  int k, n;
  memset(filled->count, 0, sizeof filled->count);
  for (k = 0; k < 3; k++) {
    for (n = 0; n < BINS; n++) {
      quad_store(filled->box[k][n].low, far);
      quad_store(filled->box[k][n].high, none);
    }
  }
  for (i = 0; i < count; i++) {
    quad low = quad_load(items[i].low), high = quad_load(items[i].high);
    float place[4];
    quad_store(place, quad_mul(quad_sub(quad_add(low, high), base), scale));
    for (k = 0; k < 3; k++) {
      extent *e;
      n = (int)place[k];
      n = n < BINS ? n : BINS - 1;
      e = &filled->box[k][n];
      filled->count[k][n]++;
      quad_store(e->low, quad_min(quad_load(e->low), low));
      quad_store(e->high, quad_max(quad_load(e->high), high));
    }
  }
}

/* Half the surface of a box, or in the plane half its perimeter. The probability that a line meets
 * the box is in proportion to it. */
static inline float area_of(quad low, quad high, int is_flat) {
  float size[4];
  quad_store(size, quad_sub(high, low));
  if (is_flat) return size[0] + size[1];
  return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
}

typedef struct cut {
  int axis, bin; /* bins below this one go left */
  int32_t left;
  float cost, whole; /* the sum over both sides of area times count; the area of all */
} cut;

/* If costs are equal, as for points in a row, the cut nearest to the middle is better. */
static int is_better(float cost, int32_t left, int32_t count, const cut *best) {
  if (best->axis < 0 || cost < best->cost) return 1;
  return cost == best->cost && labs(2L * left - count) < labs(2L * best->left - count);
}

static void try_axis(const bins *b, int axis, int32_t count, int is_flat, cut *best) {
  const extent *e = b->box[axis];
  float right[BINS];
  quad low = quad_load(e[BINS - 1].low), high = quad_load(e[BINS - 1].high);
  int32_t left = 0;
  int n;
  for (n = BINS - 1; n > 0; n--) {
    low = quad_min(low, quad_load(e[n].low));
    high = quad_max(high, quad_load(e[n].high));
    right[n] = area_of(low, high, is_flat);
  }
  best->whole =
      area_of(quad_min(low, quad_load(e[0].low)), quad_max(high, quad_load(e[0].high)), is_flat);
  low = quad_load(e[0].low);
  high = quad_load(e[0].high);
  for (n = 1; n < BINS; n++) {
    low = quad_min(low, quad_load(e[n - 1].low));
    high = quad_max(high, quad_load(e[n - 1].high));
    left += b->count[axis][n - 1];
    if (left > 0 && left < count) {
      float cost = area_of(low, high, is_flat) * (float)left + right[n] * (float)(count - left);
      if (is_better(cost, left, count, best)) {
        best->axis = axis;
        best->bin = n;
        best->left = left;
        best->cost = cost;
      }
    }
  }
}

/* Moves the items of the bins below the cut to the front. */
static void divide(item *items, int32_t count, const binning *b, const cut *c) {
  int32_t i = 0, j = count - 1;
  for (;;) {
    for (; i < count; i++)
      if ((int)((items[i].low[c->axis] + items[i].high[c->axis] - b->base[c->axis]) *
                b->scale[c->axis]) >= c->bin)
        break;
    for (; j >= 0; j--)
      if ((int)((items[j].low[c->axis] + items[j].high[c->axis] - b->base[c->axis]) *
                b->scale[c->axis]) < c->bin)
        break;
    if (i >= j) return;
    {
      item swapped = items[i];
      items[i] = items[j];
      items[j] = swapped;
    }
  }
}

/* Moves the items of the left child to the front. Returns their number, or 0 for a leaf. */
static int32_t cut_node(const builder *b, const tree_split *node, int depth) {
  item *items = b->items + node->first;
  int32_t count = node->count, middle = count <= b->rule.most ? 0 : count / 2;
  extent centers;
  binning binned;
  bins filled;
  cut best;
  int k;
  if (count <= b->rule.least || count < 2) return 0;
  if (depth >= b->rule.middle_from) return middle;
  measure_centers(items, count, &centers);
  if (!(widest_of(&centers) > ANCHOR_LEAST)) {
    anchor_items(items, count, b->boxes);
    measure_centers(items, count, &centers);
    if (!(widest_of(&centers) > 0)) return middle;
  }
  begin_binning(&binned, &centers);
  fill_bins(&binned, items, count, &filled);
  best.axis = -1;
  best.cost = best.whole = 0;
  for (k = 0; k < 3; k++)
    if (binned.scale[k] > 0) try_axis(&filled, k, count, b->rule.is_flat, &best);
  if (best.axis < 0) return middle;
  if (count <= b->rule.most && best.cost + NODE_COST * best.whole >= best.whole * (float)count)
    return 0;
  divide(items, count, &binned, &best);
  return best.left;
}

/* ---- The plan -------------------------------------------------------------------------------- */

static int32_t most_nodes(int32_t items) {
  return 2 * items + 1;
}

static void add_node(tree_plan *plan, int32_t first, int32_t count) {
  tree_split *node = &plan->nodes[plan->count++];
  node->first = first;
  node->count = count;
  node->child = 0;
}

/* The right child waits on the stack, so at most one node of each depth waits. */
static void grow(const builder *b) {
  struct {
    int32_t node;
    int depth;
  } waiting[STACK];
  tree_plan *plan = b->plan;
  int32_t at = 0;
  int count = 0, depth = 0;
  add_node(plan, 0, plan->items);
  for (;;) {
    int32_t left = cut_node(b, &plan->nodes[at], depth);
    if (left > 0) {
      tree_split node = plan->nodes[at];
      plan->nodes[at].child = plan->count;
      add_node(plan, node.first, left);
      add_node(plan, node.first + left, node.count - left);
      depth++;
      waiting[count].node = plan->count - 1;
      waiting[count++].depth = depth;
      at = plan->count - 2;
      continue;
    }
    if (count == 0) return;
    at = waiting[--count].node;
    depth = waiting[count].depth;
  }
}

int ci_tree_plan(tree_plan *plan, const tree_box *boxes, int32_t items, const tree_rule *rule,
                 const tree_memory *memory) {
  size_t count = (size_t)items;
  builder b;
  int32_t i;
  memset(plan, 0, sizeof *plan);
  plan->items = items;
  plan->room = most_nodes(items);
  b.boxes = boxes;
  b.plan = plan;
  b.rule = *rule;
  if (b.rule.middle_from > TREE_MIDDLE_FROM) b.rule.middle_from = TREE_MIDDLE_FROM;
  b.items = (item *)ci_tree_resize(memory, NULL, 0, count * sizeof *b.items);
  plan->order = (int32_t *)ci_tree_resize(memory, NULL, 0, count * sizeof *plan->order);
  plan->nodes =
      (tree_split *)ci_tree_resize(memory, NULL, 0, (size_t)plan->room * sizeof *plan->nodes);
  if (b.items == NULL || plan->order == NULL || plan->nodes == NULL) {
    ci_tree_free(memory, b.items, count * sizeof *b.items);
    ci_tree_plan_free(plan, 0, memory);
    return 0;
  }
  for (i = 0; i < items; i++) {
    b.items[i].mark = i | NORMAL;
    b.items[i].unused = 0;
  }
  anchor_items(b.items, items, boxes);
  grow(&b);
  for (i = 0; i < items; i++) plan->order[i] = number_of(&b.items[i]);
  ci_tree_free(memory, b.items, count * sizeof *b.items);
  return 1;
}

void ci_tree_plan_free(tree_plan *plan, int keep_order, const tree_memory *memory) {
  if (!keep_order) {
    ci_tree_free(memory, plan->order, (size_t)plan->items * sizeof *plan->order);
    plan->order = NULL;
  }
  ci_tree_free(memory, plan->nodes, (size_t)plan->room * sizeof *plan->nodes);
  plan->nodes = NULL;
}

/* SPDX-License-Identifier: MIT
 *
 * Live trees: nearest items, and pairs of items.
 */
#include "live.h"

/* ---- Nearest ------------------------------------------------------------------------------- */

static double bound_of(const live_tree *t, int32_t slot, tree_bound bound, const void *asked) {
  tree_box box = live_box_of(t, slot);
  return bound(asked, box.low, box.high);
}

int ci_live_near(const live_tree *tree, tree_bound bound, const void *asked, double latest,
                 live_take take, void *user) {
  struct {
    double bound;
    int32_t child;
  } stack[LIVE_DEPTH];
  int32_t at = tree->root;
  int count = 0;
  if (tree->count == 0) return 0;
  if (tree->is_deep || at < 0) return ci_live_scan(tree, live_least, live_greatest, take, user);
  for (;;) {
    if (at >= 0) {
      double near[2];
      int first;
      near[0] = bound_of(tree, 2 * at, bound, asked);
      near[1] = bound_of(tree, 2 * at + 1, bound, asked);
      first = near[1] < near[0];
      if (near[first] <= latest) {
        if (near[first ^ 1] <= latest) {
          stack[count].child = tree->pairs[at].child[first ^ 1];
          stack[count++].bound = near[first ^ 1];
        }
        at = tree->pairs[at].child[first];
        continue;
      }
    } else if (take(user, ~at, &latest)) {
      return 1;
    }
    while (count > 0 && stack[count - 1].bound > latest) count--;
    if (count == 0) return 0;
    at = stack[--count].child;
  }
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* A pending comparison: of the two children of pair `a` if b is negative, else of two slots. */
typedef struct task {
  int32_t a, b;
} task;

/* A step down in one node leaves at most two tasks, and a step down in two nodes at most three. One
 * more task is written but perhaps not counted. */
enum { TASKS = 6 * LIVE_DEPTH + 1 };

/* The pairs of one item with items of greater numbers, for a tree that is too deep. */
typedef struct pair_scan {
  int32_t item;
  live_take_pair take;
  void *user;
} pair_scan;

static int take_with(void *user, int32_t other, double *latest) {
  const pair_scan *s = (const pair_scan *)user;
  (void)latest;
  return other > s->item && s->take(s->user, s->item, other);
}

static int scan_pairs(const live_tree *t, double margin, live_take_pair take, void *user) {
  pair_scan s;
  s.take = take;
  s.user = user;
  for (s.item = 0; s.item < t->room; s.item++) {
    tree_box box = t->boxes[s.item];
    int k;
    if (t->slots[s.item] == LIVE_NOWHERE) continue;
    for (k = 0; k < 3; k++) {
      box.low[k] -= margin;
      box.high[k] += margin;
    }
    if (ci_live_scan(t, box.low, box.high, take_with, &s)) return 1;
  }
  return 0;
}

static int32_t child_in(const live_tree *t, int32_t slot) {
  return t->pairs[slot >> 1].child[slot & 1];
}

/* Without branches on single comparisons, which would be mispredicted. All boxes of a flat tree lie
 * in the plane z = 0. */
static inline int slots_meet(const live_tree *t, int32_t a, int32_t b, double margin) {
  const live_pair *p = &t->pairs[a >> 1], *q = &t->pairs[b >> 1];
  int i = a & 1, j = b & 1;
  int meet = (p->low[0][i] - margin <= q->high[0][j]) & (p->high[0][i] + margin >= q->low[0][j]) &
             (p->low[1][i] - margin <= q->high[1][j]) & (p->high[1][i] + margin >= q->low[1][j]);
  if (t->is_flat) return meet;
  return meet & (p->low[2][i] - margin <= q->high[2][j]) & (p->high[2][i] + margin >= q->low[2][j]);
}

/* Writes the task always, and counts it if the two meet. */
static inline int push_slots(const live_tree *t, task *tasks, int count, int32_t a, int32_t b,
                             double margin) {
  tasks[count].a = a;
  tasks[count].b = b;
  return count + slots_meet(t, a, b, margin);
}

int ci_live_pairs(const live_tree *tree, double margin, live_take_pair take, void *user) {
  task tasks[TASKS];
  int count = 0, lane;
  if (tree->count < 2) return 0;
  if (tree->is_deep) return scan_pairs(tree, margin, take, user);
  tasks[count].a = tree->root;
  tasks[count++].b = -1;
  while (count > 0) {
    task now = tasks[--count];
    int32_t p, q;
    if (now.b < 0) {
      for (lane = 0; lane < 2; lane++) {
        int32_t child = tree->pairs[now.a].child[lane];
        if (child < 0) continue;
        tasks[count].a = child;
        tasks[count++].b = -1;
      }
      count = push_slots(tree, tasks, count, 2 * now.a, 2 * now.a + 1, margin);
      continue;
    }
    p = child_in(tree, now.a);
    q = child_in(tree, now.b);
    if (p < 0 && q < 0) {
      if (take(user, ~p, ~q)) return 1;
    } else if (q < 0) {
      count = push_slots(tree, tasks, count, 2 * p, now.b, margin);
      count = push_slots(tree, tasks, count, 2 * p + 1, now.b, margin);
    } else if (p < 0) {
      count = push_slots(tree, tasks, count, now.a, 2 * q, margin);
      count = push_slots(tree, tasks, count, now.a, 2 * q + 1, margin);
    } else {
      for (lane = 0; lane < 2; lane++) {
        count = push_slots(tree, tasks, count, 2 * p + lane, 2 * q, margin);
        count = push_slots(tree, tasks, count, 2 * p + lane, 2 * q + 1, margin);
      }
    }
  }
  return 0;
}

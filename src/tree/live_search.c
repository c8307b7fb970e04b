/* SPDX-License-Identifier: MIT
 *
 * Searches of live trees: the items on a line, the nearest items, and pairs of items.
 */
#include "live.h"

/* ---- Lines ----------------------------------------------------------------------------------- */

/* A line is in a box while it is between both bounds along each axis: s = (bound - f) / d. All
 * bounds and the start are exact. So a computed s is off by 3 u of itself for its difference,
 * inverse and product, u = 2^-53, and by the error of d, which is at most 2 u of it. (Ize, "Robust
 * BVH ray traversal", 2013, derives the same for floats.) The line certainly misses a box if the
 * greatest s of entry exceeds the least s of exit, each moved outward by 16 u of itself. A NaN,
 * from infinities, does not exceed.
 *
 * A thick line meets a box if a thin line meets the box widened by f_error. The sums of f and
 * f_error are rounded; f_error has to allow for that. */

/* ---- Nearest --------------------------------------------------------------------------------- */

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
#ifndef OUTWARD
#define OUTWARD 1.7763568394002505e-15 /* 16 u */
#endif

typedef struct live_walk {
  double f_low[3], f_high[3]; /* compared with the low and the high bound of a box */
  double inverse[3];
  int axis[3], axes;   /* the axes along which the line moves */
  int fixed[3], still; /* the axes along which it certainly does not */
  double from;
} live_walk;

/* All boxes of a flat tree, and its lines, lie in the plane z = 0, so z is not tested. */
static void begin(live_walk *w, const tree_line *line, int is_flat) {
  int k;
  w->axes = w->still = 0;
  w->from = line->from;
  for (k = 0; k < (is_flat ? 2 : 3); k++) {
    double d = line->d[k];
    w->f_low[k] = line->f[k] + line->f_error[k];
    w->f_high[k] = line->f[k] - line->f_error[k];
    w->inverse[k] = 0;
    if (fabs(d) > 1e-290) { /* 1 / d of less would overflow, so the axis is not tested */
      w->inverse[k] = 1 / d;
      w->axis[w->axes++] = k;
    } else if (d == 0 && line->d_error[k] == 0) {
      w->fixed[w->still++] = k;
    }
  }
}

static inline double outward(double s, double sign) {
  return s + sign * OUTWARD * fabs(s);
}

/* Where the line enters the box of each lane, rounded down; HUGE_VAL if it certainly misses, or
 * enters after `latest`. The same plane of a slab comes first for both lanes. No branch depends on
 * the order of crossings, because it would be mispredicted. */
static inline void enter(const live_walk *w, const live_pair *p, double latest, double entered[2]) {
  double near[2] = {-HUGE_VAL, -HUGE_VAL}, far[2] = {HUGE_VAL, HUGE_VAL};
  int i, lane;
  for (i = 0; i < w->axes; i++) {
    int k = w->axis[i];
    double inverse = w->inverse[k];
    const double *first = inverse < 0 ? p->high[k] : p->low[k];
    const double *last = inverse < 0 ? p->low[k] : p->high[k];
    double f_first = inverse < 0 ? w->f_high[k] : w->f_low[k];
    double f_last = inverse < 0 ? w->f_low[k] : w->f_high[k];
    for (lane = 0; lane < 2; lane++) {
      double a = (first[lane] - f_first) * inverse, b = (last[lane] - f_last) * inverse;
      near[lane] = a > near[lane] ? a : near[lane];
      far[lane] = b < far[lane] ? b : far[lane];
    }
  }
  for (lane = 0; lane < 2; lane++) {
    double n = outward(near[lane], -1), l = outward(far[lane], 1);
    double at = n > w->from ? n : w->from;
    int misses = (n > l) | (l < w->from) | (n > latest);
    entered[lane] = misses ? HUGE_VAL : at;
  }
  for (i = 0; i < w->still; i++) {
    int k = w->fixed[i];
    for (lane = 0; lane < 2; lane++)
      if (w->f_low[k] < p->low[k][lane] || w->f_high[k] > p->high[k][lane])
        entered[lane] = HUGE_VAL;
  }
}

typedef struct stop {
  int32_t child;
  double near;
} stop;

int ci_live_line(const live_tree *tree, const tree_line *line, double latest, live_take take,
                 void *user) {
  stop stack[LIVE_DEPTH];
  live_walk w;
  int count = 0;
  int32_t at = tree->root;
  if (tree->count == 0) return 0;
  if (tree->is_deep) return ci_live_scan(tree, live_least, live_greatest, take, user);
  if (line->to < latest) latest = line->to;
  begin(&w, line, tree->is_flat);
  for (;;) {
    if (at >= 0) {
      const live_pair *p = &tree->pairs[at];
      double near[2];
      int first;
      enter(&w, p, latest, near);
      first = near[1] < near[0];
      if (near[first] < HUGE_VAL) {
        if (near[first ^ 1] < HUGE_VAL) {
          stack[count].child = p->child[first ^ 1];
          stack[count++].near = near[first ^ 1];
        }
        at = p->child[first];
        continue;
      }
    } else if (take(user, ~at, &latest)) {
      return 1;
    }
    while (count > 0 && stack[count - 1].near > latest) count--;
    if (count == 0) return 0;
    at = stack[--count].child;
  }
}

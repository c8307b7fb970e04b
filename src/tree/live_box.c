/* SPDX-License-Identifier: MIT
 *
 * The items of a live tree that a box meets.
 */
#include "../number/lanes.h"
#include "live.h"

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

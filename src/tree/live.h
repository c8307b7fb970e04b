/* SPDX-License-Identifier: MIT
 *
 * The interface that the sources of live trees share.
 */
#ifndef COLLIDE_TREE_LIVE_H
#define COLLIDE_TREE_LIVE_H

#include "tree.h"

enum {
  LIVE_DEPTH = 128, /* the greatest depth of a search */
  LIVE_SLACK = 32   /* the depth of a tree is at most 2 log2(count) and this */
};

static inline tree_box live_box_of(const live_tree *t, int32_t slot) {
  const live_pair *p = &t->pairs[slot >> 1];
  tree_box b;
  int k;
  for (k = 0; k < 3; k++) {
    b.low[k] = p->low[k][slot & 1];
    b.high[k] = p->high[k][slot & 1];
  }
  return b;
}

static inline tree_box live_unite(const tree_box *a, const tree_box *b) {
  tree_box r;
  int k;
  for (k = 0; k < 3; k++) {
    r.low[k] = a->low[k] < b->low[k] ? a->low[k] : b->low[k];
    r.high[k] = a->high[k] > b->high[k] ? a->high[k] : b->high[k];
  }
  return r;
}

/* The box of both children. */
static inline tree_box live_pair_box(const live_tree *t, int32_t pair) {
  tree_box a = live_box_of(t, 2 * pair), b = live_box_of(t, 2 * pair + 1);
  return live_unite(&a, &b);
}

static inline int32_t live_height(const live_tree *t, int32_t child) {
  return child < 0 ? 0 : t->pairs[child].height;
}

static inline int32_t live_pair_height(const live_tree *t, int32_t pair) {
  int32_t a = live_height(t, t->pairs[pair].child[0]), b = live_height(t, t->pairs[pair].child[1]);
  return 1 + (a > b ? a : b);
}

static const double live_least[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
static const double live_greatest[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};

/* Calls `take` for all items whose boxes meet this one, without the tree. */
int ci_live_scan(const live_tree *tree, const double low[3], const double high[3], live_take take,
                 void *user);

#endif

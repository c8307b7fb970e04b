/* SPDX-License-Identifier: MIT
 *
 * The door of this room: bounding volume trees. It knows boxes and lines, but nothing of what lies
 * in the boxes: items are numbers from 0.
 *
 * - ci_tree_plan sorts items into a binary tree, by the surface area heuristic.
 * - A wide tree is made from a plan, once: eight children a node, boxes in floats. Meshes use it.
 * - A live tree changes: items are put in, taken out and moved. Worlds use it.
 *
 * A tree decides nothing. It names all items that a line or a box may meet, and perhaps more: every
 * box is rounded outward, and every test has a margin that is derived beside it. So an answer does
 * not depend on the shape of a tree, nor on the order in which it names items.
 */
#ifndef COLLIDE_TREE_H
#define COLLIDE_TREE_H

#include "../number/fp.h"

#include <stddef.h>
#include <stdint.h>

#include "../collide/grid.h"

/* Finite, and low[k] <= high[k]. */
typedef struct tree_box {
  double low[3], high[3];
} tree_box;

/* Where memory comes from. */
typedef struct tree_memory {
  collide_alloc alloc;
  void *user;
} tree_memory;

/* `alloc` may be NULL, as in collide_grid_new. */
tree_memory ci_tree_memory(collide_alloc alloc, void *user);
void *ci_tree_resize(const tree_memory *memory, void *block, size_t from, size_t to);
void ci_tree_free(const tree_memory *memory, void *block, size_t size);

/* ---- Plans ----------------------------------------------------------------------------- */

enum {
  TREE_MOST = 1 << 27, /* so many items at most */
  TREE_MIDDLE_FROM = 40,
  /* No node of a plan lies deeper: 2^27 items need 27 cuts in the middle. */
  TREE_DEPTH = TREE_MIDDLE_FROM + 27
};

/* A leaf has `least` items or fewer where there are no more, and never more than `most`. From depth
 * `middle_from` on, at most TREE_MIDDLE_FROM, nodes are cut in the middle, whatever lies there. */
typedef struct tree_rule {
  int32_t least, most;
  int middle_from;
  int is_flat; /* all lies in the plane z = 0 */
} tree_rule;

/* A node: the items order[first] to order[first + count - 1]. Children lie side by side, behind
 * their parent. */
typedef struct tree_split {
  int32_t first, count;
  int32_t child; /* the first of two; 0 of a leaf */
} tree_split;

typedef struct tree_plan {
  int32_t *order;
  tree_split *nodes; /* the first is the root */
  int32_t items, count, room;
} tree_plan;

/* Returns 0 when there is not enough memory. */
int ci_tree_plan(tree_plan *plan, const tree_box *boxes, int32_t items, const tree_rule *rule,
                 const tree_memory *memory);
/* Keeps `order` where keep_order is not 0: it then belongs to the caller, and has items entries. */
void ci_tree_plan_free(tree_plan *plan, int keep_order, const tree_memory *memory);

/* ---- Lines ------------------------------------------------------------------------------- */

/* The points f + t d for t from `from` to `to`, which may be infinite. `f` and `d` are known but
 * for their errors, which are absolute. */
typedef struct tree_line {
  double f[3], d[3];
  double f_error[3], d_error[3];
  double from, to;
} tree_line;

/* ---- Wide trees -------------------------------------------------------------------------- */

/* So many children has a node. */
enum { WIDE_LANES = 8 };

/* The rows of wide_node.bound: low and high along x, then y, then z. */
#define WIDE_LOW(axis) (2 * (axis))
#define WIDE_HIGH(axis) (2 * (axis) + 1)

/* Boxes are relative to the tree's centre and size, rounded outward. A child that is negative is a
 * leaf: see ci_wide_leaf. A lane that is not used has a box that nothing meets. Nodes start at
 * multiples of WIDE_ALIGNED bytes, so that each lies in four lines of a cache. */
typedef struct wide_node {
  float bound[6][WIDE_LANES];
  int32_t child[WIDE_LANES];
  int32_t unused[WIDE_LANES];
} wide_node;

enum { WIDE_ALIGNED = 64 };

/* Items in a leaf lie in a row in the plan's order. */
enum { WIDE_LEAF_BITS = 3, WIDE_LEAF_MOST = 1 << WIDE_LEAF_BITS };

typedef struct wide_tree {
  wide_node *nodes;
  void *block; /* what `nodes` lies in */
  int32_t count, items;
  double center[3];
  double scale; /* a power of two: own = (point - center) * scale lies between -1 and 1 */
  tree_box box;
} wide_tree;

/* Whether a lane of a node is a leaf: then also which items lie there. */
int ci_wide_leaf(const wide_node *node, int lane, int32_t *first, int32_t *count);

/* The bytes of `block`. */
size_t ci_wide_bytes(const wide_tree *tree);

/* Returns 0 when there is not enough memory. There is at least one item. */
int ci_wide_make(wide_tree *tree, const tree_plan *plan, const tree_box *boxes,
                 const tree_memory *memory);
void ci_wide_free(wide_tree *tree, const tree_memory *memory);

/* What is done with the items from `first` on in the plan's order. It may lower *latest: then items
 * that the line meets only after that t are no longer named. Returns 1 to end the search. */
typedef int (*wide_take)(void *user, int32_t first, int32_t count, double *latest);

/* The stretch of a line that may lie in a tree's box, in the tree's own coordinates: each of its
 * points lies within error[k] along axis k of a point g + s e with s from 0 to 1. */
typedef struct wide_view {
  double g[3], e[3], error[3];
  int is_known; /* 0 where the line cannot be seen so */
} wide_view;

/* Names all items whose boxes, `margin` wider on each side along each axis, the line meets with t
 * up to *latest, nearer ones first where it can. Returns 1 when `take` did. Writes *view before it
 * calls `take`; its error contains the margin. */
int ci_wide_line(const wide_tree *tree, const tree_line *line, const double margin[3],
                 double latest, wide_take take, void *user, wide_view *view);
/* Names all items whose boxes meet this one. Bounds may be infinite. */
int ci_wide_box(const wide_tree *tree, const double low[3], const double high[3], wide_take take,
                void *user);

/* Names items by how far they reach along a direction, the farthest first where it can. The
 * direction's largest component is 1 or -1, but for rounding. `reached` of the callback is
 * g . (p - center) scale of the farthest point p so far, -HUGE_VAL at first, which `take` raises;
 * items whose boxes stay behind that by more than `slack` are not named. */
void ci_wide_reach(const wide_tree *tree, const double g[3], double slack, wide_take take,
                   void *user);

/* ---- Live trees ---------------------------------------------------------------------------- */

/* Two children side by side. A child is another pair, or the item ~child. A slot is a place for a
 * child: 2 pair + lane. */
typedef struct live_pair {
  double low[3][2], high[3][2];
  int32_t child[2];
  int32_t parent; /* the slot that this pair is in; LIVE_ROOT */
  int32_t height; /* 1 of two items; of a free pair the next free one */
} live_pair;

enum { LIVE_ROOT = -1, LIVE_NOWHERE = -2 };

/* Everything but plans lies in memory that ci_live_reserve takes. */
typedef struct live_tree {
  tree_memory memory;
  live_pair *pairs;
  tree_box *boxes; /* of each item */
  int32_t *slots;  /* of each item, or LIVE_NOWHERE */
  int32_t room;    /* so many items, from 0, may be put in */
  int32_t count;   /* so many are */
  int32_t root;    /* a child; of no account while count is 0 */
  int32_t used, free;
  int is_flat;
  int is_sorted; /* parents lie in front of their children */
  int is_deep;   /* too deep for a walk, for want of memory: queries look at all items */
  double built;  /* what a walk cost when it was built; see ci_live_refit */
} live_tree;

void ci_live_begin(live_tree *tree, int is_flat, const tree_memory *memory);
void ci_live_end(live_tree *tree);
/* Room for items up to `room`, not included. Returns 0, and the tree is as it was, when there is
 * not enough memory. */
int ci_live_reserve(live_tree *tree, int32_t room);

/* The item is nowhere before. */
void ci_live_put(live_tree *tree, int32_t item, const tree_box *box);
void ci_live_remove(live_tree *tree, int32_t item);
void ci_live_move(live_tree *tree, int32_t item, const tree_box *box);
/* From now on it goes by another number, which is nowhere before. */
void ci_live_rename(live_tree *tree, int32_t item, int32_t other);

/* For many moves at once: set the boxes of items that are in the tree, then refit. Returns 0 where
 * it cannot, or where the tree has become too slow a one: then build it. */
int ci_live_refit(live_tree *tree);
/* Builds it anew from these items and boxes[item] of each. Returns 0, and has done nothing, when
 * there is not enough memory. */
int ci_live_build(live_tree *tree, const int32_t *items, int32_t count);

/* As for wide trees; items come one by one. */
typedef int (*live_take)(void *user, int32_t item, double *latest);
/* The line's start is exact: f_error is 0. Or the line is as thick as f_error says, which is then
 * at least 16 u of |f| and of the largest bound more than it would have to be, with u = 2^-53. */
int ci_live_line(const live_tree *tree, const tree_line *line, double latest, live_take take,
                 void *user);
int ci_live_box(const live_tree *tree, const double low[3], const double high[3], live_take take,
                void *user);

/* What no distance to anything between two corners is below. */
typedef double (*live_bound)(const void *asked, const double low[3], const double high[3]);
/* Names all items whose bound is at most `latest`, nearer ones first where it can. `take` may lower
 * that. */
int ci_live_near(const live_tree *tree, live_bound bound, const void *asked, double latest,
                 live_take take, void *user);

/* Returns 1 to end the search. */
typedef int (*live_take_pair)(void *user, int32_t a, int32_t b);
/* Names every two items whose boxes are at most `margin` apart along each axis, each two once, in
 * no stated order. */
int ci_live_pairs(const live_tree *tree, double margin, live_take_pair take, void *user);

#endif

/* SPDX-License-Identifier: MIT
 *
 * The interface of this room: bounding volume hierarchies (BVHs), for the broad phase. They store
 * items, which are numbers from 0, and the box of each item.
 *
 * - ci_tree_plan sorts items into a binary tree, by the surface area heuristic.
 * - A wide tree is made from a plan and does not change. Each node has eight children; boxes are
 *   floats. Meshes use it.
 * - A live tree changes: items are put in, removed and moved. Worlds use it.
 *
 * A search of a tree calls `take` for every item that a line or a box may meet, and perhaps for
 * more. Boxes are rounded outward, and every test has a margin, which a comment beside it derives.
 * So the result of a query does not depend on the structure of the tree, nor on the order of the
 * calls.
 */
#ifndef COLLIDE_TREE_H
#define COLLIDE_TREE_H

#include "../number/fp.h"

#include <stddef.h>
#include <stdint.h>

#include "../collide/grid.h"

/* A box. All bounds are finite, and low[k] <= high[k]. */
typedef struct tree_box {
  double low[3], high[3];
} tree_box;

/* An allocator. */
typedef struct tree_memory {
  collide_alloc alloc;
  void *user;
} tree_memory;

/* `alloc` may be NULL, as in collide_grid_new. */
tree_memory ci_tree_memory(collide_alloc alloc, void *user);
void *ci_tree_resize(const tree_memory *memory, void *block, size_t from, size_t to);
void ci_tree_free(const tree_memory *memory, void *block, size_t size);

/* ---- Plans ----------------------------------------------------------------------------------- */

enum {
  TREE_MOST = 1 << 27, /* the most items */
  TREE_MIDDLE_FROM = 40,
  /* The greatest depth of a node in a plan: 2^27 items need 27 cuts in the middle. */
  TREE_DEPTH = TREE_MIDDLE_FROM + 27
};

/* A node with at most `least` items is a leaf, and one with more than `most` is split. In between
 * the surface area heuristic decides. From depth `middle_from` on, nodes with more than `most`
 * items are split at the middle item, wherever the boxes are. `middle_from` is at most
 * TREE_MIDDLE_FROM. */
typedef struct tree_rule {
  int32_t least, most;
  int middle_from;
  int is_flat; /* 1: all boxes lie in the plane z = 0 */
} tree_rule;

/* A node: the items order[first] to order[first + count - 1]. Its two children are adjacent in
 * `nodes`, and come after it. */
typedef struct tree_split {
  int32_t first, count;
  int32_t child; /* the first of the two children; 0 for a leaf */
} tree_split;

typedef struct tree_plan {
  int32_t *order;
  tree_split *nodes; /* nodes[0] is the root */
  int32_t items, count, room;
} tree_plan;

/* Returns 1, or 0 if there is not enough memory. */
int ci_tree_plan(tree_plan *plan, const tree_box *boxes, int32_t items, const tree_rule *rule,
                 const tree_memory *memory);
/* If keep_order is not 0, `order` is not freed: the caller owns it. It has plan->items entries. */
void ci_tree_plan_free(tree_plan *plan, int keep_order, const tree_memory *memory);

/* ---- Lines ----------------------------------------------------------------------------------- */

/* The points f + t d for t from `from` to `to`, which may be infinite. f_error and d_error bound
 * the absolute errors of f and d. */
typedef struct tree_line {
  double f[3], d[3];
  double f_error[3], d_error[3];
  double from, to;
} tree_line;

/* ---- Wide trees ------------------------------------------------------------------------------ */

/* The number of children of a node. */
enum { WIDE_LANES = 8 };

/* The rows of wide_node.bound: low and high along x, then y, then z. */
#define WIDE_LOW(axis) (2 * (axis))
#define WIDE_HIGH(axis) (2 * (axis) + 1)

/* Boxes are relative to the tree's centre and size, rounded outward. A negative child is a leaf:
 * see ci_wide_leaf. An unused lane has a box that nothing meets. Nodes are aligned to WIDE_ALIGNED
 * bytes, so that each takes exactly four cache lines. */
typedef struct wide_node {
  float bound[6][WIDE_LANES];
  int32_t child[WIDE_LANES];
  int32_t unused[WIDE_LANES];
} wide_node;

enum { WIDE_ALIGNED = 64 };

/* The items of a leaf are consecutive in the plan's order. */
enum { WIDE_LEAF_BITS = 3, WIDE_LEAF_MOST = 1 << WIDE_LEAF_BITS };

typedef struct wide_tree {
  wide_node *nodes;
  void *block; /* the allocation that contains `nodes` */
  int32_t count, items;
  double center[3];
  double scale; /* a power of two: own = (point - center) * scale lies between -1 and 1 */
  tree_box box;
} wide_tree;

/* Returns 1 if a lane of a node is a leaf, and writes which items it has, in the plan's order. */
int ci_wide_leaf(const wide_node *node, int lane, int32_t *first, int32_t *count);

/* The size of `block` in bytes. */
size_t ci_wide_bytes(const wide_tree *tree);

/* Returns 1, or 0 if there is not enough memory. The plan has at least one item. If its `order` is
 * NULL, items are in the plan's order, and there is a box for each leaf, in the order of nodes. */
int ci_wide_make(wide_tree *tree, const tree_plan *plan, const tree_box *boxes,
                 const tree_memory *memory);
void ci_wide_free(wide_tree *tree, const tree_memory *memory);

/* The callback of a search. It gets `count` items, from `first` on in the plan's order. It may
 * lower *latest: then the search skips items that the line meets only after that t. Returns 1 to
 * end the search. */
typedef int (*wide_take)(void *user, int32_t first, int32_t count, double *latest);

/* The part of a line that may lie in a tree's box, in the tree's own coordinates. It is the points
 * g + s e, with s from 0 to 1. error[k] bounds their error along axis k. */
typedef struct wide_view {
  double g[3], e[3], error[3];
  int is_known; /* 0 if the line has no such form */
} wide_view;

/* Calls `take` for all items whose boxes the line meets with t up to `latest`, mostly nearer items
 * first. Each box is first extended by margin[k] on both sides along axis k. Returns 1 if `take`
 * did. Writes *view before it calls `take`; view->error includes the margin. */
int ci_wide_line(const wide_tree *tree, const tree_line *line, const double margin[3],
                 double latest, wide_take take, void *user, wide_view *view);
/* Calls `take` for all items whose boxes meet this one. Bounds may be infinite. */
int ci_wide_box(const wide_tree *tree, const double low[3], const double high[3], wide_take take,
                void *user);

/* Support query: calls `take` for items along direction g, mostly the farthest first. The largest
 * component of g is 1 or -1, except for rounding. The last argument of `take` is the greatest g .
 * (p - center) * scale of a point p so far. It is -HUGE_VAL at first, and `take` raises it. Items
 * whose boxes stay below it by more than `slack` are skipped. */
void ci_wide_reach(const wide_tree *tree, const double g[3], double slack, wide_take take,
                   void *user);

/* A lower bound on the distance to anything within a box. */
typedef double (*tree_bound)(const void *user, const double low[3], const double high[3]);
/* Calls `take` for all items whose bound is at most `latest`, mostly nearer items first. `take` may
 * lower *latest. */
void ci_wide_near(const wide_tree *tree, tree_bound bound, double latest, wide_take take,
                  void *user);

/* ---- Live trees ------------------------------------------------------------------------------ */

/* A node with two children. A child that is not negative is a pair; a negative child is the item
 * ~child. A slot numbers the places of children: 2 * pair + lane. */
typedef struct live_pair {
  double low[3][2], high[3][2];
  int32_t child[2];
  int32_t parent; /* the slot of this pair, or LIVE_ROOT */
  int32_t height; /* 1 if both children are items; for a free pair: the next free pair */
} live_pair;

enum { LIVE_ROOT = -1, LIVE_NOWHERE = -2 };

/* ci_live_reserve allocates all memory, except that of plans. */
typedef struct live_tree {
  tree_memory memory;
  live_pair *pairs;
  tree_box *boxes; /* the box of each item */
  int32_t *slots;  /* the slot of each item; LIVE_NOWHERE if it is not in the tree */
  int32_t room;    /* items from 0 to room - 1 may be put in */
  int32_t count;   /* the number of items in the tree */
  int32_t root;    /* a child; undefined if count is 0 */
  int32_t used, free;
  int is_flat;
  int is_sorted; /* 1: parents come before their children in `pairs` */
  int is_deep;   /* 1: the tree is too deep for a search, because there was no memory to build it
                    again; queries then visit all items */
  double built;  /* the cost of the tree when it was built; see ci_live_refit */
} live_tree;

void ci_live_begin(live_tree *tree, int is_flat, const tree_memory *memory);
void ci_live_end(live_tree *tree);
/* Makes room for the items from 0 to room - 1. Returns 1. If there is not enough memory, returns 0
 * and the tree does not change. */
int ci_live_reserve(live_tree *tree, int32_t room);

/* Puts an item in, which must not be in the tree. */
void ci_live_put(live_tree *tree, int32_t item, const tree_box *box);
void ci_live_remove(live_tree *tree, int32_t item);
void ci_live_move(live_tree *tree, int32_t item, const tree_box *box);
/* Changes the number of an item to `other`, which must not be in the tree. */
void ci_live_rename(live_tree *tree, int32_t item, int32_t other);

/* For many moves at once: write `boxes` of items that are in the tree, then refit. Returns 1.
 * Returns 0 if it cannot refit, or if the refitted tree is too slow: then call ci_live_build. */
int ci_live_refit(live_tree *tree);
/* Builds the tree again from these items and boxes[item] of each. Returns 1. If there is not enough
 * memory, returns 0 and the tree does not change. */
int ci_live_build(live_tree *tree, const int32_t *items, int32_t count);

/* The callback of a search, as wide_take, for one item. */
typedef int (*live_take)(void *user, int32_t item, double *latest);
/* The same as ci_wide_line, without a margin. f_error is either 0, for an exact start, or the half
 * width of a thick line. The half width must include a surplus for rounding: at least 16 u of |f|
 * and of the largest bound, with u = 2^-53. */
int ci_live_line(const live_tree *tree, const tree_line *line, double latest, live_take take,
                 void *user);
int ci_live_box(const live_tree *tree, const double low[3], const double high[3], live_take take,
                void *user);

/* Calls `take` for all items whose bound is at most `latest`, mostly nearer items first. `take` may
 * lower *latest. */
int ci_live_near(const live_tree *tree, tree_bound bound, const void *asked, double latest,
                 live_take take, void *user);

/* The callback of ci_live_pairs. Returns 1 to end the search. */
typedef int (*live_take_pair)(void *user, int32_t a, int32_t b);
/* Calls `take` once for each pair of items whose boxes are at most `margin` apart along each axis.
 * The order is not specified. */
int ci_live_pairs(const live_tree *tree, double margin, live_take_pair take, void *user);

#endif

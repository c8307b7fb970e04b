/* SPDX-License-Identifier: MIT
 *
 * The door of this room: bounding volume trees. It knows boxes and lines, but nothing of what lies
 * in the boxes: items are numbers from 0.
 *
 * - ci_tree_plan sorts items into a binary tree, by the surface area heuristic.
 * - A wide tree is made from a plan, once: four children a node, boxes in floats. Meshes use it.
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
  /* No node of a plan lies deeper than this: ties and sparse rows are cut in the middle from depth
   * 40 on, and 2^27 items need 27 such cuts. */
  TREE_DEPTH = 40 + 27
};

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

/* A leaf has `least` items or fewer where there are no more, and never more than `most`. Returns 0
 * when there is not enough memory. */
int ci_tree_plan(tree_plan *plan, const tree_box *boxes, int32_t items, int32_t least, int32_t most,
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

/* Boxes are relative to the tree's centre and size, rounded outward. A child that is negative is a
 * leaf: see wide_leaf. A lane that is not used has a box that nothing meets. */
typedef struct wide_node {
  float low[3][4], high[3][4];
  int32_t child[4];
} wide_node;

/* Items in a leaf lie in a row in the plan's order. */
enum { WIDE_LEAF_BITS = 3, WIDE_LEAF_MOST = 1 << WIDE_LEAF_BITS };

typedef struct wide_tree {
  wide_node *nodes;
  int32_t count, items;
  double center[3];
  double scale; /* a power of two: own = (point - center) * scale lies between -1 and 1 */
  tree_box box;
} wide_tree;

/* Returns 0 when there is not enough memory. There is at least one item. */
int ci_wide_make(wide_tree *tree, const tree_plan *plan, const tree_box *boxes,
                 const tree_memory *memory);
void ci_wide_free(wide_tree *tree, const tree_memory *memory);

/* What is done with the items from `first` on in the plan's order. It may lower *latest: then items
 * that the line meets only after that t are no longer named. Returns 1 to end the search. */
typedef int (*wide_take)(void *user, int32_t first, int32_t count, double *latest);

/* Names all items whose boxes, `margin` wider on each side along each axis, the line meets with t
 * up to *latest, nearer ones first where it can. Returns 1 when `take` did. */
int ci_wide_line(const wide_tree *tree, const tree_line *line, const double margin[3],
                 double latest, wide_take take, void *user);
/* Names all items whose boxes meet this one. Bounds may be infinite. */
int ci_wide_box(const wide_tree *tree, const double low[3], const double high[3], wide_take take,
                void *user);

#endif

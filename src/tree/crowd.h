/* SPDX-License-Identifier: MIT
 *
 * Broad phase for pairs of many boxes of about one size, in the plane.
 *
 * A box lies in the cell of its middle. Cells are as wide as the widest box, so a box meets only
 * boxes in its own cell and in the cells around it. Sorting all boxes into cells takes less time
 * than a search of a tree for each of them, and needs no tree. The few boxes that are far wider
 * than most are compared with all. ci_crowd_pairs returns CROWD_UNSUITED if boxes crowd in few
 * cells, or if many are wide; then a tree takes less time.
 */
#ifndef COLLIDE_TREE_CROWD_H
#define COLLIDE_TREE_CROWD_H

#include "tree.h"

/* The shape in a box. */
typedef enum crowd_form {
  CROWD_ANY,
  CROWD_DISK, /* a disk; the box is correctly rounded outward */
  CROWD_RECT  /* the box is the shape */
} crowd_form;

typedef struct crowd_item {
  double low[2], high[2]; /* finite, at most 1e300 */
  int32_t item;           /* at most TREE_MOST */
  int32_t form;           /* a crowd_form */
} crowd_item;

/* Memory that is kept between calls; all 0 at first. */
typedef struct crowd_memory {
  void *block;
  size_t size;
} crowd_memory;

/* Makes room for `count` items; NULL if there is not enough memory. */
crowd_item *ci_crowd_reserve(crowd_memory *memory, int32_t count, const tree_memory *from);
void ci_crowd_end(crowd_memory *memory, const tree_memory *from);

/* is_sure is 1 if the insides of the two shapes certainly overlap. Returns 1 to end. */
typedef int (*crowd_take)(void *user, int32_t a, int32_t b, int is_sure);

enum { CROWD_UNSUITED = -1, CROWD_LEAST = 32 };

/* Calls `take` once for each two items whose boxes meet, unless their forms show that the shapes
 * are apart. The order is not specified. The items, at least one, lie where ci_crowd_reserve
 * returned. Returns 1 if `take` did, or CROWD_UNSUITED before the first call. */
int ci_crowd_pairs(crowd_memory *memory, int32_t count, crowd_take take, void *user);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Which of many boxes of about one size meet, in the plane: the pairs of a crowd that moves.
 *
 * Boxes lie in the cells of their middles, and cells are as wide as the widest box, so that what a
 * box meets lies in its own cell or in one around it. To sort all boxes into cells costs less than
 * to walk a tree with each of them, and no tree needs to be made right first. The few boxes that
 * are far wider than most are compared with all. Where that is not the quick way, because boxes
 * crowd in few cells or most are wide, ci_crowd_pairs says so, and a tree is.
 */
#ifndef COLLIDE_TREE_CROWD_H
#define COLLIDE_TREE_CROWD_H

#include "tree.h"

/* What is known of the shape in a box. */
typedef enum crowd_form {
  CROWD_ANY,
  CROWD_DISK, /* the box is that of a disk, correctly rounded outward */
  CROWD_RECT  /* the box is the shape */
} crowd_form;

typedef struct crowd_item {
  double low[2], high[2]; /* finite, at most 1e300 */
  int32_t item;           /* at most TREE_MOST */
  int32_t form;           /* a crowd_form */
} crowd_item;

/* Memory that is kept from one time to the next; all 0 at first. */
typedef struct crowd_memory {
  void *block;
  size_t size;
} crowd_memory;

/* Room for so many items in front of `memory`, or NULL when there is not enough. */
crowd_item *ci_crowd_reserve(crowd_memory *memory, int32_t count, const tree_memory *from);
void ci_crowd_end(crowd_memory *memory, const tree_memory *from);

/* `is_sure` where the two shapes certainly overlap, and their insides, too. Returns 1 to end. */
typedef int (*crowd_take)(void *user, int32_t a, int32_t b, int is_sure);

enum { CROWD_UNSUITED = -1, CROWD_LEAST = 32 };

/* Names every two items whose boxes meet, and whose forms do not tell that the shapes are apart,
 * each two once, in no stated order. The items, of which there is at least one, lie where
 * ci_crowd_reserve said. Returns 1 when `take` did, or CROWD_UNSUITED before anything is named. */
int ci_crowd_pairs(crowd_memory *memory, int32_t count, crowd_take take, void *user);

#endif

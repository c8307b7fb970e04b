/* SPDX-License-Identifier: MIT
 *
 * The traversal of a grid's tree: visits the cells that are not empty, block by block.
 */
#ifndef COLLIDE_GRID_VISIT_H
#define COLLIDE_GRID_VISIT_H

#include "grid.h"

/* Blocks are given by their least and greatest cells, clipped to the range of the visit. */
typedef struct grid_visitor {
  /* A lower bound on the distance to a block's contents, or on their time. If not NULL, blocks come
   * nearest first, and blocks with a bound above `most` are skipped. `take` may lower `most`. */
  double (*bound)(const struct grid_visitor *visitor, const int64_t min[3], const int64_t max[3]);
  double most;
  double at; /* set before each `take`: the bound of its block */
  /* If not NULL, called before the visit of a node, a brick, a word, or a half of a full block
   * whose cells come one by one. Returns 0 to skip it. */
  int (*enter)(const struct grid_visitor *visitor, const int64_t min[3], const int64_t max[3]);
  int is_single; /* 1: all cells come one by one */
  /* Called for a cell that is not empty, or for a larger block of box cells that all have this
   * value. Cells that have shapes come one by one. Returns nonzero to end the visit. */
  int (*take)(struct grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
              unsigned value);
} grid_visitor;

/* Visits the cells from min to max, both included. Returns 1 if `take` ended the visit. The grid
 * must not change meanwhile. */
int ci_grid_visit(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                  grid_visitor *visitor);
/* Returns 1 if no cell from min to max, both included, is empty. Blocks that are full as a whole
 * take one step each. */
int ci_grid_is_full(const collide_grid *grid, const int64_t min[3], const int64_t max[3]);

#endif

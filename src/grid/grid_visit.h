/* SPDX-License-Identifier: MIT
 *
 * Visits the cells of a grid that are not empty, block by block.
 */
#ifndef COLLIDE_GRID_VISIT_H
#define COLLIDE_GRID_VISIT_H

#include "grid.h"

/* Blocks are given by their least and greatest cells, cut to the range of the visit. */
typedef struct grid_visitor {
  /* How near a block is to what is searched for. If not NULL, blocks come nearest first, and those
   * farther than `most` are passed over. `take` may lower `most` on the way. */
  double (*bound)(const struct grid_visitor *visitor, const int64_t min[3], const int64_t max[3]);
  double most;
  /* If not NULL, asked before blocks that are not full are looked into, as far down as words:
   * returns 0 to pass one over. */
  int (*enter)(const struct grid_visitor *visitor, const int64_t min[3], const int64_t max[3]);
  /* Called for a single cell that is not empty, or a larger block without an empty cell, all of it
   * of one value, whose cells are boxes: those that are shapes come one by one. Returns nonzero to
   * end the visit. */
  int (*take)(struct grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
              unsigned value);
} grid_visitor;

/* Visits the cells from min to max, both included. Nodes without a cell in this range are not
 * entered. Returns 1 when `take` ended the visit. The grid must not change meanwhile. */
int ci_grid_visit(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                  grid_visitor *visitor);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Visits the cells of a grid that are not empty and that a moving box may meet: nearer ones first
 * where that takes no more than looking at the blocks in their order.
 */
#ifndef COLLIDE_GRID_PASS_H
#define COLLIDE_GRID_PASS_H

#include "grid.h"

/* The box from low to high moves by t * d, t from 0 to 1. */
typedef struct grid_pass {
  double low[3], high[3]; /* may be infinite */
  double d[3];
  int open;     /* boxes that share no more than part of a side do not meet */
  double slack; /* every t here may be this much too late: cells come with a t that is less by so
                   much, and by 2^-50 of itself */
  double most;  /* cells that are met after this t are passed over; `take` may lower it */
  /* Of cells from `min` on, that are met at `most` at the earliest: is one of them wanted? NULL:
   * yes. */
  int (*wants)(const struct grid_pass *pass, const int64_t min[3]);
  /* Called for each cell. Returns nonzero to end the visit. */
  int (*take)(struct grid_pass *pass, const int64_t cell[3], unsigned value);
  /* ---- Set by ci_grid_pass. ---- */
  const collide_grid *grid;
  double since, until;                  /* the part of the way that is looked at: after and up to */
  uint64_t low_place[3], high_place[3]; /* the cells that it may meet */
  double enter_rate[3], leave_rate[3]; /* 1 / d, less and more by the slack of times; or 0, where it
                                          would overflow */
  double least[3], greatest[3];        /* the first and the last boundary of the grid's cells */
  double pace[3], doubt[3];            /* 1 / size, and the doubt in cells of where the box is */
} grid_pass;

/* The cells from min to max, both included, hold all that the box may meet. Returns 1 when `take`
 * ended the visit. The grid must not change meanwhile. The time is in proportion to the blocks
 * along the way that hold something, and to the levels of the tree: empty space costs nothing. */
int ci_grid_pass(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                 grid_pass *pass);

#endif

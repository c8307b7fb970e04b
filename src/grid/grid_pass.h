/* SPDX-License-Identifier: MIT
 *
 * A box moves through a grid: visits the non-empty cells that it may meet, mostly in the order in
 * which it meets them.
 */
#ifndef COLLIDE_GRID_PASS_H
#define COLLIDE_GRID_PASS_H

#include "grid_visit.h"

/* The box from low to high moves by t * d, t from 0 to 1. */
typedef struct grid_pass {
  grid_visitor base;      /* set by ci_grid_pass */
  double low[3], high[3]; /* may be infinite */
  double d[3];
  int open;     /* boxes that only touch do not meet */
  double slack; /* every t may be this much too late: a cell is given with a t that is less by the
                   slack and by 2^-50 of itself */
  double most;  /* cells that are met after this t are skipped; `take` may lower it */
  /* Returns 0 if none of the cells from `min` on is wanted. The box meets them at `most` at the
   * earliest. NULL: all are wanted. */
  int (*wants)(const struct grid_pass *pass, const int64_t min[3]);
  /* The earliest t at which the box's contents may meet a cell that the box meets at t. For a
   * larger block it is t, or HUGE_VAL if they never meet it. NULL: t. */
  double (*delay)(const struct grid_pass *pass, const int64_t min[3], const int64_t max[3],
                  double t);
  /* Called for each cell. Returns nonzero to end the visit. */
  int (*take)(struct grid_pass *pass, const int64_t cell[3], unsigned value);
  /* ---- Set by ci_grid_pass. ------------------------------------------------------------------*/
  const collide_grid *grid;
  double now;                          /* the earliest time at which the box meets the cell */
  double enter_rate[3], leave_rate[3]; /* 1 / d less and more the slack of times, or 0 if 1 / d
                                          would overflow */
} grid_pass;

/* Returns 1 if `take` ended the visit. The grid must not change meanwhile. The time is linear in
 * the non-empty blocks along the motion and the levels of the tree: empty space costs nothing. */
int ci_grid_pass(const collide_grid *grid, grid_pass *pass);

#endif

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
  double now;            /* when the box meets the cell that is given, at the earliest */
  const grid_node *near; /* the node of the lowest level around that cell, or NULL where it is not
                            at hand; */
  uint64_t near_at[3];   /* a place in it */
  double since, until;   /* the part of the way that is looked at: after and up to */
  uint64_t low_place[3], high_place[3]; /* the cells that it may meet */
  double inverse[3];                    /* 1 / d, or 0 where it would overflow, */
  double enter_rate[3], leave_rate[3];  /* and that, less and more by the slack of times */
  double least[3], greatest[3];         /* the first and the last boundary of the grid's cells */
  double pace[3], doubt[3];             /* 1 / size, and the doubt in cells of where the box is */
} grid_pass;

/* Returns 1 when `take` ended the visit. The grid must not change meanwhile. The time is in
 * proportion to the blocks along the way that hold something, and to the levels of the tree: empty
 * space costs nothing. */
int ci_grid_pass(const collide_grid *grid, grid_pass *pass);

/* collide_grid_get, for a cell that is mostly near the one that is given. */
unsigned ci_grid_pass_get(const grid_pass *pass, const int64_t cell[3]);

/* ---- What the sources of this share ---------------------------------------------------------- */

/* Nodes lie up to 26 deep: the room of what is computed for one is not to be taken at each. */
#if defined(__GNUC__)
#define PASS_APART __attribute__((noinline))
#else
#define PASS_APART
#endif

/* When does the box, moved by t d, meet a block? Along an axis from t = gap / d on, until t =
 * rest / d, for differences of bounds, whose signs are exact. A difference, the inverse of |d|
 * and two products round by u = 2^-53 each, which makes 4 u. 2^-50 is 8 u: a bound that is too low
 * by 4 u of itself is still not above a t that is rounded by 2 u. A t of 0 is exact.
 */
#define TIME_SLACK 8.8817841970012523e-16 /* 2^-50 */

/* Along an axis on which the box hardly moves, if at all: does it meet a layer from min to max,
 * then at any t? */
static inline int grid_pass_is_beside(const grid_pass *p, int axis, double min, double max) {
  double d = p->d[axis], gap = d > 0 ? min - p->high[axis] : p->low[axis] - max;
  double rest = d > 0 ? max - p->low[axis] : p->high[axis] - min;
  if (rest < 0 || gap > fabs(d) * (1 + TIME_SLACK)) return 0;
  return !(p->open && (rest == 0 || (d == 0 && gap == 0)));
}

/* grid_pass.c: are all cells surely empty that the box meets after t = since, up to t = until? */
int ci_grid_pass_is_empty(grid_pass *pass, double since, double until);

/* The doubt in cells of where the box is along an axis: see grid_pass.c. */
#ifndef PART_DOUBT
#define PART_DOUBT 7.1054273576010019e-15 /* 2^-47 */
#endif
#ifndef PART_TOUCH
#define PART_TOUCH 9.3132257461547852e-10 /* 2^-30 */
#endif

static inline double grid_pass_doubt(const grid_pass *p, int axis) {
  double sizes = fabs(p->low[axis]) + fabs(p->high[axis]) + fabs(p->d[axis]);
  sizes += fabs(p->grid->frame.origin[axis]);
  return PART_DOUBT * sizes * p->pace[axis] + PART_TOUCH;
}

/* grid_pass_walk.c: the visit, for a box of a few cells, of which it is certain within half a
 * cell where it is. */
int ci_grid_pass_walk(grid_pass *pass);
/* The same for a thin box of which it is certain in which cell it begins, whatever else is not yet
 * set. Returns 0 for another. */
int ci_grid_pass_walk_thin(grid_pass *pass, int *ended);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Interface between the sources of casts on grids: grid_cast_run.c crosses a brick in plain
 * doubles, grid_cast.c does everything else.
 */
#ifndef COLLIDE_GRID_CAST_H
#define COLLIDE_GRID_CAST_H

#include "../cells/cells.h"
#include "grid.h"

/* One cell that a cast hits, as in collide_target_hit. */
typedef struct collide_grid_hit {
  double t;            /* as the t of a group; for a ray and a line in units of the direction:
                          (boundary - start) / direction, rounded likewise; 0 if `inside` */
  double t_exit;       /* where the line leaves the cell, even if the cast ends before; equal to t
                          if the line only touches the cell at an edge or a corner; INFINITY if the
                          line never leaves it */
  double point[3];     /* the start if `inside`; otherwise on the boundaries that are crossed */
  double normal[3];    /* along the first axis crossed to reach the cell; zero if `inside` */
  int inside;          /* the cell contains the start (for closed cells see below) */
  unsigned value;      /* the value of the cell */
  int64_t cell[3];     /* z is 0 in 2D */
  int count;           /* the number of cells of the group that are not empty, */
  int64_t cells[8][3]; /* and those cells, in the order of the group */
} collide_grid_hit;

typedef struct collide_grid_axis {
  /* Mirrored where needed, so that the line goes up along every axis. */
  double size, origin, from;
  double to, base;     /* t is (boundary - from) / (to - base) */
  double start, rate;  /* boundary k is crossed at t = start + k * rate, */
  double slack;        /* with an error of at most this */
  double pace;         /* boundaries in one unit of t */
  int64_t cell;        /* the line is between the boundaries cell and cell + 1 */
  int64_t begin;       /* the first value of `cell` */
  int64_t first, last; /* bounds of the grid's cells that are not empty */
  int64_t flip;        /* not mirrored, the coordinate is cell ^ flip */
} collide_grid_axis;

/* A cast in progress. */
typedef struct collide_grid_cast {
  const collide_grid *grid;
  collide_grid_axis axes[3];
  int dimensions, flags;
  int moving; /* the axes along which the line crosses boundaries, as bits */
  collide_cast_kind kind;
  int state;
  double limit;         /* the greatest t of a hit */
  int mask;             /* the axes that the last group crossed, as bits; 0 at the start */
  int both;             /* closed cells: the axes along which the line stays on a boundary, */
  int behind;           /* and the axes along which it starts on one; 0 after the start */
  unsigned solid;       /* the cells of that group that are not empty, as bits, */
  unsigned pending;     /* and those that were not returned yet */
  const void *path[32]; /* the nodes from the root down to the last cell that was looked up */
  uint64_t place[3];
  int level, shift; /* of the lowest node in `path`; of the empty block that the line is in */
  const void *brick;
  uint64_t changes;
} collide_grid_cast;

/* Begins a cast with `max` and `flags` in place of the cast's own. The grid may change during the
 * cast, but must not be freed before the last step. */
void ci_grid_cast_begin(collide_grid_cast *cursor, const collide_grid *grid,
                        const collide_cast *cast, double max, int flags);
/* Writes the next cell that is hit and returns 1, or returns 0 if there is none. The cells of one
 * group come one by one, in the order of the group. `hit` may be NULL. */
int ci_grid_cast_next(collide_grid_cast *cursor, collide_grid_hit *hit);

/* The rounded time of crossing boundary k, `cast_guess`, is off by at most an axis's
 * `slack`; so the order of two crossings is certain when their times differ by more
 * than the sum of both slacks.
 *
 * With s = size, o = origin, f = from, d = |to - base| and all of u = 2^-53:
 *   1 / d              2 u                     (the difference, the quotient)
 *   rate = s / d       3 u                     (the product)
 *   k * rate           4 u |k| s / d
 *   start = (o - f)/d  4 u (|o| + |f|) / d     (the difference, 1 / d, the product)
 *   their sum          u (|k| s + |o| + |f|) / d
 *   boundary k itself, a product and a sum: u (2 |k| s + |o|) / d
 * together less than (7 |k| s + 6 |o| + 5 |f|) u / d <= 7 u * most / d, where `most` is the
 * sum of |k| s, |o| and |f| for the greatest |k|. Comparing adds the rounding of
 * limit - slack (u |t|) and that of the slack itself (5 u of it): 8.1 u are needed
 * (and CAST_TINY where a product underflows). In `find_out` and `move_axis` a
 * position, (t - start) * pace, is off by
 *   start 4 u (|o| + |f|) / s, the difference, pace (2 u), the product: 4 u |k|,
 *   the subtraction of a brick's corner: u * 16, boundary k: 2 u |k| + u |o| / s,
 * together less than (6 |k| + 5 |o| / s + 4 |f| / s + 16) u. The 16 u are covered, as |k| is at
 * least CAST_BEYOND in `most`. 16 u are used for both, as the cost of being unsure is small: a
 * comparison in some 2^40 is made exactly. */
#ifndef CAST_ROUNDINGS
#define CAST_ROUNDINGS 1.7763568394002505e-15 /* 2^-49 */
#endif

/* Boundaries are compared up to this many cells beyond the bounds of the grid's cells. A run may
 * continue to the end of a node, at most 128 cells away, and computes the end of the next brick, 16
 * cells. */
#ifndef CAST_BEYOND
#define CAST_BEYOND 144
#endif

/* Products that underflow are off by 2^-1075 each: rate, times k < 2^53 + 2^8, and two
 * more; together less than 1e-307. */
#define CAST_TINY 1e-290

/* A smaller pace may be subnormal, with few digits. Then everything is compared exactly. */
#define CAST_PACE_LEAST 1e-290

static inline double cast_boundary(const collide_grid_axis *a, int64_t edge) {
  return cells_boundary(a->size, a->origin, (double)edge);
}

/* The rounded time of crossing a boundary. */
static inline double cast_guess(const collide_grid_axis *a, int64_t edge) {
  return a->start + (double)edge * a->rate;
}

static inline int cast_lowest_axis(int mask) {
  return mask & 1 ? 0 : mask & 2 ? 1 : 2;
}

/* How a run ended. CAST_HIT: the line entered a non-empty cell. CAST_LEFT: it left the node or the
 * brick, and its new cell is not read yet. CAST_UNSURE: plain doubles are not certain of the next
 * crossing. CAST_ON: the run continues; never returned. `mask` holds the axes crossed last. */
typedef enum cast_end { CAST_ON, CAST_HIT, CAST_LEFT, CAST_UNSURE } cast_end;
/* Continues from a brick, or from an empty block of a brick's size. */
cast_end ci_cast_run(collide_grid_cast *c);

/* A group has two cells along the axes that are crossed. With closed cells it also has two along
 * the axes on whose boundary the line starts or stays; on a boundary where it stays, ahead is up.
 * `part` numbers the cells of a group: the bits of these axes along which the cell lies ahead. For
 * half-open cells the one part at the start is 0.
 *
 * The first of these parts, given as bits, in the order of the group. Closed cells: z, then y, then
 * x; along a mirrored axis the cell ahead comes first. */
static inline int cast_first_part(const collide_grid_cast *c, unsigned parts) {
  int two = c->mask | c->both | c->behind, down = 0, order;
  if (!(c->flags & COLLIDE_CELLS_CLOSED)) return (int)grid_lowest_bit(parts);
  for (order = 0; order < 3; order++) down |= (c->axes[order].flip != 0) << order;
  for (order = 0; !(parts >> (order ^ (down & two)) & 1); order++) {
  }
  return order ^ (down & two);
}

#endif

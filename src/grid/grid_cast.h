/* SPDX-License-Identifier: MIT
 *
 * What the sources of casts on grids share: grid_cast.c prepares and steps, grid_cast_run.c goes
 * through a brick in plain doubles, grid_cast_next.c finds the next crossing exactly,
 * grid_cast_hit.c describes hits.
 */
#ifndef COLLIDE_GRID_CAST_H
#define COLLIDE_GRID_CAST_H

#include "../cells/cells.h"
#include "grid.h"

enum { CAST_RAY, CAST_SEGMENT, CAST_LINE };

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
 * (and CAST_TINY where a product underflows). In `move_axis` a position,
 * (t - start) * pace, is off by
 *   start 4 u (|o| + |f|) / s, the difference, pace (2 u), the product: 4 u |k|,
 *   boundary k: 2 u |k| + u |o| / s,
 * together less than (6 |k| + 5 |o| / s + 4 |f| / s) u. 16 u are used for both, as the cost of
 * being unsure is small: a comparison in some 2^40 is made exactly. */
#ifndef CAST_ROUNDINGS
#define CAST_ROUNDINGS 1.7763568394002505e-15 /* 2^-49 */
#endif

/* At least as many cells beyond the bounds of the grid's cells as boundaries are compared: a run
 * may go on to the end of a brick, 16 cells, and computes the next boundary. */
#ifndef CAST_BEYOND
#define CAST_BEYOND 144
#endif

/* Products that underflow are off by 2^-1075 each: rate, times k < 2^53 + 2^8, and two
 * more; together less than 1e-307. */
#define CAST_TINY 1e-290

/* A pace that is smaller may be subnormal, with few digits; everything is compared
 * exactly then. */
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

/* Of the axes in `among`, those that cross their boundary `edges[axis]` first. */
int ci_cast_first(const collide_grid_cast *c, int among, const int64_t edges[3]);
/* The same of those that cross last. */
int ci_cast_last(const collide_grid_cast *c, int among, const int64_t edges[3]);
/* Moves all axes on to where the axes in `mask` cross their edges, all at once,
 * but not across; returns the axes that cross a boundary at that time. Returns 0 if another
 * axis crosses its own of `edges` before. */
int ci_cast_move(collide_grid_cast *c, int mask, const int64_t edges[3]);
/* How a run ended: the line entered a non-empty cell (CAST_HIT); it left the brick, and its new
 * cell is not looked up yet (CAST_LEFT); or plain doubles are not certain of what it crosses next
 * (CAST_UNSURE). `mask` is what it crossed last. */
typedef enum cast_end { CAST_HIT, CAST_LEFT, CAST_UNSURE } cast_end;
/* Runs on through the brick where the line stands. */
cast_end ci_cast_run(collide_grid_cast *c);

/* Cells of a group are numbered by `part`: the axes along which the cell lies ahead, as bits, of
 * those along which the group has two. These are the axes that are crossed; of closed cells at the
 * start those along which it lies on a boundary; and those along which the line stays on one, where
 * ahead is up. For half-open cells the start's one part is 0.
 *
 * The first of these parts, as bits, in the order of the group; of closed cells z, then y, then x:
 * along an axis that is mirrored the cell ahead comes first. */
static inline int cast_first_part(const collide_grid_cast *c, unsigned parts) {
  int two = c->mask | c->both | c->behind, down = 0, order;
  if (!(c->flags & COLLIDE_CELLS_CLOSED)) return (int)grid_lowest_bit(parts);
  for (order = 0; order < 3; order++) down |= (c->axes[order].flip != 0) << order;
  for (order = 0; !(parts >> (order ^ (down & two)) & 1); order++) {
  }
  return order ^ (down & two);
}

/* Fills in a hit: the cell of that part of the group. */
void ci_cast_tell(const collide_grid_cast *c, int part, collide_grid_hit *hit);

#endif

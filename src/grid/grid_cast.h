/* SPDX-License-Identifier: MIT
 *
 * What the sources of casts on grids share: grid_cast.c prepares and steps,
 * grid_cast_next.c finds the next crossing, grid_cast_hit.c tells of hits.
 */
#ifndef COLLIDE_GRID_CAST_H
#define COLLIDE_GRID_CAST_H

#include "../cells/cells.h"
#include "grid.h"

enum { CAST_RAY, CAST_SEGMENT, CAST_LINE };

static inline double cast_boundary(const collide_grid_axis *a, int64_t edge) {
  return cells_boundary(a->size, a->origin, (double)edge);
}

/* When a boundary is crossed, about. */
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
 * but not across; returns the axes that cross something then. No other axis
 * crosses its own of `edges` before; if one does, 0. */
int ci_cast_move(collide_grid_cast *c, int mask, const int64_t edges[3]);
/* How a run ended: where the line came to a cell that holds something; where it
 * left the node, or the brick, and the cell is still to be looked up; or where
 * doubles cannot tell what is crossed next. `mask` is what was crossed last. */
typedef enum cast_way { CAST_ON, CAST_HIT, CAST_LEFT, CAST_UNSURE } cast_way;
/* Runs on from a brick, or an empty block of a brick's size. */
cast_way ci_cast_run(collide_grid_cast *c);

/* Fills in a hit: the group's cell of that number, which is 0 at the start. */
void ci_cast_tell(const collide_grid_cast *c, int part, collide_grid_hit *hit);

#endif

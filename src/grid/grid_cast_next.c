/* SPDX-License-Identifier: MIT
 *
 * Finds the next crossing of a line. An axis crosses boundary k at start + k * rate, with a
 * rounding error of at most `slack` (CAST_ROUNDINGS). So most comparisons take an addition or two,
 * however many cells lie between. Times within the slack are compared exactly.
 */
#include "../cells/crossing.h"
#include "grid_cast.h"

/* If the doubt of a position is less, it is near at most one boundary, and its side of every other
 * boundary is certain. Any value below 1/2 is right. */
#define NEXT_DOUBT 0.25
/* A position below this, with 0.5 added, and a boundary's number are below 2^53. */
#define NEXT_REACH 9e15

static crossing crossing_of(const collide_grid_axis *a, int64_t edge) {
  crossing c;
  c.boundary = cast_boundary(a, edge);
  c.from = a->from;
  c.to = a->to;
  c.base = a->base;
  return c;
}

/* -1, 0 or 1 if the line crosses boundary i of one axis before, with or after boundary j of
 * another. An infinite or NaN slack makes the comparison exact. */
static int order(const collide_grid_axis *a, int64_t i, const collide_grid_axis *b, int64_t j) {
  double gap = cast_guess(a, i) - cast_guess(b, j), doubt = a->slack + b->slack;
  crossing p, q;
  if (gap > doubt) return 1;
  if (gap < -doubt) return -1;
  p = crossing_of(a, i);
  q = crossing_of(b, j);
  return ci_crossing_compare(&p, &q);
}

/* The axes that come first, or last when sign is -1. */
static int find_extreme(const collide_grid_cast *c, int among, const int64_t edges[3], int sign) {
  int axis, best = -1, found = 0;
  for (axis = 0; axis < 3; axis++) {
    int side;
    if (!(among >> axis & 1)) continue;
    side = best < 0 ? -1 : sign * order(&c->axes[axis], edges[axis], &c->axes[best], edges[best]);
    if (side < 0) {
      best = axis;
      found = 1 << axis;
    } else if (side == 0) {
      found |= 1 << axis;
    }
  }
  return found;
}

int ci_cast_first(const collide_grid_cast *c, int among, const int64_t edges[3]) {
  return find_extreme(c, among, edges, 1);
}

int ci_cast_last(const collide_grid_cast *c, int among, const int64_t edges[3]) {
  return find_extreme(c, among, edges, -1);
}

/* An axis moves up to the first boundary that it does not cross before another axis crosses its
 * edge. It crosses that boundary WITH the other axis or AFTER it, or it crosses all of its
 * boundaries before (NEVER). */
typedef enum arrival { WITH, AFTER, NEVER } arrival;

static arrival put_before(collide_grid_axis *a, int64_t edge, int tied) {
  a->cell = edge - 1;
  return tied ? WITH : AFTER;
}

/* Finds the first boundary from cell + 1 to `most` that is not crossed before, by
 * bisection. */
static arrival move_by_halves(collide_grid_axis *a, int64_t most, const collide_grid_axis *by,
                              int64_t edge) {
  int64_t low = a->cell + 1, high = most + 1;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (order(a, middle, by, edge) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  if (low > most) return NEVER;
  return put_before(a, low, order(a, low, by, edge) == 0);
}

/* Moves an axis to that boundary. NEVER if even `most` is crossed before. */
static arrival move_axis(collide_grid_axis *a, int64_t most, const collide_grid_axis *by,
                         int64_t edge) {
  double place = (cast_guess(by, edge) - a->start) * a->pace, doubt, nearest;
  int64_t next = a->cell + 1, near;
  int side;
  doubt = (a->slack + by->slack) * a->pace;
  if (!(doubt < NEXT_DOUBT && fabs(place) < NEXT_REACH)) return move_by_halves(a, most, by, edge);
  nearest = floor(place + 0.5);
  near = (int64_t)nearest;
  if (near < next) return put_before(a, next, 0);
  if (near > most) {
    /* Boundary near - 1 is certainly crossed before; so is `most` unless it is nearer. */
    return place > (double)most + doubt ? NEVER : move_by_halves(a, most, by, edge);
  }
  if (place > nearest + doubt)
    side = -1;
  else if (place < nearest - doubt)
    side = 1;
  else
    side = order(a, near, by, edge);
  if (side < 0 && near == most) return NEVER;
  return put_before(a, side < 0 ? near + 1 : near, side == 0);
}

int ci_cast_move(collide_grid_cast *c, int mask, const int64_t edges[3]) {
  int axis, lead = cast_lowest_axis(mask), crossed = mask;
  for (axis = 0; axis < 3; axis++) {
    collide_grid_axis *a = &c->axes[axis];
    if (mask >> axis & 1) {
      a->cell = edges[axis] - 1;
    } else if (c->moving >> axis & 1) {
      arrival when = move_axis(a, edges[axis], &c->axes[lead], edges[lead]);
      if (when == NEVER) return 0;
      if (when == WITH) crossed |= 1 << axis;
    }
  }
  return crossed;
}

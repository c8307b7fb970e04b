/* SPDX-License-Identifier: MIT
 *
 * Writes a hit of a cast on a grid. All numbers are measured; only t_exit depends on the boundary
 * that the line crosses next.
 */
#include "grid_cast.h"
#include "../number/twofold.h"

static double time_at(const collide_grid_axis *a, int64_t edge) {
  return (cast_boundary(a, edge) - a->from) / (a->to - a->base);
}

/* t is the greatest rounded time so far, as in a walk. Along one axis these times never decrease,
 * so the last time of each axis suffices. */
static double time_now(const collide_grid_cast *c) {
  double t = c->kind == COLLIDE_CAST_LINE ? -INFINITY : 0;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    const collide_grid_axis *a = &c->axes[axis];
    if (c->moving >> axis & 1 && a->cell > a->begin) {
      double crossed = time_at(a, a->cell);
      if (crossed > t) t = crossed;
    }
  }
  return t > c->limit ? c->limit : t;
}

/* The time at which the line leaves its cell. */
static double time_of_exit(const collide_grid_cast *c, double now) {
  int64_t edges[3];
  int axis, mask;
  for (axis = 0; axis < 3; axis++) edges[axis] = c->axes[axis].cell + 1;
  mask = ci_cast_first(c, c->moving, edges);
  if (mask == 0) return INFINITY;
  for (axis = 0; axis < 3; axis++) {
    if (mask >> axis & 1) {
      double t = time_at(&c->axes[axis], edges[axis]);
      if (t > now) now = t;
    }
  }
  return now;
}

/* The way along an axis, times `scale`, a power of two. */
static twofold way_along(const collide_grid_axis *a, double scale) {
  twofold way = two_diff(a->to, a->base);
  return tf_make(way.hi * scale, way.lo * scale);
}

/* t / scale as a twofold: rounded to a double, and the remainder. */
static twofold exact_time(const collide_grid_axis *by, double scale) {
  twofold run = two_diff(cast_boundary(by, by->cell), by->from);
  twofold way = way_along(by, scale), back;
  double t = run.hi / way.hi;
  back = two_product(t, way.hi);
  return tf_make(t, ((run.hi - back.hi) - back.lo + (run.lo - t * way.lo)) / way.hi);
}

/* The position along an axis at time t scale, rounded and then limited to its cell. */
static double coordinate_at(const collide_grid_axis *a, twofold t, double scale) {
  twofold way = way_along(a, scale), gone = two_product(t.hi, way.hi), x;
  double low = cast_boundary(a, a->cell), high = cast_boundary(a, a->cell + 1), there;
  x = two_sum(a->from, gone.hi);
  there = x.hi + (x.lo + (gone.lo + (t.hi * way.lo + t.lo * way.hi)));
  if (!(there >= low)) return low;
  return there > high ? high : there;
}

static void find_point(const collide_grid_cast *c, double point[3]) {
  twofold t = {0, 0};
  double scale = time_now(c) <= 1e290 ? 1 : 1.2676506002282294e30; /* 2^100: no product overflows */
  int axis;
  if (c->mask != 0) t = exact_time(&c->axes[cast_lowest_axis(c->mask)], scale);
  for (axis = 0; axis < 3; axis++) {
    const collide_grid_axis *a = &c->axes[axis];
    double x = a->from;
    if (c->mask >> axis & 1) {
      x = cast_boundary(a, a->cell);
    } else if (c->mask != 0 && c->moving >> axis & 1) {
      x = coordinate_at(a, t, scale);
    }
    point[axis] = a->flip ? 0 - x : x;
  }
}

/* The cell of that part of the group. */
static void find_cell(const collide_grid_cast *c, int part, int64_t cell[3]) {
  int two = c->mask | c->both | c->behind, axis;
  for (axis = 0; axis < 3; axis++) {
    const collide_grid_axis *a = &c->axes[axis];
    cell[axis] = (a->cell - ((two & ~part) >> axis & 1)) ^ a->flip;
  }
}

static void find_cells(const collide_grid_cast *c, collide_grid_hit *hit) {
  unsigned rest = c->solid;
  hit->count = 0;
  while (rest != 0) {
    int part = cast_first_part(c, rest);
    rest &= ~(1U << part);
    find_cell(c, part, hit->cells[hit->count++]);
  }
}

void ci_cast_write_hit(const collide_grid_cast *c, int part, collide_grid_hit *hit) {
  int crossed = c->mask | c->behind, entered = part & crossed, axis;
  hit->inside = c->mask == 0 && entered == 0;
  hit->t = c->mask == 0 ? 0 : time_now(c) + 0.0;
  hit->t_exit = entered == crossed ? time_of_exit(c, hit->t) + 0.0 : hit->t;
  find_point(c, hit->point);
  for (axis = 0; axis < 3; axis++) hit->normal[axis] = 0;
  axis = cast_lowest_axis(entered);
  if (!hit->inside) hit->normal[axis] = c->axes[axis].flip ? 1 : -1;
  find_cell(c, part, hit->cell);
  hit->value = collide_grid_get(c->grid, hit->cell);
  find_cells(c, hit);
}

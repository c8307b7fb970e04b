/* SPDX-License-Identifier: MIT
 *
 * Places: the positions of a line between the boundaries of each axis, in fixed point, and their
 * margin of error.
 */
#include "../number/scalar.h"
#include "cells.h"

/* The margin of places is RUN_ROUNDINGS * reach. The reach is the sum of C + 1 over the axes with
 * crossings, with C = (|from| + |to| + |origin|) / size.
 *
 * The place of axis y at a crossing of the major axis x, with slope r = rate[y] / rate[x] <= 1, is
 * off by
 * - 3 u C_y (rate), 3 u C_y (offset, and u (C_y + 1) for its last subtraction), 3 u C_y (time of
 *   the first crossing), u C_y (their product), u (C_y + 1) (the sum);
 * - 7 u (C_y + 1): r is off by 7 roundings. Times the crossings since the first one, r is at most
 *   the number of cells that the line passes along y;
 * - 2 u C_y: a boundary of y is two roundings away from k * size + origin;
 * - 4 u C_x r: the same holds for two boundaries of x, of the first crossing and of this one, which
 *   are assumed to be a whole number of cells apart;
 * - 2^-62 = u / 512 for each crossing of x, because r is truncated to fixed point;
 * together less than 26 u * reach. Also, the rounding of times must not swap two crossings that the
 * margin keeps apart. It is 6.02 u in t (cells.h), which is at most 6.02 u * rate <= 6.1 u C in
 * cells. So 33 u is a bound for RUN_ROUNDINGS. 64 u is used. It covers the small terms in u^2 and
 * the rounding of `reach` itself. */
#ifndef RUN_ROUNDINGS
#define RUN_ROUNDINGS 7.1054273576010019e-15 /* 2^-47 */
#endif

/* Places are not used if the margin is larger, which is so from a reach of 2.2e12 on. */
#define RUN_WIDEST (1.0 / 64)

/* Nor if the line crosses so little that a rate may be subnormal. */
#define RUN_SLOWEST 1e-150

/* Places are taken modulo 2^64. |x| is below 4: no axis crosses more cells than the major one
 * before its first crossing. */
static uint64_t to_fixed(double x) {
  double places = x * (double)CELLS_PLACE_ONE;
  return places < 0 ? 0 - (uint64_t)-places : (uint64_t)places;
}

/* Without a place the margin is half a cell, so that every place is near. */
static void set_unknown(collide_walk *w) {
  int axis;
  for (axis = 0; axis < 3; axis++) w->place[axis] = w->slope[axis] = 0;
  w->margin = CELLS_PLACE_ONE / 2;
}

void ci_cells_begin_places(collide_walk *w) {
  double rate[3] = {0, 0, 0}, offset[3], reach = 0, margin, t;
  int axis, major = 0;
  for (axis = 0; axis < w->dimensions; axis++) {
    const double size = w->size[axis], cells = size == 1 ? 1 : 1 / size;
    if (w->left[axis] == 0) continue;
    rate[axis] = w->span[axis] * cells;
    offset[axis] = (w->from[axis] - w->origin[axis]) * cells - (w->edge[axis] - 1);
    reach += (fabs(w->from[axis]) + fabs(w->to[axis]) + fabs(w->origin[axis])) * cells + 1;
  }
  major = rate[1] > rate[0];
  major = rate[2] > rate[major] ? 2 : major;
  w->major = major;
  margin = RUN_ROUNDINGS * reach;
  if (!(margin < RUN_WIDEST) || !(rate[major] > RUN_SLOWEST)) {
    set_unknown(w);
    return;
  }
  w->margin = to_fixed(margin);
  t = cells_time(w, major, w->edge[major]);
  for (axis = 0; axis < 3; axis++) {
    cells_end_axis(w, axis);
    if (axis == major) w->slope[axis] = CELLS_PLACE_ONE;
    if (w->left[axis] == 0 || axis == major) continue;
    w->place[axis] = to_fixed(t * rate[axis] + offset[axis]);
    w->slope[axis] = to_fixed(rate[axis] / rate[major]);
  }
}

/* If all coordinates are multiples of a unit, the place of axis y at a crossing of axis x is a
 * multiple of unit^2 / (span[x] size[y]). So a place that is not on a boundary is at least so far
 * from it. It is near one if it is within two margins: the margin itself, and its error. Four are
 * used. The times of two minor axes y and z differ by 0 or by unit^2 / (span[y] span[z]) at least.
 * That is more than CELLS_CERTAIN and the error of the times, 16 u: a margin is at least 64 u *
 * span[z] / size[z]. */
#ifndef PLACE_GAP
#define PLACE_GAP 4
#endif

/* Is x a multiple of the unit, a power of two, and below 2^51 units? Then boundaries are exact: k *
 * size and k * size + origin are whole numbers of units below 2^53. */
static int is_multiple(double x, double unit) {
  const double units = x / unit;
  return fabs(units) < 2251799813685248.0 && (double)(int64_t)units == units && units * unit == x;
}

/* Beyond these limits the product below may be rounded to a subnormal number or overflow. */
#define PLACE_LEAST 1e-280

int ci_cells_find_lattice(const collide_walk *w) {
  const double margin = ((double)w->margin + 1) / (double)CELLS_PLACE_ONE;
  double span = 0, size = 0, gap, unit;
  int axis, exponent, is_on = 1;
  for (axis = 0; axis < w->dimensions; axis++) {
    if (w->left[axis] == 0) continue;
    span = greater(span, w->span[axis]);
    size = greater(size, w->size[axis]);
  }
  gap = PLACE_GAP * margin * span * size;
  if (!(gap > PLACE_LEAST && gap < 1 / PLACE_LEAST)) return 0;
  (void)frexp(sqrt(gap), &exponent);
  unit = ldexp(1, exponent);
  for (axis = 0; axis < w->dimensions; axis++) {
    if (w->left[axis] == 0) continue;
    is_on &= is_multiple(w->size[axis], unit) & is_multiple(w->origin[axis], unit) &
             is_multiple(w->from[axis], unit) & is_multiple(w->to[axis], unit);
  }
  return is_on;
}

/* SPDX-License-Identifier: MIT
 *
 * Places and their margin of error. A place is the position of a line between two boundaries of an
 * axis, in fixed point.
 */
#include "../number/scalar.h"
#include "cells.h"

/* The margin of places is RUN_ROUNDINGS * reach. The reach is the sum of C + 1 over the axes with
 * crossings, with C = (|from| + |to| + |origin|) / size.
 *
 * Let y be a minor axis and x the major one, with the slope r = rate[y] / rate[x] <= 1. At a
 * crossing of x, the place of y has these errors:
 * - its value at the first crossing: 3 u C_y for the rate, 3 u C_y for the time and u C_y for their
 *   product; 3 u C_y and u (C_y + 1) for the offset; u (C_y + 1) for the sum;
 * - the advance since then: 7 u (C_y + 1), because r is off by 7 roundings. r times the number of
 *   crossings is at most the number of cells that the line passes along y;
 * - the boundary of y: 2 u C_y, because it is two roundings away from k * size + origin;
 * - the boundaries of x, at the first crossing and at this one: 4 u C_x r. They are assumed to be a
 *   whole number of cells apart, and each is two roundings away, too;
 * - 2^-62 = u / 512 for each crossing of x, because r is truncated to fixed point.
 * The sum is below 26 u * reach. Also, the rounding of times must not swap two crossings that the
 * margin keeps apart. That rounding is 6.02 u in t (cells.h), at most 6.02 u * rate <= 6.1 u C in
 * cells. So 33 u is a bound for RUN_ROUNDINGS. 64 u is used. It covers the small terms in u^2 and
 * the rounding of `reach` itself. */
#ifndef RUN_ROUNDINGS
#define RUN_ROUNDINGS 7.1054273576010019e-15 /* 2^-47 */
#endif

/* Places are not used if the margin is larger. The reach is then above 2.2e12. */
#define RUN_WIDEST (1.0 / 64)

/* Places are not used if the rate of the major axis is smaller: a minor rate may be subnormal. */
#define RUN_SLOWEST 1e-150

/* Places are taken modulo 2^64. |x| is below 4: no axis crosses more cells than the major one
 * before its first crossing. */
static uint64_t to_fixed(double x) {
  double places = x * (double)CELLS_PLACE_ONE;
  return places < 0 ? 0 - (uint64_t)-places : (uint64_t)places;
}

/* Without places, the margin is half a cell. So each place counts as near a boundary. */
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

/* Let all coordinates be multiples of a unit. Then the place of axis y at a crossing of axis x is a
 * multiple of unit^2 / (span[x] size[y]). So a place is on a boundary, or at least so far from it.
 * A place within two margins counts as near: one is the margin itself, one its error. Four margins
 * are used. The times of two minor axes y and z are equal, or differ by at least unit^2 / (span[y]
 * span[z]). A margin is at least 64 u * span[z] / size[z]. So that difference is more than
 * CELLS_CERTAIN and the error of the times, 16 u. */
#ifndef PLACE_GAP
#define PLACE_GAP 4
#endif

/* Returns 1 if x is a multiple of the unit, which is a power of two, and below 2^51 units. Then
 * boundaries are exact: k * size and k * size + origin are whole numbers of units below 2^53. */
static int is_multiple(double x, double unit) {
  const double units = x / unit;
  return fabs(units) < 2251799813685248.0 && (double)(int64_t)units == units && units * unit == x;
}

/* Outside of PLACE_LEAST to 1 / PLACE_LEAST, the product `gap` may be subnormal or overflow. */
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

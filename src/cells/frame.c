/* SPDX-License-Identifier: MIT */
#include "cells.h"

/* Boundaries k * size + origin are strictly increasing in k as long as both the products
 * and the sums lie within this many cells of 0: then each of the two roundings is at most
 * u * 2^51 cells = a quarter of a cell (strictly less, but for a result of exactly
 * 2^51 cells), so two neighbours, a cell apart, approach each other by less than one
 * cell. Up to 2^52 this argument does not hold any more. */
#ifndef FRAME_DISTINCT
#define FRAME_DISTINCT 2251799813685248.0 /* 2^51 */
#endif

/* How often the quotient's cell may have to be corrected by one. Where cells are distinct
 * |x| and |origin| are at most 2^51 cells (and a little), so the two quotients are
 * each off by at most a quarter of a cell and their difference, below 2^52, by half a cell;
 * boundaries are off by less than half a cell: less than 1.5 cells in all, so that at most 2
 * corrections are made. 4 are allowed. What they leave wrong is refused. */
#ifndef FRAME_CORRECTIONS
#define FRAME_CORRECTIONS 4
#endif

collide_grid_frame collide_unit_frame(int dimensions) {
  collide_grid_frame frame;
  int axis;
  frame.dimensions = dimensions;
  for (axis = 0; axis < 3; axis++) {
    frame.size[axis] = 1;
    frame.origin[axis] = 0;
  }
  return frame;
}

static int is_power_of_two(double x) {
  int exponent;
  return frexp(x, &exponent) == 0.5;
}

/* Whether all cells whose numbers are at most FRAME_PLAIN are distinct. The numbers that
 * ci_cells_distinct compares with its limit, 2^51 sizes, are at most, before they are rounded,
 * where |k| and |origin| / size are at most 2^49: k * size 2^49 sizes; (k + 1) * size 2^50 sizes;
 * the former plus the origin 2^50 sizes; the latter plus the origin 1.5 * 2^50 sizes, which is
 * below 2^51 sizes. A power of two times the size is a double unless it overflows, and rounding
 * does not lead past a double. */
#define FRAME_PLAIN (FRAME_DISTINCT / 4)
static inline int is_plain(double size, double origin) {
  return FRAME_DISTINCT * size <= DBL_MAX && fabs(origin) <= FRAME_PLAIN * size;
}

/* Where both operations of a boundary are exact, all cells below 2^53 are distinct;
 * elsewhere see FRAME_DISTINCT. */
int ci_cells_distinct(double size, double origin, int64_t k) {
  double limit = FRAME_DISTINCT * size, low = (double)k, high = low + 1;
  if (fabs(low) <= FRAME_PLAIN && is_plain(size, origin)) return 1;
  if (!(fabs(low) < CELLS_MOST)) return 0;
  if (origin == 0 && is_power_of_two(size)) return 1;
  return fabs(origin) < limit && fabs(low * size) < limit && fabs(high * size) <= limit &&
         fabs(cells_boundary(size, origin, low)) < limit &&
         fabs(cells_boundary(size, origin, high)) <= limit;
}

double ci_cells_distinct_below(const collide_grid_frame *frame) {
  double below = CELLS_MOST;
  int axis;
  for (axis = 0; axis < frame->dimensions; axis++) {
    double size = frame->size[axis], origin = frame->origin[axis];
    if (origin == 0 && is_power_of_two(size)) continue;
    if (!is_plain(size, origin)) return 0;
    below = FRAME_PLAIN;
  }
  return below;
}

/* From a cell near that of x to that one; 0 if it is not found. */
static int correct(double size, double origin, double x, double *cell) {
  double k = *cell;
  int i;
  for (i = 0; i < FRAME_CORRECTIONS && x < cells_boundary(size, origin, k); i++) k--;
  for (i = 0; i < FRAME_CORRECTIONS && x >= cells_boundary(size, origin, k + 1); i++) k++;
  *cell = k;
  return cells_boundary(size, origin, k) <= x && x < cells_boundary(size, origin, k + 1);
}

int ci_cells_locate(double size, double origin, double x, int64_t *cell) {
  double quotient, k, low, high;
  quotient = x / size - origin / size; /* x - origin could overflow */
  if (!(fabs(quotient) < CELLS_MOST)) return 0;
  k = (double)(int64_t)quotient;
  if (k > quotient) k--;
  low = cells_boundary(size, origin, k);
  high = cells_boundary(size, origin, k + 1);
  if (!(low <= x && x < high) && !correct(size, origin, x, &k)) return 0;
  *cell = (int64_t)k;
  return ci_cells_distinct(size, origin, *cell);
}

int collide_cell_at(const collide_grid_frame *frame, const double point[3], int64_t cell[3]) {
  int64_t found[3];
  int axis;
  for (axis = 0; axis < frame->dimensions; axis++)
    if (!cells_locate(frame->size[axis], frame->origin[axis], point[axis], &found[axis])) return 0;
  for (axis = 0; axis < frame->dimensions; axis++) cell[axis] = found[axis];
  return 1;
}

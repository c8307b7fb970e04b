/* SPDX-License-Identifier: MIT */
#include "cells.h"

/* Boundaries k * size + origin are strictly increasing in k if both the products and the sums lie
 * within this many cells of 0. Each of the two roundings is then at most u * 2^51 cells = a quarter
 * of a cell (strictly less, except for a result of exactly 2^51 cells). So two neighbours, a cell
 * apart, approach each other by less than one cell. Up to 2^52 this argument no longer holds. */
#ifndef FRAME_DISTINCT
#define FRAME_DISTINCT 2251799813685248.0 /* 2^51 */
#endif

/* The number of times that the quotient's cell may be corrected by one. If cells are distinct, |x|
 * and |origin| are at most 2^51 cells (and a little). So the two quotients are each off by at most
 * a quarter of a cell, and their difference, below 2^52, by half a cell. Boundaries are off by less
 * than half a cell: less than 1.5 cells in all, so at most 2 corrections are made. 4 are allowed. A
 * cell that is still wrong is refused. */
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

/* Are all cells with numbers up to FRAME_PLAIN distinct? ci_cells_distinct compares four numbers
 * with its limit, 2^51 sizes. For |k| and |origin| / size up to 2^49 they are, before rounding, at
 * most: k * size 2^49 sizes; (k + 1) * size 2^50 sizes; the former plus the origin 2^50 sizes; the
 * latter plus the origin 1.5 * 2^50 sizes, which is below 2^51 sizes. A power of two times the size
 * is a double, and rounding does not pass a double. */
#define FRAME_PLAIN (FRAME_DISTINCT / 4)
static inline int is_plain(double size, double origin) {
  return FRAME_DISTINCT * size <= COLLIDE_LARGEST && fabs(origin) <= FRAME_PLAIN * size;
}

static inline int is_plain_cell(double size, double origin, double k) {
  return fabs(k) <= FRAME_PLAIN && is_plain(size, origin);
}

/* If both operations of a boundary are exact, all cells below 2^53 are distinct. Otherwise see
 * FRAME_DISTINCT. */
int ci_cells_distinct(double size, double origin, int64_t k) {
  double limit = FRAME_DISTINCT * size, low = (double)k, high = low + 1;
  double below = fabs(cells_boundary(size, origin, low));
  double above = fabs(cells_boundary(size, origin, high));
  if (is_plain_cell(size, origin, low)) return 1;
  if (!(fabs(low) < CELLS_MOST && below <= COLLIDE_LARGEST && above <= COLLIDE_LARGEST)) return 0;
  if (origin == 0 && is_power_of_two(size)) return 1;
  return fabs(origin) < limit && fabs(low * size) < limit && fabs(high * size) <= limit &&
         below < limit && above <= limit;
}

double ci_cells_distinct_below(const collide_grid_frame *frame) {
  double below = CELLS_MOST;
  int axis;
  for (axis = 0; axis < frame->dimensions; axis++) {
    double size = frame->size[axis], origin = frame->origin[axis];
    if (origin == 0 && is_power_of_two(size) && CELLS_MOST * size <= COLLIDE_LARGEST) continue;
    if (!is_plain(size, origin)) return 0;
    below = FRAME_PLAIN;
  }
  return below;
}

/* Moves a cell near x to the cell that contains x; 0 if it is not found. */
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
  quotient = x / size;
  if (origin != 0) quotient -= origin / size;
  if (!(fabs(quotient) < CELLS_MOST)) return 0;
  k = (double)(int64_t)quotient;
  k -= k > quotient; /* without a branch, which is hard to predict */
  low = cells_boundary(size, origin, k);
  high = cells_boundary(size, origin, k + 1);
  if (!(low <= x && x < high) && !correct(size, origin, x, &k)) return 0;
  *cell = (int64_t)k;
  return is_plain_cell(size, origin, k) || ci_cells_distinct(size, origin, *cell);
}

int collide_cell_at(const collide_grid_frame *frame, const double point[3], int64_t cell[3]) {
  int64_t found[3] = {0, 0, 0};
  int axis;
  for (axis = 0; axis < frame->dimensions; axis++)
    if (!cells_locate(frame->size[axis], frame->origin[axis], point[axis], &found[axis])) return 0;
  cell[0] = found[0]; /* assigned one by one: a loop becomes a slower call of memcpy */
  cell[1] = found[1];
  if (frame->dimensions == 3) cell[2] = found[2];
  return 1;
}

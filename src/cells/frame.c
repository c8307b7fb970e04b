/* SPDX-License-Identifier: MIT */
#include "cells.h"

#define TWO_53 9007199254740992.0
#define TWO_51 2251799813685248.0

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

/* Where both operations of a boundary are exact, integers are distinct up to
 * 2^53. Elsewhere each rounds by less than a quarter of a cell while what it
 * yields is below 2^51 cells, so that neighbours cannot meet. */
int ci_cells_distinct(double size, double origin, int64_t k) {
  double limit = TWO_51 * size, low = (double)k, high = low + 1;
  if (!(fabs(low) < TWO_53)) return 0;
  if (origin == 0 && is_power_of_two(size)) return 1;
  return fabs(origin) < limit && fabs(low * size) < limit && fabs(high * size) <= limit &&
         fabs(cells_boundary(size, origin, low)) < limit &&
         fabs(cells_boundary(size, origin, high)) <= limit;
}

static int locate_unit(double x, int64_t *cell) {
  int64_t k;
  if (!(fabs(x) < TWO_53)) return 0;
  k = (int64_t)x;
  *cell = k - ((double)k > x);
  return 1;
}

int ci_cells_locate(double size, double origin, double x, int64_t *cell) {
  double quotient, k;
  int i;
  if (size == 1 && origin == 0) return locate_unit(x, cell);
  quotient = x / size - origin / size; /* x - origin could overflow */
  if (!(fabs(quotient) < TWO_53)) return 0;
  /* Off by less than two cells where cells are distinct: mend it. */
  k = floor(quotient);
  for (i = 0; i < 4 && x < cells_boundary(size, origin, k); i++) k--;
  for (i = 0; i < 4 && x >= cells_boundary(size, origin, k + 1); i++) k++;
  if (!(cells_boundary(size, origin, k) <= x && x < cells_boundary(size, origin, k + 1))) return 0;
  *cell = (int64_t)k;
  return ci_cells_distinct(size, origin, *cell);
}

int collide_cell_at(const collide_grid_frame *frame, const double point[3], int64_t cell[3]) {
  int64_t found[3];
  int axis;
  for (axis = 0; axis < frame->dimensions; axis++)
    if (!ci_cells_locate(frame->size[axis], frame->origin[axis], point[axis], &found[axis]))
      return 0;
  for (axis = 0; axis < frame->dimensions; axis++) cell[axis] = found[axis];
  return 1;
}

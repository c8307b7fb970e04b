/* SPDX-License-Identifier: MIT
 *
 * Cells of grids as closed boxes or shapes.
 */
#ifndef COLLIDE_MEET_CELLS_H
#define COLLIDE_MEET_CELLS_H

#include "../grid/grid_visit.h"
#include "proximity.h"
#include "../narrow/plane/plane.h"

/* A visit of the cells near a shape. */
typedef struct cells_visit {
  grid_visitor base;
  const collide_grid *grid;
  const collide_shape *shape;
} cells_visit;

/* A `take` of visitors that ends the visit at the first cell. */
int ci_take_any(grid_visitor *visitor, const int64_t min[3], const int64_t max[3], unsigned value);
/* An `enter` of visitors: returns 1 if the shape overlaps the block as one box. */
int ci_enter_overlapped(const grid_visitor *visitor, const int64_t min[3], const int64_t max[3]);
/* Visits the cells that ci_cells_range names. */
int ci_cells_visit(cells_visit *visit, const double low[3], const double high[3]);
/* Returns 0 for bounds of half-spaces. */
static inline int cells_are_bounded(int dimensions, const double low[3], const double high[3]) {
  int i;
  for (i = 0; i < dimensions; i++)
    if (!(low[i] > -HUGE_VAL && high[i] < HUGE_VAL)) return 0;
  return 1;
}
/* About the number of cells that bounds meet. */
static inline double cells_count(const collide_grid *grid, const double low[3],
                                 const double high[3]) {
  const collide_grid_frame *f = &grid->frame;
  double count = 1;
  int i;
  for (i = 0; i < f->dimensions; i++) count *= 1 + (high[i] - low[i]) / f->size[i];
  return count;
}
/* If the bounds of a shape meet more cells than this, tests of whole blocks save time. */
#define CELLS_MANY 128

/* Returns 1 if the shape overlaps a cell. low and high are its bounds. */
int ci_cells_overlap(const collide_grid *grid, const collide_shape *shape, const double low[3],
                     const double high[3]);
/* Returns 1 if a cell contains the point. */
int ci_cells_contain(const collide_grid *grid, const double point[3]);

#endif

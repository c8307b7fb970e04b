/* SPDX-License-Identifier: MIT
 *
 * Cells of grids as shapes: closed boxes, or the shapes of their values.
 */
#ifndef COLLIDE_GRID_SHAPE_H
#define COLLIDE_GRID_SHAPE_H

#include "grid_forms.h"

/* The least and greatest corner of the cells from min to max. */
void ci_cells_corners(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                      double low[3], double high[3]);
/* The same as a rect or a box. */
void ci_cells_shape(const collide_grid *grid, const int64_t min[3], const int64_t max[3],
                    collide_shape *box);
void ci_box_shape(int dimensions, const double low[3], const double high[3], collide_shape *box);

/* Interpolates a coordinate from 0 to 1 between two boundaries. */
static inline double grid_place_between(double low, double high, double c) {
  double x;
  if (c == 0) return low;
  if (c == 1) return high;
  x = low + c * (high - low);
  return x < low ? low : x > high ? high : x;
}

/* The shape of one cell: a rect, box, polygon, hull, triangle or segment. It may keep its corners
 * in `storage` or in the grid, so it must not be copied. A polygon takes 128 bytes a corner. */
typedef struct cell_shape {
  collide_shape shape;
  double storage[16 * GRID_FORM_CORNERS];
} cell_shape;

/* Writes one part, from 0, of the shape of a cell with that value; see grid_parts_of for their
 * number. */
const collide_shape *ci_cell_shape(const collide_grid *grid, const int64_t cell[3], unsigned value,
                                   int part, cell_shape *room);
/* The same for a block that a visit gives: a block larger than one cell is a box. */
const collide_shape *ci_block_shape(const collide_grid *grid, const int64_t min[3],
                                    const int64_t max[3], unsigned value, int part,
                                    cell_shape *room);

/* Writes the corners of a form in a cell. */
void ci_form_corners(const collide_grid *grid, const int64_t cell[3], const grid_form *form,
                     double points[][2]);

#endif

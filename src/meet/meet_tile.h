/* SPDX-License-Identifier: MIT
 *
 * Cells of a grid that are shapes instead of boxes, and boxes beside them.
 */
#ifndef COLLIDE_MEET_TILE_H
#define COLLIDE_MEET_TILE_H

#include "../grid/grid_forms.h"
#include "meet.h"

/* The shape of one cell: a rect, box, polygon, triangle or segment, which may keep its corners in
 * `storage`; so it must not be copied. A polygon takes 128 bytes a corner. */
typedef struct cell_shape {
  collide_shape shape;
  double storage[16 * GRID_FORM_CORNERS];
} cell_shape;

/* Writes the shape of a cell that holds the value. */
const collide_shape *ci_cell_shape(const collide_grid *grid, const int64_t cell[3], unsigned value,
                                   cell_shape *room);
/* The same of a block that a visit gives: a larger one is a box. */
const collide_shape *ci_block_shape(const collide_grid *grid, const int64_t min[3],
                                    const int64_t max[3], unsigned value, cell_shape *room);

/* Is the face, numbered as the bits of ci_meet_covered, covered by the cell beyond it: does that
 * fill all that this cell fills of it? */
int ci_tile_covers(const collide_grid *grid, const int64_t cell[3], int face);
/* Is the cell a shape, or a box with one around it? */
int ci_tile_is_near(const collide_grid *grid, const int64_t cell[3]);
/* As ci_meet_cell, of such a cell. */
cell_rank ci_meet_tile(const meet *m, const collide_grid *grid, const int64_t cell[3],
                       collide_push *push);
/* Gives a hit of a shape that has moved by `moved`, and goes on along d, a normal of the faces of
 * such a cell that are not covered. */
void ci_tile_turn(const collide_shape *shape, const double moved[2], const double d[2],
                  const collide_grid *grid, const int64_t cell[3], double normal[3]);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Cells of a grid that have shapes, and boxes beside them.
 */
#ifndef COLLIDE_MEET_TILE_H
#define COLLIDE_MEET_TILE_H

#include "proximity.h"

/* Returns 1 if the cell beyond the face covers it: it fills all that this cell fills of the face.
 * Faces are numbered as the bits of ci_meet_covered. */
int ci_tile_covers(const cell_around *a, int face);
/* Returns 1 if the cell or a cell around it has a shape. */
int ci_tile_is_near(const collide_grid *grid, const int64_t cell[3]);
/* As ci_meet_cell, for such a cell. */
cell_rank ci_meet_tile(const meet *m, const cell_around *a, collide_push *push);
/* Gives a hit with a part of such a cell a normal of the part's uncovered faces. The shape has
 * moved by `moved` and moves on along d. */
void ci_tile_turn(const collide_shape *shape, const double moved[2], const double d[2],
                  const cell_around *a, int part, double normal[3]);

/* The same for a grid in space: proximity_block.c. */
int ci_block_covers(const cell_around *a, int side);
cell_rank ci_meet_block_part(const meet *m, const cell_around *a, int part, collide_push *push);
void ci_block_turn(const collide_shape *shape, const double moved[3], const double d[3],
                   const cell_around *a, int part, double normal[3]);

#endif

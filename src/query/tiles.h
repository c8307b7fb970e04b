/* SPDX-License-Identifier: MIT
 *
 * Casts at grids in which some cells have shapes, by closed cells.
 */
#ifndef COLLIDE_TILES_H
#define COLLIDE_TILES_H

#include "target.h"

/* Is the cast by closed cells, and has the grid cells with shapes? */
int ci_tiles_are_in(const collide_cast *cast, const collide_target *target);
int ci_tiles_any(const collide_cast *cast, const collide_target *target);
/* Hits up to max of a ray, by t; of equal t in the order of the cells. */
void ci_tiles_begin(tile_hits *tiles, const collide_cast *cast, const collide_target *target,
                    double max);
int ci_tiles_next(tile_hits *tiles, const collide_cast *cast, const collide_target *target,
                  collide_target_hit *hit);

#endif

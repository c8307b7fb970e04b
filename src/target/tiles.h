/* SPDX-License-Identifier: MIT
 *
 * Casts at grids in which some cells have shapes. All such casts are by closed cells, since shapes
 * are closed sets.
 */
#ifndef COLLIDE_TILES_H
#define COLLIDE_TILES_H

#include "target.h"

/* Returns 1 if the target, a grid, has cells with shapes. */
int ci_tiles_are_in(const collide_target *target);
int ci_tiles_any(const collide_cast *cast, const collide_target *target);
/* Begins an iteration over the hits, for a ray up to max. They come in the order of t, then of
 * cells. */
void ci_tiles_begin(tile_hits *tiles, const collide_cast *cast, const collide_target *target,
                    double max);
int ci_tiles_next(tile_hits *tiles, const collide_cast *cast, const collide_target *target,
                  collide_target_hit *hit);

#endif

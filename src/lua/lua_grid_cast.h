/* SPDX-License-Identifier: MIT
 *
 * Hits of grids, as casts answer them.
 */
#ifndef COLLIDE_LUA_GRID_CAST_H
#define COLLIDE_LUA_GRID_CAST_H

#include "lua_grid.h"
#include "lua_result.h"

/* The cast's next hit, but for its index; found may be NULL. 0 at the end. */
int ci_grid_cast_next(collide_grid_cast *cast, result_hit *found);

#endif

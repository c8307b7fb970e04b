/* SPDX-License-Identifier: MIT
 *
 * Casts. lua_cast_many.c casts many rays in one call.
 */
#ifndef COLLIDE_LUA_CAST_H
#define COLLIDE_LUA_CAST_H

#include "lua_query.h"

/* The rows of raycast_many and segmentcast_many, by kind. They do not read argument 2, the rays. */
extern const query_row ci_cast_many_rows[];

#endif

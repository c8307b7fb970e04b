/* SPDX-License-Identifier: MIT
 *
 * The finalizer of grids, meshes, groups and worlds, which a script may call itself.
 *
 * It closes the object: no later call takes it. It does nothing while a running call uses the
 * object. Its memory is freed only when the collector calls, since a closed object may still be a
 * member of a world, and a call that runs in another coroutine may use it.
 */
#ifndef COLLIDE_LUA_CLOSE_H
#define COLLIDE_LUA_CLOSE_H

#include "lua_compat.h"

/* __gc. */
int ci_l_close(lua_State *L);

/* What the object at the index is called if it is closed, "a closed mesh" for example; else NULL.
 */
const char *ci_closed_name(lua_State *L, int index);

#endif

/* SPDX-License-Identifier: MIT
 *
 * raycast, segmentcast, linecast, each with _any and _all.
 */
#ifndef COLLIDE_LUA_CAST_H
#define COLLIDE_LUA_CAST_H

#include "lua_compat.h"

extern const binding ci_cast_bindings[];

#endif

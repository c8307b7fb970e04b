/* SPDX-License-Identifier: MIT
 *
 * shapecast, shapecast_any, shapecast_all.
 */
#ifndef COLLIDE_LUA_SWEEP_H
#define COLLIDE_LUA_SWEEP_H

#include "lua_compat.h"

extern const binding ci_sweep_bindings[];

#endif

/* SPDX-License-Identifier: MIT
 *
 * Grids as files: grid:save and collide.grid.load.
 */
#ifndef COLLIDE_LUA_VOX_H
#define COLLIDE_LUA_VOX_H

#include "lua_compat.h"

extern const binding ci_vox_bindings[];

#endif

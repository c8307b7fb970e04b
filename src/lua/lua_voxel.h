/* SPDX-License-Identifier: MIT
 *
 * voxelize.
 */
#ifndef COLLIDE_LUA_VOXEL_H
#define COLLIDE_LUA_VOXEL_H

#include "lua_compat.h"

extern const binding ci_voxel_bindings[];

#endif

/* SPDX-License-Identifier: MIT */
#ifndef COLLIDE_LUA_DECOMPOSE_H
#define COLLIDE_LUA_DECOMPOSE_H

#include "lua_compat.h"

extern const binding ci_decompose_bindings[];

#endif

/* SPDX-License-Identifier: MIT */
#ifndef COLLIDE_LUA_PAIR_H
#define COLLIDE_LUA_PAIR_H

#include "lua_compat.h"

extern const binding ci_pair_bindings[];
extern const binding ci_triangle_bindings[]; /* in lua_triangle.c */

#endif

/* SPDX-License-Identifier: MIT
 *
 * Constructors, setters and properties of shapes.
 */
#ifndef COLLIDE_LUA_SHAPE_H
#define COLLIDE_LUA_SHAPE_H

#include "lua_compat.h"

extern const binding ci_shape_bindings[];

/* __tostring of shapes. */
int ci_l_shape_text(lua_State *L);

#endif

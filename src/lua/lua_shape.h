/* SPDX-License-Identifier: MIT
 *
 * Properties of shapes.
 */
#ifndef COLLIDE_LUA_SHAPE_H
#define COLLIDE_LUA_SHAPE_H

#include "lua_description.h"

/* The shape that is argument 1, or that it describes. The shape replaces a description. */
const described *ci_shape_get(lua_State *L);
/* Pushes the radius of the shape, as it was given. Returns 0 if it has none. */
int ci_shape_push_radius(lua_State *L, const described *shape);
/* __tostring of shapes. */
int ci_l_shape_text(lua_State *L);

#endif

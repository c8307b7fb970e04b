/* SPDX-License-Identifier: MIT
 *
 * Layers: a shape or grid may have one name, for the options `ignore` and `only`. The table at the
 * upvalue UP_LAYERS holds all names used so far. Each name has a number, from 1, and each number
 * its name. Names are never removed.
 */
#ifndef COLLIDE_LUA_LAYER_H
#define COLLIDE_LUA_LAYER_H

#include "lua_args.h"

enum { LAYERS_MOST = 64 };

/* The number of the layer that the value at the index names; 0 for nil. A new name gets a number.
 * Raises for a value that is not a string, and for one name too many. */
int ci_layer_read(lua_State *L, const args_place *at, int index);
/* The number of the name at the index, a string. Raises an error for an unknown name. */
int ci_layer_get(lua_State *L, const args_place *at, int index);
/* Pushes the name, or nil for 0. */
void ci_layer_push(lua_State *L, int layer);

#endif

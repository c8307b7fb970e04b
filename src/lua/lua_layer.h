/* SPDX-License-Identifier: MIT
 *
 * Layers: one name a shape or grid may have, for the options `ignore` and `only`. The names that
 * were given so far lie in the table that is the upvalue UP_LAYERS, each with a number from 1 on,
 * and under these numbers again. They are never forgotten.
 */
#ifndef COLLIDE_LUA_LAYER_H
#define COLLIDE_LUA_LAYER_H

#include "lua_args.h"

enum { LAYERS_MOST = 64 };

/* The number of the layer that the value at the index names; nil has none, 0. A new name takes a
 * number. Raises for anything but a string, and for a name too many. */
int ci_layer_read(lua_State *L, const args_place *at, int index);
/* The number of the name at the index, or 0 when nothing has that layer. */
int ci_layer_find(lua_State *L, int index);
/* Pushes the name, or nil for 0. */
void ci_layer_push(lua_State *L, int layer);

#endif

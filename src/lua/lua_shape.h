/* SPDX-License-Identifier: MIT
 *
 * Properties of shapes, and the field `data`.
 */
#ifndef COLLIDE_LUA_SHAPE_H
#define COLLIDE_LUA_SHAPE_H

#include "lua_description.h"

/* The shape that is argument 1, or that it describes. The shape replaces a description. */
const described *ci_shape_get(lua_State *L);
/* In lua_shape_data.c: the field `data`, which holds any value, and errors for other fields. A
 * shape without data has the metatable UP_SHAPE. Its __index is the table of methods, which is
 * fast. A shape with data has UP_SHAPE_DATA, whose __index is a function. Groups have UP_COMPOUND
 * and UP_COMPOUND_DATA; meshes and worlds have such pairs too. */

/* Pops a value and makes it the data of the object at the index. */
void ci_shape_set_data(lua_State *L, int index);
/* Pushes the data of the value at the index; nil if it has none. */
void ci_shape_push_data(lua_State *L, int index);
/* Pushes the radius of the shape, as it was given. Returns 0 if it has none. */
int ci_shape_push_radius(lua_State *L, const described *shape);
/* Sets up the metatables and the tables of methods, which are at these absolute indices, in the
 * order of seals. `push` pushes a function of the module with its upvalues. */
typedef void (*shape_push_function)(lua_State *L, int first, lua_CFunction function,
                                    const char *name);
void ci_shape_set_fields(lua_State *L, int first, const int methods[5], shape_push_function push);

/* __tostring of shapes. */
int ci_l_shape_text(lua_State *L);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Whether a description is of two dimensions or three.
 */
#ifndef COLLIDE_LUA_DIMENSIONS_H
#define COLLIDE_LUA_DIMENSIONS_H

#include "lua_args.h"
#include "lua_form.h"

/* Pushes the value of a size from the table. If points are items of the table itself, pushes
 * the table and returns 1. */
int ci_dimensions_push_size(lua_State *L, const args_place *at, int index, const size_field *field);
/* The dimensions of the form, else those of the first vector; 3 if there is none. */
int ci_dimensions_find(lua_State *L, const args_place *at, int index, const shape_form *form);
/* Does the form have no vector, so that the pose determines its dimensions? */
int ci_dimensions_upright(const shape_form *form);

#endif

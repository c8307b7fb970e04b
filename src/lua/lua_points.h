/* SPDX-License-Identifier: MIT
 *
 * Arrays of points: as many as a shape has, or a polygon's.
 */
#ifndef COLLIDE_LUA_POINTS_H
#define COLLIDE_LUA_POINTS_H

#include "lua_args.h"
#include "lua_description.h"

/* Reads a vector among the sizes of a shape, which all have `dimensions`. By the
 * shape's name (`named`) what more a userdata has to say does not count. */
void ci_points_read_vector(lua_State *L, const args_place *at, int index, int dimensions, int named,
                           double *to);
/* Reads `count` vectors from the array at the index, for the shape of that name. */
void ci_points_read(lua_State *L, const args_place *at, int index, const char *name, int count,
                    int dimensions, double *to);
/* Makes a polygon of the points in the array at the index, which may have other
 * fields when it is the description (`in_place`). Leaves on the stack a userdata
 * that has to live as long as the shape: room for a `described`, and what the
 * shape points to. */
void ci_points_read_polygon(lua_State *L, const args_place *at, int index, int in_place,
                            struct described *out);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Arrays of points: a fixed number for most shapes, any number for a polygon or hull.
 */
#ifndef COLLIDE_LUA_POINTS_H
#define COLLIDE_LUA_POINTS_H

#include "lua_args.h"
#include "lua_description.h"

/* Reads one of the vectors among a shape's sizes, which all have `dimensions` components.
 * When the shape's name determines the dimensions (`named`), further components of a
 * userdata are ignored. */
void ci_points_read_vector(lua_State *L, const args_place *at, int index, int dimensions, int named,
                           double *to);
/* Does the array at the index begin with a number? */
int ci_points_are_flat(lua_State *L, int index);
/* Reads `count` points from the array at the index, for the shape of that name: vectors, or in the
 * plane numbers, x and y of each. With `in_place` see below. */
void ci_points_read(lua_State *L, const args_place *at, int index, int in_place, const char *name,
                    int count, int dimensions, double *to);
/* Reads `count` points from the array at the index, vectors as above or, if the array is flat,
 * their numbers one after the other. */
void ci_points_read_array(lua_State *L, const args_place *at, int index, int is_flat, int count,
                          int dimensions, int named, double *to);
/* Makes a polygon from the points in the array at the index, in either form. With `in_place` the
 * array is the description itself and may have other fields. Leaves a userdata on the stack that
 * has to live as long as the shape: storage for a `described`, followed by the memory that the
 * shape points to. */
void ci_points_read_polygon(lua_State *L, const args_place *at, int index, int in_place,
                            struct described *out);
/* The same for a hull. Of points in the plane it makes a polygon, and changes the form. In space
 * the array may hold vectors, or numbers: x, y and z of each point. */
void ci_points_read_hull(lua_State *L, const args_place *at, int index, int in_place,
                         int dimensions, struct described *out);

/* In lua_decompose.c: pushes an array of the convex pieces of the outline at the index. */
void ci_decompose_push(lua_State *L, const args_place *at, int index);

#endif

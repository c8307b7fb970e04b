/* SPDX-License-Identifier: MIT
 *
 * Arrays of points: a fixed number for most shapes, any number for a polygon or hull.
 */
#ifndef COLLIDE_LUA_POINTS_H
#define COLLIDE_LUA_POINTS_H

#include "lua_args.h"
#include "lua_description.h"

/* Reads one of the vectors among a shape's sizes, which all have `dimensions` components. If the
 * shape's name determines the dimensions (`named`), ignores further components of a userdata. */
void ci_points_read_vector(lua_State *L, const args_place *at, int index, int dimensions, int named,
                           double *to);
/* Returns 1 if the array at the index begins with a number. */
int ci_points_are_flat(lua_State *L, int index);
/* Reads `count` points from the array at the index, for the shape of that name. The array holds
 * vectors, or in the plane numbers: x and y of each point. For `in_place` see below. */
void ci_points_read(lua_State *L, const args_place *at, int index, int in_place, const char *name,
                    int count, int dimensions, double *to);
/* Reads `count` points from the array at the index. The array holds vectors, as above, or if it is
 * flat, all their numbers one after another. */
void ci_points_read_array(lua_State *L, const args_place *at, int index, int is_flat, int count,
                          int dimensions, int named, double *to);
/* Makes a polygon from the points in the array at the index, in either form. With `in_place` the
 * array is the description itself and may have other fields. Leaves a userdata on the stack, which
 * must live as long as the shape. It holds storage for a `described`, and then the memory that the
 * shape points to. */
void ci_points_read_polygon(lua_State *L, const args_place *at, int index, int in_place,
                            struct described *out);
/* The same for a hull. Points in the plane make a polygon, and the form changes to that. In space
 * the array may hold vectors, or numbers: x, y and z of each point. */
void ci_points_read_hull(lua_State *L, const args_place *at, int index, int in_place,
                         int dimensions, struct described *out);

/* Pushes an array of the convex pieces of the outline at the index. */
void ci_decompose_push(lua_State *L, const args_place *at, int index);

/* Rounds the shape by the radius in the table at the index, if it has one. The shape must not be
 * posed yet. A rect or triangle becomes a polygon, a segment becomes a capsule. */
void ci_rounded_read(lua_State *L, const args_place *at, int index, const shape_form *form,
                     described *out);
/* Makes an ellipse with the radii at the index. */
void ci_rounded_read_ellipse(lua_State *L, const args_place *at, int index, described *out);
/* Replaces a shape of the plane that has a radius by one without, for a pose with an uneven scale:
 * a circle by an ellipse, others by a polygon, or by a segment if rounding leaves no area. Returns
 * COLLIDE_ERROR_POSE_UNEVEN_SCALE for other shapes. On an error nothing changes. */
collide_error ci_rounded_flatten(lua_State *L, described *out);

#endif

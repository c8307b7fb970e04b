/* SPDX-License-Identifier: MIT
 *
 * Shapes with a radius, and ellipses. In the plane most of them are polygons, so they need memory,
 * which is a userdata that these functions push: see ci_points_read_polygon.
 */
#ifndef COLLIDE_LUA_ROUNDED_H
#define COLLIDE_LUA_ROUNDED_H

#include "lua_description.h"

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

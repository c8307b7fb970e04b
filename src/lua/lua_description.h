/* SPDX-License-Identifier: MIT
 *
 * Shapes and the tables that describe them: {shape="sphere", radius=1}. For a
 * new kind of shape see lua_form.h.
 */
#ifndef COLLIDE_LUA_DESCRIPTION_H
#define COLLIDE_LUA_DESCRIPTION_H

#include "../collide.h"
#include "lua_args.h"
#include "lua_form.h"
#include "lua_pose.h"

/* A shape, and how it was told: what is needed to tell it so again. As a
 * userdata this is all of it, but behind a polygon's comes what its shape points
 * to. */
typedef struct described {
  collide_shape shape;
  collide_source source;
  const shape_form *form; /* which sizes were given */
  unsigned given;         /* of the pose; see lua_pose.h */
} described;

/* "sphere", ... */
const char *ci_description_name(const described *shape);
/* How many components its vectors have, and what a wrong count is told. */
args_size ci_description_size(int dimensions);
/* Its pose, to be changed. */
told_pose ci_description_pose(const described *shape);

/* Whether the table at the index describes a shape: whether it has `shape`. */
int ci_description_is(lua_State *L, int index);
/* Reads the description of a shape of that name, or of the name under `shape`
 * when it is NULL. A polygon needs memory of its own: it puts a userdata with
 * room for a `described` in front in place of the table, so the index is not a
 * key's, and *out may be used as long as that stays. */
void ci_description_read(lua_State *L, const args_place *at, int index, const char *name,
                         described *out);
/* The shape that the value at the index is or describes; a description is read
 * into *room, and as above may be replaced. Raises on what is neither. */
const described *ci_description_get(lua_State *L, const args_place *at, int index, described *room);
/* 2 or 3: of the shape that the value at the index is or describes. Reads no
 * more of a description than what tells that, and raises on what is none. */
int ci_description_dimensions(lua_State *L, const args_place *at, int index);
/* Raises ": a 2D shape expected, got a 3D sphere" unless it has as many. */
void ci_description_check(lua_State *L, const args_place *at, const described *shape,
                          int dimensions);

/* In lua_tell.c. */

/* Pushes the table that makes the shape again. */
void ci_description_push(lua_State *L, const described *shape);
/* Pushes "sphere radius=1 position=(0, 0, 5)". */
void ci_description_push_text(lua_State *L, const described *shape);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Shapes and the tables that describe them: {shape="sphere", radius=1}. A new
 * kind of shape is new rows in the table of forms.
 */
#ifndef COLLIDE_LUA_DESCRIPTION_H
#define COLLIDE_LUA_DESCRIPTION_H

#include "collide.h"
#include "lua_args.h"

typedef struct shape_form shape_form;

/* A shape, and how it was told: what is needed to tell it so again. */
typedef struct described {
  collide_shape shape;
  const shape_form *form; /* which sizes were given */
  unsigned given;         /* of the pose; see lua_pose.h */
} described;

/* "sphere", ... */
const char *description_name(const described *shape);

/* Whether the table at the index describes a shape: whether it has `shape`. */
int description_is(lua_State *L, int index);
/* Reads the description of a shape of that name, or of the name under `shape`
 * when it is NULL. */
void description_read(lua_State *L, const args_place *at, int index, const char *name,
                      described *out);
/* The shape that the value at the index is or describes; a description is read
 * into *room. Raises on what is neither. */
const described *description_get(lua_State *L, const args_place *at, int index, described *room);

/* Pushes the table that makes the shape again. */
void description_push(lua_State *L, const described *shape);
/* Pushes "sphere radius=1 position=(0, 0, 5)". */
void description_push_text(lua_State *L, const described *shape);

#endif

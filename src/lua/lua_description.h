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
#include "lua_seal.h"

/* A shape, and in which form it was described, so that it can be described again in the
 * same form. This struct is the userdata of a shape; in the userdata of a polygon or hull, the
 * memory that its shape points to follows it. The seal is that of the userdata; of a struct that
 * is somewhere else it has no meaning. */
typedef struct described {
  object_head head;
  collide_shape shape;
  collide_source source;
  const shape_form *form; /* which sizes were given */
} described;

/* The shape at the index, or NULL; for a function that asks more than once, the home is given. */
static inline described *description_of(lua_State *L, int index, seal_home *home) {
  return (described *)seal_check(L, index, sizeof(described), SEAL_SHAPE, home);
}
static inline described *description_at(lua_State *L, int index) {
  return description_of(L, index, seal_here(L));
}
/* The shape's userdata, for a shape that is a member of a world. */
static inline const described *description_around(const collide_shape *shape) {
  const char *start = (const char *)shape - offsetof(described, shape);
  return (const described *)(const void *)start;
}
/* The kinds of three dimensions come first. */
static inline int description_dimensions(const described *shape) {
  return shape->shape.kind < COLLIDE_CIRCLE ? 3 : 2;
}
/* Does a pose of two dimensions do more than scale and move? */
static inline int description_is_turned(const described *shape) {
  const collide_pose *pose = &shape->source.pose;
  return pose->has_linear ? pose->linear[1] != 0 || pose->linear[3] != 0 : pose->angle != 0;
}
/* "sphere", ... */
const char *ci_description_name(const described *shape);
/* How many components a shape's vectors have, and the text of the error for a wrong count. */
args_size ci_description_size(int dimensions);
/* Does the table at the index describe a shape, that is, does it have the field `shape`? */
int ci_description_is(lua_State *L, int index);
/* Is the value at the index a table whose field `shape` is that name? */
int ci_description_has_name(lua_State *L, int index, const char *name);
/* Raises if the table at the index has a field `shape` that is not that name. */
void ci_description_check_name(lua_State *L, const args_place *at, int index, const char *name);
/* Reads the description of a shape of that name; if the name is NULL, of the name in the
 * field `shape`. A polygon or hull needs memory of its own: the table at the index is replaced by
 * a userdata, which has storage for a `described` at its beginning. So the index must not
 * be that of a key, and *out is valid only while the userdata stays on the stack. */
void ci_description_read(lua_State *L, const args_place *at, int index, const char *name,
                         described *out);
/* Returns the shape that the value at the index is or describes. A description is read
 * into *room, and its table may be replaced as above. Raises for any other value. */
const described *ci_description_get(lua_State *L, const args_place *at, int index, described *room);
/* The dimensions, 2 or 3, of the shape that the value at the index is or describes. Reads
 * only the part of a description that determines them. Raises for any other value. */
int ci_description_dimensions(lua_State *L, const args_place *at, int index);
/* Raises ": a 2D shape expected, got a 3D sphere" unless the shape has these dimensions. */
void ci_description_check(lua_State *L, const args_place *at, const described *shape,
                          int dimensions);

/* How to make the shape, which has the other dimensions, one of these; "" if there is no way. */
const char *ci_description_hint(const described *shape, int dimensions);

/* In lua_dimensions.c: does a description have two or three dimensions? */

/* Pushes the value of a size from the table. If points are items of the table itself, pushes
 * the table and returns 1. */
int ci_dimensions_push_size(lua_State *L, const args_place *at, int index, const size_field *field);
/* The dimensions of the form, else those of the first vector; 3 if there is none. */
int ci_dimensions_find(lua_State *L, const args_place *at, int index, const shape_form *form);
/* Does the form have no vector, so that the pose determines its dimensions? */
int ci_dimensions_upright(const shape_form *form);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Shapes and the tables that describe them: {shape="sphere", radius=1}. For a new kind of shape see
 * lua_form.h.
 */
#ifndef COLLIDE_LUA_DESCRIPTION_H
#define COLLIDE_LUA_DESCRIPTION_H

#include "../collide.h"
#include "lua_args.h"
#include "lua_form.h"
#include "lua_pose.h"
#include "lua_seal.h"
#include "../shape/shape.h"

/* A shape, and the form in which it was described. Only a userdata has a valid seal.
 *
 * The userdata of a polygon or hull is this struct, followed by the memory that the shape points
 * to. */
typedef struct described {
  object_head head;
  collide_shape shape;
  collide_source source;
  double one_way[3]; /* the side from which it blocks moves; see lua_one_way.h */
} described;

/* The shape at the index, or NULL. A caller that reads several shapes fetches the home once. */
static inline described *description_of(lua_State *L, int index, seal_home *home) {
  return (described *)seal_check(L, index, sizeof(described), SEAL_SHAPE, home);
}
/* Clears the fields of a shape that is not yet sealed, except shape and source. */
static inline void description_begin(described *shape) {
  head_begin(&shape->head);
  memset(shape->one_way, 0, sizeof shape->one_way);
}
/* Which sizes were given. */
static inline const shape_form *description_form(const described *shape) {
  return ci_form_of(shape->head.form);
}
static inline void description_set_form(described *shape, const shape_form *form) {
  shape->head.form = ci_form_number(form);
}
/* Returns 1 if the shape points to memory that follows it in its userdata. */
static inline int description_has_storage(const described *shape) {
  return shape->shape.kind == COLLIDE_POLYGON || shape_core(&shape->shape) == COLLIDE_HULL;
}
static inline described *description_at(lua_State *L, int index) {
  return description_of(L, index, seal_here(L));
}
/* The shape's userdata, for a shape that is a member of a world. */
static inline const described *description_around(const collide_shape *shape) {
  const char *start = (const char *)shape - offsetof(described, shape);
  return (const described *)(const void *)start;
}
/* Kinds of three dimensions come first in the enum. */
static inline int description_dimensions(const described *shape) {
  return shape->shape.kind < COLLIDE_CIRCLE ? 3 : 2;
}
/* Returns 1 if the pose of a shape of two dimensions does more than scale and move it. */
int ci_description_is_turned(const described *shape);
/* "sphere", ... */
const char *ci_description_name(const described *shape);
/* The number of components of a shape's vectors, and the text of the error for a wrong count. */
args_size ci_description_size(int dimensions);
/* Returns 1 if the table at the index has the field `shape`: then it describes a shape. */
int ci_description_is(lua_State *L, int index);
/* Returns 1 if the value at the index is a table whose field `shape` is that name. */
int ci_description_has_name(lua_State *L, int index, const char *name);
/* Raises if the table at the index has a field `shape` that is not that name. */
void ci_description_check_name(lua_State *L, const args_place *at, int index, const char *name);
/* Reads the description of a shape of that name. If the name is NULL, the field `shape`
 * holds it. A polygon or hull needs memory of its own. It is a userdata that begins with storage
 * for a `described`, and replaces the table at the index. So the index must not be that of a key.
 * *out is valid only while the userdata stays on the stack. */
void ci_description_read(lua_State *L, const args_place *at, int index, const char *name,
                         described *out);
/* Returns the shape at the index, or the shape that the table at the index describes. A description
 * is read into *room; a userdata may replace its table, as above. Raises for any other value. */
const described *ci_description_get(lua_State *L, const args_place *at, int index, described *room);
/* The dimensions of the shape or description at the index. Reads only the part of a description
 * that determines them. Raises for any other value. */
int ci_description_dimensions(lua_State *L, const args_place *at, int index);
/* Raises ": a 2D shape expected, got a 3D sphere" unless the shape has these dimensions. */
void ci_description_check(lua_State *L, const args_place *at, const described *shape,
                          int dimensions);

/* A hint for an error: how to describe the shape in these dimensions; "" if it cannot have them. */
const char *ci_description_hint(const described *shape, int dimensions);

/* In lua_dimensions.c: finds whether a description has two or three dimensions. */

/* Pushes the value of a size from the table. If the points are items of the table itself, pushes
 * the table and returns 1. */
int ci_dimensions_push_size(lua_State *L, const args_place *at, int index, const size_field *field);
/* The dimensions of the form; else those of its first vector, or of the pose; else 3. */
int ci_dimensions_find(lua_State *L, const args_place *at, int index, const shape_form *form);
/* Returns 1 if the form has no vector. Then the pose determines its dimensions. */
int ci_dimensions_upright(const shape_form *form);

#endif

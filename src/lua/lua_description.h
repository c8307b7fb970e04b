/* SPDX-License-Identifier: MIT
 *
 * Shapes and the tables that describe them: {shape="sphere", radius=1}. Each form of a table has a
 * row: its fields, and the sizes that they hold. A new kind of shape needs new rows. lua_points.c
 * reads arrays of points.
 */
#ifndef COLLIDE_LUA_DESCRIPTION_H
#define COLLIDE_LUA_DESCRIPTION_H

#include "../collide.h"
#include "lua_args.h"
#include "lua_seal.h"
#include "../shape/shape.h"
#include <stdint.h>

typedef enum field_type {
  FIELD_NUMBER,
  FIELD_LENGTH,   /* a number not below 0 */
  FIELD_ROUND,    /* the same, which may be missing: then it is 0 */
  FIELD_POSITIVE, /* a number above 0 */
  FIELD_VECTOR,
  FIELD_EXTENT,    /* a vector, no component below 0 */
  FIELD_RADII,     /* a vector, all components above 0 */
  FIELD_WHOLE,     /* the same, but twice the stored half extent */
  FIELD_DIRECTION, /* a vector that is not zero */
  FIELD_POINTS     /* an array of vectors, or the description's own items */
} field_type;

/* One of the sizes, and the numbers of vectors and of numbers before it in collide_source.sizes. */
typedef struct size_field {
  const char *name; /* NULL ends a list of fields */
  field_type type;
  int vectors, numbers;
} size_field;

/* One form of the sizes of one kind of shape. */
typedef struct shape_form {
  const char *name;
  const char *example; /* the fields, for errors; NULL except in the first form of a name */
  int dimensions;      /* 2 or 3; 0 if the vectors determine them */
  int points; /* the number of points in FIELD_POINTS; 0: any number, for a polygon or hull */
  collide_kind kinds[2]; /* in two and in three dimensions */
  int is_symmetric;      /* the first vector of the sizes is the second one times -1 */
  size_field fields[4];  /* in the order in which they are printed */
} shape_form;

/* The number of a form, and the form of a number. */
uint8_t ci_form_number(const shape_form *form);
const shape_form *ci_form_of(int number);
/* The first form of the shape with that name, or NULL. */
const shape_form *ci_form_first(const char *name);
/* The next form of the same shape, or NULL. */
const shape_form *ci_form_next(const shape_form *form);
/* The field with that name, or NULL. */
const size_field *ci_form_field(const shape_form *form, const char *name);

/* Returns 1 if x and y may stand for the position: circle, and rect by width and height. */
int ci_form_has_place(const shape_form *form);
int ci_form_is_number(const size_field *field);
/* The index of the field in collide_source.sizes. */
int ci_form_at(const size_field *field, int dimensions);

/* A shape, and the form in which it was described. Only a userdata has a valid seal.
 *
 * The userdata of a polygon or hull is this struct, followed by the memory that the shape points
 * to. */
typedef struct described {
  object_head head;
  collide_shape shape;
  collide_source source;
} described;

/* The shape at the index, or NULL. A caller that reads several shapes fetches the home once. */
static inline described *description_of(lua_State *L, int index, seal_home *home) {
  return (described *)seal_check(L, index, sizeof(described), SEAL_SHAPE, home);
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
/* "sphere", ... */
const char *ci_description_name(const described *shape);
/* "a" or "an", for the name of a shape. */
const char *ci_description_article(const char *name);
/* The number of components of a shape's vectors, and the text of the error for a wrong count. */
args_size ci_description_size(int dimensions);
/* The same for that shape. The text says how a capsule becomes one of the plane. */
args_size ci_description_size_of(const collide_shape *shape);
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

/* Returns 1 if the form has no vector. Then the pose determines its dimensions. */
int ci_dimensions_upright(const shape_form *form);

/* ---- Arrays of points, in lua_points.c ------------------------------------------------------- */

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
/* Makes a polygon from the points in the array at the index, in either form, without points that
 * are concave by at most the tolerance. With `in_place` the array is the description itself and may
 * have other fields. Leaves a userdata on the stack, which must live as long as the shape. It holds
 * storage for a `described`, and then the memory that the shape points to. */
void ci_points_read_polygon(lua_State *L, const args_place *at, int index, int in_place,
                            double tolerance, described *out);
/* The same for a hull. Points in the plane make a polygon, and the form changes to that. In space
 * the array may hold vectors, or numbers: x, y and z of each point. */
void ci_points_read_hull(lua_State *L, const args_place *at, int index, int in_place,
                         int dimensions, described *out);

/* Pushes an array of the convex pieces of the outline at the index. */
void ci_decompose_push(lua_State *L, const args_place *at, int index);
/* Removes the last of two arguments if it is the array of neighbours that `decompose` returns after
 * the pieces. So group(decompose(points)) takes the pieces. */
void ci_decompose_drop_neighbours(lua_State *L);

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

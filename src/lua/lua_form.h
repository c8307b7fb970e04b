/* SPDX-License-Identifier: MIT
 *
 * The forms in which shapes are described: the fields of each form, and the sizes that they hold. A
 * new kind of shape needs new rows in the table of forms.
 */
#ifndef COLLIDE_LUA_FORM_H
#define COLLIDE_LUA_FORM_H

#include <stdint.h>

#include "../collide.h"

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
  int dimensions; /* 2 or 3; 0 if the vectors determine them */
  int points;     /* the number of points in FIELD_POINTS; 0: any number, for a polygon or hull */
  collide_kind kinds[2]; /* in two and in three dimensions */
  int is_symmetric;      /* the first vector of the sizes is the second one times -1 */
  size_field fields[4];  /* in the order in which they are printed */
} shape_form;

/* Returns 1 for a polygon, ellipse or hull, whose points lie in memory of their own. */
static inline int form_has_storage(const shape_form *form) {
  return form->kinds[0] == COLLIDE_POLYGON;
}
/* Makes a shape of any kind but polygon and hull. Checks the given fields. */
collide_error ci_form_make(const shape_form *form, int dimensions, double sizes[9],
                           collide_shape *shape, collide_source *source);

/* The number of a form, and the form of a number. */
uint8_t ci_form_number(const shape_form *form);
const shape_form *ci_form_of(int number);
/* The first form of the shape with that name, or NULL. */
const shape_form *ci_form_first(const char *name);
/* The next form of the same shape, or NULL. */
const shape_form *ci_form_next(const shape_form *form);
const size_field *ci_form_field(const shape_form *form, const char *name);
/* The field of the radius that rounds the shape, or NULL. */
const size_field *ci_form_round(const shape_form *form);

/* Returns 1 if x and y may stand for the position: circle, and rect by width and height. */
int ci_form_has_place(const shape_form *form);
int ci_form_is_number(const size_field *field);
/* The index of the field in collide_source.sizes. */
int ci_form_at(const size_field *field, int dimensions);

#endif

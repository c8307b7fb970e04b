/* SPDX-License-Identifier: MIT
 *
 * The forms in which shapes are told: which fields hold the sizes of what. A
 * new kind of shape is new rows in the table of forms.
 */
#ifndef COLLIDE_LUA_FORM_H
#define COLLIDE_LUA_FORM_H

#include "../collide.h"

typedef enum field_type {
  FIELD_NUMBER,
  FIELD_LENGTH,   /* a number not below 0 */
  FIELD_POSITIVE, /* a number above 0 */
  FIELD_VECTOR,
  FIELD_EXTENT,    /* a vector, no component below 0 */
  FIELD_WHOLE,     /* the same, twice what is kept */
  FIELD_DIRECTION, /* a vector that is not zero */
  FIELD_POINTS     /* an array of vectors; may stand in place */
} field_type;

/* One of the sizes, and after how many others collide_source.sizes has it. */
typedef struct size_field {
  const char *name; /* NULL ends a list of them */
  field_type type;
  int vectors, numbers;
} size_field;

/* One way to tell the sizes of one kind of shape. */
typedef struct shape_form {
  const char *name;
  int dimensions; /* 2 or 3; 0 where the vectors tell */
  int points;     /* how many FIELD_POINTS holds; 0: as many as there are, of a polygon */
  /* NULL of a polygon */
  collide_error (*make)(collide_shape *shape, collide_source *source, int dimensions,
                        double *sizes);
  size_field fields[4]; /* in the order that they print in */
} shape_form;

/* The first form of the shape of that name, or NULL. */
const shape_form *ci_form_first(const char *name);
/* The next form of the same shape, or NULL. */
const shape_form *ci_form_next(const shape_form *form);
const size_field *ci_form_field(const shape_form *form, const char *name);

int ci_form_is_number(const size_field *field);
/* Where collide_source.sizes has the field. */
int ci_form_at(const size_field *field, int dimensions);

#endif

/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_form.h"

#include <string.h>

#include "../shape/shape.h"

/* clang-format off */
#define END {NULL, FIELD_NUMBER, 0, 0}
#define ROUND {"radius", FIELD_ROUND, 2, 0}

/* Forms of one shape are adjacent. */
static const shape_form forms[] = {
    {"sphere", 3, 0, {COLLIDE_SPHERE, COLLIDE_SPHERE}, 0,
     {{"radius", FIELD_LENGTH, 0, 0}, END}},
    {"circle", 2, 0, {COLLIDE_CIRCLE, COLLIDE_CIRCLE}, 0,
     {{"radius", FIELD_LENGTH, 0, 0}, END}},
    {"box", 3, 0, {COLLIDE_BOX, COLLIDE_BOX}, 1,
     {{"half", FIELD_EXTENT, 1, 0}, ROUND, END}},
    {"box", 3, 0, {COLLIDE_BOX, COLLIDE_BOX}, 1,
     {{"size", FIELD_WHOLE, 1, 0}, ROUND, END}},
    {"box", 3, 0, {COLLIDE_BOX, COLLIDE_BOX}, 0,
     {{"min", FIELD_VECTOR, 0, 0}, {"max", FIELD_VECTOR, 1, 0}, ROUND, END}},
    {"rect", 2, 0, {COLLIDE_RECT, COLLIDE_RECT}, 1,
     {{"half", FIELD_EXTENT, 1, 0}, ROUND, END}},
    {"rect", 2, 0, {COLLIDE_RECT, COLLIDE_RECT}, 1,
     {{"size", FIELD_WHOLE, 1, 0}, ROUND, END}},
    {"rect", 2, 0, {COLLIDE_RECT, COLLIDE_RECT}, 0,
     {{"min", FIELD_VECTOR, 0, 0}, {"max", FIELD_VECTOR, 1, 0}, ROUND, END}},
    {"rect", 2, 0, {COLLIDE_RECT, COLLIDE_RECT}, 0,
     {{"width", FIELD_LENGTH, 1, 0}, {"height", FIELD_LENGTH, 1, 1}, ROUND, END}},
    {"cylinder", 3, 0, {COLLIDE_CYLINDER, COLLIDE_CYLINDER}, 0,
     {{"radius", FIELD_LENGTH, 0, 0}, {"half_height", FIELD_LENGTH, 0, 1}, END}},
    {"cone", 3, 0, {COLLIDE_CONE, COLLIDE_CONE}, 0,
     {{"radius", FIELD_POSITIVE, 0, 0}, {"height", FIELD_POSITIVE, 0, 1}, END}},
    {"capsule", 0, 0, {COLLIDE_CAPSULE_2D, COLLIDE_CAPSULE}, 1, /* half_height is the y of b */
     {{"radius", FIELD_LENGTH, 2, 0}, {"half_height", FIELD_LENGTH, 1, 1}, END}},
    {"capsule", 0, 0, {COLLIDE_CAPSULE_2D, COLLIDE_CAPSULE}, 0,
     {{"a", FIELD_VECTOR, 0, 0}, {"b", FIELD_VECTOR, 1, 0}, {"radius", FIELD_LENGTH, 2, 0}, END}},
    {"plane", 0, 0, {COLLIDE_PLANE_2D, COLLIDE_PLANE}, 0,
     {{"normal", FIELD_DIRECTION, 0, 0}, {"distance", FIELD_NUMBER, 1, 0}, END}},
    {"triangle", 0, 3, {COLLIDE_TRIANGLE_2D, COLLIDE_TRIANGLE}, 0,
     {{"points", FIELD_POINTS, 0, 0}, ROUND, END}},
    {"segment", 0, 2, {COLLIDE_SEGMENT_2D, COLLIDE_SEGMENT}, 0,
     {{"points", FIELD_POINTS, 0, 0}, ROUND, END}},
    {"polygon", 2, 0, {COLLIDE_POLYGON, COLLIDE_POLYGON}, 0,
     {{"points", FIELD_POINTS, 0, 0}, ROUND, END}},
    {"ellipse", 2, 0, {COLLIDE_POLYGON, COLLIDE_POLYGON}, 0,
     {{"radii", FIELD_RADII, 0, 0}, END}},
    {"hull", 0, 0, {COLLIDE_POLYGON, COLLIDE_HULL}, 0,
     {{"points", FIELD_POINTS, 0, 0}, ROUND, END}},
    {NULL, 0, 0, {COLLIDE_SPHERE, COLLIDE_SPHERE}, 0, {END, END, END, END}}};
/* clang-format on */

collide_error ci_form_make(const shape_form *form, int dimensions, double sizes[9],
                           collide_shape *shape, collide_source *source) {
  int i;
  for (i = 0; form->is_symmetric && i < dimensions; i++) sizes[i] = 0 - sizes[dimensions + i];
  return ci_shape_make(shape, source, form->kinds[dimensions - 2], sizes, 9);
}

const size_field *ci_form_round(const shape_form *form) {
  const size_field *field = form->fields;
  while (field->name != NULL && field->type != FIELD_ROUND) field++;
  return field->name != NULL ? field : NULL;
}

uint8_t ci_form_number(const shape_form *form) {
  return (uint8_t)(form - forms);
}

const shape_form *ci_form_of(int number) {
  return &forms[number];
}

const shape_form *ci_form_first(const char *name) {
  const shape_form *form = forms;
  while (form->name != NULL && strcmp(form->name, name) != 0) form++;
  return form->name == NULL ? NULL : form;
}

const shape_form *ci_form_next(const shape_form *form) {
  const shape_form *next = form + 1;
  return next->name != NULL && strcmp(form->name, next->name) == 0 ? next : NULL;
}

const size_field *ci_form_field(const shape_form *form, const char *name) {
  const size_field *field = form->fields;
  for (; field->name != NULL; field++) {
    if (strcmp(field->name, name) == 0) return field;
  }
  return NULL;
}

int ci_form_has_place(const shape_form *form) {
  return form->dimensions == 2 && form->fields[0].type == FIELD_LENGTH;
}

int ci_form_is_number(const size_field *field) {
  return field->type == FIELD_NUMBER || field->type == FIELD_LENGTH || field->type == FIELD_ROUND ||
         field->type == FIELD_POSITIVE;
}

int ci_form_at(const size_field *field, int dimensions) {
  return field->vectors * dimensions + field->numbers;
}

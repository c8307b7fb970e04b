/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_form.h"

#include <string.h>

/* ---- Makers ---------------------------------------------------------------- */

static collide_error make_sphere(collide_shape *shape, collide_source *source, int dimensions,
                                 double *s) {
  return dimensions == 2 ? collide_make_circle(shape, source, s[0])
                         : collide_make_sphere(shape, source, s[0]);
}

static collide_error make_box(collide_shape *shape, collide_source *source, int dimensions,
                              double *s) {
  return dimensions == 2 ? collide_make_rect(shape, source, s + 2)
                         : collide_make_box(shape, source, s + 3);
}

static collide_error make_box_corners(collide_shape *shape, collide_source *source, int dimensions,
                                      double *s) {
  return dimensions == 2 ? collide_make_rect_corners(shape, source, s, s + 2)
                         : collide_make_box_corners(shape, source, s, s + 3);
}

static collide_error make_cylinder(collide_shape *shape, collide_source *source, int dimensions,
                                   double *s) {
  (void)dimensions;
  return collide_make_cylinder(shape, source, s[0], s[1]);
}

static collide_error make_cone(collide_shape *shape, collide_source *source, int dimensions,
                               double *s) {
  (void)dimensions;
  return collide_make_cone(shape, source, s[0], s[1]);
}

static collide_error make_capsule(collide_shape *shape, collide_source *source, int dimensions,
                                  double *s) {
  return dimensions == 2 ? collide_make_capsule_2d(shape, source, s, s + 2, s[4])
                         : collide_make_capsule(shape, source, s, s + 3, s[6]);
}

/* half_height lies in the place of b's y. */
static collide_error make_capsule_upright(collide_shape *shape, collide_source *source,
                                          int dimensions, double *s) {
  s[1] = 0 - s[dimensions + 1];
  return make_capsule(shape, source, dimensions, s);
}

static collide_error make_plane(collide_shape *shape, collide_source *source, int dimensions,
                                double *s) {
  return dimensions == 2 ? collide_make_plane_2d(shape, source, s, s[2])
                         : collide_make_plane(shape, source, s, s[3]);
}

static collide_error make_triangle(collide_shape *shape, collide_source *source, int dimensions,
                                   double *s) {
  return dimensions == 2 ? collide_make_triangle_2d(shape, source, s, s + 2, s + 4)
                         : collide_make_triangle(shape, source, s, s + 3, s + 6);
}

static collide_error make_segment(collide_shape *shape, collide_source *source, int dimensions,
                                  double *s) {
  return dimensions == 2 ? collide_make_segment_2d(shape, source, s, s + 2)
                         : collide_make_segment(shape, source, s, s + 3);
}

/* ---- The forms of each shape --------------------------------------------- */

#define END \
  { NULL, FIELD_NUMBER, 0, 0 }
#define RADIUS \
  { "radius", FIELD_LENGTH, 0, 0 }
#define HALF \
  { "half", FIELD_EXTENT, 1, 0 }
#define WHOLE \
  { "size", FIELD_WHOLE, 1, 0 }
#define MIN_MAX                  \
  {"min", FIELD_VECTOR, 0, 0}, { \
    "max", FIELD_VECTOR, 1, 0    \
  }
#define POINTS \
  { "points", FIELD_POINTS, 0, 0 }

/* Forms of one shape stand together. */
static const shape_form forms[] = {
    {"sphere", 3, 0, make_sphere, {RADIUS, END}},
    {"circle", 2, 0, make_sphere, {RADIUS, END}},
    {"box", 3, 0, make_box, {HALF, END}},
    {"box", 3, 0, make_box, {WHOLE, END}},
    {"box", 3, 0, make_box_corners, {MIN_MAX, END}},
    {"rect", 2, 0, make_box, {HALF, END}},
    {"rect", 2, 0, make_box, {WHOLE, END}},
    {"rect", 2, 0, make_box_corners, {MIN_MAX, END}},
    {"rect",
     2,
     0,
     make_box_corners,
     {{"width", FIELD_LENGTH, 1, 0}, {"height", FIELD_LENGTH, 1, 1}, END}},
    {"cylinder", 3, 0, make_cylinder, {RADIUS, {"half_height", FIELD_LENGTH, 0, 1}, END}},
    {"cone",
     3,
     0,
     make_cone,
     {{"radius", FIELD_POSITIVE, 0, 0}, {"height", FIELD_POSITIVE, 0, 1}, END}},
    {"capsule",
     0,
     0,
     make_capsule_upright,
     {{"radius", FIELD_LENGTH, 2, 0}, {"half_height", FIELD_LENGTH, 1, 1}, END}},
    {"capsule",
     0,
     0,
     make_capsule,
     {{"a", FIELD_VECTOR, 0, 0}, {"b", FIELD_VECTOR, 1, 0}, {"radius", FIELD_LENGTH, 2, 0}, END}},
    {"plane",
     0,
     0,
     make_plane,
     {{"normal", FIELD_DIRECTION, 0, 0}, {"distance", FIELD_NUMBER, 1, 0}, END}},
    {"triangle", 0, 3, make_triangle, {POINTS, END}},
    {"segment", 0, 2, make_segment, {POINTS, END}},
    {"polygon", 2, 0, NULL, {POINTS, END}},
    {"hull", 0, 0, NULL, {POINTS, END}},
    {NULL, 0, 0, NULL, {END, END, END, END}}};

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
  return field->type == FIELD_NUMBER || field->type == FIELD_LENGTH ||
         field->type == FIELD_POSITIVE;
}

int ci_form_at(const size_field *field, int dimensions) {
  return field->vectors * dimensions + field->numbers;
}

/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_form.h"

#include <string.h>

/* ---- Makers ---------------------------------------------------------------- */

static int make_sphere(collide_shape *shape, int dimensions, double *s) {
  return dimensions == 2 ? collide_circle(shape, s[0]) : collide_sphere(shape, s[0]);
}

static int make_box(collide_shape *shape, int dimensions, double *s) {
  return dimensions == 2 ? collide_rect(shape, s + 2) : collide_box(shape, s + 3);
}

static int make_box_corners(collide_shape *shape, int dimensions, double *s) {
  return dimensions == 2 ? collide_rect_corners(shape, s, s + 2)
                         : collide_box_corners(shape, s, s + 3);
}

static int make_cylinder(collide_shape *shape, int dimensions, double *s) {
  (void)dimensions;
  return collide_cylinder(shape, s[0], s[1]);
}

static int make_cone(collide_shape *shape, int dimensions, double *s) {
  (void)dimensions;
  return collide_cone(shape, s[0], s[1]);
}

static int make_capsule(collide_shape *shape, int dimensions, double *s) {
  return dimensions == 2 ? collide_capsule_2d(shape, s, s + 2, s[4])
                         : collide_capsule(shape, s, s + 3, s[6]);
}

/* half_height is b's y. */
static int make_capsule_upright(collide_shape *shape, int dimensions, double *s) {
  s[1] = 0 - s[dimensions + 1];
  return make_capsule(shape, dimensions, s);
}

static int make_plane(collide_shape *shape, int dimensions, double *s) {
  return dimensions == 2 ? collide_plane_2d(shape, s, s[2]) : collide_plane(shape, s, s[3]);
}

static int make_triangle(collide_shape *shape, int dimensions, double *s) {
  return dimensions == 2 ? collide_triangle_2d(shape, s, s + 2, s + 4)
                         : collide_triangle(shape, s, s + 3, s + 6);
}

static int make_segment(collide_shape *shape, int dimensions, double *s) {
  return dimensions == 2 ? collide_segment_2d(shape, s, s + 2) : collide_segment(shape, s, s + 3);
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

int ci_form_is_number(const size_field *field) {
  return field->type == FIELD_NUMBER || field->type == FIELD_LENGTH ||
         field->type == FIELD_POSITIVE;
}

int ci_form_at(const size_field *field, int dimensions) {
  return field->vectors * dimensions + field->numbers;
}

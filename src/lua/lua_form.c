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

/* half_height is b's y. */
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

const char *ci_form_example(const char *name) {
  static const char *const examples[][2] = {{"sphere", "radius=1"},
                                            {"circle", "radius=1"},
                                            {"box", "half={1, 1, 1}"},
                                            {"rect", "half={1, 1}"},
                                            {"cylinder", "radius=1, half_height=1"},
                                            {"cone", "radius=1, height=1"},
                                            {"capsule", "radius=1, half_height=1"},
                                            {"plane", "normal={0, 1, 0}, distance=0"},
                                            {"triangle", "{0, 0}, {1, 0}, {0, 1}"},
                                            {"segment", "{0, 0}, {1, 0}"},
                                            {"polygon", "{0, 0}, {1, 0}, {0, 1}"},
                                            {"hull", "{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}"}};
  size_t i;
  for (i = 0; i < sizeof examples / sizeof examples[0]; i++)
    if (strcmp(examples[i][0], name) == 0) return examples[i][1];
  return "...";
}

static const char *hint_of_kind(const char *kind, const char *key) {
  static const char of_point[] = "; distance is normal . point, for a point of it";
  static const char of_height[] = "; half_height is half of the line that its radius goes around";
  static const char of_sides[] = "; min={left, top} and max={right, bottom} do";
  static const char *const list[][3] = {{"plane", "point", of_point},
                                        {"plane", "d", of_point},
                                        {"plane", "offset", of_point},
                                        {"plane", "constant", of_point},
                                        {"capsule", "height", of_height},
                                        {"capsule", "length", of_height},
                                        {"cylinder", "height", "; half_height is half of it"},
                                        {"cylinder", "length", "; half_height is half of it"},
                                        {"rect", "left", of_sides},
                                        {"rect", "right", of_sides},
                                        {"rect", "top", of_sides},
                                        {"rect", "bottom", of_sides},
                                        {"box", "width", "; size={width, height, depth} does"},
                                        {"box", "height", "; size={width, height, depth} does"},
                                        {"box", "depth", "; size={width, height, depth} does"}};
  size_t i;
  for (i = 0; i < sizeof list / sizeof list[0]; i++)
    if (strcmp(list[i][0], kind) == 0 && strcmp(list[i][1], key) == 0) return list[i][2];
  return NULL;
}

const char *ci_form_hint(const char *kind, const char *key) {
  static const char *const places[] = {"pos", "center", "centre", "location", "x", "y", "z"};
  static const char *const turns[] = {"angle", "rot", "orientation", "quaternion", "euler"};
  const char *own = hint_of_kind(kind, key);
  size_t i;
  if (own != NULL) return own;
  for (i = 0; i < sizeof places / sizeof places[0]; i++)
    if (strcmp(places[i], key) == 0) return ", and position says where it is";
  for (i = 0; i < sizeof turns / sizeof turns[0]; i++)
    if (strcmp(turns[i], key) == 0) return ", and rotation turns it";
  return "";
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

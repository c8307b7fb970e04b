/* SPDX-License-Identifier: MIT
 *
 * The sizes of shapes, as they were given, and the ends of segments and capsules in the world.
 */
#include "../number/fp.h"
#include "lua_shape.h"

#include <string.h>

#include "../number/vector.h"
#include "../shape/shape.h"
#include "lua_result.h"

static int is_form(const described *shape, const char *name) {
  return strcmp(description_form(shape)->name, name) == 0;
}

static void fail_kind(lua_State *L, const char *wanted, const described *shape) {
  args_place at = ci_args_at(1, NULL);
  ci_args_fail(L, &at, "%s expected, got %s", wanted, ci_description_name(shape));
}

/* Returns the size of that name; -1 if the shape has none. */
static double find_size(const described *shape, const char *name) {
  const size_field *size = ci_form_field(description_form(shape), name);
  if (size == NULL) return -1;
  return shape->source.sizes[ci_form_at(size, description_dimensions(shape))];
}

int ci_shape_push_radius(lua_State *L, const described *shape) {
  double radius = find_size(shape, "radius");
  if (radius >= 0) result_push_number(L, radius);
  return radius >= 0;
}

static int l_get_radius(lua_State *L) {
  const described *shape = ci_shape_get(L);
  (void)ci_args_wants_numbers(L, 2, 0);
  if (!ci_shape_push_radius(L, shape)) fail_kind(L, "a shape with a radius", shape);
  return 1;
}

/* The sizes of a capsule begin with its ends. */
static double measure_half_height(const described *shape) {
  const double *sizes = shape->source.sizes;
  int i, dimensions = description_dimensions(shape);
  double height = find_size(shape, "half_height"), axis[3] = {0, 0, 0};
  if (height >= 0 || !is_form(shape, "capsule")) return height;
  for (i = 0; i < dimensions; i++) axis[i] = sizes[dimensions + i] - sizes[i];
  return ci_vector_length(axis) / 2;
}

static int l_get_half_height(lua_State *L) {
  const described *shape = ci_shape_get(L);
  double height = measure_half_height(shape);
  (void)ci_args_wants_numbers(L, 2, 0);
  if (height < 0) fail_kind(L, "capsule or cylinder", shape);
  result_push_number(L, height);
  return 1;
}

static int l_get_half(lua_State *L) {
  const described *shape = ci_shape_get(L);
  const double *sizes = shape->source.sizes;
  int numbers = ci_args_wants_numbers(L, 2, 0), dimensions = description_dimensions(shape), i;
  double half[3];
  if (!is_form(shape, "rect") && !is_form(shape, "box")) fail_kind(L, "rect or box", shape);
  for (i = 0; i < dimensions; i++) half[i] = (sizes[dimensions + i] - sizes[i]) / 2;
  return ci_result_push_answer(L, half, dimensions, numbers);
}

static int l_get_ends(lua_State *L) {
  const described *shape = ci_shape_get(L);
  int numbers = ci_args_wants_numbers(L, 2, 0), dimensions = description_dimensions(shape), i;
  int count = 0;
  if (!is_form(shape, "segment") && !is_form(shape, "capsule"))
    fail_kind(L, "capsule or segment", shape);
  for (i = 0; i < 2; i++) {
    double end[3];
    ci_shape_corner(&shape->shape, i, end);
    count += ci_result_push_answer(L, end, dimensions, numbers);
  }
  return count;
}

const binding ci_size_bindings[] = {{"get_radius", l_get_radius, IN_SHAPE},
                                    {"get_half", l_get_half, IN_SHAPE},
                                    {"get_half_height", l_get_half_height, IN_SHAPE},
                                    {"get_ends", l_get_ends, IN_SHAPE},
                                    {NULL, NULL, 0}};

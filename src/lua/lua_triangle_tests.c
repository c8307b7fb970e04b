/* SPDX-License-Identifier: MIT
 *
 * Triangles: the regions of the plane around one, and the named tests with boxes and rects.
 */
#include "../number/fp.h"

#include "lua_description.h"
#include "lua_operand.h"
#include "../narrow/plane/plane.h"
#include "../narrow/space/triangle_box.h"

static void check_kind(lua_State *L, int arg, const operand *shape, collide_kind kind,
                       const char *wanted) {
  args_place at = ci_args_at(arg, NULL);
  int dimensions = collide_dimensions(shape->shape), same = kind >= COLLIDE_CIRCLE ? 2 : 3;
  if (shape->shape->kind == kind) return;
  if (dimensions == same)
    ci_args_fail(L, &at, "%s expected, got %s", wanted, collide_kind_name(shape->shape->kind));
  ci_args_fail(L, &at, "%s expected, got a %dD %s", wanted, dimensions, shape->name);
}

static int l_triangle_region(lua_State *L) {
  const described *hot = description_at(L, 1);
  operand triangle;
  double point[3];
  int arg = 2;
  if (hot != NULL && hot->shape.kind == COLLIDE_TRIANGLE_2D && lua_gettop(L) == 3 &&
      args_read_numbers(L, 2, 2, point)) {
    compat_pushwhole(L, ci_triangle_region(&hot->shape, point));
    return 1;
  }
  ci_operand_read_shape(L, 1, &triangle);
  check_kind(L, 1, &triangle, COLLIDE_TRIANGLE_2D, "2D triangle");
  ci_args_vector(L, &arg, "point", ci_description_size(2), point);
  ci_args_end(L, arg);
  compat_pushwhole(L, ci_triangle_region(triangle.shape, point));
  return 1;
}

typedef int test_function(const collide_shape *triangle, const collide_shape *other);

/* Tests two shapes of these kinds; COLLIDE_UNSUPPORTED for others. */
static int test_plainly(lua_State *L, collide_kind triangle_kind, collide_kind other_kind,
                        test_function *test) {
  seal_home *home = seal_here(L);
  const described *triangle = description_of(L, 1, home), *other = description_of(L, 2, home);
  if (triangle == NULL || other == NULL || lua_gettop(L) != 2) return COLLIDE_UNSUPPORTED;
  if (triangle->shape.kind != triangle_kind || other->shape.kind != other_kind)
    return COLLIDE_UNSUPPORTED;
  if (other_kind == COLLIDE_RECT ? ci_description_is_turned(other)
                                 : ci_operand_is_turned_box(&other->shape))
    return COLLIDE_UNSUPPORTED;
  return test(&triangle->shape, &other->shape);
}

static void check_triangle_and_rect(lua_State *L, operand shapes[2]) {
  check_kind(L, 1, &shapes[0], COLLIDE_TRIANGLE_2D, "2D triangle");
  check_kind(L, 2, &shapes[1], COLLIDE_RECT, "rect");
  if (shapes[1].is_turned) {
    args_place at = ci_args_at(2, NULL);
    ci_args_fail(L, &at, "rect without rotation expected; overlap takes any");
  }
}

static void check_triangle_and_box(lua_State *L, operand shapes[2]) {
  check_kind(L, 1, &shapes[0], COLLIDE_TRIANGLE, "3D triangle");
  check_kind(L, 2, &shapes[1], COLLIDE_BOX, "box");
  if (ci_operand_is_turned_box(shapes[1].shape)) {
    args_place at = ci_args_at(2, NULL);
    ci_args_fail(L, &at, "box without rotation expected");
  }
}

static int push_test(lua_State *L, int found, void (*check)(lua_State *, operand *),
                     test_function *test) {
  if (found == COLLIDE_UNSUPPORTED) {
    operand shapes[2];
    ci_operand_read_shape(L, 1, &shapes[0]);
    ci_operand_read_shape(L, 2, &shapes[1]);
    ci_args_end(L, 3);
    check(L, shapes);
    found = test(shapes[0].shape, shapes[1].shape);
  }
  lua_pushboolean(L, found);
  return 1;
}

static int test_box(lua_State *L, test_function *test) {
  return push_test(L, test_plainly(L, COLLIDE_TRIANGLE, COLLIDE_BOX, test), check_triangle_and_box,
                   test);
}

static int test_rect(lua_State *L, test_function *test) {
  return push_test(L, test_plainly(L, COLLIDE_TRIANGLE_2D, COLLIDE_RECT, test),
                   check_triangle_and_rect, test);
}

static int l_triangle_box_pef(lua_State *L) {
  return test_box(L, collide_overlap);
}

static int l_triangle_box_sat(lua_State *L) {
  return test_box(L, ci_triangle_box_sat);
}

static int l_triangle_rect_pef(lua_State *L) {
  return test_rect(L, collide_overlap);
}

static int l_triangle_rect_sat(lua_State *L) {
  return test_rect(L, ci_triangle_rect_sat);
}

const binding ci_triangle_bindings[] = {
    {"triangle_region", l_triangle_region, IN_MODULE | IN_SHAPE},
    {"triangle_box_pef", l_triangle_box_pef, IN_MODULE | IN_SHAPE},
    {"triangle_box_sat", l_triangle_box_sat, IN_MODULE | IN_SHAPE},
    {"triangle_rect_pef", l_triangle_rect_pef, IN_MODULE | IN_SHAPE},
    {"triangle_rect_sat", l_triangle_rect_sat, IN_MODULE | IN_SHAPE},
    {NULL, NULL, 0}};

/* SPDX-License-Identifier: MIT
 *
 * Pairs of shapes. In two dimensions a point will do wherever a shape does, in
 * numbers or as one value, and then it decides the form of the answer.
 */
#include "../number/fp.h"
#include "lua_pair.h"

#include <string.h>

#include "lua_description.h"
#include "lua_group.h"
#include "lua_result.h"

/* ---- Operands ------------------------------------------------------------ */

typedef struct operand {
  const collide_shape *shape;
  const char *name; /* "circle", ..., or "point" */
  double angle;     /* of what read_shape read */
  described room;   /* for what is no shape yet */
} operand;

typedef struct pair {
  operand a, b;
  int vectors; /* points among the two, */
  int numbers; /* and whether the first of them came in numbers */
} pair;

/* A table that looks like a vector rather than like a shape whose name was left out. */
static int is_point(lua_State *L, int index) {
  int type = lua_type(L, index), has;
  if (type == LUA_TNUMBER || type == COMPAT_TCDATA) return 1;
  if (type == LUA_TUSERDATA) return description_at(L, index) == NULL && group_at(L, index) == NULL;
  if (type != LUA_TTABLE) return 0;
  lua_rawgeti(L, index, 1);
  has = lua_type(L, -1) == LUA_TNUMBER;
  lua_pop(L, 1);
  return has || ci_args_has_field(L, index, "x"); /* which no description has */
}

/* Pairs do not take groups yet. */
static void refuse_group(lua_State *L, const args_place *at, int index) {
  if (ci_group_is(L, index))
    ci_args_fail(L, at,
                 "there is no test for groups yet; ask each part, which group:part(k) returns");
}

/* What casts take, and pairs do not. */
static int is_array_of_shapes(lua_State *L, int index) {
  int is, first;
  if (!lua_istable(L, index) || ci_description_is(L, index)) return 0;
  lua_rawgeti(L, index, 1);
  first = lua_gettop(L);
  is = description_at(L, first) != NULL || (lua_istable(L, first) && ci_description_is(L, first));
  lua_pop(L, 1);
  return is;
}

/* A point is a circle without a radius: with all its sizes 0, so to pose it makes it. */
static void make_point(lua_State *L, const args_place *at, const double v[2], operand *out) {
  collide_pose pose = collide_identity_pose();
  pose.position[0] = v[0];
  pose.position[1] = v[1];
  memset(&out->room.shape, 0, sizeof out->room.shape);
  memset(&out->room.source, 0, sizeof out->room.source);
  out->room.shape.kind = COLLIDE_CIRCLE;
  if (collide_set_pose(&out->room.shape, &out->room.source, &pose) != COLLIDE_OK) {
    ci_args_fail(L, at, " is too large to work with");
  }
  out->shape = &out->room.shape;
  out->name = "point";
}

/* The shape or point from argument *arg on; moves *arg past it. */
static void read_operand(lua_State *L, int *arg, pair *p, operand *out) {
  const described *shape = description_at(L, *arg);
  args_place at = ci_args_at(*arg, NULL);
  if (shape != NULL) {
    out->shape = &shape->shape;
    out->name = ci_description_name(shape);
    ++*arg;
  } else if (is_point(L, *arg)) {
    double v[3];
    int numbers;
    at.name = "point";
    numbers = ci_args_vector(L, arg, at.name, ci_description_size(2), v);
    if (p->vectors++ == 0) p->numbers = numbers;
    make_point(L, &at, v, out);
  } else {
    refuse_group(L, &at, *arg);
    if (!lua_istable(L, *arg)) {
      ci_args_fail(L, &at, "shape or point expected, got %s", ci_args_type(L, *arg));
    }
    if (is_array_of_shapes(L, *arg)) {
      ci_args_fail(L, &at, "one shape or point expected, got an array of shapes");
    }
    shape = ci_description_get(L, &at, *arg, &out->room);
    out->shape = &shape->shape;
    out->name = ci_description_name(shape);
    ++*arg;
  }
}

/* Is there a test for two shapes? */
typedef int (*has_test)(const collide_shape *, const collide_shape *);

static void fail_no_test(lua_State *L, int arg, const pair *p) {
  args_place at = ci_args_at(arg, NULL);
  ci_args_fail(L, &at, "there is no test for %s and %s yet", p->a.name, p->b.name);
}

static int is_turned_box(const collide_shape *s) {
  return s->kind == COLLIDE_BOX && s->frame == COLLIDE_LINEAR;
}

static int is_box_or_triangle(const collide_shape *s) {
  return s->kind == COLLIDE_BOX || s->kind == COLLIDE_TRIANGLE;
}

/* Raises: there is no test for the two. `arg` is where the second stands. */
static void fail_pair(lua_State *L, int arg, const pair *p, has_test has) {
  const collide_shape *first = p->a.shape, *second = p->b.shape;
  int a = collide_dimensions(first), b = collide_dimensions(second);
  args_place at = ci_args_at(arg, NULL);
  if (has == collide_has_overlap && is_box_or_triangle(first) && is_box_or_triangle(second) &&
      (is_turned_box(first) || is_turned_box(second)))
    ci_args_fail(L, &at, "there is no test for %s and %s under rotation yet", p->a.name, p->b.name);
  if (a == b) fail_no_test(L, arg, p);
  ci_args_fail(L, &at, "a %dD shape expected beside a %dD %s, got a %dD %s", a, a, p->a.name, b,
               p->b.name);
}

/* Raises when the first argument is a point and the second a shape of three
 * dimensions, before anybody complains of a third number. */
static void check_first_point(lua_State *L, pair *p) {
  int numbers = ci_args_count_numbers(L, 1), second = numbers > 0 ? 1 + numbers : 2, arg = second;
  args_place at = ci_args_at(second, NULL);
  refuse_group(L, &at, second);
  if (description_at(L, second) == NULL &&
      !(lua_istable(L, second) && ci_description_is(L, second)))
    return;
  if (ci_description_dimensions(L, &at, second) == 2) return;
  p->a.name = "point";
  read_operand(L, &arg, p, &p->b);
  fail_no_test(L, second, p);
}

/* The two shapes from argument 1 on, and nothing after them, or, if both are no points and
 * `may_tell`, perhaps the word "numbers". */
static void read_pair(lua_State *L, pair *p, has_test has, int may_tell) {
  int arg = 1, second;
  p->vectors = p->numbers = 0;
  if (is_point(L, 1)) check_first_point(L, p);
  read_operand(L, &arg, p, &p->a);
  second = arg;
  if (collide_dimensions(p->a.shape) == 3 && is_point(L, second)) {
    p->b.name = "point";
    fail_no_test(L, second, p);
  }
  read_operand(L, &arg, p, &p->b);
  if (may_tell && ci_args_wants_numbers(L, arg, p->vectors > 0)) p->numbers = 1;
  if (!may_tell) ci_args_end(L, arg);
  if (!has(p->a.shape, p->b.shape)) fail_pair(L, second, p, has);
}

/* A shape, and no point. */
static void read_shape(lua_State *L, int arg, operand *out) {
  args_place at = ci_args_at(arg, NULL);
  const described *given;
  if (lua_istable(L, arg) && is_point(L, arg)) ci_args_fail(L, &at, "shape expected, got a point");
  refuse_group(L, &at, arg);
  if (is_array_of_shapes(L, arg))
    ci_args_fail(L, &at, "one shape expected, got an array of shapes");
  given = ci_description_get(L, &at, arg, &out->room);
  out->shape = &given->shape;
  out->name = ci_description_name(given);
  out->angle = given->source.pose.angle;
}

/* ---- The forms that hot loops use ---------------------------------------------- */

/* Reads the point from argument `first` on, in as many numbers as the shape has dimensions, which
 * must be `dimensions` of them. Returns 0 where the general way has to say what is wrong. A point
 * so far away that it cannot be a shape goes there, too. */
static int read_hot_point(lua_State *L, int first, const collide_shape *shape, int dimensions,
                          double point[3]) {
  int i;
  if (collide_dimensions(shape) != dimensions) return 0;
  if (!args_read_numbers(L, first, dimensions, point)) return 0;
  for (i = 0; i < dimensions; i++) {
    if (!(fabs(point[i]) < 1e100)) return 0;
  }
  if (dimensions == 2) point[2] = 0;
  return 1;
}

/* Reads two shapes and perhaps the word "numbers" after them. */
static int read_hot_shapes(lua_State *L, pair *p) {
  seal_home *home = seal_here(L);
  int count = lua_gettop(L);
  const described *a = description_of(L, 1, home), *b = description_of(L, 2, home);
  if (a == NULL || b == NULL) return 0;
  if (count != 2 && !(count == 3 && ci_args_is_numbers(L, 3))) return 0;
  p->a.shape = &a->shape;
  p->b.shape = &b->shape;
  p->numbers = count == 3;
  return 1;
}

/* Reads a shape of two dimensions and a point in numbers. */
static int read_hot_shape_and_point(lua_State *L, pair *p) {
  const described *a = description_at(L, 1);
  args_place at = ci_args_at(2, "point");
  double point[3];
  if (a == NULL || lua_gettop(L) != 3 || !read_hot_point(L, 2, &a->shape, 2, point)) return 0;
  make_point(L, &at, point, &p->b);
  p->a.shape = &a->shape;
  p->numbers = 1;
  return 1;
}

/* Reads a pair whose answer is in tables or in numbers. */
static void read_measured_pair(lua_State *L, pair *p) {
  int is_hot =
      lua_type(L, 2) == LUA_TNUMBER ? read_hot_shape_and_point(L, p) : read_hot_shapes(L, p);
  if (!is_hot || !collide_has_pair(p->a.shape, p->b.shape)) read_pair(L, p, collide_has_pair, 1);
}

/* ---- Two shapes ------------------------------------------------------------ */

/* The answer to the forms that hot loops use, two shapes or a shape of two dimensions and a point
 * in numbers; COLLIDE_UNSUPPORTED where the arguments are anything else. */
static int overlap_hot(lua_State *L, int count) {
  seal_home *home = seal_here(L);
  const described *a = description_of(L, 1, home), *b;
  double point[3];
  if (a == NULL) return COLLIDE_UNSUPPORTED;
  if (count == 2) {
    b = description_of(L, 2, home);
    return b != NULL ? collide_overlap(&a->shape, &b->shape) : COLLIDE_UNSUPPORTED;
  }
  if (count != 3 || !read_hot_point(L, 2, &a->shape, 2, point)) return COLLIDE_UNSUPPORTED;
  return collide_contains(&a->shape, point);
}

static int l_overlap(lua_State *L) {
  pair p;
  int overlap = overlap_hot(L, lua_gettop(L));
  if (overlap == COLLIDE_UNSUPPORTED) {
    read_pair(L, &p, collide_has_overlap, 0);
    overlap = collide_overlap(p.a.shape, p.b.shape);
  }
  lua_pushboolean(L, overlap);
  return 1;
}

static void push_two(lua_State *L, const double v[3]) {
  result_push_number(L, v[0]);
  result_push_number(L, v[1]);
}

static int push_contact(lua_State *L, const collide_push *push) {
  int table;
  lua_createtable(L, 0, 3);
  table = lua_gettop(L);
  ci_result_set_vector(L, table, FIELD_NORMAL, push->normal, 2);
  field_set_number(L, table, FIELD_DEPTH, push->depth);
  ci_result_set_vector(L, table, FIELD_POINT, push->point, 2);
  lua_pushvalue(L, lua_upvalueindex(UP_CONTACT));
  lua_setmetatable(L, table);
  return 1;
}

static int l_contact(lua_State *L) {
  collide_push push;
  pair p;
  read_measured_pair(L, &p);
  if (!collide_contact(p.a.shape, p.b.shape, &push)) {
    lua_pushnil(L);
    return 1;
  }
  if (!p.numbers) return push_contact(L, &push);
  push_two(L, push.normal);
  result_push_number(L, push.depth);
  push_two(L, push.point);
  return 5;
}

static int l_distance(lua_State *L) {
  double on_a[3], on_b[3];
  pair p;
  read_measured_pair(L, &p);
  result_push_number(L, collide_distance(p.a.shape, p.b.shape, on_a, on_b));
  if (p.numbers) {
    push_two(L, on_a);
    push_two(L, on_b);
    return 5;
  }
  ci_result_push_vector(L, on_a, 2);
  ci_result_push_vector(L, on_b, 2);
  return 3;
}

/* ---- A shape and a point ------------------------------------------------------- */

/* The shape of argument 1 and the point after it; returns 1 when that came in numbers. */
static int read_shape_and_point(lua_State *L, operand *shape, double point[3]) {
  int arg = 2, dimensions, numbers;
  read_shape(L, 1, shape);
  dimensions = collide_dimensions(shape->shape);
  numbers = ci_args_vector(L, &arg, "point", ci_description_size(dimensions), point);
  if (dimensions == 2) point[2] = 0;
  ci_args_end(L, arg);
  return numbers;
}

static int l_contains(lua_State *L) {
  const described *hot = description_at(L, 1);
  args_place at = ci_args_at(1, NULL);
  const held_group *group = hot != NULL ? NULL : ci_group_get(L, &at, 1);
  operand shape;
  double point[3];
  if (group != NULL) return ci_group_contains(L, group);
  if (hot != NULL && read_hot_point(L, 2, &hot->shape, lua_gettop(L) - 1, point)) {
    lua_pushboolean(L, collide_contains(&hot->shape, point));
    return 1;
  }
  read_shape_and_point(L, &shape, point);
  lua_pushboolean(L, collide_contains(shape.shape, point));
  return 1;
}

static int l_closest(lua_State *L) {
  const described *hot = description_at(L, 1);
  operand shape;
  double point[3], nearest[3];
  int numbers;
  args_place at;
  if (hot != NULL && lua_gettop(L) == 3 && read_hot_point(L, 2, &hot->shape, 2, point)) {
    result_push_number(L, collide_closest(&hot->shape, point, nearest));
    push_two(L, nearest);
    return 3;
  }
  numbers = read_shape_and_point(L, &shape, point);
  at = ci_args_at(1, NULL);
  if (collide_dimensions(shape.shape) == 3) {
    ci_args_fail(L, &at, "there is no test for %s and point yet", shape.name);
  }
  result_push_number(L, collide_closest(shape.shape, point, nearest));
  if (numbers) {
    push_two(L, nearest);
    return 3;
  }
  ci_result_push_vector(L, nearest, 2);
  return 2;
}

/* ---- Triangles --------------------------------------------------------------------- */

static void check_kind(lua_State *L, int arg, const operand *shape, collide_kind kind,
                       const char *wanted) {
  args_place at = ci_args_at(arg, NULL);
  int dimensions = collide_dimensions(shape->shape), same = kind >= COLLIDE_CIRCLE ? 2 : 3;
  if (shape->shape->kind == kind) return;
  if (dimensions == same) ci_args_fail(L, &at, "%s expected, got %s", wanted, shape->name);
  ci_args_fail(L, &at, "%s expected, got a %dD %s", wanted, dimensions, shape->name);
}

static int l_triangle_region(lua_State *L) {
  operand triangle;
  double point[3];
  int arg = 2;
  read_shape(L, 1, &triangle);
  check_kind(L, 1, &triangle, COLLIDE_TRIANGLE_2D, "2D triangle");
  ci_args_vector(L, &arg, "point", ci_description_size(2), point);
  ci_args_end(L, arg);
  compat_pushwhole(L, collide_triangle_region(triangle.shape, point));
  return 1;
}

static int triangle_rect(lua_State *L,
                         int (*method)(const collide_shape *, const collide_shape *)) {
  operand shapes[2];
  read_shape(L, 1, &shapes[0]);
  read_shape(L, 2, &shapes[1]);
  ci_args_end(L, 3);
  check_kind(L, 1, &shapes[0], COLLIDE_TRIANGLE_2D, "2D triangle");
  check_kind(L, 2, &shapes[1], COLLIDE_RECT, "rect");
  if (shapes[1].angle != 0) {
    args_place at = ci_args_at(2, NULL);
    ci_args_fail(L, &at, "rect without rotation expected; overlap takes any");
  }
  lua_pushboolean(L, method(shapes[0].shape, shapes[1].shape));
  return 1;
}

static int triangle_box(lua_State *L, int (*method)(const collide_shape *, const collide_shape *)) {
  operand shapes[2];
  read_shape(L, 1, &shapes[0]);
  read_shape(L, 2, &shapes[1]);
  ci_args_end(L, 3);
  check_kind(L, 1, &shapes[0], COLLIDE_TRIANGLE, "3D triangle");
  check_kind(L, 2, &shapes[1], COLLIDE_BOX, "box");
  if (is_turned_box(shapes[1].shape)) {
    args_place at = ci_args_at(2, NULL);
    ci_args_fail(L, &at, "box without rotation expected");
  }
  lua_pushboolean(L, method(shapes[0].shape, shapes[1].shape));
  return 1;
}

static int l_triangle_box_pef(lua_State *L) {
  return triangle_box(L, collide_triangle_box_pef);
}

static int l_triangle_box_sat(lua_State *L) {
  return triangle_box(L, collide_triangle_box_sat);
}

static int l_triangle_rect_pef(lua_State *L) {
  return triangle_rect(L, collide_triangle_rect_pef);
}

static int l_triangle_rect_sat(lua_State *L) {
  return triangle_rect(L, collide_triangle_rect_sat);
}

/* ---- Text ---------------------------------------------------------------------------- */

int ci_l_contact_text(lua_State *L) {
  luaL_Buffer text;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  luaL_buffinit(L, &text);
  luaL_addstring(&text, "contact");
  ci_result_add_number_field(L, &text, "depth");
  ci_result_add_vector_field(L, &text, "normal");
  ci_result_add_vector_field(L, &text, "point");
  luaL_pushresult(&text);
  return 1;
}

const binding ci_pair_bindings[] = {
    {"overlap", l_overlap, IN_MODULE | IN_SHAPE},
    {"contact", l_contact, IN_MODULE | IN_SHAPE},
    {"distance", l_distance, IN_MODULE | IN_SHAPE},
    {"closest", l_closest, IN_MODULE | IN_SHAPE},
    {"contains", l_contains, IN_MODULE | IN_SHAPE | IN_GROUP},
    {"triangle_region", l_triangle_region, IN_MODULE | IN_SHAPE},
    {"triangle_box_pef", l_triangle_box_pef, IN_MODULE | IN_SHAPE},
    {"triangle_box_sat", l_triangle_box_sat, IN_MODULE | IN_SHAPE},
    {"triangle_rect_pef", l_triangle_rect_pef, IN_MODULE | IN_SHAPE},
    {"triangle_rect_sat", l_triangle_rect_sat, IN_MODULE | IN_SHAPE},
    {NULL, NULL, 0}};

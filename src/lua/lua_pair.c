/* SPDX-License-Identifier: MIT
 *
 * Pairs: the forms that hot loops use are answered here; lua_meet.c has the others.
 */
#include "../number/fp.h"
#include "lua_pair.h"

#include "lua_meet.h"
#include "lua_operand.h"
#include "lua_result.h"

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

/* Reads two shapes and perhaps the word "numbers" after them: returns how many arguments that are,
 * or 0. */
static int read_hot_shapes(lua_State *L, const collide_shape **a, const collide_shape **b) {
  seal_home *home = seal_here(L);
  const described *first = description_of(L, 1, home), *second = description_of(L, 2, home);
  int count;
  if (first == NULL || second == NULL) return 0;
  count = lua_gettop(L);
  if (count != 2 && !(count == 3 && ci_args_is_numbers(L, 3))) return 0;
  *a = &first->shape;
  *b = &second->shape;
  return count;
}

/* Reads a shape and a point in numbers. Returns 0 where the general way has to. */
static int read_hot_shape_and_point(lua_State *L, pair *p) {
  const described *a;
  args_place at = ci_args_at(2, "point");
  double point[3];
  int dimensions = lua_gettop(L) - 1;
  if (lua_type(L, 2) != LUA_TNUMBER) return 0;
  a = description_at(L, 1);
  if (a == NULL || !read_hot_point(L, 2, &a->shape, dimensions, point)) return 0;
  ci_operand_make_point(L, &at, point, dimensions, &p->b);
  p->a.shape = &a->shape;
  return collide_has_pair(p->a.shape, p->b.shape);
}

/* ---- Two shapes ------------------------------------------------------------ */

/* The answer to the forms that hot loops use, two shapes or a shape and a point in numbers;
 * COLLIDE_UNSUPPORTED where the arguments are anything else. */
static int overlap_hot(lua_State *L, int count) {
  seal_home *home = seal_here(L);
  const described *a = description_of(L, 1, home), *b;
  double point[3];
  if (a == NULL) return COLLIDE_UNSUPPORTED;
  if (count == 2) {
    b = description_of(L, 2, home);
    return b != NULL ? collide_overlap(&a->shape, &b->shape) : COLLIDE_UNSUPPORTED;
  }
  if (!read_hot_point(L, 2, &a->shape, count - 1, point)) return COLLIDE_UNSUPPORTED;
  return collide_contains(&a->shape, point);
}

static int l_overlap(lua_State *L) {
  int overlap = overlap_hot(L, lua_gettop(L));
  if (overlap == COLLIDE_UNSUPPORTED) overlap = ci_ask_overlap_hot(L);
  if (overlap == COLLIDE_UNSUPPORTED) return ci_ask_overlap(L);
  lua_pushboolean(L, overlap);
  return 1;
}

static int push_contact(lua_State *L, const collide_push *push, int dimensions) {
  int table;
  lua_createtable(L, 0, 3);
  table = lua_gettop(L);
  ci_result_set_vector(L, table, FIELD_NORMAL, push->normal, dimensions);
  field_set_number(L, table, FIELD_DEPTH, push->depth);
  ci_result_set_vector(L, table, FIELD_POINT, push->point, dimensions);
  lua_pushvalue(L, lua_upvalueindex(UP_CONTACT));
  lua_setmetatable(L, table);
  return 1;
}

static int tell_contact(lua_State *L, const collide_push *push, int dimensions, int numbers) {
  if (!numbers) return push_contact(L, push, dimensions);
  ci_result_push_components(L, push->normal, dimensions);
  result_push_number(L, push->depth);
  ci_result_push_components(L, push->point, dimensions);
  return 1 + 2 * dimensions;
}

/* Of a shape and a point in numbers, or in the general way. */
static int contact_of_point(lua_State *L) {
  collide_push push;
  pair p;
  if (!read_hot_shape_and_point(L, &p)) return ci_ask_contact(L);
  if (collide_contact(p.a.shape, p.b.shape, &push))
    return tell_contact(L, &push, collide_dimensions(p.a.shape), 1);
  lua_pushnil(L);
  return 1;
}

static int l_contact(lua_State *L) {
  const collide_shape *a, *b;
  collide_push push;
  int count = read_hot_shapes(L, &a, &b), found;
  if (count == 0) return contact_of_point(L);
  found = collide_contact(a, b, &push);
  if (found == COLLIDE_UNSUPPORTED) return ci_ask_contact(L);
  if (found) return tell_contact(L, &push, collide_dimensions(a), count == 3);
  lua_pushnil(L);
  return 1;
}

static int tell_distance(lua_State *L, double distance, const double *on_a, const double *on_b,
                         int dimensions, int numbers) {
  int count;
  result_push_number(L, distance);
  count = ci_result_push_answer(L, on_a, dimensions, numbers);
  return 1 + count + ci_result_push_answer(L, on_b, dimensions, numbers);
}

static int distance_of_point(lua_State *L) {
  double on_a[3], on_b[3], distance;
  pair p;
  if (!read_hot_shape_and_point(L, &p)) return ci_ask_distance(L);
  distance = collide_distance(p.a.shape, p.b.shape, on_a, on_b);
  return tell_distance(L, distance, on_a, on_b, collide_dimensions(p.a.shape), 1);
}

static int l_distance(lua_State *L) {
  const collide_shape *a, *b;
  double on_a[3], on_b[3], distance;
  int count = read_hot_shapes(L, &a, &b);
  if (count == 0) return distance_of_point(L);
  distance = collide_distance(a, b, on_a, on_b);
  if (distance < 0) return ci_ask_distance(L); /* COLLIDE_UNSUPPORTED */
  return tell_distance(L, distance, on_a, on_b, collide_dimensions(a), count == 3);
}

/* ---- A shape and a point ------------------------------------------------------- */

/* A shape and a point that is one value: with nothing behind it, the general way is not needed. */
static int read_warm_point(lua_State *L, const described *shape, double point[3]) {
  args_place at = ci_args_at(2, "point");
  int dimensions;
  if (shape == NULL || lua_gettop(L) != 2 || lua_type(L, 2) == LUA_TNUMBER) return 0;
  dimensions = collide_dimensions(&shape->shape);
  ci_args_vector_value(L, &at, 2, ci_description_size(dimensions), point);
  if (dimensions == 2) point[2] = 0;
  return 1;
}

static int l_contains(lua_State *L) {
  const described *hot = description_at(L, 1);
  double point[3];
  if (hot == NULL || !read_hot_point(L, 2, &hot->shape, lua_gettop(L) - 1, point)) {
    if (!read_warm_point(L, hot, point)) return ci_ask_contains(L);
  }
  lua_pushboolean(L, collide_contains(&hot->shape, point));
  return 1;
}

static int l_closest(lua_State *L) {
  const described *hot = description_at(L, 1);
  double point[3], nearest[3];
  int dimensions, numbers;
  if (hot == NULL) return ci_ask_closest(L);
  dimensions = collide_dimensions(&hot->shape);
  point[2] = 0;
  numbers = lua_gettop(L) == 1 + dimensions && args_read_numbers(L, 2, dimensions, point);
  if (!numbers && !read_warm_point(L, hot, point)) return ci_ask_closest(L);
  result_push_number(L, collide_closest(&hot->shape, point, nearest));
  return 1 + ci_result_push_answer(L, nearest, dimensions, numbers);
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
  ci_result_add_vector_field(L, &text, "cell");
  ci_result_add_number_field(L, &text, "value");
  ci_result_add_number_field(L, &text, "part");
  ci_result_add_number_field(L, &text, "index");
  ci_result_add_number_field(L, &text, "number");
  luaL_pushresult(&text);
  return 1;
}

const binding ci_pair_bindings[] = {{"overlap", l_overlap, IN_MODULE | IN_TARGETS},
                                    {"contact", l_contact, IN_MODULE | IN_TARGETS},
                                    {"distance", l_distance, IN_MODULE | IN_TARGETS},
                                    {"closest", l_closest, IN_MODULE | IN_TARGETS},
                                    {"contains", l_contains, IN_MODULE | IN_TARGETS},
                                    {NULL, NULL, 0}};

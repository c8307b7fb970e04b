/* SPDX-License-Identifier: MIT
 *
 * Pairs: two shapes, or a shape and a point, without options. lua_meet.c answers all other forms.
 */
#include "../number/fp.h"

#include "lua_meet.h"
#include "lua_operand.h"
#include "lua_result.h"
#include "../narrow/pairs.h"
#include "../narrow/limit.h"

/* ---- Arguments ----------------------------------------------------------------------------- */

/* A point with a larger coordinate is too far away to be an operand. */
#define FARTHEST 1e100

/* Reads a point in numbers below `most`. These must be all arguments after the shape. Returns 0 for
 * anything else. */
static inline int read_numbers(lua_State *L, const described *shape, double most, double point[3]) {
  int i, dimensions = description_dimensions(shape);
  if (lua_gettop(L) != 1 + dimensions || !args_read_numbers(L, 2, dimensions, point)) return 0;
  for (i = 0; i < dimensions; i++)
    if (!(fabs(point[i]) < most)) return 0;
  if (dimensions == 2) point[2] = 0;
  return 1;
}

/* Reads a point, the last argument, in numbers or as one value. Returns 0 if lua_meet.c must read
 * the arguments. */
static int read_point(lua_State *L, const described *shape, double most, double point[3],
                      int *numbers) {
  args_place at = ci_args_at(2, "point");
  *numbers = lua_type(L, 2) == LUA_TNUMBER;
  if (*numbers) return read_numbers(L, shape, most, point);
  if (lua_gettop(L) != 2) return 0;
  point[2] = 0;
  ci_args_vector_value(L, &at, 2, ci_description_size(description_dimensions(shape)), point);
  return 1;
}

/* Reads two shapes and perhaps the word "numbers", or a shape and a point in numbers. Returns 0 if
 * lua_meet.c must read the arguments. */
static int read_pair(lua_State *L, pair *p) {
  seal_home *home = seal_here(L);
  const described *a = description_of(L, 1, home), *b = description_of(L, 2, home);
  args_place at = ci_args_at(2, "point");
  int count = lua_gettop(L);
  double point[3];
  if (a == NULL) return 0;
  p->a.shape = &a->shape;
  if (b != NULL) {
    p->b.shape = &b->shape;
    p->numbers = count == 3;
    return count == 2 || (count == 3 && ci_args_is_numbers(L, 3));
  }
  p->numbers = 1;
  if (!read_numbers(L, a, FARTHEST, point)) return 0;
  ci_operand_make_point(L, &at, point, description_dimensions(a), &p->b);
  return ci_has_pair(p->a.shape, p->b.shape);
}

/* ---- Queries ------------------------------------------------------------------------------- */

/* Returns COLLIDE_UNSUPPORTED if lua_meet.c must answer. */
static int find_overlap(lua_State *L) {
  seal_home *home = seal_here(L);
  const described *a = description_of(L, 1, home), *b;
  double point[3];
  if (a == NULL) return COLLIDE_UNSUPPORTED;
  if (lua_gettop(L) == 2) {
    b = description_of(L, 2, home);
    return b != NULL ? collide_overlap(&a->shape, &b->shape) : COLLIDE_UNSUPPORTED;
  }
  return read_numbers(L, a, FARTHEST, point) ? collide_contains(&a->shape, point)
                                             : COLLIDE_UNSUPPORTED;
}

static int l_overlap(lua_State *L) {
  int overlap = find_overlap(L);
  if (overlap == COLLIDE_UNSUPPORTED) overlap = ci_query_overlap_quick(L);
  if (overlap == COLLIDE_UNSUPPORTED) return ci_query_overlap(L);
  lua_pushboolean(L, overlap);
  return 1;
}

static int push_contact(lua_State *L, const collide_push *push, int dimensions, int numbers) {
  int table;
  if (numbers) {
    ci_result_push_components(L, push->normal, dimensions);
    result_push_number(L, push->depth);
    ci_result_push_components(L, push->point, dimensions);
    return 1 + 2 * dimensions;
  }
  lua_createtable(L, 0, 3);
  table = lua_gettop(L);
  ci_result_set_vector(L, table, FIELD_NORMAL, push->normal, dimensions);
  field_set_number(L, table, FIELD_DEPTH, push->depth);
  ci_result_set_vector(L, table, FIELD_POINT, push->point, dimensions);
  lua_pushvalue(L, lua_upvalueindex(UP_CONTACT));
  lua_setmetatable(L, table);
  return 1;
}

static int l_contact(lua_State *L) {
  collide_push push;
  pair p;
  int found = read_pair(L, &p) ? collide_contact(p.a.shape, p.b.shape, &push) : COLLIDE_UNSUPPORTED;
  if (found == COLLIDE_UNSUPPORTED) return ci_query_contact(L, 0);
  if (found) return push_contact(L, &push, collide_dimensions(p.a.shape), p.numbers);
  lua_pushnil(L);
  return 1;
}

static int l_distance(lua_State *L) {
  double on_a[3], on_b[3], distance;
  pair p;
  int count, dimensions;
  if (!read_pair(L, &p)) return ci_query_distance(L, 0);
  distance = collide_distance(p.a.shape, p.b.shape, on_a, on_b);
  dimensions = collide_dimensions(p.a.shape);
  if (!(distance >= 0 && distance <= RANGE_SHORT)) return ci_query_distance(L, 0);
  result_push_number(L, distance);
  count = ci_result_push_answer(L, on_a, dimensions, p.numbers);
  return 1 + count + ci_result_push_answer(L, on_b, dimensions, p.numbers);
}

static int l_contains(lua_State *L) {
  const described *shape = description_at(L, 1);
  double point[3];
  int numbers;
  if (shape == NULL || !read_point(L, shape, FARTHEST, point, &numbers))
    return ci_query_contains(L);
  lua_pushboolean(L, collide_contains(&shape->shape, point));
  return 1;
}

static int l_closest(lua_State *L) {
  const described *shape = description_at(L, 1);
  double point[3], nearest[3], distance;
  int numbers;
  if (shape == NULL || !read_point(L, shape, HUGE_VAL, point, &numbers)) return ci_query_closest(L);
  distance = collide_closest(&shape->shape, point, nearest);
  if (!(distance <= RANGE_SHORT)) return ci_query_closest(L);
  result_push_number(L, distance);
  return 1 + ci_result_push_answer(L, nearest, description_dimensions(shape), numbers);
}

const binding ci_pair_bindings[] = {{"overlap", l_overlap, IN_MODULE | IN_TARGETS},
                                    {"contact", l_contact, IN_MODULE | IN_SHAPE | IN_GROUP},
                                    {"distance", l_distance, IN_MODULE | IN_SHAPE | IN_GROUP},
                                    {"closest", l_closest, IN_MODULE | IN_TARGETS},
                                    {"contains", l_contains, IN_MODULE | IN_TARGETS},
                                    {NULL, NULL, 0}};

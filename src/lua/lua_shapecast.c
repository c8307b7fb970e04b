/* SPDX-License-Identifier: MIT
 *
 * shapecast, shapecast_any and shapecast_all.
 */
#include "../number/fp.h"

#include "lua_group.h"
#include "lua_mesh.h"
#include "lua_query.h"

/* ---- Arguments -------------------------------------------------------------------------- */

enum { TARGET = 1, SHAPE, DISPLACEMENT };

/* Reads a shape or group. A group replaces its description on the stack. */
static void read_mover(lua_State *L, operand *mover) {
  args_place at = ci_args_at(SHAPE, NULL);
  const held_group *held;
  if (lua_type(L, SHAPE) == LUA_TNUMBER || (lua_istable(L, SHAPE) && ci_operand_is_point(L, SHAPE)))
    ci_args_fail(L, &at,
                 "shape expected, got %s; a shapecast takes the shape and its displacement, and "
                 "for a point call segmentcast",
                 lua_istable(L, SHAPE) ? "a point" : ci_args_type(L, SHAPE));
  if (ci_mesh_is(L, SHAPE))
    ci_args_fail(L, &at, "shape or group expected, got a mesh%s", ci_mesh_hint());
  held = ci_group_get(L, &at, SHAPE);
  if (held == NULL) {
    ci_operand_read_shape(L, SHAPE, mover);
    return;
  }
  ci_group_check_moves(L, &at, held);
  mover->target = collide_target_of_group(held->group);
  mover->name = "group";
}

static void read_shapecast(lua_State *L, query *q) {
  static const args_size sizes[] = {{2, "a 2D target takes 2"}, {3, "a 3D target takes 3"}};
  args_place at = ci_args_at(TARGET, NULL);
  int arg = DISPLACEMENT, dimensions = ci_members_dimensions(L, TARGET);
  q->shape = &q->p.a;
  read_mover(L, q->shape);
  q->dimensions = collide_target_dimensions(&q->shape->target);
  if (dimensions != 0 && dimensions != q->dimensions)
    ci_args_fail(L, &at, "a %dD target expected for a %dD %s, got a %dD one", q->dimensions,
                 q->dimensions, q->shape->name, dimensions);
  q->target = TARGET;
  q->self = SHAPE;
  q->toward = ci_args_at(DISPLACEMENT, "displacement");
  q->near.displacement = q->vector;
  q->vector[2] = 0;
  q->numbers = ci_args_vector(L, &arg, q->toward.name, sizes[q->dimensions - 2], q->vector);
  ci_args_end(L, arg + 1);
  at = ci_args_at(arg, NULL);
  if (lua_istable(L, arg))
    ci_options_read_query(L, arg, ci_options_of_members, ci_query_options(q), &q->options);
  else if (!lua_isnoneornil(L, arg))
    ci_args_fail(L, &at, "options (table) expected, got %s%s", ci_args_type(L, arg),
                 lua_type(L, arg) == LUA_TNUMBER ? "; a shapecast ends at its displacement" : "");
  ci_operand_check_end(L, &q->toward, &q->shape->target, q->vector);
}

/* ---- Search ------------------------------------------------------------------------------ */

static int find_first(query *q, const many_query *many, many_place *place) {
  return ci_many_shapecast(many, q->vector, q->answer == ANSWER_ANY ? NULL : &q->best.sweep, place);
}

static int list_hits(const query *q, const collide_target *member, void *list, int64_t room,
                     int64_t most, int64_t *count) {
  return collide_target_shapecasts(q->near.subject, q->vector, member, q->options.flags,
                                   (collide_target_sweep *)list, room, most, count);
}

static void to_hit(query *q, const void *answer, result_hit *hit) {
  const collide_target_sweep *found = (const collide_target_sweep *)answer;
  ci_hits_of_sweep(&found->hit, &found->at, found->mover_part, q->dimensions, hit);
}

static const query_test test = {find_first, list_hits, sizeof(collide_target_sweep), to_hit};

static const query_row row = {
    &test, read_shapecast,
    OPTIONS_OF_MEMBERS | OPTION_INSIDE | OPTION_TOUCHING | OPTION_INTO | OPTION_LIMIT, 0};

/* ---- Functions for Lua ------------------------------------------------------------------ */

static int l_shapecast(lua_State *L) {
  return ci_query(L, &row, ANSWER_BEST);
}

static int l_shapecast_any(lua_State *L) {
  return ci_query(L, &row, ANSWER_ANY);
}

static int l_shapecast_all(lua_State *L) {
  return ci_query(L, &row, ANSWER_ALL);
}

const binding ci_sweep_bindings[] = {{"shapecast", l_shapecast, IN_MODULE | IN_TARGETS},
                                     {"shapecast_any", l_shapecast_any, IN_MODULE | IN_TARGETS},
                                     {"shapecast_all", l_shapecast_all, IN_MODULE | IN_TARGETS},
                                     {NULL, NULL, 0}};

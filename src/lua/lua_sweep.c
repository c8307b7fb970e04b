/* SPDX-License-Identifier: MIT
 *
 * shapecast, shapecast_any and shapecast_all.
 */
#include "../number/fp.h"

#include "../target/world.h"
#include "lua_cast.h"
#include "lua_find.h"
#include "lua_group.h"
#include "lua_mesh.h"
#include "lua_operand.h"

/* ---- Arguments -------------------------------------------------------------------------- */

enum { OPTIONS_OF_SWEEPS = OPTIONS_OF_MEMBERS | OPTION_INSIDE | OPTION_TOUCHING };
enum { TARGET = 1, SHAPE, DISPLACEMENT };

typedef struct sweep_question {
  operand shape; /* the moving shape */
  double displacement[3];
  int dimensions, numbers;
  member_options options;
} sweep_question;

/* Reads a group. The group replaces its description on the stack. */
static int read_group(lua_State *L, sweep_question *q) {
  args_place at = ci_args_at(SHAPE, NULL);
  const held_group *held;
  held = ci_group_get(L, &at, SHAPE);
  if (held == NULL) return 0;
  ci_group_check_moves(L, &at, held);
  ci_operand_set_group(&q->shape, held->group);
  return 1;
}

static void read_shape(lua_State *L, sweep_question *q) {
  args_place at = ci_args_at(SHAPE, NULL);
  int dimensions = ci_members_dimensions(L, TARGET);
  if (lua_type(L, SHAPE) == LUA_TNUMBER || (lua_istable(L, SHAPE) && ci_operand_is_point(L, SHAPE)))
    ci_args_fail(L, &at,
                 "shape expected, got %s; a shapecast takes the shape and its displacement, and "
                 "for a point call segmentcast",
                 lua_istable(L, SHAPE) ? "a point" : ci_args_type(L, SHAPE));
  if (ci_mesh_is(L, SHAPE))
    ci_args_fail(L, &at, "shape or group expected, got a mesh%s", ci_mesh_hint());
  if (!read_group(L, q)) ci_operand_read_shape(L, SHAPE, &q->shape);
  q->dimensions = ci_operand_dimensions(&q->shape);
  if (dimensions != 0 && dimensions != q->dimensions) {
    at = ci_args_at(TARGET, NULL);
    ci_args_fail(L, &at, "a %dD target expected for a %dD %s, got a %dD one", q->dimensions,
                 q->dimensions, q->shape.name, dimensions);
  }
}

static void read_question(lua_State *L, unsigned options, sweep_question *q) {
  static const args_size sizes[] = {{2, "a 2D target takes 2"}, {3, "a 3D target takes 3"}};
  args_place at;
  int arg = DISPLACEMENT;
  q->options = ci_options_none();
  read_shape(L, q);
  q->displacement[2] = 0;
  q->numbers = ci_args_vector(L, &arg, "displacement", sizes[q->dimensions - 2], q->displacement);
  ci_args_end(L, arg + 1);
  at = ci_args_at(arg, NULL);
  if (lua_istable(L, arg))
    ci_options_read_members(L, arg, options, &q->options);
  else if (!lua_isnoneornil(L, arg))
    ci_args_fail(L, &at, "options (table) expected, got %s%s", ci_args_type(L, arg),
                 lua_type(L, arg) == LUA_TNUMBER ? "; a shapecast ends at its displacement" : "");
  at = ci_args_at(DISPLACEMENT, "displacement");
  ci_operand_check_end(L, &at, &q->shape.target, q->displacement);
}

/* ---- Searches --------------------------------------------------------------------------- */

static int find_first(find *f, const many_query *q, many_place *place) {
  return ci_many_shapecast(q, f->displacement, f->is_any ? NULL : &f->best.sweep, place);
}

static int64_t list_hits(const find *f, const collide_target *member, void *list, int64_t room,
                         int64_t most) {
  return collide_target_shapecasts(f->subject, f->displacement, member, f->options->flags,
                                   (collide_target_sweep *)list, room, most);
}

static void to_hit(const find *f, const void *answer, result_hit *hit) {
  const collide_target_sweep *found = (const collide_target_sweep *)answer;
  ci_hits_of_sweep(&found->hit, &found->at, found->mover_part, f->dimensions, hit);
}

static const find_row row = {find_first, list_hits, sizeof(collide_target_sweep), to_hit, 0};

static void fail_no_test(lua_State *L, const void *question, const collide_target *member) {
  const sweep_question *q = (const sweep_question *)question;
  args_place at = ci_args_at(TARGET, NULL);
  (void)member;
  ci_args_fail(L, &at, "there is no test for a moving %s and a member of the target",
               q->shape.name);
}

/* Reads all arguments, and fills in the question of a search. */
static void begin(lua_State *L, unsigned options, int is_any, sweep_question *q, find *f) {
  read_question(L, options, q);
  f->row = &row;
  f->question = q;
  f->fail = fail_no_test;
  f->subject = &q->shape.target;
  f->displacement = q->displacement;
  f->point = NULL;
  f->target = TARGET;
  f->self = SHAPE;
  f->dimensions = q->dimensions;
  f->is_any = is_any;
  f->skips_self = 1;
  f->check = NULL;
  f->options = &q->options;
}

/* Two half-spaces may meet anywhere. */
static void check_hit(lua_State *L, const sweep_question *q, result_hit *hit) {
  args_place at = ci_args_at(DISPLACEMENT, "displacement");
  ci_hits_check(L, &at, q->displacement, hit);
}

/* ---- Functions for Lua ------------------------------------------------------------------ */

static int l_shapecast(lua_State *L) {
  sweep_question q;
  result_hit best;
  find f;
  int has;
  begin(L, OPTIONS_OF_SWEEPS | OPTION_INTO, 0, &q, &f);
  has = ci_find_best(L, &f, 1);
  if (has) {
    ci_find_to_hit(&f, &best);
    check_hit(L, &q, &best);
  }
  return ci_cast_push(L, has ? &best : NULL, f.all.targets, q.options.into, q.numbers);
}

static int l_shapecast_any(lua_State *L) {
  sweep_question q;
  find f;
  begin(L, OPTIONS_OF_SWEEPS, 1, &q, &f);
  lua_pushboolean(L, ci_find_best(L, &f, 1));
  return 1;
}

static int l_shapecast_all(lua_State *L) {
  sweep_question q;
  find f;
  hit_list list;
  int i;
  begin(L, OPTIONS_OF_SWEEPS | OPTION_INTO | OPTION_LIMIT, 0, &q, &f);
  ci_find_all(L, &f, &list);
  for (i = 0; i < list.count; i++) check_hit(L, &q, &list.hits[i]);
  ci_cast_push_all(L, &list, f.all.targets, result_flat(q.dimensions), q.options.into, q.numbers);
  return 1;
}

const binding ci_sweep_bindings[] = {{"shapecast", l_shapecast, IN_MODULE | IN_TARGETS},
                                     {"shapecast_any", l_shapecast_any, IN_MODULE | IN_TARGETS},
                                     {"shapecast_all", l_shapecast_all, IN_MODULE | IN_TARGETS},
                                     {NULL, NULL, 0}};

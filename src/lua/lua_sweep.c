/* SPDX-License-Identifier: MIT
 *
 * shapecast, shapecast_any, shapecast_all.
 */
#include "../number/fp.h"

#include <string.h>

#include "../world/world.h"
#include "lua_cast.h"
#include "lua_group.h"
#include "lua_members.h"
#include "lua_operand.h"
#include "lua_options.h"
#include "../query/group.h"

/* ---- Arguments -------------------------------------------------------------------------- */

enum { OPTIONS_OF_SWEEPS = OPTIONS_OF_MEMBERS | OPTION_INSIDE | OPTION_TOUCHING };
enum { TARGET = 1, SHAPE, DISPLACEMENT };

typedef struct sweep_question {
  operand shape; /* the moving shape */
  double displacement[3];
  int dimensions, numbers;
  member_options options;
} sweep_question;

/* Room for the hits of one member: a few lie here, more in a userdata that grows. */
typedef struct sweep_room {
  int slot;
  int64_t room;
  collide_target_sweep *list, few[4];
} sweep_room;

/* Reads a group. A description is replaced on the stack by the group that it describes. */
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
                 "of a point's way segmentcast tells",
                 lua_istable(L, SHAPE) ? "a point" : ci_args_type(L, SHAPE));
  if (!read_group(L, q)) ci_operand_read_shape(L, SHAPE, &q->shape);
  q->dimensions = ci_operand_dimensions(&q->shape);
  if (dimensions != 0 && dimensions != q->dimensions) {
    at = ci_args_at(TARGET, NULL);
    ci_args_fail(L, &at, "a %dD target expected for a %dD %s, got a %dD one", q->dimensions,
                 q->dimensions, q->shape.name, dimensions);
  }
}

static void read_question(lua_State *L, unsigned options, sweep_question *q) {
  static const args_size sizes[] = {{2, "a 2D target wants 2"}, {3, "a 3D target wants 3"}};
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
}

/* ---- What moves ------------------------------------------------------------------------- */

static int cast(const sweep_question *q, const collide_target *member,
                collide_target_sweep *nearest) {
  return collide_target_shapecast(&q->shape.target, q->displacement, member, q->options.flags,
                                  nearest);
}

/* ---- Members ---------------------------------------------------------------------------- */

static void begin(lua_State *L, const sweep_question *q, int is_whole, members *all) {
  near_what near;
  near.cast = NULL;
  near.is_whole = is_whole;
  near.displacement = q->displacement;
  collide_target_bounds(&q->shape.target, near.low, near.high);
  ci_members_begin(L, TARGET, q->dimensions, &q->options.select, &near, NULL, SHAPE, all);
}

/* Is the member the moving shape itself? */
static int is_itself(lua_State *L, const members *all) {
  return all->array.index == 0 && all->index == 0 && lua_rawequal(L, SHAPE, TARGET);
}

static int fail_no_test(lua_State *L, const sweep_question *q) {
  args_place at = ci_args_at(TARGET, NULL);
  return ci_args_fail(L, &at, "there is no test for a moving %s and a member of the target",
                      q->shape.name);
}

/* ---- The nearest hit, or any ---------------------------------------------------------------- */

/* The state of a search. No script runs while the search is in a world, and nothing allocates. */
typedef struct sweep_search {
  const sweep_question *q;
  const members *all;
  int any; /* whether one hit is enough, of which nothing else is wanted */
  int has;
  int index, number;
  collide_target_sweep best;
} sweep_search;

/* Does a hit at that time come before the best one? Of two hits at the same time the first member
 * counts. */
static int is_before(const sweep_search *s, double t, int index, int number) {
  if (!s->has || t != s->best.hit.t) return !s->has || t < s->best.hit.t;
  return index != s->index ? index < s->index : number < s->number;
}

static void keep(sweep_search *s, const collide_target_sweep *found, int index, int number) {
  s->has = 1;
  if (s->any) return;
  s->best = *found;
  s->index = index;
  s->number = number;
}

static void search_world(lua_State *L, sweep_search *s) {
  const members *all = s->all;
  int in_array = all->array.index != 0, number, hit, untested;
  collide_target_sweep found;
  world_query q;
  world_selection some;
  if (!ci_members_query(L, all, &s->q->shape.target, s->q->options.flags, &q, &some)) return;
  hit = ci_world_shapecast(&q, s->q->displacement, s->any ? NULL : &found, &untested);
  if (untested != 0) fail_no_test(L, s->q);
  if (hit != 1) return;
  number = s->any ? 0 : found.at.index;
  if (s->any || is_before(s, found.hit.t, in_array ? all->index : number, in_array ? number : 0))
    keep(s, &found, in_array ? all->index : number, in_array ? number : 0);
}

/* Returns whether there is a hit, and describes the nearest unless any will do. */
static int find(lua_State *L, const sweep_question *q, int any, result_hit *out, int *targets) {
  collide_target_sweep found;
  collide_target member;
  sweep_search s;
  members all;
  s.q = q;
  s.all = &all;
  s.any = any;
  s.has = s.index = s.number = 0;
  begin(L, q, q->options.select.filter == 0, &all);
  *targets = all.targets;
  while (!(any && s.has) && ci_members_next(L, &all, &member)) {
    int hit;
    if (all.world != NULL) {
      search_world(L, &s);
      continue;
    }
    if (is_itself(L, &all)) break;
    hit = cast(q, &member, any ? NULL : &found);
    if (hit == COLLIDE_UNSUPPORTED) return fail_no_test(L, q);
    if (!hit || (!any && !is_before(&s, found.hit.t, all.index, all.number))) continue;
    if (ci_members_accept(L, &all)) keep(&s, &found, all.index, all.number);
  }
  ci_members_finish(L, &all);
  if (!s.has || any) return s.has;
  ci_hits_of_sweep(&s.best.hit, &s.best.at, s.best.mover_part, q->dimensions, out);
  out->index = s.index;
  out->number = s.number;
  return 1;
}

static int l_shapecast(lua_State *L) {
  sweep_question q;
  result_hit best;
  int has, targets;
  read_question(L, OPTIONS_OF_SWEEPS | OPTION_INTO, &q);
  has = find(L, &q, 0, &best, &targets);
  return ci_cast_push(L, has ? &best : NULL, targets, q.options.into, q.numbers);
}

static int l_shapecast_any(lua_State *L) {
  sweep_question q;
  int targets;
  read_question(L, OPTIONS_OF_SWEEPS, &q);
  lua_pushboolean(L, find(L, &q, 1, NULL, &targets));
  return 1;
}

/* ---- All -------------------------------------------------------------------------------- */

static void widen(lua_State *L, sweep_room *r, int64_t room) {
  r->list = (collide_target_sweep *)seal_memory(L, r->slot, (uint64_t)room, sizeof *r->list);
  r->room = room;
}

/* To widen the room may run finalizers, which may change the member. So the query is repeated. */
static int find_hits(lua_State *L, const sweep_question *q, const collide_target *member,
                     sweep_room *r) {
  for (;;) {
    int64_t count = collide_target_shapecasts(&q->shape.target, q->displacement, member,
                                              q->options.flags, r->list, r->room);
    if (count == COLLIDE_UNSUPPORTED) return fail_no_test(L, q);
    if (count <= r->room) return (int)count;
    if (count > (int64_t)ARGS_LIMIT_MOST)
      luaL_error(L, "%s: there are more than %d hits of one member",
                 lua_tostring(L, lua_upvalueindex(UP_NAME)), (int)ARGS_LIMIT_MOST);
    widen(L, r, count + 16);
  }
}

static void find_all(lua_State *L, const sweep_question *q, members *all, hit_list *list) {
  collide_target member;
  sweep_room room;
  result_hit hit;
  int i, count;
  ci_hits_begin(L, list, q->options.limit);
  lua_pushnil(L);
  room.slot = lua_gettop(L);
  room.list = room.few;
  room.room = sizeof room.few / sizeof room.few[0];
  begin(L, q, 0, all);
  while (ci_members_next(L, all, &member)) {
    if (is_itself(L, all)) break;
    count = find_hits(L, q, &member, &room);
    if (count == 0 || !ci_members_accept(L, all)) continue;
    for (i = 0; i < count; i++) {
      const collide_target_sweep *found = &room.list[i];
      ci_hits_of_sweep(&found->hit, &found->at, found->mover_part, q->dimensions, &hit);
      hit.index = all->index;
      hit.number = all->number;
      hit.order = i;
      ci_hits_add(L, list, &hit);
    }
  }
  ci_members_finish(L, all);
  ci_hits_finish(list);
}

static int l_shapecast_all(lua_State *L) {
  sweep_question q;
  hit_list list;
  members all;
  read_question(L, OPTIONS_OF_SWEEPS | OPTION_INTO | OPTION_LIMIT, &q);
  find_all(L, &q, &all, &list);
  ci_cast_push_all(L, &list, all.targets, result_flat(q.dimensions), q.options.into, q.numbers);
  return 1;
}

const binding ci_sweep_bindings[] = {{"shapecast", l_shapecast, IN_MODULE | IN_TARGETS},
                                     {"shapecast_any", l_shapecast_any, IN_MODULE | IN_TARGETS},
                                     {"shapecast_all", l_shapecast_all, IN_MODULE | IN_TARGETS},
                                     {NULL, NULL, 0}};

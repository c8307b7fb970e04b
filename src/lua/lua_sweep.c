/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_sweep.h"

#include <string.h>

#include "lua_cast.h"
#include "lua_group.h"
#include "lua_into.h"
#include "lua_members.h"
#include "lua_operand.h"

/* ---- Arguments -------------------------------------------------------------------------- */

/* The options, as bits. */
enum {
  SWEEP_OPTION_IGNORE = 1,
  SWEEP_OPTION_ONLY = 2,
  SWEEP_OPTION_FILTER = 4,
  SWEEP_OPTION_INSIDE = 8,
  SWEEP_OPTION_TOUCHING = 16,
  SWEEP_OPTION_INTO = 32,
  SWEEP_OPTION_LIMIT = 64,
  SWEEP_OPTIONS_OF_ALL = SWEEP_OPTION_IGNORE | SWEEP_OPTION_ONLY | SWEEP_OPTION_FILTER |
                         SWEEP_OPTION_INSIDE | SWEEP_OPTION_TOUCHING
};

static const char *const option_names[] = {"ignore",   "only", "filter", "inside",
                                           "touching", "into", "limit",  NULL};

enum { TARGET = 1, SHAPE, DISPLACEMENT };

typedef struct sweep_question {
  operand shape; /* the one that moves */
  double displacement[3];
  int flags, dimensions, numbers;
  int into, limit; /* an index on the stack, and the number; 0 when they are not given */
  selection select;
} sweep_question;

static int known_option(const void *context, const char *key) {
  unsigned options = *(const unsigned *)context;
  int i;
  for (i = 0; option_names[i] != NULL; i++)
    if (strcmp(option_names[i], key) == 0) return (options & 1U << i) != 0;
  return 0;
}

/* The option that lies at the index. */
static void read_option(lua_State *L, int arg, int index, unsigned option, sweep_question *q) {
  args_place at = ci_args_at(arg, NULL);
  switch (option) {
  case SWEEP_OPTION_IGNORE:
    ci_select_read(L, arg, "ignore", index, &q->select.ignore);
    break;
  case SWEEP_OPTION_ONLY:
    ci_select_read(L, arg, "only", index, &q->select.only);
    break;
  case SWEEP_OPTION_FILTER:
    ci_select_read_filter(L, arg, index, &q->select);
    break;
  case SWEEP_OPTION_INSIDE:
    ci_args_read_word(L, arg, index, "inside", "skip");
    q->flags |= COLLIDE_SKIP_INSIDE;
    break;
  case SWEEP_OPTION_TOUCHING:
    ci_args_read_word(L, arg, index, "touching", "skip");
    q->flags |= COLLIDE_SKIP_TOUCHING;
    break;
  case SWEEP_OPTION_LIMIT:
    at.name = "limit";
    q->limit = ci_args_limit(L, &at, index);
    break;
  default:
    at.name = "into";
    if (!lua_istable(L, index))
      ci_args_fail(L, &at, ": table expected, got %s", ci_args_type(L, index));
    q->into = index;
  }
}

/* The options of the table at `arg`; leaves them on the stack. */
static void read_options(lua_State *L, int arg, unsigned options, sweep_question *q) {
  args_place at = ci_args_at(arg, NULL);
  int i;
  ci_args_only_options(L, &at, arg, known_option, &options, option_names, options);
  q->select.arg = arg;
  for (i = 0; option_names[i] != NULL; i++) {
    if (!(options & 1U << i)) continue;
    lua_getfield(L, arg, option_names[i]);
    if (!lua_isnil(L, -1)) read_option(L, arg, lua_gettop(L), 1U << i, q);
  }
}

static void read_shape(lua_State *L, sweep_question *q) {
  args_place at = ci_args_at(SHAPE, NULL);
  int dimensions = ci_members_dimensions(L, TARGET);
  if (group_at(L, SHAPE) != NULL)
    ci_args_fail(L, &at, "one shape expected, got a group; cast its parts one by one");
  if (lua_type(L, SHAPE) == LUA_TNUMBER || (lua_istable(L, SHAPE) && ci_operand_is_point(L, SHAPE)))
    ci_args_fail(L, &at,
                 "shape expected, got %s; a shapecast takes the shape and its displacement, and "
                 "of a point's way segmentcast tells",
                 lua_istable(L, SHAPE) ? "a point" : ci_args_type(L, SHAPE));
  ci_operand_read_shape(L, SHAPE, &q->shape);
  q->dimensions = collide_dimensions(q->shape.shape);
  if (dimensions != 0 && dimensions != q->dimensions) {
    at = ci_args_at(TARGET, NULL);
    ci_args_fail(L, &at, "a %dD target expected for a %dD %s, got a %dD one", q->dimensions,
                 q->dimensions, q->shape.name, dimensions);
  }
  if (q->dimensions == 3)
    ci_args_fail(L, &at,
                 "a 2D shape expected, got a 3D %s; shapes of three dimensions cannot be "
                 "cast yet",
                 q->shape.name);
}

static void read_question(lua_State *L, unsigned options, sweep_question *q) {
  args_size size = {2, "a 2D target wants 2"};
  args_place at;
  int arg = DISPLACEMENT;
  q->flags = q->into = q->limit = 0;
  q->select = ci_select_all();
  read_shape(L, q);
  q->displacement[2] = 0;
  q->numbers = ci_args_vector(L, &arg, "displacement", size, q->displacement);
  ci_args_end(L, arg + 1);
  at = ci_args_at(arg, NULL);
  if (lua_istable(L, arg))
    read_options(L, arg, options, q);
  else if (!lua_isnoneornil(L, arg))
    ci_args_fail(L, &at, "options (table) expected, got %s%s", ci_args_type(L, arg),
                 lua_type(L, arg) == LUA_TNUMBER ? "; a shapecast ends at its displacement" : "");
}

/* ---- Members ---------------------------------------------------------------------------- */

static void begin(lua_State *L, const sweep_question *q, members *all) {
  near_what near;
  near.cast = NULL;
  near.is_whole = 0;
  collide_shapecast_bounds(q->shape.shape, q->displacement, near.low, near.high);
  ci_members_begin(L, TARGET, q->dimensions, &q->select, &near, NULL, SHAPE, all);
}

/* A shape does not meet itself. */
static int is_itself(lua_State *L, const members *all) {
  return all->array.index == 0 && all->index == 0 && lua_rawequal(L, SHAPE, TARGET);
}

static int fail_no_test(lua_State *L, const sweep_question *q) {
  args_place at = ci_args_at(TARGET, NULL);
  return ci_args_fail(L, &at, "there is no test for a moving %s and a member of the target",
                      q->shape.name);
}

static void to_result(const collide_target_sweep *from, const sweep_question *q, result_hit *to) {
  collide_hit *hit = &to->of.hit;
  memset(&to->of, 0, sizeof to->of);
  hit->t = from->hit.t;
  hit->t_exit = from->hit.t_exit;
  memcpy(hit->normal, from->hit.normal, sizeof hit->normal);
  memcpy(hit->point, from->hit.point, sizeof hit->point);
  hit->u = from->hit.depth;
  hit->inside = from->hit.inside;
  hit->has_point = 1;
  hit->face = from->hit.face;
  hit->edge = from->hit.edge;
  to->index = to->number = to->order = 0;
  to->of.part = from->at.part;
  to->dimensions = q->dimensions;
  to->is_contact = 0;
  to->is_sweep = 1;
  if (!from->at.has_cell) return;
  to->of.count = 1;
  to->of.value = from->at.value;
  memcpy(to->of.cell, from->at.cell, sizeof to->of.cell);
  memcpy(to->of.cells[0], from->at.cell, sizeof to->of.cell);
}

/* ---- The nearest ------------------------------------------------------------------------ */

static int find_nearest(lua_State *L, const sweep_question *q, members *all, result_hit *out) {
  collide_target_sweep found, best;
  collide_target member;
  int has = 0, index = 0, number = 0;
  begin(L, q, all);
  while (ci_members_next(L, all, &member)) {
    int hit;
    if (is_itself(L, all)) break;
    hit = collide_target_shapecast(q->shape.shape, q->displacement, &member, q->flags, &found);
    if (hit == COLLIDE_UNSUPPORTED) return fail_no_test(L, q);
    /* They come in the order of their indices and numbers. */
    if (!hit || (has && found.hit.t >= best.hit.t)) continue;
    if (!ci_members_accept(L, all)) continue;
    best = found;
    index = all->index;
    number = all->number;
    has = 1;
  }
  ci_members_finish(L, all);
  if (!has) return 0;
  to_result(&best, q, out);
  out->index = index;
  out->number = number;
  return 1;
}

static int l_shapecast(lua_State *L) {
  sweep_question q;
  members all;
  result_hit best;
  read_question(L, SWEEP_OPTIONS_OF_ALL | SWEEP_OPTION_INTO, &q);
  if (!find_nearest(L, &q, &all, &best)) {
    lua_pushnil(L);
    return 1;
  }
  if (q.into != 0) {
    ci_into_fill(L, q.into, &best, all.targets);
    lua_pushvalue(L, q.into);
    return 1;
  }
  if (q.numbers) return ci_result_push_numbers(L, &best);
  ci_result_push_hit(L, &best, all.targets);
  return 1;
}

/* ---- Any -------------------------------------------------------------------------------- */

static int l_shapecast_any(lua_State *L) {
  sweep_question q;
  members all;
  collide_target member;
  int found = 0;
  read_question(L, SWEEP_OPTIONS_OF_ALL, &q);
  begin(L, &q, &all);
  while (!found && ci_members_next(L, &all, &member)) {
    if (is_itself(L, &all)) break;
    found = collide_target_shapecast(q.shape.shape, q.displacement, &member, q.flags, NULL);
    if (found == COLLIDE_UNSUPPORTED) return fail_no_test(L, &q);
    found = found && ci_members_accept(L, &all);
  }
  ci_members_finish(L, &all);
  lua_pushboolean(L, found);
  return 1;
}

/* ---- All -------------------------------------------------------------------------------- */

/* Room for the hits of one member, in a userdata that grows. */
typedef struct sweep_room {
  int slot;
  int64_t room;
  collide_target_sweep *list;
} sweep_room;

static void widen(lua_State *L, sweep_room *r, int64_t room) {
  if ((uint64_t)room > ((size_t)-1) / 2 / sizeof *r->list) luaL_error(L, "not enough memory");
  r->list = (collide_target_sweep *)lua_newuserdata(L, (size_t)room * sizeof *r->list);
  seal_break(r->list);
  r->room = room;
  lua_replace(L, r->slot);
}

/* To widen the room may collect, and a finalizer may change the member: so it is asked anew. */
static int find_hits(lua_State *L, const sweep_question *q, const collide_target *member,
                     sweep_room *r) {
  for (;;) {
    int64_t count = collide_target_shapecasts(q->shape.shape, q->displacement, member, q->flags,
                                              r->list, r->room);
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
  ci_hits_begin(L, list, q->dimensions, q->limit);
  lua_pushnil(L);
  room.slot = lua_gettop(L);
  widen(L, &room, 4);
  begin(L, q, all);
  while (ci_members_next(L, all, &member)) {
    if (is_itself(L, all)) break;
    count = find_hits(L, q, &member, &room);
    if (count == 0 || !ci_members_accept(L, all)) continue;
    for (i = 0; i < count; i++) {
      to_result(&room.list[i], q, &hit);
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
  read_question(L, SWEEP_OPTIONS_OF_ALL | SWEEP_OPTION_INTO | SWEEP_OPTION_LIMIT, &q);
  find_all(L, &q, &all, &list);
  ci_cast_push_all(L, &list, all.targets, result_flat(q.dimensions), q.into, q.numbers);
  return 1;
}

const binding ci_sweep_bindings[] = {
    {"shapecast", l_shapecast, IN_MODULE | IN_SHAPE | IN_GRID | IN_GROUP | IN_WORLD},
    {"shapecast_any", l_shapecast_any, IN_MODULE | IN_SHAPE | IN_GRID | IN_GROUP | IN_WORLD},
    {"shapecast_all", l_shapecast_all, IN_MODULE | IN_SHAPE | IN_GRID | IN_GROUP | IN_WORLD},
    {NULL, NULL, 0}};

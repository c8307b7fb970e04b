/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_sweep.h"

#include <string.h>

#include "../world/world.h"
#include "lua_cast.h"
#include "lua_group.h"
#include "lua_into.h"
#include "lua_members.h"
#include "lua_operand.h"
#include "lua_options.h"

/* ---- Arguments -------------------------------------------------------------------------- */

enum { OPTIONS_OF_SWEEPS = OPTIONS_OF_MEMBERS | OPTION_INSIDE | OPTION_TOUCHING };
enum { TARGET = 1, SHAPE, DISPLACEMENT };

typedef struct sweep_question {
  operand shape; /* the one that moves */
  double displacement[3];
  int dimensions, numbers;
  member_options options;
} sweep_question;

/* Room for the hits of one member: for a few in here, for more in a userdata that grows. */
typedef struct sweep_room {
  int slot;
  int64_t room;
  collide_target_sweep *list, few[4];
} sweep_room;

/* A group lies on the stack, also when it was described. */
static int read_group(lua_State *L, sweep_question *q) {
  args_place at = ci_args_at(SHAPE, NULL);
  const held_group *held;
  held = ci_group_get(L, &at, SHAPE);
  if (held == NULL) return 0;
  ci_group_check_moves(L, &at, held);
  q->shape.shape = NULL;
  q->shape.group = held->group;
  q->shape.name = "group";
  q->shape.is_turned = 0;
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

static void find_bounds(const sweep_question *q, double low[3], double high[3]) {
  if (q->shape.group != NULL)
    collide_group_bounds(q->shape.group, low, high);
  else
    collide_bounds(q->shape.shape, low, high);
}

static int cast(const sweep_question *q, const collide_target *member,
                collide_target_sweep *nearest) {
  int flags = q->options.flags;
  if (q->shape.group != NULL)
    return collide_group_shapecast(q->shape.group, q->displacement, member, flags, nearest);
  return collide_target_shapecast(q->shape.shape, q->displacement, member, flags, nearest);
}

static int64_t cast_all(const sweep_question *q, const collide_target *member, sweep_room *r) {
  int flags = q->options.flags;
  if (q->shape.group != NULL)
    return collide_group_shapecasts(q->shape.group, q->displacement, member, flags, r->list,
                                    r->room);
  return collide_target_shapecasts(q->shape.shape, q->displacement, member, flags, r->list,
                                   r->room);
}

/* ---- Members ---------------------------------------------------------------------------- */

static void begin(lua_State *L, const sweep_question *q, members *all) {
  near_what near;
  near.cast = NULL;
  near.is_whole = 0;
  near.displacement = q->displacement;
  find_bounds(q, near.low, near.high);
  ci_members_begin(L, TARGET, q->dimensions, &q->options.select, &near, NULL, SHAPE, all);
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
  to->of.triangle = from->at.triangle;
  to->dimensions = q->dimensions;
  to->is_contact = 0;
  to->is_sweep = 1;
  to->mover_part = from->mover_part;
  if (!from->at.has_cell) return;
  to->of.count = 1;
  to->of.value = from->at.value;
  memcpy(to->of.cell, from->at.cell, sizeof to->of.cell);
  memcpy(to->of.cells[0], from->at.cell, sizeof to->of.cell);
}

/* ---- A world alone ---------------------------------------------------------------------- */

/* While the world is asked no script runs, and nothing allocates. */
typedef struct world_sweep {
  const sweep_question *q;
  int table;
  int has, any, unsupported;
  double latest;
  int number;
  collide_target_sweep best;
} world_sweep;

static int take_member(void *user, int number, const collide_target *member) {
  world_sweep *w = (world_sweep *)user;
  collide_target_sweep found;
  int hit;
  hit = cast(w->q, member, w->any ? NULL : &found);
  if (hit == COLLIDE_UNSUPPORTED) w->unsupported = 1;
  if (hit != 1) return hit == 0;
  if (w->any) {
    w->has = 1;
    return 0;
  }
  if (w->has &&
      (found.hit.t > w->best.hit.t || (found.hit.t == w->best.hit.t && number > w->number)))
    return 1;
  w->has = 1;
  w->best = found;
  w->number = number;
  w->latest = found.hit.t;
  return 1;
}

/* Is the target a world, and no filter to be asked? */
static int is_plain_world(lua_State *L, const sweep_question *q) {
  return world_at(L, TARGET) != NULL && q->options.select.filter == 0;
}

/* Pushes the table of its members. Returns whether there is a hit. */
static int sweep_world(lua_State *L, const sweep_question *q, int any, world_sweep *w) {
  const held_world *held = world_at(L, TARGET);
  const owned_world *owner = held->owner;
  const world_selection *select;
  world_selection some;
  double low[3], high[3];
  luaL_checkstack(L, 8, NULL);
  ci_world_check_dimensions(L, TARGET, held, q->dimensions);
  ci_world_push_members(L, TARGET);
  if (owner->world == NULL || ci_select_names(L, &q->options.select.ignore, TARGET)) return 0;
  w->q = q;
  w->table = lua_gettop(L);
  w->has = w->unsupported = 0;
  w->any = any;
  w->latest = 1;
  find_bounds(q, low, high);
  select = ci_world_select(L, &q->options.select, owner,
                           ci_select_names(L, &q->options.select.only, TARGET), SHAPE, &some);
  ci_world_near_sweep(owner->world, low, high, q->displacement, &w->latest, select, take_member, w);
  if (w->unsupported) return fail_no_test(L, q);
  return w->has;
}

/* ---- The nearest ------------------------------------------------------------------------ */

static int find_in_world(lua_State *L, const sweep_question *q, result_hit *out, int *targets) {
  world_sweep w;
  if (!sweep_world(L, q, 0, &w)) return 0;
  *targets = w.table;
  to_result(&w.best, q, out);
  out->index = w.number;
  return 1;
}

static int find_nearest(lua_State *L, const sweep_question *q, result_hit *out, int *targets) {
  collide_target_sweep found, best;
  collide_target member;
  members all;
  int has = 0, index = 0, number = 0;
  begin(L, q, &all);
  *targets = all.targets;
  while (ci_members_next(L, &all, &member)) {
    int hit;
    if (is_itself(L, &all)) break;
    hit = cast(q, &member, &found);
    if (hit == COLLIDE_UNSUPPORTED) return fail_no_test(L, q);
    /* They come in the order of their indices and numbers. */
    if (!hit || (has && found.hit.t >= best.hit.t)) continue;
    if (!ci_members_accept(L, &all)) continue;
    best = found;
    index = all.index;
    number = all.number;
    has = 1;
  }
  ci_members_finish(L, &all);
  if (!has) return 0;
  to_result(&best, q, out);
  out->index = index;
  out->number = number;
  return 1;
}

static int l_shapecast(lua_State *L) {
  sweep_question q;
  result_hit best;
  int has, targets;
  read_question(L, OPTIONS_OF_SWEEPS | OPTION_INTO, &q);
  if (is_plain_world(L, &q))
    has = find_in_world(L, &q, &best, &targets);
  else
    has = find_nearest(L, &q, &best, &targets);
  if (!has) {
    lua_pushnil(L);
    return 1;
  }
  if (q.options.into != 0) {
    ci_into_fill(L, q.options.into, &best, targets);
    lua_pushvalue(L, q.options.into);
    return 1;
  }
  if (q.numbers) return ci_result_push_numbers(L, &best);
  ci_result_push_hit(L, &best, targets);
  return 1;
}

/* ---- Any -------------------------------------------------------------------------------- */

static int l_shapecast_any(lua_State *L) {
  sweep_question q;
  members all;
  collide_target member;
  world_sweep w;
  int found = 0;
  read_question(L, OPTIONS_OF_SWEEPS, &q);
  if (is_plain_world(L, &q)) {
    lua_pushboolean(L, sweep_world(L, &q, 1, &w));
    return 1;
  }
  begin(L, &q, &all);
  while (!found && ci_members_next(L, &all, &member)) {
    if (is_itself(L, &all)) break;
    found = cast(&q, &member, NULL);
    if (found == COLLIDE_UNSUPPORTED) return fail_no_test(L, &q);
    found = found && ci_members_accept(L, &all);
  }
  ci_members_finish(L, &all);
  lua_pushboolean(L, found);
  return 1;
}

/* ---- All -------------------------------------------------------------------------------- */

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
    int64_t count = cast_all(q, member, r);
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
  ci_hits_begin(L, list, q->dimensions, q->options.limit);
  lua_pushnil(L);
  room.slot = lua_gettop(L);
  room.list = room.few;
  room.room = sizeof room.few / sizeof room.few[0];
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
  read_question(L, OPTIONS_OF_SWEEPS | OPTION_INTO | OPTION_LIMIT, &q);
  find_all(L, &q, &all, &list);
  ci_cast_push_all(L, &list, all.targets, result_flat(q.dimensions), q.options.into, q.numbers);
  return 1;
}

const binding ci_sweep_bindings[] = {{"shapecast", l_shapecast, IN_MODULE | IN_TARGETS},
                                     {"shapecast_any", l_shapecast_any, IN_MODULE | IN_TARGETS},
                                     {"shapecast_all", l_shapecast_all, IN_MODULE | IN_TARGETS},
                                     {NULL, NULL, 0}};

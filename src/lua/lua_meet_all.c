/* SPDX-License-Identifier: MIT
 *
 * overlap_all and contact_all.
 */
#include "../number/fp.h"
#include "lua_meet.h"

#include <stdlib.h>
#include <string.h>

#include "../pair/pair.h"
#include "../world/world.h"
#include "lua_cast.h"
#include "lua_into.h"
#include "lua_result.h"
#include "lua_world.h"

/* ---- Members that overlap ---------------------------------------------------------------- */

/* Their indices, in a userdata that grows. */
typedef struct place {
  int index, number; /* as in result_hit */
} place;

typedef struct index_list {
  int slot, count, room;
  place *places;
  place few[64]; /* the places, when they are no more */
} index_list;

static void begin_list(lua_State *L, index_list *list) {
  list->count = 0;
  list->room = (int)(sizeof list->few / sizeof list->few[0]);
  list->places = list->few;
  lua_pushnil(L);
  list->slot = lua_gettop(L);
}

static void add_index(lua_State *L, index_list *list, int index, int number) {
  if (list->count == list->room) {
    const place *old = list->places;
    list->places = (place *)seal_memory(L, list->slot, 2 * (uint64_t)list->room, sizeof *old);
    memcpy(list->places, old, (size_t)list->count * sizeof *old);
    list->room *= 2;
  }
  list->places[list->count].index = index;
  list->places[list->count++].number = number;
}

static int compare_places(const void *left, const void *right) {
  const place *a = (const place *)left, *b = (const place *)right;
  if (a->index != b->index) return a->index < b->index ? -1 : 1;
  return (a->number > b->number) - (a->number < b->number);
}

static void find_members(lua_State *L, const meet_question *q, members *all, index_list *list) {
  collide_target member;
  begin_list(L, list);
  ci_query_begin(L, q, 0, all);
  while (ci_members_next(L, all, &member)) {
    int overlap;
    if (all->array.index == 0 && all->index == 0 && q->self != 0 &&
        lua_rawequal(L, q->self, q->target))
      break;
    overlap = collide_target_overlap(&q->shape->target, &member, q->flags);
    if (overlap == COLLIDE_UNSUPPORTED) ci_query_fail_no_test(L, q, &member);
    if (overlap && ci_members_accept(L, all)) add_index(L, list, all->index, all->number);
  }
  ci_members_finish(L, all);
  qsort(list->places, (size_t)list->count, sizeof *list->places, compare_places);
  if (q->limit > 0 && list->count > q->limit) list->count = q->limit;
}

/* The operands were two points. */
static void check_target(lua_State *L, const meet_question *q) {
  args_place at = ci_args_at(1, NULL);
  if (q->target == 0) ci_args_fail(L, &at, "shape, grid or array expected, got two points");
}

/* Member i of the list, or its index; a lone target is its own member 1. */
static void push_member(lua_State *L, const meet_question *q, const members *all, const place *at) {
  if (q->numbers)
    compat_pushwhole(L, at->index > 0 ? at->index : 1);
  else if (at->index > 0)
    ci_result_push_member(L, all->targets, at->index, at->number);
  else
    lua_pushvalue(L, all->held);
}

/* ---- Quick: a world of shapes and a shape, without options ----------------------------------- */

enum { QUICK_MOST = 64 };

typedef struct quick_list {
  const collide_shape *shape;
  int is_second;           /* the shape is the second argument */
  int self;                /* the number of the shape in the world, which is passed over, or 0 */
  int count;               /* -1: the general path has to answer */
  int numbers[QUICK_MOST]; /* sorted */
} quick_list;

static int take_quick(void *user, int number, const collide_target *member) {
  quick_list *list = (quick_list *)user;
  int overlap = COLLIDE_UNSUPPORTED, i;
  if (number == list->self) return 1;
  if (member->kind == COLLIDE_TARGET_SHAPE)
    overlap = list->is_second ? collide_overlap(member->of.shape, list->shape)
                              : collide_overlap(list->shape, member->of.shape);
  if (overlap == 0) return 1;
  if (overlap == COLLIDE_UNSUPPORTED || list->count == QUICK_MOST) {
    list->count = -1;
    return 0;
  }
  for (i = list->count++; i > 0 && list->numbers[i - 1] > number; i--)
    list->numbers[i] = list->numbers[i - 1];
  list->numbers[i] = number;
  return 1;
}

/* Pushes the array and returns 1, or returns 0 with the stack as it was. */
static int overlap_quick(lua_State *L) {
  const held_world *held = world_at(L, 1);
  const described *shape = description_at(L, held != NULL ? 2 : 1);
  const owned_world *owner;
  double low[3], high[3];
  quick_list list;
  int i;
  list.is_second = held != NULL;
  if (held == NULL) held = world_at(L, 2);
  if (lua_gettop(L) != 2 || held == NULL || shape == NULL) return 0;
  owner = held->owner;
  if (ci_world_dimensions(held) != collide_dimensions(&shape->shape)) return 0;
  if (owner->world == NULL) return 0;
  list.shape = &shape->shape;
  list.self = ci_roster_number(owner->roster, &shape->head.worlds, owner);
  list.count = 0;
  collide_bounds(list.shape, low, high);
  ci_world_near_reach(owner->world, low, high, NULL, take_quick, &list);
  if (list.count < 0) return 0;
  lua_createtable(L, list.count, 0); /* a finalizer may run and remove members */
  ci_world_push_members(L, list.is_second ? 1 : 2);
  for (i = 0; i < list.count; i++) {
    lua_rawgeti(L, 4, list.numbers[i]);
    if (lua_isnil(L, -1)) {
      lua_settop(L, 2);
      return 0;
    }
    lua_rawseti(L, 3, i + 1);
  }
  lua_settop(L, 3);
  ci_result_mark_list(L);
  return 1;
}

/* ---- What Lua calls -------------------------------------------------------------------------- */

static int l_overlap_all(lua_State *L) {
  static const meet_form form = {
      ci_has_pair, OPTIONS_OF_MEMBERS | OPTION_TOUCHING | OPTION_INTO | OPTION_LIMIT, 1, 1, 0, 0};
  meet_question q;
  members all;
  index_list list;
  int i, table;
  if (overlap_quick(L)) return 1;
  ci_query_read(L, &form, &q);
  check_target(L, &q);
  find_members(L, &q, &all, &list);
  if (q.into != 0)
    lua_pushvalue(L, q.into);
  else
    lua_createtable(L, list.count, 0);
  table = lua_gettop(L);
  for (i = 0; i < list.count; i++) {
    push_member(L, &q, &all, &list.places[i]);
    lua_rawseti(L, table, i + 1);
  }
  if (q.into != 0)
    ci_into_cut(L, q.into, list.count);
  else if (!q.numbers)
    ci_result_mark_list(L);
  return 1;
}

/* ---- Contacts ------------------------------------------------------------------------------- */

/* Room for the contacts of one member: for a few in here, for more in a userdata that grows. */
typedef struct contact_room {
  int slot;
  int64_t room;
  collide_meeting *list, few[4];
} contact_room;

static void widen(lua_State *L, contact_room *r, int64_t room) {
  r->list = (collide_meeting *)seal_memory(L, r->slot, (uint64_t)room, sizeof *r->list);
  r->room = room;
}

/* To widen the room may collect, and a finalizer may change the member: so it is asked anew. */
static int find_contacts(lua_State *L, const meet_question *q, const collide_target *member,
                         contact_room *r) {
  int64_t count;
  for (;;) {
    count = collide_target_contacts(&q->shape->target, member, q->flags, r->list, r->room);
    if (count == COLLIDE_UNSUPPORTED) return ci_query_fail_no_test(L, q, member);
    if (count <= r->room) return (int)count;
    if (count > (int64_t)ARGS_LIMIT_MOST)
      luaL_error(L, "%s: there are more than %d contacts with one member",
                 lua_tostring(L, lua_upvalueindex(UP_NAME)), (int)ARGS_LIMIT_MOST);
    widen(L, r, count + 16);
  }
}

static void find_all(lua_State *L, const meet_question *q, members *all, hit_list *list) {
  collide_target member;
  contact_room room;
  result_hit hit;
  int i, count;
  ci_hits_begin(L, list, q->limit);
  lua_pushnil(L);
  room.slot = lua_gettop(L);
  room.list = room.few;
  room.room = sizeof room.few / sizeof room.few[0];
  ci_query_begin(L, q, 0, all);
  while (ci_members_next(L, all, &member)) {
    if (all->array.index == 0 && all->index == 0 && q->self != 0 &&
        lua_rawequal(L, q->self, q->target))
      break;
    count = find_contacts(L, q, &member, &room);
    if (count == 0 || !ci_members_accept(L, all)) continue;
    for (i = 0; i < count; i++) {
      ci_query_to_hit(&room.list[i], q->dimensions, &hit);
      hit.index = all->index;
      hit.number = all->number;
      hit.order = i;
      ci_hits_add(L, list, &hit);
    }
  }
  ci_members_finish(L, all);
  ci_hits_finish(list);
}

static int l_contact_all(lua_State *L) {
  static const meet_form form = {
      ci_has_pair, OPTIONS_OF_MEMBERS | OPTION_TOUCHING | OPTION_INTO | OPTION_LIMIT, 1, 1, 0, 0};
  meet_question q;
  members all;
  hit_list list;
  ci_query_read(L, &form, &q);
  check_target(L, &q);
  find_all(L, &q, &all, &list);
  ci_cast_push_all(L, &list, all.targets, result_flat_contact(q.dimensions), q.into, q.numbers);
  return 1;
}

const binding ci_query_bindings[] = {{"overlap_all", l_overlap_all, IN_MODULE | IN_TARGETS},
                                     {"contact_all", l_contact_all, IN_MODULE | IN_TARGETS},
                                     {NULL, NULL, 0}};

/* SPDX-License-Identifier: MIT
 *
 * overlap_all, contact_all and distance_all.
 */
#include "../number/fp.h"
#include "lua_meet.h"

#include <stdlib.h>
#include <string.h>

#include "../narrow/plane/plane.h"
#include "../target/world.h"
#include "lua_cast.h"
#include "lua_into.h"
#include "lua_object.h"
#include "lua_result.h"
#include "lua_world.h"

/* ---- Members that overlap ---------------------------------------------------------------- */

/* A list of places takes a third less time than a list of hits, which are large. */
typedef struct place {
  int index, number; /* as in result_hit */
} place;

typedef struct index_list {
  int slot, count, room;
  place *places;
  place few[64]; /* more lie in a userdata that grows */
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

static void find_members(lua_State *L, find *f, index_list *list) {
  collide_target member;
  begin_list(L, list);
  ci_find_begin(L, f, 0);
  while (ci_members_next(L, &f->all, &member)) {
    int overlap = collide_target_overlap(f->subject, &member, f->options->flags);
    if (overlap == COLLIDE_UNSUPPORTED) f->fail(L, f->question, &member);
    if (overlap && ci_members_accept(L, &f->all)) add_index(L, list, f->all.index, f->all.number);
  }
  ci_members_finish(L, &f->all);
  qsort(list->places, (size_t)list->count, sizeof *list->places, compare_places);
  if (f->options->limit > 0 && list->count > f->options->limit) list->count = f->options->limit;
}

/* Reads all arguments, and fills in the question of a search. */
static void read_all(lua_State *L, const find_row *row, int for_second, meet_question *q, find *f) {
  enum { OPTIONS = OPTIONS_OF_MEMBERS | OPTION_INTO | OPTION_LIMIT };
  static const meet_form of_overlaps = {ci_has_pair, OPTIONS | OPTION_TOUCHING, 1, 1, 0};
  static const meet_form of_distances = {ci_has_pair, OPTIONS | OPTION_MAX, 1, 1, 0};
  args_place at = ci_args_at(1, NULL);
  ci_query_read(L, row->is_near ? &of_distances : &of_overlaps, for_second, q);
  if (q->target == 0) ci_args_fail(L, &at, "shape, grid or array expected, got two points");
  ci_query_begin(q, row, f);
  f->skips_self = 1;
}

/* Pushes the member, or its index. A lone target counts as its own member 1. */
static void push_member(lua_State *L, int numbers, const members *all, const place *at) {
  if (numbers)
    compat_pushwhole(L, at->index > 0 ? at->index : 1);
  else if (at->index > 0)
    ci_result_push_member(L, all->targets, at->index, at->number);
  else
    lua_pushvalue(L, all->given);
}

/* ---- Quick: a world and a shape, without options --------------------------------------------- */

typedef struct quick_pair {
  const owned_world *owner;
  const described *shape;
  int own; /* the argument that is the shape */
} quick_pair;

/* Returns 0 for all other arguments. */
static int read_quick(lua_State *L, quick_pair *p) {
  const held_world *held = world_at(L, 1);
  p->own = held != NULL ? 2 : 1;
  p->shape = description_at(L, p->own);
  if (held == NULL && p->shape != NULL) held = world_at(L, 2);
  if (lua_gettop(L) != 2 || held == NULL || p->shape == NULL) return 0;
  p->owner = held->owner;
  return p->owner->world != NULL && p->owner->world->dimensions == description_dimensions(p->shape);
}

int ci_query_overlap_quick(lua_State *L) {
  const selection all = ci_select_all();
  collide_target subject;
  world_selection some;
  many_query q;
  quick_pair p;
  if (!read_quick(L, &p)) return COLLIDE_UNSUPPORTED;
  subject = collide_target_of_shape(&p.shape->shape);
  q = ci_many_of_world(&subject, p.owner->world, p.own == 2 ? COLLIDE_TARGET_FIRST : 0);
  q.select = ci_world_select(L, &all, p.owner, 0, p.own, &some);
  return ci_many_overlap(&q, NULL);
}

enum { QUICK_MOST = 64 };

typedef struct quick_list {
  const collide_shape *shape;
  int flags;
  int self;                /* the number of the shape in the world, which is left out, or 0 */
  int count;               /* -1: the general path must answer */
  int numbers[QUICK_MOST]; /* sorted */
} quick_list;

static int take_quick(void *user, int number, const collide_target *member) {
  quick_list *list = (quick_list *)user;
  int overlap = COLLIDE_UNSUPPORTED, i;
  if (number == list->self) return 1;
  if (member->kind == COLLIDE_TARGET_SHAPE)
    overlap = list->flags & COLLIDE_TARGET_FIRST ? collide_overlap(member->of.shape, list->shape)
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

/* Pushes the array and returns 1. Otherwise returns 0 and leaves the stack unchanged. */
static int overlap_all_quick(lua_State *L) {
  double low[3], high[3];
  quick_list list;
  quick_pair p;
  int i;
  if (!read_quick(L, &p)) return 0;
  list.shape = &p.shape->shape;
  list.flags = p.own == 2 ? COLLIDE_TARGET_FIRST : 0;
  list.self = ci_roster_number(p.owner->roster, &p.shape->head.worlds, p.owner);
  list.count = 0;
  collide_bounds(list.shape, low, high);
  ci_world_near_reach(p.owner->world, low, high, NULL, take_quick, &list);
  if (list.count < 0) return 0;
  lua_createtable(L, list.count, 0); /* may run finalizers, which may remove members */
  ci_world_push_members(L, 3 - p.own);
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

/* ---- Functions for Lua ----------------------------------------------------------------------- */

static int l_overlap_all(lua_State *L) {
  meet_question q;
  find f;
  index_list list;
  int i, table, into;
  if (overlap_all_quick(L)) return 1;
  read_all(L, &ci_query_overlap_row, 0, &q, &f);
  find_members(L, &f, &list);
  into = q.options.into;
  if (into != 0)
    lua_pushvalue(L, into);
  else
    lua_createtable(L, list.count, 0);
  table = lua_gettop(L);
  for (i = 0; i < list.count; i++) {
    push_member(L, q.numbers, &f.all, &list.places[i]);
    lua_rawseti(L, table, i + 1);
  }
  if (into != 0)
    ci_into_cut(L, into, list.count);
  else if (!q.numbers)
    ci_result_mark_list(L);
  return 1;
}

static int list_all(lua_State *L, const find_row *row, int for_second) {
  meet_question q;
  find f;
  hit_list list;
  int i;
  read_all(L, row, for_second, &q, &f);
  ci_find_all(L, &f, &list);
  for (i = 0; i < list.count; i++) ci_query_check_hit(L, &q, &list.hits[i]);
  ci_cast_push_all(L, &list, f.all.targets, result_flat_contact(q.dimensions), q.options.into,
                   q.numbers);
  return 1;
}

static int l_contact_all(lua_State *L) {
  return list_all(L, &ci_query_contact_row, 0);
}

/* The answer names the points of shape and member, so it is the same in either order. */
static int l_distance_all(lua_State *L) {
  return list_all(L, &ci_query_distance_row, 0);
}

/* ---- Methods of targets, which answer for the shape that is passed -------------------------- */

static void check_target(lua_State *L) {
  object_kind kind = ci_object_kind(L, 1);
  if (kind != OBJECT_GRID && kind != OBJECT_MESH && kind != OBJECT_WORLD)
    ci_args_fail_self(L, "target");
}

static int l_target_contact(lua_State *L) {
  check_target(L);
  return ci_query_contact(L, 1);
}

static int l_target_contact_all(lua_State *L) {
  check_target(L);
  return list_all(L, &ci_query_contact_row, 1);
}

static int l_target_distance(lua_State *L) {
  check_target(L);
  return ci_query_distance(L, 1);
}

const binding ci_query_bindings[] = {
    {"overlap_all", l_overlap_all, IN_MODULE | IN_TARGETS},
    {"contact_all", l_contact_all, IN_MODULE | IN_SHAPE | IN_GROUP},
    {"contact_all", l_target_contact_all, IN_GRID | IN_MESH | IN_WORLD},
    {"distance_all", l_distance_all, IN_MODULE | IN_TARGETS},
    {"contact", l_target_contact, IN_GRID | IN_MESH | IN_WORLD},
    {"distance", l_target_distance, IN_GRID | IN_MESH | IN_WORLD},
    {NULL, NULL, 0}};

/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_query.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../narrow/limit.h"

/* ---- Errors ---------------------------------------------------------------------------------- */

static void fail_no_test(lua_State *L, const query *q, const collide_target *member) {
  args_place at = ci_args_at(q->target, NULL);
  const char *name = ci_object_target_name(member), *own = q->shape->name;
  int is_first = !(q->options.flags & COLLIDE_TARGET_FIRST);
  if (q->near.displacement != NULL)
    ci_args_fail(L, &at, "there is no test for a moving %s and a member of the target", own);
  if (q->self > q->target) at.arg = q->self;
  ci_args_fail(L, &at, "there is no test for %s and %s", is_first ? own : name,
               is_first ? name : own);
}

/* Raises an error for an answer with a point beyond COLLIDE_LARGEST. */
static void check_points(lua_State *L, const query *q, double *point, double *other) {
  if (limit_clamp_point(point, q->dimensions) &&
      (other == NULL || limit_clamp_point(other, q->dimensions)))
    return;
  ci_args_fail_at(L, q->target != 0 ? q->target : 1, NULL,
                  "a coordinate of the answer would exceed 1e300, got %s and %s", q->shape->name,
                  q->target != 0 ? "a target" : q->p.b.name);
}

static void check_hit(lua_State *L, const query *q, result_hit *hit) {
  double *point = hit->of.hit.point, *normal = hit->of.hit.normal;
  if (result_has_time(hit))
    ci_hits_check(L, &q->toward, q->shape == NULL ? q->cast.toward : q->vector, hit);
  else
    check_points(L, q, point, hit->kind == RESULT_DISTANCE ? normal : NULL);
}

/* ---- The best answer ------------------------------------------------------------------------- */

static int find_in(lua_State *L, query *q, const many_query *many, many_place *place) {
  int found = q->row->test->find(q, many, place);
  if (found == COLLIDE_UNSUPPORTED) fail_no_test(L, q, &place->untested);
  return found;
}

/* Tests two shapes or points. Every two kinds of the same dimensions have a test. */
static int find_in_pair(query *q) {
  const query_test *test = q->row->test;
  const collide_target *second = &q->p.b.target;
  int64_t count;
  if (test->list == NULL) return collide_target_overlap(q->near.subject, second, 0);
  return test->list(q, second, &q->best, 1, 1, &count) != COLLIDE_UNSUPPORTED && count > 0;
}

/* A target that is a world, without options that select members. */
static int find_in_lone_world(lua_State *L, query *q, const held_world *held, many_query *many,
                              many_place *place) {
  world_selection some;
  luaL_checkstack(L, 8, NULL);
  ci_world_check_dimensions(L, q->target, held, q->dimensions);
  ci_world_push_members(L, q->target);
  q->targets = lua_gettop(L);
  many->world = held->owner->world;
  if (many->world == NULL) return 0;
  many->select = ci_world_select(L, &q->options.select, held->owner, 0, q->self, &some);
  return find_in(L, q, many, place);
}

static void begin_members(lua_State *L, query *q) {
  ci_members_begin(L, q->target, q->dimensions, &q->options.select, &q->near, q->self, &q->all);
  q->targets = q->all.targets;
}

static int find_in_members(lua_State *L, query *q, many_query *many, many_place *place) {
  member_source source;
  int found;
  begin_members(L, q);
  source = ci_members_source(&q->all);
  many->source = &source;
  found = find_in(L, q, many, place);
  ci_members_finish(L, &q->all);
  return found;
}

/* Returns 1 if there is an answer; the best one unless q->answer is ANSWER_ANY. */
static int find_best(lua_State *L, query *q) {
  int is_plain = q->near.is_whole && select_is_all(&q->options.select), found, is_lone;
  many_query many = ci_many_of_world(q->near.subject, NULL, q->options.flags);
  many_place place;
  const held_world *held =
      is_plain && !q->has_lone && q->target != 0 ? world_at(L, q->target) : NULL;
  q->index = q->number = place.index = place.number = q->all.array.index = 0;
  q->targets = q->target;
  if (is_plain && q->has_lone)
    return collide_cast_at(&q->cast, &q->lone, q->answer == ANSWER_ANY ? NULL : &q->hit.of);
  if (q->target == 0)
    found = find_in_pair(q);
  else if (held != NULL)
    found = find_in_lone_world(L, q, held, &many, &place);
  else
    found = find_in_members(L, q, &many, &place);
  is_lone = q->all.array.index == 0 && place.number != 0; /* a member of a lone world */
  q->index = is_lone ? place.number : place.index;
  q->number = is_lone ? 0 : place.number;
  return found;
}

int ci_query_find_hit(lua_State *L, query *q) {
  if (!find_best(L, q)) return 0;
  q->row->test->to_hit(q, &q->best, &q->hit);
  q->hit.index = q->index;
  q->hit.number = q->number;
  return 1;
}

/* ---- Lists of hits --------------------------------------------------------------------------- */

/* A list of places takes a third less time than a list of hits, which are large. */
typedef struct place {
  int index, number; /* as in result_hit, which begins with them */
} place;

enum { FEW_HITS = 8 };

/* A few items lie in the list itself, and make no garbage. So a list must not be copied. More items
 * lie in a userdata that grows, so an error leaks no memory. */
typedef struct hit_list {
  int slot; /* the stack index of the userdata, or of nil */
  int count, capacity;
  int most;       /* the most items that are returned */
  int is_limited; /* 1: only the first `most` items are returned; 0: more are an error */
  int is_pruned;  /* the first `most` items are in order, and later items are dropped */
  size_t size;    /* of an item: a place or a hit */
  int (*compare)(const void *, const void *);
  char *items;
  result_hit few[FEW_HITS];
} hit_list;

static int compare_places(const void *left, const void *right) {
  const place *a = (const place *)left, *b = (const place *)right;
  if (a->index != b->index) return a->index < b->index ? -1 : 1;
  return (a->number > b->number) - (a->number < b->number);
}

/* The order of cells: by z, then y, then x. */
static int compare_cells(const int64_t p[3], const int64_t q[3]) {
  int i = 2;
  while (i > 0 && p[i] == q[i]) i--;
  return p[i] < q[i] ? -1 : p[i] > q[i];
}

/* The key of the order: t for casts and shapecasts; for contacts the depth, deepest first; for
 * distances the distance. */
static double order_of(const result_hit *found) {
  if (result_has_time(found)) return found->of.hit.t;
  return found->kind == RESULT_DISTANCE ? found->depth : 0 - found->depth;
}

static int compare_within(const result_hit *a, const result_hit *b) {
  if (a->of.part != b->of.part) return a->of.part < b->of.part ? -1 : 1;
  if (a->of.triangle != b->of.triangle) return a->of.triangle < b->of.triangle ? -1 : 1;
  if (a->of.count > 0) {
    int cells = compare_cells(a->of.cell, b->of.cell);
    if (cells != 0) return cells;
  }
  return (a->mover_part > b->mover_part) - (a->mover_part < b->mover_part);
}

static int compare_hits(const void *left, const void *right) {
  const result_hit *a = (const result_hit *)left, *b = (const result_hit *)right;
  double x = order_of(a), y = order_of(b);
  int within;
  if (x != y) return x < y ? -1 : 1;
  within = compare_places(a, b);
  if (within == 0 && a->kind != RESULT_CAST) within = compare_within(a, b);
  if (within != 0) return within;
  return (a->order > b->order) - (a->order < b->order); /* cells of one grid */
}

static void begin_list(lua_State *L, const query *q, hit_list *list) {
  int limit = q->options.limit, is_places = q->row->test->to_hit == NULL;
  list->count = list->is_pruned = 0;
  list->is_limited = limit > 0;
  list->most = limit > 0 ? limit : is_places ? INT_MAX : (int)ARGS_LIMIT_DEFAULT;
  list->size = is_places ? sizeof(place) : sizeof(result_hit);
  list->compare = is_places ? compare_places : compare_hits;
  list->capacity = (int)(sizeof list->few / list->size);
  list->items = (char *)list->few;
  lua_pushnil(L);
  list->slot = lua_gettop(L);
}

static void *item_at(const hit_list *list, int i) {
  return list->items + (size_t)i * list->size;
}

static void grow(lua_State *L, hit_list *list, int most) {
  int capacity = list->capacity < most / 2 ? list->capacity * 2 : most;
  const char *old = list->items;
  list->items = (char *)seal_memory(L, list->slot, (uint64_t)capacity, list->size);
  memcpy(list->items, old, (size_t)list->count * list->size);
  list->capacity = capacity;
}

/* Sorts by t, then by index, number and order, and drops the items that are not returned. The hits
 * of a lone grid come in order. */
static void sort_list(hit_list *list) {
  int i = 1;
  while (i < list->count && list->compare(item_at(list, i - 1), item_at(list, i)) <= 0) i++;
  if (i < list->count) qsort(list->items, (size_t)list->count, list->size, list->compare);
  if (list->count > list->most) list->count = list->most;
}

static void fail_most(lua_State *L, const hit_list *list) {
  luaL_error(L,
             "%s: there are more than %d hits, the most without limit=; limit=n returns the first "
             "n, for n up to %d",
             lua_tostring(L, lua_upvalueindex(UP_NAME)), list->most, (int)ARGS_LIMIT_MOST);
}

/* Returns 0 if the list does not need this item. Then it also needs no later hit of a cast at the
 * same target, unless that is a group. With a limit, the list holds up to twice the wanted items
 * before it is sorted. So the cost of an item is logarithmic. */
static int add_item(lua_State *L, hit_list *list, const void *item) {
  int room = list->is_limited ? 2 * list->most : list->most;
  if (list->count == room) {
    if (!list->is_limited) fail_most(L, list);
    sort_list(list);
    list->is_pruned = 1;
  }
  if (list->is_pruned && list->compare(item_at(list, list->most - 1), item) < 0) return 0;
  if (list->count == list->capacity) grow(L, list, room);
  memcpy(item_at(list, list->count++), item, list->size);
  return 1;
}

/* ---- All answers ----------------------------------------------------------------------------- */

/* Growing the list may run finalizers, which may remove the member from the array or change it. So
 * the stack holds the member, and a shape is not read again after its only hit. A grid gives the
 * nearest hit first. A group gives hits in the order of its parts. */
static void add_cast_hits(lua_State *L, query *q, const collide_target *member, hit_list *list) {
  result_hit *hit = &q->hit;
  target_hits hits;
  q->row->test->to_hit(q, NULL, hit);
  hit->index = q->all.index;
  hit->number = q->all.number;
  ci_target_hits_begin(&hits, &q->cast, member);
  for (hit->order = 0; ci_target_hits_next(&hits, &hit->of); hit->order++) {
    int is_needed = hit->of.part > 0 || !list->is_limited || hit->order < list->most;
    if (hit->order == 0 && !ci_members_accept(L, &q->all)) return;
    if (!(is_needed && add_item(L, list, hit)) && hit->of.part == 0) return;
  }
}

/* Of the queries whose answer is only that a member counts, overlap alone has a list. */
static void add_place(lua_State *L, query *q, const collide_target *member, hit_list *list) {
  int found = collide_target_overlap(q->near.subject, member, q->options.flags);
  place at;
  if (found == COLLIDE_UNSUPPORTED) fail_no_test(L, q, member);
  at.index = q->all.index;
  at.number = q->all.number;
  if (found && ci_members_accept(L, &q->all)) add_item(L, list, &at);
}

/* The answers of one member: a few on the C stack, more in a userdata that grows. */
typedef struct answer_list {
  int slot;
  int64_t room;
  void *items;
  query_found few[4];
} answer_list;

/* Without `max` and `limit`, each cell of a grid is an answer. Raises an error if there are too
 * many. */
static void check_cells(lua_State *L, const query *q, const collide_target *member) {
  if (q->near.max == NULL || *q->near.max < HUGE_VAL || member->kind != COLLIDE_TARGET_GRID) return;
  if (q->options.limit == 0 && collide_grid_count(member->of.grid) > (int64_t)ARGS_LIMIT_DEFAULT)
    ci_args_fail_at(L, 3, "max", " (a distance) expected, because the grid has more than %d cells",
                    (int)ARGS_LIMIT_DEFAULT);
}

/* Lists the answers of one member; with `limit` the first of them. Without `limit` it stops at
 * ARGS_LIMIT_DEFAULT + 1 answers, and the caller raises the error. An allocation may run
 * finalizers, which may change the member. So the query is repeated. */
static int list_answers(lua_State *L, const query *q, const collide_target *member,
                        answer_list *list) {
  int64_t most = q->options.limit > 0 ? q->options.limit : (int64_t)ARGS_LIMIT_DEFAULT + 1;
  check_cells(L, q, member);
  for (;;) {
    int64_t count;
    if (q->row->test->list(q, member, list->items, list->room, most, &count) == COLLIDE_UNSUPPORTED)
      fail_no_test(L, q, member);
    if (count <= list->room || (count == most && q->options.limit == 0)) return (int)count;
    list->room = count + 16;
    list->items = seal_memory(L, list->slot, (uint64_t)list->room, q->row->test->size);
  }
}

static void add_answers(lua_State *L, query *q, const collide_target *member, answer_list *answers,
                        hit_list *list) {
  int i, count = list_answers(L, q, member, answers);
  if (count == 0 || !ci_members_accept(L, &q->all)) return;
  if (!list->is_limited && count > list->most) fail_most(L, list);
  for (i = 0; i < count; i++) {
    const char *answer = (const char *)answers->items + (size_t)i * q->row->test->size;
    q->row->test->to_hit(q, answer, &q->hit);
    q->hit.index = q->all.index;
    q->hit.number = q->all.number;
    q->hit.order = i;
    add_item(L, list, &q->hit);
  }
}

static void find_all(lua_State *L, query *q, hit_list *list) {
  const query_test *test = q->row->test;
  collide_target member;
  answer_list answers;
  begin_list(L, q, list);
  lua_pushnil(L);
  answers.slot = lua_gettop(L);
  answers.items = answers.few;
  answers.room = test->list != NULL ? (int64_t)(sizeof answers.few / test->size) : 0;
  begin_members(L, q);
  while (ci_members_next(L, &q->all, &member)) {
    if (test->list != NULL)
      add_answers(L, q, &member, &answers, list);
    else if (test->to_hit != NULL)
      add_cast_hits(L, q, &member, list);
    else
      add_place(L, q, &member, list);
  }
  ci_members_finish(L, &q->all);
  sort_list(list);
}

/* Pushes the member, or its index. A lone target counts as its own member 1. */
static void push_member(lua_State *L, const query *q, const place *at) {
  if (q->numbers)
    compat_pushwhole(L, at->index > 0 ? at->index : 1);
  else if (at->index > 0)
    ci_result_push_member(L, q->targets, at->index, at->number);
  else
    lua_pushvalue(L, q->target);
}

/* Pushes an array of members or hits, or with numbers a flat array of the values of each hit. */
static int push_all(lua_State *L, const query *q, const hit_list *list) {
  int i, table, into = q->options.into, is_flat = q->numbers && list->size != sizeof(place);
  int has_time = q->near.cast != NULL || q->near.displacement != NULL;
  int size = is_flat ? result_flat(has_time, q->dimensions) : 1;
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  if (into != 0)
    lua_pushvalue(L, into);
  else
    lua_createtable(L, size * list->count, 0);
  table = lua_gettop(L);
  for (i = 0; i < list->count; i++) {
    const void *item = item_at(list, i);
    if (is_flat) {
      ci_result_append_numbers(L, table, size * i, (const result_hit *)item);
    } else if (list->size == sizeof(place)) {
      push_member(L, q, (const place *)item);
      lua_rawseti(L, table, i + 1);
    } else {
      ci_result_set_hit(L, table, i + 1, (const result_hit *)item, q->targets, into != 0);
    }
  }
  if (into != 0)
    ci_into_cut(L, table, size * list->count);
  else if (!q->numbers)
    ci_result_mark_list(L);
  return 1;
}

static int answer_all(lua_State *L, query *q) {
  hit_list list;
  int i;
  find_all(L, q, &list);
  for (i = 0; i < list.count && list.size != sizeof(place); i++)
    check_hit(L, q, (result_hit *)item_at(&list, i));
  return push_all(L, q, &list);
}

/* ---- Distances ------------------------------------------------------------------------------- */

/* Pushes the values after the points. With numbers, these are the same as in all results. Else they
 * are the member, its index, the cell or triangle, the value of the cell, the part and the number.
 * A lone shape gives none. */
static int push_place(lua_State *L, const query *q) {
  const collide_place *at = &q->best.near.at;
  int last = 1, i;
  result_hit where;
  ci_hits_at_place(at, q->dimensions, &where);
  where.index = q->index;
  where.number = q->number;
  where.kind = RESULT_DISTANCE;
  if (result_is_lone(&where)) return 0;
  if (q->numbers) return ci_result_push_where(L, &where);
  if (q->index != 0)
    ci_result_push_member(L, q->targets, q->index, q->number);
  else
    lua_pushnil(L);
  ci_result_push_whole(L, q->index);
  if (at->has_cell)
    ci_result_push_cell(L, at->cell, q->dimensions);
  else
    ci_result_push_whole(L, at->triangle);
  ci_result_push_whole(L, at->has_cell ? (int)at->value : 0);
  ci_result_push_whole(L, at->part);
  ci_result_push_whole(L, q->number);
  for (i = 2; i <= 6; i++)
    if (!lua_isnil(L, i - 7)) last = i;
  lua_settop(L, lua_gettop(L) - (6 - last));
  return last;
}

/* Pushes the distance, the points and the place. A target and a point give only the point of the
 * target. */
static int push_distance(lua_State *L, query *q) {
  collide_nearness *found = &q->best.near;
  int is_mirrored = (q->options.flags & COLLIDE_TARGET_FIRST) != 0, count = 1;
  double *first = is_mirrored ? found->on_target : found->on_shape;
  double *second = is_mirrored ? found->on_shape : found->on_target;
  if (!(q->row->form & QUERY_OF_POINT))
    check_points(L, q, found->on_shape, found->on_target);
  else if (!limit_clamp_point(first, q->dimensions))
    ci_args_fail_at(L, 2, "point", ": a coordinate of the nearest point would exceed 1e300, got %s",
                    ci_args_vector_text(L, q->vector, q->dimensions));
  result_push_number(L, found->distance);
  count += ci_result_push_answer(L, first, q->dimensions, q->numbers);
  if (!(q->row->form & QUERY_OF_POINT))
    count += ci_result_push_answer(L, second, q->dimensions, q->numbers);
  return count + push_place(L, q);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

void ci_query_begin(query *q, const query_row *row, query_answer answer) {
  q->row = row;
  q->answer = answer;
  q->target = q->self = q->dimensions = q->numbers = q->has_lone = 0;
  q->p.vectors = q->p.numbers = 0;
  q->p.a.shape = q->p.b.shape = NULL;
  q->shape = NULL;
  q->options = ci_options_none();
  q->near = ci_members_near(NULL, NULL, answer != ANSWER_ALL);
  q->near.max = row->options & OPTION_MAX ? &q->options.max : NULL;
}

unsigned ci_query_options(const query *q) {
  if (q->answer == ANSWER_ALL) return q->row->options;
  return q->row->options &
         ~(unsigned)(q->answer == ANSWER_BEST ? OPTION_LIMIT : OPTION_LIMIT | OPTION_INTO);
}

static int push_hit(lua_State *L, const query *q) {
  int into = q->options.into;
  if (q->numbers && into == 0) return ci_result_push_numbers(L, &q->hit);
  if (into == 0) {
    ci_result_push_hit(L, &q->hit, q->targets);
    return 1;
  }
  ci_result_fill_hit(L, into, &q->hit, q->targets);
  lua_pushvalue(L, into);
  return 1;
}

int ci_query(lua_State *L, const query_row *row, query_answer answer) {
  query q;
  int has;
  ci_query_begin(&q, row, answer);
  row->read(L, &q);
  if (q.shape != NULL) q.near.subject = &q.shape->target;
  q.near.skips_self = answer == ANSWER_ALL || q.near.displacement != NULL;
  if (answer == ANSWER_ALL) return answer_all(L, &q);
  has = answer == ANSWER_BEST ? ci_query_find_hit(L, &q) : find_best(L, &q);
  if (answer == ANSWER_ANY) {
    lua_pushboolean(L, has);
    return 1;
  }
  if (!has) {
    lua_pushnil(L);
    return 1;
  }
  if (answer == ANSWER_DISTANCE) return push_distance(L, &q);
  check_hit(L, &q, &q.hit);
  return push_hit(L, &q);
}

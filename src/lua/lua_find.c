/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_find.h"

#include <string.h>

#include "../target/world.h"

void ci_find_begin(lua_State *L, find *f, int is_whole) {
  f->L = L;
  f->has = f->index = f->number = 0;
  f->near.cast = NULL;
  f->near.is_whole = is_whole;
  f->near.displacement = f->displacement;
  f->near.subject = f->subject;
  f->near.max = f->row->is_near ? &f->options->max : NULL;
  ci_members_begin(L, f->target, f->dimensions, &f->options->select, &f->near, f->self, &f->all);
}

int ci_find_next(lua_State *L, find *f, collide_target *member) {
  const members *all = &f->all;
  if (!ci_members_next(L, &f->all, member)) return 0;
  return !(f->skips_self && all->world == NULL && all->array.index == 0 && all->index == 0 &&
           f->self != 0 && lua_rawequal(L, f->self, f->target));
}

/* ---- The best answer ------------------------------------------------------------------------- */

/* Returns 1 if the answer is better. If values are equal, the first member's answer is better. */
static int is_better(const find *f, int index, int number) {
  if (!f->has) return 1;
  if (f->value != f->best_value) return f->value < f->best_value;
  return index != f->index ? index < f->index : number < f->number;
}

static void keep(find *f, int index, int number) {
  f->has = 1;
  if (f->is_any) return;
  f->best = f->found;
  f->best_value = f->value;
  f->index = index;
  f->number = number;
}

static void test_member(lua_State *L, find *f, const collide_target *member) {
  int found = f->row->test(f, member);
  if (found == COLLIDE_UNSUPPORTED) f->fail(L, f->question, member);
  if (found != 1 || (!f->is_any && !is_better(f, f->all.index, f->all.number))) return;
  if (ci_members_accept(L, &f->all)) keep(f, f->all.index, f->all.number);
}

static void test_world(lua_State *L, find *f) {
  world_query q;
  world_selection some;
  collide_target member;
  int found, untested = 0, in_array = f->all.array.index != 0, index = f->all.index;
  if (!ci_members_query(L, &f->all, f->subject, f->options->flags, &q, &some)) return;
  found = f->row->test_world(f, &q, &untested);
  if (untested != 0 && collide_world_member(q.world, untested, &member))
    f->fail(L, f->question, &member);
  if (found != 1) return;
  if (!in_array) index = f->found_number;
  if (f->is_any || is_better(f, index, in_array ? f->found_number : 0))
    keep(f, index, in_array ? f->found_number : 0);
}

int ci_find_best(lua_State *L, find *f, int is_whole) {
  collide_target member;
  ci_find_begin(L, f, is_whole);
  while (!(f->is_any && f->has) && ci_find_next(L, f, &member)) {
    if (f->all.world != NULL)
      test_world(L, f);
    else
      test_member(L, f, &member);
  }
  ci_members_finish(L, &f->all);
  return f->has;
}

void ci_find_to_hit(const find *f, result_hit *hit) {
  f->row->to_hit(f, &f->best, hit);
  hit->index = f->index;
  hit->number = f->number;
}

/* ---- All answers ----------------------------------------------------------------------------- */

/* The answers of one member: a few on the C stack, more in a userdata that grows. */
typedef struct answer_list {
  int slot;
  int64_t room;
  void *items;
  find_answer few[4];
} answer_list;

/* Without `max` and `limit`, each cell of a grid is an answer. Raises an error if there are too
 * many. */
static void check_cells(lua_State *L, const find *f, const collide_target *member) {
  args_place at = ci_args_at(3, "max");
  if (!f->row->is_near || f->options->max < HUGE_VAL || member->kind != COLLIDE_TARGET_GRID) return;
  if (f->options->limit == 0 && collide_grid_count(member->of.grid) > (int64_t)ARGS_LIMIT_DEFAULT)
    ci_args_fail(L, &at, " (a distance) expected, because the grid has more than %d cells",
                 (int)ARGS_LIMIT_DEFAULT);
}

/* Lists the answers of one member; with `limit` the first of them. Without `limit` it stops at
 * ARGS_LIMIT_DEFAULT + 1 answers, and the caller raises the error. An allocation may run
 * finalizers, which may change the member. So the query is repeated. */
static int list_answers(lua_State *L, const find *f, const collide_target *member,
                        answer_list *list) {
  int64_t most = f->options->limit > 0 ? f->options->limit : (int64_t)ARGS_LIMIT_DEFAULT + 1;
  check_cells(L, f, member);
  for (;;) {
    int64_t count = f->row->list(f, member, list->items, list->room, most);
    if (count == COLLIDE_UNSUPPORTED) f->fail(L, f->question, member);
    if (count <= list->room || (count == most && f->options->limit == 0)) return (int)count;
    list->room = count + 16;
    list->items = seal_memory(L, list->slot, (uint64_t)list->room, f->row->size);
  }
}

void ci_find_all(lua_State *L, find *f, hit_list *list) {
  collide_target member;
  answer_list answers;
  result_hit hit;
  int i, count;
  ci_hits_begin(L, list, f->options->limit);
  lua_pushnil(L);
  answers.slot = lua_gettop(L);
  answers.items = answers.few;
  answers.room = (int64_t)(sizeof answers.few / f->row->size);
  ci_find_begin(L, f, 0);
  while (ci_find_next(L, f, &member)) {
    count = list_answers(L, f, &member, &answers);
    if (count == 0 || !ci_members_accept(L, &f->all)) continue;
    if (f->options->limit == 0 && count > (int)ARGS_LIMIT_DEFAULT) ci_hits_fail(L, list);
    for (i = 0; i < count; i++) {
      f->row->to_hit(f, (const char *)answers.items + (size_t)i * f->row->size, &hit);
      hit.index = f->all.index;
      hit.number = f->all.number;
      hit.order = i;
      ci_hits_add(L, list, &hit);
    }
  }
  ci_members_finish(L, &f->all);
  ci_hits_finish(list);
}

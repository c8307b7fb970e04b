/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_find.h"

#include <string.h>

void ci_find_begin(lua_State *L, find *f, int is_whole) {
  f->index = f->number = 0;
  f->near = ci_members_near(NULL, f->subject, is_whole);
  f->near.displacement = f->displacement;
  f->near.max = f->row->is_near ? &f->options->max : NULL;
  f->near.skips_self = f->skips_self;
  f->near.check = f->check;
  ci_members_begin(L, f->target, f->dimensions, &f->options->select, &f->near, f->self, &f->all);
}

/* ---- The best answer ------------------------------------------------------------------------- */

int ci_find_best(lua_State *L, find *f, int is_whole) {
  member_source source;
  many_query q;
  many_place place;
  int found;
  ci_find_begin(L, f, is_whole);
  source = ci_members_source(&f->all);
  q = ci_many_of_world(f->subject, NULL, f->options->flags);
  q.source = &source;
  found = f->row->find_best(f, &q, &place);
  if (found == COLLIDE_UNSUPPORTED) f->fail(L, f->question, &place.untested);
  f->index = place.index;
  f->number = place.number;
  if (f->all.array.index == 0 && place.number != 0) { /* of a lone world */
    f->index = place.number;
    f->number = 0;
  }
  ci_members_finish(L, &f->all);
  return found == 1;
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
  while (ci_members_next(L, &f->all, &member)) {
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

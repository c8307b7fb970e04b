/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_cast.h"

#include <string.h>

#include "../target/world.h"
#include "lua_description.h"
#include "lua_grid.h"
#include "lua_hits.h"
#include "lua_into.h"
#include "lua_members.h"

/* ---- The nearest hit ------------------------------------------------------ */

/* Casts at a target that is a world, without options. Pushes the table of its members. */
static int cast_at_lone_world(lua_State *L, const cast_question *q, const held_world *held,
                              collide_target_hit *hit) {
  luaL_checkstack(L, 8, NULL);
  ci_world_check_dimensions(L, 1, held, q->dimensions);
  ci_world_push_members(L, 1);
  return held->owner->world != NULL && ci_world_cast(held->owner->world, &q->cast, NULL, hit);
}

int ci_cast_find(lua_State *L, const cast_question *q, int any, result_hit *best, int *targets) {
  members all;
  member_source source;
  const held_world *held;
  near_what near;
  int hit = 0;
  best->dimensions = q->dimensions;
  best->index = best->number = 0;
  best->kind = RESULT_CAST;
  *targets = 1;
  if (cast_is_plain(q)) return collide_cast_at(&q->cast, &q->lone, any ? NULL : &best->of);
  held = q->has_world && select_is_all(&q->options.select) ? world_at(L, 1) : NULL;
  if (held != NULL) {
    hit = cast_at_lone_world(L, q, held, any ? NULL : &best->of);
    if (hit && !any) best->index = best->of.index;
    *targets = lua_gettop(L);
    return hit;
  }
  near = ci_members_near(&q->cast, NULL, 1);
  ci_members_begin(L, 1, q->dimensions, &q->options.select, &near, 0, &all);
  source = ci_members_source(&all);
  hit = ci_cast_given(&q->cast, &source, any ? NULL : &best->of, &best->number);
  ci_members_finish(L, &all);
  *targets = all.targets;
  if (!hit || any) return hit;
  best->index = best->of.index;
  if (all.array.index == 0 && best->number != 0) { /* of a lone world */
    best->index = best->number;
    best->number = 0;
  }
  return 1;
}

int ci_cast_push(lua_State *L, const result_hit *hit, int targets, int into, int numbers) {
  if (hit == NULL) {
    lua_pushnil(L);
    return 1;
  }
  if (into != 0) {
    ci_into_fill(L, into, hit, targets);
    lua_pushvalue(L, into);
    return 1;
  }
  if (numbers) return ci_result_push_numbers(L, hit);
  ci_result_push_hit(L, hit, targets);
  return 1;
}

int ci_cast_nearest(lua_State *L, const cast_family *family) {
  cast_question q;
  result_hit best;
  int targets, has;
  ci_cast_read_question(L, family, ~(unsigned)OPTION_LIMIT, &q);
  has = ci_cast_find(L, &q, 0, &best, &targets);
  if (has) ci_hits_check(L, &q.toward, q.cast.toward, &best);
  return ci_cast_push(L, has ? &best : NULL, targets, q.options.into, q.numbers);
}

int ci_cast_any(lua_State *L, const cast_family *family) {
  cast_question q;
  result_hit unused;
  int targets;
  ci_cast_read_question(L, family, ~(unsigned)(OPTION_INTO | OPTION_LIMIT), &q);
  lua_pushboolean(L, ci_cast_find(L, &q, 1, &unused, &targets));
  return 1;
}

/* ---- All hits ------------------------------------------------------------- */

/* Growing the list may run finalizers, which may remove the member from the array or change it. So
 * the stack holds the member, and a shape is not read again after its only hit. A grid gives the
 * nearest hit first. A group gives hits in the order of its parts. */
static void append_hits(lua_State *L, const cast_question *q, const members *all,
                        const collide_target *member, result_hit *hit, hit_list *list) {
  target_hits hits;
  hit->order = 0;
  ci_target_hits_begin(&hits, &q->cast, member);
  while (ci_target_hits_next(&hits, &hit->of)) {
    if (hit->order == 0 && !ci_members_accept(L, all)) return;
    if (!ci_hits_add(L, list, hit) && hit->of.part == 0) return;
    hit->order++;
  }
}

static void find_all(lua_State *L, const cast_question *q, hit_list *list, members *all) {
  collide_target member;
  result_hit hit;
  near_what near = ci_members_near(&q->cast, NULL, 0);
  int i;
  hit.dimensions = q->dimensions;
  hit.kind = RESULT_CAST;
  ci_hits_begin(L, list, q->options.limit);
  ci_members_begin(L, 1, q->dimensions, &q->options.select, &near, 0, all);
  while (ci_members_next(L, all, &member)) {
    hit.index = all->index;
    hit.number = all->number;
    append_hits(L, q, all, &member, &hit, list);
  }
  ci_members_finish(L, all);
  ci_hits_finish(list);
  for (i = 0; i < list->count; i++) ci_hits_check(L, &q->toward, q->cast.toward, &list->hits[i]);
}

void ci_cast_push_all(lua_State *L, hit_list *list, int targets, int size, int into, int numbers) {
  int i, table, count = numbers ? size * list->count : list->count;
  if (into != 0)
    lua_pushvalue(L, into);
  else
    lua_createtable(L, count, 0);
  table = lua_gettop(L);
  if (into != 0 && !numbers) {
    ci_into_fill_list(L, table, list, targets);
    return;
  }
  if (!numbers) ci_result_mark_list(L);
  for (i = 0; i < list->count; i++) {
    const result_hit *hit = &list->hits[i];
    if (numbers) {
      ci_result_append_numbers(L, table, size * i, hit);
    } else {
      ci_result_push_hit(L, hit, targets);
      lua_rawseti(L, table, i + 1);
    }
  }
  if (into != 0) ci_into_cut(L, table, count);
}

int ci_cast_all(lua_State *L, const cast_family *family) {
  cast_question q;
  hit_list list;
  members all;
  ci_cast_read_question(L, family, ~0U, &q);
  find_all(L, &q, &list, &all);
  ci_cast_push_all(L, &list, all.targets, result_flat(q.dimensions), q.options.into, q.numbers);
  return 1;
}

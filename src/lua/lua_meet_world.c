/* SPDX-License-Identifier: MIT
 *
 * The nearest member of a world. What is farther away than the best so far is not looked at.
 */
#include "../number/fp.h"
#include "lua_meet.h"

#include <string.h>

#include "../world/world.h"

/* While the world is asked no script runs, and nothing allocates. */
typedef struct search {
  lua_State *L;
  const meet_question *q;
  const members *all;
  const meet_near *before; /* what has to be nearer than this */
  meet_near *list;         /* the nearest, in their order, */
  int room, count;         /* of at most so many */
  double farthest;
  int unsupported;    /* the number of a member for which there is no test, or 0 */
  const int *refused; /* what the filter has refused, in order of the numbers, */
  int refusals;       /* so many */
} search;

static int is_refused(const search *s, int number) {
  int low = 0, high = s->refusals;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (s->refused[middle] < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low < s->refusals && s->refused[low] == number;
}

/* The number in the world of what was found. */
static int number_of(const search *s, const meet_near *near) {
  return s->all->array.index != 0 ? near->number : near->found.at.index;
}

static int comes_first(const search *s, const meet_near *a, const meet_near *b) {
  if (a->found.distance != b->found.distance) return a->found.distance < b->found.distance;
  return number_of(s, a) < number_of(s, b);
}

static void keep(search *s, const meet_near *near) {
  int i;
  if (s->count < s->room) s->count++;
  for (i = s->count - 1; i > 0 && comes_first(s, near, &s->list[i - 1]); i--)
    s->list[i] = s->list[i - 1];
  s->list[i] = *near;
}

/* What the next one has to be nearer than. */
static const meet_near *last_of(const search *s) {
  return s->count == s->room ? &s->list[s->room - 1] : s->before;
}

static int take(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  int in_array = s->all->array.index != 0, is;
  int index = in_array ? s->all->index : number;
  collide_nearness found;
  meet_near near;
  if (s->refusals > 0 && is_refused(s, number)) return 1;
  is = ci_query_near_of(s->q, member, index, in_array ? number : 0, last_of(s), &found);
  if (is == COLLIDE_UNSUPPORTED) s->unsupported = number;
  if (is == COLLIDE_UNSUPPORTED) return 0;
  if (is) {
    ci_query_keep_near(&near, &found, index, in_array ? number : 0);
    keep(s, &near);
  }
  s->farthest = last_of(s)->max;
  return 1;
}

static void search_world(search *s) {
  world_query q;
  world_selection some;
  s->count = 0;
  if (!ci_members_query(s->L, s->all, NULL, 0, &q, &some)) return;
  s->farthest = s->before->max;
  s->unsupported = 0;
  ci_world_near_distance(q.world, s->all->near.low, s->all->near.high, &s->farthest, q.select, take,
                         s);
  if (s->unsupported != 0) ci_query_fail_untested(s->L, s->q, &q, s->unsupported);
}

/* Puts the number into its place in the list, which lies in a userdata at `slot`. */
static void refuse(lua_State *L, search *s, int slot, int number) {
  int *refused = (int *)lua_touserdata(L, slot), i;
  if (refused == NULL || (size_t)s->refusals * sizeof(int) == lua_rawlen(L, slot)) {
    const int *old = refused;
    refused = (int *)seal_memory(L, slot, 2 * (uint64_t)s->refusals + 16, sizeof(int));
    if (s->refusals > 0) memcpy(refused, old, (size_t)s->refusals * sizeof(int));
  }
  for (i = s->refusals++; i > 0 && refused[i - 1] > number; i--) refused[i] = refused[i - 1];
  refused[i] = number;
  s->refused = refused;
}

/* Whether the filter takes the member of the world that has that number. */
static int accept(lua_State *L, const members *all, int number) {
  int taken;
  luaL_checkstack(L, 4, NULL);
  lua_pushvalue(L, all->select->filter);
  lua_rawgeti(L, ci_members_table(all), number);
  if (lua_isnil(L, -1)) { /* the filter has removed it */
    lua_pop(L, 2);
    return 0;
  }
  lua_call(L, 1, 1);
  taken = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return taken;
}

/* Asks about what was found in one search, and takes the first that the filter accepts. */
static int choose(search *s, int slot, meet_near *best) {
  int i;
  for (i = 0; i < s->count; i++) {
    int number = number_of(s, &s->list[i]);
    if (accept(s->L, s->all, number)) {
      *best = s->list[i];
      return 1;
    }
    refuse(s->L, s, slot, number);
  }
  return 0;
}

/* At first the nearest alone is looked for, as a filter mostly takes that; then more at once, for
 * each look passes all that was refused. */
enum { FEW_NEAREST = 4, MOST_NEAREST = 256 };

/* The filter is asked about the nearest of those that it has not refused, until it takes one: so it
 * is asked about no member twice, and about none that is farther away than the answer. */
void ci_query_near_world(lua_State *L, const meet_question *q, const members *all,
                         meet_near *best) {
  meet_near before = *best, few[FEW_NEAREST];
  search s;
  int slot;
  s.L = L;
  s.q = q;
  s.all = all;
  s.before = &before;
  s.list = few;
  s.room = 1;
  s.refused = NULL;
  s.refusals = 0;
  search_world(&s);
  if (all->select->filter == 0) {
    if (s.count > 0) *best = s.list[0];
    return;
  }
  lua_pushnil(L);
  slot = lua_gettop(L);
  while (!choose(&s, slot, best) && s.count == s.room) {
    if (s.list == few && s.room == FEW_NEAREST) {
      luaL_checkstack(L, 4, NULL);
      s.list = (meet_near *)lua_newuserdata(L, MOST_NEAREST * sizeof *s.list);
      seal_break(s.list);
    }
    if (s.room < MOST_NEAREST) s.room *= 4;
    search_world(&s);
  }
  lua_settop(L, slot - 1);
}

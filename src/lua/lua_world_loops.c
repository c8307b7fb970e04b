/* SPDX-License-Identifier: MIT
 *
 * Loops over worlds: all members, and pairs of members that overlap or are near.
 *
 * All loops share one iterator, whose state is a userdata. LuaJIT compiles a loop for the function
 * that it calls, and keeps the result. If each loop had a closure, LuaJIT would compile each one
 * anew and keep its world alive.
 */
#include "../number/fp.h"
#include "lua_world.h"

#include <stdlib.h>
#include <string.h>

#include "../target/world.h"
#include "lua_layer.h"
#include "lua_options.h"

/* ---- Options -------------------------------------------------------------------------------- */

typedef struct pair_options {
  selection select;
  int between[2]; /* two layers, or -1 */
  int flags;
  double within; /* below 0: pairs that overlap */
} pair_options;

static void read_between(lua_State *L, const args_place *place, int index, const option_row *row,
                         void *field) {
  int *between = (int *)field, i;
  args_place at = *place;
  (void)row;
  if (!lua_istable(L, index))
    ci_args_fail(L, &at, ": two layers expected, got %s", ci_args_type(L, index));
  if (lua_rawlen(L, index) != 2)
    ci_args_fail(L, &at, ": two layers expected, got %d", (int)lua_rawlen(L, index));
  for (i = 0; i < 2; i++) {
    lua_rawgeti(L, index, i + 1);
    at.item = i + 1;
    if (lua_type(L, -1) != LUA_TSTRING)
      ci_args_fail(L, &at, ": the name of a layer expected, got %s",
                   ci_args_type(L, lua_gettop(L)));
    between[i] = ci_layer_get(L, &at, lua_gettop(L));
    lua_pop(L, 1);
  }
}

/* Reads the options, argument 2, and leaves them on the stack. */
static void read_options(lua_State *L, pair_options *o) {
  static const option_row rows[] = {
      OPTION_ROW("ignore", 1, ci_option_choice, pair_options, select.ignore),
      OPTION_ROW("only", 1, ci_option_choice, pair_options, select.only),
      OPTION_ROW("filter", 1, ci_option_filter, pair_options, select),
      OPTION_ROW("between", 1, read_between, pair_options, between),
      OPTION_ROW("within", 1, ci_option_max, pair_options, within),
      OPTION_WORD("touching", 1, pair_options, flags, "skip", NULL, COLLIDE_SKIP_TOUCHING),
      OPTION_END};
  args_place at = ci_args_at(2, NULL);
  o->select = ci_select_all();
  o->between[0] = o->between[1] = -1;
  o->flags = 0;
  o->within = -1;
  if (lua_isnoneornil(L, 2)) {
    ci_args_end(L, 3);
    return;
  }
  if (!lua_istable(L, 2))
    ci_args_fail(L, &at, "options (table) expected, got %s%s", ci_args_type(L, 2),
                 lua_type(L, 2) == LUA_TSTRING
                     ? "; two layers are {between={'a', 'b'}}"
                     : "; overlap_all returns the members that overlap one shape");
  ci_args_end(L, 3);
  o->select.arg = 2;
  ci_options_read(L, 2, rows, ~0U, o);
  if (o->within >= 0 && o->flags != 0)
    ci_args_fail(L, &at, ": within or touching expected, got both; within counts all that touch");
}

/* ---- The list ------------------------------------------------------------------------------- */

enum { PAIRS_MOST = 1 << 28 };

/* No script runs while the world is searched, and nothing allocates memory. */
typedef struct pairing {
  const pair_options *options;
  int table, chosen;
  number_pair *pairs;
  int count, room;
  int bad[2]; /* two members whose kinds have no test; or 0 */
} pairing;

/* Returns 1 if the pair counts, 0, or COLLIDE_UNSUPPORTED. */
static int is_pair(const pair_options *o, const collide_target *first,
                   const collide_target *second) {
  collide_nearness near;
  if (o->within >= 0) return collide_target_distance(first, second, o->within, 0, &near);
  return collide_target_overlap(first, second, o->flags);
}

static int take_pair(void *user, int a, const collide_target *first, int b,
                     const collide_target *second, int is_swapped) {
  pairing *p = (pairing *)user;
  int is = is_pair(p->options, first, second);
  if (is == COLLIDE_UNSUPPORTED) {
    p->bad[0] = a;
    p->bad[1] = b;
    return 0;
  }
  if (!is) return 1;
  if (p->count < p->room) {
    p->pairs[p->count].first = is_swapped ? b : a;
    p->pairs[p->count].second = is_swapped ? a : b;
  }
  return ++p->count < INT32_MAX;
}

/* Finds all pairs. */
static void find_pairs(lua_State *L, const owned_world *o, pairing *p) {
  world_pairs wanted;
  if (o->world == NULL) return;
  wanted.between[0] = p->options->between[0];
  wanted.between[1] = p->options->between[1];
  wanted.within = p->options->within > 0 ? p->options->within : 0;
  wanted.is_all =
      ci_world_select(L, &p->options->select, o, p->chosen, 0, &wanted.select) == NULL &&
      p->options->between[0] < 0;
  ci_world_pairs(o->world, &wanted, take_pair, p);
}

enum { DIGIT = 11, DIGITS = 1 << DIGIT };

static int key_of(const number_pair *pair, int shift) {
  return pair->first >> shift & (DIGITS - 1);
}

/* Sorts the pairs by one digit of the first number, and keeps the order of equal ones. */
static void sort_by_digit(const number_pair *from, number_pair *to, int count, int shift) {
  int starts[DIGITS], i, at = 0;
  memset(starts, 0, sizeof starts);
  for (i = 0; i < count; i++) starts[key_of(&from[i], shift)]++;
  for (i = 0; i < DIGITS; i++) {
    int here = starts[i];
    starts[i] = at;
    at += here;
  }
  for (i = 0; i < count; i++) to[starts[key_of(&from[i], shift)]++] = from[i];
}

static int compare_seconds(const void *left, const void *right) {
  int a = ((const number_pair *)left)->second, b = ((const number_pair *)right)->second;
  return (a > b) - (a < b);
}

/* Sorts few pairs, by insertion. Most runs of pairs with equal first numbers are short. */
static void sort_few(number_pair *pairs, int count) {
  int i, j;
  for (i = 1; i < count; i++) {
    number_pair pair = pairs[i];
    for (j = i; j > 0 && pairs[j - 1].second > pair.second; j--) pairs[j] = pairs[j - 1];
    pairs[j] = pair;
  }
}

/* Radix sort by the first number, lowest digit first. Then sorts each run of equal first numbers by
 * the second. There is room for as many pairs after them. No number is above `last`. */
static void sort_pairs(number_pair *pairs, int count, int last) {
  number_pair *from = pairs, *to = pairs + count, *other;
  int shift, i, run;
  for (shift = 0; shift < 31 && last >> shift > 0; shift += DIGIT) {
    sort_by_digit(from, to, count, shift);
    other = from;
    from = to;
    to = other;
  }
  if (from != pairs) memcpy(pairs, from, (size_t)count * sizeof *pairs);
  for (i = 0; i < count; i += run) {
    for (run = 1; i + run < count && pairs[i + run].first == pairs[i].first;) run++;
    if (run <= 24)
      sort_few(pairs + i, run);
    else
      qsort(pairs + i, (size_t)run, sizeof *pairs, compare_seconds);
  }
}

static const char *name_at(lua_State *L, int table, int number) {
  const char *name;
  lua_rawgeti(L, table, number);
  name = ci_args_type(L, lua_gettop(L));
  lua_pop(L, 1);
  return name;
}

static void fail_no_test(lua_State *L, const pairing *p) {
  args_place at = ci_args_at(1, NULL);
  ci_args_fail(L, &at, "there is no test for %s and %s, members %d and %d; leave out one of them",
               name_at(L, p->table, p->bad[0]), name_at(L, p->table, p->bad[1]), p->bad[0],
               p->bad[1]);
}

/* Pushes the list of all pairs. An allocation may run finalizers, which may change the world. So
 * the search is repeated after each allocation. */
static world_loop *push_list(lua_State *L, held_world *held, pairing *p) {
  world_loop *list = NULL;
  int slot;
  lua_pushnil(L);
  slot = lua_gettop(L);
  p->room = held->owner->pairs;
  do {
    p->room += p->room / 4 + 16;
    /* twice the room, for sort_pairs */
    list =
        (world_loop *)lua_newuserdata(L, sizeof *list + 2 * (size_t)p->room * sizeof(number_pair));
    seal_break(list);
    lua_replace(L, slot);
    p->pairs = list->pairs;
    p->count = p->bad[0] = 0;
    find_pairs(L, held->owner, p);
    if (p->bad[0] != 0) fail_no_test(L, p);
    if (p->count > PAIRS_MOST)
      luaL_error(L, "pairs: there are more than %d pairs", (int)PAIRS_MOST);
    if (p->count <= p->room) break;
    p->room = p->count;
  } while (1);
  held->owner->pairs = p->count;
  if (p->count > 1) sort_pairs(list->pairs, p->count, held->owner->world->last);
  list->is_pairs = 1;
  list->at = 0;
  list->count = p->count;
  return list;
}

world_loop *ci_world_list_pairs(lua_State *L, held_world *held, const selection *select,
                                int table) {
  pair_options options;
  pairing p;
  options.select = *select;
  options.between[0] = options.between[1] = -1;
  options.flags = COLLIDE_SKIP_TOUCHING;
  options.within = -1;
  p.options = &options;
  p.table = table;
  p.chosen = 0;
  return push_list(L, held, &p);
}

/* Keeps the pairs that the filter accepts. The filter must not change the world. */
static void filter_pairs(lua_State *L, const held_world *held, const pairing *p, world_loop *list) {
  uint64_t changes = held->owner->changes;
  args_place at = ci_args_at(2, "filter");
  int i, count = 0;
  luaL_checkstack(L, 4, NULL);
  for (i = 0; i < list->count; i++) {
    lua_pushvalue(L, p->options->select.filter);
    lua_rawgeti(L, p->table, list->pairs[i].first);
    lua_rawgeti(L, p->table, list->pairs[i].second);
    lua_call(L, 2, 1);
    if (held->owner->changes != changes) ci_args_fail(L, &at, " must not change the target");
    if (lua_toboolean(L, -1)) list->pairs[count++] = list->pairs[i];
    lua_pop(L, 1);
  }
  list->count = count;
}

/* ---- The loops --------------------------------------------------------------------------- */

enum { LOOP = 1, MEMBERS, FIRST, SECOND };

static int next_pair(lua_State *L, world_loop *loop) {
  while (loop->at < loop->count) {
    number_pair pair = loop->pairs[loop->at++];
    lua_rawgeti(L, MEMBERS, pair.first);
    lua_rawgeti(L, MEMBERS, pair.second);
    if (!lua_isnil(L, FIRST) && !lua_isnil(L, SECOND)) return 2;
    lua_settop(L, MEMBERS);
  }
  return 0;
}

static int next_member(lua_State *L, world_loop *loop) {
  const collide_world *world = loop->world->owner->world;
  int number = world != NULL && loop->at < loop->count ? ci_world_next(world, loop->at) : 0;
  if (number == 0 || number > loop->count) return 0;
  loop->at = number;
  compat_pushwhole(L, number);
  lua_rawgeti(L, MEMBERS, number);
  return 2;
}

static int l_next(lua_State *L) {
  world_loop *loop = (world_loop *)seal_check(L, LOOP, sizeof(world_loop), SEAL_LOOP, seal_here(L));
  if (loop == NULL) return luaL_error(L, "the state of a loop over a world expected");
  lua_settop(L, LOOP);
  world_push_own(L, LOOP);
  return loop->is_pairs ? next_pair(L, loop) : next_member(L, loop);
}

void ci_world_push_iterator(lua_State *L, int first) {
  int i;
  for (i = UP_SHAPE; i <= UP_FIELDS; i++) lua_pushvalue(L, first + i - UP_SHAPE);
  lua_pushcclosure(L, l_next, UP_FIELDS);
}

/* Returns the iterator and its state, the userdata on top of the stack. */
static int return_loop(lua_State *L, world_loop *loop, const held_world *held, int table) {
  loop->world = held;
  lua_pushvalue(L, table);
  world_set_own(L, -2);
  seal_close(&loop->sealed, SEAL_LOOP, seal_here(L));
  lua_pushvalue(L, lua_upvalueindex(UP_LOOP));
  lua_insert(L, -2);
  return 2;
}

static int l_each(lua_State *L) {
  const held_world *held = ci_world_check(L);
  world_loop *loop;
  ci_args_end(L, 2);
  lua_settop(L, 1);
  ci_world_push_members(L, 1);
  loop = (world_loop *)lua_newuserdata(L, sizeof *loop);
  seal_break(loop);
  loop->is_pairs = loop->at = 0;
  loop->count = held->owner->world != NULL ? held->owner->world->last : 0;
  return return_loop(L, loop, held, 2);
}

static int l_pairs(lua_State *L) {
  held_world *held = ci_world_check(L);
  pair_options options;
  pairing p;
  world_loop *loop;
  read_options(L, &options);
  luaL_checkstack(L, 16, NULL);
  ci_world_push_members(L, 1);
  p.options = &options;
  p.table = lua_gettop(L);
  p.chosen = ci_select_names(L, &options.select.only, 1);
  loop = push_list(L, held, &p);
  if (options.select.filter != 0) filter_pairs(L, held, &p, loop);
  return return_loop(L, loop, held, p.table);
}

const binding ci_world_loop_bindings[] = {
    {"each", l_each, IN_WORLD}, {"pairs", l_pairs, IN_WORLD}, {NULL, NULL, 0}};

/* SPDX-License-Identifier: MIT
 *
 * Gathers the members of a move's target. From a world it takes only members within reach of the
 * move.
 */
#include "../number/fp.h"
#include "lua_move.h"

#include <string.h>

#include "lua_cast.h"
#include "lua_object.h"
#include "lua_one_way.h"

static void widen(moving *w) {
  size_t one = sizeof *w->targets + sizeof *w->list;
  int room = 4 * w->room;
  void *memory;
  collide_target *targets;
  move_member *list;
  lua_pushnil(w->L);
  memory = seal_memory(w->L, lua_gettop(w->L), (uint64_t)room, one);
  targets = (collide_target *)memory;
  list = (move_member *)(void *)(targets + room);
  memcpy(targets, w->targets, (size_t)w->count * sizeof *targets);
  memcpy(list, w->list, (size_t)w->count * sizeof *list);
  lua_replace(w->L, w->slot);
  w->room = room;
  w->targets = targets;
  w->list = list;
}

/* Records the layer of the last member, and its one-way side. */
static void note_member(const moving *w, const collide_target *member, move_member *noted) {
  const object_head *head = w->all.head;
  object found;
  noted->grid = member->kind == COLLIDE_TARGET_GRID ? grid_at(w->L, w->all.held) : NULL;
  if (head == NULL) head = ci_object_member(w->L, w->all.held, &found) ? found.head : NULL;
  noted->layer = head != NULL ? head->layer : 0;
  memset(noted->one_way, 0, sizeof noted->one_way);
  if (head != NULL) memcpy(noted->one_way, ci_object_one_way(head), sizeof noted->one_way);
}

/* Keeps the member alive. Copies a described shape, because the next one overwrites its room. */
static void keep(moving *w, collide_target *member) {
  lua_State *L = w->L;
  if (w->all.array.index == 0 && w->all.index == 0) return; /* a lone member stays on the stack */
  if (lua_isnil(L, w->kept)) {
    lua_newtable(L);
    lua_replace(L, w->kept);
  }
  lua_pushvalue(L, w->all.held);
  lua_rawseti(L, w->kept, 2 * w->count + 1);
  if (member->kind != COLLIDE_TARGET_SHAPE || member->of.shape != &w->all.room.shape) return;
  {
    collide_shape *copy = (collide_shape *)lua_newuserdata(L, sizeof *copy);
    seal_break(copy);
    *copy = w->all.room.shape;
    member->of.shape = copy;
    lua_rawseti(L, w->kept, 2 * w->count + 2);
  }
}

/* Returns 1 if the last member allocates memory of Lua, now or when it is kept. */
static int takes_memory(const moving *w) {
  const world_walk *walk = &w->all.walk;
  return w->count == w->room || w->all.is_made ||
         (walk->world != NULL && walk->numbers != walk->few);
}

static void add_member(moving *w, collide_target *member) {
  if (w->count == w->room) widen(w);
  if (w->keeps) keep(w, member);
  w->targets[w->count] = *member;
  w->list[w->count].index = w->all.index;
  w->list[w->count].number = w->all.number;
  note_member(w, member, &w->list[w->count]);
  w->list[w->count].taken = -1;
  w->count++;
}

/* A callback: inserts a shape by its number. Any other member ends the search. */
static int take_shape(void *user, int number, const collide_target *member) {
  moving *w = (moving *)user;
  const object_head *head;
  int i = w->count;
  if (member->kind != COLLIDE_TARGET_SHAPE || i == FEW) {
    w->has_world = 0;
    return 0;
  }
  head = &description_around(member->of.shape)->head;
  if (w->q->shape != NULL && head == &w->q->shape->head) return 1;
  for (; i > 0 && w->list[i - 1].number > number; i--) {
    w->targets[i] = w->targets[i - 1];
    w->list[i] = w->list[i - 1];
  }
  w->targets[i] = *member;
  w->list[i].index = w->list[i].number = number;
  w->list[i].grid = NULL;
  w->list[i].layer = head->layer;
  memcpy(w->list[i].one_way, ci_object_one_way(head), sizeof w->list[i].one_way);
  w->count++;
  return 1;
}

/* Gathers a small number of shapes of a world in one query of the core, without a call of Lua for
 * each. Returns 0 if it cannot. */
static int gather_quick(moving *w) {
  const held_world *held = world_at(w->L, MOVE_TARGET);
  collide_world *world = held != NULL ? held->owner->world : NULL;
  if (w->keeps || world == NULL || !select_is_all(&w->q->select)) return 0;
  if (world->dimensions != w->q->dimensions) return 0;
  w->count = 0;
  w->has_world = 1;
  w->all.select = &w->q->select;
  ci_world_near_reach(world, w->reach.low, w->reach.high, NULL, take_shape, w);
  return w->has_world;
}

/* Returns 0 if members must be kept alive. */
static int gather(moving *w, const near_what *near) {
  lua_State *L = w->L;
  collide_target member;
  lua_settop(L, w->top);
  lua_pushnil(L);
  lua_replace(L, w->kept);
  w->count = 0;
  ci_members_begin(L, MOVE_TARGET, w->q->dimensions, &w->q->select, near, MOVE_SHAPE, &w->all);
  while (ci_members_next(L, &w->all, &member)) {
    int is_lone = w->all.array.index == 0 && w->all.index == 0;
    if (!w->keeps && !is_lone && takes_memory(w)) return 0;
    add_member(w, &member);
  }
  w->has_world = ci_members_has_world(L, &w->all);
  return 1;
}

/* The filter is called at most once for each member. So its results are kept when more members are
 * gathered. The earlier members come again, in the same order. */
static void remember(moving *w) {
  size_t count = (size_t)w->count;
  if (w->q->select.filter == 0 || count == 0) return;
  lua_pushnil(w->L);
  memcpy(seal_memory(w->L, lua_gettop(w->L), count, sizeof *w->list), w->list,
         count * sizeof *w->list);
  lua_replace(w->L, w->told_slot);
  w->told_count = w->count;
}

static void recall(moving *w) {
  const move_member *told = (const move_member *)lua_touserdata(w->L, w->told_slot);
  int i, k = 0;
  for (i = 0; i < w->count && k < w->told_count; i++) {
    if (told[k].index != w->list[i].index || told[k].number != w->list[i].number) continue;
    w->list[i].taken = told[k++].taken;
  }
}

void ci_moving_gather(moving *w) {
  near_what near = ci_members_near(NULL, NULL, 0);
  if (gather_quick(w)) return;
  near.skips_self = 1;
  memcpy(near.low, w->reach.low, sizeof near.low);
  memcpy(near.high, w->reach.high, sizeof near.high);
  remember(w);
  while (!gather(w, &near)) w->keeps = 1;
  recall(w);
}

static int add_slot(lua_State *L) {
  lua_pushnil(L);
  return lua_gettop(L);
}

void ci_moving_begin(moving *w, int keeps) {
  lua_State *L = w->L;
  const move_question *q = w->q;
  luaL_checkstack(L, 40, NULL);
  w->kept = add_slot(L); /* a table once a member is kept */
  w->slot = add_slot(L);
  w->hit_slot = add_slot(L);
  w->told_slot = add_slot(L);
  w->top = lua_gettop(L);
  w->keeps = keeps;
  w->count = w->told_count = 0;
  w->room = FEW;
  w->targets = w->few;
  w->list = w->few_list;
  w->reach = ci_move_first_reach(q->group != NULL ? NULL : &q->shape->shape,
                                 q->group != NULL ? q->group->group : NULL,
                                 q->is_push_out ? NULL : q->displacement, &q->options);
}

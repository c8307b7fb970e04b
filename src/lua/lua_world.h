/* SPDX-License-Identifier: MIT
 *
 * Worlds: collide.world and its methods. What queries need of a world's members is here, too.
 */
#ifndef COLLIDE_LUA_WORLD_H
#define COLLIDE_LUA_WORLD_H

#include "lua_args.h"
#include "lua_roster.h"
#include "lua_select.h"

/* Pushes the iterator of all loops over worlds, for the upvalue UP_LOOP. `first` is the index of
 * the first upvalue. */
void ci_world_push_iterator(lua_State *L, int first);

/* The value that a userdata of ours has of its own, a table. */
#if LUA_VERSION_NUM < 502
#define world_push_own(L, index) lua_getfenv(L, index)
#define world_set_own(L, index) ((void)lua_setfenv(L, index))
#else
#define world_push_own(L, index) ((void)lua_getuservalue(L, index))
#define world_set_own(L, index) ((void)lua_setuservalue(L, index))
#endif

/* The userdata of a world, its handle. Its own value is the table of its members by their numbers;
 * `data` of the world lies there as well. */
typedef struct held_world {
  object_head head;
  owned_world *owner;
} held_world;

/* Two members that overlap. */
typedef struct number_pair {
  int first, second; /* in the order in which they are told */
} number_pair;

/* The userdata of a loop. Its own value is the table of the world's members. A number is never
 * given twice, so what is not in the table any more was removed. */
typedef struct world_loop {
  seal sealed;
  const held_world *world; /* which the table keeps */
  int is_pairs;
  int at, count;        /* of pairs; of members, `at` is the last number and `count` the greatest */
  number_pair pairs[1]; /* more follow */
} world_loop;

/* The world at the index, or NULL. One that was released is none any more. */
static inline held_world *world_at(lua_State *L, int index) {
  held_world *held =
      (held_world *)seal_check(L, index, sizeof(held_world), SEAL_WORLD, seal_here(L));
  return held != NULL && !held->owner->base.is_released ? held : NULL;
}

/* The world that is argument 1 of a method; raises an error if there is none. */
held_world *ci_world_check(lua_State *L);
/* 2 or 3; 0 of one that has never had a member, and was not told. */
int ci_world_dimensions(const held_world *held);
/* Raises unless the world, which is argument `arg`, has so many dimensions or none yet: it may have
 * got its first member while the other arguments were read. */
void ci_world_check_dimensions(lua_State *L, int arg, const held_world *held, int dimensions);
/* Pushes the table of the members of the world at the index. */
void ci_world_push_members(lua_State *L, int index);
/* What `ignore` and `only` select of a world, which is there, without the value at the index
 * `self`, if that is not 0; NULL where all members count. `chosen`: `only` names the world. What is
 * written holds until a script runs, or the world is asked with another selection. */
struct world_selection;
const struct world_selection *ci_world_select(lua_State *L, const selection *select,
                                              const owned_world *o, int chosen, int self,
                                              struct world_selection *out);

/* __tostring. */
int ci_l_world_text(lua_State *L);

#endif

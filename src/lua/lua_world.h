/* SPDX-License-Identifier: MIT
 *
 * Worlds: collide.world, its methods, and the functions that queries of worlds use.
 */
#ifndef COLLIDE_LUA_WORLD_H
#define COLLIDE_LUA_WORLD_H

#include "../number/sort.h"
#include "lua_args.h"
#include "lua_roster.h"
#include "lua_select.h"

/* Pushes the iterator of all loops over worlds, for the upvalue UP_LOOP. `first` is the index of
 * the first upvalue. */
void ci_world_push_iterator(lua_State *L, int first);

/* The table that belongs to a userdata of this module. */
#if LUA_VERSION_NUM < 502
#define world_push_own(L, index) lua_getfenv(L, index)
#define world_set_own(L, index) ((void)lua_setfenv(L, index))
#else
#define world_push_own(L, index) ((void)lua_getuservalue(L, index))
#define world_set_own(L, index) ((void)lua_setuservalue(L, index))
#endif

/* The userdata of a world, the handle of its owner. Its own table holds the members by their
 * numbers, and the `data` of the world. */
typedef struct held_world {
  object_head head;
  owned_world *owner;
} held_world;

/* Two members that overlap. */
typedef struct number_pair {
  int first, second; /* in the order in which a loop returns them */
} number_pair;

/* The userdata of a loop. Its own table is that of the world's members. A number is never used
 * twice, so a member that is missing from the table was removed. */
typedef struct world_loop {
  seal sealed;
  const held_world *world; /* the table keeps it alive */
  int is_pairs;
  int at, count; /* the index of the pair, and the number of pairs; in a loop over members the last
                    number and the greatest */
  sort_item pairs[1]; /* more follow; the upper half of a key is the first number of the pair */
} world_loop;

/* The pair at that index. */
static inline number_pair world_pair_at(const world_loop *loop, int i) {
  number_pair found;
  found.first = (int)(loop->pairs[i].key >> 32);
  found.second = (int)(loop->pairs[i].key & 0xffffffff);
  return found;
}

/* The world at the index, or NULL if it is not one or was released. */
static inline held_world *world_at(lua_State *L, int index) {
  held_world *held =
      (held_world *)seal_check(L, index, sizeof(held_world), SEAL_WORLD, seal_here(L));
  return held != NULL && !held->owner->base.is_released ? held : NULL;
}

/* The world that is argument 1 of a method; raises an error if there is none. */
held_world *ci_world_check(lua_State *L);
/* 2 or 3; 0 for a world that never had a member and was given no dimensions. */
int ci_world_dimensions(const held_world *held);
/* Raises if the world, argument `arg`, has other dimensions. A world without dimensions passes. A
 * script may add the first member while the other arguments are read. */
void ci_world_check_dimensions(lua_State *L, int arg, const held_world *held, int dimensions);
/* Pushes the table of the members of the world at the index. */
void ci_world_push_members(lua_State *L, int index);
/* Lists the pairs of selected members that penetrate, in the order of their numbers. `table` is the
 * index of the table of the world's members. At `slot` lies an earlier list, whose memory is used,
 * or no userdata; if there are more pairs, a new list replaces it. */
world_loop *ci_world_list_pairs(lua_State *L, held_world *held, const selection *select, int table,
                                int slot);

/* __tostring. */
int ci_l_world_text(lua_State *L);

#endif

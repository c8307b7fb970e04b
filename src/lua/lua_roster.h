/* SPDX-License-Identifier: MIT
 *
 * The roster: which shapes, grids, meshes and groups are members of which worlds. A change of a
 * member calls touch_worlds, which updates every world that contains it. That function allocates
 * nothing and calls no Lua, so the ffi can call it.
 *
 * A member has a slot in the roster. The slot has a list of links, one for each world that contains
 * the member. A released world leaves these lists without reading its members, whose memory may be
 * gone. A slot without links is free. Its age then changes, so an old member does not mistake it
 * for its own.
 */
#ifndef COLLIDE_LUA_ROSTER_H
#define COLLIDE_LUA_ROSTER_H

#include <stdint.h>

#include "../collide.h"
#include "lua_owned.h"
#include "lua_seal.h"

/* What owns a world's memory, which comes from the allocator of the Lua state. */
typedef struct owned_world {
  owned base;
  collide_world *world; /* NULL once it was released, and until its dimensions are known */
  struct roster *roster;
  int32_t first;    /* of its links, or 0 */
  int grids;        /* so many members are grids, */
  int meshes;       /* and so many meshes, or groups, which may have some */
  int pairs;        /* so many were there when it was asked for pairs last */
  int told;         /* how many members the garbage collector was told of */
  uint64_t changes; /* how often it, or one of its members, was changed */
} owned_world;

/* The slot of a member, or the link of a member and a world. Entries are counted from 1 on; 0 is
 * none. */
typedef struct roster_entry {
  owned_world *world; /* of a link; else NULL */
  int number;         /* of a link: the member's number in that world */
  uint32_t age;       /* how often it was the slot of a member */
  int32_t slot;       /* of a link: the member's slot */
  int32_t next;       /* of a slot its first link; the member's next link; or the next free entry */
  int32_t after, before; /* of a link: the world's next and last link */
} roster_entry;

typedef struct roster {
  roster_entry *entries;
  int32_t room, free, first_free;
} roster;

/* A place in that table for what lua_cast_many.c keeps. */
enum { ROSTER_SCRATCH = 3 };

/* Pushes the table that keeps the roster's memory, for the upvalue UP_ROSTER, and tells the home of
 * the roster. */
void ci_roster_push(lua_State *L, seal_home *home);
/* Makes room for so many more members of worlds. `table` is the index of that table. */
void ci_roster_reserve(lua_State *L, roster *r, int table, int32_t more);
static inline int roster_has_room(const roster *r, int32_t more) {
  return r->free / 2 >= more; /* each may take a slot and a link */
}

/* The member's number in the world, or 0. */
int ci_roster_number(const roster *r, const membership *m, const owned_world *world);
/* There is room, and the member is not in that world. */
void ci_roster_enter(roster *r, membership *m, owned_world *world, int number);
/* The member is in that world. */
void ci_roster_leave(roster *r, membership *m, const owned_world *world);
/* Tells all worlds that the member is in which layer it has. */
void ci_roster_set_layer(const roster *r, const membership *m, int layer);
/* All members of the world. */
void ci_roster_leave_all(roster *r, owned_world *world);

#endif

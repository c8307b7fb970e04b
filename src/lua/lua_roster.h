/* SPDX-License-Identifier: MIT
 *
 * The roster: which shapes, grids, meshes and groups are members of which worlds. A change of a
 * member calls touch_worlds, which updates every world that contains it. That function allocates
 * nothing and calls no Lua, so the ffi can call it.
 *
 * The roster has a link for each world that contains a member. The first link of a member is its
 * slot, and leads to the others. A released world removes its links without reading its members,
 * whose memory may be gone. If a slot's link goes, another link of the member moves there. If there
 * is none, the slot's age changes, so an old member does not mistake it for its own.
 */
#ifndef COLLIDE_LUA_ROSTER_H
#define COLLIDE_LUA_ROSTER_H

#include <stdint.h>

#include "../collide.h"
#include "lua_owned.h"
#include "lua_seal.h"

/* The owner of a world's memory, which comes from the allocator of the Lua state. */
typedef struct owned_world {
  owned base;
  collide_world *world; /* NULL until the world's dimensions are known, and after its release */
  struct roster *roster;
  int32_t first; /* of its links, or 0 */
  int grids;     /* the number of members that are grids */
  int meshes;    /* the number of members that are meshes or groups; a group may contain meshes */
  int pairs;     /* the number of pairs at the last query for pairs */
  int told;      /* the number of members that was reported to the garbage collector */
  uint64_t changes; /* how often the world or one of its members was changed */
} owned_world;

/* The link of a member and a world. Links count from 1; 0 is none. */
typedef struct roster_entry {
  owned_world *world;    /* NULL if the link is free */
  int number;            /* the member's number in that world */
  uint32_t age;          /* how often it was the slot of a member */
  int32_t slot;          /* the member's slot */
  int32_t next;          /* the member's next link; the next free link */
  int32_t after, before; /* the world's next and previous link */
} roster_entry;

typedef struct roster {
  roster_entry *entries;
  int32_t room, free, first_free;
} roster;

/* Places in that table for memory that calls keep for later calls: the rays of a batch, the pairs,
 * moves and ignored names of `separate`, the storage of a moving group, and the members that a move
 * gathers. */
typedef enum scratch {
  SCRATCH_RAYS = 3,
  SCRATCH_PAIRS,
  SCRATCH_MOVES,
  SCRATCH_NAMES,
  SCRATCH_STORAGE,
  SCRATCH_MEMBERS
} scratch;

/* Pushes the table that keeps the roster's memory, the upvalue UP_ROSTER. Sets home->roster. */
void ci_roster_push(lua_State *L, seal_home *home);
/* Pushes the value that was kept, or false. Until it is kept again, other calls do not get it.
 * Allocates nothing. */
void ci_scratch_take(lua_State *L, scratch which);
/* Keeps the value at the index, a userdata or table, unless it is large. Allocates nothing. */
void ci_scratch_keep(lua_State *L, scratch which, int index);
/* Makes room for `more` further members of worlds. `table` is the index of that table. */
void ci_roster_reserve(lua_State *L, roster *r, int table, int32_t more);
static inline int roster_has_room(const roster *r, int32_t more) {
  return r->free >= more;
}

/* The member's number in the world, or 0. */
int ci_roster_number(const roster *r, const membership *m, const owned_world *world);
/* Adds a link. There must be room, and the member must not be in that world. */
void ci_roster_enter(roster *r, membership *m, owned_world *world, int number);
/* Removes the link. The member must be in that world. */
void ci_roster_leave(roster *r, membership *m, const owned_world *world);
/* Sets the member's set of layers in all its worlds. */
void ci_roster_set_layers(const roster *r, const membership *m, int set, uint64_t layers);
/* Removes all members of the world. */
void ci_roster_leave_all(roster *r, owned_world *world);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Seals: how the binding recognizes its own userdata.
 *
 * To compare an argument's metatable takes four calls of Lua's API, which cost more than to
 * decide whether two circles overlap. A seal takes two, and one for all arguments. It is the first
 * thing in the userdata and has two words: the address of the userdata mixed with one in this
 * library, and its home, a struct of which each module that is opened has one. Neither Lua nor a
 * script moves or writes userdata. So
 * - a userdata of another library is not taken for a shape, even if a script gave it the metatable
 *   of shapes by `debug.setmetatable`;
 * - what was made by another copy of this library, whose structs may be different, or by this one
 *   when it was opened another time, is not taken either.
 *
 * Memory that once held a shape may still hold its seal. So the module writes the first word of
 * each userdata that it makes, before a script can get hold of it. A userdata of another library
 * has a stale seal only if it has the same address, at least the same size, and its first words
 * were never written.
 */
#ifndef COLLIDE_LUA_SEAL_H
#define COLLIDE_LUA_SEAL_H

#include <stddef.h>
#include <stdint.h>

#include "lua_compat.h"

/* Every function of the module keeps it, as an upvalue. */
typedef struct seal_home {
  struct roster *roster; /* which worlds have which members; see lua_roster.h */
} seal_home;

typedef struct seal {
  uintptr_t self;
  seal_home *home;
} seal;

/* Which worlds a shape, grid, mesh or group is in: its slot in the roster, or 0. */
typedef struct membership {
  int32_t slot;
  uint32_t age;
} membership;

void ci_roster_touch(const struct roster *r, const membership *m);

/* To be called at each change of what may be a member of worlds, before the next query. */
static inline void touch_worlds(const seal *sealed, const membership *m) {
  if (m->slot != 0) ci_roster_touch(sealed->home->roster, m);
}

/* What is sealed, and the same closed (see lua_close.h): from SEAL_CLOSED on. Their addresses are
 * parts of the seals. */
enum { SEAL_SHAPE, SEAL_GRID, SEAL_MESH, SEAL_GROUP, SEAL_WORLD, SEAL_LOOP, SEAL_WALK, SEAL_KINDS };
enum { SEAL_CLOSED = SEAL_KINDS };
extern const char ci_seals[2 * SEAL_KINDS];

/* Pushes a new home, for the upvalue UP_HOME. */
static inline void seal_push_home(lua_State *L) {
  seal_home *home = (seal_home *)lua_newuserdata(L, sizeof(seal_home));
  home->roster = NULL;
}

/* The home of what the running function makes and takes. */
static inline seal_home *seal_here(lua_State *L) {
  return (seal_home *)lua_touserdata(L, lua_upvalueindex(UP_HOME));
}

static inline uintptr_t seal_self(const void *object, int kind) {
  return (uintptr_t)object ^ (uintptr_t)&ci_seals[kind];
}

/* Seals an object of which all else is written. */
static inline void seal_close(seal *object, int kind, seal_home *home) {
  object->self = seal_self(object, kind);
  object->home = home;
}

static inline void seal_break(void *object) {
  ((seal *)object)->self = 0;
}

/* The userdata at the index, if it has at least `least` bytes and begins with that seal; else NULL.
 * A light userdata has no bytes. */
static inline void *seal_check(lua_State *L, int index, size_t least, int kind, seal_home *home) {
  void *object = lua_touserdata(L, index);
  const seal *sealed = (const seal *)object;
  if (object == NULL || (size_t)lua_rawlen(L, index) < least) return NULL;
  return sealed->self == seal_self(object, kind) && sealed->home == home ? object : NULL;
}

/* The same, also of a closed one. */
static inline void *seal_kept(lua_State *L, int index, size_t least, int kind, seal_home *home) {
  void *object = seal_check(L, index, least, kind, home);
  return object != NULL ? object : seal_check(L, index, least, SEAL_CLOSED + kind, home);
}

#endif

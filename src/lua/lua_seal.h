/* SPDX-License-Identifier: MIT
 *
 * Seals: how the binding recognizes its own userdata.
 *
 * A comparison of metatables takes four calls of Lua's API, which cost more than the overlap test
 * of two circles. A seal takes two API calls for each argument, and one for each function. The seal
 * comes first in the userdata and has two words: the address of the userdata mixed with an address
 * in this library, and the home, a struct that each opened module has of its own. Neither Lua nor a
 * script moves or writes userdata. So the module rejects
 * - a userdata of another library, even if a script gave it the metatable of shapes by
 *   `debug.setmetatable`;
 * - an object of another copy of this library, whose structs may differ, or of this copy from
 *   another time when it was opened.
 *
 * Memory that once held a shape may still hold its seal. So the module writes the first word of
 * each userdata that it makes, before a script can reach it. A userdata of another library has a
 * stale seal only on three conditions: it has the same address, it has at least the same size, and
 * its first words were never written.
 */
#ifndef COLLIDE_LUA_SEAL_H
#define COLLIDE_LUA_SEAL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "lua_compat.h"

enum { SEAL_SETS = 255 };

/* Every function of the module has it as an upvalue. */
typedef struct seal_home {
  struct roster *roster;      /* the members of all worlds; see lua_roster.h */
  uint64_t layers[SEAL_SETS]; /* the layers of each set, see lua_select.h */
  int greatest_set;
} seal_home;

typedef struct seal {
  uintptr_t self;
  seal_home *home;
} seal;

/* The worlds that contain a shape, grid, mesh or group: its slot in the roster, or 0. */
typedef struct membership {
  int32_t slot;
  uint32_t age;
} membership;

/* The kinds of sealed objects. From SEAL_CLOSED on come the same kinds, closed; see lua_object.h.
 * The seals contain the addresses of elements of ci_seals. */
enum { SEAL_SHAPE, SEAL_GRID, SEAL_MESH, SEAL_GROUP, SEAL_WORLD, SEAL_LOOP, SEAL_WALK, SEAL_KINDS };
enum { SEAL_CLOSED = SEAL_KINDS, SEALS = 2 * SEAL_KINDS };
extern const char ci_seals[SEALS];

/* Pushes a new home, for the upvalue UP_HOME. */
static inline void seal_push_home(lua_State *L) {
  seal_home *home = (seal_home *)lua_newuserdata(L, sizeof(seal_home));
  memset(home, 0, sizeof *home);
}

/* The home of all objects that the running function creates or accepts. */
static inline seal_home *seal_here(lua_State *L) {
  return (seal_home *)lua_touserdata(L, lua_upvalueindex(UP_HOME));
}

static inline uintptr_t seal_self(const void *object, int kind) {
  return (uintptr_t)object ^ (uintptr_t)&ci_seals[kind];
}

/* Seals an object. All its other fields must be written before. */
static inline void seal_close(seal *object, int kind, seal_home *home) {
  object->self = seal_self(object, kind);
  object->home = home;
}

/* Seals the object on top of the stack, and gives it the metatable at that upvalue. All its other
 * fields must be written before. */
static inline void seal_object(lua_State *L, int kind, int metatable) {
  seal_close((seal *)lua_touserdata(L, -1), kind, seal_here(L));
  lua_pushvalue(L, lua_upvalueindex(metatable));
  lua_setmetatable(L, -2);
}

static inline void seal_break(void *object) {
  ((seal *)object)->self = 0;
}

/* Puts a userdata with room for `count` items, which is not an object, at the absolute index
 * `slot`. The memory that it replaces may be read until the next call of Lua. */
static inline void *seal_memory(lua_State *L, int slot, uint64_t count, size_t size) {
  void *memory;
  if (count > ((size_t)-1) / 2 / size) luaL_error(L, "not enough memory");
  memory = lua_newuserdata(L, (size_t)count * size);
  if ((size_t)count * size >= sizeof(seal)) seal_break(memory);
  lua_replace(L, slot);
  return memory;
}

/* The kind of a sealed object, plus SEAL_CLOSED if it was closed; -1 for anything else. */
static inline int seal_kind(const void *object) {
  const seal *sealed = (const seal *)object;
  uintptr_t kind = (sealed->self ^ (uintptr_t)object) - (uintptr_t)ci_seals;
  return kind < sizeof ci_seals ? (int)kind : -1;
}

/* The userdata at the index if it has at least `least` bytes and begins with that seal, else NULL.
 * A light userdata has no bytes. */
static inline void *seal_check(lua_State *L, int index, size_t least, int kind, seal_home *home) {
  void *object = lua_touserdata(L, index);
  const seal *sealed = (const seal *)object;
  if (object == NULL || (size_t)lua_rawlen(L, index) < least) return NULL;
  return sealed->self == seal_self(object, kind) && sealed->home == home ? object : NULL;
}

/* The same, also for a closed object. */
static inline void *seal_kept(lua_State *L, int index, size_t least, int kind, seal_home *home) {
  void *object = seal_check(L, index, least, kind, home);
  return object != NULL ? object : seal_check(L, index, least, SEAL_CLOSED + kind, home);
}

/* ---- Heads ----------------------------------------------------------------------------------- */

/* The userdata of a shape, grid, mesh, group or world begins with a head. See lua_object.h. */
typedef struct object_head {
  seal sealed;
  uint8_t layers;    /* the set of its layers, or 0; see lua_select.h */
  uint8_t given;     /* the parts of its pose that were given; see lua_posed.h */
  uint8_t form;      /* of a shape: see lua_description.h */
  double one_way[3]; /* of a shape, mesh or group: see lua_one_way.h; else zeros */
  membership worlds; /* the worlds that contain it */
  uint64_t changes;  /* how often it was changed; for a world its owner counts */
} object_head;

/* Clears the head of an object that is not yet sealed. */
static inline void head_begin(object_head *h) {
  memset(h, 0, sizeof *h);
}

/* A bit for each layer of an object, which need not be sealed. */
static inline uint64_t head_layers(const seal_home *home, const object_head *h) {
  return home->layers[h->layers];
}

void ci_roster_touch(const struct roster *r, const membership *m);

/* Marks the object as changed in its worlds, which update it before the next query. */
static inline void touch_worlds(const object_head *h) {
  if (h->worlds.slot != 0) ci_roster_touch(h->sealed.home->roster, &h->worlds);
}

static inline void head_change(object_head *h) {
  h->changes++;
  touch_worlds(h);
}

#endif

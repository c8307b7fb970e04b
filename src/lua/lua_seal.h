/* SPDX-License-Identifier: MIT
 *
 * Seals: how the binding recognizes its own userdata.
 *
 * To compare an argument's metatable takes four calls of Lua's API, which cost more than to
 * decide whether two circles overlap. A seal takes two, and one for all arguments. It is a number
 * in the userdata, made of the address of the userdata, its size in bytes, an address in this
 * library and its home, which is the address of the metatable of shapes; and neither Lua nor a
 * script moves or writes userdata. So
 * - a userdata of another library is not taken for a shape, even if a script gave it the metatable
 *   of shapes by `debug.setmetatable`;
 * - what was made by another copy of this library, whose structs may be different, or by this one
 *   when it was opened another time, is not taken either.
 *
 * Memory that once held a shape may still hold its seal. Where the module makes a userdata that a
 * script can get hold of and does not fill completely, it breaks the seal that may be there, see
 * ci_description_break_seal. A userdata of another library has a stale seal only if it has the same
 * address, exactly the same size, and was never written at that place.
 */
#ifndef COLLIDE_LUA_SEAL_H
#define COLLIDE_LUA_SEAL_H

#include <stddef.h>
#include <stdint.h>

#include "lua_compat.h"

typedef uintptr_t seal;

/* What is sealed; their addresses are parts of the seals. */
enum { SEAL_SHAPE, SEAL_GRID, SEAL_WALK, SEAL_KINDS };
extern const char ci_seals[SEAL_KINDS];

/* The home of what the running function makes and takes. */
static inline uintptr_t seal_home(lua_State *L) {
  return (uintptr_t)lua_topointer(L, lua_upvalueindex(UP_SHAPE));
}

static inline seal seal_make(const void *object, size_t size, int kind, uintptr_t home) {
  return ((uintptr_t)object ^ (uintptr_t)&ci_seals[kind]) + size + home;
}

/* The userdata at the index, if it has at least `least` bytes and at that offset its seal; else
 * NULL. A light userdata has no bytes. */
static inline void *seal_check(lua_State *L, int index, size_t least, size_t offset, int kind,
                               uintptr_t home) {
  void *object = lua_touserdata(L, index);
  size_t size;
  if (object == NULL) return NULL;
  size = (size_t)lua_rawlen(L, index);
  if (size < least) return NULL;
  return *(const seal *)(const void *)((const char *)object + offset) ==
                 seal_make(object, size, kind, home)
             ? object
             : NULL;
}

#endif

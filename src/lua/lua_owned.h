/* SPDX-License-Identifier: MIT
 *
 * Memory that Lua's collector does not manage, such as that of grids, and when it is freed.
 *
 * A finalizer alone is not enough. If the collector runs while the C stack is full, deep in a
 * recursion, Lua's call of the finalizer fails, and Lua does not repeat it. PUC-Rio Lua also does
 * not finalize objects that are made while it closes.
 *
 * So an object with a finalizer is only the handle of another object, the owner. The owner stays
 * alive until its memory is freed: by the handle's finalizer, or once the handle is gone, or when
 * the state closes.
 */
#ifndef COLLIDE_LUA_OWNED_H
#define COLLIDE_LUA_OWNED_H

#include <stddef.h>

#include "lua_compat.h"

/* The first member of each userdata that owns memory. */
typedef struct owned {
  void (*release)(struct owned *self); /* frees it; called once */
  int is_released;
  unsigned round; /* the last search that found its handle */
} owned;

/* Pushes the table of all handles, for the upvalue UP_OWNED. Its keys are weak; its values are the
 * owners. An object that is older than all owners releases them when it is finalized, which happens
 * when the state closes. */
void ci_owned_push_handles(lua_State *L);

/* Makes a userdata of that size, all zeros, for the handle at the index, which is not relative. It
 * lives as long as the handle, and until it is released. Raises if the state is closing, because
 * nothing would release it then. */
owned *ci_owned_new(lua_State *L, int handle, size_t size, void (*release)(owned *self));

/* Returns 1 if the collector has found that nothing refers to the handle at the index. Then the
 * collector called its finalizer, not a script. */
int ci_owned_is_collected(lua_State *L, int handle);

/* Releases the owner's memory once. Raises nothing. */
void ci_owned_release(owned *self);

/* Releases all owners whose handles are gone. This covers handles whose finalizers failed. */
void ci_owned_collect(lua_State *L);

#endif

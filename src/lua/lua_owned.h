/* SPDX-License-Identifier: MIT
 *
 * Memory that Lua's collector does not manage, what grids hold say, and when it is freed.
 *
 * A finalizer alone is not enough. Lua does not call it when the collector runs while the C stack
 * is full, deep in a recursion: then the call of the finalizer fails, like any other, and there is
 * no second one. Nor does a Lua of PUC-Rio call those of objects that are made while it closes.
 * So an object with a finalizer is only the handle of another, which stays alive until its memory
 * was freed: by the finalizer of the handle, or once the handle is gone, or when the state closes.
 */
#ifndef COLLIDE_LUA_OWNED_H
#define COLLIDE_LUA_OWNED_H

#include <stddef.h>

#include "lua_compat.h"

/* What the userdata begins with that owns the memory. */
typedef struct owned {
  void (*release)(struct owned *self); /* frees it; called once */
  int is_released;
  unsigned round; /* the last search that has found its handle */
} owned;

/* Pushes the table of all handles, for the upvalue UP_OWNED. Its keys are weak, its values are the
 * objects that own memory. An object that is older than any of them releases all when it is
 * finalized itself, which is when the state is closed. */
void ci_owned_push_handles(lua_State *L);

/* Makes a userdata of that size, all zeros, for the handle at the index, which is not relative.
 * It lives as long as the handle, and until it is released. Raises when the state is closing and
 * nothing would release it any more. */
owned *ci_owned_new(lua_State *L, int handle, size_t size, void (*release)(owned *self));

/* Has the collector found that nothing refers to the handle at the index any more? It tells that
 * its finalizer was not called by a script. */
int ci_owned_is_collected(lua_State *L, int handle);

/* Releases it, unless it has been. Raises nothing. */
void ci_owned_release(owned *self);

/* Releases all whose handles are gone though their finalizers could not be called. */
void ci_owned_collect(lua_State *L);

#endif

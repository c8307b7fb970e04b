/* SPDX-License-Identifier: MIT
 *
 * Checks that the module was built for the Lua that loads it. Without the check, the system's
 * loader would only name a missing function. So functions that some versions lack are weak: the
 * loader accepts the module, and the module raises a clear error before it calls any of them.
 */
#ifndef COLLIDE_LUA_VERSION_H
#define COLLIDE_LUA_VERSION_H

/* A program that contains the module was built with its Lua. collide.import does not check. */
#if defined(__ELF__) && defined(__GNUC__) && !defined(COLLIDE_STATIC) && !defined(COMPAT_STRONG)
#define COMPAT_WEAK 1
#endif

struct lua_State;

/* Raises an error for another version. `built` is LUA_VERSION_NUM of Lua's headers. */
void ci_version_check(struct lua_State *L, int built);

#endif

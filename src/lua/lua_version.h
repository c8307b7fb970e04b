/* SPDX-License-Identifier: MIT
 *
 * Whether the Lua that loads the module is of the version that it was built for. The system's
 * loader would refuse the module because a function is missing, and name only that. So the
 * functions that not every version has are weak: the module is loaded without them, and says itself
 * what is wrong, before it calls any of them.
 */
#ifndef COLLIDE_LUA_VERSION_H
#define COLLIDE_LUA_VERSION_H

/* A program that contains the module was built with its Lua. collide.import makes no check. */
#if defined(__ELF__) && defined(__GNUC__) && !defined(COLLIDE_STATIC) && !defined(COMPAT_STRONG)
#define COMPAT_WEAK 1
#endif

#ifdef __cplusplus
extern "C" {
#endif
struct lua_State;
#ifdef __cplusplus
}
#endif

/* Raises unless it is; `built` is LUA_VERSION_NUM of Lua's headers. */
void ci_version_check(struct lua_State *L, int built);

#endif

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
#pragma weak lua_call
#pragma weak lua_callk
#pragma weak lua_copy
#pragma weak lua_getfenv
#pragma weak lua_getglobal
#pragma weak lua_getiuservalue
#pragma weak lua_getuservalue
#pragma weak lua_insert
#pragma weak lua_newuserdata
#pragma weak lua_newuserdatauv
#pragma weak lua_objlen
#pragma weak lua_pcall
#pragma weak lua_pcallk
#pragma weak lua_rawlen
#pragma weak lua_remove
#pragma weak lua_replace
#pragma weak lua_rotate
#pragma weak lua_setfenv
#pragma weak lua_setiuservalue
#pragma weak lua_setuservalue
#pragma weak lua_tointeger
#pragma weak lua_tointegerx
#pragma weak lua_tonumber
#pragma weak lua_tonumberx
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

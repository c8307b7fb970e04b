/* SPDX-License-Identifier: MIT
 *
 * Finds which Lua loads the module. Each version has functions that others lack. The address of a
 * missing weak function is NULL. This file includes none of Lua's headers: one version declares
 * these functions, and another makes them macros.
 */
#include "lua_version.h"

#if defined(COMPAT_WEAK)

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#define MAYBE(name) extern const char name[] __attribute__((weak))
MAYBE(lua_newuserdatauv);
MAYBE(lua_rotate);
MAYBE(lua_rawlen);
MAYBE(luaJIT_setmode);
int luaL_error(struct lua_State *L, const char *format, ...);
#ifdef __cplusplus
}
#endif

enum { LUA_5_1, LUA_5_2, LUA_5_3, LUA_5_4 };

/* Lua 5.1 and LuaJIT have the same interface. */
void ci_version_check(struct lua_State *L, int built) {
  static const char *const names[] = {"Lua 5.1 or LuaJIT", "Lua 5.2", "Lua 5.3",
                                      "Lua 5.4 or later"};
  int from = built >= 504 ? (int)LUA_5_4 : built - 501, now = LUA_5_1;
  if (lua_rawlen != NULL) now = LUA_5_2;
  if (lua_rotate != NULL) now = LUA_5_3;
  if (lua_newuserdatauv != NULL) now = LUA_5_4;
  if (now == from) return;
  luaL_error(L,
             "this collide was built for %s, and %s loads it: build it for that (make LUA=...), or "
             "let package.cpath find the other one first",
             names[from],
             now != LUA_5_1           ? names[now]
             : luaJIT_setmode != NULL ? "LuaJIT"
                                      : "Lua 5.1");
}

#else

void ci_version_check(struct lua_State *L, int built) {
  (void)L;
  (void)built;
}

#endif

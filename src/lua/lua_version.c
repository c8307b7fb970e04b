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
MAYBE(lua_newuserdata);
MAYBE(lua_rotate);
MAYBE(lua_rawlen);
MAYBE(lua_insert);
MAYBE(luaJIT_setmode);
int luaL_error(struct lua_State *L, const char *format, ...);
#ifdef __cplusplus
}
#endif

enum { IS_JIT = 1, AT_LEAST_5_4 = 504 };

/* LUA_VERSION_NUM of the Lua that loads the module; 1 for LuaJIT. */
static int loading(void) {
  if (lua_newuserdatauv != NULL) return AT_LEAST_5_4;
  if (lua_rotate != NULL) return 503;
  if (lua_rawlen != NULL) return 502;
  return luaJIT_setmode != NULL ? IS_JIT : 501;
}

static const char *name_of(int version) {
  switch (version) {
  case IS_JIT:
    return "LuaJIT";
  case 501:
    return "Lua 5.1";
  case 502:
    return "Lua 5.2";
  case 503:
    return "Lua 5.3";
  default:
    return "Lua 5.4 or later";
  }
}

/* Lua 5.1 and LuaJIT have the same interface. */
void ci_version_check(struct lua_State *L, int built) {
  int now = loading();
  if (now == built || (built == 501 && now == IS_JIT)) return;
  luaL_error(L,
             "this collide was built for %s, and %s loads it: build it for that (make LUA=...), or "
             "let package.cpath find the other one first",
             built == 501 ? "Lua 5.1 or LuaJIT" : name_of(built), name_of(now));
}

#else

void ci_version_check(struct lua_State *L, int built) {
  (void)L;
  (void)built;
}

#endif

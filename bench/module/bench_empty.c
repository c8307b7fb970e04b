/* SPDX-License-Identifier: MIT
 *
 * A function that does nothing: what crossing from Lua to C costs, which no query can be faster
 * than. Callgrind is told to write what it has counted whenever bench_mark is called.
 */
#include <lua.h>

#if defined(__GNUC__) && !defined(_WIN32)
#define EXPORTED __attribute__((visibility("default"), noinline))
#else
#define EXPORTED
#endif

static int l_empty(lua_State *L) {
  (void)L;
  return 0;
}

EXPORTED void bench_mark(lua_State *L);
EXPORTED void bench_mark(lua_State *L) {
  lua_settop(L, 0);
}

static int l_mark(lua_State *L) {
  bench_mark(L);
  return 0;
}

EXPORTED int luaopen_bench_empty(lua_State *L);
EXPORTED int luaopen_bench_empty(lua_State *L) {
  lua_settop(L, 0);
  lua_newtable(L);
  lua_pushcfunction(L, l_empty);
  lua_setfield(L, -2, "empty");
  lua_pushcfunction(L, l_mark);
  lua_setfield(L, -2, "mark");
  return 1;
}

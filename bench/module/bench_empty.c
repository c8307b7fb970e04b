/* SPDX-License-Identifier: MIT
 *
 * A function that does nothing: what crossing from Lua to C costs, which no
 * query can be faster than.
 */
#include <lua.h>

static int l_empty(lua_State *L) {
  (void)L;
  return 0;
}

int luaopen_bench_empty(lua_State *L);

int luaopen_bench_empty(lua_State *L) {
  lua_pushcfunction(L, l_empty);
  return 1;
}

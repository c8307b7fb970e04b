/* SPDX-License-Identifier: MIT
 *
 * For the benches: a function that does nothing, which is what crossing from Lua to C costs and no
 * query can be faster than; and, where valgrind's headers are, marks between which callgrind
 * counts.
 */
#include <lua.h>

#include "../mark.h"

#if defined(__GNUC__) && !defined(_WIN32)
#define EXPORTED __attribute__((visibility("default")))
#else
#define EXPORTED
#endif

static int l_empty(lua_State *L) {
  (void)L;
  return 0;
}

/* start: callgrind counts from here on. */
static int l_start(lua_State *L) {
  (void)L;
  MARK_START();
  return 0;
}

/* dump: it writes what it has counted since the last one. */
static int l_dump(lua_State *L) {
  (void)L;
  MARK_DUMP();
  return 0;
}

/* stop: the rest runs uncounted, and many times faster. */
static int l_stop(lua_State *L) {
  (void)L;
  MARK_STOP();
  return 0;
}

EXPORTED int luaopen_bench_empty(lua_State *L);
EXPORTED int luaopen_bench_empty(lua_State *L) {
  lua_settop(L, 0);
  lua_newtable(L);
  lua_pushcfunction(L, l_empty);
  lua_setfield(L, -2, "empty");
  lua_pushcfunction(L, l_start);
  lua_setfield(L, -2, "start");
  lua_pushcfunction(L, l_dump);
  lua_setfield(L, -2, "dump");
  lua_pushcfunction(L, l_stop);
  lua_setfield(L, -2, "stop");
  return 1;
}

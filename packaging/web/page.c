/* SPDX-License-Identifier: MIT
 *
 * What the page calls: a Lua with collide in it, whose functions are called by name with a text,
 * and stopped when they take too long. Results are strings of bytes, read one by one.
 */
#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

int luaopen_collide(lua_State *L);

/* All threads of a Lua share one, through the extra space that each has. */
typedef struct limit {
  double until; /* by the page's clock, in milliseconds */
} limit;

enum { STEPS = 10000 }; /* instructions between two looks at the clock */

static limit *limit_of(lua_State *L) {
  return *(limit **)lua_getextraspace(L);
}

/* Once time is up every instruction raises, so code that catches the error and goes on is stopped
 * as well, as soon as it is out of what catches. */
static void look_at_clock(lua_State *L, lua_Debug *activation) {
  (void)activation;
  if (emscripten_get_now() >= limit_of(L)->until) {
    lua_sethook(L, look_at_clock, LUA_MASKCOUNT, 1);
    lua_pushliteral(L, "stopped: this took too long");
    lua_error(L);
  } else if (lua_gethookcount(L) != STEPS) {
    lua_sethook(L, look_at_clock, LUA_MASKCOUNT, STEPS);
  }
}

/* Ends a Lua. */
EMSCRIPTEN_KEEPALIVE void page_close(lua_State *L) {
  limit *held = limit_of(L);
  lua_close(L);
  free(held);
}

/* A Lua with its libraries and the global `collide`, or NULL. */
EMSCRIPTEN_KEEPALIVE lua_State *page_open(void) {
  limit *held = (limit *)calloc(1, sizeof *held);
  lua_State *L = held != NULL ? luaL_newstate() : NULL;
  if (L == NULL) {
    free(held);
    return NULL;
  }
  *(limit **)lua_getextraspace(L) = held;
  luaL_openlibs(L);
  luaL_requiref(L, "collide", luaopen_collide, 1);
  lua_settop(L, 0);
  return L;
}

/* Makes a text what `require` finds under a name. 1, or 0 with the mistake in it as result 1. */
EMSCRIPTEN_KEEPALIVE int page_load(lua_State *L, const char *name, const char *text) {
  lua_settop(L, 0);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushfstring(L, "=%s", name);
  if (luaL_loadbuffer(L, text, strlen(text), lua_tostring(L, -1)) != LUA_OK) {
    lua_replace(L, 1);
    return 0;
  }
  lua_setfield(L, 1, name);
  return 1;
}

static int call(lua_State *L) {
  lua_getglobal(L, "require");
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  lua_pushvalue(L, 2);
  lua_gettable(L, -2);
  lua_pushvalue(L, 3);
  lua_call(L, 1, LUA_MULTRET);
  return lua_gettop(L) - 4;
}

/* Calls require(module)[function](text), for so long at most. The number of results, or -1 with
 * the error's message as result 1. They stay until the next call. */
EMSCRIPTEN_KEEPALIVE int page_call(lua_State *L, const char *module, const char *function,
                                   const char *text, double milliseconds) {
  int status;
  lua_settop(L, 0);
  limit_of(L)->until = emscripten_get_now() + milliseconds;
  lua_sethook(L, look_at_clock, LUA_MASKCOUNT, STEPS);
  lua_pushcfunction(L, call);
  lua_pushstring(L, module);
  lua_pushstring(L, function);
  lua_pushstring(L, text);
  status = lua_pcall(L, 3, LUA_MULTRET, 0);
  lua_sethook(L, NULL, 0, 0);
  return status == LUA_OK ? lua_gettop(L) : -1;
}

/* A result's bytes, and how many; NULL and 0 for what is neither string nor number. */
EMSCRIPTEN_KEEPALIVE const char *page_result(lua_State *L, int i) {
  return lua_tostring(L, i);
}

EMSCRIPTEN_KEEPALIVE size_t page_result_length(lua_State *L, int i) {
  return lua_rawlen(L, i);
}

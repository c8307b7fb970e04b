/* SPDX-License-Identifier: MIT */
#include "lua_progress.h"

#include <string.h>

progress_listener ci_progress_push(lua_State *L, int arg) {
  args_place at = ci_args_at(arg, "progress");
  progress_listener to;
  memset(&to, 0, sizeof to);
  if (lua_istable(L, arg))
    lua_getfield(L, arg, "progress");
  else
    lua_pushnil(L);
  to.index = lua_gettop(L);
  if (!lua_isnil(L, -1) && !lua_isfunction(L, -1))
    ci_args_fail(L, &at, ": function expected, got %s", ci_args_type(L, to.index));
  to.last = clock();
  return to;
}

int ci_progress_is_due(const progress_listener *to) {
  return (double)(clock() - to->last) / CLOCKS_PER_SEC >= PROGRESS_SECONDS;
}

int ci_progress_tell(lua_State *L, progress_listener *to, int index, double part) {
  if (to->stopped) return 0;
  if (part > to->told) to->told = part;
  if (!lua_isnil(L, index)) {
    lua_pushvalue(L, index);
    lua_pushnumber(L, to->told);
    lua_call(L, 1, 1);
    to->stopped = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  to->last = clock();
  return !to->stopped;
}

void ci_progress_look(lua_State *L, void *user) {
  progress_listener *to = (progress_listener *)user;
  if (ci_progress_is_due(to)) ci_progress_tell(L, to, to->index, 0);
}

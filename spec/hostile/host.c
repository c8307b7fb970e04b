/* SPDX-License-Identifier: MIT */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>

int luaopen_collide(lua_State *L);

static int stop(lua_State *L) {
  const char *text = lua_tostring(L, -1);
  printf("hostile: %s\n", text != NULL ? text : "an error");
  exit(1);
}

int host_begin(lua_State *L, const char *prefix) {
  lua_atpanic(L, stop);
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_pushliteral(L, "./?.lua");
  lua_setfield(L, -2, "path");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_collide);
  lua_setfield(L, -2, "collide");
  lua_settop(L, 0);
  lua_pushstring(L, prefix);
  lua_setglobal(L, "hostile_prefix");
  lua_getglobal(L, "require");
  lua_pushliteral(L, "cases");
  lua_call(L, 1, 1);
  lua_getfield(L, 1, "count");
  lua_call(L, 0, 1);
  return (int)lua_tonumber(L, -1);
}

void host_keep(lua_State *L, int first, int count) {
  lua_getfield(L, 1, "keep");
  lua_pushinteger(L, first);
  lua_pushinteger(L, count);
  lua_call(L, 2, 0);
}

void host_push_part(lua_State *L, int number, const char *name) {
  lua_getfield(L, 1, "list");
  lua_rawgeti(L, -1, number);
  lua_getfield(L, -1, name);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

void host_make(lua_State *L, int number) {
  host_push_part(L, number, "make");
  lua_call(L, 0, 1);
}

void host_show(lua_State *L, int first) {
  lua_getfield(L, 1, "show");
  lua_insert(L, first);
  lua_call(L, lua_gettop(L) - first, 1);
}

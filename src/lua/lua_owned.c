/* SPDX-License-Identifier: MIT */
#include "lua_owned.h"

#include <string.h>

/* The metatable of the handles' table also holds the table of owners, the keeper, and a table of
 * the handles in use. Owners that are not released are keys of the table of owners. The collector
 * removes weak values from tables before it calls their finalizers, and weak keys after that. */
enum { OWNERS = 1, KEEPER, LIVING };

typedef struct keeper {
  int is_closed;
  unsigned round;
  size_t count, most; /* the number of owners, and the number at which the next search comes */
} keeper;

#define MOST_AT_FIRST ((size_t)64)

void ci_owned_release(owned *self) {
  if (self->is_released) return;
  self->is_released = 1;
  self->release(self);
}

/* __gc of the keeper. Upvalue: the metatable. Allocates nothing. */
static int l_close(lua_State *L) {
  keeper *k = (keeper *)lua_touserdata(L, 1);
  if (k != NULL) k->is_closed = 1;
  lua_settop(L, 0);
  lua_rawgeti(L, lua_upvalueindex(1), OWNERS);
  if (!lua_istable(L, 1)) return 0; /* LuaJIT may lose it if there is no memory for the next key */
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    ci_owned_release((owned *)lua_touserdata(L, 2));
    lua_pop(L, 1);
  }
  return 0;
}

void ci_owned_push_handles(lua_State *L) {
  int meta;
  keeper *k;
  lua_newtable(L);
  lua_newtable(L);
  meta = lua_gettop(L);
  lua_pushliteral(L, "k");
  lua_setfield(L, meta, "__mode");
  lua_newtable(L);
  lua_rawseti(L, meta, OWNERS);
  k = (keeper *)lua_newuserdata(L, sizeof *k);
  memset(k, 0, sizeof *k);
  k->most = MOST_AT_FIRST;
  lua_newtable(L);
  lua_pushvalue(L, meta);
  lua_pushcclosure(L, l_close, 1);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_rawseti(L, meta, KEEPER);
  lua_newtable(L);
  lua_newtable(L);
  lua_pushliteral(L, "kv");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawseti(L, meta, LIVING);
  lua_setmetatable(L, -2);
}

/* Pushes the metatable, and returns the keeper. */
static keeper *push_meta(lua_State *L) {
  keeper *k;
  lua_getmetatable(L, lua_upvalueindex(UP_OWNED));
  lua_rawgeti(L, -1, KEEPER);
  k = (keeper *)lua_touserdata(L, -1);
  lua_pop(L, 1);
  return k;
}

/* Nothing here allocates, so the collector does not run during the search. */
void ci_owned_collect(lua_State *L) {
  keeper *k = push_meta(L);
  int owners;
  k->round++;
  lua_pushnil(L);
  while (lua_next(L, lua_upvalueindex(UP_OWNED))) {
    ((owned *)lua_touserdata(L, -1))->round = k->round;
    lua_pop(L, 1);
  }
  k->count = 0;
  lua_rawgeti(L, -1, OWNERS);
  owners = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, owners)) {
    owned *o = (owned *)lua_touserdata(L, -2);
    lua_pop(L, 1);
    if (o->round != k->round) ci_owned_release(o);
    k->count++;
    if (!o->is_released) continue;
    k->count--;
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, owners);
  }
  k->most = 2 * k->count > MOST_AT_FIRST ? 2 * k->count : MOST_AT_FIRST;
  lua_pop(L, 2);
}

owned *ci_owned_new(lua_State *L, int handle, size_t size, void (*release)(owned *self)) {
  keeper *k = push_meta(L);
  owned *o;
  if (k->is_closed) luaL_error(L, "this grid was made after its Lua state was closed");
  if (k->count >= k->most) ci_owned_collect(L);
  o = (owned *)lua_newuserdata(L, size);
  memset(o, 0, size);
  o->release = release;
  lua_pushvalue(L, handle);
  lua_pushvalue(L, -2);
  lua_rawset(L, lua_upvalueindex(UP_OWNED));
  lua_rawgeti(L, -2, OWNERS);
  lua_pushvalue(L, -2);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  k->count++;
  lua_rawgeti(L, -3, LIVING);
  lua_pushvalue(L, -3);
  lua_pushvalue(L, handle);
  lua_rawset(L, -3);
  lua_pop(L, 4);
  return o;
}

int ci_owned_is_collected(lua_State *L, int handle) {
  int is;
  lua_getmetatable(L, lua_upvalueindex(UP_OWNED));
  lua_rawgeti(L, -1, LIVING);
  lua_pushvalue(L, handle);
  lua_rawget(L, lua_upvalueindex(UP_OWNED));
  is = !lua_isnil(L, -1);
  if (is) {
    lua_rawget(L, -2);
    is = lua_isnil(L, -1);
  }
  lua_pop(L, 3);
  return is;
}

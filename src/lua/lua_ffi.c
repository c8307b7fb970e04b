/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_ffi.h"

#include <string.h>

#include "lua_grid.h"

#if LUA_VERSION_NUM == 501

#include "lua_ffi_calls.h"

/* ---- Lua text -------------------------------------------------------------------------------- */

/* Each line of these files is a line of Lua. */
static const char *const host_text[] = {
#include "ffi/host.h"
    NULL};
static const char *const casts_text[] = {
#include "ffi/casts.h"
    NULL};
static const char *const shapes_text[] = {
#include "ffi/shapes.h"
    NULL};
static const char *const cells_text[] = {
#include "ffi/cells.h"
    NULL};

/* ---- Functions for Lua ----------------------------------------------------------------------- */

/* Returns the members of the world of a loop over pairs; nil for other values. */
static int l_members_of(lua_State *L) {
  const world_loop *loop =
      (world_loop *)seal_check(L, 1, sizeof(world_loop), SEAL_LOOP, seal_here(L));
  if (loop == NULL || !loop->is_pairs)
    lua_pushnil(L);
  else
    world_push_own(L, 1);
  return 1;
}

/* Called for a grid that has grown, when grid_set returns YES. May run finalizers. */
static int l_report_memory(lua_State *L) {
  held_grid *held = grid_at(L, 1);
  if (held != NULL) ci_grid_report_memory(L, held);
  return 0;
}

/* Returns 1 if every key of the table at 1 is also a key of the table at 2. This is in C because
 * LuaJIT before April 2022 may compile `next` wrongly (its issue 829). */
static int l_has_only(lua_State *L) {
  int is = 1;
  lua_settop(L, 2);
  lua_pushnil(L);
  while (is && lua_next(L, 1)) {
    lua_pushvalue(L, -2);
    lua_rawget(L, 2);
    is = !lua_isnil(L, -1);
    lua_pop(L, 2);
  }
  lua_pushboolean(L, is);
  return 1;
}

/* ---- Installation ---------------------------------------------------------------------------- */

static void set_value(lua_State *L, const char *name, int index) {
  lua_pushvalue(L, index);
  lua_setfield(L, -2, name);
}

static void set_text(lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, name);
}

/* Pushes the host table, which has all values that the Lua text needs. */
static void push_host(lua_State *L, const ffi_places *at) {
  static const struct {
    const char *name;
    int upvalue;
  } shared[] = {{"SHAPE", UP_SHAPE},
                {"SHAPE_DATA", UP_SHAPE_DATA},
                {"GRID", UP_GRID},
                {"MESH", UP_MESH},
                {"MESH_DATA", UP_MESH_DATA},
                {"COMPOUND", UP_COMPOUND},
                {"COMPOUND_DATA", UP_COMPOUND_DATA},
                {"WORLD", UP_WORLD},
                {"WORLD_DATA", UP_WORLD_DATA},
                {"layers", UP_LAYERS},
                {"next_of_loop", UP_LOOP}};
  const void *address = &ci_ffi_functions;
  size_t i;
  lua_newtable(L);
  set_value(L, "module", at->module);
  set_value(L, "shape", at->shape);
  set_value(L, "grid", at->grid);
  set_value(L, "mesh", at->mesh);
  set_value(L, "world", at->world);
  for (i = 0; i < sizeof shared / sizeof shared[0]; i++)
    set_value(L, shared[i].name, at->upvalues + shared[i].upvalue - UP_SHAPE);
  /* a string, because a pointer may not fit into LuaJIT's light userdata */
  lua_pushlstring(L, (const char *)&address, sizeof address);
  lua_setfield(L, -2, "address");
  set_text(L, "FUNCTIONS", TEXT(FUNCTIONS));
  set_text(L, "ANSWER", TEXT(ANSWER));
  set_text(L, "ROOMS", TEXT(ROOMS));
  set_text(L, "WALK", TEXT(WALK(const)));
  lua_pushcfunction(L, l_has_only);
  lua_setfield(L, -2, "has_only");
  for (i = UP_SHAPE; i < UP_NAME; i++) lua_pushvalue(L, at->upvalues + (int)i - UP_SHAPE);
  lua_pushcclosure(L, l_report_memory, UP_NAME - 1);
  lua_setfield(L, -2, "report_memory");
  for (i = UP_SHAPE; i < UP_NAME; i++) lua_pushvalue(L, at->upvalues + (int)i - UP_SHAPE);
  lua_pushcclosure(L, l_members_of, UP_NAME - 1);
  lua_setfield(L, -2, "members_of");
}

/* Makes `pairs` of worlds return the iterator of src/lua/ffi/shapes.h. */
static void set_pairs_iterator(lua_State *L, int host, int world) {
  lua_getfield(L, world, "pairs");
  lua_getfield(L, host, "next_pair");
  (void)lua_setupvalue(L, -2, UP_LOOP);
}

/* Runs a text with the host table, and the name and number of a cast. Pushes its result. */
static void run(lua_State *L, int host, const char *name, const char *const *text, int cast) {
  static const char *const casts[] = {"raycast", "segmentcast", "linecast"};
  luaL_Buffer buffer;
  const char *whole;
  size_t length;
  luaL_buffinit(L, &buffer);
  for (; *text != NULL; text++) {
    luaL_addstring(&buffer, *text);
    luaL_addstring(&buffer, "\n");
  }
  luaL_pushresult(&buffer);
  whole = lua_tolstring(L, -1, &length);
  if (luaL_loadbuffer(L, whole, length, name) != 0) lua_error(L);
  lua_pushvalue(L, host);
  lua_pushstring(L, casts[cast]);
  lua_pushinteger(L, cast);
  lua_call(L, 3, 1);
}

void ci_ffi_install(lua_State *L, const ffi_places *at) {
  int host = lua_gettop(L) + 1, cast;
  push_host(L, at);
  lua_pushvalue(L, host);
  lua_setfenv(L, at->upvalues + UP_HOME - UP_SHAPE); /* so it lives as long as any function */
  run(L, host, "=collide/ffi/host.h", host_text, 0);
  if (lua_toboolean(L, -1)) {
    run(L, host, "=collide/ffi/shapes.h", shapes_text, 0);
    set_pairs_iterator(L, host, at->world);
    run(L, host, "=collide/ffi/cells.h", cells_text, 0);
    for (cast = 0; cast < 3; cast++) run(L, host, "=collide/ffi/casts.h", casts_text, cast);
  }
  lua_settop(L, host - 1);
}

#else

void ci_ffi_install(lua_State *L, const ffi_places *at) {
  lua_pushliteral(L, "c");
  lua_setfield(L, at->module, "_WAY");
}

#endif

/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_ffi.h"

#include <string.h>

#include "lua_description.h"
#include "lua_grid.h"
#include "lua_into.h"
#include "lua_world.h"

#if LUA_VERSION_NUM == 501

#include "lua_cast_many.h"
#include "lua_ffi_calls.h"
#include "lua_ffi_chunk.h"

/* To be called when grid_set says that the grid has grown. May run finalizers. */
static int l_settle(lua_State *L) {
  held_grid *held = grid_at(L, 1);
  if (held != NULL) ci_grid_settle(L, held);
  return 0;
}

/* Whether the table at 1 has no fields but those with these names. This is not asked in Lua: LuaJIT
 * before April 2022 may compile `next` wrongly (its issue 829). */
static int has_only(lua_State *L, const char *const *names) {
  int is = 1, i;
  lua_settop(L, 1);
  lua_pushnil(L);
  while (is && lua_next(L, 1)) {
    lua_pop(L, 1);
    for (i = 0; names[i] != NULL; i++)
      if (lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), names[i]) == 0) break;
    is = names[i] != NULL;
  }
  lua_pushboolean(L, is);
  return 1;
}

static int l_is_frame(lua_State *L) {
  static const char *const names[] = {"size", "origin", "dimensions", NULL};
  return has_only(L, names);
}

/* Whether the table at 1 has no other options than those that say which members count. */
static int l_has_only_choices(lua_State *L) {
  static const char *const names[] = {"ignore", "only", "max", NULL};
  return has_only(L, names);
}

/* Whether the table at 1 has no other options than these. */
static int l_has_only_count(lua_State *L) {
  static const char *const names[] = {"into", "count", NULL};
  return has_only(L, names);
}

/* Whether the table at 1 has no other option than `into`. */
static int l_has_only_into(lua_State *L) {
  static const char *const names[] = {"into", NULL};
  return has_only(L, names);
}

/* The table of the members of the world at 1, by their numbers; nil if there is no world. */
static int l_members(lua_State *L) {
  lua_settop(L, 1);
  if (world_at(L, 1) == NULL) return 0;
  ci_world_push_members(L, 1);
  return 1;
}

/* Makes sure that the array at 1 takes so many items without an error. */
static int l_reserve(lua_State *L) {
  ci_into_reserve(L, 1, (int)lua_tointeger(L, 2));
  return 0;
}

typedef struct chunk_reader {
  size_t line;
} chunk_reader;

static const char *read_chunk(lua_State *L, void *data, size_t *size) {
  chunk_reader *reader = (chunk_reader *)data;
  const char *line;
  (void)L;
  if (reader->line == sizeof ffi_chunk / sizeof ffi_chunk[0]) return NULL;
  line = ffi_chunk[reader->line++];
  *size = strlen(line);
  return line;
}

static void push_function(lua_State *L, int first, lua_CFunction function) {
  int i;
  for (i = UP_SHAPE; i < UP_NAME; i++) lua_pushvalue(L, first + i - UP_SHAPE);
  lua_pushcclosure(L, function, UP_NAME - 1);
}

static void set_value(lua_State *L, const char *name, int index) {
  lua_pushvalue(L, index);
  lua_setfield(L, -2, name);
}

/* Pushes a table of all that the chunk needs. */
static void push_host(lua_State *L, const ffi_places *at) {
  static const struct {
    const char *name;
    int upvalue;
  } metas[] = {{"SHAPE", UP_SHAPE},
               {"SHAPE_DATA", UP_SHAPE_DATA},
               {"GRID", UP_GRID},
               {"MESH", UP_MESH},
               {"MESH_DATA", UP_MESH_DATA},
               {"HIT", UP_HIT},
               {"VECTOR", UP_VECTOR},
               {"CONTACT", UP_CONTACT},
               {"LIST", UP_LIST},
               {"COMPOUND", UP_COMPOUND},
               {"COMPOUND_DATA", UP_COMPOUND_DATA},
               {"WORLD", UP_WORLD},
               {"WORLD_DATA", UP_WORLD_DATA},
               {"layers", UP_LAYERS}};
  const void *addresses[3];
  size_t i;
  int face;
  lua_newtable(L);
  set_value(L, "module", at->module);
  set_value(L, "shape", at->shape);
  set_value(L, "grid", at->grid);
  set_value(L, "mesh", at->mesh);
  set_value(L, "world", at->world);
  for (i = 0; i < sizeof metas / sizeof metas[0]; i++)
    set_value(L, metas[i].name, at->upvalues + metas[i].upvalue - UP_SHAPE);
  addresses[0] = &ci_ffi_casts;
  addresses[1] = &ci_ffi_functions;
  addresses[2] = &ci_ffi_some;
  /* as a string: a pointer need not fit into LuaJIT's light userdata */
  lua_pushlstring(L, (const char *)addresses, sizeof addresses);
  lua_setfield(L, -2, "addresses");
  lua_pushliteral(L, TEXT(CASTS));
  lua_setfield(L, -2, "CASTS");
  lua_pushliteral(L, TEXT(FUNCTIONS));
  lua_setfield(L, -2, "FUNCTIONS");
  lua_pushliteral(L, TEXT(SOME));
  lua_setfield(L, -2, "SOME");
  lua_pushliteral(L, TEXT(ANSWER));
  lua_setfield(L, -2, "ANSWER");
  lua_pushinteger(L, MOST_RAYS);
  lua_setfield(L, -2, "MOST_RAYS");
  lua_pushinteger(L, NUMBERS_ROOM);
  lua_setfield(L, -2, "NUMBERS_ROOM");
  lua_pushliteral(L, TEXT(ROOMS));
  lua_setfield(L, -2, "ROOMS");
  lua_pushliteral(L, TEXT(WALK(const)));
  lua_setfield(L, -2, "WALK");
  lua_pushliteral(L, TEXT(EACH_CELL));
  lua_setfield(L, -2, "EACH_CELL");
  push_function(L, at->upvalues, l_settle);
  lua_setfield(L, -2, "settle");
  lua_pushcfunction(L, l_has_only_into);
  lua_setfield(L, -2, "has_only_into");
  lua_pushcfunction(L, l_has_only_choices);
  lua_setfield(L, -2, "has_only_choices");
  lua_pushcfunction(L, l_has_only_count);
  lua_setfield(L, -2, "has_only_count");
  push_function(L, at->upvalues, l_members);
  lua_setfield(L, -2, "members");
  push_function(L, at->upvalues, l_reserve);
  lua_setfield(L, -2, "reserve");
  lua_pushcfunction(L, l_is_frame);
  lua_setfield(L, -2, "is_frame");
  lua_newtable(L);
  for (face = 1; face <= (int)COLLIDE_FACE_BACK; face++) {
    lua_pushstring(L, collide_face_name((collide_face)face));
    lua_rawseti(L, -2, face);
  }
  lua_setfield(L, -2, "faces");
}

void ci_ffi_install(lua_State *L, const ffi_places *at) {
  chunk_reader reader = {0};
  if (lua_load(L, read_chunk, &reader, "=collide") != 0) lua_error(L);
  push_host(L, at);
  lua_call(L, 1, 0);
}

#else

void ci_ffi_install(lua_State *L, const ffi_places *at) {
  lua_pushliteral(L, "c");
  lua_setfield(L, at->module, "_WAY");
}

#endif

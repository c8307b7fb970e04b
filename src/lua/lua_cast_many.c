/* SPDX-License-Identifier: MIT
 *
 * raycast_many and segmentcast_many: many casts in one call.
 *
 * All rays are read and checked, and all are cast, before anything is written, so that an error
 * leaves `into` as it was. The numbers lie in a userdata that is kept for the next call: it is
 * taken out of its place meanwhile, since a filter may make such a call as well.
 */
#include "../number/fp.h"
#include "lua_cast.h"

#include <limits.h>
#include <string.h>

#include "lua_into.h"
#include "lua_roster.h"

typedef struct batch {
  cast_question q;
  int count, given, told; /* rays, and how many numbers each has and gets */
  double *rays, *answers;
  int room; /* where on the stack their userdata lies */
} batch;

enum { MOST_RAYS = 1 << 26 };

/* ---- Rays --------------------------------------------------------------------------------- */

static void fail_count(lua_State *L, const batch *b, double numbers) {
  args_place at = ci_args_at(2, "rays");
  char text[ARGS_NUMBER_TEXT];
  ci_args_fail(L, &at, ": got %s numbers, each takes %d", ci_args_number_text(text, numbers),
               b->given);
}

/* How many rays so many numbers are. */
static void set_count(lua_State *L, batch *b, double numbers) {
  double rays = floor(numbers / b->given);
  args_place at = ci_args_at(2, "rays");
  if (b->q.count > 0) {
    if (b->q.count > rays) {
      at = ci_args_at(3, "count");
      ci_args_fail(L, &at, ": there are only %d rays", (int)rays);
    }
    rays = b->q.count;
  } else if (rays * b->given != numbers) {
    fail_count(L, b, numbers);
  }
  if (rays > (int)MOST_RAYS) ci_args_fail(L, &at, ": the limit is %d", (int)MOST_RAYS);
  b->count = (int)rays;
}

/* Takes the userdata that was kept, or makes a larger one. */
static void take_room(lua_State *L, batch *b) {
  size_t size = (size_t)b->count * (size_t)(b->given + b->told) * sizeof(double);
  if (size / sizeof(double) / (size_t)(b->given + b->told) != (size_t)b->count)
    luaL_error(L, "not enough memory");
  lua_rawgeti(L, lua_upvalueindex(UP_ROSTER), ROSTER_SCRATCH);
  if (lua_touserdata(L, -1) == NULL || lua_rawlen(L, -1) < size) {
    lua_pop(L, 1);
    memset(lua_newuserdata(L, size > 64 ? size : 64), 0, size > 64 ? 64 : 1);
  }
  lua_pushboolean(L, 0);
  lua_rawseti(L, lua_upvalueindex(UP_ROSTER), ROSTER_SCRATCH);
  b->room = lua_gettop(L);
  b->rays = (double *)lua_touserdata(L, b->room);
  b->answers = b->rays + (size_t)b->count * (size_t)b->given;
}

static void return_room(lua_State *L, const batch *b) {
  enum { KEPT = 1 << 26 };
  if (lua_rawlen(L, b->room) > (size_t)KEPT) return;
  lua_pushvalue(L, b->room);
  lua_rawseti(L, lua_upvalueindex(UP_ROSTER), ROSTER_SCRATCH);
}

static void read_table(lua_State *L, batch *b) {
  args_place at = ci_args_at(2, "rays");
  int i, count;
  if (lua_rawlen(L, 2) > (size_t)INT_MAX) fail_count(L, b, (double)lua_rawlen(L, 2));
  set_count(L, b, (double)lua_rawlen(L, 2));
  take_room(L, b);
  count = b->count * b->given;
  for (i = 0; i < count; i++) {
    lua_rawgeti(L, 2, i + 1);
    if (lua_type(L, -1) != LUA_TNUMBER) {
      at.item = i + 1;
      ci_args_fail(L, &at, ": number expected, got %s", ci_args_type(L, lua_gettop(L)));
    }
    b->rays[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
}

static void read_bytes(lua_State *L, batch *b, const void *bytes, size_t size) {
  args_place at = ci_args_at(2, "rays");
  if (size % sizeof(double) != 0 && b->q.count == 0)
    ci_args_fail(L, &at, ": packed doubles expected, got %d bytes", (int)size);
  set_count(L, b, floor((double)size / (double)sizeof(double)));
  take_room(L, b);
  memcpy(b->rays, bytes, (size_t)b->count * (size_t)b->given * sizeof(double));
}

/* Calls a method of argument 2 and leaves its answer on the stack; returns 0 if it has none. */
static int call_method(lua_State *L, const char *name) {
  ci_args_push_member(L, 2, name);
  if (!lua_isfunction(L, -1)) return 0;
  lua_pushvalue(L, 2);
  lua_call(L, 1, 1);
  return 1;
}

/* LÖVE's Data, which tells where its bytes are. */
static int read_data(lua_State *L, batch *b) {
  const void *bytes;
  double size;
  if (lua_type(L, 2) != LUA_TUSERDATA || !call_method(L, "getPointer")) return 0;
  bytes = lua_topointer(L, -1);
  if (lua_type(L, -1) == LUA_TLIGHTUSERDATA) bytes = lua_touserdata(L, -1);
  if (!call_method(L, "getSize") || lua_type(L, -1) != LUA_TNUMBER || bytes == NULL) return 0;
  size = lua_tonumber(L, -1);
  if (!(size >= 0 && size <= 1e15)) return 0;
  read_bytes(L, b, bytes, (size_t)size);
  return 1;
}

/* LuaJIT's cdata: the ffi tells its address. */
static int read_cdata(lua_State *L, batch *b) {
  args_place at = ci_args_at(2, "rays");
  int top = lua_gettop(L), i;
  double address;
  if (lua_type(L, 2) != COMPAT_TCDATA) return 0;
  if (b->q.count == 0) ci_args_fail(L, &at, ": a cdata wants count among the options");
  lua_getglobal(L, "tonumber");
  lua_getglobal(L, "require");
  lua_pushliteral(L, "ffi");
  lua_call(L, 1, 1);
  for (i = 0; i < 2; i++) {
    static const char *const types[] = {"const double *", "uintptr_t"};
    lua_getfield(L, top + 2, "cast");
    lua_pushstring(L, types[i]);
    lua_pushvalue(L, i == 0 ? 2 : top + 3);
    lua_call(L, 2, 1);
  }
  lua_remove(L, top + 3);
  lua_remove(L, top + 2);
  lua_call(L, 1, 1);
  address = lua_tonumber(L, -1);
  if (address == 0) ci_args_fail(L, &at, ": got a null pointer");
  read_bytes(L, b, (const void *)(uintptr_t)address,
             (size_t)b->q.count * (size_t)b->given * sizeof(double));
  return 1;
}

static void read_rays(lua_State *L, batch *b) {
  args_place at = ci_args_at(2, "rays");
  size_t size;
  if (lua_istable(L, 2)) {
    read_table(L, b);
  } else if (lua_type(L, 2) == LUA_TSTRING) {
    const char *bytes = lua_tolstring(L, 2, &size);
    read_bytes(L, b, bytes, size);
  } else if (!read_cdata(L, b) && !read_data(L, b)) {
    ci_args_fail(L, &at, ": array of numbers, string or Data expected, got %s", ci_args_type(L, 2));
  }
}

static void check_rays(lua_State *L, const cast_family *family, const batch *b) {
  args_place at = ci_args_at(2, "rays");
  int i, k, dimensions = b->q.dimensions;
  for (i = 0; i < b->count; i++) {
    double *ray = b->rays + (size_t)i * (size_t)b->given;
    int zero = 1;
    at.item = i + 1;
    for (k = 0; k < b->given; k++) {
      ray[k] += 0.0; /* never -0.0 */
      if (!args_finite(ray[k])) {
        char text[ARGS_NUMBER_TEXT];
        ci_args_fail(L, &at, " must be finite, got %s", ci_args_number_text(text, ray[k]));
      }
      if (k >= dimensions && ray[k] != 0) zero = 0;
    }
    if (zero && !family->toward_is_point)
      ci_args_fail(L, &at, ": the %s must not be zero", family->toward);
  }
}

/* ---- Answers ----------------------------------------------------------------------------------
 */

static void cast_rays(lua_State *L, batch *b) {
  int i, k, dimensions = b->q.dimensions, top = lua_gettop(L), targets;
  for (i = 0; i < b->count; i++) {
    const double *ray = b->rays + (size_t)i * (size_t)b->given;
    double *answer = b->answers + (size_t)i * (size_t)b->told;
    result_hit hit;
    for (k = 0; k < dimensions; k++) {
      b->q.cast.start[k] = ray[k];
      b->q.cast.toward[k] = ray[dimensions + k];
    }
    if (ci_cast_find(L, &b->q, &hit, &targets)) {
      answer[0] = hit.of.hit.t;
      for (k = 0; k < dimensions; k++) answer[1 + k] = hit.of.hit.normal[k];
      answer[1 + dimensions] = hit.index > 0 ? hit.index : 1;
    } else {
      answer[0] = HUGE_VAL;
      for (k = 0; k <= dimensions; k++) answer[1 + k] = 0;
    }
    lua_settop(L, top);
  }
}

static void push_answers(lua_State *L, const batch *b) {
  int i, table, count = b->count * b->told;
  if (b->q.into != 0) {
    ci_into_reserve(L, b->q.into, count);
    lua_pushvalue(L, b->q.into);
  } else {
    lua_createtable(L, count, 0);
  }
  table = lua_gettop(L);
  for (i = 0; i < count; i++) {
    if (i % b->told == b->told - 1)
      compat_pushwhole(L, b->answers[i]);
    else
      result_push_number(L, b->answers[i]);
    lua_rawseti(L, table, i + 1);
  }
  if (b->q.into != 0) ci_into_cut(L, b->q.into, count);
}

static int cast_many(lua_State *L, const cast_family *family) {
  batch b;
  ci_cast_read_many(L, family, &b.q);
  b.given = 2 * b.q.dimensions;
  b.told = b.q.dimensions + 2;
  read_rays(L, &b);
  check_rays(L, family, &b);
  cast_rays(L, &b);
  push_answers(L, &b);
  return_room(L, &b);
  return 1;
}

static int l_raycast_many(lua_State *L) {
  return cast_many(L, &ci_cast_families[COLLIDE_CAST_RAY]);
}

static int l_segmentcast_many(lua_State *L) {
  return cast_many(L, &ci_cast_families[COLLIDE_CAST_SEGMENT]);
}

const binding ci_cast_many_bindings[] = {
    {"raycast_many", l_raycast_many,
     IN_MODULE | IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP | IN_WORLD},
    {"segmentcast_many", l_segmentcast_many,
     IN_MODULE | IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP | IN_WORLD},
    {NULL, NULL, 0}};

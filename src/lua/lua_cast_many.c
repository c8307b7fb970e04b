/* SPDX-License-Identifier: MIT
 *
 * raycast_many and segmentcast_many: many casts in one call.
 *
 * All rays are read, checked and cast before anything is written, so an error leaves `into`
 * unchanged. The numbers lie in a userdata that is kept for the next call. During a call it is
 * taken out of its place, because a filter may make such a call too.
 */
#include "../number/fp.h"
#include "lua_cast.h"

#include <limits.h>
#include <string.h>

#include "lua_roster.h"

enum { MOST_RAYS = 1 << 26 };

typedef struct batch {
  query q;
  int count, given, told; /* the number of rays, and of the numbers that each takes and returns */
  double *rays, *answers;
  int room; /* the stack index of their userdata */
} batch;

/* ---- Rays --------------------------------------------------------------------------------- */

static void fail_count(lua_State *L, const batch *b, double numbers) {
  args_place at = ci_args_at(2, "rays");
  ci_args_fail(L, &at, ": got %s number%s, each takes %d", ci_args_number_text(L, numbers),
               numbers == 1 ? "" : "s", b->given);
}

/* Sets the number of rays from the number of numbers. */
static void set_count(lua_State *L, batch *b, double numbers) {
  double rays = floor(numbers / b->given);
  args_place at = ci_args_at(2, "rays");
  if (b->q.options.count > 0) {
    if (b->q.options.count > rays) {
      at = ci_args_at(3, "count");
      ci_args_fail(L, &at, ": there %s only %d ray%s", rays == 1 ? "is" : "are", (int)rays,
                   rays == 1 ? "" : "s");
    }
    rays = b->q.options.count;
  } else if (rays * b->given != numbers) {
    fail_count(L, b, numbers);
  }
  if (rays > (int)MOST_RAYS) ci_args_fail(L, &at, ": the limit is %d", (int)MOST_RAYS);
  b->count = (int)rays;
}

/* Takes the kept userdata, or makes a larger one. */
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

/* Raises an error for a table of tables and for a table without items. */
static void check_flat(lua_State *L) {
  args_place at = ci_args_at(2, "rays");
  lua_rawgeti(L, 2, 1);
  if (lua_istable(L, -1))
    ci_args_fail(L, &at,
                 ": one flat array of numbers expected, got a table at [1]; what each ray takes "
                 "stands there one after the other");
  if (lua_isnil(L, -1)) {
    if (lua_next(L, 2))
      ci_args_fail(L, &at, ": array of numbers expected, got a table without [1]");
    lua_pushnil(L); /* lua_next popped the nil */
  }
  lua_pop(L, 1);
}

static void read_table(lua_State *L, batch *b) {
  enum { SOME = 32 }; /* values to pop at once, because each pop is a call of the API */
  args_place at = ci_args_at(2, "rays");
  int i, count, top;
  check_flat(L);
  if (lua_rawlen(L, 2) > (size_t)INT_MAX) fail_count(L, b, (double)lua_rawlen(L, 2));
  set_count(L, b, (double)lua_rawlen(L, 2));
  take_room(L, b);
  count = b->count * b->given;
  luaL_checkstack(L, SOME + 8, NULL);
  top = lua_gettop(L);
  for (i = 0; i < count; i++) {
    if (i % SOME == 0) lua_settop(L, top);
    if (compat_rawgeti(L, 2, i + 1) != LUA_TNUMBER) {
      at.item = i + 1;
      ci_args_fail(L, &at, ": number expected, got %s", ci_args_type(L, lua_gettop(L)));
    }
    b->rays[i] = lua_tonumber(L, -1);
  }
  lua_settop(L, top);
}

/* Makes room for the rays in this many bytes. */
static void take_bytes(lua_State *L, batch *b, size_t size) {
  args_place at = ci_args_at(2, "rays");
  if (size % sizeof(double) != 0 && b->q.options.count == 0)
    ci_args_fail(L, &at, ": packed doubles expected, got %d bytes", (int)size);
  set_count(L, b, floor((double)size / (double)sizeof(double)));
  take_room(L, b);
}

static void copy_bytes(batch *b, const void *bytes) {
  memcpy(b->rays, bytes, (size_t)b->count * (size_t)b->given * sizeof(double));
}

/* Calls a method of argument 2 and leaves its result on the stack. Returns 0 if it is missing. */
static int call_method(lua_State *L, const char *name) {
  ci_args_push_member(L, 2, name);
  if (!lua_isfunction(L, -1)) return 0;
  lua_pushvalue(L, 2);
  lua_call(L, 1, 1);
  return 1;
}

/* Reads LÖVE's Data, whose methods give its size and the address of its bytes. Making room may run
 * finalizers, which may release the Data. So the address is read after that. It is a light
 * userdata, which a script cannot make. */
static int read_data(lua_State *L, batch *b) {
  double size;
  if (lua_type(L, 2) != LUA_TUSERDATA || !call_method(L, "getSize") ||
      lua_type(L, -1) != LUA_TNUMBER)
    return 0;
  size = lua_tonumber(L, -1);
  if (!(size >= 0 && size <= 1e15)) return 0;
  take_bytes(L, b, (size_t)size);
  if (!call_method(L, "getPointer") || lua_type(L, -1) != LUA_TLIGHTUSERDATA) return 0;
  if (lua_touserdata(L, -1) == NULL) return 0;
  copy_bytes(b, lua_touserdata(L, -1));
  return 1;
}

/* Calls a function of LuaJIT's ffi, the library at index `ffi`, with the name of a type (or NULL)
 * and argument 2. Leaves the result on the stack. If it raises, returns 0 and leaves nothing. */
static int call_ffi(lua_State *L, int ffi, const char *name, const char *type) {
  lua_getfield(L, ffi, name);
  if (type != NULL) lua_pushstring(L, type);
  lua_pushvalue(L, 2);
  if (lua_pcall(L, type != NULL ? 2 : 1, 1, 0) == 0) return 1;
  lua_pop(L, 1);
  return 0;
}

/* The name of the argument's type, as in "ctype<double [8]>", or "". It stays on the stack. */
static const char *ctype_of(lua_State *L, int ffi) {
  if (call_ffi(L, ffi, "typeof", NULL) && luaL_callmeta(L, -1, "__tostring") &&
      lua_type(L, -1) == LUA_TSTRING)
    return lua_tostring(L, -1);
  return "";
}

/* The number of bytes. A pointer has no length, so `count` decides. */
static size_t bytes_of_cdata(lua_State *L, int ffi, const char *type, const batch *b) {
  size_t length = strlen(type);
  if (length > 2 && strcmp(type + length - 2, "*>") == 0)
    return (size_t)b->q.options.count * (size_t)b->given * sizeof(double);
  return call_ffi(L, ffi, "sizeof", NULL) ? (size_t)lua_tonumber(L, -1) : 0;
}

/* Reads LuaJIT's cdata: doubles, or structs of doubles. ffi.cast would take integers and types for
 * an address; ffi.new refuses them. */
static int read_cdata(lua_State *L, batch *b) {
  args_place at = ci_args_at(2, "rays");
  const void *bytes;
  const char *type;
  int ffi;
  if (lua_type(L, 2) != COMPAT_TCDATA) return 0;
  if (b->q.options.count == 0) ci_args_fail(L, &at, ": a cdata needs the option count");
  lua_getglobal(L, "require");
  lua_pushliteral(L, "ffi");
  lua_call(L, 1, 1);
  ffi = lua_gettop(L);
  type = ctype_of(L, ffi);
  if ((strstr(type, "double") == NULL && strstr(type, "struct") == NULL &&
       strstr(type, "void *") == NULL) ||
      !call_ffi(L, ffi, "new", "const void *") || lua_type(L, -1) != COMPAT_TCDATA)
    ci_args_fail(L, &at, ": doubles expected, or a pointer to them, got another cdata");
  bytes = *(const void *const *)lua_topointer(L, -1); /* the address in the cdata */
  if (bytes == NULL) ci_args_fail(L, &at, ": got a null pointer");
  take_bytes(L, b, bytes_of_cdata(L, ffi, type, b));
  copy_bytes(b, bytes);
  return 1;
}

static void read_rays(lua_State *L, batch *b) {
  args_place at = ci_args_at(2, "rays");
  size_t size;
  if (lua_istable(L, 2)) {
    read_table(L, b);
  } else if (lua_type(L, 2) == LUA_TSTRING) {
    const char *bytes = lua_tolstring(L, 2, &size);
    take_bytes(L, b, size);
    copy_bytes(b, bytes);
  } else if (!read_cdata(L, b) && !read_data(L, b)) {
    ci_args_fail(L, &at, ": array of numbers, string or Data expected, got %s", ci_args_type(L, 2));
  }
}

static void check_rays(lua_State *L, const batch *b) {
  args_place at = ci_args_at(2, "rays");
  int i, k, dimensions = b->q.dimensions;
  for (i = 0; i < b->count; i++) {
    double *ray = b->rays + (size_t)i * (size_t)b->given;
    int zero = b->q.cast.kind == COLLIDE_CAST_RAY;
    at.item = i + 1;
    for (k = 0; k < b->given; k++) {
      ray[k] += 0.0; /* never -0.0 */
      args_check_range(L, &at, ray[k]);
      if (k >= dimensions && ray[k] != 0) zero = 0;
    }
    if (zero) ci_args_fail(L, &at, ": the direction must not be zero");
  }
}

/* ---- Answers ----------------------------------------------------------------------------- */

/* Casts all rays. An answer is t, the normal and the index. A miss gives infinity and zeros. */
static void cast_rays(lua_State *L, batch *b) {
  const collide_hit *hit = &b->q.hit.of.hit;
  int i, k, dimensions = b->q.dimensions, top = lua_gettop(L);
  for (i = 0; i < b->count; i++) {
    const double *ray = b->rays + (size_t)i * (size_t)b->given;
    double *answer = b->answers + (size_t)i * (size_t)b->told;
    int found;
    for (k = 0; k < dimensions; k++) {
      b->q.cast.start[k] = ray[k];
      b->q.cast.toward[k] = ray[dimensions + k];
    }
    b->q.toward.item = i + 1;
    found = ci_query_find_hit(L, &b->q);
    if (found) ci_hits_check(L, &b->q.toward, b->q.cast.toward, &b->q.hit);
    lua_settop(L, top);
    answer[0] = found ? hit->t : HUGE_VAL;
    for (k = 0; k < dimensions; k++) answer[1 + k] = found ? hit->normal[k] : 0;
    answer[1 + dimensions] = !found ? 0 : b->q.hit.index > 0 ? b->q.hit.index : 1;
  }
}

static void push_answers(lua_State *L, const batch *b) {
  int i, k, at = 0, table, count = b->count * b->told, last = b->told - 1;
  const double *answer = b->answers;
  if (b->q.options.into != 0)
    lua_pushvalue(L, b->q.options.into);
  else
    lua_createtable(L, count, 0);
  table = lua_gettop(L);
  for (i = 0; i < b->count; i++, answer += b->told) {
    for (k = 0; k < last; k++) {
      result_push_number(L, answer[k]);
      lua_rawseti(L, table, ++at);
    }
    compat_pushwhole(L, answer[last]);
    lua_rawseti(L, table, ++at);
  }
  if (b->q.options.into != 0) ci_into_cut(L, b->q.options.into, count);
}

/* Raises an error if starts and directions are in two arrays. */
static void check_not_two_arrays(lua_State *L) {
  args_place at = ci_args_at(2, "rays");
  if (!lua_istable(L, 2) || !lua_istable(L, 3)) return;
  lua_rawgeti(L, 3, 1);
  if (!lua_isnil(L, -1))
    ci_args_fail(L, &at,
                 ": one flat array of numbers expected, got two arrays; what each ray takes stands "
                 "in one, one after the other");
  lua_pop(L, 1);
}

static int cast_many(lua_State *L, collide_cast_kind kind) {
  const query_row *row = &ci_cast_many_rows[kind];
  batch b;
  check_not_two_arrays(L);
  ci_query_begin(L, &b.q, row, ANSWER_BEST);
  row->read(L, &b.q);
  b.given = 2 * b.q.dimensions;
  b.told = b.q.dimensions + 2;
  read_rays(L, &b);
  check_rays(L, &b);
  cast_rays(L, &b);
  push_answers(L, &b);
  return_room(L, &b);
  return 1;
}

static int l_raycast_many(lua_State *L) {
  return cast_many(L, COLLIDE_CAST_RAY);
}

static int l_segmentcast_many(lua_State *L) {
  return cast_many(L, COLLIDE_CAST_SEGMENT);
}

const binding ci_cast_many_bindings[] = {
    {"raycast_many", l_raycast_many, IN_MODULE | IN_TARGETS},
    {"segmentcast_many", l_segmentcast_many, IN_MODULE | IN_TARGETS},
    {NULL, NULL, 0}};

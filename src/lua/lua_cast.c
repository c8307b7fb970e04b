/* SPDX-License-Identifier: MIT
 *
 * raycast, segmentcast and linecast, each with _any and _all; raycast_many and segmentcast_many.
 */
#include "../number/fp.h"

#include <limits.h>
#include <string.h>

#include "../narrow/cast_numbers.h"
#include "lua_query.h"
#include "lua_roster.h"

/* ---- Options ------------------------------------------------------------------------------ */

static void read_options(lua_State *L, int arg, query *q) {
  args_place at = ci_args_at(arg, NULL);
  ci_options_read_query(L, arg, ci_options_of_casts, ci_query_options(q), &q->options);
  q->cast.max = q->options.max;
  q->cast.flags = q->options.flags;
  if (!(q->cast.flags & COLLIDE_CORNERS_AHEAD)) return;
  if (q->cast.flags & COLLIDE_CELLS_CLOSED)
    ci_args_fail(L, &at, "corners and rule exclude each other: closed cells touch at corners");
  at.name = "corners";
  if (q->has_lone && q->lone.kind == COLLIDE_TARGET_GRID && q->lone.of.grid->form_count != 0)
    ci_args_fail(L, &at,
                 ": the grid has shapes, which are closed sets and touch at corners; leave it out, "
                 "or cast at a copy of the grid without shapes");
}

/* Raises an error for a value in the place of options. The message suggests a correction. */
static void fail_options(lua_State *L, int arg, const query *q) {
  const char *hint = "";
  if (lua_type(L, arg) == LUA_TSTRING) hint = "; pass a layer as {only=...} or {ignore=...}";
  if (ci_args_is_numbers(L, arg))
    hint = "; the form of the vectors decides, and batches always answer in numbers";
  if (lua_type(L, arg) == LUA_TFUNCTION) hint = "; pass a function as {filter=...}";
  if (lua_type(L, arg) == LUA_TUSERDATA)
    hint = "; pass a shape to skip as {ignore=...}, and several targets as an array";
  if (lua_type(L, arg) == LUA_TNUMBER)
    hint = q->cast.kind == COLLIDE_CAST_SEGMENT ? "; a segment ends at its second point"
                                                : "; a line has no end";
  ci_args_fail_at(
      L, arg, NULL, "%s expected, got %s%s",
      q->row->options & OPTION_MAX ? "max (number) or options (table)" : "options (table)",
      ci_args_type(L, arg), hint);
}

/* Reads the arguments after the vectors: options, or for a ray `max`. */
static void read_last(lua_State *L, int arg, query *q) {
  int type = lua_type(L, arg);
  if (type == LUA_TNUMBER && lua_istable(L, arg + 1)) {
    args_place at = ci_args_at(arg + 1, NULL);
    ci_args_fail(L, &at, "unexpected argument, got table; max is an option, {max=...}");
  }
  ci_args_end(L, arg + 1);
  if (type == LUA_TNUMBER && (q->row->options & OPTION_MAX)) {
    args_place at = ci_args_at(arg, "max");
    q->cast.max = ci_options_max(L, &at, arg);
  } else if (type == LUA_TTABLE) {
    read_options(L, arg, q);
  } else if (type != LUA_TNIL && type != LUA_TNONE) {
    fail_options(L, arg, q);
  }
}

/* ---- The target and the vectors --------------------------------------------------------- */

/* The names of the two vectors, by kind of cast. */
typedef struct vector_names {
  const char *start, *toward;
} vector_names;

static const vector_names names[] = {
    {"origin", "direction"}, {"from", "to"}, {"point", "direction"}};

/* Reads the target. The members of a table are read later. */
static void read_target(lua_State *L, query *q) {
  object target;
  object_kind kind = ci_object_at(L, 1, &target);
  q->target = 1;
  q->has_lone = kind != OBJECT_NONE && kind != OBJECT_WORLD;
  q->dimensions = kind != OBJECT_NONE ? target.dimensions : ci_members_dimensions(L, 1);
  if (q->has_lone) q->lone = target.target;
  q->near.cast = &q->cast;
  q->cast.kind = (collide_cast_kind)q->row->form;
  q->cast.max = q->options.max;
  q->cast.flags = 0;
  q->cast.start[2] = q->cast.toward[2] = 0;
}

/* For a target without dimensions: the number of components of the first vector, or the dimensions
 * that the number of arguments implies. `max` may follow the numbers. */
static int count_dimensions(lua_State *L, const vector_names *named) {
  static const args_size as_it_comes = {0, "2 or 3 are expected"};
  args_place at = ci_args_at(2, named->start);
  int count = ci_args_count_numbers(L, 2);
  double v[3];
  if (count == 0) return ci_args_vector_value(L, &at, 2, as_it_comes, v);
  if (count > 3 && count < 8) return count < 6 ? 2 : 3;
  if ((count == 2 || count == 3) && ci_args_may_hold(lua_type(L, 2 + count))) return count;
  return ci_args_fail(L, &at, " and %s: got %d number%s, expected 4 in 2D or 6 in 3D",
                      named->toward, count, count == 1 ? "" : "s");
}

static void read_vectors(lua_State *L, const vector_names *named, query *q, int *arg) {
  static const args_size sizes[] = {{2, "a 2D target takes 2"}, {3, "a 3D target takes 3"}};
  args_size size = sizes[q->dimensions - 2];
  q->numbers = ci_args_vector(L, arg, named->start, size, q->cast.start);
  q->toward = ci_args_at(*arg, named->toward);
  if (q->dimensions == 2) {
    int count = q->numbers && lua_type(L, 7) == LUA_TNUMBER ? ci_args_count_numbers(L, 2) : 0;
    if (count > 5) {
      args_place at = ci_args_at(2, named->start);
      ci_args_fail(L, &at, " and %s: got %d numbers, a 2D target takes 4", named->toward, count);
    }
  }
  ci_args_vector(L, arg, named->toward, size, q->cast.toward);
  if (q->cast.kind != COLLIDE_CAST_SEGMENT && q->cast.toward[0] == 0 && q->cast.toward[1] == 0 &&
      q->cast.toward[2] == 0)
    ci_args_fail(
        L, &q->toward,
        " must not be zero; first test whether both points are equal, or call segmentcast");
}

static void read_cast(lua_State *L, query *q) {
  const vector_names *named = &names[q->row->form];
  int arg = 2;
  read_target(L, q);
  if (q->dimensions == 0) q->dimensions = count_dimensions(L, named);
  read_vectors(L, named, q, &arg);
  if (lua_gettop(L) >= arg) read_last(L, arg, q);
}

/* The options are argument 3. */
static void read_many(lua_State *L, query *q) {
  read_target(L, q);
  q->numbers = 1;
  q->toward = ci_args_at(2, "rays");
  if (q->dimensions == 0)
    ci_args_fail_at(L, 1, "target",
                    ": a target with a member expected, or a world with dimensions");
  if (lua_gettop(L) >= 3) read_last(L, 3, q);
}

/* ---- Search ------------------------------------------------------------------------------- */

static int find_nearest(query *q, const many_query *many, many_place *place) {
  collide_target_hit *hit = q->answer == ANSWER_ANY ? NULL : &q->hit.of;
  int found;
  if (many->source != NULL) {
    found = ci_cast_given(&q->cast, many->source, hit, &place->number);
    if (found && hit != NULL) place->index = hit->index;
    return found;
  }
  found = ci_world_cast(many->world, &q->cast, many->select, hit);
  if (found && hit != NULL) place->number = hit->index;
  return found;
}

/* The search has written the other fields. */
static void to_hit(query *q, const void *answer, result_hit *hit) {
  (void)answer;
  hit->dimensions = q->dimensions;
  hit->kind = RESULT_CAST;
  hit->mover_part = 0;
}

static const query_test test = {find_nearest, NULL, 0, to_hit};

enum {
  OPTIONS =
      OPTIONS_OF_MEMBERS | OPTION_CORNERS | OPTION_INTO | OPTION_LIMIT | OPTION_RULE | OPTION_FACES,
  OPTIONS_OF_SEGMENTS = OPTIONS | OPTION_INSIDE,
  OPTIONS_OF_RAYS = OPTIONS_OF_SEGMENTS | OPTION_MAX
};

/* By kind of cast. */
static const query_row rows[] = {{&test, read_cast, OPTIONS_OF_RAYS, COLLIDE_CAST_RAY},
                                 {&test, read_cast, OPTIONS_OF_SEGMENTS, COLLIDE_CAST_SEGMENT},
                                 {&test, read_cast, OPTIONS, COLLIDE_CAST_LINE}};

static const query_row many_rows[] = {
    {&test, read_many, OPTIONS_OF_RAYS | OPTION_COUNT, COLLIDE_CAST_RAY},
    {&test, read_many, OPTIONS_OF_SEGMENTS | OPTION_COUNT, COLLIDE_CAST_SEGMENT}};

/* ---- Numbers -------------------------------------------------------------------------------
 *
 * Casts in numbers without options, at one object. The geometry of a cast takes about 200
 * instructions, and a call of Lua's API takes 10 to 40. So this code is inlined into six functions,
 * with the kind of cast and the number of dimensions constant, and reads each argument once. */

typedef struct number_cast {
  const collide_shape *shape; /* NULL: the target is `target` or `world` */
  collide_target target;
  collide_world *world; /* or NULL */
  int dimensions;
  double start[3], toward[3], max;
} number_cast;

/* Reads argument 1: a shape, grid, mesh or world. Returns 0 for other targets; the slow path reads
 * them. */
COMPAT_INLINE int read_object(lua_State *L, number_cast *c) {
  seal_home *home = seal_here(L);
  const described *shape = description_of(L, 1, home);
  object target;
  if (shape != NULL) {
    c->shape = &shape->shape;
    c->dimensions = description_dimensions(shape);
    return 1;
  }
  c->shape = NULL;
  c->world = NULL;
  switch (ci_object_at(L, 1, &target)) {
  case OBJECT_NONE:
  case OBJECT_GROUP:
    return 0;
  case OBJECT_WORLD:
    c->world = world_at(L, 1)->owner->world;
    if (c->world == NULL) return 0;
    break;
  default:
    c->target = target.target;
  }
  c->dimensions = target.dimensions;
  return 1;
}

/* Reads numbers from argument `first` on, like args_read_numbers. */
COMPAT_INLINE int read_vector(lua_State *L, int first, int dimensions, double v[3]) {
  if (lua_type(L, first) != LUA_TNUMBER || lua_type(L, first + 1) != LUA_TNUMBER ||
      (dimensions == 3 && lua_type(L, first + 2) != LUA_TNUMBER))
    return 0;
  v[0] = lua_tonumber(L, first) + 0.0;
  v[1] = lua_tonumber(L, first + 1) + 0.0;
  v[2] = dimensions == 3 ? lua_tonumber(L, first + 2) + 0.0 : 0;
  return 1;
}

COMPAT_INLINE int read_numbers(lua_State *L, int dimensions, number_cast *c) {
  return read_vector(L, 2, dimensions, c->start) &&
         read_vector(L, 2 + dimensions, dimensions, c->toward);
}

/* Returns 1 if the numbers are valid for a cast. cast_numbers makes this check itself. */
static int is_cast(collide_cast_kind kind, const number_cast *c) {
  const double *a = c->start, *b = c->toward;
  if (!limit_holds_cast(a[0], a[1], a[2], b[0], b[1], b[2]) || !(c->max >= 0)) return 0;
  return kind == COLLIDE_CAST_SEGMENT || b[0] != 0 || b[1] != 0 || b[2] != 0;
}

/* Reads a shape, grid, mesh or world, two vectors in numbers, and for a ray perhaps `max`. Returns
 * 0 for all other arguments, valid or not: ci_query then reads them. */
COMPAT_INLINE int read_arguments(lua_State *L, collide_cast_kind kind, number_cast *c) {
  int count = lua_gettop(L), numbers;
  if (count < 5 || !read_object(L, c)) return 0;
  numbers = 2 * c->dimensions;
  c->max = HUGE_VAL;
  if (count != 1 + numbers) {
    if (count != 2 + numbers || kind != COLLIDE_CAST_RAY || lua_type(L, count) != LUA_TNUMBER)
      return 0;
    c->max = lua_tonumber(L, count);
  }
  if (!(c->dimensions == 2 ? read_numbers(L, 2, c) : read_numbers(L, 3, c))) return 0;
  return c->shape != NULL || is_cast(kind, c);
}

/* ---- Answers ------------------------------------------------------------------------ */

COMPAT_INLINE int cast_shape(collide_cast_kind kind, const number_cast *c, collide_hit *hit) {
  const double *a = c->start, *b = c->toward;
  return cast_numbers(c->shape, kind, a[0], a[1], a[2], b[0], b[1], b[2], c->max, hit);
}

/* Casts at a grid, mesh or world. Not inlined: a hit of a grid needs a large stack frame. */
static int cast_target(lua_State *L, collide_cast_kind kind, const number_cast *c, int any) {
  collide_cast cast;
  result_hit found;
  int i, hit;
  cast.kind = kind;
  cast.max = c->max;
  cast.flags = 0;
  for (i = 0; i < 3; i++) {
    cast.start[i] = c->start[i];
    cast.toward[i] = c->toward[i];
  }
  hit = c->world != NULL ? ci_world_cast(c->world, &cast, NULL, any ? NULL : &found.of)
                         : collide_cast_at(&cast, &c->target, any ? NULL : &found.of);
  if (any) {
    lua_pushboolean(L, hit);
    return 1;
  }
  if (!hit) {
    lua_pushnil(L);
    return 1;
  }
  if (!limit_clamp_hit(&found.of.hit)) return ci_query(L, &rows[kind], ANSWER_BEST);
  found.dimensions = c->dimensions;
  found.index = c->world != NULL ? found.of.index : 0;
  found.number = 0;
  found.kind = RESULT_CAST;
  return ci_result_push_numbers(L, &found);
}

COMPAT_INLINE int cast_nearest(lua_State *L, collide_cast_kind kind) {
  collide_hit hit;
  number_cast c;
  int count, found;
  if (!read_arguments(L, kind, &c)) return ci_query(L, &rows[kind], ANSWER_BEST);
  if (c.shape == NULL) return cast_target(L, kind, &c, 0);
  found = cast_shape(kind, &c, &hit);
  if (found == CAST_OTHER) return ci_query(L, &rows[kind], ANSWER_BEST);
  if (!found) {
    lua_pushnil(L);
    return 1;
  }
  if (c.dimensions == 2)
    count = result_push_hit(L, &hit, 2);
  else
    count = result_push_hit(L, &hit, 3);
  lua_pushnil(L); /* the index */
  if (found != CAST_TRIANGLE) return count + 1;
  return count + 1 + ci_result_push_place(L, &hit, 1);
}

COMPAT_INLINE int cast_any(lua_State *L, collide_cast_kind kind) {
  number_cast c;
  int found;
  if (!read_arguments(L, kind, &c)) return ci_query(L, &rows[kind], ANSWER_ANY);
  if (c.shape == NULL) return cast_target(L, kind, &c, 1);
  found = cast_shape(kind, &c, NULL);
  if (found == CAST_OTHER) return ci_query(L, &rows[kind], ANSWER_ANY);
  lua_pushboolean(L, found);
  return 1;
}

/* ---- Many rays --------------------------------------------------------------------------------
 *
 * All rays are read, checked and cast before anything is written, so an error leaves `into`
 * unchanged. The numbers lie in a userdata that is kept for the next call. During a call it is
 * taken out of its place, because a filter may make such a call too. */

enum { MOST_RAYS = 1 << 26 };

typedef struct batch {
  query q;
  int count, given,
      told; /* the rays; the numbers in for each ray; the numbers out for each answer */
  double *rays, *answers;
  int room; /* the stack index of their userdata */
} batch;

static void fail_count(lua_State *L, const batch *b, double numbers) {
  ci_args_fail_at(L, 2, "rays", ": got %s number%s, each takes %d", ci_args_number_text(L, numbers),
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
  ci_scratch_take(L, SCRATCH_RAYS);
  if (lua_touserdata(L, -1) == NULL || lua_rawlen(L, -1) < size) {
    lua_pop(L, 1);
    memset(lua_newuserdata(L, size > 64 ? size : 64), 0, size > 64 ? 64 : 1);
  }
  b->room = lua_gettop(L);
  b->rays = (double *)lua_touserdata(L, b->room);
  b->answers = b->rays + (size_t)b->count * (size_t)b->given;
}

/* Raises an error for a table of tables and for a table without items. */
static void check_flat(lua_State *L) {
  lua_rawgeti(L, 2, 1);
  if (lua_istable(L, -1))
    ci_args_fail_at(L, 2, "rays",
                    ": one flat array of numbers expected, got a table at [1]; what each ray takes "
                    "stands there one after the other");
  if (lua_isnil(L, -1)) {
    if (lua_next(L, 2))
      ci_args_fail_at(L, 2, "rays", ": array of numbers expected, got a table without [1]");
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
  if (size % sizeof(double) != 0 && b->q.options.count == 0)
    ci_args_fail_at(L, 2, "rays", ": packed doubles expected, got %d bytes", (int)size);
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
  size_t size;
  if (lua_istable(L, 2)) {
    read_table(L, b);
  } else if (lua_type(L, 2) == LUA_TSTRING) {
    const char *bytes = lua_tolstring(L, 2, &size);
    take_bytes(L, b, size);
    copy_bytes(b, bytes);
  } else if (!read_cdata(L, b) && !read_data(L, b)) {
    ci_args_fail_at(L, 2, "rays", ": array of numbers, string or Data expected, got %s",
                    ci_args_type(L, 2));
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
  if (!lua_istable(L, 2) || !lua_istable(L, 3)) return;
  lua_rawgeti(L, 3, 1);
  if (!lua_isnil(L, -1))
    ci_args_fail_at(
        L, 2, "rays",
        ": one flat array of numbers expected, got two arrays; what each ray takes stands "
        "in one, one after the other");
  lua_pop(L, 1);
}

static int cast_many(lua_State *L, collide_cast_kind kind) {
  const query_row *row = &many_rows[kind];
  batch b;
  check_not_two_arrays(L);
  ci_query_begin(&b.q, row, ANSWER_BEST);
  row->read(L, &b.q);
  b.given = 2 * b.q.dimensions;
  b.told = b.q.dimensions + 2;
  read_rays(L, &b);
  check_rays(L, &b);
  cast_rays(L, &b);
  push_answers(L, &b);
  ci_scratch_keep(L, SCRATCH_RAYS, b.room);
  return 1;
}

/* ---- Functions for Lua ----------------------------------------------------------------- */

static int l_raycast(lua_State *L) {
  return cast_nearest(L, COLLIDE_CAST_RAY);
}

static int l_raycast_any(lua_State *L) {
  return cast_any(L, COLLIDE_CAST_RAY);
}

static int l_raycast_all(lua_State *L) {
  return ci_query(L, &rows[COLLIDE_CAST_RAY], ANSWER_ALL);
}

static int l_segmentcast(lua_State *L) {
  return cast_nearest(L, COLLIDE_CAST_SEGMENT);
}

static int l_segmentcast_any(lua_State *L) {
  return cast_any(L, COLLIDE_CAST_SEGMENT);
}

static int l_segmentcast_all(lua_State *L) {
  return ci_query(L, &rows[COLLIDE_CAST_SEGMENT], ANSWER_ALL);
}

static int l_linecast(lua_State *L) {
  return cast_nearest(L, COLLIDE_CAST_LINE);
}

static int l_linecast_any(lua_State *L) {
  return cast_any(L, COLLIDE_CAST_LINE);
}

static int l_linecast_all(lua_State *L) {
  return ci_query(L, &rows[COLLIDE_CAST_LINE], ANSWER_ALL);
}

static int l_raycast_many(lua_State *L) {
  return cast_many(L, COLLIDE_CAST_RAY);
}

static int l_segmentcast_many(lua_State *L) {
  return cast_many(L, COLLIDE_CAST_SEGMENT);
}

const binding ci_cast_bindings[] = {
    {"raycast", l_raycast, IN_MODULE | IN_TARGETS},
    {"raycast_any", l_raycast_any, IN_MODULE | IN_TARGETS},
    {"raycast_all", l_raycast_all, IN_MODULE | IN_TARGETS},
    {"segmentcast", l_segmentcast, IN_MODULE | IN_TARGETS},
    {"segmentcast_any", l_segmentcast_any, IN_MODULE | IN_TARGETS},
    {"segmentcast_all", l_segmentcast_all, IN_MODULE | IN_TARGETS},
    {"linecast", l_linecast, IN_MODULE | IN_TARGETS},
    {"linecast_any", l_linecast_any, IN_MODULE | IN_TARGETS},
    {"linecast_all", l_linecast_all, IN_MODULE | IN_TARGETS},
    {"raycast_many", l_raycast_many, IN_MODULE | IN_TARGETS},
    {"segmentcast_many", l_segmentcast_many, IN_MODULE | IN_TARGETS},
    {NULL, NULL, 0}};

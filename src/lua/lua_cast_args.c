/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_cast.h"

#include <string.h>

#include "lua_members.h"
#include "../grid/grid.h"
#include "../target/group.h"
#include "lua_object.h"
#include "lua_mesh.h"
#include "lua_world.h"

/* ---- Differences of the casts -------------------------------------------------- */

enum {
  OPTIONS_OF_ALL =
      OPTIONS_OF_MEMBERS | OPTION_CORNERS | OPTION_INTO | OPTION_LIMIT | OPTION_RULE | OPTION_FACES
};

const cast_family ci_cast_families[] = {
    {COLLIDE_CAST_RAY, "origin", "direction", 0, OPTION_MAX | OPTION_INSIDE | OPTIONS_OF_ALL},
    {COLLIDE_CAST_SEGMENT, "from", "to", 1, OPTION_INSIDE | OPTIONS_OF_ALL},
    {COLLIDE_CAST_LINE, "point", "direction", 0, OPTIONS_OF_ALL}};

/* ---- Options ------------------------------------------------------------- */

static void read_options(lua_State *L, int arg, unsigned options, cast_question *q) {
  args_place at = ci_args_at(arg, NULL);
  q->options.select.arg = arg;
  ci_options_read(L, arg, ci_options_of_casts, options, &q->options);
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
static void fail_options(lua_State *L, int arg, unsigned options, const cast_question *q) {
  args_place at = ci_args_at(arg, NULL);
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
  ci_args_fail(L, &at, "%s expected, got %s%s",
               options & OPTION_MAX ? "max (number) or options (table)" : "options (table)",
               ci_args_type(L, arg), hint);
}

/* Reads the arguments after the vectors: options, or for a ray `max`. */
static void read_last(lua_State *L, int arg, unsigned options, cast_question *q) {
  int type = lua_type(L, arg);
  if (type == LUA_TNUMBER && lua_istable(L, arg + 1)) {
    args_place at = ci_args_at(arg + 1, NULL);
    ci_args_fail(L, &at, "unexpected argument, got table; max is an option, {max=...}");
  }
  ci_args_end(L, arg + 1);
  if (type == LUA_TNUMBER && (options & OPTION_MAX)) {
    args_place at = ci_args_at(arg, "max");
    q->cast.max = ci_options_max(L, &at, arg);
  } else if (type == LUA_TTABLE) {
    read_options(L, arg, options, q);
  } else if (type != LUA_TNIL && type != LUA_TNONE) {
    fail_options(L, arg, options, q);
  }
}

/* ---- The target and the vectors --------------------------------------------- */

/* Reads the target. The members of a table are read later. */
static void read_target(lua_State *L, cast_question *q) {
  object target;
  object_kind kind = ci_object_at(L, 1, &target);
  q->has_world = kind == OBJECT_WORLD;
  q->has_lone = kind != OBJECT_NONE && kind != OBJECT_WORLD;
  q->dimensions = kind != OBJECT_NONE ? target.dimensions : ci_members_dimensions(L, 1);
  if (q->has_lone) q->lone = target.target;
}

/* For a target without dimensions: the number of components of the first vector, or the dimensions
 * that the number of arguments implies. `max` may follow the numbers. */
static int count_dimensions(lua_State *L, const cast_family *family) {
  static const args_size as_it_comes = {0, "2 or 3 are expected"};
  args_place at = ci_args_at(2, family->start);
  int count = ci_args_count_numbers(L, 2);
  double v[3];
  if (count == 0) return ci_args_vector_value(L, &at, 2, as_it_comes, v);
  if (count > 3 && count < 8) return count < 6 ? 2 : 3;
  if ((count == 2 || count == 3) && ci_args_may_hold(lua_type(L, 2 + count))) return count;
  return ci_args_fail(L, &at, " and %s: got %d number%s, expected 4 in 2D or 6 in 3D",
                      family->toward, count, count == 1 ? "" : "s");
}

static void read_vectors(lua_State *L, const cast_family *family, cast_question *q, int *arg) {
  static const args_size sizes[] = {{2, "a 2D target takes 2"}, {3, "a 3D target takes 3"}};
  args_size size = sizes[q->dimensions - 2];
  q->numbers = ci_args_vector(L, arg, family->start, size, q->cast.start);
  q->toward = ci_args_at(*arg, family->toward);
  if (q->dimensions == 2) {
    int count = q->numbers && lua_type(L, 7) == LUA_TNUMBER ? ci_args_count_numbers(L, 2) : 0;
    if (count > 5) {
      args_place at = ci_args_at(2, family->start);
      ci_args_fail(L, &at, " and %s: got %d numbers, a 2D target takes 4", family->toward, count);
    }
    q->cast.start[2] = q->cast.toward[2] = 0;
  }
  ci_args_vector(L, arg, family->toward, size, q->cast.toward);
  if (!family->toward_is_point && q->cast.toward[0] == 0 && q->cast.toward[1] == 0 &&
      q->cast.toward[2] == 0)
    ci_args_fail(
        L, &q->toward,
        " must not be zero; first test whether both points are equal, or call segmentcast");
}

/* Reads the target, and sets all options to their defaults. */
static void begin(lua_State *L, const cast_family *family, cast_question *q) {
  q->cast.kind = family->kind;
  q->options = ci_options_none();
  q->cast.max = q->options.max;
  q->cast.flags = 0;
  read_target(L, q);
}

void ci_cast_read_question(lua_State *L, const cast_family *family, unsigned options,
                           cast_question *q) {
  int arg = 2;
  begin(L, family, q);
  if (q->dimensions == 0) q->dimensions = count_dimensions(L, family);
  read_vectors(L, family, q, &arg);
  if (lua_gettop(L) >= arg) read_last(L, arg, family->options & options, q);
}

void ci_cast_read_many(lua_State *L, const cast_family *family, cast_question *q) {
  unsigned options = (family->options | OPTION_COUNT) & ~(unsigned)OPTION_LIMIT;
  args_place at = ci_args_at(1, "target");
  begin(L, family, q);
  memset(q->cast.start, 0, sizeof q->cast.start);
  memset(q->cast.toward, 0, sizeof q->cast.toward);
  q->numbers = 1;
  q->toward = ci_args_at(2, "rays");
  if (q->dimensions == 0)
    ci_args_fail(L, &at, ": a target with a member expected, or a world with dimensions");
  if (lua_gettop(L) >= 3) read_last(L, 3, options, q);
}

/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_cells.h"

#include "../cells/cells.h"
#include "lua_options.h"

/* ---- Errors ---------------------------------------------------------------- */

int ci_walk_fail_indistinct(lua_State *L, int arg, const char *name, int frame_arg) {
  args_place at = ci_args_at(arg, name);
  return ci_args_fail(L, &at, ": cells are no longer distinct there, %s",
                      lua_isnoneornil(L, frame_arg)
                          ? "the limit is 2^53"
                          : "the limit is 2^51 cells, or 2^53 where size is a power of two "
                            "and origin 0; and no boundary may exceed 1e300");
}

/* Raises an error: a row of numbers ends too early or too late, at argument arg + count. */
static int fail_count(lua_State *L, int arg, int count, const char *name, const char *wants) {
  args_place at = ci_args_at(arg, name);
  int type = lua_type(L, arg + count);
  if (type == LUA_TNONE || type == LUA_TNUMBER || ci_args_may_hold(type)) {
    return ci_args_fail(L, &at, ": got %d number%s, %s", count, count == 1 ? "" : "s", wants);
  }
  at.arg = arg + count;
  return ci_args_fail(L, &at, ": number expected, got %s", ci_args_type(L, at.arg));
}

/* ---- Reading --------------------------------------------------------------- */

/* Finds the arguments `to` and the frame by the number of numbers that come first. Returns the
 * dimensions that these determine, or 0 if `from` is one value. */
static int find_walk_arguments(lua_State *L, walk_question *q) {
  int count = ci_args_count_numbers(L, 1), to_count, dimensions;
  q->numbers = count > 0;
  if (count == 4 || count == 6) {
    dimensions = count / 2;
    q->to_arg = 1 + dimensions;
    q->frame_arg = 1 + count;
    return dimensions;
  }
  if (count == 0) {
    to_count = ci_args_count_numbers(L, 2);
    q->to_arg = 2;
    q->frame_arg = to_count > 0 ? 2 + to_count : 3;
    return 0;
  }
  if ((count == 2 || count == 3) && ci_args_may_hold(lua_type(L, 1 + count))) {
    q->to_arg = 1 + count;
    q->frame_arg = 2 + count;
    return count;
  }
  return fail_count(L, 1, count,
                    count < 2   ? "from"
                    : count < 3 ? "to"
                                : "from and to",
                    "expected 4 in 2D or 6 in 3D");
}

/* Reads the fields of the frame that are options. `limit` and `into` are for `trace`. */
static void read_options(lua_State *L, int traces, walk_question *q) {
  enum { OF_ALL = 1, OF_TRACES = 2 };
  static const option_row rows[] = {
      OPTION_WORD("rule", OF_ALL, walk_question, closed, "closed", NULL, 1),
      OPTION_ROW("limit", OF_TRACES, ci_option_limit, walk_question, limit),
      OPTION_ROW("into", OF_TRACES, ci_option_table, walk_question, into), OPTION_END};
  args_place at = ci_args_at(q->frame_arg, "into");
  if (lua_isnoneornil(L, q->frame_arg)) return;
  ci_options_read_known(L, q->frame_arg, rows, traces ? OF_ALL | OF_TRACES : OF_ALL, q);
  if (q->into != 0 && !q->numbers)
    ci_args_fail(L, &at,
                 " is only for points in numbers; groups of points in tables are always new");
}

/* Reads two points in numbers without a frame. Returns 0 for any other arguments. */
static int read_numbers(lua_State *L, walk_question *q) {
  int count = lua_gettop(L), dimensions = count / 2;
  if ((count != 4 && count != 6) || !args_read_numbers(L, 1, dimensions, q->from) ||
      !args_read_numbers(L, 1 + dimensions, dimensions, q->to))
    return 0;
  q->frame = collide_unit_frame(dimensions);
  q->numbers = 1;
  q->to_arg = 1 + dimensions;
  q->frame_arg = 1 + count;
  return 1;
}

/* Reads the first point, and checks the frame, the last argument. `told` is the number of numbers
 * of the point, or 0. Returns the dimensions. */
static int read_first(lua_State *L, walk_question *q, const char *name, int told) {
  args_place at = ci_args_at(1, name);
  int dimensions, arg = 1;
  if (told == 0 && !ci_args_may_hold(lua_type(L, 1))) ci_args_fail_vector(L, &at, 1);
  ci_args_end(L, q->frame_arg + 1);
  dimensions = ci_frame_dimensions(L, q->frame_arg, 0, 0);
  if (told == 0) return ci_args_vector_value(L, &at, 1, ci_frame_sizes[dimensions], q->from);
  if (dimensions != 0 && told != dimensions)
    fail_count(L, 1, told, name, ci_frame_sizes[dimensions].wants);
  ci_args_vector(L, &arg, name, ci_frame_sizes[told], q->from);
  return told;
}

void ci_walk_read(lua_State *L, walk_question *q, int traces) {
  int dimensions, arg;
  q->closed = q->limit = q->into = 0;
  if (read_numbers(L, q)) return;
  dimensions = read_first(L, q, "from", find_walk_arguments(L, q));
  arg = q->to_arg;
  if (lua_type(L, arg) == LUA_TNUMBER && ci_args_count_numbers(L, arg) < dimensions)
    fail_count(L, arg, ci_args_count_numbers(L, arg), "to", ci_frame_sizes[dimensions].wants);
  ci_args_vector(L, &arg, "to", ci_frame_sizes[dimensions], q->to);
  if (arg != q->frame_arg)
    fail_count(L, q->to_arg, q->frame_arg - q->to_arg, "to", ci_frame_sizes[dimensions].wants);
  q->frame = ci_cells_read_frame(L, q->frame_arg, dimensions);
  read_options(L, traces, q);
}

void ci_walk_read_point(lua_State *L, walk_question *q) {
  int count = lua_gettop(L), is_quick = count == 2 || count == 3;
  q->frame_arg = 1 + count;
  q->numbers = 1;
  if (is_quick && args_read_numbers(L, 1, count, q->from)) {
    q->frame = collide_unit_frame(count);
    return;
  }
  count = ci_args_count_numbers(L, 1);
  q->numbers = count > 0;
  q->frame_arg = count > 0 ? 1 + count : 2;
  if (count == 1 || count > 3) fail_count(L, 1, count, "point", ci_frame_sizes[0].wants);
  q->frame = ci_cells_read_frame(L, q->frame_arg, read_first(L, q, "point", count));
}

/* At its start a closed walk has more cells than the cell of `from`. If only these are not
 * distinct, the error names `from`. */
void ci_walk_begin(lua_State *L, const walk_question *q, collide_walk *walk) {
  int64_t cell[3];
  if (!q->closed && collide_walk_begin(walk, &q->frame, q->from, q->to)) return;
  if (q->closed && ci_walk_begin_closed(walk, &q->frame, q->from, q->to)) return;
  if (!collide_cell_at(&q->frame, q->from, cell) ||
      (q->closed && collide_walk_begin(walk, &q->frame, q->from, q->to)))
    ci_walk_fail_indistinct(L, 1, "from", q->frame_arg);
  ci_walk_fail_indistinct(L, q->to_arg, "to", q->frame_arg);
}

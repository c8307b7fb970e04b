/* SPDX-License-Identifier: MIT
 *
 * cells, trace and cell_at, their arguments, and frames: the places of the boundaries between
 * cells.
 */
#include "../number/fp.h"
#include "lua_cells.h"

#include <limits.h>
#include <string.h>

#include "../cells/cells.h"
#include "lua_options.h"
#include "lua_result.h"
#include "lua_seal.h"

/* The number of components of a point, by the dimensions of its frame. For 0 it is 2 or 3. */
static const args_size frame_sizes[] = {
    {0, "2 or 3 are expected"}, {0, NULL}, {2, "a 2D grid takes 2"}, {3, "a 3D grid takes 3"}};

/* Checks that argument `arg` is a frame or nil. It may also have the integers 1 to `items` as keys.
 * Does not read the fields `limit` and `into`: `trace` uses them, and one frame serves all
 * functions. Returns the dimensions that the frame names, or 0. */
static int frame_dimensions(lua_State *L, int arg, int items, int is_grid) {
  static const char *const names[] = {"limit",  "into", "rule", "dimensions",
                                      "origin", "size", NULL};
  static const char *const grid_names[] = {"layer",      "shapes", "one_way", "limit", "into",
                                           "dimensions", "origin", "size",    NULL};
  args_place at = ci_args_at(arg, "frame");
  if (lua_isnoneornil(L, arg)) return 0;
  if (!lua_istable(L, arg))
    ci_args_fail(L, &at, ": table expected, got %s; for example {size=16}", ci_args_type(L, arg));
  at.name = NULL;
  ci_args_only(
      L, &at, arg, "field", is_grid ? grid_names : names, items,
      is_grid
          ? "a grid takes dimensions, size, origin, shapes, one_way and layer, and has no bounds"
          : "a frame takes size, origin, dimensions and rule, in trace also limit and "
            "into");
  return ci_args_dimensions(L, &at, arg);
}

/* Reads a number for all axes, or a vector. Does nothing if the field is nil. Returns the number of
 * components of a vector, which may have 2 or 3 if `dimensions` is 0; else 0. */
static int read_axes(lua_State *L, int arg, const char *name, int dimensions, double *axes) {
  args_place at = ci_args_at(arg, name);
  int i, index, count = 0;
  lua_getfield(L, arg, name);
  index = lua_gettop(L);
  if (lua_type(L, index) == LUA_TNUMBER)
    for (i = 0; i < dimensions; i++) axes[i] = ci_args_number(L, &at, index);
  else if (!lua_isnil(L, index))
    count = ci_args_vector_value(L, &at, index, frame_sizes[dimensions], axes);
  lua_pop(L, 1);
  return count;
}

collide_grid_frame ci_cells_read_frame(lua_State *L, int arg, int dimensions) {
  collide_grid_frame frame = collide_unit_frame(dimensions);
  args_place at = ci_args_at(arg, "size");
  if (lua_isnoneornil(L, arg)) return frame;
  read_axes(L, arg, at.name, dimensions, frame.size);
  read_axes(L, arg, "origin", dimensions, frame.origin);
  ci_args_check_positive(L, &at, frame.size, dimensions);
  return frame;
}

collide_grid_frame ci_cells_read_grid_frame(lua_State *L, int arg, int items, int dimensions) {
  double axes[3];
  int told;
  if (lua_isnoneornil(L, arg)) return collide_unit_frame(dimensions);
  if (!lua_istable(L, arg))
    ci_args_fail_at(L, arg, NULL, "table expected, got %s; for example grid{dimensions=2}",
                    ci_args_type(L, arg));
  told = frame_dimensions(L, arg, items, 1);
  if (told == 0) told = read_axes(L, arg, "size", 0, axes);
  if (told == 0) told = read_axes(L, arg, "origin", 0, axes);
  return ci_cells_read_frame(L, arg, told != 0 ? told : dimensions);
}

/* ---- Errors ---------------------------------------------------------------- */

/* Raises an error: cells are no longer distinct at the point that is argument `arg`. */
static int walk_fail_indistinct(lua_State *L, int arg, const char *name, int frame_arg) {
  return ci_args_fail_at(L, arg, name, ": cells are no longer distinct there, %s",
                         lua_isnoneornil(L, frame_arg)
                             ? "the limit is 2^53"
                             : "the limit is 2^51 cells, or 2^53 where size is a power of two "
                               "and origin 0; and no boundary may exceed 1e300");
}

/* Raises an error: a row of numbers ends too early or too late, at argument arg + count. */
static int fail_count(lua_State *L, int arg, int count, const char *name, const char *wants) {
  args_place at = ci_args_at(arg, name);
  int type = lua_type(L, arg + count);
  if (type == LUA_TNONE || type == LUA_TNUMBER || ci_args_may_hold(type))
    return ci_args_fail(L, &at, ": got %d number%s, %s", count, count == 1 ? "" : "s", wants);
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
  if (lua_isnoneornil(L, q->frame_arg)) return;
  ci_options_read_known(L, q->frame_arg, rows, traces ? OF_ALL | OF_TRACES : OF_ALL, q);
  if (q->into != 0 && !q->numbers)
    ci_args_fail_at(L, q->frame_arg, "into",
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
  dimensions = frame_dimensions(L, q->frame_arg, 0, 0);
  if (told == 0) return ci_args_vector_value(L, &at, 1, frame_sizes[dimensions], q->from);
  if (dimensions != 0 && told != dimensions)
    fail_count(L, 1, told, name, frame_sizes[dimensions].wants);
  ci_args_vector(L, &arg, name, frame_sizes[told], q->from);
  return told;
}

/* Reads all arguments. With `traces`, also reads the fields `limit` and `into` of the frame, and
 * leaves `into` on the stack. */
static void walk_read(lua_State *L, walk_question *q, int traces) {
  int dimensions, arg;
  q->closed = q->limit = q->into = 0;
  if (read_numbers(L, q)) return;
  dimensions = read_first(L, q, "from", find_walk_arguments(L, q));
  arg = q->to_arg;
  if (lua_type(L, arg) == LUA_TNUMBER && ci_args_count_numbers(L, arg) < dimensions)
    fail_count(L, arg, ci_args_count_numbers(L, arg), "to", frame_sizes[dimensions].wants);
  ci_args_vector(L, &arg, "to", frame_sizes[dimensions], q->to);
  if (arg != q->frame_arg)
    fail_count(L, q->to_arg, q->frame_arg - q->to_arg, "to", frame_sizes[dimensions].wants);
  q->frame = ci_cells_read_frame(L, q->frame_arg, dimensions);
  read_options(L, traces, q);
}

/* Reads the arguments of `cell_at`: `from`, `frame` and `frame_arg`. */
static void walk_read_point(lua_State *L, walk_question *q) {
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
  if (count == 1 || count > 3) fail_count(L, 1, count, "point", frame_sizes[0].wants);
  q->frame = ci_cells_read_frame(L, q->frame_arg, read_first(L, q, "point", count));
}

/* Begins a walk. Raises an error if cells are no longer distinct. At its start a closed walk has
 * more cells than the cell of `from`. If only these are not distinct, the error names `from`. */
static void walk_begin(lua_State *L, const walk_question *q, collide_walk *walk) {
  int64_t cell[3];
  if (!q->closed && collide_walk_begin(walk, &q->frame, q->from, q->to)) return;
  if (q->closed && ci_walk_begin_closed(walk, &q->frame, q->from, q->to)) return;
  if (!collide_cell_at(&q->frame, q->from, cell) ||
      (q->closed && collide_walk_begin(walk, &q->frame, q->from, q->to)))
    walk_fail_indistinct(L, 1, "from", q->frame_arg);
  walk_fail_indistinct(L, q->to_arg, "to", q->frame_arg);
}

/* ---- Groups, in tables ---------------------------------------------------- */

static void push_group(lua_State *L, const collide_cell_group *group, int dimensions) {
  int i, table;
  lua_createtable(L, group->count, 2);
  table = lua_gettop(L);
  for (i = 0; i < group->count; i++) {
    ci_result_push_cell(L, group->cells[i], dimensions);
    lua_rawseti(L, table, i + 1);
  }
  field_set_number(L, table, FIELD_T, group->t);
  field_set_number(L, table, FIELD_T_EXIT, group->t_exit);
  lua_pushvalue(L, lua_upvalueindex(UP_GROUP));
  lua_setmetatable(L, table);
}

/* ---- Walks in tables ---------------------------------------------------------- */

typedef struct held_walk {
  seal sealed;
  collide_walk walk;
} held_walk;

static void push_group_walk(lua_State *L, const collide_walk *walk) {
  held_walk *held;
  lua_pushvalue(L, lua_upvalueindex(UP_GROUPS));
  held = (held_walk *)lua_newuserdata(L, sizeof(held_walk));
  held->walk = *walk;
  seal_close(&held->sealed, SEAL_WALK, seal_here(L));
  lua_pushvalue(L, lua_upvalueindex(UP_WALK));
  lua_setmetatable(L, -2);
}

static int l_next_group(lua_State *L) {
  held_walk *held = (held_walk *)seal_check(L, 1, sizeof(held_walk), SEAL_WALK, seal_here(L));
  collide_cell_group group;
  if (held == NULL) luaL_error(L, "the iterator of cells needs the state that cells returned");
  if (!collide_walk_next(&held->walk, &group)) return 0;
  push_group(L, &group, held->walk.dimensions);
  return 1;
}

/* ---- Walks in numbers ---------------------------------------------------------------------- */

/* The number of cells that are searched at a time. It is the least with which ci_walk_fill finds
 * more than the start. The first cells are found before a userdata is made for the walk, because
 * most walks are short and end there. */
enum { CELLS_ASKED = 33, MOST_STRIDE = 5 };

/* The upvalue of an iterator. A buffer of cells follows it, in the form that ci_walk_fill writes.
 * If no more cells are to be found, the buffer takes the place of `walk`. */
typedef struct cell_walk {
  double *next, *end; /* the found cells that are not returned yet */
  int has_walk;
  collide_walk walk;
} cell_walk;

/* Finds the next cells. Returns 0 if there are none. */
static int refill(cell_walk *cells, int stride) {
  if (!cells->has_walk) return 0;
  cells->next = cells->end = (double *)(cells + 1);
  cells->end += stride * (int)ci_walk_fill(&cells->walk, cells->next, CELLS_ASKED);
  return cells->end != cells->next;
}

/* The walk is an upvalue, so it needs no check. The arguments of the generic `for` are not read. */
COMPAT_INLINE int push_next_cell(lua_State *L, int dimensions) {
  cell_walk *cells = (cell_walk *)lua_touserdata(L, lua_upvalueindex(1));
  const double *cell;
  if (cells->next == cells->end && !refill(cells, 2 + dimensions)) return 0;
  cell = cells->next;
  cells->next += 2 + dimensions;
  compat_pushwhole(L, cell[0]);
  lua_pushnumber(L, cell[1]);
  compat_pushwhole(L, cell[2]);
  compat_pushwhole(L, cell[3]);
  if (dimensions == 3) compat_pushwhole(L, cell[4]);
  return 2 + dimensions;
}

static int l_next_cell2(lua_State *L) {
  return push_next_cell(L, 2);
}

static int l_next_cell3(lua_State *L) {
  return push_next_cell(L, 3);
}

/* Pushes the iterator, which holds the walk, and nil. */
static void push_number_walk(lua_State *L, collide_walk *walk) {
  double found[CELLS_ASKED * MOST_STRIDE];
  int stride = 2 + walk->dimensions, count = (int)ci_walk_fill(walk, found, CELLS_ASKED);
  int has_walk = ci_walk_left(walk) > 0;
  size_t head = has_walk ? sizeof(cell_walk) : offsetof(cell_walk, walk);
  size_t room = (size_t)((has_walk ? (int)CELLS_ASKED : count) * stride) * sizeof(double);
  cell_walk *cells = (cell_walk *)lua_newuserdata(L, head + room);
  cells->has_walk = has_walk;
  if (has_walk) cells->walk = *walk;
  cells->next = (double *)(void *)((char *)cells + head);
  cells->end = cells->next + count * stride;
  memcpy(cells->next, found, (size_t)(count * stride) * sizeof(double));
  lua_pushcclosure(L, stride == 4 ? l_next_cell2 : l_next_cell3, 1);
  lua_pushnil(L);
}

/* ---- Functions for Lua ----------------------------------------------------- */

/* The three values of a generic `for`. */
static int l_cells(lua_State *L) {
  walk_question q;
  collide_walk walk;
  walk_read(L, &q, 0);
  walk_begin(L, &q, &walk);
  if (q.numbers)
    push_number_walk(L, &walk);
  else
    push_group_walk(L, &walk);
  lua_pushnil(L);
  return 3;
}

enum { MOST_RESERVED = 1 << 16, AT_ONCE = 64 };

/* Writes the cells of all groups up to the limit into the flat array. Returns the number of values.
 */
static int trace_numbers(lua_State *L, collide_walk *walk, int limit, int table) {
  double flat[AT_ONCE * MOST_STRIDE];
  int stride = 2 + walk->dimensions, at = 0, count, i, k;
  while ((count = (int)ci_walk_fill(walk, flat, AT_ONCE)) > 0) {
    if (at > INT_MAX - AT_ONCE * MOST_STRIDE) luaL_error(L, "not enough memory");
    for (i = 0; i < count; i++) {
      const double *cell = flat + i * stride;
      if (cell[0] > limit) return at;
      for (k = 0; k < stride; k++) {
        if (k == 1)
          lua_pushnumber(L, cell[k]);
        else
          compat_pushwhole(L, cell[k]);
        lua_rawseti(L, table, ++at);
      }
    }
  }
  return at;
}

static int trace_groups(lua_State *L, collide_walk *walk, int limit, int expected) {
  collide_cell_group group;
  int i = 0;
  lua_createtable(L, expected, 0);
  ci_result_mark_list(L);
  while (i < limit && collide_walk_next(walk, &group)) {
    push_group(L, &group, walk->dimensions);
    lua_rawseti(L, -2, ++i);
  }
  return 1;
}

/* Returns 1 if the walk has more groups than that. The groups are counted. */
static int has_more(const collide_walk *walk, int limit) {
  double flat[AT_ONCE * MOST_STRIDE];
  collide_walk ahead = *walk;
  int stride = 2 + walk->dimensions;
  size_t count;
  if (ci_walk_left(walk) <= limit) return 0;
  while ((count = ci_walk_fill(&ahead, flat, AT_ONCE)) > 0)
    if (flat[(count - 1) * (size_t)stride] > limit) return 1;
  return 0;
}

static int l_trace(lua_State *L) {
  walk_question q;
  collide_walk walk;
  int64_t left;
  int expected, count;
  walk_read(L, &q, 1);
  walk_begin(L, &q, &walk);
  if (q.limit == 0 && has_more(&walk, ARGS_LIMIT_DEFAULT)) {
    ci_args_fail_at(
        L, q.to_arg, "to",
        " is more than %d groups of cells away, the most without limit=; limit=n in the "
        "frame returns the first n, for n up to %d, and cells yields them one by one",
        (int)ARGS_LIMIT_DEFAULT, (int)ARGS_LIMIT_MOST);
  }
  if (q.limit == 0) q.limit = ARGS_LIMIT_DEFAULT;
  left = ci_walk_left(&walk);
  if (left > q.limit) left = q.limit;
  expected = left < MOST_RESERVED ? (int)left : MOST_RESERVED;
  if (!q.numbers) return trace_groups(L, &walk, q.limit, expected);
  if (q.into != 0)
    lua_pushvalue(L, q.into);
  else
    lua_createtable(L, expected * (2 + q.frame.dimensions), 0);
  count = trace_numbers(L, &walk, q.limit, lua_gettop(L));
  if (q.into != 0) ci_into_cut(L, q.into, count);
  return 1;
}

int ci_cells_push(lua_State *L, const int64_t cell[3], int dimensions, int numbers) {
  int i;
  if (!numbers) {
    ci_result_push_cell(L, cell, dimensions);
    return 1;
  }
  for (i = 0; i < dimensions; i++) compat_pushwhole(L, cell[i]);
  return dimensions;
}

static int l_cell_at(lua_State *L) {
  walk_question q;
  int64_t cell[3];
  walk_read_point(L, &q);
  if (!collide_cell_at(&q.frame, q.from, cell)) walk_fail_indistinct(L, 1, "point", q.frame_arg);
  return ci_cells_push(L, cell, q.frame.dimensions, q.numbers);
}

void ci_cells_push_iterator(lua_State *L, int first) {
  int i;
  for (i = UP_SHAPE; i <= UP_FIELDS; i++) lua_pushvalue(L, first + i - UP_SHAPE);
  lua_pushcclosure(L, l_next_group, UP_FIELDS);
}

const binding ci_cells_bindings[] = {{"cells", l_cells, IN_MODULE},
                                     {"trace", l_trace, IN_MODULE},
                                     {"cell_at", l_cell_at, IN_MODULE},
                                     {NULL, NULL, 0}};

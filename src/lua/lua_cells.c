/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_cells.h"

#include <limits.h>

#include "../collide.h"
#include "lua_args.h"
#include "lua_cells_chunk.h"
#include "lua_description.h"
#include "lua_field.h"
#include "lua_into.h"
#include "lua_result.h"
#include "lua_walk_args.h"

/* ---- Groups, in tables ---------------------------------------------------- */

static void push_group(lua_State *L, const collide_group *group, int dimensions) {
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

/* ---- Walks that Lua holds --------------------------------------------------- */

/* A userdata; after it comes its buffer of cells, as collide_walk_fill has them. */
typedef struct held_walk {
  seal sealed;
  collide_walk walk;
  int dimensions;
  int capacity;       /* cells that the buffer has room for */
  int asked;          /* with how many it is to be filled next; it grows, so that a walk
                         which is left early has not cost much */
  double *next, *end; /* what l_next_cell has yet to yield of the buffer */
} held_walk;

enum { FIRST_ASKED = 16, MOST_ASKED = 256 };

static double *walk_buffer(held_walk *held) {
  return (double *)(held + 1);
}

static void push_walk(lua_State *L, const collide_walk *walk, int dimensions, int capacity) {
  size_t size = sizeof(held_walk) + (size_t)(capacity * (2 + dimensions)) * sizeof(double);
  held_walk *held = (held_walk *)lua_newuserdata(L, size);
  held->walk = *walk;
  held->dimensions = dimensions;
  held->capacity = capacity;
  held->asked = FIRST_ASKED;
  held->next = held->end = walk_buffer(held);
  seal_close(&held->sealed, SEAL_WALK, seal_here(L));
  lua_pushvalue(L, lua_upvalueindex(UP_WALK));
  lua_setmetatable(L, -2);
}

/* Of an iterator: argument 1. */
static held_walk *check_walk(lua_State *L) {
  held_walk *held = (held_walk *)seal_check(L, 1, sizeof(held_walk), SEAL_WALK, seal_here(L));
  if (held == NULL) luaL_error(L, "the iterator of cells wants what cells returned with it");
  return held;
}

/* Returns how many cells it wrote. */
static int fill_buffer(held_walk *held) {
  int asked = held->asked < held->capacity ? held->asked : held->capacity, count = 0;
  if (asked > 0) count = (int)collide_walk_fill(&held->walk, walk_buffer(held), (size_t)asked);
  if (held->asked < MOST_ASKED) held->asked *= 2;
  return count;
}

static int l_next_group(lua_State *L) {
  held_walk *held = check_walk(L);
  collide_group group;
  if (!collide_walk_next(&held->walk, &group)) return 0;
  push_group(L, &group, held->dimensions);
  return 1;
}

/* ---- Cells, in numbers ------------------------------------------------------ */

/* The iterators where there is no compiler; see lua_cells_chunk.h. The walk is their upvalue:
 * it need not be checked, and of what the generic `for` passes nothing is read. */
static const double *next_cell(lua_State *L, int stride) {
  held_walk *held = (held_walk *)lua_touserdata(L, lua_upvalueindex(1));
  const double *cell = held->next;
  if (cell == held->end) {
    cell = walk_buffer(held);
    held->end = walk_buffer(held) + stride * fill_buffer(held);
    held->next = walk_buffer(held);
    if (held->end == held->next) return NULL;
  }
  held->next += stride;
  return cell;
}

static int l_next_cell2(lua_State *L) {
  const double *cell = next_cell(L, 4);
  if (cell == NULL) return 0;
  compat_pushwhole(L, cell[0]);
  lua_pushnumber(L, cell[1]);
  compat_pushwhole(L, cell[2]);
  compat_pushwhole(L, cell[3]);
  return 4;
}

static int l_next_cell3(lua_State *L) {
  const double *cell = next_cell(L, 5);
  if (cell == NULL) return 0;
  compat_pushwhole(L, cell[0]);
  lua_pushnumber(L, cell[1]);
  compat_pushwhole(L, cell[2]);
  compat_pushwhole(L, cell[3]);
  compat_pushwhole(L, cell[4]);
  return 5;
}

/* What the chunk calls `fill`. */
static int l_fill(lua_State *L) {
  held_walk *held = check_walk(L);
  lua_pushinteger(L, fill_buffer(held) * (2 + held->dimensions));
  return 1;
}

static int find_capacity(const collide_walk *walk) {
  int64_t left = collide_walk_left(walk);
  if (left > MOST_ASKED) return MOST_ASKED;
  return left < FIRST_ASKED ? FIRST_ASKED : (int)left;
}

/* Pushes the iterator, which holds the walk, and nil. */
static void push_number_walk(lua_State *L, const collide_walk *walk, int dimensions) {
  lua_pushvalue(L, lua_upvalueindex(dimensions == 2 ? UP_STEP2 : UP_STEP3));
  push_walk(L, walk, dimensions, find_capacity(walk));
  if (lua_isnil(L, -2))
    lua_pushcclosure(L, dimensions == 2 ? l_next_cell2 : l_next_cell3, 1);
  else
    lua_call(L, 1, 1); /* of the chunk: it makes the iterator */
  lua_pushnil(L);
}

/* ---- What Lua calls -------------------------------------------------------- */

/* The three values of a generic `for`. */
static int l_cells(lua_State *L) {
  walk_question q;
  collide_walk walk;
  int dimensions;
  ci_walk_read(L, &q, 0);
  ci_walk_begin(L, &q, &walk);
  dimensions = q.frame.dimensions;
  if (q.numbers) {
    push_number_walk(L, &walk, dimensions);
  } else {
    lua_pushvalue(L, lua_upvalueindex(UP_GROUPS));
    push_walk(L, &walk, dimensions, 0);
  }
  lua_pushnil(L);
  return 3;
}

enum { MOST_RESERVED = 1 << 16, AT_ONCE = 64, MOST_STRIDE = 5 };

/* Appends the walk's next cells to the table, from place `at` on, but none of a group after the
 * limit; returns how many values that were. */
static int append_cells(lua_State *L, collide_walk *walk, int dimensions, int limit, int table,
                        int at) {
  double flat[AT_ONCE * MOST_STRIDE];
  int stride = 2 + dimensions, count, i, j;
  if (at > INT_MAX - AT_ONCE * MOST_STRIDE) luaL_error(L, "not enough memory");
  count = (int)collide_walk_fill(walk, flat, AT_ONCE);
  for (i = 0; i < count; i++) {
    const double *cell = flat + i * stride;
    int place = at + i * stride;
    if (cell[0] > limit) return i * stride;
    compat_pushwhole(L, cell[0]);
    lua_rawseti(L, table, place + 1);
    lua_pushnumber(L, cell[1]);
    lua_rawseti(L, table, place + 2);
    for (j = 2; j < stride; j++) {
      compat_pushwhole(L, cell[j]);
      lua_rawseti(L, table, place + j + 1);
    }
  }
  return count * stride;
}

/* Writes the flat array into the table; returns how many values. */
static int trace_numbers(lua_State *L, collide_walk *walk, int dimensions, int limit, int table) {
  int at = 0, got;
  do {
    got = append_cells(L, walk, dimensions, limit, table, at);
    at += got;
  } while (got > 0);
  return at;
}

/* How many values the walk has, but none of a group after the limit. */
static int count_values(lua_State *L, collide_walk walk, int dimensions, int limit) {
  double flat[AT_ONCE * MOST_STRIDE];
  int stride = 2 + dimensions, values = 0, count, i;
  while ((count = (int)collide_walk_fill(&walk, flat, AT_ONCE)) > 0) {
    if (values > INT_MAX - AT_ONCE * MOST_STRIDE) luaL_error(L, "not enough memory");
    for (i = 0; i < count; i++, values += stride)
      if (flat[i * stride] > limit) return values;
  }
  return values;
}

/* The walk is counted first: what cannot be filled to the end is not begun. */
static void trace_into(lua_State *L, collide_walk *walk, int dimensions, int limit, int into) {
  ci_into_reserve(L, into, count_values(L, *walk, dimensions, limit));
  ci_into_cut(L, into, trace_numbers(L, walk, dimensions, limit, into));
}

static int trace_groups(lua_State *L, collide_walk *walk, int dimensions, int limit, int expected) {
  collide_group group;
  int i = 0;
  lua_createtable(L, expected, 0);
  ci_result_mark_list(L);
  while (i < limit && collide_walk_next(walk, &group)) {
    push_group(L, &group, dimensions);
    lua_rawseti(L, -2, ++i);
  }
  return 1;
}

/* Does the walk have more groups than that? Each group takes up to three of the crossings that
 * are left, so these often tell; otherwise the groups are counted, which takes some milliseconds
 * for a million and no memory. */
static int has_more(const collide_walk *walk, int limit) {
  int64_t left = collide_walk_left(walk);
  double flat[AT_ONCE * MOST_STRIDE];
  collide_walk ahead = *walk;
  int stride = 2 + walk->dimensions;
  size_t count;
  if (left <= limit) return 0;
  if (left > 3 * (int64_t)limit) return 1;
  while ((count = collide_walk_fill(&ahead, flat, AT_ONCE)) > 0) {
    if (flat[(count - 1) * (size_t)stride] > limit) return 1;
  }
  return 0;
}

static int l_trace(lua_State *L) {
  walk_question q;
  collide_walk walk;
  int64_t left;
  int expected;
  ci_walk_read(L, &q, 1);
  ci_walk_begin(L, &q, &walk);
  if (q.limit == 0 && has_more(&walk, ARGS_LIMIT_DEFAULT)) {
    args_place at = ci_args_at(q.to_arg, "to");
    ci_args_fail(L, &at,
                 " is more than %d groups of cells away, the most without limit=; limit=n in the "
                 "frame returns the first n, for n up to %d, and cells yields them one by one",
                 (int)ARGS_LIMIT_DEFAULT, (int)ARGS_LIMIT_MOST);
  }
  if (q.limit == 0) q.limit = ARGS_LIMIT_DEFAULT;
  left = collide_walk_left(&walk);
  if (left > q.limit) left = q.limit;
  expected = left < MOST_RESERVED ? (int)left : MOST_RESERVED;
  if (q.into != 0) {
    trace_into(L, &walk, q.frame.dimensions, q.limit, q.into);
    lua_pushvalue(L, q.into);
    return 1;
  }
  if (q.numbers) {
    lua_createtable(L, expected * (2 + q.frame.dimensions), 0);
    trace_numbers(L, &walk, q.frame.dimensions, q.limit, lua_gettop(L));
    return 1;
  }
  return trace_groups(L, &walk, q.frame.dimensions, q.limit, expected);
}

static int push_cell_numbers(lua_State *L, const int64_t cell[3], int dimensions) {
  int i;
  for (i = 0; i < dimensions; i++) compat_pushwhole(L, cell[i]);
  return dimensions;
}

/* The cell of a point in numbers, without a frame; 0 where the arguments are anything else. */
static int cell_at_hot(lua_State *L, int count, int64_t cell[3]) {
  collide_grid_frame unit;
  double point[3];
  if ((count != 2 && count != 3) || !args_read_numbers(L, 1, count, point)) return 0;
  unit = collide_unit_frame(count);
  return collide_cell_at(&unit, point, cell);
}

static int l_cell_at(lua_State *L) {
  args_place at = ci_args_at(1, "point");
  collide_grid_frame frame;
  double point[3];
  int64_t cell[3];
  int count = lua_gettop(L), arg = 1, frame_arg, dimensions;
  if (cell_at_hot(L, count, cell)) return push_cell_numbers(L, cell, count);
  count = ci_args_count_numbers(L, 1);
  frame_arg = count > 0 ? 1 + count : 2;
  if (count == 1 || count > 3) ci_walk_fail_count(L, 1, count, at.name, ci_frame_sizes[0].wants);
  if (count == 0 && !ci_args_may_hold(lua_type(L, 1))) ci_args_fail_vector(L, &at, 1);
  dimensions = ci_frame_dimensions(L, frame_arg, 0);
  if (count > 0 && dimensions != 0 && count != dimensions) {
    ci_walk_fail_count(L, 1, count, at.name, ci_frame_sizes[dimensions].wants);
  }
  if (count > 0) {
    dimensions = count;
    ci_args_vector(L, &arg, at.name, ci_frame_sizes[count], point);
  } else {
    dimensions = ci_args_vector_value(L, &at, 1, ci_frame_sizes[dimensions], point);
  }
  frame = ci_cells_read_frame(L, frame_arg, dimensions);
  if (!collide_cell_at(&frame, point, cell)) ci_walk_fail_indistinct(L, 1, at.name, frame_arg);
  if (count > 0) return push_cell_numbers(L, cell, dimensions);
  ci_result_push_cell(L, cell, dimensions);
  return 1;
}

static void push_iterator(lua_State *L, int first, lua_CFunction function) {
  int i;
  for (i = UP_SHAPE; i <= UP_FIELDS; i++) lua_pushvalue(L, first + i - UP_SHAPE);
  lua_pushcclosure(L, function, UP_FIELDS);
}

void ci_cells_push_iterators(lua_State *L, int first) {
  push_iterator(L, first, l_next_group);
  if (luaL_loadbuffer(L, cells_chunk, sizeof cells_chunk - 1, "=collide") != 0) lua_error(L);
  push_iterator(L, first, l_fill);
  lua_pushinteger(L, (lua_Integer)sizeof(held_walk));
  lua_call(L, 2, 2); /* nil, twice, where there is no compiler */
}

const binding ci_cells_bindings[] = {{"cells", l_cells, IN_MODULE},
                                     {"trace", l_trace, IN_MODULE},
                                     {"cell_at", l_cell_at, IN_MODULE},
                                     {NULL, NULL, 0}};

/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_cells.h"

#include <limits.h>
#include <string.h>

#include "../cells/cells.h"
#include "lua_args.h"
#include "lua_description.h"
#include "lua_field.h"
#include "lua_result.h"

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

/* The first cells are found before a userdata is made for the walk: most walks are short and end
 * there. FIRST_ASKED is the least number with which ci_walk_fill finds more than the start. Each
 * later search finds more cells, so a walk that ends early costs little. */
enum { FIRST_ASKED = 33, MOST_ASKED = 256, MOST_STRIDE = 5 };

/* The upvalue of an iterator. A buffer of cells follows it, in the form that ci_walk_fill writes.
 * If no more cells are to be found, capacity is 0, and the buffer takes the place of `walk`. */
typedef struct cell_walk {
  double *next, *end; /* the found cells that are not returned yet */
  int capacity;       /* of the buffer, in cells */
  int asked;          /* the number of cells that the last search could return */
  collide_walk walk;
} cell_walk;

/* Finds the next cells. Returns 0 if there are none. */
static int refill(cell_walk *cells, int stride) {
  if (cells->capacity == 0) return 0;
  cells->asked = cells->asked < cells->capacity / 2 ? 2 * cells->asked : cells->capacity;
  cells->next = cells->end = (double *)(cells + 1);
  cells->end += stride * (int)ci_walk_fill(&cells->walk, cells->next, (size_t)cells->asked);
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

/* The number of cells to search at a time, at least as many as at first. So ci_walk_fill does not
 * stop at each cell. */
static int find_capacity(int64_t left) {
  if (left == 0 || left > MOST_ASKED) return left == 0 ? 0 : MOST_ASKED;
  return left < FIRST_ASKED ? FIRST_ASKED : (int)left;
}

/* Pushes the iterator, which holds the walk, and nil. */
static void push_number_walk(lua_State *L, collide_walk *walk) {
  double found[FIRST_ASKED * MOST_STRIDE];
  int stride = 2 + walk->dimensions;
  int count = (int)ci_walk_fill(walk, found, FIRST_ASKED);
  int capacity = find_capacity(ci_walk_left(walk));
  size_t head = capacity > 0 ? sizeof(cell_walk) : offsetof(cell_walk, walk);
  size_t room = (size_t)((capacity > 0 ? capacity : count) * stride) * sizeof(double);
  cell_walk *cells = (cell_walk *)compat_newuserdata(L, head + room);
  cells->capacity = capacity;
  cells->asked = FIRST_ASKED;
  if (capacity > 0) cells->walk = *walk;
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
  ci_walk_read(L, &q, 0);
  ci_walk_begin(L, &q, &walk);
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

/* Returns 1 if the walk has more groups than that. Each group takes up to three crossings, so the
 * number of crossings often decides. Otherwise the groups are counted, which takes some
 * milliseconds for a million. */
static int has_more(const collide_walk *walk, int limit) {
  int64_t left = ci_walk_left(walk);
  double flat[AT_ONCE * MOST_STRIDE];
  collide_walk ahead = *walk;
  int stride = 2 + walk->dimensions;
  size_t count;
  if (left <= limit) return 0;
  if (left > 3 * (int64_t)limit) return 1;
  while ((count = ci_walk_fill(&ahead, flat, AT_ONCE)) > 0) {
    if (flat[(count - 1) * (size_t)stride] > limit) return 1;
  }
  return 0;
}

static int l_trace(lua_State *L) {
  walk_question q;
  collide_walk walk;
  int64_t left;
  int expected, count;
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

static int l_cell_at(lua_State *L) {
  walk_question q;
  int64_t cell[3];
  int i;
  ci_walk_read_point(L, &q);
  if (!collide_cell_at(&q.frame, q.from, cell)) ci_walk_fail_indistinct(L, 1, "point", q.frame_arg);
  if (!q.numbers) {
    ci_result_push_cell(L, cell, q.frame.dimensions);
    return 1;
  }
  for (i = 0; i < q.frame.dimensions; i++) compat_pushwhole(L, cell[i]);
  return q.frame.dimensions;
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

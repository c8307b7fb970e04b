/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_result.h"

#include <stddef.h>
#include <string.h>

#include "../narrow/limit.h"
#include "lua_world.h"

/* ---- Numbers ------------------------------------------------------------- */

int ci_result_push_components(lua_State *L, const double *v, int dimensions) {
  result_push_number(L, v[0]);
  result_push_number(L, v[1]);
  if (dimensions == 3) result_push_number(L, v[2]);
  return dimensions;
}

int ci_result_push_answer(lua_State *L, const double *v, int dimensions, int numbers) {
  if (numbers) return ci_result_push_components(L, v, dimensions);
  ci_result_push_vector(L, v, dimensions);
  return 1;
}

int ci_result_push_bounds(lua_State *L, double min[3], double max[3], int dimensions, int numbers) {
  int i;
  for (i = 0; i < dimensions; i++) {
    (void)limit_clamp_point(min + i, 1);
    (void)limit_clamp_point(max + i, 1);
  }
  ci_result_push_answer(L, min, dimensions, numbers);
  ci_result_push_answer(L, max, dimensions, numbers);
  return numbers ? 2 * dimensions : 2;
}

/* Returns 1 if u and v are valid: they give the place on the triangle. */
static int has_uv(const result_hit *found) {
  return found->of.triangle != 0 && found->kind == RESULT_CAST;
}

int ci_result_push_place(lua_State *L, const collide_hit *hit, int triangle) {
  compat_pushwhole(L, triangle);
  result_push_number(L, hit->u);
  result_push_number(L, hit->v);
  return 3;
}

void ci_result_push_whole(lua_State *L, int64_t x) {
  if (x != 0)
    compat_pushwhole(L, x);
  else
    lua_pushnil(L);
}

int ci_result_push_where(lua_State *L, const result_hit *found) {
  int first = lua_gettop(L) + 1, i;
  ci_result_push_whole(L, found->index);
  if (found->of.count > 0) {
    lua_pushinteger(L, (lua_Integer)found->of.value);
    for (i = 0; i < found->dimensions; i++) compat_pushwhole(L, found->of.cell[i]);
  } else if (has_uv(found)) {
    ci_result_push_place(L, &found->of.hit, found->of.triangle);
  } else if (found->of.triangle != 0) {
    compat_pushwhole(L, found->of.triangle);
  }
  if (found->of.part > 0 || found->number > 0) {
    lua_settop(L, first + 1 + found->dimensions);
    ci_result_push_whole(L, found->of.part);
    if (found->number > 0) compat_pushwhole(L, found->number);
  }
  return lua_gettop(L) - first + 1;
}

int ci_result_push_numbers(lua_State *L, const result_hit *found) {
  const collide_hit *hit = &found->of.hit;
  int count;
  if (result_has_time(found)) {
    count = result_push_hit(L, hit, found->dimensions);
    return count + ci_result_push_where(L, found);
  }
  count = 1 + ci_result_push_components(L, hit->normal, found->dimensions);
  result_push_number(L, found->depth);
  count += ci_result_push_components(L, hit->point, found->dimensions);
  return result_is_lone(found) ? count : count + ci_result_push_where(L, found);
}

/* Pushes the place on the target, with zeros for values that do not apply. */
static void push_place(lua_State *L, const result_hit *found) {
  int i, has_cell = found->of.count > 0;
  compat_pushwhole(L, found->of.part);
  if (found->dimensions == 3) {
    compat_pushwhole(L, found->of.triangle);
    if (result_has_time(found)) {
      result_push_number(L, has_uv(found) ? found->of.hit.u : 0);
      result_push_number(L, has_uv(found) ? found->of.hit.v : 0);
    }
  }
  compat_pushwhole(L, has_cell ? found->of.value : 0);
  for (i = 0; i < found->dimensions; i++) compat_pushwhole(L, has_cell ? found->of.cell[i] : 0);
}

void ci_result_append_numbers(lua_State *L, int flat, int at, const result_hit *found) {
  const collide_hit *hit = &found->of.hit;
  int top = lua_gettop(L), has_time = result_has_time(found), i;
  luaL_checkstack(L, 20, NULL);
  if (found->kind != RESULT_CONTACT) result_push_number(L, has_time ? hit->t : found->depth);
  ci_result_push_components(L, hit->normal, found->dimensions);
  if (found->kind != RESULT_DISTANCE) result_push_number(L, has_time ? hit->t_exit : found->depth);
  if (hit->has_point) ci_result_push_components(L, hit->point, found->dimensions);
  for (i = 0; i < found->dimensions && !hit->has_point; i++) lua_pushboolean(L, 0);
  compat_pushwhole(L, found->index > 0 ? found->index : 1);
  push_place(L, found);
  for (i = lua_gettop(L) - top; i > 0; i--) lua_rawseti(L, flat, at + i);
}

/* ---- Tables -------------------------------------------------------------- */

static void set_metatable(lua_State *L, int upvalue) {
  lua_pushvalue(L, lua_upvalueindex(upvalue));
  lua_setmetatable(L, -2);
}

/* Sets the metatable last, because fields are set faster in a table without one. */
void ci_result_push_vector(lua_State *L, const double *v, int dimensions) {
  int table;
  lua_createtable(L, 0, dimensions);
  table = lua_gettop(L);
  field_set_number(L, table, FIELD_X, v[0]);
  field_set_number(L, table, FIELD_Y, v[1]);
  if (dimensions == 3) field_set_number(L, table, FIELD_Z, v[2]);
  set_metatable(L, UP_VECTOR);
}

void ci_result_set_vector(lua_State *L, int table, field name, const double *v, int dimensions) {
  field_push(L, (int)name);
  ci_result_push_vector(L, v, dimensions);
  lua_rawset(L, table);
}

void ci_result_push_cell(lua_State *L, const int64_t cell[3], int dimensions) {
  int table;
  lua_createtable(L, 0, dimensions);
  table = lua_gettop(L);
  field_set_whole(L, table, FIELD_X, cell[0]);
  field_set_whole(L, table, FIELD_Y, cell[1]);
  if (dimensions == 3) field_set_whole(L, table, FIELD_Z, cell[2]);
  set_metatable(L, UP_VECTOR);
}

void ci_result_push_member(lua_State *L, int targets, int index, int number) {
  lua_rawgeti(L, targets, index);
  if (number == 0) return;
  if (world_at(L, lua_gettop(L)) == NULL) { /* a finalizer has changed the array */
    lua_pop(L, 1);
    lua_pushnil(L);
    return;
  }
  ci_world_push_members(L, lua_gettop(L));
  lua_rawgeti(L, -1, number);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

void ci_result_mark_list(lua_State *L) {
  set_metatable(L, UP_LIST);
}

/* ---- Hits of the core ---------------------------------------------------------------------- */

void ci_hits_check(lua_State *L, const args_place *at, const double *given, result_hit *hit) {
  const char *what = "a coordinate of a hit would exceed 1e300";
  if (limit_clamp_hit(&hit->of.hit)) return;
  if (!(fabs(hit->of.hit.t) <= DBL_MAX)) what = "the t of a hit would be infinite";
  if (given == NULL) ci_args_fail(L, at, "%s", what);
  ci_args_fail(L, at, ": %s, got %s", what, ci_args_vector_text(L, given, hit->dimensions));
}

void ci_hits_at_place(const collide_place *at, int dimensions, result_hit *to) {
  memset(to, 0, sizeof *to);
  to->dimensions = dimensions;
  to->of.hit.has_point = 1;
  to->of.hit.face = COLLIDE_FACE_NONE;
  to->of.part = at->part;
  to->of.triangle = at->triangle;
  if (!at->has_cell) return;
  to->of.count = 1;
  to->of.value = at->value;
  memcpy(to->of.cell, at->cell, sizeof to->of.cell);
  memcpy(to->of.cells[0], at->cell, sizeof to->of.cell);
}

void ci_hits_of_sweep(const collide_sweep_hit *from, const collide_place *at, int mover_part,
                      int dimensions, result_hit *to) {
  collide_hit *hit = &to->of.hit;
  ci_hits_at_place(at, dimensions, to);
  hit->t = from->t;
  hit->t_exit = from->t_exit;
  memcpy(hit->normal, from->normal, sizeof hit->normal);
  memcpy(hit->point, from->point, sizeof hit->point);
  to->depth = from->depth;
  hit->inside = from->inside;
  hit->face = from->face;
  hit->edge = from->edge;
  to->kind = RESULT_SWEEP;
  to->mover_part = mover_part;
}

/* ---- The fields of a hit ------------------------------------------------------------- */

/* The conditions on which a hit has a field. A field without one is there if it is not 0. */
enum {
  IF_NOT_ZERO = 0,
  HAS_NORMAL = 1, /* not in distances */
  HAS_TIME = 2,   /* in casts and shapecasts, not in contacts */
  HAS_POINT = 4,
  HAS_DEPTH = 8,
  HAS_FACE = 16,
  HAS_CELL = 32,
  HAS_CELLS = 64,
  HAS_UV = 128,
  IS_NEAR = 256
};

static unsigned find_conditions(const result_hit *found) {
  const collide_hit *hit = &found->of.hit;
  unsigned has = found->kind == RESULT_DISTANCE ? IS_NEAR : HAS_NORMAL;
  if (result_has_time(found)) has |= HAS_TIME;
  if (hit->has_point) has |= HAS_POINT;
  if (found->kind == RESULT_CONTACT || (found->kind == RESULT_SWEEP && hit->inside))
    has |= HAS_DEPTH;
  if (hit->edge > 0 || hit->face != COLLIDE_FACE_NONE) has |= HAS_FACE;
  if (found->of.count > 0) has |= HAS_CELL;
  if (found->of.count > 0 && found->kind == RESULT_CAST) has |= HAS_CELLS;
  if (has_uv(found)) has |= HAS_UV;
  return has;
}

typedef enum value_kind {
  VALUE_VECTOR,
  VALUE_NUMBER,
  VALUE_WHOLE,
  VALUE_FLAG,
  VALUE_FACE,
  VALUE_CELL,
  VALUE_CELLS,
  VALUE_MEMBER
} value_kind;

typedef struct field_row {
  const char *name;
  value_kind kind;
  unsigned condition;
  int followers; /* the number of rows after this one that occur only together with this field */
  size_t place;  /* the offset in result_hit */
} field_row;

#define PLACE(member) offsetof(result_hit, member)

static const field_row rows[] = {{"distance", VALUE_NUMBER, IS_NEAR, 1, PLACE(depth)},
                                 {"from", VALUE_VECTOR, IS_NEAR, 0, PLACE(of.hit.normal)},
                                 {"normal", VALUE_VECTOR, HAS_NORMAL, 0, PLACE(of.hit.normal)},
                                 {"point", VALUE_VECTOR, HAS_POINT, 0, PLACE(of.hit.point)},
                                 {"t", VALUE_NUMBER, HAS_TIME, 2, PLACE(of.hit.t)},
                                 {"t_exit", VALUE_NUMBER, HAS_TIME, 0, PLACE(of.hit.t_exit)},
                                 {"inside", VALUE_FLAG, HAS_TIME, 0, PLACE(of.hit.inside)},
                                 {"depth", VALUE_NUMBER, HAS_DEPTH, 0, PLACE(depth)},
                                 {"face", VALUE_FACE, HAS_FACE, 0, 0},
                                 {"cell", VALUE_CELL, HAS_CELL, 2, PLACE(of.cell)},
                                 {"cells", VALUE_CELLS, HAS_CELLS, 0, 0},
                                 {"value", VALUE_WHOLE, HAS_CELL, 0, PLACE(of.value)},
                                 {"triangle", VALUE_WHOLE, IF_NOT_ZERO, 2, PLACE(of.triangle)},
                                 {"u", VALUE_NUMBER, HAS_UV, 0, PLACE(of.hit.u)},
                                 {"v", VALUE_NUMBER, HAS_UV, 0, PLACE(of.hit.v)},
                                 {"part", VALUE_WHOLE, IF_NOT_ZERO, 0, PLACE(of.part)},
                                 {"mover_part", VALUE_WHOLE, IF_NOT_ZERO, 0, PLACE(mover_part)},
                                 {"index", VALUE_WHOLE, IF_NOT_ZERO, 2, PLACE(index)},
                                 {"shape", VALUE_MEMBER, IF_NOT_ZERO, 0, PLACE(index)},
                                 {"number", VALUE_WHOLE, IF_NOT_ZERO, 0, PLACE(number)}};

/* In the table of names, the name of each row follows the axes, and the name of face i is at FACES
 * + i. */
enum { ROWS = sizeof rows / sizeof rows[0], FACES = FIELD_DISTANCE + ROWS };

static int is_there(const result_hit *found, unsigned has, const field_row *row) {
  if (row->condition != IF_NOT_ZERO) return (has & row->condition) != 0;
  return *(const int *)(const void *)((const char *)found + row->place) != 0;
}

/* Pushes the name of a row. */
static void push_name(lua_State *L, const field_row *row) {
  field_push(L, FIELD_DISTANCE + (int)(row - rows));
}

void ci_result_push_fields(lua_State *L) {
  static const char *const axes[] = {"x", "y", "z"};
  int i;
  lua_createtable(L, FACES + (int)COLLIDE_FACE_BACK, 0);
  for (i = FIELD_X; i <= FACES + (int)COLLIDE_FACE_BACK; i++) {
    lua_pushstring(L, i <= FIELD_Z ? axes[i - FIELD_X]
                      : i < FACES  ? rows[i - FIELD_DISTANCE].name
                                   : collide_face_name((collide_face)(i - FACES)));
    lua_rawseti(L, -2, i);
  }
}

/* ---- Values ------------------------------------------------------------------------------ */

static void push_face(lua_State *L, const collide_hit *hit) {
  if (hit->edge > 0)
    compat_pushwhole(L, hit->edge);
  else
    field_push(L, FACES + (int)hit->face);
}

static void push_cells(lua_State *L, const result_hit *found) {
  int i;
  lua_createtable(L, found->of.count, 0);
  for (i = 0; i < found->of.count; i++) {
    ci_result_push_cell(L, found->of.cells[i], found->dimensions);
    lua_rawseti(L, -2, i + 1);
  }
  set_metatable(L, UP_LIST);
}

/* Pushes a new value for the field. */
COMPAT_INLINE void push_value(lua_State *L, const field_row *row, const result_hit *found,
                              int targets) {
  const void *at = (const char *)found + row->place;
  switch (row->kind) {
  case VALUE_VECTOR:
    ci_result_push_vector(L, (const double *)at, found->dimensions);
    return;
  case VALUE_NUMBER:
    result_push_number(L, *(const double *)at);
    return;
  case VALUE_WHOLE:
    compat_pushwhole(L, *(const int *)at);
    return;
  case VALUE_FLAG:
    lua_pushboolean(L, *(const int *)at);
    return;
  case VALUE_FACE:
    push_face(L, &found->of.hit);
    return;
  case VALUE_CELL:
    ci_result_push_cell(L, (const int64_t *)at, found->dimensions);
    return;
  case VALUE_CELLS:
    push_cells(L, found);
    return;
  case VALUE_MEMBER:
    ci_result_push_member(L, targets, found->index, found->number);
    return;
  }
}

/* ---- New tables ------------------------------------------------------------------------------ */

void ci_result_push_hit(lua_State *L, const result_hit *found, int targets) {
  unsigned has = find_conditions(found);
  const field_row *chosen[ROWS];
  int table, i, count = 0;
  for (i = 0; i < ROWS; i++)
    if (is_there(found, has, &rows[i])) chosen[count++] = &rows[i];
  lua_createtable(L, 0, count);
  table = lua_gettop(L);
  for (i = 0; i < count; i++) {
    push_name(L, chosen[i]);
    push_value(L, chosen[i], found, targets);
    lua_rawset(L, table);
  }
  lua_pushvalue(L, lua_upvalueindex(result_has_time(found) ? UP_HIT : UP_CONTACT));
  lua_setmetatable(L, table);
}

/* ---- Tables of a script -------------------------------------------------------------------- */

void ci_into_cut(lua_State *L, int into, int count) {
  int i = (int)lua_rawlen(L, into);
  for (; i > count; i--) {
    lua_pushnil(L);
    lua_rawseti(L, into, i);
  }
}

/* Pops the object on top of the stack, and writes a vector into it, or a cell if `v` is NULL. */
static void write_components(lua_State *L, const double *v, const int64_t *cell, int dimensions) {
  int i, object = lua_gettop(L);
  for (i = 0; i < dimensions; i++) {
    field_push(L, FIELD_X + i);
    if (v != NULL)
      result_push_number(L, v[i]);
    else
      compat_pushwhole(L, cell[i]);
    lua_settable(L, object);
  }
  lua_pop(L, 1);
}

/* Pops the array on top of the stack, and writes the cells into it. */
static void write_cells(lua_State *L, const result_hit *found) {
  int i, cells = lua_gettop(L);
  for (i = 0; i < found->of.count; i++) {
    lua_rawgeti(L, cells, i + 1);
    if (ci_args_may_hold(lua_type(L, -1))) {
      write_components(L, NULL, found->of.cells[i], found->dimensions);
      continue;
    }
    lua_pop(L, 1);
    ci_result_push_cell(L, found->of.cells[i], found->dimensions);
    lua_rawseti(L, cells, i + 1);
  }
  ci_into_cut(L, cells, found->of.count);
  lua_pop(L, 1);
}

/* If the field holds a vector, cell or array, writes the value into that and returns 1. */
static int write_through(lua_State *L, int into, const field_row *row, const result_hit *found) {
  const void *at = (const char *)found + row->place;
  int is_cells = row->kind == VALUE_CELLS;
  if (row->kind != VALUE_VECTOR && row->kind != VALUE_CELL && !is_cells) return 0;
  push_name(L, row);
  lua_gettable(L, into);
  if (is_cells ? !lua_istable(L, -1) : !ci_args_may_hold(lua_type(L, -1))) {
    lua_pop(L, 1);
    return 0;
  }
  if (is_cells)
    write_cells(L, found);
  else if (row->kind == VALUE_VECTOR)
    write_components(L, (const double *)at, NULL, found->dimensions);
  else
    write_components(L, NULL, (const int64_t *)at, found->dimensions);
  return 1;
}

/* Removes the field, which an earlier hit may have left. Returns 1 if it was there. */
static int remove_field(lua_State *L, int into, const field_row *row) {
  int is_there;
  push_name(L, row);
  lua_gettable(L, into);
  is_there = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (!is_there) return 0;
  push_name(L, row);
  lua_pushnil(L);
  lua_settable(L, into);
  return 1;
}

void ci_result_fill_hit(lua_State *L, int into, const result_hit *found, int targets) {
  unsigned has = find_conditions(found);
  int i;
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  for (i = 0; i < ROWS; i++) {
    if (!is_there(found, has, &rows[i])) {
      if (!remove_field(L, into, &rows[i])) i += rows[i].followers;
    } else if (!write_through(L, into, &rows[i], found)) {
      push_name(L, &rows[i]);
      push_value(L, &rows[i], found, targets);
      lua_settable(L, into);
    }
  }
}

void ci_result_set_hit(lua_State *L, int table, int i, const result_hit *found, int targets,
                       int is_into) {
  if (is_into) {
    lua_rawgeti(L, table, i);
    if (lua_istable(L, -1)) ci_result_fill_hit(L, lua_gettop(L), found, targets);
    is_into = lua_istable(L, -1);
    lua_pop(L, 1);
  }
  if (is_into) return;
  ci_result_push_hit(L, found, targets);
  lua_rawseti(L, table, i);
}

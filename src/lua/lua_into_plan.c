/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_into_plan.h"

#include <limits.h>

#include "lua_args.h"

/* ---- Planning ------------------------------------------------------------------- */

/* How many values a write is on the stack, and how many writes one hit needs at most. */
enum { WRITE_SIZE = 4, MOST_WRITES = 48 };

/* The first three of them. */
static void begin_write(const filling *f, int object, field name) {
  lua_pushvalue(f->L, object);
  push_name(f, name);
  lua_pushvalue(f->L, -1);
  lua_gettable(f->L, -3);
}

static void plan_number(const filling *f, int object, field name, double x) {
  begin_write(f, object, name);
  result_push_number(f->L, x);
}

static void plan_whole(const filling *f, int object, field name, int64_t n) {
  begin_write(f, object, name);
  compat_pushwhole(f->L, n);
}

static int plan_removal(const filling *f, field name) {
  begin_write(f, f->into, name);
  if (lua_isnil(f->L, -1)) {
    lua_pop(f->L, WRITE_SIZE - 1);
    return 0;
  }
  lua_pushnil(f->L);
  return 1;
}

/* Plans the components of the vector or cell on top of the stack; it becomes the object of the
 * first of these writes. One of `v` and `cell` is NULL. */
static void plan_components(const filling *f, const double *v, const int64_t *cell,
                            int dimensions) {
  int vector = lua_gettop(f->L), i;
  for (i = 0; i < dimensions; i++) {
    if (v != NULL)
      plan_number(f, vector, (field)(FIELD_X + i), v[i]);
    else
      plan_whole(f, vector, (field)(FIELD_X + i), cell[i]);
  }
  lua_remove(f->L, vector);
}

/* Leaves of a write that was begun only the value that is there. */
static void keep_value(lua_State *L) {
  lua_insert(L, 1 - WRITE_SIZE);
  lua_pop(L, WRITE_SIZE - 2);
}

/* Plans to write a vector or cell through the one in that field, or a new one. */
static void plan_vector(const filling *f, field name, const double *v, const int64_t *cell,
                        int dimensions) {
  begin_write(f, f->into, name);
  if (ci_args_may_hold(lua_type(f->L, -1))) {
    keep_value(f->L);
    plan_components(f, v, cell, dimensions);
  } else if (v != NULL) {
    ci_result_push_vector(f->L, v, dimensions);
  } else {
    ci_result_push_cell(f->L, cell, dimensions);
  }
}

/* Plans to write cell i into the array at that index. */
static void plan_item_of_cells(const filling *f, int cells, int i, const result_hit *found) {
  int dimensions = found->dimensions;
  lua_rawgeti(f->L, cells, i + 1);
  if (ci_args_may_hold(lua_type(f->L, -1))) {
    plan_components(f, NULL, found->of.cells[i], dimensions);
    return;
  }
  lua_pushvalue(f->L, cells);
  lua_insert(f->L, -2);
  lua_pushinteger(f->L, i + 1);
  lua_insert(f->L, -2);
  ci_result_push_cell(f->L, found->of.cells[i], dimensions);
}

static void plan_cells(const filling *f, const result_hit *found) {
  lua_State *L = f->L;
  int i, cells;
  plan_vector(f, FIELD_CELL, NULL, found->of.cell, found->dimensions);
  plan_whole(f, f->into, FIELD_VALUE, (int64_t)found->of.value);
  if (!result_has_cells(found)) return;
  begin_write(f, f->into, FIELD_CELLS);
  if (!lua_istable(L, -1)) {
    ci_result_push_cells(L, found);
    return;
  }
  keep_value(L);
  cells = lua_gettop(L);
  for (i = 0; i < found->of.count; i++) plan_item_of_cells(f, cells, i, found);
  lua_remove(L, cells);
}

int ci_into_plan_hit(const filling *f, const result_hit *found, int targets) {
  const collide_hit *hit = &found->of.hit;
  int first = lua_gettop(f->L), table = f->into;
  luaL_checkstack(f->L, WRITE_SIZE * MOST_WRITES, NULL);
  plan_vector(f, FIELD_NORMAL, hit->normal, NULL, found->dimensions);
  if (hit->has_point) plan_vector(f, FIELD_POINT, hit->point, NULL, found->dimensions);
  if (found->is_contact) {
    plan_number(f, table, FIELD_DEPTH, 0 - hit->t);
  } else {
    plan_number(f, table, FIELD_T, hit->t);
    plan_number(f, table, FIELD_T_EXIT, hit->t_exit);
    begin_write(f, table, FIELD_INSIDE);
    lua_pushboolean(f->L, hit->inside);
    if (result_has_depth(found)) plan_number(f, table, FIELD_DEPTH, hit->u);
  }
  if (has_face(found)) {
    begin_write(f, table, FIELD_FACE);
    push_face(f, found);
  }
  if (found->of.count > 0) plan_cells(f, found);
  if (found->of.triangle) {
    plan_whole(f, table, FIELD_TRIANGLE, found->of.triangle);
  }
  if (found->of.triangle && !found->is_contact) {
    plan_number(f, table, FIELD_U, hit->u);
    plan_number(f, table, FIELD_V, hit->v);
  }
  if (found->of.part > 0) plan_whole(f, table, FIELD_PART, found->of.part);
  if (result_mover_part(found) > 0)
    plan_whole(f, table, FIELD_MOVER_PART, result_mover_part(found));
  if (found->index > 0) {
    plan_whole(f, table, FIELD_INDEX, found->index);
    begin_write(f, table, FIELD_SHAPE);
    ci_result_push_member(f->L, targets, found->index, found->number);
    if (found->number > 0) plan_whole(f, table, FIELD_MEMBER, found->number);
  }
  return (lua_gettop(f->L) - first) / WRITE_SIZE;
}

int ci_into_plan_stale(const filling *f, const result_hit *found) {
  int first = lua_gettop(f->L);
  luaL_checkstack(f->L, WRITE_SIZE * MOST_WRITES, NULL);
  ci_into_for_stale(f, found, plan_removal);
  if (found->is_contact && plan_removal(f, FIELD_T)) {
    plan_removal(f, FIELD_T_EXIT);
    plan_removal(f, FIELD_INSIDE);
    if (found->of.count > 0) plan_removal(f, FIELD_CELLS);
  }
  return (lua_gettop(f->L) - first) / WRITE_SIZE;
}

/* ---- Carrying out ----------------------------------------------------------------- */

/* Called in protected mode: sets object[key] = value for each three arguments after the first, and
 * counts in the int that is the first. */
static int l_assign(lua_State *L) {
  int *done = (int *)lua_touserdata(L, 1), i, top = lua_gettop(L);
  for (i = 2; i + 2 <= top; i += 3, ++*done) {
    lua_pushvalue(L, i + 1);
    lua_pushvalue(L, i + 2);
    if (lua_type(L, i + 1) == LUA_TNUMBER)
      lua_rawset(L, i);
    else
      lua_settable(L, i);
  }
  return 0;
}

/* Takes `count` writes back, of those whose first value is at that index, last first. What was
 * there is written again; an object that raises at that, too, keeps what it has. */
static void take_back(lua_State *L, int writes, int count) {
  int *done = (int *)lua_touserdata(L, lua_upvalueindex(UP_DONE)), outer = *done, i, k;
  for (i = count - 1; i >= 0; i--) {
    lua_pushvalue(L, lua_upvalueindex(UP_ASSIGN));
    lua_pushvalue(L, lua_upvalueindex(UP_DONE));
    for (k = 0; k < 3; k++) lua_pushvalue(L, writes + WRITE_SIZE * i + k);
    if (lua_pcall(L, 4, 0, 0) != 0) lua_pop(L, 1);
  }
  *done = outer;
}

/* Makes the writes on the stack from that index on. When one of them raises, takes them back and
 * returns 0 with the error on top of the stack. The count of writes that were made is one for the
 * whole module, to make no garbage; an object's __newindex may cast in turn, so it is put back. */
static int try_writes(lua_State *L, int writes, int count) {
  int *done = (int *)lua_touserdata(L, lua_upvalueindex(UP_DONE)), outer = *done;
  int i, status, made;
  luaL_checkstack(L, 3 * count + 16, NULL);
  *done = 0;
  lua_pushvalue(L, lua_upvalueindex(UP_ASSIGN));
  lua_pushvalue(L, lua_upvalueindex(UP_DONE));
  for (i = 0; i < count; i++) {
    int at = writes + WRITE_SIZE * i;
    lua_pushvalue(L, at);
    lua_pushvalue(L, at + 1);
    lua_pushvalue(L, at + 3);
  }
  status = lua_pcall(L, 1 + 3 * count, 0, 0);
  made = *done;
  *done = outer;
  if (status == 0) return 1;
  take_back(L, writes, made < count ? made + 1 : count);
  return 0;
}

void ci_into_carry_out(lua_State *L, int writes, int count) {
  if (!try_writes(L, writes, count)) lua_error(L);
}

/* ---- Plans of many hits ------------------------------------------------------------------ */

void ci_into_store(lua_State *L, into_plan *p, int first) {
  int i, top = lua_gettop(L), at = WRITE_SIZE * p->count;
  if (p->count > INT_MAX / WRITE_SIZE - MOST_WRITES) luaL_error(L, "not enough memory");
  if (p->count == 0) {
    lua_newtable(L);
    lua_replace(L, p->index);
  }
  for (i = first; i <= top; i++) {
    lua_pushvalue(L, i);
    lua_rawseti(L, p->index, at + i - first + 1);
  }
  p->count += (top - first + 1) / WRITE_SIZE;
  lua_settop(L, first - 1);
}

/* Pushes writes `from` to `to` - 1 of the plan. */
static void load(lua_State *L, const into_plan *p, int from, int to) {
  int i;
  for (i = WRITE_SIZE * from; i < WRITE_SIZE * to; i++) lua_rawgeti(L, p->index, i + 1);
}

/* In pieces that the stack holds. */
void ci_into_carry_out_plan(lua_State *L, const into_plan *p) {
  int first = lua_gettop(L) + 1, at = 0;
  luaL_checkstack(L, WRITE_SIZE * MOST_WRITES, NULL);
  while (at < p->count) {
    int next = at + MOST_WRITES < p->count ? at + MOST_WRITES : p->count;
    load(L, p, at, next);
    if (!try_writes(L, first, next - at)) {
      lua_replace(L, first); /* the error */
      lua_settop(L, first);
      while (at > 0) {
        int from = at > MOST_WRITES ? at - MOST_WRITES : 0;
        load(L, p, from, at);
        take_back(L, first + 1, at - from);
        lua_settop(L, first);
        at = from;
      }
      lua_error(L);
    }
    lua_settop(L, first - 1);
    at = next;
  }
}

void ci_into_push_assign(lua_State *L) {
  lua_pushcfunction(L, l_assign);
  *(int *)lua_newuserdata(L, sizeof(int)) = 0;
}

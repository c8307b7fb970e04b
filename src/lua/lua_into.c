/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_into.h"

#include "lua_into_plan.h"

/* ---- Names -------------------------------------------------------------------- */

static const char *const field_names[] = {
    NULL,     "x",     "y",    "z",     "normal", "point",     "t", "t_exit",
    "inside", "face",  "cell", "cells", "value",  "triangle",  "u", "v",
    "index",  "shape", "part", "depth", "number", "mover_part"};

/* The names, the tables in a hit, its fields and the components of seven cells. */
enum { STACK_NEEDED = 2 * FIELD_COUNT + 7 * 4 + 2 * LUA_MINSTACK };

static filling begin(lua_State *L, int into, field ahead) {
  filling f;
  int i;
  lua_pushvalue(L, lua_upvalueindex(UP_FIELDS));
  f.L = L;
  f.names = lua_gettop(L);
  f.ahead = (int)ahead;
  for (i = 1; i <= f.ahead; i++) lua_rawgeti(L, f.names, i);
  f.into = into;
  f.normal = f.point = f.cell = f.cells = 0;
  return f;
}

/* ---- What cannot fail ------------------------------------------------------------ */

static void push_each(const filling *f, int table, field first, field last) {
  int name;
  for (name = (int)first; name <= (int)last; name++) push_own(f, table, (field)name);
}

static int has_own(const filling *f, int table, field name) {
  int has;
  push_own(f, table, name);
  has = !lua_isnil(f->L, -1);
  lua_pop(f->L, 1);
  return has;
}

/* Is none of the values nil that lie on the stack from `first` on? Pops them. */
static int pop_all_there(lua_State *L, int first) {
  int i = lua_gettop(L), are = 1;
  for (; i >= first; i--) are &= !lua_isnil(L, i);
  lua_settop(L, first - 1);
  return are;
}

/* Pushes the table in that field; returns its index, or 0 when there is none. */
static int push_table(const filling *f, field name) {
  push_own(f, f->into, name);
  return lua_istable(f->L, -1) ? lua_gettop(f->L) : 0;
}

/* Pushes the tables that this hit needs; are they all there? */
static int find_tables(filling *f, const result_hit *found) {
  f->normal = push_table(f, FIELD_NORMAL);
  if (f->normal == 0) return 0;
  if (found->of.hit.has_point && (f->point = push_table(f, FIELD_POINT)) == 0) return 0;
  if (found->of.count == 0) return 1;
  f->cell = push_table(f, FIELD_CELL);
  if (!result_has_cells(found)) return f->cell != 0;
  f->cells = push_table(f, FIELD_CELLS);
  return f->cell != 0 && f->cells != 0;
}

/* Pushes the components of all cells; returns 0 when one of those is no table. */
static int push_cells(const filling *f, const result_hit *found, field last) {
  int i;
  push_each(f, f->cell, FIELD_X, last);
  if (!result_has_cells(found)) return 1;
  for (i = 0; i < found->of.count; i++) {
    lua_rawgeti(f->L, f->cells, i + 1);
    if (!lua_istable(f->L, -1)) return 0;
    push_each(f, lua_gettop(f->L), FIELD_X, last);
  }
  return 1;
}

/* Does the table have every field of this hit, except perhaps the face, as its own? If so, leaves
 * the tables in it on the stack. */
static int is_ready(filling *f, const result_hit *found) {
  field last = found->dimensions == 3 ? FIELD_Z : FIELD_Y;
  int first;
  if (!find_tables(f, found)) return 0;
  first = lua_gettop(f->L) + 1;
  push_each(f, f->normal, FIELD_X, last);
  if (found->of.hit.has_point) push_each(f, f->point, FIELD_X, last);
  if (found->is_contact)
    push_own(f, f->into, FIELD_DEPTH);
  else
    push_each(f, f->into, FIELD_T, FIELD_INSIDE);
  if (found->is_sweep && result_has_depth(found)) push_own(f, f->into, FIELD_DEPTH);
  if (found->of.triangle)
    push_each(f, f->into, FIELD_TRIANGLE, result_has_uv(found) ? FIELD_V : FIELD_TRIANGLE);
  if (found->index > 0) push_each(f, f->into, FIELD_INDEX, FIELD_SHAPE);
  if (found->number > 0) push_own(f, f->into, FIELD_MEMBER);
  if (found->of.part > 0) push_own(f, f->into, FIELD_PART);
  if (result_mover_part(found) > 0) push_own(f, f->into, FIELD_MOVER_PART);
  if (found->of.count > 0) {
    push_own(f, f->into, FIELD_VALUE);
    if (!push_cells(f, found, last)) return 0;
  }
  return pop_all_there(f->L, first);
}

static void set_number(const filling *f, int table, field name, double x) {
  push_name(f, name);
  result_push_number(f->L, x);
  lua_rawset(f->L, table);
}

static void set_whole(const filling *f, int table, field name, int64_t n) {
  push_name(f, name);
  compat_pushwhole(f->L, n);
  lua_rawset(f->L, table);
}

static void set_vector(const filling *f, int vector, const double *v, int dimensions) {
  set_number(f, vector, FIELD_X, v[0]);
  set_number(f, vector, FIELD_Y, v[1]);
  if (dimensions == 3) set_number(f, vector, FIELD_Z, v[2]);
}

static void set_cell(const filling *f, int vector, const int64_t cell[3], int dimensions) {
  set_whole(f, vector, FIELD_X, cell[0]);
  set_whole(f, vector, FIELD_Y, cell[1]);
  if (dimensions == 3) set_whole(f, vector, FIELD_Z, cell[2]);
}

void ci_into_cut(lua_State *L, int into, int count) {
  int i = (int)lua_rawlen(L, into);
  for (; i > count; i--) {
    lua_pushnil(L);
    lua_rawseti(L, into, i);
  }
}

static void set_cells(const filling *f, const result_hit *found) {
  int i, top = lua_gettop(f->L);
  set_cell(f, f->cell, found->of.cell, found->dimensions);
  set_whole(f, f->into, FIELD_VALUE, (int64_t)found->of.value);
  if (!result_has_cells(found)) return;
  for (i = 0; i < found->of.count; i++) {
    lua_rawgeti(f->L, f->cells, i + 1);
    if (lua_istable(f->L, top + 1)) set_cell(f, top + 1, found->of.cells[i], found->dimensions);
    lua_settop(f->L, top);
  }
  ci_into_cut(f->L, f->cells, found->of.count);
}

void ci_into_for_stale(const filling *f, const result_hit *found, field_call remove) {
  if (found->of.count == 0 && remove(f, FIELD_CELL)) {
    remove(f, FIELD_CELLS);
    remove(f, FIELD_VALUE);
  }
  if (!has_face(found)) remove(f, FIELD_FACE);
  if (!found->of.hit.has_point) remove(f, FIELD_POINT);
  if (!found->of.triangle && remove(f, FIELD_TRIANGLE)) {
    remove(f, FIELD_U);
    remove(f, FIELD_V);
  } else if (found->of.triangle && !result_has_uv(found) && remove(f, FIELD_U)) {
    remove(f, FIELD_V);
  }
  if (found->index == 0 && remove(f, FIELD_INDEX)) remove(f, FIELD_SHAPE);
  if (found->of.part == 0) remove(f, FIELD_PART);
  if (result_mover_part(found) == 0) remove(f, FIELD_MOVER_PART);
  if (!result_has_depth(found)) remove(f, FIELD_DEPTH);
  if (found->is_contact && remove(f, FIELD_T)) {
    remove(f, FIELD_T_EXIT);
    remove(f, FIELD_INSIDE);
  }
  if (found->is_sweep && found->of.count > 0) remove(f, FIELD_CELLS);
  if (found->number == 0) remove(f, FIELD_MEMBER);
}

/* Returns whether the field was there. (Lua 5.1 takes memory for a new field even when its value
 * is nil.) */
static int remove_own(const filling *f, field name) {
  if (!has_own(f, f->into, name)) return 0;
  push_name(f, name);
  lua_pushnil(f->L);
  lua_rawset(f->L, f->into);
  return 1;
}

/* Writes a hit into a table that is ready for it. The face comes first, because it may be missing:
 * then this may fail, but nothing has changed yet. */
static void write_ready(const filling *f, const result_hit *found, int targets) {
  const collide_hit *hit = &found->of.hit;
  if (has_face(found)) {
    push_name(f, FIELD_FACE);
    push_face(f, found);
    lua_rawset(f->L, f->into);
  }
  ci_into_for_stale(f, found, remove_own);
  set_vector(f, f->normal, hit->normal, found->dimensions);
  if (hit->has_point) set_vector(f, f->point, hit->point, found->dimensions);
  if (found->is_contact) {
    set_number(f, f->into, FIELD_DEPTH, 0 - hit->t);
  } else {
    set_number(f, f->into, FIELD_T, hit->t);
    set_number(f, f->into, FIELD_T_EXIT, hit->t_exit);
    push_name(f, FIELD_INSIDE);
    lua_pushboolean(f->L, hit->inside);
    lua_rawset(f->L, f->into);
    if (result_has_depth(found)) set_number(f, f->into, FIELD_DEPTH, hit->u);
  }
  if (found->of.count > 0) set_cells(f, found);
  if (found->of.triangle) {
    set_whole(f, f->into, FIELD_TRIANGLE, found->of.triangle);
  }
  if (result_has_uv(found)) {
    set_number(f, f->into, FIELD_U, hit->u);
    set_number(f, f->into, FIELD_V, hit->v);
  }
  if (found->of.part > 0) set_whole(f, f->into, FIELD_PART, found->of.part);
  if (result_mover_part(found) > 0)
    set_whole(f, f->into, FIELD_MOVER_PART, result_mover_part(found));
  if (found->index > 0) {
    set_whole(f, f->into, FIELD_INDEX, found->index);
    push_name(f, FIELD_SHAPE);
    ci_result_push_member(f->L, targets, found->index, found->number);
    lua_rawset(f->L, f->into);
    if (found->number > 0) set_whole(f, f->into, FIELD_MEMBER, found->number);
  }
}

/* After a hit was written by plan: an array of more cells is left with those of the hit. */
static void cut_cells(const filling *f, const result_hit *found) {
  if (!result_has_cells(found)) return;
  push_own(f, f->into, FIELD_CELLS);
  if (lua_istable(f->L, -1)) ci_into_cut(f->L, lua_gettop(f->L), found->of.count);
  lua_pop(f->L, 1);
}

static int is_plain(lua_State *L, int into) {
  int is;
  if (!lua_getmetatable(L, into)) return 1;
  is = lua_rawequal(L, -1, lua_upvalueindex(UP_HIT)) ||
       lua_rawequal(L, -1, lua_upvalueindex(UP_CONTACT));
  lua_pop(L, 1);
  return is;
}

void ci_into_fill(lua_State *L, int into, const result_hit *found, int targets) {
  int top = lua_gettop(L), writes, count;
  filling f;
  luaL_checkstack(L, STACK_NEEDED, NULL);
  f = begin(L, into, FIELD_Z);
  writes = lua_gettop(L) + 1;
  if ((!has_face(found) || has_own(&f, into, FIELD_FACE) || is_plain(L, into)) &&
      is_ready(&f, found)) {
    write_ready(&f, found, targets);
  } else {
    lua_settop(L, writes - 1);
    count = ci_into_plan_hit(&f, found, targets);
    count += ci_into_plan_stale(&f, found);
    ci_into_carry_out(L, writes, count);
    cut_cells(&f, found);
  }
  lua_settop(L, top);
}

/* ---- Arrays of hits -------------------------------------------------------------------- */

/* Plans hit i unless the table at its place is ready for it. Pushes that table, and perhaps the
 * plan. */
static void plan_item(filling *f, int array, hit_list *list, int i, int targets, into_plan *p) {
  lua_State *L = f->L;
  result_hit found;
  ci_hits_get(list, i, &found);
  lua_rawgeti(L, array, i + 1);
  f->into = lua_gettop(L);
  list->hits[i].is_planned = 1;
  if (!lua_istable(L, f->into)) {
    lua_pushvalue(L, array);
    lua_pushinteger(L, i + 1);
    lua_pushvalue(L, f->into);
    ci_result_push_hit(L, &found, targets);
  } else if ((!has_face(&found) || has_own(f, f->into, FIELD_FACE)) && is_ready(f, &found)) {
    list->hits[i].is_planned = 0;
    return;
  } else {
    lua_settop(L, f->into);
    ci_into_plan_hit(f, &found, targets);
  }
  ci_into_store(L, p, f->into + 1);
}

/* Plans what is to be removed from hit i. Pushes the table. */
static void plan_stale_item(filling *f, int array, const hit_list *list, int i, into_plan *p) {
  result_hit found;
  lua_rawgeti(f->L, array, i + 1);
  f->into = lua_gettop(f->L);
  if (!list->hits[i].is_planned || !lua_istable(f->L, f->into)) return;
  ci_hits_get(list, i, &found);
  ci_into_plan_stale(f, &found);
  ci_into_store(f->L, p, f->into + 1);
}

/* After the plan was carried out. Pushes the table. */
static void finish_item(filling *f, int array, const hit_list *list, int i, int targets) {
  result_hit found;
  ci_hits_get(list, i, &found);
  lua_rawgeti(f->L, array, i + 1);
  f->into = lua_gettop(f->L);
  if (!lua_istable(f->L, f->into)) return; /* a script has taken it away meanwhile */
  if (list->hits[i].is_planned)
    cut_cells(f, &found);
  else if (find_tables(f, &found))
    write_ready(f, &found, targets);
}

void ci_into_fill_list(lua_State *L, int into, hit_list *list, int targets) {
  into_plan p;
  filling f;
  int i, top = lua_gettop(L);
  luaL_checkstack(L, STACK_NEEDED, NULL);
  f = begin(L, into, FIELD_SHAPE);
  p.index = lua_gettop(L) + 1;
  p.count = 0;
  lua_pushnil(L); /* the plan's place */
  for (i = 0; i < list->count; i++) {
    plan_item(&f, into, list, i, targets, &p);
    lua_settop(L, p.index);
  }
  for (i = 0; i < list->count; i++) {
    plan_stale_item(&f, into, list, i, &p);
    lua_settop(L, p.index);
  }
  if (p.count > 0) ci_into_carry_out_plan(L, &p);
  for (i = 0; i < list->count; i++) {
    finish_item(&f, into, list, i, targets);
    lua_settop(L, p.index);
  }
  ci_into_cut(L, into, list->count);
  lua_settop(L, top);
}

/* ---- Arrays of numbers ------------------------------------------------------------------- */

/* Called in protected mode: puts argument 3 into the items 1 to argument 2 that are nil. */
static int l_reserve(lua_State *L) {
  int i, count = (int)lua_tointeger(L, 2);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, 1, i);
    if (lua_isnil(L, -1)) {
      lua_pushvalue(L, 3);
      lua_rawseti(L, 1, i);
    }
    lua_pop(L, 1);
  }
  return 0;
}

/* Puts a value that no script has into the items that are nil; when memory runs out, makes them
 * nil again. */
static void reserve_slowly(lua_State *L, int into, int count) {
  int i;
  lua_pushcfunction(L, l_reserve);
  lua_pushvalue(L, into);
  lua_pushinteger(L, count);
  lua_pushvalue(L, lua_upvalueindex(UP_FIELDS));
  if (lua_pcall(L, 3, 0, 0) == 0) return;
  for (i = 1; i <= count; i++) {
    int is_new;
    lua_rawgeti(L, into, i);
    is_new = lua_rawequal(L, -1, lua_upvalueindex(UP_FIELDS));
    lua_pop(L, 1);
    if (!is_new) continue;
    lua_pushnil(L);
    lua_rawseti(L, into, i);
  }
  lua_error(L);
}

/* An array that is long enough already needs no memory, unless it has holes. */
void ci_into_reserve(lua_State *L, int into, int count) {
  if (lua_rawlen(L, into) < (size_t)count) reserve_slowly(L, into, count);
}

/* ---- When the module is made ----------------------------------------------------------------- */

void ci_into_push_upvalues(lua_State *L) {
  int i;
  lua_createtable(L, (int)FIELD_COUNT + (int)COLLIDE_FACE_BACK, 0);
  for (i = FIELD_X; i < FIELD_COUNT; i++) {
    lua_pushstring(L, field_names[i]);
    lua_rawseti(L, -2, i);
  }
  for (i = COLLIDE_FACE_SIDE; i <= COLLIDE_FACE_BACK; i++) {
    lua_pushstring(L, collide_face_name((collide_face)i));
    lua_rawseti(L, -2, FIELD_COUNT + i);
  }
  ci_into_push_assign(L);
}

/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_one_way.h"

#include <string.h>

#include "lua_description.h"
#include "lua_grid.h"
#include "lua_object.h"
#include "lua_posed.h"
#include "lua_result.h"
#include "../target/group.h"

static void check_not_zero(lua_State *L, const args_place *at, const double n[3]) {
  if (!one_way_is_set(n)) ci_args_fail(L, at, " must not be zero");
}

/* ---- Of a shape, mesh or group -------------------------------------------------------------- */

void ci_one_way_read(lua_State *L, const args_place *at, int index, int dimensions, double n[3]) {
  args_place place = *at;
  place.name = "one_way";
  n[0] = n[1] = n[2] = 0;
  lua_getfield(L, index, place.name);
  if (!lua_isnil(L, -1)) {
    ci_args_vector_value(L, &place, lua_gettop(L), ci_description_size(dimensions), n);
    check_not_zero(L, &place, n);
  }
  lua_pop(L, 1);
}

void ci_one_way_set_field(lua_State *L, const double n[3], int dimensions) {
  if (!one_way_is_set(n)) return;
  ci_posed_push_array(L, n, dimensions);
  lua_setfield(L, -2, "one_way");
}

void ci_one_way_add(luaL_Buffer *text, const double n[3], int dimensions) {
  if (!one_way_is_set(n)) return;
  luaL_addstring(text, " one_way=");
  ci_args_add_vector(text, n, dimensions);
}

/* ---- Of the values of a grid ------------------------------------------------------------- */

/* The index of the value in the sorted list, or the index at which to insert it. */
static int find_place(const owned_grid *owner, unsigned value) {
  int low = 0, high = owner->one_way_count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (owner->one_way[middle].value < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static int has_value(const owned_grid *owner, int place, unsigned value) {
  return place < owner->one_way_count && owner->one_way[place].value == value;
}

int ci_one_way_has_any(const held_grid *held) {
  return ((const owned_grid *)(const void *)held->owner)->one_way_count > 0;
}

const double *ci_one_way_of_value(const held_grid *held, unsigned value) {
  const owned_grid *owner = (const owned_grid *)(const void *)held->owner;
  int place = find_place(owner, value);
  return has_value(owner, place, value) ? owner->one_way[place].n : NULL;
}

void ci_one_way_free(owned_grid *owner) {
  collide_grid *grid = &owner->grid;
  if (owner->one_way == NULL) return;
  grid->alloc(grid->user, owner->one_way, (size_t)owner->one_way_count * sizeof *owner->one_way, 0);
  owner->one_way = NULL;
  owner->one_way_count = 0;
}

/* A vector of zeros removes that of a value, which keeps its place in the list. So only a new value
 * needs memory. */
void ci_one_way_set_value(lua_State *L, held_grid *held, unsigned value, const double n[3]) {
  owned_grid *owner = (owned_grid *)(void *)held->owner;
  const collide_grid *grid = &owner->grid;
  int place, tries = 0;
  for (;;) {
    size_t one = sizeof *owner->one_way, count = (size_t)owner->one_way_count;
    one_way_value *list;
    ci_grid_check_alive(L, held);
    place = find_place(owner, value);
    if (has_value(owner, place, value) || !one_way_is_set(n)) break;
    list = (one_way_value *)grid->alloc(grid->user, owner->one_way, count * one, (count + 1) * one);
    if (list == NULL) { /* a finalizer may change the list */
      ci_grid_retry(L, &tries);
      continue;
    }
    memmove(list + place + 1, list + place, (count - (size_t)place) * one);
    list[place].value = value;
    owner->one_way = list;
    owner->one_way_count++;
  }
  if (has_value(owner, place, value))
    memcpy(owner->one_way[place].n, n, sizeof owner->one_way[place].n);
}

void ci_one_way_copy(lua_State *L, held_grid *to, const held_grid *from) {
  const owned_grid *owner = (const owned_grid *)(const void *)from->owner;
  int i;
  for (i = 0; i < owner->one_way_count; i++) {
    one_way_value one = owner->one_way[i];
    ci_one_way_set_value(L, to, one.value, one.n);
  }
}

static void set_vector(lua_State *L, const args_place *at, held_grid *held, unsigned value,
                       int index) {
  double n[3] = {0, 0, 0};
  ci_args_vector_value(L, at, index, ci_grid_size(held->grid->frame.dimensions), n);
  check_not_zero(L, at, n);
  ci_one_way_set_value(L, held, value, n);
}

void ci_one_way_read_grid(lua_State *L, int index, held_grid *held) {
  ci_grid_read_by_value(L, index, held, "one_way", "vectors", set_vector);
}

void ci_one_way_add_grid(luaL_Buffer *text, const held_grid *held) {
  enum { MOST_PRINTED = 4 };
  const owned_grid *owner = (const owned_grid *)(const void *)held->owner;
  int i, printed = 0;
  for (i = 0; i < owner->one_way_count; i++) {
    const one_way_value *one = &owner->one_way[i];
    if (!one_way_is_set(one->n) || printed++ > MOST_PRINTED) continue;
    luaL_addstring(text, printed == 1 ? " one_way={[" : printed > MOST_PRINTED ? ", ..." : ", [");
    if (printed > MOST_PRINTED) continue;
    ci_result_add_number(text, one->value);
    luaL_addstring(text, "]=");
    ci_args_add_vector(text, one->n, owner->grid.frame.dimensions);
  }
  if (printed > 0) luaL_addstring(text, "}");
}

/* ---- Methods -------------------------------------------------------------------------------- */

/* Reads a vector in any form from argument `arg` on. nil gives a vector of zeros. */
static void read_vector(lua_State *L, int arg, args_size size, double n[3]) {
  args_place at = ci_args_at(arg, "one_way");
  n[0] = n[1] = n[2] = 0;
  if (lua_gettop(L) < arg) ci_args_fail(L, &at, ": vector or nil expected, got no value");
  if (lua_isnil(L, arg)) {
    ci_args_end(L, arg);
    return;
  }
  ci_args_vector(L, &arg, at.name, size, n);
  ci_args_end(L, arg);
  check_not_zero(L, &at, n);
}

static int push_vector(lua_State *L, const double *n, int dimensions, int numbers) {
  if (n != NULL && one_way_is_set(n)) return ci_result_push_answer(L, n, dimensions, numbers);
  lua_pushnil(L);
  return 1;
}

static int l_set_one_way(lua_State *L) {
  held_grid *held = grid_at(L, 1);
  double n[3];
  if (held != NULL) {
    unsigned value = ci_grid_read_value(L);
    read_vector(L, 3, ci_grid_size(held->grid->frame.dimensions), n);
    ci_one_way_set_value(L, held, value, n);
  } else {
    object found = ci_object_check(L);
    read_vector(L, 2, ci_description_size(found.dimensions), n);
    memcpy(found.head->one_way, n, sizeof n);
  }
  lua_settop(L, 1);
  return 1;
}

static int l_get_one_way(lua_State *L) {
  const held_grid *held = grid_at(L, 1);
  object found;
  int numbers;
  if (held != NULL) {
    unsigned value = ci_grid_read_value(L);
    numbers = ci_args_wants_numbers(L, 3, 0);
    return push_vector(L, ci_one_way_of_value(held, value), held->grid->frame.dimensions, numbers);
  }
  found = ci_object_check(L);
  numbers = ci_args_wants_numbers(L, 2, 0);
  return push_vector(L, found.head->one_way, found.dimensions, numbers);
}

const binding ci_one_way_bindings[] = {
    {"set_one_way", l_set_one_way, IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP},
    {"get_one_way", l_get_one_way, IN_SHAPE | IN_GRID | IN_MESH | IN_GROUP},
    {NULL, NULL, 0}};

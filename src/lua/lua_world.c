/* SPDX-License-Identifier: MIT
 *
 * Making worlds, and their methods.
 */
#include "../number/fp.h"
#include "lua_world_add.h"

#include <string.h>

#include "../target/world.h"
#include "lua_result.h"
#include "lua_object.h"

/* ---- Worlds that Lua holds -------------------------------------------------------------- */

static void release(owned *self) {
  owned_world *o = (owned_world *)self;
  if (o->roster == NULL) return; /* there was not enough memory to complete it */
  ci_roster_leave_all(o->roster, o);
  collide_world_free(o->world);
  o->world = NULL;
  o->changes++;
}

/* Pushes a world without members. Its owner keeps the roster alive. */
static held_world *push_world(lua_State *L) {
  held_world *held = (held_world *)lua_newuserdata(L, sizeof *held);
  int handle = lua_gettop(L);
  head_begin(&held->head);
  held->owner = (owned_world *)ci_owned_new(L, handle, sizeof(owned_world), release);
  lua_pushvalue(L, handle);
  lua_rawget(L, lua_upvalueindex(UP_OWNED));
  lua_pushvalue(L, lua_upvalueindex(UP_ROSTER));
  world_set_own(L, handle + 1);
  lua_pop(L, 1);
  held->owner->roster = seal_here(L)->roster;
  lua_newtable(L);
  lua_pushliteral(L, "world"); /* for holders of the table alone */
  lua_pushvalue(L, handle);
  lua_rawset(L, -3);
  world_set_own(L, handle);
  seal_close(&held->head.sealed, SEAL_WORLD, seal_here(L));
  lua_pushvalue(L, lua_upvalueindex(UP_WORLD));
  lua_setmetatable(L, handle);
  return held;
}

held_world *ci_world_check(lua_State *L) {
  held_world *held = world_at(L, 1);
  if (held == NULL) ci_args_fail_self(L, "world");
  return held;
}

int ci_world_dimensions(const held_world *held) {
  return held->owner->world != NULL ? held->owner->world->dimensions : 0;
}

void ci_world_check_dimensions(lua_State *L, int arg, const held_world *held, int dimensions) {
  args_place at = ci_args_at(arg, "target");
  int own = ci_world_dimensions(held);
  if (own != 0 && own != dimensions)
    ci_args_fail(L, &at, ": a %dD world expected, got a %dD one", dimensions, own);
}

void ci_world_push_members(lua_State *L, int index) {
  world_push_own(L, index);
}

static int count_of(const held_world *held) {
  return held->owner->world != NULL ? held->owner->world->alive : 0;
}

/* ---- Adding -------------------------------------------------------------------------------- */

static int l_add(lua_State *L) {
  held_world *held = ci_world_check(L);
  int dimensions = ci_world_dimensions(held), i, number;
  items all;
  all.list = 0;
  all.first = 2;
  all.count = lua_gettop(L) - 1;
  if (all.count == 0) {
    args_place at = ci_args_at(2, NULL);
    ci_args_fail(L, &at, "shape, grid, mesh or group expected, got no value");
  }
  for (i = 0; i < all.count; i++) {
    args_place at = ci_args_at(all.first + i, "member");
    ci_world_read_item(L, &at, all.first + i, &dimensions);
  }
  number = ci_world_add_items(L, ci_world_check(L), 1, &all, dimensions);
  compat_pushwhole(L, number);
  return 1;
}

/* ---- Making ---------------------------------------------------------------------------------- */

/* Copies the members in the table at 1 into the table at `list`. */
static void read_items(lua_State *L, items *all, int *dimensions) {
  args_place at = ci_args_at(1, NULL);
  args_array array = ci_args_array_begin(L, 1);
  array.named = 1;
  all->count = 0;
  while (ci_args_array_next(L, &at, &array)) {
    args_place place = ci_args_at(1, NULL);
    place.within = "members";
    place.element = array.element;
    ci_world_read_item(L, &place, lua_gettop(L), dimensions);
    lua_rawseti(L, all->list, array.element);
    all->count++;
  }
}

static int l_world(lua_State *L) {
  enum { FIELDS = 1, LIST, WORLD };
  static const char *const names[] = {"dimensions", "data", NULL};
  args_place at = ci_args_at(1, NULL);
  int dimensions = 0;
  held_world *held;
  items all;
  if (!lua_isnoneornil(L, 2)) {
    at.arg = 2;
    ci_args_fail(L, &at, "unexpected argument, got %s; world takes one table, world{a, b}",
                 ci_args_type(L, 2));
  }
  ci_args_end(L, 3);
  lua_settop(L, 1);
  if (lua_isnil(L, FIELDS)) {
    lua_newtable(L);
    lua_replace(L, FIELDS);
  }
  if (!lua_istable(L, FIELDS))
    ci_args_fail(L, &at, "table of members expected, got %s; for example world{a, b}",
                 ci_args_type(L, 1));
  ci_args_only(L, &at, FIELDS, "field", names, INT32_MAX,
               "a world takes its members, dimensions and data");
  lua_newtable(L);
  dimensions = ci_args_dimensions(L, &at, 1);
  all.list = LIST;
  all.first = 0;
  read_items(L, &all, &dimensions);
  lua_settop(L, LIST);
  held = push_world(L);
  if (dimensions != 0) ci_world_add_items(L, held, WORLD, &all, dimensions);
  lua_settop(L, WORLD);
  lua_getfield(L, FIELDS, "data");
  if (!lua_isnil(L, -1)) ci_object_set_data(L, WORLD);
  lua_settop(L, WORLD);
  return 1;
}

/* ---- Removing and querying --------------------------------------------------------------- */

/* Reads the object at argument 2; raises if it is none. Returns its number in the world, or 0. */
static int read_member(lua_State *L, const held_world *held, object *found) {
  args_place at = ci_args_at(2, "member");
  if (!ci_object_member(L, 2, found))
    ci_args_fail(L, &at, ": shape, grid, mesh or group expected, got %s%s", ci_args_type(L, 2),
                 lua_type(L, 2) == LUA_TNUMBER ? "; member(number) returns it" : "");
  ci_args_end(L, 3);
  return ci_roster_number(held->owner->roster, &found->head->worlds, held->owner);
}

static int l_remove(lua_State *L) {
  held_world *held = ci_world_check(L);
  owned_world *o = held->owner;
  object found;
  int number = read_member(L, held, &found);
  if (number != 0) {
    collide_world_remove(o->world, number);
    ci_roster_leave(o->roster, &found.head->worlds, o);
    ci_world_count_kind(o, &found, -1);
    o->changes++;
    ci_world_push_members(L, 1);
    lua_pushnil(L);
    lua_rawseti(L, -2, number);
  }
  lua_pushboolean(L, number != 0);
  return 1;
}

static int l_has(lua_State *L) {
  const held_world *held = ci_world_check(L);
  object found;
  lua_pushboolean(L, read_member(L, held, &found) != 0);
  return 1;
}

static int l_member(lua_State *L) {
  const held_world *held = ci_world_check(L);
  args_place at = ci_args_at(2, "number");
  double number = ci_args_number(L, &at, 2);
  collide_target member;
  ci_args_end(L, 3);
  if (!(number >= 1 && number <= INT32_MAX && number == floor(number)) ||
      held->owner->world == NULL ||
      !collide_world_member(held->owner->world, (int)number, &member)) {
    lua_pushnil(L);
    return 1;
  }
  ci_world_push_members(L, 1);
  lua_rawgeti(L, -1, (int)number);
  return 1;
}

static int l_count(lua_State *L) {
  const held_world *held = ci_world_check(L);
  ci_args_end(L, 2);
  compat_pushwhole(L, count_of(held));
  return 1;
}

static int l_clear(lua_State *L) {
  owned_world *o = ci_world_check(L)->owner;
  int number = 0;
  ci_args_end(L, 2);
  lua_settop(L, 1);
  if (o->world == NULL) return 1;
  ci_world_push_members(L, 1);
  while ((number = ci_world_next(o->world, number)) != 0) {
    lua_pushnil(L);
    lua_rawseti(L, 2, number);
  }
  ci_roster_leave_all(o->roster, o);
  ci_world_clear(o->world);
  o->grids = o->meshes = 0;
  o->changes++;
  lua_settop(L, 1);
  return 1;
}

static int l_bounds(lua_State *L) {
  const held_world *held = ci_world_check(L);
  int dimensions = ci_world_dimensions(held), numbers = ci_args_wants_numbers(L, 2, 0);
  double min[3], max[3];
  if (dimensions == 0 || !ci_world_bounds(held->owner->world, min, max)) {
    lua_pushnil(L);
    return 1;
  }
  return ci_result_push_bounds(L, min, max, dimensions, numbers);
}

int ci_l_world_text(lua_State *L) {
  const held_world *held = ci_world_check(L);
  int dimensions = ci_world_dimensions(held);
  if (dimensions == 0)
    lua_pushliteral(L, "world members=0");
  else
    lua_pushfstring(L, "world %dD members=%d", dimensions, count_of(held));
  return 1;
}

const binding ci_world_bindings[] = {
    {"world", l_world, IN_MODULE}, {"add", l_add, IN_WORLD},       {"remove", l_remove, IN_WORLD},
    {"has", l_has, IN_WORLD},      {"member", l_member, IN_WORLD}, {"count", l_count, IN_WORLD},
    {"clear", l_clear, IN_WORLD},  {"bounds", l_bounds, IN_WORLD}, {NULL, NULL, 0}};

/* SPDX-License-Identifier: MIT
 *
 * Selecting and adding the members of a world.
 */
#include "lua_world_add.h"

#include "../target/world.h"
#include "lua_description.h"
#include "lua_grid.h"
#include "lua_posed.h"
#include "lua_group.h"
#include "lua_object.h"
#include "lua_mesh.h"

/* ---- Members ------------------------------------------------------------------------------- */

void ci_world_count_kind(owned_world *o, const object *one, int change) {
  collide_target_kind kind = one->target.kind;
  if (kind == COLLIDE_TARGET_GRID) o->grids += change;
  if (kind == COLLIDE_TARGET_MESH || kind == COLLIDE_TARGET_GROUP) o->meshes += change;
}

/* Marks the object at the index if it is a member of the world. Returns 1 if it is. */
static int mark_member(lua_State *L, int index, const owned_world *o, uint32_t mark) {
  object found;
  int number;
  if (!lua_isuserdata(L, index) || !ci_object_member(L, index, &found)) return 0;
  number = ci_roster_number(o->roster, &found.head->worlds, o);
  if (number != 0) ci_world_mark(o->world, number, mark);
  return number != 0;
}

/* Marks all members that the option names. Returns 1 if there are any. */
static int mark_all(lua_State *L, const choice *c, const owned_world *o, uint32_t mark) {
  int i, count, are = 0;
  if (c->index == 0) return 0;
  if (!lua_istable(L, c->index)) return mark_member(L, c->index, o, mark);
  count = (int)lua_rawlen(L, c->index);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, c->index, i);
    are |= mark_member(L, lua_gettop(L), o, mark);
    lua_pop(L, 1);
  }
  return are;
}

const world_selection *ci_world_select(lua_State *L, const selection *select, const owned_world *o,
                                       int chosen, int self, world_selection *out) {
  int is_marked = select->stamp != NULL && *select->stamp == o->world->stamp;
  out->ignored = select->ignore.layers;
  out->chosen = select->only.layers;
  out->is_only = select->only.index != 0 && !chosen;
  out->has_marks = 0;
  out->accepts = NULL;
  if (select->ignore.index == 0 && !out->is_only && self == 0) return NULL;
  if (!is_marked) ci_world_clear_marks(o->world);
  if (self != 0) out->has_marks = mark_member(L, self, o, WORLD_IGNORED);
  out->has_marks |= is_marked || mark_all(L, &select->ignore, o, WORLD_IGNORED);
  if (out->is_only) out->has_marks |= is_marked || mark_all(L, &select->only, o, WORLD_CHOSEN);
  if (select->stamp != NULL && out->has_marks) *select->stamp = o->world->stamp;
  return out->ignored != 0 || out->is_only || out->has_marks ? out : NULL;
}

/* Replaces the description at the index by its object, with its data. */
static void make_item(lua_State *L, const args_place *at, int index) {
  int top = lua_gettop(L);
  lua_getfield(L, index, "data");
  ci_posed_push(L, at, index, NULL);
  lua_pushvalue(L, top + 1);
  if (!lua_isnil(L, -1)) ci_object_set_data(L, top + 2);
  lua_settop(L, top + 2);
  lua_replace(L, index);
  lua_settop(L, top);
}

void ci_world_read_item(lua_State *L, const args_place *at, int index, int *dimensions) {
  object found;
  luaL_checkstack(L, 16, NULL);
  if (lua_istable(L, index)) make_item(L, at, index);
  if (!ci_object_member(L, index, &found))
    ci_args_fail(L, at, ": shape, grid, mesh or group expected, got %s", ci_args_type(L, index));
  if (*dimensions == 0) *dimensions = found.dimensions;
  if (found.target.kind == COLLIDE_TARGET_SHAPE)
    ci_description_check(L, at, description_at(L, index), *dimensions);
  if (found.dimensions != *dimensions)
    ci_args_fail(L, at, ": a %dD shape expected, got a %dD %s", *dimensions, found.dimensions,
                 ci_object_target_name(&found.target));
}

/* ---- Adding -------------------------------------------------------------------------------- */

static void push_item(lua_State *L, const items *all, int i) {
  if (all->list != 0)
    lua_rawgeti(L, all->list, i + 1);
  else
    lua_pushvalue(L, all->first + i);
}

/* The additions for which `prepare` makes room. */
typedef struct wanted {
  owned_world *owner;
  int dimensions, count;
  int last; /* the last number that the world had used by then */
} wanted;

/* Called in protected mode: allocates all memory that `count` new members need. Argument 2 is the
 * table of members; argument 3 is that of the roster. */
static int l_prepare(lua_State *L) {
  wanted *w = (wanted *)lua_touserdata(L, 1);
  owned_world *o = w->owner;
  void *user;
  lua_Alloc alloc = lua_getallocf(L, &user);
  int tries = 0, i;
  ci_roster_reserve(L, o->roster, 3, w->count);
  while (!o->base.is_released) {
    if (o->world == NULL) o->world = collide_world_new(w->dimensions, alloc, user);
    if (o->world != NULL && ci_world_reserve(o->world, w->count)) break;
    if (tries++ > 0) luaL_error(L, "not enough memory");
    lua_gc(L, LUA_GCCOLLECT, 0); /* may run finalizers that use the world */
  }
  if (o->base.is_released) luaL_error(L, "the world was collected");
  w->last = o->world->last;
  if (w->count > INT32_MAX - w->last) luaL_error(L, "a world has at most 2^31 - 1 numbers");
  for (i = 1; i <= w->count; i++) {
    lua_pushboolean(L, 1);
    lua_rawseti(L, 2, w->last + i);
  }
  return 0;
}

/* Removes the values that l_prepare put into the table, after the first `kept` numbers. */
static void clear_places(lua_State *L, int table, const wanted *w, int kept) {
  int i;
  for (i = kept + 1; i <= w->count; i++) {
    lua_rawgeti(L, table, w->last + i);
    if (lua_isboolean(L, -1)) {
      lua_pushnil(L);
      lua_rawseti(L, table, w->last + i);
    }
    lua_pop(L, 1);
  }
}

/* Allocates the memory, and raises if there is not enough. Finalizers may use the world meanwhile,
 * so the room is checked again. */
static void prepare(lua_State *L, const held_world *held, int table, wanted *w) {
  const roster *r = held->owner->roster;
  do {
    w->last = held->owner->world != NULL ? held->owner->world->last : 0;
    lua_pushcfunction(L, l_prepare);
    lua_pushlightuserdata(L, w);
    lua_pushvalue(L, table);
    lua_pushvalue(L, lua_upvalueindex(UP_ROSTER));
    if (lua_pcall(L, 3, 0, 0) != 0) {
      clear_places(L, table, w, 0);
      lua_error(L);
    }
  } while (!roster_has_room(r, w->count) || held->owner->world == NULL ||
           held->owner->world->last != w->last || !ci_world_reserve(held->owner->world, w->count));
}

/* The memory of worlds is not Lua's, so growth is reported to the garbage collector. */
static void report_memory(lua_State *L, owned_world *o) {
  enum { NOTICED = 1024, KILOBYTES = 256 };
  int count = o->world->alive;
  if (count < o->told) o->told = count;
  if (count - o->told < NOTICED) return;
  count = (count - o->told) / NOTICED;
  o->told += count * NOTICED;
  lua_gc(L, LUA_GCSTEP, count * KILOBYTES);
}

/* Nothing can fail once the memory is allocated. */
int ci_world_add_items(lua_State *L, held_world *held, int handle, const items *all,
                       int dimensions) {
  owned_world *o = held->owner;
  wanted w;
  int i, table, first = 0, added = 0;
  ci_world_push_members(L, handle);
  table = lua_gettop(L);
  w.owner = o;
  w.dimensions = dimensions;
  w.count = all->count;
  if (all->count == 1) { /* an object that is already a member needs no memory */
    object found;
    push_item(L, all, 0);
    if (ci_object_member(L, table + 1, &found))
      first = ci_roster_number(o->roster, &found.head->worlds, o);
    lua_pop(L, 1);
    if (first != 0) return first;
  }
  prepare(L, held, table, &w);
  for (i = 0; i < all->count; i++) {
    object found;
    int number;
    push_item(L, all, i);
    number = ci_object_member(L, table + 1, &found)
                 ? ci_roster_number(o->roster, &found.head->worlds, o)
                 : -1;
    if (number == 0) {
      number = collide_world_add(o->world, &found.target);
      ci_world_set_layer(o->world, number, found.head->layer);
      ci_roster_enter(o->roster, &found.head->worlds, o, number);
      lua_pushvalue(L, table + 1);
      lua_rawseti(L, table, number);
      ci_world_count_kind(o, &found, 1);
      o->changes++;
      added++;
    }
    lua_pop(L, 1);
    if (first == 0) first = number;
  }
  clear_places(L, table, &w, added);
  report_memory(L, o);
  return first;
}

/* SPDX-License-Identifier: MIT
 *
 * Making worlds, their methods, and loops over them: all members, and pairs of members that overlap
 * or are near.
 *
 * All loops share one iterator, whose state is a userdata. LuaJIT compiles a loop for the function
 * that it calls, and keeps the result. If each loop had a closure, LuaJIT would compile each one
 * anew and keep its world alive.
 */
#include "../number/fp.h"
#include "lua_world.h"

#include <string.h>

#include "../target/world.h"
#include "lua_description.h"
#include "lua_object.h"
#include "lua_options.h"
#include "lua_posed.h"
#include "lua_result.h"

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
  int own = ci_world_dimensions(held);
  if (own != 0 && own != dimensions)
    ci_args_fail_at(L, arg, "target", ": a %dD world expected, got a %dD one", dimensions, own);
}

void ci_world_push_members(lua_State *L, int index) {
  world_push_own(L, index);
}

static int count_of(const held_world *held) {
  return held->owner->world != NULL ? held->owner->world->alive : 0;
}

/* ---- Members ------------------------------------------------------------------------------- */

/* Counts a member that was added or, with `change` -1, removed. */
static void count_kind(owned_world *o, const object *one, int change) {
  collide_target_kind kind = one->target.kind;
  if (kind == COLLIDE_TARGET_GRID) o->grids += change;
  if (kind == COLLIDE_TARGET_MESH || kind == COLLIDE_TARGET_GROUP) o->meshes += change;
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

/* Reads the member at the index. The object replaces its description there. *dimensions are those
 * of the world, or 0 before its first member. */
static void read_item(lua_State *L, const args_place *at, int index, int *dimensions) {
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

/* The values from argument `first` on, or with `list`, those in the table at that index. */
typedef struct items {
  int list, first, count;
} items;

static void push_item(lua_State *L, const items *all, int i) {
  if (all->list != 0)
    lua_rawgeti(L, all->list, i + 1);
  else
    lua_pushvalue(L, all->first + i);
}

/* Allocates all memory that the items need, and raises if there is not enough. An allocation may
 * run finalizers, which may use the world, so the room is checked again. The items are put into the
 * table of members after the last number of the world, where nothing reads them. So setting the
 * members there later needs no memory. */
static void prepare(lua_State *L, owned_world *o, int table, const items *all, int dimensions) {
  void *user;
  lua_Alloc alloc = lua_getallocf(L, &user);
  int tries = 0, last = -1, i;
  while (!roster_has_room(o->roster, all->count) || o->world == NULL || o->world->last != last ||
         !ci_world_reserve(o->world, all->count)) {
    ci_roster_reserve(L, o->roster, lua_upvalueindex(UP_ROSTER), all->count);
    while (!o->base.is_released) {
      if (o->world == NULL) o->world = collide_world_new(dimensions, alloc, user);
      if (o->world != NULL && ci_world_reserve(o->world, all->count)) break;
      if (tries++ > 0) luaL_error(L, "not enough memory");
      lua_gc(L, LUA_GCCOLLECT, 0); /* may run finalizers that use the world */
    }
    if (o->base.is_released) luaL_error(L, "the world was collected");
    last = o->world->last;
    if (all->count > INT32_MAX - last) luaL_error(L, "a world has at most 2^31 - 1 numbers");
    for (i = 0; i < all->count; i++) {
      push_item(L, all, i);
      lua_rawseti(L, table, last + 1 + i);
    }
  }
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

/* Adds all items, which must be valid, to the world at `handle`. Returns the first number. Nothing
 * can fail once the memory is allocated. */
static int add_items(lua_State *L, held_world *held, int handle, const items *all, int dimensions) {
  owned_world *o = held->owner;
  int i, table, last, first = 0, added = 0;
  ci_world_push_members(L, handle);
  table = lua_gettop(L);
  if (all->count == 1) { /* an object that is already a member needs no memory */
    object found;
    push_item(L, all, 0);
    if (ci_object_member(L, table + 1, &found))
      first = ci_roster_number(o->roster, &found.head->worlds, o);
    lua_pop(L, 1);
    if (first != 0) return first;
  }
  prepare(L, o, table, all, dimensions);
  last = o->world->last;
  for (i = 0; i < all->count; i++) {
    object found;
    int number;
    push_item(L, all, i);
    number = ci_object_member(L, table + 1, &found)
                 ? ci_roster_number(o->roster, &found.head->worlds, o)
                 : -1;
    if (number == 0) {
      number = collide_world_add(o->world, &found.target);
      ci_world_set_layers(o->world, number, found.head->layers,
                          head_layers(seal_here(L), found.head));
      ci_roster_enter(o->roster, &found.head->worlds, o, number);
      lua_pushvalue(L, table + 1);
      lua_rawseti(L, table, number);
      count_kind(o, &found, 1);
      o->changes++;
      added++;
    }
    lua_pop(L, 1);
    if (first == 0) first = number;
  }
  for (i = added; i < all->count; i++) {
    lua_pushnil(L);
    lua_rawseti(L, table, last + 1 + i);
  }
  report_memory(L, o);
  return first;
}

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
  for (i = 2; i < 2 + all.count; i++) {
    args_place at = ci_args_at(i, "member");
    read_item(L, &at, i, &dimensions);
  }
  number = add_items(L, ci_world_check(L), 1, &all, dimensions);
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
    read_item(L, &place, lua_gettop(L), dimensions);
    lua_rawseti(L, all->list, array.element);
    all->count++;
  }
}

/* Reads all members before it makes the world, so an error makes none. */
static int l_world(lua_State *L) {
  enum { FIELDS = 1, LIST, WORLD };
  static const char *const names[] = {"dimensions", "data", NULL};
  args_place at = ci_args_at(1, NULL);
  int dimensions = 0;
  held_world *held;
  items all;
  ci_decompose_drop_neighbours(L);
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
  if (dimensions != 0) add_items(L, held, WORLD, &all, dimensions);
  lua_settop(L, WORLD);
  lua_getfield(L, FIELDS, "data");
  if (!lua_isnil(L, -1)) ci_object_set_data(L, WORLD);
  lua_settop(L, WORLD);
  return 1;
}

/* ---- Removing and querying --------------------------------------------------------------- */

/* Reads the object at argument 2; raises if it is none. Returns its number in the world, or 0. */
static int read_member(lua_State *L, const held_world *held, object *found) {
  if (!ci_object_member(L, 2, found))
    ci_args_fail_at(L, 2, "member", ": shape, grid, mesh or group expected, got %s%s",
                    ci_args_type(L, 2),
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
    count_kind(o, &found, -1);
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

/* ---- Options -------------------------------------------------------------------------------- */

typedef struct pair_options {
  selection select;
  uint64_t between[2]; /* the bits of two layers, or 0 */
  int flags;
  double within; /* below 0: pairs that overlap */
} pair_options;

static void read_between(lua_State *L, const args_place *place, int index, const option_row *row,
                         void *out) {
  uint64_t *between = (uint64_t *)out;
  int i;
  args_place at = *place;
  (void)row;
  if (!lua_istable(L, index))
    ci_args_fail(L, &at, ": two layers expected, got %s", ci_args_type(L, index));
  if (lua_rawlen(L, index) != 2)
    ci_args_fail(L, &at, ": two layers expected, got %d", (int)lua_rawlen(L, index));
  for (i = 0; i < 2; i++) {
    lua_rawgeti(L, index, i + 1);
    at.item = i + 1;
    if (lua_type(L, -1) != LUA_TSTRING)
      ci_args_fail(L, &at, ": the name of a layer expected, got %s",
                   ci_args_type(L, lua_gettop(L)));
    between[i] = (uint64_t)1 << (ci_layer_get(L, &at, lua_gettop(L)) - 1);
    lua_pop(L, 1);
  }
}

/* Without options: all pairs of members that overlap. */
static pair_options all_pairs(void) {
  pair_options o;
  o.select = ci_select_all();
  o.between[0] = o.between[1] = 0;
  o.flags = 0;
  o.within = -1;
  return o;
}

/* Reads the options, argument 2, and leaves them on the stack. */
static void read_options(lua_State *L, pair_options *o) {
  static const option_row rows[] = {
      OPTION_ROW("ignore", 1, ci_option_choice, pair_options, select.ignore),
      OPTION_ROW("only", 1, ci_option_choice, pair_options, select.only),
      OPTION_ROW("filter", 1, ci_option_filter, pair_options, select),
      OPTION_ROW("between", 1, read_between, pair_options, between),
      OPTION_ROW("within", 1, ci_option_max, pair_options, within),
      OPTION_WORD("touching", 1, pair_options, flags, "skip", NULL, COLLIDE_SKIP_TOUCHING),
      OPTION_END};
  if (lua_isnoneornil(L, 2)) {
    ci_args_end(L, 3);
    return;
  }
  if (!lua_istable(L, 2))
    ci_args_fail_at(L, 2, NULL, "options (table) expected, got %s%s", ci_args_type(L, 2),
                    lua_type(L, 2) == LUA_TSTRING
                        ? "; two layers are {between={'a', 'b'}}"
                        : "; overlap_all returns the members that overlap one shape");
  ci_args_end(L, 3);
  o->select.arg = 2;
  ci_options_read(L, 2, rows, ~0U, o);
  if (o->within >= 0 && o->flags != 0)
    ci_args_fail_at(L, 2, NULL,
                    ": within or touching expected, got both; within counts all that touch");
}

/* ---- The list ------------------------------------------------------------------------------- */

enum { PAIRS_MOST = 1 << 28 };

/* No script runs while the world is searched, and nothing allocates memory. */
typedef struct pairing {
  const pair_options *options;
  int table, chosen;
  sort_item *pairs;
  int count, room;
  int bad[2]; /* two members whose kinds have no test; or 0 */
} pairing;

/* Returns 1 if the pair counts, 0, or COLLIDE_UNSUPPORTED. */
static int is_pair(const pair_options *o, const collide_target *first,
                   const collide_target *second) {
  collide_nearness near;
  if (o->within >= 0) return collide_target_distance(first, second, o->within, 0, &near);
  return collide_target_overlap(first, second, o->flags);
}

static int take_pair(void *user, int a, const collide_target *first, int b,
                     const collide_target *second) {
  pairing *p = (pairing *)user;
  int is = a < b ? is_pair(p->options, first, second) : is_pair(p->options, second, first);
  if (is == COLLIDE_UNSUPPORTED) {
    p->bad[0] = a < b ? a : b;
    p->bad[1] = a < b ? b : a;
    return 0;
  }
  if (!is) return 1;
  if (p->count < p->room) p->pairs[p->count].key = (uint64_t)a << 32 | (uint32_t)b;
  return ++p->count < INT32_MAX;
}

/* Finds all pairs. */
static void find_pairs(lua_State *L, const owned_world *o, pairing *p) {
  world_pairs which;
  if (o->world == NULL) return;
  which.between[0] = p->options->between[0];
  which.between[1] = p->options->between[1];
  which.within = p->options->within > 0 ? p->options->within : 0;
  which.is_all = ci_world_select(L, &p->options->select, o, p->chosen, 0, &which.select) == NULL &&
                 p->options->between[0] == 0;
  ci_world_pairs(o->world, &which, take_pair, p);
}

static const char *name_at(lua_State *L, int table, int number) {
  const char *name;
  lua_rawgeti(L, table, number);
  name = ci_args_type(L, lua_gettop(L));
  lua_pop(L, 1);
  return name;
}

static void fail_no_test(lua_State *L, const pairing *p) {
  ci_args_fail_at(
      L, 1, NULL, "there is no test for %s and %s, members %d and %d; leave out one of them",
      name_at(L, p->table, p->bad[0]), name_at(L, p->table, p->bad[1]), p->bad[0], p->bad[1]);
}

/* The list has twice the room for its pairs, which sort_items needs. */
static size_t size_of_list(int room) {
  return sizeof(world_loop) + 2 * (size_t)room * sizeof(sort_item);
}

/* Replaces the value at the index by a list for more pairs than p->room. */
static world_loop *make_list(lua_State *L, int slot, pairing *p) {
  world_loop *list;
  p->room += p->room / 4 + 16;
  list = (world_loop *)lua_newuserdata(L, size_of_list(p->room));
  seal_break(list);
  lua_replace(L, slot);
  return list;
}

/* Lists all pairs in the userdata at the index, or in a new one in its place. An allocation may run
 * finalizers, which may change the world. So the search is repeated after each allocation. */
static world_loop *fill_list(lua_State *L, held_world *held, pairing *p, int slot) {
  world_loop *list = (world_loop *)lua_touserdata(L, slot);
  sorter sorting;
  p->room = held->owner->pairs;
  if (list != NULL)
    p->room = (int)((lua_rawlen(L, slot) - sizeof *list) / (2 * sizeof(sort_item)));
  else
    list = make_list(L, slot, p);
  for (;;) {
    p->pairs = list->pairs;
    p->count = p->bad[0] = 0;
    find_pairs(L, held->owner, p);
    if (p->bad[0] != 0) fail_no_test(L, p);
    if (p->count > PAIRS_MOST)
      luaL_error(L, "pairs: there are more than %d pairs", (int)PAIRS_MOST);
    if (p->count <= p->room) break;
    p->room = p->count;
    list = make_list(L, slot, p);
  }
  held->owner->pairs = p->count;
  memset(&sorting, 0, sizeof sorting);
  sorting.spare = p->pairs + p->count;
  sort_items(&sorting, p->pairs, (size_t)p->count);
  list->is_pairs = 1;
  list->at = 0;
  list->count = p->count;
  return list;
}

static world_loop *push_list(lua_State *L, held_world *held, pairing *p) {
  lua_pushnil(L);
  return fill_list(L, held, p, lua_gettop(L));
}

world_loop *ci_world_list_pairs(lua_State *L, held_world *held, const selection *select, int table,
                                int slot) {
  pair_options options = all_pairs();
  pairing p;
  options.select = *select;
  options.flags = COLLIDE_SKIP_TOUCHING;
  p.options = &options;
  p.table = table;
  p.chosen = 0;
  return fill_list(L, held, &p, slot);
}

/* Keeps the pairs that the filter accepts. The filter must not change the world. */
static void filter_pairs(lua_State *L, const held_world *held, const pairing *p, world_loop *list) {
  uint64_t changes = held->owner->changes;
  int i, count = 0;
  luaL_checkstack(L, 4, NULL);
  for (i = 0; i < list->count; i++) {
    lua_pushvalue(L, p->options->select.filter);
    lua_rawgeti(L, p->table, world_pair_at(list, i).first);
    lua_rawgeti(L, p->table, world_pair_at(list, i).second);
    lua_call(L, 2, 1);
    if (held->owner->changes != changes)
      ci_args_fail_at(L, 2, "filter", " must not change the target");
    if (lua_toboolean(L, -1)) list->pairs[count++] = list->pairs[i];
    lua_pop(L, 1);
  }
  list->count = count;
}

/* ---- The loops --------------------------------------------------------------------------- */

enum { LOOP = 1, MEMBERS, FIRST, SECOND };

static int next_pair(lua_State *L, world_loop *loop) {
  while (loop->at < loop->count) {
    number_pair pair = world_pair_at(loop, loop->at++);
    lua_rawgeti(L, MEMBERS, pair.first);
    lua_rawgeti(L, MEMBERS, pair.second);
    if (!lua_isnil(L, FIRST) && !lua_isnil(L, SECOND)) return 2;
    lua_settop(L, MEMBERS);
  }
  return 0;
}

static int next_member(lua_State *L, world_loop *loop) {
  const collide_world *world = loop->world->owner->world;
  int number = world != NULL && loop->at < loop->count ? ci_world_next(world, loop->at) : 0;
  if (number == 0 || number > loop->count) return 0;
  loop->at = number;
  compat_pushwhole(L, number);
  lua_rawgeti(L, MEMBERS, number);
  return 2;
}

static int l_next(lua_State *L) {
  world_loop *loop = (world_loop *)seal_check(L, LOOP, sizeof(world_loop), SEAL_LOOP, seal_here(L));
  if (loop == NULL) return luaL_error(L, "the state of a loop over a world expected");
  lua_settop(L, LOOP);
  world_push_own(L, LOOP);
  return loop->is_pairs ? next_pair(L, loop) : next_member(L, loop);
}

void ci_world_push_iterator(lua_State *L, int first) {
  int i;
  for (i = UP_SHAPE; i <= UP_FIELDS; i++) lua_pushvalue(L, first + i - UP_SHAPE);
  lua_pushcclosure(L, l_next, UP_FIELDS);
}

/* Returns the iterator and its state, the userdata on top of the stack. */
static int return_loop(lua_State *L, world_loop *loop, const held_world *held, int table) {
  loop->world = held;
  lua_pushvalue(L, table);
  world_set_own(L, -2);
  seal_close(&loop->sealed, SEAL_LOOP, seal_here(L));
  lua_pushvalue(L, lua_upvalueindex(UP_LOOP));
  lua_insert(L, -2);
  return 2;
}

static int l_each(lua_State *L) {
  const held_world *held = ci_world_check(L);
  world_loop *loop;
  ci_args_end(L, 2);
  lua_settop(L, 1);
  ci_world_push_members(L, 1);
  loop = (world_loop *)lua_newuserdata(L, sizeof *loop);
  seal_break(loop);
  loop->is_pairs = loop->at = 0;
  loop->count = held->owner->world != NULL ? held->owner->world->last : 0;
  return return_loop(L, loop, held, 2);
}

static int l_pairs(lua_State *L) {
  held_world *held = ci_world_check(L);
  pair_options options = all_pairs();
  pairing p;
  world_loop *loop;
  read_options(L, &options);
  luaL_checkstack(L, 16, NULL);
  ci_world_push_members(L, 1);
  p.options = &options;
  p.table = lua_gettop(L);
  p.chosen = ci_select_names(L, &options.select.only, 1);
  loop = push_list(L, held, &p);
  if (options.select.filter != 0) filter_pairs(L, held, &p, loop);
  return return_loop(L, loop, held, p.table);
}

const binding ci_world_bindings[] = {{"world", l_world, IN_MODULE},
                                     {"add", l_add, IN_WORLD},
                                     {"remove", l_remove, IN_WORLD},
                                     {"has", l_has, IN_WORLD},
                                     {"member", l_member, IN_WORLD},
                                     {"count", l_count, IN_WORLD},
                                     {"clear", l_clear, IN_WORLD},
                                     {"bounds", l_bounds, IN_WORLD},
                                     {"each", l_each, IN_WORLD},
                                     {"pairs", l_pairs, IN_WORLD},
                                     {NULL, NULL, 0}};

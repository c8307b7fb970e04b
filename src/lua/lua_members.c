/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_members.h"

#include <stdlib.h>
#include <string.h>

#include "lua_group.h"
#include "lua_mesh.h"

/* ---- Kinds of targets ------------------------------------------------------------------ */

/* The dimensions of the shape, grid, mesh or group at the index. */
static int read_dimensions(lua_State *L, const args_place *at, int index) {
  object found;
  int dimensions;
  if (ci_object_at(L, index, &found)) return found.dimensions;
  if (ci_mesh_is(L, index)) return 3;
  dimensions = ci_group_read_dimensions(L, at, index);
  if (dimensions != 0) return dimensions;
  return ci_description_dimensions(L, at, index);
}

/* Returns 1 for a table of a shape whose name is missing. */
static int has_size(lua_State *L, int index) {
  static const char *const names[] = {"radius", "half", "size", "min", "width", "points", "normal"};
  size_t i;
  for (i = 0; i < sizeof names / sizeof names[0]; i++)
    if (ci_args_has_field(L, index, names[i])) return 1;
  return 0;
}

/* The dimensions of the first element. Raises for a value that is not an array. */
static int find_first_dimensions(lua_State *L, int target) {
  args_place at = ci_args_at(target, "target"), first = ci_args_at(target, NULL);
  args_array array;
  int type, dimensions;
  lua_rawgeti(L, target, 1);
  type = lua_type(L, -1);
  if (type == LUA_TNUMBER) { /* a dot in place of a colon, or arguments in another order */
    ci_args_fail(
        L, &at,
        ": shape, grid or array of them expected, got an array of numbers; the target comes "
        "first, and a method is called with a colon");
  }
  if (type != LUA_TNIL) {
    first.within = "target";
    first.element = 1;
    dimensions = read_dimensions(L, &first, lua_gettop(L));
    lua_pop(L, 1);
    return dimensions;
  }
  lua_pop(L, 1);
  if (has_size(L, target))
    ci_args_fail(L, &at,
                 ": shape, grid or array expected, got a table without a name under shape, as in "
                 "{shape='sphere', radius=1}");
  array = ci_args_array_begin(L, target);
  while (ci_args_array_next(L, &at, &array)) lua_pop(L, 1); /* the array has a hole */
  return 0;
}

int ci_members_dimensions(lua_State *L, int index) {
  args_place at = ci_args_at(index, "target");
  object target;
  if (ci_object_at(L, index, &target)) return target.dimensions;
  if (ci_mesh_is(L, index)) return 3;
  if (!lua_istable(L, index))
    ci_args_fail(L, &at, ": shape, grid or array expected, got %s%s", ci_args_type(L, index),
                 ci_args_colon_hint(L, index));
  if (!ci_description_is(L, index)) {
    if (ci_args_has_field(L, index, "vertices"))
      ci_args_fail(L, &at,
                   ": shape, grid or array expected, got the table of a mesh; collide.mesh makes a "
                   "mesh of it");
    return find_first_dimensions(L, index);
  }
  at.within = at.name;
  at.name = NULL;
  return read_dimensions(L, &at, index);
}

int ci_members_is_array(lua_State *L, int index) {
  int is;
  if (!lua_istable(L, index) || ci_description_is(L, index)) return 0;
  lua_rawgeti(L, index, 1);
  is = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (is) return 1;
  if (lua_getmetatable(L, index)) { /* another object */
    lua_pop(L, 1);
    return 0;
  }
  lua_pushnil(L);
  is = !lua_next(L, index); /* an empty table */
  if (!is) lua_pop(L, 2);
  return is;
}

/* ---- Filters --------------------------------------------------------------------------------- */

/* The number of changes of the object at the index, plus 1; 0 for a description. */
static uint64_t stamp_of(lua_State *L, int index) {
  object found;
  return ci_object_at(L, index, &found) ? 1 + ci_object_changes(&found) : 0;
}

/* A filter may change the array, so its members are read from a copy. */
static void copy_array(lua_State *L, members *all) {
  args_array array;
  lua_newtable(L);
  all->targets = lua_gettop(L);
  array = ci_args_array_begin(L, all->given);
  while (ci_args_array_next(L, &all->at, &array)) {
    all->stamp += stamp_of(L, lua_gettop(L));
    lua_rawseti(L, all->targets, array.element);
  }
}

static int is_array_changed(lua_State *L, const members *all) {
  int count = (int)lua_rawlen(L, all->targets), i;
  int changed = (int)lua_rawlen(L, all->given) != count;
  uint64_t stamp = 0;
  for (i = 1; i <= count && !changed; i++) {
    lua_rawgeti(L, all->targets, i);
    lua_rawgeti(L, all->given, i);
    changed = !lua_rawequal(L, -1, -2);
    stamp += stamp_of(L, lua_gettop(L));
    lua_pop(L, 2);
  }
  return changed || stamp != all->stamp;
}

void ci_members_finish(lua_State *L, const members *all) {
  args_place at;
  int changed;
  if (all->select->filter == 0) return;
  at = ci_args_at(all->select->arg, "filter");
  changed =
      all->array.index != 0 ? is_array_changed(L, all) : stamp_of(L, all->given) != all->stamp;
  if (changed) ci_args_fail(L, &at, " must not change the target");
}

int ci_members_accept(lua_State *L, const members *all) {
  int in_array = all->array.index != 0, taken;
  if (all->select->filter == 0) return 1;
  luaL_checkstack(L, 4, NULL);
  lua_pushvalue(L, all->select->filter);
  if (in_array && all->number == 0) /* the array has the description, not the object made from it */
    lua_rawgeti(L, all->targets, all->array.element);
  else
    lua_pushvalue(L, in_array || all->index != 0 ? all->held : all->given);
  lua_call(L, 1, 1);
  taken = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return taken;
}

/* ---- Members of worlds ---------------------------------------------------------------------- */

/* Stack slots: the world, the table of its members, and a userdata with numbers. */
enum { AT_WORLD, AT_MEMBERS, AT_NUMBERS, SLOTS };

/* The stack index of the table of the members of the current world. */
static int table_of(const members *all) {
  return all->slots + AT_MEMBERS;
}

int ci_members_has_world(lua_State *L, const members *all) {
  return !lua_isnil(L, all->slots + AT_WORLD);
}

typedef struct number_list {
  int *numbers;
  int count, room;
} number_list;

static int add_number(void *user, int number, const collide_target *member) {
  number_list *list = (number_list *)user;
  (void)member;
  if (list->count < list->room) list->numbers[list->count] = number;
  list->count++;
  return 1;
}

static int compare_numbers(const void *left, const void *right) {
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

/* Lists the numbers of the near members that the options select. An allocation may run finalizers,
 * which may change the world. So the search is repeated after it. */
static void list_numbers(lua_State *L, members *all) {
  world_walk *walk = &all->walk;
  number_list list;
  world_selection some;
  double low[3], high[3];
  memcpy(low, all->near->low, sizeof low);
  memcpy(high, all->near->high, sizeof high);
  if (all->near->cast == NULL && all->near->subject != NULL)
    collide_target_bounds(all->near->subject, low, high);
  list.numbers = walk->few;
  list.room = (int)(sizeof walk->few / sizeof walk->few[0]);
  for (;;) {
    collide_world *world = walk->world->owner->world;
    const world_selection *select;
    list.count = 0;
    if (world == NULL) break;
    select = ci_world_select(L, all->select, walk->world->owner, walk->chosen, all->self, &some);
    if (all->near->cast != NULL)
      ci_world_near_cast(world, all->near->cast, select, add_number, &list);
    else if (all->near->displacement != NULL)
      ci_world_near_sweep(world, low, high, all->near->displacement, NULL, select, add_number,
                          &list);
    else if (all->near->max != NULL)
      ci_world_near_distance(world, low, high, all->near->max, select, add_number, &list);
    else
      ci_world_near_reach(world, low, high, select, add_number, &list);
    if (list.count <= list.room) break;
    list.room = list.count + list.count / 8;
    list.numbers = (int *)seal_memory(L, all->slots + AT_NUMBERS, (uint64_t)list.room, sizeof(int));
  }
  qsort(list.numbers, (size_t)list.count, sizeof(int), compare_numbers);
  walk->numbers = list.numbers;
  walk->count = list.count;
  walk->at = 0;
}

/* Begins with the world at the index, which is the target or a member of it. */
static void begin_world(lua_State *L, members *all, held_world *held, int index) {
  all->head = NULL;
  lua_pushvalue(L, index);
  lua_replace(L, all->slots + AT_WORLD);
  ci_world_push_members(L, index);
  lua_replace(L, all->slots + AT_MEMBERS);
  all->walk.chosen = ci_select_names(L, &all->select->only, all->slots + AT_WORLD);
  if (all->near->is_whole) return;
  all->walk.world = held;
  list_numbers(L, all);
}

/* The next member of the current world; 0 at its end. A filter or finalizer may have removed the
 * next member, so it is looked up again. */
static int next_of_world(lua_State *L, members *all, collide_target *member) {
  world_walk *walk = &all->walk;
  while (walk->at < walk->count) {
    int number = walk->numbers[walk->at++];
    if (walk->world->owner->world == NULL ||
        !collide_world_member(walk->world->owner->world, number, member))
      continue;
    lua_rawgeti(L, table_of(all), number);
    lua_replace(L, all->held);
    all->head =
        member->kind == COLLIDE_TARGET_SHAPE ? &description_around(member->of.shape)->head : NULL;
    all->number = all->array.index != 0 ? number : 0;
    all->index = all->array.index != 0 ? all->array.element : number;
    return 1;
  }
  walk->world = NULL;
  return 0;
}

/* ---- Beginning ------------------------------------------------------------------------------- */

static void check_dimensions(lua_State *L, const args_place *at, const object *found,
                             int dimensions) {
  if (found->dimensions == dimensions) return;
  if (found->kind == OBJECT_SHAPE)
    ci_description_check(L, at, (const described *)(const void *)found->head, dimensions);
  if (found->kind == OBJECT_MESH)
    ci_args_fail(L, at, ": a %dD shape expected, got a mesh", dimensions);
  ci_args_fail(L, at, ": a %dD shape expected, got a %dD %s", dimensions, found->dimensions,
               ci_object_name(found->kind));
}

void ci_members_begin(lua_State *L, int target, int dimensions, const selection *select,
                      const near_what *near, int self, members *all) {
  object found;
  luaL_checkstack(L, 24, NULL);
  all->L = L;
  all->select = select;
  all->near = near;
  all->walk.world = all->world = NULL;
  all->index = all->number = all->world_chosen = all->is_made = 0;
  all->head = NULL;
  lua_settop(L, lua_gettop(L) + SLOTS);
  all->slots = lua_gettop(L) - SLOTS + 1;
  all->dimensions = dimensions;
  all->self = self;
  all->given = all->targets = target;
  all->array.index = all->array.element = 0;
  all->is_all = self == 0 && select_is_all(select);
  all->stamp = 0;
  all->at = ci_args_at(target, "target");
  all->home = seal_here(L);
  all->has_lone = ci_object_at(L, target, &found) != OBJECT_NONE ||
                  (lua_istable(L, target) && ci_description_is(L, target));
  if (all->has_lone) {
    if (select->filter != 0) all->stamp = stamp_of(L, target);
    if (found.kind == OBJECT_WORLD) {
      ci_world_push_members(L, target);
      lua_replace(L, table_of(all));
      all->targets = table_of(all);
    }
  } else {
    if (!lua_istable(L, target)) /* it was released while other arguments were read */
      luaL_error(L, "%s: the target was collected", lua_tostring(L, lua_upvalueindex(UP_NAME)));
    if (select->filter != 0) copy_array(L, all);
    all->array = ci_args_array_begin(L, all->targets);
  }
  all->held = lua_gettop(L) + 1; /* above the key of the array */
}

/* ---- One after the other --------------------------------------------------------------------- */

static args_place element_place(const members *all) {
  args_place at = ci_args_at(all->given, NULL);
  at.within = "target";
  at.element = all->array.element;
  return at;
}

/* Reads an element that is not a shape of the right dimensions. A description overwrites the room.
 */
static void read_element(lua_State *L, members *all, object *found) {
  args_place at = element_place(all);
  if (ci_object_at(L, all->held, found) == OBJECT_NONE) {
    all->is_made = 1;
    ci_object_read(L, &at, all->held, &all->room, found);
  }
  if (found->kind == OBJECT_WORLD && all->array.index == 0)
    ci_world_check_dimensions(L, all->given, (const held_world *)(void *)found->head,
                              all->dimensions);
  else if (found->kind != OBJECT_WORLD || found->dimensions != 0)
    check_dimensions(L, &at, found, all->dimensions);
}

/* Pushes the next element of the array, or the lone target. Returns 0 at the end. */
static int push_element(lua_State *L, members *all) {
  if (all->array.index != 0) return ci_args_array_next(L, &all->at, &all->array);
  if (!all->has_lone) return 0;
  lua_pushvalue(L, all->given); /* an object may replace its description */
  all->has_lone = 0;
  return 1;
}

/* A lone target is left out only if the query skips itself. */
static int is_self(lua_State *L, const members *all) {
  if (all->self == 0 || (all->array.index == 0 && !all->near->skips_self)) return 0;
  return lua_rawequal(L, all->held, all->self);
}

/* Writes the next element of the array, or the lone target, that the options select. The members of
 * a world come one by one, unless the query takes worlds as a whole. */
static int next_element(lua_State *L, members *all, collide_target *member) {
  for (;;) {
    const described *shape;
    int ignored = 0, chosen = 0;
    all->is_made = 0;
    lua_settop(L, all->held - 1);
    if (!push_element(L, all)) break;
    shape = description_of(L, all->held, all->home);
    if (!all->is_all) {
      ignored = ci_select_names(L, &all->select->ignore, all->held);
      chosen = ci_select_names(L, &all->select->only, all->held);
    }
    if (shape != NULL && description_dimensions(shape) == all->dimensions) {
      *member = collide_target_of_shape(&shape->shape);
      all->head = &shape->head;
    } else {
      object found;
      read_element(L, all, &found);
      if (found.kind == OBJECT_WORLD) {
        held_world *held = (held_world *)(void *)found.head;
        if (ignored) continue;
        begin_world(L, all, held, all->held);
        if (all->near->is_whole) { /* a lone world, or one in an array, comes as one member */
          all->world = held;
          all->world_chosen = all->walk.chosen;
          all->number = 0;
          all->index = all->array.element;
          return 1;
        }
        if (next_of_world(L, all, member)) return 1;
        all->number = 0;
        continue;
      }
      *member = found.target;
      all->head = found.head;
    }
    all->index = all->array.element;
    if (all->is_all) return 1;
    if (!is_self(L, all) &&
        select_takes(all->select, ignored, chosen, head_layers(all->home, all->head)))
      return 1;
  }
  lua_settop(L, all->held);
  return 0;
}

/* A lone member stays on the stack at the end. */
int ci_members_next(lua_State *L, members *all, collide_target *member) {
  all->world = NULL;
  if (all->walk.world != NULL && next_of_world(L, all, member)) return 1;
  all->number = 0;
  return (all->array.index != 0 || all->has_lone) && next_element(L, all, member);
}

/* ---- A source for the core ------------------------------------------------------------------- */

/* A callback of the core. Returns 1 if the filter accepts the last member, or if the options accept
 * the member of the last world. A filter must not change the world, which the core is reading. A
 * query in the filter overwrites the world's marks, so here names are compared. */
static int accept_member(void *user, int number) {
  members *all = (members *)user;
  lua_State *L = all->L;
  object member;
  int held = all->held, ignored, chosen;
  if (all->world == NULL) return ci_members_accept(L, all);
  luaL_checkstack(L, 8, NULL);
  lua_rawgeti(L, table_of(all), number);
  lua_replace(L, held);
  if (ci_object_member(L, held, &member) == OBJECT_NONE) return 0;
  ignored = ci_select_names(L, &all->select->ignore, held) ||
            (all->self != 0 && lua_rawequal(L, held, all->self));
  chosen = all->world_chosen || ci_select_names(L, &all->select->only, held);
  if (!select_takes(all->select, ignored, chosen, head_layers(all->home, member.head))) return 0;
  all->number = all->array.index != 0 ? number : 0;
  if (all->array.index == 0) all->index = number;
  ignored = !ci_members_accept(L, all);
  if (all->world->owner->changes != all->changes)
    ci_args_fail_at(L, all->select->arg, "filter", " must not change the target");
  return !ignored;
}

/* Gives the last world. Returns 0 if it never had a member. */
static int give_selected(members *all, given_member *given) {
  const owned_world *owner = all->world->owner;
  if (owner->world == NULL) return 0;
  given->target = collide_target_of_world(owner->world);
  all->changes = owner->changes;
  if (all->select->filter == 0)
    given->select =
        ci_world_select(all->L, all->select, owner, all->world_chosen, all->self, &all->selected);
  return 1;
}

static int next_given(void *user, given_member *given) {
  members *all = (members *)user;
  while (ci_members_next(all->L, all, &given->target)) {
    given->index = all->index;
    given->select = all->select->filter != 0 ? &all->selected : NULL;
    if (all->world != NULL && give_selected(all, given)) return 1;
    if (all->world != NULL) continue;
    if (all->near->check != NULL) all->near->check(all->L, all, &given->target);
    return 1;
  }
  return 0;
}

member_source ci_members_source(members *all) {
  member_source source;
  source.next = next_given;
  source.user = all;
  memset(&all->selected, 0, sizeof all->selected);
  all->selected.accepts = accept_member;
  all->selected.user = all;
  return source;
}

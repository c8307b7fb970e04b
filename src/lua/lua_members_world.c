/* SPDX-License-Identifier: MIT
 *
 * Iterates over the members of a world that are near a query. Also makes the core's queries of
 * worlds.
 */
#include "../number/fp.h"
#include "lua_members.h"

#include <stdlib.h>
#include <string.h>

#include "../target/world.h"
#include "lua_object.h"

/* Stack slots: the world, the table of its members, and a userdata with numbers. */
enum { AT_WORLD, AT_MEMBERS, AT_NUMBERS };

int ci_members_table(const members *all) {
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

void ci_members_begin_world(lua_State *L, members *all, held_world *held, int index) {
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

/* A filter or finalizer may have removed the next member, so it is looked up again. */
int ci_members_next_of_world(lua_State *L, members *all, collide_target *member) {
  world_walk *walk = &all->walk;
  while (walk->at < walk->count) {
    int number = walk->numbers[walk->at++];
    if (walk->world->owner->world == NULL ||
        !collide_world_member(walk->world->owner->world, number, member))
      continue;
    lua_rawgeti(L, ci_members_table(all), number);
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

/* A callback of the core. Returns 1 if the filter accepts the last member, or if the options accept
 * the member of the last world. A filter must not change the world, which the core is reading. A
 * query in the filter overwrites the world's marks, so here names are compared. */
static int accept_member(void *user, int number) {
  members *all = (members *)user;
  lua_State *L = all->L;
  args_place at = ci_args_at(all->select->arg, "filter");
  object member;
  int held = all->held, ignored, chosen;
  if (all->world == NULL) return ci_members_accept(L, all);
  luaL_checkstack(L, 8, NULL);
  lua_rawgeti(L, ci_members_table(all), number);
  lua_replace(L, held);
  if (ci_object_member(L, held, &member) == OBJECT_NONE) return 0;
  ignored = ci_select_names(L, &all->select->ignore, held) ||
            (all->self != 0 && lua_rawequal(L, held, all->self));
  chosen = all->world_chosen || ci_select_names(L, &all->select->only, held);
  if (!select_takes(all->select, ignored, chosen, member.head->layer)) return 0;
  all->number = all->array.index != 0 ? number : 0;
  if (all->array.index == 0) all->index = number;
  ignored = !ci_members_accept(L, all);
  if (all->world->owner->changes != all->changes)
    ci_args_fail(L, &at, " must not change the target");
  return !ignored;
}

/* Gives the last world. Returns 0 if it never had a member. */
static int give_world(members *all, given_member *given) {
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
    if (all->world != NULL && give_world(all, given)) return 1;
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

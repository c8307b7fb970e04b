/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_cast.h"

#include "lua_cast_args.h"
#include "lua_cast_hot.h"
#include "lua_description.h"
#include "lua_grid.h"
#include "lua_group.h"
#include "lua_hits.h"
#include "lua_into.h"

/* ---- Members ------------------------------------------------------------- */

/* The shapes, grids and groups of argument 1, one after the other. */
typedef struct members {
  const cast_question *asked;
  collide_nearest *nearest; /* what they are offered to, or NULL */
  args_array array;         /* array.index is 0 for a lone one */
  int held;                 /* where on the stack the last grid or group of an array is kept */
  int is_made;              /* that is a group which was made for this cast alone */
  int has_grid;             /* one of them is a grid, as far as is known */
  int has_lone;
  collide_target lone;
  described room;
} members;

static int is_ignored(lua_State *L, const cast_question *q, int index) {
  int i, ignored = 0, count;
  if (q->ignore == 0) return 0;
  if (lua_rawequal(L, index, q->ignore)) return 1;
  if (!lua_istable(L, q->ignore)) return 0;
  count = (int)lua_rawlen(L, q->ignore);
  for (i = 1; i <= count && !ignored; i++) {
    lua_rawgeti(L, q->ignore, i);
    ignored = lua_rawequal(L, index, -1);
    lua_pop(L, 1);
  }
  return ignored;
}

static void check_group(lua_State *L, const args_place *at, const held_group *group,
                        int dimensions) {
  if (collide_group_dimensions(group->group) != dimensions)
    ci_args_fail(L, at, ": a %dD shape expected, got a %dD group", dimensions, 5 - dimensions);
}

/* Of the description that is argument 1. */
static collide_target describe_lone(lua_State *L, const args_place *at, int dimensions,
                                    described *room) {
  const held_group *group = ci_group_get(L, at, 1);
  if (group != NULL) {
    check_group(L, at, group, dimensions);
    return collide_target_of_group(group->group);
  }
  ci_description_read(L, at, 1, NULL, room);
  ci_description_check(L, at, room, dimensions);
  return collide_target_of_shape(&room->shape);
}

static void members_begin(lua_State *L, const cast_question *q, collide_nearest *nearest,
                          members *all) {
  int ignored;
  all->asked = q;
  all->is_made = 0;
  all->nearest = nearest;
  all->array.index = all->array.element = 0;
  all->has_lone = q->has_lone;
  all->lone = q->lone;
  all->has_grid = q->has_lone && q->lone.kind == COLLIDE_TARGET_GRID;
  if (!q->has_lone && !ci_description_is(L, 1)) {
    lua_pushnil(L);
    all->held = lua_gettop(L);
    all->array = ci_args_array_begin(L, 1);
    return;
  }
  ignored = is_ignored(L, q, 1); /* asked first: reading a polygon replaces it */
  if (!q->has_lone) {
    args_place at = ci_args_at(1, NULL);
    at.within = "target";
    all->lone = describe_lone(L, &at, q->dimensions, &all->room);
    all->has_lone = 1;
  }
  if (ignored) all->has_lone = 0;
}

/* Reads element all->array.element, which lies on the stack's top. */
static void read_element(lua_State *L, members *all, collide_target *member) {
  int top = lua_gettop(L), dimensions = all->asked->dimensions;
  const described *shape = description_at(L, top);
  const held_grid *held;
  const held_group *group;
  args_place at;
  if (shape != NULL && collide_dimensions(&shape->shape) == dimensions) {
    *member = collide_target_of_shape(&shape->shape);
    return;
  }
  held = grid_at(L, top);
  at = ci_args_at(1, NULL);
  at.within = "target";
  at.element = all->array.element;
  if (held != NULL) {
    all->has_grid = 1;
    if (held->grid->frame.dimensions != dimensions)
      ci_args_fail(L, &at, ": a %dD shape expected, got a %dD grid", dimensions, 5 - dimensions);
    *member = collide_target_of_grid(held->grid);
    return;
  }
  /* Reading a description may run scripts, which may move or collect what was offered; and it
   * writes over the shape of the last one. */
  if (all->nearest != NULL && group_at(L, top) == NULL) collide_nearest_measure(all->nearest);
  all->is_made = group_at(L, top) == NULL;
  group = ci_group_get(L, &at, top);
  if (group != NULL) {
    check_group(L, &at, group, dimensions);
    *member = collide_target_of_group(group->group);
    return;
  }
  shape = ci_description_get(L, &at, top, &all->room);
  ci_description_check(L, &at, shape, dimensions);
  *member = collide_target_of_shape(&shape->shape);
}

/* The next one that is not ignored; 0 when there is none. A grid or group is held until the
 * next step, a shape stays valid until something is allocated. */
static int members_next(lua_State *L, members *all, collide_target *member) {
  static const args_place array_at = {1, NULL, 0, "target", 0};
  if (all->array.index == 0) {
    int is_first = all->has_lone;
    *member = all->lone;
    all->has_lone = 0;
    return is_first;
  }
  /* A group that was made for this cast is not held any longer. */
  if (all->is_made && all->nearest != NULL) collide_nearest_measure(all->nearest);
  all->is_made = 0;
  while (ci_args_array_next(L, &array_at, &all->array)) {
    int ignored = all->asked->ignore != 0 && is_ignored(L, all->asked, lua_gettop(L));
    read_element(L, all, member);
    if (member->kind != COLLIDE_TARGET_SHAPE)
      lua_replace(L, all->held);
    else
      lua_pop(L, 1);
    if (!ignored) return 1;
  }
  return 0;
}

/* Offers the members of an array as long as they are shapes of the right dimensions, which costs
 * less than members_next. Leaves the array where members_next goes on. Returns 1 if none is left,
 * or, with `any`, one was hit; *hit tells which. */
static int offer_shapes(lua_State *L, members *all, collide_nearest *nearest, int any, int *hit) {
  args_array *array = &all->array;
  seal_home *home = seal_here(L);
  int value = lua_gettop(L) + 1, key = value - 1, element = 0, dimensions = all->asked->dimensions;
  *hit = 0;
  if (array->index == 0 || all->asked->ignore != 0) return 0;
  while (lua_next(L, array->index)) {
    const described *shape = description_of(L, value, home);
    collide_target member;
    if (shape == NULL || collide_dimensions(&shape->shape) != dimensions ||
        lua_type(L, key) != LUA_TNUMBER || lua_tonumber(L, key) != element + 1) {
      lua_settop(L, key - 1);
      if (element > 0)
        compat_pushwhole(L, element);
      else
        lua_pushnil(L);
      array->count = array->greatest = array->element = element;
      return 0;
    }
    member = collide_target_of_shape(&shape->shape);
    *hit = collide_nearest_offer(nearest, &member, ++element);
    lua_settop(L, key);
    if (any && *hit) return 1;
  }
  return 1;
}

/* One target and nothing to ignore: the common case, which takes no detours. */
static int is_plain(const cast_question *q) {
  return q->has_lone && q->ignore == 0;
}

/* ---- The nearest hit ------------------------------------------------------ */

static int find_nearest(lua_State *L, const cast_question *q, result_hit *best) {
  members all;
  collide_target member;
  collide_nearest nearest;
  int hit;
  best->dimensions = q->dimensions;
  best->index = 0;
  if (is_plain(q)) return collide_cast_at(&q->cast, &q->lone, &best->of);
  collide_nearest_begin(&nearest, &q->cast);
  members_begin(L, q, &nearest, &all);
  if (!offer_shapes(L, &all, &nearest, 0, &hit)) {
    while (members_next(L, &all, &member))
      collide_nearest_offer(&nearest, &member, all.array.element);
  }
  if (!collide_nearest_finish(&nearest, &best->of)) return 0;
  best->index = best->of.index;
  return 1;
}

int ci_cast_nearest(lua_State *L, const cast_family *family) {
  cast_question q;
  result_hit best;
  ci_cast_read_question(L, family, ~(unsigned)CAST_OPTION_LIMIT, &q);
  if (!find_nearest(L, &q, &best)) {
    lua_pushnil(L);
    return 1;
  }
  if (q.into != 0) {
    ci_into_fill(L, q.into, &best, 1);
    lua_pushvalue(L, q.into);
    return 1;
  }
  if (q.numbers) return ci_result_push_numbers(L, &best);
  ci_result_push_hit(L, &best, 1);
  return 1;
}

/* ---- Any hit -------------------------------------------------------------- */

int ci_cast_any(lua_State *L, const cast_family *family) {
  cast_question q;
  members all;
  collide_target member;
  collide_nearest nearest;
  int found = 0;
  ci_cast_read_question(L, family, ~(unsigned)(CAST_OPTION_INTO | CAST_OPTION_LIMIT), &q);
  if (is_plain(&q)) {
    lua_pushboolean(L, collide_cast_at(&q.cast, &q.lone, NULL));
    return 1;
  }
  collide_nearest_begin(&nearest, &q.cast);
  members_begin(L, &q, NULL, &all);
  if (!offer_shapes(L, &all, &nearest, 1, &found)) {
    while (!found && members_next(L, &all, &member))
      found = collide_nearest_offer(&nearest, &member, all.array.element);
  }
  lua_pushboolean(L, found);
  return 1;
}

/* ---- All hits ------------------------------------------------------------- */

/* Growing the list may collect, and a finalizer may take the shape out of the
 * array: after its only hit it is not looked at again. A grid or group is held. Hits of a grid come
 * nearest first, those of a group in the order of its parts. */
static void append_hits(lua_State *L, const collide_cast *cast, const collide_target *member,
                        result_hit *hit, hit_list *list) {
  collide_hits hits;
  hit->order = 0;
  collide_hits_begin(&hits, cast, member);
  while (collide_hits_next(&hits, &hit->of)) {
    int wanted = ci_hits_add(L, list, hit);
    if (!wanted && hit->of.part == 0) break;
    hit->order++;
  }
}

/* Returns whether there was a grid among the targets. */
static int find_all(lua_State *L, const cast_question *q, hit_list *list) {
  members all;
  collide_target member;
  result_hit hit;
  hit.dimensions = q->dimensions;
  ci_hits_begin(L, list, q->dimensions, q->limit);
  members_begin(L, q, NULL, &all);
  while (members_next(L, &all, &member)) {
    hit.index = all.array.element;
    append_hits(L, &q->cast, &member, &hit, list);
  }
  ci_hits_finish(list);
  return all.has_grid;
}

/* A new array of hits. */
static void push_hits(lua_State *L, const hit_list *list) {
  int i;
  lua_createtable(L, list->count, 0);
  ci_result_mark_list(L);
  for (i = 0; i < list->count; i++) {
    result_hit hit;
    ci_hits_get(list, i, &hit);
    ci_result_push_hit(L, &hit, 1);
    lua_rawseti(L, -2, i + 1);
  }
}

/* The flat array on top of the stack; `size` values for each hit. */
static void write_numbers(lua_State *L, const hit_list *list, int size, int cells) {
  int i, table = lua_gettop(L);
  for (i = 0; i < list->count; i++) {
    result_hit hit;
    ci_hits_get(list, i, &hit);
    ci_result_append_numbers(L, table, size * i, &hit, cells);
  }
}

static int cast_all(lua_State *L, const cast_family *family) {
  cast_question q;
  hit_list list;
  int size, cells;
  ci_cast_read_question(L, family, ~0U, &q);
  cells = find_all(L, &q, &list);
  size = result_flat(q.dimensions) + (cells ? 1 + q.dimensions : 0);
  if (q.into == 0 && !q.numbers) {
    push_hits(L, &list);
  } else if (q.into == 0) {
    lua_createtable(L, size * list.count, 0);
    write_numbers(L, &list, size, cells);
  } else if (!q.numbers) {
    ci_into_fill_list(L, q.into, &list, 1);
    lua_pushvalue(L, q.into);
  } else {
    ci_into_reserve(L, q.into, size * list.count);
    lua_pushvalue(L, q.into);
    write_numbers(L, &list, size, cells);
    ci_into_cut(L, q.into, size * list.count);
  }
  return 1;
}

/* ---- What Lua calls -------------------------------------------------------- */

static int l_raycast_all(lua_State *L) {
  return cast_all(L, &ci_cast_families[COLLIDE_CAST_RAY]);
}

static int l_segmentcast_all(lua_State *L) {
  return cast_all(L, &ci_cast_families[COLLIDE_CAST_SEGMENT]);
}

static int l_linecast_all(lua_State *L) {
  return cast_all(L, &ci_cast_families[COLLIDE_CAST_LINE]);
}

const binding ci_cast_bindings[] = {
    {"raycast", ci_l_raycast, IN_MODULE | IN_SHAPE | IN_GRID | IN_GROUP},
    {"raycast_any", ci_l_raycast_any, IN_MODULE | IN_SHAPE | IN_GRID | IN_GROUP},
    {"raycast_all", l_raycast_all, IN_MODULE | IN_SHAPE | IN_GRID | IN_GROUP},
    {"segmentcast", ci_l_segmentcast, IN_MODULE | IN_SHAPE | IN_GRID | IN_GROUP},
    {"segmentcast_any", ci_l_segmentcast_any, IN_MODULE | IN_SHAPE | IN_GRID | IN_GROUP},
    {"segmentcast_all", l_segmentcast_all, IN_MODULE | IN_SHAPE | IN_GRID | IN_GROUP},
    {"linecast", ci_l_linecast, IN_MODULE | IN_SHAPE | IN_GRID | IN_GROUP},
    {"linecast_any", ci_l_linecast_any, IN_MODULE | IN_SHAPE | IN_GRID | IN_GROUP},
    {"linecast_all", l_linecast_all, IN_MODULE | IN_SHAPE | IN_GRID | IN_GROUP},
    {NULL, NULL, 0}};

/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_meet.h"

#include <string.h>

#include "lua_cast.h"
#include "lua_grid.h"
#include "lua_group.h"
#include "lua_mesh.h"
#include "../query/group.h"
#include "../pair/pair.h"

/* ---- What all of them need ----------------------------------------------------------- */

/* The bounds of what is asked. */
static near_what near_asked(const meet_question *q) {
  near_what near;
  near.cast = NULL;
  near.is_whole = 0;
  near.displacement = NULL;
  collide_target_bounds(&q->shape->target, near.low, near.high);
  return near;
}

void ci_query_begin(lua_State *L, const meet_question *q, int is_whole, members *all) {
  near_what near = near_asked(q);
  near.is_whole = is_whole;
  ci_members_begin(L, q->target, q->dimensions, &q->select, &near, NULL, q->self, all);
}

int ci_query_fail_no_test(lua_State *L, const meet_question *q, const collide_target *member) {
  static const char *const names[COLLIDE_TARGET_KINDS] = {"shape", "grid",  "mesh",
                                                          "group", "array", "world"};
  const char *name = names[member->kind];
  int target_first = (q->flags & COLLIDE_TARGET_FIRST) != 0;
  pair p;
  if (member->kind == COLLIDE_TARGET_SHAPE) name = collide_kind_name(member->of.shape->kind);
  p.a.name = target_first ? name : q->shape->name;
  p.b.name = target_first ? q->shape->name : name;
  ci_operand_fail_no_test(L, q->target > q->self ? q->target : q->self, &p);
  return 0;
}

static int fail_no_grids(lua_State *L) {
  args_place at = ci_args_at(2, NULL);
  ci_args_fail(L, &at, "there is no test for grid and grid");
  return 0;
}

/* Is an answer of the same size at `index` to be told rather than that at `than`? */
static int is_first(int index, int than) {
  return index < than;
}

static int push_nil(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

/* ---- Overlap ---------------------------------------------------------------------------- */

void ci_query_fail_untested(lua_State *L, const meet_question *q, const world_query *world,
                            int number) {
  collide_target member;
  if (collide_world_member(world->world, number, &member)) ci_query_fail_no_test(L, q, &member);
}

static int overlap_world(lua_State *L, const meet_question *q, const members *all) {
  world_query world;
  world_selection some;
  int overlap, untested;
  if (!ci_members_query(L, all, &q->shape->target, q->flags, &world, &some)) return 0;
  overlap = ci_world_overlap(&world, &untested);
  if (untested != 0) ci_query_fail_untested(L, q, &world, untested);
  return overlap;
}

static int overlap_members(lua_State *L, const meet_question *q) {
  members all;
  collide_target member;
  int found = 0;
  ci_query_begin(L, q, q->select.filter == 0, &all);
  while (!found && ci_members_next(L, &all, &member)) {
    int overlap;
    if (all.world != NULL) {
      found = overlap_world(L, q, &all);
      continue;
    }
    overlap = collide_target_overlap(&q->shape->target, &member, q->flags);
    if (overlap == COLLIDE_UNSUPPORTED) return ci_query_fail_no_test(L, q, &member);
    found = overlap && ci_members_accept(L, &all);
  }
  ci_members_finish(L, &all);
  return found;
}

/* Two grids or two meshes, of which the second is the target. Either may have been closed while the
 * options were read: it is there until the call ends. */
static int begin_other(lua_State *L, const meet_question *q, members *all, collide_target two[2]) {
  const held_mesh *mesh = ci_mesh_kept(L, 1);
  const held_grid *grid = grid_kept(L, 1);
  near_what near;
  memset(&near, 0, sizeof near);
  near.is_whole = 1;
  ci_members_begin(L, q->other, q->dimensions, &q->select, &near, NULL, 0, all);
  if (mesh != NULL) two[0] = collide_target_of_mesh(&mesh->mesh);
  if (grid != NULL) two[0] = collide_target_of_grid(grid->grid);
  return (mesh != NULL || grid != NULL) && ci_members_next(L, all, &two[1]);
}

/* Whether grids only touch there is no test for. */
static int overlap_other(lua_State *L, const meet_question *q) {
  collide_target two[2];
  members all;
  int overlap = 0;
  if (grid_kept(L, 1) != NULL && q->flags & COLLIDE_SKIP_TOUCHING) return fail_no_grids(L);
  if (begin_other(L, q, &all, two)) {
    overlap = collide_target_overlap(&two[0], &two[1], q->flags);
    overlap = overlap && ci_members_accept(L, &all);
  }
  ci_members_finish(L, &all);
  return overlap;
}

int ci_query_overlap(lua_State *L) {
  static const meet_form form = {ci_has_pair, OPTIONS_OF_MEMBERS | OPTION_TOUCHING, 0, 0, 1, 1};
  meet_question q;
  int overlap;
  ci_query_read(L, &form, &q);
  if (q.other != 0)
    overlap = overlap_other(L, &q);
  else if (q.target != 0)
    overlap = overlap_members(L, &q);
  else
    overlap = collide_overlap(q.p.a.shape, q.p.b.shape);
  lua_pushboolean(L, overlap);
  return 1;
}

/* ---- Contact ---------------------------------------------------------------------------- */

void ci_query_to_hit(const collide_meeting *from, int dimensions, result_hit *to) {
  collide_hit *hit = &to->of.hit;
  ci_hits_at_place(&from->at, dimensions, to);
  to->depth = from->push.depth;
  memcpy(hit->normal, from->push.normal, sizeof hit->normal);
  memcpy(hit->point, from->push.point, sizeof hit->point);
  to->index = from->at.index;
  to->is_contact = 1;
}

/* Of contacts of one depth that of the first member counts. */
static int is_deepest(const meet_deepest *best, double depth, int index, int number) {
  if (!best->has || depth != best->found.push.depth)
    return !best->has || depth > best->found.push.depth;
  if (index != best->found.at.index) return is_first(index, best->found.at.index);
  return is_first(number, best->number);
}

static void keep_deepest(meet_deepest *best, const collide_meeting *found, int index, int number) {
  best->found = *found;
  best->found.at.index = index;
  best->number = number;
  best->has = 1;
}

static void find_in_world(lua_State *L, const meet_question *q, const members *all,
                          meet_deepest *best) {
  world_query world;
  world_selection some;
  collide_meeting found;
  int contact, untested, index, number;
  if (!ci_members_query(L, all, &q->shape->target, q->flags, &world, &some)) return;
  contact = ci_world_contact(&world, &found, &untested);
  if (untested != 0) ci_query_fail_untested(L, q, &world, untested);
  if (contact != 1) return;
  number = all->array.index != 0 ? found.at.index : 0;
  index = all->array.index != 0 ? all->index : found.at.index;
  if (is_deepest(best, found.push.depth, index, number)) keep_deepest(best, &found, index, number);
}

static void find_deepest(lua_State *L, const meet_question *q, members *all, meet_deepest *best) {
  collide_target member;
  collide_meeting found;
  best->has = best->number = 0;
  ci_query_begin(L, q, q->select.filter == 0, all);
  while (ci_members_next(L, all, &member)) {
    int contact;
    if (all->world != NULL) {
      find_in_world(L, q, all, best);
      continue;
    }
    contact = collide_target_contact(&q->shape->target, &member, q->flags, &found);
    if (contact == COLLIDE_UNSUPPORTED) ci_query_fail_no_test(L, q, &member);
    if (!contact || !is_deepest(best, found.push.depth, all->index, all->number)) continue;
    if (ci_members_accept(L, all)) keep_deepest(best, &found, all->index, all->number);
  }
  ci_members_finish(L, all);
}

static int push_contact(lua_State *L, const meet_question *q, const meet_deepest *best,
                        int targets) {
  result_hit hit;
  ci_query_to_hit(&best->found, q->dimensions, &hit);
  hit.number = best->number;
  return ci_cast_push(L, &hit, targets, q->into, q->numbers);
}

int ci_query_contact(lua_State *L) {
  static const meet_form form = {
      ci_has_pair, OPTIONS_OF_MEMBERS | OPTION_TOUCHING | OPTION_INTO, 1, 0, 0, 0};
  meet_question q;
  members all;
  meet_deepest best;
  collide_place *at = &best.found.at;
  ci_query_read(L, &form, &q);
  if (q.target != 0) {
    find_deepest(L, &q, &all, &best);
    return best.has ? push_contact(L, &q, &best, all.targets) : push_nil(L);
  }
  at->index = at->part = at->has_cell = at->triangle = best.number = 0;
  if (collide_contact(q.p.a.shape, q.p.b.shape, &best.found.push) != 1) return push_nil(L);
  return push_contact(L, &q, &best, 0);
}

/* ---- Distance --------------------------------------------------------------------------- */

/* Is an answer that is no farther than the best so far to be told rather than that? */
static int is_nearer(const meet_near *best, const collide_nearness *found, int index, int number) {
  if (!best->has || found->distance != best->found.distance) return 1;
  if (index != best->found.at.index) return is_first(index, best->found.at.index);
  return is_first(number, best->number);
}

void ci_query_keep_near(meet_near *best, const collide_nearness *found, int index, int number) {
  best->found = *found;
  best->found.at.index = index;
  best->number = number;
  best->max = found->distance;
  best->has = 1;
}

int ci_query_near_of(const meet_question *q, const collide_target *member, int index, int number,
                     const meet_near *best, collide_nearness *found) {
  int near = collide_target_distance(&q->shape->target, member, best->max, q->flags, found);
  return near == 1 ? is_nearer(best, found, index, number) : near;
}

static int find_nearest(lua_State *L, const meet_question *q, members *all, meet_near *best) {
  collide_target member;
  collide_nearness found;
  near_what near = near_asked(q);
  near.is_whole = 1;
  best->max = q->max;
  best->has = best->number = 0;
  ci_members_begin(L, q->target, q->dimensions, &q->select, &near, NULL, q->self, all);
  while (ci_members_next(L, all, &member)) {
    int is;
    if (all->world != NULL) {
      ci_query_near_world(L, q, all, best);
      continue;
    }
    is = ci_query_near_of(q, &member, all->index, 0, best, &found);
    if (is == COLLIDE_UNSUPPORTED) return ci_query_fail_no_test(L, q, &member);
    if (is && ci_members_accept(L, all)) ci_query_keep_near(best, &found, all->index, 0);
  }
  ci_members_finish(L, all);
  return best->has;
}

static void push_whole_or_nil(lua_State *L, int x) {
  if (x != 0)
    compat_pushwhole(L, x);
  else
    lua_pushnil(L);
}

/* What follows the points: in numbers as in all answers; else the member, its index, the cell or
 * triangle, the value of the cell, the part and the number. Of a lone shape nothing follows. */
static int push_place(lua_State *L, const meet_question *q, const meet_near *best, int targets) {
  const collide_place *at = &best->found.at;
  result_hit where;
  int last = 1, i;
  ci_hits_at_place(at, q->dimensions, &where);
  where.index = at->index;
  where.number = best->number;
  where.is_contact = 1;
  if (result_is_lone(&where)) return 0;
  if (q->numbers) return ci_result_push_where(L, &where);
  if (at->index != 0)
    ci_result_push_member(L, targets, at->index, best->number);
  else
    lua_pushnil(L);
  push_whole_or_nil(L, at->index);
  if (at->has_cell)
    ci_result_push_cell(L, at->cell, q->dimensions);
  else
    push_whole_or_nil(L, at->triangle);
  push_whole_or_nil(L, at->has_cell ? (int)at->value : 0);
  push_whole_or_nil(L, at->part);
  push_whole_or_nil(L, best->number);
  for (i = 2; i <= 6; i++)
    if (!lua_isnil(L, i - 7)) last = i;
  lua_settop(L, lua_gettop(L) - (6 - last));
  return last;
}

static int push_distance(lua_State *L, const meet_question *q, double distance,
                         const double on_a[3], const double on_b[3]) {
  int count = 1;
  result_push_number(L, distance);
  count += ci_result_push_answer(L, on_a, q->dimensions, q->numbers);
  return count + ci_result_push_answer(L, on_b, q->dimensions, q->numbers);
}

static int distance_of_grids(lua_State *L, const meet_question *q) {
  collide_nearness nearest;
  collide_target two[2];
  members all;
  int found = 0;
  if (begin_other(L, q, &all, two)) {
    found = collide_target_distance(&two[0], &two[1], q->max, 0, &nearest);
    if (found == COLLIDE_UNSUPPORTED) return fail_no_grids(L);
    found = found && ci_members_accept(L, &all);
  }
  ci_members_finish(L, &all);
  if (!found) return push_nil(L);
  return push_distance(L, q, nearest.distance, nearest.on_shape, nearest.on_target);
}

int ci_query_distance(lua_State *L) {
  static const meet_form form = {ci_has_pair, OPTIONS_OF_MEMBERS | OPTION_MAX, 1, 0, 1, 0};
  meet_question q;
  members all;
  meet_near best;
  collide_nearness *found = &best.found;
  int is_mirrored, count;
  ci_query_read(L, &form, &q);
  if (q.other != 0) return distance_of_grids(L, &q);
  if (q.target == 0) {
    found->distance = collide_distance(q.p.a.shape, q.p.b.shape, found->on_shape, found->on_target);
    return push_distance(L, &q, found->distance, found->on_shape, found->on_target);
  }
  if (!find_nearest(L, &q, &all, &best)) return push_nil(L);
  is_mirrored = (q.flags & COLLIDE_TARGET_FIRST) != 0;
  count = push_distance(L, &q, found->distance, is_mirrored ? found->on_target : found->on_shape,
                        is_mirrored ? found->on_shape : found->on_target);
  return count + push_place(L, &q, &best, all.targets);
}

/* ---- A target and a point --------------------------------------------------------------- */

int ci_query_closest(lua_State *L) {
  static const meet_form form = {NULL, OPTIONS_OF_MEMBERS | OPTION_MAX, 0, 0, 0, 0};
  meet_question q;
  members all;
  meet_near best;
  int count = 1;
  ci_query_read_point(L, &form, &q);
  if (!find_nearest(L, &q, &all, &best)) return push_nil(L);
  result_push_number(L, best.found.distance);
  count += ci_result_push_answer(L, best.found.on_target, q.dimensions, q.numbers);
  return count + push_place(L, &q, &best, all.targets);
}

/* The member is a mesh, or a group in which there may be some. */
static void check_closed(lua_State *L, const members *all) {
  args_place at = ci_args_at(1, NULL);
  const held_mesh *held = mesh_at(L, all->held);
  const held_group *group = group_at(L, all->held);
  if (all->array.index != 0) {
    at.within = "target";
    at.element = all->array.element;
  }
  if (held != NULL)
    ci_mesh_check_closed(L, &at, held->owner->share.data, &held->pose);
  else if (group != NULL)
    ci_group_check_closed(L, &at, group);
}

/* Whether there may be a mesh that has to be checked: of what is no world, any. */
static int has_meshes(lua_State *L, int target) {
  const held_world *held = world_at(L, target);
  return held == NULL || held->owner->meshes > 0;
}

int ci_query_contains(lua_State *L) {
  static const meet_form form = {NULL, OPTIONS_OF_MEMBERS, 0, 0, 0, 0};
  meet_question q;
  members all;
  collide_target member;
  world_query world;
  world_selection some;
  int found = 0;
  ci_query_read_point(L, &form, &q);
  ci_query_begin(L, &q, q.select.filter == 0 && !has_meshes(L, q.target), &all);
  while (!found && ci_members_next(L, &all, &member)) {
    if (all.world != NULL) {
      if (ci_members_query(L, &all, NULL, 0, &world, &some))
        found = ci_world_contains(world.world, world.select, q.point);
      continue;
    }
    if (member.kind == COLLIDE_TARGET_MESH || member.kind == COLLIDE_TARGET_GROUP)
      check_closed(L, &all);
    found = collide_target_contains(&member, q.point) && ci_members_accept(L, &all);
  }
  ci_members_finish(L, &all);
  lua_pushboolean(L, found);
  return 1;
}

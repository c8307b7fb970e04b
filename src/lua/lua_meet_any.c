/* SPDX-License-Identifier: MIT
 *
 * What a world answers without a list of what is near: whether any member overlaps something, or
 * contains a point, and the deepest contact. Where a filter has to be asked there is a list.
 */
#include "../number/fp.h"
#include "lua_meet.h"

#include "../world/world.h"

/* While the world is asked no script runs, and nothing allocates. */
typedef struct search {
  const meet_question *q;
  const members *all;
  int found;       /* the least number of a member that overlaps, as far as that is known, or 0 */
  int unsupported; /* and of one for which there is no test */
  meet_deepest *best;
} search;

static void ask(lua_State *L, search *s, collide_world_take take) {
  const members *all = s->all;
  const owned_world *owner = all->world->owner;
  const world_selection *select;
  world_selection some;
  s->found = s->unsupported = 0;
  if (owner->world == NULL) return;
  select = ci_world_select(L, all->select, owner, all->world_chosen, all->self, &some);
  ci_world_near_reach(owner->world, all->near.low, all->near.high, select, take, s);
}

static void keep_least(int *least, int number) {
  if (*least == 0 || number < *least) *least = number;
}

static void fail_no_test(lua_State *L, const search *s) {
  collide_target member;
  if (collide_world_member(s->all->world->owner->world, s->unsupported, &member))
    ci_ask_fail_no_test(L, s->q, &member);
}

/* ---- Overlap ----------------------------------------------------------------------------- */

/* For a shape there is always a test, so the first that overlaps is the answer. Of a group it
 * counts which comes first by its number, an answer or a member for which there is no test. */
static int take_overlap(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  int overlap = ci_ask_overlap_of(s->q, member);
  if (overlap == COLLIDE_UNSUPPORTED)
    keep_least(&s->unsupported, number);
  else if (overlap)
    keep_least(&s->found, number);
  return s->found == 0 || s->q->shape->group != NULL;
}

int ci_ask_overlap_world(lua_State *L, const meet_question *q, const members *all) {
  search s;
  s.q = q;
  s.all = all;
  ask(L, &s, take_overlap);
  if (s.unsupported != 0 && (s.found == 0 || s.unsupported < s.found)) fail_no_test(L, &s);
  return s.found != 0;
}

/* A world and a shape, one of which is argument `target` and the other `own`, and perhaps options.
 */
static int overlap_world_hot(lua_State *L, int target, int own, const member_options *o) {
  const held_world *held = world_at(L, target);
  const described *shape = description_at(L, own);
  const world_selection *select;
  world_selection some;
  meet_question q;
  search s;
  double low[3], high[3];
  if (held == NULL || held->owner->world == NULL || shape == NULL || o->select.filter != 0)
    return COLLIDE_UNSUPPORTED;
  if (ci_select_names(L, &o->select.ignore, target)) return 0;
  q.p.a.shape = &shape->shape;
  q.p.a.group = NULL;
  q.shape = &q.p.a;
  q.flags = o->flags | (target == 1 ? COLLIDE_TARGET_FIRST : 0);
  s.q = &q;
  s.found = s.unsupported = 0;
  select = ci_world_select(L, &o->select, held->owner, ci_select_names(L, &o->select.only, target),
                           own, &some);
  collide_bounds(&shape->shape, low, high);
  ci_world_near_reach(held->owner->world, low, high, select, take_overlap, &s);
  if (s.unsupported != 0) return COLLIDE_UNSUPPORTED;
  return s.found != 0;
}

/* Two shapes and options, of which the second is the target. */
static int overlap_shapes_hot(lua_State *L, const member_options *o) {
  const described *a = description_at(L, 1), *b = description_at(L, 2);
  collide_target target;
  if (a == NULL || b == NULL || o->select.filter != 0) return COLLIDE_UNSUPPORTED;
  if (!select_takes(&o->select, ci_select_names(L, &o->select.ignore, 2),
                    ci_select_names(L, &o->select.only, 2), b->head.layer))
    return 0;
  target = collide_target_of_shape(&b->shape);
  return collide_target_overlap(&a->shape, &target, o->flags);
}

int ci_ask_overlap_hot(lua_State *L) {
  seal_home *home = seal_here(L);
  int count = lua_gettop(L), dimensions[2], are_shapes = 1, i, overlap;
  member_options o = ci_options_none();
  if (count != 2 && !(count == 3 && lua_istable(L, 3))) return COLLIDE_UNSUPPORTED;
  for (i = 0; i < 2; i++) {
    const described *shape = description_of(L, i + 1, home);
    const held_world *held = shape == NULL ? world_at(L, i + 1) : NULL;
    if (shape == NULL && (held == NULL || !are_shapes)) return COLLIDE_UNSUPPORTED;
    are_shapes = are_shapes && shape != NULL;
    dimensions[i] = shape != NULL ? description_dimensions(shape) : ci_world_dimensions(held);
  }
  if (dimensions[0] != dimensions[1]) return COLLIDE_UNSUPPORTED;
  if (count == 3) ci_options_read_members(L, 3, OPTIONS_OF_MEMBERS | OPTION_TOUCHING, &o);
  if (are_shapes)
    overlap = overlap_shapes_hot(L, &o);
  else
    overlap =
        world_at(L, 1) != NULL ? overlap_world_hot(L, 1, 2, &o) : overlap_world_hot(L, 2, 1, &o);
  lua_settop(L, count);
  return overlap;
}

/* ---- Contact ------------------------------------------------------------------------------ */

static int take_contact(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  collide_meeting found;
  int in_array = s->all->array.index != 0, index = in_array ? s->all->index : number;
  int contact = ci_ask_contact_of(s->q, member, &found);
  if (contact == COLLIDE_UNSUPPORTED) keep_least(&s->unsupported, number);
  if (!in_array) number = 0;
  if (contact == 1 && ci_ask_is_deepest(s->best, found.push.depth, index, number))
    ci_ask_keep_deepest(s->best, &found, index, number);
  return 1;
}

void ci_ask_contact_world(lua_State *L, const meet_question *q, const members *all,
                          meet_deepest *best) {
  search s;
  s.q = q;
  s.all = all;
  s.best = best;
  ask(L, &s, take_contact);
  if (s.unsupported != 0) fail_no_test(L, &s);
}

/* ---- Contains ------------------------------------------------------------------------------ */

static int take_containing(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  if (collide_target_contains(member, s->q->point)) s->found = number;
  return s->found == 0;
}

int ci_ask_contains_world(lua_State *L, const meet_question *q, const members *all) {
  search s;
  s.q = q;
  s.all = all;
  ask(L, &s, take_containing);
  return s.found != 0;
}

/* SPDX-License-Identifier: MIT
 *
 * Pairs and shapecasts with many members. Of a world it tests those that the broad phase finds
 * (world_near.c). The lower index decides between equal answers, then the lower number.
 */
#include "../number/fp.h"

#include "proximity.h"
#include "world.h"

typedef struct search {
  const many_query *q;
  const world_selection *select;
  const double *displacement, *point;
  double limit; /* the largest distance or t that would still be the best */
  int is_any;   /* 1: the first member found ends the search */
  int index;    /* of the member that is tested, or of its world */
  int found;    /* 1: `best` is the place of the best member */
  many_place best;
  int is_untested; /* 1: there is a member without a test; `untested` is the first of them */
  many_place untested;
  collide_meeting *deepest;
  collide_nearness *nearest;
  collide_target_sweep *sweep;
} search;

many_query ci_many_of_world(const collide_target *subject, collide_world *world, int flags) {
  many_query q;
  q.world = world;
  q.select = NULL;
  q.source = NULL;
  q.subject = subject;
  q.flags = flags;
  return q;
}

/* Writes in place: returning the struct by value stalls on store forwarding. */
static void begin(search *s, const many_query *q, int is_any) {
  s->q = q;
  s->select = q->select;
  s->is_any = is_any;
  s->index = s->found = s->is_untested = 0;
  s->best.index = s->best.number = 0;
}

static void note_untested(search *s, int number, const collide_target *member) {
  if (s->is_untested && number > s->untested.number) return;
  s->is_untested = 1;
  s->untested.index = s->index;
  s->untested.number = number;
  s->untested.untested = *member;
}

/* Returns 1 if no answer was found for an earlier member. */
static int is_first(const search *s, int number) {
  if (!s->found || s->index < s->best.index) return 1;
  return s->index == s->best.index && number < s->best.number;
}

/* Keeps the place of a member if the filter accepts it. Returns 1 if it does. */
static int accept(search *s, int number) {
  if (!world_accepts(s->select, number)) return 0;
  s->found = 1;
  s->best.index = s->index;
  s->best.number = number;
  return 1;
}

/* Calls `take` for members of the world. */
typedef void find_members(search *s, collide_world *world, collide_world_take take);

/* Returns 1 if no further member can change the answer. If any member is enough, the lower number
 * decides between an answer and a member without a test. */
static int has_ended(search *s) {
  if (s->is_any && s->found) {
    if (s->is_untested && s->best.number < s->untested.number) s->is_untested = 0;
    return 1;
  }
  return s->is_untested;
}

/* Tests the members of the world, or those that the source gives. Returns 1, 0 or
 * COLLIDE_UNSUPPORTED. */
static int find(search *s, find_members *find_in_world, collide_world_take take,
                many_place *place) {
  const member_source *source = s->q->source;
  given_member given;
  if (source == NULL) {
    find_in_world(s, s->q->world, take);
    has_ended(s);
  }
  while (source != NULL && !has_ended(s) && source->next(source->user, &given)) {
    s->index = given.index;
    s->select = given.select;
    if (given.target.kind == COLLIDE_TARGET_WORLD)
      find_in_world(s, given.target.of.world, take);
    else
      take(s, 0, &given.target);
  }
  if (place != NULL) *place = s->is_untested ? s->untested : s->best;
  return s->is_untested ? COLLIDE_UNSUPPORTED : s->found;
}

/* Finds the members whose bounds may meet those of the subject. */
static void find_near(search *s, collide_world *world, collide_world_take take) {
  double low[3], high[3];
  collide_target_bounds(s->q->subject, low, high);
  ci_world_near_reach(world, low, high, s->select, take, s);
}

/* A shape has a test with every member, so the first overlap is the answer. Other subjects may lack
 * a test with some members. */
static int take_overlap(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  int overlap = collide_target_overlap(s->q->subject, member, s->q->flags);
  if (overlap == COLLIDE_UNSUPPORTED) note_untested(s, number, member);
  if (overlap == 1 && is_first(s, number)) accept(s, number);
  return !s->found || s->q->subject->kind != COLLIDE_TARGET_SHAPE;
}

int ci_many_overlap(const many_query *q, many_place *place) {
  search s;
  begin(&s, q, 1);
  return find(&s, find_near, take_overlap, place);
}

static int take_contact(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  collide_meeting one;
  int contact = collide_target_contact(s->q->subject, member, s->q->flags, &one);
  if (contact == COLLIDE_UNSUPPORTED) note_untested(s, number, member);
  if (contact != 1) return 1;
  if (s->found && one.push.depth < s->deepest->push.depth) return 1;
  if (s->found && one.push.depth == s->deepest->push.depth && !is_first(s, number)) return 1;
  if (!accept(s, number)) return 1;
  *s->deepest = one;
  s->deepest->at.index = number;
  return 1;
}

int ci_many_contact(const many_query *q, collide_meeting *deepest, many_place *place) {
  collide_meeting best;
  search s;
  int found;
  begin(&s, q, 0);
  s.deepest = &best;
  found = find(&s, find_near, take_contact, place);
  if (found == 1) *deepest = best;
  return found;
}

static void find_within(search *s, collide_world *world, collide_world_take take) {
  double low[3], high[3];
  collide_target_bounds(s->q->subject, low, high);
  ci_world_near_distance(world, low, high, &s->limit, s->select, take, s);
}

static int take_distance(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  collide_nearness one;
  int near = collide_target_distance(s->q->subject, member, s->limit, s->q->flags, &one);
  if (near == COLLIDE_UNSUPPORTED) note_untested(s, number, member);
  if (near != 1) return near == 0;
  if (s->found && one.distance == s->limit && !is_first(s, number)) return 1;
  if (!accept(s, number)) return 1;
  *s->nearest = one;
  s->nearest->at.index = number;
  s->limit = one.distance;
  return 1;
}

int ci_many_distance(const many_query *q, double max, collide_nearness *nearest,
                     many_place *place) {
  collide_nearness best;
  search s;
  int found;
  begin(&s, q, 0);
  s.nearest = &best;
  s.limit = max;
  found = find(&s, find_within, take_distance, place);
  if (found == 1) *nearest = best;
  return found;
}

static void find_along(search *s, collide_world *world, collide_world_take take) {
  double low[3], high[3];
  collide_target_bounds(s->q->subject, low, high);
  ci_world_near_sweep(world, low, high, s->displacement, &s->limit, s->select, take, s);
}

static int take_sweep(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  collide_target_sweep one;
  int hit = collide_target_shapecast(s->q->subject, s->displacement, member, s->q->flags,
                                     s->is_any ? NULL : &one);
  if (hit == COLLIDE_UNSUPPORTED) note_untested(s, number, member);
  if (hit != 1) return hit == 0;
  if (s->is_any) return !accept(s, number);
  if (s->found && one.hit.t > s->sweep->hit.t) return 1;
  if (s->found && one.hit.t == s->sweep->hit.t && !is_first(s, number)) return 1;
  if (!accept(s, number)) return 1;
  *s->sweep = one;
  s->sweep->at.index = number;
  s->limit = one.hit.t;
  return 1;
}

int ci_many_shapecast(const many_query *q, const double displacement[3],
                      collide_target_sweep *nearest, many_place *place) {
  collide_target_sweep best;
  search s;
  int found;
  begin(&s, q, nearest == NULL);
  s.displacement = displacement;
  s.sweep = &best;
  s.limit = 1;
  found = find(&s, find_along, take_sweep, place);
  if (found == 1 && nearest != NULL) *nearest = best;
  return found;
}

static void find_around(search *s, collide_world *world, collide_world_take take) {
  ci_world_near_reach(world, s->point, s->point, s->select, take, s);
}

static int take_containing(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  return !(collide_target_contains(member, s->point) && accept(s, number));
}

int ci_many_contains(const many_query *q, const double point[3]) {
  search s;
  begin(&s, q, 1);
  s.point = point;
  return find(&s, find_around, take_containing, NULL);
}

/* SPDX-License-Identifier: MIT
 *
 * Worlds as the target of pairs and shapecasts: tests the members that the broad phase finds
 * (world_near.c). The lower number decides between equal answers.
 */
#include <string.h>

#include "proximity.h"
#include "world.h"

typedef struct search {
  const world_query *q;
  const double *displacement, *point;
  double limit; /* the largest distance or t that would still be the best */
  int found;    /* the number of the best member, or 0 */
  int untested; /* the least number of a member for which there is no test, or 0 */
  collide_meeting *deepest;
  collide_nearness *nearest;
  collide_target_sweep *sweep;
} search;

world_query ci_world_all(const collide_target *subject, const collide_target *world, int flags) {
  world_query q;
  q.world = world->of.world;
  q.select = NULL;
  q.subject = subject;
  q.flags = flags;
  return q;
}

/* Writes in place. The copy of a struct that a function returns would wait for its stores. */
static void begin(search *s, const world_query *q) {
  memset(s, 0, sizeof *s);
  s->q = q;
}

/* Calls `take` for the members whose bounds may meet those of the subject. */
static void find_near(search *s, collide_world_take take) {
  double low[3], high[3];
  collide_target_bounds(s->q->subject, low, high);
  ci_world_near_reach(s->q->world, low, high, s->q->select, take, s);
}

static void note_untested(search *s, int number) {
  if (s->untested == 0 || number < s->untested) s->untested = number;
}

/* Returns 1 if no answer was found for a lower number. */
static int is_first(const search *s, int number) {
  return s->found == 0 || number < s->found;
}

static int finish(const search *s, int *untested) {
  if (untested != NULL) *untested = s->untested;
  if (s->untested != 0) return COLLIDE_UNSUPPORTED;
  return s->found != 0;
}

/* A shape has a test with every member, so the first overlap is the answer. Other subjects may lack
 * a test with some members. Then the first number with an overlap or without a test decides. */
static int take_overlap(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  int overlap = collide_target_overlap(s->q->subject, member, s->q->flags);
  if (overlap == COLLIDE_UNSUPPORTED) note_untested(s, number);
  if (overlap == 1 && is_first(s, number) && world_accepts(s->q->select, number)) s->found = number;
  return s->found == 0 || s->q->subject->kind != COLLIDE_TARGET_SHAPE;
}

int ci_world_overlap(const world_query *q, int *untested) {
  search s;
  begin(&s, q);
  find_near(&s, take_overlap);
  if (s.found != 0 && s.found < s.untested) s.untested = 0;
  return finish(&s, untested);
}

static int take_contact(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  collide_meeting one;
  int contact = collide_target_contact(s->q->subject, member, s->q->flags, &one);
  if (contact == COLLIDE_UNSUPPORTED) note_untested(s, number);
  if (contact != 1) return 1;
  if (s->found != 0 && one.push.depth < s->deepest->push.depth) return 1;
  if (s->found != 0 && one.push.depth == s->deepest->push.depth && number > s->found) return 1;
  if (!world_accepts(s->q->select, number)) return 1;
  *s->deepest = one;
  s->deepest->at.index = s->found = number;
  return 1;
}

int ci_world_contact(const world_query *q, collide_meeting *deepest, int *untested) {
  collide_meeting best;
  search s;
  begin(&s, q);
  s.deepest = &best;
  find_near(&s, take_contact);
  if (s.found != 0 && s.untested == 0) *deepest = best;
  return finish(&s, untested);
}

static int take_distance(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  collide_nearness one;
  int near = collide_target_distance(s->q->subject, member, s->limit, s->q->flags, &one);
  if (near == COLLIDE_UNSUPPORTED) note_untested(s, number);
  if (near != 1) return near == 0;
  if (s->found != 0 && one.distance == s->limit && number > s->found) return 1;
  if (!world_accepts(s->q->select, number)) return 1;
  *s->nearest = one;
  s->nearest->at.index = s->found = number;
  s->limit = one.distance;
  return 1;
}

int ci_world_distance(const world_query *q, double max, collide_nearness *nearest, int *untested) {
  collide_nearness best;
  double low[3], high[3];
  search s;
  begin(&s, q);
  s.nearest = &best;
  s.limit = max;
  collide_target_bounds(q->subject, low, high);
  ci_world_near_distance(q->world, low, high, &s.limit, q->select, take_distance, &s);
  if (s.found != 0 && s.untested == 0) *nearest = best;
  return finish(&s, untested);
}

static int take_sweep(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  collide_target_sweep one;
  int hit = collide_target_shapecast(s->q->subject, s->displacement, member, s->q->flags,
                                     s->sweep != NULL ? &one : NULL);
  if (hit == COLLIDE_UNSUPPORTED) note_untested(s, number);
  if (hit != 1) return hit == 0;
  if (s->sweep != NULL) {
    if (s->found != 0 && one.hit.t > s->sweep->hit.t) return 1;
    if (s->found != 0 && one.hit.t == s->sweep->hit.t && number > s->found) return 1;
  }
  if (!world_accepts(s->q->select, number)) return 1;
  if (s->sweep != NULL) {
    *s->sweep = one;
    s->sweep->at.index = number;
    s->limit = one.hit.t;
  }
  s->found = number;
  return s->sweep != NULL;
}

int ci_world_shapecast(const world_query *q, const double displacement[3],
                       collide_target_sweep *nearest, int *untested) {
  collide_target_sweep best;
  double low[3], high[3];
  search s;
  begin(&s, q);
  s.displacement = displacement;
  s.sweep = nearest != NULL ? &best : NULL;
  s.limit = 1;
  collide_target_bounds(q->subject, low, high);
  ci_world_near_sweep(q->world, low, high, displacement, &s.limit, q->select, take_sweep, &s);
  if (s.found != 0 && s.untested == 0 && nearest != NULL) *nearest = best;
  return finish(&s, untested);
}

static int take_containing(void *user, int number, const collide_target *member) {
  search *s = (search *)user;
  if (collide_target_contains(member, s->point) && world_accepts(s->q->select, number))
    s->found = number;
  return s->found == 0;
}

int ci_world_contains(collide_world *world, const world_selection *select, const double point[3]) {
  world_query q;
  search s;
  memset(&q, 0, sizeof q);
  q.select = select;
  begin(&s, &q);
  s.point = point;
  ci_world_near_reach(world, point, point, select, take_containing, &s);
  return s.found != 0;
}

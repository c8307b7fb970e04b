/* SPDX-License-Identifier: MIT
 *
 * Tests whether a position of a body is valid, and finds its overlaps there.
 */
#include "move.h"

#include <string.h>

#include "../query/group.h"

/* ---- Places that count ------------------------------------------------------------------------
 */

static int is_self(const move_state *m, const collide_place *at) {
  if (m->self.group != NULL)
    return at->member.kind == COLLIDE_TARGET_GROUP && at->member.of.group == m->self.group;
  return at->member.kind == COLLIDE_TARGET_SHAPE && at->member.of.shape == m->self.shape;
}

static int passes_filter(const move_state *m, const collide_place *at) {
  return m->options->takes == NULL || m->options->takes(m->options->user, at);
}

static int is_passed(const move_state *m, const collide_place *at) {
  int64_t i, count = m->result->count < m->room ? m->result->count : m->room;
  for (i = 0; i < count; i++)
    if (m->hits[i].response == COLLIDE_RESPOND_PASS && ci_move_is_same_place(&m->hits[i].at, at))
      return 1;
  return 0;
}

int ci_move_skips(const move_state *m, const collide_place *at) {
  return is_self(m, at) || is_passed(m, at) || !passes_filter(m, at);
}

int ci_move_ignores(const move_state *m, const collide_place *at) {
  return ci_move_skips(m, at) ||
         (m->start_overlaps && ci_move_overlaps_by(m->start_body, at, m->rounding));
}

/* ---- Contacts that count --------------------------------------------------------------------- */

typedef struct contact_choice {
  meet_choice base;
  const move_state *m;
  move_filter filter;
  int part;              /* the part of the body that is tested, from 0 */
  const move_leg *along; /* MOVE_FILTER_PLACE: the leg that leads to the position, or NULL */
  int *found;            /* counts contacts; only for a query */
} contact_choice;

/* Returns 1 if the body overlapped a one-way place before this leg. Also returns 1 if the leg
 * enters the place from a side that does not block. An overlap by rounding alone does not count. */
static int entered_legally(const contact_choice *c, const collide_place *at, const double n[3]) {
  const collide_shape *here = move_part(move_here(c->m), c->part);
  collide_sweep_hit first;
  if (ci_move_overlapped_one_way(c->m, at, n) || ci_move_shape_overlaps(here, at, 0)) return 1;
  if (c->along == NULL || !ci_move_find_entry(here, c->along->d, at, &first)) return 0;
  return first.t <= c->along->t &&
         !ci_move_one_way_blocks(c->m->dimensions, n, c->along->d, first.normal);
}

/* Returns 1 if the body may overlap the place. */
static int may_overlap(const contact_choice *c, const collide_place *at) {
  const collide_move_options *o = c->m->options;
  double n[3] = {0, 0, 0};
  int one_way;
  if (is_passed(c->m, at)) return 1;
  one_way = o->one_way != NULL && o->one_way(o->user, at, n);
  if (c->filter != MOVE_FILTER_PLACE) return one_way;
  if (c->m->start_overlaps && ci_move_overlaps_by(c->m->start_body, at, 0)) return 1;
  return one_way && entered_legally(c, at, n);
}

/* Returns 1 if the body overlaps the blocking side of a one-way place by rounding alone. Then the
 * body stands on that side. */
static int overlaps_by_rounding(const contact_choice *c, const collide_meeting *found) {
  const collide_move_options *o = c->m->options;
  double n[3] = {0, 0, 0};
  if (c->filter != MOVE_FILTER_PUSH && c->filter != MOVE_FILTER_PLACE) return 0;
  if (!(found->push.depth <= c->m->rounding) || is_passed(c->m, &found->at)) return 0;
  if (o->one_way == NULL || !o->one_way(o->user, &found->at, n)) return 0;
  if (!(vector_dot(found->push.normal, n) > 0)) return 0;
  return c->filter == MOVE_FILTER_PUSH || !ci_move_overlapped_one_way(c->m, &found->at, n);
}

static int takes_contact(meet_choice *base, const collide_meeting *found) {
  const contact_choice *c = (const contact_choice *)(const void *)base;
  ++*c->found;
  if (is_self(c->m, &found->at) || !passes_filter(c->m, &found->at)) return 0;
  return !may_overlap(c, &found->at) || overlaps_by_rounding(c, found);
}

static int passes_contact(const void *choice, const collide_place *cell, double t) {
  (void)t;
  return may_overlap((const contact_choice *)choice, cell);
}

int ci_move_may_ignore(const move_state *m) {
  return m->options->one_way != NULL || m->start_overlaps || m->result->count > 0;
}

int ci_move_passes(const move_state *m, int part, const double d[3], double t,
                   const collide_place *at) {
  contact_choice c;
  move_leg along;
  along.d = d;
  along.t = t;
  along.normal = NULL;
  along.candidates = NULL;
  c.m = m;
  c.filter = MOVE_FILTER_PLACE;
  c.part = part;
  c.along = &along;
  c.found = NULL;
  return may_overlap(&c, at);
}

meet ci_move_begin_query(move_state *m, const move_body *body, int i) {
  static const double no_displacement[3] = {0, 0, 0};
  meet query = body->group != NULL ? ci_meet_begin(move_part(body, i), COLLIDE_SKIP_TOUCHING)
                                   : ci_meet_begin_within(body->shape, body->low, body->high,
                                                          COLLIDE_SKIP_TOUCHING);
  query.near = ci_move_find_nearby(m, query.low, query.high, no_displacement);
  return query;
}

void ci_move_collect(move_state *m, const move_body *body, meet_choice *choice, int *part) {
  int i, count = move_parts(body);
  for (i = 0; i < count && !m->unsupported; i++) {
    meet query = ci_move_begin_query(m, body, i);
    collide_meeting deepest;
    if (part != NULL) *part = body->group == NULL ? 0 : i + 1;
    if (ci_meet_chosen(&query, m->target, choice, &deepest) == COLLIDE_UNSUPPORTED)
      m->unsupported = 1;
  }
}

/* Among contacts of equal depth, that of the body's lower part wins. */
int ci_move_find_contact(move_state *m, move_filter filter, const move_body *body,
                         const move_leg *along, collide_meeting *deepest) {
  contact_choice c;
  collide_meeting one;
  int has = 0, count = move_parts(body);
  c.base.takes = takes_contact;
  c.base.passes = ci_move_may_ignore(m) ? passes_contact : NULL;
  c.m = m;
  c.filter = filter;
  c.along = along;
  c.found = &m->found;
  m->queries++;
  for (c.part = 0; c.part < count && !m->unsupported; c.part++) {
    meet query = ci_move_begin_query(m, body, c.part);
    int found;
    if (along != NULL) {
      query.candidates = along->candidates;
      query.t = along->t;
    }
    found = ci_meet_chosen(&query, m->target, &c.base, &one);
    if (found == COLLIDE_UNSUPPORTED) m->unsupported = 1;
    if (found != 1 || (has && !(one.push.depth > deepest->push.depth))) continue;
    has = 1;
    *deepest = one;
  }
  return has && !m->unsupported;
}

/* ---- Positions ------------------------------------------------------------------------------- */

static double take_larger(double most, double x) {
  x = fabs(x);
  return x > most && x < HUGE_VAL ? x : most;
}

double ci_move_get_size(const move_state *m, const double d[3]) {
  const double *low = move_here(m)->low, *high = move_here(m)->high;
  double most = 0;
  int i;
  for (i = 0; i < m->dimensions; i++) {
    most = take_larger(most, low[i]);
    most = take_larger(most, high[i]);
    most = take_larger(most, low[i] + d[i]);
    most = take_larger(most, high[i] + d[i]);
    most = take_larger(most, m->position[i]);
    most = take_larger(most, m->position[i] + d[i]);
  }
  return most;
}

/* The clearance in space. It is far larger than the error of a quick cast or contact query. So
 * these queries need no exact numbers. It is a part of the size, because positions are rounded.
 * Curved contacts have errors in proportion to the width, up to 2^-32 where a rim meets an edge. */
#define CLEARANCE 9.0949470177292824e-13        /* 2^-40 of the size */
#define CLEARANCE_CURVED 9.3132257461547852e-10 /* 2^-30 of the width */

double ci_move_find_clearance(const move_state *m, double size, int is_curved) {
  const move_body *body = move_here(m);
  double width = 0;
  int i;
  for (i = 0; i < 3; i++) width = take_larger(width, body->high[i] - body->low[i]);
  return size * CLEARANCE + (is_curved ? width * CLEARANCE_CURVED : 0);
}

double ci_move_get_tolerance(const move_state *m) {
  static const double no_displacement[3] = {0, 0, 0};
  double size = ci_move_get_size(m, no_displacement);
  if (m->largest > size) size = m->largest;
  return m->dimensions == 2 ? size * MOVE_ROUNDING
                            : 8 * ci_move_find_clearance(m, size, m->has_met_curved);
}

/* Returns 0 if the position is out of range. */
int ci_move_set_position(move_shape *shape, const double position[3]) {
  collide_error set = shape->group != NULL
                          ? collide_group_set_position(shape->group, position)
                          : collide_set_position(&shape->shape, &shape->source, position);
  if (set == COLLIDE_OK) ci_move_set_bounds(&shape->body);
  return set == COLLIDE_OK;
}

void ci_move_set_bounds(move_body *body) {
  if (body->group != NULL)
    ci_group_bounds(body->group, body->low, body->high);
  else
    collide_bounds(body->shape, body->low, body->high);
}

void ci_move_restore_position(move_state *m, const double position[3]) {
  memcpy(m->position, position, sizeof m->position);
  (void)ci_move_set_position(&m->places[m->now], m->position);
}

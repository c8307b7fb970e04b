/* SPDX-License-Identifier: MIT
 *
 * Tests whether a position of a body is valid, and finds its overlaps there.
 */
#include "move.h"

#include <string.h>

#include "../target/group.h"

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

/* Returns 1 if the body overlapped the place at the start. The answer for a member or part is
 * remembered, because each query asks again. */
static int overlapped_at_start(move_state *m, const collide_place *at) {
  int i, is_known = !at->has_cell && at->triangle == 0, overlaps;
  if (!m->start_overlaps) return 0;
  for (i = 0; is_known && i < m->start_count; i++)
    if (m->start_known[i].index == at->index && m->start_known[i].part == at->part)
      return m->start_known[i].overlaps;
  overlaps = ci_move_overlaps_by(m->start_body, at, m->rounding);
  if (!is_known || m->start_count == MOVE_START) return overlaps;
  m->start_known[m->start_count].index = at->index;
  m->start_known[m->start_count].part = at->part;
  m->start_known[m->start_count++].overlaps = overlaps;
  return overlaps;
}

int ci_move_ignores(move_state *m, const collide_place *at) {
  return ci_move_skips(m, at) || overlapped_at_start(m, at);
}

/* ---- Contacts that count --------------------------------------------------------------------- */

typedef struct contact_choice {
  meet_choice base;
  move_state *m;
  move_filter filter;
  int weight; /* of a contact of this part, see ci_move_weigh */
} contact_choice;

/* Returns 1 if the body overlaps the blocking side of a one-way place by rounding alone. Then the
 * body stands on that side. */
static int is_rounding(const move_state *m, move_filter filter, const collide_meeting *found,
                       const double n[3]) {
  double most = filter == MOVE_FILTER_PLACE ? 2 * ci_move_get_tolerance(m, 1) : m->rounding;
  if (filter == MOVE_FILTER_INSIDE || !(found->push.depth <= most)) return 0;
  if (!(vector_dot(found->push.normal, n) > 0)) return 0;
  return filter == MOVE_FILTER_PUSH || !ci_move_overlapped_one_way(m, &found->at, n);
}

/* Returns 1 if the body may overlap the place. */
static int may_overlap(const contact_choice *c, const collide_meeting *found) {
  const collide_move_options *o = c->m->options;
  double n[3] = {0, 0, 0};
  if (is_passed(c->m, &found->at)) return 1;
  if (o->one_way != NULL && o->one_way(o->user, &found->at, n))
    return !is_rounding(c->m, c->filter, found, n);
  return c->filter == MOVE_FILTER_PLACE && overlapped_at_start(c->m, &found->at);
}

static int takes_contact(meet_choice *base, const collide_meeting *found) {
  const contact_choice *c = (const contact_choice *)(const void *)base;
  c->m->found += c->weight;
  if (is_self(c->m, &found->at) || !passes_filter(c->m, &found->at)) return 0;
  return !may_overlap(c, found);
}

int ci_move_passes(move_state *m, const collide_place *at) {
  const collide_move_options *o = m->options;
  double n[3] = {0, 0, 0};
  if (is_passed(m, at) || (o->one_way != NULL && o->one_way(o->user, at, n))) return 1;
  return overlapped_at_start(m, at);
}

static int passes_cell(const void *choice, const collide_place *cell, double t) {
  (void)t;
  return ci_move_passes(((const contact_choice *)choice)->m, cell);
}

int ci_move_may_ignore(const move_state *m) {
  return m->options->one_way != NULL || m->start_overlaps || m->result->count > 0;
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

int ci_move_weigh(const collide_shape *part) {
  if (collide_dimensions(part) == 2)
    return part->kind == COLLIDE_PLANE_2D ? 1 : 1 + 3 * part->of.outline.count / 4;
  return ci_move_is_curved(part, part) ? 18 : 1;
}

/* Among contacts of equal depth, that of the body's lower part wins. */
int ci_move_find_contact(move_state *m, move_filter filter, collide_meeting *deepest) {
  const move_body *body = move_here(m);
  contact_choice c;
  collide_meeting one;
  int i, has = 0, count = move_parts(body);
  c.base.takes = takes_contact;
  c.base.passes = ci_move_may_ignore(m) ? passes_cell : NULL;
  c.m = m;
  c.filter = filter;
  m->queries++;
  for (i = 0; i < count && !m->unsupported; i++) {
    meet query = ci_move_begin_query(m, body, i);
    int found;
    c.weight = ci_move_weigh(move_part(body, i));
    query.candidates = m->path;
    query.t = m->path_t;
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

double ci_move_get_width(const move_body *body) {
  double width = 0;
  int i;
  for (i = 0; i < 3; i++) width = take_larger(width, body->high[i] - body->low[i]);
  return width;
}

/* The clearance in space. It is far larger than the error of a quick cast or contact query. So
 * these queries need no exact numbers. It is a part of the size, because positions are rounded.
 * Curved contacts have errors in proportion to the width, up to 2^-32 where a rim meets an edge. */
#define CLEARANCE 9.0949470177292824e-13        /* 2^-40 of the size */
#define CLEARANCE_CURVED 9.3132257461547852e-10 /* 2^-30 of the width */

double ci_move_find_clearance(const move_state *m, double size, int is_curved) {
  double width = ci_move_get_width(move_here(m));
  return size * CLEARANCE + (is_curved ? width * CLEARANCE_CURVED : 0);
}

static int is_curved(const collide_shape *s) {
  if (s->kind == COLLIDE_SPHERE || s->kind == COLLIDE_CAPSULE) return s->frame == COLLIDE_LINEAR;
  return s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE;
}

int ci_move_is_curved(const collide_shape *a, const collide_shape *b) {
  return is_curved(a) || is_curved(b);
}

double ci_move_get_tolerance(const move_state *m, int is_of_curved) {
  static const double no_displacement[3] = {0, 0, 0};
  double size = ci_move_get_size(m, no_displacement);
  if (m->largest > size) size = m->largest;
  return m->dimensions == 2 ? size * MOVE_ROUNDING
                            : 8 * ci_move_find_clearance(m, size, is_of_curved);
}

move_rule ci_move_rule(const move_state *m, const double d[3]) {
  double width = ci_move_get_width(move_here(m)), length = move_length(d);
  double longer = length > width ? length : width;
  move_rule rule;
  rule.dimensions = m->dimensions;
  rule.per_length = longer > 0 ? 1 / longer : HUGE_VAL;
  rule.walks = m->options->has_up && !m->is_probing;
  rule.keeps_level = m->keeps_level;
  rule.walkable = m->walkable;
  memcpy(rule.up, m->up, sizeof rule.up);
  return rule;
}

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

void ci_move_put(move_state *m, const double position[3]) {
  m->contacts.count = 0;
  m->path = NULL;
  if (!ci_move_set_position(&m->place, position)) {
    m->ends_early = 1;
    return;
  }
  memcpy(m->position, position, sizeof m->position);
}

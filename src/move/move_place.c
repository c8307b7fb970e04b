/* SPDX-License-Identifier: MIT
 *
 * Places: what is a shape in there, and where may it be?
 */
#include "move.h"

#include <string.h>

#include "../number/twofold.h"

/* ---- What counts ---------------------------------------------------------------------------- */

static int is_self(const move_state *m, const collide_place *at) {
  if (m->self.group != NULL)
    return at->member.kind == COLLIDE_TARGET_GROUP && at->member.of.group == m->self.group;
  return at->member.kind == COLLIDE_TARGET_SHAPE && at->member.of.shape == m->self.shape;
}

static int is_taken(const move_state *m, const collide_place *at) {
  return m->options->takes == NULL || m->options->takes(m->options->user, at);
}

static int is_passed(const move_state *m, const collide_place *at) {
  int64_t i, count = m->result->count < m->room ? m->result->count : m->room;
  for (i = 0; i < count; i++)
    if (m->hits[i].response == COLLIDE_RESPOND_PASS && ci_move_is_same(&m->hits[i].at, at))
      return 1;
  return 0;
}

int ci_move_is_left_out(const move_state *m, const collide_place *at) {
  return is_self(m, at) || is_passed(m, at) || !is_taken(m, at);
}

int ci_move_is_ignored(const move_state *m, const collide_place *at) {
  return ci_move_is_left_out(m, at) ||
         (m->before_is_in && ci_move_is_deep_in(m->before, at, m->rounded));
}

/* ---- Contacts that count --------------------------------------------------------------------- */

/* A way that leads to a place. */
typedef struct leg {
  const double *d;
  double t;                          /* how much of d is gone */
  const double *normal;              /* of what it ends at, or NULL */
  const mesh_candidates *candidates; /* what it came near; NULL: not known */
} leg;

typedef struct contact_choice {
  meet_choice base;
  const move_state *m;
  move_question question;
  int part;         /* of what is moved, from 0, that is asked about */
  const leg *along; /* MOVE_PLACE: the leg that leads to the place, or NULL */
} contact_choice;

/* Has the shape come into a one-way place rightly: was it in it before this leg, or does the leg
 * lead into it from a side that does not block? What is in it by rounding alone has not. */
static int may_be_in(const contact_choice *c, const collide_place *at, const double n[3]) {
  const collide_shape *here = move_part(move_here(c->m), c->part);
  collide_sweep_hit first;
  if (ci_move_was_in(c->m, at, n) || ci_move_is_shape_in(here, at, 0)) return 1;
  if (c->along == NULL || !ci_move_comes_in(here, c->along->d, at, &first)) return 0;
  return first.t <= c->along->t &&
         !ci_move_is_blocked_by(c->m->dimensions, n, c->along->d, first.normal);
}

/* Is it one that the shape may be in? */
static int passes(const contact_choice *c, const collide_place *at) {
  const collide_move_options *o = c->m->options;
  double n[3] = {0, 0, 0};
  int one_way;
  if (is_passed(c->m, at)) return 1;
  if (c->question == MOVE_ALL) return 0;
  one_way = o->one_way != NULL && o->one_way(o->user, at, n);
  if (c->question != MOVE_PLACE) return one_way;
  if (c->m->before_is_in && ci_move_is_in(c->m->before, at)) return 1;
  return one_way && may_be_in(c, at, n);
}

/* Is it in what blocks from that side by rounding alone? Then it stands on that. */
static int is_rounded_in(const contact_choice *c, const collide_meeting *found) {
  const collide_move_options *o = c->m->options;
  double n[3] = {0, 0, 0};
  if (c->question != MOVE_PUSH && c->question != MOVE_PLACE) return 0;
  if (!(found->push.depth <= c->m->rounded) || is_passed(c->m, &found->at)) return 0;
  if (o->one_way == NULL || !o->one_way(o->user, &found->at, n)) return 0;
  if (!(move_dot(found->push.normal, n) > 0)) return 0;
  return c->question == MOVE_PUSH || !ci_move_was_in(c->m, &found->at, n);
}

static int takes_contact(meet_choice *base, const collide_meeting *found) {
  const contact_choice *c = (const contact_choice *)(const void *)base;
  if (is_self(c->m, &found->at) || !is_taken(c->m, &found->at)) return 0;
  return !passes(c, &found->at) || is_rounded_in(c, found);
}

static int passes_contact(const meet_choice *base, const collide_place *cell) {
  return passes((const contact_choice *)(const void *)base, cell);
}

int ci_move_has_passed(const move_state *m) {
  return m->options->one_way != NULL || m->before_is_in || m->result->count > 0;
}

int ci_move_passes(const move_state *m, int part, const double d[3], double t,
                   const collide_place *at) {
  contact_choice c;
  leg along;
  along.d = d;
  along.t = t;
  along.normal = NULL;
  along.candidates = NULL;
  c.m = m;
  c.question = MOVE_PLACE;
  c.part = part;
  c.along = &along;
  return passes(&c, at);
}

meet ci_move_ask(const move_body *body, int i) {
  if (body->group != NULL) return ci_meet_begin(move_part(body, i), COLLIDE_SKIP_TOUCHING);
  return ci_meet_begin_within(body->shape, body->low, body->high, COLLIDE_SKIP_TOUCHING);
}

/* Of contacts of equal depth that of the lower part of the group comes first. */
static int find_contact(move_state *m, move_question question, const move_body *body,
                        const leg *along, collide_meeting *deepest) {
  contact_choice c;
  collide_meeting one;
  int has = 0, count = move_parts(body);
  c.base.takes = takes_contact;
  c.base.passes = ci_move_has_passed(m) ? passes_contact : NULL;
  c.m = m;
  c.question = question;
  c.along = along;
  for (c.part = 0; c.part < count && !m->unsupported; c.part++) {
    meet ask = ci_move_ask(body, c.part);
    int found;
    if (along != NULL) {
      ask.candidates = along->candidates;
      ask.t = along->t;
    }
    found = ci_meet_chosen(&ask, m->target, &c.base, &one);
    if (found == COLLIDE_UNSUPPORTED) m->unsupported = 1;
    if (found != 1 || (has && !(one.push.depth > deepest->push.depth))) continue;
    has = 1;
    *deepest = one;
  }
  return has && !m->unsupported;
}

int ci_move_contact(move_state *m, move_question question, const move_body *body,
                    collide_meeting *deepest) {
  return find_contact(m, question, body, NULL, deepest);
}

/* ---- Places ---------------------------------------------------------------------------------- */

static double take_most(double most, double x) {
  x = fabs(x);
  return x > most && x < HUGE_VAL ? x : most;
}

double ci_move_size(const move_state *m, const double d[3]) {
  const double *low = move_here(m)->low, *high = move_here(m)->high;
  double most = 0;
  int i;
  for (i = 0; i < m->dimensions; i++) {
    most = take_most(most, low[i]);
    most = take_most(most, high[i]);
    most = take_most(most, low[i] + d[i]);
    most = take_most(most, high[i] + d[i]);
    most = take_most(most, m->position[i]);
    most = take_most(most, m->position[i] + d[i]);
  }
  return most;
}

double ci_move_noise(const move_state *m) {
  static const double nowhere[3] = {0, 0, 0};
  double size = ci_move_size(m, nowhere);
  return (m->largest > size ? m->largest : size) * 5.6843418860808015e-14; /* 2^-44 */
}

/* Returns 0 when it is too far. */
int ci_move_set_position(move_shape *shape, const double position[3]) {
  collide_error set = shape->group != NULL
                          ? collide_group_set_position(shape->group, position)
                          : collide_set_position(&shape->shape, &shape->source, position);
  if (set == COLLIDE_OK) ci_move_set_bounds(&shape->body);
  return set == COLLIDE_OK;
}

void ci_move_set_bounds(move_body *body) {
  if (body->group != NULL)
    collide_group_bounds(body->group, body->low, body->high);
  else
    collide_bounds(body->shape, body->low, body->high);
}

/* The first step out times this is within the 2^-48 of try_near: more would never be tried. */
#define LONGEST_OUT 32.0
/* Three normals in one plane but for this much are given up. */
#define LEAST_VOLUME 9.765625e-4

enum { PLACES_BETWEEN = 128, PUSHES_BETWEEN = 4 };

/* A place that is tried: the other of the two places becomes the shape there. */
typedef struct trial {
  move_state *m;
  leg along;
  int turns;            /* how many of these there are: */
  double normals[3][3]; /* of what was in the way */
  collide_push push;    /* out of what the last place was in */
} trial;

/* Keeps the normal of what is in the way, unless it is much like one that is known. */
static void keep_normal(trial *w, const double n[3]) {
  int i;
  if (w->turns == w->m->dimensions) return;
  for (i = 0; i < w->turns; i++)
    if (move_dot(w->normals[i], n) > 0.9375) return;
  memcpy(w->normals[w->turns++], n, sizeof *w->normals);
}

static int try_place(trial *w, const double to[3]) {
  move_state *m = w->m;
  move_shape *there = &m->places[1 - m->now];
  collide_meeting met;
  if (!ci_move_set_position(there, to)) return 0;
  if (MOVE_ASKS && find_contact(m, MOVE_PLACE, &there->body, &w->along, &met)) {
    keep_normal(w, met.push.normal);
    w->push = met.push;
    return 0;
  }
  m->now = 1 - m->now;
  memcpy(m->position, to, sizeof m->position);
  return 1;
}

/* The vector of which the product with three normals is 1. Returns 0 when they are as good as in
 * one plane. */
static int find_corner(const trial *w, double out[3]) {
  const double *p = w->normals[0], *q = w->normals[1], *r = w->normals[2];
  double qr[3], rp[3], pq[3], volume;
  int i;
  move_cross(q, r, qr);
  move_cross(r, p, rp);
  move_cross(p, q, pq);
  volume = move_dot(p, qr);
  if (fabs(volume) < LEAST_VOLUME) return 0;
  for (i = 0; i < 3; i++) out[i] = (qr[i] + rp[i] + pq[i]) / volume;
  return move_length(out) <= LONGEST_OUT;
}

/* A vector that leads out of all that was in the way by at least 1: along the one normal, or along
 * both, or out of a corner. Returns 0 when it would have to be longer than LONGEST_OUT: that of two
 * normals is as long as the root of 2 over `sum`. */
static int find_way_out(const trial *w, double out[3]) {
  double scale, sum;
  int i;
  if (w->turns == 0) return 0;
  memcpy(out, w->normals[0], sizeof *w->normals);
  if (w->turns == 1) return 1;
  if (w->turns == 3 && find_corner(w, out)) return 1;
  sum = 1 + move_dot(w->normals[0], w->normals[1]);
  if (sum < 2 / (LONGEST_OUT * LONGEST_OUT)) return 0;
  scale = 1 / sum;
  for (i = 0; i < 3; i++) out[i] = (w->normals[0][i] + w->normals[1][i]) * scale;
  return 1;
}

static int try_beside(trial *w, const double q[3], double s, const double way[3]) {
  double to[3];
  int i;
  for (i = 0; i < 3; i++) to[i] = q[i] + s * way[i];
  return try_place(w, to);
}

/* Does the rounding of q = p + t d lead into what the leg ends at? Then the shape is mostly in it
 * there, and what is tried next is not, so that it is not asked first. Nothing depends on that but
 * how much is asked: the rounding is exact, but t is off by a unit in its last place, or early. */
static int is_rounded_inward(const leg *along, const double p[3]) {
  double depth = 0, unsure = 0;
  int i;
  if (along->normal == NULL) return 0;
  for (i = 0; i < 3; i++) {
    twofold way = two_product(along->t, along->d[i]), sum = two_sum(p[i], way.hi);
    depth += along->normal[i] * (sum.lo + way.lo);
    unsure += fabs(way.hi);
  }
  return depth > unsure * DBL_EPSILON;
}

/* Pushed out of what it is in, each time by 2^-53 of the size at least, but no farther than `most`.
 */
static int try_pushed(trial *w, const double q[3], double size, double most) {
  double to[3], off[3], least = ldexp(size, -53);
  int i, k;
  memcpy(to, q, sizeof to);
  for (k = 0; k < PUSHES_BETWEEN; k++) {
    double depth;
    if (try_place(w, to)) return 1;
    depth = w->push.depth > least ? w->push.depth : least;
    for (i = 0; i < 3; i++) {
      to[i] += w->push.normal[i] * depth;
      off[i] = to[i] - q[i];
    }
    if (!(move_length(off) <= most)) return 0;
  }
  return 0;
}

/* Between two walls that are as far apart as the shape is wide, few places are free, and which they
 * are rounding decides: each of those on the way back is tried, as far as 2^-46 of the size. */
static int try_between(trial *w, const double q[3], const double back[3], double size) {
  int k;
  for (k = 3; k <= PLACES_BETWEEN; k++)
    if (try_beside(w, q, ldexp(size, -53) * k, back)) return 1;
  return 0;
}

/* Steps of 1, 2, 4, 8, 16 and 32 times 2^-53 of the size, back along the leg, or out of what is in
 * the way: of a slope that the leg is parallel to only that helps. A way out is LONGEST_OUT times
 * as long at most, and taken only as long as it is within the 2^-48. Of what is curved they go on
 * to 2^-28: where a rim comes to an edge, what doubles find of its time and of its depth differ by
 * up to some 2^-32, and to stay where it is would be for good. */
static int try_near(trial *w, const double way[3], double size) {
  const double *p = w->m->position;
  const double *d = w->along.d;
  double length = move_length(d), far = move_length(way), q[3], back[3], out[3];
  int k, i, is_last = is_rounded_inward(&w->along, p);
  int steps = MOVE_STEPS + (w->m->meets_curved ? MOVE_CURVED_STEPS : 0);
  for (i = 0; i < 3; i++) {
    q[i] = p[i] + w->along.t * d[i];
    back[i] = length > 0 ? -(d[i] / length) : 0;
  }
  if (is_last)
    keep_normal(w, w->along.normal);
  else if (try_place(w, q))
    return 1;
  for (k = 0; k < steps; k++) {
    double s = ldexp(size, k - 53);
    if (s < far && try_beside(w, q, s, back)) return 1;
    if (!find_way_out(w, out) || s * move_length(out) > ldexp(size, steps - 54)) continue;
    if (try_beside(w, q, s, out)) return 1;
  }
  if (is_last && try_place(w, q)) return 1;
  if (MOVE_STEPS > 0 && w->turns > 0 && try_pushed(w, q, size, ci_move_noise(w->m))) return 1;
  return w->turns > 1 && try_between(w, q, back, size);
}

double ci_move_go(move_state *m, const double d[3], double t, const double *normal) {
  double from[3], way[3], size;
  trial w;
  int i;
  memset(&w, 0, sizeof w);
  w.m = m;
  w.along.d = d;
  w.along.t = t;
  w.along.normal = normal;
  w.along.candidates = ci_move_candidates(m, d, t);
  memcpy(from, m->position, sizeof from);
  for (i = 0; i < 3; i++) way[i] = t * d[i];
  if (move_is_zero(way)) return 0;
  size = ci_move_size(m, way);
  if (!try_near(&w, way, size)) return -1;
  if (size > m->largest) m->largest = size;
#ifdef MOVE_TRACE
  MOVE_TRACE(from, m->position);
#endif
  for (i = 0; i < 3; i++) way[i] = m->position[i] - from[i];
  return move_length(way);
}

void ci_move_return(move_state *m, const double position[3]) {
  memcpy(m->position, position, sizeof m->position);
  (void)ci_move_set_position(&m->places[m->now], m->position);
}

/* SPDX-License-Identifier: MIT
 *
 * Places: what is a shape in there, and where may it be?
 */
#include "move.h"

#include <string.h>

#include "../meet/meet_tile.h"

/* ---- In what ------------------------------------------------------------------------------- */

/* The shape that stands for a place, of a cell in *room. */
static const collide_shape *shape_at(const collide_place *at, cell_shape *room) {
  if (at->has_cell) return ci_cell_shape(at->member.of.grid, at->cell, at->value, room);
  if (at->member.kind == COLLIDE_TARGET_GROUP)
    return collide_group_part(at->member.of.group, at->part - 1);
  return at->member.of.shape;
}

/* A shape without area in the seam of two cells is in neither of them, but in the grid: contact
 * gives such cells when it gives no other. */
static int is_in_seam(const collide_shape *shape, const collide_place *at) {
  meet m = ci_meet_begin(shape, 0);
  collide_meeting one;
  collide_push push;
  if (ci_meet_cell(&m, at->member.of.grid, at->cell, &push) != CELL_SEAM) return 0;
  if (collide_target_contact(shape, &at->member, COLLIDE_SKIP_TOUCHING, &one) != 1) return 0;
  return ci_meet_cell(&m, at->member.of.grid, one.at.cell, &push) == CELL_SEAM;
}

int ci_move_is_in(const collide_shape *shape, const collide_place *at) {
  cell_shape room;
  collide_push push;
  int found = collide_contact(shape, shape_at(at, &room), &push);
  if (found != 1) return 0;
  if (push.depth > 0) return 1;
  return at->has_cell && is_in_seam(shape, at);
}

int ci_move_is_same(const collide_place *p, const collide_place *q) {
  if (p->index != q->index || p->part != q->part || p->has_cell != q->has_cell) return 0;
  return !p->has_cell || memcmp(p->cell, q->cell, sizeof p->cell) == 0;
}

static int is_self(const move_state *m, const collide_place *at) {
  return at->member.kind == COLLIDE_TARGET_SHAPE && at->member.of.shape == m->self;
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

int ci_move_is_ignored(const move_state *m, const collide_place *at) {
  return is_self(m, at) || is_passed(m, at) || (m->before_is_in && ci_move_is_in(m->before, at)) ||
         !is_taken(m, at);
}

/* ---- Contacts that count --------------------------------------------------------------------- */

typedef struct contact_choice {
  meet_choice base;
  const move_state *m;
  move_question question;
  const double *d; /* MOVE_PLACE: the leg that leads to the place, up to t */
  double t;
} contact_choice;

/* Has the shape come into a one-way place rightly: was it in it before this leg, or does the leg
 * lead into it from a side that does not block? What is in it by rounding alone has not. */
static int may_be_in(const contact_choice *c, const collide_place *at, const double n[2]) {
  const collide_shape *here = move_here(c->m);
  cell_shape room;
  collide_sweep_hit hit;
  double d[3];
  if (c->m->self_is_in && ci_move_is_in(c->m->self, at)) return 1;
  if (ci_move_is_in(here, at)) return 1;
  if (c->d == NULL) return 0;
  d[0] = c->d[0];
  d[1] = c->d[1];
  d[2] = 0;
  if (collide_shapecast(here, d, shape_at(at, &room), COLLIDE_SKIP_TOUCHING, &hit) != 1) return 0;
  return hit.t <= c->t && !ci_move_is_blocked_by(n, d, hit.normal);
}

static int takes_contact(meet_choice *base, const collide_meeting *found) {
  const contact_choice *c = (const contact_choice *)(const void *)base;
  const collide_move_options *o = c->m->options;
  double n[2];
  int one_way;
  if (is_self(c->m, &found->at) || is_passed(c->m, &found->at)) return 0;
  if (!is_taken(c->m, &found->at)) return 0;
  if (c->question == MOVE_ALL) return 1;
  one_way = o->one_way != NULL && o->one_way(o->user, &found->at, n);
  if (c->question != MOVE_PLACE) return !one_way;
  if (c->m->before_is_in && ci_move_is_in(c->m->before, &found->at)) return 0;
  return !one_way || !may_be_in(c, &found->at, n);
}

static int find_contact(move_state *m, move_question question, const collide_shape *shape,
                        const double *d, double t, collide_meeting *deepest) {
  contact_choice c;
  int found;
  c.base.takes = takes_contact;
  c.m = m;
  c.question = question;
  c.d = d;
  c.t = t;
  found = ci_meet_chosen(shape, m->target, COLLIDE_SKIP_TOUCHING, &c.base, deepest);
  if (found == COLLIDE_UNSUPPORTED) m->unsupported = 1;
  return found == 1;
}

int ci_move_contact(move_state *m, move_question question, const collide_shape *shape,
                    collide_meeting *deepest) {
  return find_contact(m, question, shape, NULL, 0, deepest);
}

/* ---- Places ---------------------------------------------------------------------------------- */

static double take_most(double most, double x) {
  x = fabs(x);
  return x > most && x < HUGE_VAL ? x : most;
}

double ci_move_size(const move_state *m, const double d[2]) {
  double low[3], high[3], most = 0;
  int i;
  collide_bounds(move_here(m), low, high);
  for (i = 0; i < 2; i++) {
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
  static const double nowhere[2] = {0, 0};
  return ci_move_size(m, nowhere) * 5.6843418860808015e-14; /* 2^-44 */
}

/* A place that is tried: the other of the two places becomes the shape there. */
typedef struct trial {
  move_state *m;
  const double *d;
  double t;
  int turns;            /* how many of these there are: */
  double normals[2][2]; /* of what was in the way */
} trial;

static int try_place(trial *w, const double x, const double y) {
  move_state *m = w->m;
  move_shape *there = &m->places[1 - m->now];
  collide_meeting met;
  double to[3];
  to[0] = x;
  to[1] = y;
  to[2] = 0;
  if (collide_set_position(&there->shape, &there->source, to) != COLLIDE_OK) return 0;
  if (MOVE_ASKS && find_contact(m, MOVE_PLACE, &there->shape, w->d, w->t, &met)) {
    const double *n = met.push.normal;
    if (w->turns > 0 && move_dot(w->normals[0], n) > 0.9375) return 0;
    if (w->turns == 2) return 0;
    w->normals[w->turns][0] = n[0];
    w->normals[w->turns++][1] = n[1];
    return 0;
  }
  m->now = 1 - m->now;
  m->position[0] = x;
  m->position[1] = y;
  return 1;
}

/* A vector that leads out of all that was in the way by at least 1: along the one normal, or along
 * both. Returns 0 when it would have to be longer than 8. */
static int find_way_out(const trial *w, double out[2]) {
  double scale = 1;
  if (w->turns == 0) return 0;
  out[0] = w->normals[0][0];
  out[1] = w->normals[0][1];
  if (w->turns == 2) {
    double sum = 1 + move_dot(w->normals[0], w->normals[1]);
    if (sum < 0.03125) return 0;
    scale = 1 / sum;
    out[0] = (out[0] + w->normals[1][0]) * scale;
    out[1] = (out[1] + w->normals[1][1]) * scale;
  }
  return 1;
}

/* Steps of 1, 2, 4, 8, 16 and 32 times 2^-53 of the size, back along the leg, or out of what is in
 * the way: of a slope that the leg is parallel to only that helps. A way out is 8 times as long at
 * most, and taken only as long as it is within the 2^-48. */
static int try_near(trial *w, double size, double far) {
  const double *p = w->m->position;
  double length = move_length(w->d), q[2], back[2], out[2];
  int k, i;
  for (i = 0; i < 2; i++) {
    q[i] = p[i] + w->t * w->d[i];
    back[i] = length > 0 ? w->d[i] / length : 0;
  }
  if (try_place(w, q[0], q[1])) return 1;
  for (k = 0; k < MOVE_STEPS; k++) {
    double s = ldexp(size, k - 53);
    if (s < far && try_place(w, q[0] - s * back[0], q[1] - s * back[1])) return 1;
    if (!find_way_out(w, out) || s * move_length(out) > ldexp(size, -48)) continue;
    if (try_place(w, q[0] + s * out[0], q[1] + s * out[1])) return 1;
  }
  return 0;
}

double ci_move_go(move_state *m, const double d[2], double t) {
  double from[2], way[2], size;
  trial w;
  memset(&w, 0, sizeof w);
  w.m = m;
  w.d = d;
  w.t = t;
  way[0] = t * d[0];
  way[1] = t * d[1];
  memcpy(from, m->position, sizeof from);
  if (way[0] == 0 && way[1] == 0) return 0;
  size = ci_move_size(m, way);
  if (!try_near(&w, size, move_length(way))) return 0;
  way[0] = m->position[0] - from[0];
  way[1] = m->position[1] - from[1];
  return move_length(way);
}

void ci_move_return(move_state *m, const double position[2]) {
  move_shape *here = &m->places[m->now];
  double to[3];
  to[0] = m->position[0] = position[0];
  to[1] = m->position[1] = position[1];
  to[2] = 0;
  (void)collide_set_position(&here->shape, &here->source, to);
}

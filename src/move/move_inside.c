/* SPDX-License-Identifier: MIT
 *
 * What a move begins in, and passes.
 *
 * A move is first pushed out of what the shape is in; but a shape that passes something is in it
 * between two moves, and has to come out on the other side. So what to do is asked first of what it
 * is in, too: what is passed is a hit at t = 0, and pushes nothing out. And it is asked of what a
 * push meets on its way, for a coin must not stop it.
 */
#include "move.h"

#include <string.h>

#include "../sweep/space.h"

static int was_asked(const move_state *m, const collide_place *at) {
  int i;
  for (i = 0; i < m->asked_count; i++)
    if (ci_move_is_same(&m->asked[i], at)) return 1;
  return 0;
}

/* Asks about what is met along d, once; returns 1 when it is passed, and has been noted. */
static int passes(move_state *m, const collide_target_sweep *met, const double d[3]) {
  collide_move_hit hit;
  if (m->asked_count == MOVE_OBSTACLES || was_asked(m, &met->at)) return 0;
  if (ci_move_respond(m, met, d, &hit) == COLLIDE_RESPOND_PASS) return 1;
  m->asked[m->asked_count++] = met->at;
  return 0;
}

static int may_pass(const move_state *m) {
  return m->options->respond != NULL || m->options->response == COLLIDE_RESPOND_PASS;
}

typedef struct inside_choice {
  meet_choice base;
  const move_state *m;
} inside_choice;

/* What blocks from one side alone does not block what is in it. */
static int takes_unasked(meet_choice *base, const collide_meeting *found) {
  const inside_choice *c = (const inside_choice *)(const void *)base;
  const collide_move_options *o = c->m->options;
  double n[3] = {0, 0, 0};
  if (was_asked(c->m, &found->at) || ci_move_is_left_out(c->m, &found->at)) return 0;
  return o->one_way == NULL || !o->one_way(o->user, &found->at, n);
}

static void write_hit(const collide_meeting *from, int mover_part, collide_target_sweep *to) {
  memset(to, 0, sizeof *to);
  to->at = from->at;
  to->mover_part = mover_part;
  to->hit.t_exit = SPACE_UNTOLD;
  to->hit.inside = 1;
  to->hit.depth = from->push.depth;
  to->hit.face = COLLIDE_FACE_NONE;
  memcpy(to->hit.normal, from->push.normal, sizeof to->hit.normal);
  memcpy(to->hit.point, from->push.point, sizeof to->hit.point);
}

/* The deepest of what was not asked about; of several as deep that of the lower part. */
static int find_deepest(move_state *m, inside_choice *c, collide_target_sweep *found) {
  const move_body *here = move_here(m);
  int i, has = 0, count = move_parts(here);
  for (i = 0; i < count && !m->unsupported; i++) {
    meet ask = ci_move_ask(here, i);
    collide_meeting one;
    int met = ci_meet_chosen(&ask, m->target, &c->base, &one);
    if (met == COLLIDE_UNSUPPORTED) m->unsupported = 1;
    if (met != 1 || (has && !(one.push.depth > found->hit.depth))) continue;
    has = 1;
    write_hit(&one, here->group == NULL ? 0 : i + 1, found);
  }
  return has && !m->unsupported;
}

/* So that nothing has to be asked once more: is as much known as d will reach, and a push out of
 * what is not passed? That may lead farther than twice the deepest contact, but seldom does. */
static int is_known(move_state *m, const double d[3], const collide_target_sweep *deepest) {
  const collide_move_options plain = collide_default_move();
  double push[3];
  int i;
  for (i = 0; i < 3; i++) push[i] = 2 * deepest->hit.depth * deepest->hit.normal[i];
  return ci_move_is_known(m, d, m->options) &&
         (!(deepest->hit.depth < HUGE_VAL) || ci_move_is_known(m, push, &plain));
}

void ci_move_pass_inside(move_state *m, const double d[3]) {
  collide_target_sweep found;
  inside_choice c;
  m->asks = may_pass(m);
  if (!m->asks) return;
  c.base.takes = takes_unasked;
  c.base.passes = NULL;
  c.m = m;
  if (!find_deepest(m, &c, &found) || !is_known(m, d, &found)) return;
  do {
    ci_move_finish(m, d, &found);
    (void)passes(m, &found, d);
  } while (m->asked_count < MOVE_OBSTACLES && find_deepest(m, &c, &found));
}

int ci_move_cast_push(move_state *m, const double v[3], move_met *met) {
  while (ci_move_cast(m, v, met)) {
    int i, has_passed = 0;
    for (i = 0; m->asks && i < met->count; i++) has_passed |= passes(m, &met->list[i], v);
    if (!has_passed) return 1;
  }
  return 0;
}

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

int ci_move_asks_pass(move_state *m, const collide_target_sweep *met, const double d[3]) {
  collide_move_hit hit;
  if (m->asked_count == MOVE_ASKED || was_asked(m, &met->at)) return 0;
  if (ci_move_respond(m, met, d, &hit) == COLLIDE_RESPOND_PASS) return 1;
  m->asked[m->asked_count++] = met->at;
  return 0;
}

/* What the shape is in, as many as are looked for at once: each look is at all that is there. Of
 * what several parts of a group are in, that with the first of them. */
enum { MOST_FOUND = 16 };

typedef struct inside_choice {
  meet_choice base;
  const move_state *m;
  int part; /* that is looked for: from 1 of a group, 0 of a shape */
  int count;
  collide_target_sweep list[MOST_FOUND];
} inside_choice;

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

/* What blocks from one side alone does not block what is in it. Nothing is asked here, for what is
 * asked may change the target, which is being looked at. */
static int takes_unasked(meet_choice *base, const collide_meeting *found) {
  inside_choice *c = (inside_choice *)(void *)base;
  const collide_move_options *o = c->m->options;
  double n[3] = {0, 0, 0};
  int i;
  if (c->count == MOST_FOUND) return 0;
  for (i = 0; i < c->count; i++)
    if (ci_move_is_same(&c->list[i].at, &found->at)) return 0;
  if (was_asked(c->m, &found->at) || ci_move_is_left_out(c->m, &found->at)) return 0;
  if (o->one_way != NULL && o->one_way(o->user, &found->at, n)) return 0;
  write_hit(found, c->part, &c->list[c->count++]);
  return 1;
}

/* Returns how many were found that were not asked about. */
static int find_unasked(move_state *m, inside_choice *c) {
  const move_body *here = move_here(m);
  int i, count = move_parts(here);
  c->count = 0;
  for (i = 0; i < count && !m->unsupported; i++) {
    meet ask = ci_move_ask(here, i);
    collide_meeting deepest;
    c->part = here->group == NULL ? 0 : i + 1;
    if (ci_meet_chosen(&ask, m->target, &c->base, &deepest) == COLLIDE_UNSUPPORTED)
      m->unsupported = 1;
  }
  return m->unsupported ? 0 : c->count;
}

/* So that nothing has to be asked once more: is as much known as d will reach, and a push out of
 * what is not passed? That may lead farther than twice the deepest contact, but seldom does. */
static int is_known(move_state *m, const double d[3], const inside_choice *c) {
  const collide_move_options plain = collide_default_move();
  const collide_sweep_hit *deepest = &c->list[0].hit;
  double push[3];
  int i;
  for (i = 1; i < c->count; i++)
    if (c->list[i].hit.depth > deepest->depth) deepest = &c->list[i].hit;
  for (i = 0; i < 3; i++) push[i] = 2 * deepest->depth * deepest->normal[i];
  return ci_move_is_known(m, d, m->options) &&
         (!(deepest->depth < HUGE_VAL) || ci_move_is_known(m, push, &plain));
}

static void find_exit(const move_state *m, const double d[3], collide_target_sweep *found) {
  int part = found->mover_part > 0 ? found->mover_part - 1 : 0;
  if (!m->options->skips_exit)
    found->hit.t_exit = ci_move_leaves(move_part(move_here(m), part), d, &found->at);
}

void ci_move_pass_inside(move_state *m, const double d[3]) {
  inside_choice c;
  int i;
  if (!m->asks) return;
  c.base.takes = takes_unasked;
  c.base.passes = NULL;
  c.m = m;
  if (find_unasked(m, &c) == 0 || !is_known(m, d, &c)) return;
  do {
    for (i = 0; i < c.count; i++) {
      find_exit(m, d, &c.list[i]);
      (void)ci_move_asks_pass(m, &c.list[i], d);
    }
  } while (c.count == MOST_FOUND && m->asked_count < MOVE_ASKED && find_unasked(m, &c) > 0);
}

int ci_move_cast_push(move_state *m, const double v[3], move_met *met) {
  while (ci_move_cast(m, v, met)) {
    int i, has_passed = 0;
    for (i = 0; m->asks && i < met->count; i++) {
      ci_move_tell_exit(m, v, &met->list[i]);
      has_passed |= ci_move_asks_pass(m, &met->list[i], v);
    }
    if (!has_passed) return 1;
  }
  return 0;
}

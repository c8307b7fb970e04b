/* SPDX-License-Identifier: MIT
 *
 * Initial overlaps that a move passes.
 *
 * A move starts with a push out of the body's overlaps. But a body that passes something overlaps
 * it between two moves, and must come out on the other side. So the response is found for initial
 * overlaps too: a passed one is a hit at t = 0, and pushes nothing out. The response is also found
 * for obstacles of a push, because a coin must not stop it.
 */
#include "move.h"

#include <string.h>

#include "../narrow/space/space.h"

static int is_blocker(const move_state *m, const collide_place *at) {
  int i;
  for (i = 0; i < m->blocker_count; i++)
    if (ci_move_is_same_place(&m->blockers[i], at)) return 1;
  return 0;
}

int ci_move_try_pass(move_state *m, const collide_target_sweep *met, const double d[3]) {
  collide_move_hit hit;
  if (m->blocker_count == MOVE_PLACES || is_blocker(m, &met->at)) return 0;
  if (ci_move_get_response(m, met, d, &hit) == COLLIDE_RESPOND_PASS) return 1;
  m->blockers[m->blocker_count++] = met->at;
  return 0;
}

/* The overlaps that one query collects. Each query visits all overlaps. If several parts of a group
 * overlap a place, the first part counts. */
enum { MOST_FOUND = 16 };

typedef struct inside_choice {
  meet_choice base;
  const move_state *m;
  int part; /* the part of a moved group, from 1; 0 for a shape */
  int count;
  collide_target_sweep list[MOST_FOUND];
} inside_choice;

static void write_hit(const collide_meeting *from, int mover_part, collide_target_sweep *to) {
  memset(to, 0, sizeof *to);
  to->at = from->at;
  to->mover_part = mover_part;
  to->hit.t_exit = SWEEP_NO_EXIT;
  to->hit.inside = 1;
  to->hit.depth = from->push.depth;
  to->hit.face = COLLIDE_FACE_NONE;
  memcpy(to->hit.normal, from->push.normal, sizeof to->hit.normal);
  memcpy(to->hit.point, from->push.point, sizeof to->hit.point);
}

/* A one-way place does not block a body that overlaps it. No response is requested here: it might
 * change the target during the query. */
static int takes_unresolved(meet_choice *base, const collide_meeting *found) {
  inside_choice *c = (inside_choice *)(void *)base;
  const collide_move_options *o = c->m->options;
  double n[3] = {0, 0, 0};
  int i;
  if (c->count == MOST_FOUND) return 0;
  for (i = 0; i < c->count; i++)
    if (ci_move_is_same_place(&c->list[i].at, &found->at)) return 0;
  if (is_blocker(c->m, &found->at) || ci_move_skips(c->m, &found->at)) return 0;
  if (o->one_way != NULL && o->one_way(o->user, &found->at, n)) return 0;
  write_hit(found, c->part, &c->list[c->count++]);
  return 0;
}

/* Returns the number of overlaps without a response. */
static int find_unresolved(move_state *m, inside_choice *c) {
  c->count = 0;
  ci_move_collect(m, move_here(m), &c->base, &c->part);
  return m->unsupported ? 0 : c->count;
}

/* Checks the reach before any response, so that none is requested twice. The reach must hold d, and
 * a push out of the overlaps. Twice the deepest contact is an estimate of the push, which is seldom
 * longer. */
static int has_reach(move_state *m, const double d[3], const inside_choice *c) {
  const collide_move_options plain = collide_default_move();
  const collide_sweep_hit *deepest = &c->list[0].hit;
  double push[3];
  int i;
  for (i = 1; i < c->count; i++)
    if (c->list[i].hit.depth > deepest->depth) deepest = &c->list[i].hit;
  for (i = 0; i < 3; i++) push[i] = 2 * deepest->depth * deepest->normal[i];
  return ci_move_require_reach(m, d, m->options) &&
         (!(deepest->depth < HUGE_VAL) || ci_move_require_reach(m, push, &plain));
}

static void find_exit(const move_state *m, const double d[3], collide_target_sweep *found) {
  if (!m->options->skips_exit)
    found->hit.t_exit = ci_move_find_exit(move_part_of(move_here(m), found), d, &found->at);
}

void ci_move_pass_overlaps(move_state *m, const double d[3]) {
  inside_choice c;
  int i;
  if (!m->may_pass) return;
  c.base.takes = takes_unresolved;
  c.base.passes = NULL;
  c.m = m;
  if (find_unresolved(m, &c) == 0 || !has_reach(m, d, &c)) return;
  do {
    for (i = 0; i < c.count; i++) {
      find_exit(m, d, &c.list[i]);
      (void)ci_move_try_pass(m, &c.list[i], d);
    }
  } while (c.count == MOST_FOUND && m->blocker_count < MOVE_PLACES && find_unresolved(m, &c) > 0);
}

int ci_move_cast_push(move_state *m, const double v[3], move_hits *met) {
  while (ci_move_cast_all(m, v, met)) {
    int i, has_passed = 0;
    for (i = 0; m->may_pass && i < met->count; i++) {
      ci_move_finish_hit(m, v, &met->list[i]);
      has_passed |= ci_move_try_pass(m, &met->list[i], v);
    }
    if (!has_passed) return 1;
  }
  return 0;
}

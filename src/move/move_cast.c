/* SPDX-License-Identifier: MIT
 *
 * What is in the way of a shape, and what it does about that.
 */
#include "move.h"

#include <string.h>

#include "../number/orient.h"
#include "../sweep/sweep_target.h"

/* ---- Casts ----------------------------------------------------------------------------------- */

typedef struct cast_choice {
  sweep_choice base;
  const move_state *m;
  const double *d;
  move_met *met;
} cast_choice;

/* The sign of a . b, exact. */
static int sign_of_dot(const double a[2], const double b[2]) {
  static const double origin[2] = {0, 0};
  return ci_dot2d(origin, a, origin, b);
}

int ci_move_is_blocked_by(const double n[2], const double d[2], const double normal[3]) {
  return sign_of_dot(d, n) < 0 && sign_of_dot(normal, n) > 0;
}

static int blocks(const cast_choice *c, const collide_target_sweep *found) {
  const collide_move_options *o = c->m->options;
  double n[2];
  if (ci_move_is_ignored(c->m, &found->at)) return 0;
  if (o->one_way == NULL || !o->one_way(o->user, &found->at, n)) return 1;
  if (found->hit.inside || (c->m->self_is_in && ci_move_is_in(c->m->self, &found->at))) return 0;
  return ci_move_is_blocked_by(n, c->d, found->hit.normal);
}

static int is_lower(const collide_place *p, const collide_place *q) {
  if (p->index != q->index) return p->index < q->index;
  if (p->part != q->part) return p->part < q->part;
  if (!p->has_cell) return 0;
  return p->cell[1] != q->cell[1] ? p->cell[1] < q->cell[1] : p->cell[0] < q->cell[0];
}

static int have_same_normal(const collide_target_sweep *p, const collide_target_sweep *q) {
  return p->hit.normal[0] == q->hit.normal[0] && p->hit.normal[1] == q->hit.normal[1];
}

/* Keeps what is met at the least t, of equal normals the first place. The order in which hits come
 * does not matter. */
static void keep(move_met *met, const collide_target_sweep *found) {
  int i, k;
  if (met->count > 0 && found->hit.t > met->list[0].hit.t) return;
  if (met->count > 0 && found->hit.t < met->list[0].hit.t) met->count = 0;
  for (i = 0; i < met->count; i++) {
    if (!have_same_normal(&met->list[i], found)) continue;
    if (!is_lower(&found->at, &met->list[i].at)) return;
    met->count--;
    for (k = i; k < met->count; k++) met->list[k] = met->list[k + 1];
  }
  for (i = 0; i < met->count && !is_lower(&found->at, &met->list[i].at);) i++;
  if (i == MOVE_TIES) return;
  if (met->count < MOVE_TIES) met->count++;
  for (k = met->count - 1; k > i; k--) met->list[k] = met->list[k - 1];
  met->list[i] = *found;
}

static int takes_hit(sweep_choice *base, const collide_target_sweep *found) {
  cast_choice *c = (cast_choice *)(void *)base;
  if (c->met->count > 0 && found->hit.t > c->met->list[0].hit.t) return 0;
  if (!blocks(c, found)) return 0;
  keep(c->met, found);
  return 1;
}

int ci_move_cast(move_state *m, const double d[2], move_met *met) {
  collide_target_sweep nearest;
  cast_choice c;
  double way[3];
  int found;
  way[0] = d[0];
  way[1] = d[1];
  way[2] = 0;
  c.base.takes = takes_hit;
  c.m = m;
  c.d = d;
  c.met = met;
  met->count = 0;
  found = ci_sweep_chosen(move_here(m), way, m->target, COLLIDE_SKIP_TOUCHING, &c.base, &nearest);
  if (found == COLLIDE_UNSUPPORTED) m->unsupported = 1;
  return found == 1;
}

/* ---- Responses ---------------------------------------------------------------------------------
 */

/* Returns 0 when there is no room. */
static int note(move_state *m, const collide_move_hit *hit) {
  const collide_move_options *o = m->options;
  int64_t count = m->result->count++, room = m->room;
  if (count >= room && o->grow != NULL) {
    collide_move_hit *more = o->grow(o->user, m->hits, &room);
    if (more != NULL) {
      m->hits = more;
      m->room = room;
    }
  }
  if (count >= m->room) return 0;
  m->hits[count] = *hit;
  return 1;
}

collide_response ci_move_respond(move_state *m, const collide_target_sweep *met, const double *d,
                                 collide_move_hit *hit) {
  const collide_move_options *o = m->options;
  int i;
  hit->hit = met->hit;
  hit->at = met->at;
  for (i = 0; i < 2; i++)
    hit->position[i] = m->position[i] + (d == NULL ? 0 : met->hit.t * d[i]) + 0.0;
  hit->position[2] = 0;
  hit->response = o->response;
  if (o->respond != NULL) hit->response = o->respond(o->user, hit);
  if (d != NULL && hit->response != COLLIDE_RESPOND_PASS) return hit->response;
  /* What was passed has to be remembered. */
  if (!note(m, hit) && hit->response == COLLIDE_RESPOND_PASS) hit->response = COLLIDE_RESPOND_STOP;
  return hit->response;
}

int ci_move_cast_through(move_state *m, const double d[2], collide_target_sweep *found) {
  move_met met;
  collide_move_hit hit;
  while (ci_move_cast(m, d, &met)) {
    *found = met.list[0];
    if (ci_move_respond(m, found, d, &hit) != COLLIDE_RESPOND_PASS) return 1;
  }
  return 0;
}

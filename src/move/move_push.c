/* SPDX-License-Identifier: MIT
 *
 * Out of what a shape is in.
 *
 * The deepest contact says in which direction, and how far, the shape has to be from where it was:
 * a half-space of places (in the plane a half-plane). The shape goes to the place that is nearest
 * to where it was in all half-spaces so far, and is asked again. What it meets on the way, and was
 * not in before, makes a half-space too.
 */
#include "move.h"

#include <string.h>

enum { MOST_OF_PLANE = 6, MOST_OF_SPACE = 12, MOST_PUSHES = 32 };

/* The displacements y with n . y >= c. */
typedef struct push_side {
  double n[3], c;
  int again; /* how often it was found not to be far enough */
} push_side;

typedef struct pushing {
  push_side sides[MOST_OF_SPACE];
  int count, dimensions;
} pushing;

/* ---- The least displacement -------------------------------------------------------------- */

/* The least y so far, of those that are in all half-spaces but for the slack. */
typedef struct push_search {
  const pushing *p;
  double slack, least, best[3];
} push_search;

static int is_allowed(const pushing *p, const double y[3], double slack) {
  int i;
  for (i = 0; i < p->count; i++)
    if (move_dot(p->sides[i].n, y) < p->sides[i].c - slack) return 0;
  return 1;
}

static void offer(push_search *s, const double y[3]) {
  double length = move_length(y);
  if (!(length < s->least) || !is_allowed(s->p, y, s->slack)) return;
  s->least = length;
  memcpy(s->best, y, sizeof s->best);
}

/* Where two borders cross in the plane. */
static void offer_crossing(push_search *s, const push_side *a, const push_side *b) {
  double cross = a->n[0] * b->n[1] - a->n[1] * b->n[0], y[3];
  if (fabs(cross) < 9.5367431640625e-07) return; /* 2^-20: as good as parallel */
  y[0] = (a->c * b->n[1] - b->c * a->n[1]) / cross;
  y[1] = (b->c * a->n[0] - a->c * b->n[0]) / cross;
  y[2] = 0;
  offer(s, y);
}

/* Where three borders meet in space: the third goes through the origin where `r` is NULL, and is
 * perpendicular to the other two, so that y is the least on both. */
static void offer_corner(push_search *s, const push_side *p, const push_side *q,
                         const push_side *r) {
  double pq[3], qr[3], rp[3], volume, y[3];
  int i;
  move_cross(p->n, q->n, pq);
  move_cross(q->n, r == NULL ? pq : r->n, qr);
  move_cross(r == NULL ? pq : r->n, p->n, rp);
  volume = r == NULL ? move_dot(pq, pq) : move_dot(pq, r->n);
  if (fabs(volume) < (r == NULL ? 9.0949470177292824e-13 : 9.5367431640625e-07)) return;
  for (i = 0; i < 3; i++)
    y[i] = (p->c * qr[i] + q->c * rp[i] + (r == NULL ? 0 : r->c * pq[i])) / volume;
  offer(s, y);
}

static void offer_meetings(push_search *s, int i, int k) {
  const push_side *sides = s->p->sides;
  int l;
  if (s->p->dimensions == 2) {
    offer_crossing(s, &sides[i], &sides[k]);
    return;
  }
  offer_corner(s, &sides[i], &sides[k], NULL);
  for (l = 0; l < k; l++) offer_corner(s, &sides[i], &sides[k], &sides[l]);
}

/* The nearest to 0 in all half-spaces lies on one of their borders, at its foot, or where two of
 * them cross, or in space where three of them do. The slack is what rounding takes; whoever goes
 * there is asked again. */
static int find_least(const pushing *p, double slack, double best[3]) {
  push_search s;
  double y[3];
  int i, k;
  s.p = p;
  s.slack = slack;
  s.least = HUGE_VAL;
  for (i = 0; i < p->count; i++) {
    for (k = 0; k < 3; k++) y[k] = p->sides[i].c * p->sides[i].n[k];
    offer(&s, y);
    for (k = 0; k < i; k++) offer_meetings(&s, i, k);
  }
  if (!(s.least < HUGE_VAL)) return 0;
  memcpy(best, s.best, sizeof s.best);
  return 1;
}

static push_side *find_side(pushing *p, const double n[3]) {
  int i;
  for (i = 0; i < p->count; i++)
    if (p->sides[i].n[0] == n[0] && p->sides[i].n[1] == n[1] && p->sides[i].n[2] == n[2])
      return &p->sides[i];
  return NULL;
}

static push_side *add_side(pushing *p, const double n[3], double c) {
  push_side *side = find_side(p, n);
  if (side == NULL) {
    if (p->count == (p->dimensions == 2 ? MOST_OF_PLANE : MOST_OF_SPACE)) p->count = 0;
    side = &p->sides[p->count++];
    memcpy(side->n, n, sizeof side->n);
    side->c = c;
    side->again = 0;
    return side;
  }
  if (c > side->c) side->c = c;
  side->again++;
  return side;
}

/* ---- Out of everything
 * --------------------------------------------------------------------------- */

/* Goes by v, and where something else is in the way, as far as that and no farther. */
static void go_by(move_state *m, pushing *p, const double v[3], const double from[3]) {
  move_met met;
  double made[3];
  int i;
  if (!ci_move_cast_push(m, v, &met)) {
    (void)ci_move_go(m, v, 1, NULL);
    return;
  }
  (void)ci_move_go(m, v, met.list[0].hit.t, met.list[0].hit.normal);
  for (i = 0; i < 3; i++) made[i] = m->position[i] - from[i];
  for (i = 0; i < met.count; i++)
    (void)add_side(p, met.list[i].hit.normal, move_dot(met.list[i].hit.normal, made));
}

/* Where the shape is to be after the push of its deepest contact, as a displacement y from where it
 * was, when it has been moved by `made`. A push that turned out too short by rounding is made
 * longer each time. Returns 0 when there is no way. */
static int find_push(const move_state *m, pushing *p, const collide_push *push,
                     const double made[3], double y[3]) {
  double v[3], size;
  int i;
  push_side *side, only;
  if (!(push->depth < HUGE_VAL)) return 0;
  for (i = 0; i < 3; i++) v[i] = push->depth * push->normal[i];
  size = ci_move_size(m, v);
  side = add_side(p, push->normal, move_dot(push->normal, made) + push->depth);
  side->c += ldexp(size, (side->again < 8 ? side->again : 8) - 53);
  if (find_least(p, ldexp(size, -53), y)) return 1;
  only = *side;
  p->count = 0;
  p->sides[p->count++] = only;
  for (i = 0; i < 3; i++) y[i] = made[i] + (push->depth + ldexp(size, -52)) * push->normal[i];
  return 1;
}

/* Moves the shape by the push of its deepest contact. Returns 0 when there is no way. */
static int push_once(move_state *m, pushing *p, const collide_push *push, const double from[3]) {
  const collide_move_options plain = collide_default_move();
  double made[3], v[3], y[3];
  int i;
  for (i = 0; i < 3; i++) made[i] = m->position[i] - from[i];
  if (!find_push(m, p, push, made, y)) return 0;
  for (i = 0; i < 3; i++) v[i] = from[i] + y[i] - m->position[i];
  if (move_is_zero(v)) return 1;
  if (!ci_move_is_known(m, v, &plain)) return 0;
  go_by(m, p, v, from);
  return 1;
}

/* What is in the way of one push may not be in the way of all of them together. So the pushes are
 * made in thought, whatever is in their way, and if they lead out, the shape goes there straight,
 * where that is free. With `adds` each push is added to those before it. Returns 1 when it is in
 * nothing. */
static int push_straight(move_state *m, const double from[3], int adds) {
  const collide_move_options plain = collide_default_move();
  double y[3] = {0, 0, 0}, made[3], to[3], far;
  move_shape *there = &m->places[1 - m->now];
  collide_meeting met;
  move_met way;
  pushing p;
  int i, k;
  p.count = 0;
  p.dimensions = m->dimensions;
  for (i = 0; i <= MOST_PUSHES; i++) {
    for (k = 0; k < 3; k++) to[k] = from[k] + (made[k] = y[k]);
    if (!ci_move_is_known(m, made, &plain) || !ci_move_set_position(there, to)) return 0;
    if (!ci_move_contact(m, MOVE_PUSH, &there->body, &met)) break;
    if (i == MOST_PUSHES || !find_push(m, &p, &met.push, made, y)) return 0;
    if (!adds) continue;
    far = met.push.depth + ldexp(ci_move_size(m, made), (i < 8 ? i : 8) - 52);
    for (k = 0; k < 3; k++) y[k] = made[k] + far * met.push.normal[k];
  }
  if (ci_move_cast_push(m, made, &way) || !(ci_move_go(m, made, 1, NULL) > 0)) return 0;
  return !ci_move_contact(m, MOVE_PUSH, move_here(m), &met);
}

/* Pushes until it is in nothing, and returns 1 then. Else it goes where it was least deep. */
static int push_along(move_state *m, const double from[3], double best[3]) {
  double least = HUGE_VAL;
  collide_meeting met;
  pushing p;
  int i;
  p.count = 0;
  p.dimensions = m->dimensions;
  memcpy(best, from, 3 * sizeof *best);
  for (i = 0; i <= MOST_PUSHES; i++) {
    if (!ci_move_contact(m, MOVE_PUSH, move_here(m), &met)) return 1;
    if (met.push.depth < least) {
      least = met.push.depth;
      memcpy(best, m->position, 3 * sizeof *best);
    }
    if (i == MOST_PUSHES || !push_once(m, &p, &met.push, from)) break;
  }
  return 0;
}

void ci_move_push_out(move_state *m) {
  double from[3], best[3];
  int adds;
  memcpy(from, m->position, sizeof from);
  if (push_along(m, from, best)) return;
  for (adds = 0; MOVE_STRAIGHT && adds < 2; adds++) {
    if (m->is_beyond || m->unsupported) return;
    ci_move_return(m, from);
    if (push_straight(m, from, adds)) return;
  }
  ci_move_return(m, best);
}

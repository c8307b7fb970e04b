/* SPDX-License-Identifier: MIT
 *
 * Out of what a shape is in.
 *
 * The deepest contact says in which direction, and how far, the shape has to be from where it was:
 * a half-plane of places. The shape goes to the place that is nearest to where it was in all
 * half-planes so far, and is asked again. What it meets on the way, and was not in before, makes a
 * half-plane too.
 */
#include "move.h"

#include <string.h>

enum { MOST_LINES = 6, MOST_PUSHES = 32 };

/* The displacements y with n . y >= c. */
typedef struct push_line {
  double n[2], c;
  int again; /* how often it was found not to be far enough */
} push_line;

typedef struct pushing {
  push_line lines[MOST_LINES];
  int count;
} pushing;

/* ---- The least displacement --------------------------------------------------------------------
 */

static int is_allowed(const pushing *p, const double y[2], double slack) {
  int i;
  for (i = 0; i < p->count; i++)
    if (move_dot(p->lines[i].n, y) < p->lines[i].c - slack) return 0;
  return 1;
}

/* Takes y when it is allowed and shorter than the best so far. */
static void offer(const pushing *p, const double y[2], double slack, double *least,
                  double best[2]) {
  double length = move_length(y);
  if (!(length < *least) || !is_allowed(p, y, slack)) return;
  *least = length;
  best[0] = y[0];
  best[1] = y[1];
}

/* The nearest to 0 in all half-planes lies on one of their borders, at its foot, or where two of
 * them cross. The slack is what rounding takes; whoever goes there is asked again. */
static int find_least(const pushing *p, double slack, double best[2]) {
  double least = HUGE_VAL, y[2];
  int i, k;
  for (i = 0; i < p->count; i++) {
    const push_line *a = &p->lines[i];
    y[0] = a->c * a->n[0];
    y[1] = a->c * a->n[1];
    offer(p, y, slack, &least, best);
    for (k = 0; k < i; k++) {
      const push_line *b = &p->lines[k];
      double cross = a->n[0] * b->n[1] - a->n[1] * b->n[0];
      if (fabs(cross) < 9.5367431640625e-07) continue; /* 2^-20: as good as parallel */
      y[0] = (a->c * b->n[1] - b->c * a->n[1]) / cross;
      y[1] = (b->c * a->n[0] - a->c * b->n[0]) / cross;
      offer(p, y, slack, &least, best);
    }
  }
  return least < HUGE_VAL;
}

static push_line *find_line(pushing *p, const double n[2]) {
  int i;
  for (i = 0; i < p->count; i++)
    if (p->lines[i].n[0] == n[0] && p->lines[i].n[1] == n[1]) return &p->lines[i];
  return NULL;
}

static push_line *add_line(pushing *p, const double n[2], double c) {
  push_line *line = find_line(p, n);
  if (line == NULL) {
    if (p->count == MOST_LINES) p->count = 0;
    line = &p->lines[p->count++];
    line->n[0] = n[0];
    line->n[1] = n[1];
    line->c = c;
    line->again = 0;
    return line;
  }
  if (c > line->c) line->c = c;
  line->again++;
  return line;
}

/* ---- Out of everything
 * --------------------------------------------------------------------------- */

/* Goes by v, and where something else is in the way, as far as that and no farther. */
static void go_by(move_state *m, pushing *p, const double v[2], const double from[2]) {
  move_met met;
  double made[2];
  int i;
  if (!ci_move_cast(m, v, &met)) {
    (void)ci_move_go(m, v, 1);
    return;
  }
  (void)ci_move_go(m, v, met.list[0].hit.t);
  made[0] = m->position[0] - from[0];
  made[1] = m->position[1] - from[1];
  for (i = 0; i < met.count; i++)
    (void)add_line(p, met.list[i].hit.normal, move_dot(met.list[i].hit.normal, made));
}

/* Moves the shape by the push of its deepest contact. A push that turned out too short by rounding
 * is made longer each time. Returns 0 when there is no way. */
static int push_once(move_state *m, pushing *p, const collide_push *push, const double from[2]) {
  double made[2], v[2], y[2], size;
  push_line *line, only;
  if (!(push->depth < HUGE_VAL)) return 0;
  made[0] = m->position[0] - from[0];
  made[1] = m->position[1] - from[1];
  v[0] = push->depth * push->normal[0];
  v[1] = push->depth * push->normal[1];
  size = ci_move_size(m, v);
  line = add_line(p, push->normal, move_dot(push->normal, made) + push->depth);
  line->c += ldexp(size, (line->again < 8 ? line->again : 8) - 53);
  if (!find_least(p, ldexp(size, -53), y)) {
    only = *line;
    p->count = 0;
    p->lines[p->count++] = only;
    y[0] = made[0] + (push->depth + ldexp(size, -52)) * push->normal[0];
    y[1] = made[1] + (push->depth + ldexp(size, -52)) * push->normal[1];
  }
  v[0] = from[0] + y[0] - m->position[0];
  v[1] = from[1] + y[1] - m->position[1];
  if (v[0] == 0 && v[1] == 0) return 1;
  go_by(m, p, v, from);
  return 1;
}

void ci_move_push_out(move_state *m) {
  double from[2], best[2], least = HUGE_VAL;
  collide_meeting met;
  pushing p;
  int i;
  p.count = 0;
  memcpy(from, m->position, sizeof from);
  memcpy(best, m->position, sizeof best);
  for (i = 0; i <= MOST_PUSHES; i++) {
    if (!ci_move_contact(m, MOVE_PUSH, move_here(m), &met)) return;
    if (met.push.depth < least) {
      least = met.push.depth;
      memcpy(best, m->position, sizeof best);
    }
    if (i == MOST_PUSHES || !push_once(m, &p, &met.push, from)) break;
  }
  ci_move_return(m, best);
}

/* SPDX-License-Identifier: MIT
 *
 * Along what is in the way.
 *
 * In the plane the displacement that is nearest to the wish and enters none of several half-planes
 * is the wish itself, its projection onto the border of one of them, or 0. So where a wish is
 * blocked, its projections are tried, the nearest to the wish first, each by a cast: that which
 * nothing blocks is taken, and what blocks it is in turn projected upon. What is met with a corner
 * alone has many normals, of which a cast tells one: a tile beside that over which a box slides,
 * met at the same t, may tell a wall's. Its projection is farther from the wish than that of
 * the floor, or is blocked by the floor. So the order of tiles does not matter.
 */
#include "move.h"

#include <string.h>

enum { MOST_BIASES = 10 };

typedef struct obstacle {
  collide_target_sweep met;
  int is_tried;
  int again; /* how often it was met once more along its own projection */
} obstacle;

typedef struct sliding {
  move_state *m;
  double wish[2]; /* what was left of the displacement when it came to this place */
  double d[2];    /* the projection of it that is tried now */
  obstacle list[MOVE_OBSTACLES];
  int count, at; /* which of them is tried; -1 for the wish itself */
  int turns;
} sliding;

static void start_here(sliding *s, double x, double y) {
  s->wish[0] = s->d[0] = x;
  s->wish[1] = s->d[1] = y;
  s->count = 0;
  s->at = -1;
}

/* The same obstacle: its normal is the same but for rounding. 1 - 2^-40 is the cosine of 1.3e-6. */
static int is_like(const collide_target_sweep *p, const collide_target_sweep *q) {
  return move_dot(p->hit.normal, q->hit.normal) > 1 - 9.0949470177292824e-13;
}

static void add_obstacle(sliding *s, const collide_target_sweep *met) {
  int i;
  for (i = 0; i < s->count; i++) {
    if (!is_like(&s->list[i].met, met)) continue;
    if (i == s->at && s->list[i].again < MOST_BIASES) {
      s->list[i].again++;
      s->list[i].is_tried = 0;
    }
    return;
  }
  if (s->count == MOVE_OBSTACLES) return;
  s->list[s->count].met = *met;
  s->list[s->count].is_tried = 0;
  s->list[s->count].again = 0;
  s->count++;
}

static int is_lower(const double p[2], const double q[2]) {
  return p[0] != q[0] ? p[0] < q[0] : p[1] < q[1];
}

/* The obstacle whose projection is nearest to the wish, of those that have not been tried; of equal
 * ones that of the lower normal; one whose own projection just failed by rounding before all. -1
 * when all were. */
static int choose(const sliding *s) {
  double least = HUGE_VAL;
  int i, best = -1;
  if (s->at >= 0 && s->at < s->count && !s->list[s->at].is_tried) return s->at;
  for (i = 0; i < s->count; i++) {
    const double *n = s->list[i].met.hit.normal;
    double away = MOVE_NEAREST ? fabs(move_dot(s->wish, n)) : 0;
    if (s->list[i].is_tried || away > least) continue;
    if (best >= 0 && away == least && (!MOVE_NEAREST || !is_lower(n, s->list[best].met.hit.normal)))
      continue;
    least = away;
    best = i;
  }
  return best;
}

static void remove_obstacle(sliding *s, int i) {
  s->count--;
  if (s->at == i) s->at = -1;
  if (s->at > i) s->at--;
  for (; i < s->count; i++) s->list[i] = s->list[i + 1];
}

static void leave(sliding *s, const double rest[2]) {
  s->m->result->remainder[0] = rest[0];
  s->m->result->remainder[1] = rest[1];
}

typedef enum next_leg { LEG_GO, LEG_END } next_leg;

static next_leg bounce(sliding *s, const double n[2]) {
  double into = 2 * move_dot(n, s->wish);
  start_here(s, s->wish[0] - into * n[0], s->wish[1] - into * n[1]);
  s->turns++;
  return LEG_GO;
}

/* What climbs a stair goes on behind it. */
static int climb(sliding *s) {
  double part = ci_move_climb(s->m, s->wish);
  double up = move_dot(s->wish, s->m->up), x, y;
  if (part == 0) return 0;
  x = (s->wish[0] - up * s->m->up[0]) * (1 - part);
  y = (s->wish[1] - up * s->m->up[1]) * (1 - part);
  start_here(s, x, y);
  return 1;
}

/* Turns the shape along the best obstacle that has not been tried. When that is to be passed, what
 * was tried last is tried again. */
static next_leg turn(sliding *s) {
  int i = choose(s), is_new;
  collide_move_hit hit;
  obstacle *o;
  if (i < 0) {
    leave(s, s->wish);
    return LEG_END;
  }
  o = &s->list[i];
  is_new = o->again == 0;
  hit.response = COLLIDE_RESPOND_SLIDE;
  if (is_new) (void)ci_move_respond(s->m, &o->met, NULL, &hit);
  switch (hit.response) {
  case COLLIDE_RESPOND_PASS:
    remove_obstacle(s, i);
    return LEG_GO;
  case COLLIDE_RESPOND_STOP:
    leave(s, s->wish);
    return LEG_END;
  case COLLIDE_RESPOND_BOUNCE:
    return bounce(s, o->met.hit.normal);
  default:
    break;
  }
  o->is_tried = 1;
  if (is_new) s->turns++;
  if (is_new && s->m->options->has_up && !ci_move_is_walkable(s->m, o->met.hit.normal) && climb(s))
    return LEG_GO;
  s->at = i;
  /* 2^-48 of the length is what the normal may be off by, twice that more for each time. */
  ci_move_along(s->m, s->wish, o->met.hit.normal, o->again > 0 ? ldexp(1, o->again - 49) : 0, s->d);
  return LEG_GO;
}

/* Goes as far as there is nothing in the way. After no more than rounding may account for it is
 * still at the same place. */
static void advance(sliding *s, const move_met *met) {
  double t = met->list[0].hit.t, noise = ci_move_noise(s->m);
  double went = t > 0 ? ci_move_go(s->m, s->d, t) : 0;
  int i;
  if (went > noise) {
    start_here(s, s->d[0] * (1 - t), s->d[1] * (1 - t));
  } else if (went > 0) {
    for (i = 0; i < 2; i++) s->wish[i] *= 1 - t;
  }
  for (i = 0; i < met->count; i++) add_obstacle(s, &met->list[i]);
}

/* Casts along what is tried now, and goes there. Returns 0 when the move has ended. */
static int go_on(sliding *s) {
  static const double nothing[2] = {0, 0};
  move_met met;
  if (s->d[0] == 0 && s->d[1] == 0) {
    leave(s, s->wish);
    return 0;
  }
  if (!ci_move_cast(s->m, s->d, &met)) {
    (void)ci_move_go(s->m, s->d, 1);
    leave(s, nothing);
    return 0;
  }
  advance(s, &met);
  return 1;
}

void ci_move_slide(move_state *m, const double displacement[2]) {
  sliding s;
  s.m = m;
  s.turns = 0;
  start_here(&s, displacement[0], displacement[1]);
  while (go_on(&s) && !m->unsupported) {
    if (s.turns >= m->options->iterations) {
      leave(&s, s.wish);
      return;
    }
    if (turn(&s) == LEG_END) return;
  }
}

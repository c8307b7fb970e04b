/* SPDX-License-Identifier: MIT
 *
 * Along what is in the way: legs from place to place, each along the wish or a projection of it.
 * move_ways.h says which projections there are. The nearest to the wish that is free is taken, so
 * that the order of tiles does not matter: where a box slides over a floor and comes to the next
 * tile at the same t, that tile may report a wall's normal, but the floor's projection is nearer.
 */
#include "move_ways.h"

#include <string.h>

enum { MOST_SQUEEZES = 64 };

/* Into a gap as wide as the shape lead ever shorter legs, from one side of it to the other: those
 * do not use up the turns that it may make. */
static void count_turn(move_sliding *s, const collide_place *by) {
  int is_back = s->turns > 1 && ci_move_is_same(by, &s->sides[1]);
  if (!is_back || s->squeezes++ > MOST_SQUEEZES) s->turns++;
  s->sides[1] = s->sides[0];
  s->sides[0] = *by;
}

static void start_here(move_sliding *s, double x, double y, double z) {
  s->wish[0] = s->d[0] = x;
  s->wish[1] = s->d[1] = y;
  s->wish[2] = s->d[2] = z;
  s->count = s->way_count = 0;
  s->is_shifted = s->shifts = 0;
  s->at = -1;
}

static void leave(move_sliding *s, const double rest[3]) {
  memcpy(s->m->result->remainder, rest, sizeof s->m->result->remainder);
}

typedef enum next_leg { LEG_GO, LEG_END } next_leg;

static void bounce(move_sliding *s, const double n[3]) {
  double into = 2 * move_dot(n, s->wish);
  const double *w = s->wish;
  start_here(s, w[0] - into * n[0], w[1] - into * n[1], w[2] - into * n[2]);
  s->turns++;
}

/* What climbs a stair goes on behind it. */
static int climb(move_sliding *s, const double wall[3]) {
  double part = ci_move_climb(s->m, s->wish, wall), rest[3];
  double up = move_dot(s->wish, s->m->up);
  int i;
  if (part == 0) return 0;
  for (i = 0; i < 3; i++) rest[i] = (s->wish[i] - up * s->m->up[i]) * (1 - part);
  start_here(s, rest[0], rest[1], rest[2]);
  return 1;
}

typedef enum asked { ASKED_GO, ASKED_END, ASKED_TURN } asked;

/* Asks what to do about an obstacle, and does it; ASKED_TURN to slide along it. */
static asked ask(move_sliding *s, int i) {
  collide_move_hit hit;
  s->list[i].is_asked = 1;
  switch (ci_move_respond(s->m, &s->list[i].met, NULL, &hit)) {
  case COLLIDE_RESPOND_PASS:
    ci_move_remove_obstacle(s, i);
    return ASKED_GO;
  case COLLIDE_RESPOND_STOP:
    leave(s, s->wish);
    return ASKED_END;
  case COLLIDE_RESPOND_BOUNCE:
    bounce(s, hit.hit.normal);
    return ASKED_GO;
  default:
    count_turn(s, &s->list[i].met.at);
    return ASKED_TURN;
  }
}

/* The same of what it stands on: that ends its way down, as if it had been met. */
static asked ask_ground(move_sliding *s, collide_target_sweep *ground) {
  int i;
  ci_move_rest_on(s->m, s->wish, ground);
  i = ci_move_find_obstacle(s, ground);
  if (i == s->count) ci_move_add_obstacle(s, ground);
  return i == s->count || s->list[i].is_asked ? ASKED_TURN : ask(s, i);
}

/* What comes to the foot of a slope with its corner goes on above it. */
static int lift(move_sliding *s, int i, asked *then) {
  collide_target_sweep ground;
  double level[3];
  if (!ci_move_lift(s->m, s->wish, sliding_normal(s, i), level, &ground)) return 0;
  *then = ci_move_rise(s->m, s->wish) < 0 ? ask_ground(s, &ground) : ASKED_TURN;
  if (*then != ASKED_TURN) return 1;
  *then = ASKED_GO;
  start_here(s, level[0], level[1], level[2]);
  s->turns++;
  return 1;
}

/* Does what is said of an obstacle that is met for the first time; ASKED_TURN to slide along it. */
static asked respond(move_sliding *s, int i) {
  int is_wall = s->m->options->has_up && !ci_move_is_walkable(s->m, sliding_normal(s, i));
  asked then;
  if (is_wall && lift(s, i, &then)) return then;
  then = ask(s, i);
  if (then == ASKED_TURN && is_wall && climb(s, sliding_normal(s, i))) return ASKED_GO;
  return then;
}

/* Turns the shape along the best projection that has not been tried. When what it is along is to be
 * passed, what was tried last is tried again. */
static next_leg turn(move_sliding *s) {
  for (;;) {
    int best = ci_move_choose_way(s);
    move_projection *way;
    if (best < 0 && ci_move_find_more_ways(s)) continue;
    if (best < 0) {
      leave(s, s->wish);
      return LEG_END;
    }
    way = &s->ways[best];
    way->is_tried = 1;
    /* A line is farther from the wish than its planes: of these is asked first. */
    if (way->k < 0 && !s->list[way->i].is_asked) {
      asked now = respond(s, way->i);
      if (now != ASKED_TURN) return now == ASKED_GO ? LEG_GO : LEG_END;
    }
    s->at = best;
    ci_move_project(s, way);
    if (!move_is_zero(s->d) || (way->k < 0 && !ci_move_find_more_ways(s))) return LEG_GO;
  }
}

/* Is it at the same place but for rounding? What it rests on may be off by the noise: where it
 * comes near such a wall at a flat angle, it goes farther than that before it meets it. 2^-16 is
 * the flattest angle for which that is heeded, for at a flatter one the leg would not be short. */
static int is_still_here(const move_sliding *s, const move_met *met, double went) {
  double noise = ci_move_noise(s->m), t = met->list[0].hit.t;
  int i;
  if (went <= noise) return 1;
  if (!MOVE_FLAT || went > noise * 65536) return 0;
  for (i = 0; i < met->count; i++)
    if (-t * move_dot(s->d, met->list[i].hit.normal) > noise) return 0;
  return 1;
}

/* Goes as far as there is nothing in the way. */
static void advance(move_sliding *s, const move_met *met) {
  double t = met->list[0].hit.t;
  double went = t > 0 ? ci_move_go(s->m, s->d, t, met->list[0].hit.normal) : 0;
  int i;
  for (i = 0; i < met->count; i++) ci_move_note_between(s, met->list[i].hit.normal);
  if (!is_still_here(s, met, went)) {
    start_here(s, s->d[0] * (1 - t), s->d[1] * (1 - t), s->d[2] * (1 - t));
  } else if (went > 0) {
    for (i = 0; i < 3; i++) s->wish[i] *= 1 - t;
    s->is_shifted = 1;
  }
  for (i = 0; i < met->count; i++) {
    ci_move_add_obstacle(s, &met->list[i]);
    ci_move_note_between(s, met->list[i].hit.normal);
  }
}

/* Goes to the top of a slope, and returns what part of the leg was gone. Where it is at the top and
 * was sent on level before, in vain, the leg leads on over it. */
static double go_to_top(move_sliding *s, double t) {
  move_state *m = s->m;
  double from[3], way[3], part;
  int i, was_at_top = s->is_at_top;
  memcpy(from, m->position, sizeof from);
  part = ci_move_crest(m, s->d, t, s->wish);
  for (i = 0; i < 3; i++) way[i] = m->position[i] - from[i];
  s->is_at_top = part > 0 && move_length(way) <= ci_move_noise(m);
  if (!s->is_at_top || !was_at_top) return part;
  ci_move_return(m, from);
  return 0;
}

/* What comes over the top of a slope goes on level: on the ground downward motion ends. */
static int crest(move_sliding *s, double t) {
  double part = s->is_kept ? go_to_top(s, t) : 0, rest[3], up;
  int i;
  if (part == 0) return 0;
  up = move_dot(s->wish, s->m->up);
  for (i = 0; i < 3; i++) rest[i] = (s->wish[i] - up * s->m->up[i]) * (1 - part);
  start_here(s, rest[0], rest[1], rest[2]);
  s->turns++;
  return 1;
}

/* Of a way: 2^-16. */
#define LEAST_PART 1.52587890625e-05

typedef enum went { WENT_ON, WENT_TO_SOMETHING, WENT_ALL } went;

/* Goes all the way, where it ends at a good place. Between two walls there may be none: then as
 * many quarters of the way as there is one for, or of a quarter of it and so on, and on from there.
 */
static went go_all(move_sliding *s) {
  double part = 1, step = 0.25, left[3];
  int i;
  while (part > LEAST_PART && ci_move_go(s->m, s->d, part, NULL) < 0) {
    if (part == step) step *= 0.25;
    part -= step;
  }
  if (!(part > LEAST_PART)) part = 0;
  for (i = 0; i < 3; i++) left[i] = s->d[i] * (1 - part);
  leave(s, left);
  if (!(part > 0) || !(part < 1)) return WENT_ALL;
  start_here(s, left[0], left[1], left[2]);
  s->turns++;
  return WENT_ON;
}

/* The t_exit of an obstacle that was met before, from this place, is known. */
static void tell_exits(const move_sliding *s, move_met *met) {
  int i;
  for (i = 0; i < met->count; i++)
    if (met->list[0].hit.t > 0 || s->m->asks || ci_move_find_obstacle(s, &met->list[i]) == s->count)
      ci_move_tell_exit(s->m, s->d, &met->list[i]);
}

/* Casts along what is tried now, and goes there. */
static went go_on(move_sliding *s) {
  move_met met;
  int is_met;
  if (move_is_zero(s->d)) {
    leave(s, s->wish);
    return WENT_ALL;
  }
  is_met = ci_move_cast(s->m, s->d, &met);
  if (crest(s, is_met ? met.list[0].hit.t : 1)) return WENT_ON;
  if (!is_met) return go_all(s);
  tell_exits(s, &met);
  advance(s, &met);
  return WENT_TO_SOMETHING;
}

void ci_move_slide(move_state *m, const double displacement[3]) {
  move_sliding s;
  went now;
  s.m = m;
  s.turns = s.squeezes = s.has_passed = s.is_at_top = 0;
  s.is_kept = ci_move_is_kept(m, displacement);
  start_here(&s, displacement[0], displacement[1], displacement[2]);
  while ((now = go_on(&s)) != WENT_ALL && !m->unsupported) {
    if (s.turns >= m->options->iterations) {
      leave(&s, s.wish);
      return;
    }
    if (now == WENT_TO_SOMETHING && !s.has_passed && turn(&s) == LEG_END) return;
    s.has_passed = 0;
  }
}

/* SPDX-License-Identifier: MIT
 *
 * The slide moves the body in legs. Each leg follows the desired displacement or a projection of it
 * (move_solver.h): the free projection that is nearest to the desired displacement. So the order of
 * tiles does not matter. Example: a box slides over a floor, and meets the next tile at the same t.
 * That tile may report the normal of a wall, but the floor's projection is nearer.
 */
#include "move_solver.h"

#include <string.h>

enum { MOST_SQUEEZES = 64 };

/* A body that enters a gap as wide as itself makes shorter and shorter legs, from one side to the
 * other. Up to MOST_SQUEEZES of these legs do not count as turns. */
static void count_turn(move_solver *s, const collide_place *by) {
  int is_back = ci_move_is_same_place(by, &s->turned_by[1]);
  if (!is_back || s->squeezes++ > MOST_SQUEEZES) s->turns++;
  s->turned_by[1] = s->turned_by[0];
  s->turned_by[0] = *by;
}

static void start_solver(move_solver *s, double x, double y, double z) {
  s->desired[0] = s->d[0] = x;
  s->desired[1] = s->d[1] = y;
  s->desired[2] = s->d[2] = z;
  s->count = s->projection_count = 0;
  s->is_shifted = s->shifts = s->blocked_count = s->has_failed_climb = 0;
  s->current = -1;
}

static void set_remainder(move_solver *s, const double remaining[3]) {
  memcpy(s->m->result->remainder, remaining, sizeof s->m->result->remainder);
}

typedef enum next_leg { NEXT_GO, NEXT_END } next_leg;

/* Writes v with its component along n, if v is against n, multiplied by minus `bounciness`. */
static void reflect(const double v[3], const double n[3], double bounciness, double out[3]) {
  double into = vector_dot(n, v);
  int i;
  if (into < 0) into *= 1 + bounciness;
  for (i = 0; i < 3; i++) out[i] = into < 0 ? v[i] - into * n[i] : v[i];
}

/* Returns 1 if the body bounces. The rest of the desired displacement is reflected, or that of the
 * current projection if only the latter meets the obstacle. Without bounciness it slides: the
 * solver keeps a slide out of the plane, whatever rounding does. */
static int bounce(move_solver *s, const collide_move_hit *hit) {
  const collide_move_options *o = s->m->options;
  double bounciness = o->get_bounciness != NULL ? o->get_bounciness(o->user, hit) : o->bounciness;
  double *direction = s->m->result->direction, rest[3];
  reflect(direction, hit->hit.normal, bounciness, direction);
  s->m->result->bounces++;
  if (!(1 + bounciness > 1)) return 0;
  reflect(vector_dot(s->desired, hit->hit.normal) < 0 ? s->desired : s->d, hit->hit.normal,
          bounciness, rest);
  start_solver(s, rest[0], rest[1], rest[2]);
  s->turns++;
  return 1;
}

/* Continues with the level component of the desired displacement. `part` of it is done already. */
static void continue_level(move_solver *s, double part) {
  double remaining[3], up = vector_dot(s->desired, s->m->up);
  int i;
  for (i = 0; i < 3; i++) remaining[i] = (s->desired[i] - up * s->m->up[i]) * (1 - part);
  start_solver(s, remaining[0], remaining[1], remaining[2]);
}

static int climb_step(move_solver *s, const double wall[3]) {
  double part = s->has_failed_climb ? 0 : ci_move_climb_step(s->m, s->desired, wall);
  s->has_failed_climb = part == 0;
  if (part == 0) return 0;
  continue_level(s, part);
  return 1;
}

typedef enum outcome { OUTCOME_CONTINUE, OUTCOME_END, OUTCOME_SLIDE } outcome;

/* Gets the response to an obstacle and applies it. OUTCOME_SLIDE: slide along it. */
static outcome apply_response(move_solver *s, int i) {
  collide_move_hit hit;
  s->list[i].is_handled = 1;
  switch (ci_move_get_response(s->m, &s->list[i].met, NULL, &hit)) {
  case COLLIDE_RESPOND_PASS:
    ci_move_remove_obstacle(s, i);
    return OUTCOME_CONTINUE;
  case COLLIDE_RESPOND_STOP:
    set_remainder(s, s->desired);
    return OUTCOME_END;
  case COLLIDE_RESPOND_BOUNCE:
    if (bounce(s, &hit)) return OUTCOME_CONTINUE;
    break;
  default:
    break;
  }
  count_turn(s, &s->list[i].met.at);
  return OUTCOME_SLIDE;
}

/* The same for the ground: it ends downward motion, as an obstacle that a cast met would. */
static outcome apply_ground_response(move_solver *s, collide_target_sweep *ground) {
  int i;
  ci_move_make_ground_hit(s->m, s->desired, ground);
  i = ci_move_find_obstacle(s, ground);
  if (i == s->count) ci_move_add_obstacle(s, ground);
  return i == s->count || s->list[i].is_handled ? OUTCOME_SLIDE : apply_response(s, i);
}

/* A body whose corner meets the foot of a slope is lifted, and continues up the slope. Returns 0 if
 * this is no such corner. */
static int lift_over_corner(move_solver *s, int i, outcome *then) {
  collide_target_sweep ground;
  double level[3];
  if (!ci_move_lift_over_corner(s->m, s->desired, solver_normal(s, i), level, &ground)) return 0;
  *then =
      ci_move_get_rise(s->m, s->desired) < 0 ? apply_ground_response(s, &ground) : OUTCOME_SLIDE;
  if (*then != OUTCOME_SLIDE) return 1;
  *then = OUTCOME_CONTINUE;
  start_solver(s, level[0], level[1], level[2]);
  s->turns++;
  return 1;
}

/* Handles an obstacle that is met for the first time. OUTCOME_SLIDE: slide along it. */
static outcome handle_obstacle(move_solver *s, int i) {
  int is_wall = s->m->options->has_up && !ci_move_is_walkable(s->m, solver_normal(s, i));
  outcome then;
  if (is_wall && lift_over_corner(s, i, &then)) return then;
  then = apply_response(s, i);
  if (then == OUTCOME_SLIDE && is_wall && climb_step(s, solver_normal(s, i)))
    return OUTCOME_CONTINUE;
  return then;
}

/* Turns the body along the best untried projection. If the response to its obstacle is to pass, the
 * last projection is tried again. */
static next_leg choose_direction(move_solver *s) {
  for (;;) {
    int best = ci_move_choose_projection(s);
    move_projection *projection;
    if (best < 0 && ci_move_find_more_projections(s)) continue;
    if (best < 0) {
      set_remainder(s, s->desired);
      return NEXT_END;
    }
    projection = &s->projections[best];
    projection->is_tried = 1;
    /* The projection onto a line is farther from the desired displacement than those onto its
     * planes. So the responses to both planes are known. */
    if (projection->k < 0 && !s->list[projection->i].is_handled) {
      outcome now = handle_obstacle(s, projection->i);
      if (now != OUTCOME_SLIDE) return now == OUTCOME_CONTINUE ? NEXT_GO : NEXT_END;
    }
    s->current = best;
    ci_move_project(s, projection);
    if (ci_move_is_blocked(s)) continue;
    if (!move_is_zero(s->d) || (projection->k < 0 && !ci_move_find_more_projections(s)))
      return NEXT_GO;
  }
}

/* Returns 1 if the leg changed the position only by rounding. The position on a plane has an error
 * up to the tolerance. So a body that approaches another plane at a flat angle may move farther
 * than the tolerance before they meet. This holds for angles down to 2^-16. */
static int is_same_place(const move_solver *s, const move_contacts *met, double distance) {
  double tolerance = ci_move_get_tolerance(s->m), t = met->list[0].hit.t;
  int i;
  if (distance <= tolerance) return 1;
  if (!MOVE_FLAT || distance > tolerance * 65536) return 0;
  for (i = 0; i < met->count; i++)
    if (-t * vector_dot(s->d, met->list[i].hit.normal) <= tolerance) return 1;
  return 0;
}

/* The part of the leg that the body has moved since `from`, at most t. In space the body stops
 * short of the contact. */
static double find_part(const move_solver *s, const double from[3], double t) {
  double delta[3], part;
  int i;
  if (s->m->dimensions == 2) return t;
  for (i = 0; i < 3; i++) delta[i] = s->m->position[i] - from[i];
  part = vector_dot(delta, s->d) / vector_dot(s->d, s->d);
  return part > 0 ? (part < t ? part : t) : 0;
}

/* Advances up to the obstacles. */
static void advance(move_solver *s, const move_contacts *met) {
  double t = met->list[0].hit.t, from[3], distance;
  int i;
  memcpy(from, s->m->position, sizeof from);
  distance = ci_move_advance(s->m, s->d, t, &met->list[0]);
  t = find_part(s, from, t);
  for (i = 0; i < met->count; i++) ci_move_record_gap(s, met->list[i].hit.normal);
  if (!is_same_place(s, met, distance)) {
    start_solver(s, s->d[0] * (1 - t), s->d[1] * (1 - t), s->d[2] * (1 - t));
  } else if (distance > 0) {
    for (i = 0; i < 3; i++) s->desired[i] *= 1 - t;
    s->is_shifted = 1;
    s->blocked_count = 0;
  } else {
    ci_move_record_blocked(s);
  }
  for (i = 0; i < met->count; i++) {
    ci_move_add_obstacle(s, &met->list[i]);
    ci_move_record_gap(s, met->list[i].hit.normal);
  }
}

/* Moves to the top of a slope, and returns the part of the leg that is done. If the body is at the
 * top already and could not continue level, returns 0: the leg continues beyond the top. */
static double advance_to_top(move_solver *s, double t) {
  move_state *m = s->m;
  double from[3], projection[3], part;
  int i, was_at_top = s->is_at_top;
  memcpy(from, m->position, sizeof from);
  part = ci_move_stop_at_top(m, s->d, t, s->desired);
  for (i = 0; i < 3; i++) projection[i] = m->position[i] - from[i];
  s->is_at_top = part > 0 && move_length(projection) <= ci_move_get_tolerance(m);
  if (!s->is_at_top || !was_at_top) return part;
  ci_move_restore_position(m, from);
  return 0;
}

/* A body that reaches the top of a slope continues level: downward motion ends on the ground. */
static int stop_at_top(move_solver *s, double t) {
  double part = s->snaps ? advance_to_top(s, t) : 0;
  if (part == 0) return 0;
  continue_level(s, part);
  s->turns++;
  return 1;
}

/* advance_fully tries no smaller part of a leg: 2^-16. */
#define LEAST_PART 1.52587890625e-05

typedef enum leg_result { LEG_TURNED, LEG_BLOCKED, LEG_DONE } leg_result;

/* Advances to the end of the leg, if the position there is valid. Between two walls it may not be.
 * Then the body advances by as many quarters of the leg as possible. If none is possible, it tries
 * sixteenths and so on. It continues from there. */
static leg_result advance_fully(move_solver *s) {
  double part = 1, step = 0.25, left[3];
  int has_moved = 0;
  int i;
  while (part > LEAST_PART && !move_is_exhausted(s->m)) {
    has_moved = ci_move_advance(s->m, s->d, part, NULL) >= 0;
    if (has_moved) break;
    if (part == step) step *= 0.25;
    part -= step;
  }
  if (!has_moved) part = 0;
  for (i = 0; i < 3; i++) left[i] = s->d[i] * (1 - part);
  set_remainder(s, left);
  if (!(part > 0) || !(part < 1)) return LEG_DONE;
  start_solver(s, left[0], left[1], left[2]);
  s->turns++;
  return LEG_TURNED;
}

/* Finishes the hits with obstacles that were not met before from this position. A leg within a
 * clearance does not change the position. */
static void finish_hits(const move_solver *s, move_contacts *met) {
  int i, moves = met->list[0].hit.t * move_length(s->d) > 0.125 * ci_move_get_tolerance(s->m);
  for (i = 0; i < met->count; i++)
    if (moves || s->m->may_pass || ci_move_find_obstacle(s, &met->list[i]) == s->count)
      ci_move_finish_hit(s->m, s->d, &met->list[i]);
}

/* Casts along the current projection and advances. */
static leg_result advance_leg(move_solver *s) {
  move_contacts met;
  int is_met;
  if (move_is_zero(s->d)) {
    set_remainder(s, s->desired);
    return LEG_DONE;
  }
  is_met = ci_move_cast(s->m, s->d, &met);
  if (stop_at_top(s, is_met ? met.list[0].hit.t : 1)) return LEG_TURNED;
  if (!is_met) return advance_fully(s);
  finish_hits(s, &met);
  advance(s, &met);
  return LEG_BLOCKED;
}

void ci_move_slide(move_state *m, const double displacement[3]) {
  move_solver s;
  leg_result now;
  s.m = m;
  s.turns = s.squeezes = s.has_passed = s.is_at_top = 0;
  s.turned_by[0].index = s.turned_by[1].index = -1; /* no obstacle has turned the body yet */
  s.snaps = ci_move_snaps(m, displacement);
  memcpy(m->result->direction, displacement, sizeof m->result->direction);
  start_solver(&s, displacement[0], displacement[1], displacement[2]);
  while ((now = advance_leg(&s)) != LEG_DONE && !m->unsupported) {
    if (s.turns >= m->options->iterations || move_is_exhausted(m)) {
      set_remainder(&s, s.desired);
      return;
    }
    if (now == LEG_BLOCKED && !s.has_passed && choose_direction(&s) == NEXT_END) return;
    s.has_passed = 0;
  }
}

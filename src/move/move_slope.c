/* SPDX-License-Identifier: MIT
 *
 * The top and the foot of a slope.
 *
 * A body that walks up a slope would continue beyond its top, into the air, and pass over obstacles
 * there. So a leg that rises into the air ends where the slope no longer supports the body. From
 * this position, a cast along the level displacement meets no ground as steep as the slope or less
 * steep. The same holds for all higher positions, so bisection finds the lowest one. Mostly the leg
 * crosses the plane of the ground behind the top there.
 */
#include "move.h"

#include <string.h>

enum { MOST_STEPS = 12 };

/* Two parts of a leg that differ by less count as the same place. */
#define TOP_NEAR 0.0009765625 /* 2^-10 */

/* The first guess lies this much beyond the place where the leg crosses the plane of the ground.
 * Rounding mostly takes less. */
#define TOP_PAST 1.4210854715202004e-14 /* 2^-46 */

/* A leg up a round slope is above it at its end by up to this part of its length. `snap` brings the
 * body down. */
#define TOP_ROUND 0.25

/* The rounding of normal . up on one slope. */
#define SAME_SLOPE 1e-9

/* A displacement up a slope leads away from it by this part of its length. The error of the normal
 * is less. */
#define SLOPE_BIAS 3.5527136788005009e-15 /* 2^-48 */

typedef struct top_search {
  move_state *m;
  const double *d;
  double from[3];   /* the start of the leg */
  double level[3];  /* the level part of the desired displacement */
  double slope[3];  /* the normal of the slope */
  double steep;     /* normal . up of the slope */
  double low, high; /* at `low` the slope supports the body; at `high` it is free */
} top_search;

static void advance_to(const top_search *c, double t) {
  ci_move_restore_position(c->m, c->from);
  (void)ci_move_advance(c->m, c->d, t, NULL);
}

/* How far ground with this normal rises along a level displacement. */
static double find_rise(const top_search *c, const double normal[3], const double delta[3]) {
  return -vector_dot(normal, delta) / vector_dot(normal, c->m->up);
}

/* Returns 1 for another slope that is steeper, also along the displacement that leads to it. On a
 * convex slope, where the contact is round (a ball on an edge), the displacement rises less and
 * less. The normal may still lean more and more, if the edge is crossed at an angle. */
static int is_steeper(const top_search *c, const double normal[3], double t,
                      const double remaining[3], double s) {
  double delta[3], up;
  int i;
  if (!(vector_dot(normal, c->m->up) < c->steep)) return 0;
  for (i = 0; i < 3; i++) delta[i] = t * c->d[i] + s * remaining[i];
  up = vector_dot(delta, c->m->up);
  for (i = 0; i < 3; i++) delta[i] -= up * c->m->up[i];
  return find_rise(c, normal, delta) - find_rise(c, c->slope, delta) >
         SAME_SLOPE * move_length(delta);
}

/* Returns 1 if the slope does not block the level displacement from t d. */
static int is_past_top(const top_search *c, double t) {
  int64_t before = move_probe_begin(c->m);
  collide_target_sweep met;
  double remaining[3];
  int i, is_met;
  advance_to(c, t);
  for (i = 0; i < 3; i++) remaining[i] = c->level[i] * (1 - t);
  is_met = ci_move_cast_through(c->m, remaining, 0, &met);
  move_probe_end(c->m, before);
  return !is_met || !ci_move_is_walkable(c->m, met.hit.normal) ||
         is_steeper(c, met.hit.normal, t, remaining, met.hit.t);
}

/* If the body is above ground at t, within reach of `snap`: the time at which the leg crosses the
 * plane of that ground. Otherwise -1. */
static double guess_top(const top_search *c, double t) {
  double near = ci_move_get_ground_reach(c->m), up = vector_dot(c->d, c->m->up), gap, far, at;
  collide_target_sweep met;
  far = c->m->options->snap + near + t * up;
  advance_to(c, t);
  if (!ci_move_find_ground(c->m, far, 0, &met)) return -1;
  gap = met.hit.t * far;
  if (gap <= near) return -1;
  if (c->m->meets_curved && gap <= TOP_ROUND * t * move_length(c->d)) return -1;
  at = t - gap * vector_dot(c->m->up, met.hit.normal) / vector_dot(c->d, met.hit.normal);
  return at > 0 && at < t ? at : 0;
}

/* The least normal . up that the slope may have. One bound is the ground at the start of the leg;
 * at a corner it may be any of the adjacent ones. The other is a slope that the leg goes straight
 * up. */
static double find_steep(const top_search *c, const double ground[3]) {
  double rise = vector_dot(c->d, c->m->up) / move_length(c->d),
         facing = vector_dot(ground, c->m->up);
  double straight = rise < 1 ? sqrt(1 - rise * rise) : 0;
  return (straight < facing ? straight : facing) - SAME_SLOPE;
}

double ci_move_stop_at_top(move_state *m, const double d[3], double t, const double desired[3]) {
  double near = ci_move_get_ground_reach(m), down = vector_dot(desired, m->up), guess;
  collide_target_sweep slope;
  top_search c;
  int i;
  if (!(t * vector_dot(d, m->up) > near)) return 0;
  c.m = m;
  c.d = d;
  memcpy(c.from, m->position, sizeof c.from);
  for (i = 0; i < 3; i++) c.level[i] = desired[i] - down * m->up[i];
  c.low = 0;
  c.high = t;
  guess = guess_top(&c, t);
  ci_move_restore_position(m, c.from);
  if (guess < 0 || !ci_move_find_ground(m, near, 0, &slope)) return 0;
  memcpy(c.slope, slope.hit.normal, sizeof c.slope);
  c.steep = find_steep(&c, c.slope);
  guess += TOP_PAST;
  for (i = 0; i < MOST_STEPS && c.high - c.low > TOP_NEAR && !move_is_exhausted(m); i++) {
    double at = i == 0 ? guess : c.low + 0.5 * (c.high - c.low);
    if (i == 1 && c.high == guess) at = guess - TOP_NEAR;
    if (i == 1 && c.low == guess) at = guess + 0.5 * TOP_NEAR;
    if (!(at > c.low) || !(at < c.high)) at = c.low + 0.5 * (c.high - c.low);
    if (is_past_top(&c, at))
      c.high = at;
    else
      c.low = at;
  }
  advance_to(&c, c.high);
  return c.high;
}

/* ---- The foot ------------------------------------------------------------------------------ */

/* Returns 1 if d, from a position that is higher by `lift`, leads into the wall by more than
 * rounding. A gap up to the tolerance is rounding: along a displacement that is nearly parallel to
 * the wall, such a gap is a long distance. A leaning wall gives way by 2 * lift * (wall . up) at
 * most. */
static int leads_into(const move_state *m, const double d[3], double t, const double wall[3],
                      double lift) {
  double given = 2 * lift * fabs(vector_dot(wall, m->up)) + ci_move_get_tolerance(m);
  return -t * vector_dot(d, wall) > given;
}

/* Returns 1 if the level displacement leads past the wall: until it meets an obstacle, or up the
 * slope that it meets. It may already walk on this slope, beside the wall. */
static int leads_past(move_state *m, const double level[3], const double wall[3], double lift,
                      const move_contacts *met) {
  double d[3];
  move_contacts next;
  int i;
  if (leads_into(m, level, met->list[0].hit.t, wall, lift)) return 1;
  for (i = 0; i < met->count; i++)
    if (!ci_move_is_walkable(m, met->list[i].hit.normal)) return 0;
  ci_move_project_on_plane(m, level, met->list[0].hit.normal, SLOPE_BIAS, d);
  return leads_into(m, d, ci_move_cast(m, d, &next) ? next.list[0].hit.t : 1, wall, lift);
}

/* A cast reports the wall in two cases where the body should continue: its corner meets the corner
 * of a slope whose other side is a wall; or one of two adjacent floors is higher by rounding. In
 * both cases the wall's normal is the most against the displacement. A cast from a higher position
 * finds the obstacles above the corner. The lift is the error of a position, and 2^-40 of the size
 * for curved shapes. A body that falls past such a corner does not continue level. */
int ci_move_lift_over_corner(move_state *m, const double desired[3], const double wall[3],
                             double level[3], collide_target_sweep *ground) {
  double from[3], lifted[3], delta[3], up = vector_dot(desired, m->up),
                                       rise = ci_move_get_rise(m, desired);
  double lift = ldexp(ci_move_get_size(m, desired), m->meets_curved ? -40 : -48);
  move_contacts met;
  int i, is_past;
  if (rise > 0 || move_is_exhausted(m)) return 0;
  memcpy(from, m->position, sizeof from);
  for (i = 0; i < 3; i++) {
    delta[i] = lift * m->up[i];
    level[i] = desired[i] - up * m->up[i];
  }
  if (!(vector_dot(level, wall) < 0)) return 0;
  if (!(ci_move_advance(m, delta, 1, NULL) > 0)) return 0;
  memcpy(lifted, m->position, sizeof lifted);
  is_past = !ci_move_cast(m, level, &met) || leads_past(m, level, wall, lift, &met);
  if (is_past && !(rise < 0)) return 1;
  ci_move_restore_position(m, from);
  if (!is_past || !ci_move_find_ground(m, ci_move_get_ground_reach(m), 0, ground)) return 0;
  ci_move_restore_position(m, lifted);
  return 1;
}

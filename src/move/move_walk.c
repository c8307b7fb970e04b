/* SPDX-License-Identifier: MIT
 *
 * Walking: ground and slopes, steps, and snapping to the ground.
 */
#include "move.h"
#include "../query/group.h"

#include <string.h>

int ci_move_is_walkable(const move_state *m, const double normal[3]) {
  return m->options->has_up && vector_dot(normal, m->up) >= m->walkable;
}

/* ---- Projections ------------------------------------------------------------------------- */

/* Removes the part of h that leads into a steep slope, as a wall would. */
static void stop_at_wall(const move_state *m, const double n[3], double facing, double h[3]) {
  double wall[3], square, into;
  int i;
  if (m->dimensions == 2) { /* h has one direction, which leads into the slope */
    memset(h, 0, 3 * sizeof *h);
    return;
  }
  for (i = 0; i < 3; i++) wall[i] = n[i] - facing * m->up[i];
  square = vector_dot(wall, wall);
  if (!(square > 0)) return;
  into = vector_dot(h, wall) / square;
  for (i = 0; i < 3; i++) h[i] -= into * wall[i];
}

/* Walkable ground ends downward motion, except under a ceiling, where the body must follow the
 * slope down. A steeper slope that faces up is not climbed. It removes all horizontal motion into
 * it. */
static void restrict_to_ground(const move_state *m, const double n[3], double w[3]) {
  double up = vector_dot(w, m->up), facing = vector_dot(n, m->up), h[3];
  int i;
  for (i = 0; i < 3; i++) h[i] = w[i] - up * m->up[i];
  if (facing >= m->walkable) {
    if (up < 0 && !ci_move_is_gap_wall(m, n)) memcpy(w, h, sizeof h);
  } else if (facing > 0 && vector_dot(h, n) < 0) {
    stop_at_wall(m, n, facing, h);
    for (i = 0; i < 3; i++) w[i] = h[i] + up * m->up[i];
  }
}

/* Sets d to 0 if it is only the rounding of `desired`. That happens if `desired` meets the plane at
 * a right angle. Returns the length of d. */
static double drop_rounding(const double desired[3], double d[3]) {
  double left = move_length(d);
  if (left > move_length(desired) * 3.5527136788005009e-15) return left; /* 2^-48 */
  d[0] = d[1] = d[2] = 0;
  return 0;
}

void ci_move_project_on_plane(const move_state *m, const double desired[3], const double n[3],
                              double bias, double d[3]) {
  double into, left;
  int i;
  memcpy(d, desired, 3 * sizeof *d);
  if (m->options->has_up) restrict_to_ground(m, n, d);
  into = vector_dot(d, n);
  if (into < 0)
    for (i = 0; i < 3; i++) d[i] -= into * n[i];
  /* In the plane, if the normal is along an axis, the component on that axis is exactly 0. */
  if (into < 0 && m->dimensions == 2)
    for (i = 0; i < 2; i++)
      if (n[1 - i] == 0) d[i] = 0;
  left = drop_rounding(desired, d);
  for (i = 0; left > 0 && i < 3; i++) d[i] += bias * left * n[i];
}

/* Returns 1 if the line of two planes leads the body up, though both are too steep to walk on. */
static int is_climbing(const move_state *m, const double desired[3], const double p[3],
                       const double q[3], const double d[3]) {
  double up, desired_up;
  if (!m->options->has_up || ci_move_is_walkable(m, p) || ci_move_is_walkable(m, q)) return 0;
  up = vector_dot(d, m->up);
  desired_up = vector_dot(desired, m->up);
  return up >
         (desired_up > 0 ? desired_up : 0) + 9.0949470177292824e-13 * move_length(d); /* 2^-40 */
}

static void project_on(const double u[3], double square, double d[3]) {
  double along = vector_dot(d, u) / square;
  int i;
  for (i = 0; i < 3; i++) d[i] = along * u[i];
}

/* The error of the line's direction is 2^-48 divided by the sine of the angle between the planes.
 * The bias is divided by the same sine. */
void ci_move_project_on_line(const move_state *m, const double desired[3], const double p[3],
                             const double q[3], double bias, double d[3]) {
  double u[3], square, left, up, sum = 1 + vector_dot(p, q);
  int i;
  vector_cross(p, q, u);
  square = vector_dot(u, u);
  memcpy(d, desired, 3 * sizeof *d);
  if (m->options->has_up) {
    restrict_to_ground(m, p, d);
    restrict_to_ground(m, q, d);
  }
  project_on(u, square, d);
  if (is_climbing(m, desired, p, q, d)) {
    up = vector_dot(desired, m->up);
    for (i = 0; i < 3; i++) d[i] = up * m->up[i];
    project_on(u, square, d);
  }
  left = drop_rounding(desired, d);
  if (!(sum > 0.0009765625)) return; /* the vector out of both planes is too long */
  for (i = 0; left > 0 && i < 3; i++) d[i] += bias / sqrt(square) * left * (p[i] + q[i]) / sum;
}

/* ---- Short legs -------------------------------------------------------------------------- */

/* Advances along d up to an obstacle, and returns the distance. */
static double advance_until_blocked(move_state *m, const double d[3], double *t) {
  collide_target_sweep met;
  int is_met = ci_move_cast_through(m, d, 0, &met);
  *t = is_met ? met.hit.t : 1;
  return *t > 0 ? ci_move_advance(m, d, *t, is_met ? &met : NULL) : 0;
}

/* Half the width of the bounds along d, as a displacement. */
static void get_half_width(const move_state *m, const double d[3], double delta[3]) {
  const move_body *body = move_here(m);
  double width = 0, length = move_length(d);
  int i;
  for (i = 0; i < m->dimensions; i++)
    width += fabs(d[i]) / length * (body->high[i] - body->low[i]) * 0.5;
  if (!(width < HUGE_VAL)) width = 0;
  for (i = 0; i < 3; i++) delta[i] = d[i] / length * width;
}

/* Returns 1 for the normal of a vertical wall, to within 2^-40. */
static int is_upright(const move_state *m, const double normal[3]) {
  return fabs(vector_dot(normal, m->up)) < 9.0949470177292824e-13;
}

/* ---- Ground -------------------------------------------------------------------------------- */

/* The standing distance: the body stands on ground at most this far below. In the plane, each of
 * several legs may have ended above the contact by 2^-48 of the size. In space, the ground may be
 * curved, and perhaps no cast has met it. */
double ci_move_get_ground_reach(const move_state *m) {
  static const double no_displacement[3] = {0, 0, 0};
  if (m->dimensions == 2) return 4 * ci_move_get_tolerance(m);
  return 32 * ci_move_find_clearance(m, ci_move_get_size(m, no_displacement), 1);
}

/* A round body pressed against a low edge touches the edge and the floor at once. Rounding decides
 * which of the two a cast down meets first. If the floor is within the standing distance below the
 * edge, the floor is the ground. */
static int is_ground_beside(move_state *m, double reach, collide_target_sweep *met) {
  double depth = met->hit.t * reach + ci_move_get_ground_reach(m), t, d[3];
  collide_target_sweep beside;
  int i;
  for (i = 0; i < 3; i++) d[i] = -depth * m->up[i];
  if (!ci_move_cast_through(m, d, 1, &beside)) return 0;
  t = beside.hit.t * depth / reach;
  *met = beside;
  met->hit.t = t < 1 ? t : 1;
  return 1;
}

typedef enum found_below { BELOW_NOTHING, BELOW_STEEP, BELOW_GROUND } found_below;

/* Finds the first obstacle within `reach` below. If it is ground and `snaps` is 1, the body moves
 * down to it. */
static found_below find_below(move_state *m, double reach, int snaps, collide_target_sweep *met) {
  int64_t before = move_probe_begin(m);
  double d[3], t;
  found_below found = BELOW_NOTHING;
  int i;
  for (i = 0; i < 3; i++) d[i] = -reach * m->up[i];
  if (ci_move_cast_through(m, d, 0, met)) {
    t = met->hit.t;
    found = ci_move_is_walkable(m, met->hit.normal) || is_ground_beside(m, reach, met)
                ? BELOW_GROUND
                : BELOW_STEEP;
    if (found == BELOW_GROUND && snaps) {
      (void)ci_move_advance(m, d, t, met);
      return found;
    }
  }
  move_probe_end(m, before);
  return found;
}

int ci_move_find_ground(move_state *m, double reach, int snaps, collide_target_sweep *met) {
  return find_below(m, reach, snaps, met) == BELOW_GROUND;
}

double ci_move_get_rise(const move_state *m, const double d[3]) {
  double up = vector_dot(d, m->up);
  return fabs(up) > 5.6843418860808015e-14 * move_length(d) ? up : 0; /* 2^-44 */
}

int ci_move_snaps(const move_state *m, const double displacement[3]) {
  return m->options->has_up && m->options->snap > ci_move_get_ground_reach(m) &&
         !(ci_move_get_rise(m, displacement) > 0);
}

/* A round body rests on an edge. The contact has the normal of a steep slope, even if little of the
 * body is beyond the edge. On stairs the body stands on the floor that ends at the edge. That
 * floor must be walkable and at most `snap` above the body. The test rises by `snap`, moves half a
 * width over the edge, and finds ground below. The next floor down must be within reach, too. At
 * the edge of a ledge there are no such floors, so the body falls. On stairs the body moves down to
 * the edge, unless it has just climbed and is held above it. */
static int is_ground_behind(move_state *m, double reach, collide_target_sweep *met) {
  double from[3], to_edge[3], d[3], delta[3], t, facing = vector_dot(met->hit.normal, m->up), high;
  collide_target_sweep behind;
  int i, found = 0;
  memcpy(from, m->position, sizeof from);
  for (i = 0; i < 3; i++) {
    d[i] = -reach * m->up[i];
    to_edge[i] = met->hit.t * d[i];
    delta[i] = facing * m->up[i] - met->hit.normal[i];
  }
  if (!(facing > 0) || is_upright(m, met->hit.normal)) return 0;
  if (!ci_move_cast_through(m, d, 1, &behind)) return 0;
  get_half_width(m, delta, delta);
  (void)ci_move_advance(m, to_edge, 1, met);
  for (i = 0; i < 3; i++) d[i] = m->options->snap * m->up[i];
  high = advance_until_blocked(m, d, &t);
  if (high > 0 && advance_until_blocked(m, delta, &t) > 0)
    found = ci_move_find_ground(m, high + ci_move_get_ground_reach(m), 0, &behind);
  ci_move_restore_position(m, from);
  if (!found) return 0;
  if (!m->is_held) (void)ci_move_advance(m, to_edge, 1, met);
  behind.hit.t = met->hit.t;
  *met = behind;
  return 1;
}

/* Finds the ground that the body stands on, and moves down to it if the body snaps. */
static int find_support(move_state *m, int snaps, collide_target_sweep *met) {
  int64_t before = move_probe_begin(m);
  double reach = ci_move_get_ground_reach(m); /* with `snap`: a little more, for rounding */
  found_below found;
  if (snaps) reach += m->options->snap;
  found = find_below(m, reach, snaps, met);
  if (found == BELOW_GROUND) return 1;
  if (!snaps || found == BELOW_NOTHING || move_is_exhausted(m)) return 0;
  found = is_ground_behind(m, reach, met) ? BELOW_GROUND : BELOW_NOTHING;
  move_probe_end(m, before);
  return found == BELOW_GROUND;
}

void ci_move_snap_to_ground(move_state *m, const double displacement[3]) {
  collide_move_result *r = m->result;
  collide_target_sweep met;
  int i;
  m->finishes_hits = 1;
  if (!m->options->has_up || !find_support(m, ci_move_snaps(m, displacement), &met)) return;
  r->has_ground = 1;
  r->ground.hit = met.hit;
  r->ground.at = met.at;
  r->ground.mover_part = met.mover_part;
  for (i = 0; i < 3; i++) r->ground.position[i] = m->position[i] + 0.0;
  r->ground.response = COLLIDE_RESPOND_SLIDE;
}

/* ---- Stairs -------------------------------------------------------------------------------- */

/* A round body that comes down on the edge of a step meets the normal of a steep slope. If there is
 * ground half a width farther, along d (sign 1) or against it (-1), the body stands on that ground.
 * Returns the distance down to it, or -1. The body does not move. */
static double find_ground_past_edge(move_state *m, const double d[3], int sign, double reach) {
  int64_t before = move_probe_begin(m);
  double from[3], delta[3], t, below = -1;
  collide_target_sweep met;
  int i;
  memcpy(from, m->position, sizeof from);
  get_half_width(m, d, delta);
  for (i = 0; i < 3; i++) delta[i] *= sign;
  if (!move_is_zero(delta) && advance_until_blocked(m, delta, &t) > 0 &&
      ci_move_find_ground(m, reach, 0, &met))
    below = met.hit.t * reach;
  ci_move_restore_position(m, from);
  move_probe_end(m, before);
  return below;
}

/* Rises by `step`, or up to an obstacle, and returns the distance. Beside a wall, rounding may lead
 * into the wall. Then the displacement gets a bias away from the wall: 2^-48 of its length, and
 * four times as much on each repetition. */
static double rise_by_step(move_state *m) {
  double step = m->options->step, t = 1, bias = step * 3.5527136788005009e-15, d[3];
  collide_target_sweep met;
  int i, again = 0;
  for (i = 0; i < 3; i++) d[i] = step * m->up[i];
  while (ci_move_cast_through(m, d, 0, &met)) {
    t = met.hit.t;
    if (again++ == MOVE_BIASES || !is_upright(m, met.hit.normal)) break;
    for (i = 0; i < 3; i++) d[i] += bias * met.hit.normal[i];
    bias *= 4;
    t = 1;
  }
  return t > 0 ? ci_move_advance(m, d, t, NULL) : 0;
}

/* Climbs only if the displacement leads into the wall by more than the tolerance. If it is nearly
 * parallel to the wall, a gap left by rounding takes a long distance to cross. */
static int try_climb(move_state *m, const double across[3], const double wall[3], double *part) {
  double tolerance = ci_move_get_tolerance(m), rise = rise_by_step(m), d[3], below, t;
  collide_target_sweep met;
  int i;
  if (!(rise > tolerance)) return 0;
  if (!(advance_until_blocked(m, across, part) > tolerance)) return 0;
  if (!(-*part * vector_dot(across, wall) > tolerance)) return 0;
  /* Moves down again by the rise and a little more, because the rise was rounded. */
  if (ci_move_find_ground(m, rise + ci_move_get_ground_reach(m), 1, &met)) return 1;
  /* Otherwise moves down to the height of the floor past the edge. The next move continues there.
   */
  below = find_ground_past_edge(m, across, 1, rise);
  if (!(below >= 0) || !(rise - below > tolerance)) return 0;
  for (i = 0; i < 3; i++) d[i] = -below * m->up[i];
  (void)advance_until_blocked(m, d, &t);
  m->is_held = 1;
  return 1;
}

double ci_move_climb_step(move_state *m, const double d[3], const double wall[3]) {
  double from[3], across[3], up = vector_dot(d, m->up), part;
  double reach = m->options->snap > ci_move_get_ground_reach(m) ? m->options->snap
                                                                : ci_move_get_ground_reach(m);
  int64_t before = move_probe_begin(m);
  collide_target_sweep met;
  int i;
  if (!(m->options->step > 0) || ci_move_get_rise(m, d) > 0 || move_is_exhausted(m)) return 0;
  for (i = 0; i < 3; i++) across[i] = d[i] - up * m->up[i];
  if (move_is_zero(across)) return 0;
  if (!ci_move_find_ground(m, reach, 0, &met) &&
      !(find_ground_past_edge(m, across, -1, reach) >= 0))
    return 0;
  memcpy(from, m->position, sizeof from);
  if (try_climb(m, across, wall, &part)) return part;
  ci_move_restore_position(m, from);
  move_probe_end(m, before);
  return 0;
}

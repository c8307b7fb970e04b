/* SPDX-License-Identifier: MIT
 *
 * Walking: ground and slopes, stairs, and to keep to the ground.
 */
#include "move.h"

#include <string.h>

int ci_move_is_walkable(const move_state *m, const double normal[3]) {
  return m->options->has_up && move_dot(normal, m->up) >= m->walkable;
}

/* ---- Along ------------------------------------------------------------------------------------
 */

/* On walkable ground downward motion ends. Steeper ground, which faces up too, is not climbed: it
 * takes all of the horizontal motion that leads into it. */
static void restrain(const move_state *m, const double n[2], double w[2]) {
  double up = move_dot(w, m->up), facing = move_dot(n, m->up), h[2];
  h[0] = w[0] - up * m->up[0];
  h[1] = w[1] - up * m->up[1];
  if (facing >= m->walkable) {
    if (up < 0) memcpy(w, h, sizeof h);
  } else if (facing > 0 && move_dot(h, n) < 0) {
    w[0] = up * m->up[0];
    w[1] = up * m->up[1];
  }
}

void ci_move_along(const move_state *m, const double wish[2], const double n[2], double bias,
                   double d[2]) {
  double into, length = move_length(wish), left;
  int i;
  d[0] = wish[0];
  d[1] = wish[1];
  if (m->options->has_up) restrain(m, n, d);
  into = move_dot(d, n);
  if (into < 0)
    for (i = 0; i < 2; i++) d[i] = n[1 - i] == 0 ? 0 : d[i] - into * n[i];
  left = move_length(d);
  /* What is left of a wish that leads straight in is rounding alone. */
  if (left <= length * 3.5527136788005009e-15) { /* 2^-48 */
    d[0] = d[1] = 0;
    return;
  }
  for (i = 0; i < 2; i++) d[i] += bias * left * n[i];
}

/* ---- Ground -------------------------------------------------------------------------------- */

/* Looks down as far as `far` for ground; with `keep` it goes there. */
static int find_ground(move_state *m, double far, int keep, collide_target_sweep *met) {
  double d[2];
  int i;
  for (i = 0; i < 2; i++) d[i] = -far * m->up[i];
  if (!ci_move_cast_through(m, d, met)) return 0;
  if (!ci_move_is_walkable(m, met->hit.normal)) return 0;
  if (keep) (void)ci_move_go(m, d, met->hit.t);
  return 1;
}

/* What it stands on is at most this far below: some legs may each have ended above where it would
 * touch by 2^-48 of the size. */
static double standing(const move_state *m) {
  return 4 * ci_move_noise(m);
}

void ci_move_settle(move_state *m, const double displacement[2]) {
  collide_move_result *r = m->result;
  collide_target_sweep met;
  double snap = m->options->snap, near = standing(m);
  if (!m->options->has_up) return;
  if (move_dot(displacement, m->up) > 0 || !(snap > near)) snap = 0;
  if (!find_ground(m, snap > 0 ? snap : near, snap > 0, &met)) return;
  r->has_ground = 1;
  r->ground.hit = met.hit;
  r->ground.at = met.at;
  r->ground.position[0] = m->position[0] + 0.0;
  r->ground.position[1] = m->position[1] + 0.0;
  r->ground.response = COLLIDE_RESPOND_SLIDE;
}

/* ---- Stairs -------------------------------------------------------------------------------- */

/* Goes along d up to what is in the way, and returns how far. */
static double go_until(move_state *m, const double d[2], double *t) {
  collide_target_sweep met;
  *t = ci_move_cast_through(m, d, &met) ? met.hit.t : 1;
  return *t > 0 ? ci_move_go(m, d, *t) : 0;
}

static int try_climb(move_state *m, const double across[2], double *part) {
  double noise = ci_move_noise(m), step = m->options->step, d[2], rise, t;
  collide_target_sweep met;
  int i;
  for (i = 0; i < 2; i++) d[i] = step * m->up[i];
  rise = go_until(m, d, &t);
  if (!(rise > noise)) return 0;
  if (!(go_until(m, across, part) > noise)) return 0;
  /* Down again, and a little more, for the rise was rounded. */
  return find_ground(m, rise + standing(m), 1, &met);
}

double ci_move_climb(move_state *m, const double d[2]) {
  double from[2], across[2], up = move_dot(d, m->up), part;
  double far = m->options->snap > standing(m) ? m->options->snap : standing(m);
  collide_target_sweep met;
  int i;
  if (!(m->options->step > 0) || up > 0) return 0;
  for (i = 0; i < 2; i++) across[i] = d[i] - up * m->up[i];
  if (across[0] == 0 && across[1] == 0) return 0;
  if (!find_ground(m, far, 0, &met)) return 0;
  memcpy(from, m->position, sizeof from);
  if (try_climb(m, across, &part)) return part;
  ci_move_return(m, from);
  return 0;
}

/* SPDX-License-Identifier: MIT
 *
 * Walking: ground and slopes, stairs, and to keep to the ground.
 */
#include "move.h"

#include <string.h>

int ci_move_is_walkable(const move_state *m, const double normal[3]) {
  return m->options->has_up && move_dot(normal, m->up) >= m->walkable;
}

/* But for rounding: 2^-40 is the cosine's distance from 1. */
int ci_move_is_level(const move_state *m, const double normal[3]) {
  return move_dot(normal, m->up) > 1 - 9.0949470177292824e-13;
}

/* ---- Along ------------------------------------------------------------------------------- */

/* The part of h that leads into a steep slope is taken from it: as if the slope were a wall. */
static void stop_at_wall(const move_state *m, const double n[3], double facing, double h[3]) {
  double wall[3], square, into;
  int i;
  if (m->dimensions == 2) { /* there is no other way than into it */
    memset(h, 0, 3 * sizeof *h);
    return;
  }
  for (i = 0; i < 3; i++) wall[i] = n[i] - facing * m->up[i];
  square = move_dot(wall, wall);
  if (!(square > 0)) return;
  into = move_dot(h, wall) / square;
  for (i = 0; i < 3; i++) h[i] -= into * wall[i];
}

/* On walkable ground downward motion ends, but not under a ceiling that the way down a slope has to
 * follow. Steeper ground, which faces up too, is not climbed: it takes all of the horizontal motion
 * that leads into it. */
static void restrain(const move_state *m, const double n[3], double w[3]) {
  double up = move_dot(w, m->up), facing = move_dot(n, m->up), h[3];
  int i;
  for (i = 0; i < 3; i++) h[i] = w[i] - up * m->up[i];
  if (facing >= m->walkable) {
    if (up < 0 && !ci_move_is_between(m, n)) memcpy(w, h, sizeof h);
  } else if (facing > 0 && move_dot(h, n) < 0) {
    stop_at_wall(m, n, facing, h);
    for (i = 0; i < 3; i++) w[i] = h[i] + up * m->up[i];
  }
}

/* What is left of a wish that leads straight in is rounding alone. Returns its length, or 0. */
static double drop_rounding(const double wish[3], double d[3]) {
  double left = move_length(d);
  if (left > move_length(wish) * 3.5527136788005009e-15) return left; /* 2^-48 */
  d[0] = d[1] = d[2] = 0;
  return 0;
}

void ci_move_along(const move_state *m, const double wish[3], const double n[3], double bias,
                   double d[3]) {
  double into, left;
  int i;
  memcpy(d, wish, 3 * sizeof *d);
  if (m->options->has_up) restrain(m, n, d);
  into = move_dot(d, n);
  if (into < 0)
    for (i = 0; i < 3; i++) d[i] -= into * n[i];
  /* In the plane what is across an axis is exactly so. */
  if (into < 0 && m->dimensions == 2)
    for (i = 0; i < 2; i++)
      if (n[1 - i] == 0) d[i] = 0;
  left = drop_rounding(wish, d);
  for (i = 0; left > 0 && i < 3; i++) d[i] += bias * left * n[i];
}

/* Two planes that are both too steep to be walked on make no way up. */
static int is_climbing(const move_state *m, const double wish[3], const double p[3],
                       const double q[3], const double d[3]) {
  double up, wished;
  if (!m->options->has_up || ci_move_is_walkable(m, p) || ci_move_is_walkable(m, q)) return 0;
  up = move_dot(d, m->up);
  wished = move_dot(wish, m->up);
  return up > (wished > 0 ? wished : 0) + 9.0949470177292824e-13 * move_length(d); /* 2^-40 */
}

static void keep_along(const double u[3], double square, double d[3]) {
  double along = move_dot(d, u) / square;
  int i;
  for (i = 0; i < 3; i++) d[i] = along * u[i];
}

/* The line's direction is off by 2^-48 over the sine of the angle between the planes, and so is the
 * bias that makes up for it. */
void ci_move_along_both(const move_state *m, const double wish[3], const double p[3],
                        const double q[3], double bias, double d[3]) {
  double u[3], square, left, up, sum = 1 + move_dot(p, q);
  int i;
  move_cross(p, q, u);
  square = move_dot(u, u);
  memcpy(d, wish, 3 * sizeof *d);
  if (m->options->has_up) {
    restrain(m, p, d);
    restrain(m, q, d);
  }
  keep_along(u, square, d);
  if (is_climbing(m, wish, p, q, d)) {
    up = move_dot(wish, m->up);
    for (i = 0; i < 3; i++) d[i] = up * m->up[i];
    keep_along(u, square, d);
  }
  left = drop_rounding(wish, d);
  if (!(sum > 0.0009765625)) return; /* the way out of both is too long */
  for (i = 0; left > 0 && i < 3; i++) d[i] += bias / sqrt(square) * left * (p[i] + q[i]) / sum;
}

/* ---- Ways -------------------------------------------------------------------------------- */

/* Goes along d up to what is in the way, and returns how far. */
static double go_until(move_state *m, const double d[3], double *t) {
  collide_target_sweep met;
  *t = ci_move_cast_through(m, d, &met) ? met.hit.t : 1;
  return *t > 0 ? ci_move_go(m, d, *t, NULL) : 0;
}

/* Half as wide as the box around the shape is along d, as a way along d. */
static void half_width(const move_state *m, const double d[3], double way[3]) {
  const move_body *body = move_here(m);
  double low[3], high[3], width = 0, length = move_length(d);
  int i;
  if (body->group != NULL)
    collide_group_bounds(body->group, low, high);
  else
    collide_bounds(body->shape, low, high);
  for (i = 0; i < m->dimensions; i++) width += fabs(d[i]) / length * (high[i] - low[i]) * 0.5;
  if (!(width < HUGE_VAL)) width = 0;
  for (i = 0; i < 3; i++) way[i] = d[i] / length * width;
}

/* Upright but for rounding: 2^-40. */
static int is_upright(const move_state *m, const double normal[3]) {
  return fabs(move_dot(normal, m->up)) < 9.0949470177292824e-13;
}

/* ---- Ground -------------------------------------------------------------------------------- */

/* What it stands on is at most this far below: some legs may each have ended above where it would
 * touch by 2^-48 of the size. */
double ci_move_standing(const move_state *m) {
  return 4 * ci_move_noise(m);
}

/* What is round and pressed against a low edge touches the edge and the floor at once, so that
 * rounding says which of the two the way down meets first. The ground is the floor then, if it is
 * no farther below the edge than what one stands on. */
static int is_ground_beside(move_state *m, double far, collide_target_sweep *met) {
  double reach = met->hit.t * far + ci_move_standing(m), t, d[3];
  collide_target_sweep beside;
  int i;
  for (i = 0; i < 3; i++) d[i] = -reach * m->up[i];
  if (!ci_move_cast_for_ground(m, d, &beside)) return 0;
  t = beside.hit.t * reach / far;
  *met = beside;
  met->hit.t = t < 1 ? t : 1;
  return 1;
}

/* Looks down as far as `far` for ground; with `keep` it goes there. */
static int find_ground(move_state *m, double far, int keep, collide_target_sweep *met) {
  int64_t before = move_look_begin(m);
  double d[3], t;
  int i, found;
  for (i = 0; i < 3; i++) d[i] = -far * m->up[i];
  found = ci_move_cast_through(m, d, met);
  t = found ? met->hit.t : 1;
  if (found && !ci_move_is_walkable(m, met->hit.normal)) found = is_ground_beside(m, far, met);
  if (found && keep)
    (void)ci_move_go(m, d, t, met->hit.normal);
  else
    move_look_end(m, before);
  return found;
}

int ci_move_find_ground(move_state *m, double far, collide_target_sweep *met) {
  return find_ground(m, far, 0, met);
}

double ci_move_rise(const move_state *m, const double d[3]) {
  double up = move_dot(d, m->up);
  return fabs(up) > 5.6843418860808015e-14 * move_length(d) ? up : 0; /* 2^-44 */
}

int ci_move_is_kept(const move_state *m, const double displacement[3]) {
  return m->options->has_up && m->options->snap > ci_move_standing(m) &&
         !(ci_move_rise(m, displacement) > 0);
}

/* What is round rests on an edge with the normal of a steep slope, however little of it is beyond
 * that edge. On stairs it stands on the floor that ends there: one that is walkable and no higher
 * than `snap` over the shape, so that a step as high, and over the edge by half a width, leads
 * above it; with the next one no farther than that below. At the edge of a ledge it falls. It is
 * kept to the edge, unless it has just climbed and is held above that. */
static int is_ground_behind(move_state *m, double far, collide_target_sweep *met) {
  double from[3], to_edge[3], d[3], way[3], t, facing = move_dot(met->hit.normal, m->up), high;
  collide_target_sweep behind;
  int i, found = 0;
  memcpy(from, m->position, sizeof from);
  for (i = 0; i < 3; i++) {
    d[i] = -far * m->up[i];
    to_edge[i] = met->hit.t * d[i];
    way[i] = facing * m->up[i] - met->hit.normal[i];
  }
  if (!(facing > 0) || is_upright(m, met->hit.normal)) return 0;
  if (!ci_move_cast_for_ground(m, d, &behind)) return 0;
  half_width(m, way, way);
  (void)ci_move_go(m, to_edge, 1, met->hit.normal);
  for (i = 0; i < 3; i++) d[i] = m->options->snap * m->up[i];
  high = go_until(m, d, &t);
  if (high > 0 && go_until(m, way, &t) > 0)
    found = find_ground(m, high + ci_move_standing(m), 0, &behind);
  ci_move_return(m, from);
  if (!found) return 0;
  if (!m->is_held) (void)ci_move_go(m, to_edge, 1, met->hit.normal);
  behind.hit.t = met->hit.t;
  *met = behind;
  return 1;
}

/* Looks down for the ground that it stands on, and keeps it there where it is to be kept. */
static int find_standing(move_state *m, int is_kept, collide_target_sweep *met) {
  int64_t before = move_look_begin(m);
  double far = ci_move_standing(m), d[3]; /* more than `snap`, by rounding */
  int i, found;
  if (is_kept) far += m->options->snap;
  if (find_ground(m, far, is_kept, met)) return 1;
  if (!is_kept) return 0;
  for (i = 0; i < 3; i++) d[i] = -far * m->up[i];
  found = ci_move_cast_through(m, d, met) && is_ground_behind(m, far, met);
  move_look_end(m, before);
  return found;
}

void ci_move_settle(move_state *m, const double displacement[3]) {
  collide_move_result *r = m->result;
  collide_target_sweep met;
  int i;
  if (!m->options->has_up || !find_standing(m, ci_move_is_kept(m, displacement), &met)) return;
  r->has_ground = 1;
  r->ground.hit = met.hit;
  r->ground.at = met.at;
  r->ground.mover_part = met.mover_part;
  for (i = 0; i < 3; i++) r->ground.position[i] = m->position[i] + 0.0;
  r->ground.response = COLLIDE_RESPOND_SLIDE;
}

/* ---- Stairs -------------------------------------------------------------------------------- */

/* What is round comes down on the edge of a stair, whose normal there is that of a steep slope. If
 * there is ground half a width on, along d or against it, that is what it stands on: how far below,
 * or -1. The shape stays where it is. */
static double find_footing(move_state *m, const double d[3], int sign, double far) {
  int64_t before = move_look_begin(m);
  double from[3], way[3], t, below = -1;
  collide_target_sweep met;
  int i;
  memcpy(from, m->position, sizeof from);
  half_width(m, d, way);
  for (i = 0; i < 3; i++) way[i] *= sign;
  if (!move_is_zero(way) && go_until(m, way, &t) > 0 && find_ground(m, far, 0, &met))
    below = met.hit.t * far;
  ci_move_return(m, from);
  move_look_end(m, before);
  return below;
}

/* Goes up by `step`, or to what is in the way, and returns how far. Beside a wall rounding may lead
 * into that: then a little away from it, by 2^-48 of the way or four times that more as often as it
 * takes. */
static double go_up(move_state *m) {
  double step = m->options->step, t = 1, bias = step * 3.5527136788005009e-15, d[3];
  collide_target_sweep met;
  int i, again = 0;
  for (i = 0; i < 3; i++) d[i] = step * m->up[i];
  while (ci_move_cast_through(m, d, &met)) {
    t = met.hit.t;
    if (again++ == MOVE_BIASES || !is_upright(m, met.hit.normal)) break;
    for (i = 0; i < 3; i++) d[i] += bias * met.hit.normal[i];
    bias *= 4;
    t = 1;
  }
  return t > 0 ? ci_move_go(m, d, t, NULL) : 0;
}

/* Only a way that leads into the wall by more than the noise is a way over it: a gap that rounding
 * has left is a long way, where the way is nearly parallel to the wall. */
static int try_climb(move_state *m, const double across[3], const double wall[3], double *part) {
  double noise = ci_move_noise(m), rise = go_up(m), d[3], below, t;
  collide_target_sweep met;
  int i;
  if (!(rise > noise)) return 0;
  if (!(go_until(m, across, part) > noise)) return 0;
  if (!(-*part * move_dot(across, wall) > noise)) return 0;
  /* Down again, and a little more, for the rise was rounded. */
  if (find_ground(m, rise + ci_move_standing(m), 1, &met)) return 1;
  /* Else as far as it will be when it has come over the edge, so that the next move goes on. */
  below = find_footing(m, across, 1, rise);
  if (!(below >= 0) || !(rise - below > noise)) return 0;
  for (i = 0; i < 3; i++) d[i] = -below * m->up[i];
  (void)go_until(m, d, &t);
  m->is_held = 1;
  return 1;
}

double ci_move_climb(move_state *m, const double d[3], const double wall[3]) {
  double from[3], across[3], up = move_dot(d, m->up), part;
  double far = m->options->snap > ci_move_standing(m) ? m->options->snap : ci_move_standing(m);
  int64_t before = move_look_begin(m);
  collide_target_sweep met;
  int i;
  if (!(m->options->step > 0) || ci_move_rise(m, d) > 0) return 0;
  for (i = 0; i < 3; i++) across[i] = d[i] - up * m->up[i];
  if (move_is_zero(across)) return 0;
  if (!find_ground(m, far, 0, &met) && !(find_footing(m, across, -1, far) >= 0)) return 0;
  memcpy(from, m->position, sizeof from);
  if (try_climb(m, across, wall, &part)) return part;
  ci_move_return(m, from);
  move_look_end(m, before);
  return 0;
}

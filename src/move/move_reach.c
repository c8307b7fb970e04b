/* SPDX-License-Identifier: MIT
 *
 * The reach of a move: only members near it have to be known. The length of a push out of overlaps
 * is not known before. So the move starts with the nearby members, and starts again with more
 * members if it needs them.
 */
#include "move.h"

#include <string.h>

/* An upper bound on half the width along any direction. */
static double half_width(const move_body *body) {
  double width = 0;
  int i;
  for (i = 0; i < 3; i++) {
    double here = (body->high[i] - body->low[i]) * 0.5;
    if (here < HUGE_VAL) width += here;
  }
  return width;
}

/* The component along one axis of the unit vector up. */
static double up_share(const collide_move_options *o, int i) {
  double length = move_length(o->up);
  return length > 0 && length < HUGE_VAL ? o->up[i] / length : 1;
}

/* No leg is longer than the rest of the displacement. A climb lifts the body by `step`, and lowers
 * it by no more than that; there are at most `climbs` of them. Ground is searched `snap` below. The
 * search for ground beside an edge goes half a width farther. The margin of 2^-20 is far more than
 * the rounding. */
static move_reach reach_of(const move_body *body, const double d[3], const collide_move_options *o,
                           double climbs) {
  double distance = fabs(d[0]) + fabs(d[1]) + fabs(d[2]), up = 0, down = 0;
  move_reach r;
  int i;
  r.widened = 0;
  memcpy(r.low, body->low, sizeof r.low);
  memcpy(r.high, body->high, sizeof r.high);
  if (o->has_up) {
    if (o->snap > 0 || o->step > 0) distance += half_width(body);
    up = climbs * o->step + o->snap;
    down = o->snap + o->step;
  }
  for (i = 0; i < 3; i++) {
    double size = fabs(r.low[i]) > fabs(r.high[i]) ? fabs(r.low[i]) : fabs(r.high[i]);
    double more = distance + 9.5367431640625e-07 * (distance + up + size); /* 2^-20 */
    double share = up_share(o, i);
    r.low[i] -= more + (share > 0 ? down * share : -up * share);
    r.high[i] += more + (share > 0 ? up * share : -down * share);
  }
  return r;
}

/* The most climbs of a move. */
static double count_climbs(const collide_move_options *o) {
  return o->iterations + 1.0;
}

/* Some members in one place are mostly all that a move meets. */
enum { FIRST_CLIMBS = 1 };

nearby *ci_move_find_nearby(move_state *m, const double low[3], const double high[3],
                            const double d[3]) {
  double path_low[3], path_high[3];
  if (m->target->kind != COLLIDE_TARGET_ARRAY) return NULL;
  nearby_sweep(low, high, d, path_low, path_high);
  if (!m->is_near_known || !nearby_covers(&m->near, path_low, path_high)) {
    move_reach r = reach_of(move_here(m), d, m->options, FIRST_CLIMBS);
    int i;
    for (i = 0; i < 3; i++) {
      if (path_low[i] < r.low[i]) r.low[i] = path_low[i];
      if (path_high[i] > r.high[i]) r.high[i] = path_high[i];
    }
    ci_nearby_find(&m->near, m->target, r.low, r.high);
    m->is_near_known = 1;
  }
  return m->near.count <= NEARBY_MOST ? &m->near : NULL;
}

move_reach ci_move_first_reach(const collide_shape *shape, const collide_shape_group *group,
                               const double *displacement, const collide_move_options *options) {
  static const double no_displacement[3] = {0, 0, 0};
  const collide_move_options plain = collide_default_move();
  move_body body;
  body.shape = shape;
  body.group = group;
  ci_move_set_bounds(&body);
  return displacement == NULL ? reach_of(&body, no_displacement, &plain, 0)
                              : reach_of(&body, displacement, options, count_climbs(options));
}

/* Each widening repeats the whole move. So the first ones add half the missing distance again, and
 * the next one takes everything. Otherwise lengths that grow by many powers of ten would need
 * hundreds of repetitions. */
enum { MOST_WIDENED = 3 };

static void widen(const move_reach *reach, double *bound, double wanted) {
  double distance = wanted < *bound ? -HUGE_VAL : HUGE_VAL;
  *bound = reach->widened < MOST_WIDENED ? *bound + 1.5 * (wanted - *bound) : distance;
}

int ci_move_require_reach(move_state *m, const double d[3], const collide_move_options *options) {
  move_reach wanted, *reach = m->reach;
  int i, was_beyond = m->exceeds_reach;
  if (reach == NULL) return 1;
  wanted = reach_of(move_here(m), d, options, count_climbs(options));
  for (i = 0; i < m->dimensions; i++) {
    if (wanted.low[i] < reach->low[i]) {
      widen(reach, &reach->low[i], wanted.low[i]);
      m->exceeds_reach = 1;
    }
    if (wanted.high[i] > reach->high[i]) {
      widen(reach, &reach->high[i], wanted.high[i]);
      m->exceeds_reach = 1;
    }
  }
  if (m->exceeds_reach && !was_beyond) reach->widened++;
  return !m->exceeds_reach;
}

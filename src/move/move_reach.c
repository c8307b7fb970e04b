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

/* No leg is longer than the rest of the displacement. A climb lifts the body by `step` each time.
 * The search for ground beside an edge goes half a width farther. The margin of 2^-20 is far more
 * than the rounding. */
static move_reach reach_of(const move_body *body, const double d[3],
                           const collide_move_options *o) {
  double distance = fabs(d[0]) + fabs(d[1]) + fabs(d[2]);
  move_reach r;
  int i;
  r.widened = 0;
  memcpy(r.low, body->low, sizeof r.low);
  memcpy(r.high, body->high, sizeof r.high);
  if (o->has_up) distance += o->snap + (o->iterations + 1.0) * o->step;
  if (o->has_up && (o->snap > 0 || o->step > 0)) distance += half_width(body);
  for (i = 0; i < 3; i++) {
    double size = fabs(r.low[i]) > fabs(r.high[i]) ? fabs(r.low[i]) : fabs(r.high[i]);
    double more = distance + 9.5367431640625e-07 * (distance + size); /* 2^-20 */
    r.low[i] -= more;
    r.high[i] += more;
  }
  return r;
}

move_reach ci_move_first_reach(const collide_shape *shape, const collide_shape_group *group,
                               const double *displacement, const collide_move_options *options) {
  static const double no_displacement[3] = {0, 0, 0};
  const collide_move_options plain = collide_default_move();
  move_body body;
  body.shape = shape;
  body.group = group;
  ci_move_set_bounds(&body);
  return displacement == NULL ? reach_of(&body, no_displacement, &plain)
                              : reach_of(&body, displacement, options);
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
  wanted = reach_of(move_here(m), d, options);
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

/* SPDX-License-Identifier: MIT
 *
 * How far a move reaches, so that of many members only those have to be known that are near. Where
 * it leads out of what it is in is not known before: it is begun with what is near, and begun once
 * more with what is farther off when it asks for that.
 */
#include "move.h"

#include <string.h>

/* No way along any direction is longer. */
static double half_width(const move_body *body) {
  double width = 0;
  int i;
  for (i = 0; i < 3; i++) {
    double here = (body->high[i] - body->low[i]) * 0.5;
    if (here < HUGE_VAL) width += here;
  }
  return width;
}

/* A leg is never longer than what is left of the displacement, a climb lifts it by `step` each
 * time, and for ground beside an edge it is looked up to half a width on; the margin of 2^-20 is
 * far more than what is rounded. */
static move_reach reach_of(const move_body *body, const double d[3],
                           const collide_move_options *o) {
  double far = fabs(d[0]) + fabs(d[1]) + fabs(d[2]);
  move_reach r;
  int i;
  r.widened = 0;
  memcpy(r.low, body->low, sizeof r.low);
  memcpy(r.high, body->high, sizeof r.high);
  if (o->has_up) far += o->snap + (o->iterations + 1.0) * o->step;
  if (o->has_up && (o->snap > 0 || o->step > 0)) far += half_width(body);
  for (i = 0; i < 3; i++) {
    double size = fabs(r.low[i]) > fabs(r.high[i]) ? fabs(r.low[i]) : fabs(r.high[i]);
    double more = far + 9.5367431640625e-07 * (far + size); /* 2^-20 */
    r.low[i] -= more;
    r.high[i] += more;
  }
  return r;
}

move_reach ci_move_first_reach(const collide_shape *shape, const collide_shape_group *group,
                               const double *displacement, const collide_move_options *options) {
  static const double nowhere[3] = {0, 0, 0};
  const collide_move_options plain = collide_default_move();
  move_body body;
  body.shape = shape;
  body.group = group;
  ci_move_set_bounds(&body);
  return displacement == NULL ? reach_of(&body, nowhere, &plain)
                              : reach_of(&body, displacement, options);
}

/* Each widening makes the whole move begin again. So the first ones add half as much again, and the
 * next one takes in everything: lengths that grow by many powers of ten would need hundreds. */
enum { MOST_WIDENED = 3 };

static void widen(const move_reach *reach, double *bound, double wanted) {
  double far = wanted < *bound ? -HUGE_VAL : HUGE_VAL;
  *bound = reach->widened < MOST_WIDENED ? *bound + 1.5 * (wanted - *bound) : far;
}

int ci_move_is_known(move_state *m, const double d[3], const collide_move_options *options) {
  move_reach wanted, *reach = m->reach;
  int i, was_beyond = m->is_beyond;
  if (reach == NULL) return 1;
  wanted = reach_of(move_here(m), d, options);
  for (i = 0; i < m->dimensions; i++) {
    if (wanted.low[i] < reach->low[i]) {
      widen(reach, &reach->low[i], wanted.low[i]);
      m->is_beyond = 1;
    }
    if (wanted.high[i] > reach->high[i]) {
      widen(reach, &reach->high[i], wanted.high[i]);
      m->is_beyond = 1;
    }
  }
  if (m->is_beyond && !was_beyond) reach->widened++;
  return !m->is_beyond;
}

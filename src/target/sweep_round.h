/* SPDX-License-Identifier: MIT
 *
 * A ball or an upright capsule that moves towards a box: a lower bound of the time at which they
 * meet. Uses plain doubles, so that most boxes near its path need no exact decision.
 */
#ifndef COLLIDE_SWEEP_ROUND_H
#define COLLIDE_SWEEP_ROUND_H

#include "sweep_target.h"

typedef struct sweep_round {
  int is_known;           /* 0: the mover is another shape, and only this is set */
  double low[3], high[3]; /* the bounds of its core, a point or a segment: a box */
  double radius, speed;   /* the largest component of |d| */
  const double *d;
  double slack; /* the slack of the mover */
} sweep_round;

sweep_round ci_sweep_round(const sweep_mover *m);
/* The mover surely does not meet the box before the time that is returned, in the times of
 * collide_shapecast. HUGE_VAL: nor up to `most`. The caller knows that it does not meet the box
 * before t. */
double ci_sweep_round_bound(const sweep_round *r, const double low[3], const double high[3],
                            double t, double most);

#endif

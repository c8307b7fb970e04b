/* SPDX-License-Identifier: MIT
 *
 * A ball or an upright capsule that moves towards a box: when it meets it at the earliest. In plain
 * doubles, so that most boxes near its way need no exact decision.
 */
#ifndef COLLIDE_SWEEP_ROUND_H
#define COLLIDE_SWEEP_ROUND_H

#include "../query/sweep_target.h"

typedef struct sweep_round {
  int is_known;           /* 0: it is another shape, and only this is set */
  double low[3], high[3]; /* the points that are the radius away from its surface: a box */
  double radius, speed;   /* |d| along the axis on which it is greatest */
  const double *d;
  double slack; /* as of the mover */
} sweep_round;

sweep_round ci_sweep_round(const sweep_mover *m);
/* It surely does not meet the box before the time that is returned, nor up to `most` if that is
 * infinite, as collide_shapecast tells times. It is known not to meet it before t. */
double ci_sweep_round_bound(const sweep_round *r, const double low[3], const double high[3],
                            double t, double most);

#endif

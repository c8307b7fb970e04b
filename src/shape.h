/* SPDX-License-Identifier: MIT */
#ifndef COLLIDE_SHAPE_H
#define COLLIDE_SHAPE_H

#include "exact.h"
#include "collide.h"
#include "twofold.h"

/* Writes everything after `pose` from `sizes` and `pose`. On an error the
 * shape is in no usable state. */
collide_pose_error shape_fold(collide_shape *shape);

/* unit = v / |v|; 0 when v is zero or not finite. */
int vector_unit(const double v[3], double unit[3]);

/* Moves p onto the plane unit . p = distance, which it is on but for rounding. */
static inline void vector_onto_plane(double p[3], const double unit[3], double distance) {
  double off = unit[0] * p[0] + unit[1] * p[1] + unit[2] * p[2] - distance;
  int i;
  for (i = 0; i < 3; i++) p[i] -= off * unit[i];
}

/* Makes p, which has this length but for rounding, longer or shorter along itself. */
static inline void vector_to_length(double p[3], double length) {
  double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2], k;
  int i;
  if (!(square > 0)) return;
  k = length / sqrt(square);
  for (i = 0; i < 3; i++) p[i] *= k;
}

#endif

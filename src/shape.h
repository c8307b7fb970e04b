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

#endif

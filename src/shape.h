/* SPDX-License-Identifier: MIT */
#ifndef COLLIDE_SHAPE_H
#define COLLIDE_SHAPE_H

#include "exact.h"
#include "collide.h"
#include "twofold.h"
#include "vector.h"

/* Writes everything after `pose` from `sizes` and `pose`. On an error the
 * shape is in no usable state. */
collide_pose_error shape_fold(collide_shape *shape);

/* Of a plane: height / |a|, in a way that neither over- nor underflows. */
double shape_unit_distance(const collide_shape *plane);

#endif

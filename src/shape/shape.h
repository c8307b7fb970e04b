/* SPDX-License-Identifier: MIT */
#ifndef COLLIDE_SHAPE_H
#define COLLIDE_SHAPE_H

#include "../number/exact.h"
#include "../collide.h"
#include "../number/twofold.h"
#include "../number/vector.h"

/* Writes everything after `pose` from `sizes` and `pose`. On an error the
 * shape is in no usable state. */
collide_pose_error ci_shape_fold(collide_shape *shape);

/* Of a plane: height / |a|, in a way that neither over- nor underflows. */
double ci_shape_unit_distance(const collide_shape *plane);

#endif

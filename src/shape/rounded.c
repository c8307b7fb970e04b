/* SPDX-License-Identifier: MIT
 *
 * Rounded boxes and hulls: the points within a radius of a posed box or hull, the core. The core is
 * exactly origin + linear * own, as for other solids. The ball around each of its points is even
 * in the world, whatever the matrix. So a pose must scale evenly.
 *
 * These rows have no exact cast: narrow/cast.c casts by the decisions of pairs of solids.
 */
#include <string.h>

#include "kind.h"
#include "quick.h"
#include "shape.h"

/* The index of the radius in the sizes of a source. */
enum { RADIUS_AT = 6 };

/* Matrices of graphics libraries are products in single precision. */
#define EVEN_SLACK 9.5367431640625e-7 /* 2^-20 */

/* The factor of the pose for the radius, or -1 if the pose is uneven. Entries are brought near 1
 * first, so that squares neither over- nor underflow. */
static double even_scale(const folded_pose *pose) {
  double m[9], square[3], mean;
  int j, exponent;
  if (pose->uniform > 0) return pose->uniform;
  (void)frexp(ci_largest(pose->turned.linear, 9, 0), &exponent);
  memcpy(m, pose->turned.linear, sizeof m);
  ci_rescale(m, 9, -exponent);
  for (j = 0; j < 3; j++) square[j] = m[j] * m[j] + m[3 + j] * m[3 + j] + m[6 + j] * m[6 + j];
  mean = (square[0] + square[1] + square[2]) / 3;
  for (j = 0; j < 3; j++) {
    int k = (j + 1) % 3;
    double across = m[j] * m[k] + m[3 + j] * m[3 + k] + m[6 + j] * m[6 + k];
    if (!(fabs(square[j] - mean) <= 2 * EVEN_SLACK * mean && fabs(across) <= EVEN_SLACK * mean))
      return -1;
  }
  return ldexp(sqrt(mean), exponent);
}

/* Adds the radius to the reach. In a frame that keeps a matrix, the reach is a size of that frame.
 * There the ball is off the given radius by the slack of the matrix, which 2^-18 covers. */
static collide_error rounded_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  double scale = even_scale(pose), own;
  collide_error error;
  if (scale < 0) return COLLIDE_ERROR_POSE_UNEVEN_SCALE;
  error = ci_kinds[shape_core(s)]->fold(s, sizes, pose);
  if (error != COLLIDE_OK) return error;
  s->radius = sizes[RADIUS_AT] * scale;
  own = s->frame == COLLIDE_LINEAR ? sizes[RADIUS_AT] : s->radius;
  s->reach = (s->reach + own) * (1 + 4 * EVEN_SLACK);
  return COLLIDE_OK;
}

collide_error collide_round(collide_shape *shape, collide_source *source, double radius) {
  collide_shape made = *shape;
  collide_source before = *source;
  collide_error error;
  collide_kind core = shape_core(shape);
  if (core != COLLIDE_BOX && core != COLLIDE_HULL && core != COLLIDE_POLYGON)
    return COLLIDE_ERROR_UNSUPPORTED;
  if (!(radius >= 0 && radius <= COLLIDE_LARGEST)) return COLLIDE_ERROR_SIZE;
  made.kind = core;
  if (radius > 0 && core == COLLIDE_BOX) made.kind = COLLIDE_ROUND_BOX;
  if (radius > 0 && core == COLLIDE_HULL) made.kind = COLLIDE_ROUND_HULL;
  source->sizes[core == COLLIDE_POLYGON ? (int)POLYGON_RADIUS : (int)RADIUS_AT] = radius;
  error = ci_shape_fold(&made, source);
  if (error == COLLIDE_OK)
    *shape = made;
  else
    *source = before;
  return error;
}

/* Corners are within sqrt(3) of the largest coordinate of the origin. */
#define SPREAD 1.7320508075688774

/* Rejects lines that miss a ball around the origin. */
static int quick_rounded(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  double gap, margin, radius = SPREAD * s->reach;
  quick q;
  int found;
  if (!quick_see(&q, s->frame, s, &c, hit, NULL, s->reach, radius)) return QUICK_UNSURE;
  found = quick_approach(&q, s->frame, s->reach, radius, s->reach);
  if (found != QUICK_HIT) return found;
  gap = quick_ball_gap(&q, q.f, q.f_most, radius, &margin);
  return gap < -margin ? QUICK_MISS : QUICK_UNSURE;
}

const shape_kind ci_round_box = {
    "rounded box", /* name */
    3,             /* dimensions */
    SPREAD,        /* spread */
    rounded_fold,  /* fold */
    NULL,          /* fold_2d */
    NULL,          /* outline */
    NULL,          /* extent: ci_shape_extent takes the core's */
    NULL,          /* unbounded_extent */
    quick_rounded, /* quick */
    NULL,          /* exact */
    0              /* points */
};

const shape_kind ci_round_hull = {
    "rounded hull", /* name */
    3,              /* dimensions */
    SPREAD,         /* spread */
    rounded_fold,   /* fold */
    NULL,           /* fold_2d */
    NULL,           /* outline */
    NULL,           /* extent */
    NULL,           /* unbounded_extent */
    quick_rounded,  /* quick */
    NULL,           /* exact */
    0               /* points */
};

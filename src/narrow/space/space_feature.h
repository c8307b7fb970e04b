/* SPDX-License-Identifier: MIT
 *
 * A feature of the difference of two polytopes: a corner, an edge or a face. Each
 * polytope may have a radius. These functions find the time at which a line enters through a
 * feature, and test whether the line surely enters there.
 */
#ifndef COLLIDE_SPACE_FEATURE_H
#define COLLIDE_SPACE_FEATURE_H

#include "../../number/twofold.h"
#include "solid.h"
#include "space.h"

typedef struct space_feature {
  int count;        /* the number of points: 1 for a corner, 2 for an edge, 3 for a face */
  int corner[3][2]; /* the corner of a and the corner of b, for each point */
  double normal[3]; /* unit length, out of b */
  int any_sign;     /* allows a time near 0 whose sign is not certain */
  twofold time;     /* set with the time, in units of the power of two `scale` */
  double scale;
} space_feature;

/* Finds the t at which the line from the origin along -d enters through the feature. `start` is the
 * pair at t = 0, and `d` is in the units of the pair. The error of t is at most 0.51 units in its
 * last place, or 2^-60. Returns 0 if t is less accurate, or if its
 * sign is not certain. Then *t is near the true time, or 0. Sets the normal. */
int ci_space_feature_time(const solid_pair *start, const double d[3], space_feature *f, double *t);

/* Returns 1 if the line surely enters through one of the features that a simplex of corners shows:
 * its own, or a face about it. Sets *guess to the time, and the normal and `inside` of the entry.
 * Moves the pair from t = 0 to this time. On 0, it may have improved *guess and moved the pair. The
 * line goes along -d, where d is w->d or its opposite. On entry f->any_sign is set, on
 * exit the feature. */
int ci_space_resolve(const space_sweep *w, solid_pair *pair, const double d[3], const simplex *s,
                     space_feature *f, double *guess, space_entry *entry);

#endif

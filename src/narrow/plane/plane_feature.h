/* SPDX-License-Identifier: MIT
 *
 * Features of two outlines: the nearest ones, or those of the least push. plane_feature.c searches,
 * plane_measure.c measures.
 */
#ifndef COLLIDE_PAIR_FEATURE_H
#define COLLIDE_PAIR_FEATURE_H

#include "plane.h"

/* The features to measure: an edge of one and a corner of the other, or two corners. */
typedef struct feature {
  const plane_outline *owner; /* of the edge; NULL for two corners */
  int edge, corner;           /* or a's corner and b's */
  twofold apart;              /* of the outlines without radii; negative when they meet */
} feature;

typedef struct meter {
  const plane_outline *a, *b;
  double scale; /* a power of two that brings all coordinates near 1, if they are far from it */
  double error; /* `beyond_error`, scaled */
} meter;

static inline const plane_outline *meter_other(const meter *m, const plane_outline *h) {
  return h == m->a ? m->b : m->a;
}

/* The distance of a corner of the other outline beyond an edge of h, in twofolds. */
twofold ci_beyond_edge(const meter *m, const plane_outline *h, int edge, int corner);
/* The distance of corner i of a from corner j of b. */
twofold ci_between_corners(const meter *m, int i, int j);

/* The nearest feature of outlines that are apart without their radii. */
void ci_find_nearest(const meter *m, feature *best);
/* The feature of the least push of outlines that meet without their radii. */
void ci_find_least_push(const meter *m, feature *best);

#endif

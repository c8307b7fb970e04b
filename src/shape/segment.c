/* SPDX-License-Identifier: MIT
 *
 * Segments in three dimensions.
 */
#include <string.h>

#include "kind.h"
#include "../number/vector.h"

/* ---- Making, folding, extent --------------------------------------------------- */

collide_error collide_make_segment(collide_shape *shape, collide_source *source, const double a[3],
                                   const double b[3]) {
  double sizes[6];
  memcpy(sizes, a, 3 * sizeof a[0]);
  memcpy(sizes + 3, b, 3 * sizeof b[0]);
  return ci_shape_make(shape, source, COLLIDE_SEGMENT, sizes, 6);
}

static collide_error segment_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  memcpy(s->a, sizes, sizeof s->a);
  memcpy(s->b, sizes + 3, sizeof s->b);
  if (!pose->is_identity) {
    ci_pose_carry(pose->turned.linear, s->a);
    ci_pose_carry(pose->turned.linear, s->b);
  }
  s->reach = ci_largest(s->b, 3, ci_largest(s->a, 3, 0));
  return COLLIDE_OK;
}

static void segment_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  const double *points[3];
  points[0] = s->a;
  points[1] = s->b;
  points[2] = NULL;
  ci_extent_of_points(points, 2, 0, g, extent);
}

/* ---- Quick casts --------------------------------------------------------------- */

/* x . (f x d) for x = b - a: off by 30 e F D X, as in capsule.c. */
#ifndef QUICK_SKEW
#define QUICK_SKEW 30.0
#endif

/* Most lines miss a segment's line. A line that may meet it is left to the exact cast. */
static QUICK_INLINE int quick_in(const collide_shape *s, const quick_cast *c, collide_hit *hit) {
  double x[3], w[3], most;
  quick q;
  int i, found;
  for (i = 0; i < 3; i++) x[i] = s->b[i] - s->a[i];
  most = ci_largest(x, 3, 0);
  if (!quick_see(&q, COLLIDE_MOVED, s, c, hit, s->a, most, 1.7320508075688774 * most))
    return QUICK_UNSURE;
  found = quick_approach(&q, COLLIDE_MOVED, most, 1.7320508075688774 * most, most);
  if (found != QUICK_HIT) return found;
  vector_cross(q.f, q.d, w);
  return fabs(vector_dot(x, w)) > QUICK_SKEW * q.eps * q.f_most * q.d_most * most ? QUICK_MISS
                                                                                  : QUICK_UNSURE;
}

static int quick_segment(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return quick_in(s, &c, hit);
}

const shape_kind ci_segment = {
    "segment",          /* name */
    3,                  /* dimensions */
    1.7320508075688774, /* spread */
    segment_fold,       /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    segment_extent,     /* extent */
    NULL,               /* unbounded_extent */
    quick_segment,      /* quick */
    &ci_segment_exact,  /* exact */
    2                   /* points */
};

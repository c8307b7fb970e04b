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

/* ---- The short way --------------------------------------------------------------- */

/* Most lines pass a segment's line; one that may meet it is not for plain doubles. */
static int quick_segment(quick *q) {
  const collide_shape *s = q->shape;
  double x[3], f[3], w[3], x_size = 0, d_size = 0;
  int i;
  for (i = 0; i < 3; i++) {
    x[i] = s->b[i] - s->a[i];
    f[i] = q->f[i] - s->a[i];
    x_size += fabs(x[i]);
    d_size += fabs(q->d[i]);
  }
  vector_cross(f, q->d, w);
  return fabs(vector_dot(x, w)) > 1e-13 * x_size * d_size * (q->f_size + s->reach) + 1e-100
             ? QUICK_MISS
             : QUICK_UNSURE;
}

const shape_kind ci_segment = {
    "segment",         3,    segment_fold, NULL, NULL, segment_extent, NULL, quick_segment,
    &ci_segment_exact, NULL, NULL,         NULL, 2};

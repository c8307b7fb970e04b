/* SPDX-License-Identifier: MIT
 *
 * Boxes.
 */
#include <string.h>

#include "kind.h"

/* ---- Making, folding, extent --------------------------------------------------- */

static collide_error make(collide_shape *shape, collide_source *source, const double min[3],
                          const double max[3]) {
  double corners[6];
  int i;
  for (i = 0; i < 3; i++) {
    if (!(min[i] <= max[i])) return COLLIDE_ERROR_SIZE;
    corners[i] = min[i];
    corners[3 + i] = max[i];
  }
  return ci_shape_make(shape, source, COLLIDE_BOX, corners, 6);
}

collide_error collide_make_box(collide_shape *shape, collide_source *source, const double half[3]) {
  double min[3];
  int i;
  for (i = 0; i < 3; i++) min[i] = -half[i];
  return make(shape, source, min, half);
}

collide_error collide_make_box_corners(collide_shape *shape, collide_source *source,
                                       const double min[3], const double max[3]) {
  collide_error error = make(shape, source, min, max);
  if (error == COLLIDE_OK) shape->fixed = 1;
  return error;
}

/* Rotated or mirrored it keeps its own frame, in which faces have their names. */
static collide_error box_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  int i, keeps_frame = pose->rotates || pose->mirrors;
  for (i = 0; i < 3; i++) {
    double scale = keeps_frame ? 1 : pose->turned.linear[4 * i];
    s->a[i] = sizes[i] * scale;
    s->b[i] = sizes[3 + i] * scale;
  }
  s->reach = ci_largest(s->b, 3, ci_largest(s->a, 3, 0));
  return keeps_frame ? ci_pose_keep(s, pose) : COLLIDE_OK;
}

static void box_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  int i;
  extent[0] = extent[1] = tf(0);
  for (i = 0; i < 3; i++) {
    int low = g[i] < 0;
    extent[low] = tf_add(extent[low], two_product(g[i], s->a[i]));
    extent[!low] = tf_add(extent[!low], two_product(g[i], s->b[i]));
  }
}

static void box_rescale(collide_shape *s, int exponent) {
  ci_rescale(s->position, 3, exponent);
  ci_rescale(s->a, 3, exponent);
  ci_rescale(s->b, 3, exponent);
}

/* ---- The short way --------------------------------------------------------------- */

int ci_quick_box(quick *q) {
  const double *low = q->shape->a, *high = q->shape->b;
  double t0 = -HUGE_VAL, t1 = HUGE_VAL, e0 = 0, e1 = 0;
  int i, axis = 0, tie = 0, axes = q->shape->kind == COLLIDE_RECT ? 2 : 3;
  if (!quick_is_near(q, q->shape->reach)) return QUICK_UNSURE;
  for (i = 0; i < axes; i++) {
    double f = q->f[i], d = q->d[i], near, far, e;
    if (d * d <= q->dd * 1e-18) {
      e = QUICK_CLEAR * (fabs(low[i]) + fabs(high[i]) + fabs(f));
      /* Nearly along the slab: it leaves no trace, as it is left far away. */
      if (d != 0 || !(f > low[i] + e && f < high[i] - e)) return QUICK_UNSURE;
      continue;
    }
    near = ((d > 0 ? low[i] : high[i]) - f) / d;
    far = ((d > 0 ? high[i] : low[i]) - f) / d;
    e = QUICK_CLEAR * (fabs(low[i]) + fabs(high[i]) + fabs(f)) / fabs(d);
    if (near > t0) {
      tie = near - t0 <= e + e0;
      t0 = near;
      e0 = e;
      axis = i;
    } else if (t0 - near <= e + e0) {
      tie = 1;
    }
    if (fabs(far - t1) <= e + e1) tie = 1; /* near an edge the exit's error is either's */
    if (far < t1) {
      t1 = far;
      e1 = e;
    }
  }
  q->error = e0 + e1;
  if (t0 > t1 + q->error) return QUICK_MISS;
  if (tie || !(t1 - t0 > q->error)) return QUICK_UNSURE;
  q->t[0] = t0;
  q->t[1] = t1;
  quick_point_at(q, t0, q->point);
  q->point[axis] = q->d[axis] > 0 ? low[axis] : high[axis];
  q->normal[0] = q->normal[1] = q->normal[2] = 0;
  q->normal[axis] = q->d[axis] > 0 ? -1 : 1;
  q->is_unit = 1;
  q->face = (collide_face)(COLLIDE_FACE_MINUS_X + 2 * axis + (q->d[axis] < 0));
  return QUICK_HIT;
}

const shape_kind ci_box = {
    "box",         3,           box_fold, NULL, NULL, box_extent, NULL, ci_quick_box,
    &ci_box_exact, box_rescale, NULL,     NULL, 0};

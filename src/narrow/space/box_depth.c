/* SPDX-License-Identifier: MIT
 *
 * The penetration depth of two boxes: the least overlap along 15 axes. The axes that may have the
 * least by plain doubles are measured in twofolds.
 */
#include <string.h>

#include "quick_boxes.h"

/* ---- One axis in twofolds ---------------------------------------------------------------- */

static void column(const double m[9], int i, double r[3]) {
  r[0] = m[i];
  r[1] = m[3 + i];
  r[2] = m[6 + i];
}

static void axis_of(const box_pair *v, int axis, twofold n[3]) {
  double x[3], y[3];
  if (axis < 6) {
    column(v->m[axis / 3], (axis + 1) % 3, x);
    column(v->m[axis / 3], (axis + 2) % 3, y);
  } else {
    column(v->m[0], (axis - 6) / 3, x);
    column(v->m[1], (axis - 6) % 3, y);
  }
  two_cross(x, y, n);
}

static twofold absolute(twofold x) {
  return x.hi < 0 ? tf_negate(x) : x;
}

/* The projection of a box onto n: its middle and its half extent, each times 2. */
static void project(const collide_shape *s, const double m[9], const twofold n[3], twofold *middle,
                    twofold *reach) {
  double x[3];
  int i;
  *middle = *reach = tf(0);
  for (i = 0; i < 3; i++) {
    twofold g;
    column(m, i, x);
    g = tf_dot_doubles(n, x);
    *middle = tf_add(*middle, tf_mul(g, two_sum(s->b[i], s->a[i])));
    *reach = tf_add(*reach, absolute(tf_mul(g, two_diff(s->b[i], s->a[i]))));
  }
}

/* The overlap along an axis. */
typedef struct box_overlap {
  int axis;
  twofold depth;
  double normal[3];
} box_overlap;

static int measure_axis(const box_pair *v, int axis, box_overlap *push) {
  twofold n[3], middle[2], reach[2], between = tf(0), length;
  int k, sign;
  axis_of(v, axis, n);
  length = tf_sqrt(tf_dot(n, n));
  if (!(length.hi > 0)) return 0;
  project(v->a, v->m[0], n, &middle[0], &reach[0]);
  project(v->b, v->m[1], n, &middle[1], &reach[1]);
  for (k = 0; k < 3; k++) {
    twofold d = two_diff(v->a->position[k], v->b->position[k]);
    between = tf_add(between, tf_mul(n[k], d));
  }
  between = tf_add(between, tf_scale(tf_sub(middle[0], middle[1]), 0.5));
  push->axis = axis;
  push->depth = tf_sub(tf_scale(tf_add(reach[0], reach[1]), 0.5), absolute(between));
  push->depth = tf_div(push->depth, length);
  sign = between.hi > 0 ? 1 : -1;
  for (k = 0; k < 3; k++) push->normal[k] = sign * (n[k].hi / length.hi);
  return 1;
}

/* ---- The least ---------------------------------------------------------------------------------
 */

/* An axis's depth in the frame of the box is this times its depth in the world. */
static double factor_of(const box_pair *v, int axis) {
  double x[3], y[3], n[3];
  if (axis < 6) {
    const double *row = v->inverse[axis / 3] + 3 * (axis % 3);
    return sqrt(vector_dot(row, row));
  }
  column(v->m[0], (axis - 6) / 3, x);
  column(v->m[1], (axis - 6) % 3, y);
  vector_cross(x, y, n);
  return sqrt(vector_dot(n, n));
}

/* The absolute determinant of the inverse of a's matrix: another factor of the axes of edges. */
static double shrinking(const box_pair *v) {
  const double *m = v->inverse[0];
  double n[3];
  if (v->a->frame == COLLIDE_MOVED) return 1;
  vector_cross(m + 3, m + 6, n);
  return fabs(vector_dot(m, n));
}

static int find_least_overlap(const box_pair *v, box_overlap *best) {
  double depth[BOX_AXES], slack[BOX_AXES], least = HUGE_VAL, shrink = shrinking(v);
  int i, found = 0;
  box_overlap push;
  for (i = 0; i < BOX_AXES; i++) {
    double f = factor_of(v, i) * (i < 6 ? 1 : shrink);
    depth[i] = f > 0 ? v->depth[i] / f : HUGE_VAL;
    slack[i] = f > 0 ? 2 * v->error[i / 3 < 2 ? i / 3 : 2] / f : 0;
    if (depth[i] + slack[i] < least) least = depth[i] + slack[i];
  }
  for (i = 0; i < BOX_AXES; i++) {
    if (depth[i] - slack[i] > least) continue;
    if (i >= 6 && ci_boxes_have_parallel_edges(v, (i - 6) / 3, (i - 6) % 3)) continue;
    if (!measure_axis(v, i, &push)) continue;
    if (found && push.depth.hi >= best->depth.hi) continue;
    *best = push;
    found = 1;
  }
  return found;
}

int ci_boxes_measure(const box_pair *v, int overlap, pair_gap *gap) {
  box_overlap push;
  int k;
  memset(&push, 0, sizeof push);
  if (!overlap || !find_least_overlap(v, &push)) return 0;
  /* If less is left, twofolds have too few digits. */
  if (overlap == PAIR_TOUCH)
    push.depth = tf(0);
  else if (!(push.depth.hi > MEASURE_CANCEL * MEASURE_CANCEL * (v->a->reach + v->b->reach)))
    return 0;
  for (k = 0; k < 3; k++) gap->normal[k] = push.normal[k];
  gap->apart = -push.depth.hi;
  return ci_boxes_find_common(v, push.axis, gap->normal, push.depth.hi, gap->common);
}

/* SPDX-License-Identifier: MIT
 *
 * Two boxes with their sides along the axes: how far each reaches into the other along each axis,
 * which is exact but for the last rounding. Boxes that rest on one another, as blocks and what
 * walks on them do, are within a unit in the last place of touching.
 */
#include <string.h>

#include "../number/twofold.h"
#include "near_boxes.h"

/* How far a has to go along an axis until it only touches b: down, and up. */
typedef struct aligned_axis {
  twofold down, up;
} aligned_axis;

static void measure_axis(const collide_shape *a, const collide_shape *b, int i,
                         aligned_axis *axis) {
  twofold apart = two_diff(a->position[i], b->position[i]);
  axis->down = tf_add(apart, two_diff(a->b[i], b->a[i]));
  axis->up = tf_add(tf_negate(apart), two_diff(b->b[i], a->a[i]));
}

static int is_less(twofold x, twofold y) {
  return x.hi < y.hi || (x.hi == y.hi && x.lo < y.lo);
}

int ci_near_aligned(const collide_shape *a, const collide_shape *b, pair_gap *gap) {
  aligned_axis axis[3];
  near_boxes v;
  double depth = HUGE_VAL;
  int i, least = 0, sign = 0;
  for (i = 0; i < 3; i++) {
    measure_axis(a, b, i, &axis[i]);
    if (axis[i].down.hi < 0 || axis[i].up.hi < 0) return NEAR_APART;
    if (!(axis[i].down.hi < HUGE_VAL && axis[i].up.hi < HUGE_VAL)) return NEAR_UNSURE;
  }
  for (i = 0; i < 3; i++) {
    int is_up = is_less(axis[i].up, axis[i].down);
    double way = is_up ? axis[i].up.hi : axis[i].down.hi;
    if (!(way < depth)) continue;
    depth = way;
    least = i;
    sign = is_up ? 1 : -1;
  }
  memset(gap->normal, 0, sizeof gap->normal);
  gap->normal[least] = sign;
  gap->apart = 0 - depth;
  ci_near_place_boxes(a, b, &v);
  return ci_near_boxes_common(&v, least, gap->normal, depth, gap->common) ? NEAR_MEET : NEAR_UNSURE;
}

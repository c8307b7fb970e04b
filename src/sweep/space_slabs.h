/* SPDX-License-Identifier: MIT
 *
 * What space_slabs.c and space_arrow.c share: a point or a segment that moves against a box along
 * the axes.
 */
#ifndef COLLIDE_SPACE_SLABS_H
#define COLLIDE_SPACE_SLABS_H

#include "../number/twofold.h"
#include "space.h"

/* Bounds are sums of a position and a size, exact as twofolds; their difference is exact too, where
 * it is not smaller than 2^-40 of them: there the sum of four doubles is rounded in the last place
 * of a twofold, 2^-100 of the largest. What is smaller but not 0 is left to the general way; 0 is
 * exact where no tails were lost, which is so when both bounds are plain doubles.
 */
#define SLABS_LEAST 9.094947017729282e-13 /* 2^-40 */

/* Returns 0 when the difference is too small to be certain. */
static inline int slabs_subtract(twofold x, twofold y, twofold *r) {
  if (x.lo == 0 && y.lo == 0) {
    *r = two_diff(x.hi, y.hi);
    return 1;
  }
  /* Of two twofolds of which one is a double, the sum takes half the time, to the same bits. */
  if (x.lo == 0)
    *r = tf_negate(tf_minus(y, x.hi));
  else
    *r = y.lo == 0 ? tf_minus(x, y.hi) : tf_sub(x, y);
  return fabs(r->hi) > SLABS_LEAST * (fabs(x.hi) + fabs(y.hi));
}

/* Rounded times are off by 2^-51 of themselves: those that differ by 2^-48 of both are in their
 * order. */
#define SLABS_APART 3.552713678800501e-15 /* 2^-48 */

/* At hit->t the mover touches the face of the box across an axis: writes the rest, but t_exit.
 * Returns 0 where a segment lies along the face. */
int ci_space_touch_face(const space_sweep *w, int axis, collide_sweep_hit *hit);

/* Are the two such shapes? */
static inline int slabs_know(const space_sweep *w) {
  const collide_shape *a = w->a, *b = w->b;
  if (b->kind != COLLIDE_BOX || b->frame != COLLIDE_MOVED || a->frame != COLLIDE_MOVED) return 0;
  return a->kind == COLLIDE_SEGMENT || (a->kind == COLLIDE_SPHERE && a->radius == 0);
}

/* ---- space_arrow.c ---------------------------------------------------------------------------
 */

/* The answer where the mover surely hits a face, in the order of slabs that plain doubles tell: 1,
 * or 0 where they do not. */
int ci_space_arrow(const space_sweep *w, collide_sweep_hit *hit);

#endif

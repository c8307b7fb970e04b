/* SPDX-License-Identifier: MIT
 *
 * The short way of measuring rects whose sides lie along the axes: their bounds say all. Answers
 * are those of pair_measure.c but for rounding, also of which push is chosen where several are
 * equally short, and of points where edges face each other.
 */
#include "pair_quick.h"

/* No sum or product of two overflows. */
static int is_ordinary(const collide_outline *o) {
  return o->aligned && o->count == 4 && o->magnitude < 1e100;
}

/* Is x > y, of numbers that are not rounded? */
static int is_more(twofold x, twofold y) {
  return x.hi != y.hi ? x.hi > y.hi : x.lo > y.lo;
}

/* ---- Two rects ------------------------------------------------------------------------------ */

/* The way from p's edge to the border of q: how far q is beyond each edge of p, in the order of the
 * corners: the lower one, that to the right, the upper one, that to the left. */
static twofold beyond_side(const collide_outline *p, const collide_outline *q, int side) {
  int axis = side % 2 == 0;
  return side == 0 || side == 3 ? two_diff(p->low[axis], q->high[axis])
                                : two_diff(q->low[axis], p->high[axis]);
}

/* Out of which side of a the push goes that is shortest: the first of those that are equal. */
static void take_push(const collide_outline *a, const collide_outline *b, pair_gap *gap) {
  twofold most = beyond_side(a, b, 0);
  int side, found = 0;
  for (side = 1; side < 4; side++) {
    twofold x = beyond_side(a, b, side);
    if (!is_more(x, most)) continue;
    most = x;
    found = side;
  }
  gap->apart = most.hi;
  gap->normal[0] = found == 1 ? -1 : found == 3 ? 1 : 0;
  gap->normal[1] = found == 2 ? -1 : found == 0 ? 1 : 0;
}

/* Along one axis: how far b is beyond a, and the nearest coordinates of both: those of borders
 * that face each other, or the middle of what the two share. */
static double take_axis(const collide_outline *a, const collide_outline *b, int axis, double *on_a,
                        double *on_b) {
  double low, high;
  if (b->low[axis] > a->high[axis]) {
    *on_a = a->high[axis];
    *on_b = b->low[axis];
    return *on_b - *on_a;
  }
  if (a->low[axis] > b->high[axis]) {
    *on_a = a->low[axis];
    *on_b = b->high[axis];
    return *on_a - *on_b;
  }
  low = a->low[axis] > b->low[axis] ? a->low[axis] : b->low[axis];
  high = a->high[axis] < b->high[axis] ? a->high[axis] : b->high[axis];
  *on_a = *on_b = (low + high) * 0.5;
  return 0;
}

int ci_quick_rects(const collide_shape *a, const collide_shape *b, int wanted, pair_gap *gap) {
  const collide_outline *p = &a->of.outline, *q = &b->of.outline;
  double x, y, normal[2];
  if (!is_ordinary(p) || !is_ordinary(q)) return PAIR_UNSURE;
  if (wanted == QUICK_PUSH && !pair_bounds_meet(a, b)) return 0;
  x = take_axis(p, q, 0, &gap->on_a[0], &gap->on_b[0]);
  y = take_axis(p, q, 1, &gap->on_a[1], &gap->on_b[1]);
  if (x == 0 && y == 0) {
    gap->common[0] = gap->on_a[0];
    gap->common[1] = gap->on_a[1];
    if (wanted == QUICK_PUSH) take_push(p, q, gap);
    return 1;
  }
  gap->apart = x + y; /* one of them is 0 */
  if (x == 0 || y == 0) return 0;
  return ci_quick_between(gap->on_a, gap->on_b, 0, 0, &gap->apart, normal) ? 0 : PAIR_UNSURE;
}

/* ---- A circle and a rect ----------------------------------------------------------------- */

/* The point of the range that is nearest to x. */
static double nearest(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

/* How far its centre is inside of a side: negative. */
static twofold beyond_own_side(const collide_outline *o, const double c[2], int side) {
  int axis = side % 2 == 0;
  return side == 0 || side == 3 ? two_diff(o->low[axis], c[axis])
                                : two_diff(c[axis], o->high[axis]);
}

/* Its centre is in the rect: out of the side that is nearest to it, the first of those that are
 * equally near. Near the border rounding decides what is shown: see PAIR_SHALLOW. */
static int take_inside(const collide_shape *circle, const collide_outline *o, pair_gap *gap) {
  const double *c = circle->position;
  twofold most = beyond_own_side(o, c, 0);
  int side, found = 0;
  for (side = 1; side < 4; side++) {
    twofold x = beyond_own_side(o, c, side);
    if (!is_more(x, most)) continue;
    most = x;
    found = side;
  }
  /* What is inside is not larger than the rect. */
  if (!(most.hi < -PAIR_SHALLOW * BEYOND_MARGIN * (2 * o->magnitude + circle->radius)))
    return PAIR_UNSURE;
  gap->apart = most.hi - circle->radius;
  gap->normal[0] = found == 1 ? 1 : found == 3 ? -1 : 0;
  gap->normal[1] = found == 2 ? 1 : found == 0 ? -1 : 0;
  gap->common[0] = c[0];
  gap->common[1] = c[1];
  return 1;
}

/* Its centre is beside one side of the rect, along an axis, or beside a corner. */
static int measure_outside(const collide_shape *circle, const collide_outline *o, pair_gap *gap) {
  const double *c = circle->position, *foot = gap->on_b;
  int axis = foot[0] == c[0], side;
  if (foot[0] != c[0] && foot[1] != c[1])
    return ci_quick_between(c, foot, circle->radius, 0, &gap->apart, gap->normal);
  side = axis == 0 ? (c[0] > foot[0] ? 1 : 3) : (c[1] > foot[1] ? 2 : 0);
  gap->normal[0] = o->corners[side].normal[0];
  gap->normal[1] = o->corners[side].normal[1];
  return ci_quick_beyond(o->corners[side].point, o->corners[side < 3 ? side + 1 : 0].point, c,
                         circle->radius, 0, &gap->apart);
}

/* Halfway between the deepest points, if the rect holds that. */
static void take_common(const collide_outline *o, pair_gap *gap) {
  double s = gap->apart * 0.5, x = gap->on_b[0] + gap->normal[0] * s;
  double y = gap->on_b[1] + gap->normal[1] * s;
  int holds = x >= o->low[0] && x <= o->high[0] && y >= o->low[1] && y <= o->high[1];
  gap->common[0] = holds ? x : gap->on_b[0];
  gap->common[1] = holds ? y : gap->on_b[1];
}

int ci_quick_circle_rect(const collide_shape *circle, const collide_shape *rect, int wanted,
                         pair_gap *gap) {
  const collide_outline *o = &rect->of.outline;
  const double *c = circle->position;
  if (!is_ordinary(o) || !(circle->of.outline.magnitude < 1e100 && circle->radius < 1e100))
    return PAIR_UNSURE;
  if (wanted == QUICK_PUSH && !pair_bounds_meet(circle, rect)) return 0;
  gap->on_b[0] = nearest(c[0], o->low[0], o->high[0]);
  gap->on_b[1] = nearest(c[1], o->low[1], o->high[1]);
  if (gap->on_b[0] == c[0] && gap->on_b[1] == c[1]) return take_inside(circle, o, gap);
  if (!measure_outside(circle, o, gap)) return PAIR_UNSURE;
  if (gap->apart > 0) {
    gap->on_a[0] = c[0] - gap->normal[0] * circle->radius;
    gap->on_a[1] = c[1] - gap->normal[1] * circle->radius;
    return 0;
  }
  take_common(o, gap);
  return 1;
}

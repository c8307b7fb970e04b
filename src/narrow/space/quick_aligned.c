/* SPDX-License-Identifier: MIT
 *
 * Quick answers for cores along the axes: boxes that are not turned, spheres, and capsules and
 * segments along an axis. The separation of two such cores along an axis is a sum of four doubles,
 * mostly an exact twofold. Then yes or no is exact at any distance. axis_separation.c compares
 * shapes of all kinds along an axis, for yes and no.
 */
#include "axis_separation.h"

#include <string.h>

#include "../../number/scalar.h"
#include "../../number/sum.h"
#include "../../shape/hull.h"
#include "core.h"
#include "quick_boxes.h"
#include "witness.h"

/* ---- Reach ----------------------------------------------------------------------------------- */

static void set_sizes(axis_core *s, double around, double low, double high) {
  s->low[0] = s->low[2] = -around;
  s->high[0] = s->high[2] = around;
  s->low[1] = low;
  s->high[1] = high;
}

static void set_hull(axis_core *s, const solid_hull *hull) {
  memcpy(s->low, hull->low, sizeof s->low);
  memcpy(s->high, hull->high, sizeof s->high);
}

static int set_core(axis_core *s, const collide_shape *shape) {
  const double *corner[3];
  int i, k, count = core_corners(shape, corner);
  for (k = 0; k < 3; k++) s->low[k] = s->high[k] = corner[0][k];
  for (i = 1; i < count; i++)
    for (k = 0; k < 3; k++) {
      s->low[k] = lesser(s->low[k], corner[i][k]);
      s->high[k] = greater(s->high[k], corner[i][k]);
    }
  return count > 0;
}

int ci_axis_core(const collide_shape *shape, axis_core *s) {
  if (shape->frame != COLLIDE_MOVED) return 0;
  s->radius = core_has_radius(shape) ? shape->radius : 0;
  switch (shape_core(shape)) {
  case COLLIDE_BOX:
    memcpy(s->low, shape->a, sizeof s->low);
    memcpy(s->high, shape->b, sizeof s->high);
    return 1;
  case COLLIDE_HULL:
    set_hull(s, hull_of(shape));
    return 1;
  case COLLIDE_CYLINDER:
    set_sizes(s, shape->radius, -shape->height, shape->height);
    return 1;
  case COLLIDE_CONE:
    set_sizes(s, shape->radius, -shape->height, 0);
    return 1;
  default:
    return set_core(s, shape);
  }
}

/* ---- Cores along the axes -------------------------------------------------------------------- */

/* Is the core a point, a box, or a segment along an axis? */
static int is_along_axes(const collide_shape *s) {
  if (s->kind == COLLIDE_SPHERE || shape_core(s) == COLLIDE_BOX) return 1;
  if (s->kind != COLLIDE_CAPSULE && s->kind != COLLIDE_SEGMENT) return 0;
  return (s->a[0] != s->b[0]) + (s->a[1] != s->b[1]) + (s->a[2] != s->b[2]) <= 1;
}

/* The two, and the square of the distance of their cores in doubles, for quick_decide. */
typedef struct level_pair {
  const collide_shape *a, *b;
  axis_core p, q;
  double size, rr;
} level_pair;

/* A difference of positions, one of coordinates and their sum are off by u of at most M, 2 M and M:
 * 4 u M, far below QUICK_MARGIN, also in the square. */
static inline int make(const collide_shape *a, const collide_shape *b, level_pair *pair) {
  double most = 0;
  int k;
  if (!is_along_axes(a) || !is_along_axes(b)) return 0;
  if (!ci_axis_core(a, &pair->p) || !ci_axis_core(b, &pair->q)) return 0;
  pair->a = a;
  pair->b = b;
  pair->rr = 0;
  for (k = 0; k < 3; k++) {
    double d = a->position[k] - b->position[k];
    double above = d + (pair->p.low[k] - pair->q.high[k]);
    double below = (pair->q.low[k] - pair->p.high[k]) - d, r = greater(greater(above, below), 0);
    most = greater(most, fabs(d));
    pair->rr += r * r;
  }
  pair->size = most + (a->reach + b->reach);
  return 1;
}

/* The sum of two differences; returns 0 if it is not exactly a twofold. */
static inline int add_exactly(twofold x, twofold y, twofold *sum) {
  twofold hi = two_sum(x.hi, y.hi), lo = two_sum(x.lo, y.lo), rest = two_sum(hi.lo, lo.hi);
  *sum = two_sum(hi.hi, rest.hi);
  return rest.lo == 0 && lo.lo == 0;
}

/* Along axis k: the vector from b's core to a's and its ends, or the middle of the overlap. */
static inline int measure_axis(const level_pair *pair, int k, witness_pair *s) {
  const double *p = pair->a->position, *q = pair->b->position;
  const axis_core *a = &pair->p, *b = &pair->q;
  twofold d = two_diff(p[k], q[k]), above, below;
  if (!add_exactly(d, two_diff(a->low[k], b->high[k]), &above) ||
      !add_exactly(tf_negate(d), two_diff(b->low[k], a->high[k]), &below))
    return 0;
  if (above.hi > 0) {
    s->r[k] = above;
    s->from_a[k] = p[k] + a->low[k];
    s->from_b[k] = q[k] + b->high[k];
  } else if (below.hi > 0) {
    s->r[k] = tf_negate(below);
    s->from_a[k] = p[k] + a->high[k];
    s->from_b[k] = q[k] + b->low[k];
  } else {
    s->r[k] = tf(0);
    s->from_a[k] = s->from_b[k] = greater(p[k] + a->low[k], q[k] + b->low[k]) * 0.5 +
                                  lesser(p[k] + a->high[k], q[k] + b->high[k]) * 0.5;
  }
  return 1;
}

/* Below this gap, in units of the size, witness_measure may keep fewer digits than a double has: it
 * is off by 2^-96 of the size. */
#ifndef LEVEL_NEAR
#define LEVEL_NEAR 9.094947017729282e-13 /* 2^-40 */
#endif

/* For gaps below LEVEL_NEAR: the square of the distance less that of the radii is exact. Its double
 * is off by 2 u of itself, so the gap is off by 5.5 u. */
static int finish_exactly(const witness_pair *s, pair_gap *gap) {
  twofold radius = two_sum(s->radius_a, s->radius_b);
  exact_sum squares;
  double length = 0;
  int k;
  squares.count = 0;
  for (k = 0; k < 3; k++) {
    if (!ci_sum_add_square(&squares, 1, s->r[k])) return 0;
    length += s->r[k].hi * s->r[k].hi;
  }
  length = sqrt(length);
  if (!(length > WITNESS_LEAST) || !ci_sum_add_square(&squares, -1, radius)) return 0;
  for (k = 0; k < 3; k++) gap->normal[k] = s->r[k].hi / length;
  return witness_put_gap(s, length, ci_sum_value(&squares) / (length + radius.hi), PAIR_UNSURE,
                         gap);
}

static int measure(const level_pair *pair, pair_gap *gap) {
  witness_pair s;
  if (!quick_in_range(pair->size)) return PAIR_UNSURE;
  if (!measure_axis(pair, 0, &s) || !measure_axis(pair, 1, &s) || !measure_axis(pair, 2, &s))
    return PAIR_UNSURE;
  if (s.r[0].hi == 0 && s.r[1].hi == 0 && s.r[2].hi == 0) return PAIR_UNSURE;
  s.radius_a = pair->p.radius;
  s.radius_b = pair->q.radius;
  s.size = pair->size;
  s.spread = 0;
  if (witness_measure(&s, PAIR_UNSURE, gap) && fabs(gap->apart) > LEVEL_NEAR * pair->size)
    return gap->apart <= 0;
  if (!finish_exactly(&s, gap)) return PAIR_UNSURE;
  return gap->apart <= 0;
}

static int decide_in_doubles(const level_pair *pair) {
  return quick_decide(pair->rr, pair->rr, pair->p.radius + pair->q.radius, pair->size);
}

int ci_aligned_decide(const collide_shape *a, const collide_shape *b) {
  level_pair pair;
  pair_gap gap;
  int found;
  if (!make(a, b, &pair)) return PAIR_UNSURE;
  found = decide_in_doubles(&pair);
  return found != PAIR_UNSURE ? found : measure(&pair, &gap);
}

int ci_aligned_gap(const collide_shape *a, const collide_shape *b, int apart, pair_gap *gap) {
  level_pair pair;
  if (!make(a, b, &pair)) return PAIR_UNSURE;
  if (!apart && decide_in_doubles(&pair) == PAIR_PARTED) return 0;
  return measure(&pair, gap);
}

/* ---- Two boxes that overlap --------------------------------------------------------------- */

/* The distance that a must move along an axis until it only touches b: down, and up. */
typedef struct aligned_axis {
  twofold down, up;
} aligned_axis;

static void measure_overlap(const collide_shape *a, const collide_shape *b, int i,
                            aligned_axis *axis) {
  twofold apart = two_diff(a->position[i], b->position[i]);
  axis->down = tf_add(apart, two_diff(a->b[i], b->a[i]));
  axis->up = tf_add(tf_negate(apart), two_diff(b->b[i], a->a[i]));
}

static int is_less(twofold x, twofold y) {
  return x.hi < y.hi || (x.hi == y.hi && x.lo < y.lo);
}

int ci_aligned_boxes_measure(const collide_shape *a, const collide_shape *b, pair_gap *gap) {
  aligned_axis axis[3];
  box_pair v;
  double depth = HUGE_VAL;
  int i, least = 0, sign = 0;
  for (i = 0; i < 3; i++) {
    measure_overlap(a, b, i, &axis[i]);
    if (axis[i].down.hi < 0 || axis[i].up.hi < 0) return PAIR_PARTED;
    if (!(axis[i].down.hi < HUGE_VAL && axis[i].up.hi < HUGE_VAL)) return PAIR_UNSURE;
  }
  for (i = 0; i < 3; i++) {
    int is_up = is_less(axis[i].up, axis[i].down);
    double push = is_up ? axis[i].up.hi : axis[i].down.hi;
    if (!(push < depth)) continue;
    depth = push;
    least = i;
    sign = is_up ? 1 : -1;
  }
  memset(gap->normal, 0, sizeof gap->normal);
  gap->normal[least] = sign;
  gap->apart = 0 - depth;
  ci_boxes_place(a, b, &v);
  return ci_boxes_find_common(&v, least, gap->normal, depth, gap->common) ? PAIR_MEET : PAIR_UNSURE;
}

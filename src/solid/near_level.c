/* SPDX-License-Identifier: MIT
 *
 * Shapes whose cores lie along the axes: boxes that are not turned, spheres, and capsules and
 * segments that lie along an axis, as those do that walk, and what they walk on. How far two cores
 * are apart along an axis is a sum of four doubles, mostly a twofold without rounding; then it is
 * known exactly whether the two meet, touch or not, however near they are.
 */
#include "../number/scalar.h"
#include "../number/sum.h"
#include "near_span.h"

/* The core, relative to the position. */
typedef struct level_core {
  double low[3], high[3];
} level_core;

/* 0 for other shapes. */
static inline int make_core(const collide_shape *s, level_core *core) {
  int k, ways = 0;
  if (s->frame != COLLIDE_MOVED) return 0;
  if (s->kind == COLLIDE_SPHERE) {
    for (k = 0; k < 3; k++) core->low[k] = core->high[k] = 0;
    return 1;
  }
  for (k = 0; k < 3; k++) {
    core->low[k] = lesser(s->a[k], s->b[k]);
    core->high[k] = greater(s->a[k], s->b[k]);
    ways += s->a[k] != s->b[k];
  }
  return s->kind == COLLIDE_BOX ||
         (ways <= 1 && (s->kind == COLLIDE_CAPSULE || s->kind == COLLIDE_SEGMENT));
}

static inline double radius_of(const collide_shape *s) {
  return s->kind == COLLIDE_SPHERE || s->kind == COLLIDE_CAPSULE ? s->radius : 0;
}

/* The two, and in plain doubles how far a's core is from b's, for near_decide. */
typedef struct level_pair {
  const collide_shape *a, *b;
  level_core p, q;
  double size, rr;
} level_pair;

/* A difference of positions, one of coordinates and their sum are off by u of what is at most M, 2
 * M and M: by 4 u M. Neither that, nor what it adds to the square, is near NEAR_MARGIN. */
static inline int make(const collide_shape *a, const collide_shape *b, level_pair *pair) {
  double most = 0;
  int k;
  if (!make_core(a, &pair->p) || !make_core(b, &pair->q)) return 0;
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

/* The sum of two differences; 0 if it is not a twofold exactly. */
static inline int add_exactly(twofold x, twofold y, twofold *sum) {
  twofold hi = two_sum(x.hi, y.hi), lo = two_sum(x.lo, y.lo), rest = two_sum(hi.lo, lo.hi);
  *sum = two_sum(hi.hi, rest.hi);
  return rest.lo == 0 && lo.lo == 0;
}

/* Along axis k: the way out of b's core to a's, and the points where it begins and ends, or the
 * middle of what the two share. */
static inline int measure_axis(const level_pair *pair, int k, near_span *s) {
  const double *p = pair->a->position, *q = pair->b->position;
  const level_core *a = &pair->p, *b = &pair->q;
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

/* Where the two come nearer, in units of the size, near_finish may keep fewer than all digits of a
 * double: what it is off by is 2^-96 of the size. */
#ifndef LEVEL_NEAR
#define LEVEL_NEAR 9.094947017729282e-13 /* 2^-40 */
#endif

/* Then this keeps them: the square of the way less that of the radii, without rounding. Its double
 * is off by 2 u of itself, so that the gap is off by 5.5 u. */
static int finish_exactly(const near_span *s, pair_gap *gap) {
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
  if (!(length > NEAR_LEAST) || !ci_sum_add_square(&squares, -1, radius)) return 0;
  for (k = 0; k < 3; k++) gap->normal[k] = s->r[k].hi / length;
  return near_settle(s, length, ci_sum_value(&squares) / (length + radius.hi), NEAR_UNSURE, gap);
}

static int measure(const level_pair *pair, pair_gap *gap) {
  near_span s;
  if (!near_in_range(pair->size)) return PAIR_UNSURE;
  if (!measure_axis(pair, 0, &s) || !measure_axis(pair, 1, &s) || !measure_axis(pair, 2, &s))
    return PAIR_UNSURE;
  if (s.r[0].hi == 0 && s.r[1].hi == 0 && s.r[2].hi == 0) return PAIR_UNSURE;
  s.radius_a = radius_of(pair->a);
  s.radius_b = radius_of(pair->b);
  s.size = pair->size;
  s.spread = 0;
  if (near_finish(&s, NEAR_UNSURE, gap) && fabs(gap->apart) > LEVEL_NEAR * pair->size)
    return gap->apart <= 0;
  if (!finish_exactly(&s, gap)) return PAIR_UNSURE;
  return gap->apart <= 0;
}

static int look(const level_pair *pair) {
  return near_decide(pair->rr, pair->rr, radius_of(pair->a) + radius_of(pair->b), pair->size);
}

int ci_near_level(const collide_shape *a, const collide_shape *b) {
  level_pair pair;
  pair_gap gap;
  int found;
  if (!make(a, b, &pair)) return NEAR_UNSURE;
  found = look(&pair);
  if (found != NEAR_UNSURE) return found;
  found = measure(&pair, &gap);
  return found == PAIR_UNSURE ? NEAR_UNSURE : found;
}

int ci_near_level_gap(const collide_shape *a, const collide_shape *b, int apart, pair_gap *gap) {
  level_pair pair;
  if (!make(a, b, &pair)) return PAIR_UNSURE;
  if (!apart && look(&pair) == NEAR_APART) return 0;
  return measure(&pair, gap);
}

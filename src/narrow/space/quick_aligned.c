/* SPDX-License-Identifier: MIT
 *
 * Quick answers for cores along the axes: boxes that are not turned, spheres, and capsules and
 * segments along an axis. The separation of two such cores along an axis is a sum of four doubles,
 * mostly an exact twofold. Then yes or no is exact at any distance. separation.c compares
 * shapes of all kinds along an axis, for yes and no.
 */
#include "../../number/sum.h"
#include "quick_pairs.h"
#include "separation.h"
#include "solid.h"

/* ---- Cores along the axes -------------------------------------------------------------------- */

/* Is the core a point, a box, or a segment along an axis? */
static int is_along_axes(const collide_shape *s) {
  if (s->kind == COLLIDE_SPHERE || shape_core(s) == COLLIDE_BOX) return 1;
  if (s->kind != COLLIDE_CAPSULE && s->kind != COLLIDE_SEGMENT) return 0;
  return (s->a[0] != s->b[0]) + (s->a[1] != s->b[1]) + (s->a[2] != s->b[2]) <= 1;
}

/* The two, and the square of the distance of their cores in doubles, for quick_decide. */
typedef struct aligned_pair {
  const collide_shape *a, *b;
  axis_core p, q;
  double size, rr;
} aligned_pair;

/* A difference of positions, one of coordinates and their sum are off by u of at most M, 2 M and M:
 * 4 u M, far below QUICK_MARGIN, also in the square. */
static inline int make_aligned(const collide_shape *a, const collide_shape *b, aligned_pair *pair) {
  double most = 0;
  int k;
  if (!is_along_axes(a) || !is_along_axes(b)) return 0;
  if (!ci_axis_core(a, &pair->p) || !ci_axis_core(b, &pair->q)) return 0;
  pair->a = a;
  pair->b = b;
  pair->rr = 0;
  for (k = 0; k < 3; k++) {
    double d = a->origin[k] - b->origin[k];
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
static inline int measure_axis(const aligned_pair *pair, int k, witness_pair *s) {
  const double *p = pair->a->origin, *q = pair->b->origin;
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
#ifndef ALIGNED_NEAR
#define ALIGNED_NEAR 9.094947017729282e-13 /* 2^-40 */
#endif

/* For gaps below ALIGNED_NEAR: the square of the distance less that of the radii is exact. Its
 * double is off by 2 u of itself, so the gap is off by 5.5 u. */
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

static int measure_aligned_cores(const aligned_pair *pair, pair_gap *gap) {
  witness_pair s;
  if (!quick_in_range(pair->size)) return PAIR_UNSURE;
  if (!measure_axis(pair, 0, &s) || !measure_axis(pair, 1, &s) || !measure_axis(pair, 2, &s))
    return PAIR_UNSURE;
  if (s.r[0].hi == 0 && s.r[1].hi == 0 && s.r[2].hi == 0) return PAIR_UNSURE;
  s.radius_a = pair->p.radius;
  s.radius_b = pair->q.radius;
  s.size = pair->size;
  s.spread = 0;
  if (witness_measure(&s, PAIR_UNSURE, gap) && fabs(gap->apart) > ALIGNED_NEAR * pair->size)
    return gap->apart <= 0;
  if (!finish_exactly(&s, gap)) return PAIR_UNSURE;
  return gap->apart <= 0;
}

static int decide_in_doubles(const aligned_pair *pair) {
  return quick_decide(pair->rr, pair->rr, pair->p.radius + pair->q.radius, pair->size);
}

int ci_aligned_decide(const collide_shape *a, const collide_shape *b) {
  aligned_pair pair;
  pair_gap gap;
  int found;
  if (!make_aligned(a, b, &pair)) return PAIR_UNSURE;
  found = decide_in_doubles(&pair);
  return found != PAIR_UNSURE ? found : measure_aligned_cores(&pair, &gap);
}

int ci_aligned_gap(const collide_shape *a, const collide_shape *b, int apart, pair_gap *gap) {
  aligned_pair pair;
  if (!make_aligned(a, b, &pair)) return PAIR_UNSURE;
  if (!apart && decide_in_doubles(&pair) == PAIR_PARTED) return 0;
  return measure_aligned_cores(&pair, gap);
}

/* ---- The row -------------------------------------------------------------------------------- */

static int aligned_overlap(const collide_shape *a, const collide_shape *b) {
  int found = ci_aligned_decide(a, b);
  return found != PAIR_UNSURE ? found : ci_solids_overlap(a, b);
}

static int aligned_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  int found = ci_aligned_gap(a, b, always, gap);
  return found != PAIR_UNSURE ? found : ci_solids_gap(a, b, always, gap);
}

const pair_row ci_aligned_row = {
    aligned_overlap, ci_solids_measure, ci_solids_compare, aligned_gap, NULL, NULL};

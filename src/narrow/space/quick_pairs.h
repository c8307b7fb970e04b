/* SPDX-License-Identifier: MIT
 *
 * Quick answers for simple pairs in space, by closed forms. They decide in plain doubles and
 * measure in twofolds. Each reports when it is unsure; then the functions for all pairs answer
 * (solid.h, decide.h).
 *
 * A core is a point, a segment or a triangle. A sphere, and a capsule that is scaled evenly, is a
 * core with a radius.
 */
#ifndef COLLIDE_SOLID_QUICK_PAIRS_H
#define COLLIDE_SOLID_QUICK_PAIRS_H

#include "../../number/lanes_twofold.h"
#include "../../number/scalar.h"
#include "../../number/twofold.h"
#include "../../number/vector.h"
#include "../plane/plane.h"
#include "core.h"

/* The points within `radius` of the hull of 1 to 3 corners. */
typedef struct round_core {
  const double *position;
  const double *corner[3]; /* relative to the position */
  int count;
  double radius, reach; /* neither the radius nor a coordinate of a corner exceeds the reach */
} round_core;

/* Returns 0 if the shape has no core, or is in a linear frame. */
static inline int core_make(const collide_shape *s, round_core *core) {
  if (s->frame != COLLIDE_MOVED) return 0;
  core->count = core_corners(s, core->corner);
  core->position = s->origin;
  core->reach = s->reach;
  core->radius = core_has_radius(s) ? s->radius : 0;
  if (s->kind == COLLIDE_CAPSULE && s->a[0] == s->b[0] && s->a[1] == s->b[1] && s->a[2] == s->b[2])
    core->count = 1;
  return core->count > 0;
}

/* A feature of a core, by its corners, and a point of it: the first corner plus weight[i] times the
 * edge from it to corner i + 1. */
typedef struct core_feature {
  int count, index[3];
  double weight[2];
} core_feature;

/* The nearest points of two cores. */
typedef struct nearest_pair {
  core_feature a, b;
  int parallel; /* the segments are nearly parallel: a's weight is in the middle of the part that
                   faces b, and b's weight was solved for */
} nearest_pair;

/* Two cores in plain doubles: p are a's corners relative to b's position, q those of b. */
typedef struct core_scene {
  const round_core *a, *b;
  double p[3][3];
  double size; /* bounds the coordinates of p, q and the sum of the radii, except for u */
} core_scene;

/* Finds the nearest points, rounded. If the cores cross, the points are near the crossing. */
void ci_find_nearest_features(const core_scene *scene, nearest_pair *found);

/* The vector from b's point to a's, in plain doubles. */
static inline void core_vector(const core_scene *c, const nearest_pair *f, double r[3]) {
  int i, k;
  for (k = 0; k < 3; k++) {
    double x = c->p[f->a.index[0]][k] - c->b->corner[f->b.index[0]][k];
    for (i = 1; i < f->a.count; i++)
      x += f->a.weight[i - 1] * (c->p[f->a.index[i]][k] - c->p[f->a.index[0]][k]);
    for (i = 1; i < f->b.count; i++)
      x -= f->b.weight[i - 1] * (c->b->corner[f->b.index[i]][k] - c->b->corner[f->b.index[0]][k]);
    r[k] = x;
  }
}

/* The separation of the cores along r, times |r|. */
static inline double core_separation(const core_scene *c, const double r[3]) {
  const double *const *q = c->b->corner;
  double least = vector_dot(r, c->p[0]), most = vector_dot(r, q[0]);
  if (c->a->count > 1) least = lesser(vector_dot(r, c->p[1]), least);
  if (c->a->count > 2) least = lesser(vector_dot(r, c->p[2]), least);
  if (c->b->count > 1) most = greater(vector_dot(r, q[1]), most);
  if (c->b->count > 2) most = greater(vector_dot(r, q[2]), most);
  return least - most;
}

/* A check that two points are nearest: the separation along the vector r between them, over |r|, is
 * less than |r| by at most this, in units of the size. */
#ifndef NEAREST_CHECK
#define NEAREST_CHECK 5.684341886080802e-14 /* 2^-44 */
#endif

static inline int quick_are_nearest(double rr, double extent, double size) {
  double off = rr - extent, most = NEAREST_CHECK * size;
  return off * off <= most * most * rr;
}

/* The last step of an edge's weight is at most this, and changes only the vector. An edge is
 * shorter than 4 M, so a point is off by at most 2^-45 of the size along it, within NEAREST_CHECK.
 * The products of an edge with the step lose at most u^2. */
#ifndef NEAREST_STEP
#define NEAREST_STEP 3.552713678800501e-15 /* 2^-48 */
#endif

/* ---- Margin: see plane.h for the terms ---------------------------------------------------------
 *
 * The error of the vector r between two points of two cores, and of a separation along it, in
 * units of the size M. M is the largest coordinate of the difference of the positions plus those of
 * both shapes' own numbers. Lengths are at most sqrt(3) M.
 * - p is a difference and a sum, each rounded: 2 u M for each coordinate.
 * - r: p; four products of a difference with a weight, 4 u of an own coordinate each, so 8 u M;
 *   five sums of at most M: 5 u M; weights that together exceed 1 by u: 2 u M. That is 17 u M for
 *   each coordinate, 29.5 u M for the vector.
 * - |r|^2 is off by 3 u of itself, that is 1.5 u of |r|. The radius is a sum, the margin is taken
 *   from it, and it is squared: 4 u M. With |r| below sqrt(3) M: 37 u M in all.
 * - An extent r . p - r . q over |r|: 3.5 u M for p, 5.2 u M for each product, and 3.5 u M for the
 *   difference: 17.4 u M; against the radius as before. For a box in a linear frame M has the sum
 *   of the absolute values of the matrix times the largest own coordinate. Then each coordinate of
 *   linear * own is off by 4 u M, and the extent of the box by 7 u M; the rest is less than above.
 */
#ifndef QUICK_MARGIN
#define QUICK_MARGIN (40 * PAIR_UNIT)
#endif

/* Outside of this range squares might over- or underflow; the quick answers are unsure there. */
static inline int quick_in_range(double size) {
  return size > 1e-70 && size < 1e70;
}

/* Two points at a distance of at most the sum of the radii prove that the shapes meet. A separation
 * of the cores along r above that sum proves that they do not. */
static inline int quick_are_apart(double rr, double extent, double radius, double size) {
  double out = radius + QUICK_MARGIN * size;
  return quick_in_range(size) && extent > 0 && extent * extent > out * out * rr;
}

static inline int quick_decide(double rr, double extent, double radius, double size) {
  double in = radius - QUICK_MARGIN * size;
  if (quick_in_range(size) && in > 0 && rr < in * in) return PAIR_MEET;
  return quick_are_apart(rr, extent, radius, size) ? PAIR_PARTED : PAIR_UNSURE;
}

/* ---- The gap ------------------------------------------------------------------------------------
 *
 * Computes the gap of two shapes from the vector between the nearest points of their cores:
 * distance or depth, normal and witness points. Inlined, because every closed form ends with it. */

/* The vector between the nearest points of two cores, from b to a. */
typedef struct witness_pair {
  twofold r[3];
  double from_a[3], from_b[3]; /* the nearest points, in the world */
  double radius_a, radius_b;
  double size;   /* bounds the terms of the vector */
  double spread; /* see WITNESS_SPREAD; 0 if the points are exactly nearest */
} witness_pair;

/* A difference of twofolds above this has the right sign: they are off by less than 2^-96 of the
 * size. */
#define WITNESS_LEFT 8.077935669463161e-28 /* 2^-90 */

/* The squares of shorter vectors lose digits to underflow. */
#define WITNESS_LEAST 1e-140

/* Points that passed NEAREST_CHECK are off by at most x = 2^-44 of the size across the distance d.
 * That lengthens d by x^2 / 2 d. This is below 2^-55 of d less the radii if d times that difference
 * is at least (2^27 x)^2. */
#define WITNESS_SPREAD 7.62939453125e-06 /* 2^-17: 2^27 times 2^-44 */

/* Writes the gap from the length d of the vector and `apart`, d less the radii. Returns 0 if
 * `overlap` is known and disagrees. */
static inline int witness_put_gap(const witness_pair *s, double d, double apart, int overlap,
                                  pair_gap *gap) {
  double low, high, middle;
  int k;
  gap->apart = apart;
  if (overlap != PAIR_UNSURE && overlap != (apart <= 0)) return 0;
  if (apart > 0) {
    for (k = 0; k < 3; k++) {
      gap->on_a[k] = s->from_a[k] - gap->normal[k] * s->radius_a;
      gap->on_b[k] = s->from_b[k] + gap->normal[k] * s->radius_b;
    }
    return 1;
  }
  /* Halfway between the deepest points, within both shapes. */
  low = d - s->radius_a > -s->radius_b ? d - s->radius_a : -s->radius_b;
  high = d + s->radius_a < s->radius_b ? d + s->radius_a : s->radius_b;
  middle = (d - s->radius_a + s->radius_b) * 0.5;
  middle = middle < low ? low : middle > high ? high : middle;
  for (k = 0; k < 3; k++) gap->common[k] = s->from_b[k] + gap->normal[k] * middle;
  return 1;
}

/* The squares of two twofolds, without the squares of the low parts, which are below u^2 of all. */
static inline void witness_square_two(twofold x, twofold y, twofold *xx, twofold *yy) {
  double two[2];
  lanes hi = lanes_firsts(lanes_one(x.hi), lanes_one(y.hi));
  lanes lo = lanes_firsts(lanes_one(x.lo), lanes_one(y.lo)), twice = lanes_mul(hi, lo);
  lanes_twofold square = lanes_two_product(hi, lanes_split(hi));
  lanes_store(two, square.hi);
  xx->hi = two[0];
  yy->hi = two[1];
  lanes_store(two, lanes_add(square.lo, lanes_add(twice, twice)));
  xx->lo = two[0];
  yy->lo = two[1];
}

/* Subtracts the radii and writes the gap. `overlap` is PAIR_UNSURE if it is not known. Returns 0 if
 * too few digits are left.
 *
 * D - R = (D^2 - R^2) / (D + R) for the length D of r and the radii R. The difference of squares
 * is a sum of doubles whose roundings are summed in doubles. It is off by 2^-100 of the squares, so
 * D - R is off by as much of D + R, and by 4.5 u of itself: u for the difference as a double, 1.5 u
 * for the root of the rounded D^2, u for R, u for the sum D + R, and u for the quotient. */
static inline int witness_measure(const witness_pair *s, int overlap, pair_gap *gap) {
  twofold radius = two_sum(s->radius_a, s->radius_b), x, y, z, round, sum, rest;
  double low, length, inverse, apart;
  int k;
  witness_square_two(s->r[0], s->r[1], &x, &y);
  witness_square_two(s->r[2], radius, &z, &round);
  sum = two_sum(x.hi, y.hi);
  low = sum.lo + (x.lo + y.lo);
  sum = two_sum(sum.hi, z.hi);
  low += sum.lo + z.lo;
  length = sqrt(sum.hi + low);
  if (!(length > WITNESS_LEAST)) return 0; /* no direction, or squares that underflow */
  rest = two_diff(sum.hi, round.hi);
  apart = (rest.hi + (rest.lo + (low - round.lo))) / (length + radius.hi);
  if (!quick_in_range(s->size) || !(fabs(apart) >= WITNESS_LEFT * s->size) ||
      !(s->spread * s->spread <= length * fabs(apart)))
    return 0;
  inverse = 1 / length;
  for (k = 0; k < 3; k++) gap->normal[k] = s->r[k].hi * inverse;
  return witness_put_gap(s, length, apart, overlap, gap);
}

/* ---- quick_aligned.c ------------------------------------------------------------------------ */

/* Do two shapes meet whose cores lie along the axes (quick_aligned.c)? PAIR_UNSURE for others.
 */
int ci_aligned_decide(const collide_shape *a, const collide_shape *b);
/* The same with the gap, if the cores are apart; else PAIR_UNSURE. If the shapes do not meet, the
 * gap is written only if `apart` is set. */
int ci_aligned_gap(const collide_shape *a, const collide_shape *b, int apart, pair_gap *gap);

#endif

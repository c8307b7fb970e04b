/* SPDX-License-Identifier: MIT
 *
 * Closed forms for simple pairs in space. Each answers in plain doubles, when it is certain, or in
 * twofolds, when what is left of a difference is large enough; everything else is left to the
 * routines that answer for all pairs (decide.h, solid.h).
 *
 * A core is a point, a segment or a triangle; a sphere is a core with a radius, as is an evenly
 * scaled capsule. nearest_features.c finds the nearest points of two cores, quick_cores.c says
 * whether the two shapes certainly meet or certainly do not, and measures; twofold_cores.c says so
 * of two that touch but for rounding.
 */
#ifndef COLLIDE_SOLID_QUICK_PAIRS_H
#define COLLIDE_SOLID_QUICK_PAIRS_H

#include "../number/scalar.h"
#include "../number/twofold.h"
#include "../number/vector.h"
#include "../pair/pair.h"
#include "core.h"

/* The points within `radius` of the hull of 1 to 3 corners. */
typedef struct round_core {
  const double *position;
  const double *corner[3]; /* relative to the position */
  int count;
  double radius, reach; /* reach: the radius and no coordinate of a corner is larger */
} round_core;

/* Returns 0 when the shape has no core, or is in a linear frame. */
static inline int core_make(const collide_shape *s, round_core *core) {
  if (s->frame != COLLIDE_MOVED) return 0;
  core->count = core_corners(s, core->corner);
  core->position = s->position;
  core->reach = s->reach;
  core->radius = core_has_radius(s) ? s->radius : 0;
  if (s->kind == COLLIDE_CAPSULE && s->a[0] == s->b[0] && s->a[1] == s->b[1] && s->a[2] == s->b[2])
    core->count = 1;
  return core->count > 0;
}

/* A feature of a core, by its corners, and a point of it: the first corner, plus weight[i] times
 * the edge from there to corner i + 1. */
typedef struct core_feature {
  int count, index[3];
  double weight[2];
} core_feature;

/* The nearest points of two cores. */
typedef struct nearest_pair {
  core_feature a, b;
  int parallel; /* segments that are parallel but for rounding: a's weight is in the middle of what
                   they share, and only b's was solved for */
} nearest_pair;

/* Two cores in plain doubles: p are a's corners relative to b's position, q those of b. */
typedef struct core_scene {
  const round_core *a, *b;
  double p[3][3];
  double size; /* no coordinate of p and q, and not the sum of the radii, is larger but for u */
} core_scene;

/* The nearest points but for rounding; of cores that cross, points near the crossing. */
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

/* How far the cores are apart along r, times |r|. */
static inline double core_separation(const core_scene *c, const double r[3]) {
  const double *const *q = c->b->corner;
  double least = vector_dot(r, c->p[0]), most = vector_dot(r, q[0]);
  if (c->a->count > 1) least = lesser(vector_dot(r, c->p[1]), least);
  if (c->a->count > 2) least = lesser(vector_dot(r, c->p[2]), least);
  if (c->b->count > 1) most = greater(vector_dot(r, q[1]), most);
  if (c->b->count > 2) most = greater(vector_dot(r, q[2]), most);
  return least - most;
}

/* Two shapes with cores, of which b may be a triangle, but not a. */
typedef struct core_pair {
  round_core a, b;
  core_scene scene;
  nearest_pair found;
  int known;   /* 0: one of them has no core, and nothing else is set */
  int is_deep; /* of ci_cores_decide_in_twofolds: these are set, and accurate: */
  double apart, normal[3];
} core_pair;

/* Places the two cores; returns 0, and sets `known` alone, for shapes that are none. */
int ci_cores_make(const collide_shape *a, const collide_shape *b, core_pair *pair);

/* A sphere or capsule and a capsule, at less cost than ci_cores_decide: do they meet? PAIR_UNSURE
 * for other shapes. */
int ci_capsules_decide(const collide_shape *a, const collide_shape *b);
/* The same with the gap, or PAIR_UNSURE. When they do not meet, it is written only if `apart`. */
int ci_capsules_gap(const collide_shape *a, const collide_shape *b, int apart, pair_gap *gap);

/* Shapes whose cores lie along the axes, see quick_aligned.c: do they meet? PAIR_UNSURE for others.
 */
int ci_aligned_decide(const collide_shape *a, const collide_shape *b);
/* The same with the gap where they touch by their radii, or are apart; or PAIR_UNSURE. When they do
 * not meet, it is written only if `apart`. */
int ci_aligned_gap(const collide_shape *a, const collide_shape *b, int apart, pair_gap *gap);

/* The nearest points of two segments in plain doubles, see nearest_features.c: where they lie, 0 to
 * 1, and the products of d = p1 - p0 and e = q1 - q0. The quotients are there so that nothing waits
 * for a division later. */
typedef struct nearest_on_lines {
  double s, t, d[3], e[3], dd, ee, de, per_ee, per_det;
  int parallel;
} nearest_on_lines;

void ci_find_nearest_on_segments(const double p0[3], const double p1[3], const double q0[3],
                                 const double q1[3], nearest_on_lines *found);
/* Finds the points, for ci_cores_measure. */
void ci_cores_find_nearest(const collide_shape *a, const collide_shape *b, core_pair *pair);
/* Do the two shapes meet? PAIR_PARTED, PAIR_MEET or PAIR_UNSURE. Finds the points, too, unless a
 * plane already parts the two: then there is nothing to measure, and ci_cores_measure says so. */
int ci_cores_decide(const collide_shape *a, const collide_shape *b, core_pair *pair);
/* Returns 1 and writes *gap when it is accurate, else 0. Whether the two overlap need not be known
 * (PAIR_UNSURE): what is measured tells it. */
int ci_cores_measure(core_pair *pair, int overlap, pair_gap *gap);

/* The same for two that are in place, of which a then goes by d: PAIR_STAYS_PARTED when they are
 * apart at all places of a. Otherwise finds the points, and writes the vector r between them. */
int ci_cores_decide_along(core_pair *pair, const double d[3], double r[3]);
/* In twofolds, by the points that were found, what those two leave open: PAIR_PARTED; PAIR_MEET,
 * and then the two are in one another; PAIR_UNSURE; or, where d is not NULL, PAIR_STAYS_PARTED. */
int ci_cores_decide_in_twofolds(core_pair *pair, const double *d);

/* How far the shapes are apart along r, times |r|; `away` goes from b's position to a's. Off by
 * what twofold_cores.c derives. */
twofold ci_separation_in_twofolds(const round_core *a, const round_core *b, const twofold away[3],
                                  const twofold r[3]);

/* Measures two that ci_cores_decide_in_twofolds says to meet. */
int ci_cores_measure_deep(const core_pair *pair, pair_gap *gap);

/* Two spheres; the same. Whether they overlap need not be known (PAIR_UNSURE): what is measured
 * tells it. */
int ci_spheres_decide(const collide_shape *a, const collide_shape *b);
int ci_spheres_measure(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap);

/* Points are checked by the extent along the vector r between them: unless they are nearest, it is
 * less than r is long by more than this, in units of the size. */
#ifndef NEAREST_CHECK
#define NEAREST_CHECK 5.684341886080802e-14 /* 2^-44 */
#endif

static inline int quick_are_nearest(double rr, double extent, double size) {
  double off = rr - extent, most = NEAREST_CHECK * size;
  return off * off <= most * most * rr;
}

/* The last step of an edge's weight is no longer than this; it changes the vector alone. An edge is
 * shorter than 4 M, so a point is off by at most 2^-45 of the size along it: within NEAREST_CHECK.
 * Of an edge's products with the change u^2 is lost at most. */
#ifndef NEAREST_STEP
#define NEAREST_STEP 3.552713678800501e-15 /* 2^-48 */
#endif

/* Sphere (a) and box, in any frame: the sphere's centre as seen from the box. */
typedef struct sphere_box {
  const collide_shape *sphere, *box;
  double d[3];   /* from the box's position to the centre, but for rounding */
  double own[3]; /* of the nearest point in the box */
  double r[3];   /* from that to the centre, but for rounding */
  double size;   /* see QUICK_MARGIN */
  int inside;    /* is the centre in the box, but for rounding? */
  int held[3];   /* -1, 1: the nearest point is on the lower or upper face of the axis */
} sphere_box;

/* All of that but r. */
void ci_sphere_box_place(const collide_shape *sphere, const collide_shape *box, sphere_box *pair);
int ci_sphere_box_decide(const collide_shape *sphere, const collide_shape *box, sphere_box *pair);
/* Of a centre outside of the box, whether the two overlap need not be known (PAIR_UNSURE). */
int ci_sphere_box_measure(sphere_box *pair, int overlap, pair_gap *gap);

/* ---- Margin: see pair.h for the terms ---------------------------------------------------
 *
 * What the vector r between two points of two cores, and an extent along such a vector, may be off
 * by, in units of the size M: that is the largest coordinate of the difference of the positions,
 * and of both shapes' own numbers, added up. Lengths are at most sqrt(3) M.
 * - p is a difference and a sum, each rounded: 2 u M for each coordinate.
 * - r: p; four products of a difference with a weight, 4 u of an own coordinate each, so 8 u M;
 * five sums of at most M: 5 u M; weights that together exceed 1 by u: 2 u M. That is 17 u M for
 * each coordinate, 29.5 u M for the vector.
 * - |r|^2 is off by 3 u of itself, that is 1.5 u of |r|. The radius is a sum, the margin is taken
 *   from it, and it is squared: 4 u M. With |r| below sqrt(3) M: 37 u M in all.
 * - An extent r . p - r . q over |r|: 3.5 u M for p, 5.2 u M for each product, and 3.5 u M for the
 *   difference: 17.4 u M; against the radius as before.
 * A box in a linear frame counts with the sum of the absolute values of its matrix, times its
 * largest own coordinate. Then each coordinate of linear * own is off by 4 u M, an extent by 7 u M
 * for the box, and less than the above for the rest. */
#ifndef QUICK_MARGIN
#define QUICK_MARGIN (40 * PAIR_UNIT)
#endif

/* Sizes outside of this range are left to others: squares might over- or underflow. */
static inline int quick_in_range(double size) {
  return size > 1e-70 && size < 1e70;
}

/* Two points of the shapes at most |r| apart show that the two meet, if that is within the radii;
 * an extent along r that is above them shows that they do not. */
static inline int quick_are_apart(double rr, double extent, double radius, double size) {
  double out = radius + QUICK_MARGIN * size;
  return quick_in_range(size) && extent > 0 && extent * extent > out * out * rr;
}

static inline int quick_decide(double rr, double extent, double radius, double size) {
  double in = radius - QUICK_MARGIN * size;
  if (quick_in_range(size) && in > 0 && rr < in * in) return PAIR_MEET;
  return quick_are_apart(rr, extent, radius, size) ? PAIR_PARTED : PAIR_UNSURE;
}

#endif

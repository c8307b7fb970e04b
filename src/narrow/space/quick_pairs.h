/* SPDX-License-Identifier: MIT
 *
 * Quick answers for simple pairs in space, by closed forms. They decide in plain doubles and
 * measure in twofolds. Each reports when it is unsure; then the functions for all pairs answer
 * (solid.h, decide.h).
 *
 * A core is a point, a segment or a triangle. A sphere, and a capsule that is scaled evenly, is a
 * core with a radius. nearest_features.c finds the nearest points of two cores. quick_cores.c
 * decides and measures.
 */
#ifndef COLLIDE_SOLID_QUICK_PAIRS_H
#define COLLIDE_SOLID_QUICK_PAIRS_H

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
  core->position = s->position;
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

/* Two shapes with cores. Only b may be a triangle. */
typedef struct core_pair {
  round_core a, b;
  core_scene scene;
  nearest_pair found;
  int known; /* 0: a shape has no core, and nothing else is set */
} core_pair;

/* Do a sphere or capsule and a capsule meet? Takes two thirds of the time of ci_cores_decide.
 * PAIR_UNSURE for other shapes. */
int ci_capsules_decide(const collide_shape *a, const collide_shape *b);

/* Do two shapes meet whose cores lie along the axes (quick_aligned.c)? PAIR_UNSURE for others.
 */
int ci_aligned_decide(const collide_shape *a, const collide_shape *b);
/* The same with the gap, if the cores are apart; else PAIR_UNSURE. If the shapes do not meet, the
 * gap is written only if `apart` is set. */
int ci_aligned_gap(const collide_shape *a, const collide_shape *b, int apart, pair_gap *gap);

/* The nearest points of two segments in plain doubles: their parameters s and t, 0 to 1, and the
 * products of d = p1 - p0 and e = q1 - q0. The quotients are computed early so that no later step
 * waits for a division. */
typedef struct nearest_on_lines {
  double s, t, d[3], e[3], dd, ee, de, per_ee, per_det;
  int parallel;
} nearest_on_lines;

void ci_find_nearest_on_segments(const double p0[3], const double p1[3], const double q0[3],
                                 const double q1[3], nearest_on_lines *found);
/* Finds the nearest points, for ci_cores_measure. */
void ci_cores_find_nearest(const collide_shape *a, const collide_shape *b, core_pair *pair);
/* Do the two shapes meet? PAIR_PARTED, PAIR_MEET or PAIR_UNSURE. Also finds the nearest points,
 * unless the plane of a triangle separates the two: then ci_cores_measure returns 0. */
int ci_cores_decide(const collide_shape *a, const collide_shape *b, core_pair *pair);
/* Returns 1 and writes *gap if it is accurate, else 0. If `overlap` is PAIR_UNSURE, the gap's sign
 * decides. */
int ci_cores_measure(core_pair *pair, int overlap, pair_gap *gap);

/* The same for two spheres. */
int ci_spheres_decide(const collide_shape *a, const collide_shape *b);
int ci_spheres_measure(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap);

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

/* Sphere (a) and box, in any frame: the sphere's centre relative to the box. */
typedef struct sphere_box {
  const collide_shape *sphere, *box;
  double d[3];   /* from the box's position to the centre, except for rounding */
  double own[3]; /* the nearest point in the box, in the own frame */
  double r[3];   /* from that point to the centre, except for rounding */
  double size;   /* see QUICK_MARGIN */
  int inside;    /* is the centre in the box, except for rounding? */
  int held[3];   /* -1, 1: the nearest point is on the lower or upper face of the axis */
} sphere_box;

/* Sets everything except r. */
void ci_sphere_box_place(const collide_shape *sphere, const collide_shape *box, sphere_box *pair);
int ci_sphere_box_decide(const collide_shape *sphere, const collide_shape *box, sphere_box *pair);
/* `overlap` may be PAIR_UNSURE if the centre is outside of the box. */
int ci_sphere_box_measure(sphere_box *pair, int overlap, pair_gap *gap);

/* ---- Margin: see plane.h for the terms ---------------------------------------------------
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

#endif

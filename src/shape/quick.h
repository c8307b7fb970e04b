/* SPDX-License-Identifier: MIT
 *
 * Casts that plain doubles can answer: the start is near the shape and every
 * comparison is clear by a margin that no rounding reaches. That is most of a
 * game's casts, at a fraction of the cost of deciding exactly; whatever is not
 * clear is left to cast.c. The margins are a hundred times what the roundings
 * add up to, so a wide safety factor and not a tolerance: they change who
 * answers, never the answer.
 */
#ifndef COLLIDE_QUICK_H
#define COLLIDE_QUICK_H

#include "../collide.h"
#include "../number/fp.h"
#include "../number/vector.h"

enum { QUICK_MISS = 0, QUICK_HIT = 1, QUICK_UNSURE = 2 };

/* As collide_raycast, or as collide_segmentcast with max = 1; hit may be NULL. */
int ci_quick_cast(const collide_shape *shape, const double from[3], const double toward[3],
                  int is_segment, double max, int flags, collide_hit *hit);

/* ---- For quick.c and quick_flat.c alone --------------------------------------- */

/* Starts up to this many sizes away are near: then a coordinate on the line is
 * off by less than 1e-14 sizes. */
#define QUICK_NEAR 32.0
/* What a comparison of lengths or squares must be clear by, of its terms. */
#define QUICK_CLEAR 1e-11
/* Of a half chord's square, so that its root keeps its digits. */
#define QUICK_NO_GRAZE 0.0625

/* A line in the shape's frame, and what is found of it. */
typedef struct quick {
  const collide_shape *shape;
  const double *from, *toward;
  int is_segment;
  double f[3], d[3], dd;
  double f_size;              /* the largest sum that f came from, every term made positive */
  double t[2], error;         /* the interval; what it may be off by */
  double point[3], normal[3]; /* where it enters */
  int is_unit;                /* the normal has unit length already */
  double uv[2];               /* triangles */
  collide_face face;
  int edge;
} quick;

/* unit = p / length for a p that has this length but for rounding: a step of
 * Newton's brings it to unit length without a root. */
static inline void quick_unit(const double p[3], double length, double unit[3]) {
  double k = 1 / length, x = p[0] * k, y = p[1] * k, z = p[2] * k;
  k = 1.5 - 0.5 * (x * x + y * y + z * z);
  unit[0] = x * k;
  unit[1] = y * k;
  unit[2] = z * k;
}

/* Does the line start near a thing of this size at the origin? */
static inline int quick_is_near(const quick *q, double size) {
  return q->f_size <= QUICK_NEAR * size && size > 1e-30;
}

static inline void quick_point_at(const quick *q, double t, double p[3]) {
  p[0] = q->f[0] + t * q->d[0];
  p[1] = q->f[1] + t * q->d[1];
  p[2] = q->f[2] + t * q->d[2];
}

/* The ball of radius r about the origin, seen from f: the interval, by the
 * point nearest to its centre. */
static inline int quick_ball(const quick *q, const double f[3], double r, double t[2]) {
  double over = 1 / q->dd, s = -vector_dot(f, q->d) * over, x = f[0] + s * q->d[0],
         y = f[1] + s * q->d[1], z = f[2] + s * q->d[2], rr = r * r, gg = x * x + y * y + z * z,
         half;
  if (gg > rr * (1 + QUICK_CLEAR)) return QUICK_MISS;
  if (!(rr - gg > rr * QUICK_NO_GRAZE)) return QUICK_UNSURE;
  half = sqrt((rr - gg) * over);
  t[0] = s - half;
  t[1] = s + half;
  return QUICK_HIT;
}

/* For several kinds: each fills q, or says that the line misses or that it cannot tell. */
int ci_quick_box(quick *q);
int ci_quick_polygon(quick *q);

#endif

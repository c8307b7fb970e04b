/* SPDX-License-Identifier: MIT
 *
 * The interface of this room: a shape that moves without turning against a fixed one, in the plane.
 *
 * Let a move by t d. It meets b at t exactly when a + t d = b for some points of the two, that is,
 * when t d lies in their Minkowski difference M = { b - a }. Let Q be the convex polygon of the
 * differences of corners. M is the set of points within the sum R of both radii of Q. So a
 * shapecast is a ray from the origin against M. The edges of Q are those of b and those of -a, in
 * the order of their directions. The walk along them merges both lists, and stores nothing. (Berg
 * et al., "Computational Geometry", Minkowski sums.)
 *
 * A ray enters M through one feature: an edge of Q, moved outward by R, or the disk of radius R
 * around a corner of Q. sweep_enter.c finds it, in plain doubles or by exact signs. sweep_hulls.c
 * computes the time in plain doubles, sweep_measure.c precisely.
 */
#ifndef COLLIDE_SWEEP_H
#define COLLIDE_SWEEP_H

#include "../../collide.h"
#include "../../number/exact.h"
#include "plane.h"

/* Two outlines. The first one moves by d. */
typedef struct sweep_pair {
  const collide_shape *moving, *fixed;
  plane_outline a, b;
  double d[2]; /* not zero */
} sweep_pair;

typedef enum sweep_found {
  SWEEP_MISS,
  SWEEP_GRAZE, /* the line meets M, but not its inside */
  SWEEP_CROSS,
  SWEEP_UNSURE /* only from quick paths */
} sweep_found;

/* Finds where the line through the origin along d enters M. Exact. If several edges share the
 * corner, an edge of b comes first, then the one that the shape prefers, as in casts. */
sweep_found ci_sweep_enter(const sweep_pair *s, sweep_feature *feature);

/* The entry of the line: the signs of t and of t - 1 there. The second counts only if t > 0. */
typedef struct sweep_entry {
  sweep_found found;
  sweep_feature feature;
  int start, end;
  int has_time; /* the two below are set */
  double t, normal[2];
} sweep_entry;

/* Gives the same results as ci_sweep_enter and ci_sweep_compare, for two rects along the axes with
 * area, in plain doubles. Writes t, too, whatever its sign. Returns 0 if plain doubles are unsure.
 * With `open`, a line that touches M but not its inside may be a miss. */
int ci_sweep_rects(const sweep_pair *s, int open, sweep_entry *entry);
/* Finds the point in which a, moved by t, touches b. Requires a time from ci_sweep_rects. */
void ci_sweep_rects_touch(const sweep_pair *s, const sweep_entry *in, double t, double point[2]);

/* The edges of an outline, as bits, along which the side d x p rises, and those along which it
 * falls. For a segment along d: the corner that lies ahead. Exact. */
typedef struct sweep_runs {
  unsigned rise, fall;
  int foremost;
} sweep_runs;

/* For both outlines: d x p for each corner p, with the first one again at the end. `error` is the
 * largest error of the difference of two of them. */
enum { SWEEP_SIDES_MOST = 32 };
typedef struct sweep_sides {
  double of_a[SWEEP_SIDES_MOST + 1], of_b[SWEEP_SIDES_MOST + 1], error;
  double d[2], radius, reach; /* reach: R |d| */
  sweep_runs runs_a, runs_b;
} sweep_sides;

/* Returns 0 for an outline with more than SWEEP_SIDES_MOST corners, and without radii for fewer
 * than 5 corners in all. */
int ci_sweep_sides(const sweep_pair *s, sweep_sides *sides);
/* Like ci_sweep_enter, from the sides in plain doubles; with sign -1 along -d. SWEEP_UNSURE if
 * plain doubles are unsure. */
sweep_found ci_sweep_polygons(const sweep_pair *s, const sweep_sides *sides, int sign,
                              sweep_feature *edge);

/* Finds the t at which the line enters M through a feature, or leaves it with sign -1, if t is
 * above 0. t is within 0.51 units in the last place of itself. Writes the normal of M there, unless
 * n is NULL. Uses plain doubles and a little more: returns 0 if these are unsure. */
int ci_sweep_quick(const sweep_pair *s, const sweep_feature *feature, int sign, double *t,
                   double n[2]);

/* The sign of t - at, where the line enters M through this feature at t, and `at` is -1, 0 or 1.
 * Exact. */
int ci_sweep_compare(const sweep_pair *s, const sweep_feature *feature, int at);

/* The t of ci_sweep_compare, within 0.51 units in the last place of itself. */
double ci_sweep_time(const sweep_pair *s, const sweep_feature *feature);
/* Returns this t, on the side of 1 that in->end says, or 0 unless `later`. Writes the normal of M
 * there, and the point in which a, moved by t, touches b. */
double ci_sweep_meet(const sweep_pair *s, const sweep_entry *in, int later, double normal[2],
                     double point[2]);

/* Finds this point, from t and the normal. */
void ci_sweep_touch(const sweep_pair *s, const sweep_feature *feature, double t,
                    const double normal[2], double point[2]);

/* ---- Straight features ------------------------------------------------------------------- */

/* A straight feature. A point of a comes from beyond the line, on which n . x = k, along d with n .
 * d < 0. Let p be the point of a that reaches the line first, g = n . p - k, and f = -n . d above
 * 0. The feature touches at t = (g - R |n|) / f. The line goes through `from` and `to`, and n
 * points to the right of their direction. Then g is n . (p - q), and q is any point of the line. If
 * `from` is NULL, the line is the border of a half-plane. */
typedef struct sweep_face {
  const double *p, *q, *from, *to;
  const collide_shape *plane;
  double r1, r2; /* R is the sum */
  double d[2];
} sweep_face;

/* Like ci_sweep_compare and ci_sweep_time. */
int ci_sweep_compare_face(const sweep_face *face, int at);
double ci_sweep_face_time(const sweep_face *face);

/* See sweep_measure.c, "How much". */
#ifndef SWEEP_CANCEL
#define SWEEP_CANCEL 9.5367431640625e-07 /* 2^-20 */
#endif

/* d x v and d . v for v = q - p, exactly: of degree 2. */
void ci_sweep_cross_exactly(exact_pool *pool, const double d[2], const double p[2],
                            const double q[2], exact *r);
void ci_sweep_dot_exactly(exact_pool *pool, const double d[2], const double p[2], const double q[2],
                          exact *r);

/* The sign of p + root_sign (r1 + r2) |root of n|, for an exact n that is not negative. Its numbers
 * have the degrees of p^2 and n. Releases nothing. */
int ci_sweep_sign_with_root(exact_pool *pool, const exact *p, const exact *n, double r1, double r2,
                            int root_sign);

/* ---- Queries and decisions ------------------------------------------------------------------- */

typedef struct sweep_query {
  const collide_shape *a, *b;
  double d[2];
  int flags;
} sweep_query;

typedef enum sweep_outcome {
  SWEEP_NONE,
  SWEEP_LATER,    /* a hit, at t > 0 */
  SWEEP_AT_START, /* a hit at t = 0 of the open query: they touch, and the shape moves in */
  SWEEP_TOUCHED,  /* they overlap at the start, and the line enters there */
  SWEEP_INSIDE    /* they overlap at the start, and the line has entered before */
} sweep_outcome;

/* `start` and `end` are the signs of t and t - 1 at the entry, and `exit` is the sign of t at the
 * exit. `exit` counts only if start <= 0, and `end` only if start > 0. */
sweep_outcome ci_sweep_decide(int flags, sweep_found found, int start, int exit, int end);
/* Moves a rounded t above 0 to the side of 1 that `end` says. */
double ci_sweep_put_time(double t, int end);
/* Writes the hit of two that overlap at the start. `touches`: the line enters there. Then the
 * caller has set t, normal and point, which stay if the two only touch. In the open query, returns
 * 0 for a depth above 0 if the shape does not move against the contact's normal. */
int ci_sweep_take_start(const sweep_query *w, int touches, collide_sweep_hit *hit);

/* Two outlines. */
int ci_sweep_outlines(const sweep_query *w, collide_sweep_hit *hit);
/* The time at which two outlines that meet part for good. */
double ci_sweep_outlines_exit(const sweep_query *w);
/* One of the two is a half-plane, or both are. */
int ci_sweep_plane(const sweep_query *w, collide_sweep_hit *hit);

/* Turns -0 into 0. */
static inline void sweep_tidy(collide_sweep_hit *hit) {
  int i;
  hit->t += 0.0;
  hit->t_exit += 0.0;
  hit->depth += 0.0;
  for (i = 0; i < 3; i++) {
    hit->normal[i] += 0.0;
    hit->point[i] += 0.0;
  }
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * Bounds that the quick functions of several kinds share: balls, slabs and quadratics. See quick.h.
 */
#ifndef COLLIDE_QUICK_BOUNDS_H
#define COLLIDE_QUICK_BOUNDS_H

#include "quick.h"

/* In the plane z = 0 vectors have two components and moments one. A function that is compiled for a
 * constant `flat` of 1 leaves out terms that are zero, which changes no bit. */
static QUICK_INLINE double quick_dot(int flat, const double a[3], const double b[3]) {
  return flat ? a[0] * b[0] + a[1] * b[1] : vector_dot(a, b);
}

static QUICK_INLINE void quick_moment(int flat, const double a[3], const double b[3], double r[3]) {
  r[0] = flat ? 0 : a[1] * b[2] - a[2] * b[1];
  r[1] = flat ? 0 : a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
}

static QUICK_INLINE double quick_moment_dot(int flat, const double a[3], const double b[3]) {
  return flat ? a[2] * b[2] : vector_dot(a, b);
}

/* The line misses a ball if |f x d|^2 > R^2 |d|^2. The left side is off by 3 (25 e + 4 u) + 2 u
 * (12) <= 88 e F^2 D^2, the right by 10.5 e + 3 u (3) <= 16 e R^2 D^2. */
#ifndef QUICK_BALL
#define QUICK_BALL 96.0
#endif

/* Returns R^2 |d|^2 - |f x d|^2, and a bound on its error in *margin. */
static QUICK_INLINE double quick_ball_gap(const quick *q, const double f[3], double f_most,
                                          double r, double *margin) {
  double w[3];
  vector_cross(f, q->d, w);
  *margin = QUICK_BALL * q->eps * (f_most * f_most + r * r) * (q->d_most * q->d_most);
  return r * r * q->dd - vector_dot(w, w);
}

/* A root whose square is below this share of its largest term loses digits: the exact casts take
 * it. */
#define QUICK_NO_GRAZE 0.00390625 /* 2^-8 */

/* The roots of |f + t d|^2 = r^2 are (-b -+ root) / dd with b = f . d and root^2 the
 * gap above, at least r^2 dd / 256, so root >= r D / 64 for dd >= D^2 / 16. The root is off
 * by less than margin / root <= 64 QUICK_BALL e (F^2 + r^2) D / r <= 64 QUICK_BALL e (64 F + r) D
 * for F <= 64 r; b by 10.5 e F D; the quotient adds |t| (10.5 e D^2
 * / dd + 4 u) with |t| <= (3 F D + r D) / dd and D^2 / dd <= 16. All of it is below 8192 e D
 * (64 F + r) / dd. */
#ifndef QUICK_BALL_T
#define QUICK_BALL_T 8192.0
#endif

/* Finds where the line enters and leaves the ball of radius r, whose centre is the origin of f. */
static QUICK_INLINE int quick_ball(const quick *q, const double f[3], double f_most, double r,
                                   double t[2], double *error) {
  double margin, gap = quick_ball_gap(q, f, f_most, r, &margin), b, root, over;
  if (gap < -margin) return QUICK_MISS;
  if (!(gap > QUICK_NO_GRAZE * (r * r * q->dd) && 4 * margin < gap && f_most <= 64 * r))
    return QUICK_UNSURE;
  b = vector_dot(f, q->d);
  root = sqrt(gap);
  over = 1 / q->dd;
  t[0] = (-b - root) / q->dd; /* a quotient: 168 / 400 is 0.42 */
  t[1] = (root - b) / q->dd;
  *error = QUICK_BALL_T * q->eps * q->d_most * (64 * f_most + r) * over;
  return QUICK_HIT;
}

static QUICK_INLINE void quick_point_at(const quick *q, double t, double p[3]) {
  p[0] = q->f[0] + t * q->d[0];
  p[1] = q->f[1] + t * q->d[1];
  p[2] = q->f[2] + t * q->d[2];
}

/* Measures a line that enters through the plane y = level, whose normal points up (1) or down. */
static QUICK_INLINE void quick_measure_level(quick *q, double level, int up) {
  quick_point_at(q, q->t[0], q->point);
  q->point[1] = level;
  q->normal[0] = q->normal[2] = 0;
  q->normal[1] = up;
}

/* unit = p / length for a p that has this length up to rounding. A Newton step brings it to unit
 * length without a root. */
static QUICK_INLINE void quick_unit(const double p[3], double length, double unit[3]) {
  double k = 1 / length, x = p[0] * k, y = p[1] * k, z = p[2] * k;
  k = 1.5 - 0.5 * (x * x + y * y + z * z);
  unit[0] = x * k;
  unit[1] = y * k;
  unit[2] = z * k;
}

/* Casts at the ball of the shape's radius about the anchor. */
static QUICK_INLINE int quick_ball_cast(collide_frame_kind frame, quick *q, collide_hit *hit) {
  double r = q->shape->radius;
  int found = quick_approach(q, frame, r, 0, r);
  if (found == QUICK_HIT) found = quick_ball(q, q->f, q->f_most, r, q->t, &q->error);
  if (found == QUICK_HIT) found = quick_decide_range(q, hit);
  if (found != QUICK_TO_MEASURE) return found;
  quick_point_at(q, q->t[0], q->point);
  quick_unit(q->point, r, q->normal);
  q->point[0] = r * q->normal[0];
  q->point[1] = r * q->normal[1];
  q->point[2] = r * q->normal[2];
  return quick_write(q, frame, hit);
}

/* t = (level - f_i) / d_i. The difference is off by e F + u (F + L) <= 1.5 e (F + L),
 * with L = |level|, and d_i by e D, at most a quarter of it where |d_i| >= 4 e D: so t is
 * off by 4/3 (1.5 e (F + L) + |t| e D) / |d_i| + 2 u |t| <= 2.4 e (F + L + |t| D) / |d_i|. */
#ifndef QUICK_SLAB
#define QUICK_SLAB 2.5
#endif

/* Returns 1 if |d_i| is large enough for that. */
static inline int quick_crosses(const quick *q, int axis) {
  return fabs(q->d[axis]) > 4 * q->eps * q->d_most;
}

static QUICK_INLINE double quick_cross(const quick *q, int axis, double level, double *error) {
  double over = 1 / q->d[axis], t = (level - q->f[axis]) / q->d[axis];
  *error = QUICK_SLAB * q->eps * (q->f_most + fabs(level) + fabs(t) * q->d_most) * fabs(over);
  return t;
}

/* Sets end `end` to the crossing of the plane y = level; returns 0 if the angle is too small. */
static QUICK_INLINE int quick_cross_level(quick *q, int end, double level, double *off) {
  if (!(fabs(q->d[1]) > QUICK_SHALLOW * q->d_most)) return 0;
  q->t[end] = quick_cross(q, 1, level, off);
  return 1;
}

/* The coordinate f_i + t d_i, for a t that is off by `error`: e F + |t| e D for f and d,
 * u (F + 2 |t| D) for roundings, and (|d_i| + e D) error, the last below |d_i| error plus
 * a share of second order: at most 2 e (F + |t| D) + 1.001 |d_i| error. */
#ifndef QUICK_HEIGHT
#define QUICK_HEIGHT 2.0
#endif

static QUICK_INLINE double quick_height(const quick *q, int axis, double t, double error,
                                        double *margin) {
  *margin = QUICK_HEIGHT * q->eps * (q->f_most + fabs(t) * q->d_most) +
            QUICK_HEIGHT * fabs(q->d[axis]) * error;
  return q->f[axis] + t * q->d[axis];
}

/* A quadratic a t^2 + 2 b t + c with positive discriminant root^2, and bounds on their errors. */
typedef struct quick_quadratic {
  double a, b, root;
  double a_error, b_error, root_error;
} quick_quadratic;

/* The roots are (-b -+ root) / a. The sum is off by b_error + root_error + u (|b| +
 * root), and a by a_error, at most a quarter of it: so a root t is off by 4/3 (that sum
 * + |t| a_error) / |a| + 3 u |t|. */
#ifndef QUICK_ROOT
#define QUICK_ROOT 1.3333333333333335
#endif

/* Sets t[0] where the quadratic turns negative, and t[1] where it turns positive; returns 0 if a is
 * too uncertain. */
static QUICK_INLINE int quick_roots(const quick_quadratic *p, double t[2], double *error) {
  double over = 1 / p->a, x, y;
  if (!(fabs(p->a) >= 4 * p->a_error)) return 0;
  t[0] = (-p->b - p->root) / p->a;
  t[1] = (p->root - p->b) / p->a;
  x = fabs(t[0]);
  y = fabs(t[1]);
  if (y > x) x = y;
  *error = QUICK_ROOT * fabs(over) *
           (p->b_error + p->root_error + QUICK_UNIT * (fabs(p->b) + p->root) +
            x * (p->a_error + 3 * QUICK_UNIT * fabs(p->a)));
  return 1;
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * Where a line enters and leaves a capsule, measured directly: the infinite tube about the axis is
 * cut first, and where it is crossed beyond an end, the ball there is cut instead.
 *
 * Only lines are taken that start within 32 radii of a, cross the axis at no small angle, and
 * graze neither the tube nor a ball that is cut. Of these every t is known to 2^-28 r / |d|, and
 * gates may be a thousand times as wide as that: so no error is computed.
 *
 * In the bounds D, X and F are the lengths of d, x = b - a and f, the start seen from a. F <= 32 r
 * and X <= 16 r; a lies within 56 r of the position, or the position is 0. So f, rounded twice, is
 * off by u (2 F + 56 r) <= 120 u r, x by u X and a segment's d by u D. f . d is off by 248 u r D, f
 * . x by 248 u r X, d . x, x . x and d . d by 5 u of their terms. */
#include "capsule_measure.h"

#include "capsule_decide.h"
#include "direct.h"
#include "kind.h"

/* Of a line that is not taken here. */
enum { CUT_ASIDE = QUICK_UNSURE + 1 };

typedef struct cut {
  double f[3], x[3];
  double fd, fx, dd, rate, xx, rr; /* rate = d . x */
  double t[2];                     /* where it enters and leaves */
  double along;                    /* p . x of the point p where it enters */
  int zone;                        /* p lies beyond a (-1), or b (1), or between (0) */
  double side;                     /* in the plane: what makes a unit normal of (x1, -x0) */
} cut;

/* (32 r)^2, less what rounding may add to |f|^2, and (16 r)^2. */
#define NEAR_SQUARE 1023.0
#define LONG_SQUARE 256.0

/* In the plane z = 0 vectors have two components, and shapes no position: a function is compiled
 * for `flat` being 0 and for 1. 0 when the line starts too far away, or squares of squares might
 * leave their range. */

static QUICK_INLINE int see(int flat, const collide_shape *s, const double from[3],
                            const double d[3], cut *v) {
  const double *p = s->position, *a = s->a, *b = s->b;
  double ff;
  v->f[0] = flat ? from[0] - a[0] : from[0] - p[0] - a[0];
  v->f[1] = flat ? from[1] - a[1] : from[1] - p[1] - a[1];
  v->x[0] = b[0] - a[0];
  v->x[1] = b[1] - a[1];
  ff = v->f[0] * v->f[0] + v->f[1] * v->f[1];
  v->fd = v->f[0] * d[0] + v->f[1] * d[1];
  v->fx = v->f[0] * v->x[0] + v->f[1] * v->x[1];
  v->dd = d[0] * d[0] + d[1] * d[1];
  v->rate = d[0] * v->x[0] + d[1] * v->x[1];
  v->xx = v->x[0] * v->x[0] + v->x[1] * v->x[1];
  v->rr = s->radius * s->radius;
  if (!flat) {
    v->f[2] = from[2] - p[2] - a[2];
    v->x[2] = b[2] - a[2];
    ff += v->f[2] * v->f[2];
    v->fd += v->f[2] * d[2];
    v->fx += v->f[2] * v->x[2];
    v->dd += d[2] * d[2];
    v->rate += d[2] * v->x[2];
    v->xx += v->x[2] * v->x[2];
  }
  return s->frame == COLLIDE_MOVED && ff <= NEAR_SQUARE * v->rr && v->xx <= LONG_SQUARE * v->rr &&
         v->xx > 1e-60 && v->rr < 1e60 && v->dd > 1e-40 && v->dd < 1e40 &&
         (flat || s->reach * s->reach <= 4 * (v->xx + v->rr) ||
          (p[0] == 0 && p[1] == 0 && p[2] == 0));
}

/* A gap is r^2 |n|^2 less the square of n times the distance of the line from an axis or a centre:
 * beyond this share of its first term it is certainly a miss, or no graze. It is off by 2^-39 of
 * it, see below; but the root of less would lose digits. */
#ifndef QUICK_CLEAR
#define QUICK_CLEAR 0.00390625 /* 2^-8 */
#endif
/* The square of the sine of the angle between line and axis: 1 / 8 and 1 / 64. At less the t of the
 * tube lose digits. */
#define CROSSWISE 0.015625
#define CROSSWISE_FLAT 2.44140625e-4

/* Compiled into its callers, as all here. */
static QUICK_INLINE void cross(const double a[3], const double b[3], double r[3]) {
  r[0] = a[1] * b[2] - a[2] * b[1];
  r[1] = a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
}

static QUICK_INLINE int clears(double gap, double most) {
  if (gap > QUICK_CLEAR * most) return QUICK_HIT;
  return gap < -QUICK_CLEAR * most ? (int)QUICK_MISS : (int)CUT_ASIDE;
}

/* In the plane the tube is two lines: (f + t d) x x = -+ r |x|. The moment m of f is off by 6 u F X
 * and half by 4 u r X, together 200 u r X; n by 6 u D X, which is 384 u of it; and |t| <= 64 (F +
 * r) / D. So t is off by (64 200 + 64 33 390) u r / D < 2^-32 r / D. */
static QUICK_INLINE int cut_sides(const collide_shape *s, const double d[3], cut *v) {
  double n = d[0] * v->x[1] - d[1] * v->x[0], m = v->f[0] * v->x[1] - v->f[1] * v->x[0];
  double length = sqrt(v->xx), half = s->radius * length;
  if (!(n * n > CROSSWISE_FLAT * (v->dd * v->xx))) return CUT_ASIDE;
  v->side = (n < 0 ? 1 : -1) / length;
  m = n < 0 ? -m : m;
  n = fabs(n);
  v->t[0] = (-m - half) / n;
  v->t[1] = (half - m) / n;
  return QUICK_HIT;
}

/* |(f + t d) x x|^2 = r^2 |x|^2, with n = d x x, D X <= 8 |n|: a quarter of its discriminant is
 * |x|^2 times the gap r^2 |n|^2 - (f . n)^2, which does not cancel.
 *
 * n is off by 8 u D X, |n|^2 by 131 u of itself, and f . n by (120 + 32 8 + 96) u r D X <= 3840 u r
 * |n|. Where |f . n| <= 2 r |n| the gap is off by 2^14 u r^2 |n|^2 = 2^-39 r^2 |n|^2, and where it
 * is larger the gap is far below 0. So the root is known to 2^-32 of itself, which is at most r X
 * |n|; b, whose terms are at most F D X^2, to 1000 u r D X^2; and |t| <= 8 (F + r) / D. In all t
 * is off by (8 2^-32 + 64 1000 u + 264 140 u) r / D < 2^-28 r / D. */
static QUICK_INLINE int cut_tube(const double d[3], cut *v) {
  double n[3], nn, det, gap, root, b;
  int found;
  cross(d, v->x, n);
  nn = vector_dot(n, n);
  det = vector_dot(v->f, n);
  gap = v->rr * nn - det * det;
  if (!(nn > CROSSWISE * (v->dd * v->xx))) return CUT_ASIDE;
  found = clears(gap, v->rr * nn);
  if (found != QUICK_HIT) return found;
  root = sqrt(v->xx * gap);
  b = v->fd * v->xx - v->fx * v->rate;
  v->t[0] = (-b - root) / nn;
  v->t[1] = (root - b) / nn;
  return QUICK_HIT;
}

/* The ball about the end of that zone. g, the start seen from there, is at most 48 r and off by 190
 * u r; g x d by 600 u r D, its square, where it is below 4 r^2 D^2, and the gap by 2^-41 r^2 D^2;
 * the slope g . d by 400 u r D, and |t| <= 49 r / D: t is off by less than 2^-33 r / D. */
static QUICK_INLINE int cut_ball(int flat, const double d[3], cut *v, int zone, int end) {
  double g[3], w[3], k = zone > 0, gap, root, slope = v->fd - k * v->rate;
  int found;
  g[0] = v->f[0] - k * v->x[0];
  g[1] = v->f[1] - k * v->x[1];
  if (flat) {
    w[2] = g[0] * d[1] - g[1] * d[0];
    gap = v->rr * v->dd - w[2] * w[2];
  } else {
    g[2] = v->f[2] - k * v->x[2];
    cross(g, d, w);
    gap = v->rr * v->dd - vector_dot(w, w);
  }
  found = clears(gap, v->rr * v->dd);
  if (found != QUICK_HIT) return found;
  root = sqrt(gap);
  v->t[end] = (end ? root - slope : -slope - root) / v->dd;
  return found;
}

/* This takes no margin. `along` is off by 2^-27 r X at most, so a crossing that is put into another
 * zone than its own lies h <= 2^-27 r from the planes that cut the ends off. There tube and balls
 * touch: they are h^2 / (2 r) <= 2^-55 r apart, less than f is off by. So t, point and normal are
 * as good from either, and whether there is a hit does not change:
 * - a line that crosses the tube between the ends, or h beyond one, goes on to well inside of it,
 *   by 2^-7 of its way and more, and the capsule's surface is no more than h^2 / r from there;
 * - a line whose crossings both lie beyond an end, but for h, is in the tube only there, and meets
 *   the capsule if it meets the ball about that end, enlarged by h: with a gap that is clear;
 * - a line with crossings in two zones passes an end's disc, or h beside it: no ball is missed. */
static QUICK_INLINE int zone_of(const cut *v, double along) {
  return (along > v->xx) - (along < 0);
}

/* QUICK_HIT, QUICK_MISS or CUT_ASIDE, whatever the line's range is. */
static QUICK_INLINE int cut_line(int flat, const collide_shape *s, const double from[3],
                                 const double d[3], cut *v) {
  int found, last;
  if (!see(flat, s, from, d, v)) return CUT_ASIDE;
  found = flat ? cut_sides(s, d, v) : cut_tube(d, v);
  if (found != QUICK_HIT) return found;
  v->along = v->fx + v->t[0] * v->rate;
  v->zone = zone_of(v, v->along);
  last = zone_of(v, v->fx + v->t[1] * v->rate);
  if (v->zone != 0) found = cut_ball(flat, d, v, v->zone, 0);
  if (last != 0 && found == QUICK_HIT) found = cut_ball(flat, d, v, last, 1);
  return found;
}

/* That t lies before or behind 0 or max is certain when the point there is farther than 2^-20 r
 * from it, for t is off by 2^-28 r / |d| and what the squares and max - t lose: (t |d|)^2 > 2^-40
 * r^2. */
#ifndef QUICK_CLOSE
#define QUICK_CLOSE 9.094947017729282e-13 /* 2^-40 */
#endif

static QUICK_INLINE shoot_range range_of(const cut *v, double max) {
  double near = QUICK_CLOSE * v->rr, left = max - v->t[0];
  int is_clear = v->t[0] * v->t[0] * v->dd > near;
  if (v->t[0] > 0 && is_clear) {
    if (!(left * left * v->dd > near)) return SHOOT_UNSURE;
    return left > 0 ? SHOOT_ENTERS : SHOOT_PASSES;
  }
  if (!(v->t[1] * v->t[1] * v->dd > near)) return SHOOT_UNSURE;
  if (v->t[1] < 0) return SHOOT_PASSES;
  return is_clear ? SHOOT_INSIDE : SHOOT_UNSURE;
}

/* The point p, in the frame, and the unit normal n where the line enters. */
static QUICK_INLINE void surface(int flat, const collide_shape *s, const double d[3], const cut *v,
                                 double p[3], double n[3]) {
  double r = s->radius, k = v->zone == 0 ? v->along / v->xx : v->zone > 0;
  double y0 = k * v->x[0], y1 = k * v->x[1], t = v->t[0];
  if (flat) {
    if (v->zone == 0) {
      n[0] = v->side * v->x[1];
      n[1] = -v->side * v->x[0];
    } else {
      double over = 1 / r, g0 = (v->f[0] + t * d[0] - y0) * over;
      double g1 = (v->f[1] + t * d[1] - y1) * over;
      over = 1.5 - 0.5 * (g0 * g0 + g1 * g1);
      n[0] = g0 * over;
      n[1] = g1 * over;
    }
    n[2] = p[2] = 0;
  } else {
    double y2 = k * v->x[2];
    p[0] = v->f[0] + t * d[0] - y0;
    p[1] = v->f[1] + t * d[1] - y1;
    p[2] = v->f[2] + t * d[2] - y2;
    quick_unit(p, r, n);
    p[2] = s->a[2] + (y2 + r * n[2]);
  }
  p[0] = s->a[0] + (y0 + r * n[0]);
  p[1] = s->a[1] + (y1 + r * n[1]);
}

static SHOOT_INLINE int measure_in(int flat, const collide_shape *s, const double from[3],
                                   const double d[3], double max, int flags, collide_hit *hit) {
  double p[3], n[3];
  cut v;
  int found = cut_line(flat, s, from, d, &v);
  if (found != QUICK_HIT) return found;
  switch (flags & SHOOT_LINE ? SHOOT_ENTERS : range_of(&v, max)) {
  case SHOOT_PASSES:
    return QUICK_MISS;
  case SHOOT_INSIDE:
    return shoot_inside(s, from, v.t[1], flags, shoot_wanted(flags), hit);
  case SHOOT_ENTERS:
    break;
  default:
    return QUICK_UNSURE;
  }
  if (flags & SHOOT_TIME) {
    hit->t = v.t[0] + 0.0;
    return QUICK_HIT;
  }
  surface(flat, s, d, &v, p, n);
  hit->point[0] = flat ? p[0] + 0.0 : s->position[0] + p[0] + 0.0;
  hit->point[1] = flat ? p[1] + 0.0 : s->position[1] + p[1] + 0.0;
  hit->point[2] = flat ? 0 : s->position[2] + p[2] + 0.0;
  hit->normal[0] = n[0] + 0.0;
  hit->normal[1] = n[1] + 0.0;
  hit->normal[2] = flat ? 0 : n[2] + 0.0;
  shoot_write_ends(v.t, hit);
  hit->face = COLLIDE_FACE_NONE;
  return QUICK_HIT;
}

int ci_shoot_capsule(const collide_shape *s, const double from[3], const double d[3], double max,
                     int flags, collide_hit *hit, shoot_otherwise otherwise) {
  int found;
  if (hit == NULL) return ci_capsule_is_hit(s, from, d, max, flags, otherwise);
  found = measure_in(0, s, from, d, max, flags, hit);
  if (found < QUICK_UNSURE) return found;
  return found == QUICK_UNSURE ? otherwise(s, from, d, max, flags, hit)
                               : ci_shoot_capsule_aside(s, from, d, max, flags, hit, otherwise);
}

int ci_shoot_capsule_2d(const collide_shape *s, const double from[3], const double d[3], double max,
                        int flags, collide_hit *hit, shoot_otherwise otherwise) {
  int found;
  if (hit == NULL) return ci_capsule_is_hit_2d(s, from, d, max, flags, otherwise);
  if (from[2] != 0 || d[2] != 0) return otherwise(s, from, d, max, flags, hit);
  found = measure_in(1, s, from, d, max, flags, hit);
  if (found < QUICK_UNSURE) return found;
  return found == QUICK_UNSURE ? otherwise(s, from, d, max, flags, hit)
                               : ci_shoot_capsule_2d_aside(s, from, d, max, flags, hit, otherwise);
}

static int measure_deep(const collide_shape *s, const double from[3], const double d[3], double max,
                        int flags, collide_hit *hit) {
  int found = measure_in(0, s, from, d, max, flags, hit);
  return found < QUICK_UNSURE ? found : QUICK_UNSURE;
}

static int measure_flat(const collide_shape *s, const double from[3], const double d[3], double max,
                        int flags, collide_hit *hit) {
  int found = measure_in(1, s, from, d, max, flags, hit);
  return found < QUICK_UNSURE ? found : QUICK_UNSURE;
}

DIRECT_MEASURED_2(capsule_2d, DIRECT_FINITE_2, DIRECT_FINITE_2, measure_flat)
DIRECT_MEASURED_3(capsule, DIRECT_FINITE_3, DIRECT_FINITE_3, 1, measure_deep)

int ci_capsule_is_timed(const collide_shape *s, const double from[3], const double d[3], double max,
                        int flags) {
  collide_hit timed;
  return ci_kind_of(s)->shoot(s, from, d, max, flags | SHOOT_TIME, &timed, ci_shoot_unsure);
}

/* ---- For the short way --------------------------------------------------------------------- */

static QUICK_INLINE int look(int flat, quick *q) {
  double d[3];
  cut v;
  int i, found;
  for (i = 0; i < 3; i++) d[i] = q->is_segment ? q->toward[i] - q->from[i] : q->toward[i];
  if (flat && (q->from[2] != 0 || d[2] != 0)) return QUICK_UNSURE;
  found = cut_line(flat, q->shape, q->from, d, &v);
  if (found == CUT_ASIDE) return QUICK_UNSURE;
  if (found != QUICK_HIT) return found;
  q->t[0] = v.t[0];
  q->t[1] = v.t[1];
  q->error = HUGE_VAL; /* what the direct path could not tell of these is decided exactly */
  q->anchor = NULL;
  if (q->wanted == QUICK_MEASURE) surface(flat, q->shape, d, &v, q->point, q->normal);
  return QUICK_HIT;
}

int ci_capsule_cut(quick *q) {
  return q->shape->kind == COLLIDE_CAPSULE ? look(0, q) : look(1, q);
}

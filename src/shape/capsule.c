/* SPDX-License-Identifier: MIT
 *
 * Capsules: the points within a radius of a segment. A capsule in two dimensions is the cut of
 * one in three by the plane z = 0, which contains the axis.
 */
#include <string.h>

#include "outline.h"
#include "kind.h"
#include "quick_bounds.h"
#include "../number/scalar.h"

/* ---- Making, folding, extent --------------------------------------------------- */

collide_error collide_make_capsule(collide_shape *shape, collide_source *source, const double a[3],
                                   const double b[3], double radius) {
  double sizes[7];
  memcpy(sizes, a, 3 * sizeof a[0]);
  memcpy(sizes + 3, b, 3 * sizeof b[0]);
  sizes[6] = radius;
  if (!(radius >= 0)) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_CAPSULE, sizes, 7);
}

collide_error collide_make_capsule_2d(collide_shape *shape, collide_source *source,
                                      const double a[2], const double b[2], double radius) {
  double sizes[5];
  memcpy(sizes, a, 2 * sizeof a[0]);
  memcpy(sizes + 2, b, 2 * sizeof b[0]);
  sizes[4] = radius;
  if (!(radius >= 0)) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_CAPSULE_2D, sizes, 5);
}

static collide_error capsule_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  memcpy(s->a, sizes, sizeof s->a);
  memcpy(s->b, sizes + 3, sizeof s->b);
  s->radius = sizes[6];
  if (pose->uniform > 0 && !pose->is_identity) {
    ci_pose_carry(pose->turned.linear, s->a);
    ci_pose_carry(pose->turned.linear, s->b);
    s->radius *= pose->uniform;
  }
  s->reach = ci_largest(s->b, 3, ci_largest(s->a, 3, s->radius));
  return pose->uniform > 0 ? COLLIDE_OK : ci_pose_keep(s, pose);
}

static void capsule_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  const double *points[3];
  points[0] = s->a;
  points[1] = s->b;
  points[2] = NULL;
  ci_extent_of_points(points, 2, s->radius, g, extent);
}

static const outline_kind capsule_outline = {2, 4, ci_outline_sizes, 0, 0};

/* ---- Quick casts --------------------------------------------------------------- */

/* A line and the axis x = b - a of a capsule, relative to a. X is the largest component of x, which
 * is off by u X. In the plane z = 0 each function is compiled for `flat` 1. */
typedef struct tube {
  double x[3], x_most, xx;
  double along, rate, slope; /* f . x, d . x and f . d */
  double n[3], nn;           /* d x x, and |n|^2 */
  double gap, margin;        /* r^2 |n|^2 - (f . n)^2, which is off by at most the margin */
  double m[2], m_error;      /* t |n|^2 where the line crosses the side, */
  double height[2];          /* and x . p |n|^2 of these two points p */
} tube;

static QUICK_INLINE void see_axis(int flat, const collide_shape *s, tube *v) {
  v->x[0] = s->b[0] - s->a[0];
  v->x[1] = s->b[1] - s->a[1];
  v->x[2] = flat ? 0 : s->b[2] - s->a[2];
  v->x_most = quick_largest(v->x);
}

static QUICK_INLINE void see_line(int flat, const quick *q, tube *v) {
  v->xx = quick_dot(flat, v->x, v->x);
  v->along = quick_dot(flat, q->f, v->x);
  v->rate = quick_dot(flat, q->d, v->x);
  v->slope = quick_dot(flat, q->f, q->d);
}

/* With n = d x x: r^2 |n|^2 >= (f . n)^2 when the line meets the cylinder about the axis. n_i, at
 * most 2 D X, is off by 5 e D X, so |n|^2 by 80 e D^2 X^2; f . n, at most 6 F D X, by 30 e F D X,
 * and its square by 380 e F^2 D^2 X^2. In the plane f . n is 0. */
#ifndef QUICK_TUBE
#define QUICK_TUBE 384.0
#endif

static QUICK_INLINE void see_tube(int flat, const quick *q, tube *v) {
  double r = q->shape->radius, det;
  quick_moment(flat, q->d, v->x, v->n);
  det = flat ? 0 : vector_dot(q->f, v->n);
  v->nn = quick_moment_dot(flat, v->n, v->n);
  v->gap = r * r * v->nn - det * det;
}

static QUICK_INLINE int meet_tube(const quick *q, tube *v) {
  double f = q->f_most, d = q->d_most, xm = v->x_most, r = q->shape->radius;
  v->margin = QUICK_TUBE * q->eps * (f * f + r * r) * (d * d) * (xm * xm);
  return v->gap < -v->margin ? QUICK_MISS : QUICK_HIT;
}

/* |d x x|^2, b = (f x x) . (d x x) and |f x x|^2 - r^2 |x|^2: 80 e as above, and 11 e r^2 X^2. b as
 * a difference of products is off by 2 (64 e) and three roundings of at most 18 u. */
#define TUBE_TERMS 160.0

/* At an angle of less than about 1 / 8 to the axis, n loses digits of d to rounding. Then t = (-b
 * -+ root) / |n|^2 keeps its digits only if all of these come from the same n. So b and the root
 * are computed from m = f x x: |x|^2 times the gap is r^2 |x|^2 |n|^2 - |m x n|^2.
 *
 * m_i, at most 2 F X, is off by 6 e F X, so a product m_i n_j by 24 e F D X^2, the difference of
 * two, at most 8 F D X^2, by 52 e, and the sum of three squares by 2600 e F^2 D^2 X^4. r^2 |x|^2
 * |n|^2 is off by 384 e r^2 D^2 X^4. All of it is below 8 X^2 times the gap's margin. */
#define TUBE_AXIAL 0.015625 /* 2^-6 */

/* Returns |x|^2 times the gap, and its relative error in *share; 0 if that is too large. Computes
 * b. */
static QUICK_INLINE double square_of_root(int flat, const quick *q, const tube *v, double *b,
                                          double *share) {
  double m[3], c[3], square, margin, r = q->shape->radius;
  if (v->nn > TUBE_AXIAL * (q->dd * v->xx)) {
    *b = v->slope * v->xx - v->along * v->rate;
    *share = v->margin / v->gap;
    return v->xx * v->gap;
  }
  quick_moment(flat, q->f, v->x, m);
  *b = quick_moment_dot(flat, m, v->n);
  vector_cross(m, v->n, c);
  square = v->xx * (r * r * v->nn) - (flat ? 0 : vector_dot(c, c));
  margin = 8 * (v->x_most * v->x_most) * v->margin;
  *share = margin / square;
  return square > 4 * margin ? square : 0;
}

/* The height of a crossing along the axis, times |x| |n|^2, is |n|^2 (f . x) + m (d . x). f . x is
 * off by three products of 2 e each and roundings of 3 u (3), likewise d . x, x . x by 7.5 e X^2,
 * and the products, their sum and the comparison by 1.5 e each: below 16 e X (F |n|^2 + |m| D + X
 * |n|^2), and |d . x| times the error of m.
 *
 * A crossing that is certain, or whose height h is off by less than 2^-25 r, is taken for one of
 * the zone that it lies in up to rounding. Near the planes that cut the ends off, tube and balls
 * are h^2 / (2 r) <= 2^-51 r apart, less than f is off by. So t and point are as good from either,
 * and whether there is a hit does not change:
 * - a line that crosses the tube between the ends, or h beyond one, goes on to well inside of it,
 *   by 2^-7 of its way and more, and the capsule's surface is no more than h^2 / r from there;
 * - a line whose crossings both lie beyond an end, up to h, is in the tube only there, and meets
 *   the capsule if it meets the ball about that end, enlarged by h: with a gap that is clear;
 * - a line with crossings in two zones passes an end's disc, or h beside it: no ball is missed. */
#ifndef QUICK_GATE_ALONG
#define QUICK_GATE_ALONG 2.9802322387695312e-8 /* 2^-25 */
#endif

/* Returns 1 if the zones of both crossings are known; |m| is at most `most`. */
static QUICK_INLINE int is_placed(const quick *q, tube *v, double most) {
  double off = 16 * q->eps * v->x_most * ((q->f_most + v->x_most) * v->nn + most * q->d_most) +
               1.1 * fabs(v->rate) * v->m_error;
  double gate = QUICK_GATE_ALONG * (q->shape->radius * v->x_most * v->nn), top = v->xx * v->nn;
  double enter = v->along * v->nn + v->m[0] * v->rate, leave = v->along * v->nn + v->m[1] * v->rate;
  v->height[0] = enter;
  v->height[1] = leave;
  return off < greater(gate, lesser(lesser(fabs(enter), fabs(enter - top)),
                                    lesser(fabs(leave), fabs(leave - top))));
}

/* The zone along the axis where the line crosses the side: -1 before a, 0 between, 1 behind b. */
static QUICK_INLINE int zone_of(const tube *v, int end) {
  return (v->height[end] > v->xx * v->nn) - (v->height[end] < 0);
}

/* The ends are (-b -+ root) / a, with the errors of quick_roots, but all divisors are known before
 * the root. |n|^2 is off by less than a quarter of itself, since r^2 |n|^2 is at least the gap. */
static QUICK_INLINE int cut_tube(int flat, quick *q, tube *v) {
  double b, square, root, most, f = q->f_most, d = q->d_most, xm = v->x_most;
  double r = q->shape->radius, root_share, off = TUBE_TERMS * q->eps * xm * xm;
  if (!(f <= QUICK_SLENDER * r &&
        v->gap > greater(QUICK_NO_GRAZE * (r * r * v->nn), 4 * v->margin)))
    return QUICK_UNSURE;
  square = square_of_root(flat, q, v, &b, &root_share);
  if (!(square > 0)) return QUICK_UNSURE;
  root = sqrt(square);
  v->m[0] = -b - root;
  v->m[1] = root - b;
  most = fabs(b) + root;
  v->m_error = QUICK_ROOT * (off * f * d + root * (root_share + 8 * q->eps) +
                             most * (off * d * d / v->nn + 4 * QUICK_UNIT));
  return is_placed(q, v, most) ? QUICK_HIT : QUICK_UNSURE;
}

/* f - k x is off by e (1.5 F + X), its moment about the origin by 8 e D (F + X), and the square of
 * that by 34 e D^2 (F + X)^2: as QUICK_BALL, but 3 (34 e) + 2 u (12) + 16 e. */
#ifndef QUICK_END
#define QUICK_END 144.0
#endif

/* r^2 |d|^2 less the square of the moment about a or b, which is off by at most *margin. */
static QUICK_INLINE double ball_gap(int flat, const quick *q, const tube *v, double k,
                                    double *margin) {
  double f = q->f_most + v->x_most, r = q->shape->radius, g[3], w[3];
  g[0] = q->f[0] - k * v->x[0];
  g[1] = q->f[1] - k * v->x[1];
  g[2] = q->f[2] - k * v->x[2];
  quick_moment(flat, g, q->d, w);
  *margin = QUICK_END * q->eps * (f * f + r * r) * (q->d_most * q->d_most);
  return r * r * q->dd - quick_moment_dot(flat, w, w);
}

/* As QUICK_BALL_T, with QUICK_END in the place of QUICK_BALL: the root is off by 64 (144) e (64 F +
 * r) D, (f - x) . d by 20 e (F + X) D. */
#ifndef QUICK_END_T
#define QUICK_END_T 12288.0
#endif

/* A line that crosses the side before a meets the capsule only through the ball about a, and
 * likewise behind b. */
static QUICK_INLINE int ball_end(int flat, quick *q, const tube *v, int zone, int end,
                                 double *off) {
  double k = zone > 0, f = q->f_most + v->x_most, r = q->shape->radius, margin;
  double gap = ball_gap(flat, q, v, k, &margin);
  if (gap < -margin) return QUICK_MISS;
  if (!(gap > greater(QUICK_NO_GRAZE * (r * r * q->dd), 4 * margin) && f <= 64 * r))
    return QUICK_UNSURE;
  q->t[end] = ((2 * end - 1) * sqrt(gap) - (v->slope - k * v->rate)) / q->dd;
  *off = QUICK_END_T * q->eps * q->d_most * (64 * f + r) / q->dd;
  return QUICK_HIT;
}

static QUICK_INLINE int cut_end(int flat, quick *q, const tube *v, int zone, int end, double *off) {
  if (zone != 0) return ball_end(flat, q, v, zone, end, off);
  q->t[end] = v->m[end] / v->nn;
  *off = v->m_error / v->nn;
  return QUICK_HIT;
}

/* Finds where a line that meets the tube is in the capsule. */
static QUICK_INLINE int clip(int flat, quick *q, tube *v) {
  double enter_off, leave_off;
  int found = cut_tube(flat, q, v);
  if (found != QUICK_HIT) return found;
  found = cut_end(flat, q, v, zone_of(v, 0), 0, &enter_off);
  if (found == QUICK_HIT) found = cut_end(flat, q, v, zone_of(v, 1), 1, &leave_off);
  if (found != QUICK_HIT) return found;
  q->error = greater(enter_off, leave_off);
  return QUICK_HIT;
}

/* A line at an angle of less than about 2^-10 to the axis is not cut with the tube. It enters and
 * leaves through the balls, or misses, or is left to the exact cast. */
#define NOT_PARALLEL 9.5367431640625e-7 /* 2^-20 */

static QUICK_INLINE int is_parallel(const quick *q, const tube *v) {
  return !(v->nn > NOT_PARALLEL * q->dd * v->xx);
}

/* The moment about the point a + k x of the axis is w + k n. So the line misses the whole capsule
 * if |w| > r |d| + |n|. The square of that sum is at most (1 + 1 / 1024) r^2 |d|^2 + (1 + 1024)
 * |n|^2, which needs no root. |w|^2 is off by 88 e F^2 D^2, as in QUICK_BALL, r^2 |d|^2 by 16 e r^2
 * D^2; |n|, at most 0.003 D X, by 9 e D X, and 1025 |n|^2 by 60 e D^2 X^2: in all by less than the
 * margin of an end. */
static QUICK_INLINE int passes_axis(int flat, const quick *q, const tube *v) {
  double r = q->shape->radius, margin, gap = ball_gap(flat, q, v, 0, &margin);
  return gap + 0.0009765625 * (r * r * q->dd) + 1025 * v->nn < -margin;
}

/* Finds where a line nearly parallel to the axis is in the capsule. A line that does not graze a
 * ball enters it at least r / 16 before the point nearest to the ball's centre. That point lies
 * within r / 1024 of the plane through the axis' end. So the line enters beyond that plane, where
 * the ball is the capsule's surface. */
static QUICK_INLINE int cross_balls(int flat, quick *q, const tube *v) {
  double enter_off, leave_off;
  int zone = v->rate > 0 ? -1 : 1;
  if (passes_axis(flat, q, v)) return QUICK_MISS;
  if (q->f_most > QUICK_SLENDER * q->shape->radius) return QUICK_UNSURE;
  if (ball_end(flat, q, v, zone, 0, &enter_off) != QUICK_HIT) return QUICK_UNSURE;
  if (ball_end(flat, q, v, -zone, 1, &leave_off) != QUICK_HIT) return QUICK_UNSURE;
  q->error = greater(enter_off, leave_off);
  return QUICK_HIT;
}

static QUICK_INLINE int clip_any(int flat, quick *q, tube *v) {
  int found = meet_tube(q, v);
  if (found != QUICK_HIT) return found;
  return is_parallel(q, v) ? cross_balls(flat, q, v) : clip(flat, q, v);
}

static QUICK_INLINE void measure_surface(quick *q, const tube *v) {
  double r = q->shape->radius, k = clamp_unit((v->along + q->t[0] * v->rate) / v->xx), p[3];
  quick_point_at(q, q->t[0], p);
  p[0] -= k * v->x[0];
  p[1] -= k * v->x[1];
  p[2] -= k * v->x[2];
  quick_unit(p, r, q->normal);
  q->point[0] = k * v->x[0] + r * q->normal[0];
  q->point[1] = k * v->x[1] + r * q->normal[1];
  q->point[2] = k * v->x[2] + r * q->normal[2];
}

/* ---- Lines across the axis ------------------------------------------------------- */

/* In a frame that is only moved, at an angle to the axis whose sine is above 1 / 8, all errors have
 * one bound, for F and X up to 32 r. Here F, D and X are the lengths of f, d and x, at most 56 r, D
 * and 54 r, and D X <= 8 |n|. f is off by 111 u r, f . d by 340 u r D and f . x by 400 u r X.
 *
 * n is off by 8 u D X, |n|^2 by 131 u of itself, and f . n by 4000 u r |n|. Where |f . n| <= 2 r
 * |n| the gap is off by 2^-39 r^2 |n|^2; where it is larger the gap is far below 0. Beyond
 * QUICK_NO_GRAZE the root is known to 2^-32 of itself, at most r X |n|; b to 1510 u r D X^2; and
 * |t| <= 8 (F + r) / D: t is off by (8 2^-32 + 64 1510 u + 456 140 u) r / D < 2^-28 r / D.
 *
 * About an end, g = f - k x, at most 110 r, is off by 340 u r, g x d by 900 u r D, and the gap by
 * 2^-40 r^2 D^2, g . d by 1000 u r D: t by less than 2^-32 r / D. The height of a crossing is off
 * by 2^-27 r. So its zone is the one that it lies in up to rounding, as said above. */
#ifndef QUICK_CROSS_GAP
#define QUICK_CROSS_GAP 3.637978807091713e-12 /* 2^-38 */
#endif
#ifndef QUICK_CROSS_T
#define QUICK_CROSS_T 3.725290298461914e-9 /* 2^-28 */
#endif

static QUICK_INLINE int clears(double gap, double most) {
  if (gap > QUICK_NO_GRAZE * most) return QUICK_HIT;
  return gap < -QUICK_CROSS_GAP * most ? QUICK_MISS : QUICK_UNSURE;
}

static QUICK_INLINE int cross_end(int flat, quick *q, const tube *v, int end) {
  double height = v->along + q->t[end] * v->rate, k = height > 0, square, gap, off;
  int found;
  if (height >= 0 && height <= v->xx) return QUICK_HIT;
  gap = ball_gap(flat, q, v, k, &off);
  square = q->shape->radius * q->shape->radius * q->dd;
  found = clears(gap, square);
  if (found == QUICK_HIT)
    q->t[end] = ((2 * end - 1) * sqrt(gap) - (v->slope - k * v->rate)) / q->dd;
  return found;
}

static QUICK_INLINE int cross_tube(int flat, quick *q, const tube *v) {
  double r = q->shape->radius, root, b = v->slope * v->xx - v->along * v->rate;
  int found = q->f_most <= QUICK_SLENDER * r ? clears(v->gap, r * r * v->nn) : (int)QUICK_UNSURE;
  if (found != QUICK_HIT) return found;
  root = sqrt(v->xx * v->gap);
  q->t[0] = (-b - root) / v->nn;
  q->t[1] = (root - b) / v->nn;
  q->error = QUICK_CROSS_T * r / q->d_most;
  found = cross_end(flat, q, v, 0);
  return found == QUICK_HIT ? cross_end(flat, q, v, 1) : found;
}

static QUICK_INLINE int measure(int flat, collide_frame_kind frame, const collide_shape *s,
                                const quick_cast *c, collide_hit *hit) {
  double r = s->radius, size, ball;
  quick q;
  tube v;
  int found;
  see_axis(flat, s, &v);
  /* The capsule lies within |x| + r of a, and |x| <= sqrt(3) X. */
  size = v.x_most + r;
  ball = v.x_most > 0 ? 1.7320508075688774 * v.x_most + r : 0;
  if (!quick_see(&q, frame, s, c, hit, s->a, size, ball)) return QUICK_UNSURE;
  if (v.x_most == 0) return quick_ball_cast(frame, &q, hit); /* it has no axis */
  found = quick_approach(&q, frame, size, ball, r);
  if (found != QUICK_HIT) return found;
  see_tube(flat, &q, &v);
  see_line(flat, &q, &v);
  found = frame == COLLIDE_MOVED && QUICK_LIKELY(v.nn > TUBE_AXIAL * (q.dd * v.xx))
              ? cross_tube(flat, &q, &v)
              : clip_any(flat, &q, &v);
  if (found == QUICK_HIT) found = quick_decide_range(&q, hit);
  if (found != QUICK_TO_MEASURE) return found;
  measure_surface(&q, &v);
  return quick_write(&q, frame, hit);
}

static QUICK_NOINLINE int quick_turned_capsule(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return measure(0, COLLIDE_LINEAR, s, &c, hit);
}

static int quick_capsule(QUICK_PARAMETERS) {
  quick_cast c;
  if (s->frame == COLLIDE_LINEAR)
    return quick_turned_capsule(s, ax, ay, az, bx, by, bz, max, flags, hit);
  if (hit == NULL && !(flags & QUICK_AGAIN))
    return ci_decide_capsule(s, ax, ay, az, bx, by, bz, max, flags, hit);
  c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return measure(0, COLLIDE_MOVED, s, &c, hit);
}

static int quick_capsule_2d(QUICK_PARAMETERS) {
  quick_cast c;
  if (az != 0 || bz != 0) return quick_capsule(s, ax, ay, az, bx, by, bz, max, flags, hit);
  if (hit == NULL && !(flags & QUICK_AGAIN))
    return ci_decide_capsule_2d(s, ax, ay, az, bx, by, bz, max, flags, hit);
  c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return measure(1, COLLIDE_MOVED, s, &c, hit);
}

const shape_kind ci_capsule = {
    "capsule",          /* name */
    3,                  /* dimensions */
    2.7320508075688776, /* spread */
    capsule_fold,       /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    capsule_extent,     /* extent */
    NULL,               /* unbounded_extent */
    quick_capsule,      /* quick */
    &ci_capsule_exact,  /* exact */
    0                   /* points */
};
const shape_kind ci_capsule_2d = {
    "capsule",         /* name */
    2,                 /* dimensions */
    0,                 /* spread */
    NULL,              /* fold */
    ci_outline_fold,   /* fold_2d */
    &capsule_outline,  /* outline */
    ci_outline_extent, /* extent */
    NULL,              /* unbounded_extent */
    quick_capsule_2d,  /* quick */
    &ci_capsule_exact, /* exact */
    0                  /* points */
};

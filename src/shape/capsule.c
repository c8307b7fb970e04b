/* SPDX-License-Identifier: MIT
 *
 * Capsules: the points within a radius of a segment. A capsule in two dimensions is the cut of
 * one in three by the plane z = 0, which contains the axis.
 */
#include "outline.h"

#include <string.h>

#include "kind.h"
#include "../number/scalar.h"
#include "quadric.h"
#include "../number/vector.h"

/* ---- Making, folding, extent ----------------------------------------------------------------- */

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

/* ---- Quick casts: yes or no, without a division or a root -------------------------------------
 *
 * With x = b - a and f relative to a, the point a + k x of the axis lies within the radius of the
 * line, or of its point p, if a concave quadratic of k is not negative:
 *
 *     G(k) = r^2 |d|^2 - |(f - k x) x d|^2 = A + 2 s k - n k^2
 *     H(k) = r^2 - |p - k x|^2 = (r^2 - p.p) + 2 (p.x) k - (x.x) k^2
 *
 * with A = (f.d)^2 - d.d (f.f - r^2), s = d.d (f.x) - (f.d) (d.x) and n = d.d x.x - (d.x)^2. So the
 * capsule is met if the largest value for k from 0 to 1 is not negative. That value is off by no
 * more than G or H is for any such k. It does not matter whether rounding moves the k. */

typedef struct axis_products {
  double xx, along, rate, slope; /* x . x, f . x, d . x and f . d */
} axis_products;

/* Returns n times the largest value of a + 2 s k - n k^2 for k from 0 to 1, for n > 0, and n times
 * that k in *nk, without a branch. The sum is off by u n (2 |a| + 6 |s|). */
static QUICK_INLINE double largest(double a, double s, double n, double *nk) {
  *nk = lesser(greater(s, 0), n);
  return a * n + *nk * (s + s - *nk);
}

/* F, D and X are the lengths of f, d and x. f is rounded twice: f_i is off by u (2
 * |f_i| + |a_i|), where a is no farther from the position than P = sqrt(3) reach. With K^2 = F^2 +
 * X^2 + r^2 + P^2, in units of u: f . f is off by 7 F^2 + 2 F P, d . d by 5 D^2, x . x by 5 X^2,
 * f . d by D (6 F + P), f . x by X (6 F + P), d . x by 5 D X.
 *
 * In units of u D^2: A is off by 28 F^2 + 4 F P + 9 r^2 <= 30 F^2 + 2 P^2 + 9 r^2; s by X (25 F + 2
 * P), twice that by 25 F^2 + 27 X^2 + 2 P^2; and n by 23 X^2, or 25 with the term that keeps it
 * above 0 for lines along the axis: G by 55 F^2 + 52 X^2 + 4 P^2 + 9 r^2. The largest value adds 5
 * F^2 + 3 X^2 + 2 r^2, for |A| <= D^2 (F^2 + r^2) and |s| <= D^2 F X: at most 60 K^2. */
#ifndef QUICK_STRETCH
#define QUICK_STRETCH 64.0
#endif
#define ALONG 2.220446049250313e-16 /* 2^-52 */

/* With T = |t| D the point g at t has g.g = f.f + t (2 f.d + t d.d), g.d = f.d + t d.d and g.x =
 * f.x + t d.x, which are off by 18 F^2 + 2 P^2 + 22 T^2, by D (7 F + P + 7 T) and by X (7 F + P + 7
 * T). So H is off by 27 F^2 + 3 P^2 + 31 T^2 + 20 X^2 + 4 r^2, and its largest value by 7 F^2 + 7
 * T^2 + 6 X^2 more: at most 40 M^2 for M^2 = K^2 + T^2.
 *
 * For a point outside, let v be the vector to it from the point k of the axis. The capsule lies
 * where (q - k x) . v <= r |v| + 13 u M^2, because the k found is the nearest up to rounding. So at
 * t', where the line meets the capsule, (t' - t) d . v <= r |v| - |v|^2 + 13 u M^2. Above the
 * margin |v|^2 - r^2 is at least (256 - 40) u M^2, and |v| (|v| - r) at least half of that. |t' -
 * t| D is below |g| + X + r <= 2 M. So |d . v| is above D (108 - 13) u M^2 / (2 M) >= 47 u D M.
 * Its error is 27 F + 27 T + 2 P <= 39 M, in units of u D. So its sign is certain, and gives
 * whether the capsule is ahead. */
#ifndef QUICK_ASIDE
#define QUICK_ASIDE 256.0
#endif

static QUICK_INLINE quick_place place_about_axis(const axis_products *v, double h, double gd,
                                                 double gx, double most) {
  double k, margin = QUICK_ASIDE * QUICK_UNIT * most * v->xx;
  h = largest(h, gx, v->xx, &k);
  if (QUICK_LIKELY(h < -margin)) return gd * v->xx - k * v->rate < 0 ? QUICK_BEFORE : QUICK_PAST;
  return h > margin ? QUICK_WITHIN : QUICK_SOMEWHERE;
}

static QUICK_INLINE int decide_capsule(int flat, const collide_shape *s, const quick_cast *c) {
  const double *d = c->d, *p = s->origin;
  double f[3], x[3], ff, dd, rr = s->radius * s->radius, most, square, n, nk, g, margin, far;
  axis_products v;
  f[0] = c->from[0] - p[0] - s->a[0];
  f[1] = c->from[1] - p[1] - s->a[1];
  f[2] = c->from[2] - p[2] - s->a[2];
  x[0] = s->b[0] - s->a[0];
  x[1] = s->b[1] - s->a[1];
  x[2] = s->b[2] - s->a[2];
  v.xx = quick_dot(flat, x, x);
  v.along = quick_dot(flat, f, x);
  v.rate = quick_dot(flat, d, x);
  v.slope = quick_dot(flat, f, d);
  ff = quick_dot(flat, f, f);
  dd = quick_dot(flat, d, d);
  most = rr + ff + v.xx + (flat ? 0 : 3 * (s->reach * s->reach));
  /* Nothing overflows, and underflow is negligible beside the margins, which are above 1e-240. */
  if (!(v.xx > 1e-60 && most < 1e60 && dd > 1e-40 && dd < 1e40)) return QUICK_UNSURE;
  square = dd * v.xx;
  n = greater(square - v.rate * v.rate, ALONG * square);
  g = largest(v.slope * v.slope - dd * (ff - rr), dd * v.along - v.slope * v.rate, n, &nk);
  margin = QUICK_STRETCH * QUICK_UNIT * (dd * most) * n;
  if (g < -margin) return QUICK_MISS;
  if (!(g > margin)) return QUICK_UNSURE;
  if (c->flags & QUICK_LINE) return QUICK_HIT;
  far = c->max * dd;
  return quick_decide_places(
      s, c, place_about_axis(&v, rr - ff, v.slope, v.along, most),
      c->max > DBL_MAX
          ? QUICK_PAST
          : place_about_axis(&v, rr - (ff + c->max * (v.slope + v.slope + far)), v.slope + far,
                             v.along + c->max * v.rate, most + c->max * far));
}

static QUICK_NOINLINE int decide_in_space(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  (void)hit;
  return decide_capsule(0, s, &c);
}

static QUICK_NOINLINE int decide_in_plane(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  (void)hit;
  return decide_capsule(1, s, &c);
}

/* ---- Quick casts: measuring ------------------------------------------------------------------ */

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
static QUICK_INLINE int quick_zone_of(const tube *v, int end) {
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
  found = cut_end(flat, q, v, quick_zone_of(v, 0), 0, &enter_off);
  if (found == QUICK_HIT) found = cut_end(flat, q, v, quick_zone_of(v, 1), 1, &leave_off);
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

/* ---- Lines across the axis ------------------------------------------------------------------- */

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

static QUICK_INLINE int measure_capsule(int flat, collide_frame_kind frame, const collide_shape *s,
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
  return measure_capsule(0, COLLIDE_LINEAR, s, &c, hit);
}

static int quick_capsule(QUICK_PARAMETERS) {
  quick_cast c;
  if (s->frame == COLLIDE_LINEAR)
    return quick_turned_capsule(s, ax, ay, az, bx, by, bz, max, flags, hit);
  if (hit == NULL && !(flags & QUICK_AGAIN))
    return decide_in_space(s, ax, ay, az, bx, by, bz, max, flags, hit);
  c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return measure_capsule(0, COLLIDE_MOVED, s, &c, hit);
}

static int quick_capsule_2d(QUICK_PARAMETERS) {
  quick_cast c;
  if (az != 0 || bz != 0) return quick_capsule(s, ax, ay, az, bx, by, bz, max, flags, hit);
  if (hit == NULL && !(flags & QUICK_AGAIN))
    return decide_in_plane(s, ax, ay, az, bx, by, bz, max, flags, hit);
  c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return measure_capsule(1, COLLIDE_MOVED, s, &c, hit);
}

/* ---- Exact casts -----------------------------------------------------------------------------
 *
 * A line and a capsule with the ends a and b and the axis x = b - a, in any direction. The capsule
 * is the union of two balls and the cylinder between them, and it is convex. Along the line the
 * distance to the segment a-b is a convex function. So its value relative to the radius and the
 * sign of its slope locate a point of the line. */

static int has_length(const line *l) {
  const double *a = l->shape->a, *b = l->shape->b;
  return a[0] != b[0] || a[1] != b[1] || a[2] != b[2];
}

/* How far the line's point nearest to the axis lies beyond the plane through a, times |x|^2 |n|^2.
 * That point is at t = -(m . n) / |n|^2, with m = f x x and n = d x x. */
static REAL_INLINE real nearest_beyond_a(const line *from_a, line_precision precision,
                                         const double *with) {
  static const double start = 0;
  real f[3], d[3], x[3];
  (void)with;
  line_at(from_a, precision, 0, f);
  line_direction(from_a, precision, d);
  tube_axis(from_a, precision, x);
  return real_minor(real_dot(f, x), tube_direction(from_a, precision, NULL), real_dot(d, x),
                    tube_slope(from_a, precision, &start));
}

static REAL_INLINE real nearest_beyond_b(const line *from_a, line_precision precision,
                                         const double *with) {
  real x[3], length;
  tube_axis(from_a, precision, x);
  length = real_mul(real_dot(x, x), tube_direction(from_a, precision, NULL));
  return real_sub(nearest_beyond_a(from_a, precision, with),
                  line_scaled(from_a, precision, length));
}

static int runs_along_axis(const line *l) {
  return line_sign(l, tube_direction, NULL) == 0;
}

/* Decides for a line that misses both balls. The discs that close the cylinder are inside the
 * balls, so the line cannot cross them: between the two planes it is within r of the axis
 * everywhere or nowhere. */
static int meets_between(const line *from_a) {
  if (runs_along_axis(from_a)) return 0; /* it would have met the balls */
  return line_sign_of_moment(from_a, tube_discriminant, NULL) >= 0 &&
         line_sign(from_a, nearest_beyond_a, NULL) >= 0 &&
         line_sign(from_a, nearest_beyond_b, NULL) <= 0;
}

static int capsule_meets(line *l) {
  line from_a = ci_line_offset(l, l->shape->a), from_b;
  if (ci_sphere_exact.meets(&from_a)) return 1;
  if (!has_length(l)) return 0;
  from_b = ci_line_offset(l, l->shape->b);
  return ci_sphere_exact.meets(&from_b) || meets_between(&from_a);
}

/* (p - a) . x */
static REAL_INLINE real beyond_a(const line *from_a, line_precision precision, const double *t) {
  real p[3], x[3];
  line_at(from_a, precision, *t, p);
  tube_axis(from_a, precision, x);
  return real_dot(p, x);
}

/* (p - a) . x - |x|^2 */
static REAL_INLINE real beyond_b(const line *from_a, line_precision precision, const double *t) {
  real x[3];
  tube_axis(from_a, precision, x);
  return real_sub(beyond_a(from_a, precision, t), line_scaled(from_a, precision, real_dot(x, x)));
}

/* -1 before a, 0 between a and b, 1 beyond b. In the planes through a and b the distance is the
 * same by both formulas, so either may be used. */
static int zone_of(const line *from_a, double t, int *at_a, int *at_b) {
  *at_a = *at_b = 0;
  if (!has_length(from_a)) return -1;
  *at_a = line_sign(from_a, beyond_a, &t);
  *at_b = line_sign(from_a, beyond_b, &t);
  return *at_a <= 0 ? -1 : *at_b >= 0 ? 1 : 0;
}

static int capsule_locate(const line *l, double t) {
  line from_a = ci_line_offset(l, l->shape->a), from_b;
  int at_a, at_b, zone = zone_of(&from_a, t, &at_a, &at_b);
  if (zone < 0) return ci_sphere_exact.locate(&from_a, t);
  if (zone == 0) return line_sign(&from_a, tube_value, &t);
  from_b = ci_line_offset(l, l->shape->b);
  return ci_sphere_exact.locate(&from_b, t);
}

/* A tangent along the side: between the two planes the line is in the surface. */
static side side_along(const line *l, int at_a, int at_b) {
  double x[3], d[3];
  int i;
  for (i = 0; i < 3; i++) {
    x[i] = l->shape->b[i] - l->shape->a[i];
    d[i] = l->d[i].hi;
  }
  /* Line and axis are parallel, so the dot product is far from 0. */
  return vector_dot(d, x) > 0 ? side_make(at_a, at_b) : side_make(-at_b, -at_a);
}

static side capsule_side(const line *l, double t) {
  line from_a = ci_line_offset(l, l->shape->a), from_b = ci_line_offset(l, l->shape->b);
  int at_a, at_b, value, slope, zone = zone_of(&from_a, t, &at_a, &at_b);
  if (zone == 0)
    value = line_sign(&from_a, tube_value, &t);
  else
    value = ci_sphere_exact.locate(zone < 0 ? &from_a : &from_b, t);
  if (value < 0) return SIDE_EVERYWHERE;
  if (zone == 0)
    slope = line_sign(&from_a, tube_slope, &t);
  else
    slope = ci_line_slope_sign(zone < 0 ? &from_a : &from_b, t);
  if (value == 0 && slope == 0 && has_length(l) && runs_along_axis(l))
    return side_along(l, at_a, at_b);
  return side_of_convex(value, slope);
}

/* ---- Measuring ------------------------------------------------------------------------------- */

/* The vector to p from the point of the segment that is nearest to it; p is relative to a. */
static void from_axis(const twofold p[3], const twofold x[3], double normal[3]) {
  twofold k = tf_div(tf_dot(p, x), tf_dot(x, x));
  int i;
  if (k.hi < 0) k = tf(0);
  if (k.hi > 1) k = tf(1);
  for (i = 0; i < 3; i++) normal[i] = tf_sub(p[i], tf_mul(k, x[i])).hi;
}

/* A parameter near the axis between the planes through a and b. */
static double reference(const line *from_a, const double x[3]) {
  double xx = 0, fx = 0, dx = 0, fd = 0, dd = 0, across, s, low, high;
  int i;
  for (i = 0; i < 3; i++) {
    double f = from_a->f[i].hi, d = from_a->d[i].hi;
    xx += x[i] * x[i];
    fx += f * x[i];
    dx += d * x[i];
    fd += f * d;
    dd += d * d;
  }
  across = dd * xx - dx * dx;
  s = across > 0 ? -(fd * xx - fx * dx) / across : 0;
  if (dx == 0) return s;
  low = -fx / dx;
  high = (xx - fx) / dx;
  if (low > high) {
    double swap = low;
    low = high;
    high = swap;
  }
  low = s > high ? high : s >= low ? s : low;
  return fabs(low) <= DBL_MAX ? low : s; /* parallel to the planes within rounding */
}

/* Computes in plain doubles, under the conditions of ci_quadric_cut_near. */
static int cut_between_near(const line *from_a, const double x[3], double s, twofold g[3],
                            double u[2]) {
  double r = from_a->shape->radius, near = 16 * r, p[3], d[3], m[3], n[3], a, b, c, discriminant;
  int i;
  if (!ci_line_starts_near(from_a, r)) return 0;
  for (i = 0; i < 3; i++) {
    d[i] = from_a->d[i].hi;
    p[i] = from_a->f[i].hi + s * d[i];
    if (!(fabs(p[i]) <= near && fabs(x[i]) <= near)) return 0;
    g[i] = tf(p[i]);
  }
  vector_cross(p, x, m);
  vector_cross(d, x, n);
  a = vector_dot(n, n);
  b = vector_dot(m, n);
  c = vector_dot(m, m) - r * r * vector_dot(x, x);
  discriminant = b * b - a * c;
  /* For a line nearly parallel to the axis plain doubles do not suffice, either. */
  if (!(8 * discriminant >= b * b + a * (vector_dot(m, m) + r * r * vector_dot(x, x)))) return 0;
  if (!(64 * a >= vector_dot(d, d) * vector_dot(x, x))) return 0;
  ci_quadric_plain_roots(a, b, c, discriminant, u);
  return 1;
}

/* Finds where the line enters and leaves the infinite cylinder; returns 0 if they are parallel. In
 * both cases g becomes the point at *s. */
static int cut_side(const line *from_a, const twofold x[3], const double plain[3], double *s,
                    twofold g[3], double u[2]) {
  *s = reference(from_a, plain);
  if (cut_between_near(from_a, plain, *s, g, u)) return 1;
  ci_line_point(from_a, tf(*s), g);
  if (runs_along_axis(from_a)) return 0;
  ci_tube_cut(from_a, x, *s, g, u);
  /* The squares of tiny numbers underflow to 0: then the line counts as parallel. */
  return fabs(u[0]) <= DBL_MAX && fabs(u[1]) <= DBL_MAX;
}

/* A line that enters the infinite cylinder before the plane through a can enter the capsule only
 * through the ball at a. The same holds at b and for the exit. So the part that is met follows from
 * where the line meets the side. Values of t are not compared: near the seam they differ by less
 * than their rounding errors. */
enum { SIDE_PART, BALL_A, BALL_B };

static void measure_side(const line *from_a, const twofold x[3], double s, const twofold g[3],
                         double u, int at, int end, measured *m) {
  twofold p[3];
  int k;
  m->t[at] = s + u;
  if (at != end) return;
  for (k = 0; k < 3; k++) {
    p[k] = tf_add(g[k], tf_scale(from_a->d[k], u));
    m->point[k] = p[k].hi + from_a->shape->a[k];
  }
  from_axis(p, x, m->normal);
}

static int measure_ball(const line *l, const double center[3], int at, int end, measured *m) {
  line from_center = ci_line_offset(l, center);
  measured ball;
  int k;
  if (!ci_sphere_measure_if_met(&from_center, at, &ball)) return 0;
  m->t[at] = ball.t[at];
  if (at != end) return 1;
  for (k = 0; k < 3; k++) {
    m->point[k] = ball.point[k] + center[k];
    m->normal[k] = ball.normal[k];
  }
  return 1;
}

static void measure_end(const line *l, int at, int end, measured *m) {
  const double *a = l->shape->a, *b = l->shape->b;
  line from_a = ci_line_offset(l, a);
  twofold x[3], g[3], p[3], along;
  double plain[3], d[3], s, u[2];
  int k, part, cut;
  for (k = 0; k < 3; k++) {
    x[k] = two_diff(b[k], a[k]);
    plain[k] = x[k].hi;
    d[k] = l->d[k].hi;
  }
  cut = cut_side(&from_a, x, plain, &s, g, u);
  if (cut) {
    for (k = 0; k < 3; k++) p[k] = tf_add(g[k], tf_scale(l->d[k], u[at]));
    along = tf_dot(p, x);
    part = along.hi < 0 ? BALL_A : tf_sub(along, tf_dot(x, x)).hi > 0 ? BALL_B : SIDE_PART;
  } else {
    part = (vector_dot(d, plain) > 0) == (at == 0) ? BALL_A : BALL_B;
  }
  /* If this ball is missed, that is due to rounding at the seam. */
  if (part != SIDE_PART && measure_ball(l, part == BALL_A ? a : b, at, end, m)) return;
  measure_side(&from_a, x, s, g, cut ? u[at] : 0, at, end, m);
}

static void capsule_measure(const line *l, int end, measured *m) {
  int at, k;
  for (at = 0; at < 2; at++) {
    if (has_length(l))
      measure_end(l, at, end, m);
    else
      measure_ball(l, l->shape->a, at, end, m);
  }
  if (l->shape->radius == 0) /* the normal of a segment is against the line */
    for (k = 0; k < 3; k++) m->normal[k] = end == 0 ? -l->d[k].hi : l->d[k].hi;
}

const exact_cast ci_capsule_exact = {capsule_meets, capsule_side, capsule_locate, capsule_measure};

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

/* SPDX-License-Identifier: MIT
 *
 * Quick casts at capsules of a game's proportions. Everything else, such as a far start or a line
 * along the axis, is left to ci_quick_tube in capsule.c.
 *
 * With x = b - a and f relative to a, the point a + k x of the axis lies inside of the radius when
 * a concave quadratic of k is not negative. For a line, and for the start f alone, it is
 *
 *     G(k) = r^2 |d|^2 - |(f - k x) x d|^2 = A + 2 s k - n k^2
 *     H(k) = r^2 - |f - k x|^2 = (r^2 - f.f) + 2 (f.x) k - (x.x) k^2
 *
 * with A = (f.d)^2 - d.d (f.f - r^2), s = d.d (f.x) - (f.d) (d.x) and n = d.d x.x - (d.x)^2. The
 * capsule is met where the largest value for k from 0 to 1 is not negative. That value is off by no
 * more than G or H is off for any such k: so it does not matter whether rounding moves the k that
 * it is found at. This decides a yes or no by squares alone.
 *
 * To measure, the infinite tube about the axis is cut first, and where it is crossed beyond an end,
 * the ball there is cut instead. Measuring accepts only lines that start within 32 radii of a,
 * cross the axis at no small angle, and graze neither the tube nor a ball that is cut. Every t of
 * these is known to 2^-28 r / |d|, and gates may be a thousand times as wide as that: so no error
 * is computed.
 *
 * In the bounds of measuring D, X and F are the lengths of d, x and f. F <= 32 r and X <= 16 r; a
 * lies within 56 r of the position, or the position is 0. So f, rounded twice, is off by u (2 F +
 * 56 r) <= 120 u r, x by u X and a segment's d by u D. f . d is off by 248 u r D, f . x by 248 u r
 * X, d . x, x . x and d . d by 5 u of their terms. */
#include "capsule_quick.h"

#include "quick_bounds.h"

/* Values of the line and the axis. In the plane z = 0 vectors have two components: each function is
 * compiled for `flat` 0 and for 1. */
typedef struct cut {
  double f[3], x[3];
  double ff, fd, fx, dd, rate, xx, rr; /* rate = d . x */
  double t[2];                         /* where it enters and leaves */
  double along;                        /* p . x of the point p where it enters */
  int zone;                            /* p lies beyond a (-1), or b (1), or between (0) */
  double side; /* in the plane: the factor that makes (x1, -x0) a unit normal */
} cut;

static QUICK_INLINE void see(int flat, const collide_shape *s, const double from[3],
                             const double d[3], cut *v) {
  const double *p = s->position, *a = s->a, *b = s->b;
  v->f[0] = flat ? from[0] - a[0] : from[0] - p[0] - a[0];
  v->f[1] = flat ? from[1] - a[1] : from[1] - p[1] - a[1];
  v->x[0] = b[0] - a[0];
  v->x[1] = b[1] - a[1];
  v->ff = v->f[0] * v->f[0] + v->f[1] * v->f[1];
  v->fd = v->f[0] * d[0] + v->f[1] * d[1];
  v->fx = v->f[0] * v->x[0] + v->f[1] * v->x[1];
  v->dd = d[0] * d[0] + d[1] * d[1];
  v->rate = d[0] * v->x[0] + d[1] * v->x[1];
  v->xx = v->x[0] * v->x[0] + v->x[1] * v->x[1];
  v->rr = s->radius * s->radius;
  if (flat) return;
  v->f[2] = from[2] - p[2] - a[2];
  v->x[2] = b[2] - a[2];
  v->ff += v->f[2] * v->f[2];
  v->fd += v->f[2] * d[2];
  v->fx += v->f[2] * v->x[2];
  v->dd += d[2] * d[2];
  v->rate += d[2] * v->x[2];
  v->xx += v->x[2] * v->x[2];
}

/* ---- Deciding ------------------------------------------------------------------------ */

/* f_i is from_i - a_i, or from_i - position_i - a_i, rounded twice: off by u (2 |f_i| + |a_i|),
 * where a is no farther from the position than P = sqrt(3) reach. In the plane P is 0. A segment's
 * d_i and x_i are off by u of themselves. In the following K^2 = F^2 + X^2 + r^2 + P^2, and F, D
 * and X are the lengths of f, d and x. Then in units of u f . f  is off by 7 F^2 + 2 F P,  d . d by
 * 5 D^2,  x . x by 5 X^2, f . d  by D (6 F + P),  f . x by X (6 F + P),  d . x by 5 D X. */
static QUICK_INLINE double bound_squares(int flat, const collide_shape *s, const cut *v) {
  double most = v->rr + v->ff + v->xx;
  return flat ? most : most + 3 * (s->reach * s->reach);
}

/* Returns n times the largest value of a + 2 s k - n k^2 for k from 0 to 1, for n > 0, and n times
 * that k in *nk, without a branch. The sum is off by u n (2 |a| + 6 |s|). */
static QUICK_INLINE double largest(double a, double s, double n, double *nk) {
  double k = s > 0 ? s : 0;
  k = k < n ? k : n;
  *nk = k;
  return a * n + k * (s + s - k);
}

static QUICK_INLINE int sign_of(double value, double margin) {
  return (value > margin) - (value < -margin);
}

/* In units of u D^2: A is off by 28 F^2 + 4 F P + 9 r^2 <= 30 F^2 + 2 P^2 + 9 r^2; s by X (25 F + 2
 * P), twice that by 25 F^2 + 27 X^2 + 2 P^2; and n by 23 X^2, or 25 with the term that keeps it
 * above 0 for lines along the axis: G by 55 F^2 + 52 X^2 + 4 P^2 + 9 r^2. The largest value adds 5
 * F^2 + 3 X^2 + 2 r^2, for |A| <= D^2 (F^2 + r^2) and |s| <= D^2 F X: at most 60 K^2. */
#ifndef QUICK_STRETCH
#define QUICK_STRETCH 64.0
#endif
#define ALONG 2.220446049250313e-16 /* 2^-52 */

/* Returns 1 if the line meets the capsule, -1 if it misses, 0 if it is uncertain. */
static QUICK_INLINE int meets(const cut *v, double squares) {
  double a = v->fd * v->fd - v->dd * (v->ff - v->rr), s = v->dd * v->fx - v->fd * v->rate;
  double square = v->dd * v->xx, n = square - v->rate * v->rate, nk, value;
  n = n > ALONG * square ? n : ALONG * square;
  value = largest(a, s, n, &nk);
  return sign_of(value, QUICK_STRETCH * QUICK_UNIT * (v->dd * squares) * n);
}

/* Finds where the point at t lies on a line that certainly meets the capsule. With T = |t| D the
 * point g has g.g = f.f + t (2 f.d + t d.d), g.d = f.d + t d.d and g.x = f.x + t d.x, which are off
 * by 18 F^2 + 2 P^2 + 22 T^2, by D (7 F + P + 7 T) and by X (7 F + P + 7 T). So H is off by 27 F^2
 * + 3 P^2 + 31 T^2 + 20 X^2 + 4 r^2, and its largest value by 7 F^2 + 7 T^2 + 6 X^2 more: at most
 * 40 M^2 for M^2 = K^2 + T^2.
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

static QUICK_INLINE quick_place place_of(const cut *v, double gg, double gd, double gx,
                                         double most) {
  double k;
  int which = sign_of(largest(v->rr - gg, gx, v->xx, &k), QUICK_ASIDE * QUICK_UNIT * most * v->xx);
  if (which > 0) return QUICK_WITHIN;
  if (which == 0) return QUICK_SOMEWHERE;
  return gd * v->xx - k * v->rate < 0 ? QUICK_BEFORE : QUICK_PAST;
}

static QUICK_INLINE quick_place place_at(const cut *v, double squares, double t) {
  double far = t * v->dd;
  return place_of(v, v->ff + t * (v->fd + v->fd + far), v->fd + far, v->fx + t * v->rate,
                  squares + t * far);
}

static QUICK_INLINE int decide(int flat, const collide_shape *s, const quick_cast *c,
                               const cut *v) {
  double squares = bound_squares(flat, s, v);
  int meeting;
  /* Nothing overflows, and underflow is negligible beside the margins, which are above 1e-240. */
  if (!(v->xx > 1e-60 && squares < 1e60 && v->dd > 1e-40 && v->dd < 1e40)) return QUICK_UNSURE;
  meeting = meets(v, squares);
  if (meeting <= 0) return meeting < 0 ? QUICK_MISS : QUICK_UNSURE;
  if (c->flags & QUICK_LINE) return QUICK_HIT;
  return quick_decide_places(s, c, place_of(v, v->ff, v->fd, v->fx, squares),
                             c->max > DBL_MAX ? QUICK_PAST : place_at(v, squares, c->max));
}

/* ---- Measuring ------------------------------------------------------------------------- */

/* (32 r)^2, less the most that rounding adds to |f|^2, and (16 r)^2. */
#define NEAR_SQUARE 1023.0
#define LONG_SQUARE 256.0

/* 0 when the line starts too far away, or squares of squares might leave their range. */
static QUICK_INLINE int is_near(int flat, const collide_shape *s, const cut *v) {
  const double *p = s->position;
  return v->ff <= NEAR_SQUARE * v->rr && v->xx <= LONG_SQUARE * v->rr && v->xx > 1e-60 &&
         v->rr < 1e60 && v->dd > 1e-40 && v->dd < 1e40 &&
         (flat || s->reach * s->reach <= 4 * (v->xx + v->rr) ||
          (p[0] == 0 && p[1] == 0 && p[2] == 0));
}

/* A gap is r^2 |n|^2 less the square of n times the distance of the line from an axis or a centre:
 * beyond this share of its first term it is certainly a miss, or no graze. Its error is 2^-39 of
 * that term, see below; but the root of a smaller gap would lose digits. */
#ifndef QUICK_CLEAR
#define QUICK_CLEAR 0.00390625 /* 2^-8 */
#endif
/* The square of the sine of the angle between line and axis: 1 / 8 and 1 / 64. Below these, t of
 * the tube loses digits. */
#define CROSSWISE 0.015625
#define CROSSWISE_FLAT 2.44140625e-4

static QUICK_INLINE int clears(double gap, double most) {
  if (gap > QUICK_CLEAR * most) return QUICK_HIT;
  return gap < -QUICK_CLEAR * most ? QUICK_MISS : QUICK_UNSURE;
}

/* In the plane the tube is two lines: (f + t d) x x = -+ r |x|. The moment m of f is off by 6 u F X
 * and half by 4 u r X, together 200 u r X; n by 6 u D X, which is 384 u of it; and |t| <= 64 (F +
 * r) / D. So t is off by (64 200 + 64 33 390) u r / D < 2^-32 r / D. */
static QUICK_INLINE int cut_sides(const collide_shape *s, const double d[3], cut *v) {
  double n = d[0] * v->x[1] - d[1] * v->x[0], m = v->f[0] * v->x[1] - v->f[1] * v->x[0];
  double length = sqrt(v->xx), half = s->radius * length;
  if (!(n * n > CROSSWISE_FLAT * (v->dd * v->xx))) return QUICK_UNSURE;
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
  vector_cross(d, v->x, n);
  nn = vector_dot(n, n);
  det = vector_dot(v->f, n);
  gap = v->rr * nn - det * det;
  if (!(nn > CROSSWISE * (v->dd * v->xx))) return QUICK_UNSURE;
  found = clears(gap, v->rr * nn);
  if (found != QUICK_HIT) return found;
  root = sqrt(v->xx * gap);
  b = v->fd * v->xx - v->fx * v->rate;
  v->t[0] = (-b - root) / nn;
  v->t[1] = (root - b) / nn;
  return QUICK_HIT;
}

/* Cuts the ball about the end of that zone. g, the start relative to its centre, is at most 48 r
 * and off by 190 u r; g x d by 600 u r D, its square, where it is below 4 r^2 D^2, and the gap by
 * 2^-41 r^2 D^2; the slope g . d by 400 u r D, and |t| <= 49 r / D: t is off by less than 2^-33 r /
 * D. */
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
    vector_cross(g, d, w);
    gap = v->rr * v->dd - vector_dot(w, w);
  }
  found = clears(gap, v->rr * v->dd);
  if (found != QUICK_HIT) return found;
  root = sqrt(gap);
  v->t[end] = (end ? root - slope : -slope - root) / v->dd;
  return found;
}

/* This takes no margin. `along` is off by 2^-27 r X at most, so a crossing in the wrong zone lies h
 * <= 2^-27 r from the planes that cut the ends off. There tube and balls touch: they are h^2 / (2
 * r) <= 2^-55 r apart, less than f is off by. So t, point and normal are as good from either, and
 * whether there is a hit does not change:
 * - a line that crosses the tube between the ends, or h beyond one, goes on to well inside of it,
 *   by 2^-7 of its way and more, and the capsule's surface is no more than h^2 / r from there;
 * - a line whose crossings both lie beyond an end, up to h, is in the tube only there, and meets
 *   the capsule if it meets the ball about that end, enlarged by h: with a gap that is clear;
 * - a line with crossings in two zones passes an end's disc, or h beside it: no ball is missed. */
static QUICK_INLINE int zone_of(const cut *v, double along) {
  return (along > v->xx) - (along < 0);
}

/* Returns QUICK_HIT, QUICK_MISS or QUICK_UNSURE for the whole line, whatever its range. */
static QUICK_INLINE int cut_line(int flat, const collide_shape *s, const double d[3], cut *v) {
  int found, last;
  if (!is_near(flat, s, v)) return QUICK_UNSURE;
  found = flat ? cut_sides(s, d, v) : cut_tube(d, v);
  if (found != QUICK_HIT) return found;
  v->along = v->fx + v->t[0] * v->rate;
  v->zone = zone_of(v, v->along);
  last = zone_of(v, v->fx + v->t[1] * v->rate);
  if (v->zone != 0) found = cut_ball(flat, d, v, v->zone, 0);
  if (last != 0 && found == QUICK_HIT) found = cut_ball(flat, d, v, last, 1);
  return found;
}

/* t certainly lies before or behind 0 or max if its point is farther than 2^-20 r from the point
 * there: t is off by 2^-28 r / |d| and by the errors of the squares and of max - t. So (t |d|)^2 >
 * 2^-40 r^2. */
#ifndef QUICK_CLOSE
#define QUICK_CLOSE 9.094947017729282e-13 /* 2^-40 */
#endif

static QUICK_INLINE int decide_range(const collide_shape *s, const quick_cast *c, const cut *v,
                                     collide_hit *hit) {
  double near = QUICK_CLOSE * v->rr, left = c->max - v->t[0];
  int is_clear = v->t[0] * v->t[0] * v->dd > near;
  if (c->flags & QUICK_LINE) return QUICK_TO_MEASURE;
  if (v->t[0] > 0 && is_clear) {
    if (!(left * left * v->dd > near)) return QUICK_MEETS;
    return left > 0 ? QUICK_TO_MEASURE : QUICK_MISS;
  }
  if (!(v->t[1] * v->t[1] * v->dd > near)) return QUICK_MEETS;
  if (v->t[1] < 0) return QUICK_MISS;
  return is_clear ? quick_write_inside(s, c, v->t[1], hit) : (int)QUICK_MEETS;
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

static QUICK_INLINE int is_taken(int flat, const collide_shape *s, const quick_cast *c) {
  return s->frame == COLLIDE_MOVED && !(flat && (c->from[2] != 0 || c->d[2] != 0));
}

static QUICK_INLINE int decide_in(int flat, const collide_shape *s, const quick_cast *c) {
  cut v;
  if (!is_taken(flat, s, c)) return QUICK_UNSURE;
  see(flat, s, c->from, c->d, &v);
  return decide(flat, s, c, &v);
}

static QUICK_INLINE int measure_in(int flat, const collide_shape *s, const quick_cast *c,
                                   collide_hit *hit) {
  double p[3], n[3];
  cut v;
  int found;
  if (!is_taken(flat, s, c)) return QUICK_UNSURE;
  see(flat, s, c->from, c->d, &v);
  found = cut_line(flat, s, c->d, &v);
  if (found == QUICK_HIT) found = decide_range(s, c, &v, hit);
  if (found != QUICK_TO_MEASURE) return found;
  if (hit == NULL) return QUICK_HIT;
  hit->t = v.t[0] + 0.0;
  surface(flat, s, c->d, &v, p, n);
  hit->point[0] = flat ? p[0] + 0.0 : s->position[0] + p[0] + 0.0;
  hit->point[1] = flat ? p[1] + 0.0 : s->position[1] + p[1] + 0.0;
  hit->point[2] = flat ? 0 : s->position[2] + p[2] + 0.0;
  hit->normal[0] = n[0] + 0.0;
  hit->normal[1] = n[1] + 0.0;
  hit->normal[2] = flat ? 0 : n[2] + 0.0;
  quick_write_plain(hit, v.t[0], v.t[1] < v.t[0] ? v.t[0] : v.t[1], 0);
  return QUICK_HIT;
}

static QUICK_NOINLINE int measure_capsule(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  int found = measure_in(0, s, &c, hit);
  if (found != QUICK_UNSURE) return found;
  return ci_quick_tube(s, ax, ay, az, bx, by, bz, max, flags, hit);
}

static QUICK_NOINLINE int measure_capsule_2d(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  int found = measure_in(1, s, &c, hit);
  if (found != QUICK_UNSURE) return found;
  return ci_quick_tube(s, ax, ay, az, bx, by, bz, max, flags, hit);
}

int ci_quick_capsule(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  int found = hit == NULL ? decide_in(0, s, &c) : (int)QUICK_UNSURE;
  if (found != QUICK_UNSURE) return found;
  return measure_capsule(s, ax, ay, az, bx, by, bz, max, flags, hit);
}

int ci_quick_capsule_2d(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  int found = hit == NULL ? decide_in(1, s, &c) : (int)QUICK_UNSURE;
  if (found != QUICK_UNSURE) return found;
  return measure_capsule_2d(s, ax, ay, az, bx, by, bz, max, flags, hit);
}

/* SPDX-License-Identifier: MIT
 *
 * Whether a line meets a capsule within its range, by squares alone: nothing is divided, and no
 * root is taken.
 *
 * With x = b - a and f seen from a, the point a + k x of the axis lies inside of the radius when a
 * concave quadratic of k is not negative. Of a line, and of the start f alone, that is
 *
 *     G(k) = r^2 |d|^2 - |(f - k x) x d|^2 = A + 2 s k - n k^2
 *     H(k) = r^2 - |f - k x|^2 = (r^2 - f.f) + 2 (f.x) k - (x.x) k^2
 *
 * with A = (f.d)^2 - d.d (f.f - r^2), s = d.d (f.x) - (f.d) (d.x) and n = d.d x.x - (d.x)^2. The
 * capsule is met where the largest value for k from 0 to 1 is not negative. That value is off by no
 * more than G or H is off for any such k: so it does not matter whether rounding moves the k that
 * it is found at. */
#include "capsule_decide.h"

#include "capsule_measure.h"
#include "direct.h"

/* What the quadratics are made of. In the plane z = 0 vectors have two components: a function is
 * compiled for `flat` being 0 and for 1. */
typedef struct view {
  double ff, fd, fx, dd, rate, xx; /* rate = d . x */
  double rr, most;                 /* most = |f|^2 + |x|^2 + r^2 + P^2 */
} view;

/* f_i is from_i - a_i, or from_i - position_i - a_i, rounded twice: off by u (2 |f_i| + |a_i|),
 * where a is no farther from the position than P = sqrt(3) reach. In the plane P is 0. A segment's
 * d_i and x_i are off by u of themselves. In the following K^2 = F^2 + X^2 + r^2 + P^2, and F, D
 * and X are the lengths of f, d and x. Then in units of u f . f  is off by 7 F^2 + 2 F P,  d . d by
 * 5 D^2,  x . x by 5 X^2, f . d  by D (6 F + P),  f . x by X (6 F + P),  d . x by 5 D X. */
static QUICK_INLINE int see(int flat, const collide_shape *s, const double from[3],
                            const double d[3], view *v) {
  const double *p = s->position, *a = s->a, *b = s->b;
  double f0 = flat ? from[0] - a[0] : from[0] - p[0] - a[0], x0 = b[0] - a[0];
  double f1 = flat ? from[1] - a[1] : from[1] - p[1] - a[1], x1 = b[1] - a[1];
  v->ff = f0 * f0 + f1 * f1;
  v->fd = f0 * d[0] + f1 * d[1];
  v->fx = f0 * x0 + f1 * x1;
  v->dd = d[0] * d[0] + d[1] * d[1];
  v->rate = d[0] * x0 + d[1] * x1;
  v->xx = x0 * x0 + x1 * x1;
  v->rr = s->radius * s->radius;
  v->most = v->rr;
  if (!flat) {
    double f2 = from[2] - p[2] - a[2], x2 = b[2] - a[2];
    v->ff += f2 * f2;
    v->fd += f2 * d[2];
    v->fx += f2 * x2;
    v->dd += d[2] * d[2];
    v->rate += d[2] * x2;
    v->xx += x2 * x2;
    v->most += 3 * (s->reach * s->reach);
  }
  v->most += v->ff + v->xx;
  /* Nothing overflows, and what underflows is nothing beside the margins, which are above 1e-240.
   */
  return v->xx > 1e-60 && v->most < 1e60 && v->dd > 1e-40 && v->dd < 1e40;
}

/* n times the largest value of a + 2 s k - n k^2 for k from 0 to 1, for n > 0, and in *nk n times
 * that k, without a branch. The sum is off by u n (2 |a| + 6 |s|). */
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
 * P), twice that by 25 F^2 + 27 X^2 + 2 P^2; and n by 23 X^2, or 25 with what keeps it above 0 for
 * lines along the axis: G by 55 F^2 + 52 X^2 + 4 P^2 + 9 r^2. The largest value adds 5 F^2 + 3 X^2
 * + 2 r^2, for |A| <= D^2 (F^2 + r^2) and |s| <= D^2 F X: at most 60 K^2. */
#ifndef QUICK_STRETCH
#define QUICK_STRETCH 64.0
#endif
#define ALONG 2.220446049250313e-16 /* 2^-52 */

/* 1, -1, or 0 when it is not certain, for a line that meets the capsule, or passes it by. */
static QUICK_INLINE int meets(const view *v) {
  double a = v->fd * v->fd - v->dd * (v->ff - v->rr), s = v->dd * v->fx - v->fd * v->rate;
  double square = v->dd * v->xx, n = square - v->rate * v->rate, nk, value;
  n = n > ALONG * square ? n : ALONG * square;
  value = largest(a, s, n, &nk);
  return sign_of(value, QUICK_STRETCH * QUICK_UNIT * (v->dd * v->most) * n);
}

/* Where the point at t lies of a line that certainly meets the capsule. With T = |t| D the point g
 * has g.g = f.f + t (2 f.d + t d.d), g.d = f.d + t d.d and g.x = f.x + t d.x, which are off by 18
 * F^2 + 2 P^2 + 22 T^2, by D (7 F + P + 7 T) and by X (7 F + P + 7 T). So H is off by 27 F^2 + 3
 * P^2 + 31 T^2
 * + 20 X^2 + 4 r^2, and its largest value by 7 F^2 + 7 T^2 + 6 X^2 more: at most 40 M^2 for M^2 =
 * K^2
 * + T^2.
 *
 * Of a point outside let v be what leads to it from the point k of the axis. The capsule lies where
 * (q - k x) . v <= r |v| + 13 u M^2, for the k found is the nearest but for rounding. So where the
 * line meets it, at t', (t' - t) d . v <= r |v| - |v|^2 + 13 u M^2. Above the margin |v|^2 - r^2 is
 * at least (256 - 40) u M^2, and |v| (|v| - r) at least half of that. |t' - t| D is below |g| + X +
 * r
 * <= 2 M. So |d . v| is above D (108 - 13) u M^2 / (2 M) >= 47 u D M. It is found off by 27 F + 27
 * T
 * + 2 P <= 39 M, in units of u D: its sign is certain, and tells whether the capsule is ahead. */
#ifndef QUICK_ASIDE
#define QUICK_ASIDE 256.0
#endif

static QUICK_INLINE shoot_place place_of(const view *v, double gg, double gd, double gx,
                                         double most) {
  double k;
  int which = sign_of(largest(v->rr - gg, gx, v->xx, &k), QUICK_ASIDE * QUICK_UNIT * most * v->xx);
  if (which > 0) return SHOOT_WITHIN;
  if (which == 0) return SHOOT_SOMEWHERE;
  return gd * v->xx - k * v->rate < 0 ? SHOOT_BEFORE : SHOOT_PAST;
}

static QUICK_INLINE shoot_place place_at(const view *v, double t) {
  double far = t * v->dd;
  return place_of(v, v->ff + t * (v->fd + v->fd + far), v->fd + far, v->fx + t * v->rate,
                  v->most + t * far);
}

static QUICK_INLINE int decide(int flat, const collide_shape *s, const double from[3],
                               const double d[3], double max, int flags) {
  view v;
  int meeting;
  if (s->frame != COLLIDE_MOVED || !see(flat, s, from, d, &v)) return QUICK_UNSURE;
  meeting = meets(&v);
  if (meeting < 0) return QUICK_MISS;
  if (meeting == 0) return QUICK_UNSURE;
  if (flags & SHOOT_LINE) return QUICK_HIT;
  return shoot_decide_places(s, place_of(&v, v.ff, v.fd, v.fx, v.most),
                             max > DBL_MAX ? SHOOT_PAST : place_at(&v, max), flags);
}

/* Yes or no: by squares, and where these leave a doubt by the time. */
int ci_capsule_is_hit(const collide_shape *s, const double from[3], const double d[3], double max,
                      int flags, shoot_otherwise otherwise) {
  int found = decide(0, s, from, d, max, flags);
  if (found == QUICK_UNSURE) found = ci_capsule_is_timed(s, from, d, max, flags);
  return found != QUICK_UNSURE ? found : otherwise(s, from, d, max, flags, NULL);
}

int ci_capsule_is_hit_2d(const collide_shape *s, const double from[3], const double d[3],
                         double max, int flags, shoot_otherwise otherwise) {
  int found = from[2] != 0 || d[2] != 0 ? QUICK_UNSURE : decide(1, s, from, d, max, flags);
  if (found == QUICK_UNSURE) found = ci_capsule_is_timed(s, from, d, max, flags);
  return found != QUICK_UNSURE ? found : otherwise(s, from, d, max, flags, NULL);
}

static QUICK_INLINE int decide_flat(const collide_shape *s, const double from[3], const double d[3],
                                    double max, int flags) {
  return decide(1, s, from, d, max, flags);
}

static QUICK_INLINE int decide_deep(const collide_shape *s, const double from[3], const double d[3],
                                    double max, int flags) {
  return decide(0, s, from, d, max, flags);
}

DIRECT_DECIDED_2(capsule_2d, DIRECT_FINITE_2, DIRECT_FINITE_2, decide_flat)
DIRECT_DECIDED_3(capsule, DIRECT_FINITE_3, DIRECT_FINITE_3, decide_deep)

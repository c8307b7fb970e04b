/* SPDX-License-Identifier: MIT
 *
 * Yes or no of quick casts at capsules, without a division or a root.
 *
 * With x = b - a and f relative to a, the point a + k x of the axis lies within the radius of the
 * line, or of its point p, if a concave quadratic of k is not negative:
 *
 *     G(k) = r^2 |d|^2 - |(f - k x) x d|^2 = A + 2 s k - n k^2
 *     H(k) = r^2 - |p - k x|^2 = (r^2 - p.p) + 2 (p.x) k - (x.x) k^2
 *
 * with A = (f.d)^2 - d.d (f.f - r^2), s = d.d (f.x) - (f.d) (d.x) and n = d.d x.x - (d.x)^2. So the
 * capsule is met if the largest value for k from 0 to 1 is not negative. That value is off by no
 * more than G or H is for any such k. It does not matter whether rounding moves the k.
 */
#include "kind.h"
#include "quick_bounds.h"
#include "../number/scalar.h"

typedef struct axis {
  double xx, along, rate, slope; /* x . x, f . x, d . x and f . d */
} axis;

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

static QUICK_INLINE quick_place place_of(const axis *v, double h, double gd, double gx,
                                         double most) {
  double k, margin = QUICK_ASIDE * QUICK_UNIT * most * v->xx;
  h = largest(h, gx, v->xx, &k);
  if (QUICK_LIKELY(h < -margin)) return gd * v->xx - k * v->rate < 0 ? QUICK_BEFORE : QUICK_PAST;
  return h > margin ? QUICK_WITHIN : QUICK_SOMEWHERE;
}

static QUICK_INLINE int decide(int flat, const collide_shape *s, const quick_cast *c) {
  const double *d = c->d, *p = s->position;
  double f[3], x[3], ff, dd, rr = s->radius * s->radius, most, square, n, nk, g, margin, far;
  axis v;
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
      s, c, place_of(&v, rr - ff, v.slope, v.along, most),
      c->max > DBL_MAX ? QUICK_PAST
                       : place_of(&v, rr - (ff + c->max * (v.slope + v.slope + far)), v.slope + far,
                                  v.along + c->max * v.rate, most + c->max * far));
}

int ci_decide_capsule(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  (void)hit;
  return decide(0, s, &c);
}

int ci_decide_capsule_2d(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  (void)hit;
  return decide(1, s, &c);
}

/* SPDX-License-Identifier: MIT
 *
 * Whether a line meets a box within its range, by signs alone: nothing is divided. All is seen from
 * the box's centre and doubled, so that nothing is halved either: with f in the box's frame g = 2 f
 * - (a + b), and |g_i| <= b_i - a_i within.
 *
 * F is the largest |f_i|, D the largest |d_i|, R the reach, T = |t| D for the point at t, and e how
 * far rounding may have moved f and d, as in quick.h: 2 u in a frame that is only moved, where d
 * has the right signs, and 7 u under a matrix, where F and D are sums of the absolute values of
 * terms and |d| is at least D / 4. */
#include "box_decide.h"

#include "direct.h"
#include "../number/scalar.h"

/* A line as the box sees it. In the plane the third numbers are not set. */
typedef struct view {
  double g[3], d[3], side[3]; /* side = b - a */
  double f_most, d_most, eps;
} view;

static QUICK_INLINE void centre(const collide_shape *s, const double f[3], int i, view *v) {
  v->g[i] = f[i] + f[i] - (s->a[i] + s->b[i]);
  v->side[i] = s->b[i] - s->a[i];
}

/* Nothing overflows, and what underflows is nothing beside the margins. */
static QUICK_INLINE int is_in_range(const collide_shape *s, const view *v) {
  return s->reach > 1e-30 && s->reach < 1e30 && v->f_most < 1e30 && v->d_most > 1e-20 &&
         v->d_most < 1e20;
}

static QUICK_INLINE int see(collide_frame_kind frame, const collide_shape *s, const double from[3],
                            const double d[3], view *v) {
  double f[3];
  f[0] = from[0] - s->position[0];
  f[1] = from[1] - s->position[1];
  f[2] = from[2] - s->position[2];
  v->d[0] = d[0];
  v->d[1] = d[1];
  v->d[2] = d[2];
  if (frame == COLLIDE_LINEAR) {
    const double *inverse = s->of.turned.inverse;
    double seen[3];
    v->f_most = quick_through(inverse, f, seen);
    v->d_most = quick_through(inverse, d, v->d);
    v->eps = QUICK_TURNED;
    f[0] = seen[0];
    f[1] = seen[1];
    f[2] = seen[2];
  } else {
    v->f_most = quick_largest(f);
    v->d_most = quick_largest(d);
    v->eps = QUICK_MOVED;
  }
  centre(s, f, 0, v);
  centre(s, f, 1, v);
  centre(s, f, 2, v);
  if (frame == COLLIDE_LINEAR && !(16 * vector_dot(v->d, v->d) >= v->d_most * v->d_most)) return 0;
  return is_in_range(s, v);
}

/* How far the line passes by along the axis that is perpendicular to d and to the axes i and j are
 * not, times |d|: |g_i d_j - g_j d_i| - (side_i |d_j| + side_j |d_i|), more than 0 for any two axes
 * when the line passes the box by, and only then.
 *
 * With u <= e / 2, g_i is off by 2 e F + 2 u R + 2 u (F + R) <= e (3 F + 2 R). In units of e (F +
 * R) D a product g_i d_j is off by 3 + 2 + 1, the difference of two by 14; side_i |d_j| by 1 + 2 +
 * 1, the sum of two by 10; and the difference of both, at most 8 (F + R) D, by 4 more. */
#ifndef QUICK_SIDES
#define QUICK_SIDES 32.0
#endif

static QUICK_INLINE double pass(const view *v, int i, int j) {
  return fabs(v->g[i] * v->d[j] - v->g[j] * v->d[i]) -
         (v->side[i] * fabs(v->d[j]) + v->side[j] * fabs(v->d[i]));
}

static QUICK_INLINE int sign_of(double outside, double margin) {
  if (outside > margin) return QUICK_MISS;
  return outside < -margin ? QUICK_HIT : QUICK_UNSURE;
}

/* The cross product of d and an axis that it runs along is zero and separates nothing. That has to
 * be known of d itself: in a frame that is only moved. */
static int meets_along(const view *v, double margin) {
  const double *d = v->d;
  double x = pass(v, 1, 2), y = pass(v, 2, 0), z = pass(v, 0, 1);
  if (d[0] == 0 && d[1] == 0) return sign_of(greater(x, y), margin);
  if (d[1] == 0 && d[2] == 0) return sign_of(greater(y, z), margin);
  return d[2] == 0 && d[0] == 0 ? sign_of(greater(z, x), margin) : QUICK_UNSURE;
}

static QUICK_INLINE int meets(collide_frame_kind frame, const collide_shape *s, const view *v) {
  double margin = QUICK_SIDES * v->eps * (v->f_most + s->reach) * v->d_most;
  double outside = greater(greater(pass(v, 1, 2), pass(v, 2, 0)), pass(v, 0, 1));
  int found = sign_of(outside, margin);
  if (found == QUICK_UNSURE && frame != COLLIDE_LINEAR) return meets_along(v, margin);
  return found;
}

/* |g_i + 2 t d_i| - side_i: with g_i as above, the product is off by 2 e T + u (2 T), the sum by u
 * (2 F
 * + 2 R + 2 T), side_i by 2 u R and the difference by u (2 F + 2 T + 4 R): in all by 6 e (F + T +
 * R).
 *
 * So beyond the margin a point lies outside of a slab by 14 e (F + T + R) at least, doubled. Where
 * the line meets the box it comes there within sqrt(3) (F + T + R) / |d| <= 7 (F + T + R) / D of t:
 * so |d_i|
 * >= e D, and has a certain sign under a matrix, too. The line enters all slabs that the point lies
 * outside of, or has left all of them: the terms of the sum have one sign. */
#ifndef QUICK_OUTSIDE
#define QUICK_OUTSIDE 20.0
#endif

/* How far x lies outside of -limit to limit, with x's sign. */
static QUICK_INLINE double beyond(double x, double limit) {
  return x - lesser(greater(x, -limit), limit);
}

static QUICK_INLINE shoot_place place_at(int axes, const collide_shape *s, const view *v,
                                         double t) {
  double margin = QUICK_OUTSIDE * v->eps * (v->f_most + t * v->d_most + s->reach);
  double x = v->g[0] + (t + t) * v->d[0], y = v->g[1] + (t + t) * v->d[1], z = 0;
  double outside = greater(fabs(x) - v->side[0], fabs(y) - v->side[1]), leaving;
  if (axes == 3) {
    z = v->g[2] + (t + t) * v->d[2];
    outside = greater(outside, fabs(z) - v->side[2]);
  }
  if (outside < -margin) return SHOOT_WITHIN;
  if (!(outside > margin)) return SHOOT_SOMEWHERE;
  leaving = beyond(x, v->side[0] + margin) * v->d[0] + beyond(y, v->side[1] + margin) * v->d[1];
  if (axes == 3) leaving += beyond(z, v->side[2] + margin) * v->d[2];
  if (leaving < 0) return SHOOT_BEFORE;
  return leaving > 0 ? SHOOT_PAST : SHOOT_SOMEWHERE;
}

static QUICK_INLINE int decide_range(int axes, const collide_shape *s, const view *v, double max,
                                     int flags) {
  if (flags & SHOOT_LINE) return QUICK_HIT;
  return shoot_decide_places(s, place_at(axes, s, v, 0),
                             max > DBL_MAX ? SHOOT_PAST : place_at(axes, s, v, max), flags);
}

static QUICK_INLINE int decide(collide_frame_kind frame, const collide_shape *s,
                               const double from[3], const double d[3], double max, int flags) {
  view v;
  int found;
  if (!see(frame, s, from, d, &v)) return QUICK_UNSURE;
  found = meets(frame, s, &v);
  return found == QUICK_HIT ? decide_range(3, s, &v, max, flags) : found;
}

static int decide_turned(const collide_shape *s, const double from[3], const double d[3],
                         double max, int flags) {
  return decide(COLLIDE_LINEAR, s, from, d, max, flags);
}

static QUICK_INLINE int decide_box(const collide_shape *s, const double from[3], const double d[3],
                                   double max, int flags) {
  if (s->frame == COLLIDE_LINEAR) return decide_turned(s, from, d, max, flags);
  return decide(COLLIDE_MOVED, s, from, d, max, flags);
}

/* In the plane the axis z alone may separate them, and f is `from`. */
static QUICK_INLINE int decide_level(const collide_shape *s, const double from[3],
                                     const double d[3], double max, int flags) {
  view v;
  int found;
  v.d[0] = d[0];
  v.d[1] = d[1];
  v.f_most = greater(fabs(from[0]), fabs(from[1]));
  v.d_most = greater(fabs(d[0]), fabs(d[1]));
  v.eps = QUICK_MOVED;
  centre(s, from, 0, &v);
  centre(s, from, 1, &v);
  if (!is_in_range(s, &v)) return QUICK_UNSURE;
  found = sign_of(pass(&v, 0, 1), QUICK_SIDES * v.eps * (v.f_most + s->reach) * v.d_most);
  return found == QUICK_HIT ? decide_range(2, s, &v, max, flags) : found;
}

static QUICK_INLINE int decide_rect(const collide_shape *s, const double from[3], const double d[3],
                                    double max, int flags) {
  if (!s->of.outline.aligned) return ci_rect_decide_turned(s, from, d, max, flags);
  return decide_level(s, from, d, max, flags);
}

int ci_box_decide(const collide_shape *s, const double from[3], const double d[3], double max,
                  int flags) {
  return decide_box(s, from, d, max, flags);
}

int ci_rect_decide(const collide_shape *s, const double from[3], const double d[3], double max,
                   int flags) {
  return decide_level(s, from, d, max, flags);
}

DIRECT_DECIDED_3(box, DIRECT_FINITE_3, DIRECT_FINITE_3, decide_box)
DIRECT_DECIDED_2(rect, DIRECT_FINITE_2, DIRECT_FINITE_2, decide_rect)

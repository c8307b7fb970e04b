/* SPDX-License-Identifier: MIT
 *
 * Spheres, and circles in two dimensions, which are spheres that the plane z = 0 cuts.
 */
#include <string.h>

#include "hull.h"
#include "direct.h"
#include "../number/vector.h"

/* ---- Making, folding, extent --------------------------------------------------- */

collide_error collide_make_sphere(collide_shape *shape, collide_source *source, double radius) {
  if (!(radius >= 0)) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_SPHERE, &radius, 1);
}

collide_error collide_make_circle(collide_shape *shape, collide_source *source, double radius) {
  if (!(radius >= 0)) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_CIRCLE, &radius, 1);
}

static collide_error sphere_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  s->radius = sizes[0];
  if (pose->uniform > 0) s->radius *= pose->uniform;
  s->reach = s->radius;
  return pose->uniform > 0 ? COLLIDE_OK : ci_pose_keep(s, pose);
}

static void sphere_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  double r = s->radius * sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  extent[0] = tf(-r);
  extent[1] = tf(r);
}

static void sphere_rescale(collide_shape *s, int exponent) {
  ci_rescale(s->position, 3, exponent);
  s->radius = ldexp(s->radius, exponent);
  s->height = ldexp(s->height, exponent);
}

static void circle_point(const collide_source *source, int index, double p[2]) {
  (void)source;
  (void)index;
  p[0] = p[1] = 0;
}

static const outline_kind circle_outline = {1, 0, circle_point, 0, 0};

/* ---- The short way --------------------------------------------------------------- */

static int quick_sphere(quick *q) {
  double r = q->shape->radius;
  int i, found = quick_enter(q, NULL, r, 0);
  if (found == QUICK_HIT) found = quick_ball(q, q->f, q->f_most, r, q->t, &q->error);
  if (found != QUICK_HIT || q->wanted < QUICK_MEASURE) return found;
  quick_point_at(q, q->t[0], q->point);
  quick_unit(q->point, r, q->normal);
  for (i = 0; i < 3; i++) q->point[i] = r * q->normal[i];
  return QUICK_HIT;
}

/* QUICK_NEAR^2, less what rounding may add to |f|^2. */
#define NEAR_SQUARE 1023.0

/* Where the end at t = max lies of a line that meets the sphere: |f + max d|^2 = |f|^2 + max (2 b +
 * max |d|^2). With Q = |f|^2 + max^2 |d|^2, and |f| |d| max <= Q / 2: the bracket's terms and its
 * sum are off by 12 u |f| |d| and 7 u max |d|^2, with the product by max 15 u Q in all, |f|^2 by 5
 * u Q, and the last sum, at most 2 Q, by 2 u Q. That is within what shoot_place_of allows. So is
 * the slope's 7 u (|f| + max |d|) |d|. */
static inline shoot_place place_end(double ff, double dd, double b, double rr, double max) {
  double x = max * dd;
  return shoot_place_of(ff + max * (b + b + x), b + x, rr, ff + max * x);
}

/* In the plane z = 0 vectors have two components and moments one. A function is compiled for `flat`
 * being 0 and for 1, where it leaves zeros out of sums, which changes no bit. */
static QUICK_INLINE double dot_of(int flat, const double a[3], const double b[3]) {
  return flat ? a[0] * b[0] + a[1] * b[1] : vector_dot(a, b);
}

static QUICK_INLINE double square_of_moment(int flat, const double a[3], const double b[3]) {
  double w[3];
  if (flat) {
    w[2] = a[0] * b[1] - a[1] * b[0];
    return w[2] * w[2];
  }
  vector_cross(a, b, w);
  return vector_dot(w, w);
}

static QUICK_INLINE void unit_of(int flat, const double p[3], double length, double unit[3]) {
  double k = 1 / length, x = p[0] * k, y = p[1] * k;
  if (!flat) {
    quick_unit(p, length, unit);
    return;
  }
  k = 1.5 - 0.5 * (x * x + y * y);
  unit[0] = x * k;
  unit[1] = y * k;
  unit[2] = 0;
}

static QUICK_INLINE void write_surface(int flat, const collide_shape *s, const double f[3],
                                       const double d[3], double t, collide_hit *hit) {
  double p[3], r = s->radius;
  p[0] = f[0] + t * d[0];
  p[1] = f[1] + t * d[1];
  p[2] = flat ? 0 : f[2] + t * d[2];
  unit_of(flat, p, r, p);
  hit->normal[0] = p[0] + 0.0;
  hit->normal[1] = p[1] + 0.0;
  hit->normal[2] = flat ? 0 : p[2] + 0.0;
  hit->point[0] = s->position[0] + r * p[0] + 0.0;
  hit->point[1] = s->position[1] + r * p[1] + 0.0;
  hit->point[2] = flat ? 0 : s->position[2] + r * p[2] + 0.0;
  hit->face = COLLIDE_FACE_NONE;
}

/* b^2 - |d|^2 (|f|^2 - r^2) for b = f . d is r^2 |d|^2 - |f x d|^2. f_i and a segment's d_i are off
 * by u of themselves: |f|^2 by 5 u |f|^2, |d|^2 by 5 u of itself and b by 5 u |f| |d|. So b^2 is
 * off by 11 u |f|^2 |d|^2, |f|^2 - r^2 by 6 u |f|^2 + 2 u r^2, its product by |d|^2 by u |d|^2 (12
 * |f|^2
 * + 8 r^2), and the difference by u |d|^2 (2 |f|^2 + r^2) more. */
#ifndef QUICK_DISCRIMINANT
#define QUICK_DISCRIMINANT 26.0
#endif

/* What a sphere sees of a line. */
typedef struct aim {
  double f[3], ff, dd, b, rr;
} aim;

/* Sees the line; returns 0 if it starts far away, or sizes are out of range. Numbers that are not
 * finite, and a direction of zero, do not pass. */
static QUICK_INLINE int aim_at(int flat, const collide_shape *s, const double from[3],
                               const double d[3], aim *a) {
  double r = s->radius;
  a->f[0] = from[0] - s->position[0];
  a->f[1] = from[1] - s->position[1];
  a->f[2] = flat ? 0 : from[2] - s->position[2];
  a->ff = dot_of(flat, a->f, a->f);
  a->dd = dot_of(flat, d, d);
  a->rr = r * r;
  if (s->frame != COLLIDE_MOVED ||
      !(a->ff <= NEAR_SQUARE * a->rr && a->dd > 1e-40 && a->dd < 1e40 && r > 1e-30 && r < 1e30))
    return 0;
  a->b = dot_of(flat, a->f, d);
  return 1;
}

/* What the start alone decides, as shoot_place_of at t = 0: QUICK_MISS, QUICK_UNSURE, or QUICK_HIT,
 * and that means, of a start that is outside, that the sphere may be ahead. */
static QUICK_INLINE int start_at(const collide_shape *s, const aim *a, int flags, int *inside) {
  double c = a->ff - a->rr, unit = QUICK_START * QUICK_UNIT * (a->ff + a->rr);
  *inside = 0;
  if (flags & SHOOT_LINE) return QUICK_HIT;
  if (c < -unit) {
    *inside = 1;
    if (flags & COLLIDE_SKIP_INSIDE) return QUICK_MISS;
    return s->hollow ? QUICK_UNSURE : QUICK_HIT;
  }
  if (!(c > unit)) return QUICK_UNSURE;
  return a->b < 0 ? QUICK_HIT : QUICK_MISS;
}

/* Whether the line meets the sphere. */
static QUICK_INLINE int meets(const aim *a) {
  double unit = QUICK_DISCRIMINANT * QUICK_UNIT * (a->ff + a->rr) * a->dd;
  double over = a->b * a->b - (a->ff - a->rr) * a->dd;
  if (over < -unit) return QUICK_MISS;
  return over > unit ? QUICK_HIT : QUICK_UNSURE;
}

/* Whether a line that meets the sphere does so before its end. */
static QUICK_INLINE int ends_behind(const aim *a, double max) {
  shoot_place end;
  if (max > DBL_MAX) return QUICK_HIT;
  end = place_end(a->ff, a->dd, a->b, a->rr, max);
  if (end == SHOOT_SOMEWHERE) return QUICK_UNSURE;
  return end == SHOOT_BEFORE ? QUICK_MISS : QUICK_HIT;
}

/* Whether the line meets the sphere within its range. Nothing is divided, and no root is taken. */
static QUICK_INLINE int decide_in(int flat, const collide_shape *s, const double from[3],
                                  const double d[3], double max, int flags) {
  aim a;
  int inside, found;
  if (!aim_at(flat, s, from, d, &a)) return QUICK_UNSURE;
  found = start_at(s, &a, flags, &inside);
  if (found != QUICK_HIT || inside) return found;
  found = meets(&a);
  return found == QUICK_HIT ? ends_behind(&a, max) : found;
}

static QUICK_INLINE int write_hit(int flat, const collide_shape *s, const double from[3],
                                  const double d[3], double max, int flags, const aim *a,
                                  double root, int inside, collide_hit *hit) {
  double t, t_exit = (root - a->b) / a->dd;
  if (inside) {
    if (flags & SHOOT_TIME)
      hit->t = 0;
    else
      shoot_write_inside(from, t_exit, hit);
    return QUICK_HIT;
  }
  t = (-a->b - root) / a->dd;
  if (!(flags & SHOOT_TIME)) write_surface(flat, s, a->f, d, t, hit);
  if (!(flags & SHOOT_LINE)) { /* that it is not outside of the range is decided */
    if (t < 0) t = 0;
    if (t > max) t = max;
  }
  if (flags & SHOOT_TIME)
    hit->t = t + 0.0;
  else
    shoot_write_plain(hit, t, t_exit > t ? t_exit : t, 0);
  return QUICK_HIT;
}

/* r^2 |d|^2 - |f x d|^2, which the root is taken of, decides as well. It is off by 88 e F^2 D^2 +
 * 16 e r^2 D^2 as in QUICK_BALL, for e = 2 u and F^2 <= |f|^2 <= 1024 r^2: by less than 2^-35 r^2
 * |d|^2. */
#ifndef QUICK_GAP
#define QUICK_GAP 2.9103830456733704e-11 /* 2^-35 */
#endif

/* The same with the hit, by the operations of quick_ball; QUICK_UNSURE for one that grazes. */
static QUICK_INLINE int measure_in(int flat, const collide_shape *s, const double from[3],
                                   const double d[3], double max, int flags, collide_hit *hit) {
  aim a;
  double gap, square;
  int inside, found;
  if (!aim_at(flat, s, from, d, &a)) return QUICK_UNSURE;
  found = start_at(s, &a, flags, &inside);
  if (found != QUICK_HIT) return found;
  square = a.rr * a.dd;
  gap = square - square_of_moment(flat, a.f, d);
  if (!(gap > QUICK_NO_GRAZE * square))
    return gap < -QUICK_GAP * square ? QUICK_MISS : QUICK_UNSURE;
  if (!inside) found = ends_behind(&a, max);
  if (found != QUICK_HIT) return found;
  return write_hit(flat, s, from, d, max, flags, &a, sqrt(gap), inside, hit);
}

static SHOOT_INLINE int decide_sphere_cast(const collide_shape *s, const double from[3],
                                           const double d[3], double max, int flags) {
  return decide_in(0, s, from, d, max, flags);
}

static SHOOT_INLINE int measure_sphere_cast(const collide_shape *s, const double from[3],
                                            const double d[3], double max, int flags,
                                            collide_hit *hit) {
  return measure_in(0, s, from, d, max, flags, hit);
}

static int shoot_sphere(const collide_shape *s, const double from[3], const double d[3], double max,
                        int flags, collide_hit *hit, shoot_otherwise otherwise) {
  int found = hit == NULL ? decide_sphere_cast(s, from, d, max, flags)
                          : measure_sphere_cast(s, from, d, max, flags, hit);
  return found != QUICK_UNSURE ? found : otherwise(s, from, d, max, flags, hit);
}

static SHOOT_INLINE int decide_circle_cast(const collide_shape *s, const double from[3],
                                           const double d[3], double max, int flags) {
  return decide_in(1, s, from, d, max, flags);
}

static SHOOT_INLINE int measure_circle_cast(const collide_shape *s, const double from[3],
                                            const double d[3], double max, int flags,
                                            collide_hit *hit) {
  return measure_in(1, s, from, d, max, flags, hit);
}

static int shoot_circle(const collide_shape *s, const double from[3], const double d[3], double max,
                        int flags, collide_hit *hit, shoot_otherwise otherwise) {
  int found;
  if (from[2] != 0 || d[2] != 0) return otherwise(s, from, d, max, flags, hit);
  found = hit == NULL ? decide_circle_cast(s, from, d, max, flags)
                      : measure_circle_cast(s, from, d, max, flags, hit);
  return found != QUICK_UNSURE ? found : otherwise(s, from, d, max, flags, hit);
}

DIRECT_MEASURED_2(circle, DIRECT_ASKED_LATER, DIRECT_ASKED_LATER, measure_circle_cast)
DIRECT_DECIDED_2(circle, DIRECT_ASKED_LATER, DIRECT_ASKED_LATER, decide_circle_cast)
DIRECT_MEASURED_3(sphere, DIRECT_ASKED_LATER, DIRECT_ASKED_LATER, 1, measure_sphere_cast)
DIRECT_DECIDED_3(sphere, DIRECT_ASKED_LATER, DIRECT_ASKED_LATER, decide_sphere_cast)

const shape_kind ci_sphere = {
    "sphere",             /* name */
    3,                    /* dimensions */
    1,                    /* spread */
    sphere_fold,          /* fold */
    NULL,                 /* fold_2d */
    NULL,                 /* outline */
    sphere_extent,        /* extent */
    NULL,                 /* unbounded_extent */
    quick_sphere,         /* look: the short way */
    shoot_sphere,         /* shoot: its direct path */
    DIRECT_ROW_3(sphere), /* casts by value */
    &ci_sphere_exact,     /* exact: the exact way */
    sphere_rescale,       /* rescale */
    NULL,                 /* leaves */
    NULL,                 /* start_coordinates */
    0                     /* points */
};

const shape_kind ci_circle = {
    "circle",             /* name */
    2,                    /* dimensions */
    1,                    /* spread */
    NULL,                 /* fold */
    ci_outline_fold,      /* fold_2d */
    &circle_outline,      /* outline */
    ci_outline_extent,    /* extent */
    NULL,                 /* unbounded_extent */
    quick_sphere,         /* look: the short way */
    shoot_circle,         /* shoot: its direct path */
    DIRECT_ROW_2(circle), /* casts by value */
    &ci_sphere_exact,     /* exact: the exact way */
    sphere_rescale,       /* rescale */
    NULL,                 /* leaves */
    NULL,                 /* start_coordinates */
    0                     /* points */
};

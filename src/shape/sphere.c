/* SPDX-License-Identifier: MIT
 *
 * Spheres, and circles in two dimensions, which are spheres cut by the plane z = 0.
 */
#include "outline.h"
#include "quadric.h"

#include <string.h>

#include "../number/scalar.h"
#include "../number/vector.h"

/* ---- Making, folding, extent ----------------------------------------------------------------- */

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
  double r = s->radius * ci_vector_length(g);
  extent[0] = tf(-r);
  extent[1] = tf(r);
}

static void circle_point(const collide_source *source, int index, double p[2]) {
  (void)source;
  (void)index;
  p[0] = p[1] = 0;
}

static const outline_kind circle_outline = {1, 0, circle_point, 0, 0};

/* ---- Quick casts ----------------------------------------------------------------------------- */

/* b^2 - |d|^2 (|f|^2 - r^2) for b = f . d is r^2 |d|^2 - |f x d|^2. f_i and a segment's d_i are off
 * by u of themselves: |f|^2 by 5 u |f|^2, |d|^2 by 5 u of itself and b by 5 u |f| |d|. So b^2 is
 * off by 11 u |f|^2 |d|^2, |f|^2 - r^2 by 6 u |f|^2 + 2 u r^2, its product by |d|^2 by u |d|^2 (12
 * |f|^2 + 8 r^2), and the difference by u |d|^2 (2 |f|^2 + r^2) more. */
#ifndef QUICK_DISCRIMINANT
#define QUICK_DISCRIMINANT 26.0
#endif

/* Classifies the start of a line that meets the sphere, or its point at t = max: before, inside or
 * past the sphere. |f + t d|^2 is |f|^2 +
 * t (2 b + t |d|^2). With Q = |f|^2 + t^2 |d|^2, and |f| |d| t <= Q / 2: the bracket's terms and
 * its sum are off by 12 u |f| |d| and 7 u t |d|^2, with the product by t 15 u Q in all, |f|^2 by 5
 * u Q, the last sum, at most 2 Q, by 2 u Q, and the difference to r^2 by 2 u (Q + r^2) more: beyond
 * a margin of 32 u (Q + r^2) the point is outside by 8 u Q. The slope has a certain sign there: its
 * square is at least 8 u Q |d|^2, and it is off by 7 u (|f| + t |d|) |d|. */
#ifndef QUICK_SPHERE_START
#define QUICK_SPHERE_START 32.0
#endif

static QUICK_INLINE quick_place place_of(double pp, double b, double rr, double most) {
  double c = pp - rr, margin = QUICK_SPHERE_START * QUICK_UNIT * (most + rr);
  if (QUICK_LIKELY(c > margin)) return b < 0 ? QUICK_BEFORE : QUICK_PAST;
  return c < -margin ? QUICK_WITHIN : QUICK_SOMEWHERE;
}

/* The line relative to the center of a moved, not scaled sphere: f is the start, b = f . d. */
typedef struct aim {
  double f[3], ff, dd, b, rr;
} aim;

/* Returns 0 if fourth powers could overflow or underflow. */
static QUICK_INLINE int view_line(int flat, const collide_shape *s, const quick_cast *c, aim *a) {
  double r = s->radius;
  a->f[0] = c->from[0] - s->origin[0];
  a->f[1] = c->from[1] - s->origin[1];
  a->f[2] = flat ? 0 : c->from[2] - s->origin[2];
  a->ff = quick_dot(flat, a->f, a->f);
  a->dd = quick_dot(flat, c->d, c->d);
  a->b = quick_dot(flat, a->f, c->d);
  a->rr = r * r;
  return a->dd > 1e-40 && a->dd < 1e40 && r > 1e-30 && r < 1e30;
}

/* Decides whether the line meets the sphere. */
static QUICK_INLINE int decide_line(const aim *a) {
  double over = a->b * a->b - (a->ff - a->rr) * a->dd;
  double margin = QUICK_DISCRIMINANT * QUICK_UNIT * (a->ff + a->rr) * a->dd;
  if (over < -margin) return QUICK_MISS;
  return over > margin ? QUICK_HIT : QUICK_UNSURE;
}

/* Decides whether the range of a line that meets the sphere holds a hit. */
static QUICK_INLINE int decide_range(const collide_shape *s, const quick_cast *c, const aim *a,
                                     int *inside) {
  double far = c->max * a->dd;
  quick_place start, end = QUICK_PAST;
  *inside = 0;
  if (c->flags & QUICK_LINE) return QUICK_HIT;
  start = place_of(a->ff, a->b, a->rr, a->ff);
  *inside = start == QUICK_WITHIN;
  if (c->max <= DBL_MAX)
    end = place_of(a->ff + c->max * (a->b + a->b + far), a->b + far, a->rr, a->ff + c->max * far);
  return quick_decide_places(s, c, start, end);
}

/* Answers yes or no without a division or a root. */
static QUICK_INLINE int decide_sphere(int flat, const collide_shape *s, const quick_cast *c) {
  aim a;
  int inside, found;
  if (!view_line(flat, s, c, &a)) return QUICK_UNSURE;
  found = decide_line(&a);
  return found == QUICK_HIT ? decide_range(s, c, &a, &inside) : found;
}

/* QUICK_NEAR^2, less the most that rounding adds to |f|^2. */
#define NEAR_SQUARE 1023.0

/* Fast path for a near start, with the arithmetic of quick_ball. For F^2 <= 1024 r^2 the gap
 * is off by less than 2^-35 r^2 |d|^2, see QUICK_BALL: far less than QUICK_NO_GRAZE. So no bound on
 * an error is computed, which saves a third of the time. QUICK_TO_MEASURE: the start is far away.
 */
static QUICK_INLINE int measure_sphere(int flat, const collide_shape *s, const quick_cast *c,
                                       collide_hit *hit) {
  aim a;
  double square, gap, r = s->radius, w[3], p[3], n[3], root, t, t_exit, k;
  int found, inside;
  if (!view_line(flat, s, c, &a)) return QUICK_UNSURE;
  if (!QUICK_LIKELY(a.ff <= NEAR_SQUARE * a.rr))
    return decide_line(&a) == QUICK_MISS ? (int)QUICK_MISS : (int)QUICK_TO_MEASURE;
  square = a.rr * a.dd;
  quick_moment(flat, a.f, c->d, w);
  gap = square - quick_moment_dot(flat, w, w);
  if (!(gap > QUICK_NO_GRAZE * square))
    return gap < -QUICK_NO_GRAZE * square ? QUICK_MISS : QUICK_UNSURE;
  found = decide_range(s, c, &a, &inside);
  if (found != QUICK_HIT) return found;
  root = sqrt(gap);
  t_exit = (root - a.b) / a.dd;
  if (inside) return quick_write_inside(s, c, t_exit, hit);
  t = (-a.b - root) / a.dd;
  k = 1 / r;
  p[0] = (a.f[0] + t * c->d[0]) * k;
  p[1] = (a.f[1] + t * c->d[1]) * k;
  p[2] = flat ? 0 : (a.f[2] + t * c->d[2]) * k;
  k = 1.5 - 0.5 * quick_dot(flat, p, p); /* as quick_unit */
  n[0] = p[0] * k;
  n[1] = p[1] * k;
  n[2] = flat ? 0 : p[2] * k;
  if (!(c->flags & QUICK_LINE)) t = lesser(greater(t, 0), c->max); /* it is not outside */
  quick_write_plain(hit, t, greater(t_exit, t), 0);
  hit->normal[0] = n[0] + 0.0;
  hit->normal[1] = n[1] + 0.0;
  hit->normal[2] = flat ? 0 : n[2] + 0.0;
  hit->point[0] = s->origin[0] + r * n[0] + 0.0;
  hit->point[1] = s->origin[1] + r * n[1] + 0.0;
  hit->point[2] = flat ? 0 : s->origin[2] + r * n[2] + 0.0;
  return QUICK_HIT;
}

/* Casts lines that start far away, and at shapes under a matrix; and again those that graze. */
static QUICK_NOINLINE int quick_any_sphere(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  quick q;
  if (!quick_see(&q, s->frame, s, &c, hit, NULL, s->radius, 0)) return QUICK_UNSURE;
  return quick_ball_cast(s->frame, &q, hit);
}

static int quick_sphere(QUICK_PARAMETERS) {
  quick_cast c;
  int found;
  if (flags & QUICK_AGAIN || s->frame == COLLIDE_LINEAR)
    return quick_any_sphere(s, ax, ay, az, bx, by, bz, max, flags, hit);
  c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  found = hit == NULL ? decide_sphere(0, s, &c) : measure_sphere(0, s, &c, hit);
  if (QUICK_LIKELY(found != QUICK_TO_MEASURE)) return found;
  return quick_any_sphere(s, ax, ay, az, bx, by, bz, max, flags, hit);
}

static int quick_circle(QUICK_PARAMETERS) {
  quick_cast c;
  int found;
  if (flags & QUICK_AGAIN || az != 0 || bz != 0)
    return quick_any_sphere(s, ax, ay, az, bx, by, bz, max, flags, hit);
  c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  found = hit == NULL ? decide_sphere(1, s, &c) : measure_sphere(1, s, &c, hit);
  if (QUICK_LIKELY(found != QUICK_TO_MEASURE)) return found;
  return quick_any_sphere(s, ax, ay, az, bx, by, bz, max, flags, hit);
}

/* ---- Exact casts -----------------------------------------------------------------------------
 *
 * A line and a sphere. It is measured from the point of closest approach, so that a far start
 * loses no digits. */

static int sphere_meets(line *l) {
  return line_sign_of_moment(l, round_discriminant, NULL) >= 0;
}

static int sphere_locate(const line *l, double t) {
  return line_sign(l, round_value, &t);
}

static side sphere_side(const line *l, double t) {
  int value = sphere_locate(l, t);
  return value < 0 ? SIDE_EVERYWHERE : side_of_convex(value, ci_line_slope_sign(l, t));
}

static void write_ends(const line *l, double s, const twofold g[3], const double u[2], int end,
                       measured *m) {
  int i;
  for (i = 0; i < 2; i++) m->t[i] = s + u[i];
  ci_quadric_point(l, g, u[end], m->point);
  for (i = 0; i < 3; i++) m->normal[i] = m->point[i];
  vector_to_length(m->point, l->shape->radius);
  if (l->shape->radius == 0) /* the normal of a point is against the line */
    for (i = 0; i < 3; i++) m->normal[i] = end == 0 ? -l->d[i].hi : l->d[i].hi;
}

static void sphere_measure(const line *l, int end, measured *m) {
  quadric q = ci_quadric_of(l->shape);
  double s = ci_line_nearest(l), u[2];
  twofold g[3];
  ci_quadric_cut(l, &q, s, g, u);
  write_ends(l, s, g, u, end, m);
}

int ci_sphere_measure_if_met(line *l, int end, measured *m) {
  quadric q = ci_quadric_of(l->shape);
  double s = ci_line_nearest(l), u[2];
  twofold g[3];
  if (!ci_quadric_cut_near(l, &q, s, g, u) && !sphere_meets(l)) return 0;
  sphere_measure(l, end, m);
  return 1;
}

const exact_cast ci_sphere_exact = {sphere_meets, sphere_side, sphere_locate, sphere_measure};

/* ---- The rows -------------------------------------------------------------------------------- */

const shape_kind ci_sphere = {
    "sphere",         /* name */
    3,                /* dimensions */
    1,                /* spread */
    sphere_fold,      /* fold */
    NULL,             /* fold_2d */
    NULL,             /* outline */
    sphere_extent,    /* extent */
    NULL,             /* unbounded_extent */
    quick_sphere,     /* quick */
    &ci_sphere_exact, /* exact */
    0                 /* points */
};

const shape_kind ci_circle = {
    "circle",          /* name */
    2,                 /* dimensions */
    1,                 /* spread */
    NULL,              /* fold */
    ci_outline_fold,   /* fold_2d */
    &circle_outline,   /* outline */
    ci_outline_extent, /* extent */
    NULL,              /* unbounded_extent */
    quick_circle,      /* quick */
    &ci_sphere_exact,  /* exact */
    0                  /* points */
};

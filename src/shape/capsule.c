/* SPDX-License-Identifier: MIT
 *
 * Capsules: the points within a radius of a segment. In two dimensions they are
 * those of three that the plane z = 0 cuts through the axis.
 */
#include <string.h>

#include "hull.h"
#include "../number/vector.h"

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

static void capsule_rescale(collide_shape *s, int exponent) {
  ci_rescale(s->position, 3, exponent);
  ci_rescale(s->a, 3, exponent);
  ci_rescale(s->b, 3, exponent);
  s->radius = ldexp(s->radius, exponent);
}

static const outline_kind capsule_outline = {2, 4, ci_outline_sizes, 0, 0};

/* ---- The short way --------------------------------------------------------------- */

/* A line and the axis x = b - a of a capsule seen from a. X is the largest component
 * of x, which is off by u X. */
typedef struct tube {
  double x[3], x_most, xx;
  double along, rate; /* f . x and d . x */
} tube;

/* With n = d x x: r^2 |n|^2 >= (x . (f x d))^2 when the line meets the cylinder about the
 * axis. n_i, at most 2 D X, is off by 5 e D X, so |n|^2 by 80 e D^2 X^2; x . (f x d), at most
 * 6 F D X, by 30 e F D X, and its square by 380 e F^2 D^2 X^2. */
#ifndef QUICK_TUBE
#define QUICK_TUBE 384.0
#endif
/* |d x x|^2, (f x x) . (d x x) and |f x x|^2 - r^2 |x|^2: 80 e as above, and 11 e r^2 X^2. */
#define TUBE_TERMS 92.0
/* f . x + t d . x, for a t that is off by `error`: three products of 2 e each and roundings of
 * 3 u (3), likewise for d, and |d . x| error; x . x is off by 7.5 e X^2. All of it times this. */
#ifndef QUICK_ALONG
#define QUICK_ALONG 1.0
#endif

static int cut_tube(quick *q, const tube *v) {
  double m[3], n[3], w[3], det, gap, margin, f = q->f_most, d = q->d_most, xm = v->x_most;
  double r = q->shape->radius, off = TUBE_TERMS * q->eps * xm * xm;
  quick_quadratic p;
  if (q->wanted > QUICK_DECIDE && f > QUICK_SLENDER * r) return QUICK_UNSURE;
  vector_cross(q->f, v->x, m);
  vector_cross(q->d, v->x, n);
  vector_cross(q->f, q->d, w);
  det = vector_dot(v->x, w);
  p.a = vector_dot(n, n);
  gap = r * r * p.a - det * det;
  margin = QUICK_TUBE * q->eps * (f * f + r * r) * (d * d) * (xm * xm);
  if (gap < -margin) return QUICK_MISS;
  if (!(gap > QUICK_NO_GRAZE * (r * r * p.a) && gap > 4 * margin)) return QUICK_UNSURE;
  p.b = vector_dot(m, n);
  p.root = sqrt(v->xx * gap);
  p.root_error = p.root * (margin / gap + 8 * q->eps);
  p.a_error = off * d * d;
  p.b_error = off * f * d;
  return quick_roots(&p, q->t, &q->error) ? QUICK_HIT : QUICK_UNSURE;
}

/* Where along the axis the line crosses the side at t: -1 before a, 0 between, 1
 * behind b, 2 when not certain. */
static int zone_of(const quick *q, const tube *v, double t, double *along) {
  double y = v->along + t * v->rate, xm = v->x_most;
  double margin = QUICK_ALONG * (12 * q->eps * xm * (q->f_most + fabs(t) * q->d_most + xm) +
                                 1.1 * fabs(v->rate) * q->error);
  *along = y / v->xx;
  if (y < -margin) return -1;
  if (y > v->xx + margin) return 1;
  return y > margin && y < v->xx - margin ? 0 : 2;
}

/* A line that crosses the side before a meets the capsule by the ball about a, or
 * not at all; and so on. */
static int ball_end(quick *q, const tube *v, int zone, int end, double *off) {
  double f[3], both[2];
  int i, found;
  for (i = 0; i < 3; i++) f[i] = zone < 0 ? q->f[i] : q->f[i] - v->x[i];
  found = quick_ball(q, f, q->f_most + v->x_most, q->shape->radius, both, off);
  if (found == QUICK_HIT) q->t[end] = both[end];
  return found;
}

static void measure(quick *q, const tube *v, int zone, double along) {
  double r = q->shape->radius, k = zone == 0 ? along : zone < 0 ? 0 : 1;
  int i;
  quick_point_at(q, q->t[0], q->point);
  for (i = 0; i < 3; i++) q->normal[i] = q->point[i] - k * v->x[i];
  quick_unit(q->normal, r, q->normal);
  for (i = 0; i < 3; i++) q->point[i] = k * v->x[i] + r * q->normal[i];
}

static int quick_point(quick *q) {
  double r = q->shape->radius;
  int found = quick_enter(q, q->shape->a, r, 0), i;
  if (found == QUICK_HIT) found = quick_ball(q, q->f, q->f_most, r, q->t, &q->error);
  if (found != QUICK_HIT) return found;
  quick_point_at(q, q->t[0], q->point);
  quick_unit(q->point, r, q->normal);
  for (i = 0; i < 3; i++) q->point[i] = r * q->normal[i];
  return QUICK_HIT;
}

static int quick_capsule(quick *q) {
  const double *a = q->shape->a, *b = q->shape->b;
  double r = q->shape->radius, along[2], off[2];
  tube v;
  int i, end, zone[2], found;
  for (i = 0; i < 3; i++) v.x[i] = b[i] - a[i];
  v.x_most = ci_largest(v.x, 3, 0);
  if (v.x_most == 0) return quick_point(q);
  /* All of it lies within |x| + r of a, and |x| <= sqrt(3) X. */
  found = quick_enter_slim(q, a, v.x_most + r, 1.7320508075688774 * v.x_most + r, r);
  if (found != QUICK_HIT) return found;
  v.xx = vector_dot(v.x, v.x);
  found = cut_tube(q, &v);
  if (found != QUICK_HIT) return found;
  v.along = vector_dot(q->f, v.x);
  v.rate = vector_dot(q->d, v.x);
  for (end = 0; end < 2; end++) zone[end] = zone_of(q, &v, q->t[end], &along[end]);
  if (zone[0] == 2 || zone[1] == 2) return QUICK_UNSURE;
  for (end = 0; end < 2; end++) {
    off[end] = q->error;
    if (zone[end] == 0) continue;
    found = ball_end(q, &v, zone[end], end, &off[end]);
    if (found != QUICK_HIT) return found;
  }
  q->error = off[0] > off[1] ? off[0] : off[1];
  if (q->wanted == QUICK_MEASURE) measure(q, &v, zone[0], along[0]);
  return QUICK_HIT;
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
    quick_capsule,      /* look: the short way */
    &ci_capsule_exact,  /* exact: the exact way */
    capsule_rescale,    /* rescale */
    NULL,               /* leaves */
    NULL,               /* start_coordinates */
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
    quick_capsule,     /* look: the short way */
    &ci_capsule_exact, /* exact: the exact way */
    capsule_rescale,   /* rescale */
    NULL,              /* leaves */
    NULL,              /* start_coordinates */
    0                  /* points */
};

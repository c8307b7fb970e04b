/* SPDX-License-Identifier: MIT
 *
 * Spheres, and circles in two dimensions, which are spheres that the plane z = 0 cuts.
 */
#include <string.h>

#include "hull.h"
#include "shoot.h"
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

/* Whether a line that meets the sphere, or may, enters it before t = max. */
static inline shoot_place place_end(const double f[3], const double d[3], double ff, double dd,
                                    double b, double rr, double max) {
  double x = f[0] + max * d[0], y = f[1] + max * d[1], z = f[2] + max * d[2];
  return shoot_place_of(x * x + y * y + z * z, b + max * dd, rr, ff + max * max * dd);
}

static void write_surface(const collide_shape *s, const double f[3], const double d[3], double t,
                          collide_hit *hit) {
  double p[3], r = s->radius;
  p[0] = f[0] + t * d[0];
  p[1] = f[1] + t * d[1];
  p[2] = f[2] + t * d[2];
  quick_unit(p, r, p);
  hit->normal[0] = p[0] + 0.0;
  hit->normal[1] = p[1] + 0.0;
  hit->normal[2] = p[2] + 0.0;
  hit->point[0] = s->position[0] + r * p[0] + 0.0;
  hit->point[1] = s->position[1] + r * p[1] + 0.0;
  hit->point[2] = s->position[2] + r * p[2] + 0.0;
  hit->face = COLLIDE_FACE_NONE;
}

/* As quick_sphere, but what is decided by squares is decided before anything is divided. The
 * largest components of f and d are at most |f| and |d|. */
static int shoot_sphere(const collide_shape *s, const double from[3], const double d[3], double max,
                        int flags, quick_wanted wanted, collide_hit *hit) {
  double f[3], w[3], r = s->radius, rr = r * r, ff, dd, b, gap, margin, root, t, t_exit;
  shoot_place start;
  f[0] = from[0] - s->position[0];
  f[1] = from[1] - s->position[1];
  f[2] = from[2] - s->position[2];
  ff = vector_dot(f, f);
  dd = vector_dot(d, d);
  if (s->frame != COLLIDE_MOVED ||
      !(ff <= NEAR_SQUARE * rr && dd > 1e-40 && dd < 1e40 && r > 1e-30 && r < 1e30))
    return QUICK_UNSURE;
  vector_cross(f, d, w);
  gap = rr * dd - vector_dot(w, w);
  margin = QUICK_BALL * QUICK_MOVED * (ff + 2 * rr) * dd;
  if (gap < -margin) return QUICK_MISS;
  b = vector_dot(f, d);
  start = shoot_place_of(ff, b, rr, ff);
  if (start == SHOOT_PAST) return QUICK_MISS;
  if (start == SHOOT_SOMEWHERE || !(gap > 4 * margin)) return QUICK_UNSURE;
  if (start == SHOOT_WITHIN) {
    if (flags & COLLIDE_SKIP_INSIDE) return QUICK_MISS;
    if (s->hollow) return QUICK_UNSURE;
  } else if (max <= DBL_MAX) {
    shoot_place end = place_end(f, d, ff, dd, b, rr, max);
    if (end == SHOOT_SOMEWHERE) return QUICK_UNSURE;
    if (end == SHOOT_BEFORE) return QUICK_MISS;
  }
  if (wanted == QUICK_DECIDE) return QUICK_HIT;
  if (!(gap > QUICK_NO_GRAZE * (rr * dd))) return QUICK_UNSURE;
  root = sqrt(gap);
  if (start == SHOOT_WITHIN) {
    if (wanted == QUICK_TIME)
      hit->t = 0;
    else
      shoot_write_inside(from, (root - b) / dd, hit);
    return QUICK_HIT;
  }
  t = (-b - root) / dd;
  t_exit = (root - b) / dd;
  if (wanted == QUICK_MEASURE) write_surface(s, f, d, t, hit);
  if (t < 0) t = 0; /* that it is not outside of the range is decided */
  if (t > max) t = max;
  if (wanted == QUICK_TIME)
    hit->t = t + 0.0;
  else
    shoot_write_plain(hit, t, t_exit > t ? t_exit : t, 0);
  return QUICK_HIT;
}

const shape_kind ci_sphere = {
    "sphere",         /* name */
    3,                /* dimensions */
    1,                /* spread */
    sphere_fold,      /* fold */
    NULL,             /* fold_2d */
    NULL,             /* outline */
    sphere_extent,    /* extent */
    NULL,             /* unbounded_extent */
    quick_sphere,     /* look: the short way */
    shoot_sphere,     /* shoot: its direct path */
    &ci_sphere_exact, /* exact: the exact way */
    sphere_rescale,   /* rescale */
    NULL,             /* leaves */
    NULL,             /* start_coordinates */
    0                 /* points */
};

const shape_kind ci_circle = {
    "circle",          /* name */
    2,                 /* dimensions */
    0,                 /* spread */
    NULL,              /* fold */
    ci_outline_fold,   /* fold_2d */
    &circle_outline,   /* outline */
    ci_outline_extent, /* extent */
    NULL,              /* unbounded_extent */
    quick_sphere,      /* look: the short way */
    shoot_sphere,      /* shoot: its direct path */
    &ci_sphere_exact,  /* exact: the exact way */
    sphere_rescale,    /* rescale */
    NULL,              /* leaves */
    NULL,              /* start_coordinates */
    0                  /* points */
};

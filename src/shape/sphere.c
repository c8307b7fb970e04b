/* SPDX-License-Identifier: MIT
 *
 * Spheres, and circles in two dimensions, which are spheres that the plane z = 0 cuts.
 */
#include <string.h>

#include "hull.h"
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
    &ci_sphere_exact,  /* exact: the exact way */
    sphere_rescale,    /* rescale */
    NULL,              /* leaves */
    NULL,              /* start_coordinates */
    0                  /* points */
};

/* SPDX-License-Identifier: MIT
 *
 * Capsules: the points within a radius of a segment.
 */
#include <string.h>

#include "kind.h"
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

/* ---- The short way --------------------------------------------------------------- */

/* One end of a capsule: on the side, where that lies between a and b, else on a ball. */
static int capsule_end(const quick *q, const double fa[3], const double x[3], double xx, double t,
                       int end, double *at, double *along) {
  double y = vector_dot(x, fa) + t * vector_dot(x, q->d), both[2], fb[3];
  int i, found;
  *at = t;
  *along = y / xx;
  if (y > QUICK_CLEAR * xx && y < xx * (1 - QUICK_CLEAR)) return QUICK_HIT;
  if (!(y < -QUICK_CLEAR * xx || y > xx * (1 + QUICK_CLEAR))) return QUICK_UNSURE;
  for (i = 0; i < 3; i++) fb[i] = y < 0 ? fa[i] : fa[i] - x[i];
  found = quick_ball(q, fb, q->shape->radius, both);
  if (found != QUICK_HIT) return found;
  *at = both[end];
  *along = y < 0 ? 0 : 1;
  return QUICK_HIT;
}

static int quick_capsule(quick *q) {
  const double *a = q->shape->a, *b = q->shape->b;
  double r = q->shape->radius, x[3], f[3], xx, xd, xf, round, s, s_g[3], gx, gg, half, along[2];
  int i, found;
  for (i = 0; i < 3; i++) {
    x[i] = b[i] - a[i];
    f[i] = q->f[i] - a[i];
  }
  xx = vector_dot(x, x);
  if (!quick_is_near(q, r) || q->shape->reach > QUICK_NEAR * r) return QUICK_UNSURE;
  xd = vector_dot(x, q->d);
  xf = vector_dot(x, f);
  round = q->dd * xx - xd * xd;
  if (!(xx > 1e-6 * r * r && round > 1e-2 * q->dd * xx)) return QUICK_UNSURE;
  s = (xd * xf - xx * vector_dot(f, q->d)) / round;
  for (i = 0; i < 3; i++) s_g[i] = f[i] + s * q->d[i];
  gx = vector_dot(s_g, x);
  for (i = 0; i < 3; i++) s_g[i] -= gx / xx * x[i];
  gg = vector_dot(s_g, s_g);
  if (gg > r * r * (1 + QUICK_CLEAR)) return QUICK_MISS;
  if (!(r * r - gg > r * r * QUICK_NO_GRAZE)) return QUICK_UNSURE;
  half = sqrt((r * r - gg) * xx / round);
  for (i = 0; i < 2; i++) {
    found = capsule_end(q, f, x, xx, i == 0 ? s - half : s + half, i, &q->t[i], &along[i]);
    if (found != QUICK_HIT) return found;
  }
  q->error = QUICK_CLEAR * 10 * (fabs(q->t[0]) + fabs(q->t[1]) + half);
  quick_point_at(q, q->t[0], q->point);
  for (i = 0; i < 3; i++) q->normal[i] = q->point[i] - a[i] - along[0] * x[i];
  quick_unit(q->normal, r, q->normal);
  for (i = 0; i < 3; i++) q->point[i] = a[i] + along[0] * x[i] + r * q->normal[i];
  q->is_unit = 1;
  return QUICK_HIT;
}

const shape_kind ci_capsule = {"capsule",
                               3,
                               capsule_fold,
                               NULL,
                               NULL,
                               capsule_extent,
                               NULL,
                               quick_capsule,
                               &ci_capsule_exact,
                               capsule_rescale,
                               NULL,
                               NULL,
                               0};

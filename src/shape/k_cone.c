/* SPDX-License-Identifier: MIT
 *
 * Cones: the apex at the origin, the base at y = -height.
 */
#include <string.h>

#include "kind.h"
#include "quadric.h"
#include "../number/vector.h"

/* ---- Making, folding, extent --------------------------------------------------- */

collide_error collide_make_cone(collide_shape *shape, collide_source *source, double radius,
                                double height) {
  double sizes[2];
  sizes[0] = radius;
  sizes[1] = height;
  if (!(radius > 0 && height > 0)) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_CONE, sizes, 2);
}

static collide_error cone_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  s->radius = sizes[0];
  s->height = sizes[1];
  s->reach = ci_largest(sizes, 2, 0);
  return pose->is_identity ? COLLIDE_OK : ci_pose_keep(s, pose);
}

/* The apex is at 0. */
static void cone_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  twofold base = two_product(-g[1], s->height);
  twofold rim = tf(s->radius * sqrt(g[0] * g[0] + g[2] * g[2]));
  twofold low = tf_sub(base, rim), high = tf_add(base, rim);
  extent[0] = low.hi < 0 ? low : tf(0);
  extent[1] = high.hi > 0 ? high : tf(0);
}

static void cone_rescale(collide_shape *s, int exponent) {
  ci_rescale(s->position, 3, exponent);
  s->radius = ldexp(s->radius, exponent);
  s->height = ldexp(s->height, exponent);
}

/* ---- The short way --------------------------------------------------------------- */

/* The lower half of the double cone: see cast_cone.c. */
static int half_cone(const quick *q, double t[2], double *error) {
  double r = q->shape->radius, h = q->shape->height, hh = h * h, rr = r * r;
  const double *f = q->f, *d = q->d;
  double round = hh * (d[0] * d[0] + d[2] * d[2]), steep = rr * d[1] * d[1], a = round - steep;
  double s = -(f[0] * d[0] + f[1] * d[1] + f[2] * d[2]) / q->dd, b, c, disc, root, g[3], u[2], low,
         high;
  quick_point_at(q, s, g);
  b = hh * (g[0] * d[0] + g[2] * d[2]) - rr * g[1] * d[1];
  c = hh * (g[0] * g[0] + g[2] * g[2]) - rr * g[1] * g[1];
  disc = b * b - a * c;
  /* Close by the apex a point is not known well enough beside its size. */
  if (!(vector_dot(g, g) > 2.5e-3 * (rr < hh ? rr : hh))) return QUICK_UNSURE;
  root = b * b + (round + steep) * (hh * (g[0] * g[0] + g[2] * g[2]) + rr * g[1] * g[1]);
  if (!(fabs(a) > 0.05 * (round + steep))) return QUICK_UNSURE;
  if (disc < -QUICK_CLEAR * root) return QUICK_MISS;
  if (!(disc > QUICK_NO_GRAZE * root)) return QUICK_UNSURE;
  ci_quadric_plain_roots(a, b, c, disc, u);
  t[0] = s + u[0];
  t[1] = s + u[1];
  *error = QUICK_CLEAR * 10 * (fabs(s) + fabs(u[0]) + fabs(u[1]));
  if (a < 0) { /* steep: one end only */
    if (d[1] > 0)
      t[0] = -HUGE_VAL;
    else
      t[1] = HUGE_VAL;
    return QUICK_HIT;
  }
  low = f[1] + t[0] * d[1];
  high = f[1] + t[1] * d[1];
  if (low > 1e-6 * h && high > 1e-6 * h) return QUICK_MISS;
  return low < -1e-6 * h && high < -1e-6 * h ? QUICK_HIT : QUICK_UNSURE;
}

static int quick_cone(quick *q) {
  double r = q->shape->radius, h = q->shape->height, half[2], base, error, e;
  int found, up = q->d[1] > 0, at_base;
  if (!quick_is_near(q, r < h ? r : h) || !(r < 1e3 * h && h < 1e3 * r)) return QUICK_UNSURE;
  found = half_cone(q, half, &error);
  if (found != QUICK_HIT) return found;
  if (!(q->d[1] * q->d[1] > q->dd * 1e-12)) return QUICK_UNSURE;
  base = (-h - q->f[1]) / q->d[1];
  e = error + QUICK_CLEAR * (h + fabs(q->f[1])) / fabs(q->d[1]);
  if (fabs(base - half[0]) <= e || fabs(base - half[1]) <= e) return QUICK_UNSURE;
  at_base = up && base > half[0];
  q->t[0] = at_base ? base : half[0];
  q->t[1] = !up && base < half[1] ? base : half[1];
  q->error = e;
  if (q->t[0] > q->t[1] + e) return QUICK_MISS;
  if (!(q->t[1] - q->t[0] > e)) return QUICK_UNSURE;
  quick_point_at(q, q->t[0], q->point);
  q->normal[0] = q->normal[2] = 0;
  if (at_base) {
    q->point[1] = -h;
    q->normal[1] = -1;
    q->is_unit = 1;
    q->face = COLLIDE_FACE_BASE;
    return QUICK_HIT;
  }
  if (!(q->point[1] < -1e-3 * h)) return QUICK_UNSURE; /* so near the apex it takes more digits */
  base = sqrt(q->point[0] * q->point[0] + q->point[2] * q->point[2]);
  q->point[1] = -h / r * base;
  q->normal[0] = h * q->point[0];
  q->normal[1] = r * base;
  q->normal[2] = h * q->point[2];
  q->is_unit = 0;
  q->face = COLLIDE_FACE_SIDE;
  return QUICK_HIT;
}

const shape_kind ci_cone = {"cone",      3,    cone_fold,  NULL,           NULL,
                            cone_extent, NULL, quick_cone, &ci_cone_exact, cone_rescale,
                            NULL,        NULL, 0};

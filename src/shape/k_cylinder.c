/* SPDX-License-Identifier: MIT
 *
 * Cylinders about the axis y.
 */
#include <string.h>

#include "kind.h"

/* ---- Making, folding, extent --------------------------------------------------- */

collide_error collide_make_cylinder(collide_shape *shape, collide_source *source, double radius,
                                    double half_height) {
  double sizes[2];
  sizes[0] = radius;
  sizes[1] = half_height;
  if (!(radius >= 0 && half_height >= 0)) return COLLIDE_ERROR_SIZE;
  return ci_shape_make(shape, source, COLLIDE_CYLINDER, sizes, 2);
}

static collide_error cylinder_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  s->radius = sizes[0];
  s->height = sizes[1];
  s->reach = ci_largest(sizes, 2, 0);
  return pose->is_identity ? COLLIDE_OK : ci_pose_keep(s, pose);
}

static void cylinder_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  twofold along = two_product(fabs(g[1]), s->height);
  double round = s->radius * sqrt(g[0] * g[0] + g[2] * g[2]);
  extent[1] = tf_add(along, tf(round));
  extent[0] = tf_negate(extent[1]);
}

static void cylinder_rescale(collide_shape *s, int exponent) {
  ci_rescale(s->position, 3, exponent);
  s->radius = ldexp(s->radius, exponent);
  s->height = ldexp(s->height, exponent);
}

/* ---- The short way --------------------------------------------------------------- */

/* The planes y = low and y = high; 0 when it cannot tell. */
static int slab(const quick *q, double low, double high, double t[2], double *error) {
  double f = q->f[1], d = q->d[1], e = QUICK_CLEAR * (fabs(low) + fabs(high) + fabs(f));
  if (d * d <= q->dd * 1e-18) {
    if (d != 0 || !(f > low + e && f < high - e)) return 0;
    t[0] = -HUGE_VAL;
    t[1] = HUGE_VAL;
    *error = 0;
    return 1;
  }
  t[0] = ((d > 0 ? low : high) - f) / d;
  t[1] = ((d > 0 ? high : low) - f) / d;
  *error = e / fabs(d);
  return 1;
}

static int quick_cylinder(quick *q) {
  double r = q->shape->radius, h = q->shape->height, rr = r * r, cap[2], cap_error;
  double dx = q->d[0], dz = q->d[2], a = dx * dx + dz * dz, s, x, z, half;
  int up = q->d[1] > 0;
  if (!quick_is_near(q, r < h ? r : h) || !(a > q->dd * 1e-6)) return QUICK_UNSURE;
  s = -(q->f[0] * dx + q->f[2] * dz) / a;
  x = q->f[0] + s * dx;
  z = q->f[2] + s * dz;
  if (x * x + z * z > rr * (1 + QUICK_CLEAR)) return QUICK_MISS;
  if (!(rr - (x * x + z * z) > rr * QUICK_NO_GRAZE)) return QUICK_UNSURE;
  if (!slab(q, -h, h, cap, &cap_error)) return QUICK_UNSURE;
  half = sqrt((rr - (x * x + z * z)) / a);
  q->error = cap_error + QUICK_CLEAR * (fabs(s) + half);
  q->t[0] = s - half > cap[0] ? s - half : cap[0];
  q->t[1] = s + half < cap[1] ? s + half : cap[1];
  if (q->t[0] > q->t[1] + q->error) return QUICK_MISS;
  if (!(q->t[1] - q->t[0] > q->error && fabs(s - half - cap[0]) > q->error)) return QUICK_UNSURE;
  quick_point_at(q, q->t[0], q->point);
  if (q->t[0] == cap[0]) {
    q->point[1] = up ? -h : h;
    q->normal[0] = q->normal[2] = 0;
    q->normal[1] = up ? -1 : 1;
    q->is_unit = 1;
    q->face = up ? COLLIDE_FACE_BOTTOM : COLLIDE_FACE_TOP;
  } else {
    q->normal[0] = q->point[0];
    q->normal[1] = 0;
    q->normal[2] = q->point[2];
    quick_unit(q->normal, r, q->normal);
    q->point[0] = r * q->normal[0];
    q->point[2] = r * q->normal[2];
    q->is_unit = 1;
    q->face = COLLIDE_FACE_SIDE;
  }
  return QUICK_HIT;
}

const shape_kind ci_cylinder = {"cylinder",
                                3,
                                cylinder_fold,
                                NULL,
                                NULL,
                                cylinder_extent,
                                NULL,
                                quick_cylinder,
                                &ci_cylinder_exact,
                                cylinder_rescale,
                                NULL,
                                NULL,
                                0};

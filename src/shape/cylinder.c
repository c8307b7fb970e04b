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

/* The disc that the axis sees: w^2 <= r^2 (dx^2 + dz^2) with w = fz dx - fx dz. w^2 is
 * off by 25 e F^2 D^2 and its rounding, the other side by r^2 (5 e + 3 u (2)) D^2. */
#ifndef QUICK_DISC
#define QUICK_DISC 32.0
#endif
/* dx^2 + dz^2, fx dx + fz dz and fx^2 + fz^2 - r^2: two products, 2.5 e each, and at
 * most 4 u (2) for the sums and r^2. */
#define DISC_TERMS 9.0

/* What the coordinates across the axis are below, and off by e of it. In a frame that is
 * only moved each coordinate is off by its own share, as long as the start was not brought near,
 * which loses a share of a size. */
static double across_most(const quick *q, const double v[3], double most) {
  double x = fabs(v[0]), z = fabs(v[2]);
  if (q->shape->frame == COLLIDE_LINEAR || q->base != 0) return most;
  return x > z ? x : z;
}

static int cut_disc(quick *q) {
  double fx = q->f[0], fz = q->f[2], dx = q->d[0], dz = q->d[2], r = q->shape->radius;
  double w = fz * dx - fx * dz, off = DISC_TERMS * q->eps;
  double f = across_most(q, q->f, q->f_most), d = across_most(q, q->d, q->d_most);
  double margin = QUICK_DISC * q->eps * (f * f + r * r) * (d * d), gap;
  quick_quadratic p;
  if (!(d > 1e-60)) return QUICK_UNSURE; /* the margin would underflow */
  if (q->wanted > QUICK_DECIDE && f > QUICK_SLENDER * r) return QUICK_UNSURE;
  p.a = dx * dx + dz * dz;
  gap = r * r * p.a - w * w;
  if (gap < -margin) return QUICK_MISS;
  if (!(p.a > QUICK_SHALLOW * QUICK_SHALLOW * q->dd)) return QUICK_UNSURE;
  if (!(gap > QUICK_NO_GRAZE * (r * r * p.a) && gap > 4 * margin)) return QUICK_UNSURE;
  p.b = fx * dx + fz * dz;
  p.root = sqrt(gap);
  p.root_error = margin / p.root;
  p.a_error = off * d * d;
  p.b_error = off * f * d;
  return quick_roots(&p, q->t, &q->error) ? QUICK_HIT : QUICK_UNSURE;
}

/* Against the caps: -1 below, 0 between, 1 above the point at t; 2 when not certain. */
static int zone_of(const quick *q, double t) {
  double h = q->shape->height, margin, y = quick_height(q, 1, t, q->error, &margin);
  if (y > h + margin) return 1;
  if (y < -h - margin) return -1;
  return fabs(y) < h - margin ? 0 : 2;
}

static void measure_side(quick *q) {
  double p[3], r = q->shape->radius;
  quick_point_at(q, q->t[0], p);
  q->point[1] = p[1];
  p[1] = 0;
  quick_unit(p, r, q->normal);
  q->point[0] = r * q->normal[0];
  q->point[2] = r * q->normal[2];
}

static void measure_cap(quick *q, int zone) {
  quick_point_at(q, q->t[0], q->point);
  q->point[1] = zone * q->shape->height;
  q->normal[0] = q->normal[2] = 0;
  q->normal[1] = zone;
}

/* Of the stretch in the disc, which ends lie beyond a cap, and there the cap's
 * plane is crossed. */
static int quick_cylinder(quick *q) {
  double r = q->shape->radius, h = q->shape->height, size = r > h ? r : h, off[2];
  int end, zone[2], found = quick_enter(q, NULL, size, r + h);
  if (found != QUICK_HIT) return found;
  found = cut_disc(q);
  if (found != QUICK_HIT) return found;
  for (end = 0; end < 2; end++) {
    zone[end] = zone_of(q, q->t[end]);
    if (zone[end] == 2) return QUICK_UNSURE;
  }
  if (zone[0] != 0 && zone[0] == zone[1]) return QUICK_MISS;
  for (end = 0; end < 2; end++) {
    off[end] = q->error;
    if (zone[end] == 0) continue;
    if (!(fabs(q->d[1]) > QUICK_SHALLOW * q->d_most)) return QUICK_UNSURE;
    q->t[end] = quick_cross(q, 1, zone[end] * h, &off[end]);
  }
  q->error = off[0] > off[1] ? off[0] : off[1];
  q->face = zone[0] == 0 ? COLLIDE_FACE_SIDE : zone[0] > 0 ? COLLIDE_FACE_TOP : COLLIDE_FACE_BOTTOM;
  if (q->wanted < QUICK_MEASURE) return QUICK_HIT;
  if (zone[0] == 0)
    measure_side(q);
  else
    measure_cap(q, zone[0]);
  return QUICK_HIT;
}

const shape_kind ci_cylinder = {
    "cylinder",         /* name */
    3,                  /* dimensions */
    1.4142135623730952, /* spread */
    cylinder_fold,      /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    cylinder_extent,    /* extent */
    NULL,               /* unbounded_extent */
    quick_cylinder,     /* look: the short way */
    &ci_cylinder_exact, /* exact: the exact way */
    cylinder_rescale,   /* rescale */
    NULL,               /* leaves */
    NULL,               /* start_coordinates */
    0                   /* points */
};

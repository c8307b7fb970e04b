/* SPDX-License-Identifier: MIT
 *
 * Rects. Casts treat a rect as a box while its sides lie along the axes, else as a polygon.
 */
#include <string.h>

#include "kind.h"
#include "outline.h"
#include "../number/orient.h"
#include "../number/scalar.h"
#include "../number/vector.h"

/* ---- Making ---------------------------------------------------------------------------------- */

static collide_error make_rect(collide_shape *shape, collide_source *source, const double min[2],
                               const double max[2]) {
  double corners[4];
  int i;
  for (i = 0; i < 2; i++) {
    if (!(min[i] <= max[i])) return COLLIDE_ERROR_SIZE;
    corners[i] = min[i];
    corners[2 + i] = max[i];
  }
  return ci_shape_make(shape, source, COLLIDE_RECT, corners, 4);
}

collide_error collide_make_rect(collide_shape *shape, collide_source *source,
                                const double half[2]) {
  double min[2];
  min[0] = -half[0];
  min[1] = -half[1];
  return make_rect(shape, source, min, half);
}

collide_error collide_make_rect_corners(collide_shape *shape, collide_source *source,
                                        const double min[2], const double max[2]) {
  return make_rect(shape, source, min, max);
}

/* Counterclockwise from the least corner; sizes are min x, min y, max x, max y. */
static void rect_point(const collide_source *source, int index, double p[2]) {
  p[0] = source->sizes[index == 1 || index == 2 ? 2 : 0];
  p[1] = source->sizes[index >= 2 ? 3 : 1];
}

/* Stores the normals of the sides under a matrix. They are the rect's own axes unless it shears. */
static void keep_sheared_axes(collide_outline *o, const double *sizes, const double m[4]) {
  double origin[2] = {0, 0}, x[2], y[2], across[3] = {0, 0, 0};
  double width = sizes[2] - sizes[0], height = sizes[3] - sizes[1];
  int axis, i, turn;
  for (i = 0; i < 2; i++) {
    x[i] = m[2 * i];
    y[i] = m[2 * i + 1];
  }
  o->along_x = width * ci_largest(x, 2, 0) >= height * ci_largest(y, 2, 0);
  if (o->count > 2) return;
  turn = orient2d(origin, x, y) < 0 ? -1 : 1;
  for (axis = 0; axis < 2; axis++) {
    across[0] = axis == 0 ? turn * y[1] : -turn * x[1];
    across[1] = axis == 0 ? -turn * y[0] : turn * x[0];
    ci_vector_unit(across, across);
    memcpy(o->corners[2 + axis].normal, across, 2 * sizeof across[0]);
  }
}

/* A rect without area has at most two corners on its hull. It stores its own axes, as
 * posed, in the normals of the other two. */
static void keep_axes(collide_shape *s, const collide_source *source, const turned_pose *pose) {
  collide_outline *o = &s->of.outline;
  const double *z = source->sizes, *scale = pose->scale;
  double x = scale[0] < 0 ? -1 : 1, y = scale[1] < 0 ? -1 : 1;
  if (pose->has_linear) {
    keep_sheared_axes(o, z, pose->linear);
    return;
  }
  o->along_x = fabs((z[2] - z[0]) * scale[0]) >= fabs((z[3] - z[1]) * scale[1]);
  if (o->count > 2) return;
  o->corners[2].normal[0] = x * pose->cosine;
  o->corners[2].normal[1] = x * pose->sine;
  o->corners[3].normal[0] = y * -pose->sine;
  o->corners[3].normal[1] = y * pose->cosine;
}

static collide_error rect_fold(collide_shape *s, collide_source *source, const turned_pose *pose) {
  collide_error error = ci_outline_fold(s, source, pose);
  s->of.outline.aligned = !pose->has_linear && pose->sine == 0 && pose->cosine == 1 &&
                          pose->scale[0] > 0 && pose->scale[1] > 0;
  keep_axes(s, source, pose);
  return error;
}

static const outline_kind rect_outline = {4, -1, rect_point, 1, 0};

/* ---- Deciding for a turned rect -------------------------------------------------------------- */

/* Below, F, D and M are the largest coordinates of f = from, of d and of the corners, and T = |t| D
 * for the point at t; a segment's d is off by u D. E is the largest component of e1 = c1 - c0 and
 * e2 = c3 - c0. The corners are those of a parallelogram up to u M each. */
typedef struct turned {
  double e1[2], e2[2], f_most, d_most, e_most;
} turned;

static QUICK_INLINE double cross(const double a[2], const double b[2]) {
  return a[0] * b[1] - a[1] * b[0];
}

static QUICK_INLINE double side_of(const double from[3], const double d[3],
                                   const collide_corner *c) {
  return d[0] * (c->point[1] - from[1]) - d[1] * (c->point[0] - from[0]);
}

/* d x (c - f): each factor is off by u (F + M) or u D, the products by 3 u D (F + M), and their
 * difference by 8 u. The line meets the rect that has corners on both of its sides. */
#ifndef QUICK_BOTH
#define QUICK_BOTH 9.0
#endif

static QUICK_INLINE int meets_turned(const collide_shape *s, const double from[3],
                                     const double d[3], const turned *r) {
  const collide_corner *c = outline_stored(s);
  double margin = QUICK_BOTH * QUICK_UNIT * r->d_most * (r->f_most + s->of.outline.magnitude);
  double a = side_of(from, d, &c[0]), b = side_of(from, d, &c[1]);
  double x = side_of(from, d, &c[2]), y = side_of(from, d, &c[3]);
  double most = greater(greater(a, b), greater(x, y)), least = lesser(lesser(a, b), lesser(x, y));
  if (least > margin || most < -margin) return QUICK_MISS;
  return least < -margin && most > margin ? QUICK_HIT : QUICK_UNSURE;
}

/* A point g of the rect, relative to c0, has 0 <= g x e2 <= e1 x e2 and 0 <= e1 x g <= e1 x e2. In
 * units of u E: g_i is off by u (F + M), g x e2 by 8 (F + M), d x e2 by 8 D, and t times that, with
 * the roundings of product and sum, by 12 T + 2 (F + M); e1 x e2, with E <= 2 M, by 16 M. That c2
 * is not c0 + e1 + e2 moves the far sides by 8 M, and the difference of g x e2 and e1 x e2 is off
 * by 2 (F + T + M) + 4 M: in all by less than 40 (F + T + M).
 *
 * So beyond the margin a point lies outside of a side by 24 u E (F + T + M) at least. If the line
 * meets the rect, it reaches that side within (F + T + M) / D of t: there d x e2 is at least 24 u E
 * D, and has a certain sign. Outside of two sides the line enters both or has left both. */
#ifndef QUICK_BESIDE
#define QUICK_BESIDE 64.0
#endif

/* How far x lies outside of 0 to limit, with a sign. */
static QUICK_INLINE double beyond_limit(double x, double limit, double margin) {
  return greater(x - limit - margin, 0) + lesser(x + margin, 0);
}

static QUICK_INLINE quick_place place_at(const collide_shape *s, const double from[3],
                                         const double d[3], const turned *r, double t) {
  const double *c = outline_stored(s)[0].point;
  double g[2], area = cross(r->e1, r->e2), dx = cross(d, r->e2), dy = cross(r->e1, d);
  double margin =
      QUICK_BESIDE * QUICK_UNIT * r->e_most * (r->f_most + t * r->d_most + s->of.outline.magnitude);
  double x, y, outside, leaving;
  g[0] = from[0] - c[0];
  g[1] = from[1] - c[1];
  x = cross(g, r->e2) + t * dx;
  y = cross(r->e1, g) + t * dy;
  outside = greater(greater(x, y) - area, -lesser(x, y));
  if (outside < -margin) return QUICK_WITHIN;
  if (!(outside > margin)) return QUICK_SOMEWHERE;
  leaving = beyond_limit(x, area, margin) * dx + beyond_limit(y, area, margin) * dy;
  if (leaving < 0) return QUICK_BEFORE;
  return leaving > 0 ? QUICK_PAST : QUICK_SOMEWHERE;
}

static QUICK_INLINE int decide_turned(const collide_shape *s, const quick_cast *cast) {
  const collide_corner *c = outline_stored(s);
  const double *from = cast->from, *d = cast->d;
  double max = cast->max;
  turned r;
  int found;
  if (s->of.outline.count != 4) return QUICK_UNSURE;
  r.e1[0] = c[1].point[0] - c[0].point[0];
  r.e1[1] = c[1].point[1] - c[0].point[1];
  r.e2[0] = c[3].point[0] - c[0].point[0];
  r.e2[1] = c[3].point[1] - c[0].point[1];
  r.f_most = greater_size(from[0], from[1]);
  r.d_most = greater_size(d[0], d[1]);
  r.e_most = greater(greater_size(r.e1[0], r.e1[1]), greater_size(r.e2[0], r.e2[1]));
  if (!(r.e_most > 1e-30 && r.f_most < 1e30 && s->of.outline.magnitude < 1e30 && r.d_most > 1e-20 &&
        r.d_most < 1e20))
    return QUICK_UNSURE;
  found = meets_turned(s, from, d, &r);
  if (found != QUICK_HIT || cast->flags & QUICK_LINE) return found;
  return quick_decide_places(s, cast, place_at(s, from, d, &r, 0),
                             max > DBL_MAX ? QUICK_PAST : place_at(s, from, d, &r, max));
}

static int quick_rect(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  int found;
  if (s->of.outline.aligned)
    return ci_quick_aligned_rect(s, ax, ay, az, bx, by, bz, max, flags, hit);
  found = hit == NULL ? decide_turned(s, &c) : (int)QUICK_UNSURE;
  if (found != QUICK_UNSURE) return found;
  return ci_quick_polygon(s, ax, ay, az, bx, by, bz, max, flags, hit);
}

const shape_kind ci_rect = {
    "rect",            /* name */
    2,                 /* dimensions */
    0,                 /* spread */
    NULL,              /* fold */
    rect_fold,         /* fold_2d */
    &rect_outline,     /* outline */
    ci_outline_extent, /* extent */
    NULL,              /* unbounded_extent */
    quick_rect,        /* quick */
    &ci_box_exact,     /* exact */
    0                  /* points */
};

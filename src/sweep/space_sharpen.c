/* SPDX-License-Identifier: MIT
 *
 * The normal with which the side of a cylinder or cone touches a corner or an edge, and its rim an
 * edge. The distance along a normal changes with the square of the normal's error: one that is off
 * by 2^-22 looks as good as the true one. A shape that slides across it meets the other one again
 * at once, again and again. But the known corner or edge determines the normal. This result is not
 * proved: the caller tests whether it is as good.
 */
#include "../number/fp.h"

#include <string.h>

#include "../solid/solid.h"
#include "space.h"

/* The measured normal is off by less. Results that are farther from it are rejected. */
#ifndef SHARPEN_NEAR
#define SHARPEN_NEAR 1.52587890625e-05 /* 2^-16 */
#endif

/* The curved shape. The outward normal of its side is along (c, rise, s), for directions (c, s)
 * around the axis y. */
typedef struct sharp_tube {
  const collide_shape *shape;
  double rise;
} sharp_tube;

static int find_tube(const collide_shape *s, sharp_tube *tube) {
  if ((s->kind != COLLIDE_CYLINDER && s->kind != COLLIDE_CONE) || !(s->radius > 0)) return 0;
  tube->shape = s;
  tube->rise = s->kind == COLLIDE_CONE ? s->radius / s->height : 0;
  return 1;
}

/* Finds the normal of the side that is perpendicular to an edge: c e_x + s e_z + rise e_y = 0. Uses
 * Newton's method from the measured direction. Returns 0 if the edge runs along the side. */
static int across_edge(const sharp_tube *tube, const double e[3], double own[3]) {
  double size = fabs(e[0]) + fabs(e[2]) + fabs(tube->rise * e[1]);
  int step;
  for (step = 0; step < 3; step++) {
    double c = own[0], s = own[2], length = sqrt(c * c + s * s), off, slope;
    c /= length;
    s /= length;
    off = c * e[0] + s * e[2] + tube->rise * e[1];
    slope = c * e[2] - s * e[0];
    if (!(fabs(slope) > SHARPEN_NEAR * size) || !(fabs(off) < SHARPEN_NEAR * fabs(slope))) return 0;
    own[0] = c + s * (off / slope);
    own[2] = s - c * (off / slope);
  }
  own[1] = tube->rise * sqrt(own[0] * own[0] + own[2] * own[2]);
  return 1;
}

/* Finds the normal of the side at a corner. */
static int at_corner(const sharp_tube *tube, const double p[3], double own[3]) {
  own[0] = p[0];
  own[1] = tube->rise * sqrt(p[0] * p[0] + p[2] * p[2]);
  own[2] = p[2];
  return p[0] != 0 || p[2] != 0;
}

/* Finds the normal across the rim and an edge through p, where the edge crosses the plane of the
 * cap. */
static int across_rim(const double p[3], const double e[3], double level, double own[3]) {
  double part = (level - p[1]) / e[1], x = p[0] + part * e[0], z = p[2] + part * e[2];
  double tangent[3] = {0, 0, 0}, n[3];
  double sign;
  int i;
  if (!(fabs(part) <= 1e6)) return 0;
  tangent[0] = -z;
  tangent[2] = x;
  vector_cross(tangent, e, n);
  sign = vector_dot(n, own) < 0 ? -1 : 1;
  for (i = 0; i < 3; i++) own[i] = sign * n[i];
  return 1;
}

/* Finds the different corners of the polytope in a simplex, at most three. */
static int find_corners(const simplex *s, int which, int corners[3]) {
  int i, k, count = 0;
  for (i = 0; i < s->count; i++) {
    int corner = s->point[i].corner[which];
    for (k = 0; k < count && corners[k] != corner; k++) {
    }
    if (k < count) continue;
    if (count == 3 || corner < 0) return 3;
    corners[count++] = corner;
  }
  return count;
}

/* `own` is the measured outward normal in the frame of the curved shape. `p` is a corner, and `e`
 * the edge from it, or NULL. Both are scaled by `scale`. */
static int find_own(const sharp_tube *tube, const double p[3], const double *e, double scale,
                    double own[3]) {
  double length = sqrt(own[0] * own[0] + own[2] * own[2]), height = tube->shape->height * scale;
  double steep = own[1] - tube->rise * length;
  if (fabs(steep) < SHARPEN_NEAR * length)
    return e != NULL ? across_edge(tube, e, own) : at_corner(tube, p, own);
  if (e == NULL || !(length > SHARPEN_NEAR)) return 0; /* the normal of a cap, or one of several */
  if (steep > 0 && tube->shape->kind == COLLIDE_CONE) return 0; /* at the apex */
  return across_rim(p, e, steep > 0 ? height : -height, own);
}

int ci_space_sharpen(const space_sweep *w, const solid_pair *p, const simplex *s,
                     double normal[3]) {
  sharp_tube tube;
  int is_a = find_tube(w->a, &tube), corners[3], count, i;
  const solid_proxy *flat = is_a ? &p->b : &p->a, *curved = is_a ? &p->a : &p->b;
  double point[3], end[3], edge[3], own_point[3], own_edge[3], own[3], out[3], sharp[3];
  if (!is_a && !find_tube(w->b, &tube)) return 0;
  if (solid_is_curved(flat) || flat->radius > 0) return 0;
  count = find_corners(s, is_a, corners);
  if (count != 1 && count != 2) return 0;
  for (i = 0; i < 3; i++) out[i] = is_a ? -normal[i] : normal[i];
  shape_normal_to_own(tube.shape, out, own);
  ci_solid_corner_rounded(flat, corners[0], point);
  ci_solid_corner_rounded(flat, corners[count - 1], end);
  for (i = 0; i < 3; i++) {
    edge[i] = end[i] - point[i];
    point[i] -= curved->at[i];
  }
  shape_to_own(tube.shape, point, own_point);
  shape_to_own(tube.shape, edge, own_edge);
  if (!find_own(&tube, own_point, count == 2 ? own_edge : NULL, p->scale, own)) return 0;
  shape_normal_to_world(tube.shape, own, sharp);
  if (!ci_vector_unit(sharp, sharp)) return 0;
  for (i = 0; i < 3; i++) {
    if (is_a) sharp[i] = -sharp[i];
    if (!(fabs(sharp[i] - normal[i]) < SHARPEN_NEAR)) return 0;
  }
  memcpy(normal, sharp, sizeof sharp);
  return 1;
}

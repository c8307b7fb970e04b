/* SPDX-License-Identifier: MIT
 *
 * Triangles in three dimensions.
 */
#include <string.h>

#include "kind.h"
#include "../number/vector.h"

/* ---- Making, folding, extent --------------------------------------------------- */

collide_error collide_make_triangle(collide_shape *shape, collide_source *source, const double a[3],
                                    const double b[3], const double c[3]) {
  double sizes[9];
  memcpy(sizes, a, 3 * sizeof a[0]);
  memcpy(sizes + 3, b, 3 * sizeof b[0]);
  memcpy(sizes + 6, c, 3 * sizeof c[0]);
  return ci_shape_make(shape, source, COLLIDE_TRIANGLE, sizes, 9);
}

static void set_normal(collide_shape *s) {
  exact e[2][3], x;
  twofold normal;
  int i;
  for (i = 0; i < 3; i++) {
    ci_exact_set_diff(&e[0][i], s->b[i], s->a[i]);
    ci_exact_set_diff(&e[1][i], s->of.facet.c[i], s->a[i]);
  }
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    ci_exact_mul(&x, &e[0][j], &e[1][k]);
    ci_exact_sub_product(&x, &e[0][k], &e[1][j]);
    normal = ci_exact_twofold(&x);
    s->of.facet.normal[i] = normal.hi;
    s->of.facet.normal_low[i] = normal.lo;
  }
}

static collide_error triangle_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  collide_facet *facet = &s->of.facet;
  memcpy(s->a, sizes, sizeof s->a);
  memcpy(s->b, sizes + 3, sizeof s->b);
  memcpy(facet->c, sizes + 6, sizeof facet->c);
  if (!pose->is_identity) {
    ci_pose_carry(pose->turned.linear, s->a);
    ci_pose_carry(pose->turned.linear, s->b);
    ci_pose_carry(pose->turned.linear, facet->c);
  }
  s->reach = ci_largest(facet->c, 3, ci_largest(s->b, 3, ci_largest(s->a, 3, 0)));
  if (!(s->reach <= DBL_MAX)) return COLLIDE_ERROR_POSE_OVERFLOW;
  set_normal(s);
  if (!(ci_largest(facet->normal, 3, 0) <= DBL_MAX)) return COLLIDE_ERROR_POSE_OVERFLOW;
  if (!ci_vector_unit(facet->normal, facet->unit)) memset(facet->unit, 0, sizeof facet->unit);
  return COLLIDE_OK;
}

static void triangle_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  const double *points[3];
  points[0] = s->a;
  points[1] = s->b;
  points[2] = s->of.facet.c;
  ci_extent_of_points(points, 3, 0, g, extent);
}

static void triangle_rescale(collide_shape *s, int exponent) {
  ci_rescale(s->position, 3, exponent);
  ci_rescale(s->a, 3, exponent);
  ci_rescale(s->b, 3, exponent);
  ci_rescale(s->of.facet.c, 3, exponent);
  ci_rescale(s->of.facet.normal, 3, 2 * exponent);
  ci_rescale(s->of.facet.normal_low, 3, 2 * exponent);
}

int collide_triangle_normal(const collide_shape *triangle, double normal[3]) {
  return ci_vector_unit(triangle->of.facet.normal, normal);
}

/* ---- The short way --------------------------------------------------------------- */

/* Moeller and Trumbore 1997, where u, v and w are clearly of one sign. */
static int quick_triangle(quick *q) {
  const collide_shape *s = q->shape;
  double e1[3], e2[3], f[3], h[3], g[3], size = 0, det, u, v, error, t;
  const double *d = q->d;
  int i;
  for (i = 0; i < 3; i++) {
    e1[i] = s->b[i] - s->a[i];
    e2[i] = s->of.facet.c[i] - s->a[i];
    f[i] = q->f[i] - s->a[i];
    if (fabs(e1[i]) > size) size = fabs(e1[i]);
    if (fabs(e2[i]) > size) size = fabs(e2[i]);
  }
  if (!quick_is_near(q, size) || s->reach > QUICK_NEAR * size) return QUICK_UNSURE;
  h[0] = d[1] * e2[2] - d[2] * e2[1];
  h[1] = d[2] * e2[0] - d[0] * e2[2];
  h[2] = d[0] * e2[1] - d[1] * e2[0];
  g[0] = f[1] * e1[2] - f[2] * e1[1];
  g[1] = f[2] * e1[0] - f[0] * e1[2];
  g[2] = f[0] * e1[1] - f[1] * e1[0];
  det = vector_dot(e1, h);
  u = vector_dot(f, h);
  v = vector_dot(d, g);
  /* |u|, |v| and the part of det that rounding may move, with |d| <= 2 max d. */
  error = QUICK_CLEAR * QUICK_NEAR * size * size * sqrt(q->dd);
  if (!(fabs(det) > 1e3 * error)) return QUICK_UNSURE;
  if (det < 0) {
    u = -u;
    v = -v;
  }
  if (u < -error || v < -error || u + v > fabs(det) + error) return QUICK_MISS;
  if (!(u > error && v > error && u + v < fabs(det) - error)) return QUICK_UNSURE;
  t = -vector_dot(s->of.facet.unit, f) / vector_dot(s->of.facet.unit, d);
  q->t[0] = q->t[1] = t;
  q->error = error * QUICK_NEAR / fabs(det) * size / sqrt(q->dd) + QUICK_CLEAR * fabs(t);
  q->uv[0] = u / fabs(det);
  q->uv[1] = v / fabs(det);
  for (i = 0; i < 3; i++) f[i] += t * d[i];
  vector_onto_plane(f, s->of.facet.unit, 0);
  for (i = 0; i < 3; i++) {
    q->point[i] = s->a[i] + f[i];
    q->normal[i] = det < 0 ? -s->of.facet.unit[i] : s->of.facet.unit[i];
  }
  q->is_unit = 1;
  q->face = det < 0 ? COLLIDE_FACE_BACK : COLLIDE_FACE_FRONT;
  return QUICK_HIT;
}

const shape_kind ci_triangle = {"triangle",
                                3,
                                triangle_fold,
                                NULL,
                                NULL,
                                triangle_extent,
                                NULL,
                                quick_triangle,
                                &ci_triangle_exact,
                                triangle_rescale,
                                NULL,
                                ci_triangle_start_coordinates,
                                3};

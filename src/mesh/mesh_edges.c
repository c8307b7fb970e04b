/* SPDX-License-Identifier: MIT
 *
 * A triangle of a mesh with its seams, for the normals of contacts.
 *
 * An edge of a triangle is a seam, on one side, if another triangle continues from it flat or
 * hollow on that side. A shape that touches the mesh there touches a face, so the normal must be
 * that of a face. So shapes slide over seams without a stop. The corners of the triangle that lie
 * farthest along a normal are the one or two corners of the contact. They show whether the normal
 * belongs to a seam. If so, the triangle is extended beyond its seams, far beyond the reach of the
 * shape, and gives the normal.
 *
 * All of this only selects one of several valid normals. It never affects whether or when the shape
 * touches. So the margins here are chosen, while elsewhere they must be proved.
 */
#include "../number/fp.h"

#include <string.h>

#include "../shape/shape.h"
#include "mesh_edges.h"

/* A wedge counts as a half-plane if the cosine of half its angle is at most this. */
#define SEAM_STRAIGHT 0.125

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* In a pose that mirrors, the corners are counterclockwise on the other side. */
static int is_mirrored(const collide_mesh *mesh) {
  const double *m = mesh->turned.linear;
  double cross[3];
  if (mesh->frame != COLLIDE_LINEAR) return 0;
  cross[0] = m[4] * m[8] - m[5] * m[7];
  cross[1] = m[5] * m[6] - m[3] * m[8];
  cross[2] = m[3] * m[7] - m[4] * m[6];
  return dot(m, cross) < 0;
}

int ci_mesh_edges_begin(mesh_edges *e, const collide_shape *triangle) {
  e->triangle = triangle;
  e->unit = triangle->of.facet.unit;
  memcpy(e->corners[0], triangle->a, sizeof e->corners[0]);
  memcpy(e->corners[1], triangle->b, sizeof e->corners[1]);
  memcpy(e->corners[2], triangle->of.facet.c, sizeof e->corners[2]);
  e->open = 7;
  return dot(e->unit, e->unit) != 0;
}

void ci_mesh_edges_open(mesh_edges *e, const collide_mesh *mesh, unsigned seams, double side) {
  e->open = ~(seams >> ((side > 0) == is_mirrored(mesh) ? 3 : 0)) & 7;
}

double ci_mesh_side(const mesh_edges *e, const double n[3], const double middle[3]) {
  double along = dot(n, e->unit), height = 0;
  int i;
  if (fabs(along) > SEAM_EQUAL) return along > 0 ? 1 : -1;
  for (i = 0; i < 3; i++)
    height += e->unit[i] * (middle[i] - e->triangle->position[i] - e->corners[0][i]);
  return height < 0 ? -1 : 1;
}

double ci_mesh_edges_size(const mesh_edges *e, const double low[3], const double high[3]) {
  double size = 0;
  int i, k;
  for (i = 0; i < 3; i++) {
    double least = low[i], most = high[i];
    for (k = 0; k < 3; k++) {
      double at = e->triangle->position[i] + e->corners[k][i];
      if (at < least) least = at;
      if (at > most) most = at;
    }
    size += most - least;
  }
  return size;
}

unsigned ci_mesh_farthest(const mesh_edges *e, const double n[3]) {
  double along[3], most, size = 0;
  unsigned found = 0;
  int i, k;
  for (k = 0; k < 3; k++) {
    along[k] = 0;
    for (i = 0; i < 3; i++) {
      double edge = e->corners[k][i] - e->corners[0][i];
      along[k] += n[i] * edge;
      if (fabs(edge) > size) size = fabs(edge);
    }
  }
  most = along[0];
  for (k = 1; k < 3; k++)
    if (along[k] > most) most = along[k];
  for (k = 0; k < 3; k++)
    if (along[k] >= most - SEAM_EQUAL * size) found |= 1U << k;
  return found;
}

int ci_mesh_is_proper(const mesh_edges *e, const double n[3]) {
  static const unsigned edges_of[8] = {0, 5, 3, 1, 6, 4, 2, 0}; /* edges at corners, as bits */
  unsigned corners = ci_mesh_farthest(e, n);
  return (edges_of[corners] & ~e->open) == 0;
}

/* ---- The triangle beyond its seams ----------------------------------------------------------- */

static void unit_of(const double from[3], const double to[3], double r[3]) {
  double length;
  int i;
  for (i = 0; i < 3; i++) r[i] = to[i] - from[i];
  length = sqrt(dot(r, r));
  for (i = 0; i < 3; i++) r[i] = length > 0 ? r[i] / length : 0;
}

static void go(const double from[3], const double direction[3], double far, double to[3]) {
  int i;
  for (i = 0; i < 3; i++) to[i] = from[i] + far * direction[i];
}

/* Makes a triangle from the half-plane at edge k, on the side of the triangle. The other two sides
 * are far away. */
static void extend_half(const mesh_edges *e, int k, double far, double corners[3][3]) {
  const double *p = e->corners[k], *q = e->corners[(k + 1) % 3];
  double along[3], in[3];
  unit_of(p, q, along);
  in[0] = e->unit[1] * along[2] - e->unit[2] * along[1];
  in[1] = e->unit[2] * along[0] - e->unit[0] * along[2];
  in[2] = e->unit[0] * along[1] - e->unit[1] * along[0];
  go(p, along, -far, corners[0]);
  go(q, along, far, corners[1]);
  go(p, in, far, corners[2]);
}

/* Makes a triangle from the wedge between the two edges at corner k. */
static void extend_wedge(const mesh_edges *e, int k, double far, double corners[3][3]) {
  const double *v = e->corners[k];
  double p[3], q[3], half;
  unit_of(v, e->corners[(k + 1) % 3], p);
  unit_of(v, e->corners[(k + 2) % 3], q);
  half = 1 + dot(p, q); /* twice the square of the cosine of half the angle */
  if (!(half > 2 * SEAM_STRAIGHT * SEAM_STRAIGHT)) {
    extend_half(e, k, far, corners);
    return;
  }
  memcpy(corners[0], v, sizeof corners[0]);
  go(v, p, far / SEAM_STRAIGHT, corners[1]);
  go(v, q, far / SEAM_STRAIGHT, corners[2]);
}

/* As collide_make_triangle, without the normal in twofolds, which only casts need. */
static int make_triangle(double corners[3][3], collide_shape *triangle) {
  double reach = ci_largest(corners[0], 9, 0);
  memset(triangle, 0, sizeof *triangle);
  triangle->kind = COLLIDE_TRIANGLE;
  triangle->frame = COLLIDE_MOVED;
  triangle->reach = reach;
  memcpy(triangle->a, corners[0], sizeof triangle->a);
  memcpy(triangle->b, corners[1], sizeof triangle->b);
  memcpy(triangle->of.facet.c, corners[2], sizeof triangle->of.facet.c);
  ci_triangle_unit(corners[0], corners[1], corners[2], triangle->of.facet.unit);
  return reach <= DBL_MAX;
}

int ci_mesh_extend(const mesh_edges *e, double far, collide_shape *triangle) {
  static const int edge_of[8] = {-1, 0, 1, 1, 2, 0, 2, -1}; /* for two: the shared corner */
  double corners[3][3];
  int i, k;
  if (e->open == 0 || e->open == 7) return 0;
  if ((e->open & (e->open - 1)) == 0)
    extend_half(e, edge_of[e->open], far, corners);
  else
    extend_wedge(e, edge_of[e->open], far, corners);
  for (k = 0; k < 3; k++)
    for (i = 0; i < 3; i++) corners[k][i] += e->triangle->position[i];
  return make_triangle(corners, triangle);
}

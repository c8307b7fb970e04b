/* SPDX-License-Identifier: MIT
 *
 * Normals at the inner edges of meshes.
 *
 * An edge of a triangle is a seam, as seen from one side, where another triangle goes on from it
 * flat or hollow on that side. What touches the mesh there touches a face, so that the normal is a
 * face's: shapes slide over seams and are not stopped by them. A normal is told to belong to a seam
 * by the corners of the triangle that lie farthest along it: the one or two that it touches with.
 * In that case the triangle is extended beyond its seams, far beyond all that the shape reaches,
 * and the normal is taken from that.
 *
 * All of this is about which of several true normals is told, and never about whether and when the
 * shape touches: so the margins here are chosen, where elsewhere they have to be proved.
 */
#include "../number/fp.h"

#include <string.h>

#include "../mesh/mesh.h"
#include "sweep_target.h"

/* Lengths that differ by less than this part of the sizes count as equal. */
#define SEAM_EQUAL 9.094947017729282e-13 /* 2^-40 */
/* A wedge whose two edges are this much of a straight line, by the cosine of half its angle, is
 * taken as a half-plane. */
#define SEAM_STRAIGHT 0.125

typedef struct seam {
  const sweep_mover *m;
  const collide_shape *triangle;
  double corners[3][3]; /* less the triangle's position */
  const double *unit;
  double size;   /* of the triangle and of all that the shape reaches */
  unsigned open; /* the edges that are no seams, on the side that is met */
} seam;

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* In a pose that mirrors, the side from which the corners are counterclockwise is the other one. */
static int is_mirrored(const collide_mesh_shape *mesh) {
  const double *m = mesh->turned.linear;
  double cross[3];
  if (mesh->frame != COLLIDE_LINEAR) return 0;
  cross[0] = m[4] * m[8] - m[5] * m[7];
  cross[1] = m[5] * m[6] - m[3] * m[8];
  cross[2] = m[3] * m[7] - m[4] * m[6];
  return dot(m, cross) < 0;
}

/* Which corners lie farthest along n, as bits. */
static unsigned farthest(const seam *s, const double n[3]) {
  double along[3], most, size = 0;
  unsigned found = 0;
  int i, k;
  for (k = 0; k < 3; k++) {
    along[k] = 0;
    for (i = 0; i < 3; i++) {
      double edge = s->corners[k][i] - s->corners[0][i];
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

/* Does the normal belong to the face, to an edge that is no seam, or to a corner between two such?
 */
static int is_proper(const seam *s, const double n[3]) {
  static const unsigned edges_of[8] = {0, 5, 3, 1, 6, 4, 2, 0}; /* of these corners, as bits */
  unsigned corners = farthest(s, n);
  return (edges_of[corners] & ~s->open) == 0;
}

/* ---- The face's own normal --------------------------------------------------------------- */

/* Is the shape, at t, on the side of the triangle that `sign` says, so that this is a true normal?
 * */
static int is_beside(const seam *s, double t, double sign) {
  double axis[3], low, high, level = 0, slack = SEAM_EQUAL * 16 * s->size;
  int i;
  for (i = 0; i < 3; i++) {
    axis[i] = sign * s->unit[i];
    level += axis[i] * (s->triangle->position[i] + s->corners[0][i] - t * s->m->d[i]);
  }
  collide_project(s->m->shape, axis, &low, &high);
  return low >= level - slack;
}

static void take_unit(const seam *s, double sign, collide_sweep_hit *hit) {
  int i;
  for (i = 0; i < 3; i++) hit->normal[i] = sign * s->unit[i] + 0.0;
}

static void take_face(const seam *s, double side, collide_sweep_hit *hit) {
  if (is_beside(s, hit->t, side))
    take_unit(s, side, hit);
  else if (is_beside(s, hit->t, -side))
    take_unit(s, -side, hit);
}

/* ---- The triangle beyond its seams ------------------------------------------------------- */

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

/* On the side of edge k where the triangle is: of a half-plane so much that its other two sides are
 * far away. */
static void extend_half(const seam *s, int k, double far, double corners[3][3]) {
  const double *p = s->corners[k], *q = s->corners[(k + 1) % 3];
  double along[3], in[3];
  unit_of(p, q, along);
  in[0] = s->unit[1] * along[2] - s->unit[2] * along[1];
  in[1] = s->unit[2] * along[0] - s->unit[0] * along[2];
  in[2] = s->unit[0] * along[1] - s->unit[1] * along[0];
  go(p, along, -far, corners[0]);
  go(q, along, far, corners[1]);
  go(p, in, far, corners[2]);
}

/* Between the two edges that meet in corner k. */
static void extend_wedge(const seam *s, int k, double far, double corners[3][3]) {
  const double *v = s->corners[k];
  double p[3], q[3], half;
  unit_of(v, s->corners[(k + 1) % 3], p);
  unit_of(v, s->corners[(k + 2) % 3], q);
  half = 1 + dot(p, q); /* twice the square of the cosine of half the angle */
  if (!(half > 2 * SEAM_STRAIGHT * SEAM_STRAIGHT)) {
    extend_half(s, k, far, corners);
    return;
  }
  memcpy(corners[0], v, sizeof corners[0]);
  go(v, p, far / SEAM_STRAIGHT, corners[1]);
  go(v, q, far / SEAM_STRAIGHT, corners[2]);
}

static int take_extended(const seam *s, collide_sweep_hit *hit) {
  static const int edge_of[8] = {-1, 0, 1, 1, 2, 0, 2, -1}; /* of two, the corner between them */
  double corners[3][3], far = 8 * s->size;
  collide_shape triangle;
  collide_sweep_hit other;
  int i, k;
  if ((s->open & (s->open - 1)) == 0)
    extend_half(s, edge_of[s->open], far, corners);
  else
    extend_wedge(s, edge_of[s->open], far, corners);
  for (k = 0; k < 3; k++)
    for (i = 0; i < 3; i++) corners[k][i] += s->triangle->position[i];
  if (collide_make_triangle(&triangle, NULL, corners[0], corners[1], corners[2]) != COLLIDE_OK)
    return 0;
  if (collide_shapecast(s->m->shape, s->m->d, &triangle, 0, &other) != 1) return 0;
  if (other.inside || !is_proper(s, other.normal)) return 0;
  memcpy(hit->normal, other.normal, sizeof hit->normal);
  return 1;
}

/* ---- A hit ---------------------------------------------------------------------------------- */

/* From which side of its plane the triangle is met: 1 where its corners are counterclockwise. */
static double side_of(const seam *s, const collide_sweep_hit *hit) {
  double n = dot(hit->normal, s->unit), height = 0;
  int i;
  if (fabs(n) > SEAM_EQUAL) return n > 0 ? 1 : -1;
  for (i = 0; i < 3; i++) {
    double middle = 0.5 * s->m->low[i] + 0.5 * s->m->high[i] + hit->t * s->m->d[i];
    height += s->unit[i] * (middle - s->triangle->position[i] - s->corners[0][i]);
  }
  return height < 0 ? -1 : 1;
}

static double size_of(const seam *s) {
  double size = 0;
  int i, k;
  for (i = 0; i < 3; i++) {
    double low = s->m->low[i], high = s->m->high[i], at;
    if (s->m->d[i] < 0)
      low += s->m->d[i];
    else
      high += s->m->d[i];
    for (k = 0; k < 3; k++) {
      at = s->triangle->position[i] + s->corners[k][i];
      if (at < low) low = at;
      if (at > high) high = at;
    }
    size += high - low;
  }
  return size;
}

void ci_sweep_seam(const sweep_mover *m, const collide_mesh_shape *mesh, int32_t place,
                   const collide_shape *triangle, collide_sweep_hit *hit) {
  unsigned seams;
  double side;
  seam s;
  s.m = m;
  s.triangle = triangle;
  s.unit = triangle->of.facet.unit;
  memcpy(s.corners[0], triangle->a, sizeof s.corners[0]);
  memcpy(s.corners[1], triangle->b, sizeof s.corners[1]);
  memcpy(s.corners[2], triangle->of.facet.c, sizeof s.corners[2]);
  if (hit->inside || dot(s.unit, s.unit) == 0 || farthest(&s, hit->normal) == 7) return;
  seams = ci_mesh_seams(mesh->trimesh, place);
  side = side_of(&s, hit);
  s.open = ~(seams >> ((side > 0) == is_mirrored(mesh) ? 3 : 0)) & 7;
  s.size = size_of(&s);
  if (!(s.size < HUGE_VAL) || is_proper(&s, hit->normal)) return;
  if (side * dot(s.unit, m->d) < 0 && is_beside(&s, hit->t, side))
    take_unit(&s, side, hit);
  else if (s.open == 0 || !take_extended(&s, hit))
    take_face(&s, side, hit);
}

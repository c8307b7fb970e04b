/* SPDX-License-Identifier: MIT
 *
 * Normals of hits at the inner edges of meshes: see mesh/mesh_edges.c.
 */
#include "../number/fp.h"

#include <string.h>

#include "../mesh/mesh_edges.h"
#include "../narrow/space/space.h"
#include "sweep_target.h"

typedef struct seam {
  const sweep_mover *m;
  mesh_edges edges;
  double size; /* the size of the triangle and all places of the shape */
} seam;

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* ---- The face's own normal --------------------------------------------------------------- */

/* Returns 1 if the shape at t is on that side of the triangle, so that the normal is true. */
static int is_beside(const seam *s, double t, double sign) {
  double axis[3], low, high, level = 0, slack = SEAM_EQUAL * 16 * s->size;
  int i;
  for (i = 0; i < 3; i++) {
    axis[i] = sign * s->edges.unit[i];
    level += axis[i] * (s->edges.triangle->position[i] + s->edges.corners[0][i] - t * s->m->d[i]);
  }
  collide_project(s->m->shape, axis, &low, &high);
  return low >= level - slack;
}

static void take_unit(const seam *s, double sign, collide_sweep_hit *hit) {
  int i;
  for (i = 0; i < 3; i++) hit->normal[i] = sign * s->edges.unit[i] + 0.0;
}

static void take_face(const seam *s, double side, collide_sweep_hit *hit) {
  if (is_beside(s, hit->t, side))
    take_unit(s, side, hit);
  else if (is_beside(s, hit->t, -side))
    take_unit(s, -side, hit);
}

static int take_extended(const seam *s, collide_sweep_hit *hit) {
  collide_shape triangle;
  collide_sweep_hit other;
  if (!ci_mesh_extend(&s->edges, 8 * s->size, &triangle)) return 0;
  if (collide_shapecast(s->m->shape, s->m->d, &triangle, COLLIDE_SKIP_EXIT, &other) != 1) return 0;
  if (other.inside || !ci_mesh_is_proper(&s->edges, other.normal)) return 0;
  memcpy(hit->normal, other.normal, sizeof hit->normal);
  return 1;
}

/* ---- A hit ---------------------------------------------------------------------------------- */

static double side_of(const seam *s, const collide_sweep_hit *hit) {
  double middle[3];
  int i;
  for (i = 0; i < 3; i++)
    middle[i] = 0.5 * s->m->low[i] + 0.5 * s->m->high[i] + hit->t * s->m->d[i];
  return ci_mesh_side(&s->edges, hit->normal, middle);
}

/* The size of the triangle and all places of the shape. */
static double size_of(const seam *s) {
  double low[3], high[3];
  int i;
  for (i = 0; i < 3; i++) {
    double d = s->m->d[i];
    low[i] = s->m->low[i] + (d < 0 ? d : 0);
    high[i] = s->m->high[i] + (d < 0 ? 0 : d);
  }
  return ci_mesh_edges_size(&s->edges, low, high);
}

void ci_sweep_seam(const sweep_mover *m, const collide_mesh *mesh, int32_t place,
                   const collide_shape *triangle, collide_sweep_hit *hit) {
  double side;
  seam s;
  s.m = m;
  if (hit->inside || !ci_mesh_edges_begin(&s.edges, triangle)) return;
  if (ci_mesh_farthest(&s.edges, hit->normal) == 7) return;
  side = side_of(&s, hit);
  ci_mesh_edges_open(&s.edges, mesh, ci_mesh_seams(mesh->data, place), side);
  s.size = size_of(&s);
  if (!(s.size < HUGE_VAL) || ci_mesh_is_proper(&s.edges, hit->normal)) return;
  if (side * dot(s.edges.unit, m->d) < 0 && is_beside(&s, hit->t, side))
    take_unit(&s, side, hit);
  else if (!take_extended(&s, hit))
    take_face(&s, side, hit);
}

/* SPDX-License-Identifier: MIT
 *
 * Finds the seams of a triangle: the edges beyond which the mesh continues. The tree finds them on
 * demand, so they take no memory, and no time while a mesh is made.
 */
#include <string.h>

#include "../number/orient.h"
#include "mesh.h"

/* The triangle, in the mesh's own frame. */
typedef struct seam_search {
  const collide_mesh_data *mesh;
  int32_t place;
  const double *corners[3];
  int flat[2];          /* two axes across which the triangle has the largest area */
  const double *shared; /* the corner whose neighbours are searched */
  unsigned seams;
} seam_search;

static int is_same(const double p[3], const double q[3]) {
  return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

/* The corner of a triangle at this position, or -1. */
static int find_corner(const collide_mesh_data *t, const mesh_face *face, const double p[3]) {
  int k;
  for (k = 0; k < 3; k++)
    if (is_same(ci_mesh_corner(t, face, k), p)) return k;
  return -1;
}

static int winding_of(const seam_search *s, const double a[3], const double b[3],
                      const double c[3]) {
  double p[2], q[2], r[2];
  int i;
  for (i = 0; i < 2; i++) {
    p[i] = a[s->flat[i]];
    q[i] = b[s->flat[i]];
    r[i] = c[s->flat[i]];
  }
  return orient2d(p, q, r);
}

/* The sides on which the neighbour across edge k, with the corner `apex`, continues flat or hollow.
 * A neighbour in the same plane must lie beyond the edge. */
static unsigned seams_of(const seam_search *s, int k, const double apex[3]) {
  const double *a = s->corners[k], *b = s->corners[(k + 1) % 3], *c = s->corners[(k + 2) % 3];
  int side = ci_orient3d(a, b, c, apex);
  if (side > 0) return 1U << k;
  if (side < 0) return 8U << k;
  return winding_of(s, a, b, c) * winding_of(s, a, b, apex) < 0 ? 9U << k : 0;
}

static int take_neighbours(void *user, int32_t first, int32_t count, double *latest) {
  seam_search *s = (seam_search *)user;
  mesh_face room;
  int32_t i;
  int k;
  (void)latest;
  for (i = first; i < first + count; i++) {
    const mesh_face *face = ci_mesh_face(s->mesh, i, &room);
    int at = i == s->place ? -1 : find_corner(s->mesh, face, s->shared);
    if (at < 0) continue;
    for (k = 0; k < 3; k++) {
      const double *from = s->corners[k], *to = s->corners[(k + 1) % 3];
      int other;
      if (from != s->shared && to != s->shared) continue;
      other = find_corner(s->mesh, face, from == s->shared ? to : from);
      if (other >= 0 && other != at)
        s->seams |= seams_of(s, k, ci_mesh_corner(s->mesh, face, 3 - at - other));
    }
  }
  return 0;
}

unsigned ci_mesh_seams(const collide_mesh_data *mesh, int32_t place) {
  mesh_face room;
  const mesh_face *face = ci_mesh_face(mesh, place, &room);
  const double *unit = ci_mesh_unit(mesh, face, &room);
  seam_search s;
  int k, widest = 0;
  s.mesh = mesh;
  s.place = place;
  s.seams = 0;
  for (k = 0; k < 3; k++) {
    s.corners[k] = ci_mesh_corner(mesh, face, k);
    if (fabs(unit[k]) > fabs(unit[widest])) widest = k;
  }
  s.flat[0] = (widest + 1) % 3;
  s.flat[1] = (widest + 2) % 3;
  if (unit[widest] == 0) return 0;
  for (k = 0; k < 2; k++) { /* each edge has one of the two */
    s.shared = s.corners[k];
    ci_wide_box(&mesh->tree, s.shared, s.shared, take_neighbours, &s);
  }
  return s.seams;
}

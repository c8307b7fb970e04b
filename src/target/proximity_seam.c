/* SPDX-License-Identifier: MIT
 *
 * Contacts with triangles whose mesh continues beyond their edges: see mesh/mesh_edges.c.
 *
 * The least push out of one triangle may cross an edge to the next one, and so not lead out of the
 * mesh. If the least push has the normal of a seam, other directions are tried. These are both
 * normals of the face, and the normal of the triangle extended beyond its seams. Normals of
 * contacts with triangles at the same corners are tried too, except normals of seams. A cast along
 * each direction measures how far the shape moves until it is out of the triangle; the shortest
 * counts. So each contact leads out of its triangle. The existence of a contact, and whether its
 * depth is above 0, do not change.
 */
#include "../number/fp.h"

#include <string.h>

#include "../mesh/mesh_edges.h"
#include "../shape/shape.h"
#include "proximity.h"

/* At most so many triangles at the corners of one are tried. Otherwise the time of contacts with
 * all triangles around a corner would grow with the square of their number. */
enum { MOST_NEIGHBOURS = 16 };

typedef struct meet_seam {
  const meet *m;
  const collide_mesh *mesh;
  mesh_edges edges;
  int32_t place;
  const double *shared; /* the corner whose neighbours are tried, in the mesh's own frame */
  int tried;            /* neighbours */
  double sign;          /* -1 if the contact's normal points to the triangle, else 1 */
  double size;          /* the size of shape and triangle */
  int from,
      best_from; /* the triangle at the same corner whose normal is tried; the best's; or -1 */
  collide_push best;
} meet_seam;

static double side_of(const meet *m, const mesh_edges *edges, const double n[3]) {
  double middle[3];
  int i;
  for (i = 0; i < 3; i++) middle[i] = 0.5 * m->low[i] + 0.5 * m->high[i];
  return ci_mesh_side(edges, n, middle);
}

/* Turns n, from the triangle to the shape, into the contact's normal, or back. */
static void turn(const meet_seam *s, const double n[3], double turned[3]) {
  int i;
  for (i = 0; i < 3; i++) turned[i] = s->sign * n[i] + 0.0;
}

/* Tries the direction n, from the triangle to the shape. If depths are equal, the directions of
 * this triangle come before those of others, and theirs in the order of their numbers. */
static void offer(meet_seam *s, const double n[3]) {
  double way[3], depth;
  collide_sweep_hit hit;
  int i;
  for (i = 0; i < 3; i++) way[i] = 2 * s->size * n[i];
  if (collide_shapecast(s->m->shape, way, s->edges.triangle, 0, &hit) != 1) return;
  depth = hit.t_exit * 2 * s->size;
  if (!(depth > 0 && depth <= s->best.depth)) return;
  if (depth == s->best.depth && s->from >= s->best_from) return;
  s->best.depth = depth;
  s->best_from = s->from;
  turn(s, n, s->best.normal);
}

/* If the shape leaves the triangle together with its plane, the depth behind the plane is more
 * accurate. */
static void offer_face(meet_seam *s, double side) {
  double n[3], low, high, level = 0, before = s->best.depth;
  int i;
  for (i = 0; i < 3; i++) {
    n[i] = side * s->edges.unit[i];
    level += n[i] * (s->edges.triangle->position[i] + s->edges.corners[0][i]);
  }
  offer(s, n);
  collide_project(s->m->shape, n, &low, &high);
  level -= low;
  if (level > 0 && s->best.depth < before && fabs(level - s->best.depth) < SEAM_EQUAL * s->size)
    s->best.depth = level;
}

static void offer_extended(meet_seam *s) {
  collide_shape triangle;
  collide_push other;
  double n[3];
  if (!ci_mesh_extend(&s->edges, 8 * s->size, &triangle)) return;
  if (ci_meet_contact(s->m, &triangle, &other) != 1) return;
  turn(s, other.normal, n);
  if (other.depth > 0 && ci_mesh_is_proper(&s->edges, n)) offer(s, n);
}

/* ---- Triangles at the same corner -------------------------------------------------------- */

static int has_corner(const meet_seam *s, int32_t place) {
  const collide_mesh_data *t = s->mesh->data;
  mesh_face room;
  const mesh_face *face = ci_mesh_face(t, place, &room);
  int k;
  for (k = 0; k < 3; k++) {
    const double *p = ci_mesh_corner(t, face, k);
    if (p[0] == s->shared[0] && p[1] == s->shared[1] && p[2] == s->shared[2]) return 1;
  }
  return 0;
}

static void offer_neighbour(meet_seam *s, int32_t place) {
  collide_shape triangle;
  collide_push other;
  mesh_edges edges;
  mesh_face room;
  double n[3];
  memset(&triangle, 0, sizeof triangle);
  ci_mesh_place(s->mesh, place, &triangle);
  if (!ci_mesh_edges_begin(&edges, &triangle)) return;
  if (ci_meet_contact(s->m, &triangle, &other) != 1 || !(other.depth > 0)) return;
  turn(s, other.normal, n);
  ci_mesh_edges_open(&edges, s->mesh, ci_mesh_seams(s->mesh->data, place),
                     side_of(s->m, &edges, n));
  s->from = ci_mesh_face(s->mesh->data, place, &room)->number;
  if (ci_mesh_is_proper(&edges, n)) offer(s, n);
}

static int take_neighbours(void *user, int32_t first, int32_t count, double *latest) {
  meet_seam *s = (meet_seam *)user;
  int32_t i;
  (void)latest;
  for (i = first; i < first + count; i++) {
    if (i == s->place || !has_corner(s, i)) continue;
    if (s->tried++ == MOST_NEIGHBOURS) return 1;
    offer_neighbour(s, i);
  }
  return 0;
}

/* Tries the normals at the corners that the least push, along n, touches. */
static void offer_neighbours(meet_seam *s, const double n[3]) {
  const collide_mesh_data *t = s->mesh->data;
  mesh_face room;
  const mesh_face *face = ci_mesh_face(t, s->place, &room);
  unsigned corners = ci_mesh_farthest(&s->edges, n);
  int k;
  s->tried = 0;
  for (k = 0; k < 3 && s->tried <= MOST_NEIGHBOURS; k++) {
    if (!(corners >> k & 1)) continue;
    s->shared = ci_mesh_corner(t, face, k);
    ci_wide_box(&t->tree, s->shared, s->shared, take_neighbours, s);
  }
}

int ci_meet_triangle(const meet *m, const collide_mesh *mesh, int32_t place,
                     const collide_shape *triangle, collide_push *push) {
  int found = ci_meet_contact(m, triangle, push);
  double n[3], side;
  meet_seam s;
  if (found != 1 || !(push->depth > 0) || m->shape->kind == COLLIDE_PLANE) return found;
  if (!ci_mesh_edges_begin(&s.edges, triangle)) return 1;
  s.m = m;
  s.mesh = mesh;
  s.place = place;
  s.sign = m->flags & COLLIDE_TARGET_FIRST ? -1 : 1;
  turn(&s, push->normal, n);
  if (ci_mesh_farthest(&s.edges, n) == 7) return 1;
  side = side_of(m, &s.edges, n);
  ci_mesh_edges_open(&s.edges, mesh, ci_mesh_seams(mesh->data, place), side);
  s.size = ci_mesh_edges_size(&s.edges, m->low, m->high);
  if (!(s.size < HUGE_VAL) || ci_mesh_is_proper(&s.edges, n)) return 1;
  s.best = *push;
  s.best.depth = HUGE_VAL;
  s.from = s.best_from = -1;
  offer_face(&s, side);
  offer_face(&s, -side);
  offer_extended(&s);
  offer_neighbours(&s, n);
  if (s.best.depth < HUGE_VAL) *push = s.best;
  return 1;
}

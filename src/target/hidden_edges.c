/* SPDX-License-Identifier: MIT
 *
 * Hidden edges of triangles: the normals of contacts and hits with meshes. The rule is in hidden.h.
 *
 * An edge of a triangle is covered, on one side, if another triangle continues from it flat or
 * hollow on that side. A shape that touches the mesh there touches a face, so the normal must be
 * that of a face. So shapes slide over these edges without a stop. For a hidden normal, the
 * triangle is extended beyond its covered edges, far beyond the reach of the shape, and gives the
 * normal.
 *
 * All of this only selects one of several valid normals. It never affects whether or when the shape
 * touches. So the margins here are chosen, while elsewhere they must be proved.
 */
#include <string.h>

#include "../mesh/mesh.h"
#include "../narrow/space/space.h"
#include "../number/orient.h"
#include "../number/vector.h"
#include "../shape/shape.h"
#include "hidden.h"

/* ---- Covered edges ------------------------------------------------------------------------ */

/* A triangle in the mesh's own frame, and the edges that other triangles cover. The tree finds
 * these on demand, so they take no memory, and no time while a mesh is made. */
typedef struct cover_search {
  const collide_mesh_data *mesh;
  int32_t place;
  const double *corners[3];
  int flat[2];          /* two axes across which the triangle has the largest area */
  const double *shared; /* the corner whose neighbours are searched */
  unsigned covered;
} cover_search;

/* The corner of a triangle at this position, or -1. */
static int find_corner(const collide_mesh_data *t, const mesh_face *face, const double p[3]) {
  int k;
  for (k = 0; k < 3; k++) {
    const double *q = ci_mesh_corner(t, face, k);
    if (is_same_point(p, q) && p[2] == q[2]) return k;
  }
  return -1;
}

static int winding_of(const cover_search *s, const double a[3], const double b[3],
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
static unsigned sides_of(const cover_search *s, int k, const double apex[3]) {
  const double *a = s->corners[k], *b = s->corners[(k + 1) % 3], *c = s->corners[(k + 2) % 3];
  int side = ci_orient3d(a, b, c, apex);
  if (side > 0) return 1U << k;
  if (side < 0) return 8U << k;
  return winding_of(s, a, b, c) * winding_of(s, a, b, apex) < 0 ? 9U << k : 0;
}

static int take_covers(void *user, int32_t first, int32_t count, double *latest) {
  cover_search *s = (cover_search *)user;
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
        s->covered |= sides_of(s, k, ci_mesh_corner(s->mesh, face, 3 - at - other));
    }
  }
  return 0;
}

/* The covered edges as bits. Bit k is for edge k, from corner k to the next, on the side where the
 * corners are counterclockwise in the mesh's own frame; bit 3 + k is for the other side. A
 * neighbour has two corners at the same places. */
static unsigned find_covered(const collide_mesh_data *mesh, int32_t place) {
  mesh_face room;
  const mesh_face *face = ci_mesh_face(mesh, place, &room);
  const double *unit = ci_mesh_unit(mesh, face, &room);
  cover_search s;
  int k, widest = 0;
  s.mesh = mesh;
  s.place = place;
  s.covered = 0;
  for (k = 0; k < 3; k++) {
    s.corners[k] = ci_mesh_corner(mesh, face, k);
    if (fabs(unit[k]) > fabs(unit[widest])) widest = k;
  }
  s.flat[0] = (widest + 1) % 3;
  s.flat[1] = (widest + 2) % 3;
  if (unit[widest] == 0) return 0;
  for (k = 0; k < 2; k++) { /* each edge has one of the two */
    s.shared = s.corners[k];
    ci_wide_box(&mesh->tree, s.shared, s.shared, take_covers, &s);
  }
  return s.covered;
}

/* ---- A triangle --------------------------------------------------------------------------- */

/* A triangle in contact with a shape that has moved by `moved`. */
typedef struct seam {
  const collide_mesh *mesh;
  int32_t place;
  const collide_shape *triangle, *shape;
  double corners[3][3]; /* relative to the triangle's position */
  const double *unit;
  double moved[3];
  double side;      /* of the shape: 1 where the corners are counterclockwise, else -1 */
  double size;      /* of the triangle and all places of the shape */
  unsigned covered; /* edges, on that side */
  unsigned met;     /* corners of the contact */
} seam;

/* The height of the face above the lowest point of the shape, along its normal n on that side. */
static double depth_behind(const seam *s, double side, double n[3]) {
  double low, high, level = 0;
  int i;
  for (i = 0; i < 3; i++) {
    n[i] = side * s->unit[i];
    level += n[i] * (s->triangle->origin[i] + s->corners[0][i] - s->moved[i]);
  }
  collide_project(s->shape, n, &low, &high);
  return level - low;
}

/* If the normal does not decide the side, the middle of the shape's bounds does. */
static double side_of(const seam *s, const double low[3], const double high[3], const double n[3]) {
  double along = vector_dot(n, s->unit), height = 0;
  int i;
  if (fabs(along) > HIDDEN_SAME) return along > 0 ? 1 : -1;
  for (i = 0; i < 3; i++)
    height += s->unit[i] * (0.5 * low[i] + 0.5 * high[i] + s->moved[i] - s->triangle->origin[i] -
                            s->corners[0][i]);
  return height < 0 ? -1 : 1;
}

/* The sum of the sides of a box around the triangle and the box between two corners, which moves by
 * d. */
static double size_of(const seam *s, const double low[3], const double high[3], const double d[3]) {
  double size = 0;
  int i, k;
  for (i = 0; i < 3; i++) {
    double least = low[i] + (d[i] < 0 ? d[i] : 0), most = high[i] + (d[i] < 0 ? 0 : d[i]);
    for (k = 0; k < 3; k++) {
      double at = s->triangle->origin[i] + s->corners[k][i];
      if (at < least) least = at;
      if (at > most) most = at;
    }
    size += most - least;
  }
  return size;
}

static unsigned find_met(const seam *s, const double n[3]) {
  double edges[3][3], size = 0;
  int i, k;
  for (k = 0; k < 3; k++) {
    vector_minus(s->corners[k], s->corners[0], edges[k]);
    for (i = 0; i < 3; i++)
      if (fabs(edges[k][i]) > size) size = fabs(edges[k][i]);
  }
  return hidden_corners(edges[0], 3, n, HIDDEN_SAME * size);
}

static int is_hidden(const seam *s, const double n[3]) {
  static const unsigned edges[3] = {3, 6, 5}; /* corners as bits */
  unsigned met = find_met(s, n);
  int k;
  for (k = 0; k < 3; k++)
    if (s->covered >> k & 1 && hidden_by(edges[k], met)) return 1;
  return 0;
}

/* In a pose that mirrors, the corners are counterclockwise on the other side. */
static int is_mirrored(const collide_mesh *mesh) {
  const double *m = mesh->turned.linear;
  double cross[3];
  if (mesh->frame != COLLIDE_LINEAR) return 0;
  vector_cross(m + 3, m + 6, cross);
  return vector_dot(m, cross) < 0;
}

/* Begins with the bounds of a shape that moves along d, and meets the triangle at t with the normal
 * n, out of the triangle. Returns 1 if the normal is hidden. */
static int begin_seam(seam *s, const double low[3], const double high[3], const double d[3],
                      double t, const double n[3]) {
  int i;
  s->unit = s->triangle->of.facet.unit;
  memcpy(s->corners[0], s->triangle->a, sizeof s->corners[0]);
  memcpy(s->corners[1], s->triangle->b, sizeof s->corners[1]);
  memcpy(s->corners[2], s->triangle->of.facet.c, sizeof s->corners[2]);
  s->met = find_met(s, n);
  if (s->met == 7 || vector_dot(s->unit, s->unit) == 0) return 0;
  for (i = 0; i < 3; i++) s->moved[i] = t * d[i];
  s->side = side_of(s, low, high, n);
  s->covered =
      find_covered(s->mesh->data, s->place) >> ((s->side > 0) == is_mirrored(s->mesh) ? 3 : 0) & 7;
  s->size = size_of(s, low, high, d);
  return s->size < HUGE_VAL && is_hidden(s, n);
}

/* ---- The triangle beyond its covered edges ------------------------------------------------ */

/* A wedge counts as a half-plane if the cosine of half its angle is at most this. */
#define SEAM_STRAIGHT 0.125

static void find_direction(const double from[3], const double to[3], double r[3]) {
  double length;
  int i;
  vector_minus(to, from, r);
  length = vector_length(r);
  for (i = 0; i < 3; i++) r[i] = length > 0 ? r[i] / length : 0;
}

static void go(const double from[3], const double direction[3], double far, double to[3]) {
  memcpy(to, from, 3 * sizeof to[0]);
  vector_add(to, far, direction);
}

/* Makes a triangle from the half-plane at edge k, on the side of the triangle. The other two sides
 * are far away. */
static void extend_half(const seam *s, int k, double far, double corners[3][3]) {
  const double *p = s->corners[k], *q = s->corners[(k + 1) % 3];
  double along[3], in[3];
  find_direction(p, q, along);
  vector_cross(s->unit, along, in);
  go(p, along, -far, corners[0]);
  go(q, along, far, corners[1]);
  go(p, in, far, corners[2]);
}

/* Makes a triangle from the wedge between the two edges at corner k. */
static void extend_wedge(const seam *s, int k, double far, double corners[3][3]) {
  const double *v = s->corners[k];
  double p[3], q[3], half;
  find_direction(v, s->corners[(k + 1) % 3], p);
  find_direction(v, s->corners[(k + 2) % 3], q);
  half = 1 + vector_dot(p, q); /* twice the square of the cosine of half the angle */
  if (!(half > 2 * SEAM_STRAIGHT * SEAM_STRAIGHT)) {
    extend_half(s, k, far, corners);
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

/* Makes the triangle that extends far beyond its covered edges. Returns 0 if all edges are covered,
 * or none. */
static int extend(const seam *s, collide_shape *triangle) {
  static const int edge_of[8] = {-1, 0, 1, 1, 2, 0, 2, -1}; /* for two: the shared corner */
  unsigned open = ~s->covered & 7;
  double corners[3][3], far = 8 * s->size;
  int k;
  if (open == 0 || open == 7) return 0;
  if ((open & (open - 1)) == 0)
    extend_half(s, edge_of[open], far, corners);
  else
    extend_wedge(s, edge_of[open], far, corners);
  for (k = 0; k < 3; k++) vector_add(corners[k], 1, s->triangle->origin);
  return make_triangle(corners, triangle);
}

/* ---- Contacts -----------------------------------------------------------------------------
 *
 * The least push out of one triangle may cross an edge to the next one, and so not lead out of the
 * mesh. If its normal is hidden, other directions are tried. These are both normals of the face,
 * and the normal of the extended triangle. Normals of contacts with triangles at the same corners
 * are tried too, except hidden ones. A cast along each direction measures how far the shape moves
 * until it is out of the triangle; the shortest counts. So each contact leads out of its triangle.
 * The existence of a contact, and whether its depth is above 0, do not change.
 */

/* At most so many triangles at the corners of one are tried. Otherwise the time of contacts with
 * all triangles around a corner would grow with the square of their number. */
enum { MOST_NEIGHBOURS = 16 };

typedef struct seam_contact {
  seam at;
  const meet *m;
  const double *shared; /* the corner whose neighbours are tried, in the mesh's own frame */
  int tried;            /* neighbours */
  double sign;          /* -1 if the contact's normal points to the triangle, else 1 */
  /* The triangle at the same corner whose normal is tried, and that of the best; or -1. */
  int from, best_from;
  collide_push best;
} seam_contact;

/* Turns n, from the triangle to the shape, into the contact's normal, or back. */
static void turn(const seam_contact *c, const double n[3], double turned[3]) {
  int i;
  for (i = 0; i < 3; i++) turned[i] = c->sign * n[i] + 0.0;
}

/* Tries the direction n, from the triangle to the shape. If depths are equal, the directions of
 * this triangle come before those of others, and theirs in the order of their numbers. */
static void offer(seam_contact *c, const double n[3]) {
  double way[3], depth;
  collide_sweep_hit hit;
  vector_scale(2 * c->at.size, n, way);
  if (collide_shapecast(c->at.shape, way, c->at.triangle, 0, &hit) != 1) return;
  depth = hit.t_exit * 2 * c->at.size;
  if (!(depth > 0 && depth <= c->best.depth)) return;
  if (depth == c->best.depth && c->from >= c->best_from) return;
  c->best.depth = depth;
  c->best_from = c->from;
  turn(c, n, c->best.normal);
}

/* If the shape leaves the triangle together with its plane, the depth behind the plane is more
 * accurate. */
static void offer_face(seam_contact *c, double side) {
  double n[3], before = c->best.depth, depth = depth_behind(&c->at, side, n);
  offer(c, n);
  if (depth > 0 && c->best.depth < before && fabs(depth - c->best.depth) < HIDDEN_SAME * c->at.size)
    c->best.depth = depth;
}

static void offer_extended(seam_contact *c) {
  collide_shape triangle;
  collide_push other;
  double n[3];
  if (!extend(&c->at, &triangle) || ci_meet_contact(c->m, &triangle, &other) != 1) return;
  turn(c, other.normal, n);
  if (other.depth > 0 && !is_hidden(&c->at, n)) offer(c, n);
}

static int begin_contact(seam *s, const meet *m, const collide_mesh *mesh, int32_t place,
                         const collide_shape *triangle, const double n[3]) {
  static const double nowhere[3] = {0, 0, 0};
  s->mesh = mesh;
  s->place = place;
  s->triangle = triangle;
  s->shape = m->shape;
  return begin_seam(s, m->low, m->high, nowhere, 0, n);
}

static void offer_neighbour(seam_contact *c, int32_t place) {
  collide_shape triangle;
  collide_push other;
  mesh_face room;
  double n[3];
  seam s;
  memset(&triangle, 0, sizeof triangle);
  ci_mesh_place(c->at.mesh, place, &triangle);
  if (vector_dot(triangle.of.facet.unit, triangle.of.facet.unit) == 0) return;
  if (ci_meet_contact(c->m, &triangle, &other) != 1 || !(other.depth > 0)) return;
  turn(c, other.normal, n);
  c->from = ci_mesh_face(c->at.mesh->data, place, &room)->number;
  if (!begin_contact(&s, c->m, c->at.mesh, place, &triangle, n)) offer(c, n);
}

static int take_neighbours(void *user, int32_t first, int32_t count, double *latest) {
  seam_contact *c = (seam_contact *)user;
  const collide_mesh_data *t = c->at.mesh->data;
  mesh_face room;
  int32_t i;
  (void)latest;
  for (i = first; i < first + count; i++) {
    if (i == c->at.place || find_corner(t, ci_mesh_face(t, i, &room), c->shared) < 0) continue;
    if (c->tried++ == MOST_NEIGHBOURS) return 1;
    offer_neighbour(c, i);
  }
  return 0;
}

/* Tries the normals at the corners that the least push touches. */
static void offer_neighbours(seam_contact *c) {
  const collide_mesh_data *t = c->at.mesh->data;
  mesh_face room;
  const mesh_face *face = ci_mesh_face(t, c->at.place, &room);
  int k;
  c->tried = 0;
  for (k = 0; k < 3 && c->tried <= MOST_NEIGHBOURS; k++) {
    if (!(c->at.met >> k & 1)) continue;
    c->shared = ci_mesh_corner(t, face, k);
    ci_wide_box(&t->tree, c->shared, c->shared, take_neighbours, c);
  }
}

int ci_meet_triangle(const meet *m, const collide_mesh *mesh, int32_t place,
                     const collide_shape *triangle, collide_push *push) {
  int found = ci_meet_contact(m, triangle, push);
  double n[3];
  seam_contact c;
  if (found != 1 || !(push->depth > 0) || m->shape->kind == COLLIDE_PLANE) return found;
  c.m = m;
  c.sign = m->flags & COLLIDE_TARGET_FIRST ? -1 : 1;
  turn(&c, push->normal, n);
  if (!begin_contact(&c.at, m, mesh, place, triangle, n)) return 1;
  c.best = *push;
  c.best.depth = HUGE_VAL;
  c.from = c.best_from = -1;
  offer_face(&c, c.at.side);
  offer_face(&c, -c.at.side);
  offer_extended(&c);
  offer_neighbours(&c);
  if (c.best.depth < HUGE_VAL) *push = c.best;
  return 1;
}

/* ---- Hits --------------------------------------------------------------------------------- */

/* Takes the normal of the face if it is true: the shape at t is on that side of the triangle. */
static int take_face(const seam *s, double side, collide_sweep_hit *hit) {
  double n[3];
  int i;
  if (!(depth_behind(s, side, n) <= HIDDEN_SAME * 16 * s->size)) return 0;
  for (i = 0; i < 3; i++) hit->normal[i] = n[i] + 0.0;
  return 1;
}

static int take_extended(const seam *s, const double d[3], collide_sweep_hit *hit) {
  collide_shape triangle;
  collide_sweep_hit other;
  if (!extend(s, &triangle)) return 0;
  if (collide_shapecast(s->shape, d, &triangle, COLLIDE_SKIP_EXIT, &other) != 1) return 0;
  if (other.inside || is_hidden(s, other.normal)) return 0;
  memcpy(hit->normal, other.normal, sizeof hit->normal);
  return 1;
}

void ci_sweep_triangle_normal(const sweep_mover *m, const collide_mesh *mesh, int32_t place,
                              const collide_shape *triangle, collide_sweep_hit *hit) {
  seam s;
  s.mesh = mesh;
  s.place = place;
  s.triangle = triangle;
  s.shape = m->shape;
  if (hit->inside || !begin_seam(&s, m->low, m->high, m->d, hit->t, hit->normal)) return;
  if (s.side * vector_dot(s.unit, m->d) < 0 && take_face(&s, s.side, hit)) return;
  if (!take_extended(&s, m->d, hit) && !take_face(&s, s.side, hit))
    (void)take_face(&s, -s.side, hit);
}

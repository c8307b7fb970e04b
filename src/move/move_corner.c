/* SPDX-License-Identifier: MIT
 *
 * The planes of a contact at a corner or an edge.
 *
 * The mover touches a place where the origin lies on the border of their Minkowski difference. On a
 * face of the difference there is one contact plane; on a corner or an edge each face that meets
 * there is one, and a cast reports one of them. The others are found by separation: a face with
 * normal n holds the contact where the two shapes are separated along n by 0, but for rounding.
 *
 * The faces of the difference of two outlines are the edges of both. In space they are the faces of
 * both and the products of an edge of one and an edge of the other, of those edges that end at the
 * contact. The rim of a cylinder or cone is an edge along its tangent. Its side has one plane at
 * the contact, and one that is parallel to each edge. (Gregorius, "The Separating Axis Test between
 * Convex Polyhedra", GDC 2013.)
 */
#include "move.h"

#include <string.h>

#include "../number/vector.h"
#include "../shape/polytope.h"
#include "move_faces.h"

typedef struct corner {
  const collide_shape *mover, *fixed;
  double tolerance;    /* separations within it are 0 */
  const double *point; /* that the cast reported, */
  double normal[3];    /* with this normal, out of the fixed shape */
  move_planes *planes;
} corner;

static void add_plane(const corner *c, const double n[3]) {
  double low, high, unused;
  if (c->planes->count == MOVE_PLANES) return;
  collide_project(c->mover, n, &low, &unused);
  collide_project(c->fixed, n, &unused, &high);
  if (!(low - high >= -c->tolerance)) return;
  memcpy(c->planes->normals[c->planes->count++], n, 3 * sizeof *n);
}

static void add_turned(const corner *c, const double n[3]) {
  double turned[3];
  int i;
  for (i = 0; i < 3; i++) turned[i] = -n[i];
  add_plane(c, turned);
}

static void add_faces(const corner *c, const collide_shape *of) {
  double n[3];
  int i;
  for (i = 0; ci_move_face_normal(of, i, n); i++) {
    if (of == c->fixed)
      add_plane(c, n);
    else
      add_turned(c, n);
  }
}

/* ---- Edges in space -------------------------------------------------------------------------- */

/* Edges that end at a contact; parallel ones count once. */
enum { MOST_EDGES = 32 };
typedef struct edge_list {
  int count;
  double along[MOST_EDGES][3];
} edge_list;

static void turn(const double linear[9], const double own[3], double v[3]) {
  int k;
  for (k = 0; k < 3; k++)
    v[k] = linear[3 * k] * own[0] + linear[3 * k + 1] * own[1] + linear[3 * k + 2] * own[2];
}

static void add_edge(edge_list *edges, const double v[3]) {
  double unit[3], off[3];
  int i;
  if (edges->count == MOST_EDGES || !ci_vector_unit(v, unit)) return;
  for (i = 0; i < edges->count; i++) {
    vector_cross(edges->along[i], unit, off);
    if (vector_dot(off, off) < MOVE_PARALLEL * MOVE_PARALLEL) return;
  }
  memcpy(edges->along[edges->count++], unit, sizeof unit);
}

static void add_between(const collide_shape *s, const double p[3], const double q[3],
                        edge_list *edges) {
  double own[3], v[3];
  int i;
  for (i = 0; i < 3; i++) v[i] = own[i] = q[i] - p[i];
  if (s->frame == COLLIDE_LINEAR) turn(s->of.turned.linear, own, v);
  add_edge(edges, v);
}

/* ---- Cylinders and cones -----------------------------------------------------------------------
 */

static int is_tube(const collide_shape *s) {
  return (s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE) && s->radius > 0;
}

/* A vector of the world in the own frame. */
static void turn_back(const collide_shape *s, const double v[3], double own[3]) {
  memcpy(own, v, 3 * sizeof *own);
  if (s->frame == COLLIDE_LINEAR) turn(s->of.turned.inverse, v, own);
}

/* The contact in the own frame. */
static void find_own_point(const corner *c, const collide_shape *s, double own[3]) {
  double v[3];
  int i;
  for (i = 0; i < 3; i++) v[i] = c->point[i] - s->position[i];
  turn_back(s, v, own);
}

/* The tangent of the rim at the contact: to the other shape the rim is an edge along it. */
static void add_tangent(const corner *c, const collide_shape *s, edge_list *edges) {
  double own[3], tangent[3] = {0, 0, 0}, v[3];
  find_own_point(c, s, own);
  tangent[0] = -own[2];
  tangent[2] = own[0];
  memcpy(v, tangent, sizeof v);
  if (s->frame == COLLIDE_LINEAR) turn(s->of.turned.linear, tangent, v);
  add_edge(edges, v);
}

/* The contact plane on the side in the direction x, z around the axis. */
static void add_side(const corner *c, const collide_shape *s, double x, double z) {
  const double *inverse = s->of.turned.inverse;
  double own[3], v[3], n[3];
  int i;
  own[0] = x;
  own[1] = s->kind == COLLIDE_CONE ? s->radius / s->height * sqrt(x * x + z * z) : 0;
  own[2] = z;
  memcpy(v, own, sizeof v);
  if (s->frame == COLLIDE_LINEAR)
    for (i = 0; i < 3; i++)
      v[i] = inverse[i] * own[0] + inverse[3 + i] * own[1] + inverse[6 + i] * own[2];
  if (!ci_vector_unit(v, n)) return;
  if (s == c->fixed)
    add_plane(c, n);
  else
    add_turned(c, n);
}

/* The two planes on the side that are parallel to an edge: where x ex + z ez + rise ey is 0, for
 * x and z on the unit circle. */
static void add_side_along(const corner *c, const collide_shape *s, const double edge[3]) {
  double e[3], length, q, h;
  turn_back(s, edge, e);
  length = sqrt(e[0] * e[0] + e[2] * e[2]);
  q = s->kind == COLLIDE_CONE ? -(s->radius / s->height) * e[1] / length : 0;
  if (!(fabs(q) <= 1)) return;
  h = sqrt(1 - q * q);
  add_side(c, s, (q * e[0] - h * e[2]) / length, (q * e[2] + h * e[0]) / length);
  add_side(c, s, (q * e[0] + h * e[2]) / length, (q * e[2] - h * e[0]) / length);
}

/* Of its side, at a corner and at an edge of the other. */
static void add_sides(const corner *c, const collide_shape *s, const edge_list *of_other) {
  double own[3];
  int i;
  if (!is_tube(s)) return;
  find_own_point(c, s, own);
  add_side(c, s, own[0], own[2]);
  for (i = 0; i < of_other->count; i++) add_side_along(c, s, of_other->along[i]);
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* Of the corners of a hull those that reach farthest along `to`, within the tolerance. */
static void add_hull_edges(const corner *c, const collide_shape *s, const double to[3],
                           edge_list *edges) {
  const polytope *p = polytope_of(s);
  double low, high, own[3], way[3];
  int is_turned = s->frame == COLLIDE_LINEAR, i, k;
  collide_project(s, to, &low, &high);
  for (i = 0; i < p->corners; i++) {
    const double *at = polytope_position(p, i);
    memcpy(own, at, sizeof own);
    if (is_turned) turn(s->of.solid.turned.linear, at, own);
    for (k = 0; k < 3; k++) own[k] += s->position[k];
    if (vector_dot(own, to) + s->radius < high - c->tolerance) continue;
    for (k = p->first_edge[i]; k < p->first_edge[i + 1]; k++) {
      const double *end = polytope_position(p, p->neighbours[k]);
      int j;
      for (j = 0; j < 3; j++) way[j] = end[j] - at[j];
      if (is_turned) {
        memcpy(own, way, sizeof own);
        turn(s->of.solid.turned.linear, own, way);
      }
      add_edge(edges, way);
    }
  }
}

static void add_box_edges(const collide_shape *s, edge_list *edges) {
  int i, k;
  for (i = 0; i < 3; i++) {
    double v[3] = {0, 0, 0};
    if (s->frame == COLLIDE_LINEAR)
      for (k = 0; k < 3; k++) v[k] = s->of.turned.linear[3 * k + i];
    else
      v[i] = 1;
    add_edge(edges, v);
  }
}

static void find_edges(const corner *c, const collide_shape *s, const double to[3],
                       edge_list *edges) {
  edges->count = 0;
  if (s->kind == COLLIDE_BOX) add_box_edges(s, edges);
  if (s->kind == COLLIDE_HULL) add_hull_edges(c, s, to, edges);
  if (is_tube(s)) add_tangent(c, s, edges);
  if (s->kind == COLLIDE_SEGMENT || s->kind == COLLIDE_CAPSULE || s->kind == COLLIDE_TRIANGLE)
    add_between(s, s->a, s->b, edges);
  if (s->kind != COLLIDE_TRIANGLE) return;
  add_between(s, s->b, s->of.facet.c, edges);
  add_between(s, s->of.facet.c, s->a, edges);
}

/* The planes along an edge of each. */
static void add_products(const corner *c, const edge_list *of_mover, const edge_list *of_fixed) {
  double n[3], unit[3];
  int i, k;
  for (i = 0; i < of_mover->count; i++)
    for (k = 0; k < of_fixed->count; k++) {
      vector_cross(of_mover->along[i], of_fixed->along[k], n);
      if (vector_dot(n, n) < MOVE_PARALLEL * MOVE_PARALLEL || !ci_vector_unit(n, unit)) continue;
      add_plane(c, unit);
      add_turned(c, unit);
    }
}

static void add_of_edges(const corner *c) {
  edge_list of_mover, of_fixed;
  double turned[3];
  int i;
  for (i = 0; i < 3; i++) turned[i] = -c->normal[i];
  find_edges(c, c->mover, turned, &of_mover);
  find_edges(c, c->fixed, c->normal, &of_fixed);
  add_sides(c, c->fixed, &of_mover);
  add_sides(c, c->mover, &of_fixed);
  add_products(c, &of_mover, &of_fixed);
}

/* ---- Both ------------------------------------------------------------------------------------ */

void ci_move_find_planes(const move_state *m, const collide_target_sweep *met,
                         move_planes *planes) {
  int i, count = ci_move_shape_count(&met->at);
  corner c;
  planes->count = 0;
  c.mover = move_part(move_here(m), met->mover_part > 0 ? met->mover_part - 1 : 0);
  c.tolerance = ci_move_noise(m);
  c.planes = planes;
  c.point = met->hit.point;
  memcpy(c.normal, met->hit.normal, sizeof c.normal);
  for (i = 0; i < count; i++) {
    cell_shape room;
    c.fixed = ci_move_shape_at(&met->at, i, &room);
    add_faces(&c, c.fixed);
    add_faces(&c, c.mover);
    if (m->dimensions == 3) add_of_edges(&c);
  }
}

/* SPDX-License-Identifier: MIT
 *
 * The planes of a contact at a corner or an edge.
 *
 * Two shapes touch if the origin lies on the boundary of their Minkowski difference. On a face of
 * the difference there is one contact plane. At a corner or edge each adjacent face gives one, and
 * a cast reports one of them. A separation test finds the others. A face with normal n holds the
 * contact if the separation of the two shapes along n is 0, except for rounding.
 *
 * In the plane, the faces of the difference are the edges of both shapes. In space, they are the
 * faces of both, and the cross products of an edge of one and an edge of the other. Only edges that
 * end at the contact count. The rim of a cylinder or cone is an edge along its tangent. The side
 * has a plane at the contact, and two planes parallel to each edge of the other shape.
 *
 * Source: Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013.
 */
#include "move.h"

#include <string.h>

#include "../shape/polytope.h"
#include "../solid/solid.h"
#include "move_faces.h"

typedef struct corner {
  const collide_shape *mover, *fixed;
  double tolerance;    /* separations within it are 0 */
  const double *point; /* the contact point of the cast */
  double normal[3];    /* the normal of the cast, out of the fixed shape */
  move_planes *planes;
  int has_pair; /* `pair` is set: in space, except for half-spaces */
  solid_pair pair;
} corner;

/* The height of the lowest point of the difference over the plane through the origin. */
static double find_height(const solid_pair *p, const double n[3]) {
  static const int nowhere[2] = {-1, -1};
  solid_point q;
  double against[3];
  move_negate(n, against);
  ci_solid_support(p, against, nowhere, &q);
  return (vector_dot(n, q.w) - p->radius) / p->scale;
}

/* The separation of the two shapes along a unit normal. */
static double find_separation(const corner *c, const double n[3]) {
  double low, high, unused;
  if (c->has_pair) return find_height(&c->pair, n);
  collide_project(c->mover, n, &low, &unused);
  collide_project(c->fixed, n, &unused, &high);
  return low - high;
}

static void add_plane(const corner *c, const double n[3]) {
  if (c->planes->count == MOVE_PLANES) return;
  if (!(find_separation(c, n) >= -c->tolerance)) return;
  memcpy(c->planes->normals[c->planes->count++], n, 3 * sizeof *n);
}

static void add_opposite(const corner *c, const double n[3]) {
  double opposite[3];
  move_negate(n, opposite);
  add_plane(c, opposite);
}

static void add_faces(const corner *c, const collide_shape *of) {
  double n[3];
  int i;
  for (i = 0; ci_move_face_normal(of, i, n); i++) {
    if (of == c->fixed)
      add_plane(c, n);
    else
      add_opposite(c, n);
  }
}

/* ---- Edges in space -------------------------------------------------------------------------- */

/* The directions of the edges that end at a contact. Parallel edges count once. */
enum { MOST_EDGES = 32 };
typedef struct edge_list {
  int count;
  double along[MOST_EDGES][3];
} edge_list;

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
  for (i = 0; i < 3; i++) own[i] = q[i] - p[i];
  shape_to_world(s, own, v);
  add_edge(edges, v);
}

/* ---- Cylinders and cones -----------------------------------------------------------------------
 */

static int is_tube(const collide_shape *s) {
  return (s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE) && s->radius > 0;
}

/* The contact point in the shape's frame. */
static void find_own_point(const corner *c, const collide_shape *s, double own[3]) {
  double v[3];
  int i;
  for (i = 0; i < 3; i++) v[i] = c->point[i] - s->position[i];
  shape_to_own(s, v, own);
}

/* Adds the tangent of the rim at the contact. For the other shape, the rim is an edge along it. */
static void add_tangent(const corner *c, const collide_shape *s, edge_list *edges) {
  double own[3], tangent[3] = {0, 0, 0}, v[3];
  find_own_point(c, s, own);
  tangent[0] = -own[2];
  tangent[2] = own[0];
  shape_to_world(s, tangent, v);
  add_edge(edges, v);
}

/* Adds the plane of the side at the direction (x, z) from the axis. */
static void add_side(const corner *c, const collide_shape *s, double x, double z) {
  double own[3], v[3], n[3];
  own[0] = x;
  own[1] = s->kind == COLLIDE_CONE ? s->radius / s->height * sqrt(x * x + z * z) : 0;
  own[2] = z;
  shape_normal_to_world(s, own, v);
  if (!ci_vector_unit(v, n)) return;
  if (s == c->fixed)
    add_plane(c, n);
  else
    add_opposite(c, n);
}

/* Adds the two planes of the side that are parallel to an edge e. The normal is (x, slope, z) with
 * (x, z) on the unit circle. So x ex + z ez + slope ey = 0. */
static void add_side_along(const corner *c, const collide_shape *s, const double edge[3]) {
  double e[3], length, q, h;
  shape_to_own(s, edge, e);
  length = sqrt(e[0] * e[0] + e[2] * e[2]);
  q = s->kind == COLLIDE_CONE ? -(s->radius / s->height) * e[1] / length : 0;
  if (!(fabs(q) <= 1)) return;
  h = sqrt(1 - q * q);
  add_side(c, s, (q * e[0] - h * e[2]) / length, (q * e[2] + h * e[0]) / length);
  add_side(c, s, (q * e[0] + h * e[2]) / length, (q * e[2] - h * e[0]) / length);
}

/* Adds the plane of the side at the contact, and those parallel to each edge of the other shape. */
static void add_sides(const corner *c, const collide_shape *s, const edge_list *of_other) {
  double own[3];
  int i;
  if (!is_tube(s)) return;
  find_own_point(c, s, own);
  add_side(c, s, own[0], own[2]);
  for (i = 0; i < of_other->count; i++) add_side_along(c, s, of_other->along[i]);
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* Adds the edges at those corners of a hull that are farthest along `to`, within the tolerance. */
static void add_hull_edges(const corner *c, const collide_shape *s, const double to[3],
                           edge_list *edges) {
  const polytope *p = polytope_of(s);
  double low, high, own[3], edge[3];
  int i, k;
  collide_project(s, to, &low, &high);
  for (i = 0; i < p->corners; i++) {
    const double *at = polytope_position(p, i);
    shape_to_world(s, at, own);
    for (k = 0; k < 3; k++) own[k] += s->position[k];
    if (vector_dot(own, to) + s->radius < high - c->tolerance) continue;
    for (k = p->first_edge[i]; k < p->first_edge[i + 1]; k++) {
      const double *end = polytope_position(p, p->neighbours[k]);
      int j;
      for (j = 0; j < 3; j++) own[j] = end[j] - at[j];
      shape_to_world(s, own, edge);
      add_edge(edges, edge);
    }
  }
}

static void add_box_edges(const collide_shape *s, edge_list *edges) {
  int i;
  for (i = 0; i < 3; i++) {
    double own[3] = {0, 0, 0}, v[3];
    own[i] = 1;
    shape_to_world(s, own, v);
    add_edge(edges, v);
  }
}

static void find_edges(const corner *c, const collide_shape *s, const double to[3],
                       edge_list *edges) {
  edges->count = 0;
  if (shape_core(s) == COLLIDE_BOX) add_box_edges(s, edges);
  if (shape_core(s) == COLLIDE_HULL) add_hull_edges(c, s, to, edges);
  if (is_tube(s)) add_tangent(c, s, edges);
  if (s->kind == COLLIDE_SEGMENT || s->kind == COLLIDE_CAPSULE || s->kind == COLLIDE_TRIANGLE)
    add_between(s, s->a, s->b, edges);
  if (s->kind != COLLIDE_TRIANGLE) return;
  add_between(s, s->b, s->of.facet.c, edges);
  add_between(s, s->of.facet.c, s->a, edges);
}

/* Adds the planes that are parallel to an edge of each shape. */
static void add_products(const corner *c, const edge_list *of_mover, const edge_list *of_fixed) {
  double n[3], unit[3];
  int i, k;
  for (i = 0; i < of_mover->count; i++)
    for (k = 0; k < of_fixed->count; k++) {
      vector_cross(of_mover->along[i], of_fixed->along[k], n);
      if (vector_dot(n, n) < MOVE_PARALLEL * MOVE_PARALLEL || !ci_vector_unit(n, unit)) continue;
      add_plane(c, unit);
      add_opposite(c, unit);
    }
}

static void add_edge_planes(const corner *c) {
  edge_list of_mover, of_fixed;
  double opposite[3];
  move_negate(c->normal, opposite);
  find_edges(c, c->mover, opposite, &of_mover);
  find_edges(c, c->fixed, c->normal, &of_fixed);
  add_sides(c, c->fixed, &of_mover);
  add_sides(c, c->mover, &of_fixed);
  add_products(c, &of_mover, &of_fixed);
}

/* ---- Planes ---------------------------------------------------------------------------------- */

void ci_move_find_planes(const move_state *m, const collide_target_sweep *met,
                         move_planes *planes) {
  int i, count = ci_move_count_shapes(&met->at);
  corner c;
  planes->count = 0;
  c.mover = move_part_of(move_here(m), met);
  c.tolerance = ci_move_get_tolerance(m);
  c.planes = planes;
  c.point = met->hit.point;
  memcpy(c.normal, met->hit.normal, sizeof c.normal);
  for (i = 0; i < count; i++) {
    cell_shape room;
    c.fixed = ci_move_get_shape(&met->at, i, &room);
    c.has_pair =
        m->dimensions == 3 && c.mover->kind != COLLIDE_PLANE && c.fixed->kind != COLLIDE_PLANE;
    if (c.has_pair) ci_solid_pair_make(&c.pair, c.mover, c.fixed);
    add_faces(&c, c.fixed);
    add_faces(&c, c.mover);
    if (m->dimensions == 3) add_edge_planes(&c);
  }
}

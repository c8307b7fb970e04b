/* SPDX-License-Identifier: MIT
 *
 * A contact of two convex shapes: the normals that separate them.
 *
 * One separating normal n proves a whole leg. If the two are apart along n, and n . d is not
 * negative, they stay apart for all of d. So a leg needs no cast at a contact if one of its normals
 * permits the leg. Which normal that is does not matter: a box that slides over a floor touches the
 * next tile with an edge, whose normals are up and left, and up permits the leg.
 *
 * The candidates are the normals of faces of both shapes, the cross products of an edge of each,
 * and both signs of them. Round shapes add the direction between the nearest points, and the
 * perpendiculars from an edge of one to a corner of the other. The rim of a cylinder or cone is an
 * edge along its tangent. Each candidate is tested: it counts if the true separation along it is at
 * least that of the contact, less the tolerance. Only corners and edges at the contact are used;
 * others do not separate the two.
 *
 * Source: Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013.
 */
#include "move.h"

#include <string.h>

#include "../number/vector.h"
#include "../shape/hull.h"
#include "../narrow/pairs.h"
#include "../narrow/space/solid.h"
#include "move_faces.h"

/* The faces of a shape with more than this number are not all tested, only those at the contact. */
enum { FEW_FACES = 12 };
enum { MOST_CORNERS = 16, MOST_EDGES = 48 };

typedef struct contact_edge {
  double from[3], along[3]; /* an end, and the unit direction */
} contact_edge;

/* The corners and edges of one shape, without its radius, that are foremost along a direction. */
typedef struct contact_features {
  int corner_count, edge_count;
  double corners[MOST_CORNERS][3];
  contact_edge edges[MOST_EDGES];
} contact_features;

typedef struct search {
  const collide_shape *mover, *fixed;
  double tolerance;
  move_contact *c;
  int is_flat;    /* in the plane */
  int is_inside;  /* see touches_inside: only normals equal to the first are added */
  int has_points; /* the nearest points of the two are known */
  double on_mover[3], on_fixed[3];
  int has_pair; /* `pair` is set: in space, except for half-spaces */
  solid_pair pair;
} search;

/* ---- Separation ------------------------------------------------------------------------------ */

static int is_half_space(const collide_shape *s) {
  return s->kind == COLLIDE_PLANE || s->kind == COLLIDE_PLANE_2D;
}

/* The greatest height of a shape along a unit vector. A half-space has one along its normal, and
 * directions that differ from it by rounding. */
static double find_height(const collide_shape *s, const double n[3]) {
  double unused, high, length = 1;
  if (is_half_space(s) && vector_dot(n, s->b) > 1 - 1e-12) {
    collide_project(s, s->a, &unused, &high);
    length = ci_vector_length(s->a);
  } else {
    collide_project(s, n, &unused, &high);
  }
  return high / length;
}

double ci_move_find_separation(const collide_shape *mover, const collide_shape *fixed,
                               const double n[3]) {
  double against[3];
  vector_negate(n, against);
  return -find_height(mover, against) - find_height(fixed, n);
}

static double find_separation(const search *s, const double n[3]) {
  static const int nowhere[2] = {-1, -1};
  double against[3];
  solid_point q;
  if (!s->has_pair) return ci_move_find_separation(s->mover, s->fixed, n);
  vector_negate(n, against);
  ci_solid_support(&s->pair, against, nowhere, &q);
  return (vector_dot(n, q.w) - s->pair.radius) / s->pair.scale;
}

static double least_separation(const search *s) {
  return (s->c->separation < 0 ? s->c->separation : 0) - s->tolerance;
}

/* Drops normals whose separation is too small, now that a greater one is known. */
static void drop_lesser(const search *s) {
  move_contact *c = s->c;
  int i, kept = 0;
  for (i = 0; i < c->count; i++) {
    if (c->along[i] < least_separation(s)) continue;
    memmove(c->normals[kept], c->normals[i], sizeof c->normals[i]);
    c->along[kept++] = c->along[i];
  }
  c->count = kept;
}

/* Adds n, from the fixed shape to the mover, if it separates the two. */
static void add_normal(const search *s, const double n[3]) {
  move_contact *c = s->c;
  double separation;
  int i;
  for (i = 0; i < c->count; i++)
    if (n[0] == c->normals[i][0] && n[1] == c->normals[i][1] && n[2] == c->normals[i][2]) return;
  separation = find_separation(s, n);
  if (separation > c->separation) {
    c->separation = separation;
    c->nearest[0] = n[0];
    c->nearest[1] = n[1];
    c->nearest[2] = n[2];
    drop_lesser(s);
  }
  if (!(separation > -HUGE_VAL) || !(separation >= least_separation(s)) || c->count == MOVE_NORMALS)
    return;
  for (i = 0; i < 3; i++) c->normals[c->count][i] = n[i] + 0.0;
  c->along[c->count++] = separation;
}

static void add_opposite(const search *s, const double n[3]) {
  double opposite[3];
  vector_negate(n, opposite);
  add_normal(s, opposite);
}

static void add_both(const search *s, const double v[3]) {
  double n[3];
  if (!ci_vector_unit(v, n)) return;
  add_normal(s, n);
  add_opposite(s, n);
}

/* Normals with a cosine above 1 - SAME are equal, except for rounding. */
#define SAME 1e-14
#define SAME_SINE 1e-7 /* of that angle */

/* Adds the outward normal n of a face of one of the two. */
static void add_face(const search *s, const collide_shape *of, const double n[3]) {
  double cosine = s->is_inside ? vector_dot(n, s->c->normals[0]) : 0;
  if (n[0] == 0 && n[1] == 0 && n[2] == 0) return;
  if (s->is_inside && (of == s->fixed ? cosine : -cosine) <= 1 - SAME) return;
  if (of == s->fixed)
    add_normal(s, n);
  else
    add_opposite(s, n);
}

/* ---- Corners --------------------------------------------------------------------------------- */

static int is_flat(const collide_shape *s) {
  return collide_dimensions(s) == 2;
}

int ci_move_count_corners(const collide_shape *s) {
  if (is_flat(s)) return s->kind == COLLIDE_PLANE_2D ? 0 : s->of.outline.count;
  switch (shape_core(s)) {
  case COLLIDE_SPHERE:
    return s->frame == COLLIDE_LINEAR ? 0 : 1;
  case COLLIDE_CAPSULE:
    return s->frame == COLLIDE_LINEAR ? 0 : 2;
  case COLLIDE_SEGMENT:
    return 2;
  case COLLIDE_TRIANGLE:
    return 3;
  case COLLIDE_BOX:
    return 8;
  case COLLIDE_HULL:
    return hull_of(s)->corners;
  default:
    return 0;
  }
}

/* A corner in the shape's own frame. */
static void get_own_corner(const collide_shape *s, int i, double own[3]) {
  const double *at = i == 0 ? s->a : i == 1 ? s->b : s->of.facet.c;
  static const double origin[3] = {0, 0, 0};
  int k;
  if (shape_core(s) == COLLIDE_SPHERE) at = origin;
  if (shape_core(s) == COLLIDE_HULL) at = hull_position(hull_of(s), i);
  for (k = 0; k < 3; k++)
    own[k] = shape_core(s) == COLLIDE_BOX ? (i >> k & 1 ? s->b[k] : s->a[k]) : at[k];
}

void ci_move_get_corner(const collide_shape *s, int i, double at[3]) {
  collide_corner room[4];
  double own[3];
  int k;
  if (is_flat(s)) {
    memcpy(at, outline_corners(s, room)[i].point, 2 * sizeof *at);
    at[2] = 0;
    return;
  }
  get_own_corner(s, i, own);
  shape_to_world(s, own, at);
  for (k = 0; k < 3; k++) at[k] += s->origin[k];
}

/* The k-th corner that an edge connects to corner i, or -1. */
static int get_neighbour(const collide_shape *s, int i, int k) {
  const solid_hull *p;
  switch (shape_core(s)) {
  case COLLIDE_CAPSULE:
  case COLLIDE_SEGMENT:
    return k < 1 ? 1 - i : -1;
  case COLLIDE_TRIANGLE:
    return k < 2 ? (i + 1 + k) % 3 : -1;
  case COLLIDE_BOX:
    return k < 3 ? i ^ 1 << k : -1;
  case COLLIDE_HULL:
    p = hull_of(s);
    return p->first_edge[i] + k < p->first_edge[i + 1] ? p->neighbours[p->first_edge[i] + k] : -1;
  default:
    return -1;
  }
}

static void add_edge(contact_features *f, const collide_shape *s, const double from[3],
                     const double own[3], int to) {
  contact_edge *e = &f->edges[f->edge_count];
  double end[3], v[3];
  int k;
  if (f->edge_count == MOST_EDGES) return;
  get_own_corner(s, to, end);
  for (k = 0; k < 3; k++) end[k] -= own[k];
  shape_to_world(s, end, v);
  if (!ci_vector_unit(v, e->along)) return;
  memcpy(e->from, from, sizeof e->from);
  f->edge_count++;
}

/* Finds the corners that are foremost along a direction, within the tolerance, and their edges. */
static void find_features(const search *s, const collide_shape *of, const double to[3],
                          contact_features *f) {
  double g[3], own[3], most = -HUGE_VAL, from[3];
  int i, k, next, count = s->is_flat ? 0 : ci_move_count_corners(of);
  f->corner_count = f->edge_count = 0;
  shape_normal_to_own(of, to, g);
  for (i = 0; i < count; i++) {
    get_own_corner(of, i, own);
    if (vector_dot(g, own) > most) most = vector_dot(g, own);
  }
  for (i = 0; i < count && f->corner_count < MOST_CORNERS; i++) {
    get_own_corner(of, i, own);
    if (vector_dot(g, own) < most - s->tolerance) continue;
    ci_move_get_corner(of, i, from);
    memcpy(f->corners[f->corner_count++], from, sizeof from);
    for (k = 0; (next = get_neighbour(of, i, k)) >= 0; k++) add_edge(f, of, from, own, next);
  }
}

/* Returns 1 if edge i has the direction of an earlier one, with the same bits. */
static int repeats_direction(const contact_features *f, int i) {
  int k;
  for (k = 0; k < i; k++) {
    const double *p = f->edges[k].along, *q = f->edges[i].along;
    if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) return 1;
    if (p[0] == -q[0] && p[1] == -q[1] && p[2] == -q[2]) return 1;
  }
  return 0;
}

static void add_products(const search *s, const contact_features *a, const contact_features *b) {
  double n[3];
  int i, k;
  for (i = 0; i < a->edge_count; i++) {
    if (repeats_direction(a, i)) continue;
    for (k = 0; k < b->edge_count; k++) {
      if (repeats_direction(b, k)) continue;
      vector_cross(a->edges[i].along, b->edges[k].along, n);
      if (vector_dot(n, n) > MOVE_PARALLEL * MOVE_PARALLEL) add_both(s, n);
    }
  }
}

/* Adds the perpendiculars from the edges of one shape to the corners of the other. */
static void add_perpendiculars(const search *s, const contact_features *edges_of,
                               const contact_features *corners_of) {
  double v[3];
  int i, k;
  for (i = 0; i < edges_of->edge_count; i++) {
    const contact_edge *e = &edges_of->edges[i];
    for (k = 0; k < corners_of->corner_count; k++) {
      vector_minus(corners_of->corners[k], e->from, v);
      vector_add(v, -vector_dot(v, e->along), e->along);
      add_both(s, v);
    }
  }
}

/* ---- Cylinders and cones --------------------------------------------------------------------- */

static int is_tube(const collide_shape *s) {
  return (s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE) && s->radius > 0;
}

/* Adds the tangent of the rim at the contact. For the other shape the rim is an edge along it. */
static void add_tangent(const collide_shape *s, const double point[3], contact_features *f) {
  contact_edge *e = &f->edges[f->edge_count];
  double own[3], tangent[3] = {0, 0, 0}, v[3];
  if (!is_tube(s) || f->edge_count == MOST_EDGES) return;
  ci_solid_point_to_own(s, point, own);
  tangent[0] = -own[2];
  tangent[2] = own[0];
  shape_to_world(s, tangent, v);
  if (!ci_vector_unit(v, e->along)) return;
  memcpy(e->from, point, sizeof e->from);
  f->edge_count++;
}

/* Adds the plane of the side at the direction (x, z) from the axis. */
static void add_side(const search *s, const collide_shape *of, double x, double z) {
  double own[3], v[3], n[3];
  own[0] = x;
  own[1] = of->kind == COLLIDE_CONE ? of->radius / of->height * sqrt(x * x + z * z) : 0;
  own[2] = z;
  shape_normal_to_world(of, own, v);
  if (ci_vector_unit(v, n)) add_face(s, of, n);
}

/* Adds the two planes of the side that are parallel to an edge e. The normal is (x, slope, z) with
 * (x, z) on the unit circle. So x ex + z ez + slope ey = 0. */
static void add_sides_along(const search *s, const collide_shape *of, const double edge[3]) {
  double e[3], length, q, h;
  shape_to_own(of, edge, e);
  length = sqrt(e[0] * e[0] + e[2] * e[2]);
  q = of->kind == COLLIDE_CONE ? -(of->radius / of->height) * e[1] / length : 0;
  if (!(fabs(q) <= 1)) return;
  h = sqrt(1 - q * q);
  add_side(s, of, (q * e[0] - h * e[2]) / length, (q * e[2] + h * e[0]) / length);
  add_side(s, of, (q * e[0] + h * e[2]) / length, (q * e[2] - h * e[0]) / length);
}

static void add_sides(const search *s, const collide_shape *of, const double point[3],
                      const contact_features *of_other) {
  double own[3];
  int i;
  if (!is_tube(of)) return;
  ci_solid_point_to_own(of, point, own);
  add_side(s, of, own[0], own[2]);
  for (i = 0; i < of_other->edge_count; i++)
    if (!repeats_direction(of_other, i)) add_sides_along(s, of, of_other->edges[i].along);
}

/* The tangents and sides depend on the point of the contact. */
static void add_tubes(search *s, contact_features *of_mover, contact_features *of_fixed) {
  if (!is_tube(s->mover) && !is_tube(s->fixed)) return;
  if (!s->has_points) ci_pair_distance(s->mover, s->fixed, s->on_mover, s->on_fixed);
  add_tangent(s->mover, s->on_mover, of_mover);
  add_tangent(s->fixed, s->on_fixed, of_fixed);
  add_sides(s, s->mover, s->on_mover, of_fixed);
  add_sides(s, s->fixed, s->on_fixed, of_mover);
}

/* ---- Directions between nearest points ------------------------------------------------------- */

/* Writes the shape without its radius. Returns that radius, or 0 if the shape has no such core. */
static double make_core(const collide_shape *s, collide_shape *core) {
  int is_curved =
      s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE ||
      (s->kind <= COLLIDE_CAPSULE && s->kind != COLLIDE_BOX && ci_move_count_corners(s) == 0);
  *core = *s;
  if (is_curved || s->kind == COLLIDE_PLANE || s->kind == COLLIDE_PLANE_2D) return 0;
  core->kind = shape_core(s);
  core->radius = 0;
  if (collide_dimensions(s) == 2) core->of.outline.inner = -1;
  return s->radius;
}

/* The nearest points of the cores are as far apart as the radii, so their direction is accurate. */
static void add_between_cores(const search *s) {
  collide_shape mover, fixed;
  double p[3], q[3], v[3], n[3];
  double radius;
  if (!(s->mover->radius > 0) && !(s->fixed->radius > 0)) return;
  radius = make_core(s->mover, &mover);
  radius += make_core(s->fixed, &fixed);
  if (!(radius > 0) || !(ci_pair_distance(&mover, &fixed, p, q) > 0.0009765625 * radius)) return;
  vector_minus(p, q, v);
  if (ci_vector_unit(v, n)) add_normal(s, n);
}

/* Adds the direction between nearest points, or the normal of the contact. */
static void add_measured(search *s) {
  collide_push push;
  double v[3], n[3];
  s->has_points = 1;
  if (ci_pair_distance(s->mover, s->fixed, s->on_mover, s->on_fixed) > 0) {
    vector_minus(s->on_mover, s->on_fixed, v);
    if (ci_vector_unit(v, n)) add_normal(s, n);
  } else if (collide_contact(s->mover, s->fixed, &push) == 1) {
    add_normal(s, push.normal);
  }
}

/* ---- Faces ----------------------------------------------------------------------------------- */

static int is_foremost(const search *s, const double heights[2], double most) {
  return heights[0] >= most - s->tolerance || heights[1] >= most - s->tolerance;
}

/* Returns 1 if all faces of the shape are tested, wherever the contact is. */
static int has_few_faces(const search *s, const collide_shape *of) {
  if (s->is_flat) return is_half_space(of) || of->of.outline.count <= FEW_FACES;
  return shape_core(of) != COLLIDE_HULL || hull_of(of)->faces <= FEW_FACES;
}

static void add_outline_faces(const search *s, const collide_shape *of, const double to[3]) {
  collide_corner room[4];
  const collide_corner *corners;
  double most = -HUGE_VAL;
  int i, count = of->kind == COLLIDE_PLANE_2D ? 0 : of->of.outline.count;
  if (count < 2) return;
  corners = outline_corners(of, room);
  for (i = 0; i < count; i++) {
    double height = to[0] * corners[i].point[0] + to[1] * corners[i].point[1];
    if (height > most) most = height;
  }
  for (i = 0; i < count; i++) {
    const double *p = corners[i].point, *q = corners[i + 1 < count ? i + 1 : 0].point;
    double heights[2], n[3];
    heights[0] = to[0] * p[0] + to[1] * p[1];
    heights[1] = to[0] * q[0] + to[1] * q[1];
    if (!has_few_faces(s, of) && !is_foremost(s, heights, most)) continue;
    n[0] = corners[i].normal[0];
    n[1] = corners[i].normal[1];
    n[2] = 0;
    add_face(s, of, n);
  }
}

/* Returns 1 if a face of a hull has a corner among the features. */
static int has_foremost_corner(const collide_shape *of, int face, double most, const double g[3],
                               double tolerance) {
  const solid_hull *p = hull_of(of);
  int k;
  for (k = p->first[face]; k < p->first[face + 1]; k++)
    if (vector_dot(g, hull_at(p, k)) >= most - tolerance) return 1;
  return 0;
}

static void add_hull_faces(const search *s, const collide_shape *of, const double to[3]) {
  const solid_hull *p = hull_of(of);
  double g[3], n[3], most;
  int i;
  shape_normal_to_own(of, to, g);
  most = vector_dot(g, hull_position(p, ci_hull_support(p, g)));
  for (i = 0; i < p->faces; i++)
    if ((has_few_faces(s, of) || has_foremost_corner(of, i, most, g, s->tolerance)) &&
        ci_solid_face_normal(of, i, n))
      add_face(s, of, n);
}

static void add_faces(const search *s, const collide_shape *of, const double to[3]) {
  double n[3];
  int i;
  if (is_half_space(of)) {
    add_face(s, of, of->b);
  } else if (s->is_flat) {
    add_outline_faces(s, of, to);
  } else if (shape_core(of) == COLLIDE_HULL) {
    add_hull_faces(s, of, to);
  } else {
    for (i = 0; ci_solid_face_normal(of, i, n); i++) add_face(s, of, n);
  }
}

/* ---- Contacts inside of a face --------------------------------------------------------------- */

/* A contact is inside of a face if it is farther from the border than this part of its size. The
 * tolerance of curved pairs is larger. */
#define INSIDE 9.5367431640625e-07 /* 2^-20 */
#define INSIDE_CURVED 0.0625
static int is_in_box_face(const collide_shape *box, const double n[3], const double p[3],
                          double inside) {
  double own[3], along[3];
  int k, axis = 0;
  ci_solid_point_to_own(box, p, own);
  shape_normal_to_own(box, n, along);
  for (k = 1; k < 3; k++)
    if (fabs(along[k]) > fabs(along[axis])) axis = k;
  for (k = 0; k < 3; k++) {
    double margin = inside * (box->b[k] - box->a[k]);
    if (k == axis) continue;
    if (fabs(along[k]) > SAME_SINE * fabs(along[axis])) return 0;
    if (!(own[k] > box->a[k] + margin && own[k] < box->b[k] - margin)) return 0;
  }
  return 1;
}

static int is_in_triangle(const collide_shape *t, const double n[3], const double p[3],
                          double inside) {
  const double *corner[3];
  double at[3], edge[3], v[3], across[3], size = 0;
  int i, signs = 0;
  if (!(fabs(vector_dot(n, t->of.facet.unit)) > 1 - SAME)) return 0;
  corner[0] = t->a;
  corner[1] = t->b;
  corner[2] = t->of.facet.c;
  vector_minus(p, t->origin, at);
  for (i = 0; i < 3; i++) {
    vector_minus(corner[(i + 1) % 3], corner[i], edge);
    vector_minus(at, corner[i], v);
    vector_cross(edge, v, across);
    size = fmax(size, vector_dot(edge, edge));
    if (fabs(vector_dot(across, t->of.facet.unit)) <= inside * size) return 0;
    signs += vector_dot(across, t->of.facet.unit) > 0;
  }
  return signs == 0 || signs == 3;
}

static int is_in_hull_face(const collide_shape *hull, const double n[3], const double p[3],
                           double inside) {
  const solid_hull *h = hull_of(hull);
  double own[3], along[3], v[3];
  int i, is_face = 0;
  ci_solid_point_to_own(hull, p, own);
  shape_normal_to_own(hull, n, along);
  if (!ci_vector_unit(along, along)) return 0;
  for (i = 0; i < h->faces; i++) {
    const double *unit = h->planes[i].unit;
    double cosine = vector_dot(unit, along);
    is_face |= cosine > 1 - SAME;
    if (cosine > 1 - 1e-9) continue;
    vector_minus(own, hull_at(h, h->first[i]), v);
    if (!(vector_dot(unit, v) < -inside * h->radius)) return 0;
  }
  return is_face;
}

/* Returns 1 if a point at a contact along n is over the inside of a face with this normal. */
static int is_in_face(const collide_shape *of, const double n[3], const double p[3],
                      double inside) {
  switch (shape_core(of)) {
  case COLLIDE_BOX:
    return is_in_box_face(of, n, p, inside);
  case COLLIDE_TRIANGLE:
    return is_in_triangle(of, n, p, inside);
  case COLLIDE_HULL:
    return is_in_hull_face(of, n, p, inside);
  default:
    return 0;
  }
}

/* Returns 1 for a cylinder or cone whose axis is along n: it stands on a face. */
static int is_along(const collide_shape *tube, const double n[3]) {
  static const double y[3] = {0, 1, 0};
  double axis[3];
  if (!is_tube(tube)) return 0;
  shape_to_world(tube, y, axis);
  return fabs(vector_dot(axis, n)) > (1 - SAME) * vector_length(axis);
}

/* Returns 1 if one point lies inside a face of each shape: the middle of the overlap of the bounds,
 * projected onto the plane through q with normal n. */
static int is_in_both(const search *s, const double n[3], const double against[3],
                      const double q[3]) {
  double low[3], high[3], other_low[3], other_high[3], p[3], off[3];
  int i;
  collide_bounds(s->mover, low, high);
  collide_bounds(s->fixed, other_low, other_high);
  for (i = 0; i < 3; i++)
    p[i] = 0.5 * fmax(low[i], other_low[i]) + 0.5 * fmin(high[i], other_high[i]);
  vector_minus(q, p, off);
  vector_add(p, vector_dot(off, n), n);
  return is_in_face(s->fixed, n, p, INSIDE) && is_in_face(s->mover, against, p, INSIDE);
}

/* Returns 1 if a point or a face of the mover touches the inside of a face of the fixed shape. Then
 * only one normal separates the two. */
static int touches_inside(const search *s) {
  static const int nowhere[2] = {-1, -1};
  const double *n = s->c->normals[0];
  double against[3], p[3];
  solid_point q;
  int i, is_curved = ci_move_is_curved(s->mover, s->fixed);
  if (!s->has_pair || s->c->count == 0) return 0;
  if (is_curved && !is_along(s->mover, n)) return 0;
  for (i = 1; i < s->c->count; i++)
    if (vector_dot(s->c->normals[i], n) < 1 - SAME) return 0;
  vector_negate(n, against);
  ci_solid_support(&s->pair, against, nowhere, &q);
  for (i = 0; i < 3; i++) p[i] = q.a[i] / s->pair.scale + s->pair.origin[i];
  return is_in_face(s->fixed, n, p, is_curved ? INSIDE_CURVED : INSIDE) ||
         (!is_curved && is_in_both(s, n, against, p));
}

/* ---- The contact ----------------------------------------------------------------------------- */

/* Ends early if the two are farther apart than `most`. */
static void add_all(search *s, double most) {
  contact_features of_mover, of_fixed;
  double to_fixed[3], to_mover[3];
  memcpy(to_mover, s->c->nearest, sizeof to_mover);
  vector_negate(to_mover, to_fixed);
  if (!has_few_faces(s, s->fixed)) add_faces(s, s->fixed, to_mover);
  add_faces(s, s->mover, to_fixed);
  if (!s->has_pair || s->c->separation > most || touches_inside(s)) return;
  find_features(s, s->mover, to_fixed, &of_mover);
  find_features(s, s->fixed, to_mover, &of_fixed);
  add_tubes(s, &of_mover, &of_fixed);
  add_products(s, &of_mover, &of_fixed);
  if (!(s->mover->radius > 0) && !(s->fixed->radius > 0)) return;
  add_perpendiculars(s, &of_fixed, &of_mover);
  add_perpendiculars(s, &of_mover, &of_fixed);
}

static void begin(search *s, const collide_shape *mover, const collide_shape *fixed) {
  s->mover = mover;
  s->fixed = fixed;
  s->is_flat = collide_dimensions(mover) == 2;
  s->has_pair = !s->is_flat && mover->kind != COLLIDE_PLANE && fixed->kind != COLLIDE_PLANE;
  if (s->has_pair) ci_solid_pair_make(&s->pair, mover, fixed);
}

int ci_move_find_normals(const collide_shape *mover, const collide_shape *fixed,
                         const double hint[3], double most, move_contact *c) {
  search s;
  begin(&s, mover, fixed);
  s.tolerance = c->tolerance;
  s.c = c;
  s.has_points = s.is_inside = 0;
  c->count = 0;
  c->separation = -HUGE_VAL;
  memcpy(c->nearest, hint, sizeof c->nearest);
  add_normal(&s, hint);
  if (c->separation > most) return 0;
  s.is_inside = c->separation >= -s.tolerance && touches_inside(&s);
  if (has_few_faces(&s, fixed)) add_faces(&s, fixed, hint);
  if (c->separation > most) return 0;
  if (s.is_inside) return 1;
  add_between_cores(&s);
  if (c->separation > most) return 0;
  if (c->separation < -s.tolerance) add_measured(&s);
  if (c->separation > most) return 0;
  add_all(&s, most);
  return c->separation <= most;
}

int ci_move_is_proved(const move_state *m, const collide_place *at, int mover_part, int shape,
                      const move_rule *rule, const double d[3]) {
  const move_contacts *known = &m->contacts;
  const collide_shape *part = move_part(move_here(m), mover_part > 0 ? mover_part - 1 : 0);
  cell_shape room;
  double least;
  search s;
  int i, k;
  s.mover = NULL;
  for (i = 0; i < known->count; i++) {
    const move_contact *c = &known->list[i];
    for (k = 0; c->blocks && k < c->count; k++) {
      if (!ci_move_normal_permits(rule, c, k, d)) continue;
      if (s.mover == NULL) begin(&s, part, ci_move_get_shape(at, shape, &room));
      least = -MOVE_SLACK * ci_move_get_tolerance(m, ci_move_is_curved(part, s.fixed));
      if (find_separation(&s, c->normals[k]) >= least) return 1;
    }
  }
  return 0;
}

move_contact *ci_move_known_contact(move_state *m, const collide_place *at, int mover_part,
                                    int shape) {
  int i;
  for (i = 0; i < m->contacts.count; i++) {
    move_contact *other = &m->contacts.list[i];
    if (other->mover_part == mover_part && other->shape == shape &&
        ci_move_is_same_place(&other->at, at))
      return other;
  }
  return NULL;
}

move_contact *ci_move_touch(move_state *m, const collide_place *at, int mover_part, int shape,
                            const double hint[3], double near) {
  move_contacts *known = &m->contacts;
  move_contact *one = &known->list[known->count];
  const collide_shape *part = move_part(move_here(m), mover_part > 0 ? mover_part - 1 : 0);
  const collide_shape *fixed;
  cell_shape room;
  double tolerance;
  move_contact *before = ci_move_known_contact(m, at, mover_part, shape);
  if (before != NULL) return before;
  if (known->count == MOVE_CONTACTS) return NULL;
  fixed = ci_move_get_shape(at, shape, &room);
  tolerance = ci_move_get_tolerance(m, ci_move_is_curved(part, fixed));
  one->tolerance = MOVE_SLACK * tolerance;
  if (!ci_move_find_normals(part, fixed, hint, near > tolerance ? near : tolerance, one))
    return NULL;
  one->at = *at;
  one->mover_part = mover_part;
  one->shape = shape;
  one->blocks = 0;
  known->count++;
  return one;
}

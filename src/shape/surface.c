/* SPDX-License-Identifier: MIT
 *
 * The surface of a solid as triangles in the world. Boxes and hulls are lists of flat faces.
 * Spheres, capsules, cylinders and cones are rings about an axis. A rounded box or hull has moved
 * faces, a strip along each edge, and a part of a sphere about each corner.
 */
#include "hull.h"

#include <string.h>

#include "../number/orient.h"
#include "../number/sincos.h"

/* ---- Flat faces ------------------------------------------------------------------------------ */

/* The faces of a box, hull or triangle, as in solid_hull. `index` is NULL where a corner has its
 * own index. A triangle has no `face` and `across`. */
typedef struct flat_faces {
  int corners, faces;
  const int *first, *corner, *face, *across, *index;
} flat_faces;

static const int triangle_first[] = {0, 3}, triangle_corner[] = {0, 1, 2};

/* A box's corner has bit i where it is the greatest along axis i. Faces are in the order of axes,
 * the least side first. */
static const int box_first[] = {0, 4, 8, 12, 16, 20, 24};
static const int box_corner[] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
static const int box_face[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2,
                               3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5};
static const int box_across[] = {11, 23, 12, 16, 18, 14, 21, 9, 19, 7, 20, 0,
                                 2,  22, 5,  17, 3,  15, 4,  8, 10, 6, 13, 1};

/* Other shapes have no faces. */
static flat_faces faces_of(const collide_shape *s) {
  flat_faces f = {8, 6, box_first, box_corner, box_face, box_across, NULL};
  collide_kind core = shape_core(s);
  if (core == COLLIDE_HULL) {
    const solid_hull *p = hull_of(s);
    f.corners = p->corners;
    f.faces = p->faces;
    f.first = p->first;
    f.corner = p->corner;
    f.face = p->face;
    f.across = p->across;
    f.index = p->index;
  } else if (core == COLLIDE_TRIANGLE) {
    f.corners = 3;
    f.faces = 1;
    f.first = triangle_first;
    f.corner = triangle_corner;
  } else if (core != COLLIDE_BOX) {
    f.faces = 0;
  }
  return f;
}

static int index_at(const flat_faces *f, int place) {
  int corner = f->corner[place];
  return f->index != NULL ? f->index[corner] : corner;
}

static int next_place(const flat_faces *f, int place) {
  int face = f->face[place];
  return place + 1 < f->first[face + 1] ? place + 1 : f->first[face];
}

static int place_before(const flat_faces *f, int place) {
  int face = f->face[place];
  return place > f->first[face] ? place - 1 : f->first[face + 1] - 1;
}

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct writer {
  const collide_shape *shape;
  int mirrors; /* 1 if the pose mirrors: then triangles wind the other way in the own frame */
  int corners; /* a turn */
  collide_surface count;
  double *vertices; /* NULL: only counts */
  uint32_t *triangles;
} writer;

static int pose_mirrors(const collide_shape *s) {
  static const double origin[3] = {0, 0, 0};
  const double *m;
  if (s->kind >= COLLIDE_CIRCLE || s->frame != COLLIDE_LINEAR) return 0;
  m = shape_turned(s)->linear;
  return ci_orient3d(origin, m, m + 3, m + 6) < 0; /* the sign of the determinant */
}

/* Adds a vertex in the world, and returns its index. */
static size_t add_vertex(writer *w, const double point[3]) {
  double *to = w->vertices + 3 * w->count.vertices;
  int i;
  for (i = 0; i < 3; i++) to[i] = point[i] + 0.0;
  return w->count.vertices++;
}

static size_t add_own_vertex(writer *w, const double own[3]) {
  const collide_shape *s = w->shape;
  double point[3];
  int i;
  memcpy(point, own, sizeof point);
  if (s->frame == COLLIDE_LINEAR) ci_pose_carry(shape_turned(s)->linear, point);
  for (i = 0; i < 3; i++) point[i] += s->origin[i];
  return add_vertex(w, point);
}

/* Adds a triangle that is counterclockwise from outside in the own frame. */
static void add_triangle(writer *w, size_t a, size_t b, size_t c) {
  uint32_t *to = w->triangles + 3 * w->count.triangles++;
  to[0] = (uint32_t)a;
  to[1] = (uint32_t)(w->mirrors ? c : b);
  to[2] = (uint32_t)(w->mirrors ? b : c);
}

static void add_counts(writer *w, size_t vertices, size_t triangles) {
  w->count.vertices += vertices;
  w->count.triangles += triangles;
}

/* Adds a face whose `count` corners are consecutive vertices. */
static void add_fan(writer *w, size_t first, int count, int is_reversed) {
  int i;
  for (i = 2; i < count; i++) {
    size_t last = first + (size_t)i;
    add_triangle(w, first, is_reversed ? last : last - 1, is_reversed ? last - 1 : last);
  }
}

/* ---- Boxes, hulls and triangles -------------------------------------------------------------- */

static void add_faces(writer *w) {
  flat_faces f = faces_of(w->shape);
  int i, face;
  double point[3];
  if (w->vertices == NULL) {
    add_counts(w, (size_t)f.corners, (size_t)(f.first[f.faces] - 2 * f.faces));
    return;
  }
  for (i = 0; i < f.corners; i++) {
    (void)ci_shape_corner(w->shape, f.index != NULL ? f.index[i] : i, point);
    add_vertex(w, point);
  }
  for (face = 0; face < f.faces; face++) {
    const int *at = f.corner + f.first[face];
    for (i = 2; i < f.first[face + 1] - f.first[face]; i++)
      add_triangle(w, (size_t)at[0], (size_t)at[i - 1], (size_t)at[i]);
  }
}

/* Writes the corners of a triangle of a face, whose places are given. */
static void write_corners(const collide_shape *s, const flat_faces *f, const int places[3],
                          int mirrors, double corners[9]) {
  int i;
  for (i = 0; i < 3; i++) {
    int place = places[mirrors ? (3 - i) % 3 : i];
    (void)ci_shape_corner(s, index_at(f, place), corners + 3 * i);
  }
}

int ci_shape_triangles(const collide_shape *shape, double *corners, int *faces) {
  flat_faces f = faces_of(shape);
  int mirrors = pose_mirrors(shape), count = 0, face, places[3];
  for (face = 0; face < f.faces && !shape_is_rounded(shape); face++) {
    places[0] = f.first[face];
    for (places[2] = places[0] + 2; places[2] < f.first[face + 1]; places[2]++) {
      places[1] = places[2] - 1;
      if (corners != NULL) write_corners(shape, &f, places, mirrors, corners + 9 * (size_t)count);
      if (faces != NULL) faces[count] = face + 1;
      count++;
    }
  }
  return count;
}

/* ---- Rounded boxes and hulls -----------------------------------------------------------------
 *
 * Vertices that faces, strips and spheres share are written once for each, with the same bits. */

/* The outward unit normal of a face in the world. */
static void find_normal(const collide_shape *s, int face, double normal[3]) {
  double own[3] = {0, 0, 0};
  if (shape_core(s) == COLLIDE_HULL)
    memcpy(own, hull_of(s)->planes[face].unit, sizeof own);
  else
    own[face / 2] = face % 2 == 0 ? -1 : 1;
  shape_normal_to_world(s, own, normal);
  (void)ci_vector_unit(normal, normal);
}

/* The arc of unit normals about the edge at a place, from one face to the other. It begins with the
 * face at the lower place, so that both faces get the same bits. */
typedef struct edge_arc {
  double from[3], to[3], aside[3]; /* `aside` is a unit vector across `from`, toward `to` */
  double angle;
  int steps, is_swapped; /* 1 if `from` belongs to the other face */
} edge_arc;

static edge_arc arc_at(const writer *w, const flat_faces *f, int place) {
  edge_arc arc;
  double across[3];
  int other = f->across[place];
  arc.is_swapped = other < place;
  find_normal(w->shape, f->face[arc.is_swapped ? other : place], arc.from);
  find_normal(w->shape, f->face[arc.is_swapped ? place : other], arc.to);
  vector_cross(arc.from, arc.to, across);
  arc.angle = ci_angle_of(vector_dot(arc.from, arc.to), vector_length(across));
  arc.steps = ci_arc_steps(arc.angle, w->corners);
  vector_cross(across, arc.from, arc.aside);
  (void)ci_vector_unit(arc.aside, arc.aside);
  return arc;
}

/* The unit normal at step k of the arc from the place's own face. */
static void find_arc_normal(const edge_arc *arc, int k, double normal[3]) {
  int step = arc->is_swapped ? arc->steps - k : k;
  double c, s;
  memcpy(normal, step == 0 ? arc->from : arc->to, 3 * sizeof normal[0]);
  if (step == 0 || step == arc->steps) return;
  ci_sincos(arc->angle * step / arc->steps, &c, &s);
  vector_scale(c, arc->from, normal);
  vector_add(normal, s, arc->aside);
  (void)ci_vector_unit(normal, normal);
}

/* Adds the vertex at the shape's radius from a corner. */
static size_t add_round_vertex(writer *w, const double corner[3], const double normal[3]) {
  double point[3];
  memcpy(point, corner, sizeof point);
  vector_add(point, w->shape->radius, normal);
  return add_vertex(w, point);
}

/* Adds a face that is moved outward by the radius. */
static void add_moved_face(writer *w, const flat_faces *f, int face) {
  int place, count = f->first[face + 1] - f->first[face];
  size_t first = w->count.vertices;
  double normal[3], corner[3];
  if (w->vertices == NULL) {
    add_counts(w, (size_t)count, (size_t)(count - 2));
    return;
  }
  find_normal(w->shape, face, normal);
  for (place = f->first[face]; place < f->first[face + 1]; place++) {
    (void)ci_shape_corner(w->shape, index_at(f, place), corner);
    add_round_vertex(w, corner, normal);
  }
  add_fan(w, first, count, 0);
}

/* Adds the strip of a cylinder about the edge at a place. */
static void add_strip(writer *w, const flat_faces *f, int place) {
  edge_arc arc = arc_at(w, f, place);
  size_t first = w->count.vertices, at;
  double a[3], b[3], normal[3];
  int k;
  if (w->vertices == NULL) {
    add_counts(w, 2 * (size_t)(arc.steps + 1), 2 * (size_t)arc.steps);
    return;
  }
  (void)ci_shape_corner(w->shape, index_at(f, place), a);
  (void)ci_shape_corner(w->shape, index_at(f, next_place(f, place)), b);
  for (k = 0; k <= arc.steps; k++) {
    find_arc_normal(&arc, k, normal);
    at = add_round_vertex(w, a, normal);
    add_round_vertex(w, b, normal);
    if (at == first) continue;
    add_triangle(w, at, at + 1, at - 1);
    add_triangle(w, at, at - 1, at - 2);
  }
}

/* Replaces a unit normal by one between the middle, at share 0, and the normal, at share 1. */
static void find_between(const double middle[3], double normal[3], double share) {
  int i;
  for (i = 0; i < 3; i++) normal[i] = middle[i] + share * (normal[i] - middle[i]);
  (void)ci_vector_unit(normal, normal);
}

/* Adds a triangle of the sphere about a corner: from the middle of its normals to the arc at a
 * place, in `rows` rows. */
static void add_sector(writer *w, const flat_faces *f, int place, const double corner[3],
                       const double middle[3], int rows) {
  edge_arc arc = arc_at(w, f, place);
  size_t across = (size_t)arc.steps + 1, at;
  double normal[3];
  int row, k;
  if (w->vertices == NULL) {
    add_counts(w, 1 + (size_t)rows * across, (size_t)arc.steps * (size_t)(2 * rows - 1));
    return;
  }
  at = add_round_vertex(w, corner, middle);
  for (row = 1; row <= rows; row++) {
    for (k = 0; k <= arc.steps; k++) {
      find_arc_normal(&arc, k, normal);
      if (row < rows) find_between(middle, normal, (double)row / rows);
      at = add_round_vertex(w, corner, normal);
      if (k == 0) continue;
      add_triangle(w, row == 1 ? at - (size_t)k - 1 : at - across - 1, at - 1, at);
      if (row > 1) add_triangle(w, at - across - 1, at, at - across);
    }
  }
}

/* Adds the part of a sphere about the corner at which the edge at a place begins. */
static void add_round_corner(writer *w, const flat_faces *f, int place) {
  double corner[3], middle[3] = {0, 0, 0}, normal[3], least = 1;
  int around = place, rows;
  do {
    find_normal(w->shape, f->face[around], normal);
    vector_add(middle, 1, normal);
    around = f->across[place_before(f, around)];
  } while (around != place);
  (void)ci_vector_unit(middle, middle);
  do {
    double cosine;
    find_normal(w->shape, f->face[around], normal);
    cosine = vector_dot(middle, normal);
    if (cosine < least) least = cosine;
    around = f->across[place_before(f, around)];
  } while (around != place);
  rows = ci_arc_steps(ci_angle_of(least, sqrt(1 - least * least)), w->corners);
  (void)ci_shape_corner(w->shape, index_at(f, place), corner);
  do {
    add_sector(w, f, place_before(f, around), corner, middle, rows);
    around = f->across[place_before(f, around)];
  } while (around != place);
}

/* Returns 1 for one place of each corner. The first two faces of a box have all corners. */
static int is_first_of_corner(const collide_shape *s, int place) {
  const solid_hull *p;
  if (shape_core(s) == COLLIDE_BOX) return place < 8;
  p = hull_of(s);
  return p->edges[p->first_edge[p->corner[place]]] == place;
}

static void add_rounded(writer *w) {
  flat_faces f = faces_of(w->shape);
  int face, place;
  for (face = 0; face < f.faces; face++) add_moved_face(w, &f, face);
  for (place = 0; place < f.first[f.faces]; place++) {
    if (place < f.across[place]) add_strip(w, &f, place);
    if (is_first_of_corner(w->shape, place)) add_round_corner(w, &f, place);
  }
}

/* ---- Rings about an axis --------------------------------------------------------------------- */

/* The axis of a capsule, sphere, cylinder or cone in its own frame, with two unit vectors across
 * it: `side` x `other` is the axis. */
typedef struct axis_frame {
  double axis[3], side[3], other[3];
} axis_frame;

/* A ring of vertices, counterclockwise as seen against the axis; a pole is a ring of one. */
typedef struct ring {
  size_t first;
  int count;
} ring;

static axis_frame frame_along(const double axis[3]) {
  axis_frame p;
  double least[3] = {0, 0, 0};
  int i, k = 0;
  for (i = 1; i < 3; i++)
    if (fabs(axis[i]) < fabs(axis[k])) k = i;
  least[k] = 1;
  memcpy(p.axis, axis, sizeof p.axis);
  vector_cross(least, axis, p.side);
  (void)ci_vector_unit(p.side, p.side);
  vector_cross(axis, p.side, p.other);
  return p;
}

static ring add_pole(writer *w, const axis_frame *p, const double base[3], double height) {
  ring r = {w->count.vertices, 1};
  double point[3];
  memcpy(point, base, sizeof point);
  vector_add(point, height, p->axis);
  add_own_vertex(w, point);
  return r;
}

/* Adds the ring at a height above a point of the axis. */
static ring add_ring(writer *w, const axis_frame *p, const double base[3], double height,
                     double radius) {
  ring r = {w->count.vertices, w->corners};
  int k;
  for (k = 0; k < r.count; k++) {
    double turned[2] = {1, 0}, point[3];
    ci_turn_by_share(turned, k, w->corners);
    memcpy(point, base, sizeof point);
    vector_add(point, height, p->axis);
    vector_add(point, radius * turned[0], p->side);
    vector_add(point, radius * turned[1], p->other);
    add_own_vertex(w, point);
  }
  return r;
}

/* Adds the band from a ring to the ring above it. */
static void join_rings(writer *w, ring low, ring high) {
  int k;
  for (k = 0; k < w->corners; k++) {
    size_t here = (size_t)k, next = (size_t)(k + 1) % (size_t)w->corners;
    size_t a = low.first, b = high.first;
    if (high.count > 1) add_triangle(w, a + (low.count > 1 ? here : 0), b + next, b + here);
    if (low.count > 1) add_triangle(w, a + here, a + next, b + (high.count > 1 ? next : 0));
  }
}

static const double origin[3] = {0, 0, 0}, along_y[3] = {0, 1, 0};

/* A sphere is a capsule whose ends are equal, with one ring between its halves. */
static void add_capsule(writer *w, const double a[3], const double b[3]) {
  double axis[3], radius = w->shape->radius;
  int quarter = (w->corners + 3) / 4, is_ball, i;
  size_t rings;
  axis_frame p;
  ring last;
  vector_minus(b, a, axis);
  is_ball = !ci_vector_unit(axis, axis);
  rings = (size_t)(2 * quarter - is_ball);
  if (w->vertices == NULL) {
    add_counts(w, rings * (size_t)w->corners + 2, 2 * rings * (size_t)w->corners);
    return;
  }
  p = frame_along(is_ball ? along_y : axis);
  last = add_pole(w, &p, a, -radius);
  for (i = 1; i < 2 * quarter + 1 - is_ball; i++) {
    int is_low = i <= quarter, step = is_low ? i : 2 * quarter + 1 - is_ball - i;
    double turned[2] = {1, 0};
    ring next;
    ci_turn_by_share(turned, step, 4 * quarter);
    next = add_ring(w, &p, is_low ? a : b, radius * (is_low ? -turned[0] : turned[0]),
                    radius * turned[1]);
    join_rings(w, last, next);
    last = next;
  }
  join_rings(w, last, add_pole(w, &p, b, radius));
}

/* The base is at the height `low`. At the height `high` a cylinder has its top, a cone its apex. */
static void add_cylinder_or_cone(writer *w, double low, double high, int has_top) {
  axis_frame p = frame_along(along_y);
  size_t around = (size_t)w->corners;
  ring base, top;
  if (w->vertices == NULL) {
    add_counts(w, has_top ? 2 * around : around + 1, has_top ? 4 * around - 4 : 2 * around - 2);
    return;
  }
  base = add_ring(w, &p, origin, low, w->shape->radius);
  top = has_top ? add_ring(w, &p, origin, high, w->shape->radius) : add_pole(w, &p, origin, high);
  add_fan(w, base.first, base.count, 1);
  join_rings(w, base, top);
  add_fan(w, top.first, top.count, 0);
}

/* ---- All shapes ------------------------------------------------------------------------------ */

static void add_surface(writer *w) {
  const collide_shape *s = w->shape;
  switch (s->kind) {
  case COLLIDE_SPHERE:
    add_capsule(w, origin, origin);
    break;
  case COLLIDE_CAPSULE:
    add_capsule(w, s->a, s->b);
    break;
  case COLLIDE_CYLINDER:
    add_cylinder_or_cone(w, -s->height, s->height, 1);
    break;
  case COLLIDE_CONE:
    add_cylinder_or_cone(w, -s->height, 0, 0);
    break;
  case COLLIDE_TRIANGLE:
  case COLLIDE_BOX:
  case COLLIDE_HULL:
    add_faces(w);
    break;
  case COLLIDE_ROUND_BOX:
  case COLLIDE_ROUND_HULL:
    add_rounded(w);
    break;
  default:
    break;
  }
}

collide_surface collide_surface_triangles(const collide_shape *shape, int corners, double *vertices,
                                          uint32_t *triangles) {
  writer w;
  memset(&w, 0, sizeof w);
  w.shape = shape;
  w.corners = corners;
  w.mirrors = pose_mirrors(shape);
  w.vertices = vertices;
  w.triangles = triangles;
  add_surface(&w);
  return w.count;
}

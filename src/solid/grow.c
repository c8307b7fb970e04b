/* SPDX-License-Identifier: MIT
 *
 * A polytope that grows inside the difference of two cores until its face nearest to the origin is
 * one of the difference's own (the expanding polytope algorithm). It is a closed surface of
 * triangles: a new point takes the place of the triangles that it sees, which are connected, and is
 * joined to the edges of the hole. Where rounding would make the hole anything but one ring, the
 * search ends with what it has.
 */
#include "solid.h"

#include <string.h>

enum { MOST_POINTS = 160, MOST_FACES = 2 * MOST_POINTS - 4, NO_FACE = -1 };

/* What rounding leaves of heights, in units of the pair's size: a point this much above a plane is
 * taken to lie in it. Chooses the way that the search goes; nothing is decided by it. */
#define GROW_LEVEL (32 * SOLID_UNIT)
/* A difference of polytopes ends when the nearest face cannot move by more than rounding. Curved
 * cores end when it cannot move by more than this times the size, or when there is no more room. */
#define GROW_CURVED 1e-13

typedef struct grow_face {
  double distance; /* of its plane from the origin, positive where that is inside; HUGE_VAL when
                      the triangle has no plane */
  short point[3];  /* counterclockwise from outside */
  short next[3];   /* the face across the edge from point[i] to point[(i + 1) % 3] */
  int alive;
} grow_face;

typedef struct grow {
  const solid_pair *pair;
  double level;
  int points, faces, free; /* free: a list of faces through next[0] */
  int full;                /* no room, or no ring: the search has ended */
  solid_point point[MOST_POINTS];
  grow_face face[MOST_FACES];
  short first[MOST_POINTS]; /* of a point on the ring: the new face whose first edge begins there */
} grow;

/* ---- Faces -------------------------------------------------------------------------------- */

static void face_normal(const grow *g, const grow_face *f, double n[3]) {
  const double *p = g->point[f->point[0]].w, *q = g->point[f->point[1]].w;
  const double *r = g->point[f->point[2]].w;
  double x[3], y[3];
  int i;
  for (i = 0; i < 3; i++) {
    x[i] = q[i] - p[i];
    y[i] = r[i] - p[i];
  }
  vector_cross(x, y, n);
}

/* A unit normal; 0 when there is none. */
static int face_unit(const grow *g, const grow_face *f, double unit[3]) {
  double n[3];
  face_normal(g, f, n);
  return ci_vector_unit(n, unit);
}

static int add_face(grow *g, int a, int b, int c) {
  double unit[3];
  grow_face *f;
  int k = g->free;
  if (k != NO_FACE)
    g->free = g->face[k].next[0];
  else if (g->faces < MOST_FACES)
    k = g->faces++;
  else
    return NO_FACE;
  f = &g->face[k];
  f->point[0] = (short)a;
  f->point[1] = (short)b;
  f->point[2] = (short)c;
  f->next[0] = f->next[1] = f->next[2] = NO_FACE;
  f->alive = 1;
  f->distance = face_unit(g, f, unit) ? vector_dot(unit, g->point[a].w) : HUGE_VAL;
  return k;
}

static void join(grow *g, int face, int edge, int other, int other_edge) {
  g->face[face].next[edge] = (short)other;
  g->face[other].next[other_edge] = (short)face;
}

static int nearest_face(const grow *g) {
  int i, best = NO_FACE;
  for (i = 0; i < g->faces; i++)
    if (g->face[i].alive && (best == NO_FACE || g->face[i].distance < g->face[best].distance))
      best = i;
  return best;
}

/* ---- A new point ---------------------------------------------------------------------------- */

static int sees(const grow *g, int face, const double w[3]) {
  const grow_face *f = &g->face[face];
  const double *p = g->point[f->point[0]].w;
  double n[3], x[3];
  int i;
  face_normal(g, f, n);
  for (i = 0; i < 3; i++) x[i] = w[i] - p[i];
  return vector_dot(n, x) > g->level * sqrt(vector_dot(n, n));
}

/* Joins the point to an edge of the ring. */
static int close_edge(grow *g, int outside, int edge) {
  const grow_face *f = &g->face[outside];
  int from = f->point[(edge + 1) % 3], to = f->point[edge], k;
  if (g->first[from] != NO_FACE) return 0; /* the ring passes here twice */
  k = add_face(g, from, to, g->points - 1);
  if (k == NO_FACE) return 0;
  join(g, k, 0, outside, edge);
  g->first[from] = (short)k;
  return 1;
}

static void drop(grow *g, int face) {
  g->face[face].alive = 0;
}

static void release(grow *g, const short *dropped, int count) {
  int i;
  for (i = 0; i < count; i++) {
    g->face[dropped[i]].next[0] = (short)g->free;
    g->free = dropped[i];
  }
}

/* The faces that the point sees, connected with the first; dropped. Returns how many. */
static int drop_seen(grow *g, int face, const double w[3], short *dropped) {
  int count = 1, i, edge;
  dropped[0] = (short)face;
  drop(g, face);
  for (i = 0; i < count; i++) {
    for (edge = 0; edge < 3; edge++) {
      int other = g->face[dropped[i]].next[edge];
      if (!g->face[other].alive || !sees(g, other, w)) continue;
      drop(g, other);
      dropped[count++] = (short)other;
    }
  }
  return count;
}

/* The edge of `face` across which `other` lies. */
static int edge_to(const grow *g, int face, int other) {
  int edge = 0;
  while (edge < 2 && g->face[face].next[edge] != other) edge++;
  return edge;
}

/* Puts the last point in the place of the faces that it sees; 0 when there is no room, or no ring.
 */
static int grow_by_last(grow *g, int face) {
  short dropped[MOST_FACES];
  int i, edge, k, count, ring = 0, closed = 0;
  count = drop_seen(g, face, g->point[g->points - 1].w, dropped);
  for (i = 0; i < g->points; i++) g->first[i] = NO_FACE;
  for (i = 0; i < count; i++) {
    for (edge = 0; edge < 3; edge++) {
      int other = g->face[dropped[i]].next[edge];
      if (!g->face[other].alive) continue;
      if (!close_edge(g, other, edge_to(g, other, dropped[i]))) return 0;
      ring++;
    }
  }
  /* Around the ring: each new face's second edge is the next one's third. */
  for (i = 0; i < g->points; i++) {
    int next;
    k = g->first[i];
    if (k == NO_FACE) continue;
    next = g->first[g->face[k].point[1]];
    if (next == NO_FACE) return 0;
    join(g, k, 1, next, 2);
    closed++;
  }
  release(g, dropped, count);
  return ring > 2 && closed == ring;
}

/* ---- The first tetrahedron --------------------------------------------------------------------
 */

static void look(const grow *g, const double d[3], double sign, solid_point *q) {
  static const int nowhere[2] = {-1, -1};
  double along[3];
  int i;
  for (i = 0; i < 3; i++) along[i] = d[i] * sign;
  ci_solid_support(g->pair, along, nowhere, q);
}

static double height_over(const grow *g, const double unit[3], const solid_point *q) {
  const double *p = g->point[0].w;
  return unit[0] * (q->w[0] - p[0]) + unit[1] * (q->w[1] - p[1]) + unit[2] * (q->w[2] - p[2]);
}

/* Takes the support point along one of the directions, or against it, that is farthest from what
 * there is: `distance` tells how far. Returns 0 when all are within rounding. */
static int add_farthest(grow *g, const double (*directions)[3], int count,
                        double (*distance)(const grow *, const solid_point *)) {
  double most = 2 * g->level;
  solid_point q;
  int i, way, found = 0;
  for (i = 0; i < count; i++) {
    for (way = -1; way <= 1; way += 2) {
      double x;
      look(g, directions[i], way, &q);
      x = distance(g, &q);
      if (!(x > most)) continue;
      most = x;
      g->point[g->points] = q;
      found = 1;
    }
  }
  g->points += found;
  return found;
}

static double from_point(const grow *g, const solid_point *q) {
  double x[3];
  int i;
  for (i = 0; i < 3; i++) x[i] = q->w[i] - g->point[0].w[i];
  return sqrt(vector_dot(x, x));
}

static double from_line(const grow *g, const solid_point *q) {
  double x[3], e[3], c[3], unit[3];
  int i;
  for (i = 0; i < 3; i++) {
    x[i] = q->w[i] - g->point[0].w[i];
    e[i] = g->point[1].w[i] - g->point[0].w[i];
  }
  if (!ci_vector_unit(e, unit)) return 0;
  vector_cross(unit, x, c);
  return sqrt(vector_dot(c, c));
}

static int plane_of_three(const grow *g, double unit[3]) {
  grow_face f;
  f.point[0] = 0;
  f.point[1] = 1;
  f.point[2] = 2;
  return face_unit(g, &f, unit);
}

static double from_plane(const grow *g, const solid_point *q) {
  double unit[3];
  return plane_of_three(g, unit) ? fabs(height_over(g, unit, q)) : 0;
}

/* Two unit vectors across the unit vector e, and across each other. */
static void across(const double e[3], double two[2][3]) {
  double axis[3] = {0, 0, 0}, v[3];
  int i = fabs(e[1]) < fabs(e[0]);
  if (fabs(e[2]) < fabs(e[i])) i = 2;
  axis[i] = 1;
  vector_cross(e, axis, v);
  ci_vector_unit(v, two[0]);
  vector_cross(e, two[0], v);
  ci_vector_unit(v, two[1]);
}

static void edge_unit(const grow *g, double unit[3]) {
  double e[3];
  int i;
  for (i = 0; i < 3; i++) e[i] = g->point[1].w[i] - g->point[0].w[i];
  if (ci_vector_unit(e, unit)) return;
  unit[0] = 1;
  unit[1] = unit[2] = 0;
}

static int is_spread(grow *g, const simplex *s) {
  g->points = s->count < 4 ? s->count : 3;
  while (g->points > 1) {
    double x = g->points == 2 ? from_point(g, &g->point[1]) : from_line(g, &g->point[2]);
    if (x > 2 * g->level && (g->points == 2 || from_point(g, &g->point[1]) > 2 * g->level)) break;
    g->points--;
  }
  if (s->count == 4 && g->points == 3 && from_plane(g, &g->point[3]) > 2 * g->level) g->points = 4;
  return g->points;
}

/* Completes the simplex. Returns the dimension of the difference; the normal of a flat one is
 * across all of it. */
static int spread(grow *g, const simplex *s, double normal[3]) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double e[3], two[2][3];
  memcpy(g->point, s->point, (size_t)s->count * sizeof g->point[0]);
  is_spread(g, s);
  memcpy(normal, axes[0], sizeof axes[0]);
  if (g->points == 1 && !add_farthest(g, axes, 3, from_point)) return 0;
  edge_unit(g, e);
  across(e, two);
  memcpy(normal, two[0], sizeof two[0]);
  if (g->points == 2 && !add_farthest(g, (const double(*)[3])two, 2, from_line)) return 1;
  (void)plane_of_three(g, normal);
  memcpy(two[0], normal, sizeof two[0]);
  if (g->points == 3 && !add_farthest(g, (const double(*)[3])two, 1, from_plane)) return 2;
  return 3;
}

static void first_faces(grow *g) {
  double unit[3];
  int a = 1, b = 2, i;
  if (plane_of_three(g, unit) && height_over(g, unit, &g->point[3]) > 0) {
    a = 2;
    b = 1;
  }
  g->faces = 0;
  g->free = NO_FACE;
  add_face(g, 0, a, b);
  add_face(g, 0, 3, a);
  add_face(g, a, 3, b);
  add_face(g, b, 3, 0);
  join(g, 0, 0, 1, 2);
  join(g, 0, 1, 2, 2);
  join(g, 0, 2, 3, 2);
  for (i = 1; i < 4; i++) join(g, i, 1, i < 3 ? i + 1 : 1, 0);
}

/* ---- The answer -------------------------------------------------------------------------------
 */

/* The volume that the origin spans with each face is positive, beyond what it may be off by. Then
 * each face, seen from the origin, covers a part of the sphere around it, all turning the same way:
 * together they cover the sphere a whole number of times, once at least. So the closed surface of
 * the points that are not rounded goes around the origin. */
static int is_certain(const grow *g) {
  double margin, most, x[3];
  int i, j;
  for (i = 0; i < g->faces; i++) {
    const grow_face *f = &g->face[i];
    if (!f->alive) continue;
    most = 0;
    for (j = 0; j < 3; j++) most = ci_largest(g->point[f->point[j]].w, 3, most);
    margin = SOLID_TETRA_MARGIN * g->pair->size * most * most + FILTER_TINY;
    vector_cross(g->point[f->point[1]].w, g->point[f->point[2]].w, x);
    if (!(vector_dot(g->point[f->point[0]].w, x) > margin)) return 0;
  }
  return 1;
}

/* How far inside the triangle the origin's projection lies: the least of its three weights. */
static double inner_weight(const grow *g, const grow_face *f) {
  double n[3], x[3], least = HUGE_VAL, nn;
  int i;
  face_normal(g, f, n);
  nn = vector_dot(n, n);
  for (i = 0; i < 3; i++) {
    double y;
    vector_cross(g->point[f->point[i]].w, g->point[f->point[(i + 1) % 3]].w, x);
    y = vector_dot(n, x) / nn;
    if (y < least) least = y;
  }
  return least;
}

/* Of the triangles that make up the nearest face, the one that the projection lies in. */
static int face_below_origin(const grow *g, int face) {
  double most = inner_weight(g, &g->face[face]), limit = g->face[face].distance + g->level;
  int i, best = face;
  for (i = 0; i < g->faces && most < 0; i++) {
    double x;
    if (!g->face[i].alive || !(g->face[i].distance <= limit)) continue;
    x = inner_weight(g, &g->face[i]);
    if (!(x > most)) continue;
    most = x;
    best = i;
  }
  return best;
}

static void put_face(const grow *g, int face, least_push *push) {
  const grow_face *f = &g->face[face];
  int i;
  push->count = 3;
  for (i = 0; i < 3; i++) push->face[i] = g->point[f->point[i]];
  if (face_unit(g, f, push->normal)) return;
  push->normal[0] = 1;
  push->normal[1] = push->normal[2] = 0;
}

static int is_corner_of(const grow *g, const grow_face *f, const solid_point *q) {
  int i;
  for (i = 0; i < 3; i++) {
    const double *w = g->point[f->point[i]].w;
    if (w[0] == q->w[0] && w[1] == q->w[1] && w[2] == q->w[2]) return 1;
  }
  return 0;
}

/* One step. Returns 0 when the nearest face is one of the difference, or there is no better one to
 * be found. `best` is the least height of all support points seen so far. */
static int step(grow *g, double enough, double tolerance, double *best, int *nearest,
                least_push *push) {
  solid_point *q = &g->point[g->points];
  grow_face *f;
  double unit[3], height;
  *nearest = nearest_face(g);
  f = &g->face[*nearest];
  if (*nearest == NO_FACE || !(f->distance < enough) || !face_unit(g, f, unit)) return 0;
  ci_solid_support(g->pair, unit, g->point[f->point[0]].corner, q);
  height = vector_dot(unit, q->w);
  if (height < *best) {
    *best = height;
    put_face(g, *nearest, push);
  }
  if (!(height - f->distance > tolerance) || is_corner_of(g, f, q)) return 0;
  /* What is deeper than the least height seen can no longer get better. */
  if (!(f->distance < *best)) return 0;
  if (g->points + 1 >= MOST_POINTS) return 0;
  g->points++;
  if (grow_by_last(g, *nearest)) return 1;
  g->full = 1;
  return 0;
}

void ci_solid_grow(const solid_pair *p, const simplex *s, double enough, least_push *push) {
  grow g;
  double best = HUGE_VAL, tolerance = GROW_LEVEL * p->size;
  int nearest = NO_FACE, curved = solid_is_curved(&p->a) || solid_is_curved(&p->b);
  g.pair = p;
  g.level = GROW_LEVEL * p->size;
  g.full = 0;
  push->count = push->certain = 0;
  push->depth = 0;
  push->dimensions = spread(&g, s, push->normal);
  if (push->dimensions < 3) return;
  if (curved) tolerance = GROW_CURVED * p->size;
  first_faces(&g);
  while (step(&g, enough, tolerance, &best, &nearest, push)) continue;
  push->certain = !g.full && is_certain(&g);
  if (nearest == NO_FACE || g.full || !(g.face[nearest].distance < enough)) {
    push->depth = best;
    return;
  }
  if (!curved && !(best - g.face[nearest].distance > tolerance)) {
    nearest = face_below_origin(&g, nearest);
    put_face(&g, nearest, push);
    push->depth = g.face[nearest].distance;
    return;
  }
  push->depth = best;
}

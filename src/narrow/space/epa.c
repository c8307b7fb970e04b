/* SPDX-License-Identifier: MIT
 *
 * The expanding polytope algorithm: a polytope grows inside the difference of two cores until its
 * face nearest to the origin is a face of the difference. It is a closed surface of triangles. A
 * new point replaces the connected triangles that it sees, and is joined to the edges of the hole.
 * A curved difference may have many faces that are nearly as near; a cone's has a ring of them. The
 * limits suffice to find the penetration depth roughly; refine_depth finds its last digits. If
 * rounding would make the hole more than one ring, the search ends with its current result.
 */
#include "../../number/tier.h"
#include "solid.h"

#include <string.h>

enum { MOST_POINTS = 128, CURVED_POINTS = 112, MOST_FACES = 2 * MOST_POINTS - 4, NO_FACE = -1 };

/* The rounding of heights, in units of the pair's size: a point this much above a plane counts as
 * in it. It steers the search; no decision depends on it. */
#define EPA_ROUNDING (32 * SOLID_UNIT)
/* A search in polytopes ends if the nearest face cannot move by more than rounding. With curved
 * cores it ends if the face cannot move by more than this times the size, or at the limits. */
#define EPA_CURVED 1e-13

typedef struct epa_face {
  double unit[3];  /* the normal, outward */
  double distance; /* from the origin to the face's plane: positive if the origin is inside,
                      HUGE_VAL if the triangle has no plane */
  short point[3];  /* counterclockwise from outside */
  short next[3];   /* the face across the edge from point[i] to point[(i + 1) % 3] */
  int alive;
} epa_face;

typedef struct epa {
  const solid_pair *pair;
  double rounding;         /* a point at most this much above a plane counts as in it */
  int points, faces, free; /* free: a list of faces through next[0] */
  int full;                /* no room, or no ring: the search has ended */
  solid_point point[MOST_POINTS];
  epa_face face[MOST_FACES];
  double key[MOST_FACES];   /* the distance of a face that is alive; else HUGE_VAL */
  short first[MOST_POINTS]; /* the new face whose first edge begins at a point of the ring */
} epa;

/* (q - p) x (r - p) for three points. */
static inline void epa_normal(const epa *g, const short point[3], double n[3]) {
  const double *p = g->point[point[0]].w, *q = g->point[point[1]].w, *r = g->point[point[2]].w;
  double x[3], y[3];
  int i;
  for (i = 0; i < 3; i++) {
    x[i] = q[i] - p[i];
    y[i] = r[i] - p[i];
  }
  vector_cross(x, y, n);
}

/* ---- The first points -------------------------------------------------------------------- */

static void find_support(const epa *g, const double d[3], double sign, solid_point *q) {
  double along[3];
  int i;
  for (i = 0; i < 3; i++) along[i] = d[i] * sign;
  ci_solid_support(g->pair, along, NULL, q);
}

/* The height of a point above a plane through the first point. */
static double height_above(const epa *g, const double unit[3], const solid_point *q) {
  const double *p = g->point[0].w;
  return unit[0] * (q->w[0] - p[0]) + unit[1] * (q->w[1] - p[1]) + unit[2] * (q->w[2] - p[2]);
}

/* Adds the support point along or against one of the directions with the largest `distance` from
 * the points so far. Returns 0 if all are within rounding. */
static int add_farthest(epa *g, const double (*directions)[3], int count,
                        double (*distance)(const epa *, const solid_point *)) {
  double most = 2 * g->rounding;
  solid_point q;
  int i, toward, found = 0;
  for (i = 0; i < count; i++) {
    for (toward = -1; toward <= 1; toward += 2) {
      double x;
      find_support(g, directions[i], toward, &q);
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

static double from_point(const epa *g, const solid_point *q) {
  double x[3];
  int i;
  for (i = 0; i < 3; i++) x[i] = q->w[i] - g->point[0].w[i];
  return sqrt(vector_dot(x, x));
}

static double from_line(const epa *g, const solid_point *q) {
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

/* The unit normal of the first three points; 0 if there is none. */
static int plane_of(const epa *g, double unit[3]) {
  static const short three[3] = {0, 1, 2};
  double n[3];
  epa_normal(g, three, n);
  return ci_vector_unit(n, unit);
}

static double from_plane(const epa *g, const solid_point *q) {
  double unit[3];
  return plane_of(g, unit) ? fabs(height_above(g, unit, q)) : 0;
}

void ci_vectors_across(const double e[3], double two[2][3]) {
  double axis[3] = {0, 0, 0}, v[3];
  int i = fabs(e[1]) < fabs(e[0]);
  if (fabs(e[2]) < fabs(e[i])) i = 2;
  axis[i] = 1;
  vector_cross(e, axis, v);
  ci_vector_unit(v, two[0]);
  vector_cross(e, two[0], v);
  ci_vector_unit(v, two[1]);
}

static void edge_unit(const epa *g, double unit[3]) {
  double e[3];
  int i;
  for (i = 0; i < 3; i++) e[i] = g->point[1].w[i] - g->point[0].w[i];
  if (ci_vector_unit(e, unit)) return;
  unit[0] = 1;
  unit[1] = unit[2] = 0;
}

static int keep_simplex(epa *g, const simplex *s) {
  g->points = s->count < 4 ? s->count : 3;
  while (g->points > 1) {
    double x = g->points == 2 ? from_point(g, &g->point[1]) : from_line(g, &g->point[2]);
    if (x > 2 * g->rounding && (g->points == 2 || from_point(g, &g->point[1]) > 2 * g->rounding))
      break;
    g->points--;
  }
  if (s->count == 4 && g->points == 3 && from_plane(g, &g->point[3]) > 2 * g->rounding)
    g->points = 4;
  return g->points;
}

/* Takes the points of the simplex, and completes them to a tetrahedron. Returns the dimension of
 * the difference; the normal of a flat one is perpendicular to all of it. */
static int find_tetrahedron(epa *g, const simplex *s, double normal[3]) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double e[3], two[2][3];
  int i;
  memcpy(g->point, s->point, (size_t)s->count * sizeof g->point[0]);
  keep_simplex(g, s);
  for (i = 0; i < 3; i++) normal[i] = -axes[0][i]; /* so that the answer's normal is that axis */
  if (g->points == 1 && !add_farthest(g, axes, 3, from_point)) return 0;
  edge_unit(g, e);
  ci_vectors_across(e, two);
  memcpy(normal, two[0], sizeof two[0]);
  if (g->points == 2 && !add_farthest(g, (const double(*)[3])two, 2, from_line)) return 1;
  if (plane_of(g, normal) == 0) memcpy(normal, two[0], sizeof two[0]);
  memcpy(two[0], normal, sizeof two[0]);
  if (g->points == 3 && !add_farthest(g, (const double(*)[3])two, 1, from_plane)) return 2;
  return 3;
}

/* ---- The last digits of the depth of a curved difference ----------------------------------------
 *
 * The polytope that expanded
 * inside has found a direction near the best one. From there this minimizes the height of the
 * support point over unit directions. The height is smooth except at creases, where the support
 * point jumps. Quasi-Newton steps (Broyden, Fletcher, Goldfarb and Shanno) with a line search for
 * the weak Wolfe conditions minimize such functions: A. S. Lewis and M. L. Overton, "Nonsmooth
 * optimization via quasi-Newton methods" (2013). */

/* The most support points; a crease takes all of them. */
enum { MOST_SUPPORTS = 96 };
/* The longest step, as a tangent: the best direction is near. */
#define LONGEST_STEP 0.125

/* Directions are `center` plus t[0] times `across[0]` plus t[1] times `across[1]`. */
typedef struct slope {
  const solid_pair *pair;
  double center[3], across[2][3];
  int corner[2];
  int supports;
} slope;

typedef struct place {
  double t[2], height, rise[2]; /* the height's derivatives */
  double unit[3];
} place;

static void find_height(slope *s, place *at) {
  solid_point q;
  double d[3], square = 1 + at->t[0] * at->t[0] + at->t[1] * at->t[1], length = sqrt(square);
  int i;
  for (i = 0; i < 3; i++)
    d[i] = s->center[i] + at->t[0] * s->across[0][i] + at->t[1] * s->across[1][i];
  for (i = 0; i < 3; i++) at->unit[i] = d[i] / length;
  ci_solid_support(s->pair, at->unit, s->corner, &q);
  memcpy(s->corner, q.corner, sizeof s->corner);
  at->height = vector_dot(at->unit, q.w);
  for (i = 0; i < 2; i++)
    at->rise[i] = (vector_dot(q.w, s->across[i]) - at->height * at->t[i] / length) / length;
  s->supports++;
}

/* The change of the height along the step, by the slope. */
static double along(const double rise[2], const double step[2]) {
  return rise[0] * step[0] + rise[1] * step[1];
}

/* Descends along the step until the weak Wolfe conditions hold: the height is low enough, and the
 * slope no longer as steep. Returns 0 if nothing is lower. */
static int descend(slope *s, const place *from, const double step[2], place *to) {
  double low = 0, high = HUGE_VAL, k = 1, steep = along(from->rise, step);
  int i, found = 0;
  while (s->supports < MOST_SUPPORTS) {
    place at;
    for (i = 0; i < 2; i++) at.t[i] = from->t[i] + k * step[i];
    if (at.t[0] == from->t[0] && at.t[1] == from->t[1]) break;
    find_height(s, &at);
    if (!(at.height < from->height + 1e-4 * k * steep)) {
      high = k;
    } else {
      if (!found || at.height < to->height) *to = at;
      found = 1;
      if (!(along(at.rise, step) < 0.5 * steep)) return 1;
      low = k;
    }
    k = high < HUGE_VAL ? low * 0.5 + high * 0.5 : 2 * k;
    if (!(k < 4)) break;
  }
  return found;
}

/* Updates m, the inverse of the second derivatives, by the step from one place to the other: m = (1
 * - r s y') m (1 - r y s') + r s s', where r = 1 / (s . y). */
static void learn(const place *from, const place *to, int first, double m[3]) {
  double s[2], y[2], my[2], sy, k, r;
  int i;
  for (i = 0; i < 2; i++) {
    s[i] = to->t[i] - from->t[i];
    y[i] = to->rise[i] - from->rise[i];
  }
  sy = along(s, y);
  if (!(sy > 0)) return;
  if (first) {
    m[0] = m[2] = sy / along(y, y);
    m[1] = 0;
  }
  r = 1 / sy;
  my[0] = m[0] * y[0] + m[1] * y[1];
  my[1] = m[1] * y[0] + m[2] * y[1];
  k = (1 + along(y, my) * r) * r;
  m[0] += k * s[0] * s[0] - 2 * r * s[0] * my[0];
  m[1] += k * s[0] * s[1] - r * (s[0] * my[1] + s[1] * my[0]);
  m[2] += k * s[1] * s[1] - 2 * r * s[1] * my[1];
}

static void next_step(const place *at, const double m[3], double size, double step[2]) {
  double length;
  step[0] = -(m[0] * at->rise[0] + m[1] * at->rise[1]);
  step[1] = -(m[1] * at->rise[0] + m[2] * at->rise[1]);
  if (!(along(at->rise, step) < 0)) {
    step[0] = -at->rise[0] / size;
    step[1] = -at->rise[1] / size;
  }
  length = sqrt(along(step, step));
  if (length > LONGEST_STEP) {
    step[0] *= LONGEST_STEP / length;
    step[1] *= LONGEST_STEP / length;
  }
}

/* Turns the normal of a curved difference to the nearest local minimum of the depth. */
static void refine_depth(const solid_pair *p, penetration *push) {
  slope s;
  place at, to;
  double m[3], step[2];
  int first = 1;
  s.pair = p;
  s.corner[0] = s.corner[1] = -1;
  s.supports = 0;
  memcpy(s.center, push->normal, sizeof s.center);
  ci_vectors_across(s.center, s.across);
  at.t[0] = at.t[1] = 0;
  find_height(&s, &at);
  m[0] = m[2] = 1 / p->size;
  m[1] = 0;
  while (s.supports < MOST_SUPPORTS) {
    next_step(&at, m, p->size, step);
    if (!(along(at.rise, step) < -SOLID_UNIT * p->size)) break;
    if (!descend(&s, &at, step, &to)) break;
    learn(&at, &to, first, m);
    at = to;
    first = 0;
  }
  if (!(at.height < push->depth)) return;
  push->depth = at.height;
  ci_vector_unit(at.unit, push->normal);
}

/* ---- Expansion --------------------------------------------------------------------------- */

/* Uses one division if the magnitude is ordinary. */
static int find_unit(const double n[3], double unit[3]) {
  double square = vector_dot(n, n), k;
  if (!(square > 1e-200 && square < 1e200)) return ci_vector_unit(n, unit);
  k = 1 / sqrt(square);
  unit[0] = n[0] * k;
  unit[1] = n[1] * k;
  unit[2] = n[2] * k;
  return 1;
}

static int add_face(epa *g, int a, int b, int c) {
  double n[3];
  epa_face *f;
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
  epa_normal(g, f->point, n);
  f->distance = find_unit(n, f->unit) ? vector_dot(f->unit, g->point[a].w) : HUGE_VAL;
  g->key[k] = f->distance;
  return k;
}

static void join(epa *g, int face, int edge, int other, int other_edge) {
  g->face[face].next[edge] = (short)other;
  g->face[other].next[other_edge] = (short)face;
}

static int nearest_face(const epa *g) {
  double least = HUGE_VAL;
  int i, best = NO_FACE;
  for (i = 0; i < g->faces; i++) {
    best = g->key[i] < least ? i : best;
    least = g->key[i] < least ? g->key[i] : least;
  }
  return best;
}

/* A triangle without a plane is removed with its neighbours. */
static int sees(const epa *g, int face, const double w[3]) {
  const epa_face *f = &g->face[face];
  return f->distance == HUGE_VAL || !(vector_dot(f->unit, w) - f->distance <= g->rounding);
}

/* Joins the point to an edge of the ring. */
static int close_edge(epa *g, int outside, int edge) {
  const epa_face *f = &g->face[outside];
  int from = f->point[(edge + 1) % 3], to = f->point[edge], k;
  if (g->first[from] != NO_FACE) return 0; /* the ring passes here twice */
  k = add_face(g, from, to, g->points - 1);
  if (k == NO_FACE) return 0;
  join(g, k, 0, outside, edge);
  g->first[from] = (short)k;
  return 1;
}

static void drop(epa *g, int face) {
  g->face[face].alive = 0;
  g->key[face] = HUGE_VAL;
}

static void release(epa *g, const short *dropped, int count) {
  int i;
  for (i = 0; i < count; i++) {
    g->face[dropped[i]].next[0] = (short)g->free;
    g->free = dropped[i];
  }
}

/* Drops the faces that the point sees, connected with the first. Returns their number. */
static int drop_seen(epa *g, int face, const double w[3], short *dropped) {
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
static int edge_to(const epa *g, int face, int other) {
  int edge = 0;
  while (edge < 2 && g->face[face].next[edge] != other) edge++;
  return edge;
}

/* Replaces the faces that the last point sees. Returns 0 if there is no room, or if the hole is not
 * one ring. */
static int expand_by_last(epa *g, int face) {
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

static void first_faces(epa *g) {
  double unit[3];
  int a = 1, b = 2, i;
  if (plane_of(g, unit) && height_above(g, unit, &g->point[3]) > 0) {
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

/* Does the origin span a positive volume, beyond its error, with each face? Then each face covers a
 * part of the sphere around the origin, all with the same orientation. Together they cover the
 * sphere a whole number of times, at least once. So the closed surface of the exact points goes
 * around the origin. */
static int is_certain(const epa *g) {
  double margin, most, x[3];
  int i, j;
  for (i = 0; i < g->faces; i++) {
    const epa_face *f = &g->face[i];
    if (!f->alive) continue;
    most = 0;
    for (j = 0; j < 3; j++) most = ci_largest(g->point[f->point[j]].w, 3, most);
    margin = SOLID_TETRA_MARGIN * g->pair->size * most * most + FILTER_TINY;
    vector_cross(g->point[f->point[1]].w, g->point[f->point[2]].w, x);
    if (!(vector_dot(g->point[f->point[0]].w, x) > margin)) return 0;
  }
  return 1;
}

/* The depth of the origin's projection inside the triangle: the least of its three weights. */
static double inner_weight(const epa *g, const epa_face *f) {
  double n[3], x[3], least = HUGE_VAL, nn;
  int i;
  epa_normal(g, f->point, n);
  nn = vector_dot(n, n);
  for (i = 0; i < 3; i++) {
    double y;
    vector_cross(g->point[f->point[i]].w, g->point[f->point[(i + 1) % 3]].w, x);
    y = vector_dot(n, x) / nn;
    if (y < least) least = y;
  }
  return least;
}

/* Do the corners of a triangle lie in this plane, except for `rounding`? */
static int is_in_plane(const epa *g, const epa_face *f, const epa_face *plane, double rounding) {
  int i;
  for (i = 0; i < 3; i++)
    if (!(fabs(vector_dot(plane->unit, g->point[f->point[i]].w) - plane->distance) <= rounding))
      return 0;
  return 1;
}

/* Of the triangles in the plane, the one that contains the projection of the origin, or nearly.
 * NO_FACE if none lies in the plane. */
static int face_below_origin(const epa *g, const epa_face *plane, double rounding) {
  double most = -HUGE_VAL;
  int i, best = NO_FACE;
  for (i = 0; i < g->faces; i++) {
    double x;
    if (g->key[i] == HUGE_VAL || !is_in_plane(g, &g->face[i], plane, rounding)) continue;
    x = inner_weight(g, &g->face[i]);
    if (!(x > most)) continue;
    most = x;
    best = i;
  }
  return best;
}

static void put_face(const epa *g, const epa_face *f, penetration *push) {
  int i;
  push->count = 3;
  for (i = 0; i < 3; i++) push->face[i] = g->point[f->point[i]];
  memcpy(push->normal, f->unit, sizeof push->normal);
}

static int is_corner_of(const epa *g, const epa_face *f, const solid_point *q) {
  int i;
  for (i = 0; i < 3; i++) {
    const double *w = g->point[f->point[i]].w;
    if (w[0] == q->w[0] && w[1] == q->w[1] && w[2] == q->w[2]) return 1;
  }
  return 0;
}

/* The state of the search, and its best result. */
typedef struct search {
  double enough, tolerance;
  double best; /* the least height of all support points */
  int nearest; /* the nearest face */
  int is_face; /* the nearest face is one of the difference, except for rounding */
  int curved;
  epa_face face; /* the face whose normal gave the best */
} search;

/* Finds the support point along a face's normal. Returns 0 if it is not new: then the face is a
 * face of the difference. */
static int find_point(epa *g, search *s, int face) {
  solid_point *q = &g->point[g->points];
  const epa_face *f = &g->face[face];
  double height;
  ci_solid_support(g->pair, f->unit, g->point[f->point[0]].corner, q);
  height = vector_dot(f->unit, q->w);
  if (height < s->best) {
    s->best = height;
    s->face = *f;
  }
  return height - f->distance > s->tolerance && !is_corner_of(g, f, q);
}

/* One step. Returns 0 if the nearest face is a face of the difference, or if no better one can be
 * found. */
static int step(epa *g, search *s) {
  int face;
  s->nearest = nearest_face(g);
  if (s->nearest == NO_FACE || !(g->face[s->nearest].distance < s->enough)) return 0;
  if (g->points + 1 >= (s->curved ? CURVED_POINTS : MOST_POINTS)) return 0;
  face = s->nearest;
  s->is_face = !find_point(g, s, face);
  if (s->is_face) return 0;
  /* A face that is deeper than the least height seen cannot become better. */
  if (!(s->best - g->face[face].distance > s->tolerance)) return 0;
  g->points++;
  if (expand_by_last(g, face)) return 1;
  g->full = 1;
  return 0;
}

/* Takes the triangle from which the depth is measured. Of several triangles that are equally near,
 * the nearest may cut the difference. The plane with the least height never does, so its triangles
 * come first. On an edge or corner of the difference, the nearest triangle may not contain the
 * projection of the origin. */
static void take_triangle(const epa *g, search *found, penetration *push) {
  int face = NO_FACE;
  if (!found->is_face) {
    found->face.distance = found->best;
    face = face_below_origin(g, &found->face, SOLID_SUPPORT_MARGIN * g->pair->size);
  } else if (inner_weight(g, &g->face[found->nearest]) >= 0) {
    face = found->nearest;
  }
  if (face == NO_FACE) face = face_below_origin(g, &g->face[found->nearest], g->rounding);
  if (face == NO_FACE) face = found->nearest;
  put_face(g, &g->face[face], push);
  push->depth = g->face[face].distance;
}

void ci_epa_expand(const solid_pair *p, const simplex *s, double enough, penetration *push) {
  epa g;
  search found;
  tier_count(TIER_EPA);
  g.pair = p;
  g.rounding = EPA_ROUNDING * p->size;
  g.full = 0;
  push->count = 0;
  push->depth = push->least = 0;
  push->dimensions = find_tetrahedron(&g, s, push->normal);
  if (push->dimensions < 3) return;
  first_faces(&g);
  found.curved = solid_pair_is_curved(p);
  found.tolerance = (found.curved ? EPA_CURVED : EPA_ROUNDING) * p->size;
  found.enough = enough;
  found.best = HUGE_VAL;
  found.face = g.face[0];
  found.is_face = 0;
  while (step(&g, &found)) continue;
  if (found.best < HUGE_VAL) put_face(&g, &found.face, push);
  if (!push->certain) push->certain = !g.full && is_certain(&g);
  push->depth = found.best;
  if (!g.full && found.nearest != NO_FACE) push->least = g.face[found.nearest].distance;
  if (found.curved && enough == HUGE_VAL && found.nearest != NO_FACE &&
      found.best - g.face[found.nearest].distance > found.tolerance)
    refine_depth(p, push);
  if (found.curved || found.nearest == NO_FACE || g.full) return;
  if (found.best - g.face[found.nearest].distance > found.tolerance) return;
  take_triangle(&g, &found, push);
}

/* SPDX-License-Identifier: MIT
 *
 * Convex hulls in space as a kind of shape. A hull keeps its own frame under any pose that does
 * more than move.
 *
 * Casts walk from face to face. Projected along the line, the faces toward its start are convex
 * cells that cover the hull's outline once; the line goes through one of them. If the line passes
 * outside of an edge of a face, the walk crosses that edge. The hull is convex, so at every step
 * the line meets the plane of the next face later: hence no face comes twice (Edelsbrunner 1990).
 * If the face beyond the edge does not face the start, the edge belongs to the outline, and the
 * line misses. The faces away from the start give the exit by the same walk. A table gives the
 * first face, so the walk is short for any number of faces.
 */
#include "hull.h"

#include <string.h>

#include "../number/scalar.h"
#include "../number/vector.h"

/* ---- Searches --------------------------------------------------------------------------------
 *
 * Finding a corner or a face of a hull without visiting all of them. */

/* ---- The corner farthest along a direction --------------------------------------------------- */

static int compare_exactly(const double g[3], const double *p, const double *q) {
  exact_small numbers;
  exact_pool *pool;
  exact sum, term;
  int i;
  pool = EXACT_POOL_OPEN(&numbers);
  ci_exact_set(pool, &sum, 0);
  for (i = 0; i < 3; i++) {
    int mark = ci_exact_mark(pool);
    ci_exact_set_diff(pool, &term, q[i], p[i]);
    ci_exact_mul_double(&term, &term, g[i]);
    ci_exact_add(&sum, &sum, &term);
    ci_exact_keep(pool, mark, &sum, 1);
  }
  return exact_sign(&sum);
}

/* The sign of g . (q - p). Both roundings of a term, and two of the sums, are at most 4 u of the
 * sum of the terms' sizes. If all terms are 0, as for level corners, the sign is 0. */
static int compare_along(const double g[3], const double *p, const double *q) {
  double value = 0, size = 0;
  int i, sign, is_level = 1;
  for (i = 0; i < 3; i++) {
    double x = g[i] * (q[i] - p[i]);
    value += x;
    size += fabs(x);
    is_level &= g[i] == 0 || q[i] == p[i];
  }
  if (is_level) return 0;
  sign = filter_sign(value, 4.5 * QUICK_UNIT * size + FILTER_TINY);
  return sign != FILTER_UNSURE ? sign : compare_exactly(g, p, q);
}

/* Walks from corner to neighbour, always upward. If no neighbour is higher, no corner is, because
 * the hull is convex. The signs are exact, so this never ends too early. */
int ci_hull_support_from(const solid_hull *p, const double g[3], int start) {
  int k, best = start, from = -1;
  while (from != best) {
    from = best;
    for (k = p->first_edge[from]; k < p->first_edge[from + 1]; k++) {
      int c = p->neighbours[k];
      if (compare_along(g, hull_position(p, best), hull_position(p, c)) > 0) best = c;
    }
  }
  return best;
}

/* A walk from the highest of all corners, rounded, takes one step. With more corners than this it
 * is faster from one of the extremes. */
enum { SCANNED_CORNERS = 64 };

int ci_hull_support(const solid_hull *p, const double g[3]) {
  int i, best = 0, scans = p->corners <= SCANNED_CORNERS, count = scans ? p->corners : 6;
  double most = -HUGE_VAL;
  for (i = 0; i < count; i++) {
    int c = scans ? i : p->extreme[i];
    double height = vector_dot(g, hull_position(p, c));
    if (!(height > most)) continue;
    most = height;
    best = c;
  }
  return ci_hull_support_from(p, g, best);
}

/* ---- The face in a direction from the center ------------------------------------------------- */

/* Rounded, like everything below: a wrong face only makes a walk longer. */
static int cell_in(double x, int cells) {
  double at = (x + 1) * 0.5 * cells;
  if (!(at >= 0)) return 0;
  return at < cells ? (int)at : cells - 1;
}

/* The face at which walks to `v`, a direction in the zoomed frame, start. */
static int start_zoomed(const solid_hull *p, const double v[3]) {
  double most;
  int axis = fabs(v[1]) > fabs(v[0]), n = p->cells;
  if (fabs(v[2]) > fabs(v[axis])) axis = 2;
  most = fabs(v[axis]);
  if (!(most > 0 && most <= DBL_MAX)) return p->starts[0];
  return p->starts[((2 * axis + (v[axis] > 0)) * n + cell_in(v[(axis + 1) % 3] / most, n)) * n +
                   cell_in(v[(axis + 2) % 3] / most, n)];
}

int ci_hull_start(const solid_hull *p, const double direction[3]) {
  double v[3];
  int i;
  for (i = 0; i < 3; i++) v[i] = direction[i] * p->zoom[i];
  return start_zoomed(p, v);
}

/* The inverse of how far from the center the direction's ray crosses the face's plane. */
static double nearness(const solid_hull *p, int face, const double direction[3]) {
  const double *n = p->planes[face].unit, *a = hull_at(p, p->first[face]);
  double height = 0;
  int i;
  for (i = 0; i < 3; i++) height += n[i] * (a[i] - p->center[i]);
  return vector_dot(n, direction) / height;
}

/* The ray goes through the face whose plane it crosses first. The search goes from neighbour to
 * neighbour. */
static int face_toward(const solid_hull *p, const double direction[3], int face) {
  double best = nearness(p, face, direction);
  int from = -1, k;
  while (from != face) {
    from = face;
    for (k = p->first[from]; k < p->first[from + 1]; k++) {
      int other = p->face[p->across[k]];
      double near = nearness(p, other, direction);
      if (!(near > best)) continue;
      best = near;
      face = other;
    }
  }
  return face;
}

void ci_hull_fill_starts(solid_hull *p, int *starts) {
  int wall, i, j, n = p->cells, face = 0;
  for (wall = 0; wall < 6; wall++) {
    int axis = wall / 2;
    for (i = 0; i < n; i++) {
      for (j = 0; j < n; j++) {
        double v[3];
        int k = (i % 2 == 0) ? j : n - 1 - j; /* back and forth, so that steps are short */
        v[axis] = wall % 2 == 0 ? -1 : 1;
        v[(axis + 1) % 3] = (2 * i + 1.0) / n - 1;
        v[(axis + 2) % 3] = (2 * k + 1.0) / n - 1;
        for (k = 0; k < 3; k++) v[k] /= p->zoom[k];
        face = face_toward(p, v, face);
        starts[(wall * n + i) * n + (i % 2 == 0 ? j : n - 1 - j)] = face;
      }
    }
  }
}

/* Finds a better start: the face toward the point where the line crosses this one's plane. */
static int start_again(const solid_hull *p, const double f[3], const double d[3], int facing,
                       int face) {
  const double *n = p->planes[face].unit, *a = hull_at(p, p->first[face]);
  double at[3], height = 0, rate = vector_dot(n, d);
  int i;
  if (!(facing * rate > 0)) return face;
  for (i = 0; i < 3; i++) height += n[i] * (a[i] - f[i]);
  for (i = 0; i < 3; i++) at[i] = f[i] + height / rate * d[i] - p->center[i];
  i = ci_hull_start(p, at);
  return facing * vector_dot(p->planes[i].unit, d) > 0 ? i : face;
}

enum { MANY_CELLS = 16 };

/* Finds faces to start walks from: near where the line from f along d crosses the ball around the
 * center, zoomed, first and last. */
static void hull_starts_of_line(const solid_hull *p, const double f[3], const double d[3],
                                int faces[2]) {
  double g[3], v[3], at[3], vv = 0, gv = 0, gg = 0, root, over;
  int i, end;
  for (i = 0; i < 3; i++) {
    g[i] = (f[i] - p->center[i]) * p->zoom[i];
    v[i] = d[i] * p->zoom[i];
    vv += v[i] * v[i];
    gv += g[i] * v[i];
    gg += g[i] * g[i];
  }
  /* A ball somewhat smaller than the cube's corners is near most hulls. */
  root = gv * gv - vv * (gg - 1.5);
  root = root > 0 ? sqrt(root) : 0;
  over = 1 / vv;
  for (end = 0; end < 2; end++) {
    double t = (end == 0 ? -gv - root : root - gv) * over;
    for (i = 0; i < 3; i++) at[i] = g[i] + t * v[i];
    faces[end] = start_zoomed(p, at);
    /* Walking on from a cell is faster than a better start, except for hulls of many faces. */
    for (i = MANY_CELLS; i < p->cells; i *= 4)
      faces[end] = start_again(p, f, d, 2 * end - 1, faces[end]);
  }
}

/* ---- Making, folding, extent ----------------------------------------------------------------- */

void collide_make_hull(collide_shape *shape, collide_source *source, const void *work,
                       void *storage) {
  collide_source made;
  memset(&made, 0, sizeof made);
  made.pose = collide_identity_pose();
  memset(shape, 0, sizeof *shape);
  shape->kind = COLLIDE_HULL;
  shape->of.solid.hull = ci_hull_pack(work, storage);
  made.points = shape->of.solid.hull->points;
  (void)ci_shape_fold(shape, &made); /* the points are known to be small enough */
  if (source != NULL) *source = made;
}

static collide_error hull_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  const solid_hull *p = hull_of(s);
  collide_error error;
  (void)sizes;
  s->reach = ci_largest(p->high, 3, ci_largest(p->low, 3, 0));
  if (pose->is_identity) return COLLIDE_OK;
  error = ci_pose_keep(s, pose);
  s->of.solid.hull = p; /* writing one member of a union may overwrite the bytes behind it */
  return error;
}

static twofold height_along(const double g[3], const double *q) {
  twofold sum = tf(0);
  int i;
  for (i = 0; i < 3; i++) sum = tf_add(sum, two_product(g[i], q[i]));
  return sum;
}

/* The axis that a vector lies along, or -1. */
static int axis_of(const double g[3]) {
  int k;
  for (k = 0; k < 3; k++)
    if (g[(k + 1) % 3] == 0 && g[(k + 2) % 3] == 0) return k;
  return -1;
}

static void hull_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  const solid_hull *p = hull_of(s);
  double back[3];
  int i, axis = axis_of(g);
  if (axis >= 0) {
    int up = g[axis] > 0;
    extent[0] = two_product(g[axis], up ? p->low[axis] : p->high[axis]);
    extent[1] = two_product(g[axis], up ? p->high[axis] : p->low[axis]);
    return;
  }
  for (i = 0; i < 3; i++) back[i] = -g[i];
  extent[0] = height_along(g, hull_position(p, ci_hull_support(p, back)));
  extent[1] = height_along(g, hull_position(p, ci_hull_support(p, g)));
}

/* ---- Copies -----------------------------------------------------------------------------------
 */

/* The place in the copy that corresponds to `at` in the hull. */
static const void *moved(const solid_hull *p, const void *storage, const void *at) {
  return (const char *)storage + ((const char *)at - (const char *)p);
}

solid_hull *ci_hull_copy(const solid_hull *p, void *storage) {
  solid_hull *copy = (solid_hull *)storage;
  memcpy(storage, p, p->bytes);
  copy->points = (const double *)moved(p, storage, p->points);
  copy->positions = (const double *)moved(p, storage, p->positions);
  copy->planes = (const hull_plane *)moved(p, storage, p->planes);
  copy->index = (const int *)moved(p, storage, p->index);
  copy->first = (const int *)moved(p, storage, p->first);
  copy->corner = (const int *)moved(p, storage, p->corner);
  copy->face = (const int *)moved(p, storage, p->face);
  copy->across = (const int *)moved(p, storage, p->across);
  copy->first_edge = (const int *)moved(p, storage, p->first_edge);
  copy->edges = (const int *)moved(p, storage, p->edges);
  copy->neighbours = (const int *)moved(p, storage, p->neighbours);
  copy->starts = (const int *)moved(p, storage, p->starts);
  return copy;
}

/* ---- Queries --------------------------------------------------------------------------------- */

int ci_hull_point(const collide_shape *shape, int index, double point[3]) {
  const solid_hull *p = hull_of(shape);
  int i;
  if (index < 0 || index >= p->given) return 0;
  memcpy(point, p->points + 3 * index, 3 * sizeof point[0]);
  if (shape->frame == COLLIDE_LINEAR) ci_pose_carry(shape_turned(shape)->linear, point);
  for (i = 0; i < 3; i++) point[i] += shape->origin[i];
  return 1;
}

int collide_hull_faces(const collide_shape *hull) {
  return shape_core(hull) == COLLIDE_HULL ? hull_of(hull)->faces : 0;
}

int ci_hull_point_count(const collide_shape *hull) {
  return shape_core(hull) == COLLIDE_HULL ? hull_of(hull)->given : 0;
}

int collide_hull_face(const collide_shape *hull, int number, int *corners, int most) {
  const solid_hull *p = hull_of(hull);
  int i, count;
  if (number < 1 || number > collide_hull_faces(hull)) return 0;
  count = p->first[number] - p->first[number - 1];
  for (i = 0; i < count && i < most; i++)
    corners[i] = p->index[p->corner[p->first[number - 1] + i]];
  return count;
}

/* ---- Quick casts ----------------------------------------------------------------------------- */

/* X is the shape's reach, the largest coordinate of a corner, and G = F + X.
 *
 * Edges: w = (f - a) x d, and (b - a) . w. Each b_i - a_i is at most 2 X and off by 2 u X. Each f_i
 * - a_i is at most G and off by e F + u G <= 1.5 e G. So w_i, at most 2 G D, is off by 2 (1.5 e G D
 * + e G D + u G D) + 2 u G D <= 7 e G D. A product is off by 2 u X (2 G D) + 2 X (7 e G D) + u (4 X
 * G D) <= 18 e X G D, and three of them with two sums, 2 u (12 X G D), by 66 e X G D. */
#ifndef QUICK_POLYTOPE_EDGE
#define QUICK_POLYTOPE_EDGE 72.0
#endif
/* Facing: n . d by the unit normal, whose components are off by 4 u: each product is off by
 * e D + 5 u D, the sum by 3 (e + 5 u) D + 2 u (3 D) <= 13.5 e D. It is called a gate because no
 * narrower value is seen to give a wrong answer: the values of a face's edges add up to twice its
 * area times n . d, and a face in the bounds has an area of at most 4 sqrt(2) X^2. So where a face
 * has the wrong sign because n . d was off by less than 6 e D, all lines through it are within the
 * edges' margin of each of its edges, and nothing is answered there anyway. */
#ifndef QUICK_GATE_POLYTOPE_FACING
#define QUICK_GATE_POLYTOPE_FACING 14.0
#endif
/* t = n . (a - f) / (n . d): n . (a - f) is off by 3 (1.5 e G + 5 u G) + 6 u G <= 15 e G. Where
 * |n . d| >= D / 128 the quotient is off by 1.001 (15 e G + 13.5 e |t| D) / |n . d| + 2 u |t|, and
 * |n . d| <= 3 D: below 17 e (G + |t| D) / |n . d|. */
#ifndef QUICK_POLYTOPE_PLANE
#define QUICK_POLYTOPE_PLANE 20.0
#endif

/* The side on which the line passes an edge, rounded. Times `facing`, it is negative outside. */
static inline double pass_edge(const quick *q, const double *a, const double *b) {
  double x = q->f[0] - a[0], y = q->f[1] - a[1], z = q->f[2] - a[2];
  const double *d = q->d;
  return (b[0] - a[0]) * (y * d[2] - z * d[1]) + (b[1] - a[1]) * (z * d[0] - x * d[2]) +
         (b[2] - a[2]) * (x * d[1] - y * d[0]);
}

enum { INSIDE_FACE = -1, UNSURE_OF_FACE = -2 };

/* Returns the place of an edge that the line certainly passes outside of, INSIDE_FACE if it
 * certainly goes through the face, or UNSURE_OF_FACE. The walk came across the edge at place
 * `from`, so the line certainly passes inside of that one; -1 for the first face. */
static int try_edges(const quick *q, const solid_hull *p, int face, double facing, double margin,
                     int from) {
  int k, place = p->first[face + 1] - 1, unsure = 0;
  const double *a = hull_at(p, place);
  for (k = p->first[face]; k < p->first[face + 1]; k++) {
    const double *b = hull_at(p, k);
    if (place != from) {
      double value = facing * pass_edge(q, a, b);
      if (value < -margin) return place;
      unsure |= !(value > margin);
    }
    a = b;
    place = k;
  }
  return unsure ? UNSURE_OF_FACE : INSIDE_FACE;
}

/* Does the same for a face with many corners: bisects by the lines from the first corner to
 * others. */
static int try_fan(const quick *q, const solid_hull *p, int face, double facing, double margin) {
  int first = p->first[face], low = first + 1, high = p->first[face + 1] - 1;
  const double *hub = hull_at(p, first);
  double value = facing * pass_edge(q, hub, hull_at(p, low));
  if (value < -margin) return first;
  if (!(value > margin)) return try_edges(q, p, face, facing, margin, -1);
  value = facing * pass_edge(q, hull_at(p, high), hub);
  if (value < -margin) return high;
  if (!(value > margin)) return try_edges(q, p, face, facing, margin, -1);
  while (high - low > 1) {
    int middle = (low + high) / 2;
    value = facing * pass_edge(q, hub, hull_at(p, middle));
    if (!(fabs(value) > margin)) return try_edges(q, p, face, facing, margin, -1);
    if (value > 0)
      low = middle;
    else
      high = middle;
  }
  value = facing * pass_edge(q, hull_at(p, low), hull_at(p, high));
  if (value < -margin) return low;
  return value > margin ? INSIDE_FACE : UNSURE_OF_FACE;
}

#define FAN_CORNERS 12 /* from here on bisecting is faster */

/* Walks from neighbour to neighbour to a face that certainly has this facing; returns -1 if the
 * walk ends too early. */
static int find_facing(const quick *q, const solid_hull *p, int face, int facing, double level) {
  double rate = facing * vector_dot(p->planes[face].unit, q->d);
  while (!(rate > level)) {
    int k, best = -1;
    for (k = p->first[face]; k < p->first[face + 1]; k++) {
      int other = p->face[p->across[k]];
      double there = facing * vector_dot(p->planes[other].unit, q->d);
      if (!(there > rate)) continue;
      rate = there;
      best = other;
    }
    if (best < 0) return -1;
    face = best;
  }
  return face;
}

/* Finds the face through which the line enters (facing -1) or leaves (facing 1). Starts at
 * *face. */
static int walk(const quick *q, const solid_hull *p, int facing, double margin, int *face) {
  double level = QUICK_GATE_POLYTOPE_FACING * q->eps * q->d_most;
  int steps, place, from = -1;
  *face = find_facing(q, p, *face, facing, level);
  if (*face < 0) return QUICK_UNSURE;
  for (steps = 0; steps < p->faces; steps++) {
    int count = p->first[*face + 1] - p->first[*face], beyond;
    double rate;
    place = count < FAN_CORNERS ? try_edges(q, p, *face, facing, margin, from)
                                : try_fan(q, p, *face, facing, margin);
    if (place == INSIDE_FACE) return QUICK_HIT;
    if (place == UNSURE_OF_FACE) return QUICK_UNSURE;
    from = p->across[place];
    beyond = p->face[from];
    rate = facing * vector_dot(p->planes[beyond].unit, q->d);
    if (rate < -level) return QUICK_MISS;
    if (!(rate > level)) return QUICK_UNSURE;
    *face = beyond;
  }
  return QUICK_UNSURE;
}

/* Finds where the line crosses the plane of a face. */
static int cross_plane(const quick *q, const solid_hull *p, int face, double *t, double *error) {
  const double *n = p->planes[face].unit, *a = hull_at(p, p->first[face]);
  double g[3], rate = vector_dot(n, q->d), over = 1 / rate;
  int i;
  for (i = 0; i < 3; i++) g[i] = a[i] - q->f[i];
  *t = vector_dot(n, g) / rate;
  *error = QUICK_POLYTOPE_PLANE * q->eps * (q->f_most + q->shape->reach + fabs(*t) * q->d_most) *
           fabs(over);
  return 128 * fabs(rate) > q->d_most;
}

static int quick_in(collide_frame_kind frame, const collide_shape *s, const quick_cast *c,
                    collide_hit *hit) {
  const solid_hull *p = hull_of(s);
  double reach = s->reach, margin, gap, off[2], g[3], most;
  quick q;
  int i, found, faces[2];
  if (!quick_see(&q, frame, s, c, hit, NULL, reach, 1.7320508075688774 * reach))
    return QUICK_UNSURE;
  found = quick_approach(&q, frame, reach, 1.7320508075688774 * reach, reach);
  if (found != QUICK_HIT) return found;
  /* The ball around the center: f - center is off by e F + u G, below e G. */
  for (i = 0; i < 3; i++) g[i] = q.f[i] - p->center[i];
  most = q.f_most + reach;
  gap = quick_ball_gap(&q, g, most, p->radius, &margin);
  if (gap < -margin) return QUICK_MISS;
  margin = QUICK_POLYTOPE_EDGE * q.eps * q.d_most * reach * most;
  hull_starts_of_line(p, q.f, q.d, faces);
  for (i = 0; i < 2; i++) {
    found = walk(&q, p, 2 * i - 1, margin, &faces[i]);
    if (found != QUICK_HIT) return found;
    if (!cross_plane(&q, p, faces[i], &q.t[i], &off[i])) return QUICK_UNSURE;
  }
  q.error = greater(off[0], off[1]);
  q.edge = faces[0] + 1;
  found = quick_decide_range(&q, hit);
  if (found != QUICK_TO_MEASURE) return found;
  memcpy(q.normal, p->planes[faces[0]].unit, sizeof q.normal);
  quick_point_at(&q, q.t[0], q.point);
  vector_onto_plane(q.point, q.normal, vector_dot(q.normal, hull_at(p, p->first[faces[0]])));
  return quick_write(&q, frame, hit);
}

static int quick_hull(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return quick_in(s->frame, s, &c, hit);
}

/* ---- Exact casts -----------------------------------------------------------------------------
 *
 * The walk that the head of this file describes, by the exact signs of the edge functions of
 * triangles. If the line passes through an edge or a corner, it crosses the adjoining face of the
 * same facing that has the lowest number. */

/* n . d for the normal n of the face with that number. */
static REAL_INLINE real rate_at_face(const line *l, line_precision precision, const double *face) {
  const solid_hull *p = hull_of(l->shape);
  int k = p->first[(int)*face];
  real n[3], d[3];
  line_normal(l, precision, hull_at(p, k), hull_at(p, k + 1), hull_at(p, k + 2), n);
  line_direction(l, precision, d);
  return real_dot(n, d);
}

static int facing_of(const line *l, int face) {
  double with = face;
  return line_sign(l, rate_at_face, &with);
}

/* 1 if the line passes inside of the edge at that place of a face with that facing, 0 if it crosses
 * the line of the edge, -1 if it passes outside. */
static int pass_place(const line *l, const solid_hull *p, int facing, int place) {
  return facing * ci_line_edge_sign(l, hull_at(p, place), hull_at(p, hull_next(p, place)));
}

enum { STRICTLY_INSIDE = -1 };

/* Returns a place whose edge the line passes outside of (*pass is -1), or crosses (0) while it
 * passes inside of all others; or STRICTLY_INSIDE. */
static int try_edges_exactly(const line *l, const solid_hull *p, int face, int facing, int *pass) {
  int k, touched = STRICTLY_INSIDE;
  *pass = 1;
  for (k = p->first[face]; k < p->first[face + 1]; k++) {
    int sign = pass_place(l, p, facing, k);
    if (sign > 0) continue;
    *pass = sign;
    touched = k;
    if (sign < 0) break;
  }
  return touched;
}

/* A face with that facing; every hull has one. */
static int find_facing_exactly(const line *l, int facing) {
  int face = 0;
  while (facing_of(l, face) != facing) face++;
  return face;
}

/* The lowest face around a corner with that facing. */
static int lowest_around(const line *l, const solid_hull *p, int facing, int corner, int best) {
  int k;
  for (k = p->first_edge[corner]; k < p->first_edge[corner + 1]; k++) {
    int face = p->face[p->edges[k]];
    if (face < best && facing_of(l, face) == facing) best = face;
  }
  return best;
}

/* The lowest face that the line passes through, if it passes through an edge of this face. */
static int lowest_there(const line *l, const solid_hull *p, int facing, int face, int place) {
  int next = hull_next(p, place), other = p->face[p->across[place]];
  int before = place > p->first[face] ? place - 1 : p->first[face + 1] - 1;
  if (pass_place(l, p, facing, next) == 0)
    return lowest_around(l, p, facing, p->corner[next], face);
  if (pass_place(l, p, facing, before) == 0)
    return lowest_around(l, p, facing, p->corner[place], face);
  return other < face && facing_of(l, other) == facing ? other : face;
}

/* Walks from `face`; returns -1 if the line misses. */
static int walk_exactly(const line *l, const solid_hull *p, int facing, int face) {
  if (facing_of(l, face) != facing) face = find_facing_exactly(l, facing);
  for (;;) {
    int pass, place = try_edges_exactly(l, p, face, facing, &pass), beyond;
    if (place == STRICTLY_INSIDE) return face;
    if (pass == 0) return lowest_there(l, p, facing, face, place);
    beyond = p->face[p->across[place]];
    if (facing_of(l, beyond) != facing) return -1;
    face = beyond;
  }
}

static int hull_meets(line *l) {
  const solid_hull *p = hull_of(l->shape);
  double f[3], d[3];
  int i, end, faces[2];
  for (i = 0; i < 3; i++) {
    f[i] = l->f[i].hi;
    d[i] = l->d[i].hi;
  }
  hull_starts_of_line(p, f, d, faces);
  for (end = 0; end < 2; end++) {
    int face = walk_exactly(l, p, 2 * end - 1, faces[end]);
    if (face < 0) return 0;
    l->ends[end].edge = face;
    l->ends[end].corner = -1;
    l->ends[end].number = face + 1;
  }
  return 1;
}

static int height_sign(const line *l, double t, int face) {
  const solid_hull *p = hull_of(l->shape);
  int k = p->first[face];
  return ci_line_height_sign(l, t, hull_at(p, k), hull_at(p, k + 1), hull_at(p, k + 2));
}

/* Above the plane of the face that it enters, a point of the line is in front of the hull. */
static side hull_side(const line *l, double t) {
  return side_make(-height_sign(l, t, l->ends[0].edge), height_sign(l, t, l->ends[1].edge));
}

/* Casts a line through the point in an arbitrary direction. */
static int hull_locate(const line *l, double t) {
  static const double along[3] = {1, 0, 0};
  line through;
  side s;
  (void)t; /* always 0: only a cast of a point calls it */
  ci_line_init(&through, l->shape, l->from, along, 0, l->room);
  if (!hull_meets(&through)) return 1;
  s = hull_side(&through, 0);
  if (s.enter < 0 || s.exit > 0) return 1;
  return s.enter > 0 && s.exit < 0 ? -1 : 0;
}

static void hull_measure(const line *l, int end, measured *m) {
  const solid_hull *p = hull_of(l->shape);
  int i, k;
  for (i = 0; i < 2; i++) {
    int face = l->ends[i].edge;
    const hull_plane *plane = &p->planes[face];
    const double *corners[3];
    twofold t, q[3];
    line from_a;
    for (k = 0; k < 3; k++) corners[k] = hull_at(p, p->first[face] + k);
    t = ci_line_crossing(l, corners, plane->normal, plane->normal_low, l->shape->reach);
    m->t[i] = t.hi;
    if (i != end) continue;
    from_a = ci_line_offset(l, corners[0]);
    ci_line_point(&from_a, t, q);
    for (k = 0; k < 3; k++) m->point[k] = q[k].hi;
    vector_onto_plane(m->point, plane->unit, 0);
    for (k = 0; k < 3; k++) {
      m->point[k] += corners[0][k];
      m->normal[k] = plane->normal[k];
    }
  }
}

static const exact_cast hull_exact = {hull_meets, hull_side, hull_locate, hull_measure};

/* ---- The row --------------------------------------------------------------------------------- */

const shape_kind ci_hull = {
    "hull",             /* name */
    3,                  /* dimensions */
    1.7320508075688774, /* spread */
    hull_fold,          /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    hull_extent,        /* extent */
    NULL,               /* unbounded_extent */
    quick_hull,         /* quick */
    &hull_exact,        /* exact */
    0                   /* points */
};

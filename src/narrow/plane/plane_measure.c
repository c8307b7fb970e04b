/* SPDX-License-Identifier: MIT
 *
 * Measures the distance, or the penetration depth, of two outlines with radii.
 *
 * First finds the features, then measures them in twofolds, from differences of corners without
 * rounding, or in exact numbers if twofolds lose too many digits.
 */
#include "plane_quick.h"

#include <string.h>

#include "../../number/displacement.h"
#include "../../number/orient.h"
#include "../../number/scalar.h"

/* The features to measure: an edge of one and a corner of the other, or two corners. */
typedef struct feature {
  const plane_outline *owner; /* of the edge; NULL for two corners */
  int edge, corner;           /* or a's corner and b's */
  twofold apart;              /* of the outlines without radii; negative when they meet */
} feature;

typedef struct meter {
  const plane_outline *a, *b;
  double scale; /* a power of two that brings all coordinates near 1, if they are far from it */
  double error; /* `beyond_error`, scaled */
} meter;

static inline const plane_outline *meter_other(const meter *m, const plane_outline *h) {
  return h == m->a ? m->b : m->a;
}

/* In units of `beyond_error`. Hulls that overlap by less than this count as touching, because the
 * corners of their intersection are rounded by as much. Like PAIR_LEVEL, it only chooses the
 * contact point, never the answer, a distance or its points. */
#define SHALLOW 3

static meter meter_make(const plane_outline *a, const plane_outline *b) {
  double size = a->magnitude > b->magnitude ? a->magnitude : b->magnitude;
  meter m;
  if (a->radius > size) size = a->radius;
  if (b->radius > size) size = b->radius;
  m.a = a;
  m.b = b;
  m.scale = scale_near_one(size);
  m.error = beyond_error(a, b) * m.scale;
  return m;
}

/* ---- One feature, precisely ------------------------------------------------------------ */

static displacement edge_of(const meter *m, const plane_outline *h, int i) {
  return displacement_between(h->corners[i].point, next_corner(h, i)->point, m->scale);
}

/* The same as displacement_right, if its two terms nearly cancel. */
static twofold right_exactly(const meter *m, const double p[2], const double next[2],
                             const double q[2], double k) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact e[2], f[2], r;
  int i;
  for (i = 0; i < 2; i++) {
    ci_exact_set_diff(pool, &e[i], next[i] * m->scale, p[i] * m->scale);
    ci_exact_set_diff(pool, &f[i], q[i] * m->scale, p[i] * m->scale);
  }
  ci_exact_mul(&r, &e[1], &f[0]);
  ci_exact_sub_product(&r, &e[0], &f[1]);
  ci_exact_mul_double(&r, &r, k);
  return ci_exact_twofold(&r);
}

/* The distance of a corner of the other outline beyond the edge. */
static twofold beyond_edge(const meter *m, const plane_outline *h, int edge, int corner) {
  const double *q = meter_other(m, h)->corners[corner].point, *p = h->corners[edge].point;
  displacement e = edge_of(m, h, edge), f = displacement_between(p, q, m->scale);
  double k = displacement_stretch(e);
  twofold right;
  e = displacement_stretched(e, k);
  right = displacement_right(e, f);
  if (fabs(right.hi) < MEASURE_CANCEL * (fabs(e.x.hi * f.y.hi) + fabs(e.y.hi * f.x.hi)))
    right = right_exactly(m, p, next_corner(h, edge)->point, q, k);
  return tf_div(right, tf_sqrt(displacement_dot(e, e)));
}

/* The projection of q onto the edge from p to p + e, as a parameter: 0 to 1 on the edge. */
static twofold project_on(const meter *m, const double p[2], displacement e, const double q[2]) {
  double k = displacement_stretch(e);
  displacement along = displacement_stretched(e, k);
  return tf_stretched(tf_div(displacement_dot(along, displacement_between(p, q, m->scale)),
                             displacement_dot(along, along)),
                      k);
}

static twofold between_corners(const meter *m, int i, int j) {
  displacement w = displacement_between(m->b->corners[j].point, m->a->corners[i].point, m->scale);
  double k = displacement_stretch(w);
  displacement v = displacement_stretched(w, k);
  return tf_stretched(tf_sqrt(displacement_dot(v, v)), 1 / k);
}

/* ---- Finding features ------------------------------------------------------------------------
 *
 * If the outlines are disjoint, the nearest points are two corners, or a corner and a point of an
 * edge (Ericson, "Real-Time Collision Detection", 5.1). If they meet, the least push is along the
 * normal of an edge of either, because these are the edges of their Minkowski difference. All such
 * features are measured in plain doubles. Those that rounding leaves in doubt are measured again in
 * twofolds. */

/* ---- Margins: see plane.h and plane_overlap.c; E is `beyond_error` ----------------- */

/* In units of E: the computed projection of a corner may lie this far off an edge, because it is
 * wrong by 2.48 E at most. A corner may be as far inside the edge's line. */
#ifndef EDGE_WINDOW
#define EDGE_WINDOW 3
#endif

/* In units of E: features that are farther than the nearest by at most this, as computed, are
 * measured in twofolds. The nearest feature is 0.83 E too far at most. A feature seems too near by
 * 0.83 E, and by the true distance of its projection from the edge: 5.48 E. If it is inside the
 * line by 3.83 E, the root of the sum of both squares replaces this: 6.7 E. The total is 7.5 E. */
#ifndef NEAREST_MARGIN
#define NEAREST_MARGIN 8
#endif

/* The same for the edges of the least push and their deepest corners. Only the error of `beyond`
 * counts: twice 0.83 E. */
#ifndef DEEPEST_MARGIN
#define DEEPEST_MARGIN 2
#endif

/* For large outlines: the number of corners that are measured on either side of the deepest or the
 * nearest one. One is enough for parallel edges, where several features are equally near. The
 * others serve corners whose distances differ by less than the error of a twofold. As for small
 * outlines, the least measured one is chosen. */
#ifndef NEIGHBOURS
#define NEIGHBOURS 8
#endif

/* The error of twofolds, in units of the distance: see MEASURE_CANCEL. */
#define TIE 8.271806125530277e-25 /* 2^-80 */

static int is_less(twofold a, twofold b) {
  return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo;
}

/* ---- Near features ---------------------------------------------------------- */

/* In plain doubles: the distance of a corner from an edge, or HUGE_VAL if its projection is surely
 * off the edge. */
static double plain_from_edge(const meter *m, const plane_outline *h, int edge, const double q[2]) {
  const collide_corner *p = &h->corners[edge], *next = next_corner(h, edge);
  double x = (q[0] - p->point[0]) * m->scale, y = (q[1] - p->point[1]) * m->scale;
  double ex = (next->point[0] - p->point[0]) * m->scale;
  double ey = (next->point[1] - p->point[1]) * m->scale;
  const double *n = p->normal;
  double along = n[0] * y - n[1] * x, length = n[0] * ey - n[1] * ex, out = n[0] * x + n[1] * y;
  double window = EDGE_WINDOW * m->error;
  if (along < -window || along > length + window || out < -window) return HUGE_VAL;
  return out > 0 ? out : 0;
}

static double plain_between_corners(const meter *m, int i, int j) {
  const double *p = m->a->corners[i].point, *q = m->b->corners[j].point;
  double x = (p[0] - q[0]) * m->scale, y = (p[1] - q[1]) * m->scale;
  return sqrt(x * x + y * y);
}

/* The order of features: by a's edge or corner, then b's, then a's edges first. */
static int is_earlier(const meter *m, const feature *f, const feature *g) {
  int of_b = f->owner == m->b, other_of_b = g->owner == m->b;
  int i = of_b ? f->corner : f->edge, j = of_b ? f->edge : f->corner;
  int other_i = other_of_b ? g->corner : g->edge, other_j = other_of_b ? g->edge : g->corner;
  if (i != other_i) return i < other_i;
  return j != other_j ? j < other_j : of_b < other_of_b;
}

/* Among equal features keeps the first in that order, independent of the order of the calls. */
static void take_if_less(const meter *m, feature *best, const plane_outline *owner, int edge,
                         int corner, twofold apart) {
  feature f;
  if (!(apart.hi <= best->apart.hi)) return;
  f.owner = owner;
  f.edge = edge;
  f.corner = corner;
  f.apart = apart;
  if (is_less(apart, best->apart) || (apart.lo == best->apart.lo && is_earlier(m, &f, best)))
    *best = f;
}

/* Tries an edge that contains the projection of a corner, if it may be as near as `most`. */
static void try_edge(const meter *m, const plane_outline *h, int edge, int corner, double most,
                     feature *best) {
  const double *q = meter_other(m, h)->corners[corner].point, *p, *next;
  if (h->count < 2 || !(plain_from_edge(m, h, edge, q) <= most)) return;
  p = h->corners[edge].point;
  next = next_corner(h, edge)->point;
  if (ci_dot2d(p, next, p, q) < 0 || ci_dot2d(next, p, next, q) < 0 || orient2d(p, next, q) >= 0)
    return;
  take_if_less(m, best, h, edge, corner, beyond_edge(m, h, edge, corner));
}

static void try_corners(const meter *m, int i, int j, double most, feature *best) {
  if (plain_between_corners(m, i, j) <= most)
    take_if_less(m, best, NULL, i, j, between_corners(m, i, j));
}

/* Is the feature's edge exactly parallel to an edge at its corner? */
static int is_stretch(const meter *m, const feature *f) {
  const plane_outline *h = meter_other(m, f->owner);
  const double *p = f->owner->corners[f->edge].point;
  const double *next = next_corner(f->owner, f->edge)->point, *q = h->corners[f->corner].point;
  int k;
  for (k = -1; k <= 1 && h->count > 1; k += 2) {
    int j = (f->corner + k + h->count) % h->count;
    if (ci_cross2d(p, next, q, h->corners[j].point) == 0) return 1;
  }
  return 0;
}

static void clear_feature(feature *f) {
  f->owner = NULL;
  f->edge = f->corner = 0;
  f->apart = tf(HUGE_VAL);
}

/* ---- All edges ------------------------------------------------------------------------------ */

/* The edges of a, then those of b. Each comes with the corners of the other outline that may be
 * least beyond it: all of them, or for large outlines the exactly least one and `reach` on either
 * side. */
typedef struct edge_walk {
  const meter *m;
  int is_large, reach;
  caliper at;       /* for small outlines only its outlines and its edge are written */
  int first, count; /* the first of these corners, and their number, going round */
} edge_walk;

static void begin_outline(edge_walk *w, const plane_outline *h) {
  w->at.outline = h;
  w->at.other = meter_other(w->m, h);
  w->at.edge = 0;
  if (w->is_large) ci_caliper_start(&w->at, h, w->at.other, 0);
}

static edge_walk begin_edges(const meter *m, int reach) {
  edge_walk w;
  w.m = m;
  w.is_large = are_large(m->a, m->b);
  w.reach = reach;
  w.at.outline = NULL;
  return w;
}

/* i modulo count, in 0, ..., count - 1. */
static int wrapped(int i, int count) {
  i %= count;
  return i < 0 ? i + count : i;
}

static int with_neighbours(int count, int reach) {
  return count < 2 * reach + 1 ? count : 2 * reach + 1;
}

static int next_edge(edge_walk *w) {
  caliper *at = &w->at;
  if (at->outline == NULL)
    begin_outline(w, w->m->a);
  else if (w->is_large)
    ci_caliper_next(at);
  else
    at->edge++;
  if (at->outline == w->m->a && (at->edge == at->outline->count || at->outline->count == 1))
    begin_outline(w, w->m->b);
  if (at->edge == at->outline->count || at->outline->count == 1) return 0;
  w->count = w->is_large ? with_neighbours(at->other->count, w->reach) : at->other->count;
  w->first = w->is_large ? wrapped(at->corner - w->reach, at->other->count) : 0;
  return 1;
}

/* ---- Apart ---------------------------------------------------------------------------------
 *
 * The differences of points of a and points of b form a convex polygon. Its distance from the
 * origin is that of the outlines. Each of its edges is an edge of one outline and the corner of the
 * other that is least beyond it. Parallel edges of both form one edge as long as the two, and both
 * corners are needed to cover it. So these features are enough to find the nearest one. The
 * features around it decide between equally near ones.
 */

/* All pairs of corners of small outlines already come with the edges of a. */
static int takes_corners(const edge_walk *w) {
  return w->is_large || w->at.outline == w->m->a || w->m->a->count == 1;
}

/* The least distance, in plain doubles. */
static double least_plainly(const meter *m) {
  double least = HUGE_VAL;
  edge_walk w = begin_edges(m, 1);
  while (next_edge(&w)) {
    const plane_outline *h = w.at.outline, *other = w.at.other;
    int k, j = w.first, edge = w.at.edge, is_b = h == m->b, has_corners = takes_corners(&w);
    for (k = w.count; k > 0; k--, j = corner_after(other, j)) {
      double x = plain_from_edge(m, h, edge, other->corners[j].point);
      if (x < least) least = x;
      if (!has_corners) continue;
      x = plain_between_corners(m, is_b ? j : edge, is_b ? edge : j);
      if (x < least) least = x;
    }
  }
  return least;
}

/* A range of edges and corners of a, from i on, and of b, from j on, going round. */
typedef struct block {
  int i, of_a, j, of_b;
} block;

static void try_block(const meter *m, const block *all, double most, feature *edges,
                      feature *corners) {
  int i = all->i, x, y;
  for (x = 0; x < all->of_a; x++, i = corner_after(m->a, i)) {
    int j = all->j;
    for (y = 0; y < all->of_b; y++, j = corner_after(m->b, j)) {
      try_edge(m, m->a, i, j, most, edges);
      try_edge(m, m->b, j, i, most, edges);
      try_corners(m, i, j, most, corners);
    }
  }
}

static void try_around(const meter *m, const feature *f, double most, feature *edges,
                       feature *corners) {
  int is_b = f->owner == m->b;
  block about;
  about.i = wrapped((is_b ? f->corner : f->edge) - NEIGHBOURS, m->a->count);
  about.j = wrapped((is_b ? f->edge : f->corner) - NEIGHBOURS, m->b->count);
  about.of_a = with_neighbours(m->a->count, NEIGHBOURS);
  about.of_b = with_neighbours(m->b->count, NEIGHBOURS);
  try_block(m, &about, most, edges, corners);
}

static void find_nearest_edge_and_corner(const meter *m, feature *edges, feature *corners) {
  double most = least_plainly(m) + NEAREST_MARGIN * m->error;
  edge_walk w = begin_edges(m, 1);
  feature edge, corner;
  while (next_edge(&w)) {
    const plane_outline *h = w.at.outline, *other = w.at.other;
    int k, j = w.first, at = w.at.edge, is_b = h == m->b, has_corners = takes_corners(&w);
    for (k = w.count; k > 0; k--, j = corner_after(other, j)) {
      try_edge(m, h, at, j, most, edges);
      if (has_corners) try_corners(m, is_b ? j : at, is_b ? at : j, most, corners);
    }
  }
  if (!w.is_large) return;
  edge = *edges;
  corner = *corners;
  if (edge.owner != NULL) try_around(m, &edge, most, edges, corners);
  try_around(m, &corner, most, edges, corners);
}

/* The corners win if they are nearer, unless the best edge is a stretch and rounding alone explains
 * the gain. */
static void find_nearest(const meter *m, feature *best) {
  feature corners;
  clear_feature(best);
  if (m->a->count == 1 && m->b->count == 1) {
    best->apart = between_corners(m, 0, 0);
    return;
  }
  clear_feature(&corners);
  find_nearest_edge_and_corner(m, best, &corners);
  if (!is_less(corners.apart, best->apart)) return;
  if (best->owner != NULL && tf_sub(best->apart, corners.apart).hi <= TIE * best->apart.hi &&
      is_stretch(m, best))
    return;
  *best = corners;
}

/* ---- Meeting: the least push ------------------------------------------------------------- */

static double beyond_scaled(const edge_walk *w, int corner) {
  return beyond(&w->at.outline->corners[w->at.edge], w->at.other->corners[corner].point) *
         w->m->scale;
}

/* The distance of the other outline beyond the edge. */
static double deepest_plainly(const edge_walk *w) {
  double least = HUGE_VAL;
  int k, j = w->first;
  for (k = 0; k < w->count; k++, j = corner_after(w->at.other, j)) {
    double x = beyond_scaled(w, j);
    if (x < least) least = x;
  }
  return least;
}

static void try_deepest(const edge_walk *w, double least, feature *best) {
  double most = least + DEEPEST_MARGIN * w->m->error;
  feature own;
  int k, j = w->first;
  clear_feature(&own);
  for (k = 0; k < w->count; k++, j = corner_after(w->at.other, j))
    if (!(beyond_scaled(w, j) > most))
      take_if_less(w->m, &own, w->at.outline, w->at.edge, j,
                   beyond_edge(w->m, w->at.outline, w->at.edge, j));
  if (is_less(best->apart, own.apart)) *best = own;
}

static void find_least_push(const meter *m, feature *best) {
  double shallowest = -HUGE_VAL;
  edge_walk w = begin_edges(m, 1);
  best->owner = m->a->count > 1 ? m->a : m->b;
  best->edge = best->corner = 0;
  best->apart = tf(-HUGE_VAL);
  while (next_edge(&w)) {
    double x = deepest_plainly(&w);
    if (x > shallowest) shallowest = x;
  }
  for (w = begin_edges(m, NEIGHBOURS); next_edge(&w);) {
    double x = deepest_plainly(&w);
    if (x >= shallowest - DEEPEST_MARGIN * m->error) try_deepest(&w, x, best);
  }
}

/* ---- Normal and points ----------------------------------------------------- */

/* The normal from b to a. */
static void take_feature_normal(const meter *m, const feature *f, double n[2]) {
  int i;
  if (f->owner != NULL) {
    double sign = f->owner == m->a ? -1 : 1;
    for (i = 0; i < 2; i++) n[i] = sign * f->owner->corners[f->edge].normal[i];
  } else {
    displacement w = displacement_between(m->b->corners[f->corner].point,
                                          m->a->corners[f->edge].point, m->scale);
    double k = displacement_stretch(w), x = w.x.hi * k, y = w.y.hi * k;
    double length = k == 1 ? f->apart.hi : sqrt(x * x + y * y);
    n[0] = x / length;
    n[1] = y / length;
  }
}

/* The middle of the part of an edge, from p to next, that faces the edge from q to r. */
static void middle_facing(const meter *m, const double p[2], const double next[2],
                          const double q[2], const double r[2], double point[2]) {
  displacement e = displacement_between(p, next, m->scale);
  twofold s = tf_clamp(project_on(m, p, e, q));
  if (q != r) s = tf_stretched(tf_add(s, tf_clamp(project_on(m, p, e, r))), 0.5);
  displacement_point(p, e, s, m->scale, point);
}

/* The corner next to the feature's corner, if the edge between them is parallel to the feature's
 * edge: all of it is equally near. Parallel means exactly, or up to rounding for shapes that
 * overlap. If there is none, the feature's own corner. */
static int other_end(const meter *m, const feature *f, int overlap) {
  const plane_outline *h = meter_other(m, f->owner);
  const collide_corner *p = &f->owner->corners[f->edge], *next = next_corner(f->owner, f->edge);
  const double *q = h->corners[f->corner].point;
  double own = beyond(p, q), least = HUGE_VAL;
  int k, found = f->corner;
  for (k = -1; k <= 1 && h->count > 1; k += 2) {
    int j = (f->corner + k + h->count) % h->count;
    double off = fabs(beyond(p, h->corners[j].point) - own) * m->scale;
    if (!(off <= PAIR_LEVEL * m->error && off < least)) continue;
    if (!overlap && ci_cross2d(p->point, next->point, q, h->corners[j].point) != 0) continue;
    least = off;
    found = j;
  }
  return found;
}

/* The nearest, or deepest, points of the two outlines without radii. */
static void take_points(const meter *m, const feature *f, int overlap, double on_a[2],
                        double on_b[2]) {
  const double *p, *next, *q, *r;
  double *on_edge, *on_other;
  if (f->owner == NULL) {
    memcpy(on_a, m->a->corners[f->edge].point, 2 * sizeof on_a[0]);
    memcpy(on_b, m->b->corners[f->corner].point, 2 * sizeof on_b[0]);
    return;
  }
  on_edge = f->owner == m->a ? on_a : on_b;
  on_other = f->owner == m->a ? on_b : on_a;
  p = f->owner->corners[f->edge].point;
  next = next_corner(f->owner, f->edge)->point;
  q = meter_other(m, f->owner)->corners[f->corner].point;
  r = meter_other(m, f->owner)->corners[other_end(m, f, overlap)].point;
  middle_facing(m, p, next, q, r, on_edge);
  if (q == r)
    memcpy(on_other, q, 2 * sizeof q[0]);
  else
    middle_facing(m, q, r, p, next, on_other);
}

/* ---- Less the radii -------------------------------------------------------- */

/* Sets over / under to the squared distance, exact and not scaled. */
static void exact_square(exact_pool *pool, const meter *m, const feature *f, exact *over,
                         exact *under) {
  exact e[2], g[2];
  const double *p, *q;
  int i;
  if (f->owner == NULL) {
    p = m->a->corners[f->edge].point;
    q = m->b->corners[f->corner].point;
    ci_exact_square_between(pool, p, q, over);
    ci_exact_set(pool, under, 1);
    return;
  }
  p = f->owner->corners[f->edge].point;
  q = meter_other(m, f->owner)->corners[f->corner].point;
  for (i = 0; i < 2; i++) {
    ci_exact_set_diff(pool, &g[i], q[i], p[i]);
    ci_exact_set_diff(pool, &e[i], next_corner(f->owner, f->edge)->point[i], p[i]);
  }
  ci_exact_mul(over, &e[1], &g[0]);
  ci_exact_sub_product(over, &e[0], &g[1]);
  ci_exact_mul(over, over, over);
  ci_exact_mul(under, &e[0], &e[0]);
  ci_exact_add_product(under, &e[1], &e[1]);
}

/* D - R = (D^2 - R^2) / (D + R), if the two are so close that twofolds lose digits. The sum D + R
 * is 2 R (1 + part / 2). part = (D - R) / R is small, so its twofold has enough digits. */
static double less_radii_exactly(const meter *m, const feature *f, double part) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact over, under, radius, square;
  twofold ratio;
  exact_square(pool, m, f, &over, &under);
  ci_exact_set_sum(pool, &radius, m->a->radius, m->b->radius);
  ci_exact_mul(&square, &radius, &radius);
  ci_exact_mul(&square, &square, &under);
  ci_exact_sub(&over, &over, &square);
  ci_exact_mul(&under, &under, &radius);
  ratio.hi = ci_exact_ratio(&over, &under, &ratio.lo);
  return tf_div(ratio, two_sum(1, part * 0.5)).hi * 0.5;
}

static double less_radii(const meter *m, const feature *f) {
  twofold radius = two_sum(m->a->radius * m->scale, m->b->radius * m->scale);
  twofold rest = tf_sub(f->apart, radius);
  if (f->apart.hi > 0 && fabs(rest.hi) < MEASURE_CANCEL * radius.hi)
    return less_radii_exactly(m, f, rest.hi / radius.hi);
  return rest.hi / m->scale;
}

/* ---- A point of both ---------------------------------------------------------- */

/* Halfway between the deepest points. If one of the shapes is too thin to contain that point, the
 * nearest point that its radius allows. */
void ci_take_common_between(const plane_outline *a, const plane_outline *b, pair_gap *gap) {
  double depth = -gap->apart, s = depth * 0.5;
  double allowed = greater(lesser(s, 2 * b->radius), depth - 2 * a->radius);
  int i;
  for (i = 0; i < 2; i++) gap->common[i] = gap->on_b[i] - gap->normal[i] * s;
  if (allowed == s || (ci_outline_holds(a, gap->common) && ci_outline_holds(b, gap->common)))
    return;
  for (i = 0; i < 2; i++) gap->common[i] = gap->on_b[i] - gap->normal[i] * allowed;
}

/* ---- All of it ------------------------------------------------------------- */

/* Two points at the same place: all pushes have the same length. */
static int are_one_point(const plane_outline *a, const plane_outline *b) {
  return a->count == 1 && b->count == 1 && a->corners[0].point[0] == b->corners[0].point[0] &&
         a->corners[0].point[1] == b->corners[0].point[1];
}

/* Converts the deepest points of the outlines alone to those of the outlines with their radii. */
static void add_radii(const plane_outline *a, const plane_outline *b, pair_gap *gap) {
  int i;
  for (i = 0; i < 2; i++) {
    gap->on_a[i] -= gap->normal[i] * a->radius;
    gap->on_b[i] += gap->normal[i] * b->radius;
  }
}

static void measure_one_point(const plane_outline *a, const plane_outline *b, pair_gap *gap) {
  gap->normal[0] = 1;
  gap->normal[1] = 0;
  gap->apart = 0 - (a->radius + b->radius);
  memcpy(gap->on_a, a->corners[0].point, 2 * sizeof gap->on_a[0]);
  memcpy(gap->on_b, a->corners[0].point, 2 * sizeof gap->on_b[0]);
  memcpy(gap->common, a->corners[0].point, 2 * sizeof gap->common[0]);
  add_radii(a, b, gap);
}

/* Beyond the magnitudes that the header names, products may overflow. The answer is then wrong, but
 * a number. */
static void make_finite(double v[2], const double otherwise[2]) {
  if (v[0] - v[0] == 0 && v[1] - v[1] == 0) return;
  v[0] = otherwise[0];
  v[1] = otherwise[1];
}

static void make_all_finite(const plane_outline *a, const plane_outline *b, int overlap,
                            pair_gap *gap) {
  static const double right[2] = {1, 0};
  make_finite(gap->normal, right);
  make_finite(gap->on_a, a->corners[0].point);
  make_finite(gap->on_b, b->corners[0].point);
  if (overlap) make_finite(gap->common, b->corners[0].point);
}

static void measure_outlines(const plane_outline *a, const plane_outline *b, int overlap,
                             pair_gap *gap) {
  meter m = meter_make(a, b);
  feature f;
  /* Without radii `overlap` is already this answer. */
  int meet = overlap && (a->radius + b->radius == 0 || ci_outline_cores_meet(a, b));
  if (are_one_point(a, b)) {
    measure_one_point(a, b, gap);
    return;
  }
  if (meet)
    find_least_push(&m, &f);
  else
    find_nearest(&m, &f);
  take_feature_normal(&m, &f, gap->normal);
  gap->apart = less_radii(&m, &f);
  take_points(&m, &f, overlap, gap->on_a, gap->on_b);
  add_radii(a, b, gap);
  /* The measured value must agree with the exact answer. */
  if (overlap && !(gap->apart <= 0)) gap->apart = 0;
  if (!overlap && !(gap->apart > 0)) gap->apart = nextafter(0, 1);
  if (!overlap) return;
  if (!meet || f.apart.hi > -SHALLOW * m.error ||
      !ci_outlines_find_common(a, b, m.scale, gap->common))
    ci_take_common_between(a, b, gap);
}

void ci_outlines_measure(const plane_outline *a, const plane_outline *b, int overlap,
                         pair_gap *gap) {
  measure_outlines(a, b, overlap, gap);
  make_all_finite(a, b, overlap, gap);
}

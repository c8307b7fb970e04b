/* SPDX-License-Identifier: MIT
 *
 * Finds the nearest features of two outlines, and those of the least push.
 *
 * If the outlines are disjoint, the nearest points are two corners, or a corner and a point of an
 * edge (Ericson, "Real-Time Collision Detection", 5.1). If they meet, the least push is along the
 * normal of an edge of either, because these are the edges of their Minkowski difference. All such
 * features are measured in plain doubles. Those that rounding leaves in doubt are measured again in
 * twofolds.
 */
#include "plane_feature.h"

#include "../../number/orient.h"
#include "plane_caliper.h"

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

/* ---- Apart: the nearest features ---------------------------------------------------------- */

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
  take_if_less(m, best, h, edge, corner, ci_beyond_edge(m, h, edge, corner));
}

static void try_corners(const meter *m, int i, int j, double most, feature *best) {
  if (plain_between_corners(m, i, j) <= most)
    take_if_less(m, best, NULL, i, j, ci_between_corners(m, i, j));
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

static void clear(feature *f) {
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
void ci_find_nearest(const meter *m, feature *best) {
  feature corners;
  clear(best);
  if (m->a->count == 1 && m->b->count == 1) {
    best->apart = ci_between_corners(m, 0, 0);
    return;
  }
  clear(&corners);
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
  clear(&own);
  for (k = 0; k < w->count; k++, j = corner_after(w->at.other, j))
    if (!(beyond_scaled(w, j) > most))
      take_if_less(w->m, &own, w->at.outline, w->at.edge, j,
                   ci_beyond_edge(w->m, w->at.outline, w->at.edge, j));
  if (is_less(best->apart, own.apart)) *best = own;
}

void ci_find_least_push(const meter *m, feature *best) {
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

/* SPDX-License-Identifier: MIT
 *
 * Which features of two hulls are nearest, and which give the least push.
 *
 * When the hulls are apart, the nearest points are two corners, or a corner and a
 * point of an edge (Ericson, "Real-Time Collision Detection", 5.1). When they meet,
 * the least push goes along the normal of an edge of either, as these are the edges
 * of their Minkowski difference. All such features are measured in plain doubles,
 * and those that rounding leaves in doubt again in twofolds.
 */
#include "pair_feature.h"

#include "../number/orient.h"
#include "pair_caliper.h"

/* ---- Margins: see pair.h and pair_overlap.c; E is `beyond_error` ----------------- */

/* In units of E: the foot of a corner may be off an edge by this, as computed; it is
 * wrong by 2.48 E at most. A corner may be as much inside of the edge's line. */
#ifndef EDGE_WINDOW
#define EDGE_WINDOW 3
#endif

/* In units of E: features are measured in twofolds that are farther than the nearest
 * by this at most, as computed. The nearest feature is 0.83 E too far at most. A feature
 * seems too near by 0.83 E, and by what its foot is really off the edge: 5.48 E; or if
 * it is inside of the line by 3.83 E, by the root of the squares of both, 6.7 E. That is
 * 7.5 E in all. */
#ifndef NEAREST_MARGIN
#define NEAREST_MARGIN 8
#endif

/* The same of the edges of the least push and of their deepest corners, which only
 * `beyond` is wrong about: twice 0.83 E. */
#ifndef DEEPEST_MARGIN
#define DEEPEST_MARGIN 2
#endif

/* Of large hulls, how many corners on either side of the one that is exactly the deepest, or
 * of the nearest, are measured, too. One on either side is enough where edges are parallel, so
 * that several features are equally near. The others are for corners that twofolds hardly tell
 * apart: what is chosen is the least as measured, as of small hulls. */
#ifndef NEIGHBOURS
#define NEIGHBOURS 8
#endif

/* What twofolds may be off by, in units of the distance: see MEASURE_CANCEL. */
#define TIE 8.271806125530277e-25 /* 2^-80 */

static int is_less(twofold a, twofold b) {
  return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo;
}

/* ---- Apart: the nearest features ---------------------------------------------------------- */

/* In plain doubles: the distance of a corner from an edge that its foot may be on, else
 * HUGE_VAL. */
static double plain_from_edge(const meter *m, const round_hull *h, int edge, const double q[2]) {
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

static double least_plainly(const meter *m) {
  double least = HUGE_VAL;
  int i, j;
  for (i = 0; i < m->a->count; i++) {
    for (j = 0; j < m->b->count; j++) {
      double x = plain_between_corners(m, i, j);
      if (m->a->count > 1) {
        double y = plain_from_edge(m, m->a, i, m->b->corners[j].point);
        if (y < x) x = y;
      }
      if (m->b->count > 1) {
        double y = plain_from_edge(m, m->b, j, m->a->corners[i].point);
        if (y < x) x = y;
      }
      if (x < least) least = x;
    }
  }
  return least;
}

/* Where a feature stands in the order: by a's edge or corner, then b's, then a's edges first. */
static int is_earlier(const meter *m, const feature *f, const feature *g) {
  int of_b = f->owner == m->b, other_of_b = g->owner == m->b;
  int i = of_b ? f->corner : f->edge, j = of_b ? f->edge : f->corner;
  int other_i = other_of_b ? g->corner : g->edge, other_j = other_of_b ? g->edge : g->corner;
  if (i != other_i) return i < other_i;
  return j != other_j ? j < other_j : of_b < other_of_b;
}

/* Of equal features takes the first in the order, whichever is tried first. */
static void take_if_less(const meter *m, feature *best, const round_hull *owner, int edge,
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

/* An edge that the foot of a corner is on, if it may be as near as `most`. */
static void try_edge(const meter *m, const round_hull *h, int edge, int corner, double most,
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

/* A number of edges and corners of a, from i on, and of b, from j on, going round. */
typedef struct block {
  int i, of_a, j, of_b;
} block;

static void try_block(const meter *m, const block *all, double most, feature *edges,
                      feature *corners) {
  int i = all->i, x, y;
  for (x = 0; x < all->of_a; x++) {
    int j = all->j;
    for (y = 0; y < all->of_b; y++) {
      try_edge(m, m->a, i, j, most, edges);
      try_edge(m, m->b, j, i, most, edges);
      try_corners(m, i, j, most, corners);
      if (++j == m->b->count) j = 0;
    }
    if (++i == m->a->count) i = 0;
  }
}

/* Is the feature's edge exactly parallel to an edge at its corner? */
static int is_stretch(const meter *m, const feature *f) {
  const round_hull *h = meter_other(m, f->owner);
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

/* ---- Apart: large hulls ----------------------------------------------------------------
 *
 * The differences of points of a and points of b make a convex polygon, as far from the origin
 * as the hulls are apart. Each of its edges is an edge of one hull and the corner of the other
 * that is least beyond it; where edges of both are parallel they make one edge that is as long as
 * the two, and both corners are needed to cover it. So these features are enough to find the
 * nearest one. Which of equally near ones is taken depends on features about it, too.
 */

/* In plain doubles, the distance of the feature from the edge on, and of its corner. */
static double plain_of_large(const meter *m, const caliper *c) {
  const collide_corner *q = &c->other->corners[c->corner];
  int is_b = c->hull == m->b;
  double x = plain_from_edge(m, c->hull, c->edge, q->point);
  double y = plain_between_corners(m, is_b ? c->corner : c->edge, is_b ? c->edge : c->corner);
  if (y < x) x = y;
  if (!c->level) return x;
  y = plain_from_edge(m, c->hull, c->edge, next_corner(c->other, c->corner)->point);
  return y < x ? y : x;
}

/* i in the circle 0, ..., count - 1. */
static int wrapped(int i, int count) {
  i %= count;
  return i < 0 ? i + count : i;
}

static double least_of_large(const meter *m) {
  double least = HUGE_VAL;
  caliper c;
  int k;
  for (k = 0; k < 2; k++) {
    for (ci_caliper_start(&c, k ? m->b : m->a, k ? m->a : m->b, 0); c.edge < c.hull->count;
         ci_caliper_next(&c)) {
      double x = plain_of_large(m, &c);
      if (x < least) least = x;
    }
  }
  return least;
}

static void try_large(const meter *m, double most, feature *edges, feature *corners) {
  caliper c;
  int k;
  for (k = 0; k < 2; k++) {
    for (ci_caliper_start(&c, k ? m->b : m->a, k ? m->a : m->b, 0); c.edge < c.hull->count;
         ci_caliper_next(&c)) {
      try_edge(m, c.hull, c.edge, c.corner, most, edges);
      if (c.level) try_edge(m, c.hull, c.edge, wrapped(c.corner + 1, c.other->count), most, edges);
      try_corners(m, k ? c.corner : c.edge, k ? c.edge : c.corner, most, corners);
    }
  }
}

static int with_neighbours(int count) {
  return count < 2 * NEIGHBOURS + 1 ? count : 2 * NEIGHBOURS + 1;
}

static void try_around(const meter *m, const feature *f, double most, feature *edges,
                       feature *corners) {
  int is_b = f->owner == m->b;
  block about;
  about.i = wrapped((is_b ? f->corner : f->edge) - NEIGHBOURS, m->a->count);
  about.j = wrapped((is_b ? f->edge : f->corner) - NEIGHBOURS, m->b->count);
  about.of_a = with_neighbours(m->a->count);
  about.of_b = with_neighbours(m->b->count);
  try_block(m, &about, most, edges, corners);
}

static void find_nearest_of_large(const meter *m, feature *edges, feature *corners) {
  double most = least_of_large(m) + NEAREST_MARGIN * m->error;
  feature edge, corner;
  try_large(m, most, edges, corners);
  edge = *edges;
  corner = *corners;
  if (edge.owner != NULL) try_around(m, &edge, most, edges, corners);
  try_around(m, &corner, most, edges, corners);
}

/* ---- Apart ---------------------------------------------------------------------------- */

static void find_nearest_of_all(const meter *m, feature *edges, feature *corners) {
  double most = least_plainly(m) + NEAREST_MARGIN * m->error;
  block all;
  all.i = all.j = 0;
  all.of_a = m->a->count;
  all.of_b = m->b->count;
  try_block(m, &all, most, edges, corners);
}

/* The nearest corners, unless they only seem nearer than a stretch, of which they are a part. */
void ci_find_nearest(const meter *m, feature *best) {
  feature corners;
  clear(best);
  if (m->a->count == 1 && m->b->count == 1) {
    best->apart = ci_between_corners(m, 0, 0);
    return;
  }
  clear(&corners);
  if (are_large(m->a, m->b))
    find_nearest_of_large(m, best, &corners);
  else
    find_nearest_of_all(m, best, &corners);
  if (!is_less(corners.apart, best->apart)) return;
  if (best->owner != NULL && tf_sub(best->apart, corners.apart).hi <= TIE * best->apart.hi &&
      is_stretch(m, best))
    return;
  *best = corners;
}

/* ---- Meeting: the least push ------------------------------------------------------------- */

/* The corner of the other that is least beyond the edge, and how much. */
static double deepest_plainly(const meter *m, const round_hull *h, int edge) {
  const round_hull *other = meter_other(m, h);
  double least = HUGE_VAL;
  int j;
  for (j = 0; j < other->count; j++) {
    double x = beyond(&h->corners[edge], other->corners[j].point) * m->scale;
    if (x < least) least = x;
  }
  return least;
}

static void try_deepest(const meter *m, const round_hull *h, int edge, double least,
                        feature *best) {
  const round_hull *other = meter_other(m, h);
  feature own;
  int j;
  own.owner = h;
  own.edge = edge;
  own.corner = 0;
  own.apart = tf(HUGE_VAL);
  for (j = 0; j < other->count; j++) {
    if (beyond(&h->corners[edge], other->corners[j].point) * m->scale >
        least + DEEPEST_MARGIN * m->error)
      continue;
    take_if_less(m, &own, h, edge, j, ci_beyond_edge(m, h, edge, j));
  }
  if (is_less(best->apart, own.apart)) *best = own;
}

/* ---- Meeting: large hulls ------------------------------------------------------------- */

static double beyond_scaled(const meter *m, const caliper *c, int corner) {
  return beyond(&c->hull->corners[c->edge], c->other->corners[corner].point) * m->scale;
}

/* Going away from the deepest corner, each is less deep than the one before. */
static void try_about_deepest(const meter *m, const caliper *c, feature *best) {
  double most = beyond_scaled(m, c, c->corner) + DEEPEST_MARGIN * m->error;
  feature own;
  int side, i;
  clear(&own);
  take_if_less(m, &own, c->hull, c->edge, c->corner,
               ci_beyond_edge(m, c->hull, c->edge, c->corner));
  for (side = -1; side <= 1; side += 2) {
    for (i = 1; i <= NEIGHBOURS; i++) {
      int j = wrapped(c->corner + side * i, c->other->count);
      if (beyond_scaled(m, c, j) > most) break;
      take_if_less(m, &own, c->hull, c->edge, j, ci_beyond_edge(m, c->hull, c->edge, j));
    }
  }
  if (is_less(best->apart, own.apart)) *best = own;
}

static void find_push_of_large(const meter *m, feature *best) {
  double shallowest = -HUGE_VAL;
  caliper c;
  int k;
  for (k = 0; k < 2; k++) {
    for (ci_caliper_start(&c, k ? m->b : m->a, k ? m->a : m->b, 0); c.edge < c.hull->count;
         ci_caliper_next(&c)) {
      double x = beyond_scaled(m, &c, c.corner);
      if (x > shallowest) shallowest = x;
    }
  }
  for (k = 0; k < 2; k++)
    for (ci_caliper_start(&c, k ? m->b : m->a, k ? m->a : m->b, 0); c.edge < c.hull->count;
         ci_caliper_next(&c))
      if (beyond_scaled(m, &c, c.corner) >= shallowest - DEEPEST_MARGIN * m->error)
        try_about_deepest(m, &c, best);
}

/* ---- Meeting ------------------------------------------------------------------------ */

static void find_push_of_all(const meter *m, feature *best) {
  const round_hull *hulls[2];
  double shallowest = -HUGE_VAL;
  int i, k;
  hulls[0] = m->a;
  hulls[1] = m->b;
  for (k = 0; k < 2; k++) {
    for (i = 0; hulls[k]->count > 1 && i < hulls[k]->count; i++) {
      double x = deepest_plainly(m, hulls[k], i);
      if (x > shallowest) shallowest = x;
    }
  }
  for (k = 0; k < 2; k++) {
    for (i = 0; hulls[k]->count > 1 && i < hulls[k]->count; i++) {
      double x = deepest_plainly(m, hulls[k], i);
      if (x >= shallowest - DEEPEST_MARGIN * m->error) try_deepest(m, hulls[k], i, x, best);
    }
  }
}

void ci_find_least_push(const meter *m, feature *best) {
  best->owner = m->a->count > 1 ? m->a : m->b;
  best->edge = best->corner = 0;
  best->apart = tf(-HUGE_VAL);
  if (are_large(m->a, m->b))
    find_push_of_large(m, best);
  else
    find_push_of_all(m, best);
}

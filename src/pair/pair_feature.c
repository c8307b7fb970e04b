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

static void take_if_less(feature *best, const round_hull *owner, int edge, int corner,
                         twofold apart) {
  if (!is_less(apart, best->apart)) return;
  best->owner = owner;
  best->edge = edge;
  best->corner = corner;
  best->apart = apart;
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
  take_if_less(best, h, edge, corner, ci_beyond_edge(m, h, edge, corner));
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

/* The nearest corners, unless they only seem nearer than a stretch, of which they are a part. */
void ci_find_nearest(const meter *m, feature *best) {
  feature corners;
  double most;
  int i, j;
  clear(best);
  if (m->a->count == 1 && m->b->count == 1) {
    best->apart = ci_between_corners(m, 0, 0);
    return;
  }
  clear(&corners);
  most = least_plainly(m) + NEAREST_MARGIN * m->error;
  for (i = 0; i < m->a->count; i++) {
    for (j = 0; j < m->b->count; j++) {
      try_edge(m, m->a, i, j, most, best);
      try_edge(m, m->b, j, i, most, best);
      if (plain_between_corners(m, i, j) <= most)
        take_if_less(&corners, NULL, i, j, ci_between_corners(m, i, j));
    }
  }
  if (!is_less(corners.apart, best->apart)) return;
  if (best->owner != NULL && tf_sub(best->apart, corners.apart).hi <= TIE * best->apart.hi &&
      is_stretch(m, best))
    return;
  *best = corners;
}

/* ---- Meeting: the least push ------------------------------------------------------------------
 */

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
    take_if_less(&own, h, edge, j, ci_beyond_edge(m, h, edge, j));
  }
  if (is_less(best->apart, own.apart)) *best = own;
}

void ci_find_least_push(const meter *m, feature *best) {
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
  best->owner = m->a->count > 1 ? m->a : m->b;
  best->edge = best->corner = 0;
  best->apart = tf(-HUGE_VAL);
  for (k = 0; k < 2; k++) {
    for (i = 0; hulls[k]->count > 1 && i < hulls[k]->count; i++) {
      double x = deepest_plainly(m, hulls[k], i);
      if (x >= shallowest - DEEPEST_MARGIN * m->error) try_deepest(m, hulls[k], i, x, best);
    }
  }
}

/* SPDX-License-Identifier: MIT
 *
 * How far apart are two hulls with radii, or how deep in one another?
 *
 * Apart, the nearest points lie on two corners, or on a corner and an edge
 * (Ericson, "Real-Time Collision Detection", 5.1); meeting, the least push goes
 * along the normal of an edge of either, as the edges of their Minkowski
 * difference do. Which of them it is, is seen in plain doubles; those that
 * come within rounding of each other are measured again in twofold, from
 * differences of corners, which lose nothing.
 */
#include <string.h>

#include "../number/orient.h"
#include "pair.h"
#include "../number/displacement.h"

/* What to measure along: an edge of one and a corner of the other, or two corners. */
typedef struct feature {
  const round_hull *owner; /* of the edge; NULL for two corners */
  int edge, corner;        /* or a's corner and b's */
  twofold apart;           /* of the hulls without radii; negative when they meet */
} feature;

typedef struct meter {
  const round_hull *a, *b;
  double scale; /* a power of two that brings all coordinates near 1, if they are far from it */
  double error; /* of what plain doubles see, scaled */
} meter;

static meter meter_make(const round_hull *a, const round_hull *b) {
  double size = a->magnitude > b->magnitude ? a->magnitude : b->magnitude;
  meter m;
  int exponent = 0;
  if (a->radius > size) size = a->radius;
  if (b->radius > size) size = b->radius;
  if (size > 0 && (size < 1e-20 || size > 1e20)) (void)frexp(size, &exponent);
  if (exponent < -1000) exponent = -1000;
  m.a = a;
  m.b = b;
  m.scale = ldexp(1, -exponent);
  m.error = 4 * beyond_error(a, b) * m.scale;
  return m;
}

static const round_hull *other_of(const meter *m, const round_hull *h) {
  return h == m->a ? m->b : m->a;
}

static int is_less(twofold a, twofold b) {
  return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo;
}

/* ---- One feature, precisely ------------------------------------------------------------ */

static displacement edge_of(const meter *m, const round_hull *h, int i) {
  return displacement_between(h->corners[i].point, next_corner(h, i)->point, m->scale);
}

/* The same as displacement_right, where its two terms all but cancel. */
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

/* How far a corner of the other is beyond the edge. */
static twofold beyond_edge(const meter *m, const round_hull *h, int edge, int corner) {
  const double *q = other_of(m, h)->corners[corner].point, *p = h->corners[edge].point;
  displacement e = edge_of(m, h, edge), f = displacement_between(p, q, m->scale);
  double k = displacement_stretch(e);
  twofold right;
  e = displacement_stretched(e, k);
  right = displacement_right(e, f);
  /* 2^-40: twofolds keep more digits than that, beyond the double that is shown. */
  if (fabs(right.hi) < 9.1e-13 * (fabs(e.x.hi * f.y.hi) + fabs(e.y.hi * f.x.hi)))
    right = right_exactly(m, p, next_corner(h, edge)->point, q, k);
  return tf_div(right, tf_sqrt(displacement_dot(e, e)));
}

/* Where the foot of q lies on the edge from p to p + e: 0 to 1 on it. */
static twofold foot_on(const meter *m, const double p[2], displacement e, const double q[2]) {
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

/* ---- Apart: the nearest features ---------------------------------------------------------- */

/* As in plain doubles: the distance of a corner from an edge that its foot is on, or HUGE_VAL. */
static double plain_from_edge(const meter *m, const round_hull *h, int edge, const double q[2]) {
  const collide_corner *p = &h->corners[edge], *next = next_corner(h, edge);
  double x = (q[0] - p->point[0]) * m->scale, y = (q[1] - p->point[1]) * m->scale;
  double ex = (next->point[0] - p->point[0]) * m->scale;
  double ey = (next->point[1] - p->point[1]) * m->scale;
  const double *n = p->normal;
  double along = n[0] * y - n[1] * x, length = n[0] * ey - n[1] * ex, out = n[0] * x + n[1] * y;
  if (along < -m->error || along > length + m->error || out < -m->error) return HUGE_VAL;
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
  const double *q = other_of(m, h)->corners[corner].point, *p, *next;
  if (h->count < 2 || !(plain_from_edge(m, h, edge, q) <= most)) return;
  p = h->corners[edge].point;
  next = next_corner(h, edge)->point;
  if (ci_dot2d(p, next, p, q) < 0 || ci_dot2d(next, p, next, q) < 0 || orient2d(p, next, q) >= 0)
    return;
  take_if_less(best, h, edge, corner, beyond_edge(m, h, edge, corner));
}

/* Edges first, so that a tie is theirs: they know of stretches. */
static void find_nearest(const meter *m, feature *best) {
  double most = least_plainly(m) + 2 * m->error;
  int i, j;
  best->owner = NULL;
  best->edge = best->corner = 0;
  best->apart = tf(HUGE_VAL);
  for (i = 0; i < m->a->count; i++) {
    for (j = 0; j < m->b->count; j++) {
      try_edge(m, m->a, i, j, most, best);
      try_edge(m, m->b, j, i, most, best);
    }
  }
  for (i = 0; i < m->a->count; i++)
    for (j = 0; j < m->b->count; j++)
      if (plain_between_corners(m, i, j) <= most)
        take_if_less(best, NULL, i, j, between_corners(m, i, j));
}

/* ---- Meeting: the least push ------------------------------------------------------------------
 */

/* The corner of the other that is least beyond the edge, and how much. */
static double deepest_plainly(const meter *m, const round_hull *h, int edge) {
  const round_hull *other = other_of(m, h);
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
  const round_hull *other = other_of(m, h);
  feature own;
  int j;
  own.owner = h;
  own.edge = edge;
  own.corner = 0;
  own.apart = tf(HUGE_VAL);
  for (j = 0; j < other->count; j++) {
    if (beyond(&h->corners[edge], other->corners[j].point) * m->scale > least + 2 * m->error)
      continue;
    take_if_less(&own, h, edge, j, beyond_edge(m, h, edge, j));
  }
  if (is_less(best->apart, own.apart)) *best = own;
}

static void find_least_push(const meter *m, feature *best) {
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
      if (x >= shallowest - 2 * m->error) try_deepest(m, hulls[k], i, x, best);
    }
  }
}

/* ---- What is to be told ---------------------------------------------------- */

/* The normal from b to a. */
static void take_normal(const meter *m, const feature *f, double n[2]) {
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

static double clamp(double s) {
  return s < 0 ? 0 : s > 1 ? 1 : s;
}

/* The middle of the part of an edge, from p to next, that faces the stretch from q to r. */
static void middle_facing(const meter *m, const double p[2], const double next[2],
                          const double q[2], const double r[2], double point[2]) {
  displacement e = displacement_between(p, next, m->scale);
  double s = clamp(foot_on(m, p, e, q).hi), t = q == r ? s : clamp(foot_on(m, p, e, r).hi);
  displacement_point(p, e, s * 0.5 + t * 0.5, m->scale, point);
}

/* A neighbour of the corner that is as near to the edge but for rounding, or the corner. */
static int other_end(const meter *m, const feature *f) {
  const round_hull *h = other_of(m, f->owner);
  const collide_corner *edge = &f->owner->corners[f->edge];
  double own = beyond(edge, h->corners[f->corner].point), best = HUGE_VAL;
  int k, found = f->corner;
  for (k = -1; k <= 1 && h->count > 1; k += 2) {
    int j = (f->corner + k + h->count) % h->count;
    double x = fabs(beyond(edge, h->corners[j].point) - own) * m->scale;
    if (x <= 0.25 * m->error && x < best) {
      best = x;
      found = j;
    }
  }
  return found;
}

/* The nearest, or deepest, points of the two hulls without radii. */
static void take_points(const meter *m, const feature *f, double on_a[2], double on_b[2]) {
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
  q = other_of(m, f->owner)->corners[f->corner].point;
  r = other_of(m, f->owner)->corners[other_end(m, f)].point;
  middle_facing(m, p, next, q, r, on_edge);
  if (q == r)
    memcpy(on_other, q, 2 * sizeof q[0]);
  else
    middle_facing(m, q, r, p, next, on_other);
}

/* ---- Less the radii -------------------------------------------------------- */

/* over / under = the square of what is apart, exactly and not scaled. */
static void exact_square(exact_pool *pool, const meter *m, const feature *f, exact *over,
                         exact *under) {
  exact e[2], g[2];
  const double *p, *q;
  int i;
  if (f->owner == NULL) {
    p = m->a->corners[f->edge].point;
    q = m->b->corners[f->corner].point;
    for (i = 0; i < 2; i++) ci_exact_set_diff(pool, &g[i], q[i], p[i]);
    ci_exact_mul(over, &g[0], &g[0]);
    ci_exact_add_product(over, &g[1], &g[1]);
    ci_exact_set(pool, under, 1);
    return;
  }
  p = f->owner->corners[f->edge].point;
  q = other_of(m, f->owner)->corners[f->corner].point;
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

/* D - R = (D^2 - R^2) / (D + R), where the two are so near that twofolds cannot tell. */
static double less_radii_exactly(const meter *m, const feature *f) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact over, under, radius, square;
  double low;
  exact_square(pool, m, f, &over, &under);
  ci_exact_set_sum(pool, &radius, m->a->radius, m->b->radius);
  ci_exact_mul(&square, &radius, &radius);
  ci_exact_mul(&square, &square, &under);
  ci_exact_sub(&over, &over, &square);
  ci_exact_mul(&under, &under, &radius);
  return ci_exact_ratio(&over, &under, &low) * 0.5;
}

static double less_radii(const meter *m, const feature *f) {
  twofold radius = two_sum(m->a->radius * m->scale, m->b->radius * m->scale);
  twofold rest = tf_sub(f->apart, radius);
  /* 2^-60: far above what is lost of twofolds. */
  if (f->apart.hi > 0 && fabs(rest.hi) < 8.7e-19 * radius.hi) return less_radii_exactly(m, f);
  return rest.hi / m->scale;
}

/* ---- A point of both ---------------------------------------------------------- */

static int both_hold(const meter *m, const double p[2]) {
  collide_corner corner;
  round_hull point = ci_pair_point(p, &corner);
  return ci_hulls_overlap(&point, m->a) && ci_hulls_overlap(&point, m->b);
}

/* Of hulls that meet by their radii alone, on the way from one's deepest point
 * to the other's: halfway, unless one of them is too thin to be there. Then as
 * near to that as is within the radius of the thin one. */
static void common_between(const meter *m, pair_gap *gap) {
  double depth = -gap->apart, s = depth * 0.5;
  int i;
  for (i = 0; i < 2; i++) gap->common[i] = gap->on_b[i] - gap->normal[i] * s;
  if (both_hold(m, gap->common)) return;
  if (s > 2 * m->b->radius) s = 2 * m->b->radius;
  if (s < depth - 2 * m->a->radius) s = depth - 2 * m->a->radius;
  for (i = 0; i < 2; i++) gap->common[i] = gap->on_b[i] - gap->normal[i] * s;
}

/* ---- What pair.c asks ------------------------------------------------------ */

/* Two points in one place: no way out is shorter than another. */
static int are_one_point(const round_hull *a, const round_hull *b) {
  return a->count == 1 && b->count == 1 && a->corners[0].point[0] == b->corners[0].point[0] &&
         a->corners[0].point[1] == b->corners[0].point[1];
}

/* Deepest points of the hulls alone become those of the hulls with their radii. */
static void add_radii(const round_hull *a, const round_hull *b, pair_gap *gap) {
  int i;
  for (i = 0; i < 2; i++) {
    gap->on_a[i] -= gap->normal[i] * a->radius;
    gap->on_b[i] += gap->normal[i] * b->radius;
  }
}

static void measure_one_point(const round_hull *a, const round_hull *b, pair_gap *gap) {
  gap->normal[0] = 1;
  gap->normal[1] = 0;
  gap->apart = 0 - (a->radius + b->radius);
  memcpy(gap->on_a, a->corners[0].point, sizeof gap->on_a);
  memcpy(gap->on_b, a->corners[0].point, sizeof gap->on_b);
  memcpy(gap->common, a->corners[0].point, sizeof gap->common);
  add_radii(a, b, gap);
}

/* Past the magnitudes that the header speaks of products may leave the range
 * after all: then what is shown is wrong, but still a number. */
static void settle(double v[2], const double otherwise[2]) {
  if (v[0] - v[0] == 0 && v[1] - v[1] == 0) return;
  v[0] = otherwise[0];
  v[1] = otherwise[1];
}

static void settle_all(const round_hull *a, const round_hull *b, int overlap, pair_gap *gap) {
  static const double right[2] = {1, 0};
  settle(gap->normal, right);
  settle(gap->on_a, a->corners[0].point);
  settle(gap->on_b, b->corners[0].point);
  if (overlap) settle(gap->common, b->corners[0].point);
}

static void measure_hulls(const round_hull *a, const round_hull *b, int overlap, pair_gap *gap) {
  meter m = meter_make(a, b);
  feature f;
  int meet = overlap && ci_hulls_meet(a, b);
  if (are_one_point(a, b)) {
    measure_one_point(a, b, gap);
    return;
  }
  if (meet)
    find_least_push(&m, &f);
  else
    find_nearest(&m, &f);
  take_normal(&m, &f, gap->normal);
  gap->apart = less_radii(&m, &f);
  take_points(&m, &f, gap->on_a, gap->on_b);
  add_radii(a, b, gap);
  /* What is measured says nothing against what was decided. */
  if (overlap && !(gap->apart <= 0)) gap->apart = 0;
  if (!overlap && !(gap->apart > 0)) gap->apart = nextafter(0, 1);
  if (!overlap) return;
  /* So little of a meeting that its corners are all rounding is a touch. */
  if (!meet || f.apart.hi > -0.25 * m.error || !ci_hulls_find_common(a, b, m.scale, gap->common))
    common_between(&m, gap);
}

void ci_hulls_measure(const round_hull *a, const round_hull *b, int overlap, pair_gap *gap) {
  measure_hulls(a, b, overlap, gap);
  settle_all(a, b, overlap, gap);
}

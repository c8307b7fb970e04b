/* SPDX-License-Identifier: MIT
 *
 * The part of a polytope between two planes across the axis y, seen along the axis: the nearest
 * point to the axis, as exact_nearest.c finds it in space.
 *
 * The part is the hull of the corners between the planes and of the points where edges cross them.
 * Seen along the axis they are points of the plane, (X / W, Z / W) with W > 0, in exact numbers: a
 * corner has W = 1; an edge from p to q crosses the level L at
 * (p |q_y - L| + q |p_y - L|) / (|p_y - L| + |q_y - L|). Degrees: X and Z 8, W 4.
 */
#include "exact_points.h"

#include <string.h>

/* ---- The points -------------------------------------------------------------------------- */

/* The points have numbers: all corners, then the edges at the low plane, then those at the high
 * one, if that is another. */
static int count_features(const solid_slab *s) {
  const solid_corners *c = s->pair->a;
  return c->count + (s->is_flat ? 1 : 2) * ci_solid_edges(c);
}

/* The corners of an edge and the level that it may cross; 0 where the number stands for none. */
static int find_edge(const solid_slab *s, int feature, int ends[2], const exact **level) {
  const solid_corners *c = s->pair->a;
  int number = feature - c->count, edges = ci_solid_edges(c);
  *level = number < edges ? &s->low : &s->high;
  return ci_solid_edge(c, number < edges ? number : number - edges, ends);
}

static approx approx_magnitude(approx a) {
  return approx_make(fabs(a.value), a.error);
}

static approx approx_mix(approx p, approx at_p, approx q, approx at_q) {
  return approx_add(approx_mul(p, at_p), approx_mul(q, at_q));
}

/* The height of a corner above a level, in doubles. */
static approx approx_height(const solid_slab *s, int corner, const approx *level) {
  return approx_sub(solid_map_at(s->map, corner, 1), *level);
}

static int approximate_edge(const solid_slab *s, int feature, const approx levels[2], approx h[3]) {
  const exact *level;
  approx a, b;
  int ends[2], sign[2], i;
  if (!find_edge(s, feature, ends, &level)) return 0;
  a = approx_height(s, ends[0], &levels[level == &s->high]);
  b = approx_height(s, ends[1], &levels[level == &s->high]);
  sign[0] = approx_sign(a);
  sign[1] = approx_sign(b);
  if (sign[0] == sign[1] && sign[0] != FILTER_UNSURE) return 0;
  a = approx_magnitude(a);
  b = approx_magnitude(b);
  for (i = 0; i < 2; i++)
    h[i] = approx_mix(solid_map_at(s->map, ends[0], 2 * i), b, solid_map_at(s->map, ends[1], 2 * i),
                      a);
  h[2] = approx_add(a, b);
  return sign[0] == FILTER_UNSURE || sign[1] == FILTER_UNSURE ? FILTER_UNSURE : 1;
}

/* In doubles with a bound on their error: is there a point of this number (1 or 0, or
 * FILTER_UNSURE), and where is it? */
static int approximate_point(const solid_slab *s, int feature, const approx levels[2],
                             approx h[3]) {
  int low, high;
  if (feature >= s->pair->a->count) return approximate_edge(s, feature, levels, h);
  low = approx_sign(approx_height(s, feature, &levels[0]));
  high = approx_sign(approx_height(s, feature, &levels[1]));
  if (low == -1 || high == 1) return 0;
  h[0] = solid_map_at(s->map, feature, 0);
  h[1] = solid_map_at(s->map, feature, 2);
  h[2] = approx_exact(1);
  return low == 1 && high == -1 ? 1 : FILTER_UNSURE;
}

static int exact_edge(const solid_slab *s, int feature, exact h[3]) {
  const exact *level;
  exact p[3], q[3], a, b;
  int ends[2];
  if (!find_edge(s, feature, ends, &level)) return 0;
  ci_solid_difference(s->pair, ends[0], 0, p);
  ci_solid_difference(s->pair, ends[1], 0, q);
  ci_exact_sub(&a, &p[1], level);
  ci_exact_sub(&b, &q[1], level);
  if (exact_sign(&a) * exact_sign(&b) >= 0) return 0;
  a.sign = b.sign = 1;
  ci_exact_mul(&h[0], &p[0], &b);
  ci_exact_add_product(&h[0], &q[0], &a);
  ci_exact_mul(&h[1], &p[2], &b);
  ci_exact_add_product(&h[1], &q[2], &a);
  ci_exact_add(&h[2], &a, &b);
  return 1;
}

static int exact_corner(const solid_slab *s, int feature, exact h[3]) {
  exact p[3], height;
  ci_solid_difference(s->pair, feature, 0, p);
  ci_exact_sub(&height, &p[1], &s->low);
  if (exact_sign(&height) < 0) return 0;
  ci_exact_sub(&height, &p[1], &s->high);
  if (exact_sign(&height) > 0) return 0;
  h[0] = p[0];
  h[1] = p[2];
  ci_exact_set(s->pair->frame->pool, &h[2], 1);
  return 1;
}

/* Is there a point of this number? Then it lies on top of the pool. */
static int exact_point(const solid_slab *s, int feature, exact h[3]) {
  exact_pool *pool = s->pair->frame->pool;
  int mark = ci_exact_mark(pool);
  int there = feature < s->pair->a->count ? exact_corner(s, feature, h) : exact_edge(s, feature, h);
  if (there)
    ci_exact_keep(pool, mark, h, 3);
  else
    ci_exact_release(pool, mark);
  return there;
}

/* ---- Signs
 * --------------------------------------------------------------------------------------- */

/* r = n . (X, Z), or its cross product, for the first two of three numbers. */
static void dot(exact *r, const exact *n, const exact *h) {
  ci_exact_mul(r, &n[0], &h[0]);
  ci_exact_add_product(r, &n[1], &h[1]);
}

static void cross(exact *r, const exact *p, const exact *q) {
  ci_exact_mul(r, &p[0], &q[1]);
  ci_exact_sub_product(r, &p[1], &q[0]);
}

/* The sign of n . p - n . q */
static int level_sign(const exact n[2], const exact p[3], const exact q[3]) {
  exact_pool *pool = n[0].pool;
  exact a, b;
  int mark = ci_exact_mark(pool);
  dot(&a, n, p);
  ci_exact_mul(&a, &a, &q[2]);
  dot(&b, n, q);
  ci_exact_mul(&b, &b, &p[2]);
  ci_exact_sub(&a, &a, &b);
  ci_exact_release(pool, mark);
  return exact_sign(&a);
}

static int cross_sign(const exact p[3], const exact q[3]) {
  exact r;
  int mark = ci_exact_mark(p[0].pool);
  cross(&r, p, q);
  ci_exact_release(p[0].pool, mark);
  return exact_sign(&r);
}

/* e = q - p, times a positive number */
static void edge_vector(const exact p[3], const exact q[3], exact e[2]) {
  int i;
  for (i = 0; i < 2; i++) {
    ci_exact_mul(&e[i], &q[i], &p[2]);
    ci_exact_sub_product(&e[i], &p[i], &q[2]);
  }
}

/* ---- The loop ---------------------------------------------------------------------------- */

enum { MOST = 3, STEPS = 1000 };

typedef struct simplex {
  int count;
  exact at[MOST][3]; /* in the pool in this order, with nothing between */
} simplex;

/* The nearest point of the line or the point, times a positive number; two numbers. */
static void direction(exact (*const v[])[3], int count, exact n[2]) {
  exact e[2], along;
  int mark;
  if (count == 1) {
    memcpy(n, *v[0], 2 * sizeof n[0]);
    return;
  }
  edge_vector(*v[0], *v[1], e);
  n[0] = e[1];
  n[1] = e[0];
  ci_exact_negate(&n[0]);
  mark = ci_exact_mark(e[0].pool);
  dot(&along, n, *v[0]);
  ci_exact_release(e[0].pool, mark);
  n[0].sign *= exact_sign(&along);
  n[1].sign *= exact_sign(&along);
}

static int holds_nearest(exact (*const v[])[3], int count) {
  if (count == 1) return 1;
  if (count == 2) {
    exact_pool *pool = (*v[0])[0].pool;
    exact e[2], a, b;
    int mark = ci_exact_mark(pool);
    edge_vector(*v[0], *v[1], e);
    dot(&a, e, *v[0]);
    dot(&b, e, *v[1]);
    ci_exact_release(pool, mark);
    return exact_sign(&a) < 0 && exact_sign(&b) > 0;
  }
  {
    int turn = cross_sign(*v[0], *v[1]);
    return turn != 0 && cross_sign(*v[1], *v[2]) == turn && cross_sign(*v[2], *v[0]) == turn;
  }
}

static int is_nearest_face(simplex *s, int mask) {
  exact_pool *pool = s->at[0][0].pool;
  exact(*v[MOST])[3], n[2];
  int i, count = 0, nearest = 1, mark;
  for (i = 0; i < s->count; i++)
    if (mask & (1 << i)) v[count++] = &s->at[i];
  if (!holds_nearest(v, count)) return 0;
  if (count == s->count) return 1;
  mark = ci_exact_mark(pool);
  direction(v, count, n);
  for (i = 0; i < s->count && nearest; i++)
    if (!(mask & (1 << i))) nearest = level_sign(n, s->at[i], *v[0]) >= 0;
  ci_exact_release(pool, mark);
  return nearest;
}

static void reduce(simplex *s, int mark) {
  int newest = 1 << (s->count - 1), mask = 0;
  while (mask < newest && !is_nearest_face(s, mask | newest)) mask++;
  if (mask == newest) mask = 0; /* only when numbers were too long */
  mask |= newest;
  s->count = ci_solid_keep_points(s->at, s->count, mask, mark);
}

/* The sign of n . p - n . q for two points by their numbers. */
static int compare_points(const solid_slab *s, const exact n[2], int p, int q) {
  exact_pool *pool = s->pair->frame->pool;
  exact h[2][3];
  int sign, mark = ci_exact_mark(pool);
  (void)exact_point(s, p, h[0]);
  (void)exact_point(s, q, h[1]);
  sign = level_sign(n, h[0], h[1]);
  ci_exact_release(pool, mark);
  return sign;
}

/* The number of the point for which n . h is least, or of any when n is NULL; -1: there is none. */
static int least_point(const solid_slab *s, const exact *n) {
  exact_pool *pool = s->pair->frame->pool;
  approx h[3], along[2], least[2], levels[2];
  double r[3];
  int i, best = -1, features = count_features(s);
  for (i = 0; i < 2; i++) along[i] = least[i] = approx_exact(0);
  levels[0] = ci_solid_approx(&s->low);
  levels[1] = ci_solid_approx(&s->high);
  if (n != NULL) {
    exact v[3];
    memcpy(v, n, 2 * sizeof v[0]);
    v[2] = v[0];
    v[2].sign = 0;
    ci_solid_round(v, r);
    for (i = 0; i < 2; i++)
      along[i] = approx_make(r[i], APPROX_ROUNDING * fabs(r[i]) + APPROX_FLOOR);
  }
  for (i = 0; i < features; i++) {
    int there = approximate_point(s, i, levels, h), sign = 0;
    approx height;
    if (there == 0) continue;
    if (there == FILTER_UNSURE) {
      exact point[3];
      int mark = ci_exact_mark(pool);
      there = exact_point(s, i, point);
      ci_exact_release(pool, mark);
      if (!there) continue;
    }
    if (n == NULL) return i;
    height = approx_add(approx_mul(along[0], h[0]), approx_mul(along[1], h[1]));
    if (best >= 0) {
      sign = approx_sign(approx_sub(approx_mul(height, least[1]), approx_mul(least[0], h[2])));
      if (sign == FILTER_UNSURE) sign = compare_points(s, n, i, best);
      if (sign >= 0) continue;
    }
    best = i;
    least[0] = height;
    least[1] = h[2];
  }
  return best;
}

/* The distance of the point or line against the radius: (X^2 + Z^2) / W^2, or of a line through p
 * and q (p x q)^2 / |e|^2, where W of both cancels. */
static int compare_radius(const simplex *s, const exact *radius) {
  exact_pool *pool = s->at[0][0].pool;
  exact e[2], over, under;
  int mark = ci_exact_mark(pool);
  if (s->count == 1) {
    dot(&over, s->at[0], s->at[0]);
    ci_exact_mul(&under, &s->at[0][2], &s->at[0][2]);
  } else {
    edge_vector(s->at[0], s->at[1], e);
    dot(&under, e, e);
    ci_exact_keep(pool, mark, &under, 1);
    cross(&over, s->at[0], s->at[1]);
    ci_exact_mul(&over, &over, &over);
  }
  ci_exact_mul(&e[0], radius, radius);
  ci_exact_mul(&e[0], &e[0], &under);
  ci_exact_sub(&over, &over, &e[0]);
  ci_exact_release(pool, mark);
  return exact_sign(&over) > 0 ? SOLID_APART : exact_sign(&over) == 0 ? SOLID_TOUCH : SOLID_IN;
}

/* Adds the point that is farthest in front of the line through the nearest; 0: there is none. */
static int advance(const solid_slab *slab, simplex *s, const exact n[2], int mark) {
  exact *h = s->at[s->count];
  (void)exact_point(slab, least_point(slab, n), h);
  if (level_sign(n, h, s->at[0]) >= 0) return 0;
  ci_exact_keep(slab->pair->frame->pool, mark, h, 3);
  s->count++;
  return 1;
}

int ci_solid_slab_near_axis(const solid_slab *slab, const exact *radius) {
  exact_pool *pool = slab->pair->frame->pool;
  simplex s;
  int step, first, base = ci_exact_mark(pool), found = SOLID_IN;
  first = least_point(slab, NULL);
  if (first < 0) return SOLID_APART;
  s.count = 1;
  (void)exact_point(slab, first, s.at[0]);
  for (step = 0; step < STEPS && s.count < MOST; step++) {
    exact(*v[MOST])[3], n[2];
    int i, mark = ci_exact_mark(pool);
    for (i = 0; i < s.count; i++) v[i] = &s.at[i];
    direction(v, s.count, n);
    if (exact_sign(&n[0]) == 0 && exact_sign(&n[1]) == 0) break;
    if (!advance(slab, &s, n, mark)) {
      ci_exact_release(pool, mark);
      found = compare_radius(&s, radius);
      break;
    }
    reduce(&s, base);
  }
  ci_exact_release(pool, base);
  return found;
}

void ci_solid_slab_range(const solid_pair *p, const exact *level, int sign[2]) {
  exact_pool *pool = p->frame->pool;
  int i, at[2], mark = ci_exact_mark(pool);
  for (i = 0; i < 2; i++) {
    exact n[3], w[3], height;
    ci_exact_set(pool, &n[0], 0);
    ci_exact_set(pool, &n[1], i == 0 ? 1 : -1);
    ci_exact_set(pool, &n[2], 0);
    ci_solid_least(p, n, at);
    ci_solid_difference(p, at[0], 0, w);
    ci_exact_sub(&height, &w[1], level);
    sign[i] = exact_sign(&height);
    ci_exact_release(pool, mark);
  }
}

/* SPDX-License-Identifier: MIT
 *
 * The part of a polytope between two planes across the axis y. exact_nearest.c finds the distance
 * of its shadow from the axis.
 *
 * The points of the shadow have four numbers, X, 0, Z and W. A corner has W = 1. An edge from p to
 * q crosses the level L at (p |q_y - L| + q |p_y - L|) / (|p_y - L| + |q_y - L|). Degrees: X and Z
 * 8, W 4.
 */
#include "exact_points.h"

/* ---- The points -------------------------------------------------------------------------- */

/* The points have numbers: all corners, then the edges at the low plane, then those at the high
 * plane if it is another one. */
static int count_features(const solid_slab *s) {
  const solid_corners *c = s->pair->a;
  return c->count + (s->is_flat ? 1 : 2) * ci_solid_edges(c);
}

/* The corners of an edge and the level that it may cross; 0 if the number has no edge. */
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

/* In doubles with a bound on their error: does a point of this number exist (1 or 0, or
 * FILTER_UNSURE), and its place. */
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

static int exact_edge(const solid_slab *s, int feature, exact h[4]) {
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
  ci_exact_set(a.pool, &h[1], 0);
  ci_exact_mul(&h[2], &p[2], &b);
  ci_exact_add_product(&h[2], &q[2], &a);
  ci_exact_add(&h[3], &a, &b);
  return 1;
}

static int exact_corner(const solid_slab *s, int feature, exact h[4]) {
  exact p[3], height;
  ci_solid_difference(s->pair, feature, 0, p);
  ci_exact_sub(&height, &p[1], &s->low);
  if (exact_sign(&height) < 0) return 0;
  ci_exact_sub(&height, &p[1], &s->high);
  if (exact_sign(&height) > 0) return 0;
  h[0] = p[0];
  ci_exact_set(s->pair->frame->pool, &h[1], 0);
  h[2] = p[2];
  ci_exact_set(s->pair->frame->pool, &h[3], 1);
  return 1;
}

int ci_solid_slab_point(const solid_slab *s, int feature, exact h[4]) {
  exact_pool *pool = s->pair->frame->pool;
  int mark = ci_exact_mark(pool);
  int there = feature < s->pair->a->count ? exact_corner(s, feature, h) : exact_edge(s, feature, h);
  if (there)
    ci_exact_keep(pool, mark, h, 4);
  else
    ci_exact_release(pool, mark);
  return there;
}

/* ---- The least point ------------------------------------------------------------------------ */

/* The sign of n . p - n . q for two points by their numbers. */
static int compare_points(const solid_slab *s, const exact n[3], int p, int q) {
  exact_pool *pool = s->pair->frame->pool;
  exact h[2][4];
  int sign, mark = ci_exact_mark(pool);
  (void)ci_solid_slab_point(s, p, h[0]);
  (void)ci_solid_slab_point(s, q, h[1]);
  sign = ci_solid_level_sign(n, h[0], h[1]);
  ci_exact_release(pool, mark);
  return sign;
}

int ci_solid_slab_least(const solid_slab *s, const exact n[3]) {
  exact_pool *pool = s->pair->frame->pool;
  approx h[3], along[2], least[2], levels[2];
  double r[3];
  int i, best = -1, features = count_features(s);
  for (i = 0; i < 2; i++) along[i] = least[i] = approx_exact(0);
  levels[0] = ci_solid_approx(&s->low);
  levels[1] = ci_solid_approx(&s->high);
  if (n != NULL) {
    ci_solid_round(n, r);
    for (i = 0; i < 2; i++)
      along[i] = approx_make(r[2 * i], APPROX_ROUNDING * fabs(r[2 * i]) + APPROX_FLOOR);
  }
  for (i = 0; i < features; i++) {
    int there = approximate_point(s, i, levels, h), sign = 0;
    approx height;
    if (there == 0) continue;
    if (there == FILTER_UNSURE) {
      exact point[4];
      int mark = ci_exact_mark(pool);
      there = ci_solid_slab_point(s, i, point);
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

/* SPDX-License-Identifier: MIT
 *
 * A point that two outlines without radii share, in the middle of their intersection.
 */
#include "../../number/bits.h"
#include "../../number/orient.h"
#include "../../number/displacement.h"
#include "../../number/scalar.h"
#include "plane_caliper.h"
#include "plane_quick.h"

/* A crossing is computed in plain doubles if its cross product is more than this times the terms.
 * Each cross product is off by 4 u of its terms, so the crossing by 64 u of the edge. Terms below
 * LEAST_TERMS may lose more to underflow. */
#ifndef PLAIN_CROSSING
#define PLAIN_CROSSING 0.0625
#endif
#define LEAST_TERMS 1e-280
/* The same for products of twofolds, which are scaled first. */
#define LEAST_TWOFOLD_TERMS 1e-250

/* The mean of some points. It sums differences from the first point, to keep digits far from the
 * origin. */
typedef struct mean {
  lanes first, sum;
  int count;
} mean;

static PAIR_INLINE void mean_clear(mean *all) {
  all->first = all->sum = lanes_same(0);
  all->count = 0;
}

static PAIR_INLINE void mean_add(mean *all, lanes p) {
  if (all->count++ == 0)
    all->first = p;
  else
    all->sum = lanes_add(all->sum, lanes_sub(p, all->first));
}

static PAIR_INLINE lanes mean_of(const mean *all) {
  return lanes_add(all->first, lanes_div(all->sum, lanes_same(all->count)));
}

static int is_corner(const plane_outline *h, const double p[2]) {
  int i;
  for (i = 0; i < h->count; i++)
    if (h->corners[i].point[0] == p[0] && h->corners[i].point[1] == p[1]) return 1;
  return 0;
}

/* The crossing of two segments that are known to cross; 0 if plain doubles lose too many digits. */
static PAIR_INLINE int cross_plainly(lanes p, lanes next, lanes q, lanes r, lanes *point) {
  lanes e = lanes_sub(next, p), f = lanes_swapped(lanes_sub(r, q));
  lanes u = lanes_mul(f, e), v = lanes_mul(f, lanes_sub(q, p)), terms, both;
  double under, over, size;
  both = lanes_sub(lanes_firsts(u, v), lanes_seconds(u, v)); /* f x e, and f x (q - p) */
  terms = lanes_add(lanes_abs(u), lanes_abs(v));
  under = lanes_first(both);
  over = lanes_second(both);
  size = lanes_first(terms) + lanes_second(terms);
  if (!(fabs(under) > PLAIN_CROSSING * size && size > LEAST_TERMS)) return 0;
  *point = lanes_add(p, lanes_mul(lanes_same(clamp(over / under, 0, 1)), e));
  return 1;
}

/* (next - p) x (r - q) */
static void exact_cross(exact_pool *pool, const double p[2], const double next[2],
                        const double q[2], const double r[2], exact *x) {
  exact e[2], f[2];
  int i, mark = ci_exact_mark(pool);
  for (i = 0; i < 2; i++) {
    ci_exact_set_diff(pool, &e[i], next[i], p[i]);
    ci_exact_set_diff(pool, &f[i], r[i], q[i]);
  }
  ci_exact_mul(x, &e[0], &f[1]);
  ci_exact_sub_product(x, &e[1], &f[0]);
  ci_exact_keep(pool, mark, x, 1);
}

static twofold share_exactly(const double p[2], const double next[2], const double q[2],
                             const double r[2]) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact over, under;
  twofold share;
  exact_cross(pool, p, q, q, r, &over);
  exact_cross(pool, p, next, q, r, &under);
  share.hi = ci_exact_ratio(&over, &under, &share.lo);
  return share;
}

static void cross_precisely(double scale, const double p[2], const double next[2],
                            const double q[2], const double r[2], double point[2]) {
  displacement e = displacement_between(p, next, scale), f = displacement_between(q, r, scale);
  twofold under = displacement_right(f, e);
  double terms = fabs(f.y.hi * e.x.hi) + fabs(f.x.hi * e.y.hi);
  twofold s;
  if (fabs(under.hi) > MEASURE_CANCEL * terms && terms > LEAST_TWOFOLD_TERMS)
    s = tf_div(displacement_right(f, displacement_between(p, q, scale)), under);
  else
    s = share_exactly(p, next, q, r);
  displacement_point(p, e, tf_clamp(s), scale, point);
}

static lanes find_crossing(double scale, const double p[2], const double next[2], const double q[2],
                           const double r[2]) {
  double point[2];
  cross_precisely(scale, p, next, q, r, point);
  return lanes_load(point);
}

/* Adds the crossing of edge i of a and edge j of b, which are known to cross between their ends. */
static PAIR_INLINE void add_where_cross(const plane_outline *a, int i, const plane_outline *b,
                                        int j, double scale, mean *all) {
  const double *p = a->corners[i].point, *next = next_corner(a, i)->point;
  const double *q = b->corners[j].point, *r = next_corner(b, j)->point;
  lanes point;
  if (!cross_plainly(lanes_load(p), lanes_load(next), lanes_load(q), lanes_load(r), &point))
    point = find_crossing(scale, p, next, q, r);
  mean_add(all, point);
}

static void add_crossing(const plane_outline *a, int i, const plane_outline *b, int j, double scale,
                         mean *all) {
  if (ci_segments_cross(a->corners[i].point, next_corner(a, i)->point, b->corners[j].point,
                        next_corner(b, j)->point))
    add_where_cross(a, i, b, j, scale, all);
}

/* ---- Large outlines: the same points in the same order ----------------------------------- */

static int is_corner_of_wedge(const plane_outline *h, int wedge, const double q[2]) {
  return is_same_point(q, h->corners[0].point) || is_same_point(q, h->corners[wedge].point) ||
         is_same_point(q, h->corners[wedge + 1].point);
}

static void add_large_corners(const plane_outline *a, const plane_outline *b, mean *all) {
  int i, wedge;
  for (i = 0; i < a->count; i++) {
    const double *q = a->corners[i].point;
    if (ci_large_outline_holds(b, q, &wedge)) mean_add(all, lanes_load(q));
  }
  for (i = 0; i < b->count; i++) {
    const double *q = b->corners[i].point;
    if (ci_large_outline_holds(a, q, &wedge) && !is_corner_of_wedge(a, wedge, q))
      mean_add(all, lanes_load(q));
  }
}

/* Finds the edge that crosses the line from p to next, going round h from corner `from` to corner
 * `to`. These two corners are strictly on opposite sides of the line. */
static int find_leaving(const plane_outline *h, int from, int to, const double p[2],
                        const double next[2]) {
  int side = orient2d(p, next, h->corners[from].point);
  int low = 0, high = to > from ? to - from : to - from + h->count;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (orient2d(p, next, h->corners[(from + middle) % h->count].point) == side)
      low = middle;
    else
      high = middle;
  }
  return (from + low) % h->count;
}

/* The line of an edge crosses at most two edges of the other outline. One lies on each side,
 * between the corner least beyond the edge and the corner most beyond it. */
static void add_large_crossings(const plane_outline *a, const plane_outline *b, double scale,
                                mean *all) {
  caliper least, most;
  ci_caliper_start(&least, a, b, 0);
  ci_caliper_start(&most, a, b, 1);
  for (; least.edge < a->count; ci_caliper_next(&least), ci_caliper_next(&most)) {
    const double *p = a->corners[least.edge].point, *next = next_corner(a, least.edge)->point;
    int j, k;
    if (orient2d(p, next, b->corners[least.corner].point) <= 0) continue;
    if (orient2d(p, next, b->corners[most.corner].point) >= 0) continue;
    j = find_leaving(b, least.corner, most.corner, p, next);
    k = find_leaving(b, most.corner, least.corner, p, next);
    add_crossing(a, least.edge, b, j < k ? j : k, scale, all);
    add_crossing(a, least.edge, b, j < k ? k : j, scale, all);
  }
}

/* ---- The mean ----------------------------------------------------------------------------- */

static void add_all(const plane_outline *a, const plane_outline *b, double scale, mean *all) {
  int i, j;
  for (i = 0; i < a->count; i++)
    if (ci_outline_core_holds(b, a->corners[i].point))
      mean_add(all, lanes_load(a->corners[i].point));
  for (j = 0; j < b->count; j++) {
    const double *q = b->corners[j].point;
    if (!is_corner(a, q) && ci_outline_core_holds(a, q)) mean_add(all, lanes_load(q));
  }
  /* The second edge of a segment is the first one reversed. */
  for (i = 0; i < (a->count == 2 ? 1 : a->count); i++)
    for (j = 0; j < (b->count == 2 ? 1 : b->count); j++) add_crossing(a, i, b, j, scale, all);
}

/* The middle of the intersection of two outlines without radii: the mean of its corners. */
int ci_outlines_find_common(const plane_outline *a, const plane_outline *b, double scale,
                            double common[2]) {
  mean all;
  mean_clear(&all);
  if (are_large(a, b)) {
    add_large_corners(a, b, &all);
    add_large_crossings(a, b, scale, &all);
  } else {
    add_all(a, b, scale, &all);
  }
  if (all.count > 0) lanes_store(common, mean_of(&all));
  return all.count > 0;
}

/* ---- With known sides of the corners
 * ----------------------------------------------------------- */

/* The edges of an outline that cross a line. `inside` is the set of its corners on the inner side.
 */
static unsigned crossing_edges(unsigned inside, int count) {
  unsigned next = inside >> 1 | (inside & 1) << (count - 1);
  return count == 2 ? (inside ^ next) & 1 : count < 2 ? 0 : inside ^ next;
}

static PAIR_INLINE void add_held(const plane_outline *h, unsigned held, mean *all) {
  for (; held != 0; held &= held - 1)
    mean_add(all, lanes_load(h->corners[bits_lowest(held)].point));
}

void ci_take_common(const plane_outline *a, const plane_outline *b, const pair_sides *of_a,
                    const pair_sides *of_b, double common[2]) {
  unsigned crossed[QUICK_CORNERS];
  mean all;
  int i, j;
  mean_clear(&all);
  add_held(a, of_b->held, &all);
  add_held(b, of_a->held, &all);
  for (j = 0; j < b->count; j++) crossed[j] = crossing_edges(of_b->inside[j], a->count);
  for (i = 0; i < (a->count == 2 ? 1 : a->count); i++) {
    unsigned edges = crossing_edges(of_a->inside[i], b->count);
    for (; edges != 0; edges &= edges - 1) {
      j = bits_lowest(edges);
      if (crossed[j] >> i & 1) add_where_cross(a, i, b, j, 1, &all);
    }
  }
  lanes_store(common, mean_of(&all));
}

/* SPDX-License-Identifier: MIT
 *
 * Finds the feature through which a line enters the Minkowski difference of two outlines.
 */
#include "sweep.h"

#include "../../number/bits.h"
#include "../../number/orient.h"
#include "../../number/scalar.h"
#include "../../number/twofold.h"

/* ---- Exactly ---------------------------------------------------------------------------------
 *
 * The side of a point q is d x q, above 0 to the left of the line. The line can enter through the
 * edges of Q with n . d < 0. They form one chain of the border: counterclockwise it leads from a
 * corner with the greatest side to one with the least. The side falls along all of the chain: along
 * the edges moved outward by R, and along the arcs between them. So the line enters where the side
 * becomes 0. */

static const double origin[2] = {0, 0};

/* ---- Exact numbers ---------------------------------------------------------------------- */

void ci_sweep_cross_exactly(exact_pool *pool, const double d[2], const double p[2],
                            const double q[2], exact *r) {
  exact v[2], w;
  int mark = ci_exact_mark(pool);
  ci_exact_set_diff(pool, &v[0], q[0], p[0]);
  ci_exact_set_diff(pool, &v[1], q[1], p[1]);
  ci_exact_mul_double(&w, &v[1], d[0]);
  ci_exact_mul_double(&v[0], &v[0], d[1]);
  ci_exact_sub(r, &w, &v[0]);
  ci_exact_keep(pool, mark, r, 1);
}

void ci_sweep_dot_exactly(exact_pool *pool, const double d[2], const double p[2], const double q[2],
                          exact *r) {
  double turned[2];
  turned[0] = -d[1];
  turned[1] = d[0]; /* turned x v = -(d . v) */
  ci_sweep_cross_exactly(pool, turned, p, q, r);
  ci_exact_negate(r);
}

/* ---- Extreme corners ---------------------------------------------------------------------- */

/* Finds the corner with the greatest side, or with sign -1 the least. If several have it, the first
 * one along d, or with `along` -1 the last. */
static int find_extreme(const plane_outline *h, const double d[2], int sign, int along) {
  int i, best = 0;
  for (i = 1; i < h->count; i++) {
    const double *p = h->corners[best].point, *q = h->corners[i].point;
    int order = sign * ci_cross2d(origin, d, p, q);
    if (order > 0 || (order == 0 && along * ci_dot2d(origin, d, p, q) < 0)) best = i;
  }
  return best;
}

/* The sign of sign * (d x v) + R |d| for the corner v of Q. */
static int reach_sign(const sweep_pair *s, int i, int j, int sign) {
  const double *p = s->a.corners[i].point, *q = s->b.corners[j].point;
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact across, square;
  if (s->a.radius + s->b.radius == 0) return sign * ci_cross2d(origin, s->d, p, q);
  ci_sweep_cross_exactly(pool, s->d, p, q, &across);
  if (sign < 0) ci_exact_negate(&across);
  ci_exact_square_between(pool, origin, s->d, &square);
  return ci_sweep_sign_with_root(pool, &across, &square, s->a.radius, s->b.radius, 1);
}

/* ---- Along the border ----------------------------------------------------------------------- */

/* Returns 1 if n . d, which is d x e, is below 0: then the line can enter through the edge of a
 * from corner i, or of b from corner j. */
static int faces(const sweep_pair *s, const sweep_feature *f) {
  const plane_outline *h = f->owner == SWEEP_EDGE_OF_B ? &s->b : &s->a;
  const double *from, *to;
  if (h->count < 2) return 0;
  feature_ends(&s->a, &s->b, f, &from, &to);
  return ci_cross2d(origin, s->d, from, to) < 0;
}

/* Finds the next edge of Q that the line can enter through, after the corner b[j] - a[i]. Returns 0
 * if there is none. */
static int next_edge(const sweep_pair *s, int i, int j, sweep_feature *edge) {
  sweep_feature of_a, of_b;
  const double *p, *q, *r, *t;
  int a, b;
  of_a.owner = SWEEP_EDGE_OF_A;
  of_b.owner = SWEEP_EDGE_OF_B;
  of_a.i = of_b.i = i;
  of_a.j = of_b.j = j;
  a = faces(s, &of_a);
  b = faces(s, &of_b);
  if (a && b) {
    feature_ends(&s->a, &s->b, &of_b, &p, &q);
    feature_ends(&s->a, &s->b, &of_a, &r, &t);
    b = ci_cross2d(p, q, r, t) >= 0;
  }
  *edge = b ? of_b : of_a;
  return a || b;
}

/* The side of the corner b[j] - a[i], moved by R along the edge's normal: d x v |e| - R (d . e). If
 * the signs of P |e| and R Q do not decide, their squares do. P^2 e^2 and R^2 Q^2 are of degree 6,
 * and the sum of all live degrees is 32. */
static int side_exactly(const sweep_pair *s, int i, int j, const sweep_feature *edge) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  const double *from, *to;
  exact p, q, length, x;
  int left, right;
  feature_ends(&s->a, &s->b, edge, &from, &to);
  ci_sweep_cross_exactly(pool, s->d, s->a.corners[i].point, s->b.corners[j].point, &p);
  ci_sweep_dot_exactly(pool, s->d, from, to, &q);
  left = exact_sign(&p);
  right = exact_sign(&q);
  if (left != right || left == 0) return left != 0 ? left : -right;
  ci_exact_mul(&p, &p, &p);
  ci_exact_set_sum(pool, &x, s->a.radius, s->b.radius);
  ci_exact_mul(&q, &q, &x);
  ci_exact_mul(&q, &q, &q);
  ci_exact_square_between(pool, from, to, &length);
  ci_exact_mul(&p, &p, &length);
  ci_exact_sub(&p, &p, &q);
  return left * exact_sign(&p);
}

static int side_of(const sweep_pair *s, int i, int j, const sweep_feature *edge) {
  if (s->a.radius + s->b.radius > 0) return side_exactly(s, i, j, edge);
  return ci_cross2d(origin, s->d, s->a.corners[i].point, s->b.corners[j].point);
}

/* ---- Ties --------------------------------------------------------------------------------- */

/* The line enters through the corner between two edges. Returns 1 if the reported edge is e. */
static int is_preferred(const sweep_pair *s, const sweep_feature *e, const sweep_feature *f) {
  outline_order o;
  o.of_a = s->moving;
  o.of_b = s->fixed;
  o.a = s->a;
  o.b = s->b;
  return ci_prefers_edge(&o, e, f);
}

/* ---- The feature ---------------------------------------------------------------------------- */

/* *feature is the corner b[j] - a[i] before. */
static void find_feature(const sweep_pair *s, int i, int j, sweep_feature *feature) {
  int is_round = s->a.radius + s->b.radius > 0;
  sweep_feature edge, next;
  while (next_edge(s, i, j, &edge)) {
    int end;
    if (is_round && side_of(s, i, j, &edge) < 0) return;
    if (edge.owner == SWEEP_EDGE_OF_B)
      j = corner_after(&s->b, j);
    else
      i = corner_after(&s->a, i);
    end = side_of(s, i, j, &edge);
    if (end <= 0) {
      *feature = edge;
      if (end == 0 && !is_round && next_edge(s, i, j, &next) && !is_preferred(s, &edge, &next))
        *feature = next;
      return;
    }
    feature->i = i;
    feature->j = j;
  }
}

static int has_area(const sweep_pair *s) {
  const plane_outline *a = &s->a, *b = &s->b;
  if (a->radius + b->radius > 0 || a->count > 2 || b->count > 2) return 1;
  return a->count == 2 && b->count == 2 &&
         ci_cross2d(a->corners[0].point, a->corners[1].point, b->corners[0].point,
                    b->corners[1].point) != 0;
}

sweep_found ci_sweep_enter(const sweep_pair *s, sweep_feature *feature) {
  int i = find_extreme(&s->a, s->d, -1, -1), j = find_extreme(&s->b, s->d, 1, 1);
  int top = reach_sign(s, i, j, 1), low;
  feature->owner = SWEEP_CORNER;
  feature->i = i;
  feature->j = j;
  if (top < 0) return SWEEP_MISS;
  low = reach_sign(s, find_extreme(&s->a, s->d, 1, -1), find_extreme(&s->b, s->d, -1, 1), -1);
  if (low < 0) return SWEEP_MISS;
  find_feature(s, i, j, feature);
  return top > 0 && low > 0 && has_area(s) ? SWEEP_CROSS : SWEEP_GRAZE;
}

/* ---- Outlines of few corners, quickly --------------------------------------------------------
 *
 * Two outlines of few corners, with radii or without. Finds the edge of the difference Q of their
 * corners, moved outward by the radius R, or the arc, through which a line enters or leaves. Works
 * like the exact functions above, in plain doubles, unless these are unsure.
 *
 * The side of a corner b[j] - a[i] of Q is d x b[j] - d x a[i], and an edge is entered where the
 * side falls along it. So the sides of all corners, computed once, serve both the entry and the
 * exit. */

/* A side d x p is off by u = 2^-53 of each of its two products, and of itself. That is 2 u of the
 * sum of their sizes, which is at most |dx| + |dy| times the largest coordinate. The difference of
 * two sides is off by twice that, and by its own rounding, which does not change its sign: 4 u and
 * terms of u^2. */
#ifndef SWEEP_SIDES
#define SWEEP_SIDES 4.9960036108132044e-16 /* 4.5 u */
#endif
#ifndef SWEEP_SIDES_FLOOR
#define SWEEP_SIDES_FLOOR 1e-290 /* far above what underflow takes from four products */
#endif

/* R moves a side by R (d x n) for the unit normal n of an edge, or by R |d|. The errors are in
 * units of R (|dx| + |dy|). Each component of n is off by 4.5 u (see BEYOND_MARGIN) and its product
 * by u, their difference by u, R and the product by u each: 8.5 u. |d| is off by 2 u, and its
 * product with R by 2 u. */
#ifndef SWEEP_ROUND
#define SWEEP_ROUND 9.992007221626409e-16 /* 9 u */
#endif

/* Finds the edges along which the side rises, and those along which it falls; the others lie along
 * d. `sides` holds the side of each corner, and ends with the first one again. */
static void find_runs(const plane_outline *h, const double d[2], const double *sides, double error,
                      sweep_runs *runs) {
  int i;
  runs->rise = runs->fall = 0;
  for (i = 0; i < h->count; i++) {
    double by = sides[i + 1] - sides[i];
    int rises = by > error, falls = by < -error;
    if (!(rises | falls)) {
      int sign = ci_cross2d(origin, d, h->corners[i].point, next_corner(h, i)->point);
      rises = sign > 0;
      falls = sign < 0;
    }
    runs->rise |= (unsigned)rises << i;
    runs->fall |= (unsigned)falls << i;
  }
}

static void find_sides(const plane_outline *h, const double d[2], double *sides, double error,
                       sweep_runs *runs) {
  int i;
  for (i = 0; i < h->count; i++)
    sides[i] = d[0] * h->corners[i].point[1] - d[1] * h->corners[i].point[0];
  runs->rise = runs->fall = 0;
  runs->foremost = 0;
  if (h->count == 1) return;
  sides[h->count] = sides[0];
  find_runs(h, d, sides, error, runs);
  if (!(runs->rise | runs->fall))
    runs->foremost = ci_dot2d(origin, d, h->corners[0].point, h->corners[1].point) > 0;
}

/* The corner at which a run of edges begins. Its edges are adjacent, since the outline is convex. A
 * point, or a segment along d, has no such edges: then the corner `only`. */
static int first_of(unsigned run, int count, int only) {
  unsigned after = (run << 1) | (run >> (count - 1));
  return run == 0 ? only : bits_lowest(run & ~after);
}

/* Sets the radius and its error. Returns 0 if the square of |d| may underflow or overflow. Without
 * a radius, returns 0 for fewer than 5 corners in all. */
static int set_radius(const sweep_pair *s, sweep_sides *sides) {
  const double *d = s->d;
  double sum = fabs(d[0]) + fabs(d[1]), square = d[0] * d[0] + d[1] * d[1];
  sides->radius = s->a.radius + s->b.radius;
  sides->reach = 0;
  if (sides->radius == 0) return s->a.count + s->b.count >= 5;
  if (!(square > 1e-280 && square < 1e280)) return 0;
  sides->reach = sides->radius * sqrt(square);
  sides->error += SWEEP_ROUND * (sides->radius * sum);
  return sides->error < HUGE_VAL;
}

int ci_sweep_sides(const sweep_pair *s, sweep_sides *sides) {
  double size = greater(s->moving->of.outline.magnitude, s->fixed->of.outline.magnitude);
  if (s->a.count > SWEEP_SIDES_MOST || s->b.count > SWEEP_SIDES_MOST) return 0;
  sides->d[0] = s->d[0];
  sides->d[1] = s->d[1];
  sides->error = SWEEP_SIDES * ((fabs(s->d[0]) + fabs(s->d[1])) * size) + SWEEP_SIDES_FLOOR;
  if (!set_radius(s, sides)) return 0;
  find_sides(&s->a, s->d, sides->of_a, sides->error, &sides->runs_a);
  find_sides(&s->b, s->d, sides->of_b, sides->error, &sides->runs_b);
  return 1;
}

/* The error of the cross product of two unit normals. Each component is off by 4.5 u (see
 * BEYOND_MARGIN): 9 u and a rounding in each product, and u. */
#ifndef SWEEP_TURN
#define SWEEP_TURN 2.6645352591003757e-15 /* 24 u */
#endif

/* Both edges are entered. Returns 1 if that of b comes first. */
static int is_b_first(const sweep_pair *s, int i, int j) {
  const collide_corner *a = s->a.corners, *b = s->b.corners;
  const double *n = b[j].normal, *m = a[i].normal;
  double turn = n[1] * m[0] - n[0] * m[1]; /* a's edges go the other way in M */
  if (fabs(turn) > SWEEP_TURN) return turn > 0;
  return ci_cross2d(b[j].point, next_corner(&s->b, j)->point, next_corner(&s->a, i)->point,
                    a[i].point) >= 0;
}

static sweep_found write_feature(sweep_owner owner, int i, int j, sweep_feature *feature) {
  feature->owner = owner;
  feature->i = i;
  feature->j = j;
  return SWEEP_CROSS;
}

/* Walks from the corner b[j] - a[i], which has the greatest side, to the place where the side
 * becomes 0. This is an edge, or the arc of a corner. by_a and by_b: the edges that are entered.
 * With sign -1 all sides are negated. */
static sweep_found walk_edges(const sweep_pair *s, const sweep_sides *sides, int sign,
                              unsigned by_a, unsigned by_b, int i, int j, sweep_feature *feature) {
  double error = sides->error, side = sign * (sides->of_b[j] - sides->of_a[i]);
  double radius = sign * sides->radius;
  for (;;) {
    int is_a = (int)(by_a >> i & 1), is_b = (int)(by_b >> j & 1), k = i, l = j;
    const double *n;
    double by;
    if (!(is_a | is_b)) break;
    if (is_a && is_b) is_b = is_b_first(s, i, j);
    if (is_b) {
      n = s->b.corners[j].normal;
      by = radius * (sides->d[0] * n[1] - sides->d[1] * n[0]);
      l = corner_after(&s->b, j);
    } else {
      n = s->a.corners[i].normal;
      by = radius * (sides->d[1] * n[0] - sides->d[0] * n[1]);
      k = corner_after(&s->a, i);
    }
    if (side + by < -error) return write_feature(SWEEP_CORNER, i, j, feature);
    if (!(side + by > error)) return SWEEP_UNSURE;
    side = sign * (sides->of_b[l] - sides->of_a[k]);
    if (side + by < -error)
      return write_feature(is_b ? SWEEP_EDGE_OF_B : SWEEP_EDGE_OF_A, i, j, feature);
    if (!(side + by > error)) return SWEEP_UNSURE;
    i = k;
    j = l;
  }
  if (side - sides->reach > error) return SWEEP_MISS;
  return side - sides->reach < -error ? write_feature(SWEEP_CORNER, i, j, feature) : SWEEP_UNSURE;
}

sweep_found ci_sweep_polygons(const sweep_pair *s, const sweep_sides *sides, int sign,
                              sweep_feature *edge) {
  const sweep_runs *a = &sides->runs_a, *b = &sides->runs_b;
  unsigned by_a = sign > 0 ? a->rise : a->fall, by_b = sign > 0 ? b->fall : b->rise;
  int i = first_of(by_a, s->a.count, sign > 0 ? a->foremost : s->a.count - 1 - a->foremost);
  int j = first_of(by_b, s->b.count, sign > 0 ? s->b.count - 1 - b->foremost : b->foremost);
  double top = sign * (sides->of_b[j] - sides->of_a[i]) + sides->reach;
  if (top < -sides->error) return SWEEP_MISS;
  return top > sides->error ? walk_edges(s, sides, sign, by_a, by_b, i, j, edge) : SWEEP_UNSURE;
}

/* ---- Rects along the axes, quickly -----------------------------------------------------------
 *
 * Two rects with sides along the axes. Their Minkowski difference is such a rect, too. Finds the
 * side through which a line enters it, in plain doubles, unless these are unsure.
 *
 * Along each axis the line enters at t = gap / way and leaves at past / way. A side of the
 * difference is as long as those of both rects together. So it consists of an edge that b makes and
 * one that a makes. Counterclockwise that of b comes first, as above. */

/* A difference of two coordinates is rounded by u = 2^-53 of itself, and so is its product with a
 * component of d: the product is off by less than 2 u + u^2 of itself. The sum of the sizes of two
 * such products, their difference and the product with the margin are off by u each, so 2.5 u is
 * enough. */
#ifndef SWEEP_RECT
#define SWEEP_RECT 2.7755575615628914e-16 /* 2.5 u */
#endif
#ifndef SWEEP_RECT_FLOOR
#define SWEEP_RECT_FLOOR 1e-290 /* far above what underflow takes from two products */
#endif

/* The sign of p q - r s, or FILTER_UNSURE. p and r are differences. An overflow is unsure, too:
 * then the difference is at most its margin, or NaN. */
static int compare_products(double p, double q, double r, double s) {
  double x = p * q, y = r * s;
  double margin = SWEEP_RECT * (fabs(x) + fabs(y)) + SWEEP_RECT_FLOOR;
  if (x - y > margin) return 1;
  return y - x > margin ? -1 : FILTER_UNSURE;
}

typedef struct rect_line {
  const collide_outline *a, *b;
  const double *d;
  double way[2];  /* |d| */
  twofold gap[2]; /* from a to b along d, exact */
  double past[2]; /* the distance along d until a has left b */
} rect_line;

static void read_axis(rect_line *l, int i) {
  const collide_outline *a = l->a, *b = l->b;
  int back = l->d[i] < 0;
  l->way[i] = fabs(l->d[i]);
  l->gap[i] = back ? two_diff(a->low[i], b->high[i]) : two_diff(b->low[i], a->high[i]);
  l->past[i] = back ? a->high[i] - b->low[i] : b->high[i] - a->low[i];
}

/* The line runs along axis 1 - i. Returns 1 if it runs inside the difference, 0 if it is on the
 * border, else -1. */
static int run_along(const rect_line *l, int i) {
  double gap = l->gap[i].hi, past = l->past[i];
  if (gap > 0 || past < 0) return -1;
  return gap < 0 && past > 0;
}

/* Finds the axis along which the line enters last. -1 if it misses, or FILTER_UNSURE. */
static int find_last_axis(const rect_line *l) {
  const double *way = l->way, *past = l->past;
  int last = 0, order, i;
  if (way[0] == 0) last = 1;
  if (way[0] != 0 && way[1] != 0) {
    order = compare_products(l->gap[0].hi, way[1], l->gap[1].hi, way[0]);
    if (order == FILTER_UNSURE) return FILTER_UNSURE;
    last = order < 0;
  }
  i = 1 - last;
  if (way[i] == 0) return last;
  order = compare_products(l->gap[last].hi, way[i], past[i], way[last]);
  if (order == FILTER_UNSURE) return FILTER_UNSURE;
  return order < 0 ? last : -1;
}

/* Returns 1 if the line enters the edge that b makes, on the side along axis k. This edge is the
 * first one, counterclockwise. It ends at the difference of both low ends, or of both high ends. */
static int enters_edge_of_b(const rect_line *l, int side, int k) {
  const collide_outline *a = l->a, *b = l->b;
  int i = 1 - k, uses_low = side >= 2, order;
  double end = uses_low ? b->low[i] - a->low[i] : b->high[i] - a->high[i];
  if (l->d[i] == 0)
    order = end > 0 ? -1 : end < 0;
  else
    order = compare_products(l->gap[k].hi, l->d[i], end, l->way[k]);
  if (order == FILTER_UNSURE) return FILTER_UNSURE;
  return uses_low ? order >= 0 : order <= 0;
}

static int sign_of(double x) {
  return (x > 0) - (x < 0);
}

/* The sign of t - 1. Rounding never moves a number past a double. */
static int compare_end(twofold gap, double way) {
  return gap.hi != way ? sign_of(gap.hi - way) : sign_of(gap.lo);
}

/* t = gap / way. A quotient in plain doubles is off by u. Its remainder is exact except for the
 * rounding of a sum, each term of which is at most u of gap. So t is within 2^-104 of itself before
 * it is rounded, as long as nothing underflows or overflows. */
static void find_rect_time(const rect_line *l, int k, sweep_entry *entry) {
  double way = l->way[k], size = fabs(l->gap[k].hi), first;
  twofold product;
  entry->has_time = way > 1e-100 && way < 1e100 && size > 1e-100 && size < 1e100;
  if (!entry->has_time) return;
  first = l->gap[k].hi / way;
  product = two_product(first, way);
  entry->t = first + (((l->gap[k].hi - product.hi) - product.lo) + l->gap[k].lo) / way;
  entry->normal[1 - k] = 0;
  entry->normal[k] = l->d[k] > 0 ? -1 : 1;
}

void ci_sweep_rects_touch(const sweep_pair *s, const sweep_entry *in, double t, double point[2]) {
  const collide_outline *a = &s->moving->of.outline, *b = &s->fixed->of.outline;
  int k = in->normal[0] == 0, i = 1 - k;
  double low = a->low[i] + t * s->d[i], high = a->high[i] + t * s->d[i];
  if (low < b->low[i]) low = b->low[i];
  if (high > b->high[i]) high = b->high[i];
  point[i] = 0.5 * low + 0.5 * high;
  point[k] = in->normal[k] < 0 ? b->low[k] : b->high[k];
}

int ci_sweep_rects(const sweep_pair *s, int open, sweep_entry *entry) {
  rect_line l;
  int i, k, side, of_b;
  l.a = &s->moving->of.outline;
  l.b = &s->fixed->of.outline;
  l.d = s->d;
  for (i = 0; i < 2; i++) {
    read_axis(&l, i);
    if (l.way[i] != 0) continue;
    entry->found = SWEEP_MISS;
    k = run_along(&l, i);
    if (k < 0 || (k == 0 && open)) return 1;
    if (k == 0) return 0;
  }
  k = find_last_axis(&l);
  if (k == FILTER_UNSURE) return 0;
  entry->found = k < 0 ? SWEEP_MISS : SWEEP_CROSS;
  if (k < 0) return 1;
  side = k == 0 ? (s->d[0] > 0 ? 3 : 1) : (s->d[1] > 0 ? 0 : 2);
  of_b = enters_edge_of_b(&l, side, k);
  if (of_b == FILTER_UNSURE) return 0;
  entry->feature.owner = of_b ? SWEEP_EDGE_OF_B : SWEEP_EDGE_OF_A;
  entry->feature.i = (side + 2) % 4;
  entry->feature.j = of_b ? side : (side + 1) % 4;
  entry->start = sign_of(l.gap[k].hi);
  entry->end = compare_end(l.gap[k], l.way[k]);
  find_rect_time(&l, k, entry);
  return 1;
}

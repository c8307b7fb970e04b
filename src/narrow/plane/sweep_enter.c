/* SPDX-License-Identifier: MIT
 *
 * Finds the feature through which a line enters the Minkowski difference of two outlines. Exact.
 *
 * The side of a point q is d x q, above 0 to the left of the line. The line can enter through the
 * edges of Q with n . d < 0. They form one chain of the border: counterclockwise it leads from a
 * corner with the greatest side to one with the least. The side falls along all of the chain: along
 * the edges moved outward by R, and along the arcs between them. So the line enters where the side
 * becomes 0.
 */
#include "sweep.h"

#include "../../number/orient.h"

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
static int reach(const sweep_pair *s, int i, int j, int sign) {
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

/* The ends of the edge of Q, without the corner of the other outline, in the direction of Q. */
static void edge_ends(const sweep_pair *s, const sweep_feature *f, const double **from,
                      const double **to) {
  const plane_outline *h = f->owner == SWEEP_EDGE_OF_B ? &s->b : &s->a;
  int i = f->owner == SWEEP_EDGE_OF_B ? f->j : f->i, turned = f->owner == SWEEP_EDGE_OF_A;
  *from = h->corners[turned ? corner_after(h, i) : i].point;
  *to = h->corners[turned ? i : corner_after(h, i)].point;
}

/* Returns 1 if n . d, which is d x e, is below 0: then the line can enter through the edge of a
 * from corner i, or of b from corner j. */
static int faces(const sweep_pair *s, const sweep_feature *f) {
  const plane_outline *h = f->owner == SWEEP_EDGE_OF_B ? &s->b : &s->a;
  const double *from, *to;
  if (h->count < 2) return 0;
  edge_ends(s, f, &from, &to);
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
    edge_ends(s, &of_b, &p, &q);
    edge_ends(s, &of_a, &r, &t);
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
  edge_ends(s, edge, &from, &to);
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

static outline_edge edge_of(const sweep_feature *f) {
  outline_edge e;
  e.of_b = f->owner == SWEEP_EDGE_OF_B;
  e.i = f->i;
  e.j = f->j;
  return e;
}

/* The line enters through the corner between two edges. Returns 1 if the reported edge is e. */
static int is_preferred(const sweep_pair *s, const sweep_feature *e, const sweep_feature *f) {
  outline_edge x = edge_of(e), y = edge_of(f);
  outline_order o;
  o.of_a = s->moving;
  o.of_b = s->fixed;
  o.a = s->a;
  o.b = s->b;
  return ci_prefers_edge(&o, &x, &y);
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
  int top = reach(s, i, j, 1), low;
  feature->owner = SWEEP_CORNER;
  feature->i = i;
  feature->j = j;
  if (top < 0) return SWEEP_MISS;
  low = reach(s, find_extreme(&s->a, s->d, 1, -1), find_extreme(&s->b, s->d, -1, 1), -1);
  if (low < 0) return SWEEP_MISS;
  find_feature(s, i, j, feature);
  return top > 0 && low > 0 && has_area(s) ? SWEEP_CROSS : SWEEP_GRAZE;
}

/* SPDX-License-Identifier: MIT
 *
 * Exact signs of products of edges: see facet.h. Twofolds decide almost all of them, because
 * their error is bounded by the terms: where all terms are 0, so is the product. Sums of a few
 * doubles decide round numbers, exact numbers the rest.
 */
#include "facet.h"

#include "../../number/sum.h"
#include "../../number/tier.h"

/* u = 2^-53. A component of a vector is the sum of at most nine exact terms, each added with 3 u^2,
 * and each product has 4 u^2: below 40 u^2 of `most`. A component of the cross product: two
 * factors, 80 u^2, the product 8 u^2 and the difference 3 u^2: 91 u^2. The last product and its
 * sums: 91 u^2, 40 u^2, 8 u^2 and 6 u^2: 145 u^2. The bound itself is a sum of products of doubles,
 * off by less than 2^-40 of itself. */
#ifndef EDGE_OFF
#define EDGE_OFF 3.1554436208840472e-30 /* 2^-98: 256 u^2 */
#endif

enum { UNSURE = 2, EXACT = 7 };

/* Between these no product of six numbers under- or overflows. */
static int is_ordinary(double x) {
  return x == 0 || (fabs(x) > 1e-40 && fabs(x) < 1e40);
}

/* ---- Vectors ------------------------------------------------------------------------------- */

/* Sets the vector to that of the own frame, turned. */
static void turn(const solid_proxy *s, const twofold own[3], edge_vector *r) {
  int i, k, terms;
  r->exact = 0;
  for (k = 0; k < 3; k++) {
    const double *row = s->linear + 3 * k;
    twofold sum = tf(0);
    double most = 0;
    for (i = terms = 0; i < 3; i++) {
      if (row[i] == 0 || own[i].hi == 0) continue;
      sum = tf_add(sum, tf_scale(own[i], row[i]));
      most += fabs(own[i].hi * row[i]);
      terms++;
    }
    if (terms < 2 && sum.lo == 0) r->exact |= 1 << k;
    r->v[k] = sum;
    r->most[k] = most;
  }
}

/* For an edge along an axis of a box only the direction counts. */
static int is_along_axis(const solid_edge *e) {
  int bits = e->from ^ e->to;
  return e->solid->form == SOLID_BOX && (bits & (bits - 1)) == 0;
}

static int own_vector(const solid_edge *e, twofold own[3]) {
  double room[2][3];
  const double *p = solid_own_corner(e->solid, e->from, room[0]);
  const double *q = solid_own_corner(e->solid, e->to, room[1]);
  int k, unit = is_along_axis(e);
  for (k = 0; k < 3; k++) {
    own[k] = two_diff(q[k], p[k]);
    if (unit) own[k] = tf((q[k] > p[k]) - (q[k] < p[k]));
    if (!is_ordinary(own[k].hi) || !is_ordinary(own[k].lo)) return 0;
  }
  return 1;
}

static int is_ordinary_frame(const solid_proxy *s) {
  int i;
  for (i = 0; i < 9; i++)
    if (!is_ordinary(s->linear[i])) return 0;
  return 1;
}

static void put_own(const twofold own[3], edge_vector *r) {
  int k;
  r->exact = 0;
  for (k = 0; k < 3; k++) {
    r->v[k] = own[k];
    r->most[k] = fabs(own[k].hi);
    if (own[k].lo == 0) r->exact |= 1 << k;
  }
}

int ci_edge_vector(const solid_edge *e, edge_vector *r) {
  twofold own[3];
  if (!own_vector(e, own)) return 0;
  if (!e->solid->turned) {
    put_own(own, r);
    return 1;
  }
  if (!is_ordinary_frame(e->solid)) return 0;
  turn(e->solid, own, r);
  return 1;
}

/* Adds a corner with its place, times `sign`. */
static int add_corner(const solid_proxy *s, int corner, double sign, edge_vector *r) {
  double room[3];
  const double *p = solid_own_corner(s, corner, room);
  twofold own[3];
  edge_vector at;
  int k;
  for (k = 0; k < 3; k++) {
    own[k] = tf(sign * p[k]);
    if (!is_ordinary(p[k]) || !is_ordinary(s->at[k]) || !is_ordinary(s->at_low[k])) return 0;
  }
  if (s->turned && !is_ordinary_frame(s)) return 0;
  if (s->turned)
    turn(s, own, &at);
  else
    put_own(own, &at);
  for (k = 0; k < 3; k++) {
    twofold sum = tf_add(at.v[k], tf_make(sign * s->at[k], sign * s->at_low[k]));
    if (!(at.exact >> k & 1) || s->at_low[k] != 0 || two_sum(at.v[k].hi, sign * s->at[k]).lo != 0 ||
        two_sum(r->v[k].hi, sum.hi).lo != 0)
      r->exact &= ~(1 << k);
    r->v[k] = tf_add(r->v[k], sum);
    r->most[k] += at.most[k] + fabs(s->at[k]);
  }
  return 1;
}

static int difference(const solid_pair *p, int i, int k, edge_vector *r) {
  int j;
  for (j = 0; j < 3; j++) {
    r->v[j] = tf(0);
    r->most[j] = 0;
  }
  r->exact = EXACT;
  return add_corner(&p->a, i, 1, r) && add_corner(&p->b, k, -1, r);
}

/* ---- Signs --------------------------------------------------------------------------------- */

static int sign_of(double x) {
  return (x > 0) - (x < 0);
}

static void add_triple(exact_sum *sum, double x, double y, double z) {
  twofold xy = two_product(x, y), high, low;
  if (xy.hi == 0 || z == 0) return;
  high = two_product(xy.hi, z);
  low = two_product(xy.lo, z);
  if (low.lo != 0) ci_sum_add(sum, low.lo);
  if (low.hi != 0) ci_sum_add(sum, low.hi);
  if (high.lo != 0) ci_sum_add(sum, high.lo);
  ci_sum_add(sum, high.hi);
}

/* For vectors of doubles: six products of three, each of at most four terms. */
static int sign_of_sum(const edge_vector *e, const edge_vector *f, const edge_vector *g) {
  exact_sum sum;
  int i;
  sum.count = 0;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    add_triple(&sum, e->v[j].hi, f->v[k].hi, g->v[i].hi);
    add_triple(&sum, -e->v[k].hi, f->v[j].hi, g->v[i].hi);
  }
  return sign_of(ci_sum_value(&sum));
}

/* The terms of a component of e x f. */
static double cross_terms(const edge_vector *e, const edge_vector *f, int i) {
  int j = (i + 1) % 3, k = (i + 2) % 3;
  return e->most[j] * f->most[k] + e->most[k] * f->most[j];
}

/* The axis of e x f if its other two components are surely 0, or -1. */
static int axis_of(const edge_vector *e, const edge_vector *f) {
  int i, axis = -1;
  for (i = 0; i < 3; i++) {
    if (cross_terms(e, f, i) == 0) continue;
    if (axis >= 0) return -1;
    axis = i;
  }
  return axis;
}

static int sign_of_turn(const edge_vector *e, const edge_vector *f, const edge_vector *g) {
  twofold n[3], value;
  double bound = 0;
  int i, axis;
  tf_cross(e->v, f->v, n);
  for (i = 0; i < 3; i++) bound += cross_terms(e, f, i) * g->most[i];
  if (bound == 0) return 0;
  value = tf_dot(n, g->v);
  if (fabs(value.hi) > EDGE_OFF * bound) return sign_of(value.hi);
  if ((e->exact & f->exact & g->exact) == EXACT) return sign_of_sum(e, f, g);
  axis = axis_of(e, f);
  return axis >= 0 && g->exact >> axis & 1 && g->v[axis].hi == 0 ? 0 : UNSURE;
}

/* ---- In exact numbers ------------------------------------------------------------------------ */

/* r += sign * the component of a corner without its place. */
static void add_exactly(exact *r, const solid_proxy *s, int corner, int axis, double sign) {
  double room[3];
  const double *own = solid_own_corner(s, corner, room);
  exact term, factor;
  int i;
  for (i = 0; i < 3; i++) {
    double m = s->turned ? s->linear[3 * axis + i] : i == axis;
    if (m == 0 || own[i] == 0) continue;
    ci_exact_set(r->pool, &factor, sign * own[i]);
    ci_exact_mul_double(&term, &factor, m);
    ci_exact_add(r, r, &term);
  }
}

/* An edge, a vector of doubles, or the vector from a corner of b to one of a. */
typedef struct edge_given {
  const solid_edge *edge;
  const double *d;
  const solid_pair *pair;
  int i, k;
} edge_given;

static void put_exactly(exact_pool *pool, const edge_given *g, int axis, exact *r) {
  int mark = ci_exact_mark(pool);
  if (g->d != NULL) {
    ci_exact_set(pool, r, g->d[axis]);
    return;
  }
  if (g->edge != NULL) {
    ci_exact_set(pool, r, 0);
    add_exactly(r, g->edge->solid, g->edge->to, axis, 1);
    add_exactly(r, g->edge->solid, g->edge->from, axis, -1);
  } else {
    const solid_proxy *a = &g->pair->a, *b = &g->pair->b;
    exact place;
    ci_exact_set_sum(pool, r, a->at[axis], a->at_low[axis]);
    ci_exact_set_sum(pool, &place, b->at[axis], b->at_low[axis]);
    ci_exact_sub(r, r, &place);
    add_exactly(r, a, g->i, axis, 1);
    add_exactly(r, b, g->k, axis, -1);
  }
  ci_exact_keep(pool, mark, r, 1);
}

static int sign_exactly(const edge_given *e, const edge_given *f, const edge_given *g) {
  exact_solid numbers;
  exact_pool *pool = exact_solid_open(&numbers);
  exact x[3], y[3], z[3], n[3], sum;
  int i;
  tier_count(TIER_EXACT_SIGNS);
  for (i = 0; i < 3; i++) put_exactly(pool, e, i, &x[i]);
  for (i = 0; i < 3; i++) put_exactly(pool, f, i, &y[i]);
  for (i = 0; i < 3; i++) put_exactly(pool, g, i, &z[i]);
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    ci_exact_mul(&n[i], &x[j], &y[k]);
    ci_exact_sub_product(&n[i], &x[k], &y[j]);
  }
  ci_exact_mul(&sum, &n[0], &z[0]);
  for (i = 1; i < 3; i++) ci_exact_add_product(&sum, &n[i], &z[i]);
  return exact_sign(&sum);
}

/* ---- All ------------------------------------------------------------------------------------ */

static edge_given given_edge(const solid_edge *e) {
  edge_given g = {NULL, NULL, NULL, 0, 0};
  g.edge = e;
  return g;
}

static edge_given given_vector(const double d[3]) {
  edge_given g = {NULL, NULL, NULL, 0, 0};
  g.d = d;
  return g;
}

static edge_given given_point(const solid_pair *p, int i, int k) {
  edge_given g = {NULL, NULL, NULL, 0, 0};
  g.pair = p;
  g.i = i;
  g.k = k;
  return g;
}

static int doubles_vector(const double d[3], edge_vector *r) {
  twofold v[3];
  int k, ordinary = 1;
  for (k = 0; k < 3; k++) {
    v[k] = tf(d[k]);
    ordinary &= is_ordinary(d[k]);
  }
  put_own(v, r);
  return ordinary;
}

static int given(const edge_given *g, edge_vector *r) {
  if (g->edge != NULL) return ci_edge_vector(g->edge, r);
  return g->d != NULL ? doubles_vector(g->d, r) : difference(g->pair, g->i, g->k, r);
}

static int sign_of_given(const edge_given *e, const edge_given *f, const edge_given *g) {
  edge_vector x, y, z;
  int sign = UNSURE;
  if (given(e, &x) && given(f, &y) && given(g, &z)) sign = sign_of_turn(&x, &y, &z);
  return sign != UNSURE ? sign : sign_exactly(e, f, g);
}

/* Do the two surely have one direction: an edge and itself, or two edges of a box along one axis?
 */
static int are_alike(const solid_edge *e, const solid_edge *f) {
  if (e->solid != f->solid) return 0;
  if (is_along_axis(e) && is_along_axis(f) && (e->from ^ e->to) == (f->from ^ f->to)) return 1;
  return (e->from == f->from && e->to == f->to) || (e->from == f->to && e->to == f->from);
}

/* In the own frame, where corners of one face often have a coordinate in common. */
static int are_flat_in_own(const solid_edge *e, const solid_edge *f, const solid_edge *g) {
  const solid_edge *edge[3];
  twofold own[3];
  edge_vector v[3];
  int i;
  if (e->solid != f->solid || f->solid != g->solid) return 0;
  edge[0] = e;
  edge[1] = f;
  edge[2] = g;
  for (i = 0; i < 3; i++) {
    if (!own_vector(edge[i], own)) return 0;
    put_own(own, &v[i]);
  }
  return sign_of_turn(&v[0], &v[1], &v[2]) == 0;
}

int ci_edges_turn(const solid_edge *e, const solid_edge *f, const solid_edge *g) {
  edge_given x = given_edge(e), y = given_edge(f), z = given_edge(g);
  if (are_alike(e, g) || are_alike(f, g) || are_flat_in_own(e, f, g)) return 0;
  return sign_of_given(&x, &y, &z);
}

int ci_edges_turn_to(const solid_edge *e, const solid_edge *f, const double d[3]) {
  edge_given x = given_edge(e), y = given_edge(f), z = given_vector(d);
  return sign_of_given(&x, &y, &z);
}

int ci_edges_height(const solid_pair *p, const solid_edge *e, const solid_edge *f, int i, int k) {
  edge_given x = given_edge(e), y = given_edge(f), z = given_point(p, i, k);
  return sign_of_given(&x, &y, &z);
}

int ci_points_turn(const solid_pair *p, const int v[2], const int w[2], const double d[3]) {
  edge_given x = given_point(p, v[0], v[1]), y = given_point(p, w[0], w[1]), z = given_vector(d);
  return sign_of_given(&x, &y, &z);
}

static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

int ci_point_is_along(const solid_pair *p, const int w[2], const double d[3]) {
  edge_given x = given_point(p, w[0], w[1]), y = given_vector(d), z;
  int i;
  for (i = 0; i < 3; i++) {
    z = given_vector(axes[i]);
    if (sign_of_given(&x, &y, &z) != 0) return 0;
  }
  return 1;
}

int ci_edges_axis(const solid_edge *e, const solid_edge *f) {
  edge_vector v, w;
  return ci_edge_vector(e, &v) && ci_edge_vector(f, &w) ? axis_of(&v, &w) : -1;
}

/* |n . w| is off as in sign_of_turn, and |n| by no more than n. */
static int compare_reach(const edge_vector *e, const edge_vector *f, const edge_vector *w,
                         twofold radius) {
  twofold n[3], over;
  double bound = 0;
  int i;
  tf_cross(e->v, f->v, n);
  for (i = 0; i < 3; i++) bound += cross_terms(e, f, i) * (w->most[i] + radius.hi);
  over = tf_dot(n, w->v);
  if (over.hi < 0) over = tf_negate(over);
  over = tf_sub(over, tf_mul(radius, tf_sqrt(tf_dot(n, n))));
  return fabs(over.hi) > EDGE_OFF * bound ? sign_of(over.hi) : UNSURE;
}

int ci_edges_reach(const solid_pair *p, const solid_edge *e, const solid_edge *f, int i, int k) {
  twofold radius = two_sum(p->a.radius, p->b.radius);
  edge_vector v, w, r;
  int axis;
  if (!ci_edge_vector(e, &v) || !ci_edge_vector(f, &w) || !difference(p, i, k, &r)) return UNSURE;
  if (!is_ordinary(radius.hi) || !is_ordinary(radius.lo)) return UNSURE;
  axis = axis_of(&v, &w);
  if (axis < 0 || !(r.exact >> axis & 1)) return compare_reach(&v, &w, &r, radius);
  radius = tf_sub(tf(fabs(r.v[axis].hi)), radius); /* its sign is exact */
  return sign_of(radius.hi);
}

int ci_edges_are_parallel(const solid_edge *e, const solid_edge *f) {
  int i;
  if (are_alike(e, f)) return 1;
  for (i = 0; i < 3; i++)
    if (ci_edges_turn_to(e, f, axes[i]) != 0) return 0;
  return 1;
}

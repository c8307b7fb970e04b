/* SPDX-License-Identifier: MIT
 *
 * Triangles in three dimensions.
 */
#include "kind.h"

#include <string.h>

#include "../number/vector.h"
#include "../number/scalar.h"

/* ---- Normals ---------------------------------------------------------------------------------
 *
 * Normals of triangles in three dimensions: (b - a) x (c - a), each component rounded once. */

void ci_triangle_set_normal(collide_shape *s) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact e[2][3], x;
  twofold normal;
  int i, mark;
  for (i = 0; i < 3; i++) {
    ci_exact_set_diff(pool, &e[0][i], s->b[i], s->a[i]);
    ci_exact_set_diff(pool, &e[1][i], s->of.facet.c[i], s->a[i]);
  }
  mark = ci_exact_mark(pool);
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    ci_exact_mul(&x, &e[0][j], &e[1][k]);
    ci_exact_sub_product(&x, &e[0][k], &e[1][j]);
    normal = ci_exact_twofold(&x);
    s->of.facet.normal[i] = normal.hi;
    s->of.facet.normal_low[i] = normal.lo;
    ci_exact_release(pool, mark);
  }
  if (!ci_vector_unit(s->of.facet.normal, s->of.facet.unit))
    memset(s->of.facet.unit, 0, sizeof s->of.facet.unit);
}

/* Sets *result to p q - r s, rounded once; returns 0 if uncertain. Let u = 2^-53. Both products are
 * those of twofold numbers without error: tf_mul leaves out the product of the low parts, u^2, and
 * rounds twice what is below 2 u, so it is off by at most 6 u^2 of the product; tf_sub adds 3 u^2
 * of the two. So the sum of hi and lo is off by less than 16 u^2 = 2^-102 of the products' sizes.
 * Rounding is monotonic: if both ends of that range round to hi, all numbers in it do. */
static int round_minor(twofold p, twofold q, twofold r, twofold s, double *result) {
  twofold left = tf_mul(p, q), right = tf_mul(r, s), x = tf_sub(left, right);
  double size = fabs(left.hi) + fabs(right.hi), doubt = size * 3.944304526105059e-31; /* 2^-101 */
  *result = x.hi + 0.0;
  if (left.hi == right.hi && p.lo == 0 && q.lo == 0 && r.lo == 0 && s.lo == 0) {
    *result = left.lo - right.lo + 0.0; /* both products are exact */
    return 1;
  }
  return x.hi + (x.lo + doubt) == x.hi && x.hi + (x.lo - doubt) == x.hi;
}

/* Zero or far from the ends of the range, so that products of two are exact. */
static int is_ordinary(twofold x) {
  return x.hi == 0 ||
         (fabs(x.hi) > 1e-100 && fabs(x.hi) < 1e100 && (x.lo == 0 || fabs(x.lo) > 1e-140));
}

void ci_triangle_unit(const double a[3], const double b[3], const double c[3], double unit[3]) {
  twofold e[3], f[3];
  double normal[3];
  int i, certain = 1;
  for (i = 0; i < 3; i++) {
    e[i] = two_diff(b[i], a[i]);
    f[i] = two_diff(c[i], a[i]);
    certain &= is_ordinary(e[i]) && is_ordinary(f[i]);
  }
  for (i = 0; i < 3 && certain; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    certain = round_minor(e[j], f[k], e[k], f[j], &normal[i]);
  }
  if (!certain) {
    collide_shape s;
    memcpy(s.a, a, sizeof s.a);
    memcpy(s.b, b, sizeof s.b);
    memcpy(s.of.facet.c, c, sizeof s.of.facet.c);
    ci_triangle_set_normal(&s);
    memcpy(unit, s.of.facet.unit, sizeof s.of.facet.unit);
    return;
  }
  if (!ci_vector_unit(normal, unit)) memset(unit, 0, 3 * sizeof unit[0]);
}

/* ---- Making, folding, extent ----------------------------------------------------------------- */

collide_error collide_make_triangle(collide_shape *shape, collide_source *source, const double a[3],
                                    const double b[3], const double c[3]) {
  double sizes[9];
  memcpy(sizes, a, 3 * sizeof a[0]);
  memcpy(sizes + 3, b, 3 * sizeof b[0]);
  memcpy(sizes + 6, c, 3 * sizeof c[0]);
  return ci_shape_make(shape, source, COLLIDE_TRIANGLE, sizes, 9);
}

static collide_error triangle_fold(collide_shape *s, const double *sizes, const folded_pose *pose) {
  collide_facet *facet = &s->of.facet;
  memcpy(s->a, sizes, sizeof s->a);
  memcpy(s->b, sizes + 3, sizeof s->b);
  memcpy(facet->c, sizes + 6, sizeof facet->c);
  if (!pose->is_identity) {
    ci_pose_carry(pose->turned.linear, s->a);
    ci_pose_carry(pose->turned.linear, s->b);
    ci_pose_carry(pose->turned.linear, facet->c);
  }
  s->reach = ci_largest(facet->c, 3, ci_largest(s->b, 3, ci_largest(s->a, 3, 0)));
  if (!(s->reach <= COLLIDE_LARGEST)) return COLLIDE_ERROR_POSE_OVERFLOW;
  ci_triangle_set_normal(s);
  if (!(ci_largest(facet->normal, 3, 0) <= DBL_MAX)) return COLLIDE_ERROR_POSE_OVERFLOW;
  return COLLIDE_OK;
}

static void triangle_extent(const collide_shape *s, const double g[3], twofold extent[2]) {
  const double *points[3];
  points[0] = s->a;
  points[1] = s->b;
  points[2] = s->of.facet.c;
  ci_extent_of_points(points, 3, 0, g, extent);
}

int ci_triangle_normal(const collide_shape *triangle, double normal[3]) {
  return ci_vector_unit(triangle->of.facet.normal, normal);
}

/* ---- Quick casts ----------------------------------------------------------------------------- */

/* Moeller and Trumbore 1997, where the three edge functions have certain signs. Edges
 * are off by u X, with X their largest component. u = f . (d x e2) and v = d . (f x e1)
 * are off by 30 e F D X, their sum's complement w = e1 . (d x e2) - u - v by 60 e F D X, 27 e X^2 D
 * and the roundings of its two differences, 2 u (6 X^2 + 12 F X) D: none by more than 72 e D X
 * (F + X). */
#ifndef QUICK_EDGE
#define QUICK_EDGE 72.0
#endif
/* t = -(n . f) / (n . d) by the unit normal, whose components are off by 3 u: both products
 * are off by 3 (e + 4 u) + 2 u (3) <= 12 e of F and D. Where |n . d| >= D / 128 the quotient is
 * off by 1.001 (12 e (F + |t| D)) / |n . d| + 2 u |t|, and |n . d| <= 3 D. */
#ifndef QUICK_FACET
#define QUICK_FACET 16.0
#endif

/* sqrt(3), rounded up. */
#define SPREAD 1.7320508075688774

typedef struct edges {
  double e1[3], e2[3], most;
} edges;

static QUICK_INLINE edges view_edges(const collide_shape *s) {
  const double *a = s->a, *b = s->b, *c = s->of.facet.c;
  edges e;
  double most;
  e.e1[0] = b[0] - a[0];
  e.e1[1] = b[1] - a[1];
  e.e1[2] = b[2] - a[2];
  e.e2[0] = c[0] - a[0];
  e.e2[1] = c[1] - a[1];
  e.e2[2] = c[2] - a[2];
  e.most = quick_largest(e.e1);
  most = quick_largest(e.e2);
  if (most > e.most) e.most = most;
  return e;
}

static QUICK_INLINE int cross_facet(quick *q) {
  const double *n = q->shape->of.facet.unit;
  double rate = vector_dot(n, q->d), over = 1 / rate, t = -vector_dot(n, q->f) / rate;
  if (!(128 * fabs(rate) > q->d_most)) return 0;
  q->t[0] = q->t[1] = t;
  q->error = QUICK_FACET * q->eps * (q->f_most + fabs(t) * q->d_most) * fabs(over);
  return 1;
}

/* The edge functions. */
typedef struct places {
  double u, v, w;
} places;

static QUICK_INLINE int meet_edges(const quick *q, const edges *e, places *p) {
  double h[3], g[3], u, v, w, least, greatest, margin;
  vector_cross(q->d, e->e2, h);
  vector_cross(q->f, e->e1, g);
  p->u = u = vector_dot(q->f, h);
  p->v = v = vector_dot(q->d, g);
  p->w = w = vector_dot(e->e1, h) - u - v;
  margin = QUICK_EDGE * q->eps * q->d_most * e->most * (q->f_most + e->most);
  least = u < v ? u : v;
  least = w < least ? w : least;
  greatest = u > v ? u : v;
  greatest = w > greatest ? w : greatest;
  if (greatest > margin && least < -margin) return QUICK_MISS;
  return least > margin || greatest < -margin ? QUICK_HIT : QUICK_UNSURE;
}

static QUICK_INLINE void measure_facet(quick *q, const places *p) {
  const double *n = q->shape->of.facet.unit;
  double sign = p->u + p->v + p->w < 0 ? -1 : 1;
  quick_point_at(q, q->t[0], q->point);
  vector_onto_plane(q->point, n, 0);
  q->normal[0] = sign * n[0];
  q->normal[1] = sign * n[1];
  q->normal[2] = sign * n[2];
  q->face = p->u < 0 ? COLLIDE_FACE_BACK : COLLIDE_FACE_FRONT;
}

static QUICK_INLINE int quick_in(const collide_shape *s, const quick_cast *c, collide_hit *hit) {
  edges e = view_edges(s);
  places p;
  quick q;
  double over;
  int found;
  /* The triangle lies within the longer edge of a. */
  if (!quick_see(&q, COLLIDE_MOVED, s, c, hit, s->a, e.most, SPREAD * e.most)) return QUICK_UNSURE;
  found = quick_approach(&q, COLLIDE_MOVED, e.most, SPREAD * e.most, e.most);
  if (found == QUICK_HIT) found = meet_edges(&q, &e, &p);
  if (found != QUICK_HIT) return found;
  if (!cross_facet(&q)) return QUICK_UNSURE;
  found = quick_decide_range(&q, hit);
  if (found != QUICK_TO_MEASURE) return found;
  measure_facet(&q, &p);
  (void)quick_write(&q, COLLIDE_MOVED, hit);
  over = 1 / (p.u + p.v + p.w);
  hit->u = p.u * over;
  hit->v = p.v * over;
  return QUICK_HIT;
}

static int quick_triangle(QUICK_PARAMETERS) {
  quick_cast c = quick_cast_of(ax, ay, az, bx, by, bz, max, flags);
  return quick_in(s, &c, hit);
}

/* ---- Coordinates -----------------------------------------------------------------------------
 *
 * The coordinates u and v of a point on a triangle: the point is a + u (b - a) + v (c - a). */

/* Handles a degenerate triangle: measures along the edge from a that has the direction of q and is
 * at least as long. */
static void barycentric_flat(const double e1[3], const double e2[3], const double q[3],
                             measured *m) {
  double e11 = vector_dot(e1, e1), e22 = vector_dot(e2, e2), k1 = vector_dot(q, e1),
         k2 = vector_dot(q, e2);
  m->u = m->v = 0;
  if (k1 > 0 && (k2 <= 0 || e11 >= e22))
    m->u = clamp_unit(k1 / e11);
  else if (k2 > 0)
    m->v = clamp_unit(k2 / e22);
}

/* The square of twice the area. */
static double area_of(const collide_shape *s) {
  return vector_dot(s->of.facet.normal, s->of.facet.normal);
}

/* Returns 1 if the rounded square of the normal is not 0. */
static int triangle_has_area(const collide_shape *s) {
  return area_of(s) > 0;
}

/* u and v of the point a + q of a triangle, in plain doubles. */
static void triangle_coordinates(const collide_shape *s, const double q[3], measured *m) {
  double e1[3], e2[3], c[3], nn = area_of(s);
  int i;
  for (i = 0; i < 3; i++) {
    e1[i] = s->b[i] - s->a[i];
    e2[i] = s->of.facet.c[i] - s->a[i];
  }
  if (nn > 0) {
    vector_cross(q, e2, c);
    m->u = clamp_unit(vector_dot(c, s->of.facet.normal) / nn);
    vector_cross(e1, q, c);
    m->v = clamp_unit(vector_dot(c, s->of.facet.normal) / nn);
  } else {
    barycentric_flat(e1, e2, q, m);
  }
  if (m->u + m->v > 1) m->v = 1 - m->u;
}

/* u = (q x e2) . n / n . n and v = (e1 x q) . n / n . n of the start a + q, each rounded once. */
static void start_coordinates_exactly(const line *from_a, measured *m) {
  const collide_shape *s = from_a->shape;
  real q[3], e[2][3], n[3], c[3], over, under;
  double low, weight[2];
  int i, mark = ci_exact_mark(from_a->pool);
  line_at(from_a, LINE_EXACT, 0, q);
  line_difference(from_a, LINE_EXACT, s->a, s->b, e[0]);
  line_difference(from_a, LINE_EXACT, s->a, s->of.facet.c, e[1]);
  real_cross(e[0], e[1], n);
  under = real_dot(n, n);
  for (i = 0; i < 2; i++) {
    real_cross(i == 0 ? q : e[0], i == 0 ? e[1] : q, c);
    over = real_dot(c, n);
    weight[i] = clamp_unit(ci_exact_ratio(&over.whole, &under.whole, &low));
  }
  ci_exact_release(from_a->pool, mark);
  m->u = weight[0];
  m->v = m->u + weight[1] > 1 ? 1 - m->u : weight[1];
}

void ci_triangle_start_coordinates(const line *l, measured *m) {
  line from_a = ci_line_offset(l, l->shape->a);
  double q[3];
  int i;
  if (triangle_has_area(l->shape)) {
    start_coordinates_exactly(&from_a, m);
    return;
  }
  for (i = 0; i < 3; i++) q[i] = from_a.f[i].hi;
  triangle_coordinates(l->shape, q, m);
}

/* ---- Exact casts -----------------------------------------------------------------------------
 *
 * A line and a triangle, without gaps: the signs of the three edge functions
 * d . ((a - f) x (b - f)) are exact, so two triangles that share an edge agree about every line
 * (Plücker 1865; the filter is our own). With w_a, the moment of the line about a, the function is
 * (b - a) . w_a, which does not depend on where the line starts. When all three are zero, the line
 * is in the triangle's plane or the triangle is degenerate; then the line is clipped in that
 * plane, exactly. */

static const double *corner(const collide_shape *s, int k) {
  return k % 3 == 0 ? s->a : k % 3 == 1 ? s->b : s->of.facet.c;
}

/* ---- Across the plane ------------------------------------------------------------------------ */

/* (b - a) . w_a for the corners a = with[0..2], b = with[3..5]; the line starts from a. */
static REAL_INLINE real edge_function(const line *from_a, line_precision precision,
                                      const double *with) {
  real w[3], e[3];
  line_moment(from_a, precision, w);
  line_difference(from_a, precision, with, with + 3, e);
  return real_dot(e, w);
}

int ci_line_edge_sign(const line *l, const double a[3], const double b[3]) {
  line from_a = ci_line_offset(l, a);
  double with[6];
  memcpy(with, a, 3 * sizeof a[0]);
  memcpy(with + 3, b, 3 * sizeof b[0]);
  return line_sign_of_moment(&from_a, edge_function, with);
}

/* The side on which the line passes the edge from corner k to the next corner. */
static int edge_sign(const line *l, int k) {
  return ci_line_edge_sign(l, corner(l->shape, k), corner(l->shape, k + 1));
}

/* ---- In the plane ---------------------------------------------------------------------------- */

/* Where the line meets a corner or an edge of the triangle, t = over / under. */
typedef struct clip_point {
  exact over, under; /* under > 0 */
  exact side[2];     /* of an edge: of its first and its second corner; opposite signs */
  int corner, edge;  /* one of the two; the other is -1 */
} clip_point;

typedef struct clip_view {
  exact dd;                /* the square of the direction d */
  exact along[3], side[3]; /* of each corner: along d, and across d in the plane */
} clip_view;

static void view_corners(const line *l, clip_view *v) {
  real d[3], w[3];
  int k, i, axis = -1, mark;
  line_direction(l, LINE_EXACT, d);
  v->dd = real_dot(d, d).whole;
  for (k = 0; k < 3; k++) {
    /* All moments are parallel, so the first coordinate that is not zero in
     * one of them decides the sides of all. */
    line from_corner = ci_line_offset(l, corner(l->shape, k));
    mark = ci_exact_mark(l->pool);
    line_moment(&from_corner, LINE_EXACT, w);
    for (i = 0; i < 3 && axis < 0; i++)
      if (real_sign(w[i]) != 0) axis = i;
    ci_exact_release(l->pool, mark);
  }
  for (k = 0; k < 3; k++) {
    line from_corner = ci_line_offset(l, corner(l->shape, k));
    mark = ci_exact_mark(l->pool);
    line_moment(&from_corner, LINE_EXACT, w);
    v->side[k] = w[axis < 0 ? 0 : axis].whole; /* without an axis all are 0 */
    ci_exact_keep(l->pool, mark, &v->side[k], 1);
    mark = ci_exact_mark(l->pool);
    line_at(&from_corner, LINE_EXACT, 0, w);
    v->along[k] = real_dot(w, d).whole;
    ci_exact_negate(&v->along[k]);
    ci_exact_keep(l->pool, mark, &v->along[k], 1);
  }
}

static int clip_corner(const clip_view *v, int k, clip_point *c) {
  if (exact_sign(&v->side[k]) != 0) return 0;
  c->over = v->along[k];
  c->under = v->dd;
  c->side[0] = c->side[1] = v->side[k];
  c->corner = k;
  c->edge = -1;
  return 1;
}

static int clip_edge(const clip_view *v, int k, clip_point *c) {
  int j = (k + 1) % 3;
  if (exact_sign(&v->side[k]) * exact_sign(&v->side[j]) >= 0) return 0;
  ci_exact_mul(&c->over, &v->along[k], &v->side[j]);
  ci_exact_sub_product(&c->over, &v->along[j], &v->side[k]);
  ci_exact_sub(&c->under, &v->side[j], &v->side[k]);
  ci_exact_mul(&c->under, &c->under, &v->dd);
  if (exact_sign(&c->under) < 0) {
    ci_exact_negate(&c->over);
    ci_exact_negate(&c->under);
  }
  c->side[0] = v->side[k];
  c->side[1] = v->side[j];
  c->corner = -1;
  c->edge = k;
  return 1;
}

/* The sign of x.t - y.t. */
static int compare_clips(const clip_point *x, const clip_point *y) {
  exact difference;
  int mark = ci_exact_mark(x->over.pool);
  ci_exact_mul(&difference, &x->over, &y->under);
  ci_exact_sub_product(&difference, &y->over, &x->under);
  ci_exact_release(x->over.pool, mark);
  return exact_sign(&difference);
}

/* The first and the last point of the triangle on a line in its plane; returns 0 if there is none.
 * The numbers stay in the pool: at most two are new, because corners use the limbs of the view and
 * at most two edges are crossed. */
static int clip(const line *l, clip_point ends[2]) {
  clip_view v;
  clip_point c;
  int i, count = 0;
  view_corners(l, &v);
  for (i = 0; i < 6; i++) {
    if (!(i < 3 ? clip_corner(&v, i, &c) : clip_edge(&v, i - 3, &c))) continue;
    if (count == 0 || compare_clips(&c, &ends[0]) < 0) ends[0] = c;
    if (count == 0 || compare_clips(&c, &ends[1]) > 0) ends[1] = c;
    count++;
  }
  return count > 0;
}

/* The sign of t - clip. */
static int compare_to_clip(double t, const clip_point *c) {
  exact difference;
  int mark = ci_exact_mark(c->over.pool);
  ci_exact_mul_double(&difference, &c->under, t);
  ci_exact_sub(&difference, &difference, &c->over);
  ci_exact_release(c->over.pool, mark);
  return exact_sign(&difference);
}

static twofold clip_parameter(const clip_point *c) {
  twofold t;
  t.hi = ci_exact_ratio(&c->over, &c->under, &t.lo);
  return t;
}

/* ---- In any position ------------------------------------------------------------------------- */

static int is_planar(const line *l) {
  return l->faces[0] == COLLIDE_FACE_NONE;
}

static int triangle_meets(line *l) {
  int k, above = 0, below = 0, mark;
  clip_point ends[2];
  for (k = 0; k < 3; k++) {
    int sign = edge_sign(l, k);
    above |= sign > 0;
    below |= sign < 0;
    if (above && below) return 0;
  }
  if (!above && !below) {
    l->faces[0] = l->faces[1] = COLLIDE_FACE_NONE;
    mark = ci_exact_mark(l->pool);
    k = clip(l, ends);
    ci_exact_release(l->pool, mark);
    return k;
  }
  l->faces[0] = l->faces[1] = above ? COLLIDE_FACE_BACK : COLLIDE_FACE_FRONT;
  return 1;
}

/* (b - a) x (c - a) . p, where `with` holds t, a, b and c, and p is the point at t less a. */
static REAL_INLINE real height_function(const line *from_a, line_precision precision,
                                        const double *with) {
  real p[3], n[3];
  line_at(from_a, precision, with[0], p);
  line_normal(from_a, precision, with + 1, with + 4, with + 7, n);
  return real_dot(n, p);
}

int ci_line_height_sign(const line *l, double t, const double a[3], const double b[3],
                        const double c[3]) {
  line from_a = ci_line_offset(l, a);
  double with[10];
  with[0] = t;
  memcpy(with + 1, a, 3 * sizeof a[0]);
  memcpy(with + 4, b, 3 * sizeof b[0]);
  memcpy(with + 7, c, 3 * sizeof c[0]);
  return line_sign(&from_a, height_function, with);
}

static int height_sign(const line *l, double t) {
  const collide_shape *s = l->shape;
  return ci_line_height_sign(l, t, s->a, s->b, s->of.facet.c);
}

static side triangle_side(const line *l, double t) {
  clip_point ends[2];
  int sign;
  if (is_planar(l)) {
    int mark = ci_exact_mark(l->pool);
    side s = side_make(1, 1);
    if (clip(l, ends)) s = side_make(compare_to_clip(t, &ends[0]), compare_to_clip(t, &ends[1]));
    ci_exact_release(l->pool, mark);
    return s;
  }
  sign = height_sign(l, t);
  if (l->faces[0] == COLLIDE_FACE_FRONT) sign = -sign;
  return side_make(sign, sign);
}

/* Returns 1 if p is on the segment between two corners. p is given relative to each of them; c is
 * the product of both. */
static int on_edge(const real from_a[3], const real from_b[3], const real c[3]) {
  exact_pool *pool = c[0].whole.pool;
  int sign, mark = ci_exact_mark(pool);
  if (real_sign(c[0]) != 0 || real_sign(c[1]) != 0 || real_sign(c[2]) != 0) return 0;
  sign = real_sign(real_dot(from_a, from_b));
  ci_exact_release(pool, mark);
  return sign <= 0;
}

/* Locates a point in the plane. It is on the triangle if it is on an edge, or if (p - a) x (p - b)
 * and the two other such products point in the same direction. */
static int locate_in_plane(const line *l, double t) {
  real p[3][3], c[3][3];
  int k;
  for (k = 0; k < 3; k++) {
    line from_corner = ci_line_offset(l, corner(l->shape, k));
    line_at(&from_corner, LINE_EXACT, t, p[k]);
  }
  for (k = 0; k < 3; k++) real_cross(p[k], p[(k + 1) % 3], c[k]);
  for (k = 0; k < 3; k++)
    if (on_edge(p[k], p[(k + 1) % 3], c[k])) return 0;
  for (k = 0; k < 3; k++)
    if (real_sign(real_dot(c[k], c[(k + 1) % 3])) <= 0) return 1;
  return 0;
}

/* A triangle has no inside: returns 0 on it, 1 elsewhere. */
static int triangle_locate(const line *l, double t) {
  int mark = ci_exact_mark(l->pool), where = height_sign(l, t) != 0 || locate_in_plane(l, t);
  ci_exact_release(l->pool, mark);
  return where;
}

/* ---- Measuring ------------------------------------------------------------------------------- */

/* Writes the point at t and its u, v. */
static void measure_point(const line *l, twofold t, measured *m) {
  const double *a = l->shape->a;
  line from_a = ci_line_offset(l, a);
  twofold p[3];
  double q[3];
  int i, near = ci_line_starts_near(&from_a, l->shape->reach);
  if (!near) ci_line_point(&from_a, t, p);
  for (i = 0; i < 3; i++) q[i] = near ? from_a.f[i].hi + t.hi * l->d[i].hi : p[i].hi;
  vector_onto_plane(q, l->shape->of.facet.unit, 0);
  for (i = 0; i < 3; i++) m->point[i] = q[i] + a[i];
  triangle_coordinates(l->shape, q, m);
}

/* -d, or, if an edge is met, the part of -d that is perpendicular to it. */
static void planar_normal(const line *l, const clip_point *c, measured *m) {
  int i;
  for (i = 0; i < 3; i++) m->normal[i] = -l->d[i].hi;
  if (c->edge >= 0)
    ci_line_face_across(l, corner(l->shape, c->edge), corner(l->shape, c->edge + 1), m->normal);
}

/* For an edge that the line crosses: the weight of the corner at side `far` in the crossing, which
 * is the share of the other corner's distance, `near`, in the sum of both distances. */
static double clip_weight(const exact *near, const exact *far) {
  exact width;
  double low, weight;
  int mark = ci_exact_mark(near->pool);
  ci_exact_sub(&width, near, far);
  weight = ci_exact_ratio(near, &width, &low);
  ci_exact_release(near->pool, mark);
  return clamp_unit(weight);
}

/* u and v of a corner, or of a point of an edge, each rounded once. So they are correct even for a
 * thin triangle whose area rounds to zero. */
static void planar_coordinates(const clip_point *c, measured *m) {
  double weight[3] = {0, 0, 0};
  if (c->edge < 0) {
    weight[c->corner] = 1;
  } else {
    weight[c->edge] = clip_weight(&c->side[1], &c->side[0]);
    weight[(c->edge + 1) % 3] = clip_weight(&c->side[0], &c->side[1]);
  }
  m->u = weight[1];
  m->v = weight[2];
  if (m->u + m->v > 1) m->v = 1 - m->u;
}

static void measure_planar(const line *l, int end, measured *m) {
  clip_point ends[2];
  int i, mark = ci_exact_mark(l->pool);
  if (!clip(l, ends)) return; /* never happens: the line meets the triangle */
  for (i = 0; i < 2; i++) {
    twofold t = clip_parameter(&ends[i]);
    m->t[i] = t.hi;
    if (i != end) continue;
    measure_point(l, t, m);
    if (triangle_has_area(l->shape)) planar_coordinates(&ends[i], m);
    planar_normal(l, &ends[i], m);
  }
  ci_exact_release(l->pool, mark);
}

static twofold crossing(const line *l) {
  const collide_shape *s = l->shape;
  const double *corners[3];
  int k;
  for (k = 0; k < 3; k++) corners[k] = corner(s, k);
  return ci_line_crossing(l, corners, s->of.facet.normal, s->of.facet.normal_low, s->reach);
}

static void triangle_measure(const line *l, int end, measured *m) {
  const collide_shape *s = l->shape;
  twofold t;
  int i;
  if (is_planar(l)) {
    measure_planar(l, end, m);
    return;
  }
  t = crossing(l);
  m->t[0] = m->t[1] = t.hi;
  measure_point(l, t, m);
  for (i = 0; i < 3; i++)
    m->normal[i] =
        l->faces[0] == COLLIDE_FACE_BACK ? -s->of.facet.normal[i] : s->of.facet.normal[i];
}

static const exact_cast triangle_exact = {triangle_meets, triangle_side, triangle_locate,
                                          triangle_measure};

/* ---- The row --------------------------------------------------------------------------------- */

const shape_kind ci_triangle = {
    "triangle",         /* name */
    3,                  /* dimensions */
    1.7320508075688774, /* spread */
    triangle_fold,      /* fold */
    NULL,               /* fold_2d */
    NULL,               /* outline */
    triangle_extent,    /* extent */
    NULL,               /* unbounded_extent */
    quick_triangle,     /* quick */
    &triangle_exact,    /* exact */
    3                   /* points */
};

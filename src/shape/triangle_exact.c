/* SPDX-License-Identifier: MIT
 *
 * A line and a triangle, without gaps: the signs of the three edge functions
 * d . ((a - f) x (b - f)) are exact, so two triangles that share an edge agree about every line
 * (Plücker 1865; the filter is our own). With w_a, the moment of the line about a, the function is
 * (b - a) . w_a, which does not depend on where the line starts. When all three are zero, the line
 * is in the triangle's plane or the triangle is degenerate; then the line is clipped in that
 * plane, exactly.
 */
#include "line.h"

#include <string.h>

#include "../number/scalar.h"
#include "../number/vector.h"

static const double *corner(const collide_shape *s, int k) {
  return k % 3 == 0 ? s->a : k % 3 == 1 ? s->b : s->of.facet.c;
}

/* ---- Across the plane -------------------------------------------------------- */

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

/* ---- In the plane ------------------------------------------------------------- */

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

/* ---- In any position ----------------------------------------------------------------------- */

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

/* ---- Measuring ---------------------------------------------------------------------- */

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
  ci_triangle_coordinates(l->shape, q, m);
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
    if (ci_triangle_has_area(l->shape)) planar_coordinates(&ends[i], m);
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

const exact_cast ci_triangle_exact = {triangle_meets, triangle_side, triangle_locate,
                                      triangle_measure};

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
#include "../number/scalar.h"
#include "../number/vector.h"

static const double *corner(const collide_shape *s, int k) {
  return k % 3 == 0 ? s->a : k % 3 == 1 ? s->b : s->of.facet.c;
}

/* ---- Across the plane -------------------------------------------------------- */

static int edge_sign_exactly(const line *from_a, const double *a, const double *b) {
  exact w[3], e[3], dot;
  int i, mark = ci_exact_mark(from_a->pool);
  ci_line_exact_moment(from_a, w);
  for (i = 0; i < 3; i++) ci_exact_set_diff(from_a->pool, &e[i], b[i], a[i]);
  ci_exact_dot(&dot, e, w);
  ci_exact_release(from_a->pool, mark);
  return exact_sign(&dot);
}

int ci_line_edge_sign(const line *l, const double a[3], const double b[3]) {
  line from_a = ci_line_offset(l, a);
  approx w[3], e[3];
  int precision, sign, i;
  for (i = 0; i < 3; i++) e[i] = approx_sub(approx_exact(b[i]), approx_exact(a[i]));
  for (precision = LINE_PLAIN; precision < LINE_PRECISIONS; precision++) {
    ci_line_approx_moment(&from_a, precision, w);
    sign = approx_sign(approx_dot(e, w));
    if (sign != FILTER_UNSURE) return sign;
  }
  return edge_sign_exactly(&from_a, a, b);
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
  exact d[3], dd;          /* direction and its square */
  exact along[3], side[3]; /* of each corner: along d, and across d in the plane */
} clip_view;

static void view_corners(const line *l, clip_view *v) {
  exact w[3];
  int k, i, axis = -1, mark;
  ci_line_exact_direction(l, v->d);
  ci_exact_dot(&v->dd, v->d, v->d);
  mark = ci_exact_mark(l->pool);
  for (k = 0; k < 3; k++) {
    /* All moments are parallel, so the first coordinate that is not zero in
     * one of them tells the sides of all. */
    line from_corner = ci_line_offset(l, corner(l->shape, k));
    ci_line_exact_moment(&from_corner, w);
    for (i = 0; i < 3 && axis < 0; i++)
      if (exact_sign(&w[i]) != 0) axis = i;
    ci_exact_release(l->pool, mark);
  }
  for (k = 0; k < 3; k++) {
    line from_corner = ci_line_offset(l, corner(l->shape, k));
    mark = ci_exact_mark(l->pool);
    ci_line_exact_moment(&from_corner, w);
    v->side[k] = w[axis < 0 ? 0 : axis]; /* without an axis all are 0 */
    ci_exact_keep(l->pool, mark, &v->side[k], 1);
    mark = ci_exact_mark(l->pool);
    ci_line_exact_start(&from_corner, w);
    ci_exact_dot(&v->along[k], w, v->d);
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

/* The signs of the three edge functions in plain doubles, where these are certain. The moments are
 * about the corners, so starts far away are left to edge_sign. */
static void edge_signs_plainly(const line *l, int signs[3]) {
  approx p[3][3], d[3], c[3];
  int k, i;
  ci_line_approx_direction(l, d);
  for (k = 0; k < 3; k++) {
    for (i = 0; i < 3; i++) {
      double x = l->f[i].hi - corner(l->shape, k)[i];
      p[k][i] = approx_make(x, APPROX_ROUNDING * fabs(x) + fabs(l->f[i].lo));
    }
  }
  for (k = 0; k < 3; k++) {
    approx_cross(p[k], p[(k + 1) % 3], c);
    signs[k] = approx_sign(approx_dot(c, d));
  }
}

static int triangle_meets(line *l) {
  int k, above = 0, below = 0, signs[3], mark;
  clip_point ends[2];
  edge_signs_plainly(l, signs);
  for (k = 0; k < 3; k++) {
    int sign = signs[k] == FILTER_UNSURE ? edge_sign(l, k) : signs[k];
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

int ci_line_height_sign(const line *l, double t, const double a[3], const double b[3],
                        const double c[3]) {
  line from_a = ci_line_offset(l, a);
  approx p[3], e[2][3], n[3];
  exact q[3], f[2][3], m[3], dot;
  int i, sign, mark;
  for (i = 0; i < 3; i++) {
    e[0][i] = approx_sub(approx_exact(b[i]), approx_exact(a[i]));
    e[1][i] = approx_sub(approx_exact(c[i]), approx_exact(a[i]));
  }
  ci_line_approx_at(&from_a, t, p);
  approx_cross(e[0], e[1], n);
  sign = approx_sign(approx_dot(n, p));
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(l->pool);
  for (i = 0; i < 3; i++) {
    ci_exact_set_diff(l->pool, &f[0][i], b[i], a[i]);
    ci_exact_set_diff(l->pool, &f[1][i], c[i], a[i]);
  }
  ci_line_exact_at(&from_a, t, q);
  ci_exact_cross(m, f[0], f[1]);
  ci_exact_dot(&dot, m, q);
  ci_exact_release(l->pool, mark);
  return exact_sign(&dot);
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

/* Is p on the segment between two corners? p is given relative to each of them. */
static int on_edge(const exact from_a[3], const exact from_b[3]) {
  exact c[3], dot;
  int mark = ci_exact_mark(from_a[0].pool);
  ci_exact_cross(c, from_a, from_b);
  ci_exact_dot(&dot, from_a, from_b);
  ci_exact_release(from_a[0].pool, mark);
  if (exact_sign(&c[0]) != 0 || exact_sign(&c[1]) != 0 || exact_sign(&c[2]) != 0) return 0;
  return exact_sign(&dot) <= 0;
}

/* For a point in the plane. It is on the triangle if it is on an edge, or if (p - a) x (p - b) and
 * the two other such products point in the same direction. */
static int locate_in_plane(const line *l, double t) {
  exact p[3][3], c[3][3], dot;
  int k;
  for (k = 0; k < 3; k++) {
    line from_corner = ci_line_offset(l, corner(l->shape, k));
    ci_line_exact_at(&from_corner, t, p[k]);
  }
  for (k = 0; k < 3; k++)
    if (on_edge(p[k], p[(k + 1) % 3])) return 0;
  for (k = 0; k < 3; k++) ci_exact_cross(c[k], p[k], p[(k + 1) % 3]);
  for (k = 0; k < 3; k++) {
    ci_exact_dot(&dot, c[k], c[(k + 1) % 3]);
    if (exact_sign(&dot) <= 0) return 1;
  }
  return 0;
}

/* A triangle has no inside: 0 on it, 1 elsewhere. */
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

/* -d, or, if an edge e is met, the part of -d that is perpendicular to it: (d . e) e - (e . e) d,
 * computed exactly, because the line may be nearly parallel to the edge. */
static void planar_normal(const line *l, const clip_point *c, measured *m) {
  exact d[3], e[3], de, ee, x;
  int i, mark = ci_exact_mark(l->pool);
  for (i = 0; i < 3; i++) m->normal[i] = -l->d[i].hi;
  if (c->edge < 0) return;
  ci_line_exact_direction(l, d);
  for (i = 0; i < 3; i++)
    ci_exact_set_diff(l->pool, &e[i], corner(l->shape, c->edge + 1)[i],
                      corner(l->shape, c->edge)[i]);
  ci_exact_dot(&de, d, e);
  ci_exact_dot(&ee, e, e);
  for (i = 0; i < 3; i++) {
    ci_exact_mul(&x, &de, &e[i]);
    ci_exact_sub_product(&x, &ee, &d[i]);
    m->normal[i] = ci_exact_round(&x);
  }
  ci_exact_release(l->pool, mark);
}

/* Of two corners of an edge, on different sides of the line, how much the one weighs that lies at
 * `far` at the point where the line crosses: as much as the other one, at `near`, is away from it.
 */
static double clip_weight(const exact *near, const exact *far) {
  exact width;
  double low, weight;
  int mark = ci_exact_mark(near->pool);
  ci_exact_sub(&width, near, far);
  weight = ci_exact_ratio(near, &width, &low);
  ci_exact_release(near->pool, mark);
  return clamp_unit(weight);
}

/* u and v of a corner, or of a point of an edge, each rounded once. So they are right of a needle,
 * too, whose area doubles lose. */
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

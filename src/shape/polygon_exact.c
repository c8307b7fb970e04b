/* SPDX-License-Identifier: MIT
 *
 * A line against a convex hull in the plane, by the half-planes of its edges (Cyrus and
 * Beck 1978): the line enters through one edge and leaves through another. The corners
 * show which ones: the line enters through the edge whose ends change from its left to
 * its right, and leaves through the edge whose ends change back. So the sign of
 * d x (p - f) for each corner p is enough, and no two quotients are ever compared.
 */
#include "flat.h"

#include <string.h>

#include "../number/orient.h"
#include "shape.h"

/* The start of the vector to `toward`, which is the direction. */
static const double *base_of(const line *l) {
  static const double origin[2] = {0, 0};
  return l->is_segment ? l->from : origin;
}

int ci_flat_side(const line *l, const double p[2]) {
  return ci_cross2d(base_of(l), l->toward, l->from, p);
}

int ci_flat_advance(const line *l, const double a[2], const double b[2]) {
  return ci_dot2d(base_of(l), l->toward, a, b);
}

/* ---- Meeting the hull ----------------------------------------------------------------- */

/* The line crosses edge i at this end. At a corner it may also cross the neighbouring edge;
 * then the preferred one of the two is kept. */
static void offer(line *l, int end, int i, int corner) {
  hull_end *e = &l->ends[end];
  int number = l->shape->of.outline.count > 2 ? ci_flat_edge_number(l, end, i) : 0;
  if (e->edge >= 0 && !ci_flat_prefers(l->shape, number, e->number)) return;
  e->edge = i;
  e->corner = corner;
  e->number = number;
}

/* Handles a hull with corner 0 on the line, and with corner 1 on it if there are two. */
static void run_along(line *l, const collide_corner *c) {
  int forward = l->shape->of.outline.count < 2 || ci_flat_advance(l, c[0].point, c[1].point) > 0;
  l->ends[0].corner = forward ? 0 : 1;
  l->ends[1].corner = forward ? l->shape->of.outline.count - 1 : 0;
}

static void name_ends(line *l) {
  const outline_kind *kind = ci_kind_of(l->shape)->outline;
  int end;
  for (end = 0; end < 2; end++) {
    hull_end *e = &l->ends[end];
    if (l->shape->of.outline.count < 3 && !kind->is_surface) ci_flat_name_thin(l, end);
    if (!kind->names_sides) continue;
    l->faces[end] = ci_flat_face(e->number);
    e->number = 0;
  }
}

static int polygon_meets(line *l) {
  const collide_corner *c = outline_stored(l->shape);
  int i, count = l->shape->of.outline.count, first = ci_flat_side(l, c[0].point), side_i = first;
  for (i = 0; i < 2; i++) {
    l->ends[i].edge = l->ends[i].corner = -1;
    l->ends[i].number = 0;
  }
  for (i = 0; i < count; i++) {
    int next = i + 1 < count ? ci_flat_side(l, c[i + 1].point) : first;
    if (next != side_i)
      offer(l, side_i < next, i, side_i == 0 ? i : next == 0 ? (i + 1) % count : -1);
    side_i = next;
  }
  if (l->ends[0].edge < 0) {
    if (first != 0) return 0;
    run_along(l, c);
  }
  name_ends(l);
  return 1;
}

/* ---- A point of the line ----------------------------------------------------------------- */

/* e x (p - a), where `with` holds t, a and b, e = b - a, and p is the point of the line at t. */
static REAL_INLINE real edge_function(const line *l, line_precision precision, const double *with) {
  real p[3], g[2], e[2];
  int i;
  line_at(l, precision, with[0], p);
  for (i = 0; i < 2; i++) {
    real a = line_number(l, precision, with[1 + i]);
    e[i] = real_sub(line_number(l, precision, with[3 + i]), a);
    g[i] = real_sub(p[i], a);
  }
  return real_minor(e[0], g[1], e[1], g[0]);
}

static int side_of_edge(const line *l, double t, const double a[2], const double b[2]) {
  double with[5];
  if (t == 0) return orient2d(a, b, l->from);
  if (t == 1 && l->is_segment) return orient2d(a, b, l->toward);
  with[0] = t;
  memcpy(with + 1, a, 2 * sizeof a[0]);
  memcpy(with + 3, b, 2 * sizeof b[0]);
  return line_sign(l, edge_function, with);
}

/* The sign of t minus the parameter of corner p, which lies on the line. */
static int side_of_corner(const line *l, double t, const double p[2]) {
  double offset[3] = {0, 0, 0};
  line from_p;
  offset[0] = p[0];
  offset[1] = p[1];
  from_p = ci_line_offset(l, offset);
  return ci_line_slope_sign(&from_p, t);
}

/* The sign of t minus the parameter of an end. */
static int side_of_end(const line *l, double t, int end) {
  const collide_corner *c = outline_stored(l->shape);
  int i = l->ends[end].edge, sign;
  if (i < 0) return side_of_corner(l, t, c[l->ends[end].corner].point);
  sign = side_of_edge(l, t, c[i].point, c[(i + 1) % l->shape->of.outline.count].point);
  return end == 0 ? sign : -sign;
}

static side polygon_side(const line *l, double t) {
  return side_make(side_of_end(l, t, 0), side_of_end(l, t, 1));
}

/* Called only for a cast segment that is a point, so only its start is tested. */
static int polygon_locate(const line *l, double t) {
  const collide_corner *c = outline_stored(l->shape);
  int i, count = l->shape->of.outline.count, worst = -1;
  if (count == 1) return !is_same_point(l->from, c[0].point);
  if (count == 2) {
    const double *a = c[0].point, *b = c[1].point, *p = l->from;
    return orient2d(a, b, p) != 0 || ci_dot2d(p, a, p, b) > 0;
  }
  for (i = 0; i < count; i++) {
    int sign = -side_of_edge(l, t, c[i].point, c[(i + 1) % count].point);
    if (sign > 0) return 1;
    if (sign == 0) worst = 0;
  }
  return worst;
}

/* ---- Measuring ----------------------------------------------------------------------------- */

/* f + t d = a + u e, with e from a to b: t (e x d) = e x (a - f), and
 * u (e x d) = d x (a - f). */
typedef struct crossing {
  twofold t, u;
} crossing;

static twofold cross(const twofold a[2], const twofold b[2]) {
  return tf_sub(tf_mul(a[0], b[1]), tf_mul(a[1], b[0]));
}

static crossing cross_exactly(const line *l, const double a[2], const double b[2]) {
  real e[2], g[2], d[3], under, over;
  crossing r;
  int i, mark = ci_exact_mark(l->pool);
  for (i = 0; i < 2; i++) {
    real from = line_number(l, LINE_EXACT, a[i]);
    e[i] = real_sub(line_number(l, LINE_EXACT, b[i]), from);
    g[i] = real_sub(from, line_number(l, LINE_EXACT, l->from[i]));
  }
  line_direction(l, LINE_EXACT, d);
  under = real_minor(e[0], d[1], e[1], d[0]);
  over = real_minor(e[0], g[1], e[1], g[0]);
  r.t.hi = ci_exact_ratio(&over.whole, &under.whole, &r.t.lo);
  over = real_minor(d[0], g[1], d[1], g[0]);
  r.u.hi = ci_exact_ratio(&over.whole, &under.whole, &r.u.lo);
  ci_exact_release(l->pool, mark);
  return r;
}

/* Twofold numbers give e x d with a relative error of 2^-60, unless the line is nearly
 * parallel to the edge; then the exact numbers decide. */
static crossing cross_edge(const line *l, const double a[2], const double b[2]) {
  twofold e[2], g[2], under;
  crossing r;
  double terms;
  int i;
  for (i = 0; i < 2; i++) {
    e[i] = two_diff(b[i], a[i]);
    g[i] = two_diff(a[i], l->from[i]);
  }
  under = cross(e, l->d);
  terms = fabs(e[0].hi * l->d[1].hi) + fabs(e[1].hi * l->d[0].hi);
  if (!(fabs(under.hi) > 9.094947017729282e-13 * terms)) return cross_exactly(l, a, b);
  r.t = tf_div(cross(e, g), under);
  r.u = tf_div(cross(l->d, g), under);
  return r;
}

/* a + u e; u is from 0 to 1 except for rounding, and is clamped. */
static void place(const double a[2], const double b[2], twofold u, double point[3]) {
  int i;
  if (!(u.hi > 0)) u = tf(0);
  if (u.hi > 1 || (u.hi == 1 && u.lo > 0)) u = tf(1);
  for (i = 0; i < 2; i++) point[i] = tf_add(tf(a[i]), tf_mul(u, two_diff(b[i], a[i]))).hi;
  point[2] = 0;
}

/* t of a corner that lies on the line. */
static double parameter_of(const line *l, const double p[2]) {
  int i = fabs(l->d[0].hi) < fabs(l->d[1].hi);
  return tf_div(two_diff(p[i], l->from[i]), l->d[i]).hi;
}

static void measure_end(const line *l, int end, double *t, double point[3]) {
  const collide_corner *c = outline_stored(l->shape);
  int corner = l->ends[end].corner, count = l->shape->of.outline.count;
  /* A line that crosses a hull of two corners has the same crossing at both ends. */
  int i = count == 2 ? 0 : l->ends[end].edge;
  if (corner >= 0) {
    *t = parameter_of(l, c[corner].point);
    point[0] = c[corner].point[0];
    point[1] = c[corner].point[1];
    point[2] = 0;
  } else {
    const double *a = c[i].point, *b = c[(i + 1) % count].point;
    crossing r = cross_edge(l, a, b);
    *t = r.t.hi;
    place(a, b, r.u, point);
  }
}

/* Where no edge is crossed, the normal is left zero, and cast.c uses the line's own
 * direction, outwards. For a segment, which has no inside, the normal there always is against
 * the line. */
static void normal_at(const line *l, int end, double normal[3]) {
  const collide_corner *c = outline_stored(l->shape);
  int i, edge = l->ends[end].edge;
  normal[0] = normal[1] = normal[2] = 0;
  if (edge < 0 && ci_kind_of(l->shape)->outline->names_sides) {
    ci_flat_cap_normal(l, end, normal);
    return;
  }
  for (i = 0; i < 2; i++) {
    if (edge >= 0)
      normal[i] = c[edge].normal[i];
    else if (ci_kind_of(l->shape)->outline->is_surface)
      normal[i] = -l->d[i].hi;
  }
}

static void polygon_measure(const line *l, int end, measured *m) {
  double point[3];
  int i;
  for (i = 0; i < 2; i++) measure_end(l, i, &m->t[i], i == end ? m->point : point);
  normal_at(l, end, m->normal);
}

const exact_cast ci_polygon_exact = {polygon_meets, polygon_side, polygon_locate, polygon_measure};

/* SPDX-License-Identifier: MIT
 *
 * Exact casts at shapes of two dimensions that are hulls: the polygons, also with a radius, and the
 * name of the edge that a line crosses.
 */
#include "../number/orient.h"

#include <string.h>

#include "outline.h"

/* ---- The line -------------------------------------------------------------------------------- */

/* The start of the vector to `toward`, which is the direction. */
static const double *base_of(const line *l) {
  static const double origin[2] = {0, 0};
  return l->is_segment ? l->from : origin;
}

/* The sign of d x (p - f): 1 if p is to the left of the line, 0 if it is on the line. */
static int side_of_line(const line *l, const double p[2]) {
  return ci_cross2d(base_of(l), l->toward, l->from, p);
}

/* The sign of d . (b - a). */
static int advance_along(const line *l, const double a[2], const double b[2]) {
  return ci_dot2d(base_of(l), l->toward, a, b);
}

/* ---- Names of edges --------------------------------------------------------------------------
 *
 * The number or name of the edge that a line crosses. Nearly always an edge of the
 * hull is one given edge. But given points may lie in line with their neighbours, and
 * rounding may collapse a thin shape to a segment or a point. */

enum { MINUS_Y = 1, PLUS_X, PLUS_Y, MINUS_X };

collide_face ci_outline_face(int number) {
  static const collide_face faces[] = {COLLIDE_FACE_NONE, COLLIDE_FACE_MINUS_Y, COLLIDE_FACE_PLUS_X,
                                       COLLIDE_FACE_PLUS_Y, COLLIDE_FACE_MINUS_X};
  return faces[number];
}

/* A rect prefers the sides across its x axis; otherwise the lower number wins. */
int ci_outline_prefers(const collide_shape *s, int x, int y) {
  int across_x = x % 2 == 0;
  if (ci_kind_of(s)->outline->names_sides && across_x != (y % 2 == 0)) return across_x;
  return x < y;
}

/* The ends of a given edge, in counterclockwise order if the hull has area. */
static void given_edge(const collide_shape *s, int number, double a[2], double b[2]) {
  int from = number - 1, to = number % ci_outline_given(s);
  ci_outline_point(s, s->of.outline.winding > 0 ? from : to, a);
  ci_outline_point(s, s->of.outline.winding > 0 ? to : from, b);
}

/* Returns 1 if the line crosses the edge from a to b inwards (end 0) or outwards (end 1). The
 * inside is to the left of the edge. */
static int crosses(const line *l, int end, const double a[2], const double b[2]) {
  int side_a = side_of_line(l, a), side_b = side_of_line(l, b);
  return end == 0 ? side_a > side_b : side_a < side_b;
}

/* Returns the preferred edge that the line crosses, from number `first` up to but excluding
 * `stop`; 0 if it crosses none. A line never crosses an edge of length zero or an edge that lies
 * along it. */
static int best_crossed(const line *l, int end, int first, int stop) {
  const collide_shape *s = l->shape;
  int number = first, best = 0;
  do {
    double a[2], b[2];
    given_edge(s, number, a, b);
    if (crosses(l, end, a, b) && (best == 0 || ci_outline_prefers(s, number, best))) best = number;
    number = outline_following(s, number);
  } while (number != stop);
  return best;
}

int ci_outline_edge_number(const line *l, int end, int i) {
  const collide_corner *c = outline_stored(l->shape);
  int first, stop;
  if (ci_kind_of(l->shape)->outline->is_surface) return 0;
  first = c[i].edge;
  stop = c[i + 1 < l->shape->of.outline.count ? i + 1 : 0].edge;
  return outline_following(l->shape, first) == stop ? first : best_crossed(l, end, first, stop);
}

/* ---- Collapsed to a segment or a point ------------------------------------------------------- */

/* The number of a cap at p: the edge of length zero there, else the first edge that has an end
 * there. */
static int cap_number(const collide_shape *s, const double p[2]) {
  int number, first = 0;
  for (number = ci_outline_given(s); number > 0; number--) {
    double a[2], b[2];
    given_edge(s, number, a, b);
    if (is_same_point(a, p) || is_same_point(b, p)) first = number;
  }
  for (number = ci_outline_given(s); number > 0; number--) {
    double a[2], b[2];
    given_edge(s, number, a, b);
    if (is_same_point(a, p) && is_same_point(b, p)) first = number;
  }
  return first;
}

static const double *own_axis(const collide_shape *s, int axis) {
  return outline_stored(s)[2 + axis].normal;
}

static int is_mirrored(const collide_shape *s) {
  double origin[2] = {0, 0};
  return orient2d(origin, own_axis(s, 0), own_axis(s, 1)) < 0;
}

static int point_rect_number(const line *l, int end) {
  double origin[2] = {0, 0};
  int along_x = advance_along(l, origin, own_axis(l->shape, 0));
  int along_y = advance_along(l, origin, own_axis(l->shape, 1));
  if (along_x != 0) return (along_x > 0) == (end == 0) ? MINUS_X : PLUS_X;
  return (along_y > 0) == (end == 0) ? MINUS_Y : PLUS_Y;
}

/* A rect whose hull has two corners: `low` and `high` are the ends of its longer sides,
 * which lie along its own x or y. */
typedef struct thin_rect {
  int is_x;
  double low[2], high[2];
  int ascends; /* 1 when corner 1 of the hull is towards `high`, else -1 */
} thin_rect;

static thin_rect view_thin_rect(const collide_shape *s) {
  const collide_corner *c = outline_stored(s);
  thin_rect r;
  r.is_x = s->of.outline.along_x;
  ci_outline_point(s, 0, r.low);
  ci_outline_point(s, r.is_x ? 1 : 3, r.high);
  r.ascends = ci_dot2d(r.low, r.high, c[0].point, c[1].point) < 0 ? -1 : 1;
  return r;
}

/* The side of length zero at this end, if the line enters or leaves through it; else 0. */
static int thin_cap(const line *l, int end, const thin_rect *r) {
  const collide_corner *c = outline_stored(l->shape);
  int rate = r->ascends * advance_along(l, c[0].point, c[1].point);
  int is_high = (l->ends[end].corner == 1) == (r->ascends > 0);
  if (l->ends[end].corner < 0 || rate == 0 || is_high != ((rate > 0) == (end == 1))) return 0;
  return r->is_x ? (is_high ? PLUS_X : MINUS_X) : (is_high ? PLUS_Y : MINUS_Y);
}

/* The long side that the line crosses. */
static int thin_side(const line *l, int end, const thin_rect *r) {
  const collide_corner *c = outline_stored(l->shape);
  int left =
      side_of_line(l, c[1].point) > side_of_line(l, c[0].point) ? 1 : -1; /* does it ascend? */
  int mirrored = is_mirrored(l->shape);
  /* The rect's own y axis is to the left of its own x axis, which reverses the direction. */
  int up = left * r->ascends * (mirrored ? -1 : 1) * (r->is_x ? -1 : 1) > 0;
  if (r->is_x) return up == (end == 0) ? MINUS_Y : PLUS_Y;
  return up == (end == 0) ? MINUS_X : PLUS_X;
}

/* Names the edge as for a box without thickness: in a tie of cap and long side the x axis wins. */
static void name_thin_rect(line *l, int end) {
  thin_rect r = view_thin_rect(l->shape);
  int cap = thin_cap(l, end, &r), across = l->ends[end].edge < 0 ? 0 : thin_side(l, end, &r);
  int takes_cap = across == 0 || (cap != 0 && ci_outline_prefers(l->shape, cap, across));
  l->ends[end].number = takes_cap ? cap : across;
  if (takes_cap) l->ends[end].edge = -1;
}

/* For a hull without area: sets the number of an end whose other fields are set. Where the line
 * hits the cap of a rect and not a long side, also sets the edge of the end to -1. */
static void name_thin(line *l, int end) {
  const collide_shape *s = l->shape;
  hull_end *e = &l->ends[end];
  int names_sides = ci_kind_of(s)->outline->names_sides;
  if (names_sides && s->of.outline.count == 2)
    name_thin_rect(l, end);
  else if (names_sides)
    e->number = point_rect_number(l, end);
  else if (e->edge < 0)
    e->number = cap_number(s, outline_stored(s)[e->corner].point);
  else
    e->number = best_crossed(l, end, 1, 1);
}

/* The outward normal of the cap of a rect, where name_thin chose the cap. */
static void cap_normal(const line *l, int end, double normal[3]) {
  const collide_corner *c = outline_stored(l->shape);
  int i, face = (int)l->faces[end] - COLLIDE_FACE_MINUS_X, outward = face % 2 == 1 ? 1 : -1;
  if (l->shape->of.outline.count == 1) {
    for (i = 0; i < 2; i++) normal[i] = outward * own_axis(l->shape, face / 2)[i];
    return;
  }
  outward = l->ends[end].corner == 1 ? 1 : -1;
  normal[0] = -outward * c[0].normal[1];
  normal[1] = outward * c[0].normal[0];
}

/* ---- Hulls -----------------------------------------------------------------------------------
 *
 * A line against a convex hull in the plane, by the half-planes of its edges (Cyrus and
 * Beck 1978): the line enters through one edge and leaves through another. The corners
 * show which ones: the line enters through the edge whose ends change from its left to
 * its right, and leaves through the edge whose ends change back. So the sign of
 * d x (p - f) for each corner p is enough, and no two quotients are ever compared. */

/* ---- Meeting the hull ------------------------------------------------------------------------ */

/* The line crosses edge i at this end. At a corner it may also cross the neighbouring edge;
 * then the preferred one of the two is kept. */
static void offer(line *l, int end, int i, int corner) {
  hull_end *e = &l->ends[end];
  int number = l->shape->of.outline.count > 2 ? ci_outline_edge_number(l, end, i) : 0;
  if (e->edge >= 0 && !ci_outline_prefers(l->shape, number, e->number)) return;
  e->edge = i;
  e->corner = corner;
  e->number = number;
}

/* Handles a hull with corner 0 on the line, and with corner 1 on it if there are two. */
static void run_along(line *l, const collide_corner *c) {
  int forward = l->shape->of.outline.count < 2 || advance_along(l, c[0].point, c[1].point) > 0;
  l->ends[0].corner = forward ? 0 : 1;
  l->ends[1].corner = forward ? l->shape->of.outline.count - 1 : 0;
}

static void name_ends(line *l) {
  const outline_kind *kind = ci_kind_of(l->shape)->outline;
  int end;
  for (end = 0; end < 2; end++) {
    hull_end *e = &l->ends[end];
    if (l->shape->of.outline.count < 3 && !kind->is_surface) name_thin(l, end);
    if (!kind->names_sides) continue;
    l->faces[end] = ci_outline_face(e->number);
    e->number = 0;
  }
}

static int polygon_meets(line *l) {
  const collide_corner *c = outline_stored(l->shape);
  int i, count = l->shape->of.outline.count, first = side_of_line(l, c[0].point), side_i = first;
  for (i = 0; i < 2; i++) {
    l->ends[i].edge = l->ends[i].corner = -1;
    l->ends[i].number = 0;
  }
  for (i = 0; i < count; i++) {
    int next = i + 1 < count ? side_of_line(l, c[i + 1].point) : first;
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

/* ---- A point of the line --------------------------------------------------------------------- */

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

/* ---- Measuring ------------------------------------------------------------------------------- */

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
static void place_point(const double a[2], const double b[2], twofold u, double point[3]) {
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
    place_point(a, b, r.u, point);
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
    cap_normal(l, end, normal);
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

/* ---- Polygons with a radius ------------------------------------------------------------------
 *
 * A line and a polygon with a radius: the union of the polygon and the capsules about its edges. A
 * line that meets it crosses its border, which is part of the capsules' borders. So the line is in
 * it from where it first enters a capsule to where it last leaves one. */

void ci_polygon_round_edge(const collide_shape *s, int i, collide_shape *capsule) {
  const collide_corner *c = outline_stored(s);
  memset(capsule, 0, sizeof *capsule);
  capsule->kind = COLLIDE_CAPSULE_2D;
  capsule->radius = s->radius;
  capsule->reach = s->reach;
  memcpy(capsule->a, c[i].point, sizeof c[i].point);
  memcpy(capsule->b, c[(i + 1) % s->of.outline.count].point, sizeof c[i].point);
}

/* The line at the capsule of edge i. */
static line line_at_edge(const line *l, int i, collide_shape *capsule) {
  line at_edge = *l;
  ci_polygon_round_edge(l->shape, i, capsule);
  at_edge.shape = capsule;
  return at_edge;
}

static int round_meets(line *l) {
  int i, count = polygon_round_edges(l->shape);
  for (i = 0; i < count; i++) {
    collide_shape capsule;
    line at_edge = line_at_edge(l, i, &capsule);
    if (ci_capsule_exact.meets(&at_edge)) return 1;
  }
  return 0;
}

static side round_side(const line *l, double t) {
  int i, count = polygon_round_edges(l->shape);
  side all = side_make(-1, 1);
  for (i = 0; i < count; i++) {
    collide_shape capsule;
    line at_edge = line_at_edge(l, i, &capsule);
    side one;
    if (!ci_capsule_exact.meets(&at_edge)) continue;
    one = ci_capsule_exact.side_at(&at_edge, t);
    if (one.enter > all.enter) all.enter = one.enter;
    if (one.exit < all.exit) all.exit = one.exit;
  }
  return all;
}

/* Points of the polygon without the radius are inside. */
static int round_locate(const line *l, double t) {
  int i, count = polygon_round_edges(l->shape), where = 1;
  if (count > 1 && ci_polygon_exact.locate(l, t) <= 0) return -1;
  for (i = 0; i < count; i++) {
    collide_shape capsule;
    line at_edge = line_at_edge(l, i, &capsule);
    int one = ci_capsule_exact.locate(&at_edge, t);
    if (one < where) where = one;
  }
  return where;
}

const exact_cast ci_round_polygon_exact = {round_meets, round_side, round_locate, NULL};

/* SPDX-License-Identifier: MIT
 *
 * Features of the difference of two polytopes: the time at which a line enters through a feature,
 * and whether the line surely enters there. Points of the difference are w = a - b. When a moves by
 * t d, they become w + t d, and the two touch at the origin.
 */
#include "facet.h"
#include "space_search.h"

#include <string.h>

/* The values and their errors. u = 2^-53. S is the size of the pair: no coordinate of a point w,
 * nor of a corner, is larger. So |w| is at most sqrt(3) S, and an edge |e| twice that. R is the
 * radius.
 * - A coordinate of a corner: its rounding errors are summed in doubles, three times two sums of at
 *   most 3 u S and 7 u S: 32 u^2 S. The difference of two corners adds 4 u^2 S. So w is off by
 *   sqrt(3) 36 u^2 S, less than 2^-100 S: o. An edge is off by 2.2 o.
 * - A sum of twofolds is off by 3 u^2 of itself, a product by 8 u^2. So a dot or cross product of
 *   vectors a and b loses less than 2^-101 |a| |b| by rounding. o is larger than that wherever one
 *   of the two is a point or an edge.
 * Each value V below is off by less than FEATURE_OFF of the terms T that its comment names. If V is
 * at least FEATURE_LEFT of T, the error is 2^-57 of V. Then a quotient or root of such values is
 * off by less than 2^-55 of itself, and is rounded once more. If V is smaller, but its sign is
 * certain, t is near 0: then it is enough that t itself is off by at most 2^-61. This case is
 * frequent: a shape that rests on another one but for rounding. */
#ifndef FEATURE_LEFT
#define FEATURE_LEFT 9.094947017729282e-13 /* 2^-40 */
#endif
#ifndef FEATURE_OFF
#define FEATURE_OFF 6.310887241768095e-30 /* 2^-97 */
#endif
#ifndef FEATURE_TIME
#define FEATURE_TIME 4.336808689942018e-19 /* 2^-61 */
#endif
/* The least sine of the angle at which a line enters, and its square: at most 2^-20 of a normal, or
 * of a product with a radius, may cancel. */
#define FEATURE_FLAT 9.5367431640625e-07          /* 2^-20 */
#define FEATURE_FLAT_SQUARE 9.094947017729282e-13 /* 2^-40 */

/* A line and a feature: w are its points, d the displacement times `scale`. */
typedef struct feature_line {
  twofold w[3][3], d[3], radius;
  double size, scale, length; /* S; and |d| */
} feature_line;

static int has_digits(double value, double terms) {
  return fabs(value) > FEATURE_LEFT * terms;
}

/* Returns 1 if over / under is accurate enough. `over` has these terms, and `under` has its
 * digits. */
static int is_accurate(double over, double terms, double under, double scale,
                       const space_feature *f) {
  if (has_digits(over, terms)) return 1;
  return (f->any_sign || fabs(over) > FEATURE_OFF * terms) &&
         FEATURE_OFF * terms * scale <= FEATURE_TIME * under;
}

static double length_of(const twofold v[3]) {
  return sqrt(v[0].hi * v[0].hi + v[1].hi * v[1].hi + v[2].hi * v[2].hi);
}

static int put_unit(const twofold v[3], double sign, double unit[3]) {
  double x[3];
  int i;
  for (i = 0; i < 3; i++) x[i] = sign * v[i].hi;
  return ci_vector_unit(x, unit);
}

/* n . w - t f = R |n| with f = -n . d above 0, of n = e x e', with E = |e| + |e'|.
 * - n is off by 2.2 o E + 2^-101 |e| |e'|, which is at most 4.2 o E.
 * - f: 4.2 o E |d|, and rounding: T = E S |d|.
 * - n . w - R |n|: |n| o, 4.2 o E (|w| + R), and rounding: T = |n| (S + R) + E S (|w| + R).
 * If f has its digits, n is off by 2^-57 of itself. */
static int time_of_plane(const feature_line *l, space_feature *f, twofold *t) {
  twofold e[2][3], n[3], over, under;
  double length, edges[2], far = length_of(l->w[0]) + l->radius.hi, sum, terms, sign = 1;
  solid_subtract(l->w[1], l->w[0], e[0]);
  solid_subtract(l->w[2], l->w[0], e[1]);
  tf_cross(e[0], e[1], n);
  length = length_of(n);
  edges[0] = length_of(e[0]);
  edges[1] = length_of(e[1]);
  sum = (edges[0] + edges[1]) * l->size;
  if (!(length > FEATURE_FLAT * edges[0] * edges[1])) return 0;
  under = tf_negate(tf_dot(n, l->d));
  over = tf_dot(n, l->w[0]);
  if (under.hi < 0) {
    sign = -1;
    under = tf_negate(under);
    over = tf_negate(over);
  }
  if (l->radius.hi > 0) over = tf_sub(over, tf_mul(l->radius, tf_sqrt(tf_dot(n, n))));
  if (!(under.hi > 0)) return 0;
  *t = tf(over.hi / under.hi);
  terms = length * (l->size + l->radius.hi) + sum * far;
  if (!(under.hi > FEATURE_FLAT * length * l->length) || !has_digits(under.hi, sum * l->length) ||
      !is_accurate(over.hi, terms, under.hi, l->scale, f))
    return 0;
  *t = tf_div(over, under);
  return put_unit(n, sign, f->normal);
}

/* The lesser root of a t^2 + 2 b t + c = 0. The discriminant b^2 - a c and a have their digits. b
 * and c have these terms. */
typedef struct feature_square {
  twofold a, b, c, discriminant;
  double b_terms, c_terms;
} feature_square;

static int lesser_root(const feature_square *s, double scale, space_feature *f, twofold *t) {
  twofold root = tf_sqrt(s->discriminant), under = tf_sub(root, s->b);
  if (s->b.hi < 0) {
    if (!has_digits(under.hi, s->b_terms)) return 0;
    if (!is_accurate(s->c.hi, s->c_terms, under.hi, scale, f)) return 0;
    *t = tf_div(s->c, under);
    return 1;
  }
  under = tf_add(s->b, root);
  if (!has_digits(under.hi, s->b_terms)) return 0;
  *t = tf_div(tf_negate(under), s->a);
  return 1;
}

/* The largest ratio of the terms of a normal to its length. */
#define MOST_CANCELS 1125899906842624.0 /* 2^50 */

/* |(w + t d) x e|^2 = R^2 e^2, with c = w x e and k = d x e. The discriminant is e^2 times
 * R^2 k^2 - (e . (w x d))^2, which is called rest.
 * - c is off by o (2 |e| + 2.2 |w|), k by 4 o |d|, w x d by 2 o |d|.
 * - rest: 8 o |d| R^2 |k|, and twice R |k| times o (2.5 |e| |d| + 2.2 |w x d|): where rest is not
 *   negative, R |k| is at least e . (w x d). T = S (|d| (R + |e|) + |w x d|) R |k|. If rest has its
 *   digits, k is off by 2^-57 of itself.
 * - the normal, c + t k, which is R |e| long: o (2 |e| + 2.2 |w|) and t 4 o |d|, where t |d| is at
 *   most |w| + |e| + R: 2^-97 S (|w| + |e| + R) over R |e| of itself, at most 2^-47.
 * - c . k: |k| times the error of c, and |w| |e| 4 o |d|: T = S ((|e| + |w|) |k| + |w| |e| |d|).
 * - c^2 - R^2 e^2: twice |w| |e| times the error of c, R^2 |e| 4.4 o, and rounding:
 *   T = S |e| (|w| (|e| + |w|) + R^2). */
static int time_of_edge(const feature_line *l, space_feature *f, twofold *t) {
  twofold e[3], c[3], k[3], x[3], ee, limit, across, rest, left, square;
  double far = length_of(l->w[0]), edge, radius = l->radius.hi, speed;
  feature_square s;
  int i;
  solid_subtract(l->w[1], l->w[0], e);
  tf_cross(l->w[0], e, c);
  tf_cross(l->d, e, k);
  tf_cross(l->w[0], l->d, x);
  ee = tf_dot(e, e);
  s.a = tf_dot(k, k);
  if (!(s.a.hi > FEATURE_FLAT_SQUARE * ee.hi * l->length * l->length)) return 0;
  square = tf_mul(l->radius, l->radius);
  limit = tf_mul(square, s.a);
  across = tf_dot(e, x);
  rest = tf_sub(limit, tf_mul(across, across));
  edge = sqrt(ee.hi);
  speed = sqrt(s.a.hi);
  s.b = tf_dot(c, k);
  *t = tf_div(tf_negate(s.b), s.a); /* a guess, if the line only grazes */
  if (!(rest.hi > FEATURE_FLAT * limit.hi)) return 0;
  if (!has_digits(rest.hi, l->size * (l->length * (radius + edge) + length_of(x)) * radius * speed))
    return 0;
  if (!(l->size * (far + edge + radius) < MOST_CANCELS * radius * edge)) return 0;
  left = tf_mul(square, ee);
  s.b_terms = l->size * ((edge + far) * speed + far * edge * l->length);
  s.c = tf_sub(tf_dot(c, c), left);
  s.c_terms = l->size * edge * (far * (edge + far) + square.hi);
  s.discriminant = tf_mul(ee, rest);
  if (!lesser_root(&s, l->scale, f, t)) return 0;
  /* The normal is w + t d without its part along e: e x (c + t k), turned. */
  for (i = 0; i < 3; i++) c[i] = tf_add(c[i], tf_mul(k[i], *t));
  tf_cross(e, c, x);
  return put_unit(x, 1, f->normal);
}

/* |w + t d|^2 = R^2. The discriminant is R^2 d^2 - (w x d)^2.
 * - w x d is off by 2 o |d|, and at most R |d| long: T = S R |d|^2. If the discriminant has its
 *   digits, R is at least 2^-40 S, so that the normal is accurate, too.
 * - w . d: T = S |d|. w^2 - R^2: T = S |w| + R^2. */
static int time_of_corner(const feature_line *l, space_feature *f, twofold *t) {
  twofold x[3], square = tf_mul(l->radius, l->radius), limit;
  double radius = l->radius.hi;
  feature_square s;
  int i;
  s.a = tf_dot(l->d, l->d);
  tf_cross(l->w[0], l->d, x);
  limit = tf_mul(square, s.a);
  limit = tf_sub(limit, tf_dot(x, x));
  s.b = tf_dot(l->w[0], l->d);
  *t = tf_div(tf_negate(s.b), s.a);
  if (!(limit.hi > FEATURE_FLAT * square.hi * s.a.hi)) return 0;
  if (!has_digits(limit.hi, l->size * radius * s.a.hi)) return 0;
  s.b_terms = l->size * l->length;
  s.c = tf_sub(tf_dot(l->w[0], l->w[0]), square);
  s.c_terms = l->size * length_of(l->w[0]) + square.hi;
  s.discriminant = limit;
  if (!lesser_root(&s, l->scale, f, t)) return 0;
  for (i = 0; i < 3; i++) x[i] = tf_add(l->w[0][i], tf_mul(l->d[i], *t));
  return put_unit(x, 1, f->normal);
}

/* A power of two that brings d near 1. */
static double scale_of(const double d[3]) {
  int exponent;
  (void)frexp(ci_largest(d, 3, 0), &exponent);
  return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

int ci_space_feature_time(const solid_pair *start, const double d[3], space_feature *f, double *t) {
  twofold found = tf(0);
  feature_line l;
  int i, there;
  l.radius = two_sum(start->a.radius, start->b.radius);
  l.scale = scale_of(d);
  l.size = start->size;
  for (i = 0; i < f->count; i++) ci_solid_corner_difference(start, f->corner[i], l.w[i]);
  for (i = 0; i < 3; i++) l.d[i] = tf(d[i] * l.scale);
  l.length = length_of(l.d);
  *t = 0;
  if (f->count < 3 && !(l.radius.hi > 0)) return 0;
  there = f->count == 3   ? time_of_plane(&l, f, &found)
          : f->count == 2 ? time_of_edge(&l, f, &found)
                          : time_of_corner(&l, f, &found);
  f->time = found;
  f->scale = l.scale;
  *t = found.hi * l.scale;
  return there && fabs(*t) <= DBL_MAX;
}

/* ---- A corner or an edge -----------------------------------------------------------------------
 *
 * u = 2^-53. M is a bound of the radius, of the coordinates of either solid, of t d and of w + t d.
 * L is the length of the edge, and R the radius. The errors of the coordinates:
 * - of a corner: 5 u M;
 * - of a point w: 10 u M, and 11 u M with the rounding of t;
 * - of an edge between two points: 20 u M, and 22 u M with the rounding of t.
 *
 * The difference with a radius is smooth: where the line enters on the border of two features, both
 * give its time and normal. Round numbers often lead there. Then twofolds, off by about 2^-98 M,
 * tell that the place is inside of the feature, or on its border except for 2^-80 M. So far from it
 * the normal turns by 2^-80 M over R, which is at most 2^-54. */

/* The feature at the entry. */
typedef struct entered {
  const solid_pair *at;
  const space_feature *f;
  const double *d;           /* in the units of the pair */
  double size;               /* M */
  double e[3];               /* the edge */
  double r[3];               /* out of the feature, from the origin to the nearest point */
  double error;              /* of r */
  double low, high;          /* the least and greatest product of e with a point of the edge, */
  double part;               /* their error, */
  int lowest[2], highest[2]; /* and the corners of these points */
} entered;

#ifndef BORDER_NEAR
#define BORDER_NEAR 8.271806125530277e-25 /* 2^-80 */
#endif

static void put_point(const entered *g, const int corner[2], double w[3]) {
  double a[3], b[3];
  ci_solid_corner_rounded(&g->at->a, corner[0], a);
  ci_solid_corner_rounded(&g->at->b, corner[1], b);
  vector_minus(a, b, w);
}

/* Projects the origin onto the line of the edge. e . w is off by 38 u M (L + R) and 19 u M L, e^2
 * by 76 u M L; so the weight is off by (133 L + 38 R) u M / L^2. */
static int project_origin(entered *g) {
  double w[2][3], ee, length, weight;
  int i;
  put_point(g, g->f->corner[0], w[0]);
  memcpy(g->r, w[0], sizeof w[0]);
  g->error = 19 * SOLID_UNIT * g->size;
  if (g->f->count == 1) return 1;
  put_point(g, g->f->corner[1], w[1]);
  for (i = 0; i < 3; i++) g->e[i] = w[1][i] - w[0][i];
  ee = vector_dot(g->e, g->e);
  if (!(ee > 0)) return 0;
  length = sqrt(ee);
  weight = -vector_dot(g->e, w[0]) / ee;
  g->part = 256 * SOLID_UNIT * g->size * (length + g->at->radius);
  vector_add(g->r, weight, g->e);
  /* w: 19 u M; the weight's error times L; the weight times 38 u M, and rounding. */
  g->error = 64 * SOLID_UNIT * g->size + g->part / length;
  g->low = g->high = vector_dot(g->e, w[0]);
  for (i = 0; i < 2; i++) g->lowest[i] = g->highest[i] = g->f->corner[0][i];
  return 1;
}

/* Is corner i of one solid on the line of the edge? Exact. */
static int is_on_edge(const entered *g, int which, int i) {
  const space_feature *f = g->f;
  solid_edge e, to;
  int owner;
  if (f->count != 2) return 0;
  owner = f->corner[0][0] != f->corner[1][0] ? 0 : 1;
  e.solid = owner == 0 ? &g->at->a : &g->at->b;
  e.from = f->corner[0][owner];
  e.to = f->corner[1][owner];
  to.solid = which == 0 ? &g->at->a : &g->at->b;
  to.from = f->corner[0][which];
  to.to = i;
  return ci_edges_are_parallel(&e, &to);
}

/* A point at the exact entry. */
static void put_precisely(const entered *g, const int corner[2], twofold w[3]) {
  int k;
  ci_solid_corner_difference(g->at, corner, w);
  for (k = 0; k < 3; k++) w[k] = tf_add(w[k], tf(g->f->time.lo * g->f->scale * g->d[k]));
}

static void edge_precisely(const entered *g, twofold first[3], twofold e[3]) {
  twofold last[3];
  put_precisely(g, g->f->corner[0], first);
  put_precisely(g, g->f->corner[1], last);
  solid_subtract(last, first, e);
}

/* Is the point not farther than BORDER_NEAR beyond the plane across the nearest vector? */
static int is_above_precisely(const entered *g, const int corner[2]) {
  twofold w[3], r[3], e[3], part, height;
  int k;
  put_precisely(g, g->f->corner[0], r);
  if (g->f->count == 2) {
    edge_precisely(g, r, e);
    part = tf_div(tf_dot(e, r), tf_dot(e, e));
    for (k = 0; k < 3; k++) r[k] = tf_sub(r[k], tf_mul(part, e[k]));
  }
  put_precisely(g, corner, w);
  solid_subtract(w, r, w);
  height = tf_dot(r, w);
  return height.hi > -BORDER_NEAR * g->size * g->at->radius;
}

/* The product of the edge with a point of it. */
static double along_precisely(const entered *g, const int corner[2]) {
  twofold w[3], first[3], e[3];
  edge_precisely(g, first, e);
  put_precisely(g, corner, w);
  return tf_dot(e, w).hi;
}

static void take_end(entered *g, int which, int corner, double along, double *low, double *high) {
  if (along < *low) {
    *low = along;
    g->lowest[which] = corner;
  }
  if (along > *high) {
    *high = along;
    g->highest[which] = corner;
  }
}

/* Returns 1 if all corners of one solid lie beyond the feature or on the line of its edge. r points
 * out of b, so a's corners are above. Adds the extent of those on the line.
 * A height: the difference v of two corners is off by 19 u M. Its product with r is off by 3 u |r|
 * |v|, and |v| is at most 3.5 M. The error of r adds its product with |v|. */
static int is_foremost(entered *g, int which, double margin) {
  const solid_proxy *s = which == 0 ? &g->at->a : &g->at->b;
  double first[3], p[3], v[3], low = 0, high = 0;
  int i, count = solid_corner_count(s), corner[2];
  memcpy(corner, g->f->corner[0], sizeof corner);
  ci_solid_corner_rounded(s, corner[which], first);
  for (i = 0; i < count; i++) {
    double height;
    if (i == g->f->corner[0][which]) continue;
    ci_solid_corner_rounded(s, i, p);
    vector_minus(p, first, v);
    if (which == 1) vector_negate(v, v);
    height = vector_dot(g->r, v);
    corner[which] = i;
    if (height > margin) continue;
    if (height < -margin) return 0;
    if (is_on_edge(g, which, i))
      take_end(g, which, i, vector_dot(g->e, v), &low, &high);
    else if (!is_above_precisely(g, corner))
      return 0;
  }
  g->low += low;
  g->high += high;
  return 1;
}

/* Is the nearest point between the ends of the edge? */
static int is_between_ends(const entered *g) {
  double near = BORDER_NEAR * g->size * g->size;
  if (g->low < -g->part && g->high > g->part) return 1;
  if (!(g->low < g->part && g->high > -g->part)) return 0;
  return along_precisely(g, g->lowest) < near && along_precisely(g, g->highest) > -near;
}

/* Returns 1 if the line surely enters through a corner or an edge with a radius. `at` is the pair
 * at the time that was found. `travel` is the largest component of t
 * d. */
static int enters_at(const solid_pair *at, const space_feature *f, const double d[3],
                     double travel) {
  entered g;
  double length, margin;
  g.at = at;
  g.f = f;
  g.d = d;
  g.size = at->size + at->radius + travel;
  if (!(at->radius > SPACE_CORES_NEAR * g.size) || !project_origin(&g)) return 0;
  length = sqrt(vector_dot(g.r, g.r));
  if (!(length > 4 * g.error)) return 0;
  margin = 64 * SOLID_UNIT * g.size * length + 4 * g.error * g.size + FILTER_TINY;
  if (!is_foremost(&g, 0, margin) || !is_foremost(&g, 1, margin)) return 0;
  return f->count == 1 || is_between_ends(&g);
}

/* ---- The entry ------------------------------------------------------------------------------ */

/* A line and a pair that is at t = 0 before, and at the entry after. */
typedef struct entering {
  const space_sweep *w;
  solid_pair *pair;
  const double *d;
  double scaled[3]; /* d in the units of the pair */
  double *guess;
  space_entry *entry;
} entering;

/* Finds the time of the feature and moves the pair there. */
static int move_to(entering *g, space_feature *f, double *travel) {
  double t;
  int there = ci_space_feature_time(g->pair, g->scaled, f, &t);
  if (there || ((f->any_sign ? -t : t) > 0 && fabs(t) <= DBL_MAX)) *g->guess = t;
  if (!there) return 0;
  ci_solid_pair_move(g->pair, g->w->a, g->d, t);
  memcpy(g->entry->normal, f->normal, sizeof f->normal);
  g->entry->has_normal = 1;
  *travel = fabs(t) * ci_largest(g->scaled, 3, 0);
  return 1;
}

static int enter_at_feature(entering *g, space_feature *f) {
  double travel;
  if (!(g->pair->radius > 0) || !move_to(g, f, &travel)) return 0;
  g->entry->inside = 1;
  return enters_at(g->pair, f, g->scaled, travel);
}

/* A point, or an edge of one solid between two points: where both corners differ, the edges are
 * parallel, and one of them is enough. */
static void take_edge(int corner[2][2], space_feature *f) {
  int is_point = corner[0][0] == corner[1][0] && corner[0][1] == corner[1][1];
  f->count = is_point ? 1 : 2;
  memcpy(f->corner, corner, 2 * sizeof f->corner[0]);
  if (corner[0][0] != corner[1][0]) f->corner[1][1] = corner[0][1];
}

static int enter_face(entering *g, solid_facet *face, space_feature *f) {
  facet_place place;
  double travel;
  int edge[2][2];
  f->count = 3;
  memcpy(f->corner, face->corner, sizeof f->corner);
  if (!(vector_dot(face->normal, g->d) < 0)) return 0;
  if (!ci_facet_supports(g->pair, face)) {
    (void)move_to(g, f, &travel); /* its time may be a guess */
    return 0;
  }
  place = ci_facet_locate(g->pair, face, g->d, edge);
  if (place == FACET_UNSURE && g->pair->radius > 0) {
    take_edge(edge, f);
    return enter_at_feature(g, f);
  }
  if ((place != FACET_INSIDE && place != FACET_BORDER) || !move_to(g, f, &travel)) return 0;
  g->entry->inside = place == FACET_INSIDE && (g->pair->radius > 0 || face->has_more);
  return 1;
}

static int is_hull(const simplex *s) {
  int i;
  for (i = 0; i < s->count; i++)
    if (s->point[i].corner[0] < 0 || s->point[i].corner[1] < 0) return 0;
  return s->count >= 1 && s->count <= 3;
}

static void take_points(const simplex *s, space_feature *f) {
  int i;
  f->count = s->count;
  for (i = 0; i < s->count; i++) memcpy(f->corner[i], s->point[i].corner, sizeof f->corner[i]);
  if (f->count == 2) take_edge(f->corner, f);
}

static void begin_entering(entering *g, const space_sweep *w, solid_pair *pair, const double d[3],
                           double *guess, space_entry *entry) {
  int i;
  g->w = w;
  g->pair = pair;
  g->d = d;
  g->guess = guess;
  g->entry = entry;
  for (i = 0; i < 3; i++) g->scaled[i] = d[i] * pair->scale;
}

/* Tries the faces that three points show. */
static int enter_faces(entering *g, const simplex *s, space_feature *f) {
  solid_facet face;
  int i, found;
  for (i = 0; (found = ci_facet_candidate(g->pair, s, i, &face)) != 0; i++) {
    if (found > 0 && enter_face(g, &face, f)) return 1;
    ci_solid_pair_move(g->pair, g->w->a, g->d, 0);
  }
  return 0;
}

int ci_space_resolve(const space_sweep *w, solid_pair *pair, const double d[3], const simplex *s,
                     space_feature *f, double *guess, space_entry *entry) {
  entering g;
  int way;
  begin_entering(&g, w, pair, d, guess, entry);
  if (!is_hull(s)) return 0;
  if (s->count == 3) return enter_faces(&g, s, f);
  take_points(s, f);
  if (enter_at_feature(&g, f)) return 1;
  ci_solid_pair_move(pair, w->a, d, 0);
  for (way = 1; way >= -1; way -= 2) { /* a face on either side; the line moves towards the first */
    simplex whole = *s;
    double towards[3] = {0, 0, 0};
    if (ci_vector_unit(d, towards)) vector_scale(way, towards, towards);
    ci_facet_complete(pair, towards, &whole);
    if (enter_faces(&g, &whole, f)) return 1;
  }
  return 0;
}

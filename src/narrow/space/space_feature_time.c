/* SPDX-License-Identifier: MIT
 *
 * The time at which a line enters through a feature of the difference of two polytopes, in
 * twofolds: see space_feature.h.
 */
#include "space_feature.h"

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

static void minus(const twofold p[3], const twofold q[3], twofold r[3]) {
  r[0] = tf_sub(p[0], q[0]);
  r[1] = tf_sub(p[1], q[1]);
  r[2] = tf_sub(p[2], q[2]);
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
  minus(l->w[1], l->w[0], e[0]);
  minus(l->w[2], l->w[0], e[1]);
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
  minus(l->w[1], l->w[0], e);
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
  twofold a[3], b[3], found = tf(0);
  feature_line l;
  int i, there;
  l.radius = two_sum(start->a.radius, start->b.radius);
  l.scale = scale_of(d);
  l.size = start->size;
  for (i = 0; i < f->count; i++) {
    ci_solid_corner(&start->a, f->corner[i][0], a);
    ci_solid_corner(&start->b, f->corner[i][1], b);
    minus(a, b, l.w[i]);
  }
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

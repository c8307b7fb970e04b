/* SPDX-License-Identifier: MIT
 *
 * Features of the difference of two polytopes: see space_feature.h. Points of the difference are
 * w = a - b; a moved by t d makes w + t d of them, and the origin is where the two touch.
 */
#include "space_feature.h"

#include "../shape/shape.h"

#include <string.h>

/* ---- The corners ---------------------------------------------------------------------------- */

static void add_corner(space_feature *f, int which, int corner) {
  int i;
  for (i = 0; i < f->own[which]; i++)
    if (f->used[which][i] == corner) return;
  f->used[which][f->own[which]++] = corner;
}

int ci_space_feature_of(const simplex *s, space_feature *f) {
  int i, k;
  f->count = s->count;
  f->own[0] = f->own[1] = 0;
  if (s->count < 1 || s->count > 3) return 0;
  for (i = 0; i < s->count; i++)
    for (k = 0; k < 2; k++) {
      f->corner[i][k] = s->point[i].corner[k];
      if (s->point[i].corner[k] < 0) return 0;
      add_corner(f, k, s->point[i].corner[k]);
    }
  return 1;
}

/* The axes in which two corners are equal. */
static int equal_axes(const solid_view *s, int i, int k) {
  double room[2][3];
  const double *p = solid_own_corner(s, i, room[0]), *q = solid_own_corner(s, k, room[1]);
  return (p[0] == q[0]) | (p[1] == q[1]) << 1 | (p[2] == q[2]) << 2;
}

/* Where no frame is turned, two corners that are equal in an axis are so in the world, exactly: the
 * points of the difference that are made of them lie in a plane across the axis, or, for two axes,
 * on a line. */
static int find_flat(const solid_pair *p, const space_feature *f) {
  int i, axes = p->a.turned || p->b.turned ? 0 : 7, count;
  for (i = 1; i < f->own[0] && axes; i++) axes &= equal_axes(&p->a, f->used[0][0], f->used[0][i]);
  for (i = 1; i < f->own[1] && axes; i++) axes &= equal_axes(&p->b, f->used[1][0], f->used[1][i]);
  count = (axes & 1) + (axes >> 1 & 1) + (axes >> 2);
  return count >= 4 - f->count ? axes : 0;
}

/* The edges between the points must be those of one of the two each, so that all of a's corners
 * have the same height along the normal, and all of b's. */
int ci_space_feature_flat(const solid_pair *p, space_feature *f) {
  f->flat = find_flat(p, f);
  return f->flat != 0 || f->own[0] + f->own[1] == f->count + 1;
}

int ci_space_feature_face(space_feature *f) {
  int which = f->own[1] == 3 ? 1 : 0, i;
  if (f->count != 3 || f->own[which] != 3) return 0;
  for (i = 0; i < 3; i++) {
    f->corner[i][which] = f->used[which][i];
    f->corner[i][1 - which] = f->used[1 - which][0];
  }
  return 1;
}

/* ---- Time --------------------------------------------------------------------------------------
 *
 * u = 2^-53. S is the size of the pair: no coordinate of a point w, nor of a corner, is larger, so
 * that |w| is at most sqrt(3) S, and an edge |e| twice that. R is the radius.
 * - A coordinate of a corner: what roundings leave is summed in doubles, three times two sums of at
 *   most 3 u S and 7 u S: 32 u^2 S. The difference of two corners 4 u^2 S more. So w is off by
 *   sqrt(3) 36 u^2 S, less than 2^-100 S: o. An edge is off by 2.2 o.
 * - A sum of twofolds is off by 3 u^2 of itself, a product by 8 u^2: of a dot or cross product of
 *   vectors a and b less than 2^-101 |a| |b| is lost by rounding, of which o is the larger part
 *   wherever one of the two is a point or an edge.
 * Each value V below is off by less than FEATURE_OFF of the terms T that its comment names. Where
 * FEATURE_LEFT of them is left, that is 2^-57 of V, so that a quotient or root of such values is
 * off by less than 2^-55 of itself, and is rounded once more. Where less is left, but enough for
 * the sign, t is near 0: then it is enough that t itself is off by at most 2^-61. A shape that
 * rests on another but for rounding is such a case, and a frequent one. */
#ifndef FEATURE_LEFT
#define FEATURE_LEFT 9.094947017729282e-13 /* 2^-40 */
#endif
#ifndef FEATURE_OFF
#define FEATURE_OFF 6.310887241768095e-30 /* 2^-97 */
#endif
#ifndef FEATURE_TIME
#define FEATURE_TIME 4.336808689942018e-19 /* 2^-61 */
#endif
/* How flat a line may come in, as the sine of the angle, and its square: of normals and products of
 * a radius no more than 2^-20 may cancel. */
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

/* Is over / under accurate enough, for an `over` that is made of such terms, and an `under` that
 * has its digits? */
static int is_accurate(double over, double terms, double under, double scale) {
  return has_digits(over, terms) ||
         (fabs(over) > FEATURE_OFF * terms && FEATURE_OFF * terms * scale <= FEATURE_TIME * under);
}

static void minus(const twofold p[3], const twofold q[3], twofold r[3]) {
  int i;
  for (i = 0; i < 3; i++) r[i] = tf_sub(p[i], q[i]);
}

static void cross(const twofold a[3], const twofold b[3], twofold r[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r[i] = tf_sub(tf_mul(a[j], b[k]), tf_mul(a[k], b[j]));
  }
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
 * That f has its digits says of n that it is off by 2^-57 of itself. */
static int time_of_plane(const feature_line *l, space_feature *f, twofold *t) {
  twofold e[2][3], n[3], over, under;
  double length, edges[2], far = length_of(l->w[0]) + l->radius.hi, sum, sign = 1;
  minus(l->w[1], l->w[0], e[0]);
  minus(l->w[2], l->w[0], e[1]);
  cross(e[0], e[1], n);
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
  if (under.hi > 0) *t = tf(over.hi / under.hi);
  if (!(under.hi > FEATURE_FLAT * length * l->length)) return 0;
  if (!has_digits(under.hi, sum * l->length)) return 0;
  if (!is_accurate(over.hi, length * (l->size + l->radius.hi) + sum * far, under.hi, l->scale))
    return 0;
  *t = tf_div(over, under);
  return put_unit(n, sign, f->normal);
}

/* a t^2 + 2 b t + c = 0 with its discriminant b^2 - a c, which has its digits, as a has: the lesser
 * root. b and c are made of these terms. */
typedef struct feature_square {
  twofold a, b, c, discriminant;
  double b_terms, c_terms;
} feature_square;

static int lesser_root(const feature_square *s, double scale, twofold *t) {
  twofold root = tf_sqrt(s->discriminant), under = tf_sub(root, s->b);
  if (s->b.hi < 0) {
    if (!has_digits(under.hi, s->b_terms)) return 0;
    if (!is_accurate(s->c.hi, s->c_terms, under.hi, scale)) return 0;
    *t = tf_div(s->c, under);
    return 1;
  }
  under = tf_add(s->b, root);
  if (!has_digits(under.hi, s->b_terms)) return 0;
  *t = tf_div(tf_negate(under), s->a);
  return 1;
}

/* |(w + t d) x e|^2 = R^2 e^2, with c = w x e and k = d x e. The discriminant is e^2 times
 * R^2 k^2 - (e . (w x d))^2, which is called rest.
 * - c is off by o (2 |e| + 2.2 |w|), k by 4 o |d|, w x d by 2 o |d|.
 * - rest: 8 o |d| R^2 |k|, and twice R |k| times o |d| (2.5 |e| + 2.2 |w|), for where it is not
 *   negative R |k| is at least e . (w x d): T = S |d| (R + |e| + |w|) R |k|. That it has its digits
 *   says of k that it is off by 2^-57 of itself, and of R |e| that it is at least 2^-40 S |w|: so
 *   the normal is accurate, too.
 * - c . k: |k| times what c is off by, and |w| |e| 4 o |d|: T = S ((|e| + |w|) |k| + |w| |e| |d|).
 * - c^2 - R^2 e^2: twice |w| |e| times what c is off by, R^2 |e| 4.4 o, and rounding:
 *   T = S |e| (|w| (|e| + |w|) + R^2). */
static int time_of_edge(const feature_line *l, space_feature *f, twofold *t) {
  twofold e[3], c[3], k[3], x[3], ee, limit, across, rest, left, square;
  double far = length_of(l->w[0]), edge, radius = l->radius.hi, speed;
  feature_square s;
  int i;
  minus(l->w[1], l->w[0], e);
  cross(l->w[0], e, c);
  cross(l->d, e, k);
  cross(l->w[0], l->d, x);
  ee = tf_dot(e, e);
  s.a = tf_dot(k, k);
  if (!(s.a.hi > FEATURE_FLAT_SQUARE * ee.hi * l->length * l->length)) return 0;
  square = tf_mul(l->radius, l->radius);
  limit = tf_mul(square, s.a);
  across = tf_dot(e, x);
  rest = tf_sub(limit, tf_mul(across, across));
  edge = sqrt(ee.hi);
  speed = sqrt(s.a.hi);
  if (!(rest.hi > FEATURE_FLAT * limit.hi)) return 0;
  if (!has_digits(rest.hi, l->size * l->length * (radius + edge + far) * radius * speed)) return 0;
  left = tf_mul(square, ee);
  s.b = tf_dot(c, k);
  s.b_terms = l->size * ((edge + far) * speed + far * edge * l->length);
  s.c = tf_sub(tf_dot(c, c), left);
  s.c_terms = l->size * edge * (far * (edge + far) + square.hi);
  s.discriminant = tf_mul(ee, rest);
  if (!lesser_root(&s, l->scale, t)) return 0;
  /* The normal is w + t d without its part along e: e x (c + t k), turned. */
  for (i = 0; i < 3; i++) c[i] = tf_add(c[i], tf_mul(k[i], *t));
  cross(e, c, x);
  return put_unit(x, 1, f->normal);
}

/* |w + t d|^2 = R^2. The discriminant is R^2 d^2 - (w x d)^2.
 * - w x d is off by 2 o |d|, and no longer than R |d|: T = S R |d|^2. That it has its digits says
 *   that R is at least 2^-40 S, so that the normal is accurate, too.
 * - w . d: T = S |d|. w^2 - R^2: T = S |w| + R^2. */
static int time_of_corner(const feature_line *l, space_feature *f, twofold *t) {
  twofold x[3], square = tf_mul(l->radius, l->radius), limit;
  double radius = l->radius.hi;
  feature_square s;
  int i;
  s.a = tf_dot(l->d, l->d);
  cross(l->w[0], l->d, x);
  limit = tf_mul(square, s.a);
  limit = tf_sub(limit, tf_dot(x, x));
  if (!(limit.hi > FEATURE_FLAT * square.hi * s.a.hi)) return 0;
  if (!has_digits(limit.hi, l->size * radius * s.a.hi)) return 0;
  s.b = tf_dot(l->w[0], l->d);
  s.b_terms = l->size * l->length;
  s.c = tf_sub(tf_dot(l->w[0], l->w[0]), square);
  s.c_terms = l->size * length_of(l->w[0]) + square.hi;
  s.discriminant = limit;
  if (!lesser_root(&s, l->scale, t)) return 0;
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
  *t = found.hi * l.scale;
  return there && fabs(*t) <= DBL_MAX;
}

/* ---- Certainty ---------------------------------------------------------------------------------
 *
 * u = 2^-53. M is what no coordinate of w + t d, of either solid, of the radius and of t d is
 * larger than: a coordinate of a corner is off by 5 u M, of a point w by 10 u M, of an edge between
 * two of them by 20 u M, and the rounding of t moves each by u M more, which 11 u and 22 u cover.
 * L is the length of the longest edge, and R the radius. */

/* The direction out of the feature, how far it may be off, and whether the origin's foot lies in
 * the feature. */
static int foot_of_edge(double (*const w)[3], double size, double radius, double r[3],
                        double *error) {
  double e[3], ee, weight, length, part;
  int i;
  for (i = 0; i < 3; i++) e[i] = w[1][i] - w[0][i];
  ee = vector_dot(e, e);
  if (!(ee > 0)) return 0;
  length = sqrt(ee);
  weight = -vector_dot(e, w[0]) / ee;
  /* e . w: 19 u M L and 38 u M (L + R); e^2: 76 u M L. So the weight is off by
   * (133 L + 38 R) u M / L^2. */
  part = 256 * SOLID_UNIT * size * (length + radius) / ee;
  if (!(weight > part && weight < 1 - part)) return 0;
  for (i = 0; i < 3; i++) r[i] = w[0][i] + weight * e[i];
  /* w: 19 u M; the weight's error times L; the weight times 38 u M, and rounding. */
  *error = 64 * SOLID_UNIT * size + part * length;
  return 1;
}

/* `is_half`: the triangle is half of a parallelogram that lies in the difference, too, whose
 * diagonal is the side opposite to the first point. */
static int foot_of_triangle(double (*const w)[3], int is_half, double size, double radius,
                            double r[3], double *error) {
  double e[3], f[3], x[3], nn, weight[2], length, part;
  int i;
  for (i = 0; i < 3; i++) {
    e[i] = w[1][i] - w[0][i];
    f[i] = w[2][i] - w[0][i];
  }
  length = sqrt(vector_dot(e, e)) + sqrt(vector_dot(f, f));
  vector_cross(e, f, r);
  nn = vector_dot(r, r);
  if (!(nn > 0)) return 0;
  vector_cross(f, w[0], x);
  weight[0] = vector_dot(x, r) / nn;
  vector_cross(w[0], e, x);
  weight[1] = vector_dot(x, r) / nn;
  /* The normal is off by 76 u M L and rounding, each product with w by 38 u M (L + R) + 19 u M L,
   * so that a weight is off by 320 u M L^2 (L + R) / |n|^2. */
  part = 512 * SOLID_UNIT * size * length * length * (length + radius) / nn;
  if (!(weight[0] > part && weight[1] > part)) return 0;
  if (is_half ? !(weight[0] < 1 - part && weight[1] < 1 - part)
              : !(weight[0] + weight[1] < 1 - 2 * part))
    return 0;
  *error = 128 * SOLID_UNIT * size * length;
  return 1;
}

/* Is the corner on the face that three used corners of the same solid lie in? */
static int is_on_face(const solid_view *s, const int used[3], int corner) {
  const polytope *p = s->hull;
  int face, k, i, found, has;
  if (s->form == SOLID_BOX) {
    int same = 7 & ~((used[0] ^ used[1]) | (used[0] ^ used[2]));
    return (same & ~(used[0] ^ corner)) != 0;
  }
  if (s->form != SOLID_HULL) return 0;
  for (face = 0; face < p->faces; face++) {
    found = has = 0;
    for (k = p->first[face]; k < p->first[face + 1]; k++) {
      for (i = 0; i < 3; i++) found += p->corner[k] == used[i];
      has |= p->corner[k] == corner;
    }
    if (found == 3) return has;
  }
  return 0;
}

/* Do two corners of a box differ in one coordinate? */
static int are_beside(int i, int k) {
  int bits = i ^ k;
  return (bits & (bits - 1)) == 0;
}

/* Is the triangle half of a parallelogram: of an edge of each solid, or of a box's side? Puts the
 * point first that is opposite to the diagonal. */
static int is_half(const solid_pair *at, space_feature *f) {
  int i, k, which, swap;
  for (which = 0; which < 2; which++)
    if (f->own[which] == 3 && (which == 0 ? &at->a : &at->b)->form != SOLID_BOX) return 0;
  for (i = 0; i < 3; i++) {
    const int *p = f->corner[i], *q = f->corner[(i + 1) % 3], *r = f->corner[(i + 2) % 3];
    int opposite = 1;
    for (which = 0; which < 2; which++) {
      if (f->own[which] == 2) opposite &= (p[which] == q[which]) != (p[which] == r[which]);
      if (f->own[which] == 3)
        opposite &= are_beside(p[which], q[which]) && are_beside(p[which], r[which]);
    }
    if (!opposite) continue;
    for (k = 0; k < 2; k++) {
      swap = f->corner[0][k];
      f->corner[0][k] = f->corner[i][k];
      f->corner[i][k] = swap;
    }
    return 1;
  }
  return 0;
}

static int is_used(const space_feature *f, int which, int corner) {
  int i;
  for (i = 0; i < f->own[which]; i++)
    if (f->used[which][i] == corner) return 1;
  return 0;
}

/* Do all other corners of one solid surely lie beneath the used ones? r points out of b, so that
 * a's corners are above. *inside is set when one of them surely lies beneath. */
static int is_foremost(const solid_view *s, const space_feature *f, int which, const double r[3],
                       double margin, int *inside) {
  double first[3], p[3], v[3];
  int i, k, count = solid_corner_count(s);
  ci_solid_corner_rounded(s, f->used[which][0], first);
  for (i = 0; i < count; i++) {
    double height;
    if (is_used(f, which, i)) continue;
    ci_solid_corner_rounded(s, i, p);
    for (k = 0; k < 3; k++) v[k] = which == 0 ? p[k] - first[k] : first[k] - p[k];
    height = vector_dot(r, v);
    if (height > margin)
      *inside = 1;
    else if (f->flat != 0 && (f->flat & ~equal_axes(s, f->used[which][0], i)) == 0)
      continue;
    else if (f->own[which] < 3 || !is_on_face(s, f->used[which], i))
      return 0;
  }
  return 1;
}

int ci_space_feature_holds(const solid_pair *at, double way, space_feature *f, int *inside) {
  double w[3][3], a[3], b[3], r[3], error, margin, size = at->size + at->radius + way, length;
  int i, k, there = 1, half = f->count == 3 && is_half(at, f);
  for (i = 0; i < f->count; i++) {
    ci_solid_corner_rounded(&at->a, f->corner[i][0], a);
    ci_solid_corner_rounded(&at->b, f->corner[i][1], b);
    for (k = 0; k < 3; k++) w[i][k] = a[k] - b[k];
  }
  if (f->count == 3) {
    there = foot_of_triangle(w, half, size, at->radius, r, &error);
    if (there && vector_dot(r, f->normal) < 0)
      for (i = 0; i < 3; i++) r[i] = -r[i];
  } else if (f->count == 2) {
    there = foot_of_edge(w, size, at->radius, r, &error);
  } else {
    memcpy(r, w[0], sizeof r);
    error = 19 * SOLID_UNIT * size;
  }
  if (!there) return 0;
  *inside = at->radius > 0;
  length = sqrt(vector_dot(r, r));
  if (!(length > 4 * error)) return 0;
  /* A height: the difference of two corners is off by 19 u M and its product with r by 3 u of
   * |r| |v|, with |v| at most 3.5 M; and r's error times |v|. */
  margin = 64 * SOLID_UNIT * size * length + 4 * error * size + FILTER_TINY;
  return is_foremost(&at->a, f, 0, r, margin, inside) &&
         is_foremost(&at->b, f, 1, r, margin, inside);
}

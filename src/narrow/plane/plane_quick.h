/* SPDX-License-Identifier: MIT
 *
 * The quick path of two shapes of the plane: decides and measures at once, in plain doubles and a
 * few twofolds. Returns PAIR_UNSURE if it cannot guarantee the bounds of collide/pair.h. Then
 * plane_measure.c answers.
 */
#ifndef COLLIDE_PLANE_QUICK_H
#define COLLIDE_PLANE_QUICK_H

#include "../../number/lanes_twofold.h"
#include "../../number/orient.h"
#include "plane.h"

/* 1 if the two overlap, 0 if not, or PAIR_UNSURE; then *gap is undefined. */
int ci_quick_outlines(const plane_outline *a, const plane_outline *b, int wanted, pair_gap *gap);
/* The same if one of them is a point. */
int ci_quick_point(const plane_outline *a, const plane_outline *b, int wanted, pair_gap *gap);

/* `contact`, `distance` and `closest` of pair_row.h for kinds with a formula of their own. The
 * rects are axis-parallel. */
int ci_contact_circles(const collide_shape *a, const collide_shape *b, collide_push *push);
int ci_distance_circles(const collide_shape *a, const collide_shape *b, double *apart,
                        double on_a[3], double on_b[3]);
int ci_contact_circle_outline(const collide_shape *circle, const collide_shape *shape,
                              collide_push *push);
int ci_distance_circle_outline(const collide_shape *circle, const collide_shape *shape,
                               double *apart, double on_circle[3], double on_outline[3]);
int ci_closest_outline(const collide_shape *shape, const double point[3], double *apart,
                       double nearest[3]);
int ci_closest_circle(const collide_shape *circle, const double point[3], double *apart,
                      double nearest[3]);
int ci_closest_rect(const collide_shape *rect, const double point[3], double *apart,
                    double found[3]);

/* Twofolds are used if at least this part of the terms remains, like MEASURE_CANCEL. Their error is
 * then below 2^-78 of the result. */
#ifndef PAIR_CANCEL
#define PAIR_CANCEL 9.5367431640625e-07 /* 2^-20 */
#endif

/* In units of `beyond_error`: outlines that overlap by less than this may share no corners that can
 * be found, because rounding decides. See SHALLOW in plane_measure.c. */
#ifndef PAIR_SHALLOW
#define PAIR_SHALLOW 5
#endif

/* In units of `beyond_error`: an edge of overlapping shapes is parallel if its ends differ by less
 * than this. The contact point is then in the middle even if a rotation was rounded. This only
 * chooses the point that is returned. */
#ifndef PAIR_LEVEL
#define PAIR_LEVEL 3
#endif

/* In units of `beyond_error`, E: an edge that the other outline is beyond by more than this surely
 * separates the two. If each edge is less than -E beyond, they surely meet. */
#ifndef PAIR_APART
#define PAIR_APART 1
#endif
/* If the computed depths of two edges differ by more, the shallower edge gives the push: twice the
 * error of `beyond`, 0.83 E. */
#ifndef PAIR_DEEPEST
#define PAIR_DEEPEST 2
#endif

/* ---- Edges and corners ------------------------------------------------------------------ */

/* Hulls with more corners use plane_measure.c. At most 32. */
#ifndef QUICK_CORNERS
#define QUICK_CORNERS 16
#endif

/* The sign of (b - a) . (q - a), exactly. */
static PAIR_INLINE int sign_along(const double a[2], const double b[2], const double q[2]) {
  int sign = try_along(a, b, q);
  return sign != FILTER_UNSURE ? sign : ci_dot2d(a, b, a, q);
}

/* The sign of (b - a) x (q - a), exactly. */
static PAIR_INLINE int sign_beside(const double a[2], const double b[2], const double q[2]) {
  int sign = try_cross(a, b, q);
  return sign != FILTER_UNSURE ? sign : orient2d(a, b, q);
}

/* Do both edges at corner i lead away from q? Then this corner is the outline's nearest point to q.
 */
static PAIR_INLINE int is_nearest_end(const plane_outline *h, int i, const double q[2]) {
  const double *p = h->corners[i].point;
  if (h->count == 1) return 1;
  return sign_along(p, q, h->corners[corner_after(h, i)].point) < 0 &&
         (h->count == 2 || sign_along(p, q, h->corners[corner_before(h, i)].point) < 0);
}

/* The sides of one outline's edges on which the other's corners lie. Bit j of a set is corner j. */
typedef struct pair_sides {
  double most; /* the largest value of `beyond`, that of `edge` */
  int edge;
  double beyond[QUICK_CORNERS];   /* for each edge: the least over the other's corners */
  double doubt;                   /* the least absolute distance of a corner from an edge's line */
  unsigned inside[QUICK_CORNERS]; /* for each edge: the corners on its inner side */
  unsigned held;                  /* the corners that are on the inner side of all edges */
} pair_sides;

/* The corners of an outline, in pairs; an odd number repeats the last one. */
typedef struct corner_lanes {
  double x[QUICK_CORNERS + 1], y[QUICK_CORNERS + 1];
  int count; /* the number of corners */
} corner_lanes;

/* The mean of the corners of the intersection of two outlines without radii. The intersection has
 * an area, or one outline is a point or a segment. No corner is on the line of an edge. */
void ci_take_common(const plane_outline *a, const plane_outline *b, const pair_sides *of_a,
                    const pair_sides *of_b, double common[2]);

/* ---- How far two features are apart ----------------------------------------------------------
 *
 * The distance of two features, less the radii, with an error of less than 6 u of it, u = 2^-53:
 * the public header promises 3 * 2^-52. These functions are inlined into the most frequent
 * routines; plane_quick.c and plane_point.c use them as functions. */

/* The squares and products of lengths and radii between these neither overflow nor lose digits to
 * underflow, not even the low part that two_product computes. */
#define LEAST_LENGTH 1e-120
#define MOST_LENGTH 1e120

/* The difference of a length D and a radius R in plain doubles. D is off by k u of itself, R, a
 * sum, by u, and the difference is rounded: k u D + u R + u |D - R| in all. This is less than 6 u
 * |D - R| if k D + R < 5 |D - R|. The constant is below 5 to cover all terms of u^2. */
#ifndef PLAIN_DIFFERENCE
#define PLAIN_DIFFERENCE 4.999
#endif

/* Between corners. The differences are off by u, their squares by 3 u, the sum by 4 u; the root
 * by 2 u, and it is rounded: 3 u. */
#define BETWEEN_ERROR 3

/* Beyond an edge. The cross product is a twofold, rounded to a double: u. The length of the edge is
 * off by 3 u, as between corners. The quotient is rounded: 5 u in all. */
#define BEYOND_ERROR 5

static inline int is_ordinary_length(double x) {
  return x > LEAST_LENGTH && x < MOST_LENGTH;
}

static inline int is_plain(double error, double length, double radius) {
  return error * length + radius < PLAIN_DIFFERENCE * fabs(length - radius);
}

/* ---- Two twofolds at once: the operations on one, so the same bits -------------------------- */

/* The product x.hi y.hi without rounding, plus the other terms: lo^2 is below u^2 hi^2. */
static PAIR_INLINE lanes_twofold lanes_product_of(lanes_twofold x, lanes_twofold y) {
  lanes_twofold p = lanes_two_product(x.hi, lanes_split(y.hi));
  p.lo = lanes_add(p.lo, lanes_add(lanes_mul(x.hi, y.lo), lanes_mul(x.lo, y.hi)));
  return p;
}

static PAIR_INLINE twofold lanes_first_twofold(lanes_twofold x) {
  return tf_make(lanes_first(x.hi), lanes_first(x.lo));
}

static PAIR_INLINE twofold lanes_second_twofold(lanes_twofold x) {
  return tf_make(lanes_second(x.hi), lanes_second(x.lo));
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* The square of a rounded sum: of the other terms only 2 hi lo counts. */
static PAIR_INLINE twofold square_of(twofold x) {
  twofold s = two_product(x.hi, x.hi);
  s.lo += 2 * (x.hi * x.lo);
  return s;
}

/* x + y, with terms in any order of size. */
static PAIR_INLINE twofold sum_of(twofold x, twofold y) {
  twofold s = two_sum(x.hi, y.hi);
  return two_sum_ordered(s.hi, s.lo + (x.lo + y.lo));
}

/* The square of the offset, less that of the radius, off by less than 2 u of itself. 0 if unsure.
 */
int ci_remainder_of_squares(lanes_twofold offset, twofold radius, double *rest);

/* ---- Between points ------------------------------------------------------------------------- */

/* D - R = (D^2 - R^2) / (D + R). The difference of squares is a twofold, off by less than 2^-100 of
 * its terms. At least PAIR_CANCEL of them remains: rounded to a double, it is off by u. If less
 * remains, the sum is computed without rounding, and is off by less than 2 u. D^2 is rounded to a
 * double, u, so D is off by 1.5 u; R by u; their sum by 2.5 u; the quotient is rounded: 5.5 u in
 * all. */
static PAIR_INLINE int difference_by_squares(lanes p, lanes q, double r1, double r2,
                                             double *apart) {
  lanes_twofold offset = lanes_two_diff(p, q), squares = lanes_product_of(offset, offset);
  twofold square = sum_of(lanes_first_twofold(squares), lanes_second_twofold(squares));
  twofold radius = two_sum(r1, r2), round = square_of(radius);
  double rest = sum_of(square, tf_negate(round)).hi;
  if (!is_ordinary_length(radius.hi)) return 0;
  if (!(fabs(rest) > PAIR_CANCEL * round.hi) && !ci_remainder_of_squares(offset, radius, &rest))
    return 0;
  *apart = rest / (sqrt(square.hi) + radius.hi);
  return 1;
}

/* The vector from q to p, its length, and the distance less the radii. */
typedef struct pair_stretch {
  lanes offset;
  double length, apart;
} pair_stretch;

/* 0 if unsure. */
static PAIR_INLINE int stretch_between(lanes p, lanes q, double r1, double r2, pair_stretch *s) {
  lanes offset = lanes_sub(p, q), squares = lanes_mul(offset, offset);
  double length = sqrt(lanes_first(squares) + lanes_second(squares)), radius = r1 + r2;
  s->offset = offset;
  s->length = length;
  s->apart = length - radius;
  if (!(is_ordinary_length(length) && radius < MOST_LENGTH)) return 0;
  return is_plain(BETWEEN_ERROR, length, radius) || difference_by_squares(p, q, r1, r2, &s->apart);
}

/* The unit vector from q to p. */
static PAIR_INLINE lanes stretch_normal(const pair_stretch *s) {
  return lanes_div(s->offset, lanes_same(s->length));
}

/* ---- Beyond an edge ------------------------------------------------------------------------ */

/* The cross product of an edge and the vector from its start to a point: positive if the point is
 * on the outer side. */
typedef struct pair_across {
  lanes_twofold edge;
  twofold across;
  double length; /* of the edge, off by 3 u of itself */
} pair_across;

/* For edges that are not parallel to an axis. Returns 0 if unsure, for example if too much of the
 * product cancels. Otherwise the sign of `across` is that of the exact product. */
static PAIR_INLINE int cross_edge(lanes p, lanes next, lanes q, pair_across *x) {
  lanes_twofold e = lanes_two_diff(next, p), f = lanes_two_diff(q, p), terms;
  lanes squares = lanes_mul(e.hi, e.hi);
  twofold left, right;
  double size;
  f.hi = lanes_swapped(f.hi);
  f.lo = lanes_swapped(f.lo);
  terms = lanes_product_of(e, f);
  left = lanes_second_twofold(terms);
  right = lanes_first_twofold(terms);
  x->edge = e;
  x->across = sum_of(left, tf_negate(right));
  x->length = sqrt(lanes_first(squares) + lanes_second(squares));
  size = fabs(x->across.hi);
  return is_ordinary_length(x->length) && size > PAIR_CANCEL * (fabs(left.hi) + fabs(right.hi)) &&
         size > LEAST_LENGTH * x->length && size < MOST_LENGTH * x->length;
}

/* D = across / |e|, where |e| = length + part up to u^2, so D - R is (across - R |e|) / |e|. The
 * numerator is a twofold, off by less than 2^-98 of its terms. At least PAIR_CANCEL of them
 * remains: rounded to a double, it is off by u. D^2 is rounded, so the length in the denominator is
 * off by 1.5 u. The quotient is rounded: 3.5 u in all. */
static PAIR_INLINE int difference_by_length(const pair_across *x, double r1, double r2,
                                            double *apart) {
  lanes_twofold squares = lanes_product_of(x->edge, x->edge);
  twofold square = sum_of(lanes_first_twofold(squares), lanes_second_twofold(squares));
  twofold radius = two_sum(r1, r2);
  double length = sqrt(square.hi);
  twofold again = two_product(length, length), round = two_product(radius.hi, length);
  double part = ((square.hi - again.hi) - again.lo + square.lo) / (2 * length), rest;
  round.lo += radius.hi * part + radius.lo * length;
  rest = sum_of(x->across, tf_negate(round)).hi;
  if (!(fabs(rest) > PAIR_CANCEL * round.hi && is_ordinary_length(radius.hi))) return 0;
  *apart = rest / length;
  return 1;
}

/* The distance of the point beyond the edge, less the radii. 0 if unsure. */
static PAIR_INLINE int length_beyond(const pair_across *x, double r1, double r2, double *apart) {
  double off = x->across.hi / x->length, radius = r1 + r2;
  if (!(radius < MOST_LENGTH)) return 0;
  *apart = off - radius;
  /* Without a radius nothing cancels; on the inner side both terms have the same sign. */
  if (radius == 0 || off < 0 || is_plain(BEYOND_ERROR, off, radius)) return 1;
  return difference_by_length(x, r1, r2, apart);
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Stores the vector without -0, and sets the third coordinate to 0. */
static PAIR_INLINE void show_lanes(lanes x, double to[3]) {
  lanes_store(to, lanes_add(x, lanes_same(0)));
  to[2] = 0;
}

/* The distance of q beyond the edge from p to next, less the radii. 0 if unsure. */
int ci_quick_beyond(const double p[2], const double next[2], const double q[2], double r1,
                    double r2, double *apart);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Do two outlines with radii meet? Plain doubles with proven error bounds decide first, by
 * separating axes and then by distances. Exact signs decide the other cases. The distance of two
 * features is only compared with the radius, never with another distance. So no sign has a degree
 * above four.
 */
#include "plane.h"

#include "../../number/orient.h"
#include "../../number/scalar.h"
#include "../../number/sum.h"
#include "plane_caliper.h"

enum { NO, YES, UNSURE = PAIR_UNSURE };

/* ---- Margins: see plane.h; E is `beyond_error` ------------------------------------------
 *
 * `beyond` is off by 0.83 E at most (9.9 of 12 units). The projection of a corner along the edge
 * has the same error, because it is the same sum with the normal turned. The length of an edge of a
 * is off by 7 u times itself, at most 2 sqrt(2) magnitudes of a: 19.8 u of that, 1.65 E. So the
 * test whether a projection is on an edge is wrong by 2.48 E at most.
 */

/* In units of E: corners this far inside an edge's line still count as nearest features. The
 * greatest gap, as computed, is -E at least. The true one is then -1.83 E at least, and that of the
 * nearest edge, as computed, -2.66 E. */
#ifndef FEATURE_DEPTH
#define FEATURE_DEPTH 3
#endif

/* In units of E: corners that are farther beyond an edge's line than the radius and this are not
 * within the radius. It covers the error of `beyond`, and rounding the radius. */
#ifndef FEATURE_REACH
#define FEATURE_REACH 2
#endif

/* In units of E: the error of the least distance found.
 * - Too small: by 0.83 E for the distance from the line, and by 2.48 E if the projection is off the
 *   edge after all: 3.31 E.
 * - Too large: if the projection on the nearest edge was taken to be off it, the distance of the
 *   edge's end was used instead, which is 2.48 E more. If the outlines meet by as little as 1.83 E,
 * it is the root of the sum of both squares: 3.1 E.
 * - Rounding squares, their sum, the radius, its sum with the margin and the square of that: 5 u of
 *   the radius, 0.42 E. */
#ifndef DISTANCE_MARGIN
#define DISTANCE_MARGIN 4
#endif

/* Below this radius and above these coordinates, squares of distances may underflow or overflow.
 * Their errors are then no longer relative. */
#ifndef LEAST_RADIUS
#define LEAST_RADIUS 1e-140
#endif
#ifndef MOST_MAGNITUDE
#define MOST_MAGNITUDE 1e140
#endif

/* The square of the cross product of try_line is off by u of itself. r^2 e^2 is off by u for the
 * sum of the radii, so 2 u for its square, and u for squaring; by 2 u for the differences in e^2,
 * and 2 u for squares and sum; and by u for the product: 8 u. Adding the margin costs another u. */
#ifndef LINE_SQUARES
#define LINE_SQUARES (10 * PAIR_UNIT)
#endif
/* Below this the square of an edge or of a radius may have lost digits to underflow. */
#ifndef LEAST_SQUARE
#define LEAST_SQUARE 1e-280
#endif

/* ---- In plain doubles ------------------------------------------------------------- */

/* The distance of b beyond the edge at p: the least over its corners. Stops at the first corner
 * below -error and returns its value. Tests the corners from *at on, and sets *at to the start for
 * the next edge: from edge to edge that corner goes round, too. */
static double least_beyond(const collide_corner *p, const plane_outline *b, double error, int *at) {
  double least = HUGE_VAL;
  int i = *at, steps;
  for (steps = 0; steps < b->count; steps++) {
    double x = beyond(p, b->corners[i].point);
    if (x < least) least = x;
    if (x < -error) {
      *at = i;
      break;
    }
    i = i + 1 < b->count ? i + 1 : 0;
  }
  return least;
}

/* The greatest gap along the normals of a's edges. Any value below -error only means that the gap
 * is below -error. Stops at the first gap above `enough`. */
static double greatest_gap(const plane_outline *a, const plane_outline *b, double enough,
                           double error) {
  double gap = -HUGE_VAL;
  int i, at = 0;
  if (a->count < 2) return gap;
  for (i = 0; i < a->count && gap <= enough; i++) {
    double x = least_beyond(&a->corners[i], b, error, &at);
    if (x > gap) gap = x;
  }
  return gap;
}

static double square_between(const double p[2], const double q[2]) {
  double x = p[0] - q[0], y = p[1] - q[1];
  return x * x + y * y;
}

/* The squared distance of q from the edge from p to next, with q at distance `x` beyond it. */
static double square_from_edge(const collide_corner *p, const collide_corner *next,
                               const double q[2], double x) {
  const double *n = p->normal;
  double along = n[0] * (q[1] - p->point[1]) - n[1] * (q[0] - p->point[0]);
  double length = n[0] * (next->point[1] - p->point[1]) - n[1] * (next->point[0] - p->point[0]);
  if (along < 0) return square_between(p->point, q);
  return along > length ? square_between(next->point, q) : x * x;
}

/* The square of the least distance of a corner of b from an edge of a, over the corners that are
 * beyond the edge's line by at most `most`. If the outlines are apart by less than that, these
 * include the nearest corner and edge. Reason: a corner whose nearest point is an end of two edges
 * is beyond one of them. */
static double least_square(const plane_outline *a, const plane_outline *b, double most,
                           double error) {
  double least = HUGE_VAL;
  int i, j;
  if (a->count < 2) return least;
  for (i = 0; i < a->count; i++) {
    for (j = 0; j < b->count; j++) {
      const double *q = b->corners[j].point;
      double x = beyond(&a->corners[i], q);
      if (x < -FEATURE_DEPTH * error || x > most) continue;
      x = square_from_edge(&a->corners[i], next_corner(a, i), q, x);
      if (x < least) least = x;
    }
  }
  return least;
}

static int compare_distance(double square, double radius, double error) {
  double low = radius - error, high = radius + error;
  if (low > 0 && square < low * low) return YES;
  return square > high * high ? NO : UNSURE;
}

/* Are two points within the radius? */
static int try_points(const double p[2], const double q[2], double radius) {
  return try_radius(square_between(p, q), radius);
}

/* Is q within the radius of the line from a to b? */
static int try_line(const double q[2], const double a[2], const double b[2], double radius) {
  double ex = b[0] - a[0], ey = b[1] - a[1], fx = q[0] - a[0], fy = q[1] - a[1];
  double across = ex * fy - ey * fx, off = LINE_CROSS * (fabs(ex * fy) + fabs(ey * fx));
  double length = ex * ex + ey * ey, round = radius * radius;
  double square = across * across, limit = round * length;
  double error = off * (2 * fabs(across) + off) + LINE_SQUARES * (limit + square) + FILTER_TINY;
  if (!(limit < 1e300 && square < 1e300)) return UNSURE;
  if (!(length > LEAST_SQUARE && (radius == 0 || round > LEAST_SQUARE))) return UNSURE;
  return square < limit - error ? YES : square > limit + error ? NO : UNSURE;
}

/* If *cores_part is 1, the outlines without their radii do not meet. */
static int try_overlap(const plane_outline *a, const plane_outline *b, double radius,
                       int *cores_part) {
  double error = beyond_error(a, b), gap, other, square;
  *cores_part = 0;
  if (a->count == 1 && b->count == 1)
    return try_points(a->corners[0].point, b->corners[0].point, radius);
  gap = greatest_gap(a, b, radius + error, error);
  if (gap > radius + error) return NO;
  other = greatest_gap(b, a, radius + error, error);
  if (other > gap) gap = other;
  *cores_part = gap > error;
  if (gap > radius + error) return NO;
  if (gap < -error) return YES;
  if (radius == 0) return UNSURE;
  if (!(radius > LEAST_RADIUS && a->magnitude < MOST_MAGNITUDE && b->magnitude < MOST_MAGNITUDE))
    return UNSURE;
  square = least_square(a, b, radius + FEATURE_REACH * error, error);
  other = least_square(b, a, radius + FEATURE_REACH * error, error);
  return compare_distance(other < square ? other : square, radius, DISTANCE_MARGIN * error);
}

/* ---- A point, in plain doubles ----------------------------------------------------- */

/* The distance of a point beyond the edge that it is most beyond. It is at most that from the
 * outline. */
static double most_beyond(const collide_corner *corners, int count, const double q[2]) {
  double most = beyond(&corners[0], q);
  int i;
  for (i = 1; i < count; i++) {
    double x = beyond(&corners[i], q);
    most = x > most ? x : most;
  }
  return most;
}

int ci_try_near_segment(const double q[2], const double a[2], const double b[2], double radius) {
  int from_a = try_along(a, b, q), from_b = try_along(b, a, q);
  if (from_a == FILTER_UNSURE || from_b == FILTER_UNSURE) return UNSURE;
  if (from_a <= 0) return try_points(q, a, radius);
  return from_b <= 0 ? try_points(q, b, radius) : try_line(q, a, b, radius);
}

static int try_hold(const plane_outline *h, const double q[2]) {
  double most, error;
  if (h->count == 1) return try_points(q, h->corners[0].point, h->radius);
  if (h->count == 2 && h->radius > 0)
    return ci_try_near_segment(q, h->corners[0].point, h->corners[1].point, h->radius);
  if (h->count < 3 || h->count > LARGE_HULL) return UNSURE;
  most = most_beyond(h->corners, h->count, q);
  error = BEYOND_MARGIN * (greater_size(q[0], q[1]) + h->magnitude + h->radius) + FILTER_TINY;
  return most > h->radius + error ? NO : most < -error ? YES : UNSURE;
}

int ci_try_hold(const collide_shape *shape, const double q[2]) {
  collide_corner room[4];
  plane_outline h = pair_outline(shape, room);
  return pair_bounds_hold(shape, q) ? try_hold(&h, q) : NO;
}

int ci_try_edges(const collide_shape *outline, const collide_shape *rect) {
  const collide_outline *o = &outline->of.outline, *bounds = &rect->of.outline;
  const collide_corner *corners = outline_stored(outline);
  double error = BEYOND_MARGIN * (o->magnitude + bounds->magnitude) + FILTER_TINY;
  double most = -HUGE_VAL;
  int i;
  if (o->count < 2 || o->count > LARGE_HULL || outline->radius + rect->radius > 0) return UNSURE;
  for (i = 0; i < o->count; i++) {
    const double *n = corners[i].normal;
    double foremost[2], x;
    foremost[0] = n[0] > 0 ? bounds->low[0] : bounds->high[0];
    foremost[1] = n[1] > 0 ? bounds->low[1] : bounds->high[1];
    x = beyond(&corners[i], foremost);
    most = x > most ? x : most;
  }
  return most > error ? NO : most < -error ? YES : UNSURE;
}

/* ---- Exactly ------------------------------------------------------------------------ */

/* Is q between a and b? q is on the line through them. */
static int is_between(const double q[2], const double a[2], const double b[2]) {
  return ci_dot2d(a, b, a, q) >= 0 && ci_dot2d(b, a, b, q) >= 0;
}

int ci_outline_core_holds(const plane_outline *h, const double q[2]) {
  const collide_corner *c = h->corners;
  int i;
  if (h->count > LARGE_HULL) return ci_large_outline_holds(h, q, &i);
  if (h->count == 1) return c[0].point[0] == q[0] && c[0].point[1] == q[1];
  if (h->count == 2)
    return orient2d(c[0].point, c[1].point, q) == 0 && is_between(q, c[0].point, c[1].point);
  for (i = 0; i < h->count; i++)
    if (orient2d(c[i].point, next_corner(h, i)->point, q) < 0) return 0;
  return 1;
}

int ci_segments_cross(const double a[2], const double b[2], const double c[2], const double d[2]) {
  return orient2d(a, b, c) * orient2d(a, b, d) < 0 && orient2d(c, d, a) * orient2d(c, d, b) < 0;
}

/* Without radii: a corner of one is in the other, or two edges cross. */
static int meet_exactly(const plane_outline *a, const plane_outline *b) {
  int i, j;
  for (i = 0; i < a->count; i++)
    if (ci_outline_core_holds(b, a->corners[i].point)) return 1;
  for (j = 0; j < b->count; j++)
    if (ci_outline_core_holds(a, b->corners[j].point)) return 1;
  for (i = 0; i < a->count; i++)
    for (j = 0; j < b->count; j++)
      if (ci_segments_cross(a->corners[i].point, next_corner(a, i)->point, b->corners[j].point,
                            next_corner(b, j)->point))
        return 1;
  return 0;
}

/* The sign of x - k r^2, where r = r1 + r2. */
static int compare_with_radius(exact *x, const exact *k, double r1, double r2) {
  exact r;
  ci_exact_set_sum(x->pool, &r, r1, r2);
  ci_exact_mul(&r, &r, &r);
  if (k) ci_exact_mul(&r, &r, k);
  ci_exact_sub(x, x, &r);
  return exact_sign(x);
}

/* Are two coordinates within r1 + r2 of each other? Both sides are twofolds without rounding. Their
 * high parts decide if they differ. */
static int try_level(double x, double y, double r1, double r2) {
  twofold off = two_diff(x > y ? x : y, x > y ? y : x), r = two_sum(r1, r2);
  if (!(off.hi < 1e300 && r.hi < 1e300)) return UNSURE;
  return off.hi != r.hi ? off.hi < r.hi : off.lo <= r.lo;
}

static int near_point_exactly(const double q[2], const double a[2], double r1, double r2) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact x;
  ci_exact_square_between(pool, a, q, &x);
  return compare_with_radius(&x, NULL, r1, r2) <= 0;
}

static int near_point_closely(const double q[2], const double a[2], double r1, double r2) {
  exact_sum squares;
  squares.count = 0;
  if (ci_sum_add_square(&squares, 1, two_diff(q[0], a[0])) &&
      ci_sum_add_square(&squares, 1, two_diff(q[1], a[1])) &&
      ci_sum_add_square(&squares, -1, two_sum(r1, r2)))
    return ci_sum_value(&squares) <= 0;
  return near_point_exactly(q, a, r1, r2);
}

int ci_point_near_point(const double q[2], const double a[2], double r1, double r2) {
  int found = try_points(q, a, r1 + r2);
  return found != UNSURE ? found == YES : near_point_closely(q, a, r1, r2);
}

/* Compares (e x (q - a))^2 with r^2 e^2: degree four. */
static int near_line(const double q[2], const double a[2], const double b[2], double r1,
                     double r2) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact e[2], f[2], x, length;
  int i, found = try_line(q, a, b, r1 + r2);
  for (i = 0; i < 2 && found == UNSURE; i++)
    if (a[i] == b[i]) found = try_level(q[i], a[i], r1, r2);
  if (found != UNSURE) return found == YES;
  for (i = 0; i < 2; i++) {
    ci_exact_set_diff(pool, &e[i], b[i], a[i]);
    ci_exact_set_diff(pool, &f[i], q[i], a[i]);
  }
  ci_exact_mul(&x, &e[0], &f[1]);
  ci_exact_sub_product(&x, &e[1], &f[0]);
  ci_exact_mul(&x, &x, &x);
  ci_exact_mul(&length, &e[0], &e[0]);
  ci_exact_add_product(&length, &e[1], &e[1]);
  return compare_with_radius(&x, &length, r1, r2) <= 0;
}

int ci_point_near_segment(const double q[2], const double a[2], const double b[2], double r1,
                          double r2) {
  if (ci_dot2d(a, b, a, q) <= 0) return ci_point_near_point(q, a, r1, r2);
  if (ci_dot2d(b, a, b, q) <= 0) return ci_point_near_point(q, b, r1, r2);
  return near_line(q, a, b, r1, r2);
}

/* Is a corner of b within both radii of an edge of a? Skips corners that are too far from the
 * edge's line in plain doubles. */
static int near_exactly(const plane_outline *a, const plane_outline *b) {
  double reach = a->radius + b->radius + FEATURE_REACH * beyond_error(a, b);
  int i, j;
  for (i = 0; i < a->count; i++) {
    const collide_corner *p = &a->corners[i], *next = next_corner(a, i);
    for (j = 0; j < b->count; j++) {
      const double *q = b->corners[j].point;
      if (a->count > 1 && fabs(beyond(p, q)) > reach) continue;
      if (a->count == 1 ? ci_point_near_point(q, p->point, a->radius, b->radius)
                        : ci_point_near_segment(q, p->point, next->point, a->radius, b->radius))
        return 1;
    }
  }
  return 0;
}

int ci_outlines_overlap(const plane_outline *a, const plane_outline *b) {
  double radius = a->radius + b->radius;
  int found, cores_part;
  if ((a->count | b->count) > LARGE_HULL) { /* at least, if one of them is larger */
    if (are_large(a, b)) {
      int meet = ci_large_outlines_meet(a, b);
      if (meet || radius == 0) return meet;
    }
    if (a->count == 1 && radius == 0) return ci_outline_core_holds(b, a->corners[0].point);
  }
  found = try_overlap(a, b, radius, &cores_part);
  if (found != UNSURE) return found == YES;
  if (a->count == 1 && b->count == 1)
    return ci_point_near_point(a->corners[0].point, b->corners[0].point, a->radius, b->radius);
  if (!cores_part && meet_exactly(a, b)) return 1;
  return radius > 0 && (near_exactly(a, b) || near_exactly(b, a));
}

int ci_outline_cores_meet(const plane_outline *a, const plane_outline *b) {
  plane_outline p = *a, q = *b;
  p.radius = q.radius = 0;
  return ci_outlines_overlap(&p, &q);
}

int ci_outline_holds(const plane_outline *h, const double q[2]) {
  collide_corner corner;
  plane_outline point;
  int found = try_hold(h, q);
  if (found != UNSURE) return found == YES;
  point = ci_pair_point(q, &corner);
  return ci_outlines_overlap(&point, h);
}

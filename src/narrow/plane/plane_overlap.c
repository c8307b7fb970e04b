/* SPDX-License-Identifier: MIT
 *
 * Do two outlines with radii meet, and where?
 */
#include "plane_quick.h"

#include "../../number/bits.h"
#include "../../number/displacement.h"
#include "../../number/orient.h"
#include "../../number/scalar.h"

/* ---- Hulls of many corners ------------------------------------------------------------------- */

/* The direction of the other outline's edge that begins at `corner`, across the caliper's edge. -1:
 * inwards, to a corner that is less far beyond it. 1: outwards. 0: parallel. If the caliper follows
 * the corner that is most beyond, the signs are swapped. */
static int leads(const caliper *c, int corner) {
  const double *p = c->outline->corners[c->edge].point,
               *next = next_corner(c->outline, c->edge)->point;
  const double *q = c->other->corners[corner].point, *r = next_corner(c->other, corner)->point;
  return c->most ? ci_cross2d(p, next, q, r) : ci_cross2d(next, p, q, r);
}

/* Finds the corner where edges that lead inwards end. The outline turns by less than half a turn
 * there, so the edge that begins there leads outwards or is parallel. Exactly one corner has this
 * property. (Beyond the range of exact signs there may be none.) */
void ci_caliper_start(caliper *c, const plane_outline *outline, const plane_outline *other,
                      int most) {
  int i, before;
  c->outline = outline;
  c->other = other;
  c->edge = c->corner = c->level = 0;
  c->most = most;
  before = leads(c, other->count - 1);
  for (i = 0; i < other->count; i++) {
    int now = leads(c, i);
    if (before < 0 && now >= 0) {
      c->corner = i;
      c->level = now == 0;
      return;
    }
    before = now;
  }
}

/* From one edge to the next the outline turns by less than half a turn. The other outline's first
 * edge that did not lead inwards across the former edge is less than half a turn ahead of it. So
 * the edges that lead inwards across the next edge are those between the directions of the two
 * edges. */
void ci_caliper_next(caliper *c) {
  int steps, now = 0;
  c->edge++;
  if (c->edge == c->outline->count) return;
  for (steps = 0; steps < c->other->count; steps++) {
    now = leads(c, c->corner);
    if (now >= 0) break;
    c->corner = c->corner + 1 < c->other->count ? c->corner + 1 : 0;
  }
  c->level = now == 0;
}

/* ---- Do large outlines meet? ------------------------------------------------------------------
 *
 * If two convex polygons are disjoint, an edge of one of them separates them.
 */

static int has_parting_edge(const plane_outline *outline, const plane_outline *other) {
  caliper c;
  for (ci_caliper_start(&c, outline, other, 0); c.edge < outline->count; ci_caliper_next(&c)) {
    const double *p = outline->corners[c.edge].point, *next = next_corner(outline, c.edge)->point;
    if (orient2d(p, next, other->corners[c.corner].point) < 0) return 1;
  }
  return 0;
}

/* Do two large outlines meet, ignoring their radii? Exact. */
static int large_outlines_meet(const plane_outline *a, const plane_outline *b) {
  return !has_parting_edge(a, b) && !has_parting_edge(b, a);
}

/* ---- Does an outline contain a point? -------------------------------------------------------- */

/* Does an outline of more than two corners contain q? Exact, in time logarithmic in its corners.
 * The diagonals from corner 0 cut the outline into wedges. If q is in one, *wedge is its second
 * corner, and the next corner is its third. A corner of the outline gets a wedge that it is a
 * corner of. */
static int large_outline_holds(const plane_outline *h, const double q[2], int *wedge) {
  const collide_corner *c = h->corners;
  int low = 1, high = h->count - 1;
  if (orient2d(c[0].point, c[1].point, q) < 0) return 0;
  if (orient2d(c[0].point, c[high].point, q) > 0) return 0;
  while (high - low > 1) { /* q is not to the right of corner `low`, seen from corner 0 */
    int middle = low + (high - low) / 2;
    if (orient2d(c[0].point, c[middle].point, q) >= 0)
      low = middle;
    else
      high = middle;
  }
  *wedge = low;
  return orient2d(c[low].point, c[low + 1].point, q) >= 0;
}

/* ---- Outlines with radii ---------------------------------------------------------------------
 *
 * Plain doubles with proven error bounds decide first, by separating axes. Exact signs decide the
 * other cases: first whether the outlines meet without their radii, then by distances. The distance
 * of two features is only compared with the radius, never with another distance. So no sign has a
 * degree above four. */

enum { NO, YES, UNSURE = PAIR_UNSURE };

/* ---- Margins: see plane.h; E is `beyond_error` ------------------------------------------
 *
 * `beyond` is off by 0.83 E at most (9.9 of 12 units).
 */

/* In units of E: corners that are farther beyond an edge's line than the radius and this are not
 * within the radius. It covers the error of `beyond`, and rounding the radius. */
#ifndef FEATURE_REACH
#define FEATURE_REACH 2
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

/* Decides by the gaps along the normals of edges. If *cores_part is 1, the outlines without their
 * radii do not meet. */
static int try_overlap(const plane_outline *a, const plane_outline *b, double radius,
                       int *cores_part) {
  double error = beyond_error(a, b), gap, other;
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
  return UNSURE;
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
  plane_outline h = outline_of_shape(shape, room);
  return bounds_hold_point(shape, q) ? try_hold(&h, q) : NO;
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

static int outline_core_holds(const plane_outline *h, const double q[2]) {
  const collide_corner *c = h->corners;
  int i;
  if (h->count > LARGE_HULL) return large_outline_holds(h, q, &i);
  if (h->count == 1) return c[0].point[0] == q[0] && c[0].point[1] == q[1];
  if (h->count == 2)
    return orient2d(c[0].point, c[1].point, q) == 0 && is_between(q, c[0].point, c[1].point);
  for (i = 0; i < h->count; i++)
    if (orient2d(c[i].point, next_corner(h, i)->point, q) < 0) return 0;
  return 1;
}

/* Do two segments cross at a point that is an end of neither? */
static int segments_cross(const double a[2], const double b[2], const double c[2],
                          const double d[2]) {
  return orient2d(a, b, c) * orient2d(a, b, d) < 0 && orient2d(c, d, a) * orient2d(c, d, b) < 0;
}

/* Without radii: a corner of one is in the other, or two edges cross. */
static int meet_exactly(const plane_outline *a, const plane_outline *b) {
  int i, j;
  for (i = 0; i < a->count; i++)
    if (outline_core_holds(b, a->corners[i].point)) return 1;
  for (j = 0; j < b->count; j++)
    if (outline_core_holds(a, b->corners[j].point)) return 1;
  for (i = 0; i < a->count; i++)
    for (j = 0; j < b->count; j++)
      if (segments_cross(a->corners[i].point, next_corner(a, i)->point, b->corners[j].point,
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

int ci_point_near_point(const double q[2], const double a[2], double r1, double r2) {
  int found = try_points(q, a, r1 + r2);
  return found != UNSURE ? found == YES : near_point_exactly(q, a, r1, r2);
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

static int point_near_segment(const double q[2], const double a[2], const double b[2], double r1,
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
                        : point_near_segment(q, p->point, next->point, a->radius, b->radius))
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
      int meet = large_outlines_meet(a, b);
      if (meet || radius == 0) return meet;
    }
    if (a->count == 1 && radius == 0) return outline_core_holds(b, a->corners[0].point);
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
  point = ci_outline_of_point(q, &corner);
  return ci_outlines_overlap(&point, h);
}

/* ---- A point that two outlines without radii share, in the middle of their intersection ------ */

/* A crossing is computed in plain doubles if its cross product is more than this times the terms.
 * Each cross product is off by 4 u of its terms, so the crossing by 64 u of the edge. Terms below
 * LEAST_TERMS may lose more to underflow. */
#ifndef PLAIN_CROSSING
#define PLAIN_CROSSING 0.0625
#endif
#define LEAST_TERMS 1e-280
/* The least terms of twofolds, which are scaled first. */
#define LEAST_TWOFOLD_TERMS 1e-250

/* The mean of some points. It sums differences from the first point, to keep digits far from the
 * origin. */
typedef struct mean {
  lanes first, sum;
  int count;
} mean;

static PAIR_INLINE void mean_clear(mean *all) {
  all->first = all->sum = lanes_same(0);
  all->count = 0;
}

static PAIR_INLINE void mean_add(mean *all, lanes p) {
  if (all->count++ == 0)
    all->first = p;
  else
    all->sum = lanes_add(all->sum, lanes_sub(p, all->first));
}

static PAIR_INLINE lanes mean_of(const mean *all) {
  return lanes_add(all->first, lanes_div(all->sum, lanes_same(all->count)));
}

static int is_corner(const plane_outline *h, const double p[2]) {
  int i;
  for (i = 0; i < h->count; i++)
    if (h->corners[i].point[0] == p[0] && h->corners[i].point[1] == p[1]) return 1;
  return 0;
}

/* The crossing of two segments that are known to cross; 0 if plain doubles lose too many digits. */
static PAIR_INLINE int cross_plainly(lanes p, lanes next, lanes q, lanes r, lanes *point) {
  lanes e = lanes_sub(next, p), f = lanes_swapped(lanes_sub(r, q));
  lanes u = lanes_mul(f, e), v = lanes_mul(f, lanes_sub(q, p)), terms, both;
  double under, over, size;
  both = lanes_sub(lanes_firsts(u, v), lanes_seconds(u, v)); /* f x e, and f x (q - p) */
  terms = lanes_add(lanes_abs(u), lanes_abs(v));
  under = lanes_first(both);
  over = lanes_second(both);
  size = lanes_first(terms) + lanes_second(terms);
  if (!(fabs(under) > PLAIN_CROSSING * size && size > LEAST_TERMS)) return 0;
  *point = lanes_add(p, lanes_mul(lanes_same(clamp(over / under, 0, 1)), e));
  return 1;
}

/* (next - p) x (r - q) */
static void exact_cross(exact_pool *pool, const double p[2], const double next[2],
                        const double q[2], const double r[2], exact *x) {
  exact e[2], f[2];
  int i, mark = ci_exact_mark(pool);
  for (i = 0; i < 2; i++) {
    ci_exact_set_diff(pool, &e[i], next[i], p[i]);
    ci_exact_set_diff(pool, &f[i], r[i], q[i]);
  }
  ci_exact_mul(x, &e[0], &f[1]);
  ci_exact_sub_product(x, &e[1], &f[0]);
  ci_exact_keep(pool, mark, x, 1);
}

static twofold share_exactly(const double p[2], const double next[2], const double q[2],
                             const double r[2]) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact over, under;
  twofold share;
  exact_cross(pool, p, q, q, r, &over);
  exact_cross(pool, p, next, q, r, &under);
  share.hi = ci_exact_ratio(&over, &under, &share.lo);
  return share;
}

static void cross_precisely(double scale, const double p[2], const double next[2],
                            const double q[2], const double r[2], double point[2]) {
  displacement e = displacement_between(p, next, scale), f = displacement_between(q, r, scale);
  twofold under = displacement_right(f, e);
  double terms = fabs(f.y.hi * e.x.hi) + fabs(f.x.hi * e.y.hi);
  twofold s;
  if (fabs(under.hi) > MEASURE_CANCEL * terms && terms > LEAST_TWOFOLD_TERMS)
    s = tf_div(displacement_right(f, displacement_between(p, q, scale)), under);
  else
    s = share_exactly(p, next, q, r);
  displacement_point(p, e, tf_clamp(s), scale, point);
}

static lanes find_crossing(double scale, const double p[2], const double next[2], const double q[2],
                           const double r[2]) {
  double point[2];
  cross_precisely(scale, p, next, q, r, point);
  return lanes_load(point);
}

/* Adds the crossing of edge i of a and edge j of b, which are known to cross between their ends. */
static PAIR_INLINE void add_where_cross(const plane_outline *a, int i, const plane_outline *b,
                                        int j, double scale, mean *all) {
  const double *p = a->corners[i].point, *next = next_corner(a, i)->point;
  const double *q = b->corners[j].point, *r = next_corner(b, j)->point;
  lanes point;
  if (!cross_plainly(lanes_load(p), lanes_load(next), lanes_load(q), lanes_load(r), &point))
    point = find_crossing(scale, p, next, q, r);
  mean_add(all, point);
}

static void add_crossing(const plane_outline *a, int i, const plane_outline *b, int j, double scale,
                         mean *all) {
  if (segments_cross(a->corners[i].point, next_corner(a, i)->point, b->corners[j].point,
                     next_corner(b, j)->point))
    add_where_cross(a, i, b, j, scale, all);
}

/* ---- Large outlines: the same points in the same order ----------------------------------- */

static int is_corner_of_wedge(const plane_outline *h, int wedge, const double q[2]) {
  return is_same_point(q, h->corners[0].point) || is_same_point(q, h->corners[wedge].point) ||
         is_same_point(q, h->corners[wedge + 1].point);
}

static void add_large_corners(const plane_outline *a, const plane_outline *b, mean *all) {
  int i, wedge;
  for (i = 0; i < a->count; i++) {
    const double *q = a->corners[i].point;
    if (large_outline_holds(b, q, &wedge)) mean_add(all, lanes_load(q));
  }
  for (i = 0; i < b->count; i++) {
    const double *q = b->corners[i].point;
    if (large_outline_holds(a, q, &wedge) && !is_corner_of_wedge(a, wedge, q))
      mean_add(all, lanes_load(q));
  }
}

/* Finds the edge that crosses the line from p to next, going round h from corner `from` to corner
 * `to`. These two corners are strictly on opposite sides of the line. */
static int find_leaving(const plane_outline *h, int from, int to, const double p[2],
                        const double next[2]) {
  int side = orient2d(p, next, h->corners[from].point);
  int low = 0, high = to > from ? to - from : to - from + h->count;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (orient2d(p, next, h->corners[(from + middle) % h->count].point) == side)
      low = middle;
    else
      high = middle;
  }
  return (from + low) % h->count;
}

/* The line of an edge crosses at most two edges of the other outline. One lies on each side,
 * between the corner least beyond the edge and the corner most beyond it. */
static void add_large_crossings(const plane_outline *a, const plane_outline *b, double scale,
                                mean *all) {
  caliper least, most;
  ci_caliper_start(&least, a, b, 0);
  ci_caliper_start(&most, a, b, 1);
  for (; least.edge < a->count; ci_caliper_next(&least), ci_caliper_next(&most)) {
    const double *p = a->corners[least.edge].point, *next = next_corner(a, least.edge)->point;
    int j, k;
    if (orient2d(p, next, b->corners[least.corner].point) <= 0) continue;
    if (orient2d(p, next, b->corners[most.corner].point) >= 0) continue;
    j = find_leaving(b, least.corner, most.corner, p, next);
    k = find_leaving(b, most.corner, least.corner, p, next);
    add_crossing(a, least.edge, b, j < k ? j : k, scale, all);
    add_crossing(a, least.edge, b, j < k ? k : j, scale, all);
  }
}

/* ---- The mean ----------------------------------------------------------------------------- */

static void add_all(const plane_outline *a, const plane_outline *b, double scale, mean *all) {
  int i, j;
  for (i = 0; i < a->count; i++)
    if (outline_core_holds(b, a->corners[i].point)) mean_add(all, lanes_load(a->corners[i].point));
  for (j = 0; j < b->count; j++) {
    const double *q = b->corners[j].point;
    if (!is_corner(a, q) && outline_core_holds(a, q)) mean_add(all, lanes_load(q));
  }
  /* The second edge of a segment is the first one reversed. */
  for (i = 0; i < (a->count == 2 ? 1 : a->count); i++)
    for (j = 0; j < (b->count == 2 ? 1 : b->count); j++) add_crossing(a, i, b, j, scale, all);
}

/* The middle of the intersection of two outlines without radii: the mean of its corners. */
int ci_outlines_find_common(const plane_outline *a, const plane_outline *b, double scale,
                            double common[2]) {
  mean all;
  mean_clear(&all);
  if (are_large(a, b)) {
    add_large_corners(a, b, &all);
    add_large_crossings(a, b, scale, &all);
  } else {
    add_all(a, b, scale, &all);
  }
  if (all.count > 0) lanes_store(common, mean_of(&all));
  return all.count > 0;
}

/* ---- With known sides of the corners --------------------------------------------------------- */

/* The edges of an outline that cross a line. `inside` is the set of its corners on the inner side.
 */
static unsigned crossing_edges(unsigned inside, int count) {
  unsigned next = inside >> 1 | (inside & 1) << (count - 1);
  return count == 2 ? (inside ^ next) & 1 : count < 2 ? 0 : inside ^ next;
}

static PAIR_INLINE void add_held(const plane_outline *h, unsigned held, mean *all) {
  for (; held != 0; held &= held - 1)
    mean_add(all, lanes_load(h->corners[bits_lowest(held)].point));
}

void ci_take_common(const plane_outline *a, const plane_outline *b, const pair_sides *of_a,
                    const pair_sides *of_b, double common[2]) {
  unsigned crossed[QUICK_CORNERS];
  mean all;
  int i, j;
  mean_clear(&all);
  add_held(a, of_b->held, &all);
  add_held(b, of_a->held, &all);
  for (j = 0; j < b->count; j++) crossed[j] = crossing_edges(of_b->inside[j], a->count);
  for (i = 0; i < (a->count == 2 ? 1 : a->count); i++) {
    unsigned edges = crossing_edges(of_a->inside[i], b->count);
    for (; edges != 0; edges &= edges - 1) {
      j = bits_lowest(edges);
      if (crossed[j] >> i & 1) add_where_cross(a, i, b, j, 1, &all);
    }
  }
  lanes_store(common, mean_of(&all));
}

/* SPDX-License-Identifier: MIT
 *
 * The short way of measuring a point, which may have a radius, and a hull, which may have one, too:
 * a circle and another shape, or a shape and a point. Of all features only the edge that the point
 * is farthest beyond and its ends can be the nearest, see pair_quick.c; that it is, is proved by
 * exact signs.
 */
#include "../number/orient.h"
#include "pair_length.h"

/* How the point lies beside the hull. */
typedef struct point_beside {
  lanes normal; /* from the hull to the point */
  double apart; /* less the radii */
  lanes on_point, on_hull;
} point_beside;

/* They are apart; the point is outside of the hull, but not by the radii; it is inside. */
enum { IS_APART, IS_BESIDE, IS_UNSURE = PAIR_UNSURE, IS_INSIDE };

static PAIR_INLINE int after(const round_hull *h, int i) {
  return i + 1 < h->count ? i + 1 : 0;
}

static PAIR_INLINE int before(const round_hull *h, int i) {
  return i > 0 ? i - 1 : h->count - 1;
}

/* ---- Signs: in plain doubles where that is enough ---------------------------------------- */

/* The sign of (b - a) . (q - a). */
static PAIR_INLINE int along(const double a[2], const double b[2], const double q[2]) {
  int sign = try_along(a, b, q);
  return sign != FILTER_UNSURE ? sign : ci_dot2d(a, b, a, q);
}

/* The sign of (b - a) x (q - a). */
static PAIR_INLINE int side_of(const double a[2], const double b[2], const double q[2]) {
  int sign = try_cross(a, b, q);
  return sign != FILTER_UNSURE ? sign : orient2d(a, b, q);
}

/* Are the neighbours of corner i farther from q, and not even level with it? */
static PAIR_INLINE int is_end(const round_hull *h, int i, const double q[2]) {
  const double *p = h->corners[i].point;
  return along(p, q, h->corners[after(h, i)].point) < 0 &&
         along(p, q, h->corners[before(h, i)].point) < 0;
}

/* ---- One feature: 0 if unsure ---------------------------------------------------------------- */

static PAIR_INLINE int measure_corner(const round_hull *point, const round_hull *h, int i,
                                      point_beside *at) {
  lanes c = lanes_load(point->corners[0].point), q = lanes_load(h->corners[i].point);
  pair_stretch s;
  if (!stretch_between(c, q, point->radius, h->radius, &s)) return 0;
  at->apart = s.apart;
  at->normal = stretch_normal(&s);
  at->on_point = lanes_sub(c, lanes_mul(at->normal, lanes_same(point->radius)));
  at->on_hull = lanes_add(q, lanes_mul(at->normal, lanes_same(h->radius)));
  return 1;
}

/* Where the edge lies along an axis, all of it has this coordinate. */
static lanes put_level(lanes on_hull, const collide_corner *p, double radius) {
  double x[2];
  int i;
  lanes_store(x, on_hull);
  for (i = 0; i < 2; i++)
    if (p->normal[1 - i] == 0) x[i] = p->point[i] + p->normal[i] * radius;
  return lanes_load(x);
}

/* The nearest points of the two: from the point, and so far along the normal. */
static PAIR_INLINE int measure_edge(const round_hull *point, const round_hull *h, int edge,
                                    point_beside *at) {
  const collide_corner *p = &h->corners[edge];
  const double *c = point->corners[0].point;
  if (!ci_quick_beyond(p->point, h->corners[after(h, edge)].point, c, point->radius, h->radius,
                       &at->apart))
    return 0;
  at->normal = lanes_load(p->normal);
  at->on_point = lanes_sub(lanes_load(c), lanes_mul(at->normal, lanes_same(point->radius)));
  at->on_hull = lanes_sub(at->on_point, lanes_mul(at->normal, lanes_same(at->apart)));
  if (p->normal[0] == 0 || p->normal[1] == 0) at->on_hull = put_level(at->on_hull, p, h->radius);
  return 1;
}

/* ---- The nearest feature: 0 if unsure ---------------------------------------------------- */

static PAIR_INLINE int measure_segment(const round_hull *point, const round_hull *h,
                                       point_beside *at) {
  const double *q = point->corners[0].point, *p = h->corners[0].point;
  const double *next = h->corners[1].point;
  int side;
  if (along(p, next, q) <= 0) return measure_corner(point, h, 0, at);
  if (along(next, p, q) <= 0) return measure_corner(point, h, 1, at);
  side = side_of(p, next, q);
  return side != 0 && measure_edge(point, h, side > 0, at);
}

/* The edge is the one that the point is farthest beyond, surely beyond. */
static PAIR_INLINE int measure_beside(const round_hull *point, const round_hull *h, int edge,
                                      point_beside *at) {
  const double *q = point->corners[0].point, *p = h->corners[edge].point;
  const double *next = h->corners[after(h, edge)].point;
  int i = edge;
  if (along(next, p, q) <= 0)
    i = after(h, edge);
  else if (along(p, next, q) > 0)
    return measure_edge(point, h, edge, at);
  return is_end(h, i, q) && measure_corner(point, h, i, at);
}

/* How far the point is beyond each edge, but for rounding: see pair_sides.c. Returns the edge that
 * it is farthest beyond. */
static PAIR_INLINE int look_at_edges(const round_hull *h, const double q[2], double *beyond,
                                     double *most) {
  double greatest = -HUGE_VAL;
  int i, edge = 0;
  for (i = 0; i < h->count; i++) {
    const collide_corner *c = &h->corners[i];
    double base = c->normal[0] * c->point[0] + c->normal[1] * c->point[1];
    double x = c->normal[0] * q[0] + c->normal[1] * q[1] - base;
    beyond[i] = x;
    edge = x > greatest ? i : edge;
    greatest = x > greatest ? x : greatest;
  }
  *most = greatest;
  return edge;
}

/* The least push of a point that is inside of a hull, surely and not only just: out of the edge
 * that it is least inside of, the first of those that are equal. */
static int measure_push(const round_hull *point, const round_hull *h, const double *beyond,
                        double least, point_beside *at) {
  int i;
  at->apart = -HUGE_VAL;
  for (i = 0; i < h->count; i++) {
    double x;
    if (beyond[i] < least) continue;
    if (!ci_quick_beyond(h->corners[i].point, h->corners[after(h, i)].point,
                         point->corners[0].point, point->radius, h->radius, &x))
      return 0;
    if (x <= at->apart) continue;
    at->apart = x;
    at->normal = lanes_load(h->corners[i].normal);
  }
  return 1;
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* No sum or product of two overflows. */
static PAIR_INLINE int is_ordinary(const round_hull *h) {
  return h->count <= QUICK_CORNERS && h->magnitude < 1e100 && h->radius < 1e100;
}

/* IS_APART, and where that is wanted all of *at; IS_BESIDE, and all of *at; IS_INSIDE, and the
 * normal and `apart` of a push if it is wanted; or IS_UNSURE. */
static PAIR_INLINE int look_at_point(const round_hull *point, const round_hull *h, int wanted,
                                     point_beside *at) {
  double error, most, beyond[QUICK_CORNERS];
  int edge, is_sure;
  if (!(is_ordinary(point) && is_ordinary(h))) return IS_UNSURE;
  if (h->count <= 2) {
    is_sure = h->count == 1 ? measure_corner(point, h, 0, at) : measure_segment(point, h, at);
  } else {
    error = beyond_error(point, h);
    edge = look_at_edges(h, point->corners[0].point, beyond, &most);
    if (wanted == QUICK_PUSH && most > point->radius + h->radius + PAIR_APART * error)
      return IS_APART;
    if (most < -PAIR_SHALLOW * error) {
      double least = most - PAIR_DEEPEST * error;
      if (wanted != QUICK_PUSH) return IS_INSIDE;
      return measure_push(point, h, beyond, least, at) ? IS_INSIDE : IS_UNSURE;
    }
    is_sure = most > PAIR_APART * error && measure_beside(point, h, edge, at);
  }
  return !is_sure ? IS_UNSURE : at->apart > 0 ? IS_APART : IS_BESIDE;
}

/* As a gap of a and b, of which one is a point. */
int ci_quick_point(const round_hull *a, const round_hull *b, int wanted, pair_gap *gap) {
  int mirrored = a->count != 1;
  const round_hull *point = mirrored ? b : a, *h = mirrored ? a : b;
  point_beside at;
  int found = look_at_point(point, h, wanted, &at);
  if (found == PAIR_UNSURE) return PAIR_UNSURE;
  if (found == IS_INSIDE) {
    gap->common[0] = point->corners[0].point[0];
    gap->common[1] = point->corners[0].point[1];
    if (wanted != QUICK_PUSH) return 1;
  } else if (found == IS_BESIDE || wanted != QUICK_PUSH) {
    lanes_store(mirrored ? gap->on_b : gap->on_a, at.on_point);
    lanes_store(mirrored ? gap->on_a : gap->on_b, at.on_hull);
  } else {
    return 0;
  }
  gap->apart = at.apart;
  lanes_store(gap->normal, mirrored ? lanes_sub(lanes_same(0), at.normal) : at.normal);
  if (found == IS_BESIDE) ci_take_common_between(a, b, gap);
  return found != IS_APART;
}

/* ---- What pair_table.c asks ----------------------------------------------------------------- */

/* A point of both: see ci_take_common_between. */
static lanes common_of(const round_hull *point, const round_hull *h, const point_beside *at) {
  pair_gap gap;
  gap.apart = at->apart;
  lanes_store(gap.normal, at->normal);
  lanes_store(gap.on_b, at->on_hull);
  ci_take_common_between(point, h, &gap);
  return lanes_load(gap.common);
}

int ci_contact_circle_hull(const collide_shape *circle, const collide_shape *shape,
                           collide_push *push) {
  round_hull point = pair_hull(circle), h = pair_hull(shape);
  point_beside at;
  int found = look_at_point(&point, &h, QUICK_PUSH, &at);
  if (found == PAIR_UNSURE || found == IS_APART) return found;
  show_lanes(at.normal, push->normal);
  push->depth = 0 - at.apart;
  show_lanes(found == IS_INSIDE ? lanes_load(circle->position) : common_of(&point, &h, &at),
             push->point);
  return 1;
}

int ci_distance_circle_hull(const collide_shape *circle, const collide_shape *shape, double *apart,
                            double on_circle[3], double on_hull[3]) {
  round_hull point = pair_hull(circle), h = pair_hull(shape);
  point_beside at;
  int found = look_at_point(&point, &h, QUICK_NEAREST, &at);
  if (found == PAIR_UNSURE) return PAIR_UNSURE;
  if (found != IS_APART)
    at.on_point = at.on_hull =
        found == IS_INSIDE ? lanes_load(circle->position) : common_of(&point, &h, &at);
  *apart = at.apart;
  show_lanes(at.on_point, on_circle);
  show_lanes(at.on_hull, on_hull);
  return found != IS_APART;
}

int ci_closest_hull(const collide_shape *shape, const double point[3], double *apart,
                    double nearest[3]) {
  collide_corner corner;
  round_hull p = ci_pair_point(point, &corner), h = pair_hull(shape);
  point_beside at;
  int found;
  /* What is inside by a radius has no need to be measured. */
  if (h.radius > 0 && ci_try_hold(shape, point) == 1) return 1;
  found = look_at_point(&p, &h, QUICK_NEAREST, &at);
  if (found != IS_APART) return found == PAIR_UNSURE ? PAIR_UNSURE : 1;
  *apart = at.apart;
  show_lanes(at.on_hull, nearest);
  return 0;
}

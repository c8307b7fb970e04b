/* SPDX-License-Identifier: MIT
 *
 * The quick path of circles and points, and the regions around a triangle.
 */
#include "plane_quick.h"

#include <string.h>

#include "../../number/orient.h"
#include "../../shape/outline.h"

/* ---- Circles ---------------------------------------------------------------------------------
 *
 * The quick path of two circles, and of a circle and a point. The answer for two circles in the
 * other order is the same, mirrored. */

/* A common point: halfway between the deepest points, p - n ra and q + n rb. If that point is
 * outside the smaller circle, the result is the point of its border on that side. */
static PAIR_INLINE lanes common_of_circles(const collide_shape *a, const collide_shape *b, lanes p,
                                           lanes q, lanes n, double depth) {
  lanes middle = lanes_mul(lanes_add(p, q), lanes_same(0.5));
  if (depth > 4 * b->radius) return lanes_sub(q, lanes_mul(n, lanes_same(b->radius)));
  if (depth > 4 * a->radius) return lanes_add(p, lanes_mul(n, lanes_same(a->radius)));
  return lanes_add(middle, lanes_mul(n, lanes_same((b->radius - a->radius) * 0.5)));
}

int ci_contact_circles(const collide_shape *a, const collide_shape *b, collide_push *push) {
  lanes p = lanes_load(a->origin), q = lanes_load(b->origin), n;
  pair_stretch s;
  if (!stretch_between(p, q, a->radius, b->radius, &s)) return PAIR_UNSURE;
  if (s.apart > 0) return 0;
  n = stretch_normal(&s);
  show_lanes(n, push->normal);
  push->depth = 0 - s.apart;
  show_lanes(common_of_circles(a, b, p, q, n, -s.apart), push->point);
  return 1;
}

int ci_distance_circles(const collide_shape *a, const collide_shape *b, double *apart,
                        double on_a[3], double on_b[3]) {
  lanes p = lanes_load(a->origin), q = lanes_load(b->origin), n;
  pair_stretch s;
  if (!stretch_between(p, q, a->radius, b->radius, &s)) return PAIR_UNSURE;
  n = stretch_normal(&s);
  if (s.apart <= 0) {
    lanes common = common_of_circles(a, b, p, q, n, -s.apart);
    show_lanes(common, on_a);
    show_lanes(common, on_b);
    return 1;
  }
  *apart = s.apart;
  show_lanes(lanes_sub(p, lanes_mul(n, lanes_same(a->radius))), on_a);
  show_lanes(lanes_add(q, lanes_mul(n, lanes_same(b->radius))), on_b);
  return 0;
}

/* Computes like the corners in ci_quick_outlines, so that a circle of radius 0 there gives the same
 * answer. */
int ci_closest_circle(const collide_shape *circle, const double point[3], double *apart,
                      double nearest[3]) {
  lanes p = lanes_load(point), q = lanes_load(circle->origin), squares = lanes_sub(p, q);
  double m = circle->of.outline.magnitude;
  pair_stretch s;
  squares = lanes_mul(squares, squares);
  if (try_radius(lanes_first(squares) + lanes_second(squares), circle->radius) == 1) return 1;
  if (!(fabs(point[0]) < 1e100 && fabs(point[1]) < 1e100 && m < 1e100 && circle->radius < 1e100))
    return PAIR_UNSURE;
  if (!stretch_between(p, q, 0, circle->radius, &s)) return PAIR_UNSURE;
  if (s.apart <= 0) return 1;
  *apart = s.apart;
  show_lanes(lanes_add(q, lanes_mul(stretch_normal(&s), lanes_same(circle->radius))), nearest);
  return 0;
}

/* ---- Points and outlines ---------------------------------------------------------------------
 *
 * The quick path of a point and an outline, each with or without a radius: a circle and another
 * shape, or a point and a shape. The nearest feature is the edge that the point is farthest beyond,
 * or an end of it (see plane_quick.c). Exact signs prove which one. */

plane_outline ci_outline_of_point(const double point[2], collide_corner *corner) {
  plane_outline h;
  memset(corner, 0, sizeof *corner);
  corner->point[0] = point[0];
  corner->point[1] = point[1];
  h.corners = corner;
  h.count = 1;
  h.radius = 0;
  h.magnitude = fabs(point[0]) > fabs(point[1]) ? fabs(point[0]) : fabs(point[1]);
  return h;
}

/* IS_BESIDE: the point is outside the outline, but the radii overlap. IS_INSIDE: the outline
 * contains the point. */
enum { IS_APART, IS_BESIDE, IS_UNSURE = PAIR_UNSURE, IS_INSIDE };

/* ---- One feature: 0 if unsure ---------------------------------------------------------------- */

/* A point outside an outline; their radii may overlap. */
typedef struct pair_beside {
  lanes normal; /* unit, from the outline to the point */
  double apart;
  lanes on_point, on_outline;
} pair_beside;

static PAIR_INLINE int measure_corner(const plane_outline *d, const plane_outline *h, int i,
                                      pair_beside *at) {
  lanes p = lanes_load(d->corners[0].point), q = lanes_load(h->corners[i].point);
  pair_stretch s;
  if (!stretch_between(p, q, d->radius, h->radius, &s)) return 0;
  at->apart = s.apart;
  at->normal = stretch_normal(&s);
  at->on_point = lanes_sub(p, lanes_mul(at->normal, lanes_same(d->radius)));
  at->on_outline = lanes_add(q, lanes_mul(at->normal, lanes_same(h->radius)));
  return 1;
}

/* For an edge parallel to an axis: all points of its border have the same coordinate. */
static int measure_level(const plane_outline *d, const plane_outline *h, int edge,
                         pair_beside *at) {
  const collide_corner *p = &h->corners[edge];
  double x[2];
  int i;
  if (!ci_quick_beyond(p->point, h->corners[corner_after(h, edge)].point, d->corners[0].point,
                       d->radius, h->radius, &at->apart))
    return 0;
  at->normal = lanes_load(p->normal);
  at->on_point =
      lanes_sub(lanes_load(d->corners[0].point), lanes_mul(at->normal, lanes_same(d->radius)));
  lanes_store(x, lanes_sub(at->on_point, lanes_mul(at->normal, lanes_same(at->apart))));
  for (i = 0; i < 2; i++)
    if (p->normal[1 - i] == 0) x[i] = p->point[i] + p->normal[i] * h->radius;
  at->on_outline = lanes_load(x);
  return 1;
}

/* The nearest points lie along the edge's normal from the point. */
static PAIR_INLINE int measure_edge(const plane_outline *d, const plane_outline *h, int edge,
                                    pair_beside *at) {
  const collide_corner *p = &h->corners[edge];
  lanes q = lanes_load(d->corners[0].point);
  pair_across x;
  if (p->normal[0] == 0 || p->normal[1] == 0) return measure_level(d, h, edge, at);
  if (!(cross_edge(lanes_load(p->point), lanes_load(h->corners[corner_after(h, edge)].point), q,
                   &x) &&
        length_beyond(&x, d->radius, h->radius, &at->apart)))
    return 0;
  at->normal = lanes_load(p->normal);
  at->on_point = lanes_sub(q, lanes_mul(at->normal, lanes_same(d->radius)));
  at->on_outline = lanes_sub(at->on_point, lanes_mul(at->normal, lanes_same(at->apart)));
  return 1;
}

/* ---- The nearest feature: 0 if unsure ---------------------------------------------------- */

static int measure_segment(const plane_outline *d, const plane_outline *h, pair_beside *at) {
  const double *q = d->corners[0].point, *p = h->corners[0].point, *next = h->corners[1].point;
  int beside;
  if (sign_along(p, next, q) <= 0) return measure_corner(d, h, 0, at);
  if (sign_along(next, p, q) <= 0) return measure_corner(d, h, 1, at);
  beside = sign_beside(p, next, q);
  return beside != 0 && measure_edge(d, h, beside > 0, at);
}

/* The nearest feature, by exact signs, at the edge that the point is farthest beyond: EDGE_ITSELF,
 * or the corner's number plus 1. 0 if unsure. */
enum { EDGE_ITSELF = -1 };
static int find_exactly(const plane_outline *h, int edge, const double q[2]) {
  const double *p = h->corners[edge].point, *next = h->corners[corner_after(h, edge)].point;
  int i = edge;
  if (sign_along(next, p, q) <= 0)
    i = corner_after(h, edge);
  else if (sign_along(p, next, q) > 0)
    return EDGE_ITSELF;
  return is_nearest_end(h, i, q) ? i + 1 : 0;
}

/* The same, in plain doubles if they are enough. One of the corner's two neighbours is known to be
 * farther away. */
static PAIR_INLINE int find_feature(const plane_outline *h, int edge, const double q[2]) {
  int next = corner_after(h, edge), i, beyond_it;
  const double *p = h->corners[edge].point, *r = h->corners[next].point;
  int from_p = try_along(p, r, q), from_r = try_along(r, p, q);
  if (from_p == 1 && from_r == 1) return EDGE_ITSELF;
  if (from_p != -1 && from_r != -1) return find_exactly(h, edge, q);
  i = from_p == -1 ? edge : next;
  beyond_it = from_p == -1 ? corner_before(h, edge) : corner_after(h, next);
  if (try_along(h->corners[i].point, q, h->corners[beyond_it].point) == -1) return i + 1;
  return find_exactly(h, edge, q);
}

/* The point is farthest beyond this edge, and certainly beyond it. */
static PAIR_INLINE int measure_beside(const plane_outline *d, const plane_outline *h, int edge,
                                      pair_beside *at) {
  int found = find_feature(h, edge, d->corners[0].point);
  if (found == EDGE_ITSELF) return measure_edge(d, h, edge, at);
  return found != 0 && measure_corner(d, h, found - 1, at);
}

/* The distances of a point beyond the edges. */
typedef struct point_beyond {
  double most, next; /* the greatest two */
  int edge;          /* the first edge that has the greatest */
} point_beyond;

/* Rounded, as in plane_quick.c. */
static PAIR_INLINE point_beyond find_most_beyond(const plane_outline *h, const double q[2]) {
  point_beyond found;
  int i;
  found.most = found.next = -HUGE_VAL;
  found.edge = 0;
  for (i = 0; i < h->count; i++) {
    const double *n = h->corners[i].normal, *p = h->corners[i].point;
    double x = (n[0] * q[0] + n[1] * q[1]) - (n[0] * p[0] + n[1] * p[1]);
    int is_most = x > found.most;
    found.next = is_most ? found.most : x > found.next ? x : found.next;
    found.edge = is_most ? i : found.edge;
    found.most = is_most ? x : found.most;
  }
  return found;
}

/* The least push of a point that is certainly inside an outline and not near its border. It goes
 * out of the nearest edge, the first of equally near ones. */
static int compare_pushes(const plane_outline *d, const plane_outline *h, double least,
                          pair_beside *at) {
  int i;
  at->apart = -HUGE_VAL;
  for (i = 0; i < h->count; i++) {
    double x;
    if (beyond(&h->corners[i], d->corners[0].point) < least) continue;
    if (!ci_quick_beyond(h->corners[i].point, h->corners[corner_after(h, i)].point,
                         d->corners[0].point, d->radius, h->radius, &x))
      return 0;
    if (x <= at->apart) continue;
    at->apart = x;
    at->normal = lanes_load(h->corners[i].normal);
  }
  return 1;
}

static PAIR_INLINE int measure_push(const plane_outline *d, const plane_outline *h,
                                    const point_beyond *edges, double error, pair_beside *at) {
  double least = edges->most - PAIR_DEEPEST * error;
  if (!(edges->next < least)) return compare_pushes(d, h, least, at);
  return measure_edge(d, h, edges->edge, at);
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* Does no sum or product of two overflow? */
static PAIR_INLINE int are_ordinary(const plane_outline *d, const plane_outline *h) {
  return h->count <= QUICK_CORNERS && h->magnitude < 1e100 && h->radius < 1e100 &&
         d->magnitude < 1e100 && d->radius < 1e100;
}

/* IS_APART writes *at if `wanted` asks for distances. IS_BESIDE always writes *at. IS_INSIDE writes
 * the normal and `apart` if `wanted` asks for a push. */
static PAIR_INLINE int find_point(const plane_outline *d, const plane_outline *h, int wanted,
                                  pair_beside *at) {
  int is_sure;
  if (!are_ordinary(d, h)) return IS_UNSURE;
  if (h->count <= 2) {
    is_sure = h->count == 1 ? measure_corner(d, h, 0, at) : measure_segment(d, h, at);
  } else {
    double error = beyond_error(d, h);
    point_beyond edges = find_most_beyond(h, d->corners[0].point);
    if (wanted == QUICK_PUSH && edges.most > d->radius + h->radius + PAIR_APART * error)
      return IS_APART;
    if (edges.most < -PAIR_SHALLOW * error) {
      if (wanted != QUICK_PUSH) return IS_INSIDE;
      return measure_push(d, h, &edges, error, at) ? IS_INSIDE : IS_UNSURE;
    }
    is_sure = edges.most > PAIR_APART * error && measure_beside(d, h, edges.edge, at);
  }
  return !is_sure ? IS_UNSURE : at->apart > 0 ? IS_APART : IS_BESIDE;
}

int ci_quick_point(const plane_outline *a, const plane_outline *b, int wanted, pair_gap *gap) {
  int mirrored = a->count != 1;
  const plane_outline *point = mirrored ? b : a, *h = mirrored ? a : b;
  pair_beside at;
  int found = find_point(point, h, wanted, &at);
  if (found == IS_UNSURE || (found == IS_APART && wanted == QUICK_PUSH)) return found;
  if (found == IS_INSIDE) {
    gap->common[0] = point->corners[0].point[0];
    gap->common[1] = point->corners[0].point[1];
    if (wanted != QUICK_PUSH) return 1;
  } else {
    lanes_store(mirrored ? gap->on_b : gap->on_a, at.on_point);
    lanes_store(mirrored ? gap->on_a : gap->on_b, at.on_outline);
  }
  gap->apart = at.apart;
  lanes_store(gap->normal, mirrored ? lanes_sub(lanes_same(0), at.normal) : at.normal);
  if (found == IS_BESIDE) ci_take_common_between(a, b, gap);
  return found != IS_APART;
}

/* ---- The quick routines of plane_rows.c ------------------------------------------------------ */

/* A point of both. */
static lanes common_beside(const plane_outline *point, const plane_outline *h,
                           const pair_beside *at) {
  pair_gap gap;
  gap.apart = at->apart;
  lanes_store(gap.normal, at->normal);
  lanes_store(gap.on_b, at->on_outline);
  ci_take_common_between(point, h, &gap);
  return lanes_load(gap.common);
}

int ci_contact_circle_outline(const collide_shape *circle, const collide_shape *shape,
                              collide_push *push) {
  collide_corner room[4];
  plane_outline point = outline_of_shape(circle, room), h = outline_of_shape(shape, room);
  pair_beside at;
  int found = find_point(&point, &h, QUICK_PUSH, &at);
  if (found == IS_UNSURE || found == IS_APART) return found;
  show_lanes(at.normal, push->normal);
  push->depth = 0 - at.apart;
  show_lanes(found == IS_INSIDE ? lanes_load(circle->origin) : common_beside(&point, &h, &at),
             push->point);
  return 1;
}

int ci_distance_circle_outline(const collide_shape *circle, const collide_shape *shape,
                               double *apart, double on_circle[3], double on_outline[3]) {
  collide_corner room[4];
  plane_outline point = outline_of_shape(circle, room), h = outline_of_shape(shape, room);
  pair_beside at;
  int found = find_point(&point, &h, QUICK_NEAREST, &at);
  if (found == IS_UNSURE) return PAIR_UNSURE;
  if (found != IS_APART)
    at.on_point = at.on_outline =
        found == IS_INSIDE ? lanes_load(circle->origin) : common_beside(&point, &h, &at);
  *apart = at.apart;
  show_lanes(at.on_point, on_circle);
  show_lanes(at.on_outline, on_outline);
  return found != IS_APART;
}

int ci_closest_outline(const collide_shape *shape, const double point[3], double *apart,
                       double nearest[3]) {
  collide_corner room[4], corner;
  plane_outline h = outline_of_shape(shape, room), d;
  pair_beside at;
  int found;
  /* A point that the radius clearly covers needs no measurement. */
  if (h.radius > 0 && ci_try_hold(shape, point) == 1) return 1;
  d = ci_outline_of_point(point, &corner);
  found = find_point(&d, &h, QUICK_NEAREST, &at);
  if (found != IS_APART) return found == IS_UNSURE ? PAIR_UNSURE : 1;
  *apart = at.apart;
  show_lanes(at.on_outline, nearest);
  return 0;
}

/* ---- Regions of triangles --------------------------------------------------------------------
 *
 * The seven regions of the plane around a triangle, from its three posed corners in the given
 * order. Exact, also for collapsed triangles. */

/* Bits of a region: on the inner side of that edge, or on its line. */
enum { INNER_AB = 4, INNER_BC = 2, INNER_CA = 1, INSIDE = 7 };

/* For a collapsed triangle and a point in line with it: 7 if the point is on the triangle,
 * otherwise the region beyond the nearest corner. */
static int region_in_line(double corner[3][2], const double q[2]) {
  static const int beyond_corner[3] = {2, 1, 4};
  int i, outer = 0;
  for (i = 0; i < 3; i++) {
    const double *a = corner[i], *b = corner[(i + 1) % 3];
    if (is_same_point(a, q)) return INSIDE;
    if (!is_same_point(a, b) && ci_dot2d(a, b, a, q) >= 0 && ci_dot2d(b, a, b, q) >= 0)
      return INSIDE;
  }
  /* The nearest corner has no other corner beyond it, towards q. */
  for (i = 1; i < 3; i++)
    if (ci_dot2d(corner[outer], corner[i], corner[outer], q) > 0) outer = i;
  return beyond_corner[outer];
}

/* Quick: -1 if unsure, or if the triangle has no area. The error of `beyond` is at most
 * `beyond_error`. The outline has the same three corners, counterclockwise, and the numbers of the
 * given edges. */
static int try_region(const collide_shape *triangle, const double q[2]) {
  const collide_outline *o = &triangle->of.outline;
  const collide_corner *corners = outline_stored(triangle);
  double x = fabs(q[0]), y = fabs(q[1]), sure = HUGE_VAL, error;
  int i, region = 0;
  if (o->count != 3) return -1;
  for (i = 0; i < 3; i++) {
    double out = beyond(&corners[i], q), size = fabs(out);
    sure = size < sure ? size : sure;
    region |= (out < 0) << (3 - corners[i].edge);
  }
  error = BEYOND_MARGIN * (o->magnitude + (x > y ? x : y)) + FILTER_TINY;
  return sure > error ? region : -1;
}

static int find_region(const collide_shape *triangle, const double point[2]) {
  double corner[3][2];
  int sides[3], winding, i, region = try_region(triangle, point);
  if (region >= 0) return region;
  region = 0;
  for (i = 0; i < 3; i++) ci_outline_point(triangle, i, corner[i]);
  for (i = 0; i < 3; i++) sides[i] = orient2d(corner[i], corner[(i + 1) % 3], point);
  /* A point strictly inside is strictly on one side of all edges. Then the triangle has an area,
   * and its winding does not matter. */
  if (sides[0] != 0 && sides[0] == sides[1] && sides[1] == sides[2]) return INSIDE;
  winding = orient2d(corner[0], corner[1], corner[2]);
  if (winding == 0) {
    if (sides[0] == 0 && sides[1] == 0 && sides[2] == 0) return region_in_line(corner, point);
    winding = -1; /* as if clockwise */
  }
  for (i = 0; i < 3; i++)
    if (sides[i] * winding >= 0) region |= INNER_AB >> i;
  return region;
}

int ci_triangle_region(const collide_shape *triangle, const double point[3]) {
  return triangle->kind == COLLIDE_TRIANGLE_2D ? find_region(triangle, point) : COLLIDE_UNSUPPORTED;
}

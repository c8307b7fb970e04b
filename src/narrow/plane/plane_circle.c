/* SPDX-License-Identifier: MIT
 *
 * The quick path of two circles, and of a circle and a point. The answer for two circles in the
 * other order is the same, mirrored.
 */
#include "plane_length.h"

/* A common point: halfway between the deepest points, p - n ra and q + n rb. If that point is
 * outside the smaller circle, the result is the point of its border on that side. */
static PAIR_INLINE lanes common_of(const collide_shape *a, const collide_shape *b, lanes p, lanes q,
                                   lanes n, double depth) {
  lanes middle = lanes_mul(lanes_add(p, q), lanes_same(0.5));
  if (depth > 4 * b->radius) return lanes_sub(q, lanes_mul(n, lanes_same(b->radius)));
  if (depth > 4 * a->radius) return lanes_add(p, lanes_mul(n, lanes_same(a->radius)));
  return lanes_add(middle, lanes_mul(n, lanes_same((b->radius - a->radius) * 0.5)));
}

int ci_contact_circles(const collide_shape *a, const collide_shape *b, collide_push *push) {
  lanes p = lanes_load(a->position), q = lanes_load(b->position), n;
  pair_stretch s;
  if (!stretch_between(p, q, a->radius, b->radius, &s)) return PAIR_UNSURE;
  if (s.apart > 0) return 0;
  n = stretch_normal(&s);
  show_lanes(n, push->normal);
  push->depth = 0 - s.apart;
  show_lanes(common_of(a, b, p, q, n, -s.apart), push->point);
  return 1;
}

int ci_distance_circles(const collide_shape *a, const collide_shape *b, double *apart,
                        double on_a[3], double on_b[3]) {
  lanes p = lanes_load(a->position), q = lanes_load(b->position), n;
  pair_stretch s;
  if (!stretch_between(p, q, a->radius, b->radius, &s)) return PAIR_UNSURE;
  n = stretch_normal(&s);
  if (s.apart <= 0) {
    lanes common = common_of(a, b, p, q, n, -s.apart);
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
  lanes p = lanes_load(point), q = lanes_load(circle->position), squares = lanes_sub(p, q);
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

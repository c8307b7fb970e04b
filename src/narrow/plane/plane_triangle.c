/* SPDX-License-Identifier: MIT
 *
 * The seven regions of the plane around a triangle, from its three posed corners in the given
 * order. Exact, also for collapsed triangles.
 */
#include "../../number/orient.h"
#include "../../shape/outline.h"
#include "plane.h"

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

/* SPDX-License-Identifier: MIT
 *
 * Triangles of the plane: the seven regions around one, circle and triangle by
 * these, and triangle and rect by edge functions and by separating axes. They use
 * the three corners in the order in which they were given, posed, and are exact
 * for triangles that are collapsed, too.
 */
#include "../number/orient.h"
#include "../shape/hull.h"
#include "pair.h"

/* ---- Regions ------------------------------------------------------------------------ */

/* Bits of a region: on the inner side of that edge, or on its line. */
enum { INNER_AB = 4, INNER_BC = 2, INNER_CA = 1, INSIDE = 7 };

/* For each region the one or two edges that may be nearest, as their corners in
 * a row: the table of "Redpoll's 60", 2-23, where A, B, C are 0, 1, 2. */
static const signed char edges_of_region[8][3] = {{-1, -1, -1}, {0, 1, 2},   {2, 0, 1},
                                                  {0, 1, -1},   {1, 2, 0},   {1, 2, -1},
                                                  {2, 0, -1},   {-1, -1, -1}};

static void corners_of(const collide_shape *triangle, const double *corner[3]) {
  int i;
  for (i = 0; i < 3; i++) corner[i] = ci_hull_point(triangle, i);
}

/* For a collapsed triangle and a point in line with it: 7 when the point is on the
 * triangle, else the region beyond the corner that is nearest to it. */
static int region_in_line(const double *const corner[3], const double q[2]) {
  static const int beyond_corner[3] = {2, 1, 4};
  int i, outer = 0;
  for (i = 0; i < 3; i++) {
    const double *a = corner[i], *b = corner[(i + 1) % 3];
    if (is_same_point(a, q)) return INSIDE;
    if (!is_same_point(a, b) && ci_dot2d(a, b, a, q) >= 0 && ci_dot2d(b, a, b, q) >= 0)
      return INSIDE;
  }
  /* The nearest corner is the one beyond which, towards q, there is no other. */
  for (i = 1; i < 3; i++)
    if (ci_dot2d(corner[outer], corner[i], corner[outer], q) > 0) outer = i;
  return beyond_corner[outer];
}

/* Of a triangle that has an area, where plain doubles can tell; else -1. `beyond` is off by
 * `beyond_error` at most. Its hull has the same three corners, counterclockwise, and knows which of
 * the given edges each edge is. */
static int try_region(const collide_shape *triangle, const double q[2]) {
  const collide_outline *o = &triangle->of.outline;
  double x = fabs(q[0]), y = fabs(q[1]), sure = HUGE_VAL, error;
  int i, region = 0;
  if (o->count != 3) return -1;
  for (i = 0; i < 3; i++) {
    double out = beyond(&o->corners[i], q), size = fabs(out);
    sure = size < sure ? size : sure;
    region |= (out < 0) << (3 - o->corners[i].edge);
  }
  error = BEYOND_MARGIN * (o->magnitude + (x > y ? x : y)) + FILTER_TINY;
  return sure > error ? region : -1;
}

static int find_region(const collide_shape *triangle, const double point[2]) {
  const double *corner[3];
  int sides[3], winding, i, region = try_region(triangle, point);
  if (region >= 0) return region;
  region = 0;
  corners_of(triangle, corner);
  for (i = 0; i < 3; i++) sides[i] = orient2d(corner[i], corner[(i + 1) % 3], point);
  /* A point strictly inside is strictly on one side of all edges. Then the triangle
   * has an area, and its winding need not be known. */
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

int ci_triangle_holds(const collide_shape *triangle, const double point[2]) {
  return find_region(triangle, point) == INSIDE;
}

/* ---- Circle and triangle ----------------------------------------------------------------- */

int ci_circle_overlaps_triangle(const collide_shape *circle, const collide_shape *triangle) {
  const double *corner[3], *q = circle->position;
  const signed char *edge = edges_of_region[find_region(triangle, q)];
  corners_of(triangle, corner);
  if (edge[0] < 0) return 1;
  return ci_point_near_segment(q, corner[edge[0]], corner[edge[1]], circle->radius, 0) ||
         (edge[2] >= 0 &&
          ci_point_near_segment(q, corner[edge[1]], corner[edge[2]], circle->radius, 0));
}

/* ---- Triangle and rect ---------------------------------------------------------------------- */

/* The rect's corner that is farthest along the inward normal of the edge from p to
 * q, when inside is to the left (1) or to the right (-1). The sign of a rounded
 * difference is that of the difference. */
static void foremost(const collide_shape *rect, const double p[2], const double q[2], int inside,
                     double corner[2]) {
  double across[2];
  int i;
  across[0] = (p[1] - q[1]) * inside;
  across[1] = (q[0] - p[0]) * inside;
  for (i = 0; i < 2; i++)
    corner[i] = across[i] > 0 ? rect->of.outline.high[i] : rect->of.outline.low[i];
}

static int reaches_inside(const collide_shape *rect, const double *const corner[3], int inside) {
  double front[2];
  int i;
  for (i = 0; i < 3; i++) {
    const double *p = corner[i], *q = corner[(i + 1) % 3];
    foremost(rect, p, q, inside, front);
    if (orient2d(p, q, front) * inside < 0) return 0;
  }
  return 1;
}

/* Is it a triangle and a rect whose sides lie along the axes, so that it is its bounds? */
static int are_triangle_and_bounds(const collide_shape *triangle, const collide_shape *rect) {
  const collide_corner *c = rect->of.outline.corners;
  int i, count = rect->of.outline.count;
  if (triangle->kind != COLLIDE_TRIANGLE_2D || rect->kind != COLLIDE_RECT) return 0;
  for (i = 0; i < count; i++) {
    const double *p = c[i].point, *q = c[(i + 1) % count].point;
    if (p[0] != q[0] && p[1] != q[1]) return 0;
  }
  return 1;
}

/* By the unit normals of a triangle that has an area, where plain doubles can tell:
 * an edge beyond which the whole rect lies separates the two; and where no edge and,
 * as the bounds meet, no side of the rect does, they meet. The corner that is least
 * beyond an edge is known by the signs of the normal, which rounding cannot change;
 * how far it is beyond is off by `beyond_error` at most. */
static int try_rect(const collide_shape *triangle, const collide_shape *rect) {
  const collide_outline *o = &triangle->of.outline, *bounds = &rect->of.outline;
  double error = BEYOND_MARGIN * (o->magnitude + bounds->magnitude) + FILTER_TINY;
  double most = -HUGE_VAL;
  int i;
  if (o->count < 3) return FILTER_UNSURE;
  for (i = 0; i < 3; i++) {
    const double *n = o->corners[i].normal;
    double front[2], x;
    front[0] = n[0] > 0 ? bounds->low[0] : bounds->high[0];
    front[1] = n[1] > 0 ? bounds->low[1] : bounds->high[1];
    x = beyond(&o->corners[i], front);
    most = x > most ? x : most;
  }
  return most > error ? 0 : most < -error ? 1 : FILTER_UNSURE;
}

static int meets_pef(const collide_shape *triangle, const collide_shape *rect) {
  const double *corner[3];
  int winding;
  corners_of(triangle, corner);
  winding = orient2d(corner[0], corner[1], corner[2]);
  if (winding != 0) return reaches_inside(rect, corner, winding);
  /* A collapsed triangle has no inside: the rect must reach its line from both sides. */
  return reaches_inside(rect, corner, 1) && reaches_inside(rect, corner, -1);
}

int ci_triangle_overlaps_rect(const collide_shape *triangle, const collide_shape *rect) {
  int sign = try_rect(triangle, rect);
  return sign != FILTER_UNSURE ? sign : meets_pef(triangle, rect);
}

int ci_triangle_rect_pef(const collide_shape *triangle, const collide_shape *rect) {
  if (!are_triangle_and_bounds(triangle, rect)) return COLLIDE_UNSUPPORTED;
  return pair_bounds_meet(triangle, rect) && ci_triangle_overlaps_rect(triangle, rect);
}

/* Along the normal of the edge from p to q, is the rect apart from the edge
 * and from the third corner r, on the same side of both? */
static int axis_separates(const collide_shape *rect, const double p[2], const double q[2],
                          const double r[2]) {
  int i, left = 0, right = 0;
  for (i = 0; i < 4; i++) {
    double c[2];
    int from_edge, from_corner;
    c[0] = i & 1 ? rect->of.outline.high[0] : rect->of.outline.low[0];
    c[1] = i & 2 ? rect->of.outline.high[1] : rect->of.outline.low[1];
    from_edge = orient2d(p, q, c);
    from_corner = ci_cross2d(p, q, r, c);
    left += from_edge > 0 && from_corner > 0;
    right += from_edge < 0 && from_corner < 0;
  }
  return left == 4 || right == 4;
}

static int meets_sat(const collide_shape *triangle, const collide_shape *rect) {
  const double *corner[3];
  int i;
  corners_of(triangle, corner);
  for (i = 0; i < 3; i++)
    if (axis_separates(rect, corner[i], corner[(i + 1) % 3], corner[(i + 2) % 3])) return 0;
  return 1;
}

int ci_triangle_rect_sat(const collide_shape *triangle, const collide_shape *rect) {
  int sign;
  if (!are_triangle_and_bounds(triangle, rect)) return COLLIDE_UNSUPPORTED;
  if (!pair_bounds_meet(triangle, rect)) return 0;
  sign = try_rect(triangle, rect);
  return sign != FILTER_UNSURE ? sign : meets_sat(triangle, rect);
}

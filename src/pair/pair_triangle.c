/* SPDX-License-Identifier: MIT
 *
 * Triangles of the plane, by themselves: the seven regions around one, circle
 * and triangle by these, and triangle and rect by edge functions and by
 * separating axes. They ask the corners as the pose left them, in their own
 * order, and are exact for collapsed triangles too.
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

/* Of a collapsed triangle and a point in line with it: 7 when it is on it, else
 * the region beyond the corner that it is nearest to. */
static int region_in_line(const double *const corner[3], const double q[2]) {
  static const int beyond_corner[3] = {2, 1, 4};
  int i, outer = 0;
  for (i = 0; i < 3; i++) {
    const double *a = corner[i], *b = corner[(i + 1) % 3];
    if (is_same_point(a, q)) return INSIDE;
    if (!is_same_point(a, b) && ci_dot2d(a, b, a, q) >= 0 && ci_dot2d(b, a, b, q) >= 0)
      return INSIDE;
  }
  /* The nearest corner is one that no other lies beyond, on the way to q. */
  for (i = 1; i < 3; i++)
    if (ci_dot2d(corner[outer], corner[i], corner[outer], q) > 0) outer = i;
  return beyond_corner[outer];
}

int collide_triangle_region(const collide_shape *triangle, const double point[3]) {
  const double *corner[3];
  int sides[3], winding, i, region = 0;
  corners_of(triangle, corner);
  for (i = 0; i < 3; i++) sides[i] = orient2d(corner[i], corner[(i + 1) % 3], point);
  /* A point strictly inside sees all edges from one side: then there is an
   * area, and no need to ask which way round. */
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

/* ---- Circle and triangle ----------------------------------------------------------------- */

int ci_circle_overlaps_triangle(const collide_shape *circle, const collide_shape *triangle) {
  const double *corner[3], *q = circle->position;
  const signed char *edge = edges_of_region[collide_triangle_region(triangle, q)];
  corners_of(triangle, corner);
  if (edge[0] < 0) return 1;
  return ci_point_near_segment(q, corner[edge[0]], corner[edge[1]], circle->radius, 0) ||
         (edge[2] >= 0 &&
          ci_point_near_segment(q, corner[edge[1]], corner[edge[2]], circle->radius, 0));
}

/* ---- Triangle and rect ---------------------------------------------------------------------- */

/* The rect's corner that is foremost along the inward normal of the edge from p to q, when
 * inside is to the left (1) or to the right (-1). */
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

int collide_triangle_rect_pef(const collide_shape *triangle, const collide_shape *rect) {
  const double *corner[3];
  int winding;
  if (!pair_bounds_meet(triangle, rect)) return 0;
  corners_of(triangle, corner);
  winding = orient2d(corner[0], corner[1], corner[2]);
  if (winding != 0) return reaches_inside(rect, corner, winding);
  /* A collapsed one has no inside: its line must not leave the rect on either side. */
  return reaches_inside(rect, corner, 1) && reaches_inside(rect, corner, -1);
}

/* The same of two whose bounds meet, by the unit normals of a triangle that has
 * an area, where plain doubles can tell. */
int ci_triangle_overlaps_rect(const collide_shape *triangle, const collide_shape *rect) {
  double error =
      4e-15 * (triangle->of.outline.magnitude + rect->of.outline.magnitude) + FILTER_TINY;
  int i, unsure = triangle->of.outline.count < 3;
  for (i = 0; i < triangle->of.outline.count; i++) {
    const collide_corner *c = &triangle->of.outline.corners[i];
    const double *n = c->normal;
    double front[2], x;
    front[0] = n[0] > 0 ? rect->of.outline.low[0] : rect->of.outline.high[0];
    front[1] = n[1] > 0 ? rect->of.outline.low[1] : rect->of.outline.high[1];
    x = beyond(c, front);
    if (x > error) return 0;
    unsure |= x > -error;
  }
  return !unsure || collide_triangle_rect_pef(triangle, rect);
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

int collide_triangle_rect_sat(const collide_shape *triangle, const collide_shape *rect) {
  const double *corner[3];
  int i;
  if (!pair_bounds_meet(triangle, rect)) return 0;
  corners_of(triangle, corner);
  for (i = 0; i < 3; i++)
    if (axis_separates(rect, corner[i], corner[(i + 1) % 3], corner[(i + 2) % 3])) return 0;
  return 1;
}

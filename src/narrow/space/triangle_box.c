/* SPDX-License-Identifier: MIT
 *
 * Does a triangle meet a box whose sides lie along the axes? Exact, for corners and bounds in
 * doubles. (Two shapes: triangle_box_quick.c, and the functions for all solids.)
 *
 * The two meet if their Minkowski difference, a convex polytope, contains the origin. Its faces are
 * normal to the faces of the box, to the triangle, or to an edge of each. This also holds for a
 * flat box and a collapsed triangle: an axis of length 0 separates nothing. The axes of two edges
 * are normals of the triangle's edges in the three projections along the axes of the box. Only the
 * normals that point outward matter there. ("Collision detection between a polygon (triangle) and a
 * voxel (AABB)", LUXOPHIA.)
 */
#include "../../number/orient.h"
#include "triangle_box.h"
#include "../plane/plane.h"

typedef struct scene {
  const double *corner[3];
  const double *bound[2]; /* the least and the greatest corner of the box */
} scene;

static int bounds_meet(const scene *s) {
  int axis;
  for (axis = 0; axis < 3; axis++) {
    double a = s->corner[0][axis], b = s->corner[1][axis], c = s->corner[2][axis];
    double least = a < b ? a : b, most = a < b ? b : a;
    if (c < least) least = c;
    if (c > most) most = c;
    if (s->bound[1][axis] < least || most < s->bound[0][axis]) return 0;
  }
  return 1;
}

/* ---- Projections -------------------------------------------------------------------------- */

/* Along one axis; u, v are the other two, in the order that keeps the winding. */
typedef struct projection {
  int u, v;
  double at[3][2]; /* the triangle's corners */
  int winding;     /* of them: also the sign of the normal along the axis */
} projection;

static void project(const scene *s, int axis, projection *w) {
  int k;
  w->u = (axis + 1) % 3;
  w->v = (axis + 2) % 3;
  for (k = 0; k < 3; k++) {
    w->at[k][0] = s->corner[k][w->u];
    w->at[k][1] = s->corner[k][w->v];
  }
  w->winding = orient2d(w->at[0], w->at[1], w->at[2]);
}

/* The box's corner farthest to the left of the line from p to q, or to the right. */
static void find_foremost(const scene *s, const projection *w, const double *p, const double *q,
                          int left, double c[2]) {
  c[0] = s->bound[left > 0 ? p[1] > q[1] : q[1] > p[1]][w->u];
  c[1] = s->bound[left > 0 ? q[0] > p[0] : p[0] > q[0]][w->v];
}

/* If the triangle's projection is a line, that line must not leave the box on either side. Testing
 * the left side of every edge covers this, because edges run in both directions. */
static int projections_meet(const scene *s, const projection *w) {
  int k, inside = w->winding < 0 ? -1 : 1;
  for (k = 0; k < 3; k++) {
    const double *p = w->at[k], *q = w->at[(k + 1) % 3];
    double c[2];
    if (p[0] == q[0] && p[1] == q[1]) continue; /* no axis */
    find_foremost(s, w, p, q, inside, c);
    if (inside * orient2d(p, q, c) < 0) return 0;
  }
  return 1;
}

/* ---- The plane ---------------------------------------------------------------------------- */

static int side_of_plane(const scene *s, const double point[3]) {
  return ci_orient3d(s->corner[0], s->corner[1], s->corner[2], point);
}

/* Is the box on both sides of the plane, or does it touch it? */
static int plane_meets(const scene *s, const projection all[3]) {
  double farthest[3], nearest[3];
  int i;
  if (all[0].winding == 0 && all[1].winding == 0 && all[2].winding == 0) return 1;
  for (i = 0; i < 3; i++) {
    farthest[i] = s->bound[all[i].winding > 0][i];
    nearest[i] = s->bound[!(all[i].winding > 0)][i];
  }
  return side_of_plane(s, farthest) >= 0 && side_of_plane(s, nearest) <= 0;
}

/* ---- Both ---------------------------------------------------------------------------------- */

int ci_triangle_meets_box(const double *const corner[3], const double low[3],
                          const double high[3]) {
  projection all[3];
  scene s;
  int i;
  for (i = 0; i < 3; i++) s.corner[i] = corner[i];
  s.bound[0] = low;
  s.bound[1] = high;
  if (!bounds_meet(&s)) return 0;
  for (i = 0; i < 3; i++) project(&s, i, &all[i]);
  return plane_meets(&s, all) && projections_meet(&s, &all[0]) && projections_meet(&s, &all[1]) &&
         projections_meet(&s, &all[2]);
}

/* ---- Two shapes ----------------------------------------------------------------------------- */

int ci_triangle_box_bounds(const collide_shape *triangle, const collide_shape *box, double low[3],
                           double high[3]) {
  double lost = 0;
  int i;
  for (i = 0; i < 3; i++) {
    twofold apart = two_diff(box->position[i], triangle->position[i]);
    twofold least = two_sum(box->a[i], apart.hi), most = two_sum(box->b[i], apart.hi);
    low[i] = least.hi;
    high[i] = most.hi;
    lost += fabs(apart.lo) + fabs(least.lo) + fabs(most.lo);
  }
  return lost == 0;
}

int ci_triangle_overlaps_box(const collide_shape *triangle, const collide_shape *box) {
  const double *corner[3];
  double low[3], high[3];
  int found = ci_triangle_box_quick(triangle, box);
  if (found != FILTER_UNSURE || !ci_triangle_box_bounds(triangle, box, low, high)) return found;
  corner[0] = triangle->a;
  corner[1] = triangle->b;
  corner[2] = triangle->of.facet.c;
  return ci_triangle_meets_box(corner, low, high);
}

/* ---- Two boxes ------------------------------------------------------------------------------ */

/* Is the upper side of a at or above the lower side of b? Rounding never reverses an order. So two
 * rounded differences that are not equal have the order of the exact ones. */
static int reaches_up(const collide_shape *a, const collide_shape *b, int axis) {
  double apart = b->position[axis] - a->position[axis], gap = a->b[axis] - b->a[axis];
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact r, sizes;
  if (gap != apart) return gap > apart;
  ci_exact_set_diff(pool, &r, a->position[axis], b->position[axis]);
  ci_exact_set_diff(pool, &sizes, a->b[axis], b->a[axis]);
  ci_exact_add(&r, &r, &sizes);
  return exact_sign(&r) >= 0;
}

int ci_box_overlaps_box(const collide_shape *a, const collide_shape *b) {
  int axis;
  for (axis = 0; axis < 3; axis++)
    if (!reaches_up(a, b, axis) || !reaches_up(b, a, axis)) return 0;
  return 1;
}

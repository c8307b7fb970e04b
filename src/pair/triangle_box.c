/* SPDX-License-Identifier: MIT
 *
 * Triangle and box, by separating axes and by edge functions in the three
 * projections ("Collision detection between a polygon (triangle) and a voxel
 * (AABB)", LUXOPHIA). Both ask for the signs of the same few polynomials, which are
 * evaluated by plain doubles with a bound and exactly where that is not enough:
 *
 * The Minkowski difference of the two sets is a convex polytope, and they meet when it
 * contains the origin. Its faces are normal to the box's faces, to the triangle,
 * or to an edge of each; this holds also when triangle or box are flat or
 * collapsed, where an axis of length zero separates nothing. That is SAT.
 * The nine axes of edges are the normals of edges in the three projections along the axes of
 * the box; there only those that point outward matter. That is PEF.
 *
 * The open box is met when the origin is in the interior of that polytope, so on every axis
 * of nonzero length the overlap must be more than a touch.
 *
 * In the bounds below u = 2^-53; FILTER_TINY covers products that underflow.
 */
#include "../number/orient.h"
#include "triangle_box.h"
#include "pair.h"

/* A sum of two products of differences. Each product has three roundings and their sum one:
 * 4 u (1 + 3 u) of the products' absolute values, 4.4409e-16; those values are themselves
 * rounded, as is the bound: some 1e-31 more. */
#ifndef BOX_TERMS
#define BOX_TERMS 4.5e-16
#endif

/* The plane's function, the sum of three products n_i f_i, in units of |f_i| times the sum of
 * the absolute values of the two products in n_i: n_i is off by BOX_TERMS, 4 u; the difference
 * f_i, the product and at most two sums are rounded: 4 u. 8 u (1 + 4 u) = 8.8818e-16. */
#ifndef BOX_PLANE
#define BOX_PLANE 9e-16
#endif

/* What bounds are off by is itself computed, with a few roundings of u each, and so is the
 * difference that it is compared with: 1 + 8 u is enough. */
#ifndef BOX_BOUND
#define BOX_BOUND 1.0000001
#endif

/* Coordinates are relative to the triangle's position. */
typedef struct scene {
  const double *corner[3];
  double bound[2][3]; /* of the box, low and high, */
  double error[3];    /* each off by at most this; 0 when they are exact */
  double error_most;
  const double *own[2], *box_at, *triangle_at; /* bounds are own + box_at - triangle_at */
  int open;
} scene;

static const double nowhere[3] = {0, 0, 0};

/* ---- Setting up -------------------------------------------------------------------- */

/* own + box_at - triangle_at. */
static void exact_bound(exact_pool *pool, const scene *s, int high, int axis, exact *r) {
  exact own;
  int mark = ci_exact_mark(pool);
  ci_exact_set_diff(pool, r, s->box_at[axis], s->triangle_at[axis]);
  ci_exact_set(pool, &own, s->own[high][axis]);
  ci_exact_add(r, r, &own);
  ci_exact_keep(pool, mark, r, 1);
}

/* The low parts of the two sums are what the bound is off by. */
static void set_bound(scene *s, int high, int axis) {
  twofold apart = two_diff(s->box_at[axis], s->triangle_at[axis]);
  twofold bound = two_sum(s->own[high][axis], apart.hi);
  double error;
  s->bound[high][axis] = bound.hi;
  if (bound.lo == 0 && apart.lo == 0) return;
  error = BOX_BOUND * (fabs(bound.lo) + fabs(apart.lo));
  if (!(error <= DBL_MAX)) error = INFINITY; /* NaN: a sum has overflowed */
  if (error > s->error[axis]) s->error[axis] = error;
  if (error > s->error_most) s->error_most = error;
}

static void set_shapes(scene *s, const collide_shape *triangle, const collide_shape *box) {
  int axis;
  s->corner[0] = triangle->a;
  s->corner[1] = triangle->b;
  s->corner[2] = triangle->of.facet.c;
  s->own[0] = box->a;
  s->own[1] = box->b;
  s->box_at = box->position;
  s->triangle_at = triangle->position;
  s->error_most = 0;
  s->open = 0;
  for (axis = 0; axis < 3; axis++) {
    s->error[axis] = 0;
    set_bound(s, 0, axis);
    set_bound(s, 1, axis);
  }
}

/* Whether an axis with this sign of the overlap does not separate; the open box needs more than
 * a touch. */
static int meets(const scene *s, int sign) {
  return sign > 0 || (sign == 0 && !s->open);
}

/* ---- Bounds --------------------------------------------------------------------------- */

/* The sign of bound - x. */
static int bound_sign_exactly(const scene *s, int high, int axis, double x) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact r, subtrahend;
  exact_bound(pool, s, high, axis, &r);
  ci_exact_set(pool, &subtrahend, x);
  ci_exact_sub(&r, &r, &subtrahend);
  return exact_sign(&r);
}

static int bound_sign(const scene *s, int high, int axis, double x) {
  double bound = s->bound[high][axis];
  if (s->error[axis] != 0) {
    int sign = filter_sign(bound - x, s->error[axis]);
    return sign != FILTER_UNSURE ? sign : bound_sign_exactly(s, high, axis, x);
  }
  return (bound > x) - (bound < x);
}

static int bounds_meet(const scene *s) {
  int axis;
  for (axis = 0; axis < 3; axis++) {
    double a = s->corner[0][axis], b = s->corner[1][axis], c = s->corner[2][axis];
    double least = a < b ? a : b, most = a < b ? b : a;
    if (c < least) least = c;
    if (c > most) most = c;
    if (!meets(s, bound_sign(s, 1, axis, least)) || !meets(s, -bound_sign(s, 0, axis, most)))
      return 0;
  }
  return 1;
}

/* ---- Projections -------------------------------------------------------------------------- */

/* Along one axis; u, v are the other two, in the order that keeps the winding. */
typedef struct view {
  int u, v;
  double at[3][2]; /* the triangle's corners */
  int winding;     /* of them: also the sign of the normal along the axis */
} view;

static void set_view(const scene *s, int axis, view *w) {
  int k;
  w->u = (axis + 1) % 3;
  w->v = (axis + 2) % 3;
  for (k = 0; k < 3; k++) {
    w->at[k][0] = s->corner[k][w->u];
    w->at[k][1] = s->corner[k][w->v];
  }
  w->winding = orient2d(w->at[0], w->at[1], w->at[2]);
}

/* A corner of the box in a view: is it the higher one along u, along v? */
typedef struct box_corner {
  int high_u, high_v;
} box_corner;

static int side_exactly(const scene *s, const view *w, const double *p, const double *q,
                        const double *from, box_corner c) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact e[2], f[2], r;
  int i;
  exact_bound(pool, s, c.high_u, w->u, &f[0]);
  exact_bound(pool, s, c.high_v, w->v, &f[1]);
  for (i = 0; i < 2; i++) {
    ci_exact_set_diff(pool, &e[i], q[i], p[i]);
    ci_exact_set(pool, &r, from[i]);
    ci_exact_sub(&f[i], &f[i], &r);
  }
  ci_exact_mul(&r, &e[0], &f[1]);
  ci_exact_sub_product(&r, &e[1], &f[0]);
  return exact_sign(&r);
}

/* The sign of (q - p) x (c - from), off by BOX_TERMS and by what the bounds are off by. */
static int side_of(const scene *s, const view *w, const double *p, const double *q,
                   const double *from, box_corner c) {
  double eu = q[0] - p[0], ev = q[1] - p[1];
  double left = eu * (s->bound[c.high_v][w->v] - from[1]);
  double right = ev * (s->bound[c.high_u][w->u] - from[0]);
  double error = BOX_TERMS * (fabs(left) + fabs(right)) + FILTER_TINY;
  int sign;
  if (s->error_most != 0)
    error += BOX_BOUND * (fabs(eu) * s->error[w->v] + fabs(ev) * s->error[w->u]);
  sign = filter_sign(left - right, error);
  if (sign != FILTER_UNSURE) return sign;
  if (s->error_most == 0) {
    double at[2];
    at[0] = s->bound[c.high_u][w->u];
    at[1] = s->bound[c.high_v][w->v];
    return ci_cross2d(p, q, from, at);
  }
  return side_exactly(s, w, p, q, from, c);
}

/* The box's corner farthest to the left of the line from p to q, or to the right. */
static box_corner foremost(const double *p, const double *q, int left) {
  box_corner c;
  c.high_u = left > 0 ? p[1] > q[1] : q[1] > p[1];
  c.high_v = left > 0 ? q[0] > p[0] : p[0] > q[0];
  return c;
}

/* ---- The plane ---------------------------------------------------------------------------- */

static int plane_side_exactly(const scene *s, const int high[3]) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact e[2][3], n, f, sum, corner;
  int i, mark;
  for (i = 0; i < 3; i++) {
    ci_exact_set_diff(pool, &e[0][i], s->corner[1][i], s->corner[0][i]);
    ci_exact_set_diff(pool, &e[1][i], s->corner[2][i], s->corner[0][i]);
  }
  mark = ci_exact_mark(pool);
  ci_exact_set(pool, &sum, 0);
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    ci_exact_mul(&n, &e[0][j], &e[1][k]);
    ci_exact_sub_product(&n, &e[0][k], &e[1][j]);
    exact_bound(pool, s, high[i], i, &f);
    ci_exact_set(pool, &corner, s->corner[0][i]);
    ci_exact_sub(&f, &f, &corner);
    ci_exact_add_product(&sum, &n, &f);
    ci_exact_keep(pool, mark, &sum, 1);
  }
  return exact_sign(&sum);
}

typedef struct normal {
  double value[3];
  double size[3]; /* the sum of the absolute values of both products */
} normal;

static void set_normal(const scene *s, normal *n) {
  const double *a = s->corner[0], *b = s->corner[1], *c = s->corner[2];
  int i;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double left = (b[j] - a[j]) * (c[k] - a[k]), right = (b[k] - a[k]) * (c[j] - a[j]);
    n->value[i] = left - right;
    n->size[i] = fabs(left) + fabs(right);
  }
}

/* The sign of normal . (c - a) at a corner of the box, off by BOX_PLANE and by what the bounds
 * are off by, which the normal is multiplied with (it is at most its size, but for rounding). */
static int plane_side(const scene *s, const normal *n, const int high[3]) {
  double sum = 0, unit = 0, error = FILTER_TINY;
  int i, sign;
  for (i = 0; i < 3; i++) {
    double f = s->bound[high[i]][i] - s->corner[0][i];
    sum += n->value[i] * f;
    unit += fabs(f) * n->size[i];
    error += fabs(f) * (BOX_PLANE * n->size[i] + FILTER_TINY);
    if (s->error[i] != 0)
      error += BOX_BOUND * s->error[i] * (fabs(n->value[i]) + BOX_PLANE * n->size[i] + FILTER_TINY);
  }
  sign = filter_sign(sum, error);
  if (sign != FILTER_UNSURE) return sign;
  if (s->error_most == 0) {
    double at[3];
    for (i = 0; i < 3; i++) at[i] = s->bound[high[i]][i];
    sign = ci_triangle_plane_doubted(s->corner, at, sum, unit);
    if (sign != FILTER_UNSURE) return sign;
  }
  return plane_side_exactly(s, high);
}

/* Is the box on both sides of the plane, or does it touch it? */
static int plane_meets(const scene *s, const view views[3]) {
  int farthest[3], nearest[3], i;
  normal n;
  if (views[0].winding == 0 && views[1].winding == 0 && views[2].winding == 0) return 1;
  set_normal(s, &n);
  for (i = 0; i < 3; i++) {
    farthest[i] = views[i].winding > 0;
    nearest[i] = !farthest[i];
  }
  return meets(s, plane_side(s, &n, farthest)) && meets(s, -plane_side(s, &n, nearest));
}

/* ---- Edge functions ------------------------------------------------------------------------- */

/* Where the triangle is a line in the projection, that line must not leave the box on either
 * side: testing the left side of every edge does this, as edges go both ways. */
static int view_meets_pef(const scene *s, const view *w) {
  int k, inside = w->winding < 0 ? -1 : 1;
  for (k = 0; k < 3; k++) {
    const double *p = w->at[k], *q = w->at[(k + 1) % 3];
    if (p[0] == q[0] && p[1] == q[1]) continue; /* no axis */
    if (!meets(s, inside * side_of(s, w, p, q, p, foremost(p, q, inside)))) return 0;
  }
  return 1;
}

static int meets_pef(const scene *s) {
  view views[3];
  int axis;
  if (!bounds_meet(s)) return 0;
  for (axis = 0; axis < 3; axis++) set_view(s, axis, &views[axis]);
  return plane_meets(s, views) && view_meets_pef(s, &views[0]) && view_meets_pef(s, &views[1]) &&
         view_meets_pef(s, &views[2]);
}

/* ---- Separating axes ------------------------------------------------------------------------- */

/* Along the normal of edge k in the view: the triangle extends from the edge to the third
 * corner, the box from one corner to the opposite one. */
static int axis_meets(const scene *s, const view *w, int k) {
  const double *p = w->at[k], *q = w->at[(k + 1) % 3], *third = w->at[(k + 2) % 3];
  const double *lowest = w->winding < 0 ? third : p, *highest = w->winding < 0 ? p : third;
  if (p[0] == q[0] && p[1] == q[1]) return 1; /* no axis */
  return meets(s, side_of(s, w, p, q, lowest, foremost(p, q, 1))) &&
         meets(s, -side_of(s, w, p, q, highest, foremost(p, q, -1)));
}

static int meets_sat(const scene *s) {
  view views[3];
  int axis, k;
  if (!bounds_meet(s)) return 0;
  for (axis = 0; axis < 3; axis++) set_view(s, axis, &views[axis]);
  if (!plane_meets(s, views)) return 0;
  for (axis = 0; axis < 3; axis++)
    for (k = 0; k < 3; k++)
      if (!axis_meets(s, &views[axis], k)) return 0;
  return 1;
}

/* ---- What the headers show --------------------------------------------------------------- */

static int are_triangle_and_box(const collide_shape *triangle, const collide_shape *box) {
  return triangle->kind == COLLIDE_TRIANGLE && box->kind == COLLIDE_BOX &&
         box->frame == COLLIDE_MOVED;
}

int ci_triangle_box_sat(const collide_shape *triangle, const collide_shape *box) {
  scene s;
  int sign;
  if (!are_triangle_and_box(triangle, box)) return COLLIDE_UNSUPPORTED;
  sign = ci_triangle_box_quick(triangle, box);
  if (sign != FILTER_UNSURE) return sign;
  set_shapes(&s, triangle, box);
  return meets_sat(&s);
}

int ci_triangle_box_pef(const collide_shape *triangle, const collide_shape *box) {
  scene s;
  int sign;
  if (!are_triangle_and_box(triangle, box)) return COLLIDE_UNSUPPORTED;
  sign = ci_triangle_box_quick(triangle, box);
  if (sign != FILTER_UNSURE) return sign;
  set_shapes(&s, triangle, box);
  return meets_pef(&s);
}

/* A triangle and a box by their coordinates alone. */
static void set_plainly(scene *s, const double *const corner[3], const double low[3],
                        const double high[3]) {
  int i;
  for (i = 0; i < 3; i++) {
    s->corner[i] = corner[i];
    s->bound[0][i] = low[i];
    s->bound[1][i] = high[i];
    s->error[i] = 0;
  }
  s->error_most = 0;
  s->own[0] = low;
  s->own[1] = high;
  s->box_at = s->triangle_at = nowhere;
  s->open = 0;
}

int ci_triangle_meets_box(const double *const corner[3], const double low[3], const double high[3],
                          int open) {
  scene s;
  set_plainly(&s, corner, low, high);
  s.open = open;
  return meets_pef(&s);
}

int ci_triangle_plane_side(const double *const corner[3], const double point[3]) {
  static const int low[3] = {0, 0, 0};
  scene s;
  normal n;
  set_plainly(&s, corner, point, point);
  set_normal(&s, &n);
  return plane_side(&s, &n, low);
}

/* Is the upper side of a at or above the lower side of b? Rounding never reverses an order, so two
 * rounded differences that are not equal are in the order of the exact ones. */
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

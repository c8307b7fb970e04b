/* SPDX-License-Identifier: MIT
 *
 * Does a triangle meet a box whose sides lie along the axes? Separating axes in plain doubles
 * decide all pairs that are not near a touch. For the others two exact methods give the same
 * answer: edge functions, and separating axes.
 */
#include "triangle_box.h"

#include "../../number/orient.h"
#include "../../number/scalar.h"
#include "../../number/vector.h"
#include "../../shape/shape.h"
#include "solid.h"

/* A triangle, and a box or rect. */
typedef struct box_scene {
  const double *corner[3];
  const double *bound[2]; /* the least and the greatest corner of the box */
  const double *at[2];    /* the positions of the triangle and the box, or NULL: they are equal */
  double reach;           /* the sum of the largest coordinates of both, without the positions */
  int open;               /* a touch does not count */
  int is_flat;            /* two dimensions */
} box_scene;

/* ---- Plain doubles ------------------------------------------------------------------------------
 *
 * The 13 separating axes, or five in the plane, from the centre of the box ("Fast 3D Triangle-Box
 * Overlap Testing", Akenine-Moeller, 2001). Along an axis n the triangle extends from p to p + N.
 * For an edge e, p = e x d at its corner, and N, at the third corner, is the component of the
 * triangle's normal. The box extends from -r to r. They are disjoint if |p + N / 2| is more than r
 * + |N| / 2: one comparison for both sides.
 *
 * Let u = 2^-53. G is at least the sum of the largest coordinates of triangle and box in their own
 * frames and, on any axis, of the sizes of their positions A and B. Every bound is multiplied by 1
 * + 32 u for terms of higher order. FILTER_TINY is added for products that underflow.
 *
 * The centre of the box, (low + high) / 2 + (B - A), is rounded three times, by at most u (box +
 * (|A| + |B|) + (box + |A| + |B|)). d, a corner less that centre, is rounded once: 3 u G in all.
 * Half the box's size, h, is rounded once, u G.
 *
 * Bounds: d, h and their difference, which is at most 2 G: 3 u G + u G + 2 u G = 6 u G.
 *
 * Edges, with E the sum of the sizes of all components of all edges. e, d, and their product are
 * rounded: (1 + 3 + 1) u E G. Their difference adds u E G: 6 u E G for p. N is the difference of
 * two products of two e each, which are at most 2 E G together: it is off by 2 (1 + 1 + 1 + 1) u E
 * G, and its half by 4 u E G. Rounding their sum adds 2 u E G: 12 u E G for p + N / 2. r = hu |ev|
 * + hv |eu| is off by (1 + 1 + 1) u E G and, as a sum, by u E G; |N| / 2 adds (4 + 2) u E G: 10 u E
 * G. Their difference, of at most 4 E G, is rounded: 26 u E G.
 *
 * The plane, with L the sum of the absolute values of all products in N: N . d is off by
 * (4 + 3 + 1) u L G and rounded by two sums, 2 u L G; h . |N| by (1 + 4 + 1 + 2) u L G; their
 * difference by 2 u L G: 20 u L G. */

#define UNIT 1.1102230246251565e-16 /* 2^-53 */

#ifndef TEST_BOUNDS
#define TEST_BOUNDS 6.1
#endif
#ifndef TEST_EDGES
#define TEST_EDGES 26.1
#endif
#ifndef TEST_NORMAL
#define TEST_NORMAL 20.1
#endif

/* Beyond this, products of three sizes may overflow. */
#define TEST_MOST 1e90

typedef struct quick_scene {
  double d[3][3], half[3], e[3][3];
  double normal[3];
  double length; /* L */
  double unit;   /* u G */
} quick_scene;

/* 1 if the two overlap along these axes, 0 if they do not, else FILTER_UNSURE. */
static inline int judge_gap(double gap, double doubt) {
  return gap > doubt ? 0 : gap < -doubt ? 1 : FILTER_UNSURE;
}

static inline int test_bounds(quick_scene *q, const box_scene *s) {
  static const double origin[3] = {0, 0, 0};
  const double *first = s->at[0] != NULL ? s->at[0] : origin;
  const double *second = s->at[0] != NULL ? s->at[1] : origin;
  double gap = -HUGE_VAL, far = 0;
  int i, k, count = s->is_flat ? 2 : 3;
  for (i = 0; i < count; i++) {
    double own = first[i], at = second[i];
    double middle = (s->bound[0][i] + s->bound[1][i]) * 0.5 + (at - own), least, most;
    for (k = 0; k < 3; k++) q->d[k][i] = s->corner[k][i] - middle;
    least = lesser(q->d[0][i], lesser(q->d[1][i], q->d[2][i]));
    most = greater(q->d[0][i], greater(q->d[1][i], q->d[2][i]));
    q->half[i] = (s->bound[1][i] - s->bound[0][i]) * 0.5;
    gap = greater(gap, greater(least, 0 - most) - q->half[i]);
    far = greater(far, fabs(own) + fabs(at));
  }
  q->unit = UNIT * (s->reach + far);
  if (!(q->unit < UNIT * TEST_MOST)) return FILTER_UNSURE;
  return judge_gap(gap, TEST_BOUNDS * q->unit + FILTER_TINY);
}

static inline void set_edges(quick_scene *q, const box_scene *s) {
  int i, k;
  for (k = 0; k < 3; k++)
    for (i = 0; i < 3; i++)
      q->e[k][i] = s->is_flat && i == 2 ? 0 : s->corner[(k + 1) % 3][i] - s->corner[k][i];
  q->length = 0;
  for (i = 0; i < 3; i++) {
    int u = (i + 1) % 3, v = (i + 2) % 3;
    double left = q->e[0][u] * q->e[1][v], right = q->e[0][v] * q->e[1][u];
    q->normal[i] = left - right;
    q->length += fabs(left) + fabs(right);
  }
}

/* The nine axes of two edges; in the plane the normals of the three edges. In the projection along
 * axis i, an edge parallel to it has no normal and leaves no gap. */
static inline int test_edges(const quick_scene *q, int is_flat) {
  double most = -HUGE_VAL, sizes = 0;
  int i, k;
  for (i = is_flat ? 2 : 0; i < 3; i++) {
    int u = (i + 1) % 3, v = (i + 2) % 3;
    double half = q->normal[i] * 0.5;
    for (k = 0; k < 3; k++) {
      double eu = q->e[k][u], ev = q->e[k][v];
      double p = eu * q->d[k][v] - ev * q->d[k][u] + half;
      double r = q->half[u] * fabs(ev) + q->half[v] * fabs(eu);
      double gap = fabs(p) - (r + fabs(half));
      sizes += is_flat ? fabs(eu) + fabs(ev) : fabs(eu);
      if (eu != 0 || ev != 0) most = greater(gap, most);
    }
  }
  return judge_gap(most, TEST_EDGES * q->unit * sizes + FILTER_TINY);
}

static inline int test_plane(const quick_scene *q) {
  const double *n = q->normal, *h = q->half;
  double r = fabs(n[0]) * h[0] + fabs(n[1]) * h[1] + fabs(n[2]) * h[2];
  return judge_gap(fabs(vector_dot(n, q->d[0])) - r,
                   TEST_NORMAL * q->unit * q->length + FILTER_TINY);
}

/* Do the two meet? FILTER_UNSURE for every pair near a touch. */
static PAIR_INLINE int test_in_doubles(const box_scene *s) {
  quick_scene q;
  int bounds = test_bounds(&q, s), plane, edges;
  if (bounds != 1) return bounds;
  set_edges(&q, s);
  plane = s->is_flat ? 1 : test_plane(&q);
  if (plane == 0) return 0;
  edges = test_edges(&q, s->is_flat);
  return edges == 0 ? 0 : plane == 1 ? edges : FILTER_UNSURE;
}

/* ---- Edge functions -----------------------------------------------------------------------------
 *
 * Exact, for corners and bounds in doubles.
 *
 * The two meet if their Minkowski difference, a convex polytope, contains the origin. Its faces are
 * normal to the faces of the box, to the triangle, or to an edge of each. This also holds for a
 * flat box and a collapsed triangle: an axis of length 0 separates nothing. The axes of two edges
 * are normals of the triangle's edges in the three projections along the axes of the box. Only the
 * normals that point outward matter there. ("Collision detection between a polygon (triangle) and a
 * voxel (AABB)", LUXOPHIA.) */

typedef struct pef_scene {
  const double *corner[3];
  const double *bound[2]; /* the least and the greatest corner of the box */
} pef_scene;

static int bounds_meet(const pef_scene *s) {
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

/* Along one axis; u, v are the other two, in the order that keeps the winding. */
typedef struct projection {
  int u, v;
  double at[3][2]; /* the triangle's corners */
  int winding;     /* of them: also the sign of the normal along the axis */
} projection;

static void project_triangle(const pef_scene *s, int axis, projection *w) {
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
static void find_foremost(const pef_scene *s, const projection *w, const double *p, const double *q,
                          int left, double c[2]) {
  c[0] = s->bound[left > 0 ? p[1] > q[1] : q[1] > p[1]][w->u];
  c[1] = s->bound[left > 0 ? q[0] > p[0] : p[0] > q[0]][w->v];
}

/* If the triangle's projection is a line, that line must not leave the box on either side. Testing
 * the left side of every edge covers this, because edges run in both directions. */
static int projections_meet(const pef_scene *s, const projection *w) {
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

static int side_of_plane(const pef_scene *s, const double point[3]) {
  return ci_orient3d(s->corner[0], s->corner[1], s->corner[2], point);
}

/* Is the box on both sides of the plane, or does it touch it? */
static int plane_meets(const pef_scene *s, const projection all[3]) {
  double farthest[3], nearest[3];
  int i;
  if (all[0].winding == 0 && all[1].winding == 0 && all[2].winding == 0) return 1;
  for (i = 0; i < 3; i++) {
    farthest[i] = s->bound[all[i].winding > 0][i];
    nearest[i] = s->bound[!(all[i].winding > 0)][i];
  }
  return side_of_plane(s, farthest) >= 0 && side_of_plane(s, nearest) <= 0;
}

int ci_triangle_meets_box(const double *const corner[3], const double low[3],
                          const double high[3]) {
  projection all[3];
  pef_scene s;
  int i;
  for (i = 0; i < 3; i++) s.corner[i] = corner[i];
  s.bound[0] = low;
  s.bound[1] = high;
  if (!bounds_meet(&s)) return 0;
  for (i = 0; i < 3; i++) project_triangle(&s, i, &all[i]);
  return plane_meets(&s, all) && projections_meet(&s, &all[0]) && projections_meet(&s, &all[1]) &&
         projections_meet(&s, &all[2]);
}

/* ---- Separating axes ----------------------------------------------------------------------------
 *
 * Separating axes of a triangle and a box or rect whose sides lie along the coordinate axes:
 * thirteen in space, five in the plane (Gottschalk, Lin and Manocha, "OBBTree", 1996; Akenine-
 * Moeller, "Fast 3D Triangle-Box Overlap Testing", 2001). Exact, for all corners, bounds and
 * positions in doubles.
 *
 * The axes are the normals of the box, the normals of the triangle's edges in the projections along
 * the coordinate axes, and the triangle's normal. They contain the normals of all faces of the
 * Minkowski difference. This also holds for a flat box and a collapsed triangle. An axis of length
 * 0 separates nothing. */

/* Axes 0 to 2 are the normals of the box. Axis AXIS_EDGES + 3 i + k is the normal of edge k, from
 * corner k to the next, in the projection along coordinate axis i. */
enum { AXIS_EDGES = 3, AXIS_NORMAL = 12 };

/* The winding of the triangle in the projection along an axis, which is also the sign of its
 * normal's component. */
static int find_winding(const box_scene *s, int i) {
  double p[3][2];
  int k;
  for (k = 0; k < 3; k++) {
    p[k][0] = s->corner[k][(i + 1) % 3];
    p[k][1] = s->corner[k][(i + 2) % 3];
  }
  return orient2d(p[0], p[1], p[2]);
}

/* The signs of the axis's components. Returns 0 if all are 0. */
static int find_signs(const box_scene *s, int axis, int sign[3]) {
  int i;
  sign[0] = sign[1] = sign[2] = 0;
  if (axis < AXIS_EDGES) {
    sign[axis] = 1;
  } else if (axis < AXIS_NORMAL) {
    int k = axis % 3, u = (axis / 3) % 3, v = (u + 1) % 3;
    const double *p = s->corner[k], *q = s->corner[(k + 1) % 3];
    sign[u] = compare_doubles(p[v], q[v]);
    sign[v] = compare_doubles(q[u], p[u]);
  } else {
    for (i = 0; i < 3; i++) sign[i] = find_winding(s, i);
  }
  return sign[0] != 0 || sign[1] != 0 || sign[2] != 0;
}

/* r = the axis n, with components along all three coordinate axes. The degrees add up to 6 for the
 * edges and 6 for the axis. */
static void set_axis(exact_pool *pool, const box_scene *s, int axis, exact r[3]) {
  int i, j, mark = ci_exact_mark(pool), is_edge = axis >= AXIS_EDGES && axis < AXIS_NORMAL;
  int at = is_edge ? axis % 3 : 0;
  exact e[2][3];
  for (j = 0; j < 2; j++)
    for (i = 0; i < 3; i++)
      ci_exact_set_diff(pool, &e[j][i], s->corner[(at + 1 + j) % 3][i], s->corner[at][i]);
  for (i = 0; i < 3; i++) {
    int u = (i + 1) % 3, v = (i + 2) % 3, across = (axis / 3) % 3;
    ci_exact_set(pool, &r[i], axis == i);
    if (is_edge && i == across) ci_exact_sub(&r[i], &r[i], &e[0][u]);
    if (is_edge && v == across) ci_exact_add(&r[i], &r[i], &e[0][v]);
    if (axis < AXIS_NORMAL) continue;
    ci_exact_mul(&r[i], &e[0][u], &e[1][v]);
    ci_exact_sub_product(&r[i], &e[0][v], &e[1][u]);
  }
  ci_exact_keep(pool, mark, r, 3);
}

/* The sign of n . (x - c) in space, for a corner x of the box, by its sides, and corner k of the
 * triangle. The degrees add up to 6 for the axis, 3 for the sum, 4 for a coordinate, and 6 for a
 * product and a new sum. */
static int find_side_exactly(const box_scene *s, int axis, const int sides[3], int k) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact n[3], sum;
  int i;
  set_axis(pool, s, axis, n);
  ci_exact_set(pool, &sum, 0);
  for (i = 0; i < 3; i++) {
    int mark = ci_exact_mark(pool);
    exact x, moved;
    ci_exact_set_diff(pool, &x, s->bound[sides[i]][i], s->corner[k][i]);
    ci_exact_set_diff(pool, &moved, s->at[1][i], s->at[0][i]);
    ci_exact_add(&x, &x, &moved);
    ci_exact_add_product(&sum, &n[i], &x);
    ci_exact_keep(pool, mark, &sum, 1);
  }
  return exact_sign(&sum);
}

/* The same. If the positions are equal, predicates of corners answer faster. */
static int find_side(const box_scene *s, int axis, const int sides[3], int k) {
  const double *const *c = s->corner;
  double x[3] = {0, 0, 0}, end[2][2], from[2], to[2];
  int i, u = (axis / 3) % 3, v = (u + 1) % 3;
  if (s->at[0] != NULL) return find_side_exactly(s, axis, sides, k);
  for (i = 0; i < (s->is_flat ? 2 : 3); i++) x[i] = s->bound[sides[i]][i];
  if (axis < AXIS_EDGES) return compare_doubles(x[axis], c[k][axis]);
  if (axis == AXIS_NORMAL) return ci_orient3d(c[0], c[1], c[2], x);
  for (i = 0; i < 2; i++) {
    end[i][0] = c[(axis + i) % 3][u];
    end[i][1] = c[(axis + i) % 3][v];
  }
  from[0] = c[k][u];
  from[1] = c[k][v];
  to[0] = x[u];
  to[1] = x[v];
  return ci_cross2d(end[0], end[1], from, to);
}

static int lies_beyond(const box_scene *s, int sign) {
  return sign > 0 || (sign == 0 && s->open);
}

/* Is all of the box beyond all of the triangle along the axis, or the reverse? */
static int is_separating(const box_scene *s, int axis) {
  int sign[3], least[3], most[3], i, above = 1, below = 1;
  /* Both ends of an edge are at the same place along its normal, and all corners along theirs. */
  int first = axis < AXIS_NORMAL ? axis % 3 : 0;
  int count = axis < AXIS_EDGES ? 3 : axis < AXIS_NORMAL ? 2 : 1;
  if (!find_signs(s, axis, sign)) return 0;
  for (i = 0; i < 3; i++) {
    most[i] = sign[i] > 0;
    least[i] = !most[i];
  }
  for (i = 0; i < count; i++) {
    int k = (first + 2 * i) % 3;
    above = above && lies_beyond(s, find_side(s, axis, least, k));
    below = below && lies_beyond(s, -find_side(s, axis, most, k));
  }
  return above || below;
}

/* In the plane: x, y and the normals of the edges. */
static int is_axis_of_plane(int axis) {
  return axis < 2 || (axis >= AXIS_EDGES + 6 && axis < AXIS_NORMAL);
}

/* Not inlined: the exact numbers need a large stack frame. */
static PAIR_SELDOM int has_no_separating_axis(const box_scene *s) {
  int axis;
  for (axis = 0; axis <= AXIS_NORMAL; axis++)
    if ((!s->is_flat || is_axis_of_plane(axis)) && is_separating(s, axis)) return 0;
  return 1;
}

/* ---- Shapes ------------------------------------------------------------------------------ */

/* Writes the bounds of the box relative to the triangle's position. Returns 0 if a sum is
 * rounded. */
static int find_bounds(const collide_shape *triangle, const collide_shape *box, double low[3],
                       double high[3]) {
  double lost = 0;
  int i;
  for (i = 0; i < 3; i++) {
    twofold apart = two_diff(box->origin[i], triangle->origin[i]);
    twofold least = two_sum(box->a[i], apart.hi), most = two_sum(box->b[i], apart.hi);
    low[i] = least.hi;
    high[i] = most.hi;
    lost += fabs(apart.lo) + fabs(least.lo) + fabs(most.lo);
  }
  return lost == 0;
}

/* A triangle and a box at one position. */
static void see_cell(box_scene *s, const double *const corner[3], const double *low,
                     const double *high, int is_flat) {
  double own = 0, other = 0;
  int i, k, count = is_flat ? 2 : 3;
  for (k = 0; k < 3; k++) s->corner[k] = corner[k];
  for (i = 0; i < count; i++) {
    for (k = 0; k < 3; k++) own = greater(own, fabs(corner[k][i]));
    other = greater(other, greater_size(low[i], high[i]));
  }
  s->bound[0] = low;
  s->bound[1] = high;
  s->at[0] = s->at[1] = NULL;
  s->reach = own + other;
  s->open = 0;
  s->is_flat = is_flat;
}

/* A triangle and a box, which may have different positions. */
static void see_box(box_scene *s, const collide_shape *triangle, const collide_shape *box) {
  s->corner[0] = triangle->a;
  s->corner[1] = triangle->b;
  s->corner[2] = triangle->of.facet.c;
  s->bound[0] = box->a;
  s->bound[1] = box->b;
  s->at[0] = triangle->origin;
  s->at[1] = box->origin;
  s->reach = triangle->reach + box->reach;
  s->open = s->is_flat = 0;
}

/* Quick, then exact. */
static int decide_by_axes(const box_scene *s) {
  int found = test_in_doubles(s);
  return found != FILTER_UNSURE ? found : has_no_separating_axis(s);
}

int ci_triangle_cell_sat(const double *const corner[3], const double low[3], const double high[3],
                         int open) {
  box_scene s;
  see_cell(&s, corner, low, high, 0);
  s.open = open;
  return decide_by_axes(&s);
}

int ci_triangle_box_sat(const collide_shape *triangle, const collide_shape *box) {
  double low[3], high[3];
  box_scene s;
  int found;
  see_box(&s, triangle, box);
  found = test_in_doubles(&s);
  if (found != FILTER_UNSURE) return found;
  if (find_bounds(triangle, box, low, high)) {
    s.bound[0] = low;
    s.bound[1] = high;
    s.at[0] = s.at[1] = NULL;
  }
  return has_no_separating_axis(&s);
}

/* Shapes of the plane have corners in the world. */
int ci_triangle_rect_sat(const collide_shape *triangle, const collide_shape *rect) {
  const collide_corner *corners = outline_stored(triangle);
  const double *corner[3];
  box_scene s;
  int i;
  for (i = 0; i < 3; i++) corner[i] = corners[i].point;
  see_cell(&s, corner, rect->of.outline.low, rect->of.outline.high, 1);
  return decide_by_axes(&s);
}

/* Does a triangle meet a box without rotation (its frame is COLLIDE_MOVED)? 1 or 0. FILTER_UNSURE
 * for a pair near a touch if rounding changes the box's bounds relative to the triangle. */
static int meet_by_edge_functions(const collide_shape *triangle, const collide_shape *box) {
  double low[3], high[3];
  box_scene s;
  int found;
  see_box(&s, triangle, box);
  found = test_in_doubles(&s);
  if (found != FILTER_UNSURE || !find_bounds(triangle, box, low, high)) return found;
  return ci_triangle_meets_box(s.corner, low, high);
}

static int box_overlaps_triangle(const collide_shape *box, const collide_shape *triangle) {
  int found = FILTER_UNSURE;
  if (box->frame == COLLIDE_MOVED) found = meet_by_edge_functions(triangle, box);
  return found != FILTER_UNSURE ? found : ci_solids_overlap(box, triangle);
}

const pair_row ci_box_triangle_row = {
    box_overlaps_triangle, ci_solids_measure, NULL, ci_solids_gap, NULL, NULL};

/* ---- Two boxes ------------------------------------------------------------------------------ */

/* Is the upper side of a at or above the lower side of b? Rounding never reverses an order. So two
 * rounded differences that are not equal have the order of the exact ones. */
static int reaches_up(const collide_shape *a, const collide_shape *b, int axis) {
  double apart = b->origin[axis] - a->origin[axis], gap = a->b[axis] - b->a[axis];
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact r, sizes;
  if (gap != apart) return gap > apart;
  ci_exact_set_diff(pool, &r, a->origin[axis], b->origin[axis]);
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

/* SPDX-License-Identifier: MIT
 *
 * Triangle and box in plain doubles: the 13 separating axes, from the centre of the box ("Fast 3D
 * Triangle-Box Overlap Testing", Akenine-Moeller, 2001). Along an axis n the triangle extends from
 * p to p + N. For an edge e, p = e x d at its corner, and N, at the third corner, is the component
 * of the triangle's normal. The box extends from -r to r. They are disjoint if |p + N / 2| is more
 * than r + |N| / 2: one comparison for both sides.
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
 * difference by 2 u L G: 20 u L G.
 */
#include "../../number/scalar.h"
#include "../../number/vector.h"
#include "../../shape/shape.h"
#include "triangle_box.h"

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

static inline int test_bounds(quick_scene *q, const double *const corner[3],
                              const collide_shape *triangle, const collide_shape *box) {
  double gap = -HUGE_VAL, far = 0;
  int i, k;
  for (i = 0; i < 3; i++) {
    double own = triangle->position[i], at = box->position[i];
    double middle = (box->a[i] + box->b[i]) * 0.5 + (at - own), least, most;
    for (k = 0; k < 3; k++) q->d[k][i] = corner[k][i] - middle;
    least = lesser(q->d[0][i], lesser(q->d[1][i], q->d[2][i]));
    most = greater(q->d[0][i], greater(q->d[1][i], q->d[2][i]));
    q->half[i] = (box->b[i] - box->a[i]) * 0.5;
    gap = greater(gap, greater(least, 0 - most) - q->half[i]);
    far = greater(far, fabs(own) + fabs(at));
  }
  q->unit = UNIT * (triangle->reach + box->reach + far);
  if (!(q->unit < UNIT * TEST_MOST)) return FILTER_UNSURE;
  return judge_gap(gap, TEST_BOUNDS * q->unit + FILTER_TINY);
}

static inline void set_edges(quick_scene *q, const double *const corner[3]) {
  int i, k;
  for (k = 0; k < 3; k++)
    for (i = 0; i < 3; i++) q->e[k][i] = corner[(k + 1) % 3][i] - corner[k][i];
  q->length = 0;
  for (i = 0; i < 3; i++) {
    int u = (i + 1) % 3, v = (i + 2) % 3;
    double left = q->e[0][u] * q->e[1][v], right = q->e[0][v] * q->e[1][u];
    q->normal[i] = left - right;
    q->length += fabs(left) + fabs(right);
  }
}

/* The nine axes of two edges. In the projection along axis i, an edge parallel to it has no normal
 * and leaves no gap. */
static inline int test_edges(const quick_scene *q) {
  double most = -HUGE_VAL, sizes = 0;
  int i, k;
  for (i = 0; i < 3; i++) {
    int u = (i + 1) % 3, v = (i + 2) % 3;
    double half = q->normal[i] * 0.5;
    for (k = 0; k < 3; k++) {
      double eu = q->e[k][u], ev = q->e[k][v];
      double p = eu * q->d[k][v] - ev * q->d[k][u] + half;
      double r = q->half[u] * fabs(ev) + q->half[v] * fabs(eu);
      double gap = fabs(p) - (r + fabs(half));
      sizes += fabs(eu);
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

int ci_triangle_box_quick(const collide_shape *triangle, const collide_shape *box) {
  const double *corner[3];
  quick_scene q;
  int bounds, plane, edges;
  corner[0] = triangle->a;
  corner[1] = triangle->b;
  corner[2] = triangle->of.facet.c;
  bounds = test_bounds(&q, corner, triangle, box);
  if (bounds != 1) return bounds;
  set_edges(&q, corner);
  plane = test_plane(&q);
  if (plane == 0) return 0;
  edges = test_edges(&q);
  return edges == 0 ? 0 : plane == 1 ? edges : FILTER_UNSURE;
}

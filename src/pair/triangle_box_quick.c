/* SPDX-License-Identifier: MIT
 *
 * Triangle and box in plain doubles: the 13 separating axes, from the centre of the
 * box ("Fast 3D Triangle-Box Overlap Testing", Akenine-Moeller, 2001). Along an axis n the
 * triangle extends from p to p + N, for an edge e with p = e x d at its corner and, at the third
 * one, N, the component of the triangle's normal; the box extends from -r to r. They are apart
 * where |p + N / 2| is more than r + |N| / 2, which is one comparison for both sides.
 *
 * Let u = 2^-53 and G be at least the sum of the largest coordinates of triangle and box in their
 * own frames and, on any axis, of the sizes of their positions A and B. With every bound times
 * 1 + 32 u, for terms of higher order, and FILTER_TINY for products that underflow:
 *
 * The centre of the box, (low + high) / 2 + (B - A), is rounded three times, by at most
 * u (box + (|A| + |B|) + (box + |A| + |B|)), and d, a corner less that centre, once: 3 u G.
 * Half the box's size, h, is rounded once, u G.
 *
 * Bounds: d, h and their difference, which is at most 2 G: 3 u G + u G + 2 u G = 6 u G.
 *
 * Edges, with E the sum of the sizes of all components of all edges: each of e, d, and their
 * product is rounded, which makes (1 + 3 + 1) u E G, and their difference u E G more: 6 u E G for
 * p. N is the difference of two products of two e each, which are at most 2 E G together: it is off
 * by 2 (1 + 1 + 1 + 1) u E G, and its half by 4 u E G. Their sum is rounded by 2 u E G: 12 u E G
 * for p + N / 2. r = hu |ev| + hv |eu| is off by (1 + 1 + 1) u E G and, as a sum, by u E G; with
 * |N| / 2 by (4 + 2) u E G more: 10 u E G. Their difference, of at most 4 E G, is rounded: 26 u E
 * G.
 *
 * The plane, with L the sum of the absolute values of all products in N: N . d is off by
 * (4 + 3 + 1) u L G and rounded by two sums, 2 u L G; h . |N| by (1 + 4 + 1 + 2) u L G; their
 * difference by 2 u L G: 20 u L G.
 */
#include "../number/lanes.h"
#include "../shape/shape.h"
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

/* Above, products of three sizes may overflow. */
#define TEST_MOST 1e90

/* A vector, as the pairs that views along the axes ask for; what is behind z is open. */
typedef struct triple {
  lanes xy, yz, zx;
} triple;

static inline triple triple_of(lanes xy, lanes z) {
  triple t;
  t.xy = xy;
  t.yz = lanes_firsts(lanes_seconds(xy, xy), z);
  t.zx = lanes_firsts(z, xy);
  return t;
}

static inline triple triple_between(const double from[3], const double to[3]) {
  return triple_of(lanes_sub(lanes_load(to), lanes_load(from)), lanes_one(to[2] - from[2]));
}

static inline double more(double x, double y) {
  return x > y ? x : y;
}

static inline double sum_of(lanes xy, lanes z) {
  return lanes_first(lanes_add(lanes_add(xy, lanes_seconds(xy, xy)), z));
}

/* The sum of the sizes of the components. */
static inline double taxi(const triple *t) {
  return sum_of(lanes_abs(t->xy), lanes_abs(t->zx));
}

typedef struct quick_scene {
  triple d[3], half, e[3], normal;
  double length; /* L */
  double unit;   /* u G */
} quick_scene;

/* One axis, or two. */
typedef struct axes {
  lanes d[3], half;
  lanes gap; /* between the bounds */
  lanes far; /* the sizes of the positions */
} axes;

static inline axes see_axes(const lanes corner[3], lanes low, lanes high, lanes own, lanes at) {
  lanes middle = lanes_add(lanes_mul(lanes_add(low, high), lanes_same(0.5)), lanes_sub(at, own));
  lanes least, most;
  axes r;
  int k;
  for (k = 0; k < 3; k++) r.d[k] = lanes_sub(corner[k], middle);
  least = lanes_min(r.d[0], lanes_min(r.d[1], r.d[2]));
  most = lanes_max(r.d[0], lanes_max(r.d[1], r.d[2]));
  r.half = lanes_mul(lanes_sub(high, low), lanes_same(0.5));
  r.gap = lanes_sub(lanes_max(least, lanes_sub(lanes_same(0), most)), r.half);
  r.far = lanes_add(lanes_abs(own), lanes_abs(at));
  return r;
}

/* Whether the bounds meet: 1, 0 or FILTER_UNSURE. */
static inline int see_bounds(quick_scene *q, const double *const corner[3],
                             const collide_shape *triangle, const collide_shape *box) {
  lanes c[3];
  axes two, one;
  double gap, doubt;
  int k;
  for (k = 0; k < 3; k++) c[k] = lanes_load(corner[k]);
  two = see_axes(c, lanes_load(box->a), lanes_load(box->b), lanes_load(triangle->position),
                 lanes_load(box->position));
  for (k = 0; k < 3; k++) c[k] = lanes_one(corner[k][2]);
  one = see_axes(c, lanes_one(box->a[2]), lanes_one(box->b[2]), lanes_one(triangle->position[2]),
                 lanes_one(box->position[2]));
  for (k = 0; k < 3; k++) q->d[k] = triple_of(two.d[k], one.d[k]);
  q->half = triple_of(two.half, one.half);
  q->unit =
      UNIT * (triangle->reach + box->reach + more(lanes_greatest(two.far), lanes_first(one.far)));
  if (!(q->unit < UNIT * TEST_MOST)) return FILTER_UNSURE;
  gap = more(lanes_greatest(two.gap), lanes_first(one.gap));
  doubt = TEST_BOUNDS * q->unit + FILTER_TINY;
  return gap > doubt ? 0 : gap < -doubt ? 1 : FILTER_UNSURE;
}

/* Along the normals of two edges in a view, where n is that component of the triangle's normal. An
 * edge along the axis of the view has no normal there, which leaves no gap. */
static inline lanes see_edges(lanes eu, lanes ev, lanes du, lanes dv, lanes hu, lanes hv, lanes n) {
  lanes size_u = lanes_abs(eu), size_v = lanes_abs(ev), half = lanes_mul(n, lanes_same(0.5));
  lanes p = lanes_add(lanes_sub(lanes_mul(eu, dv), lanes_mul(ev, du)), half);
  lanes r = lanes_add(lanes_mul(hu, size_v), lanes_mul(hv, size_u));
  lanes gap = lanes_sub(lanes_abs(p), lanes_add(r, lanes_abs(half)));
  return lanes_sub(gap, lanes_where_zero(lanes_add(size_u, size_v), DBL_MAX));
}

/* In the views along x and y. */
static inline lanes see_sides(const quick_scene *q, int k) {
  const triple *e = &q->e[k], *d = &q->d[k], *h = &q->half;
  return see_edges(e->yz, e->zx, d->yz, d->zx, h->yz, h->zx, q->normal.xy);
}

/* In the view along z, of two edges. */
static inline lanes see_front(const quick_scene *q, int k, int other) {
  lanes e = q->e[k].xy, f = q->e[other].xy, d = q->d[k].xy, g = q->d[other].xy, h = q->half.xy;
  return see_edges(lanes_firsts(e, f), lanes_seconds(e, f), lanes_firsts(d, g), lanes_seconds(d, g),
                   lanes_firsts(h, h), lanes_seconds(h, h),
                   lanes_firsts(q->normal.zx, q->normal.zx));
}

/* Along the nine axes: 1, 0 or FILTER_UNSURE. */
static inline int see_views(const quick_scene *q) {
  lanes gap = lanes_max(see_sides(q, 0), lanes_max(see_sides(q, 1), see_sides(q, 2)));
  double most = lanes_greatest(lanes_max(gap, lanes_max(see_front(q, 0, 1), see_front(q, 2, 2))));
  double doubt =
      TEST_EDGES * q->unit * (taxi(&q->e[0]) + taxi(&q->e[1]) + taxi(&q->e[2])) + FILTER_TINY;
  return most > doubt ? 0 : most < -doubt ? 1 : FILTER_UNSURE;
}

static inline void set_normal(quick_scene *q) {
  const triple *e = &q->e[0], *f = &q->e[1];
  lanes left = lanes_mul(e->yz, f->zx), right = lanes_mul(e->zx, f->yz);
  lanes left_z = lanes_mul(e->xy, lanes_seconds(f->xy, f->xy));
  lanes right_z = lanes_mul(lanes_seconds(e->xy, e->xy), f->xy);
  q->normal = triple_of(lanes_sub(left, right), lanes_sub(left_z, right_z));
  q->length = sum_of(lanes_add(lanes_abs(left), lanes_abs(right)),
                     lanes_add(lanes_abs(left_z), lanes_abs(right_z)));
}

static inline int see_plane(const quick_scene *q) {
  const triple *n = &q->normal, *d = &q->d[0], *h = &q->half;
  double p = sum_of(lanes_mul(n->xy, d->xy), lanes_mul(n->zx, d->zx));
  double r = sum_of(lanes_mul(lanes_abs(n->xy), h->xy), lanes_mul(lanes_abs(n->zx), h->zx));
  double gap = fabs(p) - r, doubt = TEST_NORMAL * q->unit * q->length + FILTER_TINY;
  return gap > doubt ? 0 : gap < -doubt ? 1 : FILTER_UNSURE;
}

int ci_triangle_box_quick(const collide_shape *triangle, const collide_shape *box) {
  const double *corner[3];
  quick_scene q;
  int k, bounds, plane, views;
  corner[0] = triangle->a;
  corner[1] = triangle->b;
  corner[2] = triangle->of.facet.c;
  bounds = see_bounds(&q, corner, triangle, box);
  if (bounds != 1) return bounds;
  for (k = 0; k < 3; k++) q.e[k] = triple_between(corner[k], corner[(k + 1) % 3]);
  set_normal(&q);
  plane = see_plane(&q);
  views = see_views(&q);
  if (plane == 1 && views == 1) return 1;
  return plane == 0 || views == 0 ? 0 : FILTER_UNSURE;
}

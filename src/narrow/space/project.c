/* SPDX-License-Identifier: MIT
 *
 * Projects the origin onto a feature of a difference of polytopes. If the feature is not nearly
 * degenerate, this is as accurate as measure_features.c at a fraction of the cost. The weights are
 * doubles. Their last step changes only the vector, so the vector has the digits of a twofold.
 */
#include "../../number/lanes_twofold.h"
#include "solid.h"

/* ---- Corners with twice the digits ------------------------------------------------------- */

/* A vector of twofolds: see lanes_twofold.h. */
typedef struct precise_corner {
  lanes_twofold half[2];
} precise_corner;

/* Sums the roundings in doubles. */
static inline void find_corner(const solid_proxy *s, int corner, precise_corner *point) {
  double picked[3];
  const double *own = solid_own_corner(s, corner, picked);
  lanes_factor factor[3];
  int i, half;
  for (i = 0; i < 3 && s->turned; i++) factor[i] = lanes_split(lanes_same(own[i]));
  for (half = 0; half < 2; half++) {
    lanes high = lanes_of(s->at, half), low = lanes_of(s->at_low, half);
    lanes_twofold x, sum;
    for (i = 0; i < 3 && s->turned; i++) {
      x = lanes_two_product(lanes_column(s->linear, half, i), factor[i]);
      sum = lanes_two_sum(high, x.hi);
      high = sum.hi;
      low = lanes_add(low, lanes_add(x.lo, sum.lo));
    }
    if (!s->turned) {
      sum = lanes_two_sum(high, lanes_of(own, half));
      high = sum.hi;
      low = lanes_add(low, sum.lo);
    }
    point->half[half] = lanes_two_sum(high, low);
  }
}

void ci_solid_corner(const solid_proxy *s, int corner, twofold point[3]) {
  precise_corner found;
  int half;
  find_corner(s, corner, &found);
  for (half = 0; half < 2; half++) lanes_put(found.half[half], half, point);
}

/* a - b, except for 2^-104 of both. */
static inline void subtract(const precise_corner *a, const precise_corner *b, precise_corner *r) {
  int half;
  for (half = 0; half < 2; half++) {
    const lanes_twofold *p = &a->half[half], *q = &b->half[half];
    lanes_twofold w = lanes_two_diff(p->hi, q->hi);
    r->half[half] = lanes_two_sum(w.hi, lanes_add(w.lo, lanes_sub(p->lo, q->lo)));
  }
}

/* The coordinates as doubles; `v` has room for four. */
static inline void put_doubles(const precise_corner *r, double v[4]) {
  lanes_store(v, r->half[0].hi);
  lanes_store(v + 2, r->half[1].hi);
}

/* ---- The projection ----------------------------------------------------------------------- */

/* The least square of the sine of the angle of two edges, and the largest last step of a weight.
 * The rounding of a step is 2^-50 of it, times 2^20 for nearly parallel edges: 2^-70 of an edge. */
#define PROJECT_ANGLE 9.5367431640625e-07  /* 2^-20 */
#define PROJECT_STEP 9.094947017729282e-13 /* 2^-40 */
/* The vector must be longer than this, in units of the size: each coordinate is off by 2^-100 of
 * it. */
#define PROJECT_LEFT 8.673617379884035e-19 /* 2^-60 */
/* Coordinates below this, in the same units, become 0. So a push along an axis is exactly along it:
 * rounding pushes nothing into a floor. */
#define PROJECT_NOTHING 1.5777218104420236e-30 /* 2^-99 */

/* The product of two vectors that are nearly perpendicular: off by 2^-100 of the lengths' product,
 * and u of itself. */
static inline double precise_dot(const precise_corner *r, const precise_corner *e) {
  double high[4], low[4];
  twofold sum, next;
  int half;
  for (half = 0; half < 2; half++) {
    const lanes_twofold *a = &r->half[half], *b = &e->half[half];
    lanes_twofold x = lanes_two_product(a->hi, lanes_split(b->hi));
    lanes rest = lanes_add(lanes_mul(a->hi, b->lo), lanes_mul(a->lo, b->hi));
    lanes_store(high + 2 * half, x.hi);
    lanes_store(low + 2 * half, lanes_add(x.lo, rest));
  }
  sum = two_sum(high[0], high[1]);
  next = two_sum(sum.hi, high[2]);
  return next.hi + (next.lo + (sum.lo + (low[0] + (low[1] + low[2]))));
}

/* The change of the weights that makes r perpendicular to the edges. Returns 0 if these are nearly
 * parallel. With products in doubles a far corner of the feature would lie beyond the end of r, and
 * measure_projection in measure_features.c would fail. */
static inline int solve(const precise_corner e[2], double edge[2][4], int count,
                        const precise_corner *r, double step[2]) {
  double g = precise_dot(r, &e[0]), aa = vector_dot(edge[0], edge[0]), h, ab, bb, det;
  step[1] = 0;
  if (count == 1) {
    step[0] = -g / aa;
    return aa > 0;
  }
  h = precise_dot(r, &e[1]);
  ab = vector_dot(edge[0], edge[1]);
  bb = vector_dot(edge[1], edge[1]);
  det = aa * bb - ab * ab;
  step[0] = (ab * h - bb * g) / det;
  step[1] = (ab * g - aa * h) / det;
  return det > PROJECT_ANGLE * (aa * bb);
}

/* Sums the roundings in doubles: within 2^-100 of the terms, as in twofolds, with fewer
 * operations. */
static inline void put_vector(const precise_corner *w, const precise_corner e[2], int count,
                              const double *weight, precise_corner *r) {
  int i, half;
  for (half = 0; half < 2; half++) {
    lanes high = w->half[half].hi, low = w->half[half].lo;
    for (i = 0; i < count; i++) {
      lanes_factor u = lanes_split(lanes_same(weight[i]));
      lanes_twofold x = lanes_two_product(e[i].half[half].hi, u);
      lanes_twofold sum = lanes_two_sum(high, x.hi);
      high = sum.hi;
      x.lo = lanes_add(x.lo, lanes_mul(e[i].half[half].lo, u.whole));
      low = lanes_add(low, lanes_add(sum.lo, x.lo));
    }
    r->half[half] = lanes_two_sum(high, low);
  }
}

/* The length of r; sums the roundings in doubles. */
twofold ci_solid_length(const twofold r[3]) {
  twofold x = two_product(r[0].hi, r[0].hi), y = two_product(r[1].hi, r[1].hi);
  twofold z = two_product(r[2].hi, r[2].hi), sum = two_sum(x.hi, y.hi), square;
  double low = 2 * (r[0].hi * r[0].lo + r[1].hi * r[1].lo + r[2].hi * r[2].lo), root;
  low += sum.lo + (x.lo + y.lo);
  sum = two_sum(sum.hi, z.hi);
  low += sum.lo + z.lo;
  root = sqrt(sum.hi);
  if (!(root > 0)) return tf(0);
  square = two_product(root, root);
  return two_sum(root, ((sum.hi - square.hi) - square.lo + low) / (2 * root));
}

/* The corners of one solid, each computed once: points of a feature often share them. */
static inline void find_corners(const solid_proxy *s, const solid_point *q, int count, int which,
                                precise_corner corner[3]) {
  int i, j;
  for (i = 0; i < count; i++) {
    for (j = 0; j < i && q[j].corner[which] != q[i].corner[which]; j++) continue;
    if (j < i)
      corner[i] = corner[j];
    else
      find_corner(s, q[i].corner[which], &corner[i]);
  }
}

/* The point of a's feature that belongs to the projection. */
static inline void put_point(const precise_corner a[3], int edges, const double *weight,
                             double on_a[3]) {
  double first[4], other[4];
  int i, k;
  put_doubles(&a[0], first);
  for (k = 0; k < 3; k++) on_a[k] = first[k];
  for (i = 0; i < edges; i++) {
    put_doubles(&a[i + 1], other);
    for (k = 0; k < 3; k++) on_a[k] += weight[i] * (other[k] - first[k]);
  }
}

int ci_solid_project(const solid_pair *p, const solid_point *q, int count, double *weight,
                     twofold r[3], double on_a[3]) {
  precise_corner w[3], a[3], b[3], e[2], projection;
  double step[2] = {0, 0}, most, edge[2][4];
  int i, k, tries, edges = count - 1;
  for (i = 0; i < count; i++)
    if (q[i].corner[0] < 0 || q[i].corner[1] < 0) return 0;
  find_corners(&p->a, q, count, 0, a);
  find_corners(&p->b, q, count, 1, b);
  for (i = 0; i < count; i++) subtract(&a[i], &b[i], &w[i]);
  for (i = 0; i < edges; i++) {
    subtract(&w[i + 1], &w[0], &e[i]);
    put_doubles(&e[i], edge[i]);
  }
  for (tries = 0; tries < 3; tries++) {
    put_vector(&w[0], e, edges, weight, &projection);
    if (edges == 0) break;
    if (!solve(e, edge, edges, &projection, step)) return 0;
    if (fabs(step[0]) <= PROJECT_STEP && fabs(step[1]) <= PROJECT_STEP) break;
    for (i = 0; i < edges; i++) weight[i] += step[i];
  }
  if (tries == 3) return 0;
  for (i = 0; i < 2; i++) lanes_put(projection.half[i], i, r);
  for (k = 0; k < 3; k++) {
    double rest = r[k].lo;
    for (i = 0; i < edges; i++) rest += edge[i][k] * step[i];
    r[k] = two_sum(r[k].hi, rest);
    if (fabs(r[k].hi) <= PROJECT_NOTHING * p->size) r[k] = tf(0);
  }
  put_point(a, edges, weight, on_a);
  most = fabs(r[0].hi) + fabs(r[1].hi) + fabs(r[2].hi);
  return most > PROJECT_LEFT * p->size;
}

/* SPDX-License-Identifier: MIT
 *
 * Quick yes or no for two boxes: 15 separating axes in plain doubles.
 */
#include <string.h>

#include "../../shape/shape.h"
#include "quick_boxes.h"

static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static double sum_of(const double v[3]) {
  return v[0] + v[1] + v[2];
}

/* The largest sum of the absolute values in a row. */
static double row_sum(const double m[9]) {
  double x = 0;
  int i;
  for (i = 0; i < 9; i += 3) {
    double sum = fabs(m[i]) + fabs(m[i + 1]) + fabs(m[i + 2]);
    if (sum > x) x = sum;
  }
  return x;
}

/* Half the sides, and the centre in the world relative to the position. */
static void take_box(const collide_shape *s, box_pair *v, int which, double centre[3]) {
  double own[3];
  int i, moved = s->frame == COLLIDE_MOVED;
  v->m[which] = moved ? identity : shape_turned(s)->linear;
  v->inverse[which] = moved ? identity : shape_turned(s)->inverse;
  for (i = 0; i < 3; i++) {
    v->half[which][i] = s->b[i] * 0.5 - s->a[i] * 0.5;
    own[i] = s->b[i] * 0.5 + s->a[i] * 0.5;
  }
  for (i = 0; i < 3; i++) centre[i] = moved ? own[i] : vector_dot(v->m[which] + 3 * i, own);
}

static void multiply(const double x[9], const double y[9], double r[3][3]) {
  int i, j;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      r[i][j] = x[3 * i] * y[j] + x[3 * i + 1] * y[3 + j] + x[3 * i + 2] * y[6 + j];
}

/* Compares along the normals of the faces of `one`, in its own frame. t is the inverse of its
 * matrix times the matrix of the other. */
static int compare_faces(box_pair *v, int one, double t[3][3], double depth[3]) {
  const double *h = v->half[one], *other = v->half[1 - one];
  int i;
  for (i = 0; i < 3; i++) {
    double at = fabs(vector_dot(v->inverse[one] + 3 * i, v->c));
    depth[i] = h[i] +
               (fabs(t[i][0]) * other[0] + fabs(t[i][1]) * other[1] + fabs(t[i][2]) * other[2]) -
               at;
    if (depth[i] < -v->error[one]) return 0;
  }
  return 1;
}

/* Compares along the cross products of a's edge i and b's edge j, in a's frame. There a's edge is
 * an axis, and b's edge is column j of t. The extents of b's other two edges are minors of t. */
static int compare_edges(box_pair *v) {
  double(*t)[3] = v->t, at[3], minor[3][3];
  const double *h = v->half[0], *g = v->half[1];
  int i, j;
  for (i = 0; i < 3; i++) at[i] = vector_dot(v->inverse[0] + 3 * i, v->c);
  for (i = 0; i < 3; i++) {
    int p = (i + 1) % 3, q = (i + 2) % 3;
    for (j = 0; j < 3; j++) {
      int k = (j + 1) % 3, l = (j + 2) % 3;
      minor[i][j] = fabs(t[p][k] * t[q][l] - t[p][l] * t[q][k]);
    }
  }
  for (i = 0; i < 3; i++) {
    int p = (i + 1) % 3, q = (i + 2) % 3;
    for (j = 0; j < 3; j++) {
      int k = (j + 1) % 3, l = (j + 2) % 3;
      double x = h[p] * fabs(t[q][j]) + h[q] * fabs(t[p][j]);
      double y = g[k] * minor[i][l] + g[l] * minor[i][k];
      double depth = x + y - fabs(at[q] * t[p][j] - at[p] * t[q][j]);
      v->depth[6 + 3 * i + j] = depth;
      if (depth < -v->error[2]) return 0;
    }
  }
  return 1;
}

/* The error of the depths. C bounds the terms of c, Ha and Hb are the sums of the half sides, A and
 * B the largest sums in a row of the inverses, and La and Lb the largest numbers of the matrices.
 * Inverses are off by u.
 * - c: a product with the matrix and four sums: 7 u C. t c, a row of the inverse times c, is off by
 *   4 u A C more: 11 u A C. An entry of t, at most A Lb, is off by 4 u A Lb.
 * - Faces: Q = A C + Ha + A Lb Hb bounds the terms. Half sides are off by 1.5 u, entries by 4 u,
 *   the sums by 5 u: with the first, below 16 u Q.
 * - Edges: all terms are those of Q times an entry of t. Each such term is off by 11 u + 4 u + 1 u,
 *   a minor, two products, by 2 (2 4 u + 2 u), and the sums by 4 u of two Q A Lb at most: below 48
 *   u Q A Lb. */
#ifndef BOXES_MARGIN
#define BOXES_MARGIN (16 * PAIR_UNIT)
#endif

static void bound_errors(box_pair *v, double c) {
  double la = ci_largest(v->m[0], 9, 0), lb = ci_largest(v->m[1], 9, 0);
  double ra = row_sum(v->inverse[0]), rb = row_sum(v->inverse[1]);
  double ha = sum_of(v->half[0]), hb = sum_of(v->half[1]);
  double q = ra * c + ha + ra * lb * hb;
  v->error[0] = BOXES_MARGIN * q;
  v->error[1] = BOXES_MARGIN * (rb * c + hb + rb * la * ha);
  v->error[2] = 3 * BOXES_MARGIN * (ra * lb * q);
}

static void place(const collide_shape *a, const collide_shape *b, double d[3], box_pair *v) {
  double p[3], q[3];
  int i;
  v->a = a;
  v->b = b;
  take_box(a, v, 0, p);
  take_box(b, v, 1, q);
  for (i = 0; i < 3; i++) {
    d[i] = a->position[i] - b->position[i];
    v->c[i] = d[i] + (p[i] - q[i]);
  }
}

void ci_boxes_place(const collide_shape *a, const collide_shape *b, box_pair *v) {
  double d[3];
  place(a, b, d, v);
}

/* Compares the boxes along all axes. Returns 0 at the first axis that certainly separates them. */
static int compare_boxes(const collide_shape *a, const collide_shape *b, box_pair *v) {
  double d[3], u[3][3], c;
  place(a, b, d, v);
  /* A centre is at most as far from its position as the row sum of the matrix times the reach. */
  c = ci_largest(d, 3, 0) + row_sum(v->m[0]) * a->reach + row_sum(v->m[1]) * b->reach;
  bound_errors(v, c);
  multiply(v->inverse[0], v->m[1], v->t);
  if (!compare_faces(v, 0, v->t, v->depth)) return 0;
  multiply(v->inverse[1], v->m[0], u);
  if (!compare_faces(v, 1, u, v->depth + 3)) return 0;
  return compare_edges(v);
}

int ci_boxes_have_parallel_edges(const box_pair *v, int i, int j) {
  const double *x = v->m[0] + i, *y = v->m[1] + j;
  int k;
  for (k = 0; k < 3; k++) {
    int p = 3 * ((k + 1) % 3), q = 3 * ((k + 2) % 3);
    twofold one = two_product(x[p], y[q]), other = two_product(x[q], y[p]);
    if (one.hi != other.hi || one.lo != other.lo) return 0;
  }
  return 1;
}

/* Products of matrices outside of this range may underflow. */
static int is_ordinary(const box_pair *v) {
  int i;
  for (i = 0; i < 3; i++)
    if (!(v->error[i] > 1e-120 && v->error[i] < 1e120)) return 0;
  return 1;
}

int ci_boxes_decide(const collide_shape *a, const collide_shape *b, box_pair *v) {
  int i;
  if (!compare_boxes(a, b, v)) return is_ordinary(v) ? PAIR_PARTED : PAIR_UNSURE;
  if (!is_ordinary(v)) return PAIR_UNSURE;
  for (i = 0; i < 6; i++)
    if (!(v->depth[i] > v->error[i / 3])) return PAIR_UNSURE;
  for (i = 6; i < BOX_AXES; i++)
    if (!(v->depth[i] > v->error[2]) && !ci_boxes_have_parallel_edges(v, (i - 6) / 3, (i - 6) % 3))
      return PAIR_UNSURE;
  return PAIR_MEET;
}

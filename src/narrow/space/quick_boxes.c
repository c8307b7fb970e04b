/* SPDX-License-Identifier: MIT
 *
 * Quick answers for two boxes in any frames, by 15 separating axes: 0 to 2 are the normals of a's
 * faces, 3 to 5 those of b's, and 6 + 3 i + j is the cross product of a's edge i and b's edge j
 * (Gottschalk, Lin and Manocha, "OBBTree", 1996). The matrices need not be rotations: only the
 * directions of the edges count.
 */
#include "../../shape/shape.h"
#include "quick_pairs.h"
#include "solid.h"
#include "triangle_box.h"

#include <string.h>

enum { BOX_AXES = 15 };

typedef struct box_pair {
  const collide_shape *a, *b;
  const double *m[2], *inverse[2]; /* linear and its inverse, row by row */
  double half[2][3], c[3];         /* half the sides; from b's centre to a's */
  double depth[BOX_AXES]; /* the overlap along each axis in the frame of a, or of b for 3 to 5:
                             times factor_of(axis) */
  double error[3];        /* the error of the depths: for 0 to 2, 3 to 5, and the rest */
  double t[3][3];         /* inverse of a times linear of b */
} box_pair;

/* ---- Yes or no, in plain doubles ------------------------------------------------------------ */

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

/* Writes a, b, m, inverse, half and c, and the vector d between the positions. */
static void place_boxes(const collide_shape *a, const collide_shape *b, double d[3], box_pair *v) {
  double p[3], q[3];
  int i;
  v->a = a;
  v->b = b;
  take_box(a, v, 0, p);
  take_box(b, v, 1, q);
  for (i = 0; i < 3; i++) {
    d[i] = a->origin[i] - b->origin[i];
    v->c[i] = d[i] + (p[i] - q[i]);
  }
}

/* Compares the boxes along all axes. Returns 0 at the first axis that certainly separates them. */
static int compare_boxes(const collide_shape *a, const collide_shape *b, box_pair *v) {
  double d[3], u[3][3], c;
  place_boxes(a, b, d, v);
  /* A centre is at most as far from its position as the row sum of the matrix times the reach. */
  c = ci_largest(d, 3, 0) + row_sum(v->m[0]) * a->reach + row_sum(v->m[1]) * b->reach;
  bound_errors(v, c);
  multiply(v->inverse[0], v->m[1], v->t);
  if (!compare_faces(v, 0, v->t, v->depth)) return 0;
  multiply(v->inverse[1], v->m[0], u);
  if (!compare_faces(v, 1, u, v->depth + 3)) return 0;
  return compare_edges(v);
}

/* Are a's edge i and b's edge j exactly parallel? */
static int have_parallel_edges(const box_pair *v, int i, int j) {
  double x[3], y[3];
  solid_column(v->m[0], i, x);
  solid_column(v->m[1], j, y);
  return solid_are_parallel(x, y);
}

/* Products of matrices outside of this range may underflow. */
static int is_ordinary(const box_pair *v) {
  int i;
  for (i = 0; i < 3; i++)
    if (!(v->error[i] > 1e-120 && v->error[i] < 1e120)) return 0;
  return 1;
}

/* Do the two boxes meet? PAIR_PARTED, PAIR_MEET or PAIR_UNSURE. */
static int decide_boxes(const collide_shape *a, const collide_shape *b, box_pair *v) {
  int i;
  if (!compare_boxes(a, b, v)) return is_ordinary(v) ? PAIR_PARTED : PAIR_UNSURE;
  if (!is_ordinary(v)) return PAIR_UNSURE;
  for (i = 0; i < 6; i++)
    if (!(v->depth[i] > v->error[i / 3])) return PAIR_UNSURE;
  for (i = 6; i < BOX_AXES; i++)
    if (!(v->depth[i] > v->error[2]) && !have_parallel_edges(v, (i - 6) / 3, (i - 6) % 3))
      return PAIR_UNSURE;
  return PAIR_MEET;
}

/* ---- A common point -----------------------------------------------------------------------------
 *
 * A common point of two boxes that overlap, for a contact. Along the normal of a face it is the
 * middle of the part of the other box's face that lies in this box. It is moved by half the depth
 * if it then stays in both. Along a cross product of edges it is halfway between the edges. */

/* From coordinates relative to b's centre to those in the frame of box `which`, relative to its
 * centre. */
static void to_own(const box_pair *v, int which, const double p[3], double own[3]) {
  double d[3];
  int i;
  for (i = 0; i < 3; i++) d[i] = which == 0 ? p[i] - v->c[i] : p[i];
  for (i = 0; i < 3; i++) own[i] = vector_dot(v->inverse[which] + 3 * i, d);
}

/* Does the box hold p? `slack` is in units of the half sides. */
static int holds(const box_pair *v, int which, const double p[3], double slack) {
  const double *h = v->half[which];
  double own[3], extra = slack * (h[0] + h[1] + h[2]);
  int i;
  to_own(v, which, p, own);
  for (i = 0; i < 3; i++)
    if (!(fabs(own[i]) <= h[i] + extra)) return 0;
  return 1;
}

enum { OUTLINE_MOST = 12 };
typedef struct outline {
  int count;
  double p[OUTLINE_MOST][3];
} outline;

/* Clips the outline to sign * p[axis] <= level. */
static void clip(outline *o, int axis, double sign, double level) {
  outline r;
  int i, k;
  r.count = 0;
  for (i = 0; i < o->count; i++) {
    const double *p = o->p[i], *q = o->p[i + 1 < o->count ? i + 1 : 0];
    double x = sign * p[axis] - level, y = sign * q[axis] - level;
    if (x <= 0 && r.count < OUTLINE_MOST) memcpy(r.p[r.count++], p, sizeof r.p[0]);
    if (((x < 0 && y > 0) || (x > 0 && y < 0)) && r.count < OUTLINE_MOST) {
      double t = x / (x - y);
      for (k = 0; k < 3; k++) r.p[r.count][k] = p[k] + t * (q[k] - p[k]);
      r.p[r.count++][axis] = sign * level;
    }
  }
  memcpy(o, &r, sizeof r.count + (size_t)r.count * sizeof r.p[0] + sizeof(double));
  o->count = r.count;
}

/* The face of box `which` whose outward normal is most along the direction, in the frame of the
 * other box. */
static void face_towards(const box_pair *v, int which, const double direction[3], outline *o) {
  static const int corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  const double *m = v->m[which], *h = v->half[which];
  double most = -1, sign = 1, p[3], own[3];
  int i, k, axis = 0;
  for (i = 0; i < 3; i++) {
    const double *row = v->inverse[which] + 3 * i;
    double x = vector_dot(row, direction) / sqrt(vector_dot(row, row));
    if (fabs(x) <= most) continue;
    most = fabs(x);
    sign = x < 0 ? -1 : 1;
    axis = i;
  }
  for (i = 0; i < 4; i++) {
    own[axis] = sign * h[axis];
    own[(axis + 1) % 3] = corner[i][0] * h[(axis + 1) % 3];
    own[(axis + 2) % 3] = corner[i][1] * h[(axis + 2) % 3];
    for (k = 0; k < 3; k++) p[k] = vector_dot(m + 3 * k, own) + (which == 0 ? v->c[k] : 0);
    to_own(v, 1 - which, p, o->p[i]);
  }
  o->count = 4;
}

/* The normal is the outward normal of a face of box `which`. */
static int common_of_face(const box_pair *v, int which, const double normal[3], double depth,
                          double p[3]) {
  double inward[3], own[3] = {0, 0, 0}, moved[3];
  const double *h = v->half[which];
  outline o;
  int i, k;
  for (k = 0; k < 3; k++) inward[k] = -normal[k];
  face_towards(v, 1 - which, inward, &o);
  for (i = 0; i < 6; i++) clip(&o, i / 2, i % 2 ? 1 : -1, h[i / 2]);
  if (o.count == 0) return 0;
  for (i = 0; i < o.count; i++)
    for (k = 0; k < 3; k++) own[k] += o.p[i][k] / o.count;
  for (k = 0; k < 3; k++) {
    p[k] = vector_dot(v->m[which] + 3 * k, own) + (which == 0 ? v->c[k] : 0);
    moved[k] = p[k] + normal[k] * (depth * 0.5);
  }
  if (holds(v, 0, moved, 0) && holds(v, 1, moved, 0)) memcpy(p, moved, sizeof moved);
  return 1;
}

/* The middle of the edge of box `which` along its axis that is farthest along the direction. */
static void edge_towards(const box_pair *v, int which, int axis, const double direction[3],
                         double p[3], double along[3]) {
  const double *m = v->m[which];
  double own[3];
  int i, k;
  for (i = 0; i < 3; i++) {
    double g = direction[0] * m[i] + direction[1] * m[3 + i] + direction[2] * m[6 + i];
    own[i] = i == axis ? 0 : g > 0 ? v->half[which][i] : -v->half[which][i];
  }
  for (k = 0; k < 3; k++) {
    p[k] = vector_dot(m + 3 * k, own) + (which == 0 ? v->c[k] : 0);
    along[k] = m[3 * k + axis];
  }
}

static int common_of_edges(const box_pair *v, int i, int j, const double normal[3], double p[3]) {
  double inward[3], x[3], y[3], d[3], e[3], r[3], dd, ee, de, rd, re, det, s, t;
  int k;
  for (k = 0; k < 3; k++) inward[k] = -normal[k];
  edge_towards(v, 0, i, inward, x, d);
  edge_towards(v, 1, j, normal, y, e);
  for (k = 0; k < 3; k++) r[k] = x[k] - y[k];
  dd = vector_dot(d, d);
  ee = vector_dot(e, e);
  de = vector_dot(d, e);
  rd = vector_dot(r, d);
  re = vector_dot(r, e);
  det = dd * ee - de * de;
  s = (de * re - ee * rd) / det;
  t = (dd * re - de * rd) / det;
  for (k = 0; k < 3; k++) p[k] = (x[k] + s * d[k]) * 0.5 + (y[k] + t * e[k]) * 0.5;
  return holds(v, 0, p, 8 * DBL_EPSILON) && holds(v, 1, p, 8 * DBL_EPSILON);
}

/* Boxes that are not turned share a box; takes its middle. */
static int common_of_moved(const box_pair *v, double p[3]) {
  int k;
  for (k = 0; k < 3; k++) {
    double low = v->c[k] - v->half[0][k], high = v->c[k] + v->half[0][k];
    if (low < -v->half[1][k]) low = -v->half[1][k];
    if (high > v->half[1][k]) high = v->half[1][k];
    p[k] = low * 0.5 + high * 0.5;
  }
  return 1;
}

/* Finds a point of both boxes, which overlap along the normal of this axis. Returns 0 if it finds
 * none. */
static int find_common(const box_pair *v, int axis, const double normal[3], double depth,
                       double common[3]) {
  const collide_shape *b = v->b;
  double p[3], away[3], own[3];
  int i, k, found;
  for (k = 0; k < 3; k++) away[k] = -normal[k];
  if (v->a->frame == COLLIDE_MOVED && b->frame == COLLIDE_MOVED)
    found = common_of_moved(v, p);
  else if (axis >= 6)
    found = common_of_edges(v, (axis - 6) / 3, (axis - 6) % 3, normal, p);
  else
    found = common_of_face(v, axis / 3, axis < 3 ? away : normal, depth, p);
  if (!found) return 0;
  for (i = 0; i < 3; i++) own[i] = b->b[i] * 0.5 + b->a[i] * 0.5;
  for (k = 0; k < 3; k++) common[k] = b->origin[k] + (p[k] + vector_dot(v->m[1] + 3 * k, own));
  return 1;
}

/* ---- The penetration depth ----------------------------------------------------------------------
 *
 * The least overlap along the axes. The axes that may have the least by plain doubles are measured
 * in twofolds. */

static void axis_of(const box_pair *v, int axis, twofold n[3]) {
  double x[3], y[3];
  if (axis < 6) {
    solid_column(v->m[axis / 3], (axis + 1) % 3, x);
    solid_column(v->m[axis / 3], (axis + 2) % 3, y);
  } else {
    solid_column(v->m[0], (axis - 6) / 3, x);
    solid_column(v->m[1], (axis - 6) % 3, y);
  }
  two_cross(x, y, n);
}

static twofold absolute(twofold x) {
  return x.hi < 0 ? tf_negate(x) : x;
}

/* The projection of a box onto n: its middle and its half extent, each times 2. */
static void project_box(const collide_shape *s, const double m[9], const twofold n[3],
                        twofold *middle, twofold *reach) {
  double x[3];
  int i;
  *middle = *reach = tf(0);
  for (i = 0; i < 3; i++) {
    twofold g;
    solid_column(m, i, x);
    g = tf_dot_doubles(n, x);
    *middle = tf_add(*middle, tf_mul(g, two_sum(s->b[i], s->a[i])));
    *reach = tf_add(*reach, absolute(tf_mul(g, two_diff(s->b[i], s->a[i]))));
  }
}

/* The overlap along an axis. */
typedef struct box_overlap {
  int axis;
  twofold depth;
  double normal[3];
} box_overlap;

static int measure_axis(const box_pair *v, int axis, box_overlap *push) {
  twofold n[3], middle[2], reach[2], between = tf(0), length;
  int k, sign;
  axis_of(v, axis, n);
  length = tf_sqrt(tf_dot(n, n));
  if (!(length.hi > 0)) return 0;
  project_box(v->a, v->m[0], n, &middle[0], &reach[0]);
  project_box(v->b, v->m[1], n, &middle[1], &reach[1]);
  for (k = 0; k < 3; k++) {
    twofold d = two_diff(v->a->origin[k], v->b->origin[k]);
    between = tf_add(between, tf_mul(n[k], d));
  }
  between = tf_add(between, tf_scale(tf_sub(middle[0], middle[1]), 0.5));
  push->axis = axis;
  push->depth = tf_sub(tf_scale(tf_add(reach[0], reach[1]), 0.5), absolute(between));
  push->depth = tf_div(push->depth, length);
  sign = between.hi > 0 ? 1 : -1;
  for (k = 0; k < 3; k++) push->normal[k] = sign * (n[k].hi / length.hi);
  return 1;
}

/* An axis's depth in the frame of the box is this times its depth in the world. */
static double factor_of(const box_pair *v, int axis) {
  double x[3], y[3], n[3];
  if (axis < 6) {
    const double *row = v->inverse[axis / 3] + 3 * (axis % 3);
    return sqrt(vector_dot(row, row));
  }
  solid_column(v->m[0], (axis - 6) / 3, x);
  solid_column(v->m[1], (axis - 6) % 3, y);
  vector_cross(x, y, n);
  return sqrt(vector_dot(n, n));
}

/* The absolute determinant of the inverse of a's matrix: another factor of the axes of edges. */
static double shrinking(const box_pair *v) {
  const double *m = v->inverse[0];
  double n[3];
  if (v->a->frame == COLLIDE_MOVED) return 1;
  vector_cross(m + 3, m + 6, n);
  return fabs(vector_dot(m, n));
}

static int find_least_overlap(const box_pair *v, box_overlap *best) {
  double depth[BOX_AXES], slack[BOX_AXES], least = HUGE_VAL, shrink = shrinking(v);
  int i, found = 0;
  box_overlap push;
  for (i = 0; i < BOX_AXES; i++) {
    double f = factor_of(v, i) * (i < 6 ? 1 : shrink);
    depth[i] = f > 0 ? v->depth[i] / f : HUGE_VAL;
    slack[i] = f > 0 ? 2 * v->error[i / 3 < 2 ? i / 3 : 2] / f : 0;
    if (depth[i] + slack[i] < least) least = depth[i] + slack[i];
  }
  for (i = 0; i < BOX_AXES; i++) {
    if (depth[i] - slack[i] > least) continue;
    if (i >= 6 && have_parallel_edges(v, (i - 6) / 3, (i - 6) % 3)) continue;
    if (!measure_axis(v, i, &push)) continue;
    if (found && push.depth.hi >= best->depth.hi) continue;
    *best = push;
    found = 1;
  }
  return found;
}

/* Measures two that overlap: returns 1 and writes *gap if it is accurate, else 0. */
static int measure_depth(const box_pair *v, int overlap, pair_gap *gap) {
  box_overlap push;
  int k;
  memset(&push, 0, sizeof push);
  if (!find_least_overlap(v, &push)) return 0;
  /* If less is left, twofolds have too few digits. */
  if (overlap == PAIR_TOUCH)
    push.depth = tf(0);
  else if (!(push.depth.hi > MEASURE_CANCEL * MEASURE_CANCEL * (v->a->reach + v->b->reach)))
    return 0;
  for (k = 0; k < 3; k++) gap->normal[k] = push.normal[k];
  gap->apart = -push.depth.hi;
  return find_common(v, push.axis, gap->normal, push.depth.hi, gap->common);
}

/* ---- Two boxes with sides along the axes ---------------------------------------------------- */

/* The distance that a must move along an axis until it only touches b: down, and up. */
typedef struct aligned_axis {
  twofold down, up;
} aligned_axis;

static void measure_overlap(const collide_shape *a, const collide_shape *b, int i,
                            aligned_axis *axis) {
  twofold apart = two_diff(a->origin[i], b->origin[i]);
  axis->down = tf_add(apart, two_diff(a->b[i], b->a[i]));
  axis->up = tf_add(tf_negate(apart), two_diff(b->b[i], a->a[i]));
}

static int is_less(twofold x, twofold y) {
  return x.hi < y.hi || (x.hi == y.hi && x.lo < y.lo);
}

/* Decides and measures two that overlap. If two axes are equally deep, the first counts; if down
 * and up are equal, down counts. */
static int measure_aligned(const collide_shape *a, const collide_shape *b, pair_gap *gap) {
  aligned_axis axis[3];
  box_pair v;
  double depth = HUGE_VAL, d[3];
  int i, least = 0, sign = 0;
  for (i = 0; i < 3; i++) {
    measure_overlap(a, b, i, &axis[i]);
    if (axis[i].down.hi < 0 || axis[i].up.hi < 0) return PAIR_PARTED;
    if (!(axis[i].down.hi < HUGE_VAL && axis[i].up.hi < HUGE_VAL)) return PAIR_UNSURE;
  }
  for (i = 0; i < 3; i++) {
    int is_up = is_less(axis[i].up, axis[i].down);
    double push = is_up ? axis[i].up.hi : axis[i].down.hi;
    if (!(push < depth)) continue;
    depth = push;
    least = i;
    sign = is_up ? 1 : -1;
  }
  memset(gap->normal, 0, sizeof gap->normal);
  gap->normal[least] = sign;
  gap->apart = 0 - depth;
  place_boxes(a, b, d, &v);
  return find_common(&v, least, gap->normal, depth, gap->common) ? PAIR_MEET : PAIR_UNSURE;
}

/* ---- The row -------------------------------------------------------------------------------- */

static int boxes_overlap(const collide_shape *a, const collide_shape *b) {
  box_pair pair;
  int found;
  if (a->frame == COLLIDE_MOVED && b->frame == COLLIDE_MOVED) return ci_box_overlaps_box(a, b);
  found = decide_boxes(a, b, &pair);
  return found != PAIR_UNSURE ? found : ci_solids_overlap(a, b);
}

static int boxes_gap(const collide_shape *a, const collide_shape *b, int always, pair_gap *gap) {
  box_pair pair;
  int found;
  if (a->frame == COLLIDE_MOVED && b->frame == COLLIDE_MOVED) {
    found = measure_aligned(a, b, gap);
    if (found == PAIR_MEET || (found == PAIR_PARTED && !always)) return found;
  }
  if (always) return ci_aligned_row.gap(a, b, always, gap);
  found = decide_boxes(a, b, &pair);
  if (found == PAIR_UNSURE) found = ci_solids_overlap(a, b);
  if (found && !measure_depth(&pair, found, gap)) ci_solids_measure(a, b, found, gap);
  return found != 0;
}

const pair_row ci_boxes_row = {boxes_overlap, ci_solids_measure, ci_solids_compare, boxes_gap, NULL,
                               NULL};

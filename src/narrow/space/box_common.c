/* SPDX-License-Identifier: MIT
 *
 * A common point of two boxes that overlap, for a contact. Along the normal of a face it is the
 * middle of the part of the other box's face that lies in this box. It is moved by half the depth
 * if it then stays in both. Along a cross product of edges it is halfway between the edges.
 */
#include <string.h>

#include "quick_boxes.h"

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

/* ---- A face ------------------------------------------------------------------------------------
 */

enum { MOST = 12 };
typedef struct outline {
  int count;
  double p[MOST][3];
} outline;

/* Clips the outline to sign * p[axis] <= level. */
static void clip(outline *o, int axis, double sign, double level) {
  outline r;
  int i, k;
  r.count = 0;
  for (i = 0; i < o->count; i++) {
    const double *p = o->p[i], *q = o->p[i + 1 < o->count ? i + 1 : 0];
    double x = sign * p[axis] - level, y = sign * q[axis] - level;
    if (x <= 0 && r.count < MOST) memcpy(r.p[r.count++], p, sizeof r.p[0]);
    if (((x < 0 && y > 0) || (x > 0 && y < 0)) && r.count < MOST) {
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

/* ---- Edges -------------------------------------------------------------------------------------
 */

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

/* ---- Both --------------------------------------------------------------------------------------
 */

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

int ci_boxes_find_common(const box_pair *v, int axis, const double normal[3], double depth,
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
  for (k = 0; k < 3; k++) common[k] = b->position[k] + (p[k] + vector_dot(v->m[1] + 3 * k, own));
  return 1;
}

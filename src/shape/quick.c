/* SPDX-License-Identifier: MIT */
#include "quick.h"

#include <string.h>

#include "../number/twofold.h"
#include "kind.h"

/* ---- Into the frame ------------------------------------------------------------- */

/* Farther away than this many sizes a start is left to the exact way: 2^40. */
#define FARTHEST 1099511627776.0

/* e in a frame that is only moved. f is from - position - anchor in twofold numbers,
 * rounded once: off by u |f_i|, and by u^2 of what cancels, which is below 2^41
 * sizes, so below 2^-64 of F, which is at least one size. d is exact or, a segment's,
 * off by u |d_i|. Brought near, f + t d is evaluated in twofold numbers, too, with
 * errors of 2^-100 of terms below 2^43 sizes. So u (1 + 2^-3) would do. */
#ifndef QUICK_MOVED
#define QUICK_MOVED (2 * QUICK_UNIT)
#endif

/* e under a matrix. The vector is off by u (1 + 2^-3) as above, the entries of the
 * inverse are correctly rounded but for 2^-50 of u, three products and two sums
 * add 3 u: in all 5.2 u of F, the largest sum of |inverse_ij v_j|. */
#ifndef QUICK_TURNED
#define QUICK_TURNED (6 * QUICK_UNIT)
#endif

/* The start in twofold numbers, moved to the point of the line nearest to the anchor. */
static void come_near(quick *q, const twofold v[3]) {
  int i;
  q->base = -vector_dot(q->f, q->d) / q->dd;
  for (i = 0; i < 3; i++) {
    twofold d = q->is_segment ? two_diff(q->toward[i], q->from[i]) : tf(q->toward[i]);
    q->f[i] = tf_add(v[i], tf_scale(d, q->base)).hi;
  }
}

/* Returns the largest sum of |inverse_ij v_j|. */
static double through(const double inverse[9], double v[3]) {
  double r[3], most = 0;
  int i;
  for (i = 0; i < 3; i++) {
    double x = inverse[3 * i] * v[0], y = inverse[3 * i + 1] * v[1], z = inverse[3 * i + 2] * v[2];
    double terms = fabs(x) + fabs(y) + fabs(z);
    r[i] = x + y + z;
    if (terms > most) most = terms;
  }
  memcpy(v, r, sizeof r);
  return most;
}

static double largest(const double v[3]) {
  double x = fabs(v[0]), y = fabs(v[1]), z = fabs(v[2]);
  if (y > x) x = y;
  return z > x ? z : x;
}

/* The most that the inverse makes of a vector whose components are at most 1. */
static double largest_row(const double m[9]) {
  double row[3];
  int i;
  for (i = 0; i < 3; i++) row[i] = fabs(m[3 * i]) + fabs(m[3 * i + 1]) + fabs(m[3 * i + 2]);
  return largest(row);
}

static int dd_in_range(const quick *q) {
  return q->dd > 1e-40 && q->dd < 1e40;
}

int ci_quick_enter(quick *q, const double *anchor, double size, double radius) {
  const collide_shape *s = q->shape;
  int i, is_turned = s->frame == COLLIDE_LINEAR;
  twofold v[3];
  double margin, far;
  q->anchor = anchor;
  q->base = 0;
  if (!(size > 1e-30 && size < 1e30 && radius < 1e30)) return QUICK_UNSURE;
  far = 0;
  for (i = 0; i < 3; i++) {
    v[i] = two_diff(q->from[i], s->position[i]);
    if (fabs(v[i].hi) > far) far = fabs(v[i].hi);
    if (anchor != NULL) v[i] = tf_minus(v[i], anchor[i]);
    q->f[i] = v[i].hi;
    q->d[i] = q->is_segment ? q->toward[i] - q->from[i] : q->toward[i];
  }
  q->dd = vector_dot(q->d, q->d);
  q->f_most = largest(q->f);
  q->d_most = largest(q->d);
  q->eps = QUICK_MOVED;
  if (!dd_in_range(q)) return QUICK_UNSURE;
  if (is_turned) {
    come_near(q, v);
    q->f_most = through(s->of.turned.inverse, q->f);
    q->d_most = through(s->of.turned.inverse, q->d);
    q->dd = vector_dot(q->d, q->d);
    q->eps = QUICK_TURNED;
    far *= largest_row(s->of.turned.inverse);
    if (!(dd_in_range(q) && 16 * q->dd >= q->d_most * q->d_most)) return QUICK_UNSURE;
  } else if (q->f_most > QUICK_NEAR * size) {
    come_near(q, v);
    q->f_most = largest(q->f);
  }
  if (!(far < FARTHEST * size)) return QUICK_UNSURE;
  if (q->f_most < size) q->f_most = size;
  if (quick_ball_gap(q, q->f, q->f_most, radius, &margin) < -margin) return QUICK_MISS;
  return q->f_most <= (is_turned ? 8 : 1) * QUICK_NEAR * size ? QUICK_HIT : QUICK_UNSURE;
}

/* ---- Quadratics ------------------------------------------------------------------- */

/* Neither form cancels, and a may be near 0. */
static double root_of(const quick_quadratic *p, int end) {
  if (end == 0) return p->b < 0 ? p->c / (p->root - p->b) : -(p->b + p->root) / p->a;
  return p->b > 0 ? -p->c / (p->root + p->b) : (p->root - p->b) / p->a;
}

int ci_quick_roots(const quick_quadratic *p, double t[2], double *error) {
  int end;
  *error = 0;
  for (end = 0; end < 2; end++) {
    double x, s, off;
    t[end] = root_of(p, end);
    x = fabs(t[end]);
    s = (p->a_error * x + 2 * p->b_error) * x + p->c_error;
    if (!(2 * fabs(p->a) * s <= p->root * p->root && 2 * p->root_error <= p->root)) return 0;
    off = QUICK_ROOT * ((s + x * p->root_error) / p->root + 4 * QUICK_UNIT * x);
    if (off > *error) *error = off;
  }
  return 1;
}

/* ---- What casts ask ----------------------------------------------------------------- */

int ci_quick_look(quick *q, const collide_shape *shape, const double from[3],
                  const double toward[3], int is_segment, int measures) {
  int found, end;
  q->shape = shape;
  q->from = from;
  q->toward = toward;
  q->is_segment = is_segment;
  q->measures = measures;
  q->face = COLLIDE_FACE_NONE;
  q->edge = 0;
  q->is_unit = 1;
  q->uv[0] = q->uv[1] = 0;
  found = ci_kind_of(shape)->look(q);
  if (found != QUICK_HIT || q->base == 0) return found;
  for (end = 0; end < 2; end++) {
    q->t[end] += q->base;
    if (fabs(q->t[end]) <= DBL_MAX) q->error += QUICK_UNIT * fabs(q->t[end]);
  }
  return QUICK_HIT;
}

static void normalise(const double n[3], int is_unit, double unit[3]) {
  double k = is_unit ? 1 : 1 / sqrt(vector_dot(n, n));
  unit[0] = n[0] * k + 0.0;
  unit[1] = n[1] * k + 0.0;
  unit[2] = n[2] * k + 0.0;
}

void ci_quick_write(const quick *q, collide_hit *hit) {
  const collide_shape *s = q->shape;
  double n[3], p[3];
  int i;
  for (i = 0; i < 3; i++) p[i] = q->anchor != NULL ? q->anchor[i] + q->point[i] : q->point[i];
  if (s->frame == COLLIDE_LINEAR) {
    const double *linear = s->of.turned.linear, *inverse = s->of.turned.inverse;
    for (i = 0; i < 3; i++) {
      hit->point[i] = s->position[i] + vector_dot(linear + 3 * i, p) + 0.0;
      n[i] =
          inverse[i] * q->normal[0] + inverse[3 + i] * q->normal[1] + inverse[6 + i] * q->normal[2];
    }
    normalise(n, 0, hit->normal);
  } else {
    for (i = 0; i < 3; i++) hit->point[i] = s->position[i] + p[i] + 0.0;
    normalise(q->normal, q->is_unit, hit->normal);
  }
  hit->t = q->t[0] + 0.0;
  hit->t_exit = q->t[1] + 0.0;
  hit->u = q->uv[0];
  hit->v = q->uv[1];
  hit->face = q->face;
  hit->edge = q->edge;
  hit->inside = 0;
  hit->has_point = 1;
}

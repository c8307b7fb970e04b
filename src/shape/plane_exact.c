/* SPDX-License-Identifier: MIT
 *
 * A line and a half-space n . p <= distance; n has any length.
 */
#include "line.h"
#include "../number/vector.h"

static void find_normal(const line *l, line_precision precision, real n[3]) {
  int i;
  for (i = 0; i < 3; i++) n[i] = line_number(l, precision, l->shape->a[i]);
}

/* n . p - distance at t */
static REAL_INLINE real find_height(const line *l, line_precision precision, const double *t) {
  real n[3], p[3];
  find_normal(l, precision, n);
  line_at(l, precision, *t, p);
  return real_sub(real_dot(n, p), line_number(l, precision, l->shape->height));
}

/* n . d */
static REAL_INLINE real find_slope(const line *l, line_precision precision, const double *with) {
  real n[3], d[3];
  (void)with;
  find_normal(l, precision, n);
  line_direction(l, precision, d);
  return real_dot(n, d);
}

static int plane_locate(const line *l, double t) {
  return line_sign(l, find_height, &t);
}

static int slope_sign(const line *l) {
  return line_sign(l, find_slope, NULL);
}

static int plane_meets(line *l) {
  return slope_sign(l) != 0 || plane_locate(l, 0) <= 0;
}

static side plane_side(const line *l, double t) {
  int slope = slope_sign(l);
  if (slope == 0) return SIDE_EVERYWHERE;
  return slope < 0 ? side_make(-plane_locate(l, t), -1) : side_make(1, plane_locate(l, t));
}

/* Measures in plain doubles. Returns 0 if they do not suffice: the line is nearly parallel to the
 * plane, the start is nearly on it relative to the terms, or the point is much nearer than the
 * start. */
static int measure_near(const line *l, double *t, double p[3]) {
  const double *n = l->shape->a;
  double over = l->shape->height, rate = 0, terms = 0, far = 0, size = 0, parts = fabs(over);
  int i;
  for (i = 0; i < 3; i++) {
    over -= n[i] * l->f[i].hi;
    parts += fabs(n[i] * l->f[i].hi);
    rate += n[i] * l->d[i].hi;
    terms += fabs(n[i] * l->d[i].hi);
    if (l->f_size[i] > far) far = l->f_size[i];
  }
  *t = over / rate;
  for (i = 0; i < 3; i++) {
    p[i] = l->f[i].hi + *t * l->d[i].hi;
    if (fabs(p[i]) > size) size = fabs(p[i]);
  }
  return 1024 * fabs(rate) >= terms && 1024 * fabs(over) >= parts && 4 * size >= far;
}

static void measure_far(const line *l, double *t, double p[3]) {
  static const double start = 0;
  int i, mark = ci_exact_mark(l->pool);
  real height = find_height(l, LINE_EXACT, &start), slope = find_slope(l, LINE_EXACT, NULL);
  twofold root, q[3];
  ci_exact_negate(&height.whole);
  root.hi = ci_exact_ratio(&height.whole, &slope.whole, &root.lo);
  ci_exact_release(l->pool, mark);
  *t = root.hi;
  ci_line_point(l, root, q);
  for (i = 0; i < 3; i++) p[i] = q[i].hi;
}

static void plane_measure(const line *l, int end, measured *m) {
  int slope = slope_sign(l), own = slope > 0, i;
  double t, p[3];
  m->t[0] = -HUGE_VAL;
  m->t[1] = HUGE_VAL;
  for (i = 0; i < 3; i++) m->point[i] = m->normal[i] = 0;
  if (slope == 0) return;
  if (!measure_near(l, &t, p)) measure_far(l, &t, p);
  m->t[own] = t;
  if (end != own) return;
  vector_onto_plane(p, l->shape->b, l->shape->radius);
  for (i = 0; i < 3; i++) {
    m->point[i] = p[i];
    m->normal[i] = l->shape->a[i];
  }
}

const exact_cast ci_plane_exact = {plane_meets, plane_side, plane_locate, plane_measure};

/* SPDX-License-Identifier: MIT
 *
 * Ray and half-space n . p <= distance, n of any length.
 */
#include "line.h"
#include "../number/vector.h"

static void exact_normal(const line *l, exact n[3]) {
  int i;
  for (i = 0; i < 3; i++) ci_exact_set(l->pool, &n[i], l->shape->a[i]);
}

static void approx_normal(const line *l, approx n[3]) {
  int i;
  for (i = 0; i < 3; i++) n[i] = approx_exact(l->shape->a[i]);
}

/* n . p - distance */
static int plane_locate(const line *l, double t) {
  approx n[3], p[3];
  exact m[3], q[3], value, distance;
  int sign, mark;
  approx_normal(l, n);
  ci_line_approx_at(l, t, p);
  sign = approx_sign(approx_sub(approx_dot(n, p), approx_exact(l->shape->height)));
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(l->pool);
  exact_normal(l, m);
  ci_line_exact_at(l, t, q);
  ci_exact_dot(&value, m, q);
  ci_exact_set(l->pool, &distance, l->shape->height);
  ci_exact_sub(&value, &value, &distance);
  ci_exact_release(l->pool, mark);
  return exact_sign(&value);
}

/* n . d */
static int slope_sign(const line *l) {
  approx n[3], d[3];
  exact m[3], v[3], value;
  int sign, mark;
  approx_normal(l, n);
  ci_line_approx_direction(l, d);
  sign = approx_sign(approx_dot(n, d));
  if (sign != FILTER_UNSURE) return sign;
  mark = ci_exact_mark(l->pool);
  exact_normal(l, m);
  ci_line_exact_direction(l, v);
  ci_exact_dot(&value, m, v);
  ci_exact_release(l->pool, mark);
  return exact_sign(&value);
}

static int plane_meets(line *l) {
  return slope_sign(l) != 0 || plane_locate(l, 0) <= 0;
}

static side plane_side(const line *l, double t) {
  int slope = slope_sign(l);
  if (slope == 0) return SIDE_EVERYWHERE;
  return slope < 0 ? side_make(-plane_locate(l, t), -1) : side_make(1, plane_locate(l, t));
}

/* Plain doubles will do where the line is not nearly parallel to the plane, the
 * start not nearly on it beside the numbers that tell so, and the point not much
 * nearer than the start. */
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
  exact n[3], f[3], d[3], over, rate;
  twofold root, q[3];
  int i, mark = ci_exact_mark(l->pool);
  exact_normal(l, n);
  ci_line_exact_start(l, f);
  ci_line_exact_direction(l, d);
  ci_exact_dot(&over, n, f);
  ci_exact_set(l->pool, &rate, l->shape->height);
  ci_exact_sub(&over, &rate, &over);
  ci_exact_dot(&rate, n, d);
  root.hi = ci_exact_ratio(&over, &rate, &root.lo);
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

/* SPDX-License-Identifier: MIT
 *
 * Where a line crosses a plane: for triangles and hulls.
 */
#include "line.h"

static twofold crossing_exactly(const line *from_a, const double *const corners[3]) {
  real n[3], f[3], d[3], over, rate;
  twofold t;
  int mark = ci_exact_mark(from_a->pool);
  line_normal(from_a, LINE_EXACT, corners[0], corners[1], corners[2], n);
  line_at(from_a, LINE_EXACT, 0, f);
  line_direction(from_a, LINE_EXACT, d);
  over = real_dot(n, f);
  ci_exact_negate(&over.whole);
  rate = real_dot(n, d);
  t.hi = ci_exact_ratio(&over.whole, &rate.whole, &t.lo);
  ci_exact_release(from_a->pool, mark);
  return t;
}

/* -d, made perpendicular to the edge e from a to b: (d . e) e - (e . e) d. Computed exactly,
 * because the line may be nearly parallel to the edge. */
void ci_line_face_across(const line *l, const double a[3], const double b[3], double normal[3]) {
  real d[3], e[3], de, ee;
  int i, mark = ci_exact_mark(l->pool);
  line_direction(l, LINE_EXACT, d);
  line_difference(l, LINE_EXACT, a, b, e);
  de = real_dot(d, e);
  ee = real_dot(e, e);
  for (i = 0; i < 3; i++) {
    real x = real_minor(de, e[i], ee, d[i]);
    normal[i] = ci_exact_round(&x.whole);
  }
  ci_exact_release(l->pool, mark);
}

/* Finds where the line crosses the plane: in plain doubles if it starts near, in twofold numbers if
 * it starts far away, in exact ones if it is nearly parallel to the plane.
 *
 * Trees of many shapes need a bound on the error of t that holds for every line (mesh_cast.c). With
 * u = 2^-53, and N, F and D the largest components of normal, start and direction, n . f is off by
 * at most 15 u N F in plain doubles, and by 2^-95 N F in twofold ones. So where n . d is at least
 * 2^-30 N D, or 2^-60 N D, t is off by less than 2^-18 F / D, besides some 2^-40 of itself. */
twofold ci_line_crossing(const line *l, const double *const corners[3], const double normal[3],
                         const double normal_low[3], double reach) {
  line from_a = ci_line_offset(l, corners[0]);
  twofold n[3], rate;
  double over = 0, plain = 0, terms = 0, n_most = 0, d_most = 0, most;
  int i;
  for (i = 0; i < 3; i++) {
    n[i] = tf_make(normal[i], normal_low[i]);
    if (fabs(normal[i]) > n_most) n_most = fabs(normal[i]);
    if (fabs(l->d[i].hi) > d_most) d_most = fabs(l->d[i].hi);
    over -= normal[i] * from_a.f[i].hi;
    plain += normal[i] * l->d[i].hi;
    terms += fabs(normal[i] * l->d[i].hi);
  }
  most = n_most * d_most;
  if (1024 * fabs(plain) >= terms && 1073741824.0 * fabs(plain) >= most &&
      ci_line_starts_near(&from_a, reach))
    return tf(over / plain);
  rate = tf_dot(n, l->d);
  if (!(fabs(rate.hi) > 9.094947017729282e-13 * terms) ||
      !(fabs(rate.hi) > 8.673617379884035e-19 * most))
    return crossing_exactly(&from_a, corners);
  return tf_negate(tf_div(tf_dot(n, from_a.f), rate));
}

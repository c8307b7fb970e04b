/* SPDX-License-Identifier: MIT
 *
 * Where a line crosses a plane: for triangles and hulls.
 */
#include "line.h"

static twofold crossing_exactly(const line *from_a, const double *const corners[3]) {
  exact e[2][3], n[3], f[3], d[3], over, rate;
  twofold t;
  int i, mark = ci_exact_mark(from_a->pool);
  for (i = 0; i < 3; i++) {
    ci_exact_set_diff(from_a->pool, &e[0][i], corners[1][i], corners[0][i]);
    ci_exact_set_diff(from_a->pool, &e[1][i], corners[2][i], corners[0][i]);
  }
  ci_exact_cross(n, e[0], e[1]);
  ci_line_exact_start(from_a, f);
  ci_line_exact_direction(from_a, d);
  ci_exact_dot(&over, n, f);
  ci_exact_negate(&over);
  ci_exact_dot(&rate, n, d);
  t.hi = ci_exact_ratio(&over, &rate, &t.lo);
  ci_exact_release(from_a->pool, mark);
  return t;
}

/* Where the line crosses the plane: in plain doubles if it starts near, in twofold numbers if it
 * starts far away, in exact ones if it is nearly parallel to the plane.
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

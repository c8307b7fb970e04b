/* SPDX-License-Identifier: MIT
 *
 * Ways in the plane, from one point to another, in twofolds: differences of
 * doubles, which lose nothing. All are scaled by a power of two.
 */
#ifndef COLLIDE_WAY_H
#define COLLIDE_WAY_H

#include "twofold.h"

typedef struct way {
  twofold x, y;
} way;

/* q - p, scaled. */
static inline way way_between(const double p[2], const double q[2], double scale) {
  way w;
  w.x = two_diff(q[0] * scale, p[0] * scale);
  w.y = two_diff(q[1] * scale, p[1] * scale);
  return w;
}

static inline twofold way_dot(way v, way w) {
  return tf_add(tf_mul(v.x, w.x), tf_mul(v.y, w.y));
}

/* How far w goes to the right of v, times the length of v. */
static inline twofold way_right(way v, way w) {
  return tf_sub(tf_mul(v.y, w.x), tf_mul(v.x, w.y));
}

/* A power of two that brings a short way near 1, so that its square does not vanish. */
static inline double way_stretch(way w) {
  double x = fabs(w.x.hi), y = fabs(w.y.hi), size = x > y ? x : y;
  int exponent;
  if (size == 0 || size > 1e-100) return 1;
  (void)frexp(size, &exponent);
  return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

/* By a power of two. */
static inline twofold tf_stretched(twofold x, double k) {
  return tf_make(x.hi * k, x.lo * k);
}

static inline way way_stretched(way w, double k) {
  w.x = tf_stretched(w.x, k);
  w.y = tf_stretched(w.y, k);
  return w;
}

/* p + s e, on the edge from p. */
static inline void way_point(const double p[2], way e, double s, double scale, double point[2]) {
  point[0] = tf_add(tf(p[0] * scale), tf_scale(e.x, s)).hi / scale;
  point[1] = tf_add(tf(p[1] * scale), tf_scale(e.y, s)).hi / scale;
}

#endif

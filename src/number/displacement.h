/* SPDX-License-Identifier: MIT
 *
 * Displacements in the plane, from one point to another, as twofold numbers: these hold
 * the difference of two doubles exactly. All are scaled by a power of two.
 */
#ifndef COLLIDE_DISPLACEMENT_H
#define COLLIDE_DISPLACEMENT_H

#include "twofold.h"

typedef struct displacement {
  twofold x, y;
} displacement;

/* q - p, scaled. */
static inline displacement displacement_between(const double p[2], const double q[2],
                                                double scale) {
  displacement w;
  w.x = two_diff(q[0] * scale, p[0] * scale);
  w.y = two_diff(q[1] * scale, p[1] * scale);
  return w;
}

static inline twofold displacement_dot(displacement v, displacement w) {
  return tf_add(tf_mul(v.x, w.x), tf_mul(v.y, w.y));
}

/* How far w goes to the right of v, times the length of v. */
static inline twofold displacement_right(displacement v, displacement w) {
  return tf_sub(tf_mul(v.y, w.x), tf_mul(v.x, w.y));
}

/* A power of two that brings a short displacement near 1, so that its square does not vanish. */
static inline double displacement_stretch(displacement w) {
  double x = fabs(w.x.hi), y = fabs(w.y.hi), size = x > y ? x : y;
  int exponent;
  if (size == 0 || size > 1e-100) return 1;
  (void)frexp(size, &exponent);
  return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

/* x times k, a power of two. */
static inline twofold tf_stretched(twofold x, double k) {
  return tf_make(x.hi * k, x.lo * k);
}

static inline displacement displacement_stretched(displacement w, double k) {
  w.x = tf_stretched(w.x, k);
  w.y = tf_stretched(w.y, k);
  return w;
}

/* The number from 0 to 1 that is nearest to s. */
static inline twofold tf_clamp(twofold s) {
  return s.hi < 0 ? tf(0) : s.hi > 1 || (s.hi == 1 && s.lo > 0) ? tf(1) : s;
}

/* p + s e, a point of the edge e from p. It is rounded once, so that a coordinate keeps its
 * digits even where it is much smaller than the edge. */
static inline void displacement_point(const double p[2], displacement e, twofold s, double scale,
                                      double point[2]) {
  point[0] = tf_add(tf(p[0] * scale), tf_mul(e.x, s)).hi / scale;
  point[1] = tf_add(tf(p[1] * scale), tf_mul(e.y, s)).hi / scale;
}

#endif

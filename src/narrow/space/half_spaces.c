/* SPDX-License-Identifier: MIT
 *
 * Two half-spaces N . (p - position) <= height. They are apart only if their normals are exactly
 * opposite.
 */
#include <string.h>

#include "../../number/scalar.h"
#include "../../shape/shape.h"
#include "decide.h"
#include "quick_pairs.h"
#include "half_space.h"

/* Is a component of Na x Nb certainly not zero, or do the normals not point against each other? Two
 * products that are equal round to the same double, so products that differ when rounded differ. */
static int surely_not_opposite(const double a[3], const double b[3]) {
  int i, same = 0;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    if (a[j] * b[k] != a[k] * b[j]) return 1;
    if (a[i] * b[i] > 0) same = 1;
  }
  return same;
}

int ci_solid_planes_overlap(const collide_shape *a, const collide_shape *b) {
  return surely_not_opposite(a->a, b->a) || ci_solid_decide(a, b) > SOLID_APART;
}

/* Measures two half-spaces that face each other, along their common normal. */
static void measure_opposite(const collide_shape *a, const collide_shape *b, int overlap,
                             pair_gap *gap) {
  double near_a = scale_near_one(ci_largest(a->a, 3, 0)), own[3];
  double near_b = scale_near_one(ci_largest(b->a, 3, 0)), other[3], x, size;
  double scale = plane_scale(a->position, b->position);
  twofold sum = tf(0), apart;
  int i;
  for (i = 0; i < 3; i++) {
    twofold d = two_diff(a->position[i] * scale, b->position[i] * scale);
    own[i] = a->a[i] * near_a;
    other[i] = b->a[i] * near_b;
    sum = tf_add(sum, tf_scale(d, other[i]));
  }
  apart = tf_sub(tf_div(tf_minus(sum, b->height * near_b * scale), tf_sqrt(two_square(other))),
                 tf_div(tf(a->height * near_a * scale), tf_sqrt(two_square(own))));
  x = apart.hi / scale;
  size = ci_largest(a->position, 3, ci_largest(b->position, 3, fabs(a->radius) + fabs(b->radius)));
  if (!overlap && !(x > 0)) x = nextafter(0, 1);
  if (overlap && !(x < -8.077935669463161e-28 * size)) { /* 2^-90 */
    if (ci_solid_decide(a, b) != SOLID_IN)
      x = 0;
    else if (!(x < 0))
      x = -nextafter(0, 1);
  }
  gap->apart = x;
  for (i = 0; i < 3; i++) {
    gap->on_b[i] = b->position[i] + b->b[i] * b->radius;
    gap->on_a[i] = gap->on_b[i] + b->b[i] * x;
    gap->common[i] = gap->on_a[i] * 0.5 + gap->on_b[i] * 0.5;
    gap->common[i] = lesser(greater(gap->common[i], -COLLIDE_LARGEST), COLLIDE_LARGEST);
  }
}

/* The distance of p from the half-space; 0 if p is in it. */
static double out_of(const collide_shape *plane, const double p[3]) {
  double d[3], x;
  int i;
  for (i = 0; i < 3; i++) d[i] = p[i] - plane->position[i];
  x = vector_dot(plane->b, d) - plane->radius;
  return x > 0 ? x : 0;
}

/* A point of both: moves the middle of the two positions into both. Returns 0 if the point is not
 * in range, as for planes that are nearly opposite. */
static int meeting_point(const collide_shape *a, const collide_shape *b, double point[3]) {
  double middle[3], x, y, cosine = vector_dot(a->b, b->b), cross[3], square, s, t;
  int i, is_in_range = 1;
  for (i = 0; i < 3; i++) middle[i] = a->position[i] * 0.5 + b->position[i] * 0.5;
  x = out_of(a, middle);
  y = out_of(b, middle);
  if (cosine >= 0) {
    s = t = (x > y ? x : y) / (1 + cosine);
  } else { /* onto both borders */
    vector_cross(a->b, b->b, cross);
    square = vector_dot(cross, cross);
    s = (x - cosine * y) / square;
    t = (y - cosine * x) / square;
  }
  for (i = 0; i < 3; i++) {
    point[i] = middle[i] - s * a->b[i] - t * b->b[i];
    is_in_range = is_in_range && fabs(point[i]) <= COLLIDE_LARGEST;
  }
  return is_in_range;
}

void ci_solid_measure_planes(const collide_shape *a, const collide_shape *b, int overlap,
                             pair_gap *gap) {
  memcpy(gap->normal, b->b, sizeof gap->normal);
  if (!surely_not_opposite(a->a, b->a) && ci_solid_are_opposite(a, b)) {
    measure_opposite(a, b, overlap, gap);
    return;
  }
  gap->apart = -HUGE_VAL; /* no push parts them */
  if (!meeting_point(a, b, gap->common)) memcpy(gap->common, b->position, sizeof gap->common);
  memcpy(gap->on_a, gap->common, sizeof gap->on_a);
  memcpy(gap->on_b, gap->common, sizeof gap->on_b);
}

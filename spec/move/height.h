/* SPDX-License-Identifier: MIT
 *
 * Heights of convex bodies in quadruple precision, with an error bound. Shares no code with the
 * core.
 */
#ifndef SPEC_MOVE_HEIGHT_H
#define SPEC_MOVE_HEIGHT_H

#include <float.h>
#include <math.h>
#include <string.h>

#if LDBL_MANT_DIG >= 113
typedef long double quad;
#else
__extension__ typedef __float128 quad;
#endif

enum { POINTS_MOST = 24 };

/* The points within `radius` of origin + linear * p, for all p in the convex hull of the points
 * and discs. A disc has the axis y. */
typedef struct solid {
  int count, discs, is_level; /* is_level: `linear` is the identity */
  double points[POINTS_MOST][3], disc_y[2], disc_radius, radius;
  double linear[9], position[3];
} solid;

static inline void make_solid(solid *s) {
  memset(s, 0, sizeof *s);
  s->linear[0] = s->linear[4] = s->linear[8] = 1;
  s->is_level = 1;
}

/* A sum and a bound for its error. The error of an addition is found exactly. */
typedef struct sum {
  quad value, error;
} sum;

static inline quad size_of(quad x) {
  return x < 0 ? -x : x;
}

static inline void add(sum *s, quad x) {
  quad v = s->value + x, back = v - s->value;
  s->error += size_of((s->value - (v - back)) + (x - back));
  s->value = v;
}

static const quad ROUND = 0x1p-110; /* more than the rounding of one product or root */

/* The product of a double and a number of quadruple precision: exact for 0, 1 and -1. */
static inline void add_product(sum *s, double a, quad x) {
  quad p = (quad)a * x;
  if (a != 0 && a != 1 && a != -1) s->error += size_of(p) * ROUND;
  add(s, p);
}

static inline quad root(quad x, quad *error) {
  quad y = (quad)sqrt((double)x);
  *error = 0;
  if (y * y == x) return y;
  y = (y + x / y) / 2;
  y = (y + x / y) / 2;
  *error = y * ROUND * 4;
  return y;
}

/* n . (origin + linear * p) */
static inline void add_point(sum *s, const solid *b, const double n[3], const double p[3]) {
  int j, k;
  for (k = 0; k < 3; k++) {
    if (n[k] == 0) continue;
    add_product(s, n[k], b->position[k]);
    if (b->is_level) {
      add_product(s, n[k], p[k]);
    } else {
      for (j = 0; j < 3; j++) add_product(s, n[k], (quad)b->linear[3 * k + j] * p[j]);
    }
  }
}

/* An upper bound of the support function, without the radius. */
static inline quad bound_support(const solid *b, const double n[3]) {
  quad most = 0;
  int i, k, has = 0;
  for (i = 0; i < b->count; i++) {
    sum s = {0, 0};
    add_point(&s, b, n, b->points[i]);
    if (!has || s.value + s.error > most) most = s.value + s.error;
    has = 1;
  }
  for (i = 0; i < b->discs; i++) {
    double centre[3] = {0, 0, 0};
    sum s = {0, 0}, own[2];
    quad square, error, length;
    centre[1] = b->disc_y[i];
    add_point(&s, b, n, centre);
    for (k = 0; k < 2; k++) {
      int j, column = k == 0 ? 0 : 2;
      memset(&own[k], 0, sizeof own[k]);
      for (j = 0; j < 3; j++) add_product(&own[k], n[j], (quad)b->linear[3 * j + column]);
      own[k].value = size_of(own[k].value) + own[k].error;
    }
    square = own[0].value * own[0].value + own[1].value * own[1].value;
    square += square * ROUND;
    length = root(square, &error);
    add(&s, (length + error) * (quad)b->disc_radius);
    s.error += size_of(length * (quad)b->disc_radius) * ROUND;
    if (!has || s.value + s.error > most) most = s.value + s.error;
    has = 1;
  }
  return most;
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * Quick answers to whether a solid contains a point: in plain doubles, and only where the answer is
 * certain; see quick.h for u and e, and for how the margins are derived.
 *
 * M = F + R is at least the size of the point in the frame and of every length of the shape, R =
 * reach. Each f_i is off by at most e M, and u <= e / 2. */
#include "quick.h"

typedef struct place {
  double f[3], m, e; /* M and e */
} place;

/* Returns 0 if squares of squares might over- or underflow. */
static QUICK_INLINE int enter(const collide_shape *s, const double point[3], place *p) {
  double v[3], most;
  v[0] = point[0] - s->position[0];
  v[1] = point[1] - s->position[1];
  v[2] = point[2] - s->position[2];
  if (s->frame == COLLIDE_LINEAR) {
    most = quick_through(shape_turned(s)->inverse, v, p->f);
    p->e = QUICK_TURNED;
  } else {
    most = quick_largest(v);
    p->f[0] = v[0];
    p->f[1] = v[1];
    p->f[2] = v[2];
    p->e = QUICK_MOVED;
  }
  p->m = most + s->reach;
  return p->m > 1e-60 && p->m < 1e60;
}

/* A difference of a coordinate and a length of the shape: e M for f_i and a rounding, u 2 M. */
#ifndef QUICK_LOCATE_SLAB
#define QUICK_LOCATE_SLAB 2.0
#endif

/* |f|^2 - r^2: 3 (2 e + u) M^2 for the squares, 2 u (3) M^2 for their sums, u M^2 for r^2, and u
 * (4) M^2 for the difference; less for two coordinates. */
#ifndef QUICK_LOCATE_BALL
#define QUICK_LOCATE_BALL 13.0
#endif

/* h^2 (x^2 + z^2) - r^2 y^2: h^2 times two squares, 5 e, and 4 u (2), less r^2 times one, 2.5 e and
 * 2 u, and a rounding of all, at most u (2): below 12 e (r^2 + h^2) M^2. */
#ifndef QUICK_LOCATE_CONE
#define QUICK_LOCATE_CONE 12.0
#endif

/* p = f - a - k x for k from 0 to 1 and x = b - a: f - a is off by e M + 2 u M and at most 2 M, k
 * x, also at most 2 M, by 4 u M, and the difference by 4 u M, so p_i, at most 4 M, by 6 e M: |p|^2
 * - r^2 is off by 3 (2 (4) 6 e + 16 u) M^2 for the squares, 2 u (48) M^2 for their sums and u (50)
 * M^2 more: below 250 e M^2. That k itself is rounded changes |p|^2 by its square times |x|^2,
 * which is of second order, for |p|^2 is least there. */
#ifndef QUICK_LOCATE_TUBE
#define QUICK_LOCATE_TUBE 256.0
#endif

/* Returns 1 for a certainly positive value, -1 for a certainly negative one, else 0. */
static QUICK_INLINE int sign_of(double value, double margin) {
  return (value > margin) - (value < -margin);
}

/* Combines two conditions, each -1 (holds), 1 (fails) or 0 (uncertain), that must both hold. */
static QUICK_INLINE int both(int a, int b) {
  if (a > 0 || b > 0) return 1;
  return a < 0 && b < 0 ? -1 : 0;
}

static QUICK_INLINE int locate_box(const collide_shape *s, const place *p) {
  double outside = -HUGE_VAL;
  int i;
  for (i = 0; i < 3; i++) {
    double below = s->a[i] - p->f[i], above = p->f[i] - s->b[i];
    outside = below > outside ? below : outside;
    outside = above > outside ? above : outside;
  }
  return sign_of(outside, QUICK_LOCATE_SLAB * p->e * p->m);
}

static QUICK_INLINE int locate_cylinder(const collide_shape *s, const place *p) {
  double x = p->f[0], z = p->f[2], r = s->radius;
  int disc = sign_of(x * x + z * z - r * r, QUICK_LOCATE_BALL * p->e * (p->m * p->m));
  return both(disc, sign_of(fabs(p->f[1]) - s->height, QUICK_LOCATE_SLAB * p->e * p->m));
}

static QUICK_INLINE int locate_cone(const collide_shape *s, const place *p) {
  double x = p->f[0], y = p->f[1], z = p->f[2], h = s->height, hh = h * h;
  double rr = s->radius * s->radius, outside = y > -h - y ? y : -h - y;
  double margin = QUICK_LOCATE_CONE * p->e * (rr + hh) * (p->m * p->m);
  int side = sign_of(hh * (x * x + z * z) - rr * (y * y), margin);
  return both(side, sign_of(outside, QUICK_LOCATE_SLAB * p->e * p->m));
}

static QUICK_INLINE int locate_capsule(const collide_shape *s, const place *p) {
  double x[3], g[3], xx, k, r = s->radius;
  int i;
  for (i = 0; i < 3; i++) {
    x[i] = s->b[i] - s->a[i];
    g[i] = p->f[i] - s->a[i];
  }
  xx = vector_dot(x, x);
  k = xx > 0 ? vector_dot(g, x) / xx : 0;
  k = k > 0 ? k : 0;
  k = k < 1 ? k : 1;
  for (i = 0; i < 3; i++) g[i] -= k * x[i];
  return sign_of(vector_dot(g, g) - r * r, QUICK_LOCATE_TUBE * p->e * (p->m * p->m));
}

static QUICK_INLINE int locate_sphere(const collide_shape *s, const place *p) {
  return sign_of(vector_dot(p->f, p->f) - s->radius * s->radius,
                 QUICK_LOCATE_BALL * p->e * (p->m * p->m));
}

#define LOCATE(kind)                                                    \
  int ci_locate_##kind(const collide_shape *s, const double point[3]) { \
    place p;                                                            \
    return enter(s, point, &p) ? locate_##kind(s, &p) : 0;              \
  }
LOCATE(sphere)
LOCATE(box)
LOCATE(cylinder)
LOCATE(cone)
LOCATE(capsule)

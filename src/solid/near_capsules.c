/* SPDX-License-Identifier: MIT
 *
 * Do a sphere or capsule and a capsule certainly meet, or certainly not? As near_core.c has it for
 * all cores, without looking for the kind of each of their features.
 */
#include "near.h"

static double larger(double x, double y) {
  return x > y ? x : y;
}

static double smaller(double x, double y) {
  return x < y ? x : y;
}

/* The two as near_core.c sees them: a's ends, relative to b's position. */
typedef struct capsules {
  const collide_shape *b;
  double p[2][3], size;
} capsules;

/* Balls around the middles of the two. A coordinate is off by 4 u M, the vector by 7 u M, and the
 * square and the radii as in near_decide: far below the margin. */
static int do_middles_meet(const capsules *c, double radius) {
  const double *q0 = c->b->a, *q1 = c->b->b;
  double r[3], in = radius - NEAR_MARGIN * c->size;
  int k;
  for (k = 0; k < 3; k++)
    r[k] = (c->p[0][k] * 0.5 + c->p[1][k] * 0.5) - (q0[k] * 0.5 + q1[k] * 0.5);
  return near_in_range(c->size) && in > 0 && vector_dot(r, r) < in * in;
}

/* Where the sphere's centre is nearest to the segment: 0 to 1, or NaN for one without length. */
static double nearest_to(const double p[3], const double q0[3], const double q1[3]) {
  double e[3], f[3], t;
  int k;
  for (k = 0; k < 3; k++) {
    e[k] = q1[k] - q0[k];
    f[k] = p[k] - q0[k];
  }
  t = vector_dot(f, e) / vector_dot(e, e);
  return t < 0 ? 0 : t > 1 ? 1 : t;
}

/* Whatever s and t are, r goes between two points of the cores, but for rounding, and the extent
 * along r is one of the two: so neither answer depends on how well these were found, and nothing
 * that is compared is true of NaN. A coordinate of r is off by 2 u M for p's own rounding, 5 u M
 * for each of both points and 2 u M for their difference: 14 u M, less than NEAR_MARGIN has room
 * for. */
static int look(const capsules *c, int is_ball, double radius) {
  const double *p0 = c->p[0], *p1 = c->p[1], *q0 = c->b->a, *q1 = c->b->b;
  double r[3], s = 0, t, least, most;
  int k, parallel;
  if (is_ball)
    t = nearest_to(p0, q0, q1);
  else
    ci_near_segments(p0, p1, q0, q1, &s, &t, &parallel);
  for (k = 0; k < 3; k++) r[k] = (p0[k] + s * (p1[k] - p0[k])) - (q0[k] + t * (q1[k] - q0[k]));
  least = smaller(vector_dot(r, p0), vector_dot(r, p1));
  most = larger(vector_dot(r, q0), vector_dot(r, q1));
  return near_decide(vector_dot(r, r), least - most, radius, c->size);
}

int ci_near_capsules(const collide_shape *a, const collide_shape *b) {
  capsules c;
  double radius = a->radius + b->radius, most = 0;
  int k, is_ball = a->kind == COLLIDE_SPHERE;
  if (b->kind != COLLIDE_CAPSULE || !(is_ball || a->kind == COLLIDE_CAPSULE)) return NEAR_UNSURE;
  if (a->frame != COLLIDE_MOVED || b->frame != COLLIDE_MOVED) return NEAR_UNSURE;
  c.b = b;
  for (k = 0; k < 3; k++) {
    double d = a->position[k] - b->position[k];
    most = larger(most, fabs(d));
    c.p[0][k] = is_ball ? d : d + a->a[k];
    c.p[1][k] = is_ball ? d : d + a->b[k];
  }
  c.size = most + (a->reach + b->reach);
  return do_middles_meet(&c, radius) ? NEAR_MEET : look(&c, is_ball, radius);
}

/* SPDX-License-Identifier: MIT
 *
 * Do a sphere or capsule and a capsule meet? The method is that of quick_cores.c without the tests
 * of features, at two thirds of the time.
 */
#include "witness.h"
#include "../../number/scalar.h"

/* The ends of a relative to b's position. */
typedef struct capsules {
  const collide_shape *a, *b;
  double p[2][3], size;
  int is_ball; /* a is a sphere */
} capsules;

/* The point of the segment nearest to the centre: t is 0 to 1, or NaN for a segment without length.
 */
static void find_nearest(const double p[3], const double q0[3], const double q1[3],
                         nearest_on_lines *found) {
  double f[3], t;
  int k;
  for (k = 0; k < 3; k++) {
    found->d[k] = 0;
    found->e[k] = q1[k] - q0[k];
    f[k] = p[k] - q0[k];
  }
  t = vector_dot(f, found->e) / vector_dot(found->e, found->e);
  found->s = 0;
  found->t = t < 0 ? 0 : t > 1 ? 1 : t;
}

static inline void find_lines(const capsules *c, nearest_on_lines *lines) {
  if (c->is_ball)
    find_nearest(c->p[0], c->b->a, c->b->b, lines);
  else
    ci_find_nearest_on_segments(c->p[0], c->p[1], c->b->a, c->b->b, lines);
}

/* The separation of the cores along r, times |r|. */
static inline double extent_along(const capsules *c, const double r[3]) {
  double least = lesser(vector_dot(r, c->p[0]), vector_dot(r, c->p[1]));
  return least - greater(vector_dot(r, c->b->a), vector_dot(r, c->b->b));
}

/* For any s and t, r joins two points of the cores, except for rounding, and the separation along r
 * is one of the two. So the answers do not depend on the accuracy of s and t, and NaN makes them
 * unsure. A coordinate of r is off by 2 u M for the rounding of p, 5 u M for each of the two points
 * and 2 u M for their difference: 14 u M, within QUICK_MARGIN. */
static inline int decide(const capsules *c, const nearest_on_lines *l) {
  const double *p = c->p[0], *q = c->b->a;
  double r[3];
  int k;
  for (k = 0; k < 3; k++) r[k] = (p[k] + l->s * l->d[k]) - (q[k] + l->t * l->e[k]);
  return quick_decide(vector_dot(r, r), extent_along(c, r), c->a->radius + c->b->radius, c->size);
}

/* Returns 0 for other shapes and for linear frames. */
static inline int make_capsules(const collide_shape *a, const collide_shape *b, capsules *c) {
  double most = 0;
  int k;
  c->is_ball = a->kind == COLLIDE_SPHERE;
  if (b->kind != COLLIDE_CAPSULE || !(c->is_ball || a->kind == COLLIDE_CAPSULE)) return 0;
  if (a->frame != COLLIDE_MOVED || b->frame != COLLIDE_MOVED) return 0;
  c->a = a;
  c->b = b;
  for (k = 0; k < 3; k++) {
    double d = a->position[k] - b->position[k];
    most = greater(most, fabs(d));
    c->p[0][k] = c->is_ball ? d : d + a->a[k];
    c->p[1][k] = c->is_ball ? d : d + a->b[k];
  }
  c->size = most + (a->reach + b->reach);
  return 1;
}

int ci_capsules_decide(const collide_shape *a, const collide_shape *b) {
  nearest_on_lines lines;
  capsules c;
  if (!make_capsules(a, b, &c)) return PAIR_UNSURE;
  find_lines(&c, &lines);
  return decide(&c, &lines);
}

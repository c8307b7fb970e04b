/* SPDX-License-Identifier: MIT
 *
 * A quick yes or no for two solids: each has a ball around it and a ball inside it, about one
 * centre. It takes some dozens of operations and does not read the corners of a hull.
 */
#include "../shape/polytope.h"
#include "balls.h"
#include "solid.h"
#include "../number/scalar.h"
#include "../shape/shape.h"

/* A solid lies in the ball of radius `outer` about `center` and contains that of radius `inner`. */
typedef struct ball_pair {
  double center[3], outer, inner;
} ball_pair;

static double length_of(double x, double y, double z) {
  return sqrt(x * x + y * y + z * z);
}

/* Places the balls of a box, or of a shape between two corners. */
static void between(const collide_shape *s, ball_pair *own) {
  double h[3];
  int i;
  for (i = 0; i < 3; i++) {
    own->center[i] = s->a[i] * 0.5 + s->b[i] * 0.5;
    h[i] = s->b[i] * 0.5 - s->a[i] * 0.5;
  }
  own->outer = length_of(h[0], h[1], h[2]);
  own->inner = shape_core(s) == COLLIDE_BOX ? lesser(lesser(h[0], h[1]), h[2]) : 0;
}

/* The inner ball of a cone touches its base and its side. Its radius is that of the circle
 * inscribed in the triangle of the cone's outline. */
static void of_cone(const collide_shape *s, ball_pair *own) {
  double slant = length_of(s->radius, s->height, 0);
  own->inner = s->radius * s->height / (s->radius + slant);
  own->center[1] = own->inner - s->height;
  own->outer = greater(s->height - own->inner, length_of(s->radius, own->inner, 0));
}

/* Finds the balls in the own frame; each number is off by less than 8 u of the largest. Returns 0
 * if there are none. */
static int find_own(const collide_shape *s, ball_pair *own) {
  own->center[0] = own->center[1] = own->center[2] = 0;
  switch (shape_core(s)) {
  case COLLIDE_SPHERE:
    own->outer = own->inner = s->radius;
    return 1;
  case COLLIDE_BOX:
  case COLLIDE_SEGMENT:
    between(s, own);
    return 1;
  case COLLIDE_CAPSULE:
    between(s, own);
    own->outer += s->radius;
    own->inner = s->radius;
    return 1;
  case COLLIDE_CYLINDER:
    own->outer = length_of(s->radius, s->height, 0);
    own->inner = lesser(s->radius, s->height);
    return 1;
  case COLLIDE_CONE:
    of_cone(s, own);
    return 1;
  case COLLIDE_HULL: {
    const polytope *p = polytope_of(s);
    int i;
    for (i = 0; i < 3; i++) own->center[i] = p->center[i];
    own->outer = p->radius;
    own->inner = p->inner;
    return 1;
  }
  default:
    return 0;
  }
}

/* ---- Margin -------------------------------------------------------------------------------
 *
 * In units of a size: the sum of the coordinates of the difference of the positions, and of both
 * solids' centres and outer radii, times the largest stretch.
 * - Stretches: the eigenvalues of m' m lie within the sums of the absolute values of a row about
 *   the diagonal (Gershgorin). An entry is off by 5 u of at most three times the largest row sum;
 *   with the sums below 24 u of that. The margin is taken off the least eigenvalue and added to
 *   the greatest; roots then round by 2 u.
 * - Centres: a product with the matrix, 5 u, of a centre that is off by 8 u, and three sums; radii:
 *   8 u and the stretch. That is below 32 u of the size for each coordinate, 64 u in length; the
 *   square of the distance and of the limit round by less than 8 u.
 * All of this is below 128 u. A wider margin costs nothing here: 2^-40 is 8192 u. */
#ifndef BALLS_MARGIN
#define BALLS_MARGIN (8192 * SOLID_UNIT)
#endif

/* The least and greatest factor by which the matrix changes lengths. */
static void find_stretches(const double *m, double *least, double *most) {
  double xx = m[0] * m[0] + m[3] * m[3] + m[6] * m[6];
  double yy = m[1] * m[1] + m[4] * m[4] + m[7] * m[7];
  double zz = m[2] * m[2] + m[5] * m[5] + m[8] * m[8];
  double xy = fabs(m[0] * m[1] + m[3] * m[4] + m[6] * m[7]);
  double yz = fabs(m[1] * m[2] + m[4] * m[5] + m[7] * m[8]);
  double zx = fabs(m[2] * m[0] + m[5] * m[3] + m[8] * m[6]);
  double high = greater(greater(xx + (xy + zx), yy + (xy + yz)), zz + (yz + zx));
  double low = lesser(lesser(xx - (xy + zx), yy - (xy + yz)), zz - (yz + zx));
  high *= 1 + BALLS_MARGIN;
  low -= BALLS_MARGIN * high;
  *most = sqrt(high);
  *least = low > 0 ? sqrt(low) : 0;
}

/* Finds the balls relative to the position. Returns the size. */
static double pose_balls(const collide_shape *s, ball_pair *balls) {
  const double *m = shape_turned(s)->linear;
  double c[3], least = 1, most = 1;
  int i;
  for (i = 0; i < 3; i++) c[i] = balls->center[i];
  if (s->frame == COLLIDE_LINEAR) {
    find_stretches(m, &least, &most);
    if (c[0] != 0 || c[1] != 0 || c[2] != 0)
      for (i = 0; i < 3; i++) balls->center[i] = vector_dot(m + 3 * i, c);
  }
  balls->inner *= least;
  balls->outer *= most;
  if (shape_is_rounded(s)) {
    balls->inner += s->radius;
    balls->outer += s->radius;
  }
  return balls->outer + most * (fabs(c[0]) + fabs(c[1]) + fabs(c[2]));
}

int ci_solid_balls(const collide_shape *a, const collide_shape *b) {
  ball_pair p, q;
  double d[3], size, error, in, out, square;
  int i;
  if (!find_own(a, &p) || !find_own(b, &q)) return SOLID_UNDECIDED;
  size = pose_balls(a, &p) + pose_balls(b, &q);
  for (i = 0; i < 3; i++) {
    d[i] = a->position[i] - b->position[i];
    size += fabs(d[i]);
    d[i] += p.center[i] - q.center[i];
  }
  if (!(size > 1e-70 && size < 1e70)) return SOLID_UNDECIDED;
  error = BALLS_MARGIN * size;
  in = p.inner + q.inner - error;
  out = p.outer + q.outer + error;
  square = vector_dot(d, d);
  if (in > 0 && square < in * in) return SOLID_IN;
  return square > out * out ? SOLID_APART : SOLID_UNDECIDED;
}

/* SPDX-License-Identifier: MIT
 *
 * The last digits of the penetration depth of a curved difference. The polytope that expanded
 * inside has found a direction near the best one. From there this minimizes the height of the
 * support point over unit directions. The height is smooth except at creases, where the support
 * point jumps. Quasi-Newton steps (Broyden, Fletcher, Goldfarb and Shanno) with a line search for
 * the weak Wolfe conditions minimize such functions: A. S. Lewis and M. L. Overton, "Nonsmooth
 * optimization via quasi-Newton methods" (2013).
 */
#include "epa.h"

#include <string.h>

/* The most support points; a crease takes all of them. */
enum { MOST_SUPPORTS = 96 };
/* The longest step, as a tangent: the best direction is near. */
#define LONGEST_STEP 0.125

/* Directions are `center` plus t[0] times `across[0]` plus t[1] times `across[1]`. */
typedef struct slope {
  const solid_pair *pair;
  double center[3], across[2][3];
  int corner[2];
  int supports;
} slope;

typedef struct place {
  double t[2], height, rise[2]; /* the height's derivatives */
  double unit[3];
} place;

static void find_height(slope *s, place *at) {
  solid_point q;
  double d[3], square = 1 + at->t[0] * at->t[0] + at->t[1] * at->t[1], length = sqrt(square);
  int i;
  for (i = 0; i < 3; i++)
    d[i] = s->center[i] + at->t[0] * s->across[0][i] + at->t[1] * s->across[1][i];
  for (i = 0; i < 3; i++) at->unit[i] = d[i] / length;
  ci_solid_support(s->pair, at->unit, s->corner, &q);
  memcpy(s->corner, q.corner, sizeof s->corner);
  at->height = vector_dot(at->unit, q.w);
  for (i = 0; i < 2; i++)
    at->rise[i] = (vector_dot(q.w, s->across[i]) - at->height * at->t[i] / length) / length;
  s->supports++;
}

/* The change of the height along the step, by the slope. */
static double along(const double rise[2], const double step[2]) {
  return rise[0] * step[0] + rise[1] * step[1];
}

/* Descends along the step until the weak Wolfe conditions hold: the height is low enough, and the
 * slope no longer as steep. Returns 0 if nothing is lower. */
static int descend(slope *s, const place *from, const double step[2], place *to) {
  double low = 0, high = HUGE_VAL, k = 1, steep = along(from->rise, step);
  int i, found = 0;
  while (s->supports < MOST_SUPPORTS) {
    place at;
    for (i = 0; i < 2; i++) at.t[i] = from->t[i] + k * step[i];
    if (at.t[0] == from->t[0] && at.t[1] == from->t[1]) break;
    find_height(s, &at);
    if (!(at.height < from->height + 1e-4 * k * steep)) {
      high = k;
    } else {
      if (!found || at.height < to->height) *to = at;
      found = 1;
      if (!(along(at.rise, step) < 0.5 * steep)) return 1;
      low = k;
    }
    k = high < HUGE_VAL ? low * 0.5 + high * 0.5 : 2 * k;
    if (!(k < 4)) break;
  }
  return found;
}

/* Updates m, the inverse of the second derivatives, by the step from one place to the other: m = (1
 * - r s y') m (1 - r y s') + r s s', where r = 1 / (s . y). */
static void learn(const place *from, const place *to, int first, double m[3]) {
  double s[2], y[2], my[2], sy, k, r;
  int i;
  for (i = 0; i < 2; i++) {
    s[i] = to->t[i] - from->t[i];
    y[i] = to->rise[i] - from->rise[i];
  }
  sy = along(s, y);
  if (!(sy > 0)) return;
  if (first) {
    m[0] = m[2] = sy / along(y, y);
    m[1] = 0;
  }
  r = 1 / sy;
  my[0] = m[0] * y[0] + m[1] * y[1];
  my[1] = m[1] * y[0] + m[2] * y[1];
  k = (1 + along(y, my) * r) * r;
  m[0] += k * s[0] * s[0] - 2 * r * s[0] * my[0];
  m[1] += k * s[0] * s[1] - r * (s[0] * my[1] + s[1] * my[0]);
  m[2] += k * s[1] * s[1] - 2 * r * s[1] * my[1];
}

static void next_step(const place *at, const double m[3], double size, double step[2]) {
  double length;
  step[0] = -(m[0] * at->rise[0] + m[1] * at->rise[1]);
  step[1] = -(m[1] * at->rise[0] + m[2] * at->rise[1]);
  if (!(along(at->rise, step) < 0)) {
    step[0] = -at->rise[0] / size;
    step[1] = -at->rise[1] / size;
  }
  length = sqrt(along(step, step));
  if (length > LONGEST_STEP) {
    step[0] *= LONGEST_STEP / length;
    step[1] *= LONGEST_STEP / length;
  }
}

void ci_solid_refine_depth(const solid_pair *p, penetration *push) {
  slope s;
  place at, to;
  double m[3], step[2];
  int first = 1;
  s.pair = p;
  s.corner[0] = s.corner[1] = -1;
  s.supports = 0;
  memcpy(s.center, push->normal, sizeof s.center);
  ci_vectors_across(s.center, s.across);
  at.t[0] = at.t[1] = 0;
  find_height(&s, &at);
  m[0] = m[2] = 1 / p->size;
  m[1] = 0;
  while (s.supports < MOST_SUPPORTS) {
    next_step(&at, m, p->size, step);
    if (!(along(at.rise, step) < -SOLID_UNIT * p->size)) break;
    if (!descend(&s, &at, step, &to)) break;
    learn(&at, &to, first, m);
    at = to;
    first = 0;
  }
  if (!(at.height < push->depth)) return;
  push->depth = at.height;
  ci_vector_unit(at.unit, push->normal);
}

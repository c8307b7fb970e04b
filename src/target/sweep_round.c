/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "../number/scalar.h"

#include <string.h>

#include "sweep_round.h"

/* The core of a ball is a point, that of an upright capsule a segment along an axis. So all
 * differences of a point of the box and one of the core are a box M, too. The distance of t d from
 * M is a convex function of t. A step of Newton's method from outside never passes the place where
 * the distance is the radius.
 *
 * With n from t d to the nearest corner, edge or face of M, each point of M lies at n . x >= n . c
 * for a corner c of M. So the plane across n through c is |n| away. Let u = 2^-53 and S the
 * greatest |coordinate| of the box, the core and d together along an axis. A component of n is off
 * by 2 u S for the bound of M, u S for t d, and u S for their difference; along three axes together
 * by 7 u S, and |n| rounds by 3 u of itself, which is at most 1.8 S. The rest after the radius
 * rounds by 3 u of S and of the radius: less than 16 u of (S + radius).
 *
 * The speed n . d / |n| is off by 3 u of the products and 4 u more of itself, and so by less than
 * 13 u of the greatest component of d. A step rounds by 4 u of itself, less than 4 u where it
 * counts, which is negligible beside the slack.
 */
#ifndef ROUND_DOUBT
#define ROUND_DOUBT 3.5527136788005009e-15 /* 2^-48, 32 u */
#endif

/* The most steps. The search ends at a step that is shorter than ROUND_NEAR. */
enum { MOST_STEPS = 5 };
#define ROUND_NEAR 1e-4

sweep_round ci_sweep_round(const sweep_mover *m) {
  const collide_shape *s = m->shape;
  sweep_round r;
  int i, axes = 0;
  r.is_known = 0;
  if (m->dimensions != 3 || s->frame != COLLIDE_MOVED || !(s->radius > 0)) return r;
  if (s->kind != COLLIDE_SPHERE && s->kind != COLLIDE_CAPSULE) return r;
  r.radius = s->radius;
  r.speed = 0;
  r.d = m->d;
  r.slack = m->slack;
  for (i = 0; i < 3; i++) {
    double a = s->kind == COLLIDE_CAPSULE ? s->a[i] : 0,
           b = s->kind == COLLIDE_CAPSULE ? s->b[i] : 0;
    axes += a != b;
    r.low[i] = s->position[i] + (a < b ? a : b);
    r.high[i] = s->position[i] + (a < b ? b : a);
    if (fabs(m->d[i]) > r.speed) r.speed = fabs(m->d[i]);
  }
  r.is_known = axes < 2 && r.speed > 1e-100 && r.speed < 1e100;
  return r;
}

double ci_sweep_round_bound(const sweep_round *r, const double low[3], const double high[3],
                            double t, double most) {
  double least[3], greatest[3], size = 0, doubt;
  int i, step;
  for (i = 0; i < 3; i++) {
    double reach =
        greater(fabs(low[i]), fabs(high[i])) + greater(fabs(r->low[i]), fabs(r->high[i]));
    size = greater(size, reach + fabs(r->d[i]));
    least[i] = low[i] - r->high[i];
    greatest[i] = high[i] - r->low[i];
  }
  doubt = ROUND_DOUBT * (size + r->radius);
  if (!(size < 1e100)) return t;
  for (step = 0; step < MOST_STEPS; step++) {
    double square = 0, along = 0, apart, gap, closing, next;
    for (i = 0; i < 3; i++) {
      double x = t * r->d[i], n = x < least[i]      ? least[i] - x
                                  : x > greatest[i] ? greatest[i] - x
                                                    : 0;
      square += n * n;
      along += n * r->d[i];
    }
    apart = sqrt(square);
    gap = apart - r->radius - doubt;
    if (!(gap > 0)) return t;
    closing = along / apart + ROUND_DOUBT * r->speed;
    if (!(gap < closing * (most + r->slack - t))) return HUGE_VAL;
    next = t + gap / closing;
    if (!(next - t > ROUND_NEAR)) return next;
    t = next;
  }
  return t;
}

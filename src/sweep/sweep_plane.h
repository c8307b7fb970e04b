/* SPDX-License-Identifier: MIT
 *
 * What the sources of pairs share: a query, what is decided about it, and half-planes.
 */
#ifndef COLLIDE_SWEEP_PLANE_H
#define COLLIDE_SWEEP_PLANE_H

#include "sweep.h"

typedef struct sweep_query {
  const collide_shape *a, *b;
  double d[2];
  int flags;
} sweep_query;

typedef enum sweep_outcome {
  SWEEP_NONE,
  SWEEP_LATER,    /* a hit, at t > 0 */
  SWEEP_AT_START, /* a hit at t = 0 of the open question: they touch, and the shape goes in */
  SWEEP_TOUCHED,  /* they overlap at the start, where the line enters; */
  SWEEP_INSIDE    /* or has entered before */
} sweep_outcome;

/* `start` and `end` are the signs of t - 0 and t - 1 where the line enters, and `exit` that of t -
 * 0 where it leaves. `exit` counts only where start <= 0, and `end` where start > 0. */
sweep_outcome ci_sweep_decide(int flags, sweep_found found, int start, int exit, int end);
/* A rounded t above 0, on the side of 1 that `end` says. */
double ci_sweep_put_time(double t, int end);
/* They overlap at the start. `touches` tells that the line enters there: then the caller has set t,
 * normal and point, which are kept when the two only touch. Returns 0 when what they are in is
 * passed over. */
int ci_sweep_take_start(const sweep_query *w, int touches, collide_sweep_hit *hit);

/* Two hulls. */
int ci_sweep_hulls(const sweep_query *w, collide_sweep_hit *hit);
/* Where two hulls that meet part for good. */
double ci_sweep_hulls_exit(const sweep_query *w);
/* One of the two is a half-plane, or both are. */
int ci_sweep_plane(const sweep_query *w, collide_sweep_hit *hit);

/* No number is -0. */
static inline void sweep_tidy(collide_sweep_hit *hit) {
  int i;
  hit->t += 0.0;
  hit->t_exit += 0.0;
  hit->depth += 0.0;
  for (i = 0; i < 3; i++) {
    hit->normal[i] += 0.0;
    hit->point[i] += 0.0;
  }
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * Shared by the sources of pairs: a query, the decision about it, and half-planes.
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
  SWEEP_AT_START, /* a hit at t = 0 of the open query: they touch, and the shape moves in */
  SWEEP_TOUCHED,  /* they overlap at the start, and the line enters there */
  SWEEP_INSIDE    /* they overlap at the start, and the line has entered before */
} sweep_outcome;

/* `start` and `end` are the signs of t and t - 1 at the entry, and `exit` is the sign of t at the
 * exit. `exit` counts only if start <= 0, and `end` only if start > 0. */
sweep_outcome ci_sweep_decide(int flags, sweep_found found, int start, int exit, int end);
/* Moves a rounded t above 0 to the side of 1 that `end` says. */
double ci_sweep_put_time(double t, int end);
/* Writes the hit of two that overlap at the start. `touches`: the line enters there. Then the
 * caller has set t, normal and point, which stay if the two only touch. In the open query, returns
 * 0 for a depth above 0 if the shape does not move against the contact's normal. */
int ci_sweep_take_start(const sweep_query *w, int touches, collide_sweep_hit *hit);

/* Two outlines. */
int ci_sweep_outlines(const sweep_query *w, collide_sweep_hit *hit);
/* The time at which two outlines that meet part for good. */
double ci_sweep_outlines_exit(const sweep_query *w);
/* One of the two is a half-plane, or both are. */
int ci_sweep_plane(const sweep_query *w, collide_sweep_hit *hit);

/* Turns -0 into 0. */
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

/* SPDX-License-Identifier: MIT
 *
 * What runs in the plane and in space share. See cells_run.c.
 */
#ifndef COLLIDE_CELLS_RUN_H
#define COLLIDE_CELLS_RUN_H

#include "../number/lanes.h"
#include "cells.h"

/* The next boundary of an axis, in a run. No crossing is behind the last one. */
static inline double cells_next_edge(const collide_walk *w, int axis) {
  return w->left[axis] > 0 ? w->edge[axis] : INFINITY;
}

/* Records the crossings of one axis in a run. */
static inline void cells_pass(collide_walk *w, int axis, int64_t count) {
  w->edge[axis] += (double)count;
  w->cell[axis] += (double)count * w->step[axis];
  w->left[axis] -= count;
  if (w->left[axis] == 0) cells_end_axis(w, axis);
}

/* The times of the crossings of two axes with their boundaries `edge`. */
typedef struct clock_pair {
  lanes size, origin, from, span;
} clock_pair;

static CELLS_INLINE clock_pair clock_begin(const collide_walk *w, int a, int b) {
  clock_pair c;
  c.size = lanes_make(w->size[a], w->size[b]);
  c.origin = lanes_make(w->origin[a], w->origin[b]);
  c.from = lanes_make(w->from[a], w->from[b]);
  c.span = lanes_make(w->span[a], w->span[b]);
  return c;
}

static CELLS_INLINE lanes clock_read(const clock_pair *c, lanes edge) {
  lanes b = lanes_add(lanes_mul(edge, c->size), c->origin);
  return lanes_div(lanes_sub(b, c->from), c->span);
}

/* The number of crossings of an axis between two numbers of its next boundary. */
static inline int64_t cells_count_passed(const collide_walk *w, int axis, double edge) {
  return w->left[axis] > 0 ? (int64_t)(edge - w->edge[axis]) : 0;
}

/* The index of a group, and number `which` of two times. */
static CELLS_INLINE lanes head_of(lanes index, lanes t, int which) {
  return which == 0 ? lanes_firsts(index, t) : lanes_seconds(index, t);
}

/* The place of a minor axis in a run: `crossed` boundaries and `fraction` * 2^-64 of a cell. */
typedef struct run_place {
  uint64_t crossed, fraction, slope;
} run_place;

enum { RUN_PLACE_SHIFT = 64 - CELLS_PLACE_BITS };

/* A slope of 1 becomes 1 - 2^-64, which is within the error of slopes. */
static inline run_place place_begin(const collide_walk *w, int axis) {
  const uint64_t place = w->place[axis], slope = w->slope[axis];
  run_place p;
  p.crossed = place >> CELLS_PLACE_BITS;
  p.fraction = place << RUN_PLACE_SHIFT;
  p.slope = slope == CELLS_PLACE_ONE ? UINT64_MAX : slope << RUN_PLACE_SHIFT;
  return p;
}

static inline void place_end(const run_place *p, collide_walk *w, int axis) {
  w->place[axis] = (p->crossed << CELLS_PLACE_BITS) + (p->fraction >> RUN_PLACE_SHIFT);
}

/* The margin in the unit of fractions. */
static inline uint64_t place_margin(const collide_walk *w) {
  return w->margin << RUN_PLACE_SHIFT;
}

static CELLS_INLINE int place_is_near(const run_place *p, uint64_t margin) {
  return p->fraction + margin < 2 * margin;
}

/* The whole number that a near place is near to. */
static inline uint64_t place_round(const run_place *p) {
  return p->crossed + (p->fraction >> 63);
}

/* Advances to the next crossing of the major axis, behind `crossed` boundaries. */
static CELLS_INLINE void place_advance(run_place *p) {
  p->fraction += p->slope;
  p->crossed = p->fraction < p->slope;
}

/* The same from a near place, behind `count` boundaries. */
static inline void place_advance_near(run_place *p, uint64_t count) {
  p->fraction += p->slope;
  p->crossed += (uint64_t)(p->fraction < p->slope) - count;
}

#endif

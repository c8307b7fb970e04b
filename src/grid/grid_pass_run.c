/* SPDX-License-Identifier: MIT
 *
 * A box that is thin beside the cells goes the way of a ray, from its middle: where it crosses
 * boundaries one after the other, and not two nearly at once, all of it does so in the same order.
 * So the run of a ray through bricks (grid_cast_run.c) finds the cells that it meets, once all its
 * margins are wider by half the box; where the run is not certain, the box is walked layer by
 * layer.
 */
#include "grid_pass_walk.h"

/* Thicker ones are uncertain too often; in cells. */
#define RUN_THIN 0.125

/* The middle of the box crosses boundary k at start + k * rate, but for CAST_ROUNDINGS, whose bound
 * holds with the middle in place of the origin of a ray, and d in place of `to - base`: the middle
 * is a double, whichever, and d one that is not rounded. Front and back are at most `half` away
 * from the middle, which takes them half / d of the time. Of that time, `half` is off by u = 2^-53,
 * 1 / d by u, their product by u, and the sums of two slacks and with a time by u each, of which
 * the part of the roundings is covered there: with less than 8 u of itself more, a crossing that is
 * certain is so for all of the box.
 *
 * In cells, where grid_cast_run.c multiplies a slack by the pace, |d| / size, that product and the
 * pace round by 3 u, and the sum of two slacks by u, as the distance to the next boundary: by less
 * than 8 u again. RUN_HALF - 1 is 32 u. */
#ifndef RUN_HALF
#define RUN_HALF (1 + 3.5527136788005009e-15) /* 1 + 2^-48 */
#endif

static int begin_axis(const grid_pass *p, const walk_axis *a, int axis, collide_grid_axis *x) {
  double middle = a->tail + (a->lead - a->tail) * 0.5, half = a->lead - middle, inverse, reach;
  x->flip = (int64_t)a->flip;
  if (!(middle - a->tail <= half)) half = middle - a->tail;
  if (a->enter_rate == 0) { /* it stays where it is, as far as layers tell */
    x->start = INFINITY;
    x->rate = x->slack = x->pace = 0;
    return 1;
  }
  if (!(half * p->pace[axis] <= 0.5 * RUN_THIN)) return 0;
  inverse = fabs(p->inverse[axis]);
  reach = fabs(a->first_layer) > fabs(a->last_layer) ? fabs(a->first_layer) : fabs(a->last_layer);
  reach = (reach + CAST_BEYOND) * a->size + fabs(a->origin) + fabs(middle);
  x->rate = a->size * inverse;
  x->start = (a->origin - middle) * inverse;
  x->pace = fabs(p->d[axis]) * p->pace[axis];
  x->slack = CAST_ROUNDINGS * (reach * inverse) + CAST_TINY + half * inverse * RUN_HALF;
  return x->pace >= CAST_PACE_LEAST;
}

void ci_grid_pass_thin(pass_walk *w) {
  collide_grid_cast *c = &w->cast;
  int axis;
  w->is_thin = 0;
  c->dimensions = w->pass->grid->frame.dimensions;
  for (axis = 0; axis < c->dimensions; axis++)
    if (!begin_axis(w->pass, &w->axes[axis], axis, &c->axes[axis])) return;
  if (c->dimensions == 2) {
    c->axes[2].flip = c->axes[2].cell = 0;
    c->axes[2].start = INFINITY;
    c->axes[2].rate = c->axes[2].slack = 0;
  }
  w->is_thin = 1;
}

void ci_grid_pass_begin_runs(pass_walk *w) {
  int axis;
  for (axis = 0; axis < w->cast.dimensions; axis++)
    w->cast.axes[axis].cell = (int64_t)w->axes[axis].next_front - 1;
}

cast_way ci_grid_pass_run(pass_walk *w, double *t, uint64_t place[3]) {
  collide_grid_cast *c = &w->cast;
  cast_way way;
  int axis;
  c->limit = w->pass->most < 1 ? w->pass->most : 1;
  c->path[1] = w->parent;
  c->brick = w->brick;
  c->shift = w->brick != NULL ? 0 : w->shift;
  c->mask = 0;
  way = ci_cast_run(c);
  for (axis = 0; axis < c->dimensions; axis++) {
    const walk_axis *a = &w->axes[axis];
    double k = (double)c->axes[axis].cell;
    if (k > a->last_layer) return CAST_ON;
    place[axis] = (a->first + (uint64_t)(int64_t)(k - a->first_layer)) ^ a->flip;
    if (c->mask >> axis & 1) *t = time_of_meeting(w, a, k);
  }
  return way;
}

void ci_grid_pass_end_runs(pass_walk *w) {
  int axis;
  for (axis = 0; axis < w->cast.dimensions; axis++) {
    walk_axis *a = &w->axes[axis];
    double k = (double)w->cast.axes[axis].cell;
    if (k + 1 == a->next_front) continue;
    set_ends(a, a->first_layer, k, k);
    a->meets = a->front == a->last ? HUGE_VAL : time_of_meeting(w, a, a->next_front);
    a->leaves = time_of_leaving(w, a, a->next_back);
  }
}

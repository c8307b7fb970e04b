/* SPDX-License-Identifier: MIT
 *
 * A box that is thin beside the cells goes the way of a ray, from its middle: where it crosses
 * boundaries one after the other, and not two nearly at once, all of it does so in the same order.
 * So the run of a ray through bricks (grid_cast_run.c) finds the cells that it meets, once all its
 * margins are wider by half the box; where the run is not certain, the box is walked layer by
 * layer.
 */
#include "grid_pass_walk.h"
#include "../number/scalar.h"

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

typedef struct thin_axis {
  double middle, half;
} thin_axis;

static CELLS_INLINE thin_axis middle_of(const walk_axis *a) {
  thin_axis m;
  m.middle = a->tail + (a->lead - a->tail) * 0.5;
  m.half = greater(a->lead - m.middle, m.middle - a->tail);
  return m;
}

/* `inverse` is 1 / |d|. Returns 0 where a ray has no run either. */
static CELLS_INLINE int begin_ray(const grid_pass *p, const walk_axis *a, int axis, thin_axis m,
                                  double inverse, collide_grid_axis *x) {
  double reach = greater(fabs(a->first_layer), fabs(a->last_layer));
  reach = (reach + CAST_BEYOND) * a->size + fabs(a->origin) + fabs(m.middle);
  x->flip = (int64_t)a->flip;
  x->rate = a->size * inverse;
  x->start = (a->origin - m.middle) * inverse;
  x->pace = fabs(p->d[axis]) * p->pace[axis];
  x->slack = CAST_ROUNDINGS * (reach * inverse) + CAST_TINY + m.half * inverse * RUN_HALF;
  return x->pace >= CAST_PACE_LEAST;
}

static int begin_axis(const grid_pass *p, const walk_axis *a, int axis, collide_grid_axis *x) {
  thin_axis m = middle_of(a);
  if (a->enter_rate == 0) { /* it stays where it is, as far as layers tell */
    x->flip = (int64_t)a->flip;
    x->start = INFINITY;
    x->rate = x->slack = x->pace = 0;
    return 1;
  }
  if (!(m.half * p->pace[axis] <= 0.5 * RUN_THIN)) return 0;
  return begin_ray(p, a, axis, m, fabs(p->inverse[axis]), x);
}

static void begin_flat(collide_grid_cast *c) {
  c->axes[2].flip = c->axes[2].cell = 0;
  c->axes[2].start = INFINITY;
  c->axes[2].rate = c->axes[2].slack = 0;
}

void ci_grid_pass_thin(pass_walk *w) {
  collide_grid_cast *c = &w->cast;
  int axis;
  w->is_thin = 0;
  c->dimensions = w->pass->grid->frame.dimensions;
  for (axis = 0; axis < c->dimensions; axis++)
    if (!begin_axis(w->pass, &w->axes[axis], axis, &c->axes[axis])) return;
  if (c->dimensions == 2) begin_flat(c);
  w->is_thin = 1;
}

/* ---- From the start --------------------------------------------------------------------------
 *
 * Nearly always it is certain in which cell a thin box is when it comes into the bounds of the
 * grid's cells, or at its start. Then it runs from there, and where front and back are is not asked
 * before the first run ends.
 */

/* What ci_grid_pass and ci_grid_pass_begin compute of an axis, too. Returns 0 where the box hardly
 * moves or is not thin. */
static CELLS_INLINE int start_axis(pass_walk *w, int axis, thin_axis *m) {
  grid_pass *p = w->pass;
  const double d = p->d[axis], size = p->grid->frame.size[axis];
  double inverse;
  if (!(p->high[axis] - p->low[axis] <= RUN_THIN * size && fabs(d) > 1e-290)) return 0;
  inverse = 1 / fabs(d);
  p->pace[axis] = size == 1 ? 1 : 1 / size;
  p->doubt[axis] = grid_pass_doubt(p, axis);
  if (!(p->doubt[axis] < 0.5)) return 0;
  walk_begin_axis(w, axis, d < 0);
  w->axes[axis].enter_rate = inverse * (1 - TIME_SLACK);
  w->axes[axis].leave_rate = inverse * (1 + TIME_SLACK);
  *m = middle_of(&w->axes[axis]);
  return begin_ray(p, &w->axes[axis], axis, *m, inverse, &w->cast.axes[axis]);
}

/* How much of that margin is asked for; spec/grid/pass.c narrows it. */
#ifndef START_MARGIN
#define START_MARGIN 1
#endif

/* Finds the layer in which all of the box is for certain at t, and up to t + slack. The doubt has
 * 16 u of the sizes to spare (see grid_pass.c); that the middle is a rounded double, as half of the
 * length is, takes less than 8 u of them. Where the box comes into the first layer at t, by its
 * front, it is in no layer before. */
static CELLS_INLINE int place_axis(pass_walk *w, int axis, thin_axis m, double t, int comes_in) {
  const grid_pass *p = w->pass;
  const walk_axis *a = &w->axes[axis];
  double speed = fabs(p->d[axis]), pace = p->pace[axis], k = a->first_layer;
  double place = (m.middle + t * speed - a->origin) * pace;
  double margin = START_MARGIN * (p->doubt[axis] + (m.half + w->slack * speed) * pace);
  if (!comes_in) {
    if (!(place > k && place < a->last_layer + 1)) return 0;
    k = (double)(int64_t)place;
    k -= k > place;
    if (!(place - k > margin)) return 0;
  }
  w->cast.axes[axis].cell = (int64_t)k;
  w->axes[axis].next_front = -HUGE_VAL; /* not known */
  return place - k < 1 - margin;
}

pass_start ci_grid_pass_start_thin(pass_walk *w, double *t) {
  const int dimensions = w->pass->grid->frame.dimensions;
  thin_axis middles[3];
  int axis, first = -1;
  w->cast.dimensions = dimensions;
  *t = 0;
  for (axis = 0; axis < dimensions; axis++) {
    const walk_axis *a = &w->axes[axis];
    double meets;
    if (!start_axis(w, axis, &middles[axis])) return PASS_GENERAL;
    meets = time_of_meeting(w, a, a->first_layer);
    first = meets > *t ? axis : first;
    *t = meets > *t ? meets : *t;
  }
  if (!(*t <= 1 && *t <= w->pass->most)) return PASS_NEVER;
  for (axis = 0; axis < dimensions; axis++)
    if (!place_axis(w, axis, middles[axis], *t, axis == first)) return PASS_GENERAL;
  if (dimensions == 2) walk_begin_flat(w);
  if (dimensions == 2) begin_flat(&w->cast);
  w->is_thin = 1;
  return PASS_STARTED;
}

int ci_grid_pass_is_over(const pass_walk *w) {
  int axis, over = 1;
  for (axis = 0; axis < w->cast.dimensions; axis++) {
    const collide_grid_axis *x = &w->cast.axes[axis];
    double next = x->start + (double)(x->cell + 1) * x->rate;
    over &= next - x->slack - w->slack > w->pass->most;
  }
  return over;
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

/* SPDX-License-Identifier: MIT
 *
 * A moving box of a few cells in a grid: in which layers of cells it is, along each axis, at any
 * time. For the walk see grid_pass_walk.c.
 */
#include "grid_pass_walk.h"

/* Has the box left the layer before boundary k by t? */
static CELLS_INLINE int has_left(const pass_walk *w, const walk_axis *a, double k, double t) {
  if (w->pass->open && !(cells_boundary(a->size, a->origin, k) > a->tail)) return 1;
  return time_of_leaving(w, a, k) < t;
}

/* The whole number below x, from least to most. */
static CELLS_INLINE double find_layer(double x, double least, double most) {
  double k;
  if (!(x > least)) return least;
  if (!(x < most)) return most;
  k = (double)(int64_t)x;
  return k - (k > x);
}

/* Does the box meet the layer from boundary k on, along an axis on which it hardly moves, if at
 * all? */
static int is_beside(const pass_walk *w, int axis, double k) {
  const walk_axis *a = &w->axes[axis];
  return grid_pass_is_beside(w->pass, axis, cells_boundary(a->size, a->origin, k),
                             cells_boundary(a->size, a->origin, k + 1));
}

/* Such an axis is not mirrored. Returns 0 when no layer is met. */
static PASS_APART int set_still(pass_walk *w, int axis, double first, double last) {
  const grid_pass *p = w->pass;
  walk_axis *a = &w->axes[axis];
  double low = find_layer((a->tail - a->origin) * p->pace[axis] - 1, first, last);
  double high = find_layer((a->lead - a->origin) * p->pace[axis] + 1, first, last);
  while (low <= high && !is_beside(w, axis, low)) low++;
  while (low <= high && !is_beside(w, axis, high)) high--;
  if (!(low <= high)) return 0;
  set_ends(a, first, high, low);
  a->meets = a->leaves = HUGE_VAL;
  return 1;
}

/* Is a place, in cells, within the layer by more than it is off? */
static CELLS_INLINE int is_surely_in(const grid_pass *p, int axis, double place, double layer) {
  return place - layer > p->doubt[axis] && place - layer < 1 - p->doubt[axis];
}

/* Where front and back are at t. Returns 0 when all layers are left. Places are off by less than
 * the doubt, see grid_pass.c: so mostly they tell the layers; and as it is less than half a cell,
 * the loops are short where they do not. */
static CELLS_INLINE int set_axis(pass_walk *w, int axis, double t) {
  const grid_pass *p = w->pass;
  walk_axis *a = &w->axes[axis];
  double pace = p->pace[axis], speed = fabs(p->d[axis]), front, back, lead, tail;
  double first = a->first_layer, last = a->last_layer;
  if (a->enter_rate == 0) return set_still(w, axis, first, last);
  lead = (a->lead + (t + w->slack) * speed - a->origin) * pace;
  tail = (a->tail + (t - w->slack) * speed - a->origin) * pace;
  front = find_layer(lead, first - 1, last);
  back = find_layer(tail, first, last);
  if (!is_surely_in(p, axis, lead, front)) {
    while (front < last && time_of_meeting(w, a, front + 1) <= t) front++;
    while (front >= first && time_of_meeting(w, a, front) > t) front--;
  }
  if (!is_surely_in(p, axis, tail, back)) {
    while (back <= last && has_left(w, a, back + 1, t)) back++;
    while (back > first && !has_left(w, a, back, t)) back--;
  }
  set_ends(a, first, front, back);
  a->meets = front < last ? time_of_meeting(w, a, front + 1) : HUGE_VAL;
  a->leaves = time_of_leaving(w, a, back + 1);
  return back <= last;
}

int ci_grid_pass_set(pass_walk *w, double t) {
  return set_axis(w, 0, t) && set_axis(w, 1, t) &&
         (w->pass->grid->frame.dimensions == 2 || set_axis(w, 2, t));
}

static CELLS_INLINE void begin_axis(pass_walk *w, int axis) {
  const grid_pass *p = w->pass;
  walk_begin_axis(w, axis, p->enter_rate[axis] < 0);
  w->axes[axis].enter_rate = fabs(p->enter_rate[axis]);
  w->axes[axis].leave_rate = fabs(p->leave_rate[axis]);
}

void ci_grid_pass_begin(pass_walk *w) {
  begin_axis(w, 0);
  begin_axis(w, 1);
  if (w->pass->grid->frame.dimensions == 3)
    begin_axis(w, 2);
  else
    walk_begin_flat(w);
}

double ci_grid_pass_start(const pass_walk *w) {
  double t = 0;
  int axis;
  for (axis = 0; axis < w->pass->grid->frame.dimensions; axis++) {
    const walk_axis *a = &w->axes[axis];
    double meets = a->enter_rate != 0 ? time_of_meeting(w, a, a->first_layer) : 0;
    if (meets > t) t = meets;
  }
  return t;
}

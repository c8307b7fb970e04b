/* SPDX-License-Identifier: MIT
 *
 * Long runs of the walk. Along the major axis the line crosses the most boundaries. So between two
 * crossings of it, the line crosses at most one boundary of each other axis. A loop over the
 * crossings of the major axis writes all cells in order, without branches. Whether another axis is
 * crossed is one bit of its place, a number in fixed point that grows by the slope in each turn. A
 * place near a boundary does not decide. There a run in the plane compares exactly, and a run in
 * space ends: the walk continues step by step.
 */
#include "../number/lanes.h"
#include "cells.h"
#include "crossing.h"

/* The margin of places is RUN_ROUNDINGS * reach. The reach is the sum of C + 1 over the axes with
 * crossings, with C = (|from| + |to| + |origin|) / size.
 *
 * The place of axis y at a crossing of the major axis x, with slope r = rate[y] / rate[x] <= 1, is
 * off by
 * - 3 u C_y (rate), 3 u C_y (offset, and u (C_y + 1) for its last subtraction), 3 u C_y (time of
 *   the first crossing), u C_y (their product), u (C_y + 1) (the sum);
 * - 7 u (C_y + 1): r is off by 7 roundings. Times the crossings since the first one, r is at most
 *   the number of cells that the line passes along y;
 * - 2 u C_y: a boundary of y is two roundings away from k * size + origin;
 * - 4 u C_x r: the same holds for two boundaries of x, of the first crossing and of this one, which
 *   are assumed to be a whole number of cells apart;
 * - 2^-62 = u / 512 for each crossing of x, because r is truncated to fixed point;
 * together less than 26 u * reach. Also, the rounding of times must not swap two crossings that the
 * margin keeps apart. It is 6.02 u in t (cells.h), which is at most 6.02 u * rate <= 6.1 u C in
 * cells. So 33 u is a bound for RUN_ROUNDINGS. 64 u is used. It covers the small terms in u^2 and
 * the rounding of `reach` itself. */
#ifndef RUN_ROUNDINGS
#define RUN_ROUNDINGS 7.1054273576010019e-15 /* 2^-47 */
#endif

/* Places are not used if the margin is larger, which is so from a reach of 2.2e12 on. */
#define RUN_WIDEST (1.0 / 64)

/* Nor if the line crosses so little that a rate may be subnormal. */
#define RUN_SLOWEST 1e-150

/* Places are taken modulo 2^64. |x| is below 4: no axis crosses more cells than the major one
 * before its first crossing. */
static uint64_t to_fixed(double x) {
  double places = x * (double)CELLS_PLACE_ONE;
  return places < 0 ? 0 - (uint64_t)-places : (uint64_t)places;
}

/* Without a place the margin is half a cell, so that every place is near. */
static void set_unknown(collide_walk *w) {
  int axis;
  for (axis = 0; axis < 3; axis++) w->place[axis] = w->slope[axis] = 0;
  w->margin = CELLS_PLACE_ONE / 2;
}

void ci_cells_begin_places(collide_walk *w) {
  double rate[3] = {0, 0, 0}, offset[3], reach = 0, margin, t;
  int axis, major = 0;
  for (axis = 0; axis < w->dimensions; axis++) {
    const double size = w->size[axis], cells = size == 1 ? 1 : 1 / size;
    if (w->left[axis] == 0) continue;
    rate[axis] = w->span[axis] * cells;
    offset[axis] = (w->from[axis] - w->origin[axis]) * cells - (w->edge[axis] - 1);
    reach += (fabs(w->from[axis]) + fabs(w->to[axis]) + fabs(w->origin[axis])) * cells + 1;
  }
  major = rate[1] > rate[0];
  major = rate[2] > rate[major] ? 2 : major;
  w->major = major;
  margin = RUN_ROUNDINGS * reach;
  if (!(margin < RUN_WIDEST) || !(rate[major] > RUN_SLOWEST)) {
    set_unknown(w);
    return;
  }
  w->margin = to_fixed(margin);
  t = cells_time(w, major, w->edge[major]);
  for (axis = 0; axis < 3; axis++) {
    cells_end_axis(w, axis);
    if (axis == major) w->slope[axis] = CELLS_PLACE_ONE;
    if (w->left[axis] == 0 || axis == major) continue;
    w->place[axis] = to_fixed(t * rate[axis] + offset[axis]);
    w->slope[axis] = to_fixed(rate[axis] / rate[major]);
  }
}

/* The next boundary of an axis, in a run. No crossing is behind the last one. */
static double next_edge(const collide_walk *w, int axis) {
  return w->left[axis] > 0 ? w->edge[axis] : INFINITY;
}

/* Records the crossings of one axis in a run. */
static void pass(collide_walk *w, int axis, int64_t count) {
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
static int64_t count_passed(const collide_walk *w, int axis, double edge) {
  return w->left[axis] > 0 ? (int64_t)(edge - w->edge[axis]) : 0;
}

/* -1, 0 or 1 if the line crosses its next boundary of the minor axis before, with or after that of
 * the major axis, exactly. */
static int compare_near(const collide_walk *w, lanes edge, int major) {
  const double edges[2] = {lanes_first(edge), lanes_second(edge)};
  const int minor = !major;
  crossing c[2];
  int axis;
  if (count_passed(w, minor, edges[minor]) >= w->left[minor]) return 1;
  for (axis = 0; axis < 2; axis++) {
    c[axis].boundary = cells_boundary(w->size[axis], w->origin[axis], edges[axis]);
    c[axis].from = c[axis].base = w->from[axis];
    c[axis].to = w->to[axis];
  }
  return ci_crossing_compare(&c[minor], &c[major]);
}

/* Writes the three cells of a tie: x, y, xy. */
static CELLS_INLINE void store_tie(double *out, double index, lanes t, lanes cell, lanes steps) {
  const lanes both = lanes_add(cell, steps), head = lanes_make(index, lanes_greatest(t));
  lanes_store(out, head);
  lanes_store(out + 2, lanes_make(lanes_first(both), lanes_second(cell)));
  lanes_store(out + 4, head);
  lanes_store(out + 6, lanes_make(lanes_first(cell), lanes_second(both)));
  lanes_store(out + 8, head);
  lanes_store(out + 10, both);
}

/* A run in the plane. `step` moves along the minor axis alone, along the major axis alone, and
 * along both. */
typedef struct plane_run {
  lanes edge, cell, edge_step[3], cell_step[3];
  double index;
  uint64_t place, slope, margin;
  int64_t left; /* of the major axis */
  double *out, *last;
} plane_run;

enum { MINOR, MAJOR, BOTH };

static CELLS_INLINE void step_plane(plane_run *r, int which) {
  r->edge = lanes_add(r->edge, r->edge_step[which]);
  r->cell = lanes_add(r->cell, r->cell_step[which]);
}

/* `major` is a constant in each call, so that the compiler makes a loop for each. */
static CELLS_INLINE void write_plane(plane_run *r, const clock_pair *times, int major) {
  const int minor = !major;
  const lanes minor_step = r->cell_step[MINOR];
  const lanes edge_steps[2] = {r->edge_step[MAJOR], r->edge_step[BOTH]};
  const lanes cell_steps[2] = {r->cell_step[MAJOR], r->cell_step[BOTH]};
  const double index_steps[2] = {1, 2}, *last = r->last;
  const uint64_t slope = r->slope, margin = r->margin;
  uint64_t place = r->place;
  lanes edge = r->edge, cell = r->cell;
  double index = r->index, *out = r->out;
  int64_t left = r->left;
  for (; left > 0 && out <= last && !cells_is_near(place, margin); left--) {
    const uint64_t crossed = place >> CELLS_PLACE_BITS;
    const lanes t = clock_read(times, edge);
    /* The crossing of the minor axis, which the next lines overwrite if there is none. */
    lanes_store(
        out, minor == 0 ? lanes_firsts(lanes_same(index), t) : lanes_seconds(lanes_same(index), t));
    lanes_store(out + 2, lanes_add(cell, minor_step));
    out += 4 * crossed;
    place = (place & (CELLS_PLACE_ONE - 1)) + slope;
    edge = lanes_add(edge, edge_steps[crossed]);
    cell = lanes_add(cell, cell_steps[crossed]);
    index += index_steps[crossed];
    lanes_store(out, major == 0 ? lanes_firsts(lanes_same(index - 1), t)
                                : lanes_seconds(lanes_same(index - 1), t));
    lanes_store(out + 2, cell);
    out += 4;
  }
  r->place = place;
  r->edge = edge;
  r->cell = cell;
  r->index = index;
  r->out = out;
  r->left = left;
}

/* Writes the next group, where the place does not decide. Returns 0 if the run ends: if this is no
 * tie, the rounded time of the next group may be before its own. */
static int write_near(const collide_walk *w, plane_run *r, const clock_pair *times, int major) {
  const int order = compare_near(w, r->edge, major), which = order < 0 ? MINOR : MAJOR;
  const lanes t = clock_read(times, r->edge);
  if (order == 0 && w->closed) return 0; /* the order of the cells is another one */
  if (order == 0) {
    store_tie(r->out, r->index, t, r->cell, r->cell_step[BOTH]);
    step_plane(r, BOTH);
    r->out += 12;
  } else {
    const int is_first = (which == MAJOR) == (major == 0);
    step_plane(r, which);
    lanes_store(r->out, lanes_make(r->index, is_first ? lanes_first(t) : lanes_second(t)));
    lanes_store(r->out + 2, r->cell);
    r->out += 4;
  }
  r->index += 1;
  r->left -= order >= 0;
  r->place += (order >= 0 ? r->slope : 0) - (order <= 0 ? CELLS_PLACE_ONE : 0);
  return order == 0;
}

/* In the plane a run also decides places near a boundary: lines with many ties are common there. */
static CELLS_INLINE size_t run_2d(collide_walk *w, double *flat, size_t room, int major) {
  const int minor = !major;
  const clock_pair times = clock_begin(w, 0, 1);
  const double x_step = w->step[0], y_step = w->step[1];
  plane_run r;
  r.edge_step[BOTH] = lanes_same(1);
  r.edge_step[MAJOR] = lanes_make(major == 0, major == 1);
  r.edge_step[MINOR] = lanes_make(minor == 0, minor == 1);
  r.cell_step[BOTH] = lanes_make(x_step, y_step);
  r.cell_step[MAJOR] = lanes_make(major == 0 ? x_step : 0, major == 1 ? y_step : 0);
  r.cell_step[MINOR] = lanes_make(minor == 0 ? x_step : 0, minor == 1 ? y_step : 0);
  r.edge = lanes_make(next_edge(w, 0), next_edge(w, 1));
  r.cell = lanes_make(w->cell[0], w->cell[1]);
  r.index = (double)w->index;
  r.place = w->place[minor];
  r.slope = w->slope[minor];
  r.margin = w->margin;
  r.left = w->left[major];
  r.out = flat;
  r.last = flat + 4 * (room - 3);
  do write_plane(&r, &times, major);
  while (r.left > 0 && r.out <= r.last && write_near(w, &r, &times, major));
  w->place[minor] = r.place;
  w->index = (int64_t)r.index;
  pass(w, minor, count_passed(w, minor, minor == 0 ? lanes_first(r.edge) : lanes_second(r.edge)));
  pass(w, major, w->left[major] - r.left);
  return (size_t)(r.out - flat) / 4;
}

static CELLS_INLINE void store_3d(double *out, int major, double index, double t, double along,
                                  lanes across) {
  lanes_store(out, lanes_make(index, t));
  if (major == 0) {
    out[2] = along;
    lanes_store(out + 3, across);
  } else if (major == 1) {
    lanes_store(out + 2, lanes_firsts(across, lanes_same(along)));
    out[4] = lanes_second(across);
  } else {
    lanes_store(out + 2, across);
    out[4] = along;
  }
}

static CELLS_INLINE size_t run_3d(collide_walk *w, double *flat, size_t room, int major) {
  const int a = major == 0 ? 1 : 0, b = major == 2 ? 1 : 2;
  const uint64_t slope_a = w->slope[a], slope_b = w->slope[b], margin = w->margin;
  const double step_a = w->step[a], step_b = w->step[b], step = w->step[major];
  const lanes edge_steps[4] = {lanes_same(0), lanes_make(1, 0), lanes_make(0, 1), lanes_same(1)};
  const lanes cell_steps[4] = {lanes_same(0), lanes_make(step_a, 0), lanes_make(0, step_b),
                               lanes_make(step_a, step_b)};
  const double crossed[4] = {0, 1, 1, 2};
  /* If both minor axes are crossed, their times must differ by more than this. */
  const double apart[4] = {-1, -1, -1, CELLS_CERTAIN};
  const lanes steps = lanes_make(step_a, step_b);
  const clock_pair minors = clock_begin(w, a, b);
  const double *last = flat + 5 * (room - 3);
  const double size = w->size[major], origin = w->origin[major], from = w->from[major];
  const double span = w->span[major];
  uint64_t place_a = w->place[a], place_b = w->place[b];
  lanes edges = lanes_make(next_edge(w, a), next_edge(w, b)),
        cells = lanes_make(w->cell[a], w->cell[b]);
  double index = (double)w->index, cell = w->cell[major], edge = w->edge[major], *out = flat;
  int64_t left = w->left[major], count_a = 0, count;
  for (; left > 0 && out <= last; left--) {
    const uint64_t is_a = place_a >> CELLS_PLACE_BITS, is_b = place_b >> CELLS_PLACE_BITS;
    const uint64_t which = is_a + 2 * is_b;
    lanes t = clock_read(&minors, edges), first_step;
    const double t_major = (edge * size + origin - from) / span;
    double t_first, t_second;
    if (cells_is_near(place_a, margin) || cells_is_near(place_b, margin)) break;
    t_first = lanes_least(t);
    t_second = lanes_greatest(t);
    if (t_second - t_first <= apart[which]) break;
    first_step = lanes_choose(t, lanes_swapped(t), steps, lanes_same(0));
    store_3d(out, major, index, t_first, cell, lanes_add(cells, first_step));
    cells = lanes_add(cells, cell_steps[which]);
    edges = lanes_add(edges, edge_steps[which]);
    store_3d(out + 5, major, index + 1, t_second, cell, cells);
    out += 5 * (is_a + is_b);
    index += crossed[which];
    cell += step;
    edge += 1;
    store_3d(out, major, index, t_major, cell, cells);
    out += 5;
    index += 1;
    count_a += (int64_t)is_a;
    place_a = (place_a & (CELLS_PLACE_ONE - 1)) + slope_a;
    place_b = (place_b & (CELLS_PLACE_ONE - 1)) + slope_b;
  }
  count = (out - flat) / 5;
  w->index += count;
  w->place[a] = place_a;
  w->place[b] = place_b;
  pass(w, a, count_a);
  pass(w, b, count - count_a - (w->left[major] - left));
  pass(w, major, w->left[major] - left);
  return (size_t)count;
}

/* Writes the crossings of one axis, two at a time, if no other axis has crossings left. */
static CELLS_INLINE size_t run_alone(collide_walk *w, double *flat, size_t room, int axis,
                                     int dimensions) {
  const clock_pair times = clock_begin(w, axis, axis);
  const int64_t most = (int64_t)room - 1, count = w->left[axis] < most ? w->left[axis] : most;
  const lanes step = lanes_make(axis == 0 ? w->step[0] : 0, axis == 1 ? w->step[1] : 0);
  const double z_step = axis == 2 ? w->step[2] : 0;
  double z = w->cell[2], index = (double)w->index, *out = flat;
  lanes edge = lanes_make(w->edge[axis], w->edge[axis] + 1),
        cell = lanes_make(w->cell[0], w->cell[1]);
  int64_t i;
  for (i = 0; i < count; i += 2) {
    const lanes t = clock_read(&times, edge);
    cell = lanes_add(cell, step);
    lanes_store(out, lanes_firsts(lanes_same(index), t));
    lanes_store(out + 2, cell);
    if (dimensions == 3) out[4] = z += z_step;
    out += 2 + dimensions;
    cell = lanes_add(cell, step);
    lanes_store(out, lanes_seconds(lanes_same(index + 1), t));
    lanes_store(out + 2, cell);
    if (dimensions == 3) out[4] = z += z_step;
    out += 2 + dimensions;
    edge = lanes_add(edge, lanes_same(2));
    index += 2;
  }
  pass(w, axis, count);
  w->index += count;
  return (size_t)count;
}

/* Is no rounded time before that of the last group? Within a run, times increase. */
static int has_later_times(const collide_walk *w) {
  int axis;
  if (w->t_next == 0) return 1;
  for (axis = 0; axis < w->dimensions; axis++)
    if (w->left[axis] > 0 && cells_time(w, axis, w->edge[axis]) < w->t_next) return 0;
  return 1;
}

static int find_only_axis(const collide_walk *w) {
  const int64_t x = w->left[0], y = w->left[1], z = w->left[2];
  if ((y | z) == 0) return 0;
  if ((x | z) == 0) return 1;
  return (x | y) == 0 ? 2 : -1;
}

size_t ci_cells_run(collide_walk *w, double *flat, size_t room) {
  const int only = find_only_axis(w);
  size_t count;
  if (room < 3 || w->huge || !has_later_times(w)) return 0;
  if (only >= 0)
    count =
        w->dimensions == 2 ? run_alone(w, flat, room, only, 2) : run_alone(w, flat, room, only, 3);
  else if (w->margin == CELLS_PLACE_ONE / 2)
    return 0; /* there are no places */
  else if (w->dimensions == 2)
    count = w->major == 0 ? run_2d(w, flat, room, 0) : run_2d(w, flat, room, 1);
  else if (w->major == 0)
    count = run_3d(w, flat, room, 0);
  else
    count = w->major == 1 ? run_3d(w, flat, room, 1) : run_3d(w, flat, room, 2);
  if (count > 0) w->t_next = flat[(count - 1) * (2 + (size_t)w->dimensions) + 1];
  return count;
}

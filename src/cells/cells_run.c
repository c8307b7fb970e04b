/* SPDX-License-Identifier: MIT
 *
 * Long runs of the walk. The line crosses the most boundaries along the major axis. So between two
 * crossings of the major axis, it crosses at most one boundary of each other axis. A loop over the
 * crossings of the major axis writes all cells in order, without branches.
 *
 * A minor axis has a place, a number in fixed point that grows by the slope in each turn. One bit
 * of it says whether the axis is crossed. A place near a boundary does not decide. If the
 * coordinates are on a lattice, such a place is a tie. Otherwise a run in the plane compares
 * exactly. A run in space ends there, and the walk continues step by step.
 */
#include "../number/lanes.h"
#include "../number/scalar.h"
#include "cells.h"
#include "cells_run.h"
#include "crossing.h"

/* The steps of both axes to their next boundaries and cells. */
typedef struct plane_step {
  lanes edge, cell;
} plane_step;

/* A run in the plane. `step` moves along the major axis alone, or along both. */
typedef struct plane_run {
  lanes edge, cell, index; /* of the next group; `index` holds it twice */
  plane_step step[2];
  lanes minor_step;
  run_place place; /* of the minor axis */
  uint64_t margin;
  int64_t left; /* of the major axis */
  double *out, *last;
  int has_ties; /* each place that is near 1 is a tie */
} plane_run;

/* Writes the three cells of a tie: x, y, xy. */
static CELLS_INLINE void store_tie(double *out, lanes index, lanes t, lanes cell, lanes after) {
  const lanes head = lanes_firsts(index, lanes_max(t, lanes_swapped(t)));
  lanes_store(out, head);
  lanes_store(out + 2, lanes_make(lanes_first(after), lanes_second(cell)));
  lanes_store(out + 4, head);
  lanes_store(out + 6, lanes_make(lanes_first(cell), lanes_second(after)));
  lanes_store(out + 8, head);
  lanes_store(out + 10, after);
}

/* Writes crossings until the major axis or the memory ends, or a place is near a boundary and no
 * known tie. `major` is a constant in each call, so that the compiler makes a loop for each axis.
 */
static CELLS_INLINE void write_plane(plane_run *r, const clock_pair *times, int major) {
  const lanes one = lanes_same(1), minor_step = r->minor_step;
  const plane_step steps[2] = {r->step[0], r->step[1]};
  const lanes index_steps[3] = {one, one, lanes_same(2)}; /* spaced like steps */
  const uint64_t margin = r->margin;
  run_place place = r->place;
  lanes edge = r->edge, cell = r->cell, index = r->index, t = one;
  double *out = r->out;
  int64_t left = r->left;
  while (left > 0 && out <= r->last) {
    int64_t turns = lesser_integer(left, (r->last - out) / 8 + 1);
    left -= turns;
    for (; turns > 0; turns--) {
      double *second;
      t = clock_read(times, edge);
      if (place_is_near(&place, margin)) break;
      second = out + 4 * place.crossed;
      /* Writes a crossing of the minor axis. If there is none, the next crossing overwrites it. */
      lanes_store(out, head_of(index, t, !major));
      lanes_store(out + 2, lanes_add(cell, minor_step));
      edge = lanes_add(edge, steps[place.crossed].edge);
      cell = lanes_add(cell, steps[place.crossed].cell);
      index = lanes_add(index, index_steps[2 * place.crossed]);
      lanes_store(second, head_of(lanes_sub(index, one), t, major));
      lanes_store(second + 2, cell);
      place_advance(&place);
      out = second + 4;
    }
    left += turns;
    if (turns == 0) continue;
    if (!r->has_ties || place_round(&place) != 1) break;
    store_tie(out, index, t, cell, lanes_add(cell, steps[1].cell));
    place_advance_near(&place, 1);
    edge = lanes_add(edge, one);
    cell = lanes_add(cell, steps[1].cell);
    index = lanes_add(index, one);
    out += 12;
    left--;
  }
  r->place = place;
  r->edge = edge;
  r->cell = cell;
  r->index = index;
  r->out = out;
  r->left = left;
}

/* Compares exactly the next crossings of both axes, where the place is near a boundary. Returns -1,
 * 0 or 1 if the minor axis is crossed before, with or after the major axis. */
static int compare_near(collide_walk *w, const plane_run *r, int major) {
  const double edges[2] = {lanes_first(r->edge), lanes_second(r->edge)};
  const int minor = !major;
  crossing c[2];
  int axis;
  if (ci_cells_has_lattice(w)) return 1 - (int)place_round(&r->place);
  if (cells_count_passed(w, minor, edges[minor]) >= w->left[minor]) return 1;
  for (axis = 0; axis < 2; axis++) {
    c[axis].boundary = cells_boundary(w->size[axis], w->origin[axis], edges[axis]);
    c[axis].from = c[axis].base = w->from[axis];
    c[axis].to = w->to[axis];
  }
  return ci_crossing_compare(&c[minor], &c[major]);
}

/* Writes the next group, where the place does not decide. Returns 0 if the run ends. It ends unless
 * this is a tie, because the rounded time of the next group may be before that of this one. */
static int write_near(collide_walk *w, plane_run *r, const clock_pair *times, int major) {
  const int order = compare_near(w, r, major), is_major = order >= 0;
  const lanes t = clock_read(times, r->edge), one = lanes_same(1);
  lanes after;
  if (order == 0 && w->closed) return 0; /* a closed walk has another order of cells */
  r->has_ties = w->lattice > 0 && !w->closed;
  if (order == 0) {
    after = lanes_add(r->cell, r->step[1].cell);
    store_tie(r->out, r->index, t, r->cell, after);
    r->edge = lanes_add(r->edge, one);
    r->out += 12;
  } else {
    const int is_first = is_major == (major == 0);
    after = lanes_add(r->cell, is_major ? r->step[0].cell : r->minor_step);
    lanes_store(r->out, is_first ? lanes_firsts(r->index, t) : lanes_seconds(r->index, t));
    lanes_store(r->out + 2, after);
    r->edge = lanes_add(r->edge, lanes_make(is_first, !is_first));
    r->out += 4;
  }
  r->cell = after;
  r->index = lanes_add(r->index, one);
  r->left -= is_major;
  if (is_major)
    place_advance_near(&r->place, order == 0);
  else
    r->place.crossed--;
  return order == 0;
}

/* Calls write_near with copies. So no pointer leads to the structs of the run, and the compiler
 * keeps them in registers. */
static CELLS_INLINE int copy_and_write_near(collide_walk *w, plane_run *r, const clock_pair *times,
                                            int major) {
  plane_run run = *r;
  const clock_pair clocks = *times;
  const int goes_on = write_near(w, &run, &clocks, major);
  *r = run;
  return goes_on;
}

/* Writes crossings until the major axis or the memory ends, or a place is near a boundary and no
 * tie. Returns 1 at the end of the major axis. */
static CELLS_INLINE int write_run(collide_walk *w, plane_run *r, const clock_pair *times,
                                  int major) {
  do {
    write_plane(r, times, major);
    if (r->left == 0) return 1;
  } while (r->out <= r->last && copy_and_write_near(w, r, times, major));
  return 0;
}

/* A run in the plane. It also decides places near a boundary, because lines with many ties are
 * common in the plane. */
static CELLS_INLINE size_t run_2d(collide_walk *w, double *flat, size_t room, int major) {
  const int minor = !major;
  const clock_pair times = clock_begin(w, 0, 1);
  const double x_step = w->step[0], y_step = w->step[1];
  plane_run r;
  int64_t passed;
  int is_at_end;
  r.step[1].edge = lanes_same(1);
  r.step[0].edge = lanes_make(major == 0, major == 1);
  r.step[1].cell = lanes_make(x_step, y_step);
  r.step[0].cell = lanes_make(major == 0 ? x_step : 0, major == 1 ? y_step : 0);
  r.minor_step = lanes_make(minor == 0 ? x_step : 0, minor == 1 ? y_step : 0);
  r.edge = lanes_make(cells_next_edge(w, 0), cells_next_edge(w, 1));
  r.cell = lanes_make(w->cell[0], w->cell[1]);
  r.index = lanes_same((double)w->index);
  r.place = place_begin(w, minor);
  r.margin = place_margin(w);
  r.has_ties = w->lattice > 0 && !w->closed;
  r.left = w->left[major];
  r.out = flat;
  r.last = flat + 4 * (room - 3);
  is_at_end = write_run(w, &r, &times, major) && r.out <= r.last;
  passed = cells_count_passed(w, minor, minor == 0 ? lanes_first(r.edge) : lanes_second(r.edge));
  if (is_at_end) { /* at most one crossing of the minor axis is left */
    const lanes t = clock_read(&times, r.edge);
    const int64_t more = w->left[minor] > passed;
    lanes_store(r.out, major == 1 ? lanes_firsts(r.index, t) : lanes_seconds(r.index, t));
    lanes_store(r.out + 2, lanes_add(r.cell, r.minor_step));
    r.index = lanes_add(r.index, lanes_same((double)more));
    r.out += 4 * more;
    passed += more;
  }
  place_end(&r.place, w, minor);
  w->index = (int64_t)lanes_first(r.index);
  cells_pass(w, minor, passed);
  cells_pass(w, major, w->left[major] - r.left);
  return (size_t)(r.out - flat) / 4;
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
  cells_pass(w, axis, count);
  w->index += count;
  return (size_t)count;
}

/* Returns 1 if no rounded time is before that of the last group. A run needs increasing times. */
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
  if (!has_later_times(w)) return 0;
  if (only >= 0)
    count =
        w->dimensions == 2 ? run_alone(w, flat, room, only, 2) : run_alone(w, flat, room, only, 3);
  else if (w->margin == CELLS_PLACE_ONE / 2)
    return 0; /* there are no places */
  else if (w->dimensions == 2)
    count = w->major == 0 ? run_2d(w, flat, room, 0) : run_2d(w, flat, room, 1);
  else
    count = ci_cells_run_space(w, flat, room);
  if (count > 0) w->t_next = flat[(count - 1) * (2 + (size_t)w->dimensions) + 1];
  return count;
}

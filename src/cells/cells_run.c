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

static size_t cells_run_space(collide_walk *w, double *flat, size_t room);

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
    count = cells_run_space(w, flat, room);
  if (count > 0) w->t_next = flat[(count - 1) * (2 + (size_t)w->dimensions) + 1];
  return count;
}

/* ---- Runs in space --------------------------------------------------------------------------- */

/* The steps of both minor axes in one turn, and the number of their groups. If both axes are
 * crossed, their times must differ by more than `apart`. */
typedef struct space_step {
  lanes edges, cells, groups;
  double apart;
  int64_t written; /* the doubles of all groups of the turn, with that of the major axis */
} space_step;

/* The position of a run. */
typedef struct space_at {
  lanes edges, cells;      /* the next boundaries and the cells of the minor axes a and b */
  lanes along, major_edge; /* the cell along the major axis and its next boundary, each twice */
  lanes index;             /* the indices of the next two groups */
  run_place a, b;
  double *out;
  int64_t left; /* crossings of the major axis */
} space_at;

/* The constants of a run. */
typedef struct space_line {
  space_step step[4]; /* across no minor axis, a, b, or both */
  lanes steps, along_step;
  clock_pair minors, major;
  uint64_t margin;
  int axis_a, axis_b, axis;
} space_line;

static CELLS_INLINE void store_cell(double *out, int major, lanes head, lanes along, lanes across) {
  lanes_store(out, head);
  if (major == 0) {
    lanes_store(out + 2, along);
    lanes_store(out + 3, across);
  } else if (major == 1) {
    lanes_store(out + 2, lanes_firsts(across, along));
    out[4] = lanes_second(across);
  } else {
    lanes_store(out + 2, across);
    out[4] = lanes_first(along);
  }
}

/* Writes one turn: the crossings up to the next crossing of the major axis, with that one. Returns
 * 0 and changes nothing if places or times do not decide their order. */
static CELLS_INLINE int write_turn(space_at *s, const space_line *l, int major) {
  const lanes t = clock_read(&l->minors, s->edges), swapped = lanes_swapped(t);
  const lanes early = lanes_min(t, swapped), late = lanes_max(t, swapped), one = lanes_same(1);
  const space_step *step = &l->step[s->a.crossed + 2 * s->b.crossed];
  double *out = s->out;
  if (place_is_near(&s->a, l->margin) || place_is_near(&s->b, l->margin)) return 0;
  if (!(lanes_first(late) - lanes_first(early) > step->apart)) return 0;
  /* Writes two crossings of minor axes. If there are fewer, the next crossing overwrites them. */
  store_cell(out, major, lanes_firsts(s->index, early), s->along,
             lanes_add(s->cells, lanes_keep_below(t, swapped, l->steps)));
  s->cells = lanes_add(s->cells, step->cells);
  store_cell(out + 5, major, lanes_seconds(s->index, late), s->along, s->cells);
  s->along = lanes_add(s->along, l->along_step);
  s->edges = lanes_add(s->edges, step->edges);
  s->index = lanes_add(s->index, step->groups);
  out += step->written;
  store_cell(out - 5, major, lanes_firsts(s->index, clock_read(&l->major, s->major_edge)), s->along,
             s->cells);
  s->major_edge = lanes_add(s->major_edge, one);
  s->index = lanes_add(s->index, one);
  s->out = out;
  place_advance(&s->a);
  place_advance(&s->b);
  return 1;
}

/* Writes turns until the major axis or the memory ends, or a turn is not decided. `major` is a
 * constant in each call, so that the compiler makes a loop for each axis. */
static CELLS_INLINE void write_space(space_at *s, const space_line *l, const double *last,
                                     int major) {
  int64_t turns = 0;
  while (s->left > 0 && s->out <= last && turns == 0) {
    turns = lesser_integer(s->left, (last - s->out) / 16 + 1);
    s->left -= turns;
    for (; turns > 0; turns--)
      if (!write_turn(s, l, major)) break;
    s->left += turns;
  }
}

/* ---- Ties ------------------------------------------------------------------------------------ */

/* The crossings of a minor axis in one turn, where coordinates are on a lattice. */
typedef struct minor_turn {
  int before; /* 1: there is one before the crossing of the major axis */
  int tie;    /* 1: there is one at the same time */
} minor_turn;

/* Returns 0 if two boundaries are crossed, which may happen at the start. */
static int find_turn(const run_place *p, uint64_t margin, minor_turn *turn) {
  const int is_near = place_is_near(p, margin);
  const uint64_t count = is_near ? place_round(p) : p->crossed;
  turn->tie = is_near && count == 1;
  turn->before = !is_near && count == 1;
  return count < 2;
}

/* Writes the group at t. It crosses the minor axes of step[minors], and the major axis if
 * `crosses_major` is 1. */
static CELLS_INLINE void write_group(space_at *s, const space_line *l, int minors,
                                     int crosses_major, double t) {
  const space_step *step = &l->step[minors];
  const lanes cells = s->cells, along = s->along, one = lanes_same(1);
  const lanes steps = l->steps, along_step = l->along_step;
  const lanes head = lanes_firsts(s->index, lanes_same(t));
  const int mask =
      (minors & 1) << l->axis_a | (minors >> 1) << l->axis_b | crosses_major << l->axis;
  lanes xy = cells, xy_step = steps, z = along, z_step = along_step;
  if (l->axis != 2) {
    xy = l->axis == 0 ? lanes_firsts(along, cells) : lanes_firsts(cells, along);
    xy_step = l->axis == 0 ? lanes_firsts(along_step, steps) : lanes_firsts(steps, along_step);
    z = lanes_seconds(cells, cells);
    z_step = lanes_seconds(steps, steps);
  }
  s->out =
      cells_write_group(s->out, 3, head, xy, xy_step, lanes_first(z), lanes_first(z_step), mask);
  s->cells = lanes_add(cells, step->cells);
  s->edges = lanes_add(s->edges, step->edges);
  s->index = lanes_add(s->index, one);
  if (!crosses_major) return;
  s->along = lanes_add(along, along_step);
  s->major_edge = lanes_add(s->major_edge, one);
}

/* Writes the crossings of minor axes before that of the major axis. t has their times. Returns 1 if
 * they are a tie. */
static CELLS_INLINE int write_before(space_at *s, const space_line *l, int minors, lanes t) {
  const double a = lanes_first(t), b = lanes_second(t);
  if (minors == 3 && fabs(a - b) > CELLS_CERTAIN) {
    write_group(s, l, a < b ? 1 : 2, 0, a < b ? a : b);
    write_group(s, l, a < b ? 2 : 1, 0, a < b ? b : a);
    return 0;
  }
  write_group(s, l, minors, 0, minors == 3 ? greater(a, b) : minors == 1 ? a : b);
  return minors == 3;
}

/* Writes turns until one has no tie, where coordinates are on a lattice. Returns 0 if the next turn
 * is not decided or does not fit. */
static int write_ties(space_at *s, const space_line *l, const double *last) {
  space_at at = *s;
  int has_tie = 1;
  last -= 4 * 5; /* 7 cells fit */
  while (at.left > 0 && has_tie) {
    const lanes t = clock_read(&l->minors, at.edges);
    double t_major = lanes_first(clock_read(&l->major, at.major_edge));
    minor_turn a, b;
    if (at.out > last || !find_turn(&at.a, l->margin, &a) || !find_turn(&at.b, l->margin, &b))
      break;
    has_tie = a.tie | b.tie;
    if (a.before | b.before) has_tie |= write_before(&at, l, a.before + 2 * b.before, t);
    if (a.tie) t_major = greater(lanes_first(t), t_major);
    if (b.tie) t_major = greater(lanes_second(t), t_major);
    write_group(&at, l, a.tie + 2 * b.tie, 1, t_major);
    place_advance_near(&at.a, (uint64_t)(a.before | a.tie));
    place_advance_near(&at.b, (uint64_t)(b.before | b.tie));
    at.left--;
  }
  *s = at;
  return at.left == 0 || !has_tie;
}

/* Calls write_ties with copies. So no pointer leads to the structs of the run, and the compiler
 * keeps them in registers. */
static CELLS_INLINE int copy_and_write_ties(space_at *s, const space_line *l, const double *last) {
  space_at at = *s;
  const space_line line = *l;
  const int is_decided = write_ties(&at, &line, last);
  *s = at;
  return is_decided;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static inline space_step make_step(lanes edges, lanes steps, int crossed, double apart) {
  space_step s;
  s.edges = edges;
  s.cells = lanes_mul(edges, steps);
  s.groups = lanes_same(crossed);
  s.apart = apart;
  s.written = 5 * (1 + crossed);
  return s;
}

static CELLS_INLINE space_line make_line(const collide_walk *w, int a, int b, int major) {
  space_line l;
  l.steps = lanes_make(w->step[a], w->step[b]);
  l.along_step = lanes_same(w->step[major]);
  l.step[0] = make_step(lanes_same(0), l.steps, 0, -1);
  l.step[1] = make_step(lanes_make(1, 0), l.steps, 1, -1);
  l.step[2] = make_step(lanes_make(0, 1), l.steps, 1, -1);
  l.step[3] = make_step(lanes_same(1), l.steps, 2, CELLS_CERTAIN);
  l.minors = clock_begin(w, a, b);
  l.major = clock_begin(w, major, major);
  l.margin = place_margin(w);
  l.axis_a = a;
  l.axis_b = b;
  l.axis = major;
  return l;
}

static CELLS_INLINE size_t run_space(collide_walk *w, double *flat, size_t room, int major) {
  const int a = major == 0 ? 1 : 0, b = major == 2 ? 1 : 2;
  const space_line line = make_line(w, a, b, major);
  const double *last = flat + 5 * (room - 3);
  space_at at;
  at.edges = lanes_make(cells_next_edge(w, a), cells_next_edge(w, b));
  at.cells = lanes_make(w->cell[a], w->cell[b]);
  at.along = lanes_same(w->cell[major]);
  at.major_edge = lanes_same(w->edge[major]);
  at.index = lanes_make((double)w->index, (double)w->index + 1);
  at.a = place_begin(w, a);
  at.b = place_begin(w, b);
  at.out = flat;
  at.left = w->left[major];
  do write_space(&at, &line, last, major);
  while (at.left > 0 && at.out <= last && !w->closed && ci_cells_has_lattice(w) &&
         copy_and_write_ties(&at, &line, last));
  w->index = (int64_t)lanes_first(at.index);
  place_end(&at.a, w, a);
  place_end(&at.b, w, b);
  cells_pass(w, a, cells_count_passed(w, a, lanes_first(at.edges)));
  cells_pass(w, b, cells_count_passed(w, b, lanes_second(at.edges)));
  cells_pass(w, major, w->left[major] - at.left);
  return (size_t)(at.out - flat) / 5;
}

/* A run in space, like ci_cells_run. */
static size_t cells_run_space(collide_walk *w, double *flat, size_t room) {
  int axis, near = 0;
  for (axis = 0; axis < 3; axis++) near |= cells_is_near(w->place[axis], w->margin);
  if (near && (w->closed || !ci_cells_has_lattice(w))) return 0;
  if (w->major == 0) return run_space(w, flat, room, 0);
  return w->major == 1 ? run_space(w, flat, room, 1) : run_space(w, flat, room, 2);
}

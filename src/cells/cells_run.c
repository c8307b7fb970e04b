/* SPDX-License-Identifier: MIT
 *
 * Long runs of the walk. The line crosses the most boundaries along the major axis. So between two
 * crossings of the major axis, it crosses at most one boundary of each other axis. A loop over the
 * crossings of the major axis writes all cells in order, without branches.
 *
 * A minor axis has a place, a number in fixed point that grows by the slope in each turn. One bit
 * of it says whether the axis is crossed. A place near a boundary does not decide: the run ends
 * there, and the walk continues step by step.
 */
#include "../number/lanes.h"
#include "../number/scalar.h"
#include "cells.h"

static size_t cells_run_space(collide_walk *w, double *flat, size_t room);

/* ---- One axis ------------------------------------------------------------------------------- */

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

/* Advances to the next crossing of the major axis, behind `crossed` boundaries. */
static CELLS_INLINE void place_advance(run_place *p) {
  p->fraction += p->slope;
  p->crossed = p->fraction < p->slope;
}

/* ---- Runs in the plane ----------------------------------------------------------------------- */

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
} plane_run;

/* Writes crossings until the major axis or the memory ends, or a place is near a boundary. `major`
 * is a constant in each call, so that the compiler makes a loop for each axis.
 */
static CELLS_INLINE void write_plane(plane_run *r, const clock_pair *times, int major) {
  const lanes one = lanes_same(1), minor_step = r->minor_step;
  const plane_step steps[2] = {r->step[0], r->step[1]};
  const lanes index_steps[3] = {one, one, lanes_same(2)}; /* spaced like steps */
  const uint64_t margin = r->margin;
  run_place place = r->place;
  lanes edge = r->edge, cell = r->cell, index = r->index, t = one;
  double *out = r->out;
  int64_t left = r->left, turns = 0;
  while (left > 0 && out <= r->last && turns == 0) {
    turns = lesser_integer(left, (r->last - out) / 8 + 1);
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
  }
  r->place = place;
  r->edge = edge;
  r->cell = cell;
  r->index = index;
  r->out = out;
  r->left = left;
}

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
  r.left = w->left[major];
  r.out = flat;
  r.last = flat + 4 * (room - 3);
  write_plane(&r, &times, major);
  is_at_end = r.left == 0 && r.out <= r.last;
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

/* Returns 1 if no rounded time is before that of the last group. A run needs increasing times. */
static int has_later_times(const collide_walk *w) {
  int axis;
  if (w->t_next == 0) return 1;
  for (axis = 0; axis < w->dimensions; axis++)
    if (w->left[axis] > 0 && cells_time(w, axis, w->edge[axis]) < w->t_next) return 0;
  return 1;
}

size_t ci_cells_run(collide_walk *w, double *flat, size_t room) {
  size_t count;
  if (!has_later_times(w)) return 0;
  if (w->margin == CELLS_PLACE_ONE / 2) return 0; /* there are no places */
  if (w->dimensions == 2)
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
  /* The difference is a NaN if neither axis has a crossing left. */
  if (lanes_first(late) - lanes_first(early) <= step->apart) return 0;
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
  write_space(&at, &line, last, major);
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
  int axis;
  for (axis = 0; axis < 3; axis++)
    if (cells_is_near(w->place[axis], w->margin)) return 0;
  if (w->major == 0) return run_space(w, flat, room, 0);
  return w->major == 1 ? run_space(w, flat, room, 1) : run_space(w, flat, room, 2);
}

/* SPDX-License-Identifier: MIT
 *
 * Runs in space. See cells_run.c.
 */
#include "../number/scalar.h"
#include "cells.h"
#include "cells_run.h"

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

/* ---- Ties ---------------------------------------------------------------------------------------
 */

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

/* ---- Runs ---------------------------------------------------------------------------------------
 */

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

size_t ci_cells_run_space(collide_walk *w, double *flat, size_t room) {
  int axis, near = 0;
  for (axis = 0; axis < 3; axis++) near |= cells_is_near(w->place[axis], w->margin);
  if (near && (w->closed || !ci_cells_has_lattice(w))) return 0;
  if (w->major == 0) return run_space(w, flat, room, 0);
  return w->major == 1 ? run_space(w, flat, room, 1) : run_space(w, flat, room, 2);
}

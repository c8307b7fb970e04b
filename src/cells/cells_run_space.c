/* SPDX-License-Identifier: MIT
 *
 * Runs in space. See cells_run.c.
 */
#include "../number/scalar.h"
#include "cells.h"
#include "cells_run.h"

/* Steps of both minor axes, and the number of groups with that of the major axis. If both axes are
 * crossed, their times must differ by more than `apart`. */
typedef struct space_step {
  lanes edges, cells, groups;
  double apart;
  int64_t written; /* doubles, with the cell beyond the major axis */
} space_step;

/* The position of a run: the next boundaries and cells of the minor axes a and b; the cell along
 * the major axis and its next boundary, each twice; the indices of the next two groups. */
typedef struct space_at {
  lanes edges, cells, along, major_edge, index;
  run_place a, b;
  double *out;
} space_at;

/* What does not change in a run. */
typedef struct space_line {
  space_step step[4]; /* across no minor axis, a, b, or both */
  lanes steps, along_step;
  clock_pair minors, major;
  uint64_t margin;
} space_line;

typedef struct space_run {
  space_at at;
  space_line line;
  int64_t left; /* of the major axis */
  double *last;
  int axis_a, axis_b, axis;
} space_run;

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

/* Writes the crossings up to the next one of the major axis. Returns 0, and changes nothing, if
 * places or times do not decide their order. */
static CELLS_INLINE int write_turn(space_at *s, const space_line *l, int major) {
  const lanes t = clock_read(&l->minors, s->edges), swapped = lanes_swapped(t);
  const lanes early = lanes_min(t, swapped), late = lanes_max(t, swapped), one = lanes_same(1);
  const space_step *step = &l->step[s->a.crossed + 2 * s->b.crossed];
  double *out = s->out;
  if (place_is_near(&s->a, l->margin) || place_is_near(&s->b, l->margin)) return 0;
  if (!(lanes_first(late) - lanes_first(early) > step->apart)) return 0;
  /* The crossings of the minor axes, which the next lines overwrite if there are fewer than 2. */
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

/* Writes turns up to the end of the major axis or of the memory, or the first that is not decided.
 * `major` is a constant in each call, so that the compiler makes a loop for each. */
static CELLS_INLINE void write_space(space_run *r, int major) {
  const space_line line = r->line; /* the compiler knows that cells are not written into it */
  space_at at = r->at;
  int64_t turns = 0;
  while (r->left > 0 && at.out <= r->last && turns == 0) {
    turns = lesser_integer(r->left, (r->last - at.out) / 16 + 1);
    r->left -= turns;
    for (; turns > 0; turns--)
      if (!write_turn(&at, &line, major)) break;
    r->left += turns;
  }
  r->at = at;
}

/* ---- Ties ---------------------------------------------------------------------------------------
 */

/* The crossings of a minor axis up to the next one of the major axis, where coordinates are on a
 * lattice: `before` it and with it, a `tie`. */
typedef struct minor_turn {
  int before, tie;
} minor_turn;

/* Returns 0 if two boundaries are crossed, as may be at the start. */
static int find_turn(const run_place *p, uint64_t margin, minor_turn *turn) {
  const int is_near = place_is_near(p, margin);
  const uint64_t count = is_near ? place_round(p) : p->crossed;
  turn->tie = is_near && count == 1;
  turn->before = !is_near && count == 1;
  return count < 2;
}

/* Writes the group that crosses `minors`, a number of step[], and the major axis if `crosses_major`
 * is 1, at t. */
static CELLS_INLINE void write_group(space_at *s, const space_run *r, int minors, int crosses_major,
                                     double t) {
  const space_step *step = &r->line.step[minors];
  const lanes cells = s->cells, along = s->along, one = lanes_same(1);
  const lanes steps = r->line.steps, along_step = r->line.along_step;
  const lanes head = lanes_firsts(s->index, lanes_same(t));
  const int mask =
      (minors & 1) << r->axis_a | (minors >> 1) << r->axis_b | crosses_major << r->axis;
  lanes xy = cells, xy_step = steps, z = along, z_step = along_step;
  if (r->axis != 2) {
    xy = r->axis == 0 ? lanes_firsts(along, cells) : lanes_firsts(cells, along);
    xy_step = r->axis == 0 ? lanes_firsts(along_step, steps) : lanes_firsts(steps, along_step);
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

/* Writes the crossings of `minors` before that of the major axis, at the times t. Returns 1 if they
 * are a tie. */
static CELLS_INLINE int write_before(space_at *s, const space_run *r, int minors, lanes t) {
  const double a = lanes_first(t), b = lanes_second(t);
  if (minors == 3 && fabs(a - b) > CELLS_CERTAIN) {
    write_group(s, r, a < b ? 1 : 2, 0, a < b ? a : b);
    write_group(s, r, a < b ? 2 : 1, 0, a < b ? b : a);
    return 0;
  }
  write_group(s, r, minors, 0, minors == 3 ? greater(a, b) : minors == 1 ? a : b);
  return minors == 3;
}

/* Writes turns up to the first one without a tie, where coordinates are on a lattice. Returns 0 if
 * the next turn is not decided or does not fit. */
static int write_ties(space_run *r) {
  const uint64_t margin = r->line.margin;
  const double *last = r->last - 4 * 5; /* 7 cells fit */
  space_at at = r->at;
  int has_tie = 1;
  while (r->left > 0 && has_tie) {
    const lanes t = clock_read(&r->line.minors, at.edges);
    double t_major = lanes_first(clock_read(&r->line.major, at.major_edge));
    minor_turn a, b;
    if (at.out > last || !find_turn(&at.a, margin, &a) || !find_turn(&at.b, margin, &b)) break;
    has_tie = a.tie | b.tie;
    if (a.before | b.before) has_tie |= write_before(&at, r, a.before + 2 * b.before, t);
    if (a.tie) t_major = greater(lanes_first(t), t_major);
    if (b.tie) t_major = greater(lanes_second(t), t_major);
    write_group(&at, r, a.tie + 2 * b.tie, 1, t_major);
    place_advance_near(&at.a, (uint64_t)(a.before | a.tie));
    place_advance_near(&at.b, (uint64_t)(b.before | b.tie));
    r->left--;
  }
  r->at = at;
  return r->left == 0 || !has_tie;
}

/* ---- Runs ---------------------------------------------------------------------------------------
 */

static space_step make_step(const collide_walk *w, int a, int b, int crosses_a, int crosses_b) {
  space_step s;
  s.edges = lanes_make(crosses_a, crosses_b);
  s.cells = lanes_make(crosses_a * w->step[a], crosses_b * w->step[b]);
  s.groups = lanes_same(crosses_a + crosses_b);
  s.apart = crosses_a & crosses_b ? CELLS_CERTAIN : -1;
  s.written = 5 * (1 + crosses_a + crosses_b);
  return s;
}

static CELLS_INLINE size_t run_space(collide_walk *w, double *flat, size_t room, int major) {
  const int a = major == 0 ? 1 : 0, b = major == 2 ? 1 : 2;
  space_run r;
  int i;
  for (i = 0; i < 4; i++) r.line.step[i] = make_step(w, a, b, i & 1, i >> 1);
  r.at.edges = lanes_make(cells_next_edge(w, a), cells_next_edge(w, b));
  r.at.cells = lanes_make(w->cell[a], w->cell[b]);
  r.at.along = lanes_same(w->cell[major]);
  r.at.index = lanes_make((double)w->index, (double)w->index + 1);
  r.at.a = place_begin(w, a);
  r.at.b = place_begin(w, b);
  r.at.out = flat;
  r.line.steps = lanes_make(w->step[a], w->step[b]);
  r.line.along_step = lanes_same(w->step[major]);
  r.line.minors = clock_begin(w, a, b);
  r.line.major = clock_begin(w, major, major);
  r.at.major_edge = lanes_same(w->edge[major]);
  r.line.margin = place_margin(w);
  r.left = w->left[major];
  r.last = flat + 5 * (room - 3);
  r.axis_a = a;
  r.axis_b = b;
  r.axis = major;
  do write_space(&r, major);
  while (r.left > 0 && r.at.out <= r.last && !w->closed && ci_cells_has_lattice(w) &&
         write_ties(&r));
  w->index = (int64_t)lanes_first(r.at.index);
  place_end(&r.at.a, w, a);
  place_end(&r.at.b, w, b);
  cells_pass(w, a, cells_count_passed(w, a, lanes_first(r.at.edges)));
  cells_pass(w, b, cells_count_passed(w, b, lanes_second(r.at.edges)));
  cells_pass(w, major, w->left[major] - r.left);
  return (size_t)(r.at.out - flat) / 5;
}

size_t ci_cells_run_space(collide_walk *w, double *flat, size_t room) {
  if (w->major == 0) return run_space(w, flat, room, 0);
  return w->major == 1 ? run_space(w, flat, room, 1) : run_space(w, flat, room, 2);
}

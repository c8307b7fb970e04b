/* SPDX-License-Identifier: MIT
 *
 * The walk from cell to cell. It mirrors directions so that every axis goes up, like "Which integer
 * cells does a ray pass through" (marupeke, 3D collision 23). It follows Amanatides and Woo, "A
 * fast voxel traversal algorithm" (1987), with two differences. The time of each crossing is
 * computed afresh, not by adding steps, and crossings at nearly the same time are compared exactly.
 */
#include "cells.h"

#include "crossing.h"

/* ---- The next crossing ----------------------------------------------------- */

static double next_boundary(const collide_walk *w, int axis) {
  return cells_boundary(w->size[axis], w->origin[axis], w->edge[axis]);
}

static crossing next_crossing(const collide_walk *w, int axis) {
  crossing c;
  c.boundary = next_boundary(w, axis);
  c.from = c.base = w->from[axis];
  c.to = w->to[axis];
  return c;
}

/* The t of an axis's next crossing. */
static inline double next_time(const collide_walk *w, int axis) {
  return cells_time(w, axis, w->edge[axis]);
}

static int lowest_axis(int mask) {
  return mask & 1 ? 0 : mask & 2 ? 1 : 2;
}

/* The axes with crossings left that may be crossed first, according to places. */
static inline int find_candidates(const collide_walk *w) {
  int axis, all = 0, before = 0, near = 0;
  for (axis = 0; axis < 3; axis++) {
    all |= (w->left[axis] > 0) << axis;
    before |= (int)(w->place[axis] >> CELLS_PLACE_BITS & 1) << axis;
    near |= cells_is_near(w->place[axis], w->margin) << axis;
  }
  if (w->left[w->major] <= 0) return all; /* places are for its next crossing */
  all &= ~(1 << w->major);
  before &= all & ~near;
  near &= all;
  if (near != 0) return before | near | 1 << w->major;
  return before != 0 ? before : 1 << w->major;
}

/* -1, 0 or 1 if the walk's next crossing along x comes before, with or after that along y. Their
 * rounded times are given. */
static int compare_crossings(const collide_walk *w, const double t[3], int x, int y) {
  crossing a, b;
  if (fabs(t[x] - t[y]) > CELLS_CERTAIN) return t[x] < t[y] ? -1 : 1;
  a = next_crossing(w, x);
  b = next_crossing(w, y);
  return ci_crossing_compare(&a, &b);
}

/* The axes in mask that are crossed first, exactly. Raises t_next to the greatest of their rounded
 * times. */
static int find_first(collide_walk *w, int mask) {
  double t[3];
  int axis, best = -1, firsts = 0;
  for (axis = 0; axis < 3; axis++) {
    int order;
    if (!(mask >> axis & 1)) continue;
    t[axis] = next_time(w, axis);
    order = best < 0 ? -1 : compare_crossings(w, t, axis, best);
    if (order > 0) continue;
    firsts = order < 0 ? 1 << axis : firsts | 1 << axis;
    best = axis;
  }
  for (axis = 0; axis < 3; axis++)
    if (firsts >> axis & 1 && t[axis] > w->t_next) w->t_next = t[axis];
  return firsts;
}

/* The axis that is crossed next, or -1 if places do not decide it. */
static inline int find_axis(const collide_walk *w) {
  const int major = w->major, a = major == 0, b = major == 2 ? 1 : 2;
  const uint64_t place_a = w->place[a], place_b = w->place[b];
  const int is_a = (int)(place_a >> CELLS_PLACE_BITS), is_b = (int)(place_b >> CELLS_PLACE_BITS);
  if (w->left[major] <= 0 || cells_is_near(place_a, w->margin) ||
      cells_is_near(place_b, w->margin) || (is_a & is_b))
    return -1;
  return major + is_a * (a - major) + is_b * (b - major);
}

/* Finds the next group: sets mask and t_next. The t of a group is the greatest of the rounded times
 * of the boundaries that it crosses. It is not less than the t of the group before, whose rounded
 * time may be greater. */
static inline void find_group(collide_walk *w) {
  const int axis = find_axis(w);
  if (axis < 0) {
    w->mask = find_first(w, find_candidates(w));
  } else {
    const double t = next_time(w, axis);
    w->mask = 1 << axis;
    w->t_next = t > w->t_next ? t : w->t_next;
  }
}

/* The slope of the major axis itself is 1. */
static inline void cross(collide_walk *w, int axis) {
  const uint64_t moves = 0 - (uint64_t)(axis == w->major);
  int i;
  w->cell[axis] += w->step[axis];
  w->edge[axis] += 1;
  for (i = 0; i < 3; i++)
    w->place[i] += (w->slope[i] & moves) - ((uint64_t)(i == axis) << CELLS_PLACE_BITS);
  if (--w->left[axis] == 0) cells_end_axis(w, axis);
}

/* Crosses the boundaries of the next group. The group after it is unknown. */
static inline void advance(collide_walk *w) {
  const int mask = w->mask;
  if (mask & (mask - 1)) {
    int axis;
    for (axis = 0; axis < 3; axis++)
      if (mask >> axis & 1) cross(w, axis);
  } else if (mask != 0) {
    cross(w, lowest_axis(mask));
  }
  w->mask = 0;
  w->index++;
}

/* The cell of `from` along one axis and the last cell that the walk enters. A
 * boundary that `to` lies on is crossed, upward and downward. */
static inline int find_ends(double size, double origin, double from, double to, int64_t *first,
                            int64_t *last) {
  if (!cells_locate(size, origin, from, first) || !cells_locate(size, origin, to, last)) return 0;
  if ((to < from) & (cells_boundary(size, origin, (double)*last) == to)) {
    --*last;
    return ci_cells_distinct(size, origin, *last);
  }
  return 1;
}

/* Without branches on the direction, which is hard to predict. */
static inline void begin_axis(collide_walk *w, int axis, double size, double origin, double from,
                              double to, int64_t first, int64_t last) {
  const int down = to < from;
  const double sign = 1 - 2 * down;
  w->size[axis] = size;
  w->origin[axis] = sign * origin;
  w->from[axis] = sign * from;
  w->to[axis] = sign * to;
  w->span[axis] = w->to[axis] - w->from[axis];
  w->step[axis] = to == from ? 0 : sign;
  w->cell[axis] = (double)first;
  w->edge[axis] = (double)(down ? -first : first + 1);
  w->left[axis] = down ? first - last : last - first;
}

static int begin(collide_walk *walk, const collide_grid_frame *frame, const double from[3],
                 const double to[3]) {
  int64_t first[3] = {0, 0, 0}, last[3] = {0, 0, 0};
  int axis, dimensions = frame->dimensions;
  for (axis = 0; axis < dimensions; axis++)
    if (!find_ends(frame->size[axis], frame->origin[axis], from[axis], to[axis], &first[axis],
                   &last[axis]))
      return 0;
  walk->dimensions = dimensions;
  walk->mask = walk->closed = walk->both = walk->behind = 0;
  walk->index = 1;
  walk->lattice = -1;
  walk->t_next = 0;
  for (axis = 0; axis < dimensions; axis++)
    begin_axis(walk, axis, frame->size[axis], frame->origin[axis], from[axis], to[axis],
               first[axis], last[axis]);
  if (dimensions == 2) begin_axis(walk, 2, 1, 0, 0, 0, 0, 0);
  ci_cells_begin_places(walk);
  return 1;
}

int collide_walk_begin(collide_walk *walk, const collide_grid_frame *frame, const double from[3],
                       const double to[3]) {
  return begin(walk, frame, from, to);
}

/* ---- Closed cells --------------------------------------------------------- */

/* Along each axis, a coordinate on a boundary is in two closed cells, any other in one. The cells
 * touched at t are the products of these. A cell is convex, so the segment touches it during one
 * interval of t. So a cell is first touched at t if it was not touched just before. An axis that
 * crosses a boundary at t has touched one of its two cells before. So a cell is old only if it lies
 * in the touched cells along all such axes. The new cells are the groups of a walk, except for the
 * start and for axes that stay on a boundary. */

/* Returns 1 if the start is on the lower boundary of its cell along this axis. */
static int starts_on_boundary(const collide_grid_frame *frame, int axis, double from, double cell) {
  return cells_boundary(frame->size[axis], frame->origin[axis], cell) == from;
}

int ci_walk_begin_closed(collide_walk *walk, const collide_grid_frame *frame, const double from[3],
                         const double to[3]) {
  collide_walk w;
  int axis;
  if (!begin(&w, frame, from, to)) return 0;
  w.closed = 1;
  for (axis = 0; axis < w.dimensions; axis++) {
    if (!starts_on_boundary(frame, axis, from[axis], w.cell[axis])) continue;
    if (!ci_cells_distinct(frame->size[axis], frame->origin[axis], (int64_t)w.cell[axis] - 1))
      return 0;
    if (w.step[axis] == 0)
      w.both |= 1 << axis;
    else
      w.behind |= 1 << axis;
    /* An axis that goes down crosses a boundary at t = 0: both cells belong to the start. */
    if (w.step[axis] < 0) cross(&w, axis);
  }
  *walk = w;
  return 1;
}

/* The axes along which the next group has two cells. */
static int axes_with_two(const collide_walk *w) {
  return (w->index == 1 ? w->behind : w->mask) | w->both;
}

/* The number of cells in the group. Excludes those touched before, which lie behind along all axes
 * that are crossed. */
static size_t closed_size(const collide_walk *w) {
  int two = axes_with_two(w), axis;
  size_t all = 1, old = w->index == 1 ? 0 : 1;
  for (axis = 0; axis < 3; axis++) {
    all <<= two >> axis & 1;
    old <<= w->both >> axis & 1;
  }
  return all - old;
}

/* Bit `axis` of a part's number is 1 if the cell lies ahead along that axis. On an axis that stays
 * on a boundary, ahead is up. On an axis that goes down, the cell ahead has the lower number. */
static void write_closed(const collide_walk *w, double *flat) {
  int two = axes_with_two(w), down = 0, order, axis;
  for (axis = 0; axis < 3; axis++) down |= (w->step[axis] < 0) << axis;
  for (order = 0; order < 8; order++) {
    int part = order ^ (down & two);
    if ((part & ~two) != 0 || (w->index > 1 && (part & w->mask) == 0)) continue;
    *flat++ = (double)w->index;
    *flat++ = w->t_next;
    for (axis = 0; axis < w->dimensions; axis++) {
      /* The walk is behind the boundaries that it crosses next, and beyond those of the start. */
      int away = (part >> axis & 1) - (w->index == 1 || w->both >> axis & 1 ? two >> axis & 1 : 0);
      double step = w->both >> axis & 1 ? 1 : w->step[axis];
      *flat++ = w->cell[axis] + away * step;
    }
  }
}

/* ---- Group by group ----------------------------------------------------- */

static int has_crossings(const collide_walk *w) {
  return w->left[0] > 0 || w->left[1] > 0 || w->left[2] > 0;
}

/* The number of cells entered by crossing the axes in mask at once. */
static size_t group_size(const collide_walk *w) {
  int mask = w->mask;
  if (w->closed) return closed_size(w);
  return mask == 7 ? 7 : mask & (mask - 1) ? 3 : 1;
}

static void write_group(const collide_walk *w, double *flat) {
  if (w->closed)
    write_closed(w, flat);
  else
    (void)cells_write_group(flat, w->dimensions, lanes_make((double)w->index, w->t_next),
                            lanes_make(w->cell[0], w->cell[1]), lanes_make(w->step[0], w->step[1]),
                            w->cell[2], w->step[2], w->mask);
}

/* Is the next group, which is known, the cell behind one boundary? */
static int is_single(const collide_walk *w) {
  return (w->mask & (w->mask - 1)) == 0 && !w->closed;
}

static void set_cell(int64_t out[3], const double cell[3]) {
  out[0] = (int64_t)cell[0];
  out[1] = (int64_t)cell[1];
  out[2] = (int64_t)cell[2];
}

static void set_group(const collide_walk *w, collide_cell_group *group) {
  double flat[CELLS_MOST_IN_GROUP * 5], cell[3] = {0, 0, 0}, *next = flat;
  int i, axis;
  write_group(w, flat);
  group->count = (int)group_size(w);
  for (i = 0; i < group->count; i++, next += 2 + w->dimensions) {
    for (axis = 0; axis < w->dimensions; axis++) cell[axis] = next[2 + axis];
    set_cell(group->cells[i], cell);
  }
}

int collide_walk_next(collide_walk *walk, collide_cell_group *group) {
  if (walk->mask == 0 && walk->index > 1) {
    if (!has_crossings(walk)) return 0;
    find_group(walk);
  }
  group->index = walk->index;
  group->t = walk->t_next;
  if (is_single(walk)) {
    advance(walk);
    group->count = 1;
    set_cell(group->cells[0], walk->cell);
  } else {
    set_group(walk, group);
    advance(walk);
  }
  if (has_crossings(walk)) find_group(walk);
  group->t_exit = walk->mask ? walk->t_next : 1;
  return 1;
}

int64_t ci_walk_left(const collide_walk *walk) {
  return walk->left[0] + walk->left[1] + walk->left[2] + (walk->index == 1);
}

/* Writes the next group, and crosses its boundaries. Returns the number of its cells. */
static size_t fill_group(collide_walk *w, double *flat) {
  size_t size = 1;
  if (is_single(w)) {
    flat[0] = (double)w->index;
    flat[1] = w->t_next;
    advance(w);
    flat[2] = w->cell[0];
    flat[3] = w->cell[1];
    if (w->dimensions == 3) flat[4] = w->cell[2];
  } else {
    size = group_size(w);
    write_group(w, flat);
    advance(w);
  }
  return size;
}

/* The start, whose index is 1, is a group that crosses no axis. */
size_t ci_walk_fill(collide_walk *walk, double *flat, size_t capacity) {
  size_t count = 0, stride = 2 + (size_t)walk->dimensions;
  if (walk->index == 1) count = fill_group(walk, flat);
  while (has_crossings(walk) && capacity - count >= CELLS_MOST_IN_GROUP) {
    size_t got = 0;
    if (walk->mask == 0 && walk->both == 0)
      got = ci_cells_run(walk, flat + count * stride, capacity - count);
    if (got == 0) {
      if (walk->mask == 0) find_group(walk);
      got = fill_group(walk, flat + count * stride);
    }
    count += got;
  }
  return count;
}

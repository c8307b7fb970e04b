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

/* -1, 0 or 1 if the walk's next crossing along x comes before, with or after that along y. */
static int compare_crossings(const collide_walk *w, int x, int y) {
  crossing a = next_crossing(w, x), b = next_crossing(w, y);
  return ci_crossing_compare(&a, &b);
}

/* The axes in mask that are crossed first, exactly; 0 if no crossing is left. */
static int resolve(const collide_walk *w, int mask) {
  int axis, best = -1, firsts = 0;
  for (axis = 0; axis < 3; axis++) {
    int order;
    if (!(mask & 1 << axis) || w->left[axis] == 0) continue;
    order = best < 0 ? -1 : compare_crossings(w, axis, best);
    if (order < 0) {
      best = axis;
      firsts = 1 << axis;
    } else if (order == 0) {
      firsts |= 1 << axis;
    }
  }
  return firsts;
}

/* ---- The state ---------------------------------------------------------- */

static int lowest_axis(int mask) {
  return mask & 1 ? 0 : mask & 2 ? 1 : 2;
}

/* The axes that may be crossed first, according to rounded times (see CELLS_CERTAIN). All axes if
 * no crossing is left. */
static inline int candidates(const collide_walk *w) {
  double a = w->next[0], b = w->next[1], c = w->next[2], limit;
  limit = a < b ? a : b;
  limit = (limit < c ? limit : c) + CELLS_CERTAIN;
  return (a <= limit) | (b <= limit) << 1 | (c <= limit) << 2;
}

static void raise_time(collide_walk *w, int mask) {
  int axis;
  for (axis = 0; axis < 3; axis++)
    if (mask >> axis & 1 && w->next[axis] > w->t_next) w->t_next = w->next[axis];
}

/* Sets the next crossing. The t of a group is the greatest of the rounded times of the boundaries
 * that it crosses. It is not less than the t of the group before, whose rounded time may be
 * greater. */
static inline void choose(collide_walk *w) {
  int mask = candidates(w);
  double t;
  if (mask & (mask - 1)) {
    mask = resolve(w, mask);
    raise_time(w, mask);
  } else {
    t = w->next[lowest_axis(mask)];
    if (t > w->t_next) w->t_next = t;
  }
  w->mask = mask;
}

/* The t of an axis's next crossing, INFINITY if none is left. */
static inline double next_time(const collide_walk *w, int axis) {
  double b;
  if (w->left[axis] == 0) return INFINITY;
  if (!(w->huge >> axis & 1)) return cells_time(w, axis, w->edge[axis]);
  /* A difference may overflow; the difference of the halves cannot. Halves of subnormal
   * numbers round, which is negligible beside the huge coordinate of the same axis. */
  b = next_boundary(w, axis);
  return (0.5 * b - 0.5 * w->from[axis]) / (0.5 * w->to[axis] - 0.5 * w->from[axis]);
}

void ci_cells_find_times(collide_walk *w) {
  int axis;
  for (axis = 0; axis < 3; axis++) w->next[axis] = next_time(w, axis);
  choose(w);
}

static inline void cross(collide_walk *w, int axis) {
  w->cell[axis] += w->step[axis];
  w->edge[axis] += 1;
  w->left[axis]--;
  w->next[axis] = next_time(w, axis);
}

/* Crosses the next boundaries. */
static inline void advance(collide_walk *w) {
  int mask = w->mask;
  if (mask & 1) cross(w, 0);
  if (mask & 2) cross(w, 1);
  if (mask & 4) cross(w, 2);
  w->index++;
  choose(w);
}

/* The cell of `from` along one axis and the last cell that the walk enters. A
 * boundary that `to` lies on is crossed, upward and downward. */
static int find_ends(double size, double origin, double from, double to, int64_t *first,
                     int64_t *last) {
  if (!cells_locate(size, origin, from, first) || !cells_locate(size, origin, to, last)) return 0;
  if (to < from && cells_boundary(size, origin, (double)*last) == to) {
    --*last;
    return ci_cells_distinct(size, origin, *last);
  }
  return 1;
}

static void begin_axis(collide_walk *w, int axis, double size, double origin, double from,
                       double to) {
  double sign = to < from ? -1 : 1;
  w->size[axis] = size;
  w->origin[axis] = sign * origin;
  w->from[axis] = sign * from;
  w->to[axis] = sign * to;
  w->span[axis] = w->to[axis] - w->from[axis];
  w->step[axis] = to == from ? 0 : sign;
  if (fabs(from) > CELLS_HUGE || fabs(to) > CELLS_HUGE) w->huge |= 1 << axis;
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
  walk->huge = walk->ties = 0;
  walk->mask = walk->closed = walk->both = walk->behind = 0;
  walk->index = 1;
  walk->t_next = 0;
  for (axis = 0; axis < 3; axis++) {
    if (axis < dimensions)
      begin_axis(walk, axis, frame->size[axis], frame->origin[axis], from[axis], to[axis]);
    else
      begin_axis(walk, axis, 1, 0, 0, 0);
    walk->cell[axis] = (double)first[axis];
    walk->edge[axis] = walk->step[axis] < 0 ? 0 - walk->cell[axis] : walk->cell[axis] + 1;
    walk->left[axis] = walk->step[axis] < 0 ? first[axis] - last[axis] : last[axis] - first[axis];
    walk->next[axis] = next_time(walk, axis);
  }
  return 1;
}

int collide_walk_begin(collide_walk *walk, const collide_grid_frame *frame, const double from[3],
                       const double to[3]) {
  return begin(walk, frame, from, to);
}

/* ---- Closed cells --------------------------------------------------------- */

/* Along each axis, the coordinate of the segment at one t is in two closed cells if it is on a
 * boundary, and otherwise in one. The cells touched at t are the products of these. A cell is
 * convex, so it is touched during one interval of t. So the cells first touched at t are those that
 * were not touched just before. An axis that crosses a boundary at t has touched one of its two
 * cells before. A cell is new unless it lies in the touched one along every such axis. These are
 * the groups of a walk, except for the start and for axes that stay on a boundary. */

/* Is the start on the lower boundary of its cell along that axis? */
static int starts_on_boundary(const collide_grid_frame *frame, int axis, double from, double cell) {
  return cells_boundary(frame->size[axis], frame->origin[axis], cell) == from;
}

/* Takes the crossing at t = 0 of an axis that goes down: both cells belong to the start. */
static void take_first_crossing(collide_walk *w, int axis) {
  w->cell[axis] -= 1;
  w->edge[axis] += 1;
  w->left[axis]--;
  w->next[axis] = next_time(w, axis);
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
    if (w.step[axis] < 0) take_first_crossing(&w, axis);
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

/* The start, whose index is 1, is a group that crosses no axis. */
static int has_ended(const collide_walk *w) {
  return w->mask == 0 && w->index > 1;
}

/* The number of cells entered by crossing the axes in mask at once. */
static size_t group_size(const collide_walk *w) {
  int mask = w->mask;
  if (w->closed) return closed_size(w);
  return mask == 7 ? 7 : mask & (mask - 1) ? 3 : 1;
}

/* The subsets of mask in the order of their numbers: x, y, xy, z, xz, yz, xyz. The start has only
 * the empty subset. */
static int next_part(int part, int mask) {
  return (part - mask) & mask;
}

static void write_group(const collide_walk *w, double *flat) {
  int part = 0, axis;
  if (w->closed) {
    write_closed(w, flat);
    return;
  }
  do {
    part = next_part(part, w->mask);
    *flat++ = (double)w->index;
    *flat++ = w->t_next;
    for (axis = 0; axis < w->dimensions; axis++)
      *flat++ = w->cell[axis] + (part >> axis & 1) * w->step[axis];
  } while (part != w->mask);
}

int collide_walk_next(collide_walk *walk, collide_group *group) {
  double flat[8 * 5], *cell = flat;
  int i, axis;
  if (has_ended(walk)) return 0;
  write_group(walk, flat);
  group->index = walk->index;
  group->t = walk->t_next;
  group->count = (int)group_size(walk);
  for (i = 0; i < group->count; i++, cell += 2 + walk->dimensions)
    for (axis = 0; axis < 3; axis++)
      group->cells[i][axis] = axis < walk->dimensions ? (int64_t)cell[2 + axis] : 0;
  advance(walk);
  group->t_exit = walk->mask ? walk->t_next : 1;
  return 1;
}

int64_t ci_walk_left(const collide_walk *walk) {
  return walk->left[0] + walk->left[1] + walk->left[2] + (walk->index == 1);
}

/* ---- Many at once ------------------------------------------------------- */

/* The changing part of one axis's state, in a struct of its own, so that a loop can keep it in
 * registers. */
typedef struct lane {
  double next, edge;
  int64_t cell, step, left;
} lane;

static CELLS_INLINE lane lane_load(const collide_walk *w, int axis) {
  lane l;
  l.next = w->next[axis];
  l.edge = w->edge[axis];
  l.cell = (int64_t)w->cell[axis];
  l.step = (int64_t)w->step[axis];
  l.left = w->left[axis];
  return l;
}

static CELLS_INLINE void lane_save(const lane *l, collide_walk *w, int axis) {
  w->next[axis] = l->next;
  w->edge[axis] = l->edge;
  w->cell[axis] = (double)l->cell;
  w->left[axis] = l->left;
}

static CELLS_INLINE double lane_cross(lane *l, const collide_walk *w, int axis) {
  double t = l->next;
  l->cell += l->step;
  l->edge += 1;
  l->next = --l->left > 0 ? cells_time(w, axis, l->edge) : INFINITY;
  return t;
}

static CELLS_INLINE int is_before(const lane *a, const lane *b) {
  return a->next - b->next < -CELLS_CERTAIN; /* see cells.h */
}

/* Writes crossings one by one, up to the next possible tie. `dimensions` is a constant in each
 * call, so that the compiler makes a loop for each. */
static CELLS_INLINE size_t fill_lanes(collide_walk *w, double *flat, size_t capacity,
                                      int dimensions) {
  lane x = lane_load(w, 0), y = lane_load(w, 1), z = lane_load(w, 2);
  double t, last = w->t_next, index = (double)w->index;
  size_t count;
  for (count = 0; count < capacity; count++) {
    if (is_before(&x, &y) && (dimensions == 2 || is_before(&x, &z)))
      t = lane_cross(&x, w, 0);
    else if (is_before(&y, &x) && (dimensions == 2 || is_before(&y, &z)))
      t = lane_cross(&y, w, 1);
    else if (dimensions == 3 && is_before(&z, &x) && is_before(&z, &y))
      t = lane_cross(&z, w, 2);
    else
      break;
    last = t > last ? t : last;
    flat[0] = index;
    flat[1] = last;
    flat[2] = (double)x.cell;
    flat[3] = (double)y.cell;
    if (dimensions == 3) flat[4] = (double)z.cell;
    flat += 2 + dimensions;
    index += 1;
  }
  lane_save(&x, w, 0);
  lane_save(&y, w, 1);
  lane_save(&z, w, 2);
  w->index += (int64_t)count;
  w->t_next = last;
  choose(w);
  return count;
}

/* Writes groups one by one, as many as fit into the capacity. */
static size_t fill_singly(collide_walk *w, double *flat, size_t capacity) {
  size_t count = 0, stride = 2 + (size_t)w->dimensions;
  while (w->mask != 0 && count + group_size(w) <= capacity) {
    double *rest = flat + count * stride;
    size_t size = group_size(w), got = 0;
    if (size == 1 && !w->huge)
      got = w->dimensions == 2 ? fill_lanes(w, rest, capacity - count, 2)
                               : fill_lanes(w, rest, capacity - count, 3);
    if (got == 0) { /* a possible tie */
      write_group(w, rest);
      advance(w);
      got = size;
    }
    count += got;
  }
  return count;
}

static size_t least_of(size_t a, size_t b) {
  return a < b ? a : b;
}

size_t ci_walk_fill(collide_walk *walk, double *flat, size_t capacity) {
  size_t count = 0, stride = 2 + (size_t)walk->dimensions;
  if (walk->index == 1) {
    count = group_size(walk);
    write_group(walk, flat);
    advance(walk);
  }
  /* Stops when the next run does not fit: the next call starts with an empty buffer. */
  while (walk->mask != 0 && (count == 0 || capacity - count >= CELLS_ROOM)) {
    double *rest = flat + count * stride;
    size_t got = walk->both == 0 ? ci_cells_run(walk, rest, capacity - count) : 0;
    if (got == 0)
      got = fill_singly(walk, rest, least_of(capacity - count, (size_t)CELLS_ROOM << walk->ties));
    if (got == 0) break;
    count += got;
  }
  return count;
}

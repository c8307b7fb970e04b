/* SPDX-License-Identifier: MIT
 *
 * Casts on grids: the walk of cells.c, with one step for each empty block. In a brick the line goes
 * from cell to cell. It leaves an empty block in one step, after Museth, "Hierarchical digital
 * differential analyzer for efficient ray-marching in OpenVDB" (2014), and arrives exactly where
 * the walk would.
 */
#include "../cells/cells.h"
#include "../number/twofold.h"
#include "grid_cast.h"

static int cast_first(const collide_grid_cast *c, int among, const int64_t edges[3]);

/* ---- A hit ----------------------------------------------------------------------------------- */

/* Writes a hit of a cast on a grid. All numbers are measured; only t_exit depends on the boundary
 * that the line crosses next. */

static double time_at(const collide_grid_axis *a, int64_t edge) {
  return (cast_boundary(a, edge) - a->from) / (a->to - a->base);
}

/* t is the greatest rounded time so far, as in a walk. Along one axis these times never decrease,
 * so the last time of each axis suffices. */
static double time_now(const collide_grid_cast *c) {
  double t = c->kind == COLLIDE_CAST_LINE ? -INFINITY : 0;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    const collide_grid_axis *a = &c->axes[axis];
    if (c->moving >> axis & 1 && a->cell > a->begin) {
      double crossed = time_at(a, a->cell);
      if (crossed > t) t = crossed;
    }
  }
  return t > c->limit ? c->limit : t;
}

/* The time at which the line leaves its cell. */
static double time_of_exit(const collide_grid_cast *c, double now) {
  int64_t edges[3];
  int axis, mask;
  for (axis = 0; axis < 3; axis++) edges[axis] = c->axes[axis].cell + 1;
  mask = cast_first(c, c->moving, edges);
  if (mask == 0) return INFINITY;
  for (axis = 0; axis < 3; axis++) {
    if (mask >> axis & 1) {
      double t = time_at(&c->axes[axis], edges[axis]);
      if (t > now) now = t;
    }
  }
  return now;
}

/* The way along an axis, times `scale`, a power of two. */
static twofold way_along(const collide_grid_axis *a, double scale) {
  twofold way = two_diff(a->to, a->base);
  return tf_make(way.hi * scale, way.lo * scale);
}

/* t / scale as a twofold: rounded to a double, and the remainder. */
static twofold exact_time(const collide_grid_axis *by, double scale) {
  twofold run = two_diff(cast_boundary(by, by->cell), by->from);
  twofold way = way_along(by, scale), back;
  double t = run.hi / way.hi;
  back = two_product(t, way.hi);
  return tf_make(t, ((run.hi - back.hi) - back.lo + (run.lo - t * way.lo)) / way.hi);
}

/* The position along an axis at time t scale, rounded and then limited to its cell. */
static double coordinate_at(const collide_grid_axis *a, twofold t, double scale) {
  twofold way = way_along(a, scale), gone = two_product(t.hi, way.hi), x;
  double low = cast_boundary(a, a->cell), high = cast_boundary(a, a->cell + 1), there;
  x = two_sum(a->from, gone.hi);
  there = x.hi + (x.lo + (gone.lo + (t.hi * way.lo + t.lo * way.hi)));
  if (!(there >= low)) return low;
  return there > high ? high : there;
}

static void find_point(const collide_grid_cast *c, double point[3]) {
  twofold t = {0, 0};
  double scale = time_now(c) <= 1e290 ? 1 : 1.2676506002282294e30; /* 2^100: no product overflows */
  int axis;
  if (c->mask != 0) t = exact_time(&c->axes[cast_lowest_axis(c->mask)], scale);
  for (axis = 0; axis < 3; axis++) {
    const collide_grid_axis *a = &c->axes[axis];
    double x = a->from;
    if (c->mask >> axis & 1) {
      x = cast_boundary(a, a->cell);
    } else if (c->mask != 0 && c->moving >> axis & 1) {
      x = coordinate_at(a, t, scale);
    }
    point[axis] = a->flip ? 0 - x : x;
  }
}

/* The cell of that part of the group. */
static void find_cell(const collide_grid_cast *c, int part, int64_t cell[3]) {
  int two = c->mask | c->both | c->behind, axis;
  for (axis = 0; axis < 3; axis++) {
    const collide_grid_axis *a = &c->axes[axis];
    cell[axis] = (a->cell - ((two & ~part) >> axis & 1)) ^ a->flip;
  }
}

static void find_cells(const collide_grid_cast *c, collide_grid_hit *hit) {
  unsigned rest = c->solid;
  hit->count = 0;
  while (rest != 0) {
    int part = cast_first_part(c, rest);
    rest &= ~(1U << part);
    find_cell(c, part, hit->cells[hit->count++]);
  }
}

/* Writes a hit: the cell of that part of the group. */
static void cast_write_hit(const collide_grid_cast *c, int part, collide_grid_hit *hit) {
  int crossed = c->mask | c->behind, entered = part & crossed, axis;
  hit->inside = c->mask == 0 && entered == 0;
  hit->t = c->mask == 0 ? 0 : time_now(c) + 0.0;
  hit->t_exit = entered == crossed ? time_of_exit(c, hit->t) + 0.0 : hit->t;
  find_point(c, hit->point);
  for (axis = 0; axis < 3; axis++) hit->normal[axis] = 0;
  axis = cast_lowest_axis(entered);
  if (!hit->inside) hit->normal[axis] = c->axes[axis].flip ? 1 : -1;
  find_cell(c, part, hit->cell);
  hit->value = collide_grid_get(c->grid, hit->cell);
  find_cells(c, hit);
}

/* ---- The next crossing ----------------------------------------------------------------------- */

/* Finds the next crossing of a line. An axis crosses boundary k at start + k * rate, with a
 * rounding error of at most `slack` (CAST_ROUNDINGS). So most comparisons take an addition or two,
 * however many cells lie between. Times within the slack are compared exactly. */

/* If the doubt of a position is less, it is near at most one boundary, and its side of every other
 * boundary is certain. Any value below 1/2 is right. */
#define NEXT_DOUBT 0.25
/* A position below this, with 0.5 added, and a boundary's number are below 2^53. */
#define NEXT_REACH 9e15

static crossing crossing_of(const collide_grid_axis *a, int64_t edge) {
  crossing c;
  c.boundary = cast_boundary(a, edge);
  c.from = a->from;
  c.to = a->to;
  c.base = a->base;
  return c;
}

/* -1, 0 or 1 if the line crosses boundary i of one axis before, with or after boundary j of
 * another. An infinite or NaN slack makes the comparison exact. */
static int order(const collide_grid_axis *a, int64_t i, const collide_grid_axis *b, int64_t j) {
  double gap = cast_guess(a, i) - cast_guess(b, j), doubt = a->slack + b->slack;
  crossing p, q;
  if (gap > doubt) return 1;
  if (gap < -doubt) return -1;
  p = crossing_of(a, i);
  q = crossing_of(b, j);
  return ci_crossing_compare(&p, &q);
}

/* The axes that come first, or last when sign is -1. */
static int find_extreme(const collide_grid_cast *c, int among, const int64_t edges[3], int sign) {
  int axis, best = -1, found = 0;
  for (axis = 0; axis < 3; axis++) {
    int side;
    if (!(among >> axis & 1)) continue;
    side = best < 0 ? -1 : sign * order(&c->axes[axis], edges[axis], &c->axes[best], edges[best]);
    if (side < 0) {
      best = axis;
      found = 1 << axis;
    } else if (side == 0) {
      found |= 1 << axis;
    }
  }
  return found;
}

/* The axes in `among` that cross their boundary `edges[axis]` first. */
static int cast_first(const collide_grid_cast *c, int among, const int64_t edges[3]) {
  return find_extreme(c, among, edges, 1);
}

/* The axes in `among` that cross it last. */
static int cast_last(const collide_grid_cast *c, int among, const int64_t edges[3]) {
  return find_extreme(c, among, edges, -1);
}

/* An axis moves up to the first boundary that it does not cross before another axis crosses its
 * edge. It crosses that boundary WITH the other axis or AFTER it, or it crosses all of its
 * boundaries before (NEVER). */
typedef enum arrival { WITH, AFTER, NEVER } arrival;

static arrival put_before(collide_grid_axis *a, int64_t edge, int tied) {
  a->cell = edge - 1;
  return tied ? WITH : AFTER;
}

/* Finds the first boundary from cell + 1 to `most` that is not crossed before, by
 * bisection. */
static arrival move_by_halves(collide_grid_axis *a, int64_t most, const collide_grid_axis *by,
                              int64_t edge) {
  int64_t low = a->cell + 1, high = most + 1;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (order(a, middle, by, edge) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  if (low > most) return NEVER;
  return put_before(a, low, order(a, low, by, edge) == 0);
}

/* Moves an axis to that boundary. NEVER if even `most` is crossed before. */
static arrival move_axis(collide_grid_axis *a, int64_t most, const collide_grid_axis *by,
                         int64_t edge) {
  double place = (cast_guess(by, edge) - a->start) * a->pace, doubt, nearest;
  int64_t next = a->cell + 1, near;
  int side;
  doubt = (a->slack + by->slack) * a->pace;
  if (!(doubt < NEXT_DOUBT && fabs(place) < NEXT_REACH)) return move_by_halves(a, most, by, edge);
  nearest = floor(place + 0.5);
  near = (int64_t)nearest;
  if (near < next) return put_before(a, next, 0);
  if (near > most) {
    /* Boundary near - 1 is certainly crossed before; so is `most` unless it is nearer. */
    return place > (double)most + doubt ? NEVER : move_by_halves(a, most, by, edge);
  }
  if (place > nearest + doubt)
    side = -1;
  else if (place < nearest - doubt)
    side = 1;
  else
    side = order(a, near, by, edge);
  if (side < 0 && near == most) return NEVER;
  return put_before(a, side < 0 ? near + 1 : near, side == 0);
}

/* Moves all axes to the time at which the axes in `mask` cross their edges, but not across. Returns
 * the axes that cross a boundary at that time, or 0 if another axis crosses its own of `edges`
 * earlier. */
static int cast_move(collide_grid_cast *c, int mask, const int64_t edges[3]) {
  int axis, lead = cast_lowest_axis(mask), crossed = mask;
  for (axis = 0; axis < 3; axis++) {
    collide_grid_axis *a = &c->axes[axis];
    if (mask >> axis & 1) {
      a->cell = edges[axis] - 1;
    } else if (c->moving >> axis & 1) {
      arrival when = move_axis(a, edges[axis], &c->axes[lead], edges[lead]);
      if (when == NEVER) return 0;
      if (when == WITH) crossed |= 1 << axis;
    }
  }
  return crossed;
}
enum { STATE_START, STATE_ENTER, STATE_WALK, STATE_END };

/* ---- Preparation ----------------------------------------------------------------------------- */

/* The time of crossing boundary k, (k * size + origin - from) / (to - base), is evaluated
 * as start + k * rate; for the slack see CAST_ROUNDINGS. (most * inverse is one product, so
 * that subnormal coordinates do not underflow in it.) */
static void prepare_axis(collide_grid_cast *c, int axis, double size, double origin) {
  collide_grid_axis *a = &c->axes[axis];
  double span = a->to - a->base, inverse = 1 / span, reach, most;
  a->size = size;
  a->origin = a->flip ? -origin : origin;
  if (!(c->moving >> axis & 1)) {
    a->start = INFINITY; /* it never crosses a boundary */
    a->rate = a->slack = a->pace = 0;
    return;
  }
  reach = fabs((double)a->first) > fabs((double)a->last) ? fabs((double)a->first)
                                                         : fabs((double)a->last);
  most = (reach + CAST_BEYOND) * size + fabs(origin) + fabs(a->from);
  a->rate = size * inverse;
  a->start = (a->origin - a->from) * inverse;
  a->pace = span / size;
  a->slack = CAST_ROUNDINGS * (most * inverse) + CAST_TINY;
  if (a->pace < CAST_PACE_LEAST) a->slack = INFINITY;
}

/* Finds the cell where the line begins along an axis. It lies in the bounds of the grid's cells, or
 * just before them, and then *before is set. Returns 0 if the line never meets the bounds.
 *
 * Closed cells: a line that begins on a boundary begins in two cells, and the cell may lie just
 * beyond the bounds. A line that crosses the boundary has the cell that it enters, and the axis is
 * added to `behind`. A line that stays on it has the upper cell, and the axis is added to `both`.
 */
static int begin_axis(collide_grid_cast *c, int axis, double from, int *before) {
  collide_grid_axis *a = &c->axes[axis];
  double size = c->grid->frame.size[axis], origin = c->grid->frame.origin[axis];
  double low = cast_boundary(a, a->first), high = cast_boundary(a, a->last + 1);
  int is_moving = c->moving >> axis & 1, is_closed = (c->flags & COLLIDE_CELLS_CLOSED) != 0, is_on;
  int64_t cell;
  *before = 0;
  if ((c->kind == COLLIDE_CAST_LINE && is_moving) || a->from < low ||
      (a->from == low && a->flip && !is_closed)) {
    a->cell = a->begin = a->first - 1;
    *before = 1 << axis;
    return is_moving;
  }
  if (a->from > high || (a->from == high && !a->flip && !is_closed)) return 0;
  is_on = a->from == high && is_closed;
  a->cell = a->last + 1;
  if (!is_on) {
    if (!cells_locate(size, origin, from, &cell)) return 0;
    is_on = is_closed && cells_boundary(size, origin, (double)cell) == from;
    a->cell = (is_on && a->flip ? cell - 1 : cell) ^ a->flip;
  }
  a->begin = a->cell;
  if (is_on && is_moving) c->behind |= 1 << axis;
  if (is_on && !is_moving) c->both |= 1 << axis;
  return 1;
}

/* Has the line left the bounds before it enters them? */
static int has_left(const collide_grid_cast *c) {
  int axis;
  for (axis = 0; axis < c->dimensions; axis++)
    if (c->moving >> axis & 1 && c->axes[axis].cell > c->axes[axis].last) return 1;
  return 0;
}

/* The next cell is searched from the root. */
static void forget_path(collide_grid_cast *c) {
  c->changes = c->grid->changes;
  c->brick = NULL;
  c->shift = 0;
  c->level = c->grid->level;
  c->path[c->level] = c->grid->root;
  if (c->grid->root != NULL) ci_grid_root_corner(c->grid, c->place);
}

/* `to` is a point or a direction. */
static void prepare(collide_grid_cast *c, const collide_grid *grid, const double from[3],
                    const double to[3], collide_cast_kind kind, double limit, int flags) {
  int axis, all = 0, before;
  c->grid = grid;
  c->dimensions = grid->frame.dimensions;
  c->flags = flags;
  c->kind = kind;
  c->limit = limit;
  c->moving = c->mask = c->both = c->behind = 0;
  c->solid = c->pending = 0;
  c->state = STATE_END;
  if (grid->count == 0) return;
  for (axis = 0; axis < 3; axis++) {
    collide_grid_axis *a = &c->axes[axis];
    double start = axis < c->dimensions ? from[axis] : 0, end = axis < c->dimensions ? to[axis] : 0;
    double base = kind == COLLIDE_CAST_SEGMENT ? start : 0;
    a->flip = end < base ? -1 : 0;
    a->from = a->flip ? -start : start;
    a->to = a->flip ? -end : end;
    a->base = a->flip ? -base : base;
    a->first = a->flip ? ~grid->high[axis] : grid->low[axis];
    a->last = a->flip ? ~grid->low[axis] : grid->high[axis];
    if (end != base) c->moving |= 1 << axis;
  }
  for (axis = 0; axis < 3; axis++) {
    if (axis < c->dimensions)
      prepare_axis(c, axis, grid->frame.size[axis], grid->frame.origin[axis]);
    else
      prepare_axis(c, axis, 1, 0);
    if (axis >= c->dimensions) {
      c->axes[axis].cell = c->axes[axis].begin = 0;
      continue;
    }
    if (!begin_axis(c, axis, from[axis], &before)) return;
    all |= before;
  }
  if (all != 0 && has_left(c)) return;
  forget_path(c);
  c->mask = all; /* the axes on which the line is not yet in the bounds */
  c->state = all != 0 ? STATE_ENTER : STATE_START;
}

void ci_grid_cast_begin(collide_grid_cast *cursor, const collide_grid *grid,
                        const collide_cast *cast, double max, int flags) {
  double limit = cast->kind == COLLIDE_CAST_RAY       ? max
                 : cast->kind == COLLIDE_CAST_SEGMENT ? 1
                                                      : HUGE_VAL;
  prepare(cursor, grid, cast->start, cast->toward, cast->kind, limit, flags);
}

/* ---- Reading cells --------------------------------------------------------------------------- */

/* Is the cell not empty? Sets `brick` to its brick, if any, and `shift` to the size of the empty
 * block around it, as a power of two, or 0. */
static int read_cell(collide_grid_cast *c, const int64_t cell[3]) {
  const int dimensions = c->dimensions;
  uint64_t place[3], gap;
  int level = c->level;
  const grid_node *node;
  grid_place(dimensions, cell, place);
  gap = (place[0] ^ c->place[0]) | (place[1] ^ c->place[1]) | (place[2] ^ c->place[2]);
  c->brick = NULL;
  c->shift = 0;
  while (gap >> grid_child_shift(dimensions, level + 1) != 0) level++;
  if (level > c->grid->level) { /* beyond the root, where there is nothing */
    c->shift = grid_child_shift(dimensions, level);
    return 0;
  }
  c->place[0] = place[0];
  c->place[1] = place[1];
  c->place[2] = place[2];
  node = (const grid_node *)c->path[level];
  for (;; level--) {
    int shift = grid_child_shift(dimensions, level);
    unsigned slot = grid_slot_of(dimensions, place, shift);
    c->level = level;
    if (!(node->children >> slot & 1)) {
      int is_full = node->full >> slot & 1;
      if (!is_full) c->shift = shift;
      return is_full;
    }
    if (level == 1) {
      const grid_brick *brick = node->slots[slot].brick;
      c->brick = brick;
      return brick->words[grid_word_of(dimensions, place)] >> grid_slot_of(dimensions, place, 0) &
             1;
    }
    node = node->slots[slot].node;
    c->path[level - 1] = node;
  }
}

/* Reads the cell that contains the current position of the line. */
static int read_cell_ahead(collide_grid_cast *c) {
  int64_t cell[3];
  find_cell(c, ~0, cell);
  return read_cell(c, cell);
}

/* A line that stays on boundaries is in several cells. It skips an empty block only if each of
 * these cells is in an empty block. */
static void read_cells_along(collide_grid_cast *c) {
  int part = c->both, least = 64, axis;
  for (;; part = (part - 1) & c->both) {
    int64_t cell[3];
    for (axis = 0; axis < 3; axis++)
      cell[axis] = (c->axes[axis].cell ^ c->axes[axis].flip) - (part >> axis & 1);
    read_cell(c, cell);
    if (c->shift < least) least = c->shift;
    if (part == 0) break;
  }
  c->brick = NULL;
  c->shift = least;
}

/* The non-empty cells of a group after the line has crossed the axes in `fresh`. Each new cell lies
 * ahead along at least one of these. With `fresh` 0 all cells are new. Looks up the cell that lies
 * ahead along all axes last. */
static unsigned read_group(collide_grid_cast *c, int fresh) {
  int choice = c->mask | c->both | c->behind, part;
  unsigned solid = 0;
  for (part = 0; part < 8; part++) {
    int64_t cell[3];
    if ((part & ~choice) != 0 || (fresh != 0 && (part & fresh) == 0)) continue;
    find_cell(c, part, cell);
    if (read_cell(c, cell)) solid |= 1U << part;
  }
  return solid;
}

/* Sets `brick` and `shift` for the next step. */
static void read_next_cells(collide_grid_cast *c) {
  if (c->both != 0)
    read_cells_along(c);
  else
    read_cell_ahead(c);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* Does an axis cross its next boundary within the limit? */
static int is_in_time(const collide_grid_cast *c, int axis) {
  const collide_grid_axis *a = &c->axes[axis];
  double guess;
  crossing at;
  if (c->limit == INFINITY) return 1;
  if (c->kind == COLLIDE_CAST_SEGMENT) return cast_boundary(a, a->cell + 1) <= a->to;
  guess = cast_guess(a, a->cell + 1);
  if (guess + a->slack < c->limit) return 1;
  if (guess - a->slack > c->limit) return 0;
  at = crossing_of(a, a->cell + 1);
  return ci_crossing_compare_to(&at, c->limit) <= 0;
}

/* Ends the cast when the line has left the bounds: it cannot enter them again. */
static void check_bounds(collide_grid_cast *c) {
  int axis;
  for (axis = 0; axis < 3; axis++) {
    if (c->mask >> axis & 1 && c->axes[axis].cell > c->axes[axis].last) c->state = STATE_END;
  }
}

static int is_ahead_only(const collide_grid_cast *c) {
  return (c->flags & (COLLIDE_CORNERS_AHEAD | COLLIDE_CELLS_CLOSED)) == COLLIDE_CORNERS_AHEAD;
}

/* Crosses the next boundaries of the axes in mask, all at once, and reads the cells that the line
 * enters. */
static void take_group(collide_grid_cast *c, int mask) {
  int axis;
  if (mask == 0 || !is_in_time(c, cast_lowest_axis(mask))) {
    c->state = STATE_END;
    return;
  }
  c->mask = mask;
  for (axis = 0; axis < 3; axis++) c->axes[axis].cell += mask >> axis & 1;
  check_bounds(c);
  if (c->both == 0 && (!(mask & (mask - 1)) || is_ahead_only(c))) {
    if (c->state != STATE_END && read_cell_ahead(c)) c->solid = 1U << mask;
    return;
  }
  c->solid = read_group(c, mask);
  if (c->both != 0) read_cells_along(c);
}

/* ---- From group to group --------------------------------------------------------------------- */

static void start(collide_grid_cast *c) {
  c->state = has_left(c) ? STATE_END : STATE_WALK;
  if ((c->both | c->behind) == 0) {
    if (read_cell_ahead(c) && !(c->flags & COLLIDE_SKIP_INSIDE)) c->solid = 1;
    return;
  }
  if (!(c->flags & COLLIDE_SKIP_INSIDE)) c->solid = read_group(c, 0);
  read_next_cells(c);
}

/* Moves to where the last axis enters the bounds, unless another axis leaves them first. */
static void enter(collide_grid_cast *c) {
  int64_t edges[3];
  int axis, mask;
  for (axis = 0; axis < 3; axis++) edges[axis] = c->axes[axis].first;
  mask = cast_last(c, c->mask, edges);
  for (axis = 0; axis < 3; axis++) {
    if (!(mask >> axis & 1)) edges[axis] = c->axes[axis].last + 1;
  }
  mask = cast_move(c, mask, edges);
  c->state = STATE_WALK;
  c->behind = 0;
  take_group(c, mask);
}

/* Leaves the empty block that the line is in, or else its cell. */
static void leave_block(collide_grid_cast *c) {
  int64_t edges[3];
  int axis, mask;
  uint64_t inside = (UINT64_C(1) << c->shift) - 1, bias = grid_bias(c->dimensions);
  for (axis = 0; axis < 3; axis++) {
    const collide_grid_axis *a = &c->axes[axis];
    uint64_t place = ((uint64_t)(a->cell ^ a->flip) + bias) ^ (uint64_t)a->flip;
    edges[axis] = a->cell + (int64_t)(inside - (place & inside)) + 1;
    if (edges[axis] > a->last + 1) edges[axis] = a->last + 1;
  }
  mask = cast_first(c, c->moving, edges);
  if (mask != 0 && c->shift > 0) mask = cast_move(c, mask, edges);
  take_group(c, mask);
}

/* Goes on from a brick, or from an empty block of a brick's size. */
static void go_on(collide_grid_cast *c) {
  switch (ci_cast_run(c)) {
  case CAST_HIT:
    c->solid = 1U << c->mask;
    break;
  case CAST_LEFT:
    check_bounds(c);
    if (c->state != STATE_END && read_cell_ahead(c)) c->solid = 1U << c->mask;
    break;
  default:
    leave_block(c);
  }
}

/* Finds the next group that is not empty; 0 when there is none. */
static int search(collide_grid_cast *c) {
  c->solid = 0;
  while (c->solid == 0) {
    if (c->state == STATE_WALK) {
      c->behind = 0;
      if (c->both == 0 && (c->brick != NULL || c->shift == grid_brick_shift(c->dimensions)))
        go_on(c);
      else
        leave_block(c);
    } else if (c->state == STATE_START) {
      start(c);
    } else if (c->state == STATE_ENTER) {
      enter(c);
    } else {
      return 0;
    }
  }
  return 1;
}

/* The grid has changed: bricks and nodes on the path may be gone. */
static int begin_again(collide_grid_cast *c) {
  if (c->grid->root == NULL) c->state = STATE_END;
  if (c->state == STATE_END) return 0;
  forget_path(c);
  if (c->state == STATE_WALK) read_next_cells(c);
  return 1;
}

int ci_grid_cast_next(collide_grid_cast *cast, collide_grid_hit *hit) {
  int part;
  if (cast->pending == 0) {
    if (cast->state == STATE_END) return 0;
    if (cast->changes != cast->grid->changes && !begin_again(cast)) return 0;
    if (!search(cast)) return 0;
    cast->pending = cast->solid;
  }
  part = cast_first_part(cast, cast->pending);
  cast->pending &= ~(1U << part);
  if (hit != NULL) cast_write_hit(cast, part, hit);
  return 1;
}

/* SPDX-License-Identifier: MIT
 *
 * The walk from cell to cell. It mirrors directions so that every axis goes up, like "Which integer
 * cells does a ray pass through" (marupeke, 3D collision 23). It follows Amanatides and Woo, "A
 * fast voxel traversal algorithm" (1987), with two differences. The time of each crossing is
 * computed afresh, not by adding steps, and crossings at nearly the same time are compared exactly.
 */
#include "../number/exact.h"
#include "../number/scalar.h"
#include "../number/twofold.h"
#include "cells.h"

/* ---- The frame of a grid --------------------------------------------------------------------- */

/* . */

/* Boundaries k * size + origin are strictly increasing in k if both the products and the sums lie
 * within this many cells of 0. Each of the two roundings is then at most u * 2^51 cells = a quarter
 * of a cell (strictly less, except for a result of exactly 2^51 cells). So two neighbours, a cell
 * apart, approach each other by less than one cell. Up to 2^52 this argument no longer holds. */
#ifndef FRAME_DISTINCT
#define FRAME_DISTINCT 2251799813685248.0 /* 2^51 */
#endif

/* The number of times that the quotient's cell may be corrected by one. If cells are distinct, |x|
 * and |origin| are at most 2^51 cells (and a little). So the two quotients are each off by at most
 * a quarter of a cell, and their difference, below 2^52, by half a cell. Boundaries are off by less
 * than half a cell: less than 1.5 cells in all, so at most 2 corrections are made. 4 are allowed. A
 * cell that is still wrong is refused. */
#ifndef FRAME_CORRECTIONS
#define FRAME_CORRECTIONS 4
#endif

collide_grid_frame collide_unit_frame(int dimensions) {
  collide_grid_frame frame;
  int axis;
  frame.dimensions = dimensions;
  for (axis = 0; axis < 3; axis++) {
    frame.size[axis] = 1;
    frame.origin[axis] = 0;
  }
  return frame;
}

static int is_power_of_two(double x) {
  int exponent;
  return frexp(x, &exponent) == 0.5;
}

/* Are all cells with numbers up to FRAME_PLAIN distinct? ci_cells_distinct compares four numbers
 * with its limit, 2^51 sizes. For |k| and |origin| / size up to 2^49 they are, before rounding, at
 * most: k * size 2^49 sizes; (k + 1) * size 2^50 sizes; the former plus the origin 2^50 sizes; the
 * latter plus the origin 1.5 * 2^50 sizes, which is below 2^51 sizes. A power of two times the size
 * is a double, and rounding does not pass a double. */
#define FRAME_PLAIN (FRAME_DISTINCT / 4)
static inline int is_plain(double size, double origin) {
  return FRAME_DISTINCT * size <= COLLIDE_LARGEST && fabs(origin) <= FRAME_PLAIN * size;
}

static inline int is_plain_cell(double size, double origin, double k) {
  return fabs(k) <= FRAME_PLAIN && is_plain(size, origin);
}

/* If both operations of a boundary are exact, all cells below 2^53 are distinct. Otherwise see
 * FRAME_DISTINCT. */
int ci_cells_distinct(double size, double origin, int64_t k) {
  double limit = FRAME_DISTINCT * size, low = (double)k, high = low + 1;
  double below = fabs(cells_boundary(size, origin, low));
  double above = fabs(cells_boundary(size, origin, high));
  if (is_plain_cell(size, origin, low)) return 1;
  if (!(fabs(low) < CELLS_MOST && below <= COLLIDE_LARGEST && above <= COLLIDE_LARGEST)) return 0;
  if (origin == 0 && is_power_of_two(size)) return 1;
  return fabs(origin) < limit && fabs(low * size) < limit && fabs(high * size) <= limit &&
         below < limit && above <= limit;
}

double ci_cells_distinct_below(const collide_grid_frame *frame) {
  double below = CELLS_MOST;
  int axis;
  for (axis = 0; axis < frame->dimensions; axis++) {
    double size = frame->size[axis], origin = frame->origin[axis];
    if (origin == 0 && is_power_of_two(size) && CELLS_MOST * size <= COLLIDE_LARGEST) continue;
    if (!is_plain(size, origin)) return 0;
    below = FRAME_PLAIN;
  }
  return below;
}

/* Moves a cell near x to the cell that contains x; 0 if it is not found. */
static int correct(double size, double origin, double x, double *cell) {
  double k = *cell;
  int i;
  for (i = 0; i < FRAME_CORRECTIONS && x < cells_boundary(size, origin, k); i++) k--;
  for (i = 0; i < FRAME_CORRECTIONS && x >= cells_boundary(size, origin, k + 1); i++) k++;
  *cell = k;
  return cells_boundary(size, origin, k) <= x && x < cells_boundary(size, origin, k + 1);
}

int ci_cells_locate(double size, double origin, double x, int64_t *cell) {
  double quotient, k, low, high;
  quotient = x / size;
  if (origin != 0) quotient -= origin / size;
  if (!(fabs(quotient) < CELLS_MOST)) return 0;
  k = (double)(int64_t)quotient;
  k -= k > quotient; /* without a branch, which is hard to predict */
  low = cells_boundary(size, origin, k);
  high = cells_boundary(size, origin, k + 1);
  if (!(low <= x && x < high) && !correct(size, origin, x, &k)) return 0;
  *cell = (int64_t)k;
  return is_plain_cell(size, origin, k) || ci_cells_distinct(size, origin, *cell);
}

int collide_cell_at(const collide_grid_frame *frame, const double point[3], int64_t cell[3]) {
  int64_t found[3] = {0, 0, 0};
  int axis;
  for (axis = 0; axis < frame->dimensions; axis++)
    if (!cells_locate(frame->size[axis], frame->origin[axis], point[axis], &found[axis])) return 0;
  cell[0] = found[0]; /* assigned one by one: a loop becomes a slower call of memcpy */
  cell[1] = found[1];
  if (frame->dimensions == 3) cell[2] = found[2];
  return 1;
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* Places and their margin of error. A place is the position of a line between two boundaries of an
 * axis, in fixed point. */

/* The margin of places is RUN_ROUNDINGS * reach. The reach is the sum of C + 1 over the axes with
 * crossings, with C = (|from| + |to| + |origin|) / size.
 *
 * Let y be a minor axis and x the major one, with the slope r = rate[y] / rate[x] <= 1. At a
 * crossing of x, the place of y has these errors:
 * - its value at the first crossing: 3 u C_y for the rate, 3 u C_y for the time and u C_y for their
 *   product; 3 u C_y and u (C_y + 1) for the offset; u (C_y + 1) for the sum;
 * - the advance since then: 7 u (C_y + 1), because r is off by 7 roundings. r times the number of
 *   crossings is at most the number of cells that the line passes along y;
 * - the boundary of y: 2 u C_y, because it is two roundings away from k * size + origin;
 * - the boundaries of x, at the first crossing and at this one: 4 u C_x r. They are assumed to be a
 *   whole number of cells apart, and each is two roundings away, too;
 * - 2^-62 = u / 512 for each crossing of x, because r is truncated to fixed point.
 * The sum is below 26 u * reach. Also, the rounding of times must not swap two crossings that the
 * margin keeps apart. That rounding is 6.02 u in t (cells.h), at most 6.02 u * rate <= 6.1 u C in
 * cells. So 33 u is a bound for RUN_ROUNDINGS. 64 u is used. It covers the small terms in u^2 and
 * the rounding of `reach` itself. */
#ifndef RUN_ROUNDINGS
#define RUN_ROUNDINGS 7.1054273576010019e-15 /* 2^-47 */
#endif

/* Places are not used if the margin is larger. The reach is then above 2.2e12. */
#define RUN_WIDEST (1.0 / 64)

/* Places are not used if the rate of the major axis is smaller: a minor rate may be subnormal. */
#define RUN_SLOWEST 1e-150

/* Places are taken modulo 2^64. |x| is below 4: no axis crosses more cells than the major one
 * before its first crossing. */
static uint64_t to_fixed(double x) {
  double places = x * (double)CELLS_PLACE_ONE;
  return places < 0 ? 0 - (uint64_t)-places : (uint64_t)places;
}

/* Without places, the margin is half a cell. So each place counts as near a boundary. */
static void set_unknown(collide_walk *w) {
  int axis;
  for (axis = 0; axis < 3; axis++) w->place[axis] = w->slope[axis] = 0;
  w->margin = CELLS_PLACE_ONE / 2;
}

/* Sets the major axis, the places and slopes of the others, and the margin. */
static void cells_begin_places(collide_walk *w) {
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

/* Let all coordinates be multiples of a unit. Then the place of axis y at a crossing of axis x is a
 * multiple of unit^2 / (span[x] size[y]). So a place is on a boundary, or at least so far from it.
 * A place within two margins counts as near: one is the margin itself, one its error. Four margins
 * are used. The times of two minor axes y and z are equal, or differ by at least unit^2 / (span[y]
 * span[z]). A margin is at least 64 u * span[z] / size[z]. So that difference is more than
 * CELLS_CERTAIN and the error of the times, 16 u. */
#ifndef PLACE_GAP
#define PLACE_GAP 4
#endif

/* Returns 1 if x is a multiple of the unit, which is a power of two, and below 2^51 units. Then
 * boundaries are exact: k * size and k * size + origin are whole numbers of units below 2^53. */
static int is_multiple(double x, double unit) {
  const double units = x / unit;
  return fabs(units) < 2251799813685248.0 && (double)(int64_t)units == units && units * unit == x;
}

/* Outside of PLACE_LEAST to 1 / PLACE_LEAST, the product `gap` may be subnormal or overflow. */
#define PLACE_LEAST 1e-280

int ci_cells_find_lattice(const collide_walk *w) {
  const double margin = ((double)w->margin + 1) / (double)CELLS_PLACE_ONE;
  double span = 0, size = 0, gap, unit;
  int axis, exponent, is_on = 1;
  for (axis = 0; axis < w->dimensions; axis++) {
    if (w->left[axis] == 0) continue;
    span = greater(span, w->span[axis]);
    size = greater(size, w->size[axis]);
  }
  gap = PLACE_GAP * margin * span * size;
  if (!(gap > PLACE_LEAST && gap < 1 / PLACE_LEAST)) return 0;
  (void)frexp(sqrt(gap), &exponent);
  unit = ldexp(1, exponent);
  for (axis = 0; axis < w->dimensions; axis++) {
    if (w->left[axis] == 0) continue;
    is_on &= is_multiple(w->size[axis], unit) & is_multiple(w->origin[axis], unit) &
             is_multiple(w->from[axis], unit) & is_multiple(w->to[axis], unit);
  }
  return is_on;
}

/* ---- Crossings ------------------------------------------------------------------------------- */

/* Compares two fractions p / q and r / s, whose parts are exact twofolds. The sign of p s - r q is
 * computed in twofolds with an error bound, and exactly if the bound leaves it undecided. (u =
 * 2^-53.). */

/* The products p s and r q are computed only for numbers within this range.
 *
 * two_product(a, b) is exact under two conditions. a and b must be below 2^996, because 2^27 + 1 is
 * a factor of their upper halves. The last bit of the product, which is at least 2^-106 |a b|, must
 * not be below 2^-1074: |a b| >= 2^-968 = 4e-292. Both hold for CROSSING_LEAST^2 = 1e-240 and
 * CROSSING_MOST^2 = 1e240. Products with low parts in tf_mul may underflow, by at most 3 * 2^-1075
 * in all. That is 1e-83 of 1e-240; CROSSING_CERTAIN allows for 3e-31. The limits are narrower than
 * necessary because coordinates beyond them are rare. */
#ifndef CROSSING_LEAST
#define CROSSING_LEAST 1e-120
#endif
#ifndef CROSSING_MOST
#define CROSSING_MOST 1e120
#endif

/* Two products of twofolds, left and right, are in their true order if their difference is larger
 * than this times |left| + |right|. tf_mul adds 4 errors to a b: u^2 for the omitted product of the
 * low parts; 2 u^2 for rounding the two products of a low and a high part, by u each; 2 u^2 for
 * their sum, which is at most 2 u; 3 u^2 for the sum of that and the low part of the product, at
 * most 3 u. The total is 8 u^2 (1 + 8 u) |a b|. (tf_scale: 3 u^2.) tf_sub is within 4 u^2 of the
 * difference itself (Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic
 * building blocks of double-word arithmetic", 2017, algorithm 6). Its high part is within 2 u. This
 * cannot hide a difference of more than 8.01 u^2 (|left| + |right|). 9 u^2 is the bound, 16 u^2 are
 * used. */
#ifndef CROSSING_CERTAIN
#define CROSSING_CERTAIN 1.9721522630525295e-31 /* 2^-102 */
#endif

/* The t of a crossing as a fraction, top / bottom. */
typedef struct fraction {
  twofold top, bottom;
} fraction;

static fraction fraction_of(const crossing *c) {
  fraction f;
  f.top = two_diff(c->boundary, c->from);
  f.bottom = two_diff(c->to, c->base);
  return f;
}

/* Do products of two such numbers neither overflow nor underflow? */
static int is_moderate(twofold a) {
  double size = fabs(a.hi);
  return size == 0 || (size > CROSSING_LEAST && size < CROSSING_MOST);
}

static int is_same(twofold a, twofold b) {
  return a.hi == b.hi && a.lo == b.lo;
}

static int sign_of(double x) {
  return (x > 0) - (x < 0);
}

/* The sign of left - right, for rounded products. */
static int compare_twofold(twofold left, twofold right) {
  twofold rest = tf_sub(left, right);
  return filter_sign(rest.hi, CROSSING_CERTAIN * (fabs(left.hi) + fabs(right.hi)));
}

/* The same for exact products. Their high parts are the numbers rounded to nearest. So if the high
 * parts differ, their order is the order of the numbers. */
static int compare_exact(twofold left, twofold right) {
  return sign_of(left.hi != right.hi ? left.hi - right.hi : left.lo - right.lo);
}

/* The sign of a.top / a.bottom - b.top / b.bottom, or FILTER_UNSURE. */
static int compare_fractions(const fraction *a, const fraction *b) {
  if (!is_moderate(a->top) || !is_moderate(a->bottom) || !is_moderate(b->top) ||
      !is_moderate(b->bottom))
    return FILTER_UNSURE;
  if (is_same(a->top, b->top) && is_same(a->bottom, b->bottom)) return 0;
  if (a->top.lo == 0 && a->bottom.lo == 0 && b->top.lo == 0 && b->bottom.lo == 0)
    return compare_exact(two_product(a->top.hi, b->bottom.hi),
                         two_product(b->top.hi, a->bottom.hi));
  return compare_twofold(tf_mul(a->top, b->bottom), tf_mul(b->top, a->bottom));
}

/* The same sign for all doubles. */
static int compare_exactly(const crossing *a, const crossing *b) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact top, bottom, left;
  ci_exact_set_diff(pool, &top, a->boundary, a->from);
  ci_exact_set_diff(pool, &bottom, b->to, b->base);
  ci_exact_mul(&left, &top, &bottom);
  ci_exact_set_diff(pool, &top, b->boundary, b->from);
  ci_exact_set_diff(pool, &bottom, a->to, a->base);
  ci_exact_sub_product(&left, &top, &bottom);
  return exact_sign(&left);
}

int ci_crossing_compare(const crossing *a, const crossing *b) {
  fraction p = fraction_of(a), q = fraction_of(b);
  int sign = compare_fractions(&p, &q);
  return sign != FILTER_UNSURE ? sign : compare_exactly(a, b);
}

static int compare_exactly_to(const crossing *a, double t) {
  exact_small numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact left, bottom;
  ci_exact_set_diff(pool, &left, a->boundary, a->from);
  ci_exact_set_diff(pool, &bottom, a->to, a->base);
  ci_exact_mul_double(&bottom, &bottom, t);
  ci_exact_sub(&left, &left, &bottom);
  return exact_sign(&left);
}

int ci_crossing_compare_to(const crossing *a, double t) {
  fraction f = fraction_of(a);
  if (is_moderate(f.top) && is_moderate(f.bottom) && is_moderate(tf(t))) {
    int sign = f.top.lo == 0 && f.bottom.lo == 0 ? compare_exact(f.top, two_product(f.bottom.hi, t))
                                                 : compare_twofold(f.top, tf_scale(f.bottom, t));
    if (sign != FILTER_UNSURE) return sign;
  }
  return compare_exactly_to(a, t);
}
/* ---- The next crossing ----------------------------------------------------------------------- */

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
  cells_begin_places(walk);
  return 1;
}

int collide_walk_begin(collide_walk *walk, const collide_grid_frame *frame, const double from[3],
                       const double to[3]) {
  return begin(walk, frame, from, to);
}

/* ---- Closed cells ---------------------------------------------------------------------------- */

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

/* ---- Group by group -------------------------------------------------------------------------- */

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

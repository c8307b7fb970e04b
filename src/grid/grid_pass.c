/* SPDX-License-Identifier: MIT
 *
 * A box moves through a grid: the traversal of grid_visit.c, bounded by the time at which the box
 * meets a block. A long motion is divided into parts, and each part visits the cells around it.
 */
#include "grid_pass.h"

#include <string.h>

/* ---- When the box meets a block -------------------------------------------------------------- */

/* The box, moved by t d, meets a block along an axis from t = gap / d to t = rest / d, for
 * differences of bounds, whose signs are exact. A difference, the inverse of |d| and two products
 * round by u = 2^-53 each, which makes 4 u. 2^-50 is 8 u: a bound that is too low by 4 u of itself
 * is still not above a t that is rounded by 2 u. A t of 0 is exact. */
#define TIME_SLACK 8.8817841970012523e-16 /* 2^-50 */

/* Along an axis on which the box hardly moves: does it meet a block from min to max at any t? */
static int meets_still(const grid_pass *p, int axis, double min, double max) {
  double d = p->d[axis], gap = d > 0 ? min - p->high[axis] : p->low[axis] - max;
  double rest = d > 0 ? max - p->low[axis] : p->high[axis] - min;
  if (rest < 0 || gap > fabs(d) * (1 + TIME_SLACK)) return 0;
  return !(p->open && (rest == 0 || (d == 0 && gap == 0)));
}

/* The earliest time at which the box meets the cells from min to max; HUGE_VAL if it never does. */
static double find_time(const grid_pass *p, const int64_t min[3], const int64_t max[3]) {
  const collide_grid_frame *f = &p->grid->frame;
  double enters = 0, leaves = HUGE_VAL;
  int axis;
  for (axis = 0; axis < f->dimensions; axis++) {
    double low = cells_boundary(f->size[axis], f->origin[axis], (double)min[axis]);
    double high = cells_boundary(f->size[axis], f->origin[axis], (double)max[axis] + 1);
    double gap, rest, first, last;
    if (p->enter_rate[axis] == 0) {
      if (!meets_still(p, axis, low, high)) return HUGE_VAL;
      continue;
    }
    gap = p->d[axis] < 0 ? high - p->low[axis] : low - p->high[axis];
    rest = p->d[axis] < 0 ? low - p->high[axis] : high - p->low[axis];
    if (p->open && (p->d[axis] < 0 ? rest >= 0 : rest <= 0)) return HUGE_VAL;
    first = gap * p->enter_rate[axis] - p->slack;
    last = rest * p->leave_rate[axis] + p->slack;
    if (first > enters) enters = first;
    if (last < leaves) leaves = last;
  }
  return leaves < enters ? HUGE_VAL : enters;
}

static int is_unwanted(const grid_pass *p, const int64_t min[3], double t) {
  return t >= p->most && p->wants != NULL && t < HUGE_VAL && !p->wants(p, min);
}

static double bound_time(const grid_visitor *visitor, const int64_t min[3], const int64_t max[3]) {
  const grid_pass *p = (const grid_pass *)(const void *)visitor;
  double t = find_time(p, min, max);
  if (p->delay != NULL && t <= p->most) t = p->delay(p, min, max, t);
  return is_unwanted(p, min, t) ? HUGE_VAL : t;
}

static void set_most(grid_pass *p) {
  p->base.most = p->most < p->until ? p->most : p->until;
}

/* The previous part has given all cells that the box meets by that part's end. */
static int take_cell(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
                     unsigned value) {
  grid_pass *p = (grid_pass *)(void *)visitor;
  double t = visitor->at;
  int ended;
  (void)max;
  /* A later hit may have made the cell unwanted. */
  if (t <= p->since || t > visitor->most || is_unwanted(p, min, t)) return 0;
  p->now = t;
  ended = p->take(p, min, value);
  set_most(p);
  return ended;
}

/* ---- Parts of the motion ----------------------------------------------------------------------
 *
 * A cell belongs to the part in which its time lies. find_time gives the same time in each part. It
 * may be less than the true time by p->slack, and by 2^-50 and 5 u of itself, so a part reaches
 * that much beyond its end. There t is at most 2, and 2^-50 and 5 u of t |d| are less than 26 u of
 * |d|.
 *
 * The position of a bound of the box, in cells: low + t d, and less the origin, rounds three times,
 * by 6 u of |low| + |d| + |origin|; times 1 / size by 4 u; the boundary of a cell is itself
 * rounded, by 6 u of that; and the doubt is subtracted, by 2 u. With those 26 u all is less than 48
 * u of
 * (|low| + |high| + |d| + |origin|) / size, and PART_DOUBT is 64 u. If nothing is rounded, cells
 * that touch count, and PART_TOUCH is added for them.
 */
#ifndef PART_DOUBT
#define PART_DOUBT 7.1054273576010019e-15 /* 2^-47 */
#endif
#ifndef PART_TOUCH
#define PART_TOUCH 9.3132257461547852e-10 /* 2^-30 */
#endif

static double find_doubt(const grid_pass *p, int axis) {
  double sizes = fabs(p->low[axis]) + fabs(p->high[axis]) + fabs(p->d[axis]);
  sizes += fabs(p->grid->frame.origin[axis]);
  return PART_DOUBT * sizes * p->pace[axis] + PART_TOUCH;
}

/* The greatest whole number not above x, limited to least..most. */
static int64_t find_floor(double x, int64_t least, int64_t most) {
  int64_t k;
  if (!(x > (double)least)) return least;
  if (!(x < (double)most)) return most;
  k = (int64_t)x;
  return k - (x < (double)k);
}

/* Finds the grid's cells that this part of the motion may meet. Returns 0 for none. */
static int find_part(const grid_pass *p, int64_t least[3], int64_t most[3]) {
  const int64_t *min = p->grid->low, *max = p->grid->high;
  double begin = p->since > 0 ? p->since : 0, end = p->until + p->slack;
  int axis;
  least[2] = most[2] = 0;
  for (axis = 0; axis < p->grid->frame.dimensions; axis++) {
    double d = p->d[axis], origin = p->grid->frame.origin[axis], low, high;
    low = p->low[axis] + (d > 0 ? begin : end) * d - origin;
    high = p->high[axis] + (d > 0 ? end : begin) * d - origin;
    low = low * p->pace[axis] - p->doubt[axis];
    high = high * p->pace[axis] + p->doubt[axis];
    if (low >= (double)max[axis] + 1 || high < (double)min[axis]) return 0;
    least[axis] = find_floor(low, min[axis], max[axis]);
    most[axis] = find_floor(high, min[axis], max[axis]);
  }
  return 1;
}

/* In cells: the largest displacement and length of the box along an axis. */
typedef struct pass_size {
  double moves, length;
} pass_size;

/* In cells: a part of the motion is at least as long as this, and as the box. */
enum { LEAST_PART = 2 };

/* Returns 0 if the position of the box is not certain within half a cell. */
static int find_size(grid_pass *p, pass_size *size) {
  int axis;
  size->moves = 0;
  size->length = LEAST_PART;
  for (axis = 0; axis < p->grid->frame.dimensions; axis++) {
    double pace = 1 / p->grid->frame.size[axis], moves = fabs(p->d[axis]) * pace;
    double length = (p->high[axis] - p->low[axis]) * pace;
    p->pace[axis] = pace;
    p->doubt[axis] = find_doubt(p, axis);
    if (!(p->doubt[axis] < 0.5)) return 0;
    if (moves > size->moves) size->moves = moves;
    if (length > size->length) size->length = length;
  }
  return 1;
}

/* Moves the box far, part by part. After an empty part the next one is twice as long, so a long
 * motion takes few parts. */
static int pass_parts(grid_pass *p, double least) {
  int64_t low[3], high[3];
  double step;
  for (step = least; p->since < 1 && p->since <= p->most;) {
    double begin = p->since > 0 ? p->since : 0;
    p->until = begin + step > begin ? begin + step : begin + DBL_EPSILON;
    if (p->until > 1) p->until = 1;
    p->now = -1;
    set_most(p);
    if (find_part(p, low, high) && ci_grid_visit(p->grid, low, high, &p->base)) return 1;
    p->since = p->until;
    step = p->now < 0 ? 2 * step : 0.5 * step > least ? 0.5 * step : least;
  }
  return 0;
}

static void begin(grid_pass *p, const collide_grid *grid) {
  int axis;
  p->grid = grid;
  p->since = -1;
  p->until = 1;
  p->base.bound = bound_time;
  p->base.enter = NULL;
  p->base.is_single = 1;
  p->base.take = take_cell;
  set_most(p);
  for (axis = 0; axis < grid->frame.dimensions; axis++) {
    double inverse = fabs(p->d[axis]) > 1e-290 ? 1 / p->d[axis] : 0;
    p->enter_rate[axis] = inverse * (1 - TIME_SLACK);
    p->leave_rate[axis] = inverse * (1 + TIME_SLACK);
  }
}

int ci_grid_pass(const collide_grid *grid, grid_pass *pass) {
  int64_t low[3], high[3];
  pass_size size;
  if (grid->root == NULL) return 0;
  begin(pass, grid);
  if (!find_size(pass, &size)) return ci_grid_visit(grid, grid->low, grid->high, &pass->base);
  if (size.moves > 2 * size.length) return pass_parts(pass, size.length / size.moves);
  return find_part(pass, low, high) && ci_grid_visit(grid, low, high, &pass->base);
}

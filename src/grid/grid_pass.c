/* SPDX-License-Identifier: MIT
 *
 * A box moves through a grid: the traversal of grid_visit.c, bounded by the time at which the box
 * meets a block.
 */
#include "grid_pass.h"

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
  p->base.most = p->most < 1 ? p->most : 1;
}

static int take_cell(grid_visitor *visitor, const int64_t min[3], const int64_t max[3],
                     unsigned value) {
  grid_pass *p = (grid_pass *)(void *)visitor;
  double t = visitor->at;
  int ended;
  (void)max;
  /* A later hit may have made the cell unwanted. */
  if (t > visitor->most || is_unwanted(p, min, t)) return 0;
  p->now = t;
  ended = p->take(p, min, value);
  set_most(p);
  return ended;
}

/* ---- The cells along the motion --------------------------------------------------------------
 *
 * The time of a cell may be less than the true time by p->slack, and by 2^-50 and 5 u of itself, so
 * the motion reaches that much beyond its end. There t is at most 2, and 2^-50 and 5 u of t |d| are
 * less than 26 u of |d|.
 *
 * The position of a bound of the box, in cells: low + t d, and less the origin, rounds three times,
 * by 6 u of |low| + |d| + |origin|; times 1 / size by 4 u; the boundary of a cell is itself
 * rounded, by 6 u of that; and the doubt is subtracted, by 2 u. With those 26 u all is less than 48
 * u of (|low| + |high| + |d| + |origin|) / size, and RANGE_DOUBT is 64 u. If nothing is rounded,
 * cells that touch count, and RANGE_TOUCH is added for them.
 */
#ifndef RANGE_DOUBT
#define RANGE_DOUBT 7.1054273576010019e-15 /* 2^-47 */
#endif
#ifndef RANGE_TOUCH
#define RANGE_TOUCH 9.3132257461547852e-10 /* 2^-30 */
#endif

/* The greatest whole number not above x, limited to least..most. */
static int64_t find_floor(double x, int64_t least, int64_t most) {
  int64_t k;
  if (!(x > (double)least)) return least;
  if (!(x < (double)most)) return most;
  k = (int64_t)x;
  return k - (x < (double)k);
}

/* Finds the range of the grid's cells that the box may meet. Returns 0 if there are none. If the
 * position of the box is not certain within half a cell along an axis, all cells count there. */
static int find_range(const grid_pass *p, int64_t least[3], int64_t most[3]) {
  const int64_t *min = p->grid->low, *max = p->grid->high;
  int axis;
  least[2] = most[2] = 0;
  for (axis = 0; axis < p->grid->frame.dimensions; axis++) {
    double pace = 1 / p->grid->frame.size[axis], origin = p->grid->frame.origin[axis];
    double d = p->d[axis], end = (1 + p->slack) * d, low, high, doubt;
    doubt = fabs(p->low[axis]) + fabs(p->high[axis]) + fabs(d) + fabs(origin);
    doubt = RANGE_DOUBT * doubt * pace + RANGE_TOUCH;
    least[axis] = min[axis];
    most[axis] = max[axis];
    if (!(doubt < 0.5)) continue;
    low = (p->low[axis] + (d > 0 ? 0 : end) - origin) * pace - doubt;
    high = (p->high[axis] + (d > 0 ? end : 0) - origin) * pace + doubt;
    if (low >= (double)max[axis] + 1 || high < (double)min[axis]) return 0;
    least[axis] = find_floor(low, min[axis], max[axis]);
    most[axis] = find_floor(high, min[axis], max[axis]);
  }
  return 1;
}

static void begin(grid_pass *p, const collide_grid *grid) {
  int axis;
  p->grid = grid;
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
  if (grid->root == NULL) return 0;
  begin(pass, grid);
  return find_range(pass, low, high) && ci_grid_visit(grid, low, high, &pass->base);
}

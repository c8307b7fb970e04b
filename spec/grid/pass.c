/* SPDX-License-Identifier: MIT
 *
 * A moving box in a grid: the cells that ci_grid_pass names are held against all cells of the grid,
 * by whole numbers. Every cell that the box meets has to be named, once, and no other. And a way of
 * a million cells through empty space names what lies along it alone. Prints a line and returns 0,
 * or says what went wrong.
 */
#include "grid/grid_pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3000, MOST = 4096 };

static uint64_t state = 88172645463325252u;
static int64_t named[MOST][3];
static double times[MOST];
static int count_named;
/* Lengths are whole numbers of 1 / unit. The cells of a round: cell k goes from side * k +
 * start[axis] on. */
static int64_t unit = 4, side = 4, start[3];

static void fail(const char *what) {
  printf("pass: %s\n", what);
  exit(1);
}

static int64_t below(int64_t n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (int64_t)(state % (uint64_t)n);
}

static int take(grid_pass *pass, const int64_t cell[3], unsigned value) {
  if (collide_grid_get(pass->grid, cell) != value || value == 0) fail("not the cell's value");
  if (count_named == MOST) fail("too many cells are named");
  times[count_named] = pass->now;
  memcpy(named[count_named++], cell, sizeof named[0]);
  return 0;
}

/* From when on a box meets a cell: the latest of first[] / d[], as num / den with den
 * > 0; returns 0 when it never does for 0 <= t <= 1. */
static int meets(int dimensions, const int64_t low[3], const int64_t high[3], const int64_t d[3],
                 const int64_t cell[3], int open, int64_t *num, int64_t *den) {
  int64_t end = 1, end_den = 1;
  int i;
  *num = 0;
  *den = 1;
  for (i = 0; i < dimensions; i++) {
    int64_t size = d[i] < 0 ? -d[i] : d[i], min = side * cell[i] + start[i], max = min + side;
    int64_t gap = d[i] > 0 ? min - high[i] : low[i] - max;
    int64_t rest = d[i] > 0 ? max - low[i] : high[i] - min;
    if (rest < 0 || (open && rest == 0)) return 0;
    if (size == 0 && (gap > 0 || (open && gap == 0))) return 0;
    if (size == 0) continue;
    if (gap * *den > *num * size) {
      *num = gap;
      *den = size;
    }
    if (rest * end_den < end * size) {
      end = rest;
      end_den = size;
    }
  }
  return *num * end_den <= end * *den;
}

/* A cell that is met at t, if at all. */
static void look_for(const int64_t cell[3], int has, double t) {
  int i, count = 0;
  for (i = 0; i < count_named; i++) {
    if (memcmp(named[i], cell, sizeof named[0]) != 0) continue;
    count++;
    if (times[i] > t) fail("a cell comes with too late a time");
  }
  if (count != has)
    fail(has ? "a cell is named another number of times" : "a cell is too far away");
}

/* Where times may be off by `slack`, cells that are hardly met may be named, too. */
static void run(const collide_grid *grid, const int64_t low[3], const int64_t high[3],
                const int64_t d[3], int open, double slack) {
  int64_t num, den;
  collide_grid_cells cells;
  grid_pass pass;
  int i, dimensions = grid->frame.dimensions;
  memset(&pass, 0, sizeof pass);
  for (i = 0; i < dimensions; i++) {
    pass.low[i] = (double)low[i] / (double)unit;
    pass.high[i] = (double)high[i] / (double)unit;
    pass.d[i] = (double)d[i] / (double)unit;
  }
  pass.open = open;
  pass.slack = slack;
  pass.most = 1;
  pass.take = take;
  count_named = 0;
  if (ci_grid_pass(grid, &pass)) fail("it was ended");
  collide_grid_cells_begin(&cells, NULL, NULL);
  while (collide_grid_cells_next(&cells, grid)) {
    int met = meets(dimensions, low, high, d, cells.at, open, &num, &den);
    if (met || slack == 0) look_for(cells.at, met, (double)num / (double)den);
  }
  for (i = 0; i < count_named && slack > 0; i++) look_for(named[i], 1, HUGE_VAL);
  if (slack > 0) return;
  for (i = 0; i < count_named; i++)
    if (!meets(dimensions, low, high, d, named[i], open, &num, &den))
      fail("not a cell of the grid");
}

/* Cells around a place that may be far away, where the box is rounded more. */
static void draw(int dimensions, int is_thin) {
  collide_grid_frame frame = {3, {1, 1, 1}, {0, 0, 0}};
  collide_grid *grid;
  int64_t low[3], high[3], d[3], base[3];
  int i, k, cells = 1 + (int)below(60);
  int64_t far = below(2) == 0 ? 0 : INT64_C(1) << below(45);
  frame.dimensions = dimensions;
  unit = is_thin ? 64 : 4;
  side = (3 + below(2)) * unit / 4;
  for (k = 0; k < 3; k++) {
    base[k] = far == 0 ? 0 : below(2 * far) - far;
    start[k] = below(3) == 0 ? below(100) - 50 : 0;
    frame.size[k] = (double)side / (double)unit;
    frame.origin[k] = (double)start[k] / (double)unit;
  }
  grid = collide_grid_new(&frame, NULL, NULL);
  if (grid == NULL) fail("no memory");
  for (i = 0; i < cells; i++) {
    int64_t min[3] = {0, 0, 0}, max[3] = {0, 0, 0};
    int64_t spread = below(3) == 0 ? 60 : 12;
    for (k = 0; k < dimensions; k++) {
      min[k] = base[k] + below(spread) - spread / 2;
      max[k] = min[k] + (below(8) == 0 ? below(9) : 0);
    }
    collide_grid_fill(grid, min, max, 1 + (unsigned)below(2));
  }
  for (i = 0; i < 8; i++) {
    for (k = 0; k < 3; k++) {
      low[k] = side * base[k] + start[k] + below(40 * unit) - 20 * unit;
      high[k] = low[k] + below(is_thin ? 8 : 12);
      if (!is_thin && below(12) == 0) high[k] += below(80); /* some are large */
      d[k] = below(3) == 0 ? 0 : below(60 * unit) - 30 * unit;
      if (below(10) == 0) low[k] = high[k] = d[k] = 0; /* nothing is rounded there */
    }
    run(grid, low, high, d, (int)below(2), below(4) == 0 ? 0.1 / (double)(1 + below(100)) : 0);
  }
  collide_grid_free(grid);
}

/* Cells in the way of a point, a thousand apart, and as many beside it. */
static void go_far(void) {
  collide_grid_frame frame = {3, {1, 1, 1}, {0, 0, 0}};
  collide_grid *grid = collide_grid_new(&frame, NULL, NULL);
  int64_t cell[3];
  grid_pass pass;
  int i;
  if (grid == NULL) fail("no memory");
  for (i = 1; i <= 1000; i++) {
    cell[0] = cell[1] = cell[2] = 1000 * i;
    if (!collide_grid_set(grid, cell, 1)) fail("no memory");
    cell[i % 3] += 3;
    if (!collide_grid_set(grid, cell, 2)) fail("no memory");
  }
  memset(&pass, 0, sizeof pass);
  for (i = 0; i < 3; i++) {
    pass.low[i] = pass.high[i] = 0.5;
    pass.d[i] = 1048576;
  }
  pass.most = 1;
  pass.take = take;
  count_named = 0;
  if (ci_grid_pass(grid, &pass)) fail("it was ended");
  if (count_named != 1000) fail("not the cells in the way, and no others");
  for (i = 0; i < 1000; i++)
    if (named[i][0] != 1000 * (i + 1)) fail("not in the order of the way");
  collide_grid_free(grid);
}

int main(void) {
  int i;
  for (i = 0; i < ROUNDS; i++) draw(2 + i % 2, 0);
  for (i = 0; i < ROUNDS; i++) draw(2 + i % 2, 1);
  go_far();
  printf("%d ways of boxes name the cells they meet\n", 16 * ROUNDS);
  return 0;
}
